"""Learns the description of a console program: talks and plays with it until its moves are
understood.

First the learner starts the program again and again. It tries the answers that each question before
the first move offers, until the program wants a move or has made one. Then it plays whole games,
with each way to name pits or squares and each side that the program may take. It stops when a game
in each order ends by the rules. A game of thirty plies does not do that by chance. A program with
rules of its own is described as far as it is understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from math import inf
from time import perf_counter, sleep
from typing import Any

from owari.checking.description_candidates import Candidates, amended
from owari.checking.description_trial import (
    PROGRAM,
    Answers,
    Learned,
    NotLearned,
    Trial,
    after,
    agree,
    named,
    seat_of,
    together,
)
from owari.checking.pit_candidates import PitCandidates
from owari.checking.square_candidates import SquareCandidates
from owari.checking.start_talk import said_after
from owari.checking.watched_program import WatchedProgram
from owari.games.family import FamilyTable
from owari.games.game import Game, Side
from owari.games.mancala import OWARI, SowingRules
from owari.games.othello import OthelloRules
from owari.players.player import TimeControl
from owari.players.simple_bots import RandomPlayer
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.questions import (
    asks_who_begins,
    further_answers,
)
from owari.programs.excerpts import excerpt
from owari.programs.program import NEXT_SECOND
from owari.programs.program_settings import ProgramSettings
from owari.records.record import Termination
from owari.referee.referee import play_game
from owari.report.paragraphs import count

__all__ = ["Learned", "NotLearned", "learn"]

MOST_STARTS = 32
"""Starts of the program to find its questions."""
MOST_QUESTIONS = 6
MOST_AMENDED = 6
"""Times that a description is completed for questions in mid-game."""
MOST_LATE = 2
"""Games that the program may lose on time in one order after the same answers. A busy machine is no
reason to stop at the first, and other names for moves make no program faster."""
MOST_TOSSES = 4
"""Starts with the same answers until the program counts as one that does not toss."""
START_LIMIT = 10.0
"""The least number of seconds for a program to ask something."""
TOSSES = re.compile(r"\bcoin\b|\btoss\w*|\brandom\w*|\bdice\b|\blots?\b", re.I)
"""Words about chance."""
SEED = 1
PROBES = ("1", "f5")
"""Answers that make a program speak which waits for a person in silence."""
SILENT = (
    "the program asks nothing; if it speaks a protocol, test it with 'owari check --protocol NAME'"
)
BY_HAND = "`owari protocols console` shows how to describe it by hand"

CANDIDATES: FamilyTable[Callable[[Any], Candidates]] = FamilyTable(
    "description", {SowingRules: PitCandidates, OthelloRules: SquareCandidates}
)
"""The descriptions to try for each family of games."""


def learn(
    settings: ProgramSettings,
    tell: Callable[[str], None],
    *,
    per_turn: float = 10.0,
    game: Game = OWARI,
    within: float = inf,
    given: ConsoleProtocol | None = None,
) -> Learned:
    """The description of a program, whose own protocol does not matter. `tell` gets each step in a
    sentence; `per_turn` is in seconds. Keys that are `given`, and no defaults, are kept. It gives
    up after `within` seconds, at most one move or start later. Raises NotLearned, or Fault when the
    program cannot run at all."""
    if why := ConsoleProtocol.spec.unfit(game):
        raise NotLearned(why)
    return _Learner(settings, tell, per_turn, game, within, given or ConsoleProtocol()).learn()


class _Learner:
    """Learns one program."""

    def __init__(
        self,
        settings: ProgramSettings,
        tell: Callable[[str], None],
        per_turn: float,
        game: Game,
        within: float,
        given: ConsoleProtocol,
    ) -> None:
        self.given = given
        self.kept = {
            field.name: getattr(given, field.name)
            for field in fields(given)
            if getattr(given, field.name) != field.default and not field.name.startswith("start_")
        }
        """The keys that are known, but for the start."""
        self.within = within
        self.deadline = perf_counter() + within
        self.settings = settings
        self.tell = tell
        self.game = game
        self.family = CANDIDATES[game](game)
        self.per_turn = per_turn
        self.start_limit = max(START_LIMIT, per_turn)
        self.times = TimeControl(per_turn=per_turn, start_limit=self.start_limit)
        self.found: dict[bool, Trial] = {}
        """The games that fit, by whether the program moved first."""
        self.best: dict[bool, Trial] = {}
        """The longest game in each order of those that did not end by the rules."""
        self.late: Counter[tuple[bool, Answers]] = Counter()
        """The number of games in which it was too slow, by order and answers."""
        self.said = ""
        """The end of its output."""
        self.left_at_once = False
        """Whether it left before any input."""
        self.shown: dict[Answers, str] = {}
        """Its output after the answers that lead to a game."""
        self.others: list[Answers] = []
        """Less likely answers, for later."""
        self.order_question = ""
        """The last question for who begins."""
        self.left_to_start = MOST_STARTS

    def learn(self) -> Learned:
        """The description. Raises NotLearned."""
        paths: list[Answers] = [()]
        if known := self.known_start():
            paths = []
            self.play(list(dict.fromkeys(known.values())), known)
        while paths and len(self.found) < 2:
            playing = list(self.starts(paths))
            if any(map(TOSSES.search, self.shown.values())) and (learned := self.by_toss()):
                return learned
            self.play(playing)
            paths, self.others = self.others, []
        if len(self.found) < 2 and not self.order_question and (learned := self.by_toss()):
            return learned
        if not self.found:
            raise NotLearned(self.no_description())
        learned = together(self.found)
        failures = tuple(self.failure(first) for first in (False, True) if first not in self.found)
        if failures and (self.order_question or any(map(self.was_late, (False, True)))):
            question = self.order_question
            asked = f"the program asks {excerpt(question)!r}, but " if question else ""
            why = "; ".join(filter(None, (learned.missing, asked + failures[0])))
            return replace(learned, missing=why)
        return replace(learned, remarks=learned.remarks + failures)

    def no_description(self) -> str:
        """Why there is no description in either order, and what to do."""
        if self.best:
            return "; ".join((*map(self.failure, self.best), BY_HAND))
        said = f"it said {excerpt(self.said)!r}" if self.said.strip() else "it said nothing"
        if self.left_at_once:
            return f"the program left before it asked for anything; {said}"
        return f"the program asks no question that can be answered; {said}; {BY_HAND}"

    def known_start(self) -> dict[bool, Answers]:
        """The answers before the first move that are given, by whether the program moves first."""
        known = {True: self.given.start_first, False: self.given.start_second}
        if self.given.start_toss is not None:
            self.shown[self.given.start_toss] = ""
        if self.given.start_toss is not None or set(known.values()) == {()}:
            return {}
        paths = {first: path for first, path in known.items() if path is not None}
        self.shown.update({path: self.said_after(path)[0] or "" for path in paths.values()})
        return paths

    def play(self, paths: Sequence[Answers], known: Mapping[bool, Answers] = {}) -> None:
        """Plays games after these answers, until both orders are found; after the `known` ones
        only, by order, where some are."""
        hopeless = {
            (first, path)
            for first in (False, True)
            for path in paths
            if known and known.get(first) != path
        }
        """Orders in which it does not play after these answers, however moves are named."""
        for path in paths if not known else ():
            begun = self.family.has_begun(self.shown[path])
            if begun is not None:
                hopeless.add((not begun, path))
        shown = [self.shown[path] for path in paths]
        for variant in self.variants(shown) if paths else ():
            others: dict[bool, Trial] = {}
            """Games in which its rules seem to differ: after another answer they may be ours."""
            for first in (False, True):
                for path in paths:
                    if first in self.found or (first, path) in hopeless:
                        continue
                    if not self.agrees(variant, path):
                        continue
                    trial = self.completed(self.trial(variant, path, first))
                    if trial.by_the_rules:
                        self.found[first] = trial
                    elif trial.fits:
                        others.setdefault(first, trial)
                    elif trial.is_hopeless or self.late[first, path] >= MOST_LATE:
                        hopeless.add((first, path))
            for first, trial in others.items():
                if first not in self.found and self.agrees(trial.variant, trial.path):
                    self.found[first] = trial
            if len(self.found) == 2:
                return

    def agrees(self, variant: ConsoleProtocol, path: Answers) -> bool:
        """Whether one description can hold for a game of this one and for those that fit."""
        return all(agree(variant, path, trial) for trial in self.found.values())

    def completed(self, trial: Trial) -> Trial:
        """The game again, with answers to questions in mid-game, as far as these lead further."""
        for _ in range(MOST_AMENDED):
            if trial.fits or trial.record.ending.termination is not Termination.UNREADABLE:
                return trial
            for variant in amended(trial.variant, trial.dialogue.screen(), we_pass=trial.we_passed):
                better = self.trial(variant, trial.path, trial.first)
                if better.fits or len(better.record.plies) > len(trial.record.plies):
                    trial = better
                    break
            else:
                return trial
        return trial

    def by_toss(self) -> Learned | None:
        """The description of a program that tosses for who begins, so that the same answers lead to
        both orders; None where it does not toss."""
        for path in self.shown:
            if not self.is_tossed(path):
                continue
            for variant in self.likely():
                tossed = replace(variant, start_toss=path)
                trials = [
                    self.completed(self.trial(tossed, path, first)) for first in (False, True)
                ]
                if all(trial.fits for trial in trials):
                    return together(dict(zip((False, True), trials, strict=True)))
                if not any(trial.record.plies for trial in trials):
                    break
        return None

    def likely(self) -> list[ConsoleProtocol]:
        """The descriptions that fit in one order, or else all that may fit."""
        if self.found:
            return [trial.variant for trial in self.found.values()]
        return list(self.variants(list(self.shown.values())))

    def variants(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """The descriptions that may fit, with all that is known."""
        descriptions = self.family.descriptions(shown)
        yield from dict.fromkeys(replace(each, **self.kept) for each in descriptions)

    def is_tossed(self, path: Answers) -> bool:
        """Whether its output differs from one start to the next."""
        for toss in range(MOST_TOSSES):
            if toss > 1:
                sleep(NEXT_SECOND)
            text, _ = self.said_after(path)
            if text is not None and text != self.shown[path]:
                return True
        return False

    def failure(self, first: bool) -> str:
        """Why there is no description in this order."""
        order = "first" if first else "second"
        if first not in self.best:
            return f"no answer makes it move {order}"
        longest = self.best[first]
        sentence = (
            f"no description works where the program moves {order}: the best one reaches ply"
            f" {len(longest.record.plies)}, then the program {longest.reason}"
        )
        if not self.was_late(first):
            return sentence
        return (
            f"{sentence}; it is too slow, or the machine is busy:"
            f" --time {3 * self.per_turn:g}s gives it more time"
        )

    def was_late(self, first: bool) -> bool:
        """Whether it has no description in this order and was too slow for one."""
        return first not in self.found and any(order is first for order, _ in self.late)

    def starts(self, open_paths: list[Answers]) -> Iterator[Answers]:
        """The answers after which it wants a move or may have made one."""
        while open_paths and self.left_to_start:
            path = open_paths.pop(0)
            self.left_to_start -= 1
            text, goes_on = self.said_after(path)
            if text is None:
                continue
            self.said = text
            if not path and goes_on and self.stays_silent(text):
                raise NotLearned(SILENT)
            self.left_at_once |= not path and not goes_on
            in_play = (
                not goes_on
                or len(path) == MOST_QUESTIONS
                or self.family.lists_moves(text)
                or (
                    self.family.pits
                    and self.family.wants_a_move(text, drawn=self.family.draws(text))
                )
            )
            asked = [] if in_play else self.family.answers(text)
            if asked:
                shown = ", ".join(repr(answer) for answer in asked)
                self.tell(f"{after(path)} asks {excerpt(text, 60)!r}: trying {shown}")
                open_paths += [(*path, answer) for answer in asked]
                self.others += [(*path, answer) for answer in further_answers(text, asked)]
                if asks_who_begins(text):
                    self.order_question = excerpt(text, 60)
            elif goes_on and (path or self.family.wants_a_move(text, drawn=True)):
                self.tell(f"{after(path)} shows {excerpt(text, 60)!r}: trying to play")
                self.shown[path] = text
                yield path

    def stays_silent(self, text: str) -> bool:
        """Whether it has shown nothing at its start, and shows nothing after a line either."""
        texts = (self.said_after((probe,))[0] for probe in PROBES)
        return not text.strip() and not any(map(str.strip, filter(None, texts)))

    def said_after(self, path: Answers) -> tuple[str | None, bool]:
        """Its output after these answers, and whether it goes on, as `start_talk` has it."""
        self.look_at_the_time()
        return said_after(self.settings, path, self.start_limit)

    def look_at_the_time(self) -> None:
        """Raises NotLearned where its time is over."""
        if perf_counter() > self.deadline:
            why = f"no description was found within {self.within:g} s"
            raise NotLearned("; ".join((why, *map(self.failure, self.best))))

    def trial(self, variant: ConsoleProtocol, path: Answers, first: bool) -> Trial:
        """Plays a game against random moves, in this order after these answers."""
        protocol = replace(
            variant, start_first=path if first else None, start_second=None if first else path
        )
        self.look_at_the_time()
        program = WatchedProgram(PROGRAM, replace(self.settings, protocol=protocol))
        side = seat_of(protocol)
        other = RandomPlayer("random", seed=SEED)
        try:
            record = play_game(
                {side: program, side.other: other},
                self.game.start(side if first else side.other),
                dict.fromkeys(Side, self.times),
                on_ply=lambda ply, position: self.look_at_the_time(),
            )
        finally:
            program.close()
        assert isinstance(program.dialogue, ConsoleDialogue)
        trial = Trial(self.family, variant, path, first, record, program.dialogue, program.cause)
        plies, order = len(record.plies), "first" if first else "second"
        length = count(plies, "ply", "plies")
        tried = f"{after(path)} moves {order}{named(variant)}: "
        if trial.was_slow:
            self.late[first, path] += 1
        if trial.by_the_rules:
            self.tell(f"{tried}a game of {length} ends by the rules")
        else:
            if first not in self.best or plies > len(self.best[first].record.plies):
                self.best[first] = trial
            self.tell(f"{tried}{length}, then the program {trial.reason}")
        return trial
