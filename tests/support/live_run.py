"""A tournament whose games a test plays move by move, as slots and their runner would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from owari.games.catalog import find_game
from owari.records.record import Ending, GameRecord, Ply
from owari.results.game_log import About, StoredBot
from owari.results.store import Store
from owari.results.tournament_values import HAND_MADE
from owari.tournament.run.live_moves import Heading, LivePlace, LiveWriter, live_file

__all__ = ["LiveRun", "live_run", "record"]


def record(south: str, north: str, game: str = "owari", *, choice: int = -1) -> GameRecord:
    """A whole game in which both play the legal move at this place."""
    position = find_game(game).start()
    plies = []
    while position.outcome() is None:
        moves = position.legal_moves()
        plies.append(Ply(position.turn, moves[choice], 0.25))
        position = position.play(moves[choice])
    outcome = position.outcome()
    assert outcome
    start = find_game(game).start()
    ending = Ending.normal(outcome)
    return GameRecord(start.rules, start, south, north, tuple(plies), ending)


class LiveRun:
    """Results that are written, and slots whose games are in play."""

    def __init__(self, store: Store, path: Path) -> None:
        self.store = store
        self._path = path
        self._writers: dict[int, LiveWriter] = {}
        self._games: dict[int, tuple[int, GameRecord, int]] = {}

    def begin(self, number: int, game: GameRecord, slot: int = 0) -> None:
        """A game begins in a slot."""
        if slot not in self._writers:
            writer = LiveWriter.open(LivePlace(self._path, slot))
            assert writer
            self._writers[slot] = writer
        heading = Heading(number, 1, game.game.name, str(game.start), game.south, game.north)
        self._writers[slot].begin(heading)
        self._games[slot] = (number, game, 0)

    def play(self, plies: int = 1, slot: int = 0) -> None:
        """The game of a slot goes on."""
        number, game, made = self._games[slot]
        for ply in game.plies[made : made + plies]:
            self._writers[slot].add(ply, game.start)
        self._games[slot] = (number, game, made + plies)

    def end(self, slot: int = 0) -> None:
        """The game of a slot is stored, and the slot is free."""
        number, game, _ = self._games.pop(slot)
        self.store.add(number, game)
        self._writers[slot].end()

    def break_off(self, slot: int = 0) -> None:
        """The game of a slot ends without a result."""
        self._games.pop(slot)
        self._writers[slot].end()


@contextmanager
def live_run(
    results: Path, bots: Sequence[str], *, slots: int = 2, game: str = "owari", **rules: Any
) -> Iterator[LiveRun]:
    """A tournament between these bots, in which each pair plays two games or what `rules` say."""
    with Store.open_or_create(results) as store:
        store.rules = {**HAND_MADE, "game": game, **rules}
        store.about = About("Evening <i>&</i>")
        for name in bots:
            store.put_bot(StoredBot(name))
        with live_file(results, slots) as path:
            assert path
            run = LiveRun(store, path)
            yield run
            for writer in run._writers.values():
                writer.close()
