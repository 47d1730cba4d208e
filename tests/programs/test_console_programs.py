"""The console programs at real terminals: whole games, in both orders and as both sides."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from time import perf_counter

import pytest

from owari.games.catalog import find_game
from owari.games.game import Side
from owari.games.mancala import OWARI, SowingRules
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import Player, TimeControl
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.processes.process_states import can_see
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import Silence
from owari.programs.transports.transports import Cursor, TerminalTransport
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import play_game
from tests.support.nightly import SEATS, at_night
from tests.support.sample_programs import Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

REMARK = "its board differs from the referee's"


def play(
    south: Player,
    north: Player,
    times: TimeControl,
    *,
    first: Side = Side.SOUTH,
    rules: SowingRules = OWARI,
) -> GameRecord:
    players = {Side.SOUTH: south, Side.NORTH: north}
    try:
        return play_game(players, rules.start(first), dict.fromkeys(Side, times))
    finally:
        south.close()
        north.close()


def against_random(
    settings: ProgramSettings,
    side: Side,
    first: Side,
    times: TimeControl,
    *,
    seed: int = 7,
    rules: SowingRules = OWARI,
) -> GameRecord:
    program, random = ProgramPlayer("program", settings), RandomPlayer("random", seed=seed)
    south, north = (program, random) if side is Side.SOUTH else (random, program)
    return play(south, north, times, first=first, rules=rules)


def assert_played_out(record: GameRecord) -> None:
    """A normal end with the score that the moves lead to, and nothing to remark."""
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    assert record.ending.score == record.final.outcome()
    assert record.ending.result is Result.won_by(record.ending.score.winner)
    assert not any(ply.comment for ply in record.plies)


@pytest.mark.parametrize("draws", [(), ("quiet",)], ids=["draws", "quiet"])
@pytest.mark.parametrize(("seat", "first"), SEATS)
@pytest.mark.parametrize("size", ["3x2", *at_night("1x3", "6x4")])
def test_one_with_extra_turns_that_numbers_as_it_draws(
    sample: Sample,
    unhurried: TimeControl,
    size: str,
    seat: Side,
    first: Side,
    draws: tuple[str, ...],
) -> None:
    settings = sample("console/kalah.py", *size.split("x"), *draws)
    if seat is Side.NORTH:
        above = {"side": "north", "start_first": ("a", "y"), "start_second": ("a", "n")}
        assert isinstance(settings.protocol, ConsoleProtocol)
        settings = replace(settings, protocol=replace(settings.protocol, **above))
    rules = find_game(f"kalah:{size}")
    record = against_random(settings, Side.SOUTH, first, unhurried, rules=rules)
    assert_played_out(record)
    if size == "6x4":
        turns = [len(list(turn)) for _, turn in groupby(record.plies, lambda ply: ply.side)]
        assert max(turns[::2]) > 1
        assert max(turns[1::2]) > 1


def test_what_a_program_finds_at_its_terminal(tmp_path: Path) -> None:
    """A wide screen that colours nothing, and does not show what is typed."""
    program = """
import os, sys
print(os.isatty(0), os.isatty(1), os.isatty(2), os.get_terminal_size(), os.environ["TERM"])
print("typed", input("? ")[::-1], file=sys.stderr)
"""
    settings = ProgramSettings((sys.executable, "-c", program), tmp_path, protocol=LineProtocol())
    terminal = TerminalTransport(settings, quiet=5.0)
    deadline = perf_counter() + 30.0

    def until_silent() -> tuple[str, Silence]:
        said = b""
        while isinstance(heard := terminal.receive(deadline), bytes):
            said += heard
        return said.decode(), heard

    try:
        size = "os.terminal_size(columns=400, lines=50)"
        waits = Silence.WAITING if can_see() else Silence.QUIET
        assert until_silent() == (f"True True True {size} dumb\n? ", waits)
        terminal.send(b"abc\n")
        assert until_silent() == ("typed cba\n", Silence.CLOSED)
    finally:
        terminal.close()
        terminal.close()


KEYS = "import os, sys, termios, tty; before = termios.tcgetattr(0)\n"
AFTER = "print('? ', end='', flush=True)\nprint(os.read(0, 9), flush=True)\n"


@pytest.mark.parametrize(
    ("reads", "heard"),
    [
        ("", b"3\n"),
        ("tty.setcbreak(0)", b"3"),
        ("tty.setraw(0)", b"3"),
        # editors of lines: readline, Node
        ("before[0] &= ~termios.ICRNL; before[3] &= ~termios.ICANON", b"3\r"),
        ("tty.setraw(0); before = termios.tcgetattr(0); before[1] |= termios.ONLCR", b"3\r"),
    ],
)
def test_single_keys_are_pressed_without_enter(tmp_path: Path, reads: str, heard: bytes) -> None:
    sets = "termios.tcsetattr(0, termios.TCSANOW, before)" * ("before" in reads)
    code = f"{KEYS}{reads}\n{sets}\n{AFTER}"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    terminal = TerminalTransport(settings, quiet=5.0)
    deadline = perf_counter() + 30.0
    try:
        while isinstance(terminal.receive(deadline), bytes):
            pass
        terminal.send(b"3\n")
        said = terminal.receive(deadline)
        assert said == f"{heard!r}\n".encode()
    finally:
        terminal.close()


@pytest.mark.parametrize("shows", ["", "\n    print(line[-1:].decode(), end='', flush=True)"])
def test_a_line_of_keys_gets_its_enter_where_nothing_comes_without(
    tmp_path: Path, shows: str
) -> None:
    """As where Haskell reads a line from a terminal without buffers, or a program shows the keys
    that it reads."""
    reads = f"while not line.endswith(b'\\n'):\n    line += os.read(0, 1){shows}\n"
    code = f"{KEYS}tty.setcbreak(0)\nline = b''\nprint('? ', flush=True)\n{reads}print(line)"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    terminal = TerminalTransport(settings, quiet=5.0)
    deadline = perf_counter() + 30.0
    try:
        while isinstance(terminal.receive(deadline), bytes):
            pass
        terminal.send(b"(2,4)\n")
        said = b""
        while isinstance(heard := terminal.receive(deadline), bytes):
            said += heard
        assert said == b"(2,4)\n" * bool(shows) + b"b'(2,4)\\n'\n"
    finally:
        terminal.close()


@pytest.mark.parametrize(("side", "first"), SEATS)
@pytest.mark.parametrize(
    "name", ["talker.py", "bare.c", "liner.py", "poller.py", "redraws.py", "alternates.py"]
)
def test_a_whole_game(
    sample: Sample, unhurried: TimeControl, name: str, side: Side, first: Side
) -> None:
    assert_played_out(against_random(sample(f"console/{name}"), side, first, unhurried))


def test_staggered_rows_are_enough(sample: Sample, unhurried: TimeControl) -> None:
    settings = sample("console/bare.c", "staggered")
    assert_played_out(against_random(settings, Side.NORTH, Side.SOUTH, unhurried))


@pytest.mark.parametrize(
    ("name", "side", "first"),
    [
        ("sleeper.py", Side.NORTH, Side.SOUTH),
        *at_night(
            ("thinker.cpp", Side.SOUTH, Side.NORTH), ("Stopper.java", Side.NORTH, Side.NORTH)
        ),
    ],
)
def test_a_whole_game_of_one_that_takes_its_time(
    sample: Sample, unhurried: TimeControl, name: str, side: Side, first: Side
) -> None:
    assert_played_out(against_random(sample(f"console/{name}"), side, first, unhurried))


@pytest.mark.parametrize("side", [Side.NORTH, *at_night(Side.SOUTH)], ids="as {}".format)
def test_one_that_leaves_when_the_game_is_decided(
    sample: Sample, unhurried: TimeControl, side: Side
) -> None:
    record = against_random(sample("console/Stopper.java"), side, side.other, unhurried)
    assert record.ending.termination is Termination.STOPPED_EARLY
    assert record.ending.reason == "program stopped when the game was decided"
    assert record.final.outcome() is None
    assert record.ending.score == record.final.settled()
    assert record.ending.result is Result.won_by(side)


def test_one_that_may_not_leave(sample: Sample, unhurried: TimeControl) -> None:
    settings = sample("console/Stopper.java")
    assert isinstance(settings.protocol, ConsoleProtocol)
    settings = replace(settings, protocol=replace(settings.protocol, stops_early=False))
    record = against_random(settings, Side.SOUTH, Side.NORTH, unhurried)
    assert record.ending.termination is Termination.CRASHED
    assert record.ending.result is Result.NORTH
    assert record.ending.reason.startswith("program left with exit code 0; it last said ")
    assert record.ending.reason.endswith("SOUTH wins'")


@pytest.mark.parametrize("side", Side, ids="as {}".format)
def test_one_whose_board_goes_wrong(sample: Sample, unhurried: TimeControl, side: Side) -> None:
    """It ends with the first board that is wrong; the sentence says which pit, and why."""
    record = against_random(sample("console/miscounts.py"), side, side.other, unhurried)
    assert record.ending.termination is Termination.BOARD_DIFFERS
    assert record.ending.result is Result.won_by(side.other)
    here = r"" if side is Side.SOUTH else r" \(\d+ on the referee's board\)"
    assert re.fullmatch(
        rf"program shows \d+ in pit \d+{here} after its move \d+, where the rules give \d+"
        r"(; \d+ more differs?)?; it seems to sow the other side's goal",
        record.ending.reason,
    )
    assert not any(ply.comment for ply in record.plies)


@pytest.mark.parametrize("side", Side, ids="as {}".format)
@pytest.mark.parametrize(
    ("plays", "game", "rule"),
    [
        (
            "kalah-empty",
            "kalah",
            "take the capturing stone even where the pit opposite is empty, as in kalah-empty",
        ),
        ("owari", "kalah:6x3", "give no extra turn, as in owari"),
    ],
)
def test_one_that_plays_a_sister_game(
    sample: Sample, unhurried: TimeControl, side: Side, plays: str, game: str, rule: str
) -> None:
    settings = sample("console/pit_ways.py", "numbers", plays)
    rules = find_game(game)
    assert isinstance(rules, SowingRules)
    record = against_random(settings, side, side.other, unhurried, rules=rules)
    assert record.ending.termination.is_fault
    assert f"it seems to {rule}, which fits all that it has drawn" in record.ending.reason


@pytest.mark.parametrize("side", Side, ids="as {}".format)
def test_one_whose_wrong_board_is_only_remarked(
    sample: Sample, unhurried: TimeControl, side: Side
) -> None:
    """The remark comes with the first wrong board; here the program ends its own game early."""
    settings = sample("console/miscounts.py")
    assert isinstance(settings.protocol, ConsoleProtocol)
    settings = replace(settings, protocol=replace(settings.protocol, board="remark"))
    record = against_random(settings, side, side.other, unhurried)
    remarks = [ply.comment for ply in record.plies if ply.side is side]
    wrong = next(index for index, remark in enumerate(remarks) if remark)
    assert all(remark.startswith(f"{REMARK}: it shows ") for remark in remarks[wrong:])
    assert record.ending.termination is Termination.CRASHED
    assert record.ending.result is Result.won_by(side.other)
    assert "it last said" in record.ending.reason


@pytest.mark.parametrize("first", Side, ids="{} first".format)
def test_two_that_both_insist_on_being_south(
    sample: Sample, unhurried: TimeControl, first: Side
) -> None:
    south, north = (
        ProgramPlayer(name, sample(f"console/{name}")) for name in ("talker.py", "bare.c")
    )
    record = play(south, north, unhurried, first=first)
    assert_played_out(record)
    assert [ply.side for ply in record.plies[:2]] == [first, first.other]


def test_one_that_is_south_against_one_that_is_whoever_begins(
    sample: Sample, unhurried: TimeControl
) -> None:
    south, north = (
        ProgramPlayer(name, sample(f"console/{name}")) for name in ("alternates.py", "liner.py")
    )
    assert_played_out(play(south, north, unhurried, first=Side.NORTH))


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ("ab\x1b[6n", "\x1b[1;3R"),
        ("One\nTwo: \x1b[6n", "\x1b[2;6R"),
        ("Wer fängt an? \x1b[6n", "\x1b[1;15R"),
        ("\x1b[5;7H\x1b[31m\x1b[6n", "\x1b[5;7R"),
        ("\x1b[2J\x1b[Hone\rtwo!\x1b[6n", "\x1b[1;5R"),
        ("\x1b[999;999H\x1b[6n", "\x1b[50;400R"),
        ("a\x1b[6nb\x1b[6n", "\x1b[1;2R\x1b[1;3R"),
        ("\x1b[c\x1b[5n", ""),
    ],
)
def test_where_the_cursor_is(output: str, answer: str) -> None:
    assert Cursor(50, 400).answers(output.encode()).decode() == answer
