"""Games of Othello in fields: the rows of a table of text (CSV), or objects of JSON.

The moves are in the field whose name says so, or in the only field that can be read as moves. The
names of other fields tell the players, the score, the event and the date. A broken game is reported
and skipped.

In a table, the first row has the names of the columns, or is a game itself. Commas, semicolons,
tabs or bars separate the columns.

JSON is a list of games, or a game a line. A game is a text of moves, a list of single moves, or an
object with fields, `{"black": "Ann", "white": "Bob", "moves": ["f5", "d6"]}`. A list of single
moves alone is one game; an object with nothing but a list of games holds those.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

from owari.games.othello import OthelloRules
from owari.records.archives import PASSES, BadGame, Found, Said, lines_of
from owari.records.scoresheet import Scoresheet, count_moves, read_score
from owari.text.printable import plain

_NAMES_OF_MOVES = (
    *("moves", "gamemoves", "movelist", "transcript", "kifu", "sequence", "game", "record"),
    *("games", "gametext", "notation"),
)
_NAMES = {
    "black": ("black", "blackplayer", "playerblack", "blackname", "nameblack"),
    "white": ("white", "whiteplayer", "playerwhite", "whitename", "namewhite"),
    "score": ("score", "result", "finalscore"),
    "black score": ("blackscore", "scoreblack", "blackdiscs", "blackdisks"),
    "white score": ("whitescore", "scorewhite", "whitediscs", "whitedisks"),
    "event": ("event", "tournament"),
    "site": ("site", "place"),
    "round": ("round",),
    "date": ("date", "day", "year"),
}


def _bare_name(name: str) -> str:
    """The name of a field in lower case, with letters and digits only."""
    return re.sub(r"[\W_]", "", name).lower()


def _moves_fields(fields: Mapping[str, str], rules: OthelloRules) -> list[str]:
    """The names of the fields with the moves: one field, or several with one move each. Raises
    BadGame if there are none, or if two fields can be the moves."""
    counts = {name: count_moves(text, rules) for name, text in fields.items()}
    possible = [name for name, count in counts.items() if count]
    for names in (possible, fields):
        for known in _NAMES_OF_MOVES:
            for name in names:
                if _bare_name(name) == known and not fields[name].strip().isdecimal():
                    return [name]
        if len(possible) == 1:
            return possible
    if not possible:
        raise BadGame(f"none of {', '.join(map(repr, [*fields][:8]))} holds moves")
    if any(counts[name] > 1 for name in possible):
        both = " and ".join(map(repr, possible[:2]))
        raise BadGame(f"{both} both hold moves: name the right one 'moves'")
    return possible


def _read_game(
    number: int, fields: Mapping[str, str], moves: Sequence[str], rules: OthelloRules, place: str
) -> Found:
    """The game whose moves are in the fields of these names. Raises BadGame."""
    sheet = Scoresheet(number, rules)
    for name in moves:
        sheet.read(fields[name], place)
    if not sheet.read_so_far:
        raise BadGame(f"there are no moves in {moves[0]!r}")
    known: dict[str, str] = {}
    for name, text in fields.items():
        for meaning, names in _NAMES.items():
            if _bare_name(name) in names and name not in moves:
                known.setdefault(meaning, plain(text))
    sheet.names = (known.get("black", ""), known.get("white", ""))
    sheet.tags = {tag: known[tag] for tag in ("event", "site", "round") if tag in known}
    date = re.match(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?(?![0-9])", known.get("date", ""))
    sheet.tags["date"] = date[0] if date else ""
    sheet.said = sheet.said or _said(known, rules)
    return sheet.found()


def _said(known: Mapping[str, str], rules: OthelloRules) -> Said | None:
    scores = [known.get("black score", ""), known.get("white score", "")]
    text = (
        "-".join(scores) if all(score.isdecimal() for score in scores) else known.get("score", "")
    )
    return read_score(text, rules)


_SEPARATORS = ",;\t|"
_LIKE_A_MOVE = re.compile(r"\s*[A-Pa-p][0-9]")
_WITH_NAMES = re.compile(r"[^:]* - [^:]*:")
"""A transcript that begins with the names."""


def are_columns(text: str, rules: OthelloRules) -> bool:
    """Whether a text with this beginning is a table: its first or second row has a cell of moves,
    and the first row is not moves alone."""
    return _separator(text.splitlines(), rules) is not None


def read_csv_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
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
                    moves = _moves_fields(cells, rules)
                found = _read_game(number, cells, moves, rules, place)
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
            is_named = any(_bare_name(cell) in _NAMES_OF_MOVES for cell in first)
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


_LARGEST = 1 << 28
"""Characters of a file."""


def read_json_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
    """The games of a text that comes in parts; broken games are reported and skipped. Raises
    BadGame if the text is not JSON."""
    text = ""
    for chunk in chunks:
        text += chunk
        if len(text) > _LARGEST:
            raise BadGame(f"more than {_LARGEST:,} characters of JSON are too much: split the file")
    for number, (value, place) in enumerate(_games(text, rules), 1):
        try:
            yield _json_game(number, value, rules, place)
        except BadGame as error:
            yield Found.broken(number, place, error)


def _games(text: str, rules: OthelloRules) -> Iterator[tuple[Any, str]]:
    """Each game and its place. Raises BadGame."""
    try:
        whole = _parsed(text)
    except ValueError as error:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) == 1:
            raise BadGame(f"this is not JSON: {error}") from None
        for number, line in lines:
            try:
                yield _parsed(line), f"line {number}"
            except ValueError:
                raise BadGame(f"line {number}: this is not JSON, nor is the whole file") from None
        return
    while isinstance(whole, dict) and len(whole) == 1:
        (inner,) = whole.values()
        if not isinstance(inner, (dict, list)) or _is_one_game(inner, rules):
            break
        whole = inner
    games = whole if isinstance(whole, list) and not _is_one_game(whole, rules) else [whole]
    for place, game in enumerate(games, 1):
        yield game, f"item {place}"


class _Twice(NamedTuple):
    """Stands for an object in which a field stands twice."""

    field: str


def _object(pairs: Sequence[tuple[str, Any]]) -> Any:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        return _Twice(next(name for name in names if names.count(name) > 1))
    return fields


def _parsed(text: str) -> Any:
    """Raises ValueError."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _is_one_game(value: Any, rules: OthelloRules) -> bool:
    """Whether a list is of single moves."""
    if not isinstance(value, list) or not value:
        return False
    words = [each.strip().lower() for each in value if isinstance(each, str)]
    single = [word in PASSES or not word or count_moves(word, rules) == 1 for word in words]
    return len(words) == len(value) and all(single)


def _json_game(number: int, value: Any, rules: OthelloRules, place: str) -> Found:
    """Raises BadGame."""
    if isinstance(value, _Twice):
        raise BadGame(f"the field {value.field!r} stands twice")
    if isinstance(value, dict):
        texts = {str(name): _text(each, rules) for name, each in value.items()}
        return _read_game(number, texts, _moves_fields(texts, rules), rules, place)
    text = _text(value, rules)
    if not text:
        shown = json.dumps(value)[:40]
        raise BadGame(f'{shown} is not a game: moves are texts, as in "f5d6" or ["f5", "d6"]')
    return _read_game(number, {"moves": text}, ["moves"], rules, place)


def _text(value: Any, rules: OthelloRules) -> str:
    """A text, or single moves in a row; empty for anything else."""
    if _is_one_game(value, rules):
        return " ".join(value)
    return str(value) if isinstance(value, (str, int, float)) else ""
