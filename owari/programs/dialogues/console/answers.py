"""Guesses answers to the questions that a console program asks before the first move.

The learner tries each answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from owari.programs.dialogues.console.choices import (
    IN_BRACKETS,
    LONGEST_RANGE,
    NUMBER,
    ORDER,
    SAYS_YES,
    by_level,
    choices_in,
    levels_in,
    meant,
    middle_first,
    offered_in,
    once,
    persons_told,
    range_in,
    say_yes_or_no,
    says_yes,
    whole_words,
)
from owari.programs.dialogues.console.menus import (
    AGAINST,
    BIDS,
    HUMAN,
    LETTER,
    MACHINE,
    UNTOLD,
    entries_of,
    lines_above,
    menu_in,
    mode_of,
    modes_in,
    pairs_of_players,
)
from owari.programs.dialogues.console.prompts import (
    FIRST_LINE,
    bids_for_a_move,
    pauses,
    refuses,
    without_examples,
)
from owari.programs.dialogues.console.questions import (
    ASKED_IN,
    BEGINS,
    FOR_EACH,
    MOVE,
    NAMES,
    START_WORD,
    WHO,
    asks,
    asks_for_a_pit_or_square,
    asks_for_a_side,
    asks_who_begins,
    is_question,
    question_in,
)
from owari.programs.dialogues.console.vocabulary import (
    in_english,
    yes_and_no,
)

MOST_ANSWERS = 8
USUAL_DEPTH = 4
"""The look-ahead to type where the question allows it."""
ANY_SIDE = ("1", "2", "y", "n", "s", "c", "h")
"""Answers to a question for a side that offers none."""
NAME, SECRET = "Owari", "1234"
_USUAL_PLAYOUTS = 100
_MILLISECONDS = re.compile(r"\b(?:milliseconds|ms)\b", re.I)
_MANY = re.compile(
    rf"\b(?:iterations|simulations|playouts|rollouts)\b|{_MILLISECONDS.pattern}", re.I
)
"""What is counted in hundreds."""
_SECONDS = re.compile(r"\bseconds?\b|\bsecs?\b|\btime\b(?!.*\bminutes?\b)", re.I)
_ITEM = re.compile(rf"\W*(?:\d{{1,2}}|{LETTER})\s*[.):=\]-]+\s*(?:\d+\s?)?{LETTER}")
"""The beginning of an entry of a menu."""
_OFFERED = re.compile(r"(?<![\w.])([A-Z]{3,10}|\d)(?![\w.])")
"""`START`, a number that stands alone"""
_ONE_HUMAN = re.compile(
    rf"(?:an?\s+|the\s+)?(?:{HUMAN}|manual(?:ly)?|keyboard)(?:player|agent)?\b(?!{AGAINST})"
    r"(?:\s+player)?\W*(?:[(\[].*)?$",
    re.I,
)
_IN_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Between the words of `SimplestAIPlayer`."""
_FOR_A_GAME = re.compile(
    r"\b(?:each|every|per|both|all)\s+(?:players?|sides?|games?)\b|\btotal\b|\bclocks?\b", re.I
)
"""What a time is for that is not for one move."""
_LONGEST_GAME = 600
"""Seconds for a whole game."""
_MACHINES = re.compile(rf"\b{MACHINE}\b|\b(?:alpha|greedy|easy|medium|hard|level|strategy)\b", re.I)
_NAMED_LEVELS = re.compile(rf":\s*({LETTER}{{3,10}}(?:\s*[,/]\s*{LETTER}{{3,10}})+)\s*:?\s*$")
"""`Difficulty: easy, medium, hard:`"""
_AHEAD = re.compile(
    r"\b(?:forward|future)\s+moves?\b|\bmoves?\s+(?:ahead|in\s+advance)\b|\bheuristics?\b", re.I
)
"""A look-ahead or a way to think, called by words that look like a request for a move."""
_KINDS = re.compile(r"\bheuristics?\b", re.I)
"""What numbers stand for that do not tell how well a program plays."""
_BIDS = re.compile(rf"\b{BIDS}\b", re.I)
_ALGORITHM = re.compile(
    rf"\b(?:algorithm|strategy|{MACHINE}\s+(?:config(?:uration)?|agent|type|version))\b", re.I
)
"""What is chosen by a number, which no menu may tell: `Select an algorithm.`"""
_TURNS = re.compile(
    r"\b(?:how\s+many|number\s+of|maximum|most)\s+(?:\w+\s+){0,2}?turns\b(?!.*\bahead\b)", re.I
)
"""What asks for the length of a game."""
_MOST_TURNS = 200
_PLAYERS = re.compile(
    rf"\b(?:how\s+many|number\s+of)\s+(?:{HUMAN}\s+)?(?:are\s+)?{HUMAN}\b|\b{HUMAN}\s+count\b", re.I
)
"""`How many players?`"""
_ASKED_BY_NAME = re.compile(r"\W*(?:player|user)\s*(?:\d|one|two|[ab])?\s*[:>]\W*", re.I)
"""`Player 1:`, below a line that asks for names."""
_AGAINST = re.compile(r"\b(?:vs?|versus|against|with)\b", re.I)
_SO_MANY = re.compile(r"\b(?:two|2|both|multi|single|one|1)[\s-]*players?\b", re.I)
_BIDDEN = re.compile(
    rf"\b{BIDS}\s+['\"(<\[]?(\w{{1,12}})['\")>\]]?\s+(?:to|for)\s+(.+?)(?=\W*(?:[,.;]|\bor\b|$))",
    re.I,
)
"""`Type I to play with a bot, or type T to run a tournament.`"""
_SECRET = re.compile(r"\bpin\b|\bpass\s?(?:words?|codes?|phrases?)\b", re.I)
_KEY_TO_GO_ON = re.compile(
    rf"\b(?:type|enter|press|input|hit|say)\s+(?:the\s+(?:letter|key|word|number)\s+)?"
    rf"(?:['\"‘“`<\[(]({LETTER}{{1,3}}|\d)['\"’”`>\])]|({LETTER}|\d|yes|ok))"
    r"\s+(?:and\s+(?:press|hit)\s+enter\s+)?to\s+(?:continue|proceed|go\s+on|confirm)\b",
    re.I,
)
"""`Press 1 to continue`, `Type 'yes' to confirm`"""
_ANY_NUMBER = re.compile(r"\bany\s+number\s+to\s+(?:continue|proceed|go\s+on)\b", re.I)
_SUGGESTED = re.compile(
    r"\b(?:suggest|default|recommend)(?:s|ed|ion)?\b(?:\s+(?:is|value|to|of|level|depth))*\W{0,3}(\d{1,6})\b"
    r"|(?<![\w.-])(\d{1,6})\W{1,3}(?:(?:is|are|as|the)\s+)*(?:suggested|recommended|default)\b"
    r"|(?<![\w.-])(\d{1,6})\s+(?:to|for|is|=)\s+(?:\w+\s+){0,2}(?:standard|usual|normal|classic)\b",
    re.I,
)
"""`*4 suggested*`, `default: 5`, `press 8 for a standard board`"""
_VALID = re.compile(
    r"\b(?:options|choices|values|answers|inputs|numbers|one\s+of)\W*(?:\b(?:are|is)\b)?\W*\s(.+)",
    re.I,
)
"""`valid options are 0 and 1`"""
_AND = re.compile(r"\s*,?\s+and\s+|,(?=\s*\S+$)", re.I)
_YES_OR_NO = re.compile(
    r"(?:^|[.!:,)]\s*)\W*(?:do|does|is|are|will|would|should|shall|can|may|am|want)\b[^?]*\?|\b(?:go|move|play)\s+first\s*\?"
    r"|^\W*(?:play|use|enable|load|show|continue|resume|start|ready|swap)\b[^?]*\?"
    r"|^\W*(?:please\s+)?(?:specify|say|tell\s+me|enter|choose|select|type)\s+(?:if|whether)\b",
    re.I,
)
_CAPITAL_YES = re.compile(r"[(\[<]Y[)\]>]")
_DECLINED = re.compile(
    r"\b(?:(?<!capture )(?<!stealing )rules?|instructions?|tutorial|help|hints?"
    r"|(?<!default\s)settings?|options?|sav(?:e|ed|ing)|load|undo|take\s+back|train(?:ing)?|learn|resume|previous|unfinished|restore"
    r"|alpha[\s-]*beta|prunn?ing|debug|log|sounds?|music|verbose|quit|exit|stop|resign|surrender)\b",
    re.I,
)
"""What a question of yes and no offers that has nothing to do with a game of two sides."""
_WITHOUT = re.compile(r"\W*(?:without|off|disabled?|never|sin|sem|sans|ohne)\b", re.I)
_CONFIRMS = re.compile(
    r"\b(?:really\s+)?sure\b|\bconfirm\w*\b|^\W*(?:continue|proceed|ok(?:ay)?|correct|ready)\b"
    r"|\b(?:is|are)\s+(?:this|that|it|these|they)\s+(?:all\s+)?(?:ok(?:ay)?|correct|right|fine)\b",
    re.I,
)
"""What a question is called whose no leads back: `Are you sure?`, `Continue (Y)?`"""
_COMMAND = re.compile(
    r"\W*(?:(?:to|the|a|show|print|get)\s+)*(?:quit|exit|undo|redo|help|hints?|save|print|display|show"
    r"|board|resign|back|stop|surrender|leave|end|pass|skip|list|moves)"
    r"(?:\s+(?:the\s+)?(?:game|board|moves?|last\s+move))?\W*",
    re.I,
)
"""A command that a program takes in place of a move."""


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
    prompt = FIRST_LINE.sub("row", in_english(asked))
    if not is_question(text, prompt) or bids_for_a_move(text):
        return []
    if words := _words_to_go_on(asked, prompt):
        return words
    sure = is_confirmation(text)
    order = ORDER.search(prompt) and not asks_for_a_pit_or_square(prompt)
    if count := _count(asked, prompt):
        return [count]
    menu = [*menu_in(text)]
    choices = menu if len(entries_of(asked)) == 1 else []
    sized = not choices and (FOR_EACH.search(prompt) or not BEGINS.search(prompt))
    if sized and (size := size_asked(prompt)):
        return [size]
    choices = choices or _choices_asked(asked)
    suggested = _suggested(prompt)
    is_number = _AHEAD.search(prompt) or NUMBER.search(prompt)
    wants = MOVE.search(FOR_EACH.sub("", prompt)) and not _AHEAD.search(prompt)
    labels = map(in_english, menu_in(text).values())
    is_last_entry = menu and _ITEM.match(asked) and not all(map(MOVE.search, labels))
    wants = wants and not is_last_entry and not sure
    if wants and not order and not say_yes_or_no(choices, yes_or_no):
        return []
    if (
        is_number
        and not is_last_entry
        and len(persons_told(prompt)) < 2
        and not (order and (choices or WHO.search(prompt)))
    ):
        return suggested[:1] or [_level(text, prompt, choices or menu)]
    if suggested and not order and range_in(prompt):
        return suggested
    if said := _typed_in(text, prompt) if len(choices) < 2 else "":
        return [said]
    own = yes_or_no if asks(prompt) and _YES_OR_NO.search(prompt) else []
    own = [*map(str.upper, own)] if _CAPITAL_YES.search(asked) else own
    choices = choices or menu or own or _choices_above(text, yes_or_no)
    if choices and all(map(_COMMAND.fullmatch, map(in_english, meant(asked, choices)))):
        return []  # beside a move: `Your stone? (undo, save)`
    if choices or sure or _YES_OR_NO.search(prompt):
        return _likely(choices or yes_or_no, text, asked)
    if suggested or asks_for_an_algorithm(prompt):
        return suggested or ["1", "0"]
    if WHO.search(prompt) and not range_in(prompt) and asks(prompt):
        return [*ANY_SIDE]
    return []


def asks_for_an_algorithm(text: str) -> bool:
    """Whether the prompt bids to choose how the computer thinks."""
    prompt = in_english(question_in(text))
    return bool(_BIDS.search(prompt) and _ALGORITHM.search(prompt))


def _words_to_go_on(asked: str, prompt: str) -> list[str]:
    """What is typed to begin or to go on, where the prompt says it."""
    if word := START_WORD.search(asked):
        return list(dict.fromkeys((word[1], word[1].lower())))
    if (key := _KEY_TO_GO_ON.search(prompt)) and len(choices_in(asked)) < 2:
        return [key[1] or key[2]]
    return ["1"] if _ANY_NUMBER.search(prompt) else []


def _count(asked: str, prompt: str) -> str:
    """The number of players, or of the turns of a game, where the prompt asks for it; else
    empty."""
    if _PLAYERS.search(prompt) and not BEGINS.search(prompt):
        return next(iter(_numbers_of_players(asked)), "")
    if _TURNS.search(prompt):
        _, most = range_in(prompt) or (1, _MOST_TURNS)
        return str(min(_MOST_TURNS, most))
    return ""


def _suggested(prompt: str) -> list[str]:
    """The number that the prompt names as its default or as a good one, if any."""
    found = _SUGGESTED.search(prompt)
    return [next(filter(None, found.groups()))] if found else []


def _typed_in(text: str, prompt: str) -> str:
    """A password or a name, where the prompt asks for one; else empty."""
    if _SECRET.search(prompt):
        return SECRET
    named = NAMES.search(prompt) and not modes_in(text)
    below = _ASKED_BY_NAME.fullmatch(prompt) and NAMES.search(in_english(text))
    return NAME if named or below else ""


def _numbers(choices: Sequence[str]) -> list[str]:
    """The choices for a number, of which two far apart are the ends of a range; none where a lone
    word is no choice."""
    ends = [int(each) for each in choices if each.isdecimal()]
    if len(ends) == len(choices) == 2 and ends[1] - ends[0] >= LONGEST_RANGE:
        return [str(min(max(USUAL_DEPTH, ends[0]), ends[1]))]
    return [*choices] if len(choices) > 1 or ends else []


def _likely(choices: Sequence[str], text: str, asked: str) -> list[str]:
    """The choices that may lead to a game of a person against the computer, the likelier first."""
    if _is_declined(in_english(asked), choices):
        choices = sorted(choices, key=lambda choice: says_yes(*meant(asked, [choice])))
    elif is_confirmation(text):
        choices = sorted(choices, key=lambda choice: not says_yes(*meant(asked, [choice])))
    modes = modes_of(text, choices)
    least = min(modes.get(choice, UNTOLD) for choice in choices)
    wanted = [each for each in choices if modes.get(each, UNTOLD) <= max(least, UNTOLD)]
    likely = sorted(wanted, key=lambda choice: modes.get(choice, UNTOLD))
    return _of_levels(text, likely)[:MOST_ANSWERS]


def _choices_asked(asked: str) -> list[str]:
    """The choices that the question names, or the levels: `the easy one or the hard one?`"""
    choices = choices_in(asked)
    told = not choices or by_level(_labels(asked, choices))
    return choices if told else levels_in(asked) or choices


def _level(text: str, prompt: str, choices: Sequence[str]) -> str:
    """The level, the depth or another number to type: of several levels the middle one, of numbers
    the nearest to the usual depth."""
    named = _NAMED_LEVELS.search(prompt) if not choices else None
    levels = re.split(r"\s*[,/]\s*", named[1]) if named else []
    offered = _of_levels(text, levels or _numbers(choices))
    if not offered:
        return _number(prompt)
    has_levels = by_level(_labels(text, offered)) or _KINDS.search(prompt)
    if has_levels or not all(map(str.isdecimal, offered)):
        return offered[0]
    return min(offered, key=lambda number: abs(int(number) - USUAL_DEPTH))


def _labels(text: str, choices: Sequence[str]) -> dict[str, str]:
    """What the choices mean, by the menu or by the question; else themselves."""
    asked = question_in(text)
    told = dict(zip(choices, meant(asked, choices), strict=True))
    menu = menu_in(text)
    words = {
        each: label if len(label) > 1 else _word_of(label, asked) for each, label in told.items()
    }
    return {each: menu.get(each, label) for each, label in words.items()}


def _of_levels(text: str, choices: Sequence[str]) -> list[str]:
    """The choices with the middle one of several levels first."""
    return middle_first(choices, _labels(text, choices))


def modes_of(text: str, choices: Sequence[str]) -> dict[str, int]:
    """How unlikely each choice is to lead to a game of a person against the computer, by the menu
    or the question; empty where neither tells who plays."""
    asked = question_in(text)
    prompt = in_english(asked)
    if (modes := modes_in(text)) or BEGINS.search(prompt):
        return modes
    labels = meant(asked, choices)
    if say_yes_or_no(labels, yes_and_no(text)):
        if not _AGAINST.search(prompt) and not _SO_MANY.search(prompt):
            return {}
        mode = mode_of(_AGAINST.sub("against", prompt))
        no = {0: 2, 2: 0}.get(mode, UNTOLD)
        yes = mode if no != UNTOLD else UNTOLD
        told = [yes if says_yes(each) else no for each in labels]
    else:
        told_apart = dict(_BIDDEN.findall(asked))
        labels = [told_apart.get(each) or _word_of(each, prompt) for each in labels]
        against = "against " * bool(_AGAINST.search(prompt))
        told = [mode_of(against + _AGAINST.sub("against", each)) for each in labels]
    return dict(zip(choices, told, strict=True)) if {*told} - {0, UNTOLD} else {}


def _word_of(choice: str, prompt: str) -> str:
    """The only word that begins with this letter, `train` for `Train or play (T/P)?`, or itself."""
    words = {word.lower() for word in re.findall(rf"{LETTER}{{2,}}", prompt)}
    found = [word for word in words if word[0] == choice.lower()]
    return found[0] if len(found) == 1 else choice


def _numbers_of_players(asked: str) -> list[str]:
    """The numbers of players, one first: of persons, or of all where one does not do."""
    offered = [each for each in offered_in(asked) if each.isdecimal()] or ["1", "2"]
    modes = {each: mode_of(f"{each} players") for each in offered}
    return sorted((each for each in offered if modes[each] < 3), key=lambda each: modes[each])


def unlikely_answers(text: str) -> list[str]:
    """The answers that by their words lead to another game than one of a person against the
    computer."""
    asked = question_in(in_english(text, answers=False))
    if _PLAYERS.search(in_english(asked)) and not BEGINS.search(in_english(asked)):
        return _numbers_of_players(asked)
    return [*(modes_in(text) or modes_of(text, choices_in(asked) or [*yes_and_no(text)]))]


def any_answers(text: str) -> list[str]:
    """Answers to a text that is no question by its words: the words and numbers that its last lines
    offer, and what most programs take."""
    last = "\n".join(lines_above(text)[-ASKED_IN:])
    offered = [word for pattern in (_OFFERED, IN_BRACKETS) for word in pattern.findall(last)]
    return once([*offered, "1", "2", "y", ""])[:MOST_ANSWERS]


def values_told(text: str, *, asks_again: bool = False) -> list[str]:
    """The answers that the last line names where it refuses the one before: `Please choose 1 or
    2.`; none where it names none, or refuses nothing. A text that `asks_again` refuses it by that,
    and its first line may name them."""
    prompt = in_english(question_in(text), answers=False)
    if asks_again and not refuses(prompt):
        prompt = in_english(text.strip().partition("\n")[0], answers=False)
    elif not refuses(prompt):
        return []
    found = _VALID.search(prompt)
    return choices_in(_AND.sub(" or ", found[1]) if found else prompt)


def further_answers(text: str, tried: Sequence[str]) -> list[str]:
    """Further answers, where none of those `tried` has led to both orders: the first letters of
    words, or the numbers of the choices."""
    if not asks_who_begins(text) or not tried:
        return []
    further: list[str] = []
    if set(map(str.lower, tried)) <= SAYS_YES:
        further = ["yes", "no", "Y", "N", "1", "0", "2"]
    elif any(len(answer) > 1 and answer.isalpha() for answer in tried):
        further = [answer[0] for answer in tried] + ["1", "2", "0"]
        further += [answer.capitalize() for answer in tried]
    elif all(map(str.isalpha, tried)):
        further = [answer.swapcase() for answer in tried]
    else:
        further = ["y", "n", "first", "second", "0"]
    return [answer for answer in once(further) if answer not in tried][:MOST_ANSWERS]


def is_mere_setting(text: str, answers: Sequence[str]) -> bool:
    """Whether the answer does not matter: the question is one for a level or a strategy, or offers
    something beside the game, and is not one for who begins, who plays, or yes or no."""
    mere = len(answers) > 1 and not asks_who_begins(text) and not modes_in(text)
    said = meant(question_in(text), answers)
    return mere and (is_declined(text, answers) or not say_yes_or_no(said, yes_and_no(text)))


def agreeing_first(text: str, answers: Sequence[str], agree: bool) -> list[str]:
    """The answers in such an order that those that agree to what is asked, as `with captures`, come
    first, or those that do not."""
    labels = {**menu_in(text), **dict(zip(answers, meant(question_in(text), answers), strict=True))}

    def agrees(answer: str) -> bool:
        label = in_english(labels[answer])
        return says_yes(label) and not _WITHOUT.match(label)

    return sorted(answers, key=lambda answer: agrees(answer) is not agree)


def is_declined(text: str, answers: Sequence[str]) -> bool:
    """Whether the question offers something beside the game, so that the first answer says no."""
    return _is_declined(in_english(question_in(text)), answers)


def is_confirmation(text: str) -> bool:
    """Whether the question wants a yes to go on, and a no leads back: `Are you sure? (y/n)`."""
    asked = in_english(question_in(text))
    confirms = _CONFIRMS.search(asked) and not _DECLINED.search(asked)
    return bool(confirms) and say_yes_or_no(meant(asked, choices_in(asked) or ["y"]), "yn")


def _is_declined(prompt: str, answers: Sequence[str]) -> bool:
    """Whether the question offers something beside the game, as its rules, and yes and no to it."""
    said = meant(prompt, answers)
    in_numbers = "?" in prompt and {*said} == {"0", "1"}
    yes_or_no = in_numbers or say_yes_or_no(said, yes_and_no(prompt))
    return bool(_DECLINED.search(prompt)) and yes_or_no


def persons_in(text: str, answers: Sequence[str]) -> dict[str, bool]:
    """Whether each answer gives the side that the question names to a person (`Player 1: human or
    computer?`); empty where it does not ask that."""
    if not asks_for_a_side(text):
        return {}
    prompt = whole_words(in_english(question_in(text)))
    labels = {
        key: in_english(_IN_CAMEL_CASE.sub(" ", label)).strip()
        for key, label in menu_in(text).items()
    }
    if set(labels) < set(answers) and re.search(rf"\b{HUMAN}\b", prompt, re.I):
        if say_yes_or_no(answers, "yn") and not _MACHINES.search(prompt):
            labels = {each: "human" if each.lower()[0] == "y" else "ai" for each in answers}
        elif _MACHINES.search(prompt):
            labels = {each: "human" if each.lower()[0] in "hpu" else "ai" for each in answers}
    named = persons_told(prompt) or {each: in_english(each) for each in answers}
    labels = labels if set(labels) & set(answers) else named
    persons = {each: bool(_ONE_HUMAN.match(labels.get(each, ""))) for each in answers}
    machines = [each for each in answers if _MACHINES.search(labels.get(each, ""))]
    return persons if sum(persons.values()) == 1 and machines else {}


def _choices_above(text: str, yes_or_no: list[str]) -> list[str]:
    """The choices in the lines above a bare cursor or `Your choice:`."""
    *above, _ = [*lines_above(text), ""][-5:]
    for line in reversed(above):
        english = in_english(line)
        asks_for_it = ORDER.search(english) or _YES_OR_NO.search(english)
        if asks_for_it and (found := choices_in(without_examples(line))):
            return found
    return yes_or_no if above and _YES_OR_NO.search(in_english(above[-1])) else []


def _number(prompt: str) -> str:
    """The number to type: within the range that the prompt tells, and for a game that does not take
    long."""
    usual = USUAL_DEPTH
    thousands = _MILLISECONDS.search(prompt)
    if _FOR_A_GAME.search(prompt) and (thousands or _SECONDS.search(prompt)):
        usual = _LONGEST_GAME * (1000 if thousands else 1)
    elif _MANY.search(prompt):
        usual = _USUAL_PLAYOUTS
    elif _SECONDS.search(prompt):
        usual = 1  # for a move
    low, high = range_in(prompt) or (1, usual)
    return str(min(max(usual, low), high))


def lowest_answer(text: str, answer: str) -> str:
    """The weakest level that the question offers, or the least number that it takes for a depth or
    a time, where it is less than this answer; empty where it is not, or the question asks for
    something else."""
    asked = question_in(in_english(text, answers=False))
    levels = by_level(_labels(text, [*menu_in(text)] or _choices_asked(asked)))
    if answer in levels[1:]:
        return levels[0]
    prompt = in_english(asked)
    if not answer.isdecimal() or not (NUMBER.search(prompt) or _AHEAD.search(prompt)):
        return ""
    if _FOR_A_GAME.search(prompt):
        return ""  # it is ours too
    offered = [int(each) for each in choices_in(asked) if each.isdecimal()]
    span = range_in(prompt)
    least = span[0] if span else min(offered, default=1)
    return str(least) if 0 < least < int(answer) else ""
