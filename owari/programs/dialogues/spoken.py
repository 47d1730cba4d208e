"""What a console program says to a person: the move it announces, and the answer it wants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

__all__ = ["announced", "labels_wanted", "prompt_in", "words"]

_NOT_ITS_MOVE = re.compile(
    # It speaks to the person,
    r"\b(?:you|your|enter|type|user|human|invalid|must|error|illegal|wrong|cannot|try|empty"
    # or it thinks aloud,
    r"|expect\w*|predict\w*|trying|testing|considering|evaluating|checking"
    # or it counts and lists moves.
    r"|(?:legal|valid|possible|available|total|number of)\s+(?:moves|pits|cups|holes))\b"
    r"|\bnot\s+(?:legal|valid|possible|allowed)\b|\?",
    re.I,
)
_AFTERMATH = re.compile(
    r"\b(?:captur\w*|last\s+(?:stone|seed|one|piece)|land(?:s|ed|ing)?)\b", re.I
)
"""What comes of a move; pits that are named from here on are others."""
_PIT = r"pit|cup|pocket|hole|bowl|house|bin"
_VERB = (
    r"move|moves|moved|moving|play|plays|played|playing|choose|chooses|chose|chosen|choosing|choice"
    r"|pick|picks|picked|picking|select|selects|selected|selecting|selection"
    r"|decides|decided|decision|sow|sows|sowed|sowing"
)
_RANGE = re.compile(r"(\d+)\s*(?:-|–|\.{2,3}|\bto\b|\bthrough\b)\s*(\d+)", re.I)
_ASKS = re.compile(r"[?:>]$|\b(?:you|your|enter|type|input|choose|pick|select|give)\b", re.I)
_NOT_A_PIT = (
    r"(?!\d*\.\d)(?!\s*(?:%|s\b|ms\b|sec|milli|stone|seed|marble|piece|bean|node|game|turn"
    r"|pl(?:y|ies)\b))"
)
_BETWEEN = (
    r"(?:(?!\b(?:time|took|value|score|depth|level|player|nodes?|count|number of|eval\w*"
    r"|considered|searched|so far)\b|[.!]\s+(?-i:[A-Z]))[^\d\n]){0,60}?"
)


def _number_after(word: str) -> re.Pattern[str]:
    number = rf"(?<![\d.])(\d{{1,2}})(?!\d){_NOT_A_PIT}"
    return re.compile(rf"(?<![a-z0-9])(?:{word})(?![a-z]){_BETWEEN}{number}", re.I)


_BY_PIT = _number_after(_PIT)
_BY_VERB = _number_after(_VERB)


def announced(text: str, *, strictly: bool) -> Iterator[int]:
    """The numbers of the program's moves as its lines announce them, the last line first.

    A line announces by the first number after a whole word for a pit (pit, cup, hole, ...) or for
    moving (move, plays, chose, ...); ranges such as 0-5 are no numbers, nor are times, values and
    numbers of stones. Strictly, these do not count: lines that are not finished, that ask a
    question, that speak to the person (you, enter, illegal, ...), or that think aloud and list
    (trying, legal moves, ...); nor what a line says of captures and of the last stone.
    """
    lines = text.split("\n")
    if strictly:
        lines = [_AFTERMATH.split(line)[0] for line in lines[:-1] if not _NOT_ITS_MOVE.search(line)]
    for line in reversed(lines):
        said = _RANGE.sub(" ", line)
        found = _BY_PIT.search(said) or _BY_VERB.search(said)
        if found:
            yield int(found[1])


def prompt_in(text: str) -> str:
    """The prompt at the end of what a program said: the words before the cursor, or the last line
    above a bare cursor if it asks for something. Empty when there is none, but a board or a remark.
    """
    *above, cursor = map(str.strip, text.split("\n"))
    if any(map(str.isalpha, cursor)):
        return cursor
    *_, last = ["", *filter(None, above)]
    line = cursor if any(map(str.isdigit, cursor)) else last
    return line if _ASKS.search(line) else ""


def labels_wanted(
    prompt: str, schemes: Sequence[Sequence[str]], legal: Sequence[int]
) -> Sequence[str] | None:
    """How the program wants the pits of a side called, in sowing order, if its prompt shows it.

    The prompt names a range as long as the row (`1-6`), or it lists the legal pits, given by their
    places in the row, so that only one of the schemes fits.
    """
    size = len(schemes[0])
    for low, high in reversed(_RANGE.findall(prompt)):
        if int(high) - int(low) == size - 1:
            return [str(int(low) + place) for place in range(size)]
    listed = set(re.findall(r"\d+", prompt))
    fitting = [scheme for scheme in schemes if {scheme[place] for place in legal} == listed]
    return fitting[0] if len(fitting) == 1 and len(legal) > 1 else None


def words(text: str, most: int = 120) -> str:
    """The last of what a program said, on one line, for a message."""
    said = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return said if len(said) <= most else "..." + said[-most:]
