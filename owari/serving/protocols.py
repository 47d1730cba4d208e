"""The protocols in which the engine can sit down at other people's tables, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from owari.games.mancala import MANCHESTER, OWARI, SowingRules
from owari.programs.dialogues import mkagent
from owari.serving import columbia
from owari.serving.line import LineSpeaker
from owari.serving.mkagent import MkagentSpeaker
from owari.serving.speaker import Chooser, Speaker

__all__ = ["SERVED", "Served"]


class Served(NamedTuple):
    game: SowingRules
    """What is played when nothing else is said."""
    unfit: Callable[[SowingRules], str]
    """Why a game cannot be played over the protocol; empty when it can."""
    speaker: Callable[[SowingRules, Chooser], Speaker]


SERVED: dict[str, Served] = {
    "line": Served(OWARI, lambda rules: "", LineSpeaker),
    "mkagent": Served(MANCHESTER, mkagent.unfit, MkagentSpeaker),
    "columbia": Served(OWARI.resized(6, 4), columbia.unfit, columbia.ColumbiaSpeaker),
}
