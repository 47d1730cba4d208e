"""Finds out how a console program is to be described, by talking and playing with it.

First it is started again and again, and each question that it asks before the first move is
answered in the ways that it seems to offer, until it wants a move or has made one. Then whole games
are played, with each way to name pits or squares and each side that the program may believe to be,
until in both orders one comes to its end by the rules. A game of thirty plies does not do that by
chance. A program with rules of its own is described as far as it is understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter, sleep
from typing import Any

from owari.checking.description_candidates import Candidates, amended
from owari.checking.description_trial import (
    PROGRAM,
    Answers,
    Learned,
    NotLearned,
    Trial,
    agree,
    named,
    seat_of,
    together,
    typed,
)
from owari.checking.pit_candidates import PitCandidates
from owari.checking.square_candidates import SquareCandidates
from owari.checking.watched_player import WatchedPlayer
from owari.games.family import FamilyTable
from owari.games.game import Game, Side
from owari.games.mancala import OWARI, SowingRules
from owari.games.othello import OthelloRules
from owari.players.player import TimeControl
from owari.players.simple_bots import RandomPlayer
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.questions import (
    asks_for_a_pit,
    asks_who_begins,
    further_answers,
)
from owari.programs.dialogues.console.screen import without_escapes
from owari.programs.excerpts import excerpt
from owari.programs.program import NEXT_SECOND, ProgramPlayer
from owari.programs.program_output import Silence
from owari.programs.program_settings import ProgramSettings
from owari.programs.transports import TerminalTransport
from owari.records.record import Termination
from owari.referee.referee import play_game

__all__ = ["Learned", "NotLearned", "learn"]

MOST_STARTS = 32
"""Times that the program is started to see what it asks."""
MOST_QUESTIONS = 6
MOST_AMENDED = 6
"""Times that a description is completed by what the program wants in the midst of a game."""
MOST_LATE = 2
"""Games that it may lose by its clock in one order after the same answers: a busy machine is no
reason to try no further, and names for its moves make no program faster."""
MOST_TOSSES = 4
"""Starts with the same answers until a program is believed not to toss."""
START_LIMIT = 10.0
"""Seconds until it asks something, at least."""
TOSSES = re.compile(r"\bcoin\b|\btoss\w*|\brandom\w*|\bdice\b|\blots?\b", re.I)
"""What speaks of chance."""
LONGEST_TEXT = 20_000
"""Characters of what it says that are looked at, the last ones."""
SEED = 1

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
) -> Learned:
    """The description of a program, whose own protocol is not looked at. `tell` is told of each
    step in a sentence. Raises NotLearned, or Fault when the program cannot be run at all."""
    if why := ConsoleProtocol.spec.unfit(game):
        raise NotLearned(why)
    return _Lesson(settings, tell, per_turn, game).learn()


class _Lesson:
    def __init__(
        self,
        settings: ProgramSettings,
        tell: Callable[[str], None],
        per_turn: float,
        game: Game,
    ) -> None:
        self.settings = settings
        self.tell = tell
        self.game = game
        self.family = CANDIDATES[game](game)
        self.per_turn = per_turn
        self.start_limit = max(START_LIMIT, per_turn)
        self.times = TimeControl(per_turn=per_turn, start_limit=self.start_limit)
        self.found: dict[bool, Trial] = {}
        """The games that fit, by whether it moved first."""
        self.best: dict[bool, Trial] = {}
        """Of those that did not end by the rules the longest in each order."""
        self.late: Counter[tuple[bool, Answers]] = Counter()
        """Games in which it was too slow, by order and answers."""
        self.said = ""
        """The last of what it said."""
        self.left_at_once = False
        """Whether it has left before anything was typed."""
        self.shown: dict[Answers, str] = {}
        """What it says after the answers that lead to a game."""
        self.others: list[Answers] = []
        """Answers that are less likely than those which are tried first."""
        self.order_question = ""
        """The last question of who begins."""
        self.left_to_start = MOST_STARTS

    def learn(self) -> Learned:
        paths: list[Answers] = [()]
        while paths and len(self.found) < 2:
            playing = list(self.starts(paths))
            if any(map(TOSSES.search, self.shown.values())) and (learned := self.by_toss()):
                return learned
            self.play(playing)
            paths, self.others = self.others, []
        if len(self.found) < 2 and not self.order_question and (learned := self.by_toss()):
            return learned
        if not self.found:
            if not self.best:
                said = f"it said {excerpt(self.said)!r}" if self.said.strip() else "it said nothing"
                if self.left_at_once:
                    raise NotLearned(f"it left before it asked for anything; {said}")
                raise NotLearned(
                    f"it asks for nothing that is understood; {said}; a `start` written by hand in"
                    " a tournament file can answer it"
                )
            raise NotLearned("; ".join(map(self.failure, self.best)))
        learned = together(self.found)
        failures = tuple(self.failure(first) for first in (False, True) if first not in self.found)
        if failures and (self.order_question or any(map(self.was_late, (False, True)))):
            (missing,) = failures
            asked = f"it asks {excerpt(self.order_question)!r}, and " if self.order_question else ""
            return replace(learned, missing=asked + missing)
        return replace(learned, remarks=learned.remarks + failures)

    def play(self, paths: Sequence[Answers]) -> None:
        """Plays games after these answers, until both orders are found."""
        hopeless: set[tuple[bool, Answers]] = set()
        """Orders in which it does not play after these answers, whatever its moves are called."""
        for path in paths:
            begun = self.family.has_begun(self.shown[path])
            if begun is not None:
                hopeless.add((not begun, path))
        shown = [self.shown[path] for path in paths]
        for variant in self.family.descriptions(shown) if paths else ():
            for first in (False, True):
                for path in paths:
                    if first in self.found or (first, path) in hopeless:
                        continue
                    if any(not agree(variant, path, trial) for trial in self.found.values()):
                        continue
                    trial = self.completed(self.trial(variant, path, first))
                    if trial.fits:
                        self.found[first] = trial
                    elif trial.is_hopeless or self.late[first, path] >= MOST_LATE:
                        hopeless.add((first, path))
            if len(self.found) == 2:
                return

    def completed(self, trial: Trial) -> Trial:
        """The same game with what else the program wants typed, as far as that leads further."""
        for _ in range(MOST_AMENDED):
            if trial.fits or trial.record.ending.termination is not Termination.UNREADABLE:
                return trial
            for variant in amended(trial.variant, trial.screen, we_pass=trial.we_passed):
                better = self.trial(variant, trial.path, trial.first)
                if better.fits or len(better.record.plies) > len(trial.record.plies):
                    trial = better
                    break
            else:
                return trial
        return trial

    def by_toss(self) -> Learned | None:
        """The description where chance decides who begins, so that the same answers lead to either
        order; None where it does not."""
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
        """What has fitted in one order, or else all that may."""
        if self.found:
            return [trial.variant for trial in self.found.values()]
        return list(self.family.descriptions(list(self.shown.values())))

    def is_tossed(self, path: Answers) -> bool:
        """Whether it says something else from one start to the next."""
        for toss in range(MOST_TOSSES):
            if toss > 1:
                sleep(NEXT_SECOND)
            text, _ = self.said_after(path)
            if text is not None and text != self.shown[path]:
                return True
        return False

    def failure(self, first: bool) -> str:
        """Why there is no description of it in this order."""
        order = "first" if first else "second"
        if first not in self.best:
            return f"nothing that was typed made it move {order}"
        longest = self.best[first]
        sentence = (
            f"no description works when it moves {order}: the best one came to ply"
            f" {len(longest.record.plies)}, then it {longest.reason}"
        )
        if not self.was_late(first):
            return sentence
        return (
            f"{sentence}; it was too slow, or the machine is busy:"
            f" --time {3 * self.per_turn:g}s gives it longer"
        )

    def was_late(self, first: bool) -> bool:
        """Whether it has no description in this order and was too slow for one."""
        return first not in self.found and any(order is first for order, _ in self.late)

    def starts(self, open_paths: list[Answers]) -> Iterator[Answers]:
        """The answers to its questions, each as far as it wants a move or has something to say."""
        while open_paths and self.left_to_start:
            path = open_paths.pop(0)
            self.left_to_start -= 1
            text, goes_on = self.said_after(path)
            if text is None:
                continue
            self.said = text
            self.left_at_once |= not path and not goes_on
            in_play = (
                not goes_on
                or len(path) == MOST_QUESTIONS
                or self.family.lists_moves(text)
                or self.family.wants_a_move(text, drawn=self.family.draws(text))
            )
            asked = [] if in_play else self.family.answers(text)
            if asked:
                shown = ", ".join(repr(answer) for answer in asked)
                self.tell(f"{typed(path)}it says {excerpt(text, 60)!r}: trying {shown}")
                open_paths += [(*path, answer) for answer in asked]
                self.others += [(*path, answer) for answer in further_answers(text, asked)]
                if asks_who_begins(text):
                    self.order_question = excerpt(text, 60)
            elif goes_on and (
                path
                or self.family.wants_a_move(text, drawn=True)
                or asks_for_a_pit(text, self.family.pits)
            ):
                self.tell(f"{typed(path)}it says {excerpt(text, 60)!r}: there it may play")
                self.shown[path] = text
                yield path

    def said_after(self, path: Answers) -> tuple[str | None, bool]:
        """What it says once these answers are typed, and whether it goes on then; None where it
        asks the same once more, so that the last answer was none."""
        transport = TerminalTransport(self.settings, quiet=0.3)
        try:
            text, goes_on = self.heard(transport)
            for answer in path:
                before = text
                transport.send(f"{answer}\n".encode())
                text, goes_on = self.heard(transport)
                refused = excerpt(before, 30).endswith(excerpt(text, 30)) and bool(text.strip())
                if refused and answer:
                    return None, False
            return text, goes_on
        finally:
            transport.close()

    def heard(self, transport: TerminalTransport) -> tuple[str, bool]:
        """What it says until it waits or is silent, and whether it has not ended."""
        deadline = perf_counter() + self.start_limit
        said = b""
        while True:
            heard = transport.receive(deadline)
            if isinstance(heard, bytes):
                said = (said + heard)[-LONGEST_TEXT:]
            elif heard is not Silence.QUIET or said:
                text = without_escapes(said.decode("utf-8", "replace"))
                return text, heard in (Silence.WAITING, Silence.QUIET)

    def trial(self, variant: ConsoleProtocol, path: Answers, first: bool) -> Trial:
        """One game against moves at random, in this order after these answers."""
        protocol = replace(
            variant, start_first=path if first else None, start_second=None if first else path
        )
        program = ProgramPlayer(PROGRAM, replace(self.settings, protocol=protocol))
        player = WatchedPlayer(program)
        side = seat_of(protocol)
        other = RandomPlayer("random", seed=SEED)
        try:
            record = play_game(
                {side: player, side.other: other},
                self.game.start(side if first else side.other),
                dict.fromkeys(Side, self.times),
            )
        finally:
            program.close()
        assert isinstance(program.dialogue, ConsoleDialogue)
        spoken = program.dialogue
        trial = Trial(
            family=self.family,
            variant=variant,
            path=path,
            first=first,
            record=record,
            how=spoken.understood(),
            screen=spoken.screen(),
            agreed=spoken.agreed(),
            took_another=spoken.took_another(),
            differences=spoken.differences(),
            mishap=player.mishap(record.ending),
        )
        plies, order = len(record.plies), "first" if first else "second"
        tried = f"{typed(path)}it moves {order}{named(variant)}: "
        if trial.was_slow:
            self.late[first, path] += 1
        if trial.by_the_rules:
            self.tell(f"{tried}a game of {plies} plies went by the rules")
        else:
            if first not in self.best or plies > len(self.best[first].record.plies):
                self.best[first] = trial
            self.tell(f"{tried}{plies} plies, then it {trial.reason}")
        return trial
