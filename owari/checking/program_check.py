"""Tests a program for faults that lose games, under the conditions of its tournament.

The referee plays about a dozen games with the same clocks and sandbox as in the tournament, on one
core. The opponents lead each game to situations in which programs fail. A program that can enter a
game after its start also begins in such situations. Each step tells what was found, and what the
author can change.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import product
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

import yaml

from owari.checking.lessons import LESSONS, Situation
from owari.checking.trial import TO_LEAVE, Trial, Trials
from owari.checking.watched_program import TimeIsUp
from owari.games.game import Game, Side
from owari.players.player import Cause, Fault
from owari.programs.dialogues.dialogue import Lifetime
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.setting_keys import in_words
from owari.programs.executable import READLINE_ADVICE
from owari.programs.processes.opponent_time import TOLERATED
from owari.programs.sandbox.child_process import Held, NotIsolated
from owari.records.record import Termination
from owari.report.families import report_of
from owari.text.durations import count
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.formats.schedule import Entrant

_WITHIN = 300.0
"""Seconds that the check of one program may take."""
NEAR = 0.8
"""The part of a limit from which on a time is a warning."""
_MUCH = 0.1
"""Seconds of processor time on the opponent's time from which on they are a warning."""
_MOST_SEEN = 8
"""Occurrences of a situation that a step lists."""
_MORE_GAMES = 6
"""Games, at most, that lead a program to a situation which it cannot enter."""
_MORE_SECONDS = 30.0
"""Seconds of these games, after which no other one begins."""
_FEW = 2
"""Moves that a program also makes where it is misunderstood."""

_FIRST_STEPS = ("start", "moves first", "moves second", "swapped sides")


def steps_of(game: Game) -> tuple[str, ...]:
    """The names of the steps, in their order."""
    situations = LESSONS[game](game).situations
    return (*_FIRST_STEPS, *(situation.name for situation in situations), *_LAST_STEPS)


class Verdict(Enum):
    """What a step says of the program."""

    PASSED = "passed"
    WARNING = "warning"
    """It plays here, and may lose games elsewhere."""
    FAILED = "failed"
    """It loses games."""
    SKIPPED = "skipped"


class Finding(NamedTuple):
    """What a step has found."""

    verdict: Verdict
    found: str
    change: str = ""


class Step(NamedTuple):
    """One step of a check."""

    name: str
    """One of `steps_of`."""
    verdict: Verdict
    found: str
    """What was found, in a clause."""
    change: str = ""
    """What the author can do about it; empty where there is nothing to do."""
    is_rest: bool = False
    """Whether it is skipped with all steps that follow, for one reason."""


def check(
    bot: BotConfig,
    game: Game,
    *,
    within: float = _WITHIN,
    explain: Callable[[str], None] | None = None,
    tell: Callable[[str], None] = lambda now: None,
) -> Generator[Step, None, None]:
    """The steps of a program as they are taken, each of `steps_of` once and in that order.

    It ends after `within` seconds, at most one move or start later, or where the program cannot
    play freely. `explain` is told the dialogue line by line, and `tell` what is done now, after
    each ply of a game. When the iterator ends or is closed, nothing of the program is left.
    """
    names = steps_of(game)
    taken = 0

    def tell_ply(games: int, plies: int) -> None:
        tell(f"{names[taken]}: game {games}, {count(plies, 'ply', 'plies')}")

    trials = Trials(bot, perf_counter() + within, explain, tell_ply)
    with _on_one_core():
        try:
            for step in _Check(bot, game, trials).steps():
                taken += 1
                yield step
                if explain and taken < len(names):
                    explain(f"= next: {names[taken]}")
        except (TimeIsUp, Held, NotIsolated) as end:
            why, change = str(end), "check it again; it was no fault of the program"
            if isinstance(end, TimeIsUp):
                why = f"the {within:g} s of the check were over"
                change = "let it think less long, or give the check more time with --within"
            yield Step(names[taken], Verdict.FAILED, f"not finished: {why}", change)
            yield from _rest(names[taken + 1 :], why)
        finally:
            trials.end()


class _Check:
    """One program on its way through the steps."""

    def __init__(self, bot: BotConfig, game: Game, trials: Trials) -> None:
        self.bot = bot
        self.game = game
        self.trials = trials
        self.settings = trials.settings
        self.names = steps_of(game)
        self.lessons = LESSONS[game](game)
        self.can = Entrant.of(bot.stored)
        self.able: list[Side] = []
        """The sides that it can play, so that no fault is told twice."""
        self.other_keys: str | None = None
        """The advice on other keys; None where they have not been tried."""

    def steps(self) -> Iterator[Step]:
        """The steps as they are taken. Raises TimeIsUp."""
        first = second = None
        if self.can.first:
            first = self.trials.play(
                Side.SOUTH, self.game.start(), self.lessons.lengthens, swaps=True
            )
        else:
            second = self.trials.play(Side.NORTH, self.game.start(), self.lessons.gathers)
        start = self.start()
        yield Step("start", *start)
        if start.verdict is Verdict.FAILED:
            yield from _rest(self.names[1:], "it has to start first of all")
            return
        yield Step("moves first", *self.played(first))
        if self.can.second and second is None:
            second = self.trials.play(Side.NORTH, self.game.start(), self.lessons.gathers)
        yield Step("moves second", *self.played(second))
        self.able = [trial.side for trial in self.trials.games if trial.by_the_rules]
        if not self.able:
            yield from _rest(self.names[3:], "it has to finish a game first of all")
            return
        yield Step("swapped sides", *self.swapped_sides())
        for situation in self.lessons.situations:
            yield Step(situation.name, *self.situation(situation))
        for name, finding in _LAST_STEPS.items():
            yield Step(name, *finding(self))

    def fault(self, trial: Trial, verdict: Verdict = Verdict.FAILED) -> Finding:
        """The finding of a game that a fault of the program has ended."""
        kind, reason = trial.record.ending.termination, trial.record.ending.reason
        cause = trial.cause
        if kind is Termination.DID_NOT_START and self.trials.habits.prompts():
            cause = Cause.PROMPTS
        change = self.advice(kind, cause)
        if (
            kind in (Termination.TIMED_OUT, Termination.DID_NOT_START)
            and not self.trials.habits.said
            and self.trials.speaks_at_its_end(trial.record.start, trial.side)
        ):
            change = _FLUSH
        if len(trial.own) < _FEW and cause is not Cause.NO_READLINE:
            if self.other_keys is None:
                self.other_keys = self.tried_keys(trial)
            change = self.other_keys or change
        return Finding(verdict, reason.removeprefix(f"{self.bot.name} "), change)

    def advice(self, kind: Termination, cause: Cause | None) -> str:
        cell, mistakes = report_of(self.game).cell, self.lessons.mistakes
        return advice(kind, cause, self.trials.protocol, cell=cell, mistakes=mistakes)

    def tried_keys(self, trial: Trial) -> str:
        """The advice on a program that has hardly moved in this game: the keys of its protocol with
        which it plays; empty where none are known."""
        spec = self.trials.protocol
        ways = spec.ways(self.game)
        with suppress(TimeIsUp):
            for way in ways if len(ways) > 1 else ():
                settings = spec.read(way)
                if settings != self.settings.protocol and self.trials.plays_with(
                    settings, trial.side, trial.record.start
                ):
                    return _with_keys(way)
        return ""

    def start(self) -> Finding:
        (trial,) = self.trials.games
        if trial.record.ending.termination is Termination.DID_NOT_START:
            return self.fault(trial)
        if self.trials.lifetime is Lifetime.MOVE:
            return Finding(Verdict.PASSED, "starts anew for each move")
        seconds, limit = self.trials.slowest_start, self.bot.times.start_limit
        found = f"ready after {seconds:.2f} s of {limit:g} s"
        if seconds > NEAR * limit:
            change = "read large files later, or raise `start-limit`"
            return Finding(Verdict.WARNING, found, change)
        return Finding(Verdict.PASSED, found)

    def played(self, trial: Trial | None) -> Finding:
        if trial is None:
            return Finding(Verdict.SKIPPED, "its description says that it cannot")
        if not trial.by_the_rules:
            return self.fault(trial)
        if trial.silent:
            moves = f"{trial.silent} of its {count(len(trial.own), 'move')}"
            found = f"{_told(trial)}; {moves} were played at random, because it named none"
            change = self.advice(Termination.TIMED_OUT, Cause.SILENT)
            return Finding(Verdict.WARNING, found, change)
        return Finding(Verdict.PASSED, _told(trial))

    def swapped_sides(self) -> Finding:
        """North moves first, which happens at a table and in no tournament."""
        if len(self.able) < self.can.first + self.can.second:
            return Finding(Verdict.SKIPPED, "it has to play on the usual sides first of all")
        start = self.game.start(Side.NORTH)
        trials = []
        if self.can.first:
            trials.append(self.trials.play(Side.NORTH, start, self.lessons.restricts))
        if self.can.second and all(trial.by_the_rules for trial in trials):
            trials.append(self.trials.play(Side.SOUTH, start, self.lessons.lengthens))
        bad = [trial for trial in trials if not trial.by_the_rules]
        if bad:
            finding = self.fault(bad[0], Verdict.WARNING)
            seat = "North, moving first" if bad[0].side is Side.NORTH else "South, moving second"
            return finding._replace(
                found=f"as {seat}, which only happens at a table: {finding.found}"
            )
        return Finding(Verdict.PASSED, "North moves first: " + ", ".join(map(_told, trials)))

    def situation(self, situation: Situation) -> Finding:
        """A situation that a game leads to: from its positions, if the program can enter there, and
        in games with an opponent that leads to it."""
        _, positions, wish, came_up = situation
        if self.trials.protocol.joins_in:
            for position, side in product(positions, self.able):
                start = position if side is Side.SOUTH else position.turned()
                trial = self.trials.play(side, start, wish)
                if not trial.by_the_rules:
                    finding = self.fault(trial)
                    return finding._replace(found=f"from {start}: {finding.found}")
        enough = perf_counter() + _MORE_SECONDS
        for seed in range(_MORE_GAMES):
            is_over = perf_counter() >= enough or not self.trials.unhurried
            if is_over or any(map(came_up, self.trials.games)):
                break
            side = self.able[seed % len(self.able)]
            trial = self.trials.play(side, self.game.start(), wish, seed=seed)
            if not trial.by_the_rules:
                return self.fault(trial)
        seen = [found for trial in self.trials.games for found in came_up(trial)]
        if not seen:
            games = len(self.trials.games)
            return Finding(Verdict.SKIPPED, f"did not happen in {games} games")
        return Finding(Verdict.PASSED, _listed(list(dict.fromkeys(seen))))

    def long_game(self) -> Finding:
        trial = self.trials.play(self.able[-1], self.game.start(), self.lessons.lengthens)
        if not trial.by_the_rules:
            return self.fault(trial)
        longest = max(len(trial.record.plies) for trial in self.trials.games)
        return Finding(Verdict.PASSED, count(longest, "ply", "plies"))

    def speed(self) -> Finding:
        times = self.bot.times
        for trial in self.trials.games:
            if trial.record.ending.termination is Termination.TIMED_OUT:
                return self.fault(trial)
        turns = [
            (ply.seconds or 0.0, number)
            for trial in self.trials.games
            for number, ply in enumerate(trial.record.plies, 1)
            if ply.side is trial.side
        ]
        slowest, number = max(turns)
        total = max(sum(ply.seconds or 0.0 for _, ply in trial.own) for trial in self.trials.games)
        found = f"slowest move {slowest:.2f} s{_of(times.per_turn)} (ply {number})"
        found += f", {total:.2f} s{_of(times.per_game)} in its slowest game"
        if not self.trials.improves and (
            slowest > NEAR * (times.per_turn or inf) or total > NEAR * (times.per_game or inf)
        ):
            change = "think less long: on a busy machine it is too late"
            return Finding(Verdict.WARNING, found, change)
        return Finding(Verdict.PASSED, found)

    def opponents_turn(self) -> Finding:
        if self.trials.lifetime is Lifetime.MOVE:
            return Finding(Verdict.PASSED, "does not run then")
        if not self.can.second:
            return Finding(Verdict.SKIPPED, "its description says that it cannot move second")
        start = self.game.start()
        pondering = self.settings.pondering
        used = self.trials.computed_in_pauses(start, self.lessons.lengthens, pondering=pondering)
        found = f"{used:.2f} s of processor time"
        if pondering:
            return Finding(Verdict.PASSED, f"{found}, as it may")
        if used > TOLERATED:
            change = "compute only between a request and its answer, in its own processes"
            return Finding(Verdict.FAILED, f"{found}, though it is stopped then", change)
        used = self.trials.computed_in_pauses(start, self.lessons.lengthens, pondering=True)
        if used > _MUCH:
            found = f"would use {used:.2f} s of processor time, but is stopped then"
            change = "wait for input without computing"
            return Finding(Verdict.WARNING, found, change)
        return Finding(Verdict.PASSED, "waits")

    def output(self) -> Finding:
        if remarks := list(self.trials.habits.remarks()):
            return Finding(Verdict.WARNING, "; ".join(remarks))
        return Finding(Verdict.PASSED, "clean")

    def exit(self) -> Finding:
        self.trials.end(after_game=True)
        departures = self.trials.departures
        if self.trials.lifetime is Lifetime.MOVE or not departures:
            return Finding(Verdict.SKIPPED, "is ended after each answer")
        for how, status in departures:
            if status is None:
                found = f"still ran {TO_LEAVE:g} s after the end of the game, and was ended"
                return Finding(Verdict.WARNING, found, "leave when the game is over")
            if status != 0:
                found = f"{how} after the end of the game"
                return Finding(Verdict.WARNING, found, "leave with exit code 0")
        return Finding(Verdict.PASSED, departures[0].how)

    def end_of_input(self) -> Finding:
        if not self.trials.protocol.can_end_input:
            return Finding(Verdict.SKIPPED, "a terminal does not end its input")
        if self.trials.lifetime is Lifetime.MOVE:
            return Finding(Verdict.PASSED, "its input ends after each position")
        try:
            leaves = self.trials.leaves_at_end_of_input(self.game.start())
        except Fault as fault:
            change = self.advice(fault.kind, fault.cause)
            return Finding(Verdict.FAILED, str(fault), change)
        if not leaves:
            found = "stays when its input ends in mid-game"
            return Finding(Verdict.WARNING, found, "leave at the end of its input")
        return Finding(Verdict.PASSED, "leaves")

    def processes_left(self) -> Finding:
        if stayed := sorted(self.trials.stayed):
            found = f"leaves processes behind: {', '.join(stayed)}; they were ended"
            change = "end all processes that it starts, and wait for them, before it leaves"
            return Finding(Verdict.WARNING, found, change)
        return Finding(Verdict.PASSED, "none")


_LAST_STEPS: dict[str, Callable[[_Check], Finding]] = {
    "long game": _Check.long_game,
    "speed": _Check.speed,
    "opponent's turn": _Check.opponents_turn,
    "output": _Check.output,
    "exit": _Check.exit,
    "end of input": _Check.end_of_input,
    "processes left": _Check.processes_left,
}
"""The steps after all situations, in their order."""


def _rest(names: Sequence[str], why: str) -> Iterator[Step]:
    """The last steps, none of which is taken."""
    return (Step(name, Verdict.SKIPPED, why, is_rest=True) for name in names)


def _listed(seen: Sequence[str]) -> str:
    shown = ", ".join(seen[:_MOST_SEEN])
    more = len(seen) - _MOST_SEEN
    return f"{shown} and {more} more" if more > 0 else shown


def _told(trial: Trial) -> str:
    """How a game ended for the program."""
    score = trial.record.ending.score
    own, other = score.stones(trial.side), score.stones(trial.side.other)
    result = "draws" if own == other else "wins" if own > other else "loses"
    return f"{result} {own}-{other} in {count(len(trial.record.plies), 'ply', 'plies')}"


def _with_keys(way: Mapping[str, Any]) -> str:
    """The advice to set these keys and no others."""
    if not way:
        return "leave out the keys of its protocol: so it plays"
    given = [f"{name}={in_words(value)}" for name, value in way.items()]
    options = shlex.join(word for each in given for word in ("--set", each))
    keys = yaml.safe_dump(dict(way), allow_unicode=True).strip().replace("\n", ", ")
    return f"set `{keys}` in the tournament file, or {options} here: so it plays"


def _of(limit: float | None) -> str:
    return "" if limit is None else f" of {limit:g} s"


@contextmanager
def _on_one_core() -> Iterator[None]:
    """Runs the referee and its programs on one core, as a slot of a tournament does."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


_FLUSH = (
    "flush standard output after each line, because it keeps its output in a buffer: fflush(stdout)"
    " in C, std::endl in C++, flush=True in Python, System.out.flush() in Java"
)

_GENERAL: Mapping[Enum, str] = {
    Cause.OUT_OF_MEMORY: "make its tables smaller, or set a larger `memory`",
    Cause.FILE_TOO_LARGE: "write smaller files, or set a larger `file-size`",
    Cause.MISSING_FILE: "keep all that it needs in its own folder, as files and not as links; a"
    " sandbox hides the folders beside it, unless a setting names them, as"
    " `environment: {{PYTHONPATH: ../shared}}`",
    Cause.MISSING_PROGRAM: "a sandbox shows a script the programs of the system and of its own"
    " folder; start the bot by any other, or put the folder of that into PATH, as"
    " `environment: {{PATH: '/home/ann/env/bin:/usr/bin:/bin'}}`",
    Cause.NO_READLINE: READLINE_ADVICE.replace("{", "{{").replace("}", "}}"),
    Termination.DID_NOT_START: "start it by hand in its folder and read its output",
    Termination.CRASHED: "play the game that --explain shows by hand, and find out why it ends",
    Termination.TIMED_OUT: "look less far ahead, or stop when the time is over; if it has answered,"
    " flush standard output after each line",
    Termination.ILLEGAL_MOVE: "compare its board with the position above: it may treat {mistakes}"
    " differently",
    Termination.TOO_MUCH_OUTPUT: "write nothing but moves to standard output, one on each line",
    Termination.TOO_MUCH_MEMORY: "make its tables smaller, or set a larger `memory`",
    Termination.TOO_MUCH_SHARED: "start fewer threads, and close what it does not need any more",
    Termination.BOARD_DIFFERS: "compare its board with the referee's: it may treat {mistakes}"
    " differently",
    Termination.COMPUTED: "compute only between a request and its answer, in its own processes",
}


def advice(
    kind: Termination, cause: Cause | None, protocol: ProtocolSpec, *, cell: str, mistakes: str
) -> str:
    """What to change after a fault of this kind. The most exact reason decides, and the
    protocol's own advice comes first.

    `cell` is what a move names; `mistakes` are what programs of the family often get wrong.
    """
    for reason in (cause, kind):
        for sentences in (protocol.advice, _GENERAL):
            if reason and reason in sentences:
                return sentences[reason].format(cell=cell, mistakes=mistakes)
    return "read with --explain what it was asked and what it answered"
