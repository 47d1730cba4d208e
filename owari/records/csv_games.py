"""Games of Othello in a table of text, a row a game, as spreadsheets write it (CSV).

The first row has the names of the columns, or is a game itself. Commas, semicolons, tabs or bars
separate the columns. A row with a broken game is reported and skipped.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from owari.games.othello import OthelloRules
from owari.records import game_fields
from owari.records.archives import BadGame, Found, lines_of
from owari.records.scoresheet import count_moves, read_score

__all__ = ["are_columns", "read_games"]

_SEPARATORS = ",;\t|"
_LIKE_A_MOVE = re.compile(r"\s*[A-Pa-p][0-9]")
_WITH_NAMES = re.compile(r"[^:]* - [^:]*:")
"""A transcript that begins with the names."""


def are_columns(text: str, rules: OthelloRules) -> bool:
    """Whether a text with this beginning is a table: its first or second row has a cell of moves,
    and the first row is not moves alone."""
    return _separator(text.splitlines(), rules) is not None


def read_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
    """The games of a table that comes in parts. Raises BadGame if it is not a table."""
    lines = lines_of(chunks)
    head = list(islice(lines, 20))
    separator = _separator(head, rules)
    if separator is None:
        raise BadGame("the first lines are not a table with a column of moves")
    reader = csv.reader((f"{line}\n" for line in chain(head, lines)), delimiter=separator)
    names: list[str] = []
    moves: list[str] = []
    number = 0
    try:
        for row in reader:
            if not "".join(row).strip():
                continue
            if not names:
                is_header = not _holds_moves(row, rules)
                names = _distinct(row if is_header else [""] * len(row))
                if is_header:
                    continue
            number += 1
            place = f"line {reader.line_num}"
            cells = dict(zip_longest(names, row[: len(names)], fillvalue=""))
            try:
                if len(row) > len(names) and "".join(row[len(names) :]).strip():
                    raise BadGame(f"{len(row)} cells in a table of {len(names)} columns")
                if len(moves) != 1:
                    moves = game_fields.moves_fields(cells, rules)
                found = game_fields.read_game(number, cells, moves, rules, place)
            except BadGame as error:
                found = Found.broken(number, place, error)
            yield found
    except csv.Error as error:
        raise BadGame(f"line {reader.line_num}: {error}") from None


def _separator(lines: Sequence[str], rules: OthelloRules) -> str | None:
    """The character between the columns; None if the lines are not a table."""
    lines = [line for line in lines if line.strip()][:2]
    if not lines or _WITH_NAMES.match(lines[0]):
        return None
    for separator in _SEPARATORS:
        first, *others = csv.reader(lines, delimiter=separator)
        if _holds_moves(first, rules):
            beside = [cell for cell in first if _is_other(cell, rules)]
            # One move a cell, or what begins like one, is a transcript with something wrong in it.
            is_whole = any(count_moves(cell, rules) > 1 for cell in first)
            if beside and is_whole and not any(map(_LIKE_A_MOVE.match, beside)):
                return separator
        elif others and _holds_moves(others[0], rules):
            is_named = any(
                game_fields.bare_name(cell) in game_fields.NAMES_OF_MOVES for cell in first
            )
            has_others = any(_is_other(cell, rules) for cell in others[0])
            if len(first) == len(others[0]) and (is_named or has_others):
                return separator
    return None


def _holds_moves(row: Sequence[str], rules: OthelloRules) -> bool:
    return any(count_moves(cell, rules) for cell in row)


def _is_other(cell: str, rules: OthelloRules) -> bool:
    """Whether a cell holds neither moves nor a score."""
    return bool(cell.strip()) and not count_moves(cell, rules) and not read_score(cell, rules)


def _distinct(names: Sequence[str]) -> list[str]:
    """The names of the columns, with a number for those without a name of their own."""
    found: list[str] = []
    for place, name in enumerate(names, 1):
        name = name.strip()
        found.append(name if name and name not in found else f"column {place}")
    return found
