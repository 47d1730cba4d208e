"""A script plays the games of a tournament that are due, and may end them early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from owari.results.game_log import Incident
from owari.results.store import Store
from owari.tournament.file.reader import load
from owari.tournament.formats.schedule import ScheduledGame
from owari.tournament.resumption import begin
from owari.tournament.run.runner import Finished
from owari.tournament.tournament_games import play_due_games

THREE_BOTS = """\
concurrency: 1
bots:
  - {name: Ann, engine: first}
  - {name: Ben, engine: greedy}
  - {name: Cid, by-hand: true}
"""


class Witness:
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.ended_games: list[int] = []
        self.warnings: list[str] = []

    def begins(self, played: int, scheduled: int) -> None:
        self.begun.append((played, scheduled))

    @contextmanager
    def playing(self, games: Sequence[ScheduledGame]) -> Iterator[None]:
        self.warnings += [
            f"{game.number} by hand" for game in games if "Cid" in (game.south, game.north)
        ]
        yield

    def ended(self, games: Sequence[Finished]) -> None:
        self.ended_games += [game.spec.number for game in games]

    def broke_off(self, incident: Incident) -> None:
        self.warnings.append(str(incident))

    def log_lost(self, what: str) -> None:
        self.warnings.append(what)

    def warn(self, sentence: str) -> None:
        self.warnings.append(sentence)


class AfterOneGame:
    """Ends a tournament early."""

    is_over = False

    def __init__(self, *, counts: bool) -> None:
        self.counts = counts

    def is_due(self, number: int) -> bool:
        return True

    def admits(self) -> bool:
        self.is_over = True
        return self.counts

    def count(self, number: int) -> None:
        self.counted = number


def played(folder: Path, ending: AfterOneGame | None = None) -> tuple[Witness, set[int]]:
    """What a run shows, and the numbers of the games that are stored after it."""
    file = folder / "bots.yaml"
    file.write_text(THREE_BOTS)
    tournament, witness = load(file), Witness()
    with Store.open_or_create(folder / "bots.db") as store:
        begin(store, tournament)
        assert play_due_games(tournament, None, store, witness, ending) == []
        return witness, store.numbers()


def test_the_games_of_bots_that_can_play_here_are_played_once(tmp_path: Path) -> None:
    witness, stored = played(tmp_path)
    assert witness.begun == [(0, 6)]
    assert sorted(witness.ended_games) == sorted(stored)
    assert len(stored) == 2
    witness, again = played(tmp_path)
    assert (witness.begun, witness.ended_games, again) == ([(2, 6)], [], stored)
    assert witness.warnings == []


def test_an_ending_leaves_games_to_the_next_run(tmp_path: Path) -> None:
    ending = AfterOneGame(counts=True)
    _, stored = played(tmp_path, ending)
    assert stored == {ending.counted}
    assert len(played(tmp_path)[1]) == 2


def test_a_game_that_an_ending_does_not_admit_is_not_stored(tmp_path: Path) -> None:
    assert played(tmp_path, AfterOneGame(counts=False))[1] == set()
