"""Programs of other worlds' protocols in whole games, as both sides and in both orders, and what
they can do wrong."""

from __future__ import annotations

import re
import socket
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from threading import Thread
from time import perf_counter

import pytest

from owari.games.game import Side
from owari.games.mancala import KALAH, OWARI, SowingRules
from owari.players.builtin_bots import FirstPlayer, RandomPlayer
from owari.players.player import Clock, Fault, Player, TimeControl
from owari.programs.dialogues.kgp import SPARED, KgpProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.one_shot import OneShotProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.programs.transports.program_output import Silence
from owari.programs.transports.socket_transport import SocketTransport
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import play_game
from tests.support.nightly import SEATS, at_night
from tests.support.sample_programs import Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

SHORT = TimeControl(per_turn=0.3, start_limit=30.0)


def play(
    bot: ProgramPlayer,
    side: Side,
    first: Side,
    times: TimeControl,
    *,
    opponent: Player | None = None,
    game: SowingRules = OWARI,
) -> GameRecord:
    players = {side: bot, side.other: opponent or RandomPlayer("opponent", seed=5)}
    controls = {side: times, side.other: TimeControl(per_turn=None)}
    try:
        return play_game(players, game.start(first), controls)
    finally:
        bot.close()


def assert_played_out(record: GameRecord) -> None:
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    assert record.ending.score == record.final.outcome()


def essence(record: GameRecord) -> str:
    return record.ending.reason.removeprefix("bot ")


PROGRAMS = [
    "one_shot/bridge.c",
    "one_shot/kit.c",
    "columbia/agent.py",
    "kgp/client.py",
    "kgp/client.c",
]


@pytest.mark.parametrize(("side", "first"), SEATS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_whole_game(
    sample: Sample, unhurried: TimeControl, program: str, side: Side, first: Side
) -> None:
    assert_played_out(play(ProgramPlayer("bot", sample(program)), side, first, unhurried))


@pytest.mark.parametrize("side", Side, ids="as {}".format)
@pytest.mark.parametrize("program", ["one_shot/bridge.c", "kgp/client.py"])
def test_a_game_with_turns_of_several_moves(
    sample: Sample, unhurried: TimeControl, program: str, side: Side
) -> None:
    bot = ProgramPlayer("bot", sample(program))
    record = play(bot, side, Side.SOUTH, unhurried, game=KALAH)
    assert_played_out(record)
    sides = [ply.side for ply in record.plies]
    assert any(one is two is side for one, two in pairwise(sides))


def test_a_whole_game_of_a_process_for_each_move_in_python(
    sample: Sample, unhurried: TimeControl
) -> None:
    bot = ProgramPlayer("bot", sample("one_shot/once.py"))
    assert_played_out(play(bot, Side.NORTH, Side.SOUTH, unhurried))


def test_both_seats_see_the_same_game(sample: Sample, unhurried: TimeControl) -> None:
    """A program that only looks at its own row plays the same moves wherever it sits."""

    def moves(program: str, side: Side) -> list[int]:
        bot = ProgramPlayer("bot", sample(program))
        record = play(bot, side, side, unhurried, opponent=FirstPlayer("opponent"))
        return [ply.move.cell - OWARI.row(ply.side)[0] for ply in record.plies]

    for program in ("one_shot/bridge.c", "one_shot/kit.c", "kgp/client.py", "kgp/client.c"):
        assert moves(program, Side.SOUTH) == moves(program, Side.NORTH), program


def test_what_a_client_said_of_its_moves_is_kept(sample: Sample, unhurried: TimeControl) -> None:
    record = play(ProgramPlayer("bot", sample("kgp/client.py")), Side.SOUTH, Side.SOUTH, unhurried)
    comments = [ply.comment for ply in record.plies if ply.side is Side.SOUTH]
    assert all(re.fullmatch(r'gains "\d+"', comment) for comment in comments)


def test_a_client_that_plays_on(sample: Sample, unhurried: TimeControl) -> None:
    bot = ProgramPlayer("bot", sample("kgp/client.c", reuse=True))
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("opponent")}
    runs = set()
    try:
        for first in (Side.SOUTH, Side.NORTH, Side.SOUTH):
            record = play_game(players, OWARI.start(first), dict.fromkeys(Side, unhurried))
            assert_played_out(record)
            runs.add(tuple(bot.processes()))
    finally:
        bot.close()
    assert len(runs) == 1


@pytest.mark.parametrize("side", Side, ids="as {}".format)
def test_a_client_that_thinks_until_it_is_stopped(sample: Sample, side: Side) -> None:
    """Each move is its last one before the time of its turn is over."""
    bot = ProgramPlayer("bot", sample("kgp/client.py", "thinks-on"))
    record = play(bot, side, Side.SOUTH, TimeControl(per_turn=0.2, margin=60.0, start_limit=30.0))
    assert_played_out(record)


def test_a_clock_for_the_game_is_shared_out(sample: Sample) -> None:
    bot = ProgramPlayer("bot", sample("kgp/client.py", "thinks-on"))
    clock = TimeControl(per_turn=None, per_game=4.0, margin=60.0, start_limit=30.0)
    assert_played_out(play(bot, Side.SOUTH, Side.SOUTH, clock))


def test_a_client_that_is_slow_and_takes_all_the_time_it_is_given(sample: Sample) -> None:
    """It prefers extra moves: every move of a long turn still has the time to be named."""
    bot = ProgramPlayer("bot", sample("kgp/slow.py", "0.1"))
    start = KALAH.parse_position("1,1,4,2,0,1,4,1,0,0,0,0,0,22 S")
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("opponent")}
    times = dict.fromkeys(Side, TimeControl(per_turn=6.0, margin=0.05, start_limit=30.0))
    try:
        record = play_game(players, start, times)
    finally:
        bot.close()
    assert_played_out(record)
    assert {ply.side for ply in record.plies[:8]} == {Side.SOUTH}


BAD = [
    # program, limits, kind, sentence
    (
        "kgp/bad.py never-connects",
        TimeControl(start_limit=0.3),
        Termination.DID_NOT_START,
        r"was not ready within 0\.3 s; it never connected to the port of KGP_PORT",
    ),
    (
        "kgp/bad.py leaves",
        None,
        Termination.DID_NOT_START,
        r"left with exit code 3; it never connected to the port of KGP_PORT;"
        r" its error output ends 'I know no server', before it was ready",
    ),
    (
        "kgp/bad.py says-nothing",
        TimeControl(start_limit=1.0),
        Termination.DID_NOT_START,
        r"was not ready within 1 s; it (said nothing|never connected to the port of KGP_PORT)",
    ),
    (
        "kgp/bad.py no-freeplay",
        TimeControl(start_limit=1.0),
        Termination.DID_NOT_START,
        r"was not ready within 1 s; it .*",
    ),
    (
        "kgp/bad.py hangs-up",
        None,
        Termination.CRASHED,
        r"closed its connection; it last said '1 mode freeplay'",
    ),
    (
        "kgp/bad.py no-move",
        SHORT,
        Termination.TIMED_OUT,
        rf"did not move within 0\.3 s; it last said '1 mode freeplay'; {SPARED}",
    ),
    ("kgp/bad.py yields", None, Termination.UNREADABLE, rf"yielded without a move; {SPARED}"),
    (
        "kgp/bad.py floods",
        None,
        Termination.TOO_MUCH_OUTPUT,
        r"wrote more than 1048576 bytes and no answer",
    ),
    (
        "kgp/bad.py floods-line",
        None,
        Termination.TOO_MUCH_OUTPUT,
        r"wrote more than 16384 bytes without a newline",
    ),
    (
        "kgp/bad.py illegal",
        None,
        Termination.ILLEGAL_MOVE,
        r"played \d+, but pit \d+ is empty; the position was .*",
    ),
    (
        "kgp/bad.py no-pit",
        None,
        Termination.UNREADABLE,
        r"moved '7'; a move is one of 1, 2, 3, 4, 5, 6",
    ),
    (
        "kgp/bad.py unreferenced",
        SHORT,
        Termination.TIMED_OUT,
        rf"did not move within 0\.3 s; it last said '3 move 1'; {SPARED}",
    ),
    (
        "one_shot/bad.py silent",
        SHORT,
        Termination.TIMED_OUT,
        r"did not move within 0\.3 s; it wrote no answer",
    ),
    (
        "one_shot/bad.py leaves",
        None,
        Termination.CRASHED,
        r"left with exit code 0; it wrote no answer",
    ),
    (
        "one_shot/bad.py crashes",
        None,
        Termination.CRASHED,
        r"left with exit code 3; it wrote no answer; its error output ends 'no book'",
    ),
    (
        "one_shot/bad.py floods",
        None,
        Termination.TOO_MUCH_OUTPUT,
        r"wrote more than 1048576 bytes for one move",
    ),
    (
        "one_shot/bad.py illegal",
        None,
        Termination.ILLEGAL_MOVE,
        r"played \d+, but pit \d+ is empty; the position was .*",
    ),
    (
        "one_shot/bad.py nonsense",
        None,
        Termination.UNREADABLE,
        r"answered 'resign'; an answer is one of .*",
    ),
]


@pytest.mark.parametrize("side", [Side.NORTH, *at_night(Side.SOUTH)], ids="as {}".format)
@pytest.mark.parametrize(("program", "times", "kind", "sentence"), BAD, ids=[row[0] for row in BAD])
def test_a_fault(
    sample: Sample,
    unhurried: TimeControl,
    program: str,
    times: TimeControl | None,
    kind: Termination,
    sentence: str,
    side: Side,
) -> None:
    settings = sample(*program.split())
    if isinstance(settings.protocol, KgpProtocol):
        settings = replace(settings, protocol=KgpProtocol(silent="forfeit"))
    bot = ProgramPlayer("bot", settings)
    record = play(bot, side, Side.SOUTH, times or unhurried)
    assert record.ending.termination is kind, record.ending.reason
    assert re.fullmatch(sentence, essence(record))
    assert record.ending.result is Result.won_by(side.other)


@pytest.mark.parametrize(
    "program", ["kgp/bad.py twice", "kgp/bad.py stale", "kgp/bad.py rude", "one_shot/bad.py chatty"]
)
def test_one_that_only_looks_bad(sample: Sample, unhurried: TimeControl, program: str) -> None:
    bot = ProgramPlayer("bot", sample(*program.split()))
    assert_played_out(play(bot, Side.NORTH, Side.SOUTH, unhurried))


def test_the_last_move_of_a_process_counts_when_its_time_is_over(sample: Sample) -> None:
    bot = ProgramPlayer("bot", sample("one_shot/bad.py", "thinks-on"))
    start = OWARI.start()
    try:
        bot.start(start, Side.SOUTH, TimeControl())
        choice = bot.choose(start, Clock(1.0, margin=60.0))
        assert choice.move.cell == 5
        bot.observe(Side.SOUTH, choice.move, start.play(choice.move))
        assert bot.processes() == []
    finally:
        bot.close()


def test_a_process_that_is_late_by_less_than_the_margin(tmp_path: Path) -> None:
    """It has nothing to say before its time is over, and is not cut off before the margin is."""
    script = "import time; time.sleep(0.25); print(3)"
    settings = ProgramSettings(
        (sys.executable, "-S", "-c", script), tmp_path, protocol=OneShotProtocol()
    )
    bot = ProgramPlayer("bot", settings)
    bot.start(OWARI.start(), Side.SOUTH, TimeControl())
    assert bot.choose(OWARI.start(), Clock(0.2, margin=60.0)).move.cell == 3


def test_a_process_need_not_read(sample: Sample, unhurried: TimeControl) -> None:
    bot = ProgramPlayer("bot", sample("one_shot/bad.py", "deaf", "2"))
    start = OWARI.start()
    bot.start(start, Side.SOUTH, unhurried)
    assert bot.choose(start, Clock(30.0)).move.cell == 2


def test_a_process_that_is_not_there(tmp_path: Path) -> None:
    settings = ProgramSettings((str(tmp_path / "gone"),), tmp_path, protocol=OneShotProtocol())
    bot = ProgramPlayer("bot", settings)
    bot.start(OWARI.start(), Side.SOUTH, TimeControl())
    with pytest.raises(Fault) as caught:
        bot.choose(OWARI.start(), Clock(5.0))
    assert caught.value.kind is Termination.DID_NOT_START


@pytest.mark.parametrize(("habit", "what"), [("no-move", "named no"), ("yields", "yielded")])
def test_a_silent_client_has_random_moves_played_for_it(
    sample: Sample, habit: str, what: str
) -> None:
    in_time = 30.0 if habit == "yields" else 0.03
    times = TimeControl(per_turn=in_time, margin=60.0, start_limit=30.0)
    moves = set()
    for seed in (1, 1, 2):
        bot = ProgramPlayer("bot", sample("kgp/bad.py", habit))
        bot.seed = seed
        record = play(bot, Side.NORTH, Side.SOUTH, times)
        assert_played_out(record)
        own = [ply for ply in record.plies if ply.side is Side.NORTH]
        assert all(ply.comment.startswith(what) for ply in own)
        moves.add(tuple(ply.move for ply in own))
    assert len(moves) == 2, "the same seed, the same game"


THINKING_APART = [
    "kgp/children.py processes",
    "kgp/children.py processes thinks-on",
    "kgp/children.py forks",
    "kgp/children.py threads",
    "kgp/children.py asyncio",
]


@pytest.mark.parametrize(
    "program", [*THINKING_APART[1:3], *at_night(*THINKING_APART[:1], *THINKING_APART[3:])]
)
@pytest.mark.parametrize("side", Side, ids="as {}".format)
def test_a_client_that_ends_its_thinking_at_stop(sample: Sample, program: str, side: Side) -> None:
    """What thinks must not be paused in the midst of its answer and ended afterwards: it would
    leave its queue locked."""
    thinks_on = program.endswith("thinks-on")
    settings = replace(sample(*program.split()), protocol=KgpProtocol(silent="forfeit"))
    times = TimeControl(per_turn=0.3 if thinks_on else 5.0, margin=15.0, start_limit=30.0)
    bot = ProgramPlayer("bot", settings)
    assert_played_out(play(bot, side, Side.SOUTH, times, opponent=FirstPlayer("other")))


def test_nobody_else_gets_in(tmp_path: Path) -> None:
    """Somebody else's connection is closed; that of the program's grandchild is its own."""
    client = """
import os, socket, subprocess, sys, time
from itertools import pairwise
from pathlib import Path
if len(sys.argv) == 1:
    Path("port").write_text(os.environ["KGP_PORT"])
    while not Path("go").exists():
        time.sleep(0.005)
    subprocess.run([sys.executable, "client.py", "child"])
else:
    mine = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))
    mine.sendall(b"hi")
    time.sleep(10)
"""
    (tmp_path / "client.py").write_text(client)
    settings = ProgramSettings(
        (sys.executable, "client.py"),
        tmp_path,
        protocol=LineProtocol(),
        sandbox=Sandbox(level="none"),  # else it has a network of its own, where nobody else is
    )
    transport = SocketTransport(settings, host="KGP_HOST", port="KGP_PORT")
    deadline = perf_counter() + 30

    def stranger() -> None:
        while not (port := tmp_path / "port").exists() or not port.read_text():
            pass
        with socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=5) as mine:
            mine.sendall(b"stranger")
            try:
                refused.append(mine.recv(10) == b"")
            except TimeoutError:
                refused.append(False)
            except ConnectionError:
                refused.append(True)
        (tmp_path / "go").touch()

    refused: list[bool] = []
    thread = Thread(target=stranger)
    thread.start()
    try:
        assert transport.receive(deadline) == b"hi"
        assert refused == [True]
        assert transport.receive(perf_counter() + 0.01) is Silence.TIME
    finally:
        thread.join()
        transport.close()
    assert not Path(f"/proc/{transport.process.pid}/exe").exists()


def test_half_a_line_is_not_lost_when_nothing_was_asked(tmp_path: Path) -> None:
    client = """
import os, socket, time
mine = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))
mine.sendall(b"hello")
mine.recv(10)
mine.sendall(b"half a line")
open("sent", "w").close()
time.sleep(10)
"""
    (tmp_path / "client.py").write_text(client)
    settings = ProgramSettings((sys.executable, "client.py"), tmp_path, protocol=LineProtocol())
    transport = SocketTransport(settings, host="KGP_HOST", port="KGP_PORT")
    deadline = perf_counter() + 30
    try:
        assert transport.receive(deadline) == b"hello"
        transport.send(b"go on")
        while not (tmp_path / "sent").exists() and perf_counter() < deadline:
            pass
        assert transport.drain() == b""
        assert transport.receive(deadline) == b"half a line"
    finally:
        transport.close()
