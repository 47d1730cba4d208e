"""Games of one program against opponents that play badly on purpose: each leads a game to
situations in which programs fail. A trial shows the faults, and habits of the output."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from math import inf
from random import Random
from time import perf_counter, sleep
from typing import Any, NamedTuple

import psutil

from owari.checking.watched_program import TimeIsUp, WatchedProgram
from owari.games.game import SWAP, Move, Position, Side
from owari.players.player import Cause, Choice, Clock, Fault, StatelessPlayer, TimeControl
from owari.programs.dialogues.console.prompts import ends_with_prompt
from owari.programs.dialogues.dialogue import Lifetime
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.program import GRACE
from owari.programs.sandbox.child_process import Held, NotIsolated
from owari.programs.sandbox.program_settings import ProgramSettings, ProtocolSettings
from owari.programs.transports.transports import PipeTransport
from owari.records.record import GameRecord, Ply, Termination
from owari.referee.referee import play_game
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.run.incidents import ATTEMPTS

LONGEST_TURN = 60.0
"""Seconds for a move where the tournament has no limit: a check must end."""
PAUSE = 0.2
"""Seconds that the opponent thinks in each of its first turns, while the program is watched."""
_PAUSES = 3
_TURNS = 8
"""Turns of a game after which a program plays with these settings."""
_LONGEST_TRIED = 10.0
"""Seconds for a turn, or for the start, with settings that are only tried."""
TO_LEAVE = 3.0
"""Seconds for a program to leave after a game: more than a referee waits, so that no busy
machine is blamed on the program."""
LEAVING = 0.3
"""Seconds for the processes that a program leaves behind to end by themselves."""
_AT_ITS_END = 2.0
"""Seconds for a program to write what its buffers hold."""


class _SeenEnough(Exception):
    """A game has shown what it was to show."""


class Trial(NamedTuple):
    """A game that was played."""

    side: Side
    """The side of the program."""
    record: GameRecord
    cause: Cause | None
    """The cause of the fault that ended it, where it is known."""
    silent: int = 0
    """The moves that were chosen for the program, which had named none."""

    @property
    def by_the_rules(self) -> bool:
        """Whether no fault ended it."""
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

    how: str
    """`left with exit code 0`, or `was ended`."""
    status: int | None
    """Its exit code or minus the number of a signal; None where it was ended."""


class Trials:
    """Plays the games of one program; nothing of it is left after `end`."""

    def __init__(
        self,
        bot: BotConfig,
        deadline: float,
        explain: Callable[[str], None] | None,
        tell: Callable[[int, int], None],
    ) -> None:
        """`deadline` is a value of `time.perf_counter`, after which TimeIsUp is raised. `tell` gets
        the number of the present game, from 1, and its plies so far."""
        assert isinstance(bot.player, ProgramSettings)
        adopt_orphans()
        self.settings = bot.player
        self.protocol = self.settings.protocol.spec
        self.games: list[Trial] = []
        self.departures: list[Departure] = []
        self.stayed: set[str] = set()
        """The names of the processes that it left behind."""
        self.habits = OutputHabits(self.protocol)
        self.slowest_start = 0.0
        """Seconds until it was ready."""
        self._bot = bot
        self._begun = perf_counter()
        self._deadline = deadline
        self._explain = explain
        self._tell = tell
        self._begun_games = 0
        self._known = set(descendants(os.getpid()))
        """Processes of ours that have nothing to do with it."""
        self._program: WatchedProgram | None = None
        dialogue = self.protocol.dialogue(self.settings.protocol)
        self.lifetime, self.improves = dialogue.lifetime, dialogue.improves

    def play(
        self,
        side: Side,
        start: Position,
        wish: Wish,
        *,
        swaps: bool = False,
        seed: int | None = None,
    ) -> Trial:
        """Plays a game of the program, on this side, against an opponent with this wish; again
        where it is void. Raises Held and NotIsolated where it stays so."""
        for _ in range(ATTEMPTS - 1):
            with suppress(Held, NotIsolated):
                return self._played(side, start, Opponent("opponent", wish, swaps=swaps, seed=seed))
        return self._played(side, start, Opponent("opponent", wish, swaps=swaps, seed=seed))

    def _played(self, side: Side, start: Position, other: Opponent) -> Trial:
        with self._seated(self.settings, whole=True) as player:
            record = self._game(player, side, start, other)
            trial = Trial(side, record, player.cause, player.dialogue.silent_turns())
        self.games.append(trial)
        return trial

    def plays_with(self, protocol: ProtocolSettings, side: Side, start: Position) -> bool:
        """Whether the program plays with other settings of its protocol: a whole game, or as many
        turns as chance does not play."""
        turns = 0

        def count_turn() -> None:
            nonlocal turns
            turns += 1
            if turns > _TURNS:
                raise _SeenEnough

        self.end()
        settings = replace(self.settings, protocol=protocol)
        opponent = Opponent("opponent", lambda before, move, after: (), before_move=count_turn)
        program = self._watched(settings)
        try:
            record = self._game(program, side, start, opponent, longest=_LONGEST_TRIED)
            return not record.ending.termination.is_fault
        except _SeenEnough:
            return True
        finally:
            program.close()
            end_orphans(self._known)

    @property
    def unhurried(self) -> bool:
        """Whether at least half of the time is left, enough for games that may be left out."""
        return perf_counter() < (self._begun + self._deadline) / 2

    def computed_in_pauses(self, start: Position, wish: Wish, *, pondering: bool) -> float:
        """Seconds of processor time that the program and its processes use while the opponent
        thinks, in the first turns of a game in which it is North."""
        used = 0.0
        pauses = 0

        def pause() -> None:
            nonlocal used, pauses
            if pauses == _PAUSES:
                raise _SeenEnough
            pauses += 1
            before = self._processor()
            sleep(PAUSE)
            used += max(0.0, self._processor() - before)

        self.end(after_game=True)
        settings = replace(self.settings, pondering=pondering)
        with self._seated(settings) as player, suppress(_SeenEnough):
            self._game(player, Side.NORTH, start, Opponent("opponent", wish, before_move=pause))
        return used

    def leaves_at_end_of_input(self, start: Position) -> bool:
        """Whether it leaves when its input ends in mid-game. Raises Fault."""
        self.end(after_game=True)
        with self._seated(self.settings) as player:
            player.start(start, Side.SOUTH, self._times())
            return player.leave(silently=True, within=self._time_to_leave)

    def speaks_at_its_end(self, start: Position, side: Side) -> bool:
        """Whether a program without any output writes something when its input ends, because its
        output is kept in a buffer."""
        if not self.protocol.is_piped or self.lifetime is Lifetime.MOVE:
            return False
        dialogue = self.protocol.dialogue(self.settings.protocol)
        words = dialogue.arguments(start, side)
        said = (dialogue.greet() or b"") + dialogue.begin(start, side)
        request = dialogue.ask(start, 1000) if start.turn is side else b""
        settings = replace(self.settings, command=(*self.settings.command, *words))
        with suppress(Fault), closing(PipeTransport(settings)) as transport:
            transport.send(said + (request if isinstance(request, bytes) else b""))
            transport.end_input()
            heard = transport.receive(perf_counter() + _AT_ITS_END)
            return isinstance(heard, bytes)
        return False

    def end(self, *, after_game: bool = False) -> None:
        """Lets the program leave, if it runs; may be called twice. `after_game` notes how it
        leaves."""
        program, self._program = self._program, None
        if program is None:
            return
        try:
            if pids := program.processes():
                by_itself = program.leave(within=self._time_to_leave)
                if by_itself:
                    self.stayed.update(self._strangers(pids[0]))
                program.close()
                self.stayed.update(self._strangers(pids[0]))
                if after_game:
                    status = self.habits.status if by_itself else None
                    self.departures.append(Departure(self.habits.exit, status))
        finally:
            program.close()
            end_orphans(self._known)

    @property
    def _time_to_leave(self) -> float:
        """Seconds; one that has been seen to stay is not waited for again."""
        return GRACE if any(status is None for _, status in self.departures) else TO_LEAVE

    @contextmanager
    def _seated(
        self, settings: ProgramSettings, *, whole: bool = False
    ) -> Iterator[WatchedProgram]:
        """The program, ready to play. It leaves after its game, unless it plays game after game
        and has played a `whole` one."""
        if perf_counter() > self._deadline:
            raise TimeIsUp
        if self._program is None:
            self._program = self._watched(settings)
            self._program.log_to(self.habits)
        self.habits.new_game()
        program, stays = self._program, False
        try:
            yield program
            stays = whole and program.reuse
        finally:
            self.habits.answered(program.moves)
            self.slowest_start = max(self.slowest_start, program.seconds)
            if not stays:
                self.end(after_game=whole)

    def _watched(self, settings: ProgramSettings) -> WatchedProgram:
        return WatchedProgram(
            self._bot.name, settings, deadline=self._deadline, explain=self._explain
        )

    def _game(
        self,
        player: WatchedProgram,
        side: Side,
        start: Position,
        other: Opponent,
        longest: float = inf,
    ) -> GameRecord:
        """A game in which no turn of the program takes longer than `longest` seconds."""

        plies = 0

        def look(ply: Ply, position: Position) -> None:
            nonlocal plies
            plies += 1
            self._tell(self._begun_games, plies)
            if perf_counter() > self._deadline:
                raise TimeIsUp

        self._begun_games += 1
        self._tell(self._begun_games, 0)
        record = play_game(
            {side: player, side.other: other},
            start,
            {side: self._times(longest), side.other: TimeControl(per_turn=None)},
            on_ply=look,
        )
        late = (Termination.TIMED_OUT, Termination.DID_NOT_START)
        if record.ending.termination in late and perf_counter() > self._deadline:
            raise TimeIsUp
        return record

    def _times(self, longest: float = inf) -> TimeControl:
        """The time control of the tournament, cut to the time that is left."""
        times = self._bot.times
        left = max(0.1, min(longest, self._deadline - perf_counter()))
        turn = times.per_turn
        if turn is None and times.per_game is None:
            turn = LONGEST_TURN
        return replace(
            times,
            per_turn=None if turn is None else min(turn, left),
            start_limit=min(times.start_limit, left),
        )

    def _others(self) -> list[psutil.Process]:
        """The program and all processes that it has started."""
        found = []
        for pid in descendants(os.getpid()):
            if pid not in self._known:
                with suppress(psutil.Error):
                    found.append(psutil.Process(pid))
        return found

    def _processor(self) -> float:
        """Seconds of processor time that they have used so far."""
        used = 0.0
        for process in self._others():
            with suppress(psutil.Error):
                times = process.cpu_times()
                used += times.user + times.system
        return used

    def _strangers(self, pid: int) -> set[str]:
        """The names of its other processes that do not end by themselves soon."""
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


Wish = Callable[[Any, Move, Any], tuple[int, ...]]
"""How much an opponent wishes for a move: from the position before it, the move and the position
after it, both of the game that is played. The largest tuple wins."""

_ODD = 0.25
"""How often an opponent with a seed plays any legal move."""


class Opponent(StatelessPlayer):
    """Plays the move that it wishes for most; of equal moves the first."""

    def __init__(
        self,
        name: str,
        wish: Wish,
        *,
        swaps: bool = False,
        seed: int | None = None,
        before_move: Callable[[], None] = lambda: None,
    ) -> None:
        """`swaps`: it swaps wherever it may, and else never. With a `seed` it sometimes plays any
        move, which varies the games. `before_move` is called on its time."""
        super().__init__(name)
        self._wish = wish
        self._swaps = swaps
        self._random = None if seed is None else Random(seed)
        self._before_move = before_move

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The move that it wishes for most."""
        self._before_move()
        moves = position.legal_moves()
        if SWAP in moves and self._swaps:
            return Choice(SWAP)
        others = [move for move in moves if move != SWAP]
        if self._random and self._random.random() < _ODD:
            return Choice(self._random.choice(others))
        return Choice(max(others, key=lambda move: self._wish(position, move, position.play(move))))


_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MUCH = 100_000
"""Bytes of output a game from which on they are remarked."""
_CR_LF = "CR LF at the end of lines"
_NOISE = 1000
"""Bytes of error output a game from which on they are remarked."""


class OutputHabits:
    """Listens to a program in all its games."""

    def __init__(self, protocol: ProtocolSpec) -> None:
        self.games = 0
        self.said = b""
        """The first of its output in the present game."""
        self.exit = ""
        """How its last process ended: `left with exit code 0`, or `was ended`."""
        self.status: int | None = None
        """The exit code of that process or minus the number of a signal; None: it was ended."""
        self._protocol = protocol
        self._asked = 0
        self._answers = 0
        self._bytes = 0
        self._errors = 0
        self._habits: set[str] = set()
        self._rest = b""

    def new_game(self) -> None:
        """A game begins."""
        self.games += 1
        self.said = self._rest = b""
        self._asked = 0

    def sent(self, data: bytes) -> None:
        """Input of the program."""
        request = self._protocol.request
        if request:
            self._asked += sum(line.startswith(request) for line in data.splitlines())

    def heard(self, data: bytes) -> None:
        """Output of the program."""
        self._bytes += len(data)
        self.said = (self.said + data)[:MUCH]
        if data.startswith(_BYTE_ORDER_MARK):
            self._habits.add("a byte order mark")
        if b"\x1b" in data:
            self._habits.add("terminal commands (ESC)")
        if b"\r\n" in data and not self._protocol.accepts_cr_lf:
            self._habits.add(_CR_LF)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[-MUCH:]
        for line in lines:
            if not _is_text(line):
                self._habits.add("bytes that are not UTF-8")
            if self._asked and line.strip() and not line.startswith(b"#"):
                self._answers += 1

    def prompts(self) -> bool:
        """Whether its output in the present game seems to end with a prompt for a person."""
        return ends_with_prompt(self.said)

    def errors(self, data: bytes) -> None:
        """Error output of the program."""
        self._errors += len(data)

    def answered(self, moves: int) -> None:
        """The program has made so many moves in the present game."""
        self._answers -= moves if self._asked else 0

    def ended(self, how: str, status: int | None) -> None:
        """The end of its process, as a listener to dialogues is told."""
        self.exit, self.status = how, status

    def remarks(self) -> Iterator[str]:
        """Clauses on its habits."""
        games = max(1, self.games)
        if self._habits:
            yield f"writes {', '.join(sorted(self._habits))}, which other managers may not accept"
        if self._answers > 0:
            request = self._protocol.request.decode().strip()
            yield (
                f"writes {self._answers} lines without a request: print one line for each"
                f" `{request}`, and begin all other lines with #"
            )
        if self._bytes / games > MUCH:
            yield f"writes {self._bytes // games} bytes of output a game, which takes of its time"
        if self._errors / games > _NOISE:
            yield (
                f"writes {self._errors // games} bytes of error output a game: leave out the debug"
                " output"
            )


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
