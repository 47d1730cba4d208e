"""What a console program asks before the first move, and what a person may answer.

This is guessing, for those who describe a program: each answer is tried out.
"""

from __future__ import annotations

import re

from owari.programs.dialogues.prompts import labels_shown, pauses, prompt_in

__all__ = ["answers_to", "asks_for_a_pit"]

MOST_ANSWERS = 8
USUAL_DEPTH = 4
"""Look-ahead that is typed where one is asked for, if the question allows it."""
NAME = "Owari"

_WORD = r"[\"'‘“]?([A-Za-z]{1,10}|\d{1,2})[\"'’”]?"
_ALTERNATIVES = re.compile(rf"(?<![\w/]){_WORD}\s*(?:/|\||\bor\b)\s*{_WORD}(?![\w/])")
_LISTED = re.compile(rf"(?<![\w/]){_WORD}\s*(?:/|\||,|\bor\b)\s*(?:or\s+)?{_WORD}(?![\w/])")
"""The same between brackets, where a comma may stand."""
_INITIALS = re.compile(r"[(\[]([A-Za-z])[)\]][a-z]+")
_MENU = re.compile(r"^\W{0,3}(\d|[A-Za-z])\s*[.):=\]-]+\s*[A-Za-z]")
_COLONS = re.compile(r"(?<!\w)(\d|[A-Za-z])\s+(?:[a-z]+)(?=\s*[,?)]|\s+or\b)")
_NUMBER = re.compile(
    r"\b(?:depth|levels?|plies|ply|look-?\s?ahead|difficulty|seconds|minutes|time|limit)\b", re.I
)
_NAMES = re.compile(r"\bnames?\b", re.I)
_ORDER = re.compile(r"\b(?:first|starts?|begins?|which side|who)\b", re.I)
_YES_OR_NO = re.compile(r"^\W*(?:do|does|is|are|will|would|should|shall|can|am)\b.*\?", re.I)
_PIT = re.compile(
    r"\b(?:pit|cup|pocket|hole|bowl|house|bin|move|turn|plays?|sow)\b|^\W*(?:your|north|south)\b",
    re.I,
)
_RANGE = re.compile(r"(\d+)\s*(?:-|–|to|\.\.)\s*(\d+)")


def answers_to(text: str) -> list[str]:
    """Answers worth trying to the question at the end of what a program has said, the likeliest
    first; none when it asks for no more than a pit, or for nothing."""
    if pauses(text):
        return [""]
    prompt = prompt_in(text) or text.strip().split("\n")[-1]
    if _NUMBER.search(prompt) and not _ORDER.search(prompt):
        return [_number(prompt)]
    if _NAMES.search(prompt) and not _ORDER.search(prompt):
        return [NAME]
    choices = _choices(prompt) or _menu(text)
    if choices:
        return choices[:MOST_ANSWERS]
    if _YES_OR_NO.search(prompt):
        return ["y", "n"]
    if _ORDER.search(prompt):
        return ["1", "2", "y", "n", "s", "c", "h"]
    return []


def asks_for_a_pit(text: str, pits: int) -> bool:
    """Whether a program seems to wait for the other side's move."""
    prompt = prompt_in(text)
    return bool(labels_shown(prompt, pits)) or not prompt or bool(_PIT.search(prompt))


def _choices(prompt: str) -> list[str]:
    """What a question offers: `(y/n)`, `North or South`, `(C)omputer or (P)layer`."""
    initials = _INITIALS.findall(prompt)
    if len(initials) > 1:
        return _once(initials)
    bracketed = re.findall(r"[(\[]([^()\[\]]+)[)\]]", prompt)
    for place in (*reversed(bracketed), prompt):
        found = (_ALTERNATIVES if place is prompt else _LISTED).search(place)
        if found:
            rest = re.findall(rf"\s*(?:/|,|\|)\s*{_WORD}(?![\w/])", place[found.end() :])
            return _once([*found.groups(), *rest])
    return _once(_COLONS.findall(prompt)) if len(_COLONS.findall(prompt)) > 1 else []


def _menu(text: str) -> list[str]:
    """The keys of a list of choices above the cursor."""
    keys = [found[1] for line in text.split("\n")[-12:] if (found := _MENU.match(line))]
    return _once(keys) if len(keys) > 1 else []


def _number(prompt: str) -> str:
    found = _RANGE.search(prompt)
    low, high = (int(found[1]), int(found[2])) if found else (1, USUAL_DEPTH)
    return str(min(max(USUAL_DEPTH, low), high))


def _once(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))
