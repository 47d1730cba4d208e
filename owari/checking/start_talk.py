"""What a console program says before the first move, as a person at its keyboard sees it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from owari.programs.dialogues.console.screen import without_escapes
from owari.programs.excerpts import excerpt
from owari.programs.program_output import Silence
from owari.programs.program_settings import ProgramSettings
from owari.programs.transports import TerminalTransport

__all__ = ["said_after"]

QUIET = 0.3
"""Seconds of silence after which a program counts as waiting, where its reading cannot be seen."""
LONGEST_TEXT = 20_000
"""Characters of its output, counted from the end, that are read."""


def said_after(
    settings: ProgramSettings, answers: Sequence[str], limit: float
) -> tuple[str | None, bool]:
    """The output of a program after these answers, and whether it goes on; None where it asks the
    same again, so that the last answer did not count. `limit` is in seconds, for each output.
    Raises Fault."""
    transport = TerminalTransport(settings, quiet=QUIET)
    try:
        text, goes_on = _heard(transport, limit)
        for answer in answers:
            before = text
            transport.send(f"{answer}\n".encode())
            text, goes_on = _heard(transport, limit)
            refused = excerpt(before, 30).endswith(excerpt(text, 30)) and bool(text.strip())
            if refused and answer:
                return None, False
        return text, goes_on
    finally:
        transport.close()


def _heard(transport: TerminalTransport, limit: float) -> tuple[str, bool]:
    """Its output until it waits or is silent, and whether it still runs."""
    deadline = perf_counter() + limit
    said = b""
    while True:
        heard = transport.receive(deadline)
        if isinstance(heard, bytes):
            said = (said + heard)[-LONGEST_TEXT:]
        elif heard is not Silence.QUIET or said:
            text = without_escapes(said.decode("utf-8", "replace"))
            return text, heard in (Silence.WAITING, Silence.QUIET)
