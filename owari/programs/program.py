"""A program as a player: one dialogue spoken over one transport at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from time import perf_counter, sleep
from typing import Any

from owari.games.game import Move, Opening, Position, Side
from owari.players.player import Choice, Clock, Fault, TimeControl
from owari.programs.dialogue_log import ExplainedDialogue
from owari.programs.dialogues.dialogue import Dialogue, Lifetime, Ready, Reply, StartAgain
from owari.programs.processes.cores import move, started_on
from owari.programs.processes.opponent_time import LONGEST, TimeAway, with_remark
from owari.programs.processes.process import Process
from owari.programs.program_faults import (
    LEAVING,
    crash,
    read_within_reason,
    said,
    too_late,
    while_starting,
)
from owari.programs.sandbox.child_process import Held, NotIsolated
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import Heard, Listener, Silence
from owari.programs.transports.transports import Transport
from owari.records.record import Ending, Termination
from owari.text.printable import plain

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
OF_ITS_OWN = (Termination.TOO_MUCH_MEMORY, Termination.TOO_MUCH_SHARED, Termination.COMPUTED)
"""Faults that nobody else can be the cause of."""
LATENESS = 0.05
"""Seconds, but a tenth of its time at most, by which a program that thinks until it is stopped is
stopped before its time is over."""
USUAL_TURN = 5.0
"""Seconds for a turn that nothing limits."""
EXPECTED_TURNS = 20
"""A program has one part in so many of what is left of its time for the game."""
KEPT_PART = 0.1
"""The part of its time for a turn that is kept for each move which may follow in the turn."""
MOST_LOOKED_AT = 300
"""Positions; the chains of a turn that has more are not followed to their ends."""


class ProgramPlayer:
    """Runs the program from its first game on; after a fault the next game starts it anew."""

    def __init__(
        self, name: str, settings: ProgramSettings, *, explain: Callable[[str], None] | None = None
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
        """Who stops it, if it is left at rest."""
        self._rival: ProgramPlayer | None = None
        self._beside: tuple[ProgramPlayer, ...] = ()
        self._is_quick = False
        """Whether its last turn was too short for its opponent to be stopped meanwhile."""
        self._transport: Transport | None = None
        self._was_dismissed = False
        self._to_send = b""
        self._log: Listener | None = None
        self.opening: Opening | None = None
        """What the next game begins with; None where only its position is known."""
        self.seed = 0
        """Of what is chosen for the program in the next game where it names no move."""
        self.core: int | None = None
        """The core that it runs on; None: that of its referee."""
        self._away = TimeAway()
        self._times = TimeControl()

    def play_against(
        self,
        opponent: ProgramPlayer | None,
        *,
        on_one_core: bool = True,
        beside: Iterable[ProgramPlayer] = (),
    ) -> None:
        """Who plays the next game against this program; None where it is no program. If both are on
        one core the opponent sees to it that this one is stopped when its turn takes long; else it
        is stopped at once. `beside` are the programs of earlier games that wait for another."""
        self._rival = opponent
        self._beside = tuple(beside)
        can = on_one_core and opponent is not None and self._can_rest and opponent._can_rest
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
    def groups(self) -> tuple[int, ...]:
        """The process groups that it begins with: its own, and that of its init."""
        process = self._transport.process if self._transport else None
        return tuple({process.pid, process.popen.pid}) if process else ()

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
        self._times = times
        self.dialogue.seed = self.seed
        if not self.reuse:
            self.close()
        self._away = TimeAway()
        opening = self.opening or Opening(position)
        self.settings.protocol.spec.check_start(opening)
        if self._runs_once:
            self.dialogue.enter(opening, side)
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
            f"was started {MOST_TOSSES} times, and no toss was seen to fall as the game needs:"
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
            self._away.begin(self._transport.process.usage, perf_counter() - begun)
        except Fault as fault:
            self._end_by_fault(fault)
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
            share = time_to_improve(clock, position, self._times.per_turn)
            limit = perf_counter() + share - min(LATENESS, share / 10)
            if left is None or self.dialogue.plays_for_silent:
                last = perf_counter() + share
            else:
                last -= clock.margin / 2
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
            processor = self._away.begin(process.usage, now - asked, process.clock)
            self._is_quick = now - asked < LONGEST
        except Fault as fault:
            seconds = perf_counter() - asked
            self._end_by_fault(fault)
            if fault.kind is Termination.TIMED_OUT:
                assert left is not None
                late = too_late(clock, left, self._times)
                fault = Fault(fault.kind, f"{late}{fault}", bare=late)
            fault.seconds = seconds
            raise fault from None
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
        was_stopped = process.stopped
        if process.is_resting:
            process.resume()
            if not process.computed:
                return
            was_stopped = True  # or should have been
        if was_stopped:
            self._end_away(process)
        if not self.dialogue.in_order:
            transport.drain()  # nothing was asked, so this answers nothing

    def check_idle(self) -> None:
        """Looks at what it has done on its opponent's turn, which is not over. Raises Fault."""
        if self._transport and self._transport.process.stopped:
            self._end_away(self._transport.process)

    def _end_away(self, process: Process) -> None:
        try:
            self._away.end(process.usage)
        except Fault:
            self._end(grace=0.0)
            raise

    def finish(self, ending: Ending) -> None:
        """Tells the program how the game has ended."""
        self._end_run()
        begun = perf_counter()
        if ending.termination.is_fault and not self.settings.hears_reasons:
            ending = ending._replace(reason="")
        if self._transport:
            self._transport.process.resume()
            self._transport.send(self._take(self.dialogue.end(ending)))
            if self.reuse:
                self._transport.pause()
                self._away.begin(self._transport.process.usage, perf_counter() - begun)

    def leave(self, *, silently: bool = False, within: float = GRACE) -> bool:
        """Asks the program to leave, or only ends its input, and says whether it is gone within so
        many seconds; `close`, which does as much by itself, then ends what is left of it."""
        if self._transport is None:
            return True
        if self._was_dismissed:
            return self._transport.process.leaves_within(within)
        self._was_dismissed = True
        return self._dismiss(self._transport, within, silently=silently)

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

    def _end_by_fault(self, fault: Fault) -> None:
        """The end of the process after a fault. Raises Held where the fault is perhaps another's,
        who holds it or what it needs, and a Fault of the opponent where that is certain."""
        try:
            if self._transport:
                process = self._transport.process
                process.check_free()
                if fault.kind is Termination.TIMED_OUT:
                    self._check_waiting()
                if fault.kind not in OF_ITS_OWN and not process.excess():
                    self._check_others(str(fault))
                    process.check_shares()
        except Held as held:
            raise Held(f"{self.name} could not play freely: {held}") from None
        finally:
            self._end(grace=0.0)

    def _check_others(self, failure: str) -> None:
        """Ends another program that holds more than its part of what programs share, as this one
        has failed, perhaps for that. Raises a Fault of the opponent, or Held."""
        for other in (self._rival, *self._beside):
            held = other._transport.process.excess() if other and other._transport else ""
            if other and other is not self and held:
                other._end(grace=0.0)
                if other is self._rival:
                    sentence = f"{held}; then {self.name} {failure}"
                    raise Fault(Termination.TOO_MUCH_SHARED, sentence, is_opponents=True)
                raise Held(f"{other.name} {held}")

    def _check_waiting(self) -> None:
        """Ends another program that waits for its next game and has computed meanwhile, though it
        was stopped, as this one was late, perhaps for that. Raises Held."""
        for other in self._beside:
            transport = other._transport
            if other is self or other is self._rival or not transport:
                continue
            process = transport.process
            used = other._away.excess(process.usage) if process.stopped else 0.0
            if used:
                other._end(grace=0.0)
                raise Held(
                    f"{other.name} used the processor for {used:.2g} s while it waited for its next"
                    " game, though it was stopped"
                )

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
        try:
            with started_on(self.core):
                transport: Transport = settings.protocol.spec.transport(settings)
        except (OSError, NotIsolated) as error:
            self._check_others(f"could not be started: {error}")
            raise
        transport.listener = self._log
        return transport

    def _end_rest_of_opponent(self) -> None:
        """Stops the other program, if it rests: this one's turn takes long."""
        if self._opponent and (transport := self._opponent._transport):
            process = transport.process
            if process.is_resting:
                process.end_rest()
                self._opponent._away.end_rest(process.usage)

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
            reply = self._hear(heard)
            if isinstance(reply, bytes):
                transport.send(reply)
            elif reply is not None:
                if closing := self.dialogue.close_request():
                    if self._pauses and isinstance(heard, bytes):
                        transport.settle()
                    transport.send(closing)
                if self._opponent and self._opponent._is_quick:
                    transport.let_rest()
                elif self._pauses:
                    transport.pause()
                return reply
            elif heard is Silence.CLOSED or (
                isinstance(heard, Silence) and process.leaves_within(0)
            ):
                orderly = process.leaves_within(LEAVING) and process.left_orderly()
                made = read_within_reason(partial(self.dialogue.left, orderly=orderly))
                if isinstance(made, Choice | Ready):
                    return made
                raise crash(transport, self.dialogue, self.settings)
            elif heard is Silence.TIME and (later := max(last, self._later(limit))) > limit:
                limit = later
            elif heard is Silence.TIME:
                raise Fault(Termination.TIMED_OUT, said(transport, self.dialogue))
            heard = None

    def _later(self, limit: float) -> float:
        """What the limit becomes where it is over: no later."""
        return limit

    def _hear(self, heard: Heard) -> Reply | None:
        if self.dialogue.is_searched:
            return read_within_reason(partial(self.dialogue.hear, heard))
        return self.dialogue.hear(heard)

    def _settle(self, transport: Transport, start_limit: float) -> None:
        """Lets a program start that will not say when it is ready: until it waits for its input,
        where that can be seen. Raises Fault when it leaves instead."""
        transport.process.comes_to_rest_within(min(SETTLING, start_limit))
        if transport.process.leaves_within(0):
            raise crash(transport, self.dialogue, self.settings)

    def _take(self, data: bytes) -> bytes:
        """What has been kept for the program and `data`, to be sent in one piece."""
        kept, self._to_send = self._to_send, b""
        return kept + data


def time_to_improve(clock: Clock, position: Position, turn: float | None = None) -> float:
    """Seconds for one move; `turn` is the time for a whole turn, None where nothing limits it.

    What may follow in the same turn keeps a tenth of the turn's time for each move. Where the chain
    may be too long for that, all of its moves get the same.
    """
    left = USUAL_TURN if clock.turn is None else clock.turn
    if clock.turn is not None and position.rules.extra_turn:
        chain = longest_chain(position)
        kept = KEPT_PART * (left if turn is None else turn)
        left = max(left - (chain - 1) * kept, left / chain)
    return left if clock.game is None else min(left, clock.game / EXPECTED_TURNS)


def longest_chain(position: Position) -> int:
    """How many moves the turn may have, this one too: the most that were found."""
    side = position.turn
    longest = 1
    looked_at = {position}
    level = [position]
    while level:
        following: list[Position] = []
        for each in level:
            for legal in each.legal_moves():
                after = each.play(legal)
                if after.turn is side and after not in looked_at and not after.outcome():
                    looked_at.add(after)
                    following.append(after)
        if following:
            longest += 1
        level = following if len(looked_at) < MOST_LOOKED_AT else []
    return longest
