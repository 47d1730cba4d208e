"""Reads the usage that a program prints: the words at the end of its command that may say who has
the first move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from textwrap import shorten
from typing import NamedTuple

from owari.programs.dialogues.console.answers import NAME, USUAL_DEPTH, answers_to
from owari.programs.dialogues.console.menus import HUMAN, MACHINE, mode_of
from owari.programs.transports.program_output import excerpt
from owari.text.printable import plain

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
_SAID_BEHIND = re.compile(r"(?<=\S)[ \t]{3,}[^\s\[<{(-].*")
"""What a usage says of a way to start the program, in the same line."""
_TOKEN = re.compile(
    r"-[\w-]+[ =](?:\[?\w+(?:[|/]\w+)+\]?|\{[^{}\n]*\}|[A-Z][A-Z_\d]*(?!\w))"
    r"|\[[^\[\]\n]*\]|<[^<>\n]*>(?:\|<[^<>\n]*>)*|\{[^{}\n]*\}|\([^()\n]*\)|\S+"
)
_AN_OPTION = re.compile(
    r"(?P<name>--?[A-Za-z][\w-]*)(?:[ =](?P<value>\{[^{}]*\}|<[^<>]*>|\[?\w+(?:[|/]\w+)+\]?"
    r"|[A-Z][A-Z_\d]*\b))?"
)
_SHORT = r"(?:(?P<short>-\w)(?: [A-Z]\w*)?,\s+)?"
_OPTION_LINE = re.compile(
    rf"^\s*{_SHORT}{_AN_OPTION.pattern}(?:\s*[:=]\s+|\s{{2,}}|\s-+\s)(?P<says>.+)$"
)
_MOST_QUOTED = 160
"""Characters of a usage that are quoted."""
_FEWEST_OPTIONS = 2
"""Lines of options that make a usage by themselves."""
_ORDER = re.compile(
    r"first|second|start|begin|who|order|human|person|computer|player|\bp[12]\b|black|white|side|turn|colou?r"
    r"|\b(?:mode|opponent|against|ai|bot|cpu|engine|vs|b[|/,]w|w[|/,]b|x[|/,]o|o[|/,]x)\b",
    re.I,
)
_BRACKETS = ("[]", "<>", "{}", "()")
_ANY_OPTIONS = ("option", "options", "flags", "args", "arguments")
_MOST_PROGRAMS = 2
"""Programs to try where the kinds of both sides stand in the command."""
_PERSON = rf"{HUMAN}|input|manual|keyboard|stdin|interactive|console|hand"
_PERSON_NUMBER = re.compile(
    r"(?<![\w.])(\d)(?:\s*(?:[=:]|\b(?:for|means?|indicates?|is|stands?|an?|the)\b)){1,3}"
    rf"\s*{HUMAN}\b",
    re.I,
)
_OPTION_ALONE = re.compile(rf"^\s+{_SHORT}{_AN_OPTION.pattern}\s*$")
"""An option that is described in the line below."""
_BEGINS = re.compile(
    r"first|second|start|begin|opens|\b(?:who|black|white|dark|light|sides?|turn)\b|colou?r", re.I
)
_LIST = re.compile(
    r"(?:[:(]|\bof|\bbe|\bvalues?)\s*"
    r"((?:[\w+-]{1,16},\s*(?:(?:or|and)\s+)?){1,7}[\w+-]{1,16})\s*(?:[])(;.]|$)"
)
"""`one of: human, minimax, random`"""
_NEEDED = re.compile(r"--[A-Za-z][\w-]* <[^<>\n]{1,30}>")
"""`--p1 <player-type>`, in an error of a program that has left at once"""
_NUMBER = re.compile(r"depth|level|pl(?:y|ies)|look|difficulty|seconds|time", re.I)
_ORDERS = ("first", "second", "1", "2")
_USUAL = (*_ORDERS, "computer", "human")
"""Words to try where a usage has a place for who begins and no words for it."""


class _Option(NamedTuple):
    """An option of a command, with its word where it has one."""

    words: Arguments
    says: str = ""
    """What the usage says of it."""
    is_guess: bool = False
    """Whether no text tells its word."""

    @property
    def mode(self) -> int:
        """How unlikely it is to lead to a game of a person against the computer."""
        name, _, joined = self.words[0].partition("=")
        value = [*self.words[1:], *filter(None, [joined])]
        return mode_of(value[0] if value else self.says or name)

    @property
    def tells_order(self) -> bool:
        """Whether it says who begins, and not only who plays."""
        return bool(_BEGINS.search(" ".join((self.says, *self.words)))) and self.mode != 0


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
    """Whether the text tells how the program is started, or which options it has or needs."""
    options = sum(1 for line in text.split("\n") if _OPTION_LINE.match(line))
    return bool(_USAGE.search(text) or _NEEDED.search(text)) or options >= _FEWEST_OPTIONS


def usage_quoted(text: str) -> str:
    """The beginning of a usage on one line, and the error behind it, of which the text ends."""
    usage = _USAGE.search(text)
    lines = [*filter(None, map(plain, text[usage.start() if usage else 0 :].splitlines()))]
    begun = shorten(" ".join(lines), _MOST_QUOTED, placeholder=" ...")
    is_error = bool(re.search(r"\berror\b", lines[-1], re.I)) and not begun.endswith(lines[-1])
    return f"{begun} {excerpt(lines[-1])}" if is_error else begun


def arguments_offered(text: str) -> list[Arguments]:
    """The words to try at the end of the command, the likelier ones first; none where the usage has
    nothing that may say who begins."""
    usage = _USAGE.search(text)
    if not usage:
        return _offered_by(_NEEDED.findall(text), text)
    name, *tokens = _TOKEN.findall(_SAID_BEHIND.sub("", usage[1]))
    more = re.compile(rf"^[ \t]+{re.escape(name)}[ \t]+(\S.*)$", re.MULTILINE)
    others = (_SAID_BEHIND.sub("", line) for line in more.findall(text[usage.end() :]))
    lines = [tokens, *map(_TOKEN.findall, others)]
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
    optional: list[_Option] = []
    for token in tokens:
        inner = token[1:-1] if token[0] + token[-1] in _BRACKETS and "|<" not in token else token
        if inner.startswith("-"):
            words = [*_option(inner, inner, text)]
            optional += words
            found = _AN_OPTION.fullmatch(inner)
            if found and found["value"] and not words and not token.startswith("["):
                needed += [[found["name"]], _values(found["value"], text) or ["1"]]
            continue
        if inner.lower() in _ANY_OPTIONS:
            continue
        values = _values(inner, text)
        if token.startswith("["):
            optional.extend(_Option((value,)) for value in values if len(values) > 1)
        elif values:
            needed.append(values)
    for option, says in _described(text):
        optional.extend(_option(option, says, text))
    told = {each.words[0] for each in optional if not each.is_guess}
    optional = [each for each in optional if not each.is_guess or each.words[0] not in told]
    return _combined(needed, list({each.words: each for each in optional}.values()))


def _described(text: str) -> Iterator[tuple[str, str]]:
    """The options that lines of a usage describe, each with what is said of it, there or in the
    line below."""
    lines = text.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        described = _OPTION_LINE.match(line)
        found = described or (None if _OPTION_LINE.match(below) else _OPTION_ALONE.match(line))
        if found:
            name = found["short"] or found["name"]
            option = f"{name} {found['value']}" if found["value"] else name
            yield option, described["says"] if described else below.strip()


def _combined(needed: Sequence[Sequence[str]], optional: Sequence[_Option]) -> list[Arguments]:
    """All values of the needed word that has the most, with one of each other; and with one of them
    all, each of the optional words: first those for a game against the computer, each with those
    for who begins."""
    usual = [values[0] for values in needed]
    found = list(_one_person_each(needed, [each.words for each in optional]))
    if needed and not found:
        at = max(range(len(needed)), key=lambda place: len(needed[place]))
        found += [(*usual[:at], value, *usual[at + 1 :]) for value in needed[at]]
    seated = {word for words in found for word in words}
    left = [each for each in optional if each.words[0] not in seated]
    modes = [each for each in left if each.mode == 0]
    orders = [each for each in left if each.tells_order]
    together = [
        (*mode.words, *order.words)
        for mode in modes
        for order in orders
        if mode.words[0] != order.words[0]
    ]
    left.sort(key=lambda each: each.mode)
    found += [(*usual, *words) for words in (*together, *(each.words for each in left))]
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
    listed = re.split(r":\s+", name)[-1]  # `human colour: black|white`
    words = [word.strip("<>'\" ") for word in re.split(r"[|,/]", listed)]
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


def _option(option: str, says: str, text: str) -> Iterator[_Option]:
    """An option that may say who begins or who plays, or several between bars, with each of its
    words."""
    several = re.split(r"\s*\|\s*(?=-)", option) if "|-" in option.replace(" ", "") else [option]
    for one in several:
        found = _AN_OPTION.match(one)
        if not found or not _ORDER.search(f"{one} {says}") or found["name"] in ("-h", "--help"):
            continue
        about = f"{found['name'].strip('-')} {says}"
        if not found["value"]:
            yield _Option((found["name"],), about)
            continue
        value = found["value"].strip("{}<>[]")
        words = re.split(r"[|,/]", value)
        told = words if len(words) > 1 else _words_in(says) or _listed(value, text)
        joined = one[found.end("name") :].startswith("=")
        for word in told or _USUAL:
            own = (f"{found['name']}={word}",) if joined else (found["name"], word)
            yield _Option(own, about, is_guess=not told)


def _listed(name: str, text: str) -> list[str]:
    """The words that stand for this place in the lines below its name, each at the beginning."""
    block = re.search(rf"^\W*{re.escape(name)}\W*\n((?:[ \t]+\S.*(?:\n|$))+)", text, re.MULTILINE)
    words = re.findall(r"^[ \t]+\W*([\w+-]{1,16})", block[1], re.MULTILINE) if block else []
    return words if len(words) > 1 else []


def _words_in(says: str) -> list[str]:
    if listed := _LIST.search(says):
        return re.split(r",\s*(?:(?:or|and)\s+)?", listed[1])
    return [answer for answer in answers_to(f"{says}?") if answer]
