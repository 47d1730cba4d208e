"""A slot plays games: a process on a core of its own, one game after the other.

Both programs and the referee take turns on this core. So every bot has the same machine whoever
else plays, and no message crosses from the cache of one core to that of another.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from multiprocessing.context import BaseContext
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, NoReturn

from owari.games.game import Game, Opening, Position, Side
from owari.players.builtin_bots import BUILTIN
from owari.players.player import Player, TimeControl
from owari.programs.dialogue_log import Log, file_name, game_folder, unwritten
from owari.programs.processes.process import kill_all
from owari.programs.processes.process_states import adopt_orphans, end_orphans
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import temporary_folders
from owari.programs.sandbox.sandbox import encloses
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.referee.referee import Adjudication, play_game
from owari.results.game_log import About
from owari.results.game_verification import AskedGame
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.formats.schedule import pair_and_leg, seed_for
from owari.tournament.run.live_moves import Heading, LiveWriter


@dataclass(frozen=True, slots=True)
class GameSpec:
    """All that a slot has to know of a game."""

    number: int
    round: int
    game: Game
    south: BotConfig
    """Moves first."""
    north: BotConfig
    about: About
    logs: Path | None = None
    """The folder for the folders of dialogues, one for each game; None without logs."""
    opening: Opening | None = None
    """Where the game begins; None for the start of the rules."""
    adjudication: Adjudication | None = None
    leg: int | None = None
    """The place of the game in its match, from 0; legs 0 and 1 are the first pair. None outside of
    a match."""

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        return self.opening.start if self.opening else self.game.start()

    @property
    def bots(self) -> dict[Side, BotConfig]:
        """The bots by their sides."""
        return {Side.SOUTH: self.south, Side.NORTH: self.north}

    @property
    def fits_a_batch(self) -> bool:
        """Whether no program has to hear the result when it is safe, and nobody reads the logs."""
        players = (self.south.player, self.north.player)
        return not self.logs and all(isinstance(each, BuiltinSettings) for each in players)

    @property
    def heading(self) -> Heading:
        """What those who watch have to know of the game."""
        return Heading(
            self.number,
            self.round,
            self.game.name,
            str(self.start),
            self.south.name,
            self.north.name,
            str(self.opening or ""),
        )

    @property
    def asked(self) -> AskedGame:
        """What the record of the game has to show."""
        opening = str(self.opening or "")
        pair, leg = pair_and_leg(self.leg)
        players = (self.south.name, self.north.name)
        return AskedGame(*players, self.start, opening, str(self.round), pair, leg)

    def headed(self, record: GameRecord) -> GameRecord:
        """The record with the heading of the tournament, the round, the pair and the opening."""
        pair, leg = pair_and_leg(self.leg)
        return replace(
            record,
            **self.about._asdict(),
            round=str(self.round),
            pair=pair,
            leg=leg,
            opening=str(self.opening or ""),
        )


TO_END = 10.0
"""Seconds that a program may take to hear the result and to end."""
_ending = threading.Event()
"""Set when this slot ends its programs in the middle of a game."""
_kept: dict[BotConfig, ProgramPlayer] = {}
"""The programs of this slot that play several games."""


def open_slot(core: int) -> None:
    """Makes this process a slot: on its core, out of reach of Ctrl-C. SIGTERM or the end of its
    parent ends it with all its programs."""
    temporary_folders.begin_for(os.getppid(), os.getpid())
    os.setsid()
    adopt_orphans()
    signal.signal(signal.SIGTERM, _terminated)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def play(
    spec: GameSpec,
    cores: Sequence[int],
    state: SlotState,
    keep: Callable[[GameRecord], None],
    live: LiveWriter | None = None,
    tell: Callable[[str], None] = lambda what: None,
) -> None:
    """Plays one game. Raises only errors that are no bot's fault.

    With two cores, each program has its own. The state says whose program can run. `keep` gets the
    record before the programs hear the result. Programs that play one game only are closed. Whoever
    watches sees the plies as they are made, which are written to `live`. `tell` gets a clause on
    each log that cannot be written.
    """
    bots = spec.bots
    players = {side: _player(bot, spec.number) for side, bot in bots.items()}
    programs = {
        side: player for side, player in players.items() if isinstance(player, ProgramPlayer)
    }
    for program in programs.values():
        program.opening = spec.opening
        program.seed = seed_for(0, program.name, spec.number)
    present = {*programs.values(), *_kept.values()}
    if programs:
        state.expect(sum(bots[side].times.start_limit for side in programs))
    enclosed = all(encloses(player.settings.sandbox) for player in present)
    _seat(programs, cores)
    logs = _Logs(spec, programs, tell)
    if live:
        live.begin(spec.heading)

    def finished(record: GameRecord) -> None:
        record = spec.headed(record)
        logs.keep(record)
        state.expect(None)  # until the record is safe, which is not our time
        keep(record)
        state.expect(TO_END * len(present) if programs else None)

    try:
        play_game(
            players,
            spec.start,
            {side: bot.times for side, bot in bots.items()},
            on_turn=_turn_recorder(spec, state, programs, enclosed=enclosed) if programs else None,
            on_ply=live.add if live else None,
            adjudication=spec.adjudication,
            keep=finished,
        )
    finally:
        if live:
            live.end()
        for side, bot in bots.items():
            if not _kept or bot not in _kept:
                players[side].close()
        logs.close()
        if not enclosed:
            end_orphans({pid for player in _kept.values() for pid in player.processes()})
        state.expect(None)


def _seat(programs: Mapping[Side, ProgramPlayer], cores: Sequence[int]) -> None:
    """Tells each program who else is there. Where there are two cores, each has its own."""
    for side, program in programs.items():
        rival = programs.get(side.other)
        program.play_against(rival, on_one_core=len(cores) == 1, beside=_kept.values())
    for side, core in zip(Side, cores if len(cores) > 1 else (), strict=False):
        if side in programs:
            programs[side].core = core


def _turn_recorder(
    spec: GameSpec, state: SlotState, programs: Mapping[Side, ProgramPlayer], *, enclosed: bool
) -> Callable[[Side], None]:
    """Writes to the state who can run and until when, each time that the referee asks for a move.
    Who is enclosed cannot set the limits of this process."""
    allowances = {side: _Allowance(bot.times) for side, bot in spec.bots.items()}
    idle = [player for player in _kept.values() if player not in programs.values()]
    started = False

    def record_turn(side: Side) -> None:
        nonlocal started
        if not started:
            started = True
            present = (*programs.values(), *idle)
            state.programs = [group for each in present for group in each.groups]
        other = programs.get(side.other)
        held = other is None or other.is_held
        sure = held and side in programs and (enclosed or _deadly_limits() == _limits)
        state.runner = side if sure else None
        if side not in programs:  # the engine may think longer than it should
            state.expect(None)
            return
        seconds = allowances[side].next_turn()
        state.expect(seconds or 0.0, is_renewed=seconds is None)

    return record_turn


class _Allowance:
    """How long one turn after the other can take at the most, by the time control."""

    def __init__(self, times: TimeControl) -> None:
        self._times = times
        self._turns = 0

    def next_turn(self) -> float | None:
        """Seconds; None where there is no limit."""
        times = self._times
        per_game = times.per_game
        if per_game is not None:
            per_game += self._turns * times.increment
        self._turns += 1
        limits = [seconds for seconds in (times.per_turn, per_game) if seconds is not None]
        # A program that plays one move only starts in each turn.
        return min(limits) + times.margin + times.start_limit if limits else None


def _deadly_limits() -> tuple[tuple[int, int], ...]:
    """The limits by which a program could end this process later."""
    return resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_STACK)


_limits = _deadly_limits()


class _Logs:
    """The logs of a game: none without a folder, or where they cannot be written."""

    def __init__(
        self, spec: GameSpec, programs: Mapping[Side, ProgramPlayer], tell: Callable[[str], None]
    ) -> None:
        self.tell = tell
        self.folder: Path | None = None
        self.logged: list[tuple[ProgramPlayer, Log]] = []
        if spec.logs is None:
            return
        try:
            self.folder = game_folder(spec.logs, spec.number, spec.south.name, spec.north.name)
        except OSError as error:
            tell(unwritten(spec.logs, error))
            return
        for side, player in programs.items():
            file = f"{str(side).lower()}-{file_name(player.name)}.log"
            log = Log(self.folder / file, tell)
            player.log_to(log)
            self.logged.append((player, log))

    def close(self) -> None:
        """Ends the logs of the programs."""
        for player, log in self.logged:
            player.log_to(None)
            log.close()

    def keep(self, record: GameRecord) -> None:
        """Writes the record, unless the slot has ended the programs in the middle of the game."""
        if self.folder and not _ending.is_set():
            path = self.folder / "game.pgn"
            try:
                path.write_text(format_game(record), encoding="utf-8")
            except OSError as error:
                self.tell(unwritten(path, error))


def _player(config: BotConfig, number: int) -> Player:
    """The bot as a player of this game. Its seed depends on the bot and the game's number alone, so
    a resumed tournament plays the same games."""
    setup = config.player
    if isinstance(setup, BuiltinSettings):
        seed = seed_for(setup.settings.seed, config.name, number)
        return BUILTIN[setup.engine].build(config.name, replace(setup.settings, seed=seed))
    if config in _kept:
        return _kept[config]

    player = ProgramPlayer(config.name, setup)
    if player.reuse:
        _kept[config] = player
    return player


def _terminated(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_slot()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        end_slot()


def end_slot() -> NoReturn:
    """Ends the programs and this process at once."""
    _ending.set()
    kill_all()
    end_orphans()
    temporary_folders.remove_all()
    os._exit(1)


MOST_PROGRAMS = 128
_GAME, _RUNNER, _COUNT, _FIRST = range(4)
_SIDES = (None, Side.SOUTH, Side.NORTH)
_PLACES = {side: place for place, side in enumerate(_SIDES)}


GRACE = 30.0
"""Seconds by which a slot may be late before it is taken for stuck."""


class SlotState:
    """The current game, the only side that can run, the programs of the slot, and the time by which
    it will have gone on."""

    def __init__(self, context: BaseContext) -> None:
        self._deadline: Any = context.RawValue(ctypes.c_double, 0.0)
        self._is_renewed = False
        self._grace = GRACE
        self._numbers: Any = context.RawArray(ctypes.c_int, _FIRST + MOST_PROGRAMS)

    @property
    def game(self) -> int:
        """The number of the game that started last, 0 before the first."""
        return int(self._numbers[_GAME])

    def start(self, game: int) -> None:
        """A game with this number starts."""
        self.runner = None
        self._numbers[_GAME] = game

    def expect(self, seconds: float | None, *, is_renewed: bool = False) -> None:
        """The slot goes on within so many seconds and the grace; None: nobody knows when. The
        deadline is renewed at each sign of life where that is all that is known."""
        self._is_renewed = is_renewed
        self._deadline.value = 0.0 if seconds is None else monotonic() + seconds + self._grace

    def live_on(self) -> None:
        """A sign of life."""
        if self._is_renewed:
            self._deadline.value = monotonic() + self._grace

    @property
    def is_overdue(self) -> bool:
        """Whether the slot has not gone on though it should have."""
        return 0.0 < float(self._deadline.value) < monotonic()

    @property
    def runner(self) -> Side | None:
        """The side whose program alone can run; None while that is not certain."""
        return _SIDES[self._numbers[_RUNNER]]

    @runner.setter
    def runner(self, side: Side | None) -> None:
        self._numbers[_RUNNER] = _PLACES[side]

    @property
    def programs(self) -> frozenset[int]:
        """The process ids of the programs, which are also those of their groups."""
        return frozenset(self._numbers[_FIRST : _FIRST + self._numbers[_COUNT]])

    @programs.setter
    def programs(self, pids: Iterable[int]) -> None:
        for place, pid in enumerate(list(pids)[:MOST_PROGRAMS], _FIRST):
            self._numbers[place] = pid
            self._numbers[_COUNT] = place - _FIRST + 1
