"""Finds the turn that ends a game where the program does not show it.

Many programs draw the board only when they ask for a move, so they never draw the last one. Then
they tell the score, or just leave. The turn must still be one of those that end the game. Where
those differ, the score or the winner that the program tells decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from owari.programs.dialogues.console.turns import Turn

NOT_SHOWN = "last turn not shown"
"""The beginning of the comment on such a move."""
MOST_NUMBERS = 4
"""The most numbers in a line that tells a score; a line with more is a board."""
NEAR = 30
"""The most characters between the name of a side and its score."""
_OWN = r"computer|cpu|ai|bot|machine|program|engine|i"
_PERSON = r"you|human|user|opponent"
_WIN = r"(?:wins?|won|beats?|is\s+the\s+winner|are\s+the\s+winner)\b(?!['’])"
_LOSE = r"(?:loses?|lost)\b(?!['’])"


class Score(NamedTuple):
    """The stones or discs of both sides at the end."""

    own: int
    """The program's."""
    other: int

    @property
    def lead(self) -> int:
        """1 when the program wins, 0 for a draw, -1 when it loses."""
        return (self.own > self.other) - (self.own < self.other)


class Told(NamedTuple):
    """A text of the program, and its names for the sides."""

    text: str
    own: str
    """`south`, `black`, ..."""
    other: str
    own_first: bool | None = None
    """Whether the program's number comes first where no side is named; None while that is
    unknown."""


class LastTurn(NamedTuple):
    """A turn that was found without being shown."""

    turn: Turn
    how: str
    """How the turn was found, for the record."""


def last_turn(endings: Mapping[Turn, Score], told: Told, verb: str = "end") -> LastTurn | None:
    """The turn that the program has made; None where the turns have different winners and the text
    names none. `verb` tells what the turns do to the game."""
    likely = dict(endings)
    how = f"the only one that {verb}s the game"
    if len(likely) > 1:
        how = f"one of {len(likely)} that {verb} the game alike"
    if len(set(likely.values())) > 1:
        said = {turn: score for turn, score in likely.items() if tells_score(told, score)}
        named = {turn: score for turn, score in said.items() if _is_named(told, score)}
        if said := named or said:
            likely, how = said, f"of {len(endings)} that {verb} the game that whose score it tells"
    leads = {score.lead for score in likely.values()}
    if len(leads) > 1:
        winner = _winner(told)
        likely = {turn: score for turn, score in likely.items() if score.lead == winner}
    if len(set(likely.values())) > 1:
        how = f"of {len(endings)} that {verb} the game the worst for it, for it tells no score"
    if not likely:
        return None
    turn = min(likely, key=lambda turn: likely[turn].own - likely[turn].other)
    return LastTurn(turn, f"{NOT_SHOWN}: {how}{_other_score(told, likely[turn])}")


def tells_score(told: Told, score: Score) -> bool:
    """Whether the text has these two numbers side by side."""
    return any(sorted(pair) == sorted(score) for pair in _pairs(told.text))


def in_order(text: str, score: Score) -> bool | None:
    """Whether the first of these numbers comes before the second; None where they do not stand side
    by side, or do so in both orders."""
    pairs = _pairs(text)
    ahead, behind = score in pairs, tuple(reversed(score)) in pairs
    return None if ahead == behind else ahead


def _is_named(told: Told, score: Score) -> bool:
    """Whether the text tells this score and not the reverse."""
    if named := _named(told):
        return named == score
    return told.own_first is not None and in_order(told.text, score) is told.own_first


def _named(told: Told) -> Score | None:
    """The score that the text tells after the names of both sides."""
    sides = (rf"{_OWN}|me|my|mine|{told.own}", rf"{_PERSON}|yours?|{told.other}")
    behind = rf"\b(?:{{}})(?:['’]s)?\b[^\d\n]{{{{0,{NEAR}}}}}?(\d{{{{1,4}}}})(?!\d)"
    own, other = (re.findall(behind.format(side), told.text, re.IGNORECASE) for side in sides)
    return Score(int(own[-1]), int(other[-1])) if own and other else None


def _other_score(told: Told, score: Score) -> str:
    """A clause on another score with the same sum that the text tells."""
    pairs = [pair for pair in _pairs(told.text) if sum(pair) == sum(score)]
    if not pairs or tells_score(told, score):
        return ""
    return f"; it tells {pairs[-1][0]}-{pairs[-1][1]}"


def _pairs(text: str) -> list[tuple[int, int]]:
    """Numbers that stand side by side in sentences."""
    numbers: list[int] = []
    for line in text.split("\n"):
        found = re.findall(r"(?<![\d.])\d{1,4}(?![\d.]*\d)", line)
        if len(found) <= MOST_NUMBERS:
            numbers += map(int, found)
    return list(pairwise(numbers))


def _winner(told: Told) -> int | None:
    """1 where the program says that it has won, -1 where it says that the person has, 0 for a draw;
    None where it says neither or both."""
    own, person = rf"(?:{_OWN}|{told.own})", rf"(?:{_PERSON}|{told.other})"
    has = r"\s+(?:have\s+|has\s+)?"
    leads = {
        lead
        for lead, pattern in (
            (1, rf"\b{own}{has}{_WIN}|\b{person}{has}{_LOSE}"),
            (-1, rf"\b{person}{has}{_WIN}|\b{own}{has}{_LOSE}"),
            (0, r"\b(?:draw|tied?|drawn)\b"),
        )
        if re.search(pattern, told.text, re.IGNORECASE)
    }
    return leads.pop() if len(leads) == 1 else None
