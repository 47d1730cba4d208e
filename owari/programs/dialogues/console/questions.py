"""Guesses answers to the questions that a console program asks before the first move.

The learner tries each answer. The likeliest words stand beside `for`, `to`, `=`, `:` or `)`, in
quotes or in brackets; then come the words on both sides of `or`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from owari.programs.dialogues.console.menus import (
    AGAINST,
    HUMAN,
    LETTER,
    MACHINE,
    UNTOLD,
    entries_of,
    is_entry,
    lines_above,
    menu_in,
    mode_of,
    modes_in,
    pairs_in,
    pairs_of_players,
)
from owari.programs.dialogues.console.prompts import (
    FEWEST,
    bids_for_a_move,
    pauses,
    prompt_in,
    refuses,
)
from owari.programs.dialogues.console.vocabulary import in_english, yes_and_no

MOST_ANSWERS = 8
USUAL_DEPTH = 4
"""The look-ahead to type where the question allows it."""
ANY_SIDE = ("1", "2", "y", "n", "s", "c", "h")
"""Answers to a question for a side that offers none."""
NAME, SECRET = "Owari", "1234"
ASKED_IN = 2
"""The most lines of a question whose last line offers the answers."""
LONGEST_RANGE = 4
"""The most numbers of a range of choices; a longer range has levels or pits."""

_OPEN, _CLOSE = "\"'‘“`", "\"'’”`"
_QUOTED = rf"[{_OPEN}]([^\W_]{{1,12}})[{_CLOSE}]"
_WORD = rf"{LETTER}{{3,11}}\d|{LETTER}{{1,12}}|[Pp]\d|\d{{1,2}}(?:st|nd)?"
_ANY = rf"[{_OPEN}]?(?<!\w)({_WORD})(?!\w)[{_CLOSE}]?"
_SHORT = rf"(?<![\w'’])(-?\d{{1,2}}|(?![AIai]){LETTER}|A(?!\s+[a-z])|y(?:es)?|no?|Y(?:es)?|No?)"
_LINK = r"\s*(?:(?:key\s+)?\b(?:for|to|if|means?|is|will|lets|makes)\b|->|=>?|:|\)|\.|[-–—])\s*"
_MEANS = rf"{_LINK}(?:[{_OPEN}]?{LETTER})"
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
_REMARK = re.compile(r"[(\[](?=.*\w.*[\s=:]).{6,}[)\]]\W*")
"""A line in brackets that says more of the question above it."""
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
_ITEM = re.compile(rf"\W*(?:\d{{1,2}}|{LETTER})\s*[.):=\]-]+\s*(?:\d+\s?)?{LETTER}")
"""The beginning of an entry of a menu."""
_START_WORD = re.compile(
    r"\b(?:type|enter|say|input|write)\s+\W?(start|begin|play|go|new|ready)\b\W{0,2}\s*"
    r"(?:to\s+(?:start|begin|play)\b|when\b)",
    re.I,
)
"""`Type START to play`: a word that begins the game, and no question for who begins."""
_OFFERED = re.compile(r"(?<![\w.])([A-Z]{3,10}|\d)(?![\w.])")
"""`START`, a number that stands alone"""
_INITIALS = re.compile(r"[(\[]([A-Za-z])[)\]][a-z]+")
_SEATED = re.compile(r"(?<!\w)(\w{1,5})\s*\((?:\w+\s+)?(?:first|second|1st|2nd)\)", re.I)
"""`X (first) or O (second)`"""
_PLAIN_KEY = re.compile(rf"[(\[,]\s*(\d)\s+(?:{HUMAN}|{MACHINE})(?=\s*[,)\]])", re.I)
"""`(0 human, 1 ai)`"""
_SEAT = re.compile(
    r"\b(?:player|side|colou?r|first|second|1st|2nd|south|north|black|white|red|blue|[xo12])\b",
    re.I,
)
_PLAYER_OF_TWO = re.compile(r"(?<=\bfor )(?:the )?(?:first|second) player\b", re.I)
_ONE_HUMAN = re.compile(
    rf"(?:an?\s+|the\s+)?{HUMAN}(?:player|agent)?\b(?!{AGAINST})(?:\s+player)?\W*$", re.I
)
_PERSON_KEY = re.compile(
    rf"(?<!\w)(\d{{1,2}}|O)\s*(?:\bfor\b|\bis\b|\bmeans\b|[=:]|->)\s*(?:an?\s+|the\s+)?{HUMAN}\b",
    re.I,
)
_MACHINES = re.compile(rf"\b{MACHINE}\b|\b(?:alpha|greedy|easy|medium|hard|level|strategy)\b", re.I)
_COLUMN = re.compile(r"(?<!\w)(\d|[A-Za-z])\s+(?:[a-z]+)(?=\s*[,?)]|\s+or\b)")
_ANYTHING_ELSE = re.compile(
    r"\b(?:an(?:y\s*)?other|other)\s+(?:key|letter|character|input|number)|\banything\s+else\b",
    re.I,
)
_NUMBER = re.compile(
    r"\b(?:d[ea]{1,2}pt?hs?|levels?|plies|ply|look-?\s?ahead|difficulty|(?:milli)?seconds|ms|minutes|time|limit"
    r"|iterations|simulations|playouts|rollouts|how\s+deep(?:ly)?|(?:random|set\s+(?:the\s+|a\s+)?)"
    r"\s*seed)\b",
    re.I,
)
_NAMED_LEVELS = re.compile(rf":\s*({LETTER}{{3,10}}(?:\s*[,/]\s*{LETTER}{{3,10}})+)\s*:?\s*$")
"""`Difficulty: easy, medium, hard:`"""
_FOR_EACH = re.compile(
    r"\b(?:per|for\s+(?:each|every|an?)|each|every)\s+(?:moves?|turns?|pit|cup|pocket|hole|bowl|bin|house|side|player)\b",
    re.I,
)
"""`Seconds per move`, `stones in each pit`"""
_FIRST_LINE = re.compile(
    r"\b(?:first|second)\s+(?:row|col(?:umn)?|line|square|pit|cup)\b"
    r"|\b(?:rows?|col(?:u?mn)?s?)(?:\s+numbers?)?\s+first\b"
    r"|\bfirst,?\s+(?:enter|type|input|give|insert)\s+(?:the\s+|a\s+|your\s+)?(?:row|col)",
    re.I,
)
"""`row first, 11 for first row`, `First enter the row`, which is no word of who begins"""
_AHEAD = re.compile(
    r"\b(?:forward|future)\s+moves?\b|\bmoves?\s+(?:ahead|in\s+advance)\b|\bheuristics?\b", re.I
)
"""A look-ahead or a way to think, called by words that look like a request for a move."""
_PLAYERS = re.compile(
    rf"\b(?:how\s+many|number\s+of)\s+(?:{HUMAN}\s+)?(?:are\s+)?{HUMAN}\b|\b{HUMAN}\s+count\b", re.I
)
"""`How many players?`"""
_ASKED_BY_NAME = re.compile(r"\W*(?:player|user)\s*(?:\d|one|two|[ab])?\s*[:>]\W*", re.I)
"""`Player 1:`, below a line that asks for names."""
_AGAINST = re.compile(r"\b(?:vs?|versus|against|with)\b", re.I)
_SO_MANY = re.compile(r"\b(?:two|2|both|multi|single|one|1)[\s-]*players?\b", re.I)
_THINKS = re.compile(
    r"\b(?:e?strat[eé]g\w*|algor\w*|heuri?sti\w*|methods?|levels?|difficult\w*|depths?|evaluations?|minimax)\b",
    re.I,
)
_PERSONS = re.compile(r"\b(?:humans?|persons?)\b", re.I)
_SECRET = re.compile(r"\bpin\b|\bpass\s?(?:words?|codes?|phrases?)\b", re.I)
_KEY_TO_GO_ON = re.compile(
    rf"\b(?:type|enter|press|input|hit)\s+\W?({LETTER})\W?\s+to\s+(?:continue|proceed|go\s+on)\b",
    re.I,
)
_NAMES = re.compile(
    r"\b(?:user|nick)?names?\b|\bwho\s+(?:are\s+you|am\s+i)\b|\b(?:call\s+you|called)\b", re.I
)
_ORDER = re.compile(
    r"\b(?:first|1st|second|2nd|starts?(?!\s+with\s+\d)|starting|begins?|opens?|who|whose|turn\s+order|order)\b"
    r"|\bwhich\s+(?:side|player|colou?r)\b|\bplayer\s*(?:1|one|2|two)\b|\b(?:side|colou?r)\b"
    r"|\b(?:ai|cpu|bot|your)\s+player\b|\bplayer\s+number\b"
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
    r"(?:^|[.!:,)]\s*)\W*(?:do|does|is|are|will|would|should|shall|can|may|am|want)\b[^?]*\?|\b(?:go|move|play)\s+first\s*\?"
    r"|^\W*(?:play|use|enable|load|show|continue|resume|start|ready|swap)\b[^?]*\?"
    r"|^\W*(?:please\s+)?(?:specify|say|tell\s+me|enter|choose|select|type)\s+(?:if|whether)\b",
    re.I,
)
_DECLINED = re.compile(
    r"\b(?:(?<!capture )(?<!stealing )rules?|instructions?|tutorial|help|hints?"
    r"|(?<!default\s)settings?|options?|sav(?:e|ed|ing)|load|undo|take\s+back|train(?:ing)?|learn|resume|previous|unfinished|restore"
    r"|alpha[\s-]*beta|prunn?ing|debug|log|sounds?|music|verbose|quit|exit|stop|resign|surrender)\b",
    re.I,
)
"""What a question of yes and no offers that has nothing to do with a game of two sides."""
_TRAINS = re.compile(r"\b(?:do|would|shall|should|want|like)\b[^?]*\b(?:train|learn)\b", re.I)
_COMMAND = re.compile(
    r"\W*(?:(?:to|the|a|show|print|get)\s+)*(?:quit|exit|undo|redo|help|hints?|save|print|display|show"
    r"|board|resign|back|stop|surrender|leave|end|pass|skip|list|moves)"
    r"(?:\s+(?:the\s+)?(?:game|board|moves?|last\s+move))?\W*",
    re.I,
)
"""A command that a program takes in place of a move."""
_SAYS_YES = {"y", "n", "yes", "no", "true", "false"}
_OPPOSITES = {"y": "n", "Y": "N", "yes": "no", "n": "y", "N": "Y", "no": "yes", "0": "1"}
_MOVE = re.compile(
    r"\b(?:pit|cup|pocket|hole|bowl|bin|house|square|coordinate|position|cell|field|location)s?\b"
    r"|\b(?:your|next|a|the|make|enter)\s+moves?\b|\bmoves?\s*[:>(\[]|\byour\s+turn\b(?!\s+order)|\brow|\bcol(?:umn)?s?\b|\bwhere\b",
    re.I,
)
"""Words of a request for a move, if the text does not ask who begins."""
_A_NUMBER = re.compile(r"\d+")
"""As many as `FEWEST` of them in a line are a row of a board, beside the name of a side."""
_RANGE = re.compile(r"(?<!\d)(\d{1,9})\s*(?:-|–|to|\.\.|,(?=\s?\d{1,9}\]))\s*(\d{1,9})(?!\d)")
_NO_ANSWERS = {"row", "column", "col", "x", "y", "enter", "eg", "ie", "and", "to", "quit", "exit"}
_NO_ANSWERS |= {"return", "key", "any", "move", "moves", "your", "the"}
_NO_ANSWERS |= {"number", "integer", "int", "whole", "positive", "valid", "entier", "entero"}


def question_in(text: str) -> str:
    """The prompt, or the last line of the text; a remark in brackets belongs to the line above."""
    lines = ["", "", *lines_above(text)]
    if not any(map(str.isalnum, lines[-1])) and lines[-2] and not is_entry(lines[-2]):
        del lines[-1]
    prompt = prompt_in(text) or lines[-1]
    return f"{lines[-2]} {prompt}".strip() if _REMARK.fullmatch(prompt) else prompt


def asks_who_begins(text: str) -> bool:
    """Whether the question at the end may ask which side moves first, or who plays which side. What
    the lines above say counts only where the last one does not ask for a move."""
    text = in_english(text)
    if pairs_of_players(text):
        return True
    prompt = _whole_words(_FIRST_LINE.sub("row", _FOR_EACH.sub("", question_in(text))))
    if _TRAINS.search(prompt) or _asks_for_a_move(prompt) or _START_WORD.search(prompt):
        return False
    modes = [*modes_in(text).values()]
    if modes and not _BEGINS.search(prompt) and modes.count(0) < 2:
        return False  # it asks for persons and computers, one each
    if _ORDER.search(prompt) and not _thinking(prompt):
        return True
    above = lines_above(text) if menu_in(text) else lines_above(text)[-ASKED_IN:]
    lines = [line for line in above if len(_A_NUMBER.findall(line)) < FEWEST]
    return any(_ORDER.search(line) for line in lines if not _thinking(line))


def _thinking(line: str) -> bool:
    """Whether the line is about how a computer player thinks, and not who begins."""
    return bool(_THINKS.search(line)) and not (_BEGINS.search(line) or _PERSONS.search(line))


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
    if (pairs := pairs_of_players(text)) and not refuses(question_in(text)):
        return pairs
    yes_or_no = [*yes_and_no(text)]
    text = in_english(text, answers=False)
    asked = question_in(text)
    prompt = _FIRST_LINE.sub("row", in_english(asked))
    if not _is_question(text, prompt) or bids_for_a_move(text):
        return []
    if word := _START_WORD.search(asked):
        return list(dict.fromkeys((word[1], word[1].lower())))
    order = _ORDER.search(prompt) and not _asks_for_a_move(prompt)
    if _PLAYERS.search(prompt) and not _BEGINS.search(prompt):
        return _numbers_of_players(asked)[:1]
    menu = [*menu_in(text)]
    choices = menu if len(entries_of(asked)) == 1 else []
    sized = not choices and (_FOR_EACH.search(prompt) or not _BEGINS.search(prompt))
    if sized and (size := size_asked(prompt)):
        return [size]
    choices = choices or _choices(asked)
    is_number = _AHEAD.search(prompt) or _NUMBER.search(prompt)
    wants = _MOVE.search(_FOR_EACH.sub("", prompt)) and not _AHEAD.search(prompt)
    labels = map(in_english, menu_in(text).values())
    is_last_entry = menu and _ITEM.match(asked) and not all(map(_MOVE.search, labels))
    wants = wants and not is_last_entry
    if wants and not order and not _say_yes_or_no(choices, yes_or_no):
        return []
    if (
        is_number
        and not is_last_entry
        and len(_persons_told(prompt)) < 2
        and not (order and (choices or _WHO.search(prompt)))
    ):
        named = _NAMED_LEVELS.search(prompt) if not choices else None
        levels = re.split(r"\s*[,/]\s*", named[1]) if named else []
        return levels[:1] or _numbers(choices)[:1] or menu[:1] or [_number(prompt)]
    if said := _typed_in(text, prompt) if len(choices) < 2 else "":
        return [said]
    own = yes_or_no if _asks(prompt) and _YES_OR_NO.search(prompt) else []
    choices = choices or menu or own or _choices_above(text, yes_or_no)
    if choices and all(map(_COMMAND.fullmatch, map(in_english, _meant(asked, choices)))):
        return []  # beside a move: `Your stone? (undo, save)`
    if choices or _YES_OR_NO.search(prompt):
        return _likely(choices or yes_or_no, text, asked)
    if _WHO.search(prompt) and not _RANGE.search(prompt) and _asks(prompt):
        return [*ANY_SIDE]
    return []


def _typed_in(text: str, prompt: str) -> str:
    """A password, a name or a letter to go on, where the prompt asks for one; else empty."""
    if _SECRET.search(prompt):
        return SECRET
    if key := _KEY_TO_GO_ON.search(prompt):
        return key[1]
    named = _NAMES.search(prompt) and not modes_in(text)
    below = _ASKED_BY_NAME.fullmatch(prompt) and _NAMES.search(in_english(text))
    return NAME if named or below else ""


def _numbers(choices: Sequence[str]) -> list[str]:
    """The choices for a number, of which two far apart are the ends of a range; none where a lone
    word is no choice."""
    ends = [int(each) for each in choices if each.isdigit()]
    if len(ends) == len(choices) == 2 and ends[1] - ends[0] >= LONGEST_RANGE:
        return [str(min(max(USUAL_DEPTH, ends[0]), ends[1]))]
    return [*choices] if len(choices) > 1 or ends else []


def _likely(choices: Sequence[str], text: str, asked: str) -> list[str]:
    """The choices that may lead to a game of a person against the computer, the likelier first."""
    if _is_declined(in_english(asked), choices):
        choices = sorted(choices, key=lambda choice: _says_yes(*_meant(asked, [choice])))
    modes = modes_of(text, choices)
    least = min(modes.get(choice, UNTOLD) for choice in choices)
    wanted = [each for each in choices if modes.get(each, UNTOLD) <= max(least, UNTOLD)]
    return sorted(wanted, key=lambda choice: modes.get(choice, UNTOLD))[:MOST_ANSWERS]


def modes_of(text: str, choices: Sequence[str]) -> dict[str, int]:
    """How unlikely each choice is to lead to a game of a person against the computer, by the menu
    or the question; empty where neither tells who plays."""
    asked = question_in(text)
    prompt = in_english(asked)
    if (modes := modes_in(text)) or _BEGINS.search(prompt):
        return modes
    meant = _meant(asked, choices)
    if _say_yes_or_no(meant, yes_and_no(text)):
        if not _AGAINST.search(prompt) and not _SO_MANY.search(prompt):
            return {}
        mode = mode_of(_AGAINST.sub("against", prompt))
        no = {0: 2, 2: 0}.get(mode, UNTOLD)
        yes = mode if no != UNTOLD else UNTOLD
        told = [yes if _says_yes(each) else no for each in meant]
    else:
        meant = [_word_of(each, prompt) for each in meant]
        against = "against " * bool(_AGAINST.search(prompt))
        told = [mode_of(against + _AGAINST.sub("against", each)) for each in meant]
    return dict(zip(choices, told, strict=True)) if {*told} - {0, UNTOLD} else {}


def _word_of(choice: str, prompt: str) -> str:
    """The only word that begins with this letter, `train` for `Train or play (T/P)?`, or itself."""
    words = {word.lower() for word in re.findall(rf"{LETTER}{{2,}}", prompt)}
    found = [word for word in words if word[0] == choice.lower()]
    return found[0] if len(found) == 1 else choice


def _meant(asked: str, answers: Sequence[str]) -> list[str]:
    """What the answers mean, where the question says it, else themselves."""
    pairs = _pairs(asked)
    return [pairs.get(answer, answer) for answer in answers]


def _pairs(asked: str) -> dict[str, str]:
    """What the answers mean that the question names in pairs: `(1 = yes, 0 = no)`."""
    for place in (*reversed(_BRACKETED.findall(asked)), asked):
        entries = entries_of(place) if len(entries_of(place)) > 1 else ()
        if found := dict(entries) or pairs_in(place):
            return found
    return {}


def _numbers_of_players(asked: str) -> list[str]:
    """The numbers of players, one first: of persons, or of all where one does not do."""
    offered = [each for each in _offered(asked) if each.isdigit()] or ["1", "2"]
    modes = {each: mode_of(f"{each} players") for each in offered}
    return sorted((each for each in offered if modes[each] < 3), key=lambda each: modes[each])


def unlikely_answers(text: str) -> list[str]:
    """The answers that by their words lead to another game than one of a person against the
    computer."""
    asked = question_in(in_english(text, answers=False))
    if _PLAYERS.search(in_english(asked)) and not _BEGINS.search(in_english(asked)):
        return _numbers_of_players(asked)
    return [*(modes_in(text) or modes_of(text, _choices(asked) or [*yes_and_no(text)]))]


def any_answers(text: str) -> list[str]:
    """Answers to a text that is no question by its words: the words and numbers that its last lines
    offer, and what most programs take."""
    last = "\n".join(lines_above(text)[-ASKED_IN:])
    offered = [word for pattern in (_OFFERED, _IN_BRACKETS) for word in pattern.findall(last)]
    return _once([*offered, "1", "2", "y", ""])[:MOST_ANSWERS]


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
    """Whether the answer does not matter: the question is one for a level or a strategy, or offers
    something beside the game, and is not one for who begins, who plays, or yes or no."""
    mere = len(answers) > 1 and not asks_who_begins(text) and not modes_in(text)
    said = _meant(question_in(text), answers)
    return mere and (is_declined(text, answers) or not _say_yes_or_no(said, yes_and_no(text)))


def is_declined(text: str, answers: Sequence[str]) -> bool:
    """Whether the question offers something beside the game, so that the first answer says no."""
    return _is_declined(in_english(question_in(text)), answers)


def _is_declined(prompt: str, answers: Sequence[str]) -> bool:
    """Whether the question offers something beside the game, as its rules, and yes and no to it."""
    said = _meant(prompt, answers)
    return bool(_DECLINED.search(prompt)) and _say_yes_or_no(said, yes_and_no(prompt))


def _says_yes(answer: str) -> bool:
    return in_english(answer.lower())[0] not in "n0"


def _whole_words(prompt: str) -> str:
    """The prompt without brackets around the first letters of words: `black` for `(b)lack`."""
    return _INITIALS.sub(lambda found: re.sub(r"\W", "", found[0]), prompt)


def asks_for_a_side(text: str) -> bool:
    """Whether the question names a side, and not who begins: `Select player 2`."""
    prompt = _PLAYER_OF_TWO.sub("player", _whole_words(in_english(question_in(text))))
    return bool(_SEAT.search(prompt)) and not _BEGINS.search(prompt)


def persons_in(text: str, answers: Sequence[str]) -> dict[str, bool]:
    """Whether each answer gives the side that the question names to a person (`Player 1: human or
    computer?`); empty where it does not ask that."""
    if not asks_for_a_side(text):
        return {}
    prompt = _whole_words(in_english(question_in(text)))
    labels = {key: in_english(label) for key, label in menu_in(text).items()}
    if set(labels) < set(answers) and re.search(rf"\b{HUMAN}\b", prompt, re.I):
        if _say_yes_or_no(answers, "yn") and not _MACHINES.search(prompt):
            labels = {each: "human" if each.lower()[0] == "y" else "ai" for each in answers}
        elif _MACHINES.search(prompt):
            labels = {each: "human" if each.lower()[0] in "hpu" else "ai" for each in answers}
    labels = labels if set(labels) & set(answers) else _persons_told(prompt)
    persons = {each: bool(_ONE_HUMAN.match(labels.get(each, ""))) for each in answers}
    machines = [each for each in answers if _MACHINES.search(labels.get(each, ""))]
    return persons if sum(persons.values()) == 1 and machines else {}


def _persons_told(prompt: str) -> dict[str, str]:
    """`human` and `ai` for two numbers of a range, where the prompt says which one is a person:
    `Strategy of player 1 (1-4, 0 for human)`; empty where it does not."""
    span, person = _RANGE.search(prompt), _PERSON_KEY.search(prompt)
    if not span or not person:
        return {}
    low, high = int(span[1]), int(span[2])
    key = 0 if person[1] in "oO" else int(person[1])
    others = [number for number in range(low, min(high, low + 2) + 1) if number != key]
    return {str(key): "human", str(others[0]): "ai"} if others else {}


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
    return open_line or listed or bool(_BIDS.search(prompt)) or _ends_with_a_menu(text)


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
    if told := _persons_told(prompt):
        return [*told]
    for pattern in (_INITIALS, _SEATED, _PLAIN_KEY):
        if len(found := _found(pattern, prompt)) > 1:
            return found
    for place in (*reversed(_BRACKETED.findall(prompt)), prompt):
        if pairs := pairs_in(place):
            return [*pairs]
    if len(found := _found(_KEYED, prompt)) > 1:
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
    if symbols := _SYMBOLS.search(prompt):
        return [*symbols.groups()]
    if span := _RANGE.search(prompt):
        low, high = int(span[1]), int(span[2])
        if low < high < low + LONGEST_RANGE and not _NUMBER.search(prompt):
            return [str(number) for number in range(low, high + 1)]
    alone = [_found(pattern, prompt) for pattern in (_KEYED, _IN_QUOTES, _TYPED)]
    found = next(filter(None, alone), [])
    if len(found) == 1 and _ORDER.search(in_english(prompt)):
        return [found[0], _other_than(found[0], prompt)]
    return []


def _ends_with_a_menu(text: str) -> bool:
    """Whether a menu stands in the last lines, of which the last may be any."""
    return any(map(is_entry, lines_above(text)[-ASKED_IN:])) and bool(menu_in(text))


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
    if set(map(str.lower, found)) in ({"x", "o"}, {"x", "0"}):
        answers = found
    return answers if len(answers) > 1 else []


def _choices_above(text: str, yes_or_no: list[str]) -> list[str]:
    """The choices in the lines above a bare cursor or `Your choice:`."""
    *above, _ = [*lines_above(text), ""][-5:]
    for line in reversed(above):
        english = in_english(line)
        if (_ORDER.search(english) or _YES_OR_NO.search(english)) and (found := _choices(line)):
            return found
    return yes_or_no if above and _YES_OR_NO.search(in_english(above[-1])) else []


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
    if not found and re.search(r"\bseconds\b", prompt, re.I):
        return "1"  # for a move: games need not take long
    low, high = (int(found[1]), int(found[2])) if found else (1, USUAL_DEPTH)
    return str(min(max(USUAL_DEPTH, low), high))


def _once(words: Sequence[str]) -> list[str]:
    """Each word once, and of `Y/y` the first."""
    letters: dict[str, str] = {}
    for word in words:
        letters.setdefault(word.lower() if len(word) == 1 else word, word)
    return list(letters.values())
