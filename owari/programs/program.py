"""A program as a player: one dialogue spoken over one transport at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import perf_counter, sleep
from typing import Any

from owari.games.game import Move, Position, Side
from owari.games.opening import Opening
from owari.players.player import Choice, Clock, Fault, TimeControl
from owari.programs.cores import move, started_on
from owari.programs.dialogue_trace import ExplainedDialogue
from owari.programs.dialogues.dialogue import Dialogue, Lifetime, Ready, StartAgain
from owari.programs.opponent_time import TimeAway, with_remark
from owari.programs.program_faults import LEAVING, crash, said, too_late, while_starting
from owari.programs.program_output import Listener, Silence
from owari.programs.program_settings import ProgramSettings
from owari.programs.rest import LONGEST
from owari.programs.think_time import time_to_improve
from owari.programs.transports import Transport
from owari.records.record import Ending, Termination
from owari.text.printable import plain

__all__ = ["ProgramPlayer"]

UNLIMITED = 3_600_000
"""Milliseconds that a program is told when nothing limits it."""
GRACE = 0.5
"""Seconds to leave by itself once the game is over."""
SETTLING = 2.0
"""Seconds to come to rest after its start for a program that never says when it is ready."""
LONGEST_COMMENT = 500
"""Characters of what a program says of one move that are kept."""
MOST_TOSSES = 16
"""Starts of a program that tosses for who begins."""
NEXT_SECOND = 1.05
"""Seconds between two of them: most programs take their chance from the clock's seconds."""
LATENESS = 0.05
"""Seconds, but a tenth of its time at most, by which a program that thinks until it is stopped is
stopped before its time is over."""


class ProgramPlayer:
    """Runs the program from its first game on; after a fault the next game starts it anew."""

    def __init__(
        self,
        name: str,
        settings: ProgramSettings,
        *,
        explain: Callable[[str], None] | None = None,
    ) -> None:
        """`explain` is told the dialogue line by line, as `explained` has it."""
        self.name = name
        self.settings = settings
        self.dialogue: Dialogue[Any] = settings.protocol.spec.dialogue(settings.protocol)
        if explain:
            self.dialogue = ExplainedDialogue(self.dialogue, explain)
        self.reuse = self.dialogue.lifetime is Lifetime.GAMES
        self._runs_once = self.dialogue.lifetime is Lifetime.MOVE
        self._pauses = not settings.pondering and not self._runs_once
        self._opponent: ProgramPlayer | None = None
        self._is_quick = False
        """Whether its last turn was too short for its opponent to be stopped meanwhile."""
        self._transport: Transport | None = None
        self._was_dismissed = False
        self._to_send = b""
        self._log: Listener | None = None
        self.opening: Opening | None = None
        """What the next game begins with; None where only its position is known."""
        self.core: int | None = None
        """The core that it runs on; None: that of its referee."""
        self._away = TimeAway()
        self._turn: float | None = None
        """Seconds for each turn, where there is such a limit."""

    def play_against(self, opponent: ProgramPlayer | None) -> None:
        """Who sees to it from now on that this program is stopped when its opponent's turn takes
        long; where nobody does, it is stopped at once. Both are to be on one core."""
        can = opponent is not None and self._can_rest and opponent._can_rest
        self._opponent = opponent if can else None

    @property
    def _can_rest(self) -> bool:
        return self._pauses and self.settings.protocol.spec.is_piped

    def log_to(self, log: Listener | None) -> None:
        """Tells from now on of what is said; a log is the caller's to close."""
        self._log = log
        if self._transport and log:
            self._transport.listener = log

    @property
    def pid(self) -> int | None:
        """The process id of the program, and of the group that it was started in."""
        return self._transport.process.pid if self._transport else None

    @property
    def is_held(self) -> bool:
        """Whether nothing of it runs, unless it has escaped us."""
        if self._transport is None:
            return True
        process = self._transport.process
        return process.stopped or process.is_resting

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Starts the program, or a game with the one that runs. Raises Fault."""
        self._turn = times.per_turn
        if not self.reuse:
            self.close()
        self._away = TimeAway()
        opening = self.opening or Opening(position)
        self.settings.protocol.spec.check_start(opening)
        if self._runs_once:
            self.dialogue.begin(position, side)
            self._side = side
            return
        for toss in range(MOST_TOSSES):
            try:
                self._start(opening, side, times)
                return
            except StartAgain as lost:
                self._end(grace=0.0)
                outcome = str(lost)
            sleep(NEXT_SECOND if toss else 0.0)
        raise Fault(
            Termination.DID_NOT_START,
            f"was started {MOST_TOSSES} times, and the toss never fell as the game needs:"
            f" {outcome}",
        )

    def _start(self, opening: Opening, side: Side, times: TimeControl) -> None:
        begun = perf_counter()
        limit = begun + times.start_limit
        try:
            if self._transport is not None and self.core is not None:
                move(self.processes(), self.core)
            if self._transport is None:
                self._end_rest_of_opponent()
                self._transport = self._new_transport(self.dialogue.arguments(opening.start, side))
                self._to_send = b""
                greeting = self.dialogue.greet()
                if greeting is None:
                    # It may make its first move before we can ask for it.
                    limit += times.per_turn or 0.0
                    if not self.dialogue.acknowledges:
                        self._settle(self._transport, times.start_limit)
                else:
                    self._converse(greeting, limit)
            beginning = self.dialogue.enter(opening, side)
            if self.dialogue.acknowledges:
                self._converse(beginning, limit)
            else:
                self._tell(beginning)
            self._transport.process.usage.processor(perf_counter() - begun)
            self._away.begin(perf_counter() - begun)
        except Fault as fault:
            self._end(grace=0.0)
            raise while_starting(fault, times) from None

    def observe(self, side: Side, move: Move, position: Position) -> None:
        """Tells the program of a move now, if it may think, or with the next request."""
        self._end_run()
        self._to_send += self.dialogue.observe(side, move, position)
        if self.settings.pondering and self._to_send and self._transport:
            self._transport.send(self._to_send)
            self._to_send = b""

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The program's move and what it used of the processor, in seconds. Raises Fault."""
        if self._transport:
            self._begin_turn(self._transport)
        left = clock.left
        limit = last = inf if left is None else perf_counter() + left + clock.margin
        if self._runs_once:
            # What it has answered when its time is over counts, whether it has left or not.
            limit -= clock.margin
        if self.dialogue.improves:
            share = time_to_improve(clock, position, self._turn)
            limit = perf_counter() + share - min(LATENESS, share / 10)
            last = limit if left is None else last - clock.margin / 2
            left = share if left is None else left
        milliseconds = UNLIMITED if left is None else max(1, int(left * 1000))
        request = self.dialogue.ask(position, milliseconds)
        if isinstance(request, Choice):
            return request
        asked = perf_counter()
        try:
            if self._runs_once:
                self._end_run()
                self._run_for(request, position)
                request = b""
            reply = self._converse(request, limit, last)
            assert self._transport is not None
            process = self._transport.process
            if (now := perf_counter()) >= process.next_look:
                process.look()
            processor = process.usage.processor(now - asked, process.clock)
            self._away.begin(now - asked)
            self._is_quick = now - asked < LONGEST
        except Fault as fault:
            self._end(grace=0.0)
            if fault.kind is Termination.TIMED_OUT:
                raise Fault(fault.kind, f"{too_late(clock, left)}{fault}") from None
            raise
        finally:
            if self._runs_once and self._transport:
                self._transport.process.stop(settles=False)
        assert isinstance(reply, Choice)
        move, depth, value, line, comment, _ = reply
        if comment:
            comment = plain(comment[:LONGEST_COMMENT])
        if process.computed:
            comment = with_remark(comment, process.computed)
            process.computed = 0.0
        return Choice(move, depth, value, line, comment, processor)

    def _begin_turn(self, transport: Transport) -> None:
        """Looks at what it has done on its opponent's. Raises Fault."""
        process = transport.process
        if process.is_resting:
            process.resume()
            if not process.computed:
                return
        elif process.stopped:
            try:
                self._away.end(process.usage)
            except Fault:
                self._end(grace=0.0)
                raise
        if not self.dialogue.in_order:
            transport.drain()  # nothing was asked, so this answers nothing

    def finish(self, ending: Ending) -> None:
        """Tells the program how the game has ended."""
        self._end_run()
        if self._transport:
            self._transport.process.resume()
            self._transport.send(self._take(self.dialogue.end(ending)))
            if self.reuse:
                self._transport.pause()

    def leave(self, *, silently: bool = False) -> bool:
        """Asks the program to leave, or only ends its input, and says whether it is gone soon;
        `close`, which does as much by itself, then ends what is left of it."""
        if self._transport is None:
            return True
        if self._was_dismissed:
            return self._transport.process.leaves_within(GRACE)
        self._was_dismissed = True
        return self._dismiss(self._transport, GRACE, silently=silently)

    def close(self) -> None:
        """Asks the program to leave and ends it."""
        self._end_run()
        self._end(grace=0.0 if self._was_dismissed else GRACE)

    def processes(self) -> list[int]:
        """The ids of the program that runs just now, and of its descendants."""
        if self._transport is None:
            return []
        return self._transport.process.family()

    def _end_run(self) -> None:
        """The end of a process that has made its one move, when nobody's clock runs: what it leaves
        behind may take long to be removed."""
        if self._runs_once:
            self._end(grace=0.0)

    def _end(self, grace: float) -> None:
        """The end of the process, `grace` seconds after it was asked to leave."""
        transport, self._transport = self._transport, None
        self._was_dismissed = False
        if transport is None:
            return
        try:
            if grace:
                self._dismiss(transport, grace)
        finally:
            transport.close()

    def _dismiss(self, transport: Transport, grace: float, *, silently: bool = False) -> bool:
        """Whether the program has left `grace` seconds after it was asked to."""
        transport.process.resume()
        if not silently:
            with suppress(Fault):
                transport.send(self.dialogue.leave())
        transport.end_input()
        return transport.process.leaves_within(grace)

    def _new_transport(self, arguments: tuple[str, ...]) -> Transport:
        settings = self.settings
        if arguments:
            settings = replace(settings, command=(*settings.command, *arguments))
        with started_on(self.core):
            transport: Transport = settings.protocol.spec.transport(settings)
        transport.listener = self._log
        return transport

    def _end_rest_of_opponent(self) -> None:
        """Stops the other program, if it rests: this one's turn takes long."""
        if self._opponent and (transport := self._opponent._transport):
            transport.process.end_rest()

    def _tell(self, data: bytes) -> None:
        """Sends what is not answered."""
        transport = self._transport
        self._end_rest_of_opponent()
        if data and transport:
            transport.process.resume()
            transport.send(self._take(data))
            if self._pauses:
                transport.pause()

    def _run_for(self, request: bytes, position: Position) -> None:
        """Starts a process for this move alone."""
        self._transport = self._new_transport(self.dialogue.arguments(position, self._side))
        self._transport.send(request)
        self._transport.end_input()

    def _converse(self, data: bytes, limit: float, last: float = 0.0) -> Choice | Ready:
        """Sends and listens until there is a reply. A program that has nothing to say for itself
        at the limit has until `last`, if that is later. Raises Fault; the text of TIMED_OUT is only
        a clause on what the program has said."""
        transport = self._transport
        assert transport is not None
        data = self._take(data)
        process = transport.process
        process.resume()
        heard = transport.exchange(data, limit) if data else None
        while True:
            if heard is None:
                self._end_rest_of_opponent()
                heard = transport.receive(limit)
            reply = self.dialogue.hear(heard)
            if isinstance(reply, bytes):
                transport.send(reply)
            elif reply is not None:
                if self._opponent and self._opponent._is_quick:
                    transport.let_rest()
                elif self._pauses:
                    transport.pause()
                return reply
            elif heard is Silence.CLOSED or (
                isinstance(heard, Silence) and process.leaves_within(0)
            ):
                orderly = process.leaves_within(LEAVING) and process.left_orderly()
                made = self.dialogue.left(orderly=orderly)
                if isinstance(made, Choice | Ready):
                    return made
                raise crash(transport, self.dialogue, self.settings.sandbox)
            elif heard is Silence.TIME and limit < last:
                limit = last
            elif heard is Silence.TIME:
                raise Fault(Termination.TIMED_OUT, said(transport, self.dialogue))
            heard = None

    def _settle(self, transport: Transport, start_limit: float) -> None:
        """Lets a program start that will not say when it is ready: until it waits for its input,
        where that can be seen. Raises Fault when it leaves instead."""
        transport.process.comes_to_rest_within(min(SETTLING, start_limit))
        if transport.process.leaves_within(0):
            raise crash(transport, self.dialogue, self.settings.sandbox)

    def _take(self, data: bytes) -> bytes:
        """What has been kept for the program and `data`, to be sent in one piece."""
        kept, self._to_send = self._to_send, b""
        return kept + data
