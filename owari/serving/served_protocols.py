"""The protocols in which the engine can sit down at other people's tables, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from owari.games.game import Game
from owari.games.mancala import KALAH, MANCHESTER, OWARI
from owari.games.othello import OTHELLO, OthelloRules
from owari.programs.dialogues import gtp, mkagent, nboard
from owari.serving import columbia_bot, kgp_client
from owari.serving.columbia_othello_bot import ColumbiaOthelloSpeaker
from owari.serving.gtp_engine import GtpSpeaker
from owari.serving.line_bot import LineSpeaker
from owari.serving.mkagent_agent import MkagentSpeaker
from owari.serving.nboard_engine import NboardSpeaker
from owari.serving.speaker import Chooser, Speaker

__all__ = ["SERVED", "Served"]


class Served(NamedTuple):
    speaker: Callable[[Any, Chooser], Speaker]
    """Of a game that fits, and of who thinks for it."""
    game: Game
    """What is played when nothing else is said."""
    unfit: Callable[[Game], str]
    """Why a game cannot be played over the protocol; empty when it can."""
    port: int | None = None
    """Of servers that programs connect to, where that is the custom; else they are spoken with over
    standard input and output."""


def _of_columbia(rules: Any, chooser: Chooser) -> Speaker:
    if isinstance(rules, OthelloRules):
        return ColumbiaOthelloSpeaker(rules, chooser)
    return columbia_bot.ColumbiaSpeaker(rules, chooser)


SERVED: dict[str, Served] = {
    "line": Served(LineSpeaker, OWARI, lambda rules: ""),
    "mkagent": Served(MkagentSpeaker, MANCHESTER, mkagent.unfit),
    "columbia": Served(_of_columbia, OWARI.resized(6, 4), columbia_bot.unfit),
    "kgp": Served(kgp_client.KgpSpeaker, KALAH, kgp_client.unfit, kgp_client.PORT),
    "gtp": Served(GtpSpeaker, OTHELLO, gtp.unfit),
    "nboard": Served(NboardSpeaker, OTHELLO, nboard.unfit),
}
