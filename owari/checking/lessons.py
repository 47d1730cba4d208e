"""What `check` plays in a game: opponents, and the situations that they lead to.

The general lessons serve every game. Those of the sowing games add long laps and moves without a
choice; those of Othello add passes, early ends, and moves without a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from owari.checking.trial import Trial, Wish
from owari.games.game import PASS, FamilyTable, Game, Move, Position, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.othello import OthelloPosition, OthelloRules
from owari.report.families import report_of


class Situation(NamedTuple):
    """Something that a program has to master, and the name of its step."""

    name: str
    positions: Sequence[Position]
    """Positions that lead to it at once, the program being South."""
    wish: Wish
    """The wish of an opponent that leads to it."""
    came_up: Callable[[Trial], list[str]]
    """How often and where it came up in a game, in clauses; empty where it did not."""


class Lessons(NamedTuple):
    """The opponents of the games that are played anyway, and the situations."""

    lengthens: Wish
    """Keeps the game going."""
    gathers: Wish
    """Gathers stones or discs."""
    restricts: Wish
    """Leaves the program few moves."""
    situations: tuple[Situation, ...] = ()
    mistakes: str = "a rule or a move of the opponent"
    """What programs of this family often get wrong."""


def _general_lessons(game: Game) -> Lessons:
    """The lessons for a game of any family."""

    def lengthens(before: Any, move: Move, after: Any) -> tuple[int, ...]:
        return (after.outcome() is None,)

    def gathers(before: Any, move: Move, after: Any) -> tuple[int, ...]:
        return (before.gain(move),)

    def restricts(before: Any, move: Move, after: Any) -> tuple[int, ...]:
        return after.outcome() is None, -len(after.legal_moves())

    return Lessons(lengthens, gathers, restricts)


def _only_moves(trial: Trial) -> list[str]:
    """The moves of the program that were its only legal ones."""
    game = trial.record.game
    return [
        f"its {report_of(game).cell_before}{game.cell_name(ply.move)}"
        for before, ply in trial.own
        if len(before.legal_moves()) == 1 and ply.move != PASS
    ]


def _pit_lessons(game: SowingRules) -> Lessons:
    """The lessons for sowing games."""
    most = full_lap(game)

    def laps(trial: Trial) -> list[str]:
        whose = {trial.side: "its", trial.side.other: "the opponent's"}
        return [
            f"{whose[ply.side]} {before.cells[ply.move.cell]} stones"
            for before, ply in trial.moves
            if ply.move.cell in range(len(before.cells)) and before.cells[ply.move.cell] >= most
        ]

    narrow, long = last_choice(game), cramped(game)
    return Lessons(
        _lingers,
        hoards,
        starves,
        (
            Situation("one legal move", [narrow] if narrow else [], starves, _only_moves),
            Situation("long laps", [long] if long else [], hoards, laps),
        ),
        mistakes="a capture, a long lap, the end of the game or a move of the opponent",
    )


def hoards(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
    """Gathers stones in one pit, and sows it when they go round the whole board."""
    laps = before.cells[move.cell] >= full_lap(before.rules)
    return laps, not after.outcome(), max(after.cells[pit] for pit in before.rules.row(before.turn))


def starves(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
    """Leaves the program as few moves as possible."""
    if after.outcome() or after.turn is before.turn:
        return (-before.rules.pits,)
    return (-len(after.legal_moves()),)


def _lingers(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
    """Keeps the game going: few stones to the goal, and no long laps."""
    goal = after.cells[before.rules.goal(before.turn)]
    return not after.outcome(), -goal, -before.cells[move.cell]


def full_lap(rules: SowingRules) -> int:
    """The number of stones that go round the whole board, back to their own pit."""
    return 2 * rules.pits + 1


def last_choice(rules: SowingRules) -> Mancala | None:
    """A position in which South, to move, has one legal move and the game goes on; None on a board
    with too few stones."""
    return _position(rules, rules.pits + 2, [2] * rules.pits)


def cramped(rules: SowingRules) -> Mancala | None:
    """Such a position in which that move goes round the whole board, and one of North's goes
    further."""
    return _position(rules, full_lap(rules), [full_lap(rules) + 2, *[1] * (rules.pits - 1)])


def _position(rules: SowingRules, first: int, north: list[int]) -> Mancala | None:
    """The position in which South has these stones in its first pit alone. The stones that are left
    are in the goals; None if there are too few."""
    rest = 2 * rules.pits * rules.stones - first - sum(north)
    if rest < 0:
        return None
    south = (first, *[0] * (rules.pits - 1))
    return Mancala(rules, (*south, rest // 2, *north, rest - rest // 2), Side.SOUTH)


_POSITIONS = 4000
"""Positions of random games that are searched for situations."""


def _square_lessons(game: OthelloRules) -> Lessons:
    """The lessons for Othello. Nobody passes in the free game, and its board always fills up."""
    found = _found(game)
    single = Situation("one legal move", found.single, _stifles, _only_moves)
    passes = Situation("passes", found.its_pass, _stifles, _passes_of_program)
    others = Situation("opponent passes", found.our_pass, yields, _passes_of_opponent)
    early = Situation("early end", (_last_disc(game),), ends, _ended_early)
    return Lessons(
        _outlasts,
        _grabs,
        _stifles,
        (single,) if game.free else (single, passes, others, early),
        mistakes="a line of discs, a pass, the end of the game or a move of the opponent",
    )


def _passes_of_program(trial: Trial) -> list[str]:
    count = _passes(trial, trial.side)
    return ["its pass" if count == 1 else f"{count} of its passes"] if count else []


def _passes_of_opponent(trial: Trial) -> list[str]:
    count = _passes(trial, trial.side.other)
    return ["the opponent's pass" if count == 1 else f"{count} opponent's passes"] if count else []


def _passes(trial: Trial, side: Side) -> int:
    return sum(ply.move == PASS and ply.side is side for ply in trial.record.plies)


def _ended_early(trial: Trial) -> list[str]:
    empty = trial.record.ending.score.empty
    return [f"{empty} empty squares" if empty > 1 else "an empty square"] if empty else []


class _Found(NamedTuple):
    """Positions in which a situation comes up, each with the program as South."""

    single: tuple[OthelloPosition, ...] = ()
    """The program is to move and has one legal move."""
    its_pass: tuple[OthelloPosition, ...] = ()
    """The opponent is to move and can make the program pass."""
    our_pass: tuple[OthelloPosition, ...] = ()
    """The program is to move, and then the opponent has to pass whatever it plays."""


@lru_cache
def _found(game: OthelloRules) -> _Found:
    """The first position of each kind in random games; none where none comes up."""
    found = _Found()
    for before, after in islice(_steps_at_random(game), _POSITIONS):
        passes = after.forced() is not None
        to_move = before if before.turn is Side.SOUTH else before.turned()
        for kind, comes_up, position in (
            ("single", len(before.legal_moves()) == 1, to_move),
            ("its_pass", passes, to_move.turned()),
            ("our_pass", passes and _passes_anyhow(before), to_move),
        ):
            if comes_up and not getattr(found, kind):
                found = found._replace(**{kind: (position,)})
        if all(found[:1] if game.free else found):
            break
    return found


def _last_disc(game: OthelloRules) -> OthelloPosition:
    """The opponent, North, is to move and turns the program's last disc."""
    return game.parse_position(f"XO{'-' * (game.size**2 - 2)} X N")


def _passes_anyhow(position: OthelloPosition) -> bool:
    return all(position.play(move).forced() for move in position.legal_moves())


def _steps_at_random(game: OthelloRules) -> Iterator[tuple[OthelloPosition, OthelloPosition]]:
    """The positions before and after each disc of random games, one game after the other."""
    random = Random(0)
    while True:
        position = game.start()
        while moves := position.legal_moves():
            after = position.play(random.choice(moves))
            if moves[0] != PASS:
                yield position, after
            position = after


def _stifles(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Leaves the program as few squares as possible, best of all none."""
    over = after.outcome() is not None
    return not over, after.forced() is not None, -len(after.legal_moves()), _discs(after, before)


def yields(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Leaves itself as few squares as possible."""
    next_turn = after._replace(turn=before.turn)
    return not after.outcome(), next_turn.forced() is not None, -len(next_turn.legal_moves())


def _grabs(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Takes as many discs as possible."""
    return (_discs(after, before),)


def ends(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Ends the game while squares are empty, if it can, and else leaves the program few discs."""
    outcome = after.outcome()
    return outcome is not None and outcome.empty > 0, _discs(after, before)


def _outlasts(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Keeps the game going until the board is full: both sides have moves."""
    return not after.outcome(), not after.forced(), len(after.legal_moves())


def _discs(after: OthelloPosition, before: OthelloPosition) -> int:
    """The discs of the side that has moved, minus the other side's."""
    return after.score().margin(before.turn)


LESSONS: FamilyTable[Callable[[Any], Lessons]] = FamilyTable(
    "lesson",
    {SowingRules: _pit_lessons, OthelloRules: _square_lessons},
    default=_general_lessons,
)
"""The lessons for each family of games."""
