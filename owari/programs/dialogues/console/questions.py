"""Reads the question at the end of what a console program says: whether it asks who begins, or
which side a person takes."""

from __future__ import annotations

import re

from owari.programs.dialogues.console.choices import (
    BRACKETED,
    NUMERAL,
    ORDER,
    choices_in,
    list_in,
    say_yes_or_no,
    whole_words,
)
from owari.programs.dialogues.console.menus import (
    BIDS,
    is_entry,
    lines_above,
    menu_in,
    modes_in,
    pairs_of_players,
)
from owari.programs.dialogues.console.prompts import (
    FEWEST,
    FIRST_LINE,
    prompt_in,
    refuses,
)
from owari.programs.dialogues.console.vocabulary import (
    in_english,
    yes_and_no,
)

ASKED_IN = 2
"""The most lines of a question whose last line offers the answers."""
_BIDS = re.compile(rf"\b{BIDS}\b", re.I)
_REMARK = re.compile(r"[(\[](?=.*\w.*[\s=:]).{6,}[)\]]\W*")
"""A line in brackets that says more of the question above it."""
_OTHERWISE = re.compile(r"\W*(?:or|else|otherwise)\b", re.I)
"""`else press 2 to play second`, below the first half of a question"""
START_WORD = re.compile(
    r"\b(?:type|enter|say|input|write)\s+\W?(start|begin|play|go|new|ready)\b\W{0,2}\s*"
    r"(?:to\s+(?:start|begin|play)\b|when\b)",
    re.I,
)
"""`Type START to play`: a word that begins the game, and no question for who begins."""
_SPAN_OF_NUMBERS = re.compile(
    rf"\W*(?:(?:please\s+)?{BIDS}\s+)?(?:an?\s+|any\s+|the\s+)?(?:(?:even|odd|whole|positive)\s+)*"
    r"(?:number|integer|digit|value|range|between|from|default|suggested|standard)\b[^?]*"
    rf"(?:\d|\b{NUMERAL}\b)[^?]*",
    re.I,
)
"""`Number from 1 to 7 (4 suggested)`, `Type an integer, 8 for a standard board`: a line that says
more of the question above it"""
_SEAT = re.compile(
    r"\b(?:player|side|colou?r|first|second|1st|2nd|south|north|black|white|red|blue|[xo12])\b",
    re.I,
)
_PLAYER_OF_TWO = re.compile(r"(?<=\bfor )(?:the )?(?:first|second) player\b", re.I)
FOR_EACH = re.compile(
    r"\b(?:per|for\s+(?:each|every|an?)|each|every)\s+(?:moves?|turns?|pit|cup|pocket|hole|bowl|bin|house|side|player)\b",
    re.I,
)
"""`Seconds per move`, `stones in each pit`"""
_THINKS = re.compile(
    r"\b(?:e?strat[eé]g\w*|algor\w*|heuri?sti\w*|methods?|levels?|difficult\w*|depths?|evaluations?|minimax)\b",
    re.I,
)
_PERSONS = re.compile(r"\b(?:humans?|persons?)\b", re.I)
BEGINS = re.compile(r"\b(?:first|starts?|begins?|who)\b", re.I)
NAMES = re.compile(
    r"\b(?:user|nick)?names?\b|\bwho\s+(?:are\s+you|am\s+i)\b|\b(?:call\s+you|called)\b", re.I
)
_OF_ORDER = re.compile(r"\b(?:first|1st|start\w*|begin\w*|opens?|who|order)\b", re.I)
"""Words by which a question for a name asks who begins."""
_OF_A_PLAYER = re.compile(r"\b(?:first|1st)\s+(?:player|person|user)\b", re.I)
"""`the first player's name`"""
WHO = re.compile(
    r"\b(?:first|second|starts?|starting|begins?|opens?|who|whose|order)\b"
    r"|\bwhich\s+(?:side|player|colou?r)\b|\b(?:side|colou?r)\s*[?:>]",
    re.I,
)
"""Questions for who begins that offer no answers."""
_PERSON = re.compile(r"you|(?:the\s+)?(?:player|human|user|person|opponent|other\s+side)", re.I)
_SOMEBODY = rf"{_PERSON.pattern}|i|(?:the\s+)?(?:computer|cpu|ai|bot|machine|program|engine)"
_NEWS = re.compile(
    rf"\b({_SOMEBODY})(?:\s+will|\s+shall|['’]ll|\s+gets?\s+to|\s+is\s+to)?\s+"
    r"(?:(?:goe?s?|(?:am\s+|is\s+|are\s+)?going|moves?|plays?|is|are|am)\s+first\b|starts?\b|begins?\b|opens?\b"
    r"|ha(?:ve|s)\s+the\s+first\s+(?:move|turn)\b)"
    rf"|\b(?:first\s+(?:move|player|turn)|starting\s+player)\s*(?:is|:|=|goes\s+to)\s*({_SOMEBODY})\b"
    rf"|\bfirst\s*(?:\(.{{1,8}}\))?\s*[:=・]\s*({_SOMEBODY})\b",
    re.I,
)
_NO_NEWS = re.compile(
    r"\?|^\W*(?:\d|[a-z])\s*[.)\]:=-]|[:>]\s*$|\b(?:if|when|who\w*|enter|type|press|choose|do|does|would"
    r"|should|can|may|let|to\s+let)\b|\b\d\s*(?:=|for\b)|\b[yn]\s*/\s*[yn]\b",
    re.I,
)
"""Lines about who begins that ask, or say what an answer means."""
_TRAINS = re.compile(r"\b(?:do|would|shall|should|want|like)\b[^?]*\b(?:train|learn)\b", re.I)
_PLACE = (
    r"\b(?:pit|cup|pocket|hole|bowl|bin|house|square|coordinate|position|cell|field|location)s?\b"
)
MOVE = re.compile(
    rf"{_PLACE}"
    r"|\b(?:your|next|a|the|make|enter)\s+moves?\b|\bmoves?(?:\s+(?:black|white))?\s*[:>(\[]|\byour\s+turn\b(?!\s+order)|\brow|\bcol(?:umn)?s?\b|\bwhere\b",
    re.I,
)
"""Words of a request for a move, if the text does not ask who begins."""
_STARTS_FROM = re.compile(
    rf"^(?!.*\b(?:many|each|per)\b).*(?:{_PLACE}[^?:]*?\bto\s+(?:start|begin)\s+(?:from|with|in|at)\b"
    r"|\bstarting\s+(?:pit|cup|pocket|hole|bowl|bin|house)\b)",
    re.I,
)
"""`which cup you would like to start from`: a move, and not only the first of a game"""
_A_NUMBER = re.compile(r"\d+")
"""As many as `FEWEST` of them in a line are a row of a board, beside the name of a side."""


def question_in(text: str) -> str:
    """The prompt, or the last line of the text; a remark in brackets, a range of numbers below a
    question, and what begins with `or` or `else`, belong to the line above."""
    lines = ["", "", *lines_above(text)]
    if not any(map(str.isalnum, lines[-1])) and lines[-2] and not is_entry(lines[-2]):
        del lines[-1]
    prompt = prompt_in(text) or lines[-1]
    is_asked = lines[-2].endswith(("?", ":", "-", "–"))
    asked_above = is_asked and _SPAN_OF_NUMBERS.fullmatch(in_english(prompt))
    explains = _REMARK.fullmatch(prompt) or asked_above or _OTHERWISE.match(in_english(prompt))
    return f"{lines[-2]} {prompt}".strip() if explains else prompt


def asks_who_begins(text: str) -> bool:
    """Whether the question at the end may ask which side moves first, or who plays which side. What
    the lines above say counts only where the last one does not ask for a move."""
    text = in_english(text)
    if pairs_of_players(text):
        return True
    prompt = whole_words(FIRST_LINE.sub("row", FOR_EACH.sub("", question_in(text))))
    if NAMES.search(prompt) and not _OF_ORDER.search(_OF_A_PLAYER.sub("", prompt)):
        return False
    if _TRAINS.search(prompt) or asks_for_a_pit_or_square(prompt) or START_WORD.search(prompt):
        return False
    modes = [*modes_in(text).values()]
    if modes and not BEGINS.search(prompt) and modes.count(0) < 2:
        return False  # it asks for persons and computers, one each
    if ORDER.search(prompt) and not _thinking(prompt):
        return True
    above = lines_above(text) if menu_in(text) else lines_above(text)[-ASKED_IN:]
    lines = [line for line in above if len(_A_NUMBER.findall(line)) < FEWEST]
    return any(ORDER.search(line) for line in lines if not _thinking(line))


def _thinking(line: str) -> bool:
    """Whether the line is about how a computer player thinks, and not who begins."""
    return bool(_THINKS.search(line)) and not (BEGINS.search(line) or _PERSONS.search(line))


def announced_order(text: str) -> bool | None:
    """Whether the program has told that it has the first move (`The computer will go first.`) or
    that the person has it; None where it has told neither."""
    for line in reversed(in_english(text).split("\n")):
        told = None if _NO_NEWS.search(line) else _NEWS.search(line)
        if told:
            who = next(filter(None, told.groups()))
            return not _PERSON.fullmatch(who)
    return None


def asks_for_a_side(text: str) -> bool:
    """Whether the question, or the line above its menu, names a side, and not who begins: `Select
    player 2`."""
    asked = question_in(text)
    if is_entry(asked) or not any(map(str.isalnum, asked)):
        asked = f"{_heading(text)}\n{asked}"
    prompt = _PLAYER_OF_TWO.sub("player", whole_words(in_english(asked)))
    return bool(_SEAT.search(prompt)) and not BEGINS.search(prompt)


def _heading(text: str) -> str:
    """The line above the menu at the end of the text; empty where there is none."""
    lines = lines_above(text)
    while lines and not any(map(str.isalnum, lines[-1])):
        del lines[-1]
    while lines and is_entry(lines[-1]):
        del lines[-1]
    return lines[-1] if lines else ""


def asks_for_a_pit_or_square(prompt: str) -> bool:
    """Whether the prompt wants a move and no name of a side: `PLAYER 1, enter move (1 to 6)`."""
    wants = _STARTS_FROM.search(prompt) or (MOVE.search(prompt) and not WHO.search(prompt))
    return bool(wants) and not say_yes_or_no(choices_in(prompt), yes_and_no(prompt))


def is_question(text: str, prompt: str) -> bool:
    """Whether the last line asks: by its marks, choices in brackets, what it bids to type, as the
    last entry of a menu, or because the cursor stands on it. A sentence that refuses something does
    only by its marks."""
    if asks(prompt):
        return True
    if refuses(prompt):
        return False
    open_line = bool(text.rpartition("\n")[2].strip())
    listed = any(map(list_in, BRACKETED.findall(prompt)))
    return open_line or listed or bool(_BIDS.search(prompt)) or _ends_with_a_menu(text)


def asks(prompt: str) -> bool:
    """Whether the prompt asks by its marks."""
    return prompt.rstrip().endswith(("?", ":", ">")) or "?" in prompt


def _ends_with_a_menu(text: str) -> bool:
    """Whether a menu stands in the last lines, of which the last may be any."""
    return any(map(is_entry, lines_above(text)[-ASKED_IN:])) and bool(menu_in(text))
