"""Walks a program through what evenings fail on, under the conditions of its tournament.

Its author reads, before anybody else does, what would go wrong, and in a sentence what to change.
The referee plays the games as in a tournament, with the same clocks and sandbox and on one core;
the opponents are ours, and lead a game to where programs fail. Into the midst of a game go only
those that can join in there; what has not come up for the others is said to be skipped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from itertools import product
from time import perf_counter
from typing import NamedTuple

from owari.checking.advice import FLUSH, advice
from owari.checking.lessons import Situation, lessons
from owari.checking.trial import TimeIsUp, Trial, Trials
from owari.games.game import Game, Side
from owari.games.mancala import SowingRules
from owari.players.player import Fault
from owari.programs.dialogues.dialogue import Lifetime
from owari.programs.opponent_time import TOLERATED
from owari.records.record import Termination
from owari.tournament.schedule import Entrant
from owari.tournament.tournament_settings import BotConfig

__all__ = ["WITHIN", "Step", "Verdict", "check", "steps_of"]

WITHIN = 300.0
"""Seconds that the check of one program may take."""
NEAR = 0.8
"""The part of a limit from which on it is remarked."""
MUCH = 0.1
"""Seconds of the processor on the opponent's time that are remarked."""
MOST_SEEN = 8
"""Times that something came up which are told."""
MORE_GAMES = 6
"""Games, at most, to lead a program where nobody can put it."""

BEFORE = ("start", "moves first", "moves second", "other seats")
AFTER = ("long game", "speed", "other's turn", "output", "leaving", "end of input", "survivors")


def steps_of(game: Game) -> tuple[str, ...]:
    """The names of the steps, in their order."""
    return (*BEFORE, *(situation.name for situation in lessons(game).situations), *AFTER)


class Verdict(Enum):
    PASSED = "passed"
    WARNING = "warning"
    FAILED = "failed"
    SKIPPED = "skipped"


class Step(NamedTuple):
    name: str
    """One of `steps_of`."""
    verdict: Verdict
    found: str
    """What was seen."""
    change: str = ""
    """What its author can do about it; empty where there is nothing to do."""


def check(
    bot: BotConfig,
    game: Game,
    *,
    within: float = WITHIN,
    explain: Callable[[str], None] | None = None,
) -> Generator[Step, None, None]:
    """The steps of a program as they are taken, each of `steps_of` once and in that order.

    It ends after `within` seconds, at most one move or start later. `explain` is told the dialogue
    line by line. When the iterator ends or is closed, nothing of the program is left.
    """
    trials = Trials(bot, perf_counter() + within, explain)
    names = steps_of(game)
    taken = 0
    with _on_one_core():
        try:
            for step in _Check(bot, game, trials).steps():
                taken += 1
                yield step
                if explain and taken < len(names):
                    explain(f"= next: {names[taken]}")
        except TimeIsUp:
            why = f"the {within:g} s that the check may take were over"
            change = "let it think less long, or give the check more time with --within"
            yield Step(names[taken], Verdict.FAILED, f"not finished: {why}", change)
            yield from (Step(name, Verdict.SKIPPED, why) for name in names[taken + 1 :])
        finally:
            trials.end()


class _Check:
    def __init__(self, bot: BotConfig, game: Game, trials: Trials) -> None:
        self.bot = bot
        self.game = game
        self.trials = trials
        self.settings = trials.settings
        self.sowing = isinstance(game, SowingRules)
        self.names = steps_of(game)
        self.lessons = lessons(game)
        self.can = Entrant.of(bot.stored)
        self.first: Trial | None = None
        self.second: Trial | None = None
        self.able: list[Side] = []
        """The sides that it can play, so that no fault is told twice."""

    def steps(self) -> Iterator[Step]:
        if self.can.first:
            self.first = self.trials.play(
                Side.SOUTH, self.game.start(), self.lessons.lingers, swaps=True
            )
        else:
            self.second = self.trials.play(Side.NORTH, self.game.start(), self.lessons.hoards)
        start = self.start()
        yield start
        if start.verdict is Verdict.FAILED:
            yield from self.skipped(self.names[1:], "it has to start first of all")
            return
        yield self.played("moves first", self.first, "it cannot, by its description")
        if self.can.second and self.second is None:
            self.second = self.trials.play(Side.NORTH, self.game.start(), self.lessons.hoards)
        yield self.played("moves second", self.second, "it cannot, by its description")
        self.able = [trial.side for trial in self.trials.games if trial.by_the_rules]
        if not self.able:
            yield from self.skipped(self.names[3:], "it has to play a game to its end first of all")
            return
        yield self.other_seats()
        for situation in self.lessons.situations:
            yield self.situation(situation)
        yield self.long_game()
        yield self.speed()
        yield self.others_turn()
        yield self.output()
        end_of_input = self.end_of_input()
        yield self.leaving()
        yield end_of_input
        yield self.survivors()

    def skipped(self, names: Sequence[str], why: str) -> Iterator[Step]:
        return (Step(name, Verdict.SKIPPED, why) for name in names)

    def fault(self, name: str, trial: Trial, verdict: Verdict = Verdict.FAILED) -> Step:
        """The step of a game that a fault of the program has ended."""
        kind, reason = trial.record.ending.termination, trial.record.ending.reason
        change = advice(kind, reason, self.settings, sowing=self.sowing)
        silent = kind in (Termination.TIMED_OUT, Termination.DID_NOT_START)
        if (
            silent
            and not self.trials.ears.said
            and self.trials.speaks_at_its_end(trial.record.start, trial.side)
        ):
            change = FLUSH
        return Step(name, verdict, reason.removeprefix(f"{self.bot.name} "), change)

    def start(self) -> Step:
        (trial,) = self.trials.games
        if trial.record.ending.termination is Termination.DID_NOT_START:
            return self.fault("start", trial)
        if self.trials.lifetime is Lifetime.MOVE:
            return Step("start", Verdict.PASSED, "it is started for each move")
        seconds, limit = self.trials.slowest_start, self.bot.times.start_limit
        found = f"ready after {seconds:.2f} s, of {limit:g} s"
        if seconds > NEAR * limit:
            change = "read large files later, or raise `start-limit`"
            return Step("start", Verdict.WARNING, found, change)
        return Step("start", Verdict.PASSED, found)

    def played(self, name: str, trial: Trial | None, why_not: str) -> Step:
        if trial is None:
            return Step(name, Verdict.SKIPPED, why_not)
        if not trial.by_the_rules:
            return self.fault(name, trial)
        return Step(name, Verdict.PASSED, _told(trial))

    def other_seats(self) -> Step:
        """The seats that nobody has in a tournament, where who moves first is South."""
        name = "other seats"
        if len(self.able) < self.can.first + self.can.second:
            return Step(name, Verdict.SKIPPED, "it has to play in the usual ones first of all")
        trials = []
        if self.can.first:
            trials.append(
                self.trials.play(Side.NORTH, self.game.start(Side.NORTH), self.lessons.starves)
            )
        if self.can.second and all(trial.by_the_rules for trial in trials):
            trials.append(
                self.trials.play(Side.SOUTH, self.game.start(Side.NORTH), self.lessons.lingers)
            )
        bad = [trial for trial in trials if not trial.by_the_rules]
        if bad:
            step = self.fault(name, bad[0], Verdict.WARNING)
            seat = "North, moving first" if bad[0].side is Side.NORTH else "South, moving second"
            return step._replace(found=f"as {seat}, which only happens at a table: {step.found}")
        return Step(name, Verdict.PASSED, "North moves first: " + ", ".join(map(_told, trials)))

    def situation(self, situation: Situation) -> Step:
        """What has to come up in a game, from positions of its own for those that can join in
        there, and else where an opponent leads."""
        name, positions, wish, came_up = situation
        if self.settings.protocol.spec.joins_in:
            for position, side in product(positions, self.able):
                start = position if side is Side.SOUTH else position.turned()
                trial = self.trials.play(side, start, wish)
                if not trial.by_the_rules:
                    step = self.fault(name, trial)
                    return step._replace(found=f"from {start}: {step.found}")
        for seed in range(MORE_GAMES):
            if any(map(came_up, self.trials.games)) or not self.trials.unhurried:
                break
            side = self.able[seed % len(self.able)]
            trial = self.trials.play(side, self.game.start(), wish, seed=seed)
            if not trial.by_the_rules:
                return self.fault(name, trial)
        seen = [found for trial in self.trials.games for found in came_up(trial)]
        if not seen:
            games = len(self.trials.games)
            return Step(name, Verdict.SKIPPED, f"it did not come up in {games} games")
        return Step(name, Verdict.PASSED, _listed(list(dict.fromkeys(seen))))

    def long_game(self) -> Step:
        trial = self.trials.play(self.able[-1], self.game.start(), self.lessons.lingers)
        if not trial.by_the_rules:
            return self.fault("long game", trial)
        longest = max(len(trial.record.plies) for trial in self.trials.games)
        return Step("long game", Verdict.PASSED, f"{longest} plies")

    def speed(self) -> Step:
        times = self.bot.times
        late = [
            trial
            for trial in self.trials.games
            if trial.record.ending.termination is Termination.TIMED_OUT
        ]
        if late:
            return self.fault("speed", late[0])
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
            slowest > NEAR * (times.per_turn or float("inf"))
            or total > NEAR * (times.per_game or float("inf"))
        ):
            change = "think less long: a busy machine takes the rest"
            return Step("speed", Verdict.WARNING, found, change)
        return Step("speed", Verdict.PASSED, found)

    def others_turn(self) -> Step:
        name = "other's turn"
        if self.trials.lifetime is Lifetime.MOVE:
            return Step(name, Verdict.PASSED, "it does not run then")
        if not self.can.second:
            return Step(name, Verdict.SKIPPED, "it cannot move second, by its description")
        start = self.game.start()
        pondering = self.settings.pondering
        used = self.trials.computed_in_pauses(start, self.lessons.lingers, pondering=pondering)
        found = f"{used:.2f} s of the processor while we thought"
        if pondering:
            return Step(name, Verdict.PASSED, f"{found}, as it may")
        if used > TOLERATED:
            change = (
                "compute only between `go` and the answer, and in no process of a session apart"
            )
            return Step(name, Verdict.FAILED, f"{found}, though it was stopped", change)
        used = self.trials.computed_in_pauses(start, self.lessons.lingers, pondering=True)
        if used > MUCH:
            found = f"it would use {used:.2f} s of the processor while we think; it is stopped then"
            change = "wait for its input without computing"
            return Step(name, Verdict.WARNING, found, change)
        return Step(name, Verdict.PASSED, "it waits")

    def output(self) -> Step:
        remarks = list(self.trials.ears.remarks(self.settings))
        if remarks:
            return Step("output", Verdict.WARNING, "; ".join(remarks))
        return Step("output", Verdict.PASSED, "clean")

    def leaving(self) -> Step:
        departures = self.trials.departures
        if self.trials.lifetime is Lifetime.MOVE or not departures:
            return Step("leaving", Verdict.SKIPPED, "it is ended when it has answered")
        for departure in departures:
            if not departure.by_itself:
                found = "it was still there 0.5 s after the end of the game, and was ended"
                return Step("leaving", Verdict.WARNING, found, "leave when the game is over")
            if departure.how != "left with exit code 0":
                found = f"{departure.how} after the end of the game"
                return Step("leaving", Verdict.WARNING, found, "leave with exit code 0")
        return Step("leaving", Verdict.PASSED, departures[0].how)

    def end_of_input(self) -> Step:
        name = "end of input"
        if not self.settings.protocol.spec.can_end_input:
            return Step(name, Verdict.SKIPPED, "nobody at a terminal ends it")
        if self.trials.lifetime is Lifetime.MOVE:
            return Step(name, Verdict.PASSED, "it ends behind each position")
        try:
            leaves = self.trials.leaves_at_end_of_input(self.game.start())
        except Fault as fault:
            return Step(
                name, Verdict.FAILED, str(fault), advice(fault.kind, str(fault), self.settings)
            )
        if not leaves:
            found = "it stays when its input ends in the midst of a game"
            return Step(name, Verdict.WARNING, found, "leave at the end of its input")
        return Step(name, Verdict.PASSED, "it leaves")

    def survivors(self) -> Step:
        if stayed := sorted(self.trials.stayed):
            found = f"it leaves processes behind: {', '.join(stayed)}; they were ended"
            change = "end what it starts, and wait for it, before it leaves"
            return Step("survivors", Verdict.WARNING, found, change)
        return Step("survivors", Verdict.PASSED, "none")


def _listed(seen: Sequence[str]) -> str:
    shown = ", ".join(seen[:MOST_SEEN])
    more = len(seen) - MOST_SEEN
    return f"{shown} and {more} more" if more > 0 else shown


def _told(trial: Trial) -> str:
    """How a game ended, from the program's view."""
    score = trial.record.ending.score
    own, other = score.stones(trial.side), score.stones(trial.side.other)
    return f"{own}-{other} in {len(trial.record.plies)} plies"


def _of(limit: float | None) -> str:
    return "" if limit is None else f" of {limit:g} s"


@contextmanager
def _on_one_core() -> Iterator[None]:
    """As a slot has it, for us and the programs that are started meanwhile."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
