"""The lessons of `check` for sowing games: long laps, and moves without a choice."""

from __future__ import annotations

from owari.checking.lessons import Lessons, Situation, only_moves
from owari.checking.trial import Trial
from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules

__all__ = ["cramped", "full_lap", "hoards", "last_choice", "pit_lessons", "starves"]


def pit_lessons(game: SowingRules) -> Lessons:
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
        lingers,
        hoards,
        starves,
        (
            Situation("one legal move", [narrow] if narrow else [], starves, only_moves),
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


def lingers(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
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
