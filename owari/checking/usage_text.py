"""Reads the usage that a program prints: the words at the end of its command that may say who has
the first move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from owari.programs.dialogues.console.menus import HUMAN, MACHINE
from owari.programs.dialogues.console.questions import NAME, USUAL_DEPTH, answers_to

MOST_OFFERED = 8
Arguments = tuple[str, ...]

_PLAYER = rf"{MACHINE}|\w*(?:alpha|beta|min|max|prun|search|mcts|greedy|rand|bot|comp|ai)\w*"
"""A word of a command for a program that plays."""
_MOST_EXCHANGES = 2
_MOST_ALTERNATIVES = 3
_ALTERNATIVES = re.compile(r"(?<![^\W_])\w{1,12}(?:\s?[|/,]\s?\w{1,12})+(?!\w)")
"""`w/b`, `first|second`"""

_USAGE = re.compile(
    r"\b(?:usage|uso|utilisation|verwendung|aufruf|syntax)\s*:?\s*(?:\n\s*)?"
    r"(\S.*(?:\n[ \t]+[\[<{(].*)*)",
    re.I,
)
_TOKEN = re.compile(
    r"-[\w-]+[ =](?:\w+(?:[|/]\w+)+|\{[^{}\n]*\})"
    r"|\[[^\[\]\n]*\]|<[^<>\n]*>(?:\|<[^<>\n]*>)*|\{[^{}\n]*\}|\([^()\n]*\)|\S+"
)
_AN_OPTION = re.compile(
    r"(?P<name>--?[A-Za-z][\w-]*)(?:[ =](?P<value>\{[^{}]*\}|<[^<>]*>|[A-Z_]+|\w+(?:[|/]\w+)+))?"
)
_OPTION_LINE = re.compile(
    rf"^\s*(?:-\w,\s+)?{_AN_OPTION.pattern}(?:\s*[:=]\s+|\s{{2,}}|\s-+\s)(?P<says>.+)$"
)
_ORDER = re.compile(
    r"first|second|start|begin|who|order|human|person|computer|player|\bp[12]\b|black|white|side|turn|colou?r",
    re.I,
)
_BRACKETS = ("[]", "<>", "{}", "()")
_MOST_PROGRAMS = 2
"""Programs to try where the kinds of both sides stand in the command."""
_PERSON = rf"{HUMAN}|input|manual|keyboard|stdin|interactive|console|hand"
_PERSON_NUMBER = re.compile(
    r"(?<![\w.])(\d)(?:\s*(?:[=:]|\b(?:for|means?|indicates?|is|stands?|an?|the)\b)){1,3}"
    rf"\s*{HUMAN}\b",
    re.I,
)
_NEEDED = re.compile(r"--[A-Za-z][\w-]* <[^<>\n]{1,30}>")
"""`--p1 <player-type>`, in an error of a program that has left at once"""
_NUMBER = re.compile(r"depth|level|pl(?:y|ies)|look|difficulty|seconds|time", re.I)
_ORDERS = ("first", "second", "1", "2")
_USUAL = (*_ORDERS, "computer", "human")
"""Words to try where a usage has a place for who begins and no words for it."""


def players_exchanged(command: Sequence[str]) -> list[Arguments]:
    """The command with the only word for a person in the place of another player's word, and that
    in its place; the likelier exchanges first. Only words that stand alone are exchanged, and none
    that may name the program."""
    words = range(1 if "/" in command[0] else 2, len(command))
    persons = [at for at in words if re.fullmatch(_PERSON, command[at], re.I)]
    if len(persons) != 1:
        return []
    (person,) = persons
    others = [
        at for at in words if at != person and re.fullmatch(r"[^\W\d]\w+(?:-\w+)*", command[at])
    ]
    others.sort(
        key=lambda at: (
            not re.fullmatch(_PLAYER, command[at], re.I),
            abs(at - person),
            at < person,
        )
    )
    found = []
    for other in others[:_MOST_EXCHANGES]:
        exchanged = [*command]
        exchanged[person], exchanged[other] = command[other], command[person]
        found.append(tuple(exchanged))
    return found


def words_exchanged(command: Sequence[str], usage: str) -> list[Arguments]:
    """The command with a word behind its program in turn replaced by each other one that the usage
    offers in its place: `./game w` becomes `./game b` where that says `[w/b]`."""
    found = [re.split(r"\W+", group) for group in _ALTERNATIVES.findall(usage)]
    return [
        (*command[:at], other, *command[at + 1 :])
        for at in range(1, len(command))
        for words in found
        if command[at] in words and len(words) <= _MOST_ALTERNATIVES
        for other in words
        if other != command[at]
    ][:_MOST_EXCHANGES]


def shows_usage(text: str) -> bool:
    """Whether the text tells how the program is started, or which options it needs."""
    return bool(_USAGE.search(text) or _NEEDED.search(text))


def arguments_offered(text: str) -> list[Arguments]:
    """The words to try at the end of the command, the likelier ones first; none where the usage has
    nothing that may say who begins."""
    usage = _USAGE.search(text)
    if not usage:
        return _offered_by(_NEEDED.findall(text), text)
    name, *tokens = _TOKEN.findall(usage[1])
    more = rf"^[ \t]+{re.escape(name)}[ \t]+(\S.*)$"
    lines = [tokens, *map(_TOKEN.findall, re.findall(more, text[usage.end() :], re.MULTILINE))]
    found = [each for line in lines for each in _seated_by_number(line, text)]
    found += [each for line in lines for each in _offered_by(line, text)]
    return list(dict.fromkeys(found))[:MOST_OFFERED]


def _seated_by_number(tokens: Sequence[str], text: str) -> Iterator[Arguments]:
    """A person on either side, where both have a number, and the text tells which one stands for a
    person: `depth-of-top depth-of-bottom`, `0 means human`."""
    person = _PERSON_NUMBER.search(text)
    values = [found for token in tokens if (found := _values(token.strip("[]<>{}()"), text))]
    numbers = [place for place, found in enumerate(values) if found == [str(USUAL_DEPTH)]]
    for place in numbers if person and len(numbers) == 2 else ():
        words = [found[0] for found in values]
        words[place] = person[1] if person else ""
        yield tuple(words)


def _offered_by(tokens: list[str], text: str) -> list[Arguments]:
    """The words that these parts of a usage offer."""
    while tokens and re.fullmatch(r"[\w./-]+\.\w+", tokens[0]):
        del tokens[0]  # `python3 game.py`
    needed: list[list[str]] = []
    optional: list[Arguments] = []
    for token in tokens:
        inner = token[1:-1] if token[0] + token[-1] in _BRACKETS and "|<" not in token else token
        if inner.startswith("-"):
            optional.extend(_option(inner, inner, text))
            continue
        values = _values(inner, text)
        if token.startswith("["):
            optional.extend((value,) for value in values if len(values) > 1)
        elif values:
            needed.append(values)
    for line in text.split("\n"):
        if (found := _OPTION_LINE.match(line)) and _ORDER.search(line):
            optional.extend(_option(found[0].strip(), found["says"], text))
    return _combined(needed, list(dict.fromkeys(optional)))


def _combined(needed: Sequence[Sequence[str]], optional: Sequence[Arguments]) -> list[Arguments]:
    """All values of the needed word that has the most, with one of each other; and with one of them
    all, each of the optional words."""
    usual = [values[0] for values in needed]
    found = list(_one_person_each(needed, optional))
    if needed and not found:
        at = max(range(len(needed)), key=lambda place: len(needed[place]))
        found += [(*usual[:at], value, *usual[at + 1 :]) for value in needed[at]]
    seated = {word for words in found for word in words}
    found += [(*usual, *words) for words in optional if words[0] not in seated]
    return list(dict.fromkeys(found))[:MOST_OFFERED]


def _one_person_each(
    needed: Sequence[Sequence[str]], optional: Sequence[Arguments]
) -> Iterator[Arguments]:
    """Where the kinds of two sides have places of their own: a person for either side, and a
    program for the other."""
    usual = [values[0] for values in needed]
    sides = [(place, kinds) for place, values in enumerate(needed) if (kinds := _kinds(values))]
    if len(sides) == 2:
        (first, one), (second, other) = sides
        for pair in _pairs(one, other):
            words = [*usual]
            words[first], words[second] = pair
            yield tuple(words)
    options: dict[str, list[str]] = {}
    for name, *values in optional:
        options.setdefault(name, []).extend(values)
    named = [(name, kinds) for name, values in options.items() if (kinds := _kinds(values))]
    if len(named) == 2:
        (name, one), (second_name, other) = named
        for pair in _pairs(one, other):
            yield (*usual, name, pair[0], second_name, pair[1])


_Kinds = tuple[str, list[str]]
"""The word for a person, and those for programs."""


def _kinds(values: Sequence[str]) -> _Kinds | None:
    """The words that stand for players, the random ones last; None where they do not."""
    persons = [word for word in values if re.fullmatch(_PERSON, word, re.I)]
    programs = [word for word in values if word not in (*persons, *_ORDERS)]
    programs.sort(key=lambda word: "rand" in word.lower())
    return (persons[0], programs) if len(persons) == 1 and programs else None


def _pairs(one: _Kinds, other: _Kinds) -> Iterator[tuple[str, str]]:
    """A person on either side, and a program on the other."""
    (person, programs), (other_person, other_programs) = one, other
    for first, second in islice(zip(programs, other_programs, strict=False), _MOST_PROGRAMS):
        yield person, second
        yield first, other_person


def _values(name: str, text: str) -> list[str]:
    """The words that may stand in this place; none for a place that has nothing to do with it."""
    words = [word.strip("<>'\" ") for word in re.split(r"[|,/]", name)]
    if len(words) > 1 and all(re.fullmatch(r"[\w+-]{1,16}", word) for word in words):
        return words
    if _NUMBER.search(name):
        return [str(USUAL_DEPTH)]
    if re.search(r"\bnames?\b", name, re.I):
        return [NAME]
    if listed := _listed(name, text):
        return listed
    described = re.compile(
        rf"^\W*(?:\w+(?:,|\s+and\b|/)\s*)*{re.escape(name)}(?:(?:,|\s+and\b|/)\s*\w+)*\W*\s"
        r"(?:(?:can|may|must|should)\s+be\s+|(?:is|are)\s+)?(?:one\s+of\W+)?(.*)$",
        re.I | re.MULTILINE,
    )
    told = chain.from_iterable(_words_in(line) for line in described.findall(text))
    if values := list(dict.fromkeys(told)):
        return values
    players = (words for line in text.split("\n") if _kinds(words := _words_in(line)))
    return next(players, [*_USUAL]) if _ORDER.search(name) else []


def _option(option: str, says: str, text: str) -> Iterator[Arguments]:
    """The words of an option that may say who begins, or of several between bars."""
    several = re.split(r"\s*\|\s*(?=-)", option) if "|-" in option.replace(" ", "") else [option]
    for one in several:
        found = _AN_OPTION.match(one)
        if not found or not _ORDER.search(f"{one} {says}") or found["name"] in ("-h", "--help"):
            continue
        if not found["value"]:
            yield (found["name"],)
            continue
        value = found["value"].strip("{}<>")
        words = re.split(r"[|,/]", value)
        said = _words_in(says) or _listed(value, text)
        for word in words if len(words) > 1 else said or _USUAL:
            yield found["name"], word


def _listed(name: str, text: str) -> list[str]:
    """The words that stand for this place in the lines below its name, each at the beginning."""
    block = re.search(rf"^\W*{re.escape(name)}\W*\n((?:[ \t]+\S.*(?:\n|$))+)", text, re.MULTILINE)
    words = re.findall(r"^[ \t]+\W*([\w+-]{1,16})", block[1], re.MULTILINE) if block else []
    return words if len(words) > 1 else []


def _words_in(says: str) -> list[str]:
    return [answer for answer in answers_to(f"{says}?") if answer]
