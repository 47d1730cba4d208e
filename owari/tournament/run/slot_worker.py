"""The main loop of a slot's process, and its conversation with the runner over a socket.

The runner sends the specification of a game. The slot answers with the record, or with a Failure,
and may tell before that what is Unwritten.
When the record is safe the runner sends CONFIRMED. Only then do the programs hear the result, so
that nothing that they do can change it.

Where games are quick and have no programs, several come in one message. The slot answers with a
Batch after a short while: the rows of those that it has played by then.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

from owari.errors import OwariError
from owari.games.game import Side
from owari.programs.processes import process
from owari.records.record import GameRecord
from owari.results.game_rows import GameRow
from owari.tournament.run.live_moves import LivePlace, LiveWriter
from owari.tournament.run.message_line import Line
from owari.tournament.run.slot import GameSpec, SlotState, end_slot, open_slot, play

CONFIRMED = "confirmed"
BATCH_TIME = 0.1
"""Seconds after which a slot begins no more game of a batch: a batch is one commit, which takes
some milliseconds, and whoever watches sees its games at once."""


class Failure(NamedTuple):
    """A game broke off and no bot has lost it."""

    why: str
    """A clause."""


class Unwritten(NamedTuple):
    """A log of a game cannot be written; the game goes on."""

    what: str
    """A clause."""


class Batch(NamedTuple):
    """The first of several quick games have ended."""

    rows: tuple[GameRow, ...]
    failure: Failure | None
    """Why the game after them broke off."""


class Death(NamedTuple):
    """The process of a slot has died, or was ended because it was stuck."""

    started: int
    """The number of the game that it started last."""
    runner: Side | None
    """The side whose program alone could run; None where that is not certain."""
    was_stuck: bool = False
    """Whether it did not go on in time, whatever the cause."""


class Loss(NamedTuple):
    """The machine of a slot is gone."""

    where: str
    """Its name."""
    is_dismissed: bool = False
    """Whether it is there, and plays no more because it answered wrongly."""


def serve(
    line: socket.socket, state: SlotState, cores: Sequence[int], place: LivePlace | None
) -> None:
    """Plays the games that come over the line until it is closed."""
    line.set_inheritable(False)
    open_slot(cores[0])
    process.on_look = state.live_on
    live = LiveWriter.open(place) if place else None
    messages = Line(line)
    send = messages.send

    def receive() -> Any:
        try:
            return messages.receive()
        except EOFError:
            end_slot()

    is_sent = False

    def keep(record: GameRecord) -> None:
        nonlocal is_sent
        is_sent = True
        send(record)
        receive()  # CONFIRMED

    while True:
        spec: GameSpec | tuple[GameSpec, ...] = receive()
        if isinstance(spec, tuple):
            send(batch := _played(spec, cores, state, live))
            if batch.failure:
                end_slot()
            continue
        is_sent = False
        state.start(spec.number)
        try:
            play(spec, cores, state, keep, live, lambda what: send(Unwritten(what)))
        except Exception as error:
            if not is_sent:
                send(_failure(error))
            end_slot()  # the next process starts without whatever is wrong with this one
        if left := process.left_behind():
            send(Failure(f"process {', '.join(map(str, left))} could not be ended"))
            end_slot()


def _played(
    specs: Sequence[GameSpec], cores: Sequence[int], state: SlotState, live: LiveWriter | None
) -> Batch:
    """Plays the first of these quick games, as many as there is time for."""
    rows: list[GameRow] = []
    end = monotonic() + BATCH_TIME
    for spec in specs:
        state.start(spec.number)
        try:
            play(spec, cores, state, lambda record: rows.append(GameRow.of(record)), live)
        except Exception as error:
            return Batch(tuple(rows), _failure(error))
        if monotonic() >= end:
            break
    return Batch(tuple(rows), None)


def _failure(error: Exception) -> Failure:
    if isinstance(error, OwariError):
        return Failure(str(error))
    return Failure(f"{type(error).__name__}: {error}")
