"""Finds what a console program says of the squares that it plays, and makes the lines to type for
squares: templates, and the number of a square in a menu.

First come the squares, by the names that they have for the program. Each then becomes a label like
that of a pit, so that `pit_move_parser` tells who is said to have played it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from owari.games.game import Move
from owari.games.othello import OthelloRules
from owari.players.player import Fault
from owari.programs.dialogues.console.console_settings import INDEX
from owari.programs.dialogues.console.pit_move_parser import Reading, readings
from owari.programs.dialogues.console.prompts import without_examples
from owari.programs.dialogues.console.screen import Line
from owari.programs.dialogues.console.vocabulary import in_english
from owari.programs.dialogues.templates import fill
from owari.programs.transports.program_output import excerpt
from owari.records.record import Termination

MANY = 3
"""The number of squares in a line from which on it is a list."""
MOST = 99
"""The most different squares in a text."""
TYPED: dict[str, tuple[str, ...]] = {
    "board": ("{square}",),
    "row-letter": ("{row}{letter}",),
    "board-0": ("{letter}{row0}",),
    "letters": ("{row_letter}{letter}",),
    "row-column": ("{row} {column}",),
    "row-column-0": ("{row0} {column0}",),
    "column-row": ("{column} {row}",),
    "column-row-0": ("{column0} {row0}",),
}
"""The lines to type in each numbering, where the description has no `types`."""

_OPENS, _CLOSES = r"(?<![A-Za-z0-9.])[(\[]?\s*", r"\s*[)\]]?(?![A-Za-z0-9])"
_JOINT = r"(?:\s*[,-]\s*)?"
_COLUMN = r"\bcol\w*\W{0,6}"
_ROW = r"\brow\w*\W{0,6}"
_AND = r"\W{0,4}(?:and|at|in|,)?\W{0,4}(?:the\s+)?"
_LETTERED = re.compile(
    rf"{_ROW}(?P<n1>\d{{1,2}}){_AND}{_COLUMN}(?P<l1>[a-p])(?![a-z0-9])"
    rf"|{_COLUMN}(?P<l2>[a-p]){_AND}{_ROW}(?P<n2>\d{{1,2}})(?!\d)"
    rf"|{_ROW}(?P<l3>[a-p]){_AND}{_COLUMN}(?P<n3>\d{{1,2}})(?!\d)"
    rf"|{_OPENS}(?P<l4>[a-p]){_JOINT}(?P<n4>\d{{1,2}}){_CLOSES}"
    rf"|{_OPENS}(?P<n5>\d{{1,2}}){_JOINT}(?P<l5>[a-p]){_CLOSES}",
    re.I,
)
_LETTERS = re.compile(
    rf"{_ROW}(?P<a>[a-p]){_AND}{_COLUMN}(?P<b>[a-p])(?![a-z0-9])"
    rf"|{_OPENS}(?P<c>[a-p])(?:\s*,\s*)?(?P<d>[a-p]){_CLOSES}",
    re.I,
)
_WORDS = re.compile(
    r"(?:ad|ah|am|an|be|do|ed|eh|go|ha|he|hi|if|in|me|mi|no|of|oh|ok|on|em|en)", re.I
)
"""Two letters that are a square only where a square is expected."""
_EXPECTED = re.compile(
    r"(?:\b(?:at|on|to|is|was|plays?|played|places?|placed|moves?|moved|chose|square)|[:=(\[])\W*$",
    re.I,
)
_NUMBERED = re.compile(
    r"\brow\w*\W{0,6}(?P<row>\d{1,2})\b\D{0,24}?\bcol\w*\W{0,6}(?P<column>\d{1,2})\b"
    r"|\bcol\w*\W{0,6}(?P<column_>\d{1,2})\b\D{0,24}?\brow\w*\W{0,6}(?P<row_>\d{1,2})\b"
    r"|[(\[{<]\s*(?P<a>\d{1,2})\s*[,;:\s]\s*(?P<b>\d{1,2})\s*[)\]}>]"
    r"|\[\s*(?P<c>\d{1,2})\s*\]\s*\[\s*(?P<d>\d{1,2})\s*\]"
    r"|(?<![\d.])(?P<e>\d{1,2})\s*,\s*(?P<f>\d{1,2})(?!\d|\.\d)",
    re.I,
)
_BARE = re.compile(r"(?<![\d.])(\d{1,2})\s+(\d{1,2})(?!\d|\.\d)")
_NEGATIVE = re.compile(r"(?<![\w)\]])-\d+")
"""A coordinate below zero, which stands for a pass."""
_PLACES = re.compile(
    r"\b(?:plac(?:es?|ed|ing)|puts?|putting|goes|takes?|took|marks|turn(?=\s*:))\b", re.I
)
"""Verbs for discs alone."""
_PASSES = re.compile(
    r"\b(?:must|can(?:not|['’]t)\s+move(?:,?\s+(?:and|so)\s+must)?)\s+pass\b", re.I
)
"""Words about a pass that look like a refusal."""
_WORD = re.compile(r"[^\W\d_]{2}")
_SIGN = re.compile(r"[^\W\d_]|-")
_COUNTER = re.compile(r"^\W*(?:move|turn|ply|round)\s*#?\d+\s*[:)]", re.I)
_ENTRY = re.compile(r"(?<![\w.])[(\[]?(\d{1,3})\s*(?:[.):\]=>]|-(?=\s))[\s.):\]=>-]*")
"""The number of an entry of a menu."""
_SIGN_ENTRY = re.compile(
    r"(?:^|\t|(?<=\s\s)|(?<=,\s))\s*[(\[]?([^\s\d])(?:\s*[.):\]=>]|\s-+>?(?=\s))\s*"
)
"""The letter or sign of an entry."""
_KEY_BEHIND = re.compile(
    r"['\"]?\s*[-=]+>\s*['\"\[(]?(\d{1,2}|[^\W\d]|[^\w\s])['\"\])]?(?=$|[,;\s])"
)
"""The key behind a square: `(d, 3) -> A`"""
_NUMBERS = re.compile(r"\W*\d{1,2}(?:\W+\d{1,2})*\W*")
_FIRST_KEYS = ("0", "1", "A", "a")
_INDICES = re.compile(r"\[\s*\d+\s*\]\s*\[\s*\d+\s*\](?!\s*\[)")
"""A square such as `[4][3]`, in which no entry begins."""
_HALF_PAIR = re.compile(r"[(\[{<]\s*(?:\d+|[A-Za-z])\s*[,; -]\s*$")
"""Before the number that ends a square such as `(4, 3)` or `(d, 3)`, which is no entry."""
_OWN_PASS = re.compile(
    r"^\W*(?:my\s+(?:move|turn)|i|(?:the\s+)?(?:computer|cpu|ai|bot|machine|program|engine|{own}))"
    r"(?:['’]\w+)?\b[^?\n]{{0,40}}?(?:\bpass(?:es|ed|ing)?\b|(?<![\w-])-1\W{{1,4}}-1\b|(?<!\w)--(?!\S))"
    r"(?![^.!?\n]*\b(?:if|when|whenever|unless)\b)",
    re.I | re.M,
)
_NOT_NOW = re.compile(r"\b(?:you|your|human|user|person|if|when|whenever|{other})\b", re.I)


class Names(NamedTuple):
    """The names of squares."""

    kind: str
    """`board` (f5 or 5f), `letters` (row and column) or `numbers`."""
    first: int = 1
    """The number of the first row and column."""
    column_first: bool = False
    """Whether the column is the first of two numbers."""


def names_of(numbering: str) -> Names:
    """The names in a numbering of `games.numbering`."""
    if numbering in ("board", "row-letter"):
        return Names("board")
    if numbering == "board-0":
        return Names("board", 0)
    if numbering == "letters":
        return Names("letters")
    return Names("numbers", 0 if numbering.endswith("0") else 1, numbering.startswith("column-row"))


class Found(NamedTuple):
    """A square in a line."""

    start: int
    end: int
    square: int


def squares_said(
    text: str,
    rules: OthelloRules,
    names: Names,
    *,
    own: str,
    other: str,
    echo: int | None,
    in_order: bool = False,
) -> list[Reading]:
    """The squares in the text that may be the program's move, by their names on the board. The
    surest stand first, or else, `in_order`, as they stand in the text, which holds no drawing.

    `own` and `other` are the colours of both sides, `echo` is the square of the opponent's move.
    """
    labels: list[int] = []

    def label(square: int) -> str:
        if square not in labels:
            labels.append(square)
        return f" {labels.index(square)} "

    named = re.sub(
        rf"(?im)^(\W*){own}(?=\s*[:>])", r"\1computer", without_examples(in_english(text))
    )
    lines = [_labelled(line, rules.size, names, label) for line in named.split("\n")]
    found = readings(
        "\n".join(lines),
        own_side=own,
        other_side=other,
        typed=[str(labels.index(echo))] if echo in labels else (),
        in_order=in_order,
    )
    known = {
        str(number): rules.cell_name(Move(square)) for number, square in enumerate(labels[:MOST])
    }
    return [each._replace(label=known[each.label]) for each in found if each.label in known]


def says_pass(text: str, own: str, other: str) -> bool:
    """Whether the program tells a pass of its own, and not a rule about passes."""
    pattern = re.compile(_OWN_PASS.pattern.format(own=own), _OWN_PASS.flags)
    conditions = re.compile(_NOT_NOW.pattern.format(other=other), re.I)
    return any(not conditions.search(found[0]) for found in pattern.finditer(in_english(text)))


def listed_squares(text: str, size: int, names: Names) -> list[tuple[str, int]]:
    """The entries of the menus in the text: their keys and squares.

    A key is a number before its square (`1. 3-e  2. 4-f`), also with the same words between them in
    all entries (`0: Black to 2,4`). Letters or signs in order (`A: d3`), keys behind the squares
    (`d3 -> 0`), and numbers in the line beside a list of squares, are keys where there are several.
    """
    return [(entry.key, entry.square) for entry in _menu(text, size, names)]


def without_menus(text: str, size: int, names: Names) -> str:
    """The text with empty lines for those of its menus."""
    menu = {entry.line for entry in _menu(text, size, names)}
    lines = enumerate(text.split("\n"))
    return "\n".join("" if number in menu else line for number, line in lines)


class _Entry(NamedTuple):
    """What may be an entry of a menu."""

    line: int
    key: str
    square: int
    words: str = ""
    """What stands between the key and the square."""
    is_sure: bool = False
    """Whether it needs no other entry beside it."""

    def follows(self, before: _Entry) -> bool:
        """Whether it comes next, by its key, with the same words."""
        last, key = before.key, self.key
        by_sign = len(last) == len(key) == 1 and ord(key) == ord(last) + 1
        by_number = last.isdecimal() and key.isdecimal() and int(key) == int(last) + 1
        return self.words == before.words and (by_sign or by_number)


def _menu(text: str, size: int, names: Names) -> list[_Entry]:
    """The entries of the menus in the text."""
    listed: list[_Entry] = []
    last: _Entry | None = None
    for entry in _entries(text, size, names):
        goes_on = last is not None and entry.follows(last)
        if goes_on and last and not entry.is_sure and last not in listed[-1:]:
            listed.append(last)
        if entry.is_sure or goes_on:
            listed.append(entry)
        begins = entry.is_sure or entry.words or entry.key in _FIRST_KEYS
        last = entry if begins or goes_on else None
    return listed


def _entries(text: str, size: int, names: Names) -> Iterator[_Entry]:
    """What may be the entries of menus, as they stand in the text."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        yield from _keys_before(line, number, size, names)
        squares = list(squares_in(line, size, names))
        for found in squares:
            if behind := _KEY_BEHIND.match(line, found.end):
                yield _Entry(number, behind[1], found.square)
        near = lines[max(0, number - 1) : number] + lines[number + 1 : number + 2]
        is_list = 1 < len(squares) != size and not re.search(
            r"\w", "".join(_between(line, squares))
        )
        keys = [re.findall(r"\d+", each) for each in near if _NUMBERS.fullmatch(each)]
        for row in keys if is_list else ():
            if [*map(int, row)] in ([*range(len(squares))], [*range(1, len(squares) + 1)]):
                for key, found in zip(row, squares, strict=True):
                    yield _Entry(number, key, found.square, is_sure=True)
                break


def _between(line: str, squares: list[Found]) -> list[str]:
    """What stands between and behind the squares of a line."""
    ends = [*(found.start for found in squares[1:]), len(line)]
    return [line[found.end : end] for found, end in zip(squares, ends, strict=True)]


def _keys_before(line: str, number: int, size: int, names: Names) -> Iterator[_Entry]:
    """The entries of a line whose keys stand before their squares."""
    pairs = [range(*pair.span()) for pair in _INDICES.finditer(line)]
    pairs += [range(found.start + 1, found.end) for found in squares_in(line, size, names)]
    entries = [
        entry
        for entry in _ENTRY.finditer(line)
        if not _HALF_PAIR.search(line, 0, entry.start())
        and not any(entry.start() in pair for pair in pairs)
    ]
    entries = entries or list(_SIGN_ENTRY.finditer(line))
    ends = [*(entry.start() for entry in entries[1:]), len(line)]
    for entry, end in zip(entries, ends[: len(entries)], strict=True):
        rest = f":{line[entry.end() : end]}"
        if square := next(squares_in(rest, size, names), None):
            key = entry[1]
            words = rest[1 : square.start].strip(" ([{'\"")
            if key.isdecimal() or not words:
                is_sure = key.isdecimal() and not words
                yield _Entry(number, key, square.square, words, is_sure)


def squares_in(line: str, size: int, names: Names) -> Iterator[Found]:
    """The squares that the line names."""

    def checked(found: re.Match[str], row: int, column: int) -> Iterator[Found]:
        if 0 <= row < size and 0 <= column < size:
            yield Found(found.start(), found.end(), row * size + column)

    if names.kind == "board":
        for found in _LETTERED.finditer(line):
            number = next(filter(None, (found[f"n{one}"] for one in range(1, 6))))
            letter = next(filter(None, (found[f"l{one}"] for one in range(1, 6))))
            yield from checked(found, int(number) - names.first, _place(letter))
    elif names.kind == "letters":
        for found in _LETTERS.finditer(line):
            word = found[0].strip(" ()[]")
            if not _WORDS.fullmatch(word) or _EXPECTED.search(line[: found.start()]):
                row, column = found["a"] or found["c"], found["b"] or found["d"]
                yield from checked(found, _place(row), _place(column))
    else:
        several = False
        for found in _NUMBERED.finditer(line):
            for square in checked(found, *_numbered(found, names)):
                several = True
                yield square
        if not several and len(re.findall(r"\d+", line)) == 2:
            for found in _BARE.finditer(line):
                pair = int(found[1]) - names.first, int(found[2]) - names.first
                yield from checked(found, *(pair[::-1] if names.column_first else pair))


def typed_lines(
    templates: tuple[str, ...],
    move: Move,
    rules: OthelloRules,
    names: Names,
    shown: Callable[[], str],
    keys: Callable[[str], Sequence[str] | None] = lambda text: None,
) -> list[Line]:
    """The lines for a square. A line with a number of a menu is made when it is typed, from the
    text that is `shown` then, or from the `keys` that the squares of its board have."""
    row, column = divmod(move.cell, rules.size)
    square = rules.cell_name(move)
    places: dict[str, Callable[[], str]] = {
        "square": square.__str__,
        "SQUARE": square.upper,
        "letter": square[0].__str__,
        "LETTER": square[0].upper,
        "row": str(row + 1).__str__,
        "column": str(column + 1).__str__,
        "row0": str(row).__str__,
        "column0": str(column).__str__,
        "row_letter": chr(ord("a") + row).__str__,
        "ROW_LETTER": chr(ord("A") + row).__str__,
        "number": str(move.cell + 1).__str__,
        "number0": str(move.cell).__str__,
        INDEX: lambda: _index(shown(), move, rules, names, keys),
    }
    return [
        partial(fill, line, places) if f"{{{INDEX}}}" in line else fill(line, places)
        for line in templates
    ]


def _labelled(line: str, size: int, names: Names, label: Callable[[int], str]) -> str:
    """The line with a label for each square, and without other numbers."""
    line = _NEGATIVE.sub(" ", _COUNTER.sub("", line))
    line = _PASSES.sub("pass", _PLACES.sub("plays", line))
    squares = list(squares_in(line, size, names))
    if len({found.square for found in squares}) >= MANY:
        return ""
    parts, at = [], 0
    for start, end, square in squares:
        parts += [re.sub(r"\d+", "", line[at:start]), label(square)]
        at = end
    said = "".join([*parts, re.sub(r"\d+", "", line[at:])])
    # `c e6 -3`: a colour, a square and its value are a line of its own form.
    return said if _WORD.search(said) else _SIGN.sub(" ", said)


def _place(letter: str) -> int:
    return ord(letter.lower()) - ord("a")


def _numbered(found: re.Match[str], names: Names) -> tuple[int, int]:
    """The row and the column, from 0."""
    if found["row"] or found["row_"]:
        row, column = found["row"] or found["row_"], found["column"] or found["column_"]
    else:
        row = next(found[name] for name in ("a", "c", "e") if found[name])
        column = next(found[name] for name in ("b", "d", "f") if found[name])
        if names.column_first:
            row, column = column, row
    return int(row) - names.first, int(column) - names.first


def _index(
    shown: str,
    move: Move,
    rules: OthelloRules,
    names: Names,
    keys: Callable[[str], Sequence[str] | None],
) -> str:
    """The number of the square in the last menu, or on the board. Raises Fault where neither has
    the square."""
    if (drawn := keys(shown)) and (key := drawn[move.cell]):
        return key
    listed = _menu(shown, rules.size, names)
    alone = [*_entries(shown, rules.size, names)] if not listed else []
    if len(alone) == 1 and alone[0].key in _FIRST_KEYS and alone[0].square == move.cell:
        return alone[0].key
    for entry in reversed(listed):
        if entry.square == move.cell:
            return entry.key
    square = rules.cell_name(move)
    why = (
        f"lists moves without {square}, which the rules allow"
        if listed
        else f"`{{{INDEX}}}` looks for a number or a letter beside {square}, as `1. {square}`, and"
        " finds none"
    )
    raise Fault(Termination.UNREADABLE, f"{why}; it last said {excerpt(shown)!r}")
