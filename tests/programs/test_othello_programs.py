"""Real programs that play Othello over each protocol: whole games, faults, and a tournament."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from owari.games.game import PASS, Kind, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO
from owari.players.builtin_bots import FirstPlayer, RandomPlayer
from owari.players.player import TimeControl
from owari.programs.dialogue_log import Log
from owari.programs.dialogues.gtp import GtpProtocol
from owari.programs.dialogues.nboard import NboardProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.pgn import read_game
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from owari.results.store import Store
from tests.support.command import COMMAND
from tests.support.compiler import Compiler
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

SHORT = TimeControl(per_turn=5.0, margin=0.05, start_limit=30.0)
UNTIL_STOPPED = replace(SHORT, margin=20.0)
"""The same, with time to read what was written by then."""
"""For a program that will not answer in time, however long it has; some start for each move."""
PASSES = 6
"""A seed of an opponent against whom both have to pass; each program finds its own."""


def play(
    settings: ProgramSettings,
    side: Side,
    times: TimeControl,
    *,
    start: Any = None,
    opponent: Any = None,
    log: Any = None,
) -> GameRecord:
    bot = ProgramPlayer("bot", settings)
    bot.log_to(log)
    players = {side: bot, side.other: opponent or FirstPlayer("opponent")}
    controls = {side: times, side.other: TimeControl(per_turn=None)}
    try:
        return play_game(players, start or OTHELLO.start(), controls)
    finally:
        bot.close()


HONEST = [
    "line/othello.py",
    "columbia/othello.py",
    "botzone/keeps.cpp",
    *at_night("botzone/history.py"),
    *at_night("gtp/polite.py"),
    "gtp/stubborn.cpp",
    *at_night("nboard/slashes.py"),
    "nboard/spaces.c",
    *at_night("files/improves.py"),
    "files/most.c",
]


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.slow
def test_a_game_against_chance_on_either_side(
    sample: Sample, unhurried: TimeControl, name: str
) -> None:
    passes = set()
    for side, first in ((Side.SOUTH, Side.SOUTH), (Side.SOUTH, Side.NORTH)):
        opponent = RandomPlayer("opponent", seed=PASSES)
        start = OTHELLO.start(first)
        record = play(sample(name), side, unhurried, start=start, opponent=opponent)
        assert record.ending.termination is Termination.NORMAL, record.ending.reason
        assert record.ending.score == record.final.outcome()
        passes |= {ply.side for ply in record.plies if ply.move == PASS}
    assert passes, "the game has no pass: choose another seed"


@pytest.mark.parametrize(
    "name", ["line/othello.py", "columbia/othello.py", "gtp/polite.py", "nboard/slashes.py",
             "files/improves.py", "files/most.c"],
)  # fmt: skip
@pytest.mark.parametrize("size", [4, *at_night(10)])
def test_a_game_on_another_board(
    sample: Sample, unhurried: TimeControl, name: str, size: int
) -> None:
    start = OTHELLO.resized(size).start()
    record = play(sample(name), Side.NORTH, unhurried, start=start)
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


@pytest.mark.parametrize("name", ["nboard/slashes.py", "nboard/spaces.c", "files/most.c",
                                  "line/othello.py", "columbia/othello.py"])  # fmt: skip
def test_a_game_that_it_joins_on_white_s_turn(
    sample: Sample, unhurried: TimeControl, name: str
) -> None:
    start = OTHELLO.start(Side.NORTH).play(OTHELLO.parse_move("f5"))
    record = play(sample(name), Side.SOUTH, unhurried, start=start)
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


def test_what_is_said_of_a_move_is_on_record(sample: Sample, unhurried: TimeControl) -> None:
    record = play(sample("nboard/slashes.py"), Side.SOUTH, unhurried)
    own = [ply for ply in record.plies if ply.side is Side.SOUTH and ply.move != PASS]
    assert {ply.depth for ply in own} == {10}
    assert {ply.value.kind for ply in own} == {Kind.ESTIMATED}
    record = play(sample("line/othello.py"), Side.NORTH, unhurried)
    own = [ply for ply in record.plies if ply.side is Side.NORTH and ply.move != PASS]
    assert all(ply.depth == 1 and ply.value and "passes" in ply.comment for ply in own)


@pytest.mark.parametrize("name", ["gtp/polite.py", "gtp/stubborn.cpp", "nboard/spaces.c"])
@pytest.mark.parametrize("pondering", [False, True])
def test_game_after_game_in_one_process(
    sample: Sample, unhurried: TimeControl, name: str, pondering: bool
) -> None:
    bot = ProgramPlayer("bot", sample(name, reuse=True, pondering=pondering))
    pids = set()
    try:
        for side in Side:
            players = {side: bot, side.other: RandomPlayer("opponent", seed=PASSES)}
            record = play_game(players, OTHELLO.start(), dict.fromkeys(Side, unhurried))
            assert record.ending.termination is Termination.NORMAL, record.ending.reason
            pids.add(bot.processes()[0])
    finally:
        bot.close()
    assert len(pids) == 1


FAULTS = [
    # program, kind, sentence
    ("gtp dies", Termination.CRASHED, r"left with exit code 4; it did not answer 'genmove b'"),
    ("gtp illegal", Termination.ILLEGAL_MOVE, r"played a1, but a disc on a1 flips no disc.*"),
    ("gtp passes", Termination.ILLEGAL_MOVE, r"played pass, but South has a move and may not .*"),
    ("gtp garbage", Termination.UNREADABLE, r"answered genmove with 'the corner': .*"),
    ("gtp resigns", Termination.RESIGNED, r"resigned"),
    ("gtp refuses", Termination.UNREADABLE, r"refuses 'play w \w\d': illegal move"),
    ("gtp refuses_genmove", Termination.UNREADABLE, r"refuses 'genmove b': no idea"),
    ("gtp floods", Termination.TOO_MUCH_OUTPUT, r"wrote more than 65536 bytes without a newline"),
    ("gtp offers_go", Termination.DID_NOT_START, r"does not offer Othello, but 'Go, Hex'"),
    ("gtp exits_at_start", Termination.DID_NOT_START, r"left with exit code 3; .*before it was .*"),
    ("nboard dies", Termination.CRASHED, r"left with exit code 4"),
    ("nboard illegal", Termination.ILLEGAL_MOVE, r"played a1, but a disc on a1 flips no disc.*"),
    ("nboard passes", Termination.ILLEGAL_MOVE, r"played pass, but South has a move .*"),
    ("nboard garbage", Termination.UNREADABLE, r"answered '=== corner/much/1': .*"),
    ("nboard floods", Termination.TOO_MUCH_OUTPUT, r"wrote more than 65536 bytes without .*"),
    ("files nothing", Termination.CRASHED, r"left with exit code 0; it wrote nothing to action"),
    ("files dies", Termination.CRASHED, r"left with exit code 5; it wrote nothing to action"),
    (
        "files illegal",
        Termination.ILLEGAL_MOVE,
        r"played e5, but the square e5 already has a disc.*",
    ),
    ("files outside", Termination.UNREADABLE, r"wrote '8 0' to action; a move is a row and .*"),
    ("files garbage", Termination.UNREADABLE, r"wrote 'corner' to action, .*"),
    ("files half", Termination.UNREADABLE, r"wrote '2' to action, .*"),
    ("files one_line", Termination.TOO_MUCH_OUTPUT, r"wrote more than 65536 bytes to action, .*"),
    ("files folder", Termination.CRASHED, r"left with exit code 0; it wrote nothing to action"),
    ("files pipe", Termination.CRASHED, r"left with exit code 0; it wrote nothing to action"),
    ("files link", Termination.CRASHED, r"left with exit code 0; it wrote nothing to action"),
]


@pytest.mark.parametrize(("program", "kind", "sentence"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault(
    sample: Sample, unhurried: TimeControl, program: str, kind: Termination, sentence: str
) -> None:
    folder, how = program.split()
    record = play(sample(f"{folder}/bad.py", how), Side.SOUTH, unhurried)
    assert record.ending.termination is kind, record.ending.reason
    assert re.fullmatch(sentence, record.ending.reason.removeprefix("bot "))
    assert record.ending.result.winner is Side.NORTH
    assert record.ending.score == record.final.score()


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("gtp no_newline", "it wrote '= .*' with no newline"),
        ("nboard late", ""),
        ("files late", "it wrote '3' to action"),
        *at_night(("gtp late", "it did not answer 'genmove b'"), ("nboard silent", "")),
    ],
)
def test_what_does_not_move_in_time(sample: Sample, program: str, said: str) -> None:
    folder, how = program.split()
    record = play(sample(f"{folder}/bad.py", how), Side.SOUTH, SHORT)
    assert record.ending.termination is Termination.TIMED_OUT
    sentence = "bot did not move within 5 s" + (f"; {said}" if said else "")
    assert re.fullmatch(sentence, record.ending.reason)


@pytest.mark.parametrize("program", ["gtp never_ready", "nboard deaf"])
def test_what_is_not_ready(sample: Sample, program: str) -> None:
    folder, how = program.split()
    times = TimeControl(per_turn=30, start_limit=0.5)
    record = play(sample(f"{folder}/bad.py", how), Side.SOUTH, times)
    assert record.ending.termination is Termination.DID_NOT_START
    assert re.fullmatch(
        r"bot was not ready within 0.5 s; (it did not answer|its answer to)"
        r" '(list_games|boardsize 8|clear_board|ping 1)'( has no empty line behind it)?",
        record.ending.reason,
    )


@pytest.mark.parametrize(
    "program",
    [
        "gtp chatters",
        "nboard twice",
        *at_night("files then_garbage", "files talks", "files killed"),
        "files floods",
    ],
)
def test_what_only_looks_bad(sample: Sample, unhurried: TimeControl, program: str) -> None:
    folder, how = program.split()
    record = play(sample(f"{folder}/bad.py", how), Side.SOUTH, unhurried)
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


def test_a_size_that_an_engine_refuses(sample: Sample, unhurried: TimeControl) -> None:
    start = OTHELLO.resized(6).start()
    for program in (sample("gtp/bad.py", "refuses_size"), sample("gtp/stubborn.cpp")):
        record = play(program, Side.SOUTH, unhurried, start=start)
        assert record.ending.reason == "bot refuses 'boardsize 6': unacceptable size"


def test_what_a_player_has_written_counts_when_its_time_is_over(
    sample: Sample, unhurried: TimeControl
) -> None:
    thinks = sample("files/improves.py", "for ever")
    record = play(thinks, Side.SOUTH, UNTIL_STOPPED, start=OTHELLO.resized(4).start())
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    quick = play(
        sample("files/improves.py"), Side.SOUTH, unhurried, start=OTHELLO.resized(4).start()
    )
    assert [ply.move for ply in record.plies] == [ply.move for ply in quick.plies]


@pytest.mark.parametrize("habit", ["slowly_for_ever", *at_night("for_ever")])
def test_a_player_that_writes_until_it_is_stopped(
    sample: Sample, unhurried: TimeControl, habit: str
) -> None:
    """It is never late, and its moves are those of one that writes them once."""
    start = OTHELLO.resized(4).start()
    record = play(sample("files/bad.py", habit), Side.SOUTH, UNTIL_STOPPED, start=start)
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    once = play(sample("files/bad.py", "plays"), Side.SOUTH, unhurried, start=start)
    assert [ply.move for ply in record.plies] == [ply.move for ply in once.plies]


@pytest.mark.parametrize("level", [*at_night("none", "limits"), "isolated"])
def test_a_player_runs_in_a_folder_of_its_own(
    sample: Sample, unhurried: TimeControl, tmp_path: Path, level: str
) -> None:
    """With the sandboxes that this machine has."""
    from owari.programs.sandbox.sandbox import MissingMeans, summary

    honest = sample("files/most.c")
    sandbox = replace(honest.sandbox, level=level)
    try:
        summary(sandbox)
    except MissingMeans as error:
        pytest.skip(str(error))
    folder = tmp_path / "own"
    folder.mkdir()
    script = (
        "import os, sys\n"
        "assert os.path.isfile('state') and not os.path.exists('player.py'), os.listdir()\n"
        "assert sys.argv[2] == 'word' and os.environ['TMPDIR'] == os.getcwd()\n"
        "open(sys.argv[4], 'w').write(open(sys.argv[3]).read().split(chr(10))[10])\n"
    )
    (folder / "player.py").write_text(script)
    (folder / "notes").write_text("")
    command = (sys.executable, "player.py", "notes", "word")
    settings = replace(honest, command=command, directory=folder, sandbox=sandbox)
    record = play(settings, Side.NORTH, unhurried, start=OTHELLO.start())
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    assert sorted(path.name for path in folder.iterdir()) == ["notes", "player.py"]


def test_the_log_of_a_player_of_files_holds_both(
    sample: Sample, unhurried: TimeControl, tmp_path: Path
) -> None:
    log = Log(tmp_path / "game.log", pytest.fail)
    play(sample("files/most.c"), Side.SOUTH, unhurried, start=OTHELLO.resized(4).start(), log=log)
    log.close()
    lines = [line.split(maxsplit=1)[1] for line in (tmp_path / "game.log").read_text().splitlines()]
    assert lines[:10] == [
        *("> 1", "> 0 0 0 0", "> 0 2 1 0", "> 0 1 2 0", "> 0 0 0 0", "> 4"),
        *("> 0 1", "> 1 0", "> 2 3", "> 3 2"),
    ]
    assert set(lines[10:13]) == {"! turns 1", "< 0 1", "= left with exit code 1"}


def test_games_that_cannot_be_played(sample: Sample, unhurried: TimeControl) -> None:
    free = play(sample("gtp/polite.py"), Side.SOUTH, unhurried, start=FREE_OTHELLO.start())
    assert free.ending.termination is Termination.DID_NOT_START
    middle = OTHELLO.start().play(OTHELLO.parse_move("f5"))
    joined = play(sample("gtp/polite.py"), Side.SOUTH, unhurried, start=middle)
    assert joined.ending.reason == "bot can only play from the start of a game"


def test_settings_reach_the_engine(sample: Sample) -> None:
    gtp = replace(sample("gtp/polite.py"), protocol=GtpProtocol(setup=("level 6",)))
    record = play(gtp, Side.SOUTH, TimeControl(start_limit=30))
    assert record.ending.reason == "bot refuses 'level 6': unknown command"
    nboard = replace(sample("nboard/slashes.py"), protocol=NboardProtocol(depth=7))
    record = play(nboard, Side.SOUTH, TimeControl(per_turn=30, start_limit=30))
    assert record.plies[0].depth == 7


BOTS = """\
game: othello
time-per-turn: 20s
start-limit: 30s
concurrency: 2
bots:
  - {{name: Line, command: ["{python}", "{line}"]}}
  - {{name: Agent, command: ["{python}", "{agent}"], protocol: columbia}}
  - {{name: Engine, command: {stubborn}, protocol: gtp, reuse: true}}
  - {{name: Board, command: {spaces}, protocol: nboard, depth: 4}}
  - {{name: Files, command: {most}, protocol: files}}
"""


@pytest.mark.nightly
@pytest.mark.slow
def test_every_protocol_against_every_other(compiled: Compiler, tmp_path: Path) -> None:
    file = tmp_path / "bots.yaml"
    names = ("gtp/stubborn.cpp", "nboard/spaces.c", "files/most.c")
    programs = {Path(name).stem: compiled(PROGRAMS / name)[0] for name in names}
    line, agent = PROGRAMS / "line/othello.py", PROGRAMS / "columbia/othello.py"
    file.write_text(BOTS.format(python=sys.executable, line=line, agent=agent, **programs))
    command = [*COMMAND, "tournament", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    with Store.open(tmp_path / "bots.db") as store:
        games = store.games()
        plies = {
            frozenset((game.south, game.north)): [
                ply.move for ply in read_game(store.record(game.number)).plies
            ]
            for game in games
        }
    for game in games:
        assert game.ending.termination is Termination.NORMAL, game.ending.reason
    bots = ("Line", "Agent", "Engine", "Board", "Files")
    assert sorted((game.south, game.north) for game in games) == sorted(permutations(bots, 2))
    # These four take the most discs, and the first square of equal ones, whatever they speak.
    greedy = [plies[frozenset(pair)] for pair in permutations(bots[1:], 2)]
    assert all(moves == greedy[0] for moves in greedy)
