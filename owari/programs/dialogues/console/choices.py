"""Reads the choices that a question of a console program names.

The likeliest words stand beside `for`, `to`, `=`, `:` or `)`, in quotes or in brackets; then come
the words on both sides of `or`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from owari.programs.dialogues.console.menus import (
    BIDS,
    HUMAN,
    LETTER,
    MACHINE,
    entries_of,
    pairs_in,
)
from owari.programs.dialogues.console.prompts import BETWEEN, NUMBER_RANGE
from owari.programs.dialogues.console.vocabulary import (
    in_english,
)

LONGEST_RANGE = 4
"""The most numbers of a range of choices; a longer range has levels or pits."""
_OPEN, _CLOSE = "\"'‘“`", "\"'’”`"
_QUOTED = rf"[{_OPEN}]([^\W_]{{1,12}})[{_CLOSE}]"
_WORD = rf"{LETTER}{{3,11}}\d|{LETTER}{{1,12}}|[Pp]\d|\d{{1,2}}(?:st|nd)?"
_ANY = rf"[{_OPEN}]?(?<!\w)({_WORD})(?!\w)[{_CLOSE}]?"
_SHORT = rf"(?<![\w'’])([PpHhCc]\d|\d[PpHhCc]|-?\d{{1,2}}|(?![AIai]){LETTER}"
_SHORT += r"|A(?!\s+[a-z])|y(?:es)?|no?|Y(?:es)?|No?)"
_LINK = r"\s*(?:(?:key\s+)?\b(?:for|to|if|means?|is|will|lets|makes)\b|->|=>?|:|\)|\.|[-–—])\s*"
_MEANS = rf"{_LINK}(?:[{_OPEN}]?{LETTER})"
_KEYED = re.compile(
    rf"{_QUOTED}{_MEANS}|[\[(<]({_WORD})[\])>]{_MEANS}|{_SHORT}{_MEANS}"
    rf"|\b(?:type|enter|press|input|say)\s+({_WORD}){_MEANS}",
    re.I,
)
"""`1 for Human`, `'n' to wait`, `0: you`, `2) me`, `Type me to begin`"""
_TYPED = re.compile(
    rf"\b{BIDS}\s+(?:an?\s+|the\s+)?(?:{_QUOTED}|{_SHORT}(?!\w))",
    re.I,
)
"""`to start press s, to wait press w`"""
_VALUED = re.compile(rf"\b[A-Za-z]+\s*(?:=|:|->|is|[-–])\s*(?:{_QUOTED}|{_SHORT}(?!\w))")
"""`computer = 1, human = 2`"""
_IN_QUOTES = re.compile(_QUOTED)
IN_BRACKETS = re.compile(rf"[\[(<{{]\s*[{_OPEN}]?({_WORD})[{_CLOSE}]?\s*[\])>}}]")
BRACKETED = re.compile(r"[(\[<{]([^()\[\]<>{}]+)[)\]>}]")
_SEPARATOR = r"\s*(?:/|\||\\|,\s*or\b|\bor\b|\bvs?\b\.?)\s*"
_ALTERNATIVES = re.compile(
    rf"(?<![\w/]){_ANY}{_SEPARATOR}(?:the\s+|be\s+|with\s+|as\s+|play\s+|player\s+)*{_ANY}(?!\w)",
    re.I,
)
_LISTED = re.compile(rf"(?<![\w/]){_ANY}(?:{_SEPARATOR}|\s*,\s*){_ANY}(?!\w)", re.I)
"""The same between brackets, where a comma may stand."""
_ENUMERATED = re.compile(rf"(?<![\w/]){_ANY}\s*,\s*{_ANY}{_SEPARATOR}{_ANY}(?!\w)", re.I)
_SYMBOL = r"[^\w\s'\"“”‘’`?:.,;()\[\]{}<>/|\\=-]"
_SYMBOLS = re.compile(
    rf"(?<!\S)[(\['\"]?({_SYMBOL})['\"]?\s*(?:/|\||,|\bor\b)\s*['\"]?({_SYMBOL}|[A-Za-z0])(?=['\")\]?:]|\s|$)"
)
"""`@ or O`, `(●/○)`"""
_INITIALS = re.compile(r"[(\[]([A-Za-z])[)\]][a-z]+")
_SHORTENED = re.compile(rf"(?<!\w)({LETTER})[(\[]{LETTER}+[)\]](?!\w)")
"""`y(es), n(o)`: a letter before the rest of its word"""
_SEATED = re.compile(r"(?<!\w)(\w{1,5})\s*\((?:\w+\s+)?(?:first|second|1st|2nd)\)", re.I)
"""`X (first) or O (second)`"""
_PLAIN_KEY = re.compile(rf"[(\[,]\s*(\d)\s+(?:{HUMAN}|{MACHINE})(?=\s*[,)\]])", re.I)
"""`(0 human, 1 ai)`"""
_EXPLAINED = re.compile(rf"(?<![\w.])(\d{{1,2}})\s*[(\[]\s*({LETTER}{{2}}[^()\[\]]*)[)\]]")
"""`1 (weak), 2 (normal)`"""
_PERSON_KEY = re.compile(
    rf"(?<!\w)(\d{{1,2}}|O)\s*(?:\bfor\b|\bis\b|\bmeans\b|[=:]|->)\s*(?:an?\s+|the\s+)?{HUMAN}\b",
    re.I,
)
_LEVELS = (
    r"very\s+easy|easy|easiest|simple|beginners?|novice|weak|low|naif|random\w*",
    r"medium|middle|normal|moderate|intermediate|average|greedy",
    r"hard|hardest|difficult|strong|high|advanced|minimax|mini-?max|negamax|alpha[\s-]?beta|mcts",
    r"very\s+hard|experts?|master|grandmaster|impossible|insane|extreme|professional",
)
"""Words for how well a program plays, the weakest first."""
_LEVEL = re.compile(
    "|".join(rf"(?P<level{level}>\b(?:{words})\b)" for level, words in enumerate(_LEVELS)), re.I
)
_A_WORD = re.compile(rf"{LETTER}{{3,}}")
_COLUMN = re.compile(r"(?<!\w)(\d|[A-Za-z])\s+(?:[a-z]+)(?=\s*[,?)]|\s+or\b)")
_ANYTHING_ELSE = re.compile(
    r"\b(?:an(?:y\s*)?other|other)\s+(?:key|letter|character|input|number)|\banything\s+else\b",
    re.I,
)
NUMBER = re.compile(
    r"\b(?:d[ea]{1,2}pt?hs?|levels?|plies|ply|look-?\s?ahead|difficulty|(?:milli)?seconds|ms|minutes|time|limit"
    r"|iterations|simulations|playouts|rollouts|how\s+deep(?:ly)?|(?:random|set\s+(?:the\s+|a\s+)?)"
    r"\s*seed)\b",
    re.I,
)
ORDER = re.compile(
    r"\b(?:first|1st|second|2nd|starts?(?!\s+with\s+\d)|starting|begins?|opens?|who|whose|turn\s+order|order)\b"
    r"|\bwhich\s+(?:side|player|colou?r)\b|\bplayer\s*(?:1|one|2|two)\b|\b(?:side|colou?r)\b"
    r"|\b(?:ai|cpu|bot|your)\s+player\b|\bplayer\s+number\b"
    r"|\b(?:black|white|dark|light|south|north|human|computer|x\s+or\s+o)\b",
    re.I,
)
NUMERAL = r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve)"
_COMPARED = re.compile(
    r"\b(?:greater|larger|bigger|higher|more|less|smaller|lower|fewer)(?:\s+than)?\s+or\s+equals?\b"
    r"|\bequals?(?:\s+to)?\s+or\s+(?:greater|larger|bigger|higher|more|less|smaller|lower|fewer)\b"
    rf"|(?<=\d)\s+or\s+(?:greater|larger|bigger|higher|more|less|smaller|lower|fewer|above|below)\b"
    rf"|\b{NUMERAL}\s+or\s+(?:greater|larger|bigger|higher|more|less|smaller|lower|fewer)\b",
    re.I,
)
"""`greater or equal to 4`, `4 or more`: bounds of a number, and no choices"""
_FIRST = re.compile(r"first|starts?|begins?|opens?|enter|type|press", re.I)
SAYS_YES = {"y", "n", "yes", "no", "true", "false"}
_OPPOSITES = {"y": "n", "Y": "N", "yes": "no", "n": "y", "N": "Y", "no": "yes", "0": "1"}
_IN_SQUARE_BRACKETS = re.compile(r"(?<!\d)(\d{1,9})\s*,\s?(\d{1,9})(?=\])")
"""`[1,9]`, a range"""
_UNIT = re.compile(
    r"(?<=\d)\s*(?:ms|milliseconds?|secs?|seconds?|minutes?|ply|plies)"
    r"(?=\s*(?:[-–~～]|\bto\b|\band\b)\s*\d)",
    re.I,
)
"""What the first number of a range counts: `1 second to 60 seconds`"""
_NO_ANSWERS = {"row", "column", "col", "x", "y", "enter", "eg", "ie", "and", "to", "quit", "exit"}
_NO_ANSWERS |= {"return", "key", "any", "move", "moves", "your", "the"}
_NO_ANSWERS |= {"number", "integer", "int", "whole", "positive", "valid", "entier", "entero"}


def by_level(labels: Mapping[str, str]) -> list[str]:
    """The answers for how well a program plays, the weakest first, by what they mean; empty where
    they are not for two levels or more."""
    found = {answer: _LEVEL.search(in_english(label)) for answer, label in labels.items()}
    levels = {answer: match.lastgroup or "" for answer, match in found.items() if match}
    return sorted(levels, key=lambda each: levels[each]) if len({*levels.values()}) > 1 else []


def middle_first(answers: Sequence[str], labels: Mapping[str, str]) -> list[str]:
    """The answers with the middle one of the levels before the others: of two the stronger one, of
    four the second."""
    levels = by_level({answer: labels.get(answer, answer) for answer in answers})
    if not levels:
        return [*answers]
    middle = levels[(len(levels) - 1) // 2 if len(levels) > 2 else -1]
    first = min(map(answers.index, levels))
    others = [answer for answer in answers if answer != middle]
    return [*others[:first], middle, *others[first:]]


def levels_in(asked: str) -> list[str]:
    """The words for levels of which a question has several: `the easy AI or the hard AI?`"""
    words = once([word for word in _A_WORD.findall(asked) if _LEVEL.fullmatch(in_english(word))])
    return words if by_level({word: word for word in words}) else []


def meant(asked: str, answers: Sequence[str]) -> list[str]:
    """What the answers mean, where the question says it, else themselves."""
    pairs = _pairs(asked)
    return [pairs.get(answer, answer) for answer in answers]


def _pairs(asked: str) -> dict[str, str]:
    """What the answers mean that the question names in pairs: `(1 = yes, 0 = no)`."""
    for place in (*reversed(BRACKETED.findall(asked)), asked):
        entries = entries_of(place) if len(entries_of(place)) > 1 else ()
        if found := dict(entries) or pairs_in(place):
            return found
    explained = dict(_EXPLAINED.findall(asked))
    return explained if len(explained) > 1 else {}


def range_in(prompt: str) -> tuple[int, int] | None:
    """The ends of the first range of numbers that the prompt tells, `1-9` or `between 1 and 9`;
    None where it tells none."""
    found = NUMBER_RANGE.search(_with_ranges(prompt))
    return (int(found[1]), int(found[2])) if found else None


def _with_ranges(prompt: str) -> str:
    """The prompt with `1-9` for each range of numbers that is told otherwise."""
    prompt = _UNIT.sub("", prompt)
    return _IN_SQUARE_BRACKETS.sub(r"\1-\2", BETWEEN.sub(r"\1-\2", prompt))


def says_yes(answer: str) -> bool:
    """Whether the answer, or what it stands for, is not a no."""
    return in_english(answer.lower())[0] not in "n0"


def whole_words(prompt: str) -> str:
    """The prompt without brackets around the first letters of words, or around the rest of them:
    `black` for `(b)lack` and `b(lack)`."""
    for pattern in (_INITIALS, _SHORTENED):
        prompt = pattern.sub(lambda found: re.sub(r"\W", "", found[0]), prompt)
    return prompt


def persons_told(prompt: str) -> dict[str, str]:
    """`human` and `ai` for two numbers of a range, where the prompt says which one is a person:
    `Strategy of player 1 (1-4, 0 for human)`; empty where it does not."""
    span, person = range_in(prompt), _PERSON_KEY.search(prompt)
    if not span or not person:
        return {}
    low, high = span
    key = 0 if person[1] in "oO" else int(person[1])
    others = [number for number in range(low, min(high, low + 2) + 1) if number != key]
    return {str(key): "human", str(others[0]): "ai"} if others else {}


def say_yes_or_no(choices: Sequence[str], yes_or_no: Sequence[str]) -> bool:
    """Whether these are choices of yes and no, by the letters for them in its language too."""
    said = {in_english(choice.lower()) for choice in choices}
    return bool(said) and said <= {*SAYS_YES, *yes_or_no}


def choices_in(prompt: str) -> list[str]:
    """The choices of a question: `(y/n)`, `1 for Human or 2 for Computer`, `Y/y, another key`."""
    found = offered_in(prompt)
    if not _ANYTHING_ELSE.search(prompt):
        return found
    named = [each for each in found if not _ANYTHING_ELSE.match(f"{each} key")]
    return [named[0], _other_than(named[0], prompt)] if named else []


def offered_in(prompt: str) -> list[str]:
    """The choices that are named: `North or South`."""
    prompt = _COMPARED.sub(" ", prompt)
    if told := persons_told(prompt):
        return [*told]
    for pattern in (_INITIALS, _SHORTENED, _SEATED, _PLAIN_KEY, _EXPLAINED):
        if len(found := _found(pattern, prompt)) > 1:
            return found
    for place in (*reversed(BRACKETED.findall(prompt)), prompt):
        if pairs := pairs_in(place):
            return [*pairs]
    if len(found := _found(_KEYED, prompt)) > 1:
        return found
    for place in reversed(BRACKETED.findall(prompt)):
        if listed := list_in(place):
            return listed
    for pattern in (IN_BRACKETS, _VALUED, _TYPED, _IN_QUOTES, _COLUMN):
        if len(found := _found(pattern, prompt)) > 1:
            return found
    listed = list_in(prompt, commas=False)
    if listed and not any(map(_FIRST.fullmatch, listed[1:])):
        return listed
    if symbols := _SYMBOLS.search(prompt):
        return [*symbols.groups()]
    if span := range_in(prompt):
        low, high = span
        if low < high < low + LONGEST_RANGE and not NUMBER.search(prompt):
            return [str(number) for number in range(low, high + 1)]
    alone = [_found(pattern, prompt) for pattern in (_KEYED, _IN_QUOTES, _TYPED)]
    found = next(filter(None, alone), [])
    if len(found) == 1 and ORDER.search(in_english(prompt)):
        return [found[0], _other_than(found[0], prompt)]
    return []


def list_in(place: str, *, commas: bool = True) -> list[str]:
    """The words of `A/B`, `A or B`, `A, B, or C`."""
    if not commas and (several := _ENUMERATED.search(place)):
        found = [word for word in several.groups() if word]
        is_noun = len(found[0]) > 1 and max(map(len, found[1:])) == 1
        if _FIRST.fullmatch(found[0]) or is_noun:
            del found[0]  # `Who is first, you or I?`, `Choose your disc, X or O:`
        if {"x", "o"} == set(map(str.lower, found)):
            return found
        return [] if set(map(str.lower, found)) & _NO_ANSWERS - {"y"} else once(found)
    listed = (_LISTED if commas else _ALTERNATIVES).search(place)
    if not listed:
        return []
    rest = re.findall(rf"(?:{_SEPARATOR}|\s*,\s*){_ANY}(?!\w)", place[listed.end() :])
    found = once([*listed.groups(), *rest])
    answers = [word for word in found if word.lower() not in _NO_ANSWERS or word.lower() == "y"]
    if {"x", "y"} <= set(map(str.lower, found)):
        return []  # coordinates
    if set(map(str.lower, found)) in ({"x", "o"}, {"x", "0"}):
        answers = found
    return answers if len(answers) > 1 else []


def _found(pattern: re.Pattern[str], prompt: str) -> list[str]:
    """The group that matches at each place."""
    prompt = NUMBER_RANGE.sub(" ", _with_ranges(prompt))
    words = [next(filter(None, found.groups())) for found in pattern.finditer(prompt)]
    return once([word for word in words if word.lower() not in _NO_ANSWERS - {"x", "y"}])


def _other_than(answer: str, prompt: str) -> str:
    """Another answer than this one, for `type f to go first`."""
    if re.search(
        r"\b(?:press|hit|just)\s+(?:enter|return)\b|\bleave\b.*\b(?:blank|empty)\b", prompt, re.I
    ):
        return ""
    if answer in _OPPOSITES:
        return _OPPOSITES[answer]
    return str(int(answer) + 1) if answer.isdecimal() else "n"


def once(words: Sequence[str]) -> list[str]:
    """Each word once, and of `Y/y` the first."""
    letters: dict[str, str] = {}
    for word in words:
        letters.setdefault(word.lower() if len(word) == 1 else word, word)
    return list(letters.values())
