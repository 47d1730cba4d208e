"""The process of a slot, and its dialogue with the runner over one socket.

The runner sends the description of a game, the slot its record, or why there is none. The runner
says SAFE when the record is; only then do the programs hear how the game has ended, and nothing
that they do after it can change that.
"""

from __future__ import annotations

import pickle
import socket
from collections.abc import Sequence
from typing import Any, NamedTuple

from owari.records.record import GameRecord
from owari.tournament.slot import GameSpec, end_slot, open_slot, play
from owari.tournament.slot_state import SlotState

__all__ = ["LENGTH", "SAFE", "Failure", "serve"]

SAFE = "safe"
LENGTH = 4
"""Bytes before what a slot says that tell how long it is."""


class Failure(NamedTuple):
    """Why a game broke off that no bot has lost."""

    why: str


def serve(line: socket.socket, state: SlotState, cores: Sequence[int]) -> None:
    """Plays what comes over the line until it is closed."""
    line.set_inheritable(False)
    open_slot(cores[0])
    incoming = line.makefile("rb")

    def say(what: GameRecord | Failure) -> None:
        data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        line.sendall(len(data).to_bytes(LENGTH) + data)

    def listen() -> Any:
        try:
            return pickle.load(incoming)
        except (EOFError, OSError):
            end_slot()

    handed_over = False

    def keep(record: GameRecord) -> None:
        nonlocal handed_over
        handed_over = True
        say(record)
        listen()  # SAFE

    while True:
        spec: GameSpec = listen()
        handed_over = False
        state.begin(spec.number)
        try:
            play(spec, cores, state, keep)
        except Exception as error:
            if not handed_over:
                say(Failure(f"{type(error).__name__}: {error}"))
            end_slot()  # whatever is wrong with this process, the next one begins without it
