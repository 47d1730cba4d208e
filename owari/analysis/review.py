"""Reviews of recorded games: the value of each move, and what it gave away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from owari.analysis.values import Certainty, MoveValues, Stated, Worth, move_values
from owari.games.game import Move, Side
from owari.records.record import GameRecord, Ply, Result, Termination


class Judged(NamedTuple):
    """A ply of a game, with the values of all moves in its position."""

    number: int
    """From 1."""
    ply: Ply
    values: MoveValues

    @property
    def worth(self) -> Worth:
        """The margin that the mover can still expect after its move."""
        return self.values.moves[self.ply.move]

    @property
    def lost(self) -> Worth:
        """How much worse the move is than the best one."""
        return self.values.lost(self.ply.move)

    @property
    def stated_loss(self) -> int:
        """The stones that the move gave away, as pages state them: proved, or as a guess."""
        return self.values.stated_loss(self.ply.move).number

    @property
    def turns(self) -> bool:
        """Whether the move turned a win into a draw or a loss, or a draw into a loss."""
        return _sign(self.worth.guess) < _sign(self.values.worth.guess)

    @property
    def could_turn(self) -> bool:
        """Whether some legal move would turn a win or a draw so."""
        worst = min(worth.guess for worth in self.values.moves.values())
        return _sign(worst) < _sign(self.values.worth.guess)

    @property
    def turns_for_certain(self) -> bool:
        """Whether `turns` is proved."""
        return _sign(self.worth.upper) < _sign(self.values.worth.lower)


class Judgement(Enum):
    """What an analysis finds of a question, as far as its numbers are proved."""

    NO = "no"
    PROBABLE = "probable"
    CERTAIN = "certain"


class GivenAway(NamedTuple):
    """The stones that moves gave away, as they are stated of each move."""

    total: Stated
    proved: int
    """The part that is proved."""

    @classmethod
    def by(cls, moves: Iterable[Judged]) -> GivenAway:
        """The sum over these moves: a lower bound where estimates add nothing to what is proved."""
        amounts = [move.values.stated_loss(move.ply.move) for move in moves]
        kinds = {amount.certainty for amount in amounts}
        kind = next((each for each in _LEAST_CERTAIN if each in kinds), Certainty.EXACT)
        total = sum(amount.number for amount in amounts)
        proved = sum(
            amount.number for amount in amounts if amount.certainty is not Certainty.ESTIMATED
        )
        if kind is Certainty.ESTIMATED and total == proved > 0:
            kind = Certainty.AT_LEAST
        return cls(Stated(total, kind), proved)


_LEAST_CERTAIN = (Certainty.ESTIMATED, Certainty.AT_LEAST)
"""What a sum is if one of its numbers is it, the first before the second."""


@dataclass(frozen=True, slots=True)
class Review:
    """The values of the positions of a game, as far as they are known.

    What is proved of a move that was played holds for the position behind it, and the other way.
    Both have one guess too, so that the stones that a move gave away are the difference of the
    margins of the positions before and behind it.
    """

    record: GameRecord
    values: Mapping[int, MoveValues]
    """By the number of plies before the position. The last positions are known first; a finished
    position has no values."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _agreed(self.record, self.values))

    @property
    def moves(self) -> tuple[Judged, ...]:
        """The plies whose positions are known, as they were played."""
        return tuple(
            Judged(before + 1, ply, self.values[before])
            for before, ply in enumerate(self.record.plies)
            if before in self.values
        )

    @property
    def complete(self) -> bool:
        """Whether every ply is judged."""
        return len(self.moves) == len(self.record.plies)

    def standing(self, side: Side) -> Worth | None:
        """The side's margin after the last ply, None when it is not known."""
        final = self.record.final
        outcome = final.outcome()
        if outcome is not None:
            return Worth.proved(outcome.margin(side))
        if len(self.record.plies) not in self.values:
            return None
        worth = self.values[len(self.record.plies)].worth
        return worth if final.turn is side else worth.opposite()

    @property
    def turning_point(self) -> Judged | None:
        """The last move that gave a win or a draw away for good on the board; None if no known ply
        did."""
        ends = {side: self.standing(side) for side in Side}
        for move in reversed(self.moves):
            end = ends[move.ply.side]
            if move.turns and end is not None and _sign(end.guess) == _sign(move.worth.guess):
                return move
        return None

    @property
    def decisive_move(self) -> Judged | None:
        """The turning point of a game that ended as the board then promised. None where no known
        move decided the game, where it goes on, or where its ending decided it."""
        standing, won = self.standing(Side.SOUTH), _sign_of(self.record.ending.result)
        if self.record.ending.forfeited_by or standing is None or _sign(standing.guess) != won:
            return None
        return self.turning_point

    @property
    def worst_move(self) -> Judged | None:
        """The move by which the side of the turning point, else the loser, gave most away: of equal
        amounts a proved one, then the first. Of a game without both, the move of either side.

        None where the turning point gave away as much, where no move gave anything away, where
        another one may have given more away than the bound that is stated of it, and where plies
        are not judged.
        """
        turning = self.turning_point
        winner = self.record.ending.result.winner
        side = turning.ply.side if turning else winner and winner.other
        own = [move for move in self.moves if side in (move.ply.side, None)]
        if not own or not self.complete:
            return None
        worst = max(own, key=_amount_given_away)
        likely = max(move.lost.guess for move in own)
        least = turning.stated_loss if turning else 0
        found = worst.stated_loss > least and worst.lost.guess == likely
        return worst if found else None

    @property
    def ending_decides(self) -> Judgement:
        """Whether the way in which the game ended decided it: a forfeit always does, a resignation
        or an adjudication where its result is not the one that the board promised."""
        ending = self.record.ending
        if ending.forfeited_by:
            return Judgement.CERTAIN
        if ending.termination not in (Termination.RESIGNED, Termination.ADJUDICATED):
            return Judgement.NO
        standing, won = self.standing(Side.SOUTH), _sign_of(ending.result)
        if standing is None or won is None or _sign(standing.guess) == won:
            return Judgement.NO
        reach = range(_sign(standing.lower), _sign(standing.upper) + 1)
        return Judgement.PROBABLE if won in reach else Judgement.CERTAIN

    def given_away(self, side: Side) -> GivenAway:
        """The stones that all moves of the side gave away."""
        return GivenAway.by(move for move in self.moves if move.ply.side is side)


def values_from_the_end(record: GameRecord, *, seconds: float) -> Iterator[tuple[int, MoveValues]]:
    """The number of plies before each position, with the values of its moves.

    The last position comes first, because a proof for a position holds for the move that led to it.
    Each position takes `seconds` at most. Finished positions are left out.
    """
    after: MoveValues | None = None
    positions = list(record.positions()) if record.plies else []
    for before in reversed(range(len(positions))):
        position = positions[before]
        if position.outcome() is not None:
            continue
        known: dict[Move, Worth] = {}
        if after is not None:
            same = positions[before + 1].turn is position.turn
            worth = after.worth if same else after.worth.opposite()
            known[record.plies[before].move] = worth
        after = move_values(position, seconds=seconds, known=known)
        yield before, after


class Reviewed(NamedTuple):
    """The reviews of games, as far as Ctrl-C let them come."""

    games: dict[int, Review]
    """By number. An interrupted review has the values of the end of its game."""
    interrupted: bool


def review_games(
    records: Mapping[int, GameRecord], *, seconds: float, tell: Callable[[int, int], None]
) -> Reviewed:
    """The values of all moves of these games, until Ctrl-C. Each position takes `seconds` at most.
    `tell` gets the number of the game and how many of its plies are still to be judged."""
    reviews: dict[int, Review] = {}
    try:
        for number, record in records.items():
            values: dict[int, MoveValues] = {}
            try:
                tell(number, len(record.plies))
                for before, known in values_from_the_end(record, seconds=seconds):
                    values[before] = known
                    tell(number, before)
            finally:
                reviews[number] = Review(record, values)
    except KeyboardInterrupt:
        return Reviewed(reviews, True)
    return Reviewed(reviews, False)


def _agreed(record: GameRecord, values: Mapping[int, MoveValues]) -> dict[int, MoveValues]:
    """The values, where a played move and the position behind it have the same bounds and guess.

    Two passes are enough for the bounds: after the one to the start, a played move is known no less
    well than the position behind it; the one to the end then narrows that position to the bounds of
    the move. Two more give both the same guess.
    """
    found = dict(values)
    turns = [position.turn for position in record.positions()] if found else []
    played = [ply.move for ply in record.plies]
    links = [before for before in range(len(played)) if {before, before + 1} <= found.keys()]
    for before in reversed(links):
        lower, upper, _ = _seen(found[before + 1].worth, turns, before)
        found[before] = found[before].having(played[before], lower, upper)
    for before in links:
        lower, upper, _ = _seen(found[before].moves[played[before]], turns, before)
        found[before + 1] = found[before + 1].within(lower, upper)
    for before in reversed(links):
        guess = _seen(found[before + 1].worth, turns, before).guess
        found[before] = found[before].followed(played[before], guess)
    for before in links:
        guess = _seen(found[before].moves[played[before]], turns, before).guess
        found[before + 1] = found[before + 1].guessed(guess)
    return found


def _amount_given_away(move: Judged) -> tuple[int, bool]:
    """What sorts moves by what they gave away, the proved behind the estimated."""
    amount, certainty = move.values.stated_loss(move.ply.move)
    return amount, certainty is not Certainty.ESTIMATED


def _seen(worth: Worth, turns: Sequence[Side], before: int) -> Worth:
    """A margin of the side to move before a ply as that of the side to move after it, and the other
    way."""
    return worth if turns[before] is turns[before + 1] else worth.opposite()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _sign_of(result: Result) -> int | None:
    """The sign of South's margin in a game with this result; None where neither side has it."""
    if result in (Result.UNFINISHED, Result.NEITHER):
        return None
    return {Side.SOUTH: 1, Side.NORTH: -1, None: 0}[result.winner]
