"""Our engine as a program of Othello: over every protocol it plays what it plays by itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from owari.games.game import PASS, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloRules
from owari.players.engine_player import EnginePlayer
from owari.players.player import TimeControl
from owari.programs.dialogues.columbia import ColumbiaProtocol
from owari.programs.dialogues.file_framework import FilesProtocol, state_text
from owari.programs.dialogues.gtp import GtpProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.nboard import NboardProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.referee.referee import play_game
from tests.support.command import COMMAND, owari, run
from tests.support.nightly import at_night

DEPTH = 2
TIMES = dict.fromkeys(Side, TimeControl(per_turn=60, start_limit=60))
PROTOCOLS = {
    "line": LineProtocol(),
    "columbia": ColumbiaProtocol(),
    "gtp": GtpProtocol(clock=True),
    "nboard": NboardProtocol(),
    "files": FilesProtocol(),
}


def program(name: str, game: str, folder: Path) -> ProgramPlayer:
    words = ("engine", "--protocol", name, "--depth", str(DEPTH), "--game", game)
    command = (*COMMAND, *words)
    return ProgramPlayer(name, ProgramSettings(command, folder, protocol=PROTOCOLS[name]))


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("gtp", OTHELLO),
        ("files", FREE_OTHELLO.resized(4)),
        *at_night(
            *((name, OTHELLO) for name in ("line", "columbia", "nboard")),
            *((name, OTHELLO.resized(4)) for name in PROTOCOLS),
            *((name, FREE_OTHELLO.resized(4)) for name in ("line", "columbia")),
        ),
    ],
    ids=lambda value: getattr(value, "name", value),
)
@pytest.mark.nightly
def test_against_itself_it_plays_what_it_plays_by_itself(
    name: str, rules: OthelloRules, tmp_path: Path
) -> None:
    start = rules.start(Side.NORTH)
    sides = {side: program(name, rules.name, tmp_path) for side in Side}
    try:
        spoken = play_game(sides, start, TIMES)
    finally:
        for player in sides.values():
            player.close()
    direct = play_game({side: EnginePlayer(depth=DEPTH) for side in Side}, start, TIMES)
    assert spoken.ending == direct.ending, spoken.ending.reason
    assert [ply.move for ply in spoken.plies] == [ply.move for ply in direct.plies]
    if name == "line":
        own = [ply for ply in spoken.plies if ply.move != PASS]
        assert [ply.depth for ply in own] == [ply.depth for ply in direct.plies if ply.depth]


def spoken(*words: str, said: str) -> subprocess.CompletedProcess[str]:
    return owari(Path(), "engine", *words, typed=said)


def test_gtp_at_a_prompt_of_another_system() -> None:
    done = spoken(
        "--protocol", "gtp", "--depth", "2", said="\r\n1 name\r\nfly\r\n2 quit\r\n3 name\r\n"
    )
    assert (done.stdout, done.stderr, done.returncode) == (
        "=1 owari\n\n? unknown command\n\n=2\n\n",
        "",
        0,
    )


def test_the_depth_is_the_manager_s_unless_it_was_said_at_the_start() -> None:
    for words, depth in (((), "3"), (("--depth", "2"), "2")):
        done = spoken("--protocol", "nboard", *words, said="set depth 3\nhint 1\n")
        assert done.stdout.split()[-2:] == [depth, "status"]


def test_files(tmp_path: Path) -> None:
    state, action = tmp_path / "state", tmp_path / "action"
    position = OTHELLO.start().play(OTHELLO.parse_move("f5"))
    state.write_text(state_text(position))
    done = spoken("--protocol", "files", "--depth", "2", str(state), str(action), said="")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    moves = [divmod(move.cell, 8) for move in position.legal_moves()]
    written = [tuple(map(int, line.split())) for line in action.read_text().splitlines()]
    assert len(written) == 2
    assert set(written) <= set(moves)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["files"], "the protocol files needs two files, such as: --protocol files state action"),
        (["files", "state"], "the protocol files needs two files"),
        (["files", "nowhere/state", "action"], "nowhere/state: No such file or directory"),
        (["files", "/dev/null", "/dev/null"], "a state begins with the side to move"),
        (
            ["files", "--game", "kalah", "a", "b"],
            "--game: the file framework is for othello and free-othello",
        ),
        (["files", "--connect", "a:1", "a", "b"], "--connect: the protocol files needs no server"),
        (
            ["gtp", "state", "action"],
            "state: only the protocol files takes STATE and ACTION, not gtp",
        ),
        (["gtp", "--game", "free-othello"], "--game: GTP is for othello in any size"),
        (["nboard", "--game", "owari"], "--game: NBoard is for othello in any size"),
        (["kgp", "--game", "othello"], "--game: KGP is for owari, kalah,"),
        (["mkagent", "--game", "othello"], "--game: MKAgent is for manchester in any size"),
    ],
)
def test_what_cannot_be_started(words: list[str], sentence: str) -> None:
    refused = run("engine", "--protocol", *words)
    assert refused.exit_code == 2
    assert sentence in refused.output
    assert refused.output.count("\n") == 1
