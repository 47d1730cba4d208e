"""Boards of Othello as text, in the ways in which programs write them.

    --------/--------/--------/---OX---/---XO---/--------/--------/-------- X

      A B C D E F G H
    1 . . . . . . . . 1         Letters and numbers around the board have no meaning, nor have
    2 . . . . . . . . 2         bars, slashes, commas and brackets. A square is one sign:
    3 . . . . . . . . 3
    4 . . . O * . . . 4             X * B @     a black disc
    5 . . . * O . . . 5             O W         a white disc
    6 . . . . . . . . 6             - . _       an empty square
    7 . . . . . . . . 7
    8 . . . . . . . . 8         Beside X, B or @ a star is an empty square: programs mark so where
      A B C D E F G H           a disc can go. A board of 0, 1 and 2 has 1 for Black.
    * to move

GGF writes `BO[8 -------- ... *]`, and Edax a semicolon and values after the position. In rows
between bars, `| X |   |`, a blank is an empty square.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from owari.games.game import BadPosition

BLACK, WHITE, EMPTY = "X", "O", "-"
_SIGNS = {BLACK: "X*B@●⚫", WHITE: "OW○⚪", EMPTY: "-._·"}
_MEANING = {sign: kind for kind, signs in _SIGNS.items() for sign in signs}
_DIGITS = str.maketrans("012", EMPTY + BLACK + WHITE)
_AROUND = re.compile(r"[\s,;/|\[\]()\"']+")
_GRID = re.compile(r"^[ \t|]*\+[-=+ \t]*$", re.MULTILINE)
_VALUES = re.compile(r";\s*(?:(?:[a-p]\d{1,2}|pass|ps)\s*:.*|%.*)?\Z", re.IGNORECASE | re.DOTALL)
_TO_MOVE = re.compile(r"(?<![^\s|\]])([^\s|\]]+)\s+to\s+(?:move|play)\W*\Z", re.IGNORECASE)
_COLOUR = re.compile(r"(?<![^\s|\]])(black|white)\W*\Z", re.IGNORECASE)
_SEAT = re.compile(r"\s([SN])\s*\Z", re.IGNORECASE)


class Board(NamedTuple):
    """What the text of a board says."""

    squares: str
    """Row by row, BLACK, WHITE or EMPTY."""
    turn: str | None
    """BLACK or WHITE; None where the text does not say who is to move."""
    seat: str | None
    """`S` or `N`, the side to move, where the text says it."""


def read_board(text: str, size: int) -> Board:
    """The board of `size` squares a side in a text. Raises BadPosition."""
    if known := _canonical(size).fullmatch(text):
        return Board(known["squares"], known["turn"], known["seat"])
    text, seat = _without(_SEAT, text)
    text = _VALUES.sub("", text)
    text, side = _without(_TO_MOVE, text)
    if side is None:
        text, side = _without(_COLOUR, text)
    words = _words(text, size)
    squares = "".join(words)
    if strange := re.search(rf"[^{re.escape(''.join(_MEANING))}]", squares):
        raise BadPosition(
            f"{strange[0]!r} is not a square: they are X (Black), O (White) and - (empty)"
        )
    apart = len(words) > 1 and len(words[-1]) == 1 and max(map(len, words)) > 1
    if side is None and (apart or len(squares) == size**2 + 1):
        squares, side = squares[:-1], squares[-1]
    if len(squares) != size**2:
        raise BadPosition(f"{size**2} squares expected, {len(squares)} found")
    return Board(_meant(squares), _turn(side), seat and seat.upper())


@lru_cache
def _canonical(size: int) -> re.Pattern[str]:
    """A position as this program writes it."""
    return re.compile(rf"(?P<squares>[XO-]{{{size**2}}}) (?P<turn>[XO])(?: (?P<seat>[SN]))?")


def _without(pattern: re.Pattern[str], text: str) -> tuple[str, str | None]:
    """The text before what matches, and what the first group matches."""
    found = pattern.search(text)
    return (text[: found.start()], found[1]) if found else (text, None)


def _words(text: str, size: int) -> list[str]:
    """The signs of all squares and of the side to move, in capitals, without what stands around
    them."""
    text = _GRID.sub("", re.sub(r"\bBO\s*\[", " ", text, flags=re.IGNORECASE))
    lines = [_cells(line) if line.count("|") == size + 1 else line for line in text.splitlines()]
    text = "\n".join(lines).upper()
    letters = map(chr, range(ord("A"), ord("A") + size))
    text = re.sub(rf"(?<![A-Z]){r'[ |]*'.join(letters)}(?![A-Z])", " ", text)
    bare = _AROUND.sub(" ", text)
    if re.fullmatch(r"[012 ]+", bare) and len(bare.replace(" ", "")) >= size**2:
        return bare.translate(_DIGITS).split()
    labels = "|".join(map(str, range(size, -1, -1)))
    return re.sub(rf"(?<![0-9])(?:{labels})(?![0-9])", " ", bare).split()


def _cells(row: str) -> str:
    """A row between bars, in which a blank is an empty square."""
    return "".join(cell.strip() or EMPTY for cell in row.split("|")[1:-1])


def _meant(squares: str) -> str:
    """The squares in our signs. Raises BadPosition where two signs mean the same colour."""
    meaning = dict(_MEANING)
    used = set(squares)
    black, white = (used.intersection(_SIGNS[colour]) for colour in (BLACK, WHITE))
    if "*" in black and len(black) > 1 and white:
        meaning["*"] = EMPTY
        black.remove("*")
    for signs, colour in ((black, "black"), (white, "white")):
        if len(signs) > 1:
            both = " and ".join(map(repr, sorted(signs)))
            raise BadPosition(f"{both} both mean {colour} discs: use one sign for a colour")
    return "".join(map(meaning.__getitem__, squares))


def _turn(side: str | None) -> str | None:
    """The colour that a sign or a word names. Raises BadPosition."""
    if side is None:
        return None
    turn = {"BLACK": BLACK, "WHITE": WHITE}.get(side.upper()) or _MEANING.get(side.upper())
    if turn not in (BLACK, WHITE):
        raise BadPosition(f"{side!r} is not a side to move: it is X (Black) or O (White)")
    return turn
