"""The protocol of programs that prompt a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from owari.games.game import Game
from owari.players.player import Cause
from owari.programs.dialogues.console.console_settings import ConsoleSettings, serves
from owari.programs.dialogues.console.guide import GUIDE
from owari.programs.program_settings import ProgramSettings
from owari.programs.protocol_spec import Entry, ProtocolSpec, cannot_swap
from owari.records.record import Termination

if TYPE_CHECKING:
    from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
    from owari.programs.transports import Transport

__all__ = ["PROTOCOL", "ConsoleProtocol"]


@dataclass(frozen=True, slots=True)
class ConsoleProtocol(ConsoleSettings):
    """A program that prompts a person."""


def _dialogue(settings: ConsoleProtocol) -> ConsoleDialogue:
    from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue

    return ConsoleDialogue(settings)


def _transport(program: ProgramSettings) -> Transport:
    from owari.programs.transports import TerminalTransport

    assert isinstance(program.protocol, ConsoleProtocol)
    return TerminalTransport(program, quiet=program.protocol.quiet)


def _unfit(rules: Game) -> str:
    if not serves(rules):
        return f"console programs play sowing games and Othello here, and not {rules.name}"
    return cannot_swap(rules)


PROTOCOL = ProtocolSpec(
    name="console",
    summary="programs that prompt a person: the referee types and reads the screen",
    settings=ConsoleProtocol,
    dialogue=_dialogue,
    guide_text=GUIDE,
    transport=_transport,
    unfit=_unfit,
    entry=Entry.NONE,
    is_described_for_one_game=True,
    can_end_input=False,
    accepts_cr_lf=True,
    advice={
        Cause.WRONG_START: "correct its `start`; --explain shows its questions and what is typed",
        Termination.TIMED_OUT: "look less far ahead, or stop when the time is over; if it was"
        " waiting for input, describe in `prompt` what it prints then",
        Termination.UNREADABLE: "read with --explain what it shows and what is understood, and"
        " describe it with the keys of console programs; owari learn finds most of them",
    },
)
