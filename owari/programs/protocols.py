"""Which protocols there are, and how each is spoken: a new one gets its line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from owari.programs.dialogues import (
    columbia,
    file_framework,
    gtp,
    kgp,
    line,
    mkagent,
    nboard,
    one_shot,
)
from owari.programs.dialogues.console import console_dialogue
from owari.programs.dialogues.dialogue import Dialogue
from owari.programs.program_settings import PROTOCOLS, Protocol

__all__ = ["SPOKEN", "Spoken", "new_dialogue"]


class Spoken(NamedTuple):
    """One protocol."""

    summary: str
    dialogue: Callable[[Any], Dialogue[Any]]
    """A new dialogue from the protocol's settings."""
    guide: str
    """How to describe such a bot, and a transcript, Markdown."""


SPOKEN: dict[str, Spoken] = {
    "line": Spoken(
        "our own: one command a line, one answer to `go`", line.LineDialogue, line.GUIDE
    ),
    "console": Spoken(
        "programs that prompt a person: we sit at their keyboard",
        console_dialogue.ConsoleDialogue,
        console_dialogue.GUIDE,
    ),
    "one-shot": Spoken(
        "a new process for every move, or one position after the other; formats of contest kits",
        one_shot.OneShotDialogue,
        one_shot.GUIDE,
    ),
    "columbia": Spoken(
        "the standard-input managers of Columbia's and Toronto's courses",
        columbia.ColumbiaDialogue,
        columbia.GUIDE,
    ),
    "kgp": Spoken(
        "the Kalah Game Protocol: the program connects to us and thinks until it is told to stop",
        kgp.KgpDialogue,
        kgp.GUIDE,
    ),
    "mkagent": Spoken(
        "the Kalah agents of the University of Manchester",
        mkagent.MkagentDialogue,
        mkagent.GUIDE,
    ),
    "files": Spoken(
        "a new process for every move, which reads a file and writes another",
        file_framework.FilesDialogue,
        file_framework.GUIDE,
    ),
    "gtp": Spoken(
        "Othello engines that speak the Go Text Protocol, as Edax", gtp.GtpDialogue, gtp.GUIDE
    ),
    "nboard": Spoken(
        "Othello engines for NBoard, as NTest and Edax", nboard.NboardDialogue, nboard.GUIDE
    ),
}
"""Each protocol by its name."""


def new_dialogue(protocol: Protocol) -> Dialogue[Any]:
    """The dialogue that these settings describe."""
    (name,) = (name for name, kind in PROTOCOLS.items() if kind is type(protocol))
    return SPOKEN[name].dialogue(protocol)
