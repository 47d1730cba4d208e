"""What a description may lack, seen at a game that has stopped: pauses without a word, questions in
mid-game, and what is typed for a pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from owari.programs.dialogues.console.answers import answers_to, is_confirmation
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.menus import modes_in
from owari.programs.dialogues.console.prompts import (
    asks_for_a_move,
    asks_for_a_setting,
    open_line,
    pass_told,
    prompt_in,
    refuses,
)
from owari.programs.dialogues.console.questions import question_in

_LONGEST_PATTERN = 60
"""Characters of a question that its pattern has."""
_NO = {"y": "n", "Y": "N", "yes": "no", "Yes": "No"}
_NEAR = 4
"""The last lines, in which a move is refused before the program asks for another."""
_TWO_DIGITS = re.compile(r"\{(?:row|column)0?\}" * 2)
"""A move as one number, beside which another number may be a pass."""
_LETTERS = re.compile(r"[^\W\d_]{3}")
_A_MOVE = re.compile(r"(?<![\w/'’-])(?:[b-hB-HJ-Zj-z]|[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z])(?![\w/'’-])")
"""A pit or a square that a question names: `Are you sure you want to play b?`"""
_VARYING = re.compile(r"\w*\d\w*|(?<!\w)[A-Za-z](?!\w)")
"""Numbers, squares and letters, which differ from one line of a kind to the next."""


def amended(
    protocol: ConsoleProtocol, said: str, *, we_pass: bool, before: str = ""
) -> Iterator[ConsoleProtocol]:
    """The same description with what else the program seems to want typed, after it has `said` this
    and waits; `we_pass` where the other side has no move. `before` it has said that, and then a
    line was typed: perhaps it waited for a key then."""
    question = question_in(said)
    if pause := _silent_pause(before, said):
        yield replace(protocol, answers=(*protocol.answers, (pause, "")))
    if we_pass and not protocol.passes:
        for passes in _passes(question, protocol):
            yield replace(protocol, passes=passes)
    # What follows a move that was refused asks for another one.
    refused = refuses("\n".join(said.rstrip().split("\n")[-_NEAR:]))
    if not refused:
        yield from _with_answers(protocol, said)
    told = modes_in(before) or asks_for_a_setting(before) or is_confirmation(before)
    if told:  # and the move was typed for an answer
        yield from _with_answers(protocol, before)


def _with_answers(protocol: ConsoleProtocol, asked: str) -> Iterator[ConsoleProtocol]:
    """The description with answers to the question at the end of this text, where it has none."""
    question = question_in(asked)
    known = any(re.search(pattern, question) for pattern, _ in protocol.answers)
    answers = [] if known else answers_to(asked)
    answers += [_NO[each] for each in answers if _NO.get(each, each) not in answers]
    if not any(answers) and not (answers and question):
        return
    words = question.split(" ")
    while len(" ".join(words)) > _LONGEST_PATTERN and len(words) > 1:
        del words[0]
    parts = (
        re.sub(r"\d+", r"\\d+", re.escape(part).replace(r"\ ", " "))
        for part in _A_MOVE.split(" ".join(words))
    )
    pattern = r"\w+".join(parts)
    # A question in mid-game asks whether to stop or to change something, or whether one is sure.
    if not is_confirmation(asked):
        answers.sort(key=lambda answer: answer.lower() not in ("n", "no"))
    for answer in answers:
        yield replace(protocol, answers=(*protocol.answers, (pattern, answer)))


def _silent_pause(before: str, said: str) -> str:
    """A pattern for the line at which the program waited for a key without saying so, as it asks
    for a move only now, where `before` it asked for nothing; empty where it did ask."""
    line = question_in(before)
    asks = asks_for_a_move(said, 0, drawn=True) and prompt_in(said)
    if not asks or not _LETTERS.search(line) or _like(line) == _like(question_in(said)):
        return ""
    return "" if prompt_in(f"{before}\n") and not open_line(before) else f"^{_like(line)}$"


def _like(line: str) -> str:
    """A pattern for lines of this kind."""
    return r"\w+".join(map(re.escape, _VARYING.split(line))).replace(r"\ ", " ")


def _passes(question: str, protocol: ConsoleProtocol) -> Iterator[tuple[str, ...]]:
    """The lines that may be typed for a pass, the likelier ones first."""
    lines = len(protocol.types) if protocol.types else 1
    told = pass_told(question)
    single = [told] if told else []
    single += ["99", "0"] if protocol.types and _TWO_DIGITS.fullmatch(protocol.types[0]) else []
    single += ["pass", "", "p", "-1 -1", "-1", "0", "0 0", "-"]
    if lines > 1:
        yield ("-1",) * lines
        yield ("0",) * lines
    for text in dict.fromkeys(single):
        yield (text,)
