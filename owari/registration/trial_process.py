"""Tries programs in processes of their own, so that one that kills, stops or delays whoever speaks
with it does no harm to the others."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic

from owari.games.game import Game
from owari.programs.dialogues.protocols import find_protocol
from owari.programs.executable import find_program
from owari.programs.processes.cores import share_out, usable_cores
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.sandbox import temporary_folders
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.registration.recognition import Recognition, recognise
from owari.registration.team_search import Team
from owari.table.player_lookup import DEFAULT_PROTOCOL
from owari.tournament.run.slot import end_slot, open_slot
from owari.tournament.run.slot_processes import CHECK_INTERVAL, ends_within, interrupts_held

_LATEST = 20.0
"""Seconds after the end of its time when the trial of a program is ended from outside."""


@dataclass(frozen=True)
class _Trial:
    """The trial of one program, in its process."""

    name: str
    cores: tuple[int, ...]
    process: BaseProcess
    messages: Connection
    deadline: float
    """A value of `time.monotonic`."""


def settings_of(team: Team, teams: Iterable[Team], sandbox: Sandbox) -> ProgramSettings:
    """The program of a team, or whatever runs in its folder where it has none, out of sight of the
    other teams' folders."""
    words = team.program.words if team.program else ("sh",)
    hidden = {each.folder.resolve() for each in teams} - {team.folder.resolve()}
    hidden -= set(team.folder.resolve().parents)
    return ProgramSettings(
        find_program(words, team.folder, team.folder),
        team.folder.absolute(),
        protocol=find_protocol(DEFAULT_PROTOCOL).settings(),
        sandbox=replace(sandbox, hidden=tuple(sorted(hidden))),
    )


def recognise_all(
    programs: Mapping[str, ProgramSettings],
    game: Game,
    within: float,
    tell: Callable[[str, str], None],
) -> Generator[tuple[str, Recognition], None, None]:
    """The names of the programs, in the order in which their trials end, with what these have
    shown.

    Each trial takes `within` seconds at most. Several run at a time where the machine has the
    cores. `tell` gets the name of a program and what is tried with it. When the iterator ends or is
    closed, nothing of the programs is left.
    """
    adopt_orphans()
    resource_tracker.ensure_running()
    known = set(descendants(os.getpid()))
    count = len(usable_cores())
    free = share_out(usable_cores(), count, pondering=False)[::-1]
    waiting = list(programs.items())[::-1]
    running: list[_Trial] = []
    try:
        while waiting or running:
            while waiting and free:
                running.append(_started(*waiting.pop(), game, within, free.pop()))
            for trial in _ready(running):
                message = _message(trial, within)
                if isinstance(message, str):
                    tell(trial.name, message)
                    continue
                running.remove(trial)
                _end([trial], known, [each.process for each in running])
                free.append(trial.cores)
                yield trial.name, message
    finally:
        _end(running, known, [])


def _started(
    name: str, settings: ProgramSettings, game: Game, within: float, cores: tuple[int, ...]
) -> _Trial:
    context = multiprocessing.get_context("spawn")
    messages, theirs = context.Pipe(duplex=False)
    process = context.Process(
        target=_try, args=(theirs, cores[0], settings, game, within), daemon=True
    )
    with theirs, interrupts_held():
        process.start()
    return _Trial(name, cores, process, messages, monotonic() + within + _LATEST)


def _try(
    messages: Connection, core: int, settings: ProgramSettings, game: Game, within: float
) -> None:
    """Tries one program, sends each step and then the result, and ends the process."""
    open_slot(core)
    try:
        found = recognise(settings, game, within, messages.send)
    except Exception as error:
        found = Recognition("", {}, f"its trial ended with {type(error).__name__}: {error}")
    messages.send(found)
    end_slot()


def _ready(running: Sequence[_Trial]) -> list[_Trial]:
    """The trials that have sent something, have died, or are too late."""
    first = min(trial.deadline for trial in running)
    heard = wait([trial.messages for trial in running], max(0.0, first - monotonic()))
    return [trial for trial in running if trial.messages in heard or monotonic() > trial.deadline]


def _message(trial: _Trial, within: float) -> str | Recognition:
    if not trial.messages.poll():
        return Recognition("", {}, f"its trial did not end within {within:g} s")
    try:
        message: str | Recognition = trial.messages.recv()
    except (EOFError, OSError):
        return Recognition("", {}, "it ended the process that tried it")
    return message


def _end(trials: Sequence[_Trial], known: set[int], others: Sequence[BaseProcess]) -> None:
    """Ends trials with all that is left of their programs."""
    for trial in trials:
        trial.process.kill()
        ends_within(trial.process, CHECK_INTERVAL)
        trial.messages.close()
    end_orphans(known | {process.pid for process in others if process.pid})
    for trial in trials:
        if trial.process.pid:
            temporary_folders.remove_for(os.getpid(), trial.process.pid)
