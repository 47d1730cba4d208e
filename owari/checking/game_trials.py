"""Plays games with a console program, and keeps what each shows of its description: how it names
pits or squares, which side it takes, and what else it wants typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain
from math import inf
from time import perf_counter
from typing import Literal

from owari.checking.amendments import amended
from owari.checking.attempts import Attempts
from owari.checking.description_candidates import Candidates
from owari.checking.description_trial import NotLearned, Start, Trial, agree, named
from owari.checking.findings import PATIENCE, by_ply
from owari.checking.offered_commands import commands_in
from owari.checking.other_boards import OtherBoard
from owari.checking.start_search import MOST_STARTS, PROBES, StartSearch
from owari.checking.trial_game import played
from owari.checking.watched_program import TimeIsUp
from owari.games.catalog import sisters
from owari.games.game import Game
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.prompts import (
    looks_drawn,
    prompt_in,
    refuses,
    wants_a_full_stop,
)
from owari.programs.dialogues.console.questions import question_in
from owari.programs.dialogues.console.vocabulary import in_english
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Termination
from owari.text.durations import count

_MOST_AMENDED = 6
"""Times that a description is completed for questions in mid-game."""
_MOST_AT_ONCE = 4
"""Games after the same answers before others are tried."""
_LONG_GAME = 25.0
"""Seconds of a game after which a program that was told a depth or a level is told a lower one."""
_STARTS_ELSEWHERE = 3
"""Starts that have all led to the same board of another game, after which no other is tried."""
_SIDES: tuple[Literal["south", "north"], ...] = ("south", "north")


class GameTrials(StartSearch):
    """The games with one program."""

    def __init__(
        self,
        settings: ProgramSettings,
        tell: Callable[[str], None],
        family: Candidates,
        game: Game,
        per_turn: float,
        within: float,
        given: ConsoleProtocol,
    ) -> None:
        """Keys that are `given`, and no defaults, are in every description."""
        super().__init__(settings, tell, family, per_turn, within)
        self.game = game
        self.kept = {
            field.name: getattr(given, field.name)
            for field in fields(given)
            if getattr(given, field.name) != field.default and not field.name.startswith("start_")
        }
        """The keys that are known, but for the start."""
        self.ends: dict[tuple[bool, Start], tuple[int, Termination]] = {}
        """How the last game ended, by order and answers: its plies and the kind of its end."""
        self.fitting: dict[bool, Trial] = {}
        """The first game in each order that fits, though the program's rules seem to differ."""
        self.tossed: list[Start] = []
        """The starts after which chance decides who begins."""

    def no_description(self) -> tuple[str, str]:
        """Says where it has drawn no board, and what reads single keys."""
        said, advice = super().no_description()
        if self.by_keys:
            said += (
                f"; {self.by_keys[0].after} reads single keys, so it may be played with arrow keys"
                " or others that move a cursor, which `learn` types in menus alone"
            )
        if self.shown and not self.has_drawn:
            said += f"; none of its screens had a board of {self.game.name} that could be read"
        return said, advice

    def other_game(self) -> OtherBoard | None:
        """The board that it draws, where that is one of another game alone."""
        if not self.other_boards or (self.best and self.has_drawn):
            return None
        return next(iter(self.other_boards.values()))

    def keeps_to_another_board(self) -> bool:
        """Whether all starts so far have led to the same board of another game."""
        drawn = {board.drawn for board in self.other_boards.values() if board.games}
        others = self.shown.keys() - self.other_boards.keys()
        is_ours = any(self.family.draws(self.shown[path]) for path in others)
        return len(drawn) == 1 and len(self.other_boards) >= _STARTS_ELSEWHERE and not is_ours

    def play_once(self, path: Start) -> None:
        """Plays the likeliest game in each order after these answers, and more where one shows how
        moves are not named."""
        self.attempts += self.new_attempts(path)
        for attempts in self.attempts:
            for _ in range(_MOST_AT_ONCE if attempts.path == path else 0):
                if not self.try_next(attempts) or not attempts.failed:
                    break
                if not attempts.failed[-1].tells_names or attempts.first in self.found:
                    break

    def new_attempts(self, path: Start, known: Mapping[bool, Start] = {}) -> Iterator[Attempts]:
        """Those for both orders after these answers that are not there yet."""
        there = {(each.path, each.first) for each in self.attempts}
        text, told = self.shown[path], []
        begun = None
        if not known and path not in self.tossed and not commands_in(text).go:
            begun = self.family.has_begun(text)
        if not there & {(path, True), (path, False)} and self.family.asks_for_parts(text):
            said = self.said_after(path.then(PROBES[0]))
            told = [said.text] if said.goes_on else []
        drawn = self.family.draws(text)
        doubtful = not drawn and not self.family.wants_a_move(text, drawn=False)
        if not (drawn or doubtful or looks_drawn(text)):  # until the first move
            self.look_at_the_board(path, self.said_after(path.then(PROBES[0])).text)
        self.look_at_the_board(path, text)
        for first in (False, True):
            if (path, first) not in there:
                apart = known and known.get(first) != path
                hopeless = bool(apart) or begun is (not first) or path in self.other_boards
                patience = PATIENCE if path in self.silent else 1
                seen = [*filter(None, [self.help]), text, *told]
                yield Attempts(path, first, seen, hopeless, patience, doubtful)

    def look_at_the_board(self, path: Start, text: str) -> None:
        """Notes that the text has the first board of another game, if it has."""
        other = None
        if path not in self.other_boards:
            other = self.family.other_board(text) or self.kept_board(path, text)
        if other and other.stones:
            again = self.family.other_board(self.said_after(path).text)
            other = other if again and again.stones not in ((), other.stones) else None
        if other:
            self.other_boards[path] = other
            self.tell(f"{path.after} draws another board: {other.drawn}")
            if other.sizes.keys() & {*path.answers} - self.sizes.keys():
                self.left_to_start = MOST_STARTS  # what follows on the other board is asked again
            self.sizes |= other.sizes

    def kept_board(self, path: Start, text: str) -> OtherBoard | None:
        """The board of another game that was drawn after fewer of these answers, where that in the
        text comes from it, or nothing is drawn since and no size was asked for."""
        is_drawn, kept = self.family.draws(text), None
        for end in range(len(path.answers)):
            before = path._replace(answers=path.answers[:end])
            kept = self.other_boards.get(before, kept)
            question = in_english(question_in(self.questions.get(before, "")))
            if kept and not is_drawn and self.family.size_asked(question):
                return None
        return kept if kept and (not is_drawn or self.family.goes_on_with(kept, text)) else None

    def try_next(self, attempts: Attempts) -> bool:
        """Plays the next game of these, where there is one and its order is missing."""
        first, path = attempts.first, attempts.path
        if first in self.found or attempts.is_hopeless:
            return False
        again = attempts.late_to_repeat()
        variant = again or attempts.next(
            self.variants(attempts.seen), self.attempts, lambda each: self.agrees(each, path)
        )
        if variant is None:
            attempts.is_hopeless = True
            return False
        begun = perf_counter()
        attempts.tried.add(variant)
        if again:
            attempts.patience = PATIENCE
            self.tell(f"{path.after} gets {PATIENCE * self.per_turn:g} s for a move now")
        known = (variant, *(found.variant for found in self.found.values()))
        answers = dict.fromkeys(answer for each in known for answer in each.answers)
        asked = replace(variant, answers=tuple(answers))
        trial = self.completed(self.trial(asked, path, first, patience=attempts.patience))
        is_understood = trial.by_the_rules or trial.is_cut_short or trial.is_cut_off
        is_slow = trial.was_slow or (trial.is_stopped and not is_understood)
        is_slow |= self.needs_time(trial) and not trial.by_the_rules
        if is_slow and self.lower(path):
            attempts.tried.discard(variant)
            return True
        if not self.other_rules and (trial.is_cut_off or not is_understood):
            self.look_for_another_game(trial)
        if is_understood:
            if self.rename(trial):
                self.found[first] = trial
            return True
        attempts.add(trial, perf_counter() - begun)
        if trial.fits:
            self.fitting.setdefault(first, trial)
        return True

    def take_fitting(self, paths: Sequence[Start], *, even_untried: bool = False) -> None:
        """Takes games in which the program's rules seem to differ, where each other answer has been
        tried: after one of them they might have been ours."""
        for first, trial in self.fitting.items():
            untried = any(
                each.path in paths
                and each.first is first
                and not each.tried
                and not each.is_hopeless
                for each in self.attempts
            )
            if first in self.found or not self.agrees(trial.variant, trial.path):
                continue
            if even_untried or not untried:
                self.found[first] = trial

    def look_for_another_game(self, trial: Trial) -> None:
        """Raises NotLearned where the game ends by the rules of a sister game that fits it."""
        for sister in trial.sisters():
            self.try_as(sister, trial)

    def try_as(self, sister: Game, trial: Trial) -> None:
        """Plays the game by the rules of a sister game, once. Raises NotLearned where it ends by
        them."""
        if sister in self.sisters or ConsoleProtocol.spec.unfit(sister):
            return
        self.tell(f"trying the rules of {sister.name}")
        other = self.trial(trial.variant, trial.path, trial.first, sister)
        self.sisters[sister] = other
        self.differing = self.differing or trial
        if other.by_the_rules:
            raise NotLearned(
                f"the program seems to play {sister.name}, not {self.game.name}:"
                f" {by_ply(trial, {sister: other})}",
                [sister],
                f"--game {sister.name} describes it",
            )

    def compare(self) -> None:
        """Plays the longest game that shows other rules by those of all sister games. Raises
        NotLearned where it ends by them, and TimeIsUp."""
        games = {**self.best, **self.found}.values()
        differing = [game for game in games if game.shows_other_rules]
        if differing:
            self.differing = max(differing, key=lambda game: game.length)
            for sister in sisters(self.game):
                self.try_as(sister, self.differing)

    def agrees(self, variant: ConsoleProtocol, path: Start) -> bool:
        """Whether one description can hold for a game of this one and for those that fit."""
        return all(
            agree(
                variant,
                path,
                replace(trial, variant=self.family.renamed(trial.variant, variant)),
            )
            for trial in self.found.values()
        )

    def rename(self, trial: Trial) -> bool:
        """Whether the game in the other order fits the names of this one, played again where they
        are those of a numbering that names each row otherwise, or name the pits outright."""
        for first, found in self.found.items():
            named = self.family.renamed(found.variant, trial.variant)
            if named != found.variant:
                again = self.trial(named, found.path, first)
                if not (again.by_the_rules or again.is_cut_short):
                    return False
                self.found[first] = again
        return True

    def completed(self, trial: Trial) -> Trial:
        """The game again, with answers to questions in mid-game, as far as these lead further."""
        for _ in range(_MOST_AMENDED):
            kind = trial.record.ending.termination
            asks = trial.length and kind is Termination.DID_NOT_START
            if trial.fits or trial.is_cut_off or not (asks or kind is Termination.UNREADABLE):
                return trial
            for variant in self.amended(trial):
                better = self.trial(variant, trial.path, trial.first)
                if better.fits or better.length > trial.length or better.asks_after(trial):
                    trial = better
                    break
            else:
                return trial
        return trial

    def amended(self, trial: Trial) -> Iterator[ConsoleProtocol]:
        """Descriptions with what else the program may want typed where the game has stopped."""
        said = trial.dialogue.screen()
        before = trial.dialogue.screen_before() if trial.record.plies else ""
        if trial.record.plies and trial.dialogue.is_silent:
            yield from filter(None, [self.family.typed_apart(trial.variant)])
        yield from amended(trial.variant, said, we_pass=trial.we_passed, before=before)
        asks = before and prompt_in(said) != prompt_in(before) and not refuses(said)
        asks = asks and not trial.is_left_to_persons  # and the move is made
        if asks and self.family.wants_a_move(said, drawn=self.family.draws(said)):
            yield from filter(None, [self.family.typed_twice(trial.variant)])

    def variants(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """The descriptions that may fit, with all that is known: first that of the other order."""
        found = [trial.variant for trial in self.found.values()]
        sides = _SIDES if self.family.pits else ("south",)
        other = [replace(each, answers=(), side=side) for each in found for side in sides]
        descriptions = chain(other, self.family.descriptions(shown))
        if shown and wants_a_full_stop(shown[-1]):
            ended = map(self.family.with_full_stops, self.family.descriptions(shown))
            descriptions = chain(other, filter(None, ended), descriptions)
        yield from dict.fromkeys(replace(each, **self.kept) for each in descriptions)

    def trial(
        self,
        variant: ConsoleProtocol,
        path: Start,
        first: bool,
        game: Game | None = None,
        patience: int = 1,
    ) -> Trial:
        """Plays a game against random moves, in this order after these answers."""
        self.look_at_the_time()
        can_be_lower = bool(self.can_lower(path))
        started = self.as_started(path)
        seconds = (self.deadline - perf_counter()) / max(1, 2 - len(self.found))
        trial = played(
            self.family,
            self.settings,
            variant,
            started,
            first,
            game=game or self.game,
            per_turn=patience * self.per_turn,
            start_limit=max(self.start_limit, patience * self.per_turn),
            tossed=path in self.tossed,
            enough=perf_counter() + seconds,
            deadline=min(self.deadline, perf_counter() + _LONG_GAME if can_be_lower else inf),
            more=PATIENCE if patience == 1 and not can_be_lower else 1,
        )
        trial = replace(trial, path=path)
        self.has_drawn = self.has_drawn or trial.draws
        plies, order = trial.length, "first" if first else "second"
        length = count(plies, "ply", "plies")
        tried = f"{started.after} moves {order}{named(variant)}: "
        if trial.is_interrupted:
            if game is None and trial.progress > self.furthest(first):
                self.best[first] = trial
            raise KeyboardInterrupt
        if trial.is_stopped:
            self.tell(f"{tried}{length}, and the game stops there: its time is over")
            if not trial.is_cut_short and (not can_be_lower or perf_counter() > self.deadline):
                if game is None and trial.progress > self.furthest(first):
                    self.best[first] = trial
                raise TimeIsUp
        elif trial.by_the_rules:
            rules = f" of {game.name}" if game else ""
            self.tell(f"{tried}a game of {length} ends by the rules{rules}")
        else:
            if game is None and trial.progress > self.furthest(first):
                self.best[first] = trial
            end = plies, trial.record.ending.termination
            if self.ends.get((first, path)) == end:
                self.alike += 1
            else:
                self.tell(f"{tried}{length}, then the program {trial.reason}")
            self.ends[first, path] = end
        return trial

    def furthest(self, first: bool) -> tuple[int, bool, bool]:
        """How far the longest game in this order came."""
        return self.best[first].progress if first in self.best else (-1, False, False)
