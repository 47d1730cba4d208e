"""A slot plays games: a process on a core of its own, one game after the other.

Both programs and the referee take turns on this core. So every bot has the same machine whoever
else plays, and no message crosses from the cache of one core to that of another.
"""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from pathlib import Path
from types import FrameType
from typing import NoReturn

from owari.games.game import Game, Position, Side
from owari.games.opening import Opening
from owari.players.builtin_bots import BUILTIN
from owari.players.player import Player
from owari.programs import temporary_folders
from owari.programs.dialogue_log import Log
from owari.programs.orphans import adopt_orphans, end_orphans
from owari.programs.process import kill_all
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import encloses
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.referee.adjudication import Adjudication
from owari.referee.referee import play_game
from owari.results.game_log import About
from owari.tournament.live_moves import Heading, LiveWriter
from owari.tournament.log_folders import file_name, game_folder
from owari.tournament.schedule import seed_for
from owari.tournament.slot_state import SlotState
from owari.tournament.tournament_settings import BotConfig, BuiltinSettings

__all__ = ["GameSpec", "end_slot", "open_slot", "play"]


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

    def headed(self, record: GameRecord) -> GameRecord:
        """The record with the heading of the tournament, the round, the pair and the opening."""
        pair, leg = ("", "") if self.leg is None else (self.leg // 2 + 1, self.leg % 2 + 1)
        return replace(
            record,
            **self.about._asdict(),
            round=str(self.round),
            pair=str(pair),
            leg=str(leg),
            opening=str(self.opening or ""),
        )


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
) -> None:
    """Plays one game. Raises only errors that are no bot's fault.

    With two cores, each program has its own. The state says whose program can run. `keep` gets the
    record before the programs hear the result. Programs that play one game only are closed. Whoever
    watches sees the plies as they are made, which are written to `live`.
    """
    bots = {Side.SOUTH: spec.south, Side.NORTH: spec.north}
    players = {side: _player(bot, spec.number) for side, bot in bots.items()}
    programs = {
        side: player for side, player in players.items() if isinstance(player, ProgramPlayer)
    }
    for side, program in programs.items():
        program.opening = spec.opening
        program.play_against(programs.get(side.other) if len(cores) == 1 else None)
    present = {*programs.values(), *_kept.values()}
    enclosed = all(encloses(player.settings.sandbox) for player in present)
    if len(cores) > 1:
        for side, core in zip(Side, cores, strict=True):
            if side in programs:
                programs[side].core = core
    logs = _Logs(spec, programs)
    if live:
        live.begin(spec.heading)

    def finished(record: GameRecord) -> None:
        record = spec.headed(record)
        keep(record)
        logs.keep(record)

    try:
        play_game(
            players,
            spec.start,
            {side: bot.times for side, bot in bots.items()},
            on_turn=_turn_recorder(state, programs, enclosed=enclosed) if programs else None,
            on_ply=live.add if live else None,
            adjudication=spec.adjudication,
            keep=finished,
        )
    finally:
        if live:
            live.end()
        for side, bot in bots.items():
            if bot not in _kept:
                players[side].close()
        logs.close()
        if not enclosed:
            end_orphans(known={pid for player in _kept.values() for pid in player.processes()})


def _turn_recorder(
    state: SlotState, programs: Mapping[Side, ProgramPlayer], *, enclosed: bool
) -> Callable[[Side], None]:
    """Writes to the state who can run, each time that the referee asks for a move. Who is enclosed
    cannot set the limits of this process."""
    idle = [player for player in _kept.values() if player not in programs.values()]
    started = False

    def record_turn(side: Side) -> None:
        nonlocal started
        if not started:
            started = True
            state.programs = [pid for each in (*programs.values(), *idle) if (pid := each.pid)]
        other = programs.get(side.other)
        held = other is None or other.is_held
        sure = held and side in programs and (enclosed or _deadly_limits() == _limits)
        state.runner = side if sure else None

    return record_turn


def _deadly_limits() -> tuple[tuple[int, int], ...]:
    """The limits by which a program could end this process later."""
    return resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_STACK)


_limits = _deadly_limits()


class _Logs:
    """The logs of a game: none without a folder, or where they cannot be written."""

    def __init__(self, spec: GameSpec, programs: Mapping[Side, ProgramPlayer]) -> None:
        self.folder: Path | None = None
        self.logged: list[tuple[ProgramPlayer, Log]] = []
        if spec.logs is None:
            return
        with suppress(OSError):
            self.folder = game_folder(spec.logs, spec.number, spec.south.name, spec.north.name)
            for side, player in programs.items():
                file = f"{str(side).lower()}-{file_name(player.name)}.log"
                log = Log(self.folder / file)
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
            with suppress(OSError):
                (self.folder / "game.pgn").write_text(format_game(record), encoding="utf-8")


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
