"""What a protocol is: one specification that everybody asks who treats protocols differently."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from owari.games.game import Game, Opening
from owari.players.player import Fault
from owari.programs.dialogues.dialogue import Dialogue
from owari.programs.dialogues.setting_keys import (
    DocumentedKey,
    Key,
    KeyContext,
    KeyedField,
    documented,
    keyed_fields,
    one_of,
)
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Termination
from owari.text.printable import listing

if TYPE_CHECKING:
    from owari.programs.transports.transports import Transport

KEYS = "{keys}"
"""The line of a guide that the table of keys replaces."""
FORMAT = "The format of a contest kit. It sets the defaults of the keys below."


class Joining(Enum):
    """How a program gets into a game that does not begin at the start of the rules."""

    POSITION = "position"
    """It is told the position."""
    MOVES = "moves"
    """It is told the moves since the start, its own too."""
    NONE = "none"
    """It makes its own moves from the start."""


def over_pipes(program: ProgramSettings) -> Transport:
    """Starts the program with its standard input and output as pipes."""
    from owari.programs.transports.transports import PipeTransport

    return PipeTransport(program)


def cannot_swap(rules: Game) -> str:
    """Why a protocol without a word for the swap cannot play a game; empty where it can."""
    return f"{rules.name} has the pie rule, and the protocol has no swap" if rules.pie else ""


def only_for(protocol: str, *families: str) -> Callable[[Game], str]:
    """The function that says why a game of another family does not fit this protocol."""
    names = listing(families)

    def unfit(rules: Game) -> str:
        if rules.family in families:
            return ""
        return f"{protocol} is for {names} in any size, and not for {rules.name}"

    return unfit


def _plays_any(rules: Game) -> str:
    return ""


def _no_other_keys(rules: Game) -> Sequence[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True, kw_only=True)
class ProtocolSpec:
    """One protocol: how programs are described, started and spoken with."""

    name: str
    """As a tournament file has it."""
    summary: str
    """One line on the programs that speak it."""
    settings: Any
    """A subclass of ProtocolSettings, a frozen dataclass with a default for each field."""
    dialogue: Callable[[Any], Dialogue[Any]]
    """A new dialogue from the settings."""
    guide_text: str | None
    """Markdown, the docstring of its module: how to describe such a bot, the line `{keys}`, and a
    transcript."""
    transport: Callable[[ProgramSettings], Transport] = over_pipes
    """Starts the program and connects to it. Raises Fault."""
    unfit: Callable[[Game], str] = _plays_any
    """Why it cannot play a game; empty where it can."""
    joining: Joining = Joining.POSITION
    formats: Mapping[str, Any] = field(default_factory=dict)
    """Settings by the names that the key `format` has; the other keys change them."""
    formats_for: Callable[[Game], Mapping[str, Any]] | None = None
    """Those of the formats in which a game can be played; None: all."""
    other_keys: Callable[[Game], Sequence[Mapping[str, Any]]] = _no_other_keys
    """Keys without a format, as a tournament file has them, that programs are known to need in a
    game; each mapping is of one kind of program."""
    is_described_for_one_game: bool = False
    """Whether the keys describe what the program says in one game, so that it plays no other."""
    reads_input: bool = True
    """Whether the program reads its standard input."""
    speaks_first: bool = False
    """Whether the program writes something before it reads."""
    can_end_input: bool = True
    """Whether the program can see the end of its input."""
    accepts_cr_lf: bool = False
    """Whether lines may end with CR LF without a remark."""
    advice: Mapping[Enum, str] = field(default_factory=dict)
    """What the author of a program can do about a fault, by its `Cause` or `Termination`, where
    that differs from the advice for all programs. `{cell}` stands for pit or square."""
    request: bytes = b""
    """What begins each line that asks for a move, where one line answers it and all other lines
    begin with `#`; empty where programs may say more."""

    def __post_init__(self) -> None:
        self.settings.spec = self

    @property
    def joins_in(self) -> bool:
        """Whether a program can enter a game of which only the position is known."""
        return self.joining is Joining.POSITION

    @property
    def is_piped(self) -> bool:
        """Whether the program speaks over its standard input and output as pipes."""
        return self.transport is over_pipes

    @property
    def guide(self) -> str:
        """Markdown: how to describe such a bot, with a table of its keys, and a transcript."""
        text = (self.guide_text or "").strip()
        return f"\n{text}\n".replace(f"{KEYS}\n", self._key_table())

    def check_start(self, opening: Opening) -> None:
        """Raises Fault where no program can play a game from this opening."""
        start = opening.start
        if why := self.unfit(start.rules):
            raise Fault(Termination.DID_NOT_START, f"cannot play this game: {why}")
        told = self.joins_in or (self.joining is Joining.MOVES and opening.moves)
        if not told and start != start.rules.start(start.turn):
            raise Fault(Termination.DID_NOT_START, "can only play from the start of a game")

    @cached_property
    def key_fields(self) -> tuple[KeyedField, ...]:
        """The keys of its own as a file has them; where a format sets defaults, they have none."""
        own = keyed_fields(self.settings)
        if not self.formats:
            return own

        def known(name: str, context: KeyContext) -> str:
            return one_of(
                name, self.formats_for(context.game) if self.formats_for else self.formats
            )

        form = Key(FORMAT, default=next(iter(self.formats)), checks=(known,))
        unset = (
            each._replace(key=replace(each.key, default=None, stored_default=None)) for each in own
        )
        return (KeyedField("format", str, False, form), *unset)

    def documented_keys(self) -> list[DocumentedKey]:
        """The keys of its own, for documentation."""
        keys = documented(keyed_fields(self.settings), self.name)
        if self.formats:
            *others, last = self.formats
            names = f"{', '.join(others)} or {last}"
            keys.insert(
                0, DocumentedKey("format", names, next(iter(self.formats)), FORMAT, self.name)
            )
        return keys

    def read(self, given: Mapping[str, Any]) -> Any:
        """The settings with the values that a file gives, by the names of the fields."""
        values = dict(given)
        form = values.pop("format", next(iter(self.formats), None))
        start = self.formats[form] if form is not None else self.settings()
        return replace(start, **values)

    def ways(self, game: Game) -> list[Mapping[str, Any]]:
        """The keys with which programs are known to speak it in a game; the first are the
        defaults."""
        formats = list(self.formats_for(game) if self.formats_for else self.formats)
        return [{}, *({"format": name} for name in formats[1:]), *self.other_keys(game)]

    def _key_table(self) -> str:
        keys = self.documented_keys()
        if not keys:
            return "It has no keys of its own.\n"
        rows = (
            f"| `{key}` | {values} | {default} | {text} |\n"
            for key, values, default, text, _ in keys
        )
        return "".join(("| key | value | default | meaning |\n| --- | --- | --- | --- |\n", *rows))
