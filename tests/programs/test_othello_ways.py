"""Othello console programs as students write them, as real processes: mirrored boards, squares by
letters, menus, questions in mid-game, a toss for who begins."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from owari.checking.learner import learn
from owari.games.catalog import find_game
from owari.games.game import PASS, Side
from owari.players.builtin_bots import RandomPlayer
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from owari.results.store import Store
from owari.tournament.file.reader import load
from owari.tournament.resumption import begin
from owari.tournament.run.runner import run
from owari.tournament.run.slot import GameSpec
from owari.tournament.tournament_state import scheduled_games
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS, UNHURRIED, WAYS, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

OTHELLO_6 = find_game("othello:6")
FINISHING = [way for way in WAYS if way != "passer"]


@pytest.fixture
def way(sample: Sample) -> Callable[..., ProgramSettings]:
    """The settings of the program that goes about it in this way."""

    def settings(name: str, **changes: object) -> ProgramSettings:
        described = sample("console/othello_ways.py", name, "6")
        return replace(described, protocol=replace(WAYS[name], **changes))

    return settings


def game(settings: ProgramSettings, first: bool, *, seed: int = 7) -> GameRecord:
    program = ProgramPlayer("program", settings)
    players = {Side.SOUTH: program, Side.NORTH: RandomPlayer("random", seed=seed)}
    try:
        start = OTHELLO_6.start(Side.SOUTH if first else Side.NORTH)
        return play_game(players, start, dict.fromkeys(Side, UNHURRIED))
    finally:
        program.close()


def assert_right(record: GameRecord) -> None:
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    assert record.final.outcome() == record.ending.score
    assert not any("differs" in ply.comment for ply in record.plies)


@pytest.mark.parametrize("name", FINISHING)
def test_a_whole_game(way: Any, name: str) -> None:
    """In either order where the evening below does not play it."""
    for first in (True, False) if name in ("marked", "upward", "toss") else (False,):
        assert_right(game(way(name), first))


@pytest.mark.parametrize("name", ["minus", "asking", "menu", "letters"])
def test_passes_of_both_sides(way: Any, name: str) -> None:
    record = game(way(name), first=True, seed=BOTH_PASS)
    assert_right(record)
    passed = {ply.side for ply in record.plies if ply.move == PASS}
    assert passed == set(Side), "the game has too few passes: choose another seed"


BOTH_PASS = 4
"""A random opponent's seed against which both sides have to pass."""


def test_a_mirrored_board_is_seen_where_it_moves_first(way: Any) -> None:
    assert_right(game(way("mirrored", board="auto"), first=True))


def test_a_mirrored_board_that_cannot_be_seen_is_told_of(way: Any) -> None:
    record = game(way("mirrored", board="auto"), first=False)
    assert record.ending.termination is Termination.UNREADABLE
    assert "`board: mirrored`" in record.ending.reason


@pytest.mark.parametrize("first", [True, False])
def test_a_pass_where_it_has_a_move_is_illegal(way: Any, first: bool) -> None:
    record = game(way("passer"), first)
    assert record.ending.termination is Termination.ILLEGAL_MOVE
    assert "played pass, but South has a move and may not pass" in record.ending.reason


@pytest.mark.parametrize(
    "name",
    [
        *("mirrored", "menu", "asking"),
        *at_night("letters", "keyed", "tall", "noisy"),
        *at_night("numbered", "glued", "coloured", "inked", "crossed", "pausing"),
    ],
)
def test_learn_describes_it(way: Any, name: str) -> None:
    settings = way(name)
    learned = learn(settings, lambda step: None, game=OTHELLO_6, per_turn=30.0)
    assert (learned.remarks, learned.missing) == ((), "")
    found, known = learned.protocol, WAYS[name]
    answers = tuple(answer for _, answer in found.answers)
    assert answers == tuple(answer for _, answer in known.answers)
    assert replace(found, answers=()) == replace(known, answers=())


def test_a_toss_for_who_begins_in_owari(sample: Sample) -> None:
    for first in Side:
        program = ProgramPlayer("program", sample("console/asks.py"))
        players = {Side.SOUTH: program, Side.NORTH: RandomPlayer("random", seed=1)}
        try:
            start = find_game("owari").start(first)
            record = play_game(players, start, dict.fromkeys(Side, UNHURRIED))
        finally:
            program.close()
        assert record.ending.termination is Termination.NORMAL, record.ending.reason


def test_one_that_does_not_toss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("owari.programs.program.NEXT_SECOND", 0.0)
    monkeypatch.setattr("owari.programs.program.MOST_TOSSES", 3)
    command = (sys.executable, "-c", "input('Your move: ')")
    settings = ProgramSettings(command, tmp_path, protocol=ConsoleProtocol(start_toss=()))
    ending = game(settings, first=True).ending
    assert ending.termination is Termination.DID_NOT_START
    assert (
        "started 3 times, and no toss was seen to fall as the game needs: it leaves"
        in ending.reason
    )


EVENING = """\
game: othello:6
concurrency: 2
time-per-turn: 30s
start-limit: 30s
bots:
  - {{name: Mirrored, command: {mirrored}, protocol: console, start: {start}, board: mirrored}}
  - name: Lettered
    command: {letters}
    protocol: console
    start: {{first: ["6", B], second: ["6", W]}}
    numbering: letters
  - {{name: Menu, command: {menu}, protocol: console, start: {start}, types: ["{{index}}"]}}
  - name: Asking
    command: {asking}
    protocol: console
    start: {{first: [c], second: [h]}}
    answers: {{'settings\\?': n}}
"""


@pytest.mark.nightly
@pytest.mark.slow
def test_an_evening_plays_to_the_end(tmp_path: Path) -> None:
    program = PROGRAMS / "console/othello_ways.py"
    commands = {name: [sys.executable, str(program), name, "6"] for name in WAYS}
    file = tmp_path / "evening.yaml"
    file.write_text(EVENING.format(start="{first: ['1'], second: ['2']}", **commands))
    tournament = load(file)
    bots = {bot.name: bot for bot in tournament.bots}
    with Store.open_or_create(tmp_path / "results.db") as store:
        begin(store, tournament)
        games = scheduled_games(store)
        about = tournament.about
        specs = [
            GameSpec(one.number, one.round, OTHELLO_6, bots[one.south], bots[one.north], about)
            for one in games
        ]
        records = [played.record for played in run(specs, tournament.concurrency)]
    assert len(records) == 12
    for record in records:
        assert_right(record)
