"""Texts of a tournament file with places in braces, `{player},-1`; a brace itself is doubled.

Only a plain name can stand in braces: what fills a place is data. A program that is told everything
each time can be told the places of its family here.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from owari.games.game import FamilyTable, Game, Move, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.games.square_boards import BLACK, EMPTY, WHITE
from owari.programs.dialogues.setting_keys import Check


def check(template: str, places: Iterable[str]) -> str:
    """The template. Raises ValueError with a sentence when it cannot be filled in."""
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        raise ValueError("a brace is open or alone; a brace itself is written twice") from None
    for _, name, form, conversion in fields:
        if name is not None and (name not in places or form or conversion):
            known = ", ".join(f"{{{place}}}" for place in places)
            raise ValueError(f"{{{name}}} is none of {known}")
    return template


def template(places: Callable[[Game], Iterable[str]]) -> Check:
    """Checks that a text has no other places in braces than the game offers."""
    return lambda text, context: check(text, places(context.game))


def places_in(template: str) -> set[str]:
    """The places of a checked template."""
    names = {field[1] for field in string.Formatter().parse(template)}
    return {name for name in names if name is not None}


def fill(template: str, places: Mapping[str, Callable[[], str]]) -> str:
    """The text of a checked template; only the places that it has are computed."""
    return template.format_map({name: places[name]() for name in places_in(template)})


class Request(NamedTuple):
    """A request as the program sees the board."""

    position: Any
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
    def legal(self) -> list[str]:
        """The names of the legal moves."""
        legal = self.position.legal_moves()
        return [name for name, move in self.names.items() if move in legal]


Place = Callable[[Request], str]


def _row(asked: Request, side: Side) -> str:
    return _joined(asked.position.cells[pit] for pit in asked.position.rules.row(side))


def _goal(asked: Request, side: Side) -> str:
    return str(asked.position.cells[asked.position.rules.goal(side)])


def _squares(asked: Request) -> str:
    """The marks of all squares, row by row."""
    marks = dict(zip((BLACK, WHITE, EMPTY), asked.discs.split(), strict=True))
    return "".join(marks[square] for square in str(asked.position).split()[0])


def _rows(asked: Request, between: str = "") -> str:
    squares, size = _squares(asked), asked.position.rules.size
    return "\n".join(
        between.join(squares[start : start + size]) for start in range(0, size**2, size)
    )


def _joined(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


_OF_PITS: dict[str, Place] = {
    "pits": lambda asked: _joined(asked.position.cells),
    "size": lambda asked: str(asked.position.rules.pits),
    "own": lambda asked: _row(asked, asked.side),
    "other": lambda asked: _row(asked, asked.side.other),
    "own_goal": lambda asked: _goal(asked, asked.side),
    "other_goal": lambda asked: _goal(asked, asked.side.other),
}
_OF_SQUARES: dict[str, Place] = {
    "squares": _squares,
    "board": _rows,
    "spaced": lambda asked: _rows(asked, " "),
    "size": lambda asked: str(asked.position.rules.size),
    "colour": lambda asked: "black" if asked.order == 1 else "white",
    "id": lambda asked: str(asked.order - 1),
    "own": lambda asked: str(asked.position.score().stones(asked.side)),
    "other": lambda asked: str(asked.position.score().stones(asked.side.other)),
    "count": lambda asked: str(len(asked.legal)),
    "moves": lambda asked: "\n".join(asked.legal),
}
_POSITION: dict[str, Place] = {"position": lambda asked: str(asked.position)}
_OF_ANY: dict[str, Place] = {
    "side": lambda asked: str(asked.side).lower(),
    "order": lambda asked: str(asked.order),
    "legal": lambda asked: " ".join(asked.legal),
    "time": lambda asked: str(asked.milliseconds),
}


class TemplateFamily(NamedTuple):
    """What templates can hold in the games of one family."""

    places: Mapping[str, Place]
    """The text for each place in braces."""
    formats: tuple[str, ...] = ()
    """The formats of contest kits that are made for the family."""


TEMPLATES: FamilyTable[TemplateFamily] = FamilyTable(
    "templates",
    {
        SowingRules: TemplateFamily(_POSITION | _OF_PITS | _OF_ANY, ("kgp-bridge", "contest-kit")),
        OthelloRules: TemplateFamily(_POSITION | _OF_SQUARES | _OF_ANY, ("codingame",)),
    },
    default=TemplateFamily(_POSITION | _OF_ANY),
)


def places(rules: Game) -> Mapping[str, Place]:
    """The places that a template can hold in braces in this game."""
    return TEMPLATES[rules].places
