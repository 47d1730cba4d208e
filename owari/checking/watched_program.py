"""A program under observation: what goes wrong with it, and what it says before the first move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from math import inf
from operator import ne
from time import perf_counter
from typing import NamedTuple

from owari.games.game import Illegality, IllegalMove, Opening, Position, Side
from owari.players.player import Cause, Choice, Clock, Fault, TimeControl
from owari.programs.dialogues.console.colours import in_colours, narrowed
from owari.programs.dialogues.console.encodings import OutputDecoder
from owari.programs.dialogues.console.menus import menu_in
from owari.programs.dialogues.console.prompts import is_row, pauses, refuses
from owari.programs.dialogues.console.screen import KEYS, typed_bytes
from owari.programs.dialogues.dialogue import Reply
from owari.programs.processes.process import Process
from owari.programs.processes.process_states import activity, in_event_loop, stillness
from owari.programs.program import ProgramPlayer
from owari.programs.program_faults import LEAVING
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import Heard, Silence, excerpt
from owari.programs.transports.transports import TerminalTransport
from owari.records.record import Termination


class TimeIsUp(Exception):
    """The time for all games is over."""


class WatchedProgram(ProgramPlayer):
    """Plays like any program, and keeps the cause of its last fault, its start and the number of
    its moves."""

    cause: Cause | None = None
    """The cause of its fault in the present game, where it is known."""
    seconds = 0.0
    """The longest that it took to start."""
    moves = 0
    """Its moves in the present game."""

    def __init__(
        self,
        name: str,
        settings: ProgramSettings,
        *,
        deadline: float = inf,
        explain: Callable[[str], None] | None = None,
    ) -> None:
        """`deadline` is a value of `time.perf_counter`, after which TimeIsUp is raised where it
        would start."""
        super().__init__(name, settings, explain=explain)
        self._deadline = deadline

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Starts a game, in which nothing has gone wrong yet."""
        self.cause, self.moves = None, 0
        begun = perf_counter()
        with self._watched():
            super().start(position, side, times)
        self.seconds = max(self.seconds, perf_counter() - begun)

    def _start(self, opening: Opening, side: Side, times: TimeControl) -> None:
        """One of the starts until the toss of a program falls as the game needs."""
        if (left := self._deadline - perf_counter()) < 0.0:
            raise TimeIsUp
        super()._start(opening, side, replace(times, start_limit=min(times.start_limit, left)))

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The program's move, legal or not."""
        with self._watched():
            choice = super().choose(position, clock)
        self.moves += 1
        try:
            position.play(choice.move)
        except IllegalMove as error:
            if error.kind is Illegality.NOT_YOURS and position.turn is Side.NORTH:
                self.cause = Cause.PLAYS_AS_SOUTH
        return choice

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except Fault as fault:
            self.cause = fault.cause
            raise


MOST_WAITS = 4
"""How many times as long as its limit a program may take on a machine that is busy."""
_LEAST_WAIT = 0.2
"""Seconds until the next look at a program that has not had its time of the processor."""


class Thinking:
    """The time that a program takes for one output. Where others keep the processor from it, only
    the time counts in which it has the processor."""

    def __init__(self, process: Process | None, seconds: float, longest: float = 0.0) -> None:
        """`seconds` is its limit; `longest` is the one that it gets in its place where it still
        computes then."""
        self.was_prolonged = False
        """Whether it has got that."""
        self._before = process.usage.in_all() if process else 0.0
        self._begun = perf_counter()
        self._seconds = seconds
        self._longest = longest
        self._latest = self._begun + MOST_WAITS * seconds

    def later(self, process: Process, limit: float) -> float:
        """The limit, or a later one where it still computes and has not had its time, or waits for
        its input: then it is for us to see what it wants."""
        used = process.usage.in_all() - self._before
        now, seen = perf_counter(), activity(process.pid)
        if seen.running and used + _LEAST_WAIT > self._seconds < self._longest:
            self.was_prolonged, self._seconds = True, self._longest
            self._latest = self._begun + MOST_WAITS * self._longest
        left = self._seconds - used
        if left < _LEAST_WAIT or now >= self._latest or not (seen.running or seen.readers):
            return limit
        return min(now + left, self._latest)


class PatientProgram(WatchedProgram):
    """The same with the limits of `Thinking`. Each move has the time of a turn, and more of it
    where the program still computes then. TimeIsUp is raised as soon as its deadline is over."""

    had_more_time = False
    """Whether it has got more time for a move of the present game."""
    more = 1
    """How many times as much that may be."""

    def _start(self, opening: Opening, side: Side, times: TimeControl) -> None:
        self._thinking = Thinking(None, times.start_limit)
        try:
            super()._start(opening, side, times)
        except Fault as fault:
            self._check_time(fault)
            raise

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The program's move, legal or not."""
        seconds = self._times.per_turn
        assert seconds is not None
        process = self._transport.process if self._transport else None
        self._thinking = Thinking(process, seconds, self.more * seconds)
        turn = max(_LEAST_WAIT, min(seconds, self._deadline - perf_counter()))
        try:
            return super().choose(position, clock._replace(turn=turn, margin=TimeControl().margin))
        except Fault as fault:
            self._check_time(fault)
            raise
        finally:
            self.had_more_time |= self._thinking.was_prolonged

    def _check_time(self, fault: Fault | None = None) -> None:
        """Raises TimeIsUp where its deadline is over, unless another fault came before."""
        late = fault is None or fault.kind in (Termination.TIMED_OUT, Termination.DID_NOT_START)
        if late and perf_counter() > self._deadline:
            raise TimeIsUp

    def _hear(self, heard: Heard) -> Reply | None:
        self._check_time()
        return super()._hear(heard)

    def _later(self, limit: float) -> float:
        assert self._transport is not None
        return min(self._thinking.later(self._transport.process, limit), self._deadline)


QUIET = 0.3
"""Seconds of silence after which a program counts as waiting, where its reading cannot be seen."""
_STILL = 4
"""Such silences without anything that moves in a program, after which it waits in an event loop."""
_MOST_KEYS = 5
_WORDS = re.compile(r"\w+")
_FLOOD = 1024 * 1024
"""Bytes of an output from which on it has no end."""
_WARNINGS = re.compile(r"^\S[^\n]*:\d+: \w*Warning: [^\n]*\n(?:[ \t]+[^\n]*\n)?", re.MULTILINE)
"""What Python says of the source of a program, with a line of it: no words of the program."""
_LONGEST_TEXT = 20_000
"""Characters of its output, counted from the end, that are read."""


class Said(NamedTuple):
    """What a program has said, and what it did then."""

    text: str
    goes_on: bool
    """Whether it waits for somebody to type."""
    is_late: bool = False
    """Whether it did neither wait nor leave in its time."""
    is_idle: bool = False
    """Whether it was silent in an event loop then, where it may have waited for its input."""
    is_endless: bool = False
    """Whether it still wrote when its time was over."""
    is_refusal: bool = False
    """Whether it asks the same again, so that the last answer did not count."""
    comes_back: bool = False
    """Whether it has taken that answer, and asks by the same menu for the next."""
    end: str = ""
    """How it ended by itself: `left with exit code 3`; empty where it did not."""
    encoding: str = "utf-8"
    """That of its output."""
    takes_keys: bool = False
    """Whether it waits for single keys."""
    written: str = ""
    """The text with what it has written for colours and the like."""


def said_after(
    settings: ProgramSettings, answers: Sequence[str], limit: float, latest: float = inf
) -> Said:
    """What a program says after these answers; a key is pressed where it waits for one. `limit` is
    in seconds, for each output. Raises Fault; and TimeIsUp where an output is not there at
    `latest`, a value of `time.perf_counter`."""
    transport = TerminalTransport(settings, quiet=QUIET)
    try:
        said = _heard_on(transport, limit, latest)
        for place, answer in enumerate(answers):
            before = said.text
            transport.send(typed_bytes(answer, said.encoding))
            said = _heard_on(transport, limit, latest)
            if answer and answer not in KEYS and asks_again(before, said.text):
                comes_back = comes_back_to_its_menu(answer, before, said.text)
                if not comes_back or place == len(answers) - 1:
                    return said._replace(
                        goes_on=False, takes_keys=False, is_refusal=True, comes_back=comes_back
                    )
        return said
    finally:
        transport.close()


def comes_back_to_its_menu(answer: str, before: str, text: str) -> bool:
    """Whether the text shows the menu again of which the answer is a key, and refuses nothing: it
    may have changed a setting."""
    menu = menu_in(before)
    return answer in menu and menu == menu_in(text) and not refuses(text)


def asks_again(before: str, text: str) -> bool:
    """Whether the text ends as the one before an answer did, and not in a line that is alike only
    at its end: `Is black the computer?` and `Is white the computer?` are two questions, unless it
    refuses something above. So are two that end in the same words below other choices, or below
    another board."""
    end = excerpt(text, 30).removeprefix("...")
    if not text.strip() or not excerpt(before).endswith(end):
        return False
    first, second = menu_in(before), menu_in(text)
    shared = first.keys() & second.keys()
    if first and second and (not shared or any(first[key] != second[key] for key in shared)):
        return False
    lines = [list(filter(None, map(str.strip, said.splitlines()))) for said in (before, text)]
    pairs = zip(*map(reversed, lines), strict=False)
    one, other = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    if is_row(one) and is_row(other):
        return False  # another board
    words, others = (_WORDS.findall(line.lower()) for line in (one, other))
    if len(words) == len(others) > 1 and sum(map(ne, words, others)) == 1:
        return False  # `Choose player 1:` and `Choose player 2:` above the same menu
    ends = zip(reversed(one), reversed(other), strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends))
    same = alike in {0, len(one), len(other)} or not one[-alike:].strip(" .:>?!,;–-")
    return same or refuses(other)


def _heard_on(transport: TerminalTransport, limit: float, latest: float) -> Said:
    """Its output until it waits for more than a key."""
    said = _heard(transport, limit, latest)
    for _ in range(_MOST_KEYS):
        if not said.goes_on or not pauses(said.text):
            break
        transport.send(b"\n")
        later = _heard(transport, limit, latest)
        said = later._replace(text=f"{said.text}\n{later.text}")
    return said


def _heard(transport: TerminalTransport, limit: float, latest: float) -> Said:
    """Its output until it waits, leaves or is late. One that is still in an event loop waits, for
    its input or for nothing. Raises TimeIsUp."""
    deadline = min(perf_counter() + limit, latest)
    thinking = Thinking(transport.process, limit)
    said, last, length = b"", 0.0, 0
    before, still = None, 0
    while True:
        heard = transport.receive(deadline)
        if perf_counter() > latest:
            raise TimeIsUp
        if isinstance(heard, bytes):
            said, last = (said + heard)[-_LONGEST_TEXT:], perf_counter()
            length += len(heard)
            if length <= _FLOOD:
                continue
        is_late = heard is Silence.TIME
        is_endless = length > _FLOOD or (is_late and deadline - last < max(QUIET, limit / 10))
        if is_late and not is_endless:
            later = min(thinking.later(transport.process, deadline), latest)
            if later > deadline:
                deadline = later
                continue
        pid = transport.process.pid
        if heard is Silence.QUIET and not said:
            now = stillness(pid)
            still = still + 1 if now and now == before and in_event_loop(pid) else 0
            before = now
        if heard is not Silence.QUIET or said or still == _STILL:
            decoder = OutputDecoder()
            written = decoder.decode(said)
            text = narrowed(in_colours(written)[0])
            is_idle = (is_late and not is_endless) or still == _STILL
            goes_on = heard in (Silence.WAITING, Silence.QUIET)
            text = _WARNINGS.sub("", text) if goes_on else text
            end = _end_of(transport) if heard is Silence.CLOSED else ""
            is_idle &= in_event_loop(pid)
            keys = goes_on and transport.takes_keys()
            return Said(
                text,
                goes_on,
                is_late,
                is_idle,
                is_endless,
                end=end,
                encoding=decoder.encoding,
                takes_keys=keys,
                written=written,
            )


def _end_of(transport: TerminalTransport) -> str:
    left = transport.process.leaves_within(LEAVING)
    return f"left with {transport.process.how_it_ended()}" if left else transport.closed
