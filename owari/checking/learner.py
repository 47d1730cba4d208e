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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from time import perf_counter, sleep
from typing import Any

from owari.checking.description_candidates import Candidates, PitCandidates
from owari.checking.description_trial import (
    OTHER_RULES,
    Interrupted,
    Learned,
    NotLearned,
    Start,
)
from owari.checking.findings import BEGINS
from owari.checking.game_trials import GameTrials
from owari.checking.offered_commands import sides_swapped
from owari.checking.square_candidates import SquareCandidates
from owari.checking.start_search import COLOURS, DrawsAlike
from owari.checking.usage_text import (
    arguments_offered,
    players_exchanged,
    shows_usage,
    words_exchanged,
)
from owari.checking.watched_program import TimeIsUp
from owari.games.game import FamilyTable, Game
from owari.games.mancala import OWARI, SowingRules
from owari.games.othello import OthelloRules
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.questions import (
    announced_order,
)
from owari.programs.program import NEXT_SECOND
from owari.programs.sandbox.program_settings import ProgramSettings

_FEWEST_GUESSED = 3
"""Moves of the program that were read, from which on settings that end no game are a guess."""
_NAME_IT = "name the game that it plays with --game"
MOST_TOSSES = 6
"""Starts with the same answers until the program counts as one that does not toss."""
BOTH = {True, False}
"""What is seen where chance decides who begins."""
_TOSSES = re.compile(
    r"\bcoin\b|\btoss\w*|\brandom\w*|\bdice\b|\blots?\b|\bheads\b|\btails\b|\bchance\b"
    r"|\bdraw(?:s|ing)?\s+(?:for|who)\b",
    re.I,
)
"""Words about chance."""

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
    keeps_command: bool = False,
) -> Learned:
    """The description of a program, whose own protocol does not matter. `tell` gets each step in a
    sentence; `per_turn` is in seconds. Keys that are `given`, and no defaults, are kept. It gives
    up after `within` seconds, at most one move or start later. Where it `keeps_command`, no words
    of the command are moved to `start`. Raises NotLearned, Interrupted at Ctrl-C, or Fault when the
    program cannot run at all."""
    if why := ConsoleProtocol.spec.unfit(game):
        raise NotLearned(why)
    given = given or ConsoleProtocol()
    begun = perf_counter()
    try:
        return _Learner(settings, tell, per_turn, game, within, given, keeps_command).learn()
    except DrawsAlike:
        tell("its discs look alike without colours: trying a terminal that has them")
    within -= perf_counter() - begun
    settings = replace(settings, environment=(*settings.environment, *COLOURS))
    try:
        learned = _Learner(settings, tell, per_turn, game, within, given, keeps_command).learn()
    except NotLearned as error:
        said = (
            "the program draws the discs of both sides alike in a terminal without colours, and in"
            f" one with colours nothing was learned: {error}"
        )
        raise NotLearned(said, error.games, error.advice, is_final=error.is_final) from None
    except Interrupted as error:
        error.best = error.best and replace(error.best, environment=settings.environment)
        raise
    return replace(learned, environment=settings.environment)


class _Learner(GameTrials):
    """Learns one program."""

    def __init__(
        self,
        settings: ProgramSettings,
        tell: Callable[[str], None],
        per_turn: float,
        game: Game,
        within: float,
        given: ConsoleProtocol,
        keeps_command: bool,
    ) -> None:
        self.given = given
        self.keeps_command = keeps_command
        self.exchanges = [] if keeps_command else players_exchanged(settings.command)
        """Its command with players exchanged, to be tried for an order that is missing."""
        self.command = settings.command
        super().__init__(settings, tell, CANDIDATES[game](game), game, per_turn, within, given)
        self.probed = False
        """Whether any answers have been tried."""
        self.has_asked = False
        """Whether it was asked for its usage."""
        self.is_known = False
        """Whether its start is given."""
        self.settled: list[Start] = []
        """Those after which games have shown both orders, and new starts were tried."""

    def learn(self) -> Learned:
        """The description. Raises NotLearned and Interrupted."""
        over = ""
        try:
            self.explored()
            self.confirm()
            self.compare()
        except TimeIsUp:
            over, self.is_over = "its time is over: --within gives it more", True
        except KeyboardInterrupt:
            over, self.is_over = "it was interrupted", True
            try:
                best = self.result(over)
            except NotLearned as error:
                raise Interrupted(str(error)) from None
            raise Interrupted(best.missing, best) from None
        finally:
            self.tell_alike()
        return self.result(over)

    def result(self, over: str) -> Learned:
        """The description, or the best guess, by the games so far; `over` is a clause where they
        are not all. Raises NotLearned."""
        for first, trial in self.best.items():
            is_understood = trial.ends_by_its_own_bug or trial.is_cut_short
            if first not in self.found and is_understood and self.agrees(trial.variant, trial.path):
                self.found[first] = trial
        for attempts in self.attempts:
            turned = next((each for each in attempts.failed if each.ends_on_other_boards), None)
            if (
                turned
                and turned.first not in self.found
                and self.agrees(turned.variant, turned.path)
            ):
                self.found[turned.first] = turned
        if self.found:
            moved = len(self.command) - len(self.settings.command)
            learned = replace(self.described(over), moved=moved)
            remarks = dict.fromkeys((*learned.remarks, *self.lowered_numbers()))
            learned = replace(learned, remarks=tuple(remarks))
            if not learned.missing and (rules := self.other_rules_shown()):
                return replace(learned, missing=rules, has_other_rules=True)
            return learned
        guesses = [item for item in self.best.items() if item[1].own_moves >= _FEWEST_GUESSED]
        if not guesses or not (over or any(map(self.was_late, self.best))):
            raise self.not_learned(over)
        first, longest = max(guesses, key=lambda item: item[1].length)
        why = (*[over] * bool(over), *map(self.failure, self.best), "these settings are a guess")
        guess = self.together({first: longest})
        other: dict[str, Any] = {"start_second" if first else "start_first": ()}
        protocol = replace(guess.protocol, **other)  # nothing is known of that order
        return replace(guess, protocol=protocol, missing="; ".join(why))

    def not_learned(self, over: str) -> NotLearned:
        """Why there is no description; `over` is a clause where the time was over."""
        if board := self.other_game():
            advice = _NAME_IT * bool(board.games)
            return NotLearned(board.sentence(self.game), board.games, advice, is_final=True)
        why, advice = self.no_description()
        is_final = self.moves_for_nobody() and not over
        return NotLearned(
            "; ".join(filter(None, (over, why, self.comparison()))),
            advice=advice,
            is_final=is_final,
            wants_words=is_final or (self.tells_usage and not self.best),
        )

    def other_rules_shown(self) -> str:
        """That a game after the same answers was understood and then had another board, though
        those of the description had none; empty where none was."""
        paths = {trial.path for trial in self.found.values()}
        for game in self.fitting.values():
            if game.path in paths and game.is_of_other_rules:
                return f"in another game the program {game.reason}; {OTHER_RULES}"
        return ""

    def explored(self) -> None:
        """Plays with it until both orders are found or nothing is left to try. Raises
        TimeIsUp."""
        paths = [Start()]
        if known := self.known_start():
            paths, self.is_known = [], True
            self.play(list(dict.fromkeys(known.values())), known)
        elif self.tossed:
            paths = []
            self.play(list(self.tossed))
        while paths and self.left_to_start and len(self.found) < 2:
            playing: list[Start] = []
            for path in self.starts(paths):
                playing.append(path)
                if not _TOSSES.search(self.shown[path]):
                    self.play_once(path)
                if self.keeps_to_another_board():
                    return
                if len(self.found) == 2:
                    playing = list({trial.path: None for trial in self.found.values()})
                    break
            if self.may_toss(playing):
                self.tossed = self.seen_to_toss(playing, MOST_TOSSES)
                if self.tossed:
                    self.forget_games()
            if len(self.found) == 2:
                return
            if not self.tossed:
                for path in self.starts(self.slow_starts()):
                    playing.append(path)
                    self.play_once(path)
            more = bool(paths or self.others or (self.unlikely and not self.found))
            more |= bool(self.other_rules or (self.probes and not self.probed and not self.found))
            self.play(self.tossed or playing, is_last=not more)
            self.is_patient = True
            paths = [*self.other_rules, *paths, *self.others]
            self.other_rules, self.others = [], []
            if not paths and not self.found:
                paths, self.unlikely = self.unlikely, []
            if not paths and not self.found and not self.probed:
                paths, self.probed = [*self.probes], True
        if not (self.shown.keys() <= self.other_boards.keys() and self.other_boards):
            self.find_what_is_missing()

    def find_what_is_missing(self) -> None:
        """Looks for orders that no answer has led to. Raises TimeIsUp."""
        if not self.is_known and not self.tossed:
            self.shown |= dict.fromkeys(self.mute, "")
            self.play(list(self.shown))
        if self.leaves_all_to_persons() and not self.play_by_arguments():
            return
        if len(self.found) < 2 and not self.tossed and not self.is_known:
            seen = [trial.path for trial in self.found.values()]
            seen = seen or [each.path for each in self.attempts if each.is_refuted]
            self.play_by_chance(seen if self.order_question else list(self.shown))
        if len(self.found) == 1 and not self.tossed and not self.is_known:
            self.play(list(self.starts(self.swapped())))
        if (
            len(self.found) == 1
            and not self.tossed
            and not self.is_known
            and not self.order_question
        ):
            self.play(list(self.starts(self.declined)))
            self.play_as(self.exchanges if len(self.found) == 1 else [])
            if len(self.found) == 1 and not self.keeps_command:
                self.read_usage()
                self.play_as(words_exchanged(self.command, self.usage))
        if len(self.found) < 2 and not self.tossed:
            self.play_by_arguments()

    def lowered_numbers(self) -> Iterator[str]:
        """A sentence for each number that is lower in the entry than what was typed first."""
        starts = [trial.path.answers for trial in self.found.values()]
        for number in self.lowered:
            low, question = self.lowest[number]
            if any(start[: len(number.answers)] == number.answers for start in starts):
                yield (
                    f"it was too slow with {number.answers[-1]!r} for {question!r}, so the entry"
                    f" has {low!r} there"
                )

    def swapped(self) -> list[Start]:
        """The start of the order that is known with the commands after it that exchange the
        sides, or with a key before it after which the same menu was shown again."""
        [found] = self.found.values()
        words = sides_swapped(self.shown.get(found.path, ""))
        if words:
            self.tell(f"{found.path.after} can exchange the sides: trying {words[0]!r}")
        behind = []
        for path in self.come_back:
            end, answers = len(path.answers) - 1, found.path.answers
            if path == found.path._replace(answers=(*answers[:end], path.answers[-1])):
                behind.append(path._replace(answers=(*path.answers, *answers[end:])))
        return [*(found.path.then(word) for word in words), *behind]

    def confirm(self) -> None:
        """Starts the program once more in each order that was found by an answer: the first start
        may have been chance. Raises TimeIsUp."""
        if len(self.found) == 2 and not self.tossed and not self.is_known:
            paths = [trial.path for trial in self.found.values() if trial.path.answers]
            self.play_by_chance([path for path in paths if path in self.shown], tosses=1)

    def play_by_chance(self, paths: Sequence[Start], *, tosses: int | None = None) -> None:
        """Plays again after those of the answers that leave it to chance who begins, if any."""
        self.tossed = self.seen_to_toss(paths, MOST_TOSSES if tosses is None else tosses)
        if self.tossed:
            self.forget_games()
            self.play(self.tossed)

    def forget_games(self) -> None:
        """Forgets them, because their order was chance."""
        self.found, self.fitting, self.attempts = {}, {}, []

    def play_as(self, commands: Sequence[tuple[str, ...]]) -> None:
        """Plays with other words in its command, of which those of one order are known."""
        whole, found = self.settings, self.found
        for command in commands:
            pairs = enumerate(zip(command, whole.command, strict=True))
            same = next(at for at, (one, other) in pairs if one != other)
            same -= same > 1 and whole.command[same - 1].startswith("-")
            words = whole.command[same:]
            self.tell(
                f"its command may tell the order: trying {' '.join(command[same:])!r} at its end"
            )
            self.settings = replace(whole, command=whole.command[:same])
            self.found = {
                first: replace(trial, path=trial.path._replace(arguments=words))
                for first, trial in found.items()
            }
            try:
                self.play(list(self.starts([Start(arguments=command[same:])])))
            finally:
                if len(self.found) < 2:
                    self.settings, self.found = whole, found
            if len(self.found) == 2:
                return

    def leaves_all_to_persons(self) -> bool:
        """Whether the program leaves the moves of both sides to persons, as a game has shown, and
        made none in any other."""
        games = [trial for each in self.attempts for trial in each.failed]
        persons = any(trial.is_left_to_persons for trial in games)
        return persons and not self.found and not any(trial.own_moves for trial in games)

    def play_by_arguments(self) -> bool:
        """Plays with the words at the end of its command that its usage offers, where the orders do
        not depend on its questions and these were not tried; whether an order is found."""
        self.read_usage()
        words = [] if self.order_question else arguments_offered(self.usage)
        tried = {each.path.arguments for each in self.attempts}
        offered = [Start(arguments=each) for each in words if each not in tried]
        if not offered:
            return bool(self.found)
        shown = " or ".join(repr(" ".join(path.arguments)) for path in offered)
        self.tell(f"the program is started in other ways: trying {shown}")
        self.play(list(self.starts(offered)))
        return bool(self.found)

    def read_usage(self) -> None:
        """Asks for its usage, where it has told none and asks nothing of who begins."""
        words = () if self.order_question or self.has_asked else ("--help", "-h")
        self.has_asked |= bool(words)
        for word in words:
            if not shows_usage(self.usage):
                self.usage = self.said_after(Start(arguments=(word,))).text

    def may_toss(self, paths: Sequence[Start]) -> bool:
        """Whether chance may decide who begins after these answers: the program speaks of chance,
        or has asked for something else than who begins."""
        shown = [self.shown[path] for path in paths]
        if any(map(_TOSSES.search, (self.order_question, *shown))):
            return True
        if self.order_question and BEGINS.search(self.order_question):
            return False
        told = any(announced_order(text) is not None for text in shown)
        return told or bool(self.order_question)

    def seen_to_toss(self, paths: Sequence[Start], tosses: int) -> list[Start]:
        """Those after which one of so many starts leads to another order than the first."""
        paths = list(dict.fromkeys(paths))
        tossed = [path for path in paths if self.began_otherwise(path)]
        for toss in range(tosses if paths and not tossed else 0):
            if toss:
                sleep(NEXT_SECOND)
            for path in paths:
                said = self.said_after(path)
                texts = (said.text, self.shown[path])
                if said.goes_on and {self.order_in(each, waits=True) for each in texts} == BOTH:
                    tossed.append(path)
            if tossed:
                break
        for path in tossed:
            self.tell(f"{path.after} leaves it to chance who begins")
        return tossed

    def began_otherwise(self, path: Start) -> bool:
        """Whether the program waited for our first move after these answers, and began itself in a
        game after the same ones."""
        games = (each for each in self.attempts if each.path == path and not each.first)
        return self.order_in(self.shown[path]) is False and any(each.is_refuted for each in games)

    def order_in(self, text: str, *, waits: bool = False) -> bool | None:
        """Whether the program has the first move, as it tells or draws, or tells of a move where it
        draws nothing; None where it is not certain. Other differences, as of hints and times, are
        none of the order. One that is known to wait, and to do so at other starts too, need not ask
        for a move."""
        told = announced_order(text)
        begun = self.family.has_begun(text, waits=waits) if told is None else told
        return self.family.tells_a_move(text) if begun is None else begun

    def known_start(self) -> dict[bool, Start]:
        """How the program is started, as far as that is given, by whether it moves first."""
        given = self.given
        known = {
            True: (given.start_first, given.start_first_arguments),
            False: (given.start_second, given.start_second_arguments),
        }
        if given.start_toss is not None:
            self.tossed = [Start(given.start_toss, given.start_first_arguments)]
            self.shown[self.tossed[0]] = self.said_after(self.tossed[0]).text
        if given.start_toss is not None or set(known.values()) == {((), ())}:
            return {}
        paths = {
            first: Start(answers, arguments)
            for first, (answers, arguments) in known.items()
            if answers is not None
        }
        self.shown.update({path: self.said_after(path).text for path in paths.values()})
        return paths

    def play(
        self,
        paths: Sequence[Start],
        known: Mapping[bool, Start] = {},
        *,
        is_last: bool = True,
    ) -> None:
        """Plays games after these answers, until both orders are found; after the `known` ones
        only, by order, where some are. Where these are not the last, it leaves what is stuck at its
        beginning, and takes no rules that differ: other answers may lead to others."""
        for path in paths:
            self.attempts += self.new_attempts(path, known)
        while len(self.found) < 2:
            for attempts in sorted(self.attempts, key=lambda each: each.priority):
                if attempts.path not in paths or (not is_last and attempts.is_stuck):
                    continue
                if self.try_next(attempts):
                    break
            else:
                break
            if self.other_rules and self.fitting and not is_last:
                return  # it may play by our rules after another answer
            if not known and self.leaves_all_to_persons() and self.play_by_arguments():
                return
            if not known and self.tosses_after(paths):
                self.forget_games()
                return self.play(self.tossed)
            if is_last:
                self.take_fitting(paths)
        if is_last:
            self.take_fitting(paths, even_untried=True)

    def tosses_after(self, paths: Sequence[Start]) -> bool:
        """Whether chance decides who begins after some of these answers, as games have shown it and
        new starts confirm."""
        tossed = []
        for path in set(paths) - {*self.tossed, *self.settled}:
            tried = [each for each in self.attempts if each.path == path]
            wrong = {each.first for each in tried if each.is_refuted}
            if len(wrong) == 2 or any(len(each.orders_seen()) == 2 for each in tried):
                self.settled.append(path)
                tossed += self.seen_to_toss([path], MOST_TOSSES)
        self.tossed += tossed
        return bool(tossed)
