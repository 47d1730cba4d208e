"""Descriptions of a console program that may fit, the likelier first, for who tries them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from owari.games.game import Game
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.programs.dialogues.console.console_protocol import MIRRORED, ConsoleProtocol
from owari.programs.dialogues.console.prompts import prompt_in
from owari.programs.dialogues.console.questions import answers_to, question_in
from owari.programs.dialogues.console.square_board_parser import (
    drawings,
    marks_of,
    without_drawings,
)
from owari.programs.dialogues.console.square_input import TYPED
from owari.programs.dialogues.console.square_move_parser import listed_squares, names_of, squares_in

__all__ = ["amended", "descriptions", "draws", "has_begun", "lists_moves"]

MENU_ENTRIES = 2
"""Entries of a list from which on it is a menu of moves."""
LISTED = 4
"""Squares, as many as can be played at the start, from which on it lists and names none."""
LONGEST_PATTERN = 60
"""Characters of a question that its pattern has."""
_TO_PASS = re.compile(
    r"['\"](\w{1,6}|-1 -1|--)['\"][^'\"]*\bpass\b"
    r"|(?<!\w)(-1,? -1|-1|[a-z]|\d)\s*(?:to|for a)\s*pass\b",
    re.I,
)
"""What is to be typed for a pass."""
_HINTS = (
    # what it says, and the start of the templates that this speaks for
    (r"\b[a-h][1-8]\b", ("{square}",)),
    (r"\b[A-H][1-8]\b", ("{SQUARE}", "{square}")),
    (r"\b[1-8][a-hA-H]\b", ("{row}{letter}",)),
    (r"\b[a-h]{2}\b|(?i:row\s?col)", ("{row_letter}{letter}",)),
    (r"(?i:\brow\b[^:?\n]*\bcol|\(row)", ("{row} ", "{row0} ", "{row},", "{row0},")),
    (r"(?i:\bcol\w*\b[^:?\n]*\brow|\bx\b[^:?\n]*\by\b)",
     ("{column} ", "{column0} ", "{column},", "{column0},")),
    (r"\d\s*,\s*\d|\w,\s?\w\b", ("{row},", "{row0},", "{column},", "{column0},")),
    (r"\d\s\d\b", ("{row} ", "{row0} ", "{column} ", "{column0} ")),
)  # fmt: skip
_ONE_AFTER_THE_OTHER = re.compile(r"^(?!.*\b(?:col\w*|x)\b).*\b(?:row|y)\b", re.I)
_COLUMN_FIRST = re.compile(r"^(?!.*\b(?:row|y)\b).*\b(?:col\w*|x)\b", re.I)
_FROM_ZERO = re.compile(r"\b0\W{1,3}1\W{1,3}2\W{1,3}3\b|\b0\s*(?:-|to|and)\s*\d\b|^\s*0\b", re.M)

Names = tuple[str, tuple[str, ...] | None]
"""A numbering, and what is typed if that does not say it."""

_TOGETHER: tuple[Names, ...] = (
    ("board", None),
    ("row-letter", None),
    ("letters", None),
    ("row-column", None),
    ("row-column-0", None),
    ("column-row", None),
    ("column-row-0", None),
    ("board", ("{SQUARE}",)),
    ("board", ("{letter} {row}",)),
    ("board", ("{row} {letter}",)),
    *(
        (f"{numbering}{zero}", (f"{{{a}{zero[1:]}}}{mark}{{{b}{zero[1:]}}}",))
        for mark in (",", "")
        for numbering, a, b in (("row-column", "row", "column"), ("column-row", "column", "row"))
        for zero in ("", "-0")
    ),
)
_APART: tuple[Names, ...] = (
    ("row-column", ("{row}", "{column}")),
    ("row-column-0", ("{row0}", "{column0}")),
    ("board", ("{row}", "{letter}")),
    ("board", ("{letter}", "{row}")),
    ("column-row", ("{column}", "{row}")),
    ("column-row-0", ("{column0}", "{row0}")),
    ("board", ("{LETTER}", "{row}")),
    ("letters", ("{row_letter}", "{letter}")),
)


def descriptions(game: Game, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
    """Descriptions without their start of a program that has `shown` these texts before the first
    move."""
    if isinstance(game, SowingRules):
        return _of_pits(game)
    assert isinstance(game, OthelloRules)
    return _of_squares(game, shown)


def amended(protocol: ConsoleProtocol, said: str, *, we_pass: bool) -> Iterator[ConsoleProtocol]:
    """The same with what else it seems to want typed, where it has said this last and waits; where
    `we_pass`, the other side has no move."""
    question = question_in(said)
    if we_pass and not protocol.passes:
        for passes in _passes(question, protocol):
            yield replace(protocol, passes=passes)
    known = any(re.search(pattern, question) for pattern, _ in protocol.answers)
    answers = answers_to(said) if not known else []
    if any(answers) or (answers and question):
        words = question.split(" ")
        while len(" ".join(words)) > LONGEST_PATTERN and len(words) > 1:
            del words[0]
        pattern = re.escape(" ".join(words))
        pattern = re.sub(r"\d+", r"\\d+", pattern.replace(r"\ ", " "))
        # What is asked in the midst of a game is whether to stop or to change something.
        for answer in sorted(answers, key=lambda answer: answer.lower() not in ("n", "no")):
            yield replace(protocol, answers=(*protocol.answers, (pattern, answer)))


def draws(game: Game, shown: str) -> bool:
    """Whether it has shown a board of squares."""
    return isinstance(game, OthelloRules) and bool(drawings(shown, game.size))


def lists_moves(game: Game, shown: str) -> bool:
    """Whether it has shown a numbered menu of squares, which is no question before the game."""
    return isinstance(game, OthelloRules) and any(_menus(game, shown))


def has_begun(game: Game, shown: str) -> bool | None:
    """Whether a program that has `shown` this has made the first move of the game by itself; None
    where it has drawn no board that tells it."""
    if not isinstance(game, OthelloRules):
        return None
    boards = drawings(shown, game.size) or drawings(shown, game.size, lettered=True)
    if not boards:
        return None
    start = game.start()
    if marks_of(boards[-1], start):  # its discs may stand on either diagonal
        *_, behind = without_drawings(f"{shown}\n", game.size).split("\n" * (game.size + 1))
        named = [
            {
                found.square
                for line in behind.split("\n")
                for found in squares_in(line, game.size, names_of(numbering))
            }
            for numbering in ("board", "row-column-0", "letters")
        ]
        tells = any(0 < len(squares) < LISTED for squares in named)
        return None if tells or not prompt_in(shown) else False
    begun = any(
        marks_of(boards[-1], position.play(move))
        for position in (start, start.mirrored())
        for move in position.legal_moves()
    )
    return True if begun else None


def _of_pits(game: SowingRules) -> Iterator[ConsoleProtocol]:
    """First what is found without a word, then other names for its pits and ours."""
    from_one = tuple(str(number) for number in range(1, game.pits + 1))
    from_zero = tuple(str(number) for number in range(game.pits))
    for types, reads in (
        (None, None),
        (from_one, from_one),
        (None, from_one),
        (from_zero, None),
        (from_one, None),
        (from_one[::-1], from_one),
        (from_one, from_one[::-1]),
        (from_zero, from_zero[::-1]),
    ):
        for side in ("south", "north"):
            yield ConsoleProtocol(side=side, types=types, reads=reads)


def _of_squares(game: OthelloRules, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
    """First what its prompt speaks for, each with the discs as the start board tells and then on
    the other diagonal."""
    for numbering, types in [*_menus(game, "\n".join(shown)), *_by_likelihood(shown)]:
        for board in ("auto", MIRRORED):
            yield ConsoleProtocol(
                numbering=None if numbering == "board" else numbering, types=types, board=board
            )


def _menus(game: OthelloRules, shown: str) -> Iterator[Names]:
    for numbering in ("board", "row-column", "row-column-0", "letters"):
        if len(listed_squares(shown, game.size, names_of(numbering))) >= MENU_ENTRIES:
            yield numbering, ("{index}",)


def _by_likelihood(shown: Sequence[str]) -> Sequence[Names]:
    *_, prompt = ["", *filter(None, map(prompt_in, shown))]
    apart = bool(_ONE_AFTER_THE_OTHER.search(prompt) or _COLUMN_FIRST.search(prompt))
    ahead = bool(_COLUMN_FIRST.search(prompt))
    from_zero = any(map(_FROM_ZERO.search, shown))

    def likelihood(names: Names) -> int:
        numbering, types = names
        line = (types or TYPED[numbering])[0]
        hinted = sum(line.startswith(starts) for hint, starts in _HINTS if re.search(hint, prompt))
        fits = bool(types and len(types) > 1) is apart
        ordered = not apart or ("column" in line or "letter" in line) is ahead
        zero = ("0" in line) is from_zero or "row" not in line
        return 4 * fits + 4 * hinted + 2 * ordered + zero

    return sorted([*_TOGETHER, *_APART], key=likelihood, reverse=True)


def _passes(question: str, protocol: ConsoleProtocol) -> Iterator[tuple[str, ...]]:
    """What may be typed for a pass, the likelier first."""
    lines = len(protocol.types) if protocol.types else 1
    quoted = [found[1] or found[2] for found in _TO_PASS.finditer(question)]
    single = [*quoted, "pass", "", "p", "-1 -1", "-1", "0", "0 0", "-"]
    if lines > 1:
        yield ("-1",) * lines
        yield ("0",) * lines
    for text in dict.fromkeys(single):
        yield (text,)
