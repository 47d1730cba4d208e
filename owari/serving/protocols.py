"""The protocols in which the engine can sit down at other people's tables, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from owari.games.mancala import KALAH, MANCHESTER, OWARI, SowingRules
from owari.programs.dialogues import mkagent
from owari.serving import columbia, kgp
from owari.serving.line import LineSpeaker
from owari.serving.mkagent import MkagentSpeaker
from owari.serving.speaker import Chooser, Speaker

__all__ = ["SERVED", "Served"]


class Served(NamedTuple):
    speaker: Callable[[SowingRules, Chooser], Speaker]
    game: SowingRules
    """What is played when nothing else is said."""
    unfit: Callable[[SowingRules], str]
    """Why a game cannot be played over the protocol; empty when it can."""
    port: int | None = None
    """Of servers that programs connect to, where that is the custom; else they are spoken with over
    standard input and output."""


SERVED: dict[str, Served] = {
    "line": Served(LineSpeaker, OWARI, lambda rules: ""),
    "mkagent": Served(MkagentSpeaker, MANCHESTER, mkagent.unfit),
    "columbia": Served(columbia.ColumbiaSpeaker, OWARI.resized(6, 4), columbia.unfit),
    "kgp": Served(kgp.KgpSpeaker, KALAH, kgp.unfit, kgp.PORT),
}
