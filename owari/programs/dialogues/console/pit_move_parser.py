"""Finds what a console program says of its move, and how far to trust it.

Lines are split into sentences, and sentences into clauses with a subject each: what the person did
is never the program's move. Lines that draw or list pits are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from owari.programs.dialogues.console.colours import without_colours
from owari.programs.dialogues.console.prompts import NUMBER_RANGE, without_examples
from owari.programs.dialogues.console.vocabulary import in_english


class Trust(IntEnum):
    """How a label was said, the surest first."""

    TOLD = 0
    """The program is the subject, and the line is finished and speaks of nothing else."""
    TOLD_ASIDE = 1
    """The program is the subject, in a line that also speaks to the person, or is not finished."""
    LABELLED = 2
    """It stands behind a name for the program: `Computer: 4`."""
    NAMED = 3
    """Nobody is the subject: `Pit 4 chosen`, `best_move = 4`."""
    HINTED = 4
    """The same in a line that also speaks to the person, or behind an arrow: `nodes 312 -> 4`."""
    ALONE = 5
    """The only line with a number is that number."""


class Reading(NamedTuple):
    """A label that may be the program's move."""

    trust: Trust
    label: str
    """In lower case; a number without zeros before it."""


class _Subject(IntEnum):
    NOBODY = 0
    PROGRAM = 1
    PERSON = 2


_NEVER = re.compile(
    # It asks or refuses,
    r"\b(?:enter|type|invalid|must|error|illegal|wrong|cannot"
    # or it thinks aloud,
    r"|expect\w*|predict\w*|trying|testing|considering|evaluating|checking"
    # or it counts and lists moves.
    r"|(?:legal|valid|possible|available|total|number of)\s+(?:moves|pits|cups|holes))\b"
    r"|^\W*(?:please\s+)?(?:select|choose|pick|make|play)\s+(?:an?|your|one|any|which)\b"
    r"|\bnot\s+(?:legal|valid|possible|allowed)\b|\b(?:is|was)\s+empty\b|\?",
    re.I,
)
_ASIDE = re.compile(r"\b(?:you|your|user|human|try|empty)\b", re.I)
"""The line also speaks to the person."""
_AFTERMATH = re.compile(
    r"\b(?:captur\w*|last\s+(?:stone|seed|one|piece)|land(?:s|ed|ing)?)\b", re.I
)
"""Results of a move; pits after these words are others."""
_PIT = r"pit|cup|pocket|hole|bowl|house|bin"
_VERB = (
    r"move|moves|moved|moving|play|plays|played|playing|choose|chooses|chose|chosen|choosing|choice"
    r"|pick|picks|picked|picking|select|selects|selected|selecting|selection"
    r"|decides|decided|decision|bestmove"
)
_IS_VERB = re.compile(rf"(?<![a-z0-9])(?:{_VERB}|sow|sows|sowed|sowing)(?![a-z])", re.I)
_COUNTER = re.compile(r"^\W*(?:move|turn|ply|round)\s*#?\d+\s*[:)]", re.I)
_NOT_A_PIT = (
    r"(?!\d*\.\d)(?!\s*(?:%|s\b|ms\b|sec|milli|stone|seed|marble|piece|bean|node|game|turn|point"
    r"|pl(?:y|ies)\b))"
)
_BETWEEN = (
    r"(?:(?!\b(?:time|took|value|score|depth|level|player|nodes?|count|number of|eval\w*"
    r"|considered|searched|so far)\b|[.!]\s+(?-i:[A-Z]))[^\d\n]){0,60}?"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[^\da-z\s])")
_PROGRAM = r"computer|cpu|ai|bot|machine|program|engine"
_PERSON = r"yours?|you|human|user|opponent|enemy|person|player(?!\s*#?\d)"
_MINE = {"my", "me"}
_OPENS = re.compile(r"(?:^\W*|[,;:(|–-]\s*|\s{2}|\d\s+|\b(?:and|so|then|now|but)\s+)\Z", re.I)
LONGEST_LINE = 400
"""Characters of a line, counted from the end, that are read: the width of the terminal."""
MANY = 3
"""The number of pits in a line, or of similar lines, from which on they are a board or a list."""
_POINTS = r"\s*(?:[:=>]|->)[\s:=>\[(#]*"
_SCORES = re.compile(r"\b(?:scores?|goals?|points?|total|stones|home|store|bank|kalah)\b", re.I)

_CONTENT = re.compile(
    rf"(?:{_PIT})s?\s*#?(?:\d{{1,2}}|[a-z])\s*(?:[:=|]\s*[\[(]?\s*-?\d|[:=|]?\s*[*•●]"
    r"|\s*\(\s*\d+\s*(?:stones?|seeds?)?\s*\)|\s+(?:now\s+)?(?:holds?|has|have|contains?)\b)"
    r"|[\[(]\s*\d{1,2}\s*[\])]\s*[:=]\s*\d|\b\d{1,2}\s*:\s*\(\s*\d+\s*\)|\(\s*\d+\s*\)\s*:\s*\d",
    re.I,
)
"""A pit's number and what it holds."""
_SAYS = re.compile(r"[a-z]", re.I)
_ENTRY = re.compile(
    rf"\W*(?:(?:{_PIT}|{_VERB})(?:\s+(?:number|no|nr)\b)?)?\W*(\d{{1,2}})(?!\d)", re.I
)
"""A line of a table begins with the name of a pit."""
_HEADING = re.compile(
    r"\b(?:legal|valid|possible|available|allowed)\s+"
    rf"(?:moves?|(?:{_PIT})s?|options|choices)\W*$",
    re.I,
)
"""The line above a list of moves, however few."""
_NAMES = re.compile(rf"(?<![a-z0-9])(?:{_PIT}|{_VERB})\s*#?\d", re.I)


class _Patterns:
    """The expressions for one program, by the labels of its pits and the names of the sides."""

    def __init__(self, own_side: str, other_side: str, labels: frozenset[str]) -> None:
        named = [re.escape(label) for label in labels if not label.isdecimal()]
        # The letter a is no article.
        word = rf"|(?<![a-z'’])(?!a\s+[a-z])(?:{'|'.join(named)})(?![a-z'’])" if named else ""
        label = rf"((?<![\d.])\d{{1,2}}(?!\d){_NOT_A_PIT}{word})"
        program = rf"(?:{_PROGRAM}|{own_side})(?:['’]s)?"
        persons = rf"(?:{_PERSON}|{other_side})(?:['’](?:s|re|ve))?"

        def compiled(pattern: str) -> re.Pattern[str]:
            return re.compile(pattern, re.I)

        self.subject = compiled(
            rf"(?<![a-z0-9])(?:{program}|{persons}|player\s*#?\d+|(?-i:I)(?:['’](?:m|ll|ve))?"
            r"|my|mine|me)(?![a-z0-9])"
        )
        self.own = compiled(rf"(?:{program}|i(?:['’]\w+)?|my|mine|me)\Z")
        self.persons = compiled(rf"{persons}\Z")
        self.label = compiled(label)
        self.from_pit = compiled(
            rf"\bfrom\s+(?:(?:my|its|the)\s+)?(?:(?:{_PIT})\s*(?:number|no\.?)?\s*)?#?{label}"
            r"(?=\s*(?:$|[.,;:!)(\]]|(?:to|into|with|and)\b))"
        )
        self.by_pit = compiled(rf"(?<![a-z0-9])(?:{_PIT})(?![a-z]){_BETWEEN}{label}")
        self.by_verb = compiled(rf"(?<![a-z0-9])(?:{_VERB})(?![a-z]){_BETWEEN}{label}")
        # As a board names it: `My pit 3`
        self.own_pit = compiled(rf"\W*(?:{program}|my)\s+(?:{_PIT})\s*#?\d")
        self.own_label = compiled(
            rf"(?<![a-z0-9])(?:{_PROGRAM}|mine|me|(?-i:I|[HPY]\s*[:=]\s*\S+\s+C))"
            rf"{_POINTS}{label}(?![a-z0-9]|\s*[:=])"
        )
        self.persons_label = compiled(
            rf"(?<![a-z0-9])(?:yours?|you|human|user|opponent|person|player|(?-i:[HPY])){_POINTS}(\d+)"
        )
        self.arrow = compiled(
            rf"(?<!score)(?<!value)(?<!total)(?<!time)\s*(?:->|=>|>>|→)\s*[\[(]?{label}[^a-z0-9]*$"
        )
        self.alone = compiled(rf"[^a-z0-9-]*{label}[^a-z0-9]*")


_patterns = lru_cache(maxsize=64)(_Patterns)


def readings(
    text: str,
    *,
    own_side: str = "south",
    other_side: str | None = None,
    typed: Collection[str] = (),
    labels: Collection[str] = (),
    scores: Collection[tuple[str, str]] = (),
    in_order: bool = False,
) -> list[Reading]:
    """The labels in the text that may be the program's move, the surest first, and of equals the
    last first. With `in_order`, all labels that may be a move of its turn, as they stand in the
    text.

    `own_side` and `other_side` are the names of the sides in small letters. `typed` holds the
    labels by which the program may repeat the opponent's last move. `labels` are the names of its
    own pits where they are not numbers. `scores` are the pairs that its own goal and the person's
    may hold.

    In a clause the move is the label after `from`, else the one after a word for a pit (pit, cup,
    ...), else the one after a verb (move, plays, chose, ...). Numbers of stones, times and values
    are no labels. These parts of a text count for nothing: clauses with the person as the subject
    (you, human, the other side, ...); sentences that ask, refuse, think aloud or list (enter,
    illegal, trying, legal moves, ...); captures and the last stone; ranges such as 0-5; lines of a
    table or board (`pit 3: 4`). Where nobody is the subject, a label of `typed` is an echo.
    """
    other_side = other_side or ("north" if own_side == "south" else "south")
    text = without_examples(in_english(text))
    patterns = _patterns(own_side, other_side, frozenset(map(str.lower, labels)))
    *finished, cursor = (line.strip()[-LONGEST_LINE:] for line in without_colours(text).split("\n"))
    lines = [*_prose(finished, patterns), NUMBER_RANGE.sub(" ", cursor)]
    found: list[tuple[Reading, str]] = []
    for index, line in enumerate(lines):
        found.extend(_in_line(line, patterns, typed, at_cursor=index == len(lines) - 1))
    echoes = {plain_label(label) for label in typed}
    said = "\n".join((*finished, cursor))
    persons = {plain_label(seen) for seen in patterns.persons_label.findall(said)}
    own = {reading.label for reading, _ in found if reading.trust is Trust.LABELLED}
    if persons - echoes or set(product(own, persons)) & set(scores):
        found = [seen for seen in found if seen[0].trust is not Trust.LABELLED]
    alone = _alone([NUMBER_RANGE.sub(" ", line) for line in finished], patterns, echoes)
    if len(alone) == 1 or in_order:
        found += [(Reading(Trust.ALONE, label), "") for label in alone]
    if in_order:
        return [reading for reading, _ in found]
    return sorted(_latest(found), key=lambda reading: reading.trust)


def _latest(found: Sequence[tuple[Reading, str]]) -> Iterator[Reading]:
    """The readings in reverse order, without those that a later one with the same wording
    replaces."""
    said: set[tuple[Trust, str]] = set()
    for reading, wording in reversed(found):
        if reading.trust <= Trust.LABELLED and (reading.trust, wording) in said:
            continue
        said.add((reading.trust, wording))
        yield reading


def _in_line(
    line: str, patterns: _Patterns, typed: Collection[str], *, at_cursor: bool
) -> Iterator[tuple[Reading, str]]:
    """The readings of a line, each with the wording of its clause."""
    aside = at_cursor or _ASIDE.search(line) or _NEVER.search(line)
    is_prompt = at_cursor and line.rstrip().endswith((":", ">", "?"))
    echoes = {plain_label(label) for label in typed}
    afterwards = False
    for sentence in _SENTENCE.split(line):
        if _NEVER.search(sentence):
            continue
        before, *after = _AFTERMATH.split(sentence, maxsplit=1)
        for subject, clause in _clauses(before, patterns):
            label = _move_in(clause, patterns)
            if label is None or subject is _Subject.PERSON:
                continue
            if subject is _Subject.PROGRAM and not patterns.own_pit.match(clause):
                trust = Trust.TOLD_ASIDE if aside else Trust.TOLD
            elif label in echoes or afterwards or is_prompt:
                continue
            else:
                trust = Trust.HINTED if aside else Trust.NAMED
            yield Reading(trust, label), re.sub(r"[\W\d]+", " ", clause)
        afterwards = afterwards or bool(after)
        if not _SCORES.search(sentence):
            for found in patterns.own_label.finditer(sentence):
                yield Reading(Trust.LABELLED, plain_label(found[1])), ""
        arrow = patterns.arrow.search(sentence)
        if arrow and not at_cursor and plain_label(arrow[1]) not in echoes:
            yield Reading(Trust.HINTED, plain_label(arrow[1])), ""


def _move_in(clause: str, patterns: _Patterns) -> str | None:
    found = (
        (_IS_VERB.search(clause) and patterns.from_pit.search(clause))
        or patterns.by_pit.search(clause)
        or patterns.by_verb.search(clause)
    )
    return plain_label(found[1]) if found else None


def _clauses(sentence: str, patterns: _Patterns) -> list[tuple[_Subject, str]]:
    """The parts of a sentence that name a pit, each with its subject. A subject that names none
    belongs to the part before it (`Pit 9 is yours`; `pit 4, on your left`)."""
    subjects = [
        found
        for found in patterns.subject.finditer(sentence)
        # My is a subject only where it opens a clause.
        if found[0].lower() not in _MINE or _opens(sentence, found.start())
    ]
    starts = [found.start() for found in subjects]
    first, *ends = (*starts, len(sentence))
    parts = [(_Subject.NOBODY, sentence[:first])] if sentence[:first].strip() else []
    for found, end in zip(subjects, ends, strict=True):
        subject = _subject(found[0], patterns)
        said = sentence[found.start() : end]
        if parts and not patterns.label.search(sentence, found.end(), end):
            before, clause = parts[-1]
            parts[-1] = (before or subject, clause + said)
        else:
            parts.append((subject, said))
    return parts


def _opens(sentence: str, at: int) -> bool:
    return bool(_OPENS.search(sentence, max(0, at - 12), at))


def _subject(name: str, patterns: _Patterns) -> _Subject:
    if patterns.persons.match(name):
        return _Subject.PERSON
    return _Subject.PROGRAM if patterns.own.match(name) else _Subject.NOBODY


def _prose(lines: Sequence[str], patterns: _Patterns) -> list[str]:
    """The lines that belong to no table or board, without ranges and numbers of moves."""
    filled = [line for line in lines if line.strip()]
    return [
        _COUNTER.sub("", NUMBER_RANGE.sub(" ", line))
        for line, tabular in zip(filled, _in_tables(filled), strict=True)
        if not tabular and not _tells_pits(line, patterns)
    ]


def _tells_pits(line: str, patterns: _Patterns) -> bool:
    """Whether a line tells the contents of a pit, or many pits, and nobody moves in it."""
    many = len(_NAMES.findall(line)) >= MANY
    if not (many or _CONTENT.search(line)):
        return False
    movers = {subject for subject, clause in _clauses(line, patterns) if _IS_VERB.search(clause)}
    return not movers & ({_Subject.PROGRAM} if many else {_Subject.PROGRAM, _Subject.NOBODY})


def _in_tables(lines: Sequence[str]) -> list[bool]:
    """For each line, whether it is one of many that begin with different pits and are alike
    otherwise, or stands in a list of legal moves."""
    entries = [
        (found[1], re.findall(r"[a-z]+", line.lower())) if (found := _ENTRY.match(line)) else None
        for line in lines
    ]
    marks = [False] * len(lines)
    start = 0
    for end in range(1, len(lines) + 1):
        last, entry = entries[end - 1], entries[end] if end < len(lines) else None
        if last and entry and last[0] != entry[0] and last[1] == entry[1]:
            continue
        least = 1 if start and _HEADING.search(lines[start - 1]) else MANY
        if last and end - start >= least:
            marks[start:end] = [True] * (end - start)
        start = end
    return marks


def _alone(lines: Sequence[str], patterns: _Patterns, echoes: Collection[str]) -> list[str]:
    """The labels that are lines of their own, where only rows of a board and echoes have other
    numbers. The first may be an echo, where more follow."""
    labels: list[str] = []
    numbered = [(line, [*map(plain_label, re.findall(r"\d+", line))]) for line in lines]
    is_drawn = any(len(numbers) > MANY for _, numbers in numbered)
    for line, numbers in numbered:
        is_row = is_drawn and (len(numbers) > MANY or not _SAYS.search(line))
        if found := patterns.alone.fullmatch(line):
            labels.append(plain_label(found[1]))
        elif not is_row and set(numbers) - set(echoes):
            return []
    return labels[1:] if labels and labels[0] in echoes else labels


def plain_label(label: str) -> str:
    """A label as readings have it: in small letters, without zeros before a number."""
    return (label.lstrip("0") or "0") if label.isdecimal() else label.lower()
