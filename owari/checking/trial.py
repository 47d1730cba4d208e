"""Games of one program against opponents of ours, and what is seen of it meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import perf_counter, sleep
from typing import Any, NamedTuple

import psutil

from owari.checking.opponents import Sparring, Wish
from owari.checking.output_habits import Ears
from owari.games.game import Move, Position, Side
from owari.players.player import Choice, Clock, Fault, TimeControl
from owari.programs.dialogues.dialogue import Lifetime
from owari.programs.orphans import adopt_orphans, end_orphans
from owari.programs.process_states import descendants
from owari.programs.program import ProgramPlayer
from owari.programs.program_settings import ProgramSettings
from owari.programs.transports import PipeTransport
from owari.records.record import Ending, GameRecord, Ply, Termination
from owari.referee.referee import play_game
from owari.tournament.tournament_settings import BotConfig

__all__ = ["Departure", "TimeIsUp", "Trial", "Trials"]

LONGEST_TURN = 60.0
"""Seconds for a move where the tournament has no limit: a check must end."""
PAUSE = 0.2
"""Seconds that our opponent thinks in each of its first turns, where its time is watched."""
PAUSES = 3
LEAVING = 0.3
"""Seconds for what a program leaves behind to end by itself."""
AT_ITS_END = 2.0
"""Seconds for a program to say what it has kept for itself."""


class TimeIsUp(Exception):
    """The trials have taken as long as they may."""


class _SeenEnough(Exception):
    """A game has shown what it was to show."""


class Trial(NamedTuple):
    """A game that was played."""

    side: Side
    """Of the program."""
    record: GameRecord

    @property
    def by_the_rules(self) -> bool:
        return not self.record.ending.termination.is_fault

    @property
    def own(self) -> list[tuple[Any, Ply]]:
        """The moves of the program, each with the position before it."""
        return [(before, ply) for before, ply in self.moves if ply.side is self.side]

    @property
    def moves(self) -> list[tuple[Any, Ply]]:
        """All moves, each with the position before it, which is one of its game."""
        return list(zip(self.record.positions(), self.record.plies, strict=False))


class Departure(NamedTuple):
    """How a program ended after a game."""

    by_itself: bool
    how: str
    """`left with exit code 0`, or `was ended`."""


class Trials:
    """Plays the games; nothing of the program is left after `end`."""

    def __init__(
        self, bot: BotConfig, deadline: float, explain: Callable[[str], None] | None
    ) -> None:
        """`deadline` is a value of `time.perf_counter`, after which TimeIsUp is raised."""
        assert isinstance(bot.player, ProgramSettings)
        adopt_orphans()
        self.settings = bot.player
        self.games: list[Trial] = []
        self.departures: list[Departure] = []
        self.stayed: set[str] = set()
        """The names of the processes that it has left behind."""
        self.ears = Ears()
        self.slowest_start = 0.0
        """Seconds until it was ready."""
        self._bot = bot
        self._begun = perf_counter()
        self._deadline = deadline
        self._explain = explain
        self._known = set(descendants(os.getpid()))
        """Our descendants that have nothing to do with it."""
        self._player: _Watched | None = None
        protocol = self.settings.protocol
        dialogue = protocol.spec.dialogue(protocol)
        self.lifetime = dialogue.lifetime
        self.improves = dialogue.improves

    def play(
        self,
        side: Side,
        start: Position,
        wish: Wish,
        *,
        swaps: bool = False,
        seed: int | None = None,
    ) -> Trial:
        """A game against such an opponent of `sparring`."""
        with self._seated(self.settings, whole=True) as player:
            other = Sparring("opponent", wish, swaps=swaps, seed=seed)
            trial = Trial(side, self._game(player, side, start, other))
        self.games.append(trial)
        return trial

    @property
    def unhurried(self) -> bool:
        """Whether there is time for what need not be."""
        return perf_counter() < (self._begun + self._deadline) / 2

    def computed_in_pauses(self, start: Position, wish: Wish, *, pondering: bool) -> float:
        """Seconds of the processor that it and all it has started use while its opponent thinks, in
        the first turns of a game in which it is North."""
        used = 0.0
        pauses = 0

        def pause() -> None:
            nonlocal used, pauses
            if pauses == PAUSES:
                raise _SeenEnough
            pauses += 1
            before = self._processor()
            sleep(PAUSE)
            used += max(0.0, self._processor() - before)

        self.end(after_game=True)
        settings = replace(self.settings, pondering=pondering)
        with self._seated(settings) as player, suppress(_SeenEnough):
            self._game(player, Side.NORTH, start, Sparring("opponent", wish, before_move=pause))
        return used

    def leaves_at_end_of_input(self, start: Position) -> bool:
        """Whether it leaves when its input ends in the midst of a game. Raises Fault."""
        self.end(after_game=True)
        with self._seated(self.settings) as player:
            player.start(start, Side.SOUTH, self._times())
            return player.program.leave(silently=True)

    def speaks_at_its_end(self, start: Position, side: Side) -> bool:
        """Whether a program that was not heard to say anything has something to say when its input
        ends, so that it has kept it in a buffer."""
        protocol = self.settings.protocol
        if not protocol.spec.is_piped or self.lifetime is Lifetime.MOVE:
            return False
        dialogue = protocol.spec.dialogue(protocol)
        words = dialogue.arguments(start, side)
        said = (dialogue.greet() or b"") + dialogue.begin(start, side)
        request = dialogue.ask(start, 1000) if start.turn is side else b""
        transport = PipeTransport(replace(self.settings, command=(*self.settings.command, *words)))
        try:
            transport.send(said + (request if isinstance(request, bytes) else b""))
            transport.end_input()
            heard = transport.receive(perf_counter() + AT_ITS_END)
            return isinstance(heard, bytes)
        except Fault:
            return False
        finally:
            transport.close()

    def end(self, *, after_game: bool = False) -> None:
        """The program leaves, if it has not yet; may be called twice. How it does is noted
        `after_game`."""
        player, self._player = self._player, None
        if player is None:
            return
        program = player.program
        try:
            if pids := program.processes():
                by_itself = program.leave()
                if by_itself:
                    self.stayed.update(self._strangers(pids[0]))
                program.close()
                self.stayed.update(self._strangers(pids[0]))
                if after_game:
                    self.departures.append(Departure(by_itself, self.ears.exit))
        finally:
            program.close()
            end_orphans(self._known)

    @contextmanager
    def _seated(self, settings: ProgramSettings, *, whole: bool = False) -> Iterator[_Watched]:
        """The program at the board, which it leaves after its game, a `whole` one or not; who
        plays game after game stays."""
        if perf_counter() > self._deadline:
            raise TimeIsUp
        if self._player is None:
            program = ProgramPlayer(self._bot.name, settings, explain=self._explain)
            self._player = _Watched(program, self)
        self.ears.new_game()
        stays = False
        try:
            yield self._player
            stays = whole and self._player.program.reuse
        finally:
            if not stays:
                self.end(after_game=whole)

    def _game(self, player: _Watched, side: Side, start: Position, other: Sparring) -> GameRecord:
        def look_at_the_time(ply: Ply, position: Position) -> None:
            if perf_counter() > self._deadline:
                raise TimeIsUp

        record = play_game(
            {side: player, side.other: other},
            start,
            {side: self._times(), side.other: TimeControl(per_turn=None)},
            on_ply=look_at_the_time,
        )
        late = (Termination.TIMED_OUT, Termination.DID_NOT_START)
        if record.ending.termination in late and perf_counter() > self._deadline:
            raise TimeIsUp
        return record

    def _times(self) -> TimeControl:
        """The tournament's, as far as there is time for it."""
        times = self._bot.times
        left = max(0.1, self._deadline - perf_counter())
        turn = times.per_turn
        if turn is None and times.per_game is None:
            turn = LONGEST_TURN
        return replace(
            times,
            per_turn=None if turn is None else min(turn, left),
            start_limit=min(times.start_limit, left),
        )

    def _others(self) -> list[psutil.Process]:
        """All that the program has started, and itself."""
        found = []
        for pid in descendants(os.getpid()):
            if pid not in self._known:
                with suppress(psutil.Error):
                    found.append(psutil.Process(pid))
        return found

    def _processor(self) -> float:
        """Seconds that they have used so far."""
        used = 0.0
        for process in self._others():
            with suppress(psutil.Error):
                times = process.cpu_times()
                used += times.user + times.system
        return used

    def _strangers(self, pid: int) -> set[str]:
        """The names of those that it has started and that do not end by themselves, soon."""
        end = perf_counter() + LEAVING
        while True:
            names = set()
            for process in self._others():
                with suppress(psutil.Error):
                    if process.pid != pid and process.status() != psutil.STATUS_ZOMBIE:
                        names.add(process.name())
            if not names or perf_counter() > end:
                return names
            sleep(0.02)


class _Watched:
    """The program as a player whose start is timed and whose answers are counted."""

    def __init__(self, program: ProgramPlayer, trials: Trials) -> None:
        self.program = program
        self.name = program.name
        self._trials = trials

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        begun = perf_counter()
        self.program.log_to(self._trials.ears)
        self.program.start(position, side, times)
        seconds = perf_counter() - begun
        self._trials.slowest_start = max(self._trials.slowest_start, seconds)

    def observe(self, side: Side, move: Move, position: Position) -> None:
        self.program.observe(side, move, position)

    def choose(self, position: Position, clock: Clock) -> Choice:
        choice = self.program.choose(position, clock)
        self._trials.ears.answered()
        return choice

    def finish(self, ending: Ending) -> None:
        self.program.finish(ending)

    def close(self) -> None:
        self.program.close()
