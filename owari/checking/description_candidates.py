"""The descriptions that the learner tries: a base for families, and what holds for all games."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.prompts import asks_for_a_move
from owari.programs.dialogues.console.questions import answers_to, asks_who_begins, question_in

__all__ = ["Candidates", "amended"]

LONGEST_PATTERN = 60
"""Characters of a question that its pattern has."""
_TO_PASS = re.compile(
    r"['\"](\w{1,6}|-1 -1|--)['\"][^'\"]*\bpass\b"
    r"|(?<!\w)(-1,? -1|-1|[a-z]|\d)\s*(?:to|for a)\s*pass\b",
    re.I,
)
"""The text to type for a pass."""


class Candidates(ABC):
    """The descriptions that may fit a program, for one family of games, and what a text of the
    program tells of its game."""

    pits: int = 0
    """Pits of a side, 0 on a board of squares."""

    def __init__(self, game: Any) -> None:
        self.game = game

    @abstractmethod
    def descriptions(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """Descriptions without their start, the likelier ones first, for a program that has `shown`
        these texts before the first move."""

    @abstractmethod
    def size_asked(self, question: str) -> str:
        """The answer to a question for the size of the board; empty where it is another one."""

    @abstractmethod
    def draws(self, text: str) -> bool:
        """Whether the text has a board."""

    def draws_other_boards(self, text: str, agreed: int) -> bool:
        """Whether the text has a board, though `agreed` boards, none, were the referee's."""
        return False

    def names_a_cell(self, text: str) -> bool:
        """Whether the text may name a pit or a square."""
        return True

    def lists_moves(self, text: str) -> bool:
        """Whether the text has a numbered menu of moves, which is no question before the game."""
        return False

    def has_begun(self, text: str) -> bool | None:
        """Whether a program that has shown this has made the first move; None where no board tells
        it."""
        return None

    def wants_a_move(self, text: str, *, drawn: bool) -> bool:
        """Whether the text ends with a question for a move of the other side."""
        asks = asks_for_a_move(text, self.pits, drawn=drawn)
        return asks and not (asks_who_begins(text) and self.answers(text))

    def answers(self, text: str) -> list[str]:
        """The answers to the question at the end of the text, the likelier ones first."""
        return answers_to(text, self.size_asked)


def amended(protocol: ConsoleProtocol, said: str, *, we_pass: bool) -> Iterator[ConsoleProtocol]:
    """The same description with what else the program seems to want typed, after it has `said` this
    and waits; `we_pass` where the other side has no move."""
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
        # A question in mid-game asks whether to stop or to change something.
        for answer in sorted(answers, key=lambda answer: answer.lower() not in ("n", "no")):
            yield replace(protocol, answers=(*protocol.answers, (pattern, answer)))


def _passes(question: str, protocol: ConsoleProtocol) -> Iterator[tuple[str, ...]]:
    """The lines that may be typed for a pass, the likelier ones first."""
    lines = len(protocol.types) if protocol.types else 1
    quoted = [found[1] or found[2] for found in _TO_PASS.finditer(question)]
    single = [*quoted, "pass", "", "p", "-1 -1", "-1", "0", "0 0", "-"]
    if lines > 1:
        yield ("-1",) * lines
        yield ("0",) * lines
    for text in dict.fromkeys(single):
        yield (text,)
