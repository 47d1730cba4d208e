"""What a server knows of the moves of positions, from analyses and from questions."""

from __future__ import annotations

from owari.analysis.values import MoveValues, Worth, move_values
from owari.games.game import Move, Position, Side
from owari.records.pgn import read_game
from owari.records.record import GameRecord
from owari.viewer.game_data import game_data
from owari.web.reviews import PositionValues

GAME = read_game("""
[Position "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S"]
[Termination "resigned"]

1. S4 N8 0-1
""")
"""South is lost from the start, by 2, and made 6 of it."""


def guessed(record: GameRecord) -> dict[int, MoveValues]:
    """No proof at all, and South's first move gives the draw away."""
    start, reply, end = record.positions()
    return {
        0: estimates(start, {record.plies[0].move: -8}, 0),
        1: estimates(reply, {record.plies[1].move: 8}, 0),
        2: estimates(end, {}, -8),
    }


def estimates(position: Position, guesses: dict[Move, int], others: int) -> MoveValues:
    moves = position.legal_moves()
    return MoveValues({move: Worth(-36, 36, guesses.get(move, others)) for move in moves})


def solved(position: Position) -> MoveValues:
    return move_values(position, seconds=10)


def test_what_is_proved_of_a_position_takes_the_place_of_estimates_in_its_game() -> None:
    known = PositionValues()
    start, reply, _ = GAME.positions()
    first = known.review(GAME, guessed(GAME))
    data = game_data(GAME, review=first)
    assert data["turning_point"] == 1
    assert known.of(start) == first.values[0], "pits are worth what the analysis says"
    exact = known.proved(start, solved(start))
    assert exact.worth == Worth.proved(-2)
    again = known.review(GAME, guessed(GAME))
    data = game_data(GAME, review=again)
    assert "turning_point" not in data
    assert data["plies"][0]["loss"] == {"kind": "exact", "number": 4}
    assert data["plies"][0]["worth"] == {"kind": "exact", "number": -2}
    assert data["plies"][1]["worth"] == {"kind": "exact", "number": 6}
    assert again.given_away(Side.SOUTH).total.number == 4
    behind = known.of(reply)
    assert behind
    assert behind.worth == Worth.proved(6)


def test_a_question_keeps_the_estimates_of_the_analysis() -> None:
    known = PositionValues()
    start = next(GAME.positions())
    review = known.review(GAME, guessed(GAME))
    nothing = MoveValues(dict.fromkeys(start.legal_moves(), Worth(-36, 36, 12)))
    assert known.proved(start, nothing).moves == review.values[0].moves
    bound = MoveValues(dict.fromkeys(start.legal_moves(), Worth(-36, -2, -12)))
    assert known.proved(start, bound).worth == Worth(-36, -2, -2)
    other = start.turned()
    assert known.of(other) is None
    assert known.proved(other, nothing) == nothing
