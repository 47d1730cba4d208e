"""How a program is started and spoken with, as plain values that pickle."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

__all__ = [
    "FILE_SIZE",
    "MEMORY",
    "PROTOCOLS",
    "ConsoleProtocol",
    "Level",
    "LineProtocol",
    "MkagentProtocol",
    "ProgramSettings",
    "Protocol",
    "Sandbox",
]

MEMORY = 2 * 1024**3
FILE_SIZE = 64 * 1024**2

Level = Literal["auto", "none", "limits", "bwrap"]
"""How a program is kept from harm to others: `auto` is `limits` as far as the machine has the
means."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a program may use of the machine; `programs.sandbox` says how it is held to it."""

    level: Level = "auto"
    memory: int = MEMORY
    """Bytes that it and what it starts may have in memory."""
    file_size: int = FILE_SIZE
    """Bytes of the largest file that it may write."""
    network: bool = False
    """Whether `bwrap` leaves it the network, which a program needs that calls the referee on a
    port of this machine."""
    hidden: tuple[Path, ...] = ()
    """Folders that `bwrap` shows empty: those of the other bots."""


@dataclass(frozen=True, slots=True)
class LineProtocol:
    """Our own protocol over pipes."""

    reuse: bool = False
    """One process plays game after game; else each game starts the program anew."""


@dataclass(frozen=True, slots=True)
class ConsoleProtocol:
    """A program that prompts a person, on a terminal; the fields are the keys of a bot with
    `protocol: console`."""

    side: str = "south"
    """Its side in its own world: south, north, first-is-south, first-is-north."""
    start_first: tuple[str, ...] | None = ()
    """What to type before the first move when it is to move first; None: it cannot."""
    start_second: tuple[str, ...] | None = ()
    """The same when the other side moves first."""
    types: tuple[str, ...] | None = None
    """How we type the opponent's pits, in sowing order; None: what its prompt shows, else the
    board's numbers."""
    reads: tuple[str, ...] | None = None
    """How it names its own pits, in sowing order, upper or lower case; None: what its prompt
    shows, else the board's numbers."""
    move: str | None = None
    """Regular expression with one group, its move; None: the sentence rule, then the board."""
    prompt: str | None = None
    """Regular expression of the end of its output when it waits for us; None: we can see it."""
    quiet: float = 0.2
    """Seconds of silence that end its turn where it cannot be seen to wait."""
    board: str = "auto"
    """auto, none, or a pattern with a group for each number, in board order."""
    stops_early: bool = True
    """It may leave once one side has more than half of the stones."""


@dataclass(frozen=True, slots=True)
class MkagentProtocol:
    """A Manchester agent over pipes."""


Protocol = LineProtocol | ConsoleProtocol | MkagentProtocol

PROTOCOLS: dict[str, type[Protocol]] = {
    "line": LineProtocol,
    "console": ConsoleProtocol,
    "mkagent": MkagentProtocol,
}
"""Each protocol by the name that a tournament file gives it, with its settings."""


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """One program."""

    command: tuple[str, ...]
    """The program's absolute path, then its arguments."""
    directory: Path
    """Its working folder."""
    environment: tuple[tuple[str, str], ...] = ()
    """Set on top of ours."""
    protocol: Protocol = field(default_factory=LineProtocol)
    pondering: bool = False
    """Whether it may think while it is not its turn; else it is stopped meanwhile."""
    sandbox: Sandbox = field(default_factory=Sandbox)
