"""What can be played over which protocol."""

from __future__ import annotations

from owari.games.game import Game
from owari.games.mancala import SowingRules
from owari.programs.dialogues import file_framework, gtp, mkagent, nboard
from owari.programs.program_settings import (
    ConsoleProtocol,
    FilesProtocol,
    GtpProtocol,
    KgpProtocol,
    LineProtocol,
    MkagentProtocol,
    NboardProtocol,
    Protocol,
)

__all__ = ["joins_in", "unfit"]


def unfit(protocol: Protocol, rules: Game) -> str:
    """Why no game of these rules can be played over the protocol; empty when it can."""
    match protocol:
        case MkagentProtocol():
            return mkagent.unfit(rules)
        case GtpProtocol():
            return gtp.unfit(rules)
        case NboardProtocol():
            return nboard.unfit(rules)
        case LineProtocol():
            return ""
        case KgpProtocol() if not isinstance(rules, SowingRules):
            return f"KGP is for sowing games, and not for {rules.name}"
        case FilesProtocol():
            return file_framework.unfit(rules)
        case _ if isinstance(rules, SowingRules) and rules.pie:
            return f"{rules.name} has the pie rule, and such a program cannot be told of a swap"
    return ""


def joins_in(protocol: Protocol) -> bool:
    """Whether a program can be put into the middle of a game."""
    return not isinstance(protocol, ConsoleProtocol | MkagentProtocol | GtpProtocol)
