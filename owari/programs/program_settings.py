"""How a program is started and spoken with, as plain values that pickle."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

__all__ = [
    "FILE_SIZE",
    "MEMORY",
    "PROTOCOLS",
    "ColumbiaProtocol",
    "ConsoleProtocol",
    "FilesProtocol",
    "GtpProtocol",
    "KgpProtocol",
    "Level",
    "LineProtocol",
    "MkagentProtocol",
    "NboardProtocol",
    "OneShotProtocol",
    "ProgramSettings",
    "Protocol",
    "Sandbox",
]

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
    port: int | None = None
    """The TCP port of this machine that it may call; None: it has no network."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that it does not see: results, and what belongs to other bots."""


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
    start_toss: tuple[str, ...] | None = None
    """The same in either order where chance decides who begins: the program is started again until
    that is who is to; None: those two say it."""
    answers: tuple[tuple[str, str], ...] = ()
    """Regular expressions of questions that it asks at any time, and what is typed then."""
    numbering: str | None = None
    """How it names all pits, by `games.numbering`, where `types` and `reads` do not say it."""
    types: tuple[str, ...] | None = None
    """How we type the opponent's pits, in sowing order; None: what its prompt shows, else the
    board's numbers. Of squares, a template of each line that is typed; None: as the
    numbering says."""
    reads: tuple[str, ...] | None = None
    """How it names its own pits, in sowing order, upper or lower case; None: what its prompt
    shows, else the board's numbers."""
    move: str | None = None
    """Regular expression with one group, its move, or with one for its row and one for its column;
    None: the sentence rule, then the board."""
    prompt: str | None = None
    """Regular expression of the end of its output when it waits for us; None: we can see it."""
    quiet: float = 0.2
    """Seconds of silence that end its turn where it cannot be seen to wait."""
    board: str = "auto"
    """What a board that is not the referee's comes to: a fault where it is certain and else a
    remark (auto), a remark, or none; or a pattern with a group for each number, in board order,
    and then a fault. Of squares also `mirrored`: as auto, and its discs start on the other
    diagonal."""
    stops_early: bool = True
    """It may leave once one side has more than half of the stones."""
    passes: tuple[str, ...] = ()
    """What to type where we have to pass; nothing where it goes on by itself."""
    discs: str | None = None
    """How it draws a black disc, a white one and an empty square, with spaces between: `X O .`;
    None: as it is seen to draw them."""


@dataclass(frozen=True, slots=True)
class OneShotProtocol:
    """A program that is told all it needs each time; the fields are the keys of a bot with
    `protocol: one-shot`, and `dialogues.one_shot` names what a template can hold."""

    arguments: tuple[str, ...] = ()
    """Templates of the words that are added to its command."""
    input: str = "{position}\n"
    """Template of its standard input."""
    seat: str = "own"
    """own; or it sees every board turned round so that it is South: south, or so that who moves
    first is: first-is-south."""
    numbering: str = "board"
    """How it names pits, by `games.numbering`."""
    answer: str | None = None
    """Regular expression with one group, a move; None: any word, or any two numbers where the
    numbering is one of rows and columns."""
    counts: str = "last"
    """The first of its moves counts, or the last until it leaves or its time is over."""
    stays: bool = False
    """One process plays a whole game; else each move has a process of its own."""
    opening: str = ""
    """Template of what one that stays is told once, before its first move."""
    discs: str = "X O -"
    """A black disc, a white one and an empty square in its boards, with spaces between."""


@dataclass(frozen=True, slots=True)
class ColumbiaProtocol:
    """The stdin and stdout managers of Columbia's and Toronto's courses."""

    hello: str | None = None
    """Template of the line that follows the bot's name: {player} is 0 for the top row (North) and
    1 for the bottom row, {color} 1 for who moves first and 2 for the other; None: as Toronto's
    managers have it for the game."""
    rows: str = "lists"
    """lists or tuples: how the board's literal is written."""


@dataclass(frozen=True, slots=True)
class KgpProtocol:
    """The Kalah Game Protocol: the program connects to us."""

    reuse: bool = False
    """One client plays game after game."""
    silent: str = "forfeit"
    """What becomes of a client that names no move in its time: forfeit, or random."""


@dataclass(frozen=True, slots=True)
class MkagentProtocol:
    """A Manchester agent over pipes."""


@dataclass(frozen=True, slots=True)
class FilesProtocol:
    """A new process for every move, which reads a file and writes another."""


@dataclass(frozen=True, slots=True)
class GtpProtocol:
    """An Othello engine that is spoken with in the Go Text Protocol."""

    reuse: bool = False
    """One engine plays game after game."""
    setup: tuple[str, ...] = ()
    """Commands of its own that it is given once it is started."""
    clock: bool = False
    """It is told before each move how much time it has."""


@dataclass(frozen=True, slots=True)
class NboardProtocol:
    """An Othello engine for the NBoard program."""

    reuse: bool = False
    """One engine plays game after game."""
    depth: int = 10
    """How far it is told to look ahead, in plies."""
    version: int = 1
    """Of the protocol, as it is told."""


Protocol = (
    LineProtocol
    | ConsoleProtocol
    | OneShotProtocol
    | ColumbiaProtocol
    | KgpProtocol
    | MkagentProtocol
    | FilesProtocol
    | GtpProtocol
    | NboardProtocol
)

PROTOCOLS: dict[str, type[Protocol]] = {
    "line": LineProtocol,
    "console": ConsoleProtocol,
    "one-shot": OneShotProtocol,
    "columbia": ColumbiaProtocol,
    "kgp": KgpProtocol,
    "mkagent": MkagentProtocol,
    "files": FilesProtocol,
    "gtp": GtpProtocol,
    "nboard": NboardProtocol,
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
