"""What the learner has found of a program, and the sentences about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from math import ceil, inf
from typing import Any

from owari.checking.attempts import Attempts
from owari.checking.description_trial import Learned, Start, Trial, together
from owari.checking.other_boards import OtherBoard
from owari.checking.usage_text import shows_usage
from owari.games.game import Game
from owari.players.player import Cause, TimeControl
from owari.programs.executable import READLINE_ADVICE
from owari.programs.program_faults import lacks_readline
from owari.programs.transports.program_output import excerpt
from owari.text.durations import count

PATIENCE = 3
"""How much more time a program gets that is silent after an answer, or too slow for a move."""
_NEAR = 0.8
"""The part of the usual time for a turn from which on a program gets a time of its own."""
_SPARE = 2
"""How many times as long as the slowest turn that is."""
_STEP = 5
"""Seconds of which it is a multiple."""
BEGINS = re.compile(r"\b(?:first|1st|starts?|begins?|opens?|turn\s+order)\b", re.I)
"""Words of a question that asks who begins, and not for a disc."""
_MOST_ENDS = 4
"""Starts that came to nothing, of which a sentence tells."""
_BY_HAND = "`owari protocols console` shows how to describe it by hand"
_FOR_NOBODY = (
    "no key makes it move by itself: if words of its command do, type `owari learn 'COMMAND WORDS'`"
)


def _may_be_silent(seconds: float) -> str:
    """Why a program may be silent for so long, and what to do."""
    return (
        "it may be too slow, or wait for something else to be typed;"
        f" --time {PATIENCE * seconds:g}s gives it more time"
    )


def by_ply(trial: Trial, others: Mapping[Game, Trial]) -> str:
    """How many plies of a program agree with our rules and with those of other games: `as kalah 12
    plies agree, then the program ...; as kalah-empty all 41`."""
    told = [
        f"as {trial.record.game.name} {count(trial.length, 'ply', 'plies')} agree, then the program"
        f" {trial.reason}"
    ]
    for game, other in others.items():
        far = "all" if other.by_the_rules else "at least" if other.is_stopped else ""
        told.append(" ".join(filter(None, ("as", game.name, far, str(other.length)))))
    return "; ".join(told)


class Findings:
    """What has been found of one program."""

    def __init__(self, per_turn: float, start_limit: float) -> None:
        """Both in seconds, for a move and for an output before the first move."""
        self.per_turn = per_turn
        self.start_limit = start_limit
        self.found: dict[bool, Trial] = {}
        """The games that fit, by whether the program moved first."""
        self.best: dict[bool, Trial] = {}
        """The longest game in each order of those that did not end by the rules."""
        self.attempts: list[Attempts] = []
        self.said = ""
        """The end of its output."""
        self.silent: dict[Start, float] = {}
        """The answers after which it was silent, each with its time in seconds."""
        self.dead_ends: dict[Start, str] = {}
        """The answers that lead to no game, each with a clause on what the program did then."""
        self.left_at_once = ""
        """A clause on how it left before any input; empty where it did not."""
        self.tells_usage = False
        """Whether it told its usage then."""
        self.shown: dict[Start, str] = {}
        """Its output after the answers that lead to a game."""
        self.order_question = ""
        """The last question for who begins."""
        self.sisters: dict[Game, Trial] = {}
        """The games by the rules of sister games."""
        self.differing: Trial | None = None
        """The game that shows other rules and was compared with these."""
        self.other_boards: dict[Start, OtherBoard] = {}
        """The answers after which it draws a board that is no start of the game."""
        self.has_drawn = False
        """Whether any of its screens had a board of the game."""
        self.is_over = False
        """Whether its time was over before all was tried."""
        self.usage = ""
        """What it said of the words at the end of its command."""

    def described(self, over: str) -> Learned:
        """The description by the games that fit; `over` is a clause where the time was over."""
        learned = self.with_its_time(self.together(self.found))
        if learned.missing and (compared := self.comparison()):
            learned = replace(learned, missing=f"{learned.missing}; {compared}")
        failed = [first for first in (False, True) if first not in self.found]
        if not failed:
            return learned
        protocol, (first,) = learned.protocol, failed
        tossed = protocol.start_toss is not None  # so that it has both orders
        if not tossed:
            other: dict[str, Any] = {"start_first" if first else "start_second": self.silent_path()}
            protocol = replace(protocol, **other)
        failure = self.failure(first)
        question = self.order_question
        if tossed or over or BEGINS.search(question) or self.silent or self.was_late(first):
            asked = f"the program asks {excerpt(question)!r}, but " if question else ""
            why = "; ".join(filter(None, (over, learned.missing, asked + failure)))
            return replace(learned, protocol=protocol, missing=why)
        if shows_usage(self.usage):
            order = "first" if first else "second"
            failure += (
                f"; its usage says {excerpt(self.usage)!r}, and `{order}-arguments` of `start`"
                " holds words of its command for this order"
            )
        return replace(learned, protocol=protocol, remarks=(*learned.remarks, failure))

    def as_started(self, path: Start) -> Start:
        """What is typed for these answers, where that is something else."""
        return path

    def together(self, found: Mapping[bool, Trial]) -> Learned:
        """The one description that fits in both orders."""
        return together(
            {
                first: replace(trial, path=self.as_started(trial.path))
                for first, trial in found.items()
            }
        )

    def needs_time(self, trial: Trial) -> bool:
        """Whether a turn of the program took hardly less time than a tournament gives it, or
        more."""
        return trial.slowest > _NEAR * min(self.per_turn, TimeControl().per_turn or inf)

    def with_its_time(self, learned: Learned) -> Learned:
        """The same with the time for a turn that it needs, where that of a tournament is hardly
        longer than its slowest turn was."""
        slow = max(self.found.values(), key=lambda trial: trial.slowest)
        if not self.needs_time(slow):
            return learned
        needed = _STEP * ceil(_SPARE * slow.slowest / _STEP)
        took = f"more than {slow.limit:g}" if slow.was_slow else f"{slow.slowest:.1f}"
        remark = (
            f"its slowest turn took {took} s, so the entry has its own `time-per-turn`, {needed} s"
        )
        return replace(learned, per_turn=needed, remarks=(*learned.remarks, remark))

    def comparison(self) -> str:
        """How far the game that shows other rules came by each of our rules; empty for none."""
        return by_ply(self.differing, self.sisters) if self.differing and self.sisters else ""

    def silent_path(self) -> tuple[str, ...] | None:
        """The answers after which it was silent, where they may lead to the order that is missing:
        but for the last they are those that lead to the other. None where there are none, but no
        answers where its time was over before that was found out."""
        [found] = self.found.values()
        before = found.path.answers[:-1]
        silent = (path for path in self.silent if path.answers and path.answers[:-1] == before)
        unknown = () if self.is_over else None
        return next((self.as_started(path).answers for path in silent), unknown)

    def moves_for_nobody(self) -> bool:
        """Whether it asks for the moves of both sides, as far as games show, and makes none."""
        games = [trial for each in self.attempts for trial in each.failed]
        asks = any(trial.asks_for_both_sides for trial in games)
        return asks and not self.found and not any(trial.own_moves for trial in games)

    def no_description(self) -> tuple[str, str]:
        """Why there is no description in either order, and what to do, which may be empty."""
        if self.best:
            advice = _FOR_NOBODY if self.moves_for_nobody() else _BY_HAND
            return "; ".join(map(self.failure, self.best)), advice
        if lacks_readline(self.said):
            return f"the program left: {READLINE_ADVICE}", ""
        if self.left_at_once and not self.dead_ends and not self.silent:
            return self.left_at_once, ""
        alike: dict[str, list[Start]] = {}
        for path, did in self.dead_ends.items():
            alike.setdefault(did, []).append(path)
        ends = [
            f"{path.after} {did}"
            + (f", as in {count(len(others), 'other start')}" if others else "")
            for did, (path, *others) in alike.items()
        ]
        ends += [f"{path.after} is silent for {time:g} s" for path, time in self.silent.items()]
        more = len(ends) - _MOST_ENDS
        rest = [f"{count(more, 'more start')} came no further"] if more > 0 else []
        if self.silent:
            rest.append(_may_be_silent(max(self.silent.values())))
        begun = self.left_at_once or "no game began"
        return "; ".join((begun, *ends[:_MOST_ENDS], *rest)), _BY_HAND

    def failure(self, first: bool) -> str:
        """Why there is no description in this order."""
        order = "first" if first else "second"
        if first not in self.best and self.silent:
            path, seconds = next(iter(self.silent.items()))
            return f"{path.after} is silent for {seconds:g} s: {_may_be_silent(seconds)}"
        if first not in self.best and (left := self.untried(first)):
            return f"whether it moves {order} {left} was not tried any more"
        if first not in self.best:
            return self.unseen(order)
        longest = self.best[first]
        waits = longest.cause is Cause.WRONG_START and not longest.length
        if waits and (not first) in self.found and not self.was_late(first):
            return self.unseen(order)
        if longest.own_moves:
            sentence = (
                f"no settings that were tried play a whole game where the program moves {order}:"
                f" the longest game has {count(longest.length, 'ply', 'plies')}, then the program"
                f" {longest.reason}"
            )
        else:
            sentence = (
                f"no move of the program was understood where it moves {order}:"
                f" {self.as_started(longest.path).after} {self.always(longest)}{longest.reason}"
            )
        if not self.was_late(first):
            return sentence
        more = any(each.had_more_time for each in self.late_games(first))
        times = [each.patience for each in self.late_attempts(first)]
        seconds = self.per_turn * max(*times, PATIENCE if more else 1)
        if not longest.was_slow:
            return (
                f"{sentence}; another game it lost on time: --time {PATIENCE * seconds:g}s gives it"
                " more"
            )
        late = [each for each in self.late_games(first) if each.asks_when_late]
        why = "it may wait for another answer, or be too slow" if late else "it is too slow"
        if any(each.dialogue.draws_no_reply() for each in late):
            why = f"its last board shows only ours, as if persons played both sides; {why}"
        return (
            f"{sentence}; {why}, or the machine is busy:"
            f" --time {PATIENCE * seconds:g}s gives it more time"
        )

    def unseen(self, order: str) -> str:
        """That it was never seen to move in this order."""
        if self.is_over:
            return f"whether it moves {order} was not found out in that time"
        return f"no answer that was tried makes it move {order}"

    def always(self, trial: Trial) -> str:
        """`leaves as soon as a move is typed ...: it `, where the games like this one show that;
        else empty."""
        for each in self.attempts:
            if each.path == trial.path and each.first is trial.first and each.farewell:
                games = len(each.failed)
                return f"leaves as soon as a move is typed, in the same way in {games} games: it "
        return ""

    def untried(self, first: bool) -> str:
        """`after '1'`, the answers after which no game was played in this order, though it may move
        so; empty where there are none."""
        left = [each for each in self.attempts if each.first is first and not each.is_hopeless]
        answers = [", ".join(map(repr, each.path.answers)) for each in left if not each.tried]
        return f"after {' or '.join(answers)}" if any(answers) else ""

    def late_attempts(self, first: bool) -> list[Attempts]:
        """Those in this order with games that it has lost on time."""
        return [each for each in self.attempts if each.first is first and each.late()]

    def late_games(self, first: bool) -> list[Trial]:
        """The games in this order that it has lost on time."""
        return [trial for each in self.late_attempts(first) for trial in each.late()]

    def was_late(self, first: bool) -> bool:
        """Whether it has no description in this order and was too slow for one."""
        return first not in self.found and bool(self.late_attempts(first))

    def limit_after(self, path: Start) -> float:
        """The seconds that it has for each output after these answers."""
        return self.start_limit * (PATIENCE if path in self.silent else 1)
