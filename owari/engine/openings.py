"""Suites of openings: random ones, balanced ones, and those of a list.

A suite is the same on every machine: chance comes from its seed alone, and plies, stones and depths
bound the work, never a time. It grows as far as it is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random

from owari.engine.families import ENGINES, EngineFamily, margin_at_once, solve
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.game import Game, Kind, Move, Opening, Position

_TRIES = 100
"""Random games that are drawn for one opening before all are gone through."""
MOST_VISITED = 200_000
"""Positions that are gone through for all openings."""
CANDIDATES = 48
"""Random openings of which a balanced one is the best, where none of them has the margin 0."""


class Suite(ABC):
    """Openings by their index, from 0; the same index is always the same opening."""

    def __init__(self) -> None:
        self._openings: list[Opening] = []
        self._is_complete = False

    def __getitem__(self, index: int) -> Opening:
        """The opening of that index; with fewer openings they follow again in their order. Raises
        BadInput if there is none at all."""
        self._grow(index + 1)
        return self._openings[index % len(self._openings)]

    def reused(self, pairs: int) -> int | None:
        """How many openings there are, if they are fewer than the pairs of a match."""
        self._grow(pairs)
        return len(self._openings) if len(self._openings) < pairs else None

    def _grow(self, number: int) -> None:
        while len(self._openings) < number and not self._is_complete:
            opening = self._next()
            if opening is not None:
                self._openings.append(opening)
            elif self._openings:
                self._is_complete = True
            else:
                raise BadInput(self._none())

    @abstractmethod
    def _next(self) -> Opening | None:
        """One more opening; None if there is none."""

    @abstractmethod
    def _none(self) -> str:
        """The sentence for a suite without openings."""


class ListedOpenings(Suite):
    """The openings of a list, in its order."""

    def __init__(self, openings: Sequence[Opening]) -> None:
        super().__init__()
        self._openings += openings
        self._is_complete = True

    def _next(self) -> Opening | None:
        return None

    def _none(self) -> str:
        return "the list has no opening"


class RandomOpenings(Suite):
    """Positions after random legal plies in which the game goes on, each once. A position whose
    exact margin is known and larger than `margin` is no opening. Without a `margin` all are."""

    def __init__(self, game: Game, plies: int, seed: int, margin: int | None = None) -> None:
        super().__init__()
        self._game = game
        self._plies = plies
        self._seed = seed
        self._margin = margin
        self._drawn: set[Position] = set()
        self._rest: Iterator[Opening] | None = None

    def _next(self) -> Opening | None:
        if self._rest is None:
            random = Random(f"{self._seed} {len(self._openings)}")
            for _ in range(_TRIES):
                opening = _random_opening(self._game, self._plies, random)
                if opening and self._is_new(opening):
                    return opening
            self._rest = _every_opening(self._game, self._plies)
        return next(filter(self._is_new, self._rest), None)

    def _is_new(self, opening: Opening) -> bool:
        """Whether it has not been drawn yet and its margin is within the limit."""
        if opening.start in self._drawn:
            return False
        self._drawn.add(opening.start)
        margin = None if self._margin is None else known_margin(opening.start)
        return margin is None or self._margin is None or abs(margin) <= self._margin

    def _none(self) -> str:
        plies = _in_plies(self._plies)
        if self._margin is None:
            return f"no game of {self._game.name} was found that goes on after {plies}: take fewer"
        return (
            f"no opening of {self._game.name} was found after {plies} with a margin of at most"
            f" {self._margin}: take fewer plies or a larger margin"
        )


class BalancedOpenings(Suite):
    """Random openings whose margin is 0, or nearest to it among CANDIDATES.

    The margin is exact where it is known, or where the estimate is 0 and the kernel proves it in a
    moment. Elsewhere it is the estimate of a search to a fixed depth.
    """

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        super().__init__()
        self._family = ENGINES[game]
        if self._family.missing:
            raise BadInput(
                "balanced openings need the kernel, which was not compiled: use random openings"
            )
        self._candidates = RandomOpenings(game, plies, seed)
        self._depth = self._family.lookahead
        if self._family.refusal(game):
            self._depth = EngineFamily.lookahead
        self._thinker = Thinker(game, self._family.estimate)
        self._places = count()
        self._kept: list[tuple[int, int, Opening]] = []
        """The others by their distance from 0 and their place, the nearest first."""

    def _next(self) -> Opening | None:
        for _ in range(CANDIDATES):
            place = next(self._places)
            if self._candidates.reused(place + 1) is not None:
                break
            opening = self._candidates[place]
            distance = self._distance(opening.start)
            if distance == 0:
                return opening
            heappush(self._kept, (distance, place, opening))
        return heappop(self._kept)[2] if self._kept else None

    def _distance(self, position: Position) -> int:
        """How far from 0 the margin is, exact or estimated."""
        margin = known_margin(position)
        if margin is not None:
            return abs(margin)
        found = self._thinker.think(position, depth=self._depth).value
        margin = round(found.number)
        if found.kind is not Kind.EXACT and margin == 0 and self._proves_soon(position):
            margin = solve(position, aim=Aim.MARGIN).lower
        return abs(margin)

    def _proves_soon(self, position: Position) -> bool:
        return self._family.proves_soon(position) and not self._family.refusal(position.rules)

    def _none(self) -> str:
        return self._candidates._none()


def default_margin(game: Game) -> int | None:
    """A quarter of all stones or discs; None where their number has no limit."""
    return None if game.most_pieces is None else game.most_pieces // 4


def known_margin(position: Position) -> int | None:
    """The exact final margin for the side to move where it takes no time on any machine: of a book,
    or of a game that is nearly over. None elsewhere."""
    family = ENGINES[position.rules]
    if known := family.by_book(position) or family.by_openings(position):
        return known[1]
    return margin_at_once(position)


def _random_opening(game: Game, plies: int, random: Random) -> Opening | None:
    """The opening of so many random plies; None if the game is over before or then."""
    position = game.start()
    moves = []
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:
            return None
        # The numbers of random() are the only ones that all versions of Python agree on.
        move = legal[int(random.random() * len(legal))]
        moves.append(move)
        position = position.play(move)
    return Opening(position, tuple(moves)) if position.legal_moves() else None


def _every_opening(game: Game, plies: int) -> Iterator[Opening]:
    """All openings of so many plies in the order of their moves, as far as MOST_VISITED reaches."""
    visited: set[tuple[int, Position]] = set()
    waiting: list[tuple[Position, tuple[Move, ...]]] = [(game.start(), ())]
    while waiting and len(visited) < MOST_VISITED:
        position, moves = waiting.pop()
        if len(moves) == plies:
            if position.legal_moves():
                yield Opening(position, moves)
            continue
        for move in reversed(position.legal_moves()):
            after = position.play(move)
            if (key := (len(moves) + 1, after)) not in visited:
                visited.add(key)
                waiting.append((after, (*moves, move)))


def _in_plies(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"
