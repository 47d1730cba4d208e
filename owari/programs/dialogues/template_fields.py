"""What a program that is told everything each time can be told: the places of its templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from owari.games.game import Game, Move, Position, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.othello import BLACK, EMPTY, WHITE, OthelloPosition

__all__ = ["Asked", "Place", "places"]


class Asked(NamedTuple):
    """A request as the program sees the board."""

    position: Position
    side: Side
    """The program's."""
    order: int
    """1 when it has the first move of the game, else 2."""
    names: Mapping[str, Move]
    """The moves that it can ever make on this board, by what they are called."""
    milliseconds: int
    discs: str
    """A black disc, a white one and an empty square."""

    @property
    def pits(self) -> Mancala:
        assert isinstance(self.position, Mancala)
        return self.position

    @property
    def squares(self) -> OthelloPosition:
        assert isinstance(self.position, OthelloPosition)
        return self.position

    @property
    def legal(self) -> list[str]:
        """What can be played just now."""
        legal = self.position.legal_moves()
        return [name for name, move in self.names.items() if move in legal]


Place = Callable[[Asked], str]


def places(rules: Game) -> dict[str, Place]:
    """What a template can hold in braces when this is played."""
    own = _OF_PITS if isinstance(rules, SowingRules) else _OF_SQUARES
    return {"position": lambda asked: str(asked.position), **own, **_OF_ANY}


def _row(asked: Asked, side: Side) -> str:
    return _joined(asked.pits.cells[pit] for pit in asked.pits.rules.row(side))


def _goal(asked: Asked, side: Side) -> str:
    return str(asked.pits.cells[asked.pits.rules.goal(side)])


def _squares(asked: Asked) -> str:
    """The marks of all squares, row by row."""
    marks = dict(zip((BLACK, WHITE, EMPTY), asked.discs.split(), strict=True))
    return "".join(marks[square] for square in str(asked.position).split()[0])


def _rows(asked: Asked, between: str = "") -> str:
    squares, size = _squares(asked), asked.squares.rules.size
    return "\n".join(
        between.join(squares[start : start + size]) for start in range(0, size**2, size)
    )


def _joined(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


_OF_PITS: dict[str, Place] = {
    "pits": lambda asked: _joined(asked.pits.cells),
    "size": lambda asked: str(asked.pits.rules.pits),
    "own": lambda asked: _row(asked, asked.side),
    "other": lambda asked: _row(asked, asked.side.other),
    "own_goal": lambda asked: _goal(asked, asked.side),
    "other_goal": lambda asked: _goal(asked, asked.side.other),
}
_OF_SQUARES: dict[str, Place] = {
    "squares": _squares,
    "board": _rows,
    "spaced": lambda asked: _rows(asked, " "),
    "size": lambda asked: str(asked.squares.rules.size),
    "colour": lambda asked: "black" if asked.order == 1 else "white",
    "id": lambda asked: str(asked.order - 1),
    "own": lambda asked: str(asked.squares.score().stones(asked.side)),
    "other": lambda asked: str(asked.squares.score().stones(asked.side.other)),
    "count": lambda asked: str(len(asked.legal)),
    "moves": lambda asked: "\n".join(asked.legal),
}
_OF_ANY: dict[str, Place] = {
    "side": lambda asked: str(asked.side).lower(),
    "order": lambda asked: str(asked.order),
    "legal": lambda asked: " ".join(asked.legal),
    "time": lambda asked: str(asked.milliseconds),
}
