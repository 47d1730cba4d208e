"""What was tried in one order after the same answers, and what that leaves to try."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from owari.checking.description_trial import Start, Trial
from owari.players.player import Cause
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.menus import lines_above
from owari.programs.dialogues.console.questions import ASKED_IN

_MOST_LATE = 2
"""Games that the program may lose on time before other names for moves are given up. A busy machine
is no reason to stop at the first, and other names make no program faster."""
_ALONE = 4
"""By how much longer a program that seems to leave all moves to persons waits for its next try, and
one that asks for a move where it should begin, or seems to play no game yet."""
_MOST_STUCK = 8
"""Games that came no further than the first move, after which less likely answers are tried."""
_ENOUGH_ALIKE = 3
"""Inputs after which a program that left in the same way each time is one that always does."""
_MOST_PROGRESS = 10
"""Plies from which on further ones make an order no likelier."""


@dataclass(eq=False)
class Attempts:
    """The trials of a program in one order after the same answers."""

    path: Start
    first: bool
    """Whether the program is to move first."""
    seen: list[str]
    """Texts that tell how it calls moves: it may say that where it refuses one."""
    is_hopeless: bool = False
    """Whether it does not play so, however moves are named."""
    patience: int = 1
    """How many times as long as others it may take for a move."""
    is_doubtful: bool = False
    """Whether the program neither draws a board nor asks for a move then."""
    seconds: float = 0.0
    """The time of the trials."""
    failed: list[Trial] = field(default_factory=list)
    tried: set[ConsoleProtocol] = field(default_factory=set)

    @property
    def priority(self) -> tuple[float, bool]:
        """The least is tried next: what has had little time and few games, or has come far. A
        program waits for its opponent oftener than it begins."""
        furthest = max((trial.length for trial in self.failed), default=0)
        waits = self.first and any(not trial.record.plies for trial in self.failed)
        alone = _ALONE if waits or any(trial.is_left_to_persons for trial in self.failed) else 1
        alone *= _ALONE if self.is_doubtful else 1
        cost = alone * (self.seconds + len(self.failed))
        return cost / (1 + min(furthest, _MOST_PROGRESS)), self.first

    @property
    def is_refuted(self) -> bool:
        """Whether a game has begun in the other order, and not with a question."""
        wrong = [trial for trial in self.failed if trial.cause is Cause.WRONG_START]
        return any(not trial.dialogue.unanswered for trial in wrong)

    def orders_seen(self) -> set[bool]:
        """Whether the program has begun, as far as the games tell."""
        as_needed = any(trial.record.plies for trial in self.failed)
        return {*[self.first] * as_needed, *[not self.first] * self.is_refuted}

    @property
    def request(self) -> list[str]:
        """The last words before the first move, which may say whose turn it is: another side has
        other first moves."""
        return lines_above(self.seen[0])[-ASKED_IN:]

    @property
    def is_stuck(self) -> bool:
        """Whether none of many games came further than the first move, or the rules differ."""
        furthest = max((trial.length for trial in self.failed), default=0)
        stuck = furthest <= 1 and len(self.failed) > _MOST_STUCK
        return stuck or any(trial.fits for trial in self.failed)

    @property
    def farewell(self) -> tuple[str, str] | None:
        """How it leaves, and its screen then, where it did so in every game as soon as the first
        move was typed, whichever of several that was; else None."""
        if len({trial.first_typed for trial in self.failed} - {None, ""}) < _ENOUGH_ALIKE:
            return None
        farewells = {trial.farewell for trial in self.failed}
        return farewells.pop() if len(farewells) == 1 else None

    def late(self) -> list[Trial]:
        """The games that the program has lost on time."""
        return [trial for trial in self.failed if trial.was_slow]

    def late_to_repeat(self) -> ConsoleProtocol | None:
        """The description of the last game, where that was the first to be lost on time: it is
        played once more with more time."""
        late = self.late() if self.patience == 1 else []
        is_first = bool(late) and late[-1] is self.failed[-1] and not late[-1].had_more_time
        return late[-1].variant if is_first else None

    def next(
        self,
        variants: Iterable[ConsoleProtocol],
        others: Iterable[Attempts],
        may_be: Callable[[ConsoleProtocol], bool],
    ) -> ConsoleProtocol | None:
        """The first of the variants that may fit after all trials: these and, of other attempts,
        those that tell how moves are typed. To a program that leaves whatever is typed, nothing is
        typed twice."""
        alike = [
            each for each in others if each.first is self.first and each.request == self.request
        ]
        told = [trial for each in alike for trial in each.failed]
        left = self.farewell
        useless = [
            trial for each in alike if left and each.farewell == left for trial in each.failed
        ]
        for variant in variants:
            if (
                variant not in self.tried
                and may_be(variant)
                and not any(trial.rules_out(variant) for trial in self.failed)
                and not any(trial.shows_other_names(variant) for trial in told)
                and not any(trial.types_as(variant) for trial in useless)
            ):
                return variant
        return None

    def add(self, trial: Trial, seconds: float) -> None:
        """Keeps a game that did not end by the rules."""
        self.failed.append(trial)
        self.seconds += seconds
        if trial.dialogue.refused:
            self.seen.append(trial.dialogue.screen())
        ends = trial.is_hopeless or trial.asks_for_both_sides or trial.fails_by_itself
        if ends or len(self.late()) >= _MOST_LATE:
            self.is_hopeless = True
