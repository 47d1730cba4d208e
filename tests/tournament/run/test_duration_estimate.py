"""The durations that a dry run tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from owari.games.catalog import find_game
from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result
from owari.results.game_log import StoredGame
from owari.tournament.file.reader import load
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.run.duration_estimate import (
    SHORT,
    Durations,
    Span,
    durations,
    likely_duration,
    most_turns,
)

BOTS = "bots:\n  - {name: A, engine: first}\n  - {name: B, engine: first%s}\n"


def tournament(folder: Path, keys: str, more: str = "") -> tuple[Tournament, list[ScheduledGame]]:
    """A tournament of two games."""
    (folder / "bots.yaml").write_text(f"concurrency: 1\n{keys}\n{BOTS % more}")
    return load(folder / "bots.yaml"), RoundRobin(2).games(Progress([Entrant("A"), Entrant("B")]))


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("owari", 15, 60), ("kalah:6x4", 10, 40), ("othello:4", 6, 8), ("othello", 30, 33)],
)
def test_turns_of_one_side(name: str, least: int, most: int) -> None:
    assert least <= most_turns(find_game(name)) <= most


def test_the_longest_duration(tmp_path: Path) -> None:
    turns = most_turns(find_game("owari"))
    for keys, more, of_both in (
        ("time-per-turn: 3s", "", 2 * 3 * turns),
        ("time-per-turn: 3s", ", time-per-turn: 1s", (3 + 1) * turns),
        ("time-per-game: 60s", "", 120),
        ("time-per-game: 60s\nincrement: 1s", "", 120 + 2 * turns),
        ("time-per-game: 10m\ntime-per-turn: 100ms", "", 2 * 0.1 * turns),
    ):
        longest, likely = durations(*tournament(tmp_path, keys, more), [])
        assert longest == pytest.approx(2 * of_both)
        assert likely is None
    assert durations(*tournament(tmp_path, "time-per-turn: none"), []) == (None, None)
    endless = "\n  - {name: C, engine: first, time-per-turn: none}"
    several, _ = tournament(tmp_path, "time-per-turn: 3s", "}" + endless[:-1])
    games = RoundRobin(2).games(Progress(list(map(Entrant, "ABC"))))
    assert durations(several, games, []).longest is None


def test_games_at_a_time(tmp_path: Path) -> None:
    (one, games) = tournament(tmp_path, "time-per-game: 30s")
    for concurrency, longest in ((1, 120.0), (2, 60.0), (8, 60.0)):
        several = replace(one, concurrency=concurrency)
        assert durations(several, games, []).longest == longest


def ended(south: str, north: str, south_seconds: float, north_seconds: float) -> StoredGame:
    """A game whose bots thought so long."""
    game = StoredGame(1, south, north, Side.SOUTH, Ending(Result.DRAW, Outcome(18, 18)))
    return game._replace(south_seconds=south_seconds, north_seconds=north_seconds)


def test_the_likely_duration_goes_on_as_so_far(tmp_path: Path) -> None:
    setup, games = tournament(tmp_path, "time-per-turn: 3s")
    untimed = StoredGame(1, "A", "B", Side.SOUTH, Ending(Result.DRAW, Outcome(18, 18)))
    assert durations(setup, games, [untimed] * 9).likely is None
    timed = [ended("A", "B", 2.0, 0.5), ended("B", "A", 0.5, 2.0)]
    assert durations(setup, games[1:], timed) == Durations(
        durations(setup, games[1:], []).longest, Span(2.5, 2.5)
    )


def test_quick_games_that_end_first_say_nothing_of_the_others() -> None:
    bots = [Entrant(name) for name in ("Quick", "Swift", "Slow", "Deep")]
    games = RoundRobin(2).games(Progress(bots))
    quick = [game for game in games if {game.south, game.north} == {"Quick", "Swift"}]
    others = [game for game in games if game not in quick]
    played = [ended(game.south, game.north, 0.2, 0.2) for game in quick]
    assert likely_duration(others, played[:1], 1) is None
    assert likely_duration(others, played, 1) is None  # nobody knows Slow and Deep
    played += [ended("Slow", "Quick", 60, 0.2), ended("Quick", "Slow", 0.2, 70)]
    played += [ended("Deep", "Quick", 200, 0.2), ended("Quick", "Deep", 0.2, 220)]
    left = [game for game in others if "Quick" not in (game.south, game.north)]
    assert likely_duration(left, played, 1) is None  # each has met one opponent alone
    played += [ended("Slow", "Swift", 62, 0.3), ended("Swift", "Deep", 0.2, 190)]
    span = likely_duration(left, played, 1)
    assert span
    assert span.least < 4 * (64 + 203) < span.most
    assert likely_duration(left, [*played, ended("Deep", "Swift", 9000, 0.1)], 1) is None


def test_short_games_are_told_however_they_differ() -> None:
    (game,) = RoundRobin(1).games(Progress([Entrant("A"), Entrant("B")]))
    played = [ended("A", "B", 0.1, 0.1), ended("A", "B", 30, 0.1)]
    span = likely_duration([game], played, 1)
    assert span
    assert span.least == 0 < span.most < SHORT
