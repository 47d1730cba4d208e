"""Guesses answers to the questions that a console program asks before the first move.

The learner tries each answer. The likeliest words stand beside `for`, `to`, `=`, `:` or `)`, in
quotes or in brackets; then come the words on both sides of `or`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from owari.programs.dialogues.console.prompts import pauses, prompt_in, refuses
from owari.programs.dialogues.console.vocabulary import in_english, yes_and_no

MOST_ANSWERS = 8
USUAL_DEPTH = 4
"""The look-ahead to type where the question allows it."""
NAME = "Owari"
LINES_ABOVE = 12
"""Lines above the cursor that are searched for a list of choices."""
ASKED_IN = 2
"""The most lines of a question whose last line offers the answers."""
LONGEST_RANGE = 4
"""The most numbers of a range of choices; a longer range has levels or pits."""

_OPEN, _CLOSE = "\"'‘“`", "\"'’”`"
_QUOTED = rf"[{_OPEN}]([^\W_]{{1,12}})[{_CLOSE}]"
_LETTER = r"[^\W\d_]"
_WORD = rf"{_LETTER}{{1,12}}|[Pp]\d|\d{{1,2}}(?:st|nd)?"
_ANY = rf"[{_OPEN}]?(?<!\w)({_WORD})(?!\w)[{_CLOSE}]?"
_SHORT = rf"(?<![\w'’])(\d{{1,2}}|(?![AIai]){_LETTER}|A(?!\s+[a-z])|y(?:es)?|no?|Y(?:es)?|No?)"
_LINK = r"\s*(?:(?:key\s+)?\b(?:for|to|if|means?|is|will|lets|makes)\b|->|=>?|:|\)|\.|[-–—])\s*"
_MEANS = rf"{_LINK}(?:[{_OPEN}]?{_LETTER})"
_KEYED = re.compile(
    rf"{_QUOTED}{_MEANS}|[\[(<]({_WORD})[\])>]{_MEANS}|{_SHORT}{_MEANS}"
    rf"|\b(?:type|enter|press|input|say)\s+({_WORD}){_MEANS}",
    re.I,
)
"""`1 for Human`, `'n' to wait`, `0: you`, `2) me`, `Type me to begin`"""
_BIDS = re.compile(r"\b(?:enter|type|press|hit|say|input|choose|select|pick)\b", re.I)
_TYPED = re.compile(
    rf"\b(?:enter|type|press|hit|say|input|choose)\s+(?:an?\s+|the\s+)?(?:{_QUOTED}|{_SHORT}(?!\w))",
    re.I,
)
"""`to start press s, to wait press w`"""
_VALUED = re.compile(rf"\b[A-Za-z]+\s*(?:=|:|->|is|[-–])\s*(?:{_QUOTED}|{_SHORT}(?!\w))")
"""`computer = 1, human = 2`"""
_IN_QUOTES = re.compile(_QUOTED)
_IN_BRACKETS = re.compile(rf"[\[(<{{]\s*[{_OPEN}]?({_WORD})[{_CLOSE}]?\s*[\])>}}]")
_BRACKETED = re.compile(r"[(\[<{]([^()\[\]<>{}]+)[)\]>}]")
_SEPARATOR = r"\s*(?:/|\||\\|,\s*or\b|\bor\b|\bvs?\b\.?)\s*"
_ALTERNATIVES = re.compile(
    rf"(?<![\w/]){_ANY}{_SEPARATOR}(?:the\s+|be\s+|play\s+|player\s+)*{_ANY}(?!\w)", re.I
)
_LISTED = re.compile(rf"(?<![\w/]){_ANY}(?:{_SEPARATOR}|\s*,\s*){_ANY}(?!\w)", re.I)
"""The same between brackets, where a comma may stand."""
_ENUMERATED = re.compile(rf"(?<![\w/]){_ANY}\s*,\s*{_ANY}{_SEPARATOR}{_ANY}(?!\w)", re.I)
_INITIALS = re.compile(r"[(\[]([A-Za-z])[)\]][a-z]+")
_MENU = re.compile(rf"^\W{{0,3}}(\d{{1,2}}|{_LETTER})\s*(?:[.):=\]-]+|\b(?:for|to)\b)\s*{_LETTER}")
_KEY_LAST = re.compile(
    rf"[A-Za-z].*\b(?:enter|type|press|hit|choose|select|pick|input)\s+(?:{_QUOTED}|{_SHORT})\W*$",
    re.I,
)
"""`For heads, enter 1`, a line of a menu"""
_FRAMES = re.compile(r"^[\s│║┃|+*#=_─━═╔╗╚╝┌┐└┘├┤-]{3,}$|^[\s│║┃|*#]+|[\s│║┃|*#]+$")
"""What stands around the lines of a box, and its rules."""
_ENTRY = re.compile(
    rf"(?:^|\t|\s{{2,}}|\|\s*|[,;/]\s*)[\[(]?(\d{{1,2}}|{_LETTER})\s*[.):=\]-]+\s*"
    rf"({_LETTER}.*?)(?=$|\t|\s{{2,}}|\||[,;/]\s*[\[(]?(?:\d|{_LETTER}\s*[.):=\]-]))"
)
"""An entry of a menu, several of which may stand in a line: its key and what it stands for."""
_HUMAN = r"(?:humans?|players?|persons?|people|users?|you|man|friend|opponent)"
_MACHINE = r"(?:computers?|cpu|ai|bots?|machine|robot|engine|com|pc|minimax|random)"
_AGAINST = r"\W*\d?\W*\b(?:vs?|versus|against|contra|x|with|and)\b\W*(?:an?\s+|the\s+|another\s+)*"
_MODES = (
    (4, r"\b(?:quit|exit|leave|rules?|help|instructions?|load|scores?|scoreboard|credits|about)\b"),
    (3, rf"\b{_MACHINE}{_AGAINST}{_MACHINE}\b|\b(?:watch|demo|simulat\w*|self[\s-]*play)\b"),
    (3, r"\b(?:no|zero|0)\s+(?:players?|humans?)\b"),
    (0, rf"\b{_HUMAN}{_AGAINST}{_MACHINE}\b|\b{_MACHINE}{_AGAINST}{_HUMAN}\b"),
    (0, rf"\b(?:vs?|versus|against)\b\W*(?:an?\s+|the\s+)*{_MACHINE}\b|\b(?:pv[ce]|cvp)\b"),
    (0, r"\b(?:single|one|1)[\s-]*(?:players?|humans?)\b"),
    (
        2,
        rf"\b{_HUMAN}{_AGAINST}{_HUMAN}\b|\b(?:two|multi|2|both)[\s-]*(?:players?|humans?)\b|\bpvp\b",
    ),
)
"""What entries of a menu stand for, the likelier ones with smaller numbers: a person against the
computer, two persons, the computer against itself, no game at all."""
_SEAT = re.compile(
    r"\b(?:player|side|colou?r|first|second|1st|2nd|south|north|black|white|red|blue|[xo12])\b",
    re.I,
)
_ONE_HUMAN = re.compile(rf"(?:an?\s+|the\s+)?{_HUMAN}\b(?!{_AGAINST})(?:\s+player)?\W*$", re.I)
_MACHINES = re.compile(
    rf"\b{_MACHINE}\b|\b(?:alpha|greedy|easy|medium|hard|level|strategy)\b", re.I
)
_UNTOLD = 1
"""The number of an entry that tells nothing of this."""
_COLUMN = re.compile(r"(?<!\w)(\d|[A-Za-z])\s+(?:[a-z]+)(?=\s*[,?)]|\s+or\b)")
_ANYTHING_ELSE = re.compile(
    r"\b(?:an(?:y\s*)?other|other)\s+(?:key|letter|character|input|number)|\banything\s+else\b",
    re.I,
)
_NUMBER = re.compile(
    r"\b(?:depth|levels?|plies|ply|look-?\s?ahead|difficulty|(?:milli)?seconds|ms|minutes|time|limit"
    r"|iterations|simulations|playouts|rollouts)\b",
    re.I,
)
_NAMES = re.compile(r"\b(?:user|nick)?names?\b|\bwho\s+are\s+you\b|\b(?:call\s+you|called)\b", re.I)
_ORDER = re.compile(
    r"\b(?:first|1st|second|2nd|starts?|starting|begins?|opens?|who|whose|turn\s+order|order)\b"
    r"|\bwhich\s+(?:side|player|colou?r)\b|\bplayer\s*(?:1|one|2|two)\b|\b(?:side|colou?r)\b"
    r"|\b(?:black|white|dark|light|south|north|human|computer|x\s+or\s+o)\b",
    re.I,
)
_BEGINS = re.compile(r"\b(?:first|starts?|begins?|who)\b", re.I)
_WHO = re.compile(
    r"\b(?:first|second|starts?|starting|begins?|opens?|who|whose|order)\b"
    r"|\bwhich\s+(?:side|player|colou?r)\b|\b(?:side|colou?r)\s*[?:>]",
    re.I,
)
"""Questions for who begins that offer no answers."""
_FIRST = re.compile(r"first|starts?|begins?|opens?|enter|type|press", re.I)
_PERSON = re.compile(r"you|(?:the\s+)?(?:player|human|user|person|opponent|other\s+side)", re.I)
_SOMEBODY = rf"{_PERSON.pattern}|i|(?:the\s+)?(?:computer|cpu|ai|bot|machine|program|engine)"
_NEWS = re.compile(
    rf"\b({_SOMEBODY})(?:\s+will|\s+shall|['’]ll|\s+gets?\s+to|\s+is\s+to)?\s+"
    r"(?:(?:goe?s?|(?:am\s+|is\s+|are\s+)?going|moves?|plays?|is|are|am)\s+first\b|starts?\b|begins?\b|opens?\b"
    r"|ha(?:ve|s)\s+the\s+first\s+(?:move|turn)\b)"
    rf"|\b(?:first\s+(?:move|player|turn)|starting\s+player)\s*(?:is|:|=|goes\s+to)\s*({_SOMEBODY})\b",
    re.I,
)
_NO_NEWS = re.compile(
    r"\?|^\W*(?:\d|[a-z])\s*[.)\]:=-]|[:>]\s*$|\b(?:if|when|who\w*|enter|type|press|choose|do|does|would"
    r"|should|can|may|let|to\s+let)\b|\b\d\s*(?:=|for\b)|\b[yn]\s*/\s*[yn]\b",
    re.I,
)
"""Lines about who begins that ask, or say what an answer means."""
_YES_OR_NO = re.compile(
    r"(?:^|[.!:,)]\s*)\W*(?:do|does|is|are|will|would|should|shall|can|may|am|want)\b[^?]*\?|\b(?:go|move|play)\s+first\s*\?",
    re.I,
)
_SAYS_YES = {"y", "n", "yes", "no", "true", "false"}
_OPPOSITES = {"y": "n", "Y": "N", "yes": "no", "n": "y", "N": "Y", "no": "yes", "0": "1"}
_MOVE = re.compile(
    r"\b(?:pit|cup|pocket|hole|bowl|bin|house)s?\b|\b(?:your|next|a|the|make|enter)\s+moves?\b"
    r"|\bmoves?\s*[:>(\[]|\brow|\bcol(?:umn)?s?\b|\bsquare\b|\bcoordinates?\b|\bwhere\b",
    re.I,
)
"""Words of a request for a move, if the text does not ask who begins."""
_RANGE = re.compile(r"(?<!\d)(\d{1,9})\s*(?:-|–|to|\.\.)\s*(\d{1,9})(?!\d)")
_NO_ANSWERS = {"row", "column", "col", "x", "y", "enter", "eg", "ie", "and", "to", "quit", "exit"}
_NO_ANSWERS |= {"return", "key", "any", "move", "moves", "your", "a", "the"} - {"a"}


def question_in(text: str) -> str:
    """The prompt, or the last line of the text."""
    return prompt_in(text) or "".join(_above(text)[-1:])


def asks_who_begins(text: str) -> bool:
    """Whether the question at the end may ask which side moves first, or who plays which side. What
    the lines above say counts only where the last one does not ask for a move."""
    text = in_english(text)
    prompt = question_in(text)
    if _asks_for_a_move(prompt):
        return False
    modes = [*modes_in(text).values()]
    if modes and not _BEGINS.search(prompt) and modes.count(0) < 2:
        return False  # it asks for persons and computers, one each
    if _ORDER.search(prompt):
        return True
    above = "\n".join(_above(text) if _menu(text) else _above(text)[-ASKED_IN:])
    return bool(_ORDER.search(above))


def announced_order(text: str) -> bool | None:
    """Whether the program has told that it has the first move (`The computer will go first.`) or
    that the person has it; None where it has told neither."""
    for line in reversed(in_english(text).split("\n")):
        told = None if _NO_NEWS.search(line) else _NEWS.search(line)
        if told:
            who = next(filter(None, told.groups()))
            return not _PERSON.fullmatch(who)
    return None


def answers_to(text: str, size_asked: Callable[[str], str] = lambda prompt: "") -> list[str]:
    """Answers to try to the question at the end of the text, the likelier ones first; none when it
    asks for a move or is no question. `size_asked` answers a question for the size of the board; it
    gives an empty text for other questions."""
    if pauses(text):
        return [""]
    yes_or_no = [*yes_and_no(text)]
    text = in_english(text, answers=False)
    asked = question_in(text)
    prompt = in_english(asked)
    if not _is_question(text, prompt):
        return []
    order = _ORDER.search(prompt) and not _asks_for_a_move(prompt)
    if not _BEGINS.search(prompt) and (size := size_asked(prompt)):
        return [size]
    choices = _menu(text) if _KEY_LAST.match(asked) else []
    choices = choices or _choices(asked)
    if _MOVE.search(prompt) and not order and not _say_yes_or_no(choices, yes_or_no):
        return []
    if _NUMBER.search(prompt) and not (order and (choices or _WHO.search(prompt))):
        return choices[:1] or _menu(text)[:1] or [_number(prompt)]
    if _NAMES.search(prompt) and len(choices) < 2:
        return [NAME]
    choices = choices or _menu(text) or _choices_above(text, yes_or_no)
    if choices:
        modes = modes_in(text)
        least = min(modes.get(choice, _UNTOLD) for choice in choices)
        wanted = [each for each in choices if modes.get(each, _UNTOLD) <= max(least, _UNTOLD)]
        wanted.sort(key=lambda choice: modes.get(choice, _UNTOLD))
        return wanted[:MOST_ANSWERS]
    if _YES_OR_NO.search(prompt):
        return yes_or_no
    if _WHO.search(prompt) and not _RANGE.search(prompt) and _asks(prompt):
        return ["1", "2", "y", "n", "s", "c", "h"]
    return []


def further_answers(text: str, tried: Sequence[str]) -> list[str]:
    """Further answers, where none of those `tried` has led to both orders: the first letters of
    words, or the numbers of the choices."""
    if not asks_who_begins(text) or not tried:
        return []
    further: list[str] = []
    if set(map(str.lower, tried)) <= _SAYS_YES:
        further = ["yes", "no", "Y", "N", "1", "0", "2"]
    elif any(len(answer) > 1 and answer.isalpha() for answer in tried):
        further = [answer[0] for answer in tried] + ["1", "2", "0"]
        further += [answer.capitalize() for answer in tried]
    elif all(map(str.isalpha, tried)):
        further = [answer.swapcase() for answer in tried]
    else:
        further = ["y", "n", "first", "second", "0"]
    return [answer for answer in _once(further) if answer not in tried][:MOST_ANSWERS]


def is_mere_setting(text: str, answers: Sequence[str]) -> bool:
    """Whether the answer does not matter: the question is one for a level or a strategy, and not
    for who begins, who plays, or yes or no."""
    mere = len(answers) > 1 and not asks_who_begins(text) and not modes_in(text)
    return mere and not _say_yes_or_no(answers, yes_and_no(text))


def asks_for_a_side(text: str) -> bool:
    """Whether the question names a side, and not who begins: `Select player 2`."""
    prompt = in_english(question_in(text))
    return bool(_SEAT.search(prompt)) and not _BEGINS.search(prompt)


def persons_in(text: str, answers: Sequence[str]) -> dict[str, bool]:
    """Whether each answer gives the side that the question names to a person (`Player 1: human or
    computer?`); empty where it does not ask that."""
    if not asks_for_a_side(text):
        return {}
    prompt = in_english(question_in(text))
    labels = {
        key: in_english(label) for line in _above(text) for key, label in _ENTRY.findall(line)
    }
    if set(labels) < set(answers) and re.search(rf"\b{_HUMAN}\b", prompt, re.I):
        if _say_yes_or_no(answers, "yn") and not _MACHINES.search(prompt):
            labels = {each: "human" if each.lower()[0] == "y" else "ai" for each in answers}
        elif _MACHINES.search(prompt):
            labels = {each: "human" if each.lower()[0] in "hpu" else "ai" for each in answers}
    persons = {each: bool(_ONE_HUMAN.match(labels.get(each, ""))) for each in answers}
    machines = [each for each in answers if _MACHINES.search(labels.get(each, ""))]
    return persons if sum(persons.values()) == 1 and machines else {}


def modes_in(text: str) -> dict[str, int]:
    """The keys of a menu that tells who plays, each with how unlikely it is to lead to a game of a
    person against the computer; empty where it tells nothing of this."""
    modes = {}
    for line in _above(text):
        for key, label in _ENTRY.findall(line):
            said = in_english(label)
            kinds = (kind for kind, pattern in _MODES if re.search(pattern, said, re.I))
            modes[key] = next(kinds, _UNTOLD)
    return modes if set(modes.values()) - {_UNTOLD} else {}


def _say_yes_or_no(choices: Sequence[str], yes_or_no: Sequence[str]) -> bool:
    """Whether these are choices of yes and no, by the letters for them in its language too."""
    said = {in_english(choice.lower()) for choice in choices}
    return bool(said) and said <= {*_SAYS_YES, *yes_or_no}


def _asks_for_a_move(prompt: str) -> bool:
    """Whether the prompt wants a move and no name of a side: `PLAYER 1, enter move (1 to 6)`."""
    wants = _MOVE.search(prompt) and not _WHO.search(prompt)
    return bool(wants) and not _say_yes_or_no(_choices(prompt), yes_and_no(prompt))


def _is_question(text: str, prompt: str) -> bool:
    """Whether the last line asks: by its marks, choices in brackets, what it bids to type, as the
    last entry of a menu, or because the cursor stands on it. A sentence that refuses something does
    only by its marks."""
    if _asks(prompt):
        return True
    if refuses(prompt):
        return False
    open_line = bool(text.rpartition("\n")[2].strip())
    listed = any(map(_list_in, _BRACKETED.findall(prompt)))
    return open_line or listed or bool(_BIDS.search(prompt) or _MENU.match(prompt))


def _asks(prompt: str) -> bool:
    return prompt.rstrip().endswith(("?", ":", ">")) or "?" in prompt


def _choices(prompt: str) -> list[str]:
    """The choices of a question: `(y/n)`, `1 for Human or 2 for Computer`, `Y/y, another key`."""
    found = _offered(prompt)
    if not _ANYTHING_ELSE.search(prompt):
        return found
    named = [each for each in found if not _ANYTHING_ELSE.match(f"{each} key")]
    return [named[0], _other_than(named[0], prompt)] if named else []


def _offered(prompt: str) -> list[str]:
    """The choices that are named: `North or South`."""
    for pattern in (_INITIALS, _KEYED):
        if len(found := _found(pattern, prompt)) > 1:
            return found
    for place in reversed(_BRACKETED.findall(prompt)):
        if listed := _list_in(place):
            return listed
    for pattern in (_IN_BRACKETS, _VALUED, _TYPED, _IN_QUOTES, _COLUMN):
        if len(found := _found(pattern, prompt)) > 1:
            return found
    listed = _list_in(prompt, commas=False)
    if listed and not any(map(_FIRST.fullmatch, listed[1:])):
        return listed
    if span := _RANGE.search(prompt):
        low, high = int(span[1]), int(span[2])
        if low < high < low + LONGEST_RANGE and not _NUMBER.search(prompt):
            return [str(number) for number in range(low, high + 1)]
    alone = [_found(pattern, prompt) for pattern in (_KEYED, _IN_QUOTES, _TYPED)]
    found = next(filter(None, alone), [])
    if len(found) == 1 and _ORDER.search(in_english(prompt)):
        return [found[0], _other_than(found[0], prompt)]
    return []


def _list_in(place: str, *, commas: bool = True) -> list[str]:
    """The words of `A/B`, `A or B`, `A, B, or C`."""
    if not commas and (several := _ENUMERATED.search(place)):
        found = [word for word in several.groups() if word]
        is_noun = len(found[0]) > 1 and max(map(len, found[1:])) == 1
        if _FIRST.fullmatch(found[0]) or is_noun:
            del found[0]  # `Who is first, you or I?`, `Choose your disc, X or O:`
        if {"x", "o"} == set(map(str.lower, found)):
            return found
        return [] if set(map(str.lower, found)) & _NO_ANSWERS - {"y"} else _once(found)
    listed = (_LISTED if commas else _ALTERNATIVES).search(place)
    if not listed:
        return []
    rest = re.findall(rf"(?:{_SEPARATOR}|\s*,\s*){_ANY}(?!\w)", place[listed.end() :])
    found = _once([*listed.groups(), *rest])
    answers = [word for word in found if word.lower() not in _NO_ANSWERS or word.lower() == "y"]
    if {"x", "y"} <= set(map(str.lower, found)):
        return []  # coordinates
    if {"x", "o"} == set(map(str.lower, found)):
        answers = found
    return answers if len(answers) > 1 else []


def _menu(text: str) -> list[str]:
    """The keys of a list of choices above the cursor."""
    for entry in (_MENU, _KEY_LAST):
        found = [match for line in _above(text) if (match := entry.match(line))]
        keys = _once([next(filter(None, match.groups())) for match in found])
        if len(keys) > 1:
            return keys
    return []


def _choices_above(text: str, yes_or_no: list[str]) -> list[str]:
    """The choices in the lines above a bare cursor or `Your choice:`."""
    *above, _ = [*_above(text), ""][-5:]
    for line in reversed(above):
        english = in_english(line)
        if (_ORDER.search(english) or _YES_OR_NO.search(english)) and (found := _choices(line)):
            return found
    return yes_or_no if above and _YES_OR_NO.search(in_english(above[-1])) else []


def _above(text: str) -> list[str]:
    """The last lines, without frames around them."""
    lines = (_FRAMES.sub("", line) for line in text.split("\n"))
    return [line for line in lines if line][-LINES_ABOVE:]


def _found(pattern: re.Pattern[str], prompt: str) -> list[str]:
    """The group that matches at each place."""
    prompt = _RANGE.sub(" ", prompt)
    words = [next(filter(None, found.groups())) for found in pattern.finditer(prompt)]
    return _once([word for word in words if word.lower() not in _NO_ANSWERS - {"x", "y"}])


def _other_than(answer: str, prompt: str) -> str:
    """Another answer than this one, for `type f to go first`."""
    if re.search(
        r"\b(?:press|hit|just)\s+(?:enter|return)\b|\bleave\b.*\b(?:blank|empty)\b", prompt, re.I
    ):
        return ""
    if answer in _OPPOSITES:
        return _OPPOSITES[answer]
    return str(int(answer) + 1) if answer.isdigit() else "n"


def _number(prompt: str) -> str:
    found = _RANGE.search(prompt)
    low, high = (int(found[1]), int(found[2])) if found else (1, USUAL_DEPTH)
    return str(min(max(USUAL_DEPTH, low), high))


def _once(words: Sequence[str]) -> list[str]:
    """Each word once, and of `Y/y` the first."""
    letters: dict[str, str] = {}
    for word in words:
        letters.setdefault(word.lower() if len(word) == 1 else word, word)
    return list(letters.values())
