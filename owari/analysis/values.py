"""The value of each legal move of a position: proved where time allows, else estimated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from time import perf_counter
from typing import NamedTuple

from owari.engine.evaluation import Evaluation
from owari.engine.families import ENGINES, solve
from owari.engine.solution import MoveBounds
from owari.engine.thinker import Thinker
from owari.games.game import Kind, Move, Position, Value

_PROVING = 0.6
"""The part of the time for proofs; estimates have the rest."""
_DEEPEST = 99


class Certainty(Enum):
    """How certain a number is."""

    EXACT = "exact"
    AT_MOST = "at most"
    """An upper bound is proved."""
    AT_LEAST = "at least"
    """A lower bound is proved."""
    ESTIMATED = "estimated"


class Stated(NamedTuple):
    """A number, and how certain it is."""

    number: int
    certainty: Certainty


class Worth(NamedTuple):
    """A number of stones within proved bounds."""

    lower: int
    upper: int
    guess: int
    """The estimate, which is within the bounds."""

    @classmethod
    def proved(cls, number: int) -> Worth:
        """A number that is known exactly."""
        return cls(number, number, number)

    @property
    def exact(self) -> bool:
        """Whether the number is proved."""
        return self.lower == self.upper

    def opposite(self) -> Worth:
        """The same margin from the other side."""
        return Worth(-self.upper, -self.lower, -self.guess)

    def within(self, lower: int, upper: int) -> Worth:
        """The same number within these bounds too."""
        lower, upper = max(self.lower, lower), min(self.upper, upper)
        return Worth(lower, upper, min(max(self.guess, lower), upper))

    def guessed(self, guess: int) -> Worth:
        """The same number with another estimate, cut to the bounds."""
        return self._replace(guess=min(max(guess, self.lower), self.upper))

    def stated(self) -> Stated:
        """The number, or its estimate."""
        return Stated(self.guess, Certainty.EXACT if self.exact else Certainty.ESTIMATED)


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The final margins of all legal moves of a position, for the side to move."""

    moves: Mapping[Move, Worth]
    """In rising order; at least one."""
    at_least: int | None = None
    """A proved lower bound of the best margin, whichever move reaches it, if one was given. The
    highest guess is no lower."""

    @property
    def worth(self) -> Worth:
        """The margin of the position: that of its best move."""
        worths = self.moves.values()
        return Worth(
            max([*(worth.lower for worth in worths), *self._floor]),
            max(worth.upper for worth in worths),
            max(worth.guess for worth in worths),
        )

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves. If the margin of the position is proved, only proved ones where there
        are any."""
        whole = self.worth
        moves = [move for move, worth in self.moves.items() if worth.guess == whole.guess]
        proved = [move for move in moves if self.moves[move].exact] if whole.exact else []
        return tuple(proved or moves)

    @property
    def best_is_guessed(self) -> bool:
        """Whether the margin of the position is proved, but not that the best moves reach it."""
        return self.worth.exact and not self.moves[self.best[0]].exact

    @property
    def best_is_proved(self) -> bool:
        """Whether it is proved of the best moves that none is better."""
        return all(
            self.moves[best].lower >= other.upper
            for best in self.best
            for move, other in self.moves.items()
            if move != best
        )

    def lost(self, move: Move) -> Worth:
        """The stones by which the move is worse than the best move."""
        worth = self.moves[move]
        others = [other for played, other in self.moves.items() if played != move]
        return Worth(
            max(
                [0, *(lower - worth.upper for lower in (*self._floor, *(o.lower for o in others)))]
            ),
            max([0, *(other.upper - worth.lower for other in others)]),
            max([0, *(other.guess - worth.guess for other in others)]),
        )

    def within(self, lower: int, upper: int) -> MoveValues:
        """The same values where the margin of the position is proved to be within these bounds.

        No move is worth more than `upper`. One move is worth `lower` or more: the only one that
        can be, else the moves with the highest guess are guessed to be.
        """
        moves = {move: worth.within(worth.lower, upper) for move, worth in self.moves.items()}
        floor = max([lower, *self._floor])
        able = [move for move, worth in moves.items() if worth.upper >= floor]
        if len(able) == 1:
            moves[able[0]] = moves[able[0]].within(floor, upper)
        elif able:
            guess = max(moves[move].guess for move in able)
            for move in able:
                if moves[move].guess == guess < floor:
                    moves[move] = moves[move].guessed(floor)
        return MoveValues(moves, floor)

    def followed(self, move: Move, guess: int) -> MoveValues:
        """The same values where the position behind the move is guessed to be worth this.

        Two searches have looked at the move then: one beside the other moves, one behind it. It is
        guessed to be worse than another move only where both find it worse.
        """
        worth = self.moves[move]
        if any(worth.guess < other.guess for other in self.moves.values()):
            return replace(self, moves={**self.moves, move: worth.guessed(guess)})
        played = worth.guessed(max(guess, self.worth.lower))
        return replace(self, moves=self._at_most(played.guess) | {move: played})

    def guessed(self, guess: int) -> MoveValues:
        """The same values where the position is guessed to be worth this, within its bounds: by
        the moves with the highest guess of those that can be."""
        moves = self._at_most(guess)
        able = {move: worth.guess for move, worth in moves.items() if worth.upper >= guess}
        highest = [move for move in able if able[move] == max(able.values())]
        raised = {move: moves[move].guessed(guess) for move in highest}
        return replace(self, moves=moves | raised)

    def _at_most(self, guess: int) -> dict[Move, Worth]:
        """The moves, none with a higher guess unless that is proved."""
        return {move: worth.guessed(min(worth.guess, guess)) for move, worth in self.moves.items()}

    def narrowed(self, by: MoveValues) -> MoveValues:
        """The same values within the bounds that the others prove of the same moves."""
        moves = {
            move: worth.within(by.moves[move].lower, by.moves[move].upper)
            for move, worth in self.moves.items()
        }
        return replace(self, moves=moves).within(by.worth.lower, by.worth.upper)

    def having(self, move: Move, lower: int, upper: int) -> MoveValues:
        """The same values where the margin of the move is proved to be within these bounds."""
        return replace(self, moves={**self.moves, move: self.moves[move].within(lower, upper)})

    @property
    def _floor(self) -> tuple[int, ...]:
        """`at_least`, where there is one."""
        return () if self.at_least is None else (self.at_least,)

    def stated(self, move: Move) -> Stated:
        """The margin of the move. A move that is proved worse than the best move, but not to the
        stone, has its bound: a proof counts more than an estimate."""
        worth = self.moves[move]
        if not worth.exact and self.lost(move).lower > 0:
            return Stated(worth.upper, Certainty.AT_MOST)
        return worth.stated()

    def stated_best(self, than: Move) -> Stated:
        """The margin of the best move; its bound if that proves the other move worse."""
        whole = self.worth
        if not whole.exact and self.lost(than).lower > 0:
            return Stated(whole.lower, Certainty.AT_LEAST)
        return whole.stated()

    def stated_loss(self, move: Move) -> Stated:
        """The stones by which the move is worse: proved, else estimated."""
        return _stated_difference(self.lost(move))

    def stated_gain(self, move: Move) -> Stated:
        """The stones by which every other move is worse: proved, else estimated; 0 where another
        one is as good, or there is none."""
        worth = self.moves[move]
        others = [other for played, other in self.moves.items() if played != move]
        if not others:
            return Stated(0, Certainty.EXACT)
        return _stated_difference(
            Worth(
                max(0, worth.lower - max(other.upper for other in others)),
                max(0, worth.upper - max(other.lower for other in others)),
                max(0, worth.guess - max(other.guess for other in others)),
            )
        )


def _stated_difference(worth: Worth) -> Stated:
    """The number, or the bound that proves it more than 0."""
    if not worth.exact and worth.lower > 0:
        return Stated(worth.lower, Certainty.AT_LEAST)
    return worth.stated()


def move_values(
    position: Position, *, seconds: float, known: Mapping[Move, Worth] | None = None
) -> MoveValues:
    """The value of each legal move within a time; no bound is wider than in `known`.

    Proofs have their part of the time, a search to the same depth for all other moves has the rest.
    Raises ValueError when the game is over.
    """
    end = perf_counter() + seconds
    bounds = [MoveBounds(move, worth.lower, worth.upper) for move, worth in (known or {}).items()]
    solution = solve(position, seconds=seconds * _PROVING, known=bounds)
    stopped_now = position.settled().margin(position.turn)
    worths = {
        known.move: Worth(known.lower, known.upper, stopped_now).within(known.lower, known.upper)
        for known in solution.moves
    }
    open_moves = [move for move, worth in worths.items() if not worth.exact]
    for move, value in _searched(position, open_moves, end).items():
        lower, upper, _ = worths[move]
        exact = value.kind is Kind.EXACT
        worths[move] = (
            Worth.proved(value.margin)
            if exact
            else Worth(lower, upper, value.margin).within(lower, upper)
        )
    return MoveValues(worths)


def _searched(position: Position, moves: Iterable[Move], deadline: float) -> dict[Move, Value]:
    """The values of the moves for the side to move, by the deepest search that all of them finished
    before the deadline; at least one ply after each move."""
    thinker = Thinker(position.rules, ENGINES[position.rules].estimate)
    known: dict[Move, Value] = {}
    unproved = list(moves)
    for depth in range(1, _DEEPEST + 1):
        found: dict[Move, Value] = {}
        for move in unproved:
            after = position.play(move)
            outcome = after.outcome()
            if outcome is not None:
                known[move] = Value(outcome.margin(position.turn), Kind.EXACT)
                continue
            left = deadline - perf_counter()
            if depth > 1 and left <= 0:
                return known
            seconds = None if depth == 1 else left
            answer = thinker.think(after, depth=depth, seconds=seconds)
            number, kind = answer.value
            value = Value(number if after.turn is position.turn else -number, kind)
            if kind is Kind.EXACT:
                known[move] = value
            elif answer.depth < depth:
                return known
            else:
                found[move] = value
        known |= found
        unproved = list(found)
        if not unproved:
            break
    return known


def engine_values(position: Position, *, depth: int, evaluation: Evaluation) -> dict[Move, Value]:
    """The value of each legal move for the side to move, by a search of `depth` plies."""
    thinker = Thinker(position.rules, evaluation)

    def behind(after: Position) -> Value:
        outcome = after.outcome()
        if outcome is not None:
            return Value(outcome.margin(after.turn), Kind.EXACT)
        if depth == 1:
            return evaluation.told(evaluation.horizon(after), proved=False)
        return thinker.think(after, depth=depth - 1).value

    values: dict[Move, Value] = {}
    for move in position.legal_moves():
        after = position.play(move)
        number, kind = behind(after)
        values[move] = Value(number if after.turn is position.turn else -number, kind)
    return values


def height(value: Value, evaluation: Evaluation) -> float:
    """The rank of a value among other values of the same evaluation, proved or not."""
    if value.kind is Kind.EXACT:
        return evaluation.finished(value.margin)
    return value.number * evaluation.unit
