"""The protocols that the engine speaks as a player in other managers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from owari.games.game import Game
from owari.games.mancala import KALAH, MANCHESTER, OWARI
from owari.games.othello import OTHELLO
from owari.serving.columbia_bot import ColumbiaSpeaker
from owari.serving.gtp_engine import GtpSpeaker
from owari.serving.kgp_client import PORT, KgpSpeaker
from owari.serving.line_bot import LineSpeaker
from owari.serving.mkagent_agent import MkagentSpeaker
from owari.serving.nboard_engine import NboardSpeaker
from owari.serving.speaker import Chooser, Speaker

__all__ = ["SERVED", "ServedProtocol"]


class ServedProtocol(NamedTuple):
    """A protocol that the engine speaks as a player."""

    speaker: Callable[[Any, Chooser], Speaker]
    """Of a game that fits, and of who thinks for it."""
    game: Game
    """What is played when nothing else is said."""
    port: int | None = None
    """Of servers that programs connect to, where that is the custom; else they are spoken with over
    standard input and output."""


SERVED: dict[str, ServedProtocol] = {
    "line": ServedProtocol(LineSpeaker, OWARI),
    "mkagent": ServedProtocol(MkagentSpeaker, MANCHESTER),
    "columbia": ServedProtocol(ColumbiaSpeaker, OWARI.resized(6, 4)),
    "kgp": ServedProtocol(KgpSpeaker, KALAH, PORT),
    "gtp": ServedProtocol(GtpSpeaker, OTHELLO),
    "nboard": ServedProtocol(NboardSpeaker, OTHELLO),
}
"""By the names of `owari.programs.protocols`, whose specifications say what can be played."""
