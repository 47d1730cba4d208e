"""Reads the commands that a console program offers, where it takes moves as commands."""

from __future__ import annotations

import re
from typing import NamedTuple


class Commands(NamedTuple):
    """The commands that a text offers."""

    verbs: tuple[str, ...] = ()
    """Those that take a move, the likelier ones for the other side's first."""
    go: tuple[str, ...] = ()
    """Those that may make the program move."""


_OTHERS = ("opponent", "opp", "enemy", "other", "their", "human", "person", "player", "user", "you")
_VERBS = (*_OTHERS, "move", "play", "sow", "pick", "put", "place", "choose", "select", "m", "p")
_GOES = ("go", "genmove", "think", "compute", "computer", "cpu", "auto", "ai", "engine", "bot")
_PLACE = r"(?:<[^<>\n]{1,20}>|\[[^\[\]\n]{1,20}\]|\{[^{}\n]{1,20}\}|\d{1,2}\b|[A-Za-z]\d\b"
_PLACE += r"|[NXPn#]\b|[A-Z]{2,8}\b|(?:pit|square|number)\b)"
_COMMAND = re.compile(rf"(?<![\w-])(?<!\bto )((?i:{'|'.join(_VERBS)}))\s+{_PLACE}")
_COUNTED = re.compile(r"(?:human|person|player|user)\s+\d", re.I)
"""The name of a side, and no command."""
_OFFERS = re.compile(r"\bcommands?\b|(?<!\w)['\"`]|^\s*\w+\s+[<\[{]", re.I)
"""A line that offers commands."""
_GO = re.compile(rf"(?<![\w-])({'|'.join(_GOES)})\b(?!\s+(?:{_PLACE}|\w+s\b))")
_BARE = re.compile(rf"(?<![\w-])(move|play)\b(?=\s*(?:[,;)'\"]|$))(?!\s+{_PLACE})", re.MULTILINE)


def commands_in(text: str) -> Commands:
    """The commands that the text offers: `opponent <pit>, go` or `type 'move 3'`."""
    offers = "\n".join(line for line in text.split("\n") if _OFFERS.search(line))
    verbs = {
        found[1].lower() for found in _COMMAND.finditer(offers) if not _COUNTED.match(found[0])
    }
    if not verbs:
        return Commands()
    goes = [*_GO.findall(text), *_BARE.findall(offers)]
    ordered = sorted(verbs, key=_VERBS.index)
    return Commands(tuple(ordered), tuple(dict.fromkeys(goes)))
