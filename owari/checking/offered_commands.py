"""Reads the commands that a console program offers, where it takes moves as commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from owari.programs.dialogues.console.menus import menu_in
from owari.programs.dialogues.console.vocabulary import in_english


class Commands(NamedTuple):
    """The commands that a text offers."""

    verbs: tuple[str, ...] = ()
    """Those that take a move, the likelier ones for the other side's first."""
    go: tuple[str, ...] = ()
    """Those that may make the program move."""


_OTHERS = ("opponent", "opp", "enemy", "other", "their", "human", "person", "player", "user", "you")
_MOVES = "move play sow pick put place drop choose select jugar jouer jogar m p"
_VERBS = (*_OTHERS, *_MOVES.split())
_GOES = ("go", "genmove", "think", "compute", "computer", "cpu", "auto", "ai", "engine", "bot")
_PLACE = r"(?:<[^<>\n]{1,20}>|\[[^\[\]\n]{1,20}\]|\{[^{}\n]{1,20}\}|\d{1,2}\b|[A-Za-z]\d\b"
_PLACE += r"|[NXPn#]\b|[A-Z]{2,8}\b|(?:pit|square|number|row|index)\b)"
_ROW, _COLUMN = r"\W?(?:row|r|x|line|\d)\W?", r"\W?(?:col(?:u?mn)?|c|y|\d)\b"
_LETTER = re.compile(
    rf"(?<![\w'’/-])([A-Za-z])[^\S\n]+(?:{_ROW}(?:[^\S\n]+|,[^\S\n]*){_COLUMN}|<[^<>\n]{{1,20}}>)",
    re.I,
)
"""`J row column`, a letter that stands for a command"""
_NO_LETTERS = ("a", "i", "x", "y", "o", "e")
"""Letters that are words, discs or coordinates."""
_COMMAND = re.compile(rf"(?<![\w-])(?<!\bto )((?i:{'|'.join(_VERBS)}))\s+{_PLACE}")
_COUNTED = re.compile(r"(?:human|person|player|user)\s+\d", re.I)
"""The name of a side, and no command."""
_DESCRIBED = (
    rf"^\s*(?i:{'|'.join(_VERBS)}|[A-Z])\s+(?:[A-Za-z\d]+,?\s){{0,2}}?\S{{1,8}}"
    r"(?:\s{2,}|\s*[-–:=]+\s*)(?:a\s|[^\W\d_]{2})"
)
"""A command in a list, and what is said of it: `play d3   put a disc there`"""
_TYPED = (
    rf"(?i:\b(?:type|enter|write|use|try)\s+(?:{'|'.join(_VERBS)})"
    r"\s+(?:\d{1,2}[ ,]+\d{1,2}|[a-h]\d)\b)"
)
"""`Type p 3 4 to take a square`"""
_OFFERS = re.compile(
    rf"{_DESCRIBED}|{_TYPED}|(?i:\bcommands?\b|\b(?:usage|syntax|format)\s*:)|(?<!\w)['\"`]"
    r"|^\s*\w+\s+[<\[{]|^\s*[a-z]+\s+[A-Z]{2,8}\b|:\s*[a-z]+\s+(?:[<\[{]|\w+\|\w+)"
)
"""A line that offers commands."""
_LEAD = r"(?:^|[,;:('\"`]|\b(?:or|and|type|enter)\b)[^\S\n]*['\"`]?"
"""What stands before a command in a list."""
_GO = re.compile(rf"{_LEAD}({'|'.join(_GOES)})\b(?!\s+(?:{_PLACE}|\w+s\b))", re.MULTILINE)
_BARE = re.compile(rf"{_LEAD}(move|play)\b(?=\s*(?:[,;)'\"]|$))(?!\s+{_PLACE})", re.MULTILINE)
_HELP = re.compile(
    r"\b(?:type|enter|try|use|say|input|write)\s+(?:the\s+)?\W?(help|\?|h)(?!\w)"
    r"|(?<!\w)['\"`<\[](help|\?)['\"`>\]]|(?<![\w.):-] )\b(help)\s+(?:for|lists|shows)\b"
    r"|\bcommands?\b[^\n]*\b(help)\b",
    re.I,
)
"""`Type help for a list of commands`"""
_BEGINS = re.compile(
    r"(?:^[\W_]*|\b[Cc]ommands?:\s*|,\s*|\b(?:[Tt]ype|[Ee]nter|[Uu]se)\W+)"
    r"((?:new|start|begin|reset|init)[ _-]?(?:game)?|game)\b(?![^\S\n]*[:.)])"
    r"((?:[^\S\n]+(?:<[^<>\n]*>|\[[^\[\]\n]*\]|\{[^{}\n]*\}|[A-Z_]{1,12}\b|\w+(?:[|/]\w+)+))*)(.*)$",
    re.MULTILINE,
)
"""A command that begins a game, its places, and what is said of it."""
_PLACES = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\}|\S+")
_SIDE_WANTED = re.compile(r"colou?r|side|player|who|first|seat", re.I)
_QUOTABLE = r"[\"'`]?(\w{1,8})[\"'`]?"
_EITHER = re.compile(rf"(?<!\w){_QUOTABLE}\s*(?:/|\||,?\s+or\s+)\s*{_QUOTABLE}(?!\w)")
_COLOURS = ("black", "white")
_SWAPS = re.compile(
    r"\b(?:swap|switch|change|exchange|flip)\b.*\b(?:sides?|colou?rs?|players?|seats?|orders?|roles?|first)\b",
    re.I,
)
_SWAP_WORD = re.compile(
    r"(?<!\w)['\"`<\[(]?\b"
    r"((?:swap|switch|change|exchange|flip)(?:[ _-]?(?:sides?|colou?rs?|seats?))?|s)\b['\"`>\])]?"
    r"\s*(?:to|for|[:=-]+>?)\s*(?:swap|switch|change|exchange|flip)\w*\s+(?:the\s+)?"
    r"(?:sides?|colou?rs?|players?|seats?|roles?)\b",
    re.I,
)
"""`Type 'swap' to swap sides`, `s = switch colours`"""


def sides_swapped(text: str) -> list[str]:
    """The commands and the keys of a menu that exchange the sides: `Type 'swap' to swap sides`."""
    keys = [key for key, label in menu_in(text).items() if _SWAPS.search(in_english(label))]
    words = [found[1] for found in _SWAP_WORD.finditer(text)]
    return list(dict.fromkeys((*keys, *words)))


def help_word(text: str) -> str:
    """The command that lists all others, where the text tells of it; else empty."""
    found = _HELP.search(text)
    return next(filter(None, found.groups())) if found else ""


def games_begun(text: str, usual: Callable[[str], str]) -> list[str]:
    """The commands of a list that begin a game: `newgame black`, `newgame white`. `usual` has the
    answer to a place for a number or a size, or an empty text."""
    found: list[str] = []
    for command, places, says in _BEGINS.findall(text):
        words = [command]
        for place in _PLACES.findall(places):
            name = place.strip("<>[]{}")
            either = _EITHER.fullmatch(name) or (
                _EITHER.search(says) if _SIDE_WANTED.search(name) else None
            )
            if either or _SIDE_WANTED.search(name):
                values = either.groups() if either else _COLOURS
                words = [f"{word} {value}" for word in words for value in values]
            elif value := usual(name):
                words = [f"{word} {value}" for word in words]
            else:
                break
        found += words
    return list(dict.fromkeys(found))


def commands_told(text: str) -> str:
    """The lines that offer commands."""
    return "\n".join(line for line in text.split("\n") if _OFFERS.search(line))


def commands_in(text: str) -> Commands:
    """The commands that the text offers: `opponent <pit>, go` or `type 'move 3'`."""
    offers = commands_told(text)
    verbs = {
        found[1].lower() if len(found[1]) > 1 else found[1]
        for found in _COMMAND.finditer(offers)
        if not _COUNTED.match(found[0])
    }
    letters = [found[1] for found in _LETTER.finditer(offers)]
    letters = [each for each in letters if each.lower() not in _NO_LETTERS and each not in verbs]
    if not verbs and not letters:
        return Commands()
    goes = [*_GO.findall(text), *_BARE.findall(offers)]
    ordered = sorted(verbs, key=lambda verb: _VERBS.index(verb.lower()))
    return Commands((*ordered, *dict.fromkeys(letters)), tuple(dict.fromkeys(goes)))
