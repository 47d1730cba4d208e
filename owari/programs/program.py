"""A program as a player: one dialogue spoken over one transport."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from time import perf_counter

from owari.games.game import Move, Side
from owari.games.mancala import Mancala
from owari.players.player import Choice, Clock, Fault, TimeControl
from owari.programs.dialogues.console import ConsoleDialogue
from owari.programs.dialogues.dialogue import Dialogue, Ready
from owari.programs.dialogues.line import LineDialogue
from owari.programs.dialogues.mkagent import MkagentDialogue
from owari.programs.dialogues.spoken import words
from owari.programs.heard import Silence
from owari.programs.log import Log, LoggedTransport
from owari.programs.settings import (
    ConsoleProtocol,
    LineProtocol,
    MkagentProtocol,
    ProgramSettings,
)
from owari.programs.transports import PipeTransport, TerminalTransport, Transport
from owari.programs.watch import descendants
from owari.records.plain import plain
from owari.records.record import Ending, Termination

__all__ = ["ProgramPlayer"]

UNLIMITED = 3_600_000
"""Milliseconds that a program is told when nothing limits it."""
GRACE = 0.5
"""Seconds to leave by itself once the game is over."""
SETTLING = 2.0
"""Seconds to come to rest after its start for a program that never says when it is ready."""
LONGEST_COMMENT = 500
"""Characters of what a program says of one move that are kept."""
LEAVING = 0.2
"""Seconds from the end of its output to the end of the program itself."""


class ProgramPlayer:
    """Runs the program from its first game on; after a fault the next game starts it anew."""

    def __init__(self, name: str, settings: ProgramSettings) -> None:
        self.name = name
        self.settings = settings
        self.dialogue: Dialogue
        match settings.protocol:
            case LineProtocol(reuse):
                self.dialogue = LineDialogue()
                self.reuse = reuse
            case ConsoleProtocol() as protocol:
                self.dialogue = ConsoleDialogue(protocol)
                self.reuse = False
            case MkagentProtocol():
                self.dialogue = MkagentDialogue()
                self.reuse = False
        self._transport: Transport | None = None
        self._to_send = b""
        self._log: Log | None = None

    def log_to(self, log: Log | None) -> None:
        """Notes from now on what is said in this log; it is the caller's to close."""
        self._log = log
        if isinstance(self._transport, LoggedTransport) and log:
            self._transport.log = log

    def start(self, position: Mancala, side: Side, times: TimeControl) -> None:
        if not self.reuse:
            self.close()
        begun = perf_counter()
        limit = begun + times.start_limit
        try:
            if self._transport is None:
                self._transport = self._new_transport()
                self._to_send = b""
                greeting = self.dialogue.greet()
                if greeting is None:
                    # It may make its first move before we can ask for it.
                    limit += times.per_turn or 0.0
                    if not self.dialogue.acknowledges:
                        self._settle(self._transport, times.start_limit)
                else:
                    self._converse(greeting, limit)
            opening = self.dialogue.begin(position, side)
            if self.dialogue.acknowledges:
                self._converse(opening, limit)
            else:
                self._tell(self._transport, opening)
            self._transport.process.usage.processor(perf_counter() - begun)
        except Fault as fault:
            self._end(grace=0.0)
            raise self._while_starting(fault, times) from None

    def observe(self, side: Side, move: Move, position: Mancala) -> None:
        self._to_send += self.dialogue.observe(side, move, position)
        if self.settings.pondering and self._to_send and self._transport:
            self._transport.send(self._to_send)
            self._to_send = b""

    def choose(self, position: Mancala, clock: Clock) -> Choice:
        left = clock.left
        limit = inf if left is None else perf_counter() + left + clock.margin
        if self._transport:
            self._transport.drain()  # nothing was asked, so this answers nothing
        milliseconds = UNLIMITED if left is None else max(1, int(left * 1000))
        request = self.dialogue.ask(position, milliseconds)
        if isinstance(request, Choice):
            return request
        asked = perf_counter()
        try:
            reply = self._converse(request, limit)
            assert self._transport is not None
            process = self._transport.process
            if (now := perf_counter()) >= process.next_look:
                process.look()
        except Fault as fault:
            self._end(grace=0.0)
            if fault.kind is Termination.TIMED_OUT:
                raise Fault(fault.kind, f"{_too_late(clock)}{fault}") from None
            raise
        assert isinstance(reply, Choice)
        move, depth, value, line, comment, _ = reply
        if comment:
            comment = plain(comment[:LONGEST_COMMENT])
        processor = process.usage.processor(now - asked)
        return Choice(move, depth, value, line, comment, processor)

    def finish(self, ending: Ending) -> None:
        if self._transport:
            self._transport.process.resume()
            self._transport.send(self._take(self.dialogue.end(ending)))
            if self.reuse:
                self._transport.process.stop()

    def close(self) -> None:
        self._end(grace=GRACE)

    def processes(self) -> list[int]:
        """The ids of the program that runs just now, and of its descendants."""
        if self._transport is None:
            return []
        pid = self._transport.process.pid
        return [pid, *descendants(pid)]

    def _end(self, grace: float) -> None:
        """The end of the process, `grace` seconds after it was asked to leave."""
        transport, self._transport = self._transport, None
        if transport is None:
            return
        try:
            if grace:
                transport.process.resume()
                with suppress(Fault):
                    transport.send(self.dialogue.leave())
                transport.process.leaves_within(grace)
        finally:
            transport.close()

    def _new_transport(self) -> Transport:
        protocol = self.settings.protocol
        transport: Transport
        if isinstance(protocol, ConsoleProtocol):
            transport = TerminalTransport(self.settings, quiet=protocol.quiet)
        else:
            transport = PipeTransport(self.settings)
        return LoggedTransport(transport, self._log) if self._log else transport

    def _converse(self, data: bytes, limit: float) -> Choice | Ready:
        """Sends and listens until there is a reply. Raises Fault; the text of TIMED_OUT is only a
        clause on what the program has said."""
        transport = self._transport
        assert transport is not None
        data = self._take(data)
        transport.process.resume()
        if data:
            transport.send(data)
        while True:
            heard = transport.receive(limit)
            reply = self.dialogue.hear(heard)
            if isinstance(reply, bytes):
                transport.send(reply)
            elif reply is not None:
                if not self.settings.pondering:
                    transport.process.stop()
                return reply
            elif heard is Silence.CLOSED or (
                isinstance(heard, Silence) and transport.process.leaves_within(0)
            ):
                raise self._crash(transport)
            elif heard is Silence.TIME:
                raise Fault(Termination.TIMED_OUT, self._said(transport))

    def _settle(self, transport: Transport, start_limit: float) -> None:
        """Lets a program start that will not say when it is ready: until it waits for its input,
        where that can be seen. Raises Fault when it leaves instead."""
        transport.process.comes_to_rest_within(min(SETTLING, start_limit))
        if transport.process.leaves_within(0):
            raise self._crash(transport)

    def _tell(self, transport: Transport, data: bytes) -> None:
        """Sends what is not answered."""
        if data:
            transport.send(data)
        if not self.settings.pondering:
            transport.process.stop()

    def _take(self, data: bytes) -> bytes:
        """What has been kept for the program and `data`, to be sent in one piece."""
        kept, self._to_send = self._to_send, b""
        return kept + data

    def _crash(self, transport: Transport) -> Fault:
        left = transport.process.leaves_within(LEAVING)
        how = f"left with {transport.process.how_it_ended()}" if left else "closed its output"
        return Fault(Termination.CRASHED, how + self._said(transport))

    def _said(self, transport: Transport) -> str:
        """Clauses on what it said last, for the end of a sentence."""
        said = self.dialogue.last_words()
        errors = words(transport.error_output())
        return (f"; {said}" if said else "") + (
            f"; its error output ends {errors!r}" if errors else ""
        )

    def _while_starting(self, fault: Fault, times: TimeControl) -> Fault:
        """The same fault as the reason for not having started."""
        match fault.kind:
            case Termination.TIMED_OUT:
                sentence = f"was not ready within {times.start_limit:g} s{fault}"
            case Termination.CRASHED:
                sentence = f"{fault}, before it was ready"
            case _:
                return fault
        return Fault(Termination.DID_NOT_START, sentence)


def _too_late(clock: Clock) -> str:
    if clock.game is not None and clock.game == clock.left:
        return f"used up its time for the game, of which {clock.game:.3g} s were left"
    return f"did not move within {clock.left:.3g} s"
