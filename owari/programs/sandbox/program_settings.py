"""How a program is started and spoken with, as plain values that pickle."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

MEMORY = 2 * 1024**3
FILE_SIZE = 64 * 1024**2

Level = Literal["auto", "none", "limits", "isolated"]
"""How a program is kept from harm to others: `auto` is `isolated` as far as the machine has the
means."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a program may use of the machine; `programs.sandbox` says how it is held to it."""

    level: Level = "auto"
    memory: int = MEMORY
    """Bytes that it and what it starts may have in memory."""
    file_size: int = FILE_SIZE
    """Bytes of the largest file that it may write."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that it does not see: results, and what belongs to other bots."""


class ProtocolSettings:
    """The base of the settings of a protocol, dataclasses whose fields are keys of a tournament
    file."""

    __slots__ = ()
    spec: ClassVar[Any]
    """The `ProtocolSpec` that they are settings of; a floor above, and so without its type."""


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """One program."""

    command: tuple[str, ...]
    """The program's absolute path, then its arguments."""
    directory: Path
    """Its working folder."""
    environment: tuple[tuple[str, str], ...] = ()
    """Set on top of ours."""
    protocol: ProtocolSettings = field(kw_only=True)
    """How it is spoken with."""
    pondering: bool = False
    """Whether it may think while it is not its turn; else it is stopped meanwhile."""
    sandbox: Sandbox = field(default_factory=Sandbox)
    hears_reasons: bool = True
    """Whether it hears why a fault has ended its game, which may quote its opponent."""
