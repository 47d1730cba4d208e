"""Boards of other games: what a program draws at its start where that is no start of the game that
it should play, and which games have that board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from owari.errors import BadInput
from owari.games.catalog import GAMES
from owari.games.game import Game, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.programs.dialogues.console.board_check import SMALLEST
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.pit_board_parser import Rows, rows_of, rows_shown
from owari.programs.dialogues.console.square_board_parser import (
    MOST_EMPTY,
    Drawing,
    drawings,
    marks_of,
)
from owari.programs.dialogues.console.turns import turns_begun, turns_from
from owari.text.printable import listing

_MOST_PITS = 12
"""Pits of a side up to which boards are looked for."""
_LEFT_BY_A_MOVE = 3
"""Different numbers of stones: in the pit that was emptied, and in those that were sown or not."""
_ROW_OF_TWO = re.compile(r"\W*([1-9]\d?)\W+\1\W*")
"""`| 2 | 2 |`"""
_SIZES = (16, 14, 12, 10, 8, 6, 4)
"""Squares of a row, the larger ones first."""


class OtherBoard(NamedTuple):
    """A board that is no start of the game."""

    drawn: str
    """`6 pits a side with 4 stones in each`"""
    wanted: str
    """The same of the game."""
    games: tuple[Game, ...]
    """The games that have it: first that of the same name, then those whose usual board it is."""
    sizes: Mapping[str, str]
    """Its sizes, each with that of the game."""
    is_too_small: bool = False
    """Whether console programs play on no board of its size here."""
    stones: tuple[int, ...] = ()
    """Those in its pits, where chance seems to have put them there."""

    def sentence(self, game: Game) -> str:
        """What the program draws, and which games are played on that."""
        said = f"the program draws a board of {self.drawn}, and {game.name} has {self.wanted}"
        if self.is_too_small:
            return f"{said}; console programs are played here with {SMALLEST} pits a side or more"
        if not self.games:
            return f"{said}; no game of `owari games` begins so"
        have = "have" if len(self.games) > 1 else "has"
        return f"{said}; {listing(each.name for each in self.games)} {have} its board"


def other_pits(text: str, game: SowingRules) -> OtherBoard | None:
    """The board with as many stones in all pits, or one move later, that the text draws last, where
    the game has another; None where it has this one, or the text draws none."""
    larger = [pits for pits in range(_MOST_PITS, game.pits, -1) if pits != 2 * game.pits]
    if found := _begun_on(text, larger, game):  # whose rows have those of the game in them
        return found
    if set(_beginnings(game)) & {board.rows for board in rows_shown(text, game.pits)}:
        return None
    # One row of the game is no whole board.
    sizes = (pits for pits in range(_MOST_PITS, SMALLEST - 1, -1) if 2 * pits != game.pits)
    return _begun_on(text, sizes, game) or _smallest_pits(text, game) or _unlike_pits(text, game)


def _begun_on(text: str, sizes: Iterable[int], game: SowingRules) -> OtherBoard | None:
    """The board of one of these sizes, if it is not that of the game."""
    for pits in sizes:
        for rows in {board.rows: None for board in reversed(rows_shown(text, pits))}:
            for stones in _stones(rows):
                games = list(_playable(f"{pits}x{stones}", game))
                if any(rows in _beginnings(each) for each in games):
                    if (pits, stones) == (game.pits, game.stones):
                        return None  # a first move by other rules
                    return OtherBoard(
                        _in_pits(pits, stones),
                        _in_pits(game.pits, game.stones),
                        tuple(games),
                        {str(pits): str(game.pits)} | {str(stones): str(game.stones)},
                    )
    return None


def _smallest_pits(text: str, game: SowingRules) -> OtherBoard | None:
    """The board of two pits a side with as many stones in each, if the text has nothing but its
    rows for numbers."""
    lines = [line for line in text.split("\n") if any(map(str.isdigit, line))]
    rows = [found for line in lines if (found := _ROW_OF_TWO.fullmatch(line))]
    if len(lines) != 2 or len(rows) != 2 or rows[0][1] != rows[1][1]:
        return None
    drawn, wanted = _in_pits(2, int(rows[0][1])), _in_pits(game.pits, game.stones)
    return OtherBoard(drawn, wanted, (), {}, is_too_small=True)


def _unlike_pits(text: str, game: SowingRules) -> OtherBoard | None:
    """The last board in the text, if no pit of it is empty and more numbers of stones stand in them
    than a move from a board with as many in each could leave: whether they are others at the next
    start is to be seen."""
    for pits in range(_MOST_PITS, game.pits - 1, -1):
        *_, last = [(), *(each.rows.south + each.rows.north for each in rows_shown(text, pits))]
        if all(last) and len({*last}) > _LEFT_BY_A_MOVE:
            drawn = f"{pits} pits a side whose stones differ from start to start"
            wanted = _in_pits(game.pits, game.stones)
            return OtherBoard(drawn, wanted, (), {}, stones=last)
    return None


def _in_pits(pits: int, stones: int) -> str:
    return f"{pits} pits a side with {stones} stones in each"


def _stones(rows: Rows) -> Sequence[int]:
    """How many stones each pit may have had before the first move."""
    pits, stones = len(rows.south), sum(rows.south + rows.north)
    least = -(-stones // (2 * pits))
    return [each for each in (least, least + 1) if each > 0 and least <= each]


def _beginnings(game: Any) -> Iterator[Rows]:
    """Its start, and what the moves of a first turn of either side lead to."""
    for start in map(game.start, Side):
        yield rows_of(start)
        yield from map(rows_of, turns_begun(start).values())
        yield from map(rows_of, turns_from(start).values())


def other_squares(text: str, game: OthelloRules) -> OtherBoard | None:
    """The same for a board of squares with the four discs of a start, or one move later."""
    for size in sorted(_SIZES, key=lambda size: size != game.size):
        for drawing in reversed(drawings(text, size)):
            sized = game.resized(size)
            starts = (sized.start(), sized.start().mirrored())
            begun = (start.play(move) for start in starts for move in start.legal_moves())
            if any(marks_of(drawing, each) for each in chain(starts, begun)):
                if size == game.size:
                    return None
                games = tuple(_playable(str(size), game))
                sizes = {str(size): str(game.size)}
                return OtherBoard(_in_squares(size), _in_squares(game.size), games, sizes)
            if _stand_in_pairs(drawing, size):
                return OtherBoard(
                    f"{_in_squares(size)} whose first discs of a colour stand side by side",
                    f"{_in_squares(game.size)} where they stand crosswise",
                    (),
                    {},
                )
    return None


def _in_squares(size: int) -> str:
    return f"{size} by {size} squares"


def _stand_in_pairs(drawing: Drawing, size: int) -> bool:
    """Whether the four squares in the middle have two discs of each colour side by side, and all
    others are empty."""
    low = (size // 2 - 1) * size + size // 2 - 1
    middle = (low, low + 1, low + size, low + size + 1)
    a, b, c, d = (drawing[at] for at in middle)
    others = {mark for at, mark in enumerate(drawing) if at not in middle}
    pairs = (a == b != c == d) or (a == c != b == d)
    return pairs and not others & {a, d} and len(others) <= MOST_EMPTY


def _playable(size: str, like: Game) -> Iterator[Game]:
    """The games of the same kind on a board of this size that console programs can play here: first
    that of the same name, then those whose usual board it is."""
    games = [each for each in GAMES.values() if type(each) is type(like)]
    name = like.name.partition(":")[0]
    for each in sorted(games, key=lambda each: (each.name != name, each.size_name != size)):
        with suppress(BadInput):
            sized = each.sized(size)
            if not ConsoleProtocol.spec.unfit(sized):
                yield sized
