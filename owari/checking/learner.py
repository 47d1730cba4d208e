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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from math import inf
from time import perf_counter, sleep
from typing import Any

from owari.checking.description_candidates import (
    Candidates,
    PitCandidates,
    SquareCandidates,
    amended,
    commands_in,
)
from owari.checking.description_trial import (
    PROGRAM,
    AsksNothing,
    Learned,
    NotLearned,
    Start,
    Trial,
    agree,
    named,
    seat_of,
    started,
    together,
)
from owari.checking.usage_text import arguments_offered, shows_usage
from owari.checking.watched_program import Said, TimeIsUp, WatchedProgram, said_after
from owari.games.family import FamilyTable
from owari.games.game import Game, Side
from owari.games.mancala import OWARI, SowingRules
from owari.games.othello import OthelloRules
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import TimeControl
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.questions import (
    announced_order,
    asks_who_begins,
    further_answers,
    is_mere_setting,
    modes_in,
    persons_in,
)
from owari.programs.executable import READLINE_ADVICE
from owari.programs.program import NEXT_SECOND
from owari.programs.program_faults import lacks_readline
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import excerpt
from owari.records.record import Termination
from owari.referee.referee import play_game
from owari.text.durations import count

_MOST_STARTS = 32
"""Starts of the program to find its questions."""
_MOST_QUESTIONS = 6
_MOST_AMENDED = 6
"""Times that a description is completed for questions in mid-game."""
_MOST_LATE = 2
"""Games that the program may lose on time in one order after the same answers. A busy machine is no
reason to stop at the first, and other names for moves make no program faster."""
_PATIENCE = 3
"""How much more time a program gets that is silent after an answer."""
MOST_TOSSES = 4
"""Starts with the same answers until the program counts as one that does not toss."""
START_LIMIT = 10.0
"""The least number of seconds for a program to ask something."""
_TOSSES = re.compile(r"\bcoin\b|\btoss\w*|\brandom\w*|\bdice\b|\blots?\b", re.I)
"""Words about chance."""
SEED = 1
_MOST_REFUSALS = 200
"""Looks at a program that says that it has refused a move, until it counts so: other names for
moves are tried next."""
_BEGINS = re.compile(r"\b(?:first|1st|starts?|begins?|opens?|turn\s+order)\b", re.I)
"""Words of a question that asks who begins, and not for a disc."""
_PROBES = ("1", "f5")
"""Answers that make a program speak which waits for a person in silence."""
_BY_HAND = "`owari protocols console` shows how to describe it by hand"

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
        self._tell = tell
        self.ends: dict[tuple[bool, Start], tuple[int, Termination]] = {}
        """How the last game ended, by order and answers: its plies and the kind of its end."""
        self.alike = 0
        """Games since the last step that was told, which ended as the one before them."""
        self.game = game
        self.family = CANDIDATES[game](game)
        self.per_turn = per_turn
        self.start_limit = max(START_LIMIT, per_turn)
        self.times = TimeControl(per_turn=per_turn, start_limit=self.start_limit)
        self.found: dict[bool, Trial] = {}
        """The games that fit, by whether the program moved first."""
        self.best: dict[bool, Trial] = {}
        """The longest game in each order of those that did not end by the rules."""
        self.late: Counter[tuple[bool, Start]] = Counter()
        """The number of games in which it was too slow, by order and answers."""
        self.said = ""
        """The end of its output."""
        self.is_patient = False
        """Whether it has got more time than was asked for."""
        self.persons: dict[tuple[str, ...], bool] = {}
        """Whether a person has the side that a question named last, by the answers so far."""
        self.silent: dict[Start, float] = {}
        """The answers after which it was silent, each with its time in seconds."""
        self.left_at_once = False
        """Whether it left before any input."""
        self.shown: dict[Start, str] = {}
        """Its output after the answers that lead to a game."""
        self.others: list[Start] = []
        """Less likely answers, for later."""
        self.unlikely: list[Start] = []
        """Those for levels, and modes without a program: for when nothing else leads to a game."""
        self.order_question = ""
        """The last question for who begins."""
        self.left_to_start = _MOST_STARTS
        self.tossed: list[Start] = []
        """The starts after which chance decides who begins."""
        self.usage = ""
        """What it said of the words at the end of its command."""
        self.sisters: list[Game] = []
        """The sister games by whose rules it was tried."""

    def tell(self, step: str) -> None:
        """Tells a step, after a line for the games before it that brought nothing new."""
        self.tell_alike()
        self._tell(step)

    def tell_alike(self) -> None:
        """Tells how many games ended as the last one that was told."""
        if self.alike:
            self._tell(
                f"{count(self.alike, 'more game')} with other names for moves came no further"
            )
        self.alike = 0

    def learn(self) -> Learned:
        """The description. Raises NotLearned."""
        over = ""
        try:
            self.explored()
        except TimeIsUp:
            over = "its time is over: --within gives it more"
        finally:
            self.tell_alike()
        for first, trial in self.best.items():
            own_bug = first not in self.found and trial.ends_by_its_own_bug
            if own_bug and self.agrees(trial.variant, trial.path):
                self.found[first] = trial
        if self.found:
            return self.described(over)
        if not over or not self.best:
            raise NotLearned("; ".join(filter(None, (over, self.no_description()))))
        first, longest = max(self.best.items(), key=lambda item: item[1].length)
        why = (over, *map(self.failure, self.best), "these settings are a guess")
        guess = together({first: longest})
        other: dict[str, Any] = {"start_second" if first else "start_first": ()}
        protocol = replace(guess.protocol, **other)  # nothing is known of that order
        return replace(guess, protocol=protocol, missing="; ".join(why))

    def described(self, over: str) -> Learned:
        """The description by the games that fit; `over` is a clause where the time was over."""
        learned = together(self.found)
        failed = [first for first in (False, True) if first not in self.found]
        if not failed:
            return learned
        protocol, (first,) = learned.protocol, failed
        tossed = protocol.start_toss is not None  # so that it has both orders
        if first and not tossed:
            protocol = replace(protocol, start_first=self.silent_path())
        elif not tossed:
            protocol = replace(protocol, start_second=self.silent_path())
        failure = self.failure(first)
        if tossed or over or self.order_question or self.silent or self.was_late(first):
            question = self.order_question
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

    def explored(self) -> None:
        """Plays with it until both orders are found or nothing is left to try. Raises
        TimeIsUp."""
        paths = [Start()]
        if known := self.known_start():
            paths = []
            self.play(list(dict.fromkeys(known.values())), known)
        elif self.tossed:
            paths = []
            self.play(list(self.tossed))
        while paths and len(self.found) < 2:
            playing = list(self.starts(paths))
            if self.may_toss(playing):
                self.tossed = self.seen_to_toss(playing)
            self.play(self.tossed or playing)
            paths, self.others = self.others, []
            if not paths and not self.found:
                paths, self.unlikely = self.unlikely, []
        if len(self.found) < 2 and not self.order_question and not self.tossed and not known:
            self.tossed = self.seen_to_toss(list(self.shown))
            if self.tossed:
                self.found = {}
                self.play(self.tossed)
        if len(self.found) < 2 and not self.tossed:
            self.play_by_arguments()

    def play_by_arguments(self) -> None:
        """Plays with the words at the end of its command that its usage offers, where the orders do
        not depend on its questions."""
        if not self.usage and not self.order_question:
            self.usage = self.said_after(Start(arguments=("--help",))).text
        offered = [Start(arguments=words) for words in arguments_offered(self.usage)]
        if not offered or self.order_question:
            return
        shown = " or ".join(repr(" ".join(path.arguments)) for path in offered)
        self.tell(f"the program is started in other ways: trying {shown}")
        self.play(list(self.starts(offered)))

    def may_toss(self, paths: Sequence[Start]) -> bool:
        """Whether chance may decide who begins after these answers: the program speaks of chance,
        or has asked for something else than who begins."""
        shown = [self.shown[path] for path in paths]
        if any(map(_TOSSES.search, shown)):
            return True
        if self.order_question and _BEGINS.search(self.order_question):
            return False
        told = any(announced_order(text) is not None for text in shown)
        return told or bool(self.order_question)

    def seen_to_toss(self, paths: Sequence[Start]) -> list[Start]:
        """Those after which one start leads to another order than the next."""
        tossed: list[Start] = []
        for toss in range(MOST_TOSSES):
            if toss:
                sleep(NEXT_SECOND)
            for path in paths:
                said = self.said_after(path)
                orders = {self.order_in(said.text), self.order_in(self.shown[path])}
                if not said.is_refusal and orders == {True, False}:
                    tossed.append(path)
            if tossed:
                break
        for path in tossed:
            self.tell(f"{path.after} leaves it to chance who begins")
        return tossed

    def order_in(self, text: str) -> bool | None:
        """Whether the program has the first move, as it tells or draws, or tells of a move where it
        draws nothing; None where it is not certain. Other differences, as of hints and times, are
        none of the order."""
        told = announced_order(text)
        begun = self.family.has_begun(text) if told is None else told
        return self.family.tells_a_move(text) if begun is None else begun

    def silent_path(self) -> tuple[str, ...] | None:
        """The answers after which it was silent, where they may lead to the order that is missing:
        but for the last they are those that lead to the other."""
        [found] = self.found.values()
        before = found.path.answers[:-1]
        answers = (path.answers for path in self.silent)
        return next((each for each in answers if each and each[:-1] == before), None)

    def no_description(self) -> str:
        """Why there is no description in either order, and what to do."""
        if self.best:
            return "; ".join((*map(self.failure, self.best), _BY_HAND))
        said = f"it said {excerpt(self.said)!r}" if self.said.strip() else "it said nothing"
        if lacks_readline(self.said):
            return f"the program left: {READLINE_ADVICE}"
        if self.left_at_once:
            return f"the program left before it asked for anything; {said}"
        return f"the program asks no question that can be answered; {said}; {_BY_HAND}"

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

    def play(self, paths: Sequence[Start], known: Mapping[bool, Start] = {}) -> None:
        """Plays games after these answers, until both orders are found; after the `known` ones
        only, by order, where some are."""
        hopeless = {
            (first, path)
            for first in (False, True)
            for path in paths
            if known and known.get(first) != path
        }
        """Orders in which it does not play after these answers, however moves are named."""
        for path in paths if not known and not self.tossed else ():
            text = self.shown[path]
            begun = None if commands_in(text).go else self.family.has_begun(text)
            if begun is not None:
                hopeless.add((not begun, path))
        seen = [self.shown[path] for path in paths]
        """Texts that tell how it calls moves: it may say that where it refuses one."""
        for path in paths:
            if self.family.asks_for_parts(self.shown[path]):
                said = self.said_after(path.then(_PROBES[0]))
                seen += [said.text] if said.goes_on else []
        failed: list[Trial] = []
        tried: set[ConsoleProtocol] = set()
        while paths and (variant := self.next_variant(seen, tried)):
            tried.add(variant)
            others: dict[bool, Trial] = {}
            """Games in which its rules seem to differ: after another answer they may be ours."""
            for first in (False, True):
                for path in paths:
                    if first in self.found or (first, path) in hopeless:
                        continue
                    if not self.agrees(variant, path) or any(
                        trial.rules_out(variant)
                        for trial in failed
                        if (trial.first, trial.path) == (first, path)
                    ):
                        continue
                    trial = self.completed(self.trial(variant, path, first))
                    if trial.by_the_rules:
                        self.found[first] = trial
                        continue
                    self.look_for_another_game(trial)
                    failed.append(trial)
                    if trial.dialogue.refused:
                        seen.append(trial.dialogue.screen())
                    if trial.fits:
                        others.setdefault(first, trial)
                    elif trial.is_hopeless or self.late[first, path] >= _MOST_LATE:
                        hopeless.add((first, path))
            for first, trial in others.items():
                if first not in self.found and self.agrees(trial.variant, trial.path):
                    self.found[first] = trial
            if len(self.found) == 2:
                return

    def look_for_another_game(self, trial: Trial) -> None:
        """Raises NotLearned where the game ends by the rules of a sister game that fits it."""
        for sister in trial.sisters():
            if sister in self.sisters or ConsoleProtocol.spec.unfit(sister):
                continue
            self.sisters.append(sister)
            self.tell(f"its moves fit {sister.name}: trying these rules")
            if self.trial(trial.variant, trial.path, trial.first, sister).by_the_rules:
                raise NotLearned(
                    f"the program seems to play {sister.name}, not {self.game.name}: its game ends"
                    f" by those rules, and --game {sister.name} describes it"
                )

    def agrees(self, variant: ConsoleProtocol, path: Start) -> bool:
        """Whether one description can hold for a game of this one and for those that fit."""
        return all(agree(variant, path, trial) for trial in self.found.values())

    def completed(self, trial: Trial) -> Trial:
        """The game again, with answers to questions in mid-game, as far as these lead further."""
        for _ in range(_MOST_AMENDED):
            if trial.fits or trial.record.ending.termination is not Termination.UNREADABLE:
                return trial
            for variant in amended(
                trial.variant,
                trial.dialogue.screen(),
                we_pass=trial.we_passed,
                before=trial.dialogue.screen_before(),
            ):
                better = self.trial(variant, trial.path, trial.first)
                if better.fits or len(better.record.plies) > len(trial.record.plies):
                    trial = better
                    break
            else:
                return trial
        return trial

    def next_variant(
        self, seen: Sequence[str], tried: Collection[ConsoleProtocol]
    ) -> ConsoleProtocol | None:
        """The likeliest description that has not been tried, after these texts."""
        return next((each for each in self.variants(seen) if each not in tried), None)

    def variants(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """The descriptions that may fit, with all that is known."""
        descriptions = self.family.descriptions(shown)
        yield from dict.fromkeys(replace(each, **self.kept) for each in descriptions)

    def failure(self, first: bool) -> str:
        """Why there is no description in this order."""
        order = "first" if first else "second"
        if first not in self.best and self.silent:
            path, seconds = next(iter(self.silent.items()))
            return (
                f"{path.after} is silent for {seconds:g} s: it may be too slow, and"
                f" --time {_PATIENCE * seconds:g}s gives it more time"
            )
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
            f" --time {_PATIENCE * self.per_turn:g}s gives it more time"
        )

    def was_late(self, first: bool) -> bool:
        """Whether it has no description in this order and was too slow for one."""
        return first not in self.found and any(order is first for order, _ in self.late)

    def starts(self, open_paths: list[Start]) -> Iterator[Start]:
        """The answers after which it wants a move or may have made one."""
        while open_paths and self.left_to_start:
            path = open_paths.pop(0)
            self.left_to_start -= 1
            said = self.said_after(path)
            if said.is_refusal:
                continue
            if said.is_late:
                said = self.said_later(path)
            text, goes_on = said.text, said.goes_on
            self.said = text
            if path == Start() and goes_on and self.stays_silent(text):
                raise AsksNothing
            if not path.answers and not goes_on and not said.is_late:
                self.left_at_once |= path == Start()
                self.usage = text if shows_usage(text) else self.usage
            in_play = (
                not goes_on
                or len(path.answers) == _MOST_QUESTIONS
                or self.family.lists_moves(text)
                or (
                    self.family.pits
                    and self.family.wants_a_move(text, drawn=self.family.draws(text))
                )
            )
            asked = [] if in_play else self.family.answers(text)
            likely = self.likely_answers(path, text, asked)
            rest = [answer for answer in asked if answer not in likely]
            self.unlikely += [path.then(each) for each in modes_in(text) if each not in asked]
            (self.others if len(rest) == 1 else self.unlikely).extend(map(path.then, rest))
            asked = likely
            if asked:
                shown = ", ".join(repr(answer) for answer in asked)
                self.tell(f"{path.after} asks {excerpt(text, 60)!r}: trying {shown}")
                open_paths += [path.then(answer) for answer in asked]
                self.others += [path.then(answer) for answer in further_answers(text, asked)]
                if asks_who_begins(text):
                    self.order_question = excerpt(text, 60)
            elif goes_on and (path != Start() or self.family.wants_a_move(text, drawn=True)):
                self.tell(f"{path.after} shows {excerpt(text, 60)!r}: trying to play")
                self.shown[path] = text
                yield path

    def likely_answers(self, path: Start, text: str, asked: list[str]) -> list[str]:
        """Those of the answers that are tried first: one of those for a mere setting, and of two
        sides one for a person and one for the program."""
        if is_mere_setting(text, asked):
            return asked[:1]
        persons = persons_in(text, asked)
        if not persons:
            return asked
        (person,) = (answer for answer in asked if persons[answer])
        machine = next(answer for answer in asked if not persons[answer])
        earlier = (path.answers[:end] for end in range(len(path.answers), 0, -1))
        given = next((self.persons[each] for each in earlier if each in self.persons), None)
        self.persons[*path.answers, person], self.persons[*path.answers, machine] = True, False
        return [person, machine] if given is None else [machine if given else person]

    def stays_silent(self, text: str) -> bool:
        """Whether it has shown nothing at its start, and shows nothing after a line either."""
        said = (self.said_after(Start((probe,))) for probe in _PROBES)
        return not text.strip() and not any(each.text.strip() for each in said)

    def said_later(self, path: Start) -> Said:
        """What it says after these answers where it gets more time, which it then has for all of
        its moves too. That happens once."""
        if not self.is_patient:
            self.is_patient = True
            longer = _PATIENCE * self.start_limit
            self.tell(
                f"{path.after} is silent for {self.start_limit:g} s: it gets {longer:g} s now"
            )
            self.per_turn = self.start_limit = longer
            self.times = TimeControl(per_turn=longer, start_limit=longer)
            said = self.said_after(path)
            if not said.is_late:
                return said
        self.silent[path] = self.start_limit
        return Said("", goes_on=False, is_late=True)

    def said_after(self, path: Start) -> Said:
        """What it says after these answers."""
        self.look_at_the_time()
        left = self.deadline - perf_counter()
        command = (*self.settings.command, *path.arguments)
        settings = replace(self.settings, command=command)
        return said_after(settings, path.answers, min(self.start_limit, left))

    def look_at_the_time(self) -> None:
        """Raises TimeIsUp where its time is over."""
        if perf_counter() > self.deadline:
            raise TimeIsUp

    def trial(
        self, variant: ConsoleProtocol, path: Start, first: bool, game: Game | None = None
    ) -> Trial:
        """Plays a game against random moves, in this order after these answers."""
        tossed = path in self.tossed
        protocol = replace(variant, **started(path, first, tossed=tossed))
        self.look_at_the_time()
        settings = replace(self.settings, protocol=protocol)
        program = WatchedProgram(PROGRAM, settings, deadline=self.deadline)
        assert isinstance(program.dialogue, ConsoleDialogue)
        program.dialogue.most_refusals = _MOST_REFUSALS
        side = seat_of(protocol)
        other = RandomPlayer("random", seed=SEED)
        try:
            record = play_game(
                {side: program, side.other: other},
                (game or self.game).start(side if first else side.other),
                dict.fromkeys(Side, self.times),
                on_ply=lambda ply, position: self.look_at_the_time(),
            )
        finally:
            program.close()
        trial = Trial(
            self.family, variant, path, first, record, program.dialogue, program.cause, tossed
        )
        plies, order = len(record.plies), "first" if first else "second"
        length = count(plies, "ply", "plies")
        tried = f"{path.after} moves {order}{named(variant)}: "
        if trial.was_slow and game is None:
            self.late[first, path] += 1
        if trial.by_the_rules:
            rules = f" of {game.name}" if game else ""
            self.tell(f"{tried}a game of {length} ends by the rules{rules}")
        else:
            longest = self.best[first].length if first in self.best else -1
            if game is None and plies > longest:
                self.best[first] = trial
            end = plies, record.ending.termination
            if self.ends.get((first, path)) == end:
                self.alike += 1
            else:
                self.tell(f"{tried}{length}, then the program {trial.reason}")
            self.ends[first, path] = end
        return trial
