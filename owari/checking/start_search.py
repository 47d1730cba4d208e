"""Finds the answers to the questions of a program before the first move: it is started again and
again, until it wants a move or has made one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from owari.checking.departures import why_it_left
from owari.checking.description_candidates import Candidates
from owari.checking.description_trial import AsksNothing, NotLearned, Start
from owari.checking.findings import Findings
from owari.checking.offered_commands import commands_told, games_begun, help_word
from owari.checking.usage_text import shows_usage, usage_quoted
from owari.checking.watched_program import Said, TimeIsUp, said_after
from owari.players.player import Fault
from owari.programs.dialogues.console.answers import (
    ANY_SIDE,
    NAME,
    agreeing_first,
    any_answers,
    asks_for_an_algorithm,
    further_answers,
    is_confirmation,
    is_declined,
    is_mere_setting,
    lowest_answer,
    persons_in,
    unlikely_answers,
    values_told,
)
from owari.programs.dialogues.console.menus import arrow_menu, pairs_of_players
from owari.programs.dialogues.console.prompts import wants_a_full_stop
from owari.programs.dialogues.console.questions import (
    asks_for_a_side,
    asks_who_begins,
    question_in,
)
from owari.programs.dialogues.console.screen import KEYS
from owari.programs.dialogues.console.vocabulary import in_english
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import excerpt
from owari.records.record import Termination
from owari.text.durations import count

MOST_STARTS = 32
"""Starts of the program to find its questions."""
_MOST_QUESTIONS = 9
_SAY_YES_OR_NO = {"y", "yes", "n", "no"}
_MOST_SLOW = 2
"""Starts with more time; silent starts until games are played, before others are tried."""
START_LIMIT = 10.0
"""The least number of seconds for a program to ask something."""
WANTS_NUMBER = re.compile(
    r"invalid literal for int|could not convert string to float|NumberFormatException"
    r"|InputMismatchException|ParseIntError|invalid digit|std::invalid_argument|\bstoi\b"
)
"""What runtimes say of a word where a program reads a number."""
_BLANKS = " " * 400
"""What a program writes that clears a screen without a command for it."""
_AT_A_QUERY = re.compile(r"(?:^|\n)\s*(?:\d+\s+)?\?-\s*$")
"""The prompt of Prolog itself."""
_BY_ARROWS = re.compile(
    r"\b(?:use|press|with|using)\b[^\n]{0,30}\barrows?\b(?!.*\b(?:type|enter\s+(?:an?|the|your)\b))"
    r"|\barrow\s+keys?\W{0,3}(?:to|move|:|=|-)",
    re.I,
)
_BY_KEYS = re.compile(
    r"\bWASD\b|\bw\W{1,3}a\W{1,3}s\W{1,3}d\b|\ba\W{1,3}d\b[^\n]{0,20}\bmove\b|\bh\W{0,2}j\W{0,2}k\W{0,2}l\b"
    r"|\b(?:move|moves|moving)\s+(?:the\s+|your\s+)?(?:cursor|selection|highlight|pointer)\b|[←→]|<-\W{1,3}->",
    re.I,
)
"""Keys that move a cursor, in the words of a program that reads single keys."""
_TERM = re.compile(r"(['\"`])(\w+)\.\1")
"""A term as it is typed, `'2.' for Medium`"""
_MARKS = re.compile(r"[\W_]+")
_CLEARS = re.compile(r"\x1b\[[23]?J")
_PLACES = re.compile(r"\x1b\[(\d+);(\d+)[Hf]")
_ESCAPES = re.compile(r"\x1b\[[0-?]*[@-~]")
_CURSOR_KEYS = {"<right>": "the right arrow", "<down>": "the down arrow", "d": "'d'"}
"""Keys that may move a cursor, and what they are called."""
_ADVICE = {
    Termination.TOO_MUCH_MEMORY: "; set a larger `memory` in a tournament file, and learn it there"
}
"""What to do about a fault."""
_NEAR = 5
"""Lines at the end of a screen that say how it is used."""
COLOURS = (("TERM", "xterm-256color"), ("NO_COLOR", ""))
"""The environment of a program that may show colours."""
PROBES = ("1", "f5")
"""Answers that make a program speak which waits for a person in silence."""


class DrawsAlike(Exception):
    """It draws the discs of both sides alike, perhaps because it may show no colours."""


class StartSearch(Findings):
    """The search for the answers that lead to a game."""

    def __init__(
        self,
        settings: ProgramSettings,
        tell: Callable[[str], None],
        family: Candidates,
        per_turn: float,
        within: float,
    ) -> None:
        super().__init__(per_turn, max(START_LIMIT, per_turn))
        self.settings = settings
        self._tell = tell
        self.family = family
        self.within = within
        self.deadline = perf_counter() + within
        self.alike = 0
        """Games since the last step that was told, which ended as the one before them."""
        self.is_patient = False
        """Whether it may be silent after as many answers as it likes."""
        self.kinds: dict[frozenset[str], dict[str, bool]] = {}
        """Which of the answers to a question for a side's kind stands for a person."""
        self.persons: dict[tuple[str, ...], bool] = {}
        """Whether a person has the side that a question named last, by the answers so far."""
        self.others: list[Start] = []
        """Less likely answers, for later."""
        self.other_rules: list[Start] = []
        """Those with another answer to a question for a rule of the game: for when games with the
        first one show other rules."""
        self.unlikely: list[Start] = []
        """Those for levels, and modes without a program: for when nothing else leads to a game."""
        self.sizes: dict[str, str] = {}
        """Numbers that stood for another board, each with the one of the game: one that was typed
        may have been the answer to a question for the size."""
        self.declined: list[Start] = []
        """Those of them that say yes to settings or the like, which may ask who begins."""
        self.probes: dict[Start, None] = {}
        """Any answers to texts that are no question by their words, which are tried last."""
        self.mute: list[Start] = []
        """Those after which it says nothing more and waits, as for a move or for another answer."""
        self.told: dict[str, list[str]] = {}
        """The answers that it named where it refused one, by the question."""
        self.formed: dict[Start, None] = {}
        """Those with other forms of an answer that was refused."""
        self.come_back: list[Start] = []
        """Those after which it shows its menu again, without a word."""
        self.questions: dict[Start, str] = {}
        """The questions after these answers."""
        self.lowest: dict[Start, tuple[str, str]] = {}
        """The answers that end with a number for a depth, a level or a time, each with the lowest
        number and the question."""
        self.by_keys: list[Start] = []
        """Those after which it reads single keys, and shows no menu."""
        self.keys: dict[Start, tuple[str, ...]] = {}
        """What is typed for the last of these answers, in a menu that takes arrow keys."""
        self.by_terms: dict[Start, bool] = {}
        """Whether it takes a term of Prolog after these, by whose prompt it asks."""
        self.lowered: dict[Start, None] = {}
        """Those in whose place the lowest number is typed, because the program was too slow."""
        self.help = ""
        """The list of its commands, where it has one."""
        self.left_to_start = MOST_STARTS

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

    def starts(self, open_paths: list[Start]) -> Iterator[Start]:
        """The answers after which it wants a move or may have made one."""
        while open_paths and self.left_to_start and not self.games_come_first():
            if (path := self.next_of(open_paths)) is None or self.goes_on_elsewhere(path):
                continue
            self.left_to_start -= 1
            said = self.said_after(path)
            if said.is_endless:
                open_paths += self.note_flood(path, said.text, open_paths)
                continue
            if said.is_late:
                open_paths[:0] = self.note_silence(path)
                continue
            text, goes_on = self.read(path, said), said.goes_on
            if said.is_refusal or (goes_on and self.values_after(path, text)):
                open_paths += self.refused(path, said, open_paths)
                continue
            if path.answers and goes_on and not text.strip():
                self.mute.append(path)
                self.dead_ends[path] = "says nothing more, and waits"
                continue
            self.said = text
            if path == Start() and goes_on and self.stays_silent(text):
                raise AsksNothing
            if not goes_on and not path.answers:
                self.note_leaving(path, said)
            asked = self.answers_after(path, text) if goes_on else []
            if path in self.dead_ends:
                continue
            begun = bool(asked) and self.may_ask_in_a_game(text)
            if asked:
                open_paths += self.answered(path, text, asked)
            if begun:  # it may ask this before each move
                self.shown[path] = text
                yield path
            elif not asked and goes_on:
                drawn, is_probe = self.family.draws(text), path in self.probes
                is_clear = self.family.wants_a_move(text, drawn=drawn)
                if text.strip() and not is_clear and not is_probe:
                    self.probes |= dict.fromkeys(map(path.then, any_answers(text)))
                if is_probe and not drawn and not is_clear:
                    continue
                begins = self.commands_after(path, text)
                begins = begins or ([] if is_clear or drawn else self.players_told(path, text))
                if begins and not drawn:
                    open_paths += map(path.then, begins)
                    continue
                if path == Start() and not self.may_begin(text):
                    self.dead_ends[path] = (
                        f"waits, and `learn` knows no answer to {excerpt(text)!r}"
                    )
                    continue
                self.tell(f"{path.after} shows {excerpt(text, 60)!r}: trying to play")
                self.shown[path] = text
                yield path
            elif not asked and path != Start():
                why = why_it_left(text, path.answers)
                self.dead_ends[path] = f"{said.end}; {_words_of(text)}{why}"
                if WANTS_NUMBER.search(text):
                    open_paths += self.other_forms(path, open_paths, number=True)

    def games_come_first(self) -> bool:
        """Whether it was silent so often that games are played before more is tried."""
        return bool(self.shown) and len(self.silent) >= _MOST_SLOW and not self.is_patient

    def next_of(self, open_paths: list[Start]) -> Start | None:
        """The next of these answers, up to the first number that stood for another board, with that
        of the game in its place: what follows is asked again. None where that was tried."""
        path = open_paths.pop(0)
        for at, answer in enumerate(path.answers):
            if self.sizes.get(answer, answer) != answer:
                path = path._replace(answers=(*path.answers[:at], self.sizes[answer]))
                return None if path in self.questions.keys() | self.shown.keys() else path
        return path

    def goes_on_elsewhere(self, path: Start) -> bool:
        """Whether the board of another game was drawn after fewer of these answers, and nothing was
        asked then that might change it."""
        before = (path._replace(answers=path.answers[:end]) for end in range(len(path.answers)))
        return any(each in self.other_boards and each not in self.questions for each in before)

    def answers_after(self, path: Start, text: str) -> list[str]:
        """The answers to try first to the question that follows these, if any; keeps the others.
        Raises DrawsAlike."""
        if self.family.draws_alike(text) and COLOURS[0] not in self.settings.environment:
            raise DrawsAlike
        if len(path.answers) == _MOST_QUESTIONS or self.family.lists_moves(text):
            return []
        drawn = self.family.draws(text)
        if self.family.pits and self.family.wants_a_move(text, drawn=drawn):
            return []
        every = self.family.answers(text) or self.told_for(question_in(text))
        asked = _unlike(every)
        if asked == [NAME] and NAME in path.answers:
            asked = [f"{NAME}{path.answers.count(NAME) + 1}"]  # names may have to differ
        self.others += [path.then(answer) for answer in every if answer not in asked]
        wanted = self.family.rule_wanted(in_english(question_in(text)))
        if wanted is not None and len(asked) == 2 and not asks_who_begins(text):
            ours, other = agreeing_first(text, asked, wanted)
            self.other_rules.append(path.then(other))
            return self.not_given(path, text, [ours])
        likely = self.likely_answers(path, text, asked)
        for answer in likely:
            if low := lowest_answer(text, answer):
                self.lowest[path.then(answer)] = low, excerpt(text, 60)
        rest = [answer for answer in asked if answer not in likely]
        self.unlikely += [path.then(each) for each in unlikely_answers(text) if each not in asked]
        declined = is_declined(text, asked)
        if declined and not self.order_question:
            self.declined += map(path.then, rest)
        likelier = len(rest) == 1 and not declined and not is_confirmation(text)
        (self.others if likelier else self.unlikely).extend(map(path.then, rest))
        return self.not_given(path, text, likely)

    def not_given(self, path: Start, text: str, answers: list[str]) -> list[str]:
        """Those of the answers that were not given to the same question before, as in a menu that
        is come back to; all of them where each was, and only later where others came between."""
        if answers:
            self.questions[path] = excerpt(text)
        given = {
            answer
            for end, answer in enumerate(path.answers)
            if self.questions.get(path._replace(answers=path.answers[:end])) == excerpt(text)
        }
        left = [answer for answer in answers if answer not in given]
        if (
            answers
            and not left
            and self.questions.get(path._replace(answers=path.answers[:-1])) != (excerpt(text))
        ):
            self.dead_ends[path] = "comes back to an earlier question"
            self.unlikely += map(path.then, answers)
            return []
        return left or answers

    def answered(self, path: Start, text: str, asked: Sequence[str]) -> list[Start]:
        """The path with each of these answers to a question; further ones are kept for later."""
        shown = ", ".join(repr(answer) for answer in asked)
        self.tell(f"{path.after} asks {excerpt(text, 60)!r}: trying {shown}")
        self.others += [path.then(answer) for answer in further_answers(text, asked)]
        if asks_who_begins(text):
            self.order_question = excerpt(text, 60)
        return [path.then(answer) for answer in asked]

    def commands_after(self, path: Start, text: str) -> list[str]:
        """The commands that begin a game, of those that the program lists where it is asked for
        help; that list is kept."""
        word = help_word(text)
        if word and not self.help:
            said = self.said_after(path.then(word))
            self.help = said.text if said.goes_on else ""
        begins = games_begun(f"{commands_told(text)}\n{self.help}", self.usual)
        if begins and path not in self.probes and not {*begins} & {*path.answers}:
            self.help = self.help or commands_told(text)
            shown = ", ".join(map(repr, begins))
            self.tell(f"{path.after} takes commands: trying {shown}")
            return begins
        return []

    def players_told(self, path: Start, text: str) -> list[str]:
        """The lines for the kinds of both sides, where it tells their words only of a wrong line,
        and leaves."""
        if path != Start() or not text.strip():
            return []
        said = self.said_after(path.then(PROBES[0]))
        pairs = [] if said.goes_on or said.is_refusal else pairs_of_players(said.text)
        if pairs:
            self.tell(
                f"after {PROBES[0]!r} the program leaves with {excerpt(said.text, 60)!r}: trying"
                f" {', '.join(map(repr, pairs))}"
            )
        return pairs

    def usual(self, name: str) -> str:
        """What is typed for a number that a command wants, as a size or a depth; else empty."""
        size = self.family.size_asked(name)
        return size or next(iter(self.family.answers(f"{name}?")), "")

    def may_begin(self, text: str) -> bool:
        """Whether it may want a move before any answer."""
        return self.family.wants_a_move(text, drawn=True) or self.family.draws(text)

    def may_ask_in_a_game(self, text: str) -> bool:
        """Whether the question below a board may come before each move."""
        asks_before = asks_who_begins(text) or asks_for_an_algorithm(text)
        return self.family.draws(text) and not asks_before

    def likely_answers(self, path: Start, text: str, asked: list[str]) -> list[str]:
        """Those of the answers that are tried first: one of those for a mere setting, and of two
        sides one for a person and one for the program."""
        if is_mere_setting(text, asked) or is_confirmation(text):
            return asked[:1]
        persons = persons_in(text, asked)
        if persons:
            self.kinds[frozenset(asked)] = persons
        elif asks_for_a_side(text):  # and the menu stood above the question before it
            persons = self.kinds.get(frozenset(asked), {})
            if tuple(asked) == ANY_SIDE:  # it offers nothing itself
                persons = next(reversed(self.kinds.values()), {})
        if not persons:
            return asked
        (person,) = (answer for answer in persons if persons[answer])
        machine = next(answer for answer in persons if not persons[answer])
        earlier = (path.answers[:end] for end in range(len(path.answers), 0, -1))
        given = next((self.persons[each] for each in earlier if each in self.persons), None)
        self.persons[*path.answers, person], self.persons[*path.answers, machine] = True, False
        return [person, machine] if given is None else [machine if given else person]

    def other_forms(
        self, path: Start, known: Sequence[Start], *, number: bool = False
    ) -> list[Start]:
        """The same with other forms of the last answer, which was refused: a smaller number, the
        first letter of a word, or numbers where the program wants one."""
        answer = path.answers[-1] if path.answers else ""
        if answer.isdecimal():
            forms = [str(int(answer) - 1)] if int(answer) > 1 and not number else []
        elif number:
            forms = ["1", "2", "0"]
        else:
            forms = [answer[:1], answer.capitalize(), answer.upper(), answer.swapcase()]
        return self.in_its_place(path, forms, known)

    def refused(self, path: Start, said: Said, known: Sequence[Start]) -> list[Start]:
        """Keeps that it has refused the last answer; the same with the answers that it names, or
        with other forms of that one."""
        before = path._replace(answers=path.answers[:-1])
        further = [each for each in self.questions | self.shown if each.answers]
        answered = {each._replace(answers=each.answers[:-1]) for each in further}
        if self.by_terms.get(before) and before not in answered:  # it may read lines
            self.by_terms[before] = False
            return [path]
        if said.is_refusal:
            self.dead_ends[path] = "asks the same again"
            if values := values_told(said.text, asks_again=True):
                self.told[question_in(said.text)] = values
                parent = path._replace(answers=path.answers[:-1])
                values = self.likely_answers(parent, said.text, values)
            told = self.in_its_place(path, values, known)
            return told + self.other_forms(path, [*known, *told])
        self.dead_ends[path] = f"refuses {path.answers[-1]!r}; {_words_of(said.text)}"
        return self.in_its_place(path, self.values_after(path, said.text), known)

    def values_after(self, path: Start, text: str) -> list[str]:
        """The answers that it names where it refuses the last one, which is none of them."""
        values = values_told(text) if path.answers else []
        return [] if {*path.answers[-1:]} & {*values} else values

    def told_for(self, question: str) -> list[str]:
        """The answers that it named where it refused one to the same question, or to one that
        differs in a single word, as in the name of a side."""
        words = question.split()
        for other, answers in self.told.items():
            known = other.split()
            if len(known) == len(words) > 1 and sum(map(str.__ne__, known, words)) < 2:
                return answers
        return []

    def in_its_place(
        self, path: Start, answers: Sequence[str], known: Sequence[Start]
    ) -> list[Start]:
        """The path with each of these in the place of its last answer, but those that are known."""
        *before, _ = path.answers or ("",)
        others = (path._replace(answers=(*before, each)) for each in dict.fromkeys(answers) if each)
        seen = {*known, *self.dead_ends, *self.others, *self.formed, *self.shown}
        found = [each for each in others if each not in seen]
        self.formed |= dict.fromkeys(found)
        return found

    def can_lower(self, path: Start) -> list[Start]:
        """Those of the numbers among these answers that can be lower."""
        ends = (
            path._replace(answers=path.answers[:end]) for end in range(1, 1 + len(path.answers))
        )
        return [each for each in ends if each in self.lowest and each not in self.lowered]

    def lower(self, path: Start) -> bool:
        """Types the lowest numbers for a depth, a level or a time from now on, after which the
        program thinks less; whether there are any."""
        numbers = self.can_lower(path)
        for number in numbers:
            low, question = self.lowest[number]
            self.tell(f"it is slow with {number.answers[-1]!r} for {question!r}: trying {low!r}")
            self.lowered[number] = None
        return bool(numbers)

    def as_started(self, path: Start) -> Start:
        """The path with the lower numbers, with keys for the numbers of menus that take arrow keys,
        and with a full stop behind the terms of Prolog."""
        typed: list[str] = []
        for end in range(1, len(path.answers) + 1):
            part = path._replace(answers=path.answers[:end])
            low, _ = self.lowest[part] if part in self.lowered else (part.answers[-1], "")
            before = part._replace(answers=part.answers[:-1])
            stop = "." * self.by_terms.get(before, False)
            typed += self.keys.get(before.then(low), (f"{low}{stop}",))
        return path._replace(answers=tuple(typed))

    def note_leaving(self, path: Start, said: Said) -> None:
        """Keeps how it left before any input, and what it said of its command."""
        self.usage = said.text if shows_usage(said.text) else self.usage
        if path == Start():
            words = _words_of(said.text)
            if shows_usage(said.text):
                self.tells_usage = True
                words = f"it said {usage_quoted(said.text)!r}"
            how = f"{said.end} before it asked for anything; {words}"
            self.left_at_once = f"the program {how}{why_it_left(said.text)}"

    def note_flood(self, path: Start, text: str, known: Sequence[Start]) -> list[Start]:
        """Keeps that it writes on and on after these answers, as where it reads a number and got a
        word; the same with numbers."""
        self.said = text
        self.dead_ends[path] = f"writes on and on, and waits for no answer; {_words_of(text)}"
        self.tell(f"{path.after} writes on and waits for no answer")
        return self.other_forms(path, known, number=True)

    def note_silence(self, path: Start) -> list[Start]:
        """Keeps that it was silent after these answers for as long as it may be. They are to be
        tried again where a lower number makes it faster."""
        if self.lower(path):
            return [path]
        seconds = self.limit_after(path)
        if path not in self.silent:
            self.tell(f"{path.after} is silent for {seconds:g} s: more is tried later")
        self.silent[path] = seconds
        return []

    def slow_starts(self) -> list[Start]:
        """The answers after which it was silent and may be less so with more time; the likelier
        ones first: but for the last they lead to a game."""
        slow = [path for path, seconds in self.silent.items() if seconds == self.start_limit]
        known = {path.answers[:-1] for path in self.shown}
        slow.sort(key=lambda path: path.answers[:-1] not in known)
        for path in slow[:_MOST_SLOW]:
            longer = self.limit_after(path)
            self.tell(
                f"{path.after} was silent for {self.start_limit:g} s: it gets {longer:g} s now"
            )
        return slow[:_MOST_SLOW]

    def stays_silent(self, text: str) -> bool:
        """Whether it has shown nothing at its start, and shows nothing after a line either."""
        said = (self.said_after(Start((probe,))) for probe in PROBES)
        return not text.strip() and not any(each.text.strip() for each in said)

    def said_after(self, path: Start) -> Said:
        """What it says after these answers. Raises NotLearned where it breaks a rule before any."""
        self.look_at_the_time()
        command = (*self.settings.command, *path.arguments)
        settings = replace(self.settings, command=command)
        answers = self.as_started(path).answers
        try:
            said = said_after(settings, answers, self.limit_after(path), self.deadline)
        except Fault as fault:
            did = f"{fault}{_ADVICE.get(fault.kind, '')}"
            if path == Start():
                raise NotLearned(f"{path.after} {did}") from None
            return Said("", goes_on=False, end=did)
        self.has_drawn |= self.family.draws(said.text)
        if said.comes_back and path not in self.come_back:
            self.come_back.append(path)
        if said.goes_on and (path == Start() or said.takes_keys):
            self.look_at_the_screen(said)
        if said.takes_keys and path not in self.by_keys and not arrow_menu(said.text):
            self.by_keys.append(path)
            self.press_a_key(path, said)
        return said

    def press_a_key(self, path: Start, shown: Said) -> None:
        """Raises NotLearned where a key that moves a cursor does so on the screen after these
        answers: it is drawn again, and nothing but its marks and colours differs, or the place at
        which it ends."""
        for key, name in _CURSOR_KEYS.items():
            answers = (*self.as_started(path).answers, key)
            try:
                after = said_after(self.settings, answers, self.limit_after(path), self.deadline)
            except Fault:
                continue
            plain = _MARKS.sub("", after.text)
            alike = bool(plain) and _MARKS.sub("", shown.text).endswith(plain)
            is_marked = alike and after.written.strip() not in shown.written
            moves = key in KEYS and _moves_a_cursor(shown.written, after.written)
            if is_marked or moves:
                raise NotLearned(
                    f"the program is played with keys that move a cursor: {name} has moved it, and"
                    f" `learn` types such keys in menus alone; it said {excerpt(shown.text)!r}",
                    is_final=True,
                )

    def read(self, path: Start, said: Said) -> str:
        """What it has said after these answers, with numbers for a menu that takes arrow keys; the
        keys are kept for each number."""
        if wants_a_full_stop(said.text):
            self.by_terms.setdefault(path, True)
        menu = arrow_menu(said.text) if said.takes_keys else None
        for place in range(len(menu.labels) if menu else 0):
            assert menu
            self.keys[path.then(str(place + 1))] = menu.keys_to(place)
        text = menu.numbered if menu else said.text
        return _TERM.sub(r"\1\2\1", text) if self.by_terms.get(path) else text

    def look_at_the_screen(self, shown: Said) -> None:
        """Raises NotLearned where its screen is one that nobody could read or answer in lines."""
        text = shown.text
        if shown.takes_keys and arrow_menu(text):
            return
        said = excerpt(text)
        last = "\n".join(text.rstrip().split("\n")[-_NEAR:])
        if _BY_ARROWS.search(last) or (shown.takes_keys and _BY_KEYS.search(last)):
            raise NotLearned(
                "the program is played with arrow keys, or others that move a cursor, and `learn`"
                f" types such keys in menus alone; it said {said!r}",
                is_final=True,
            )
        if _AT_A_QUERY.search(text):
            raise NotLearned(
                "no program runs: Prolog waits at its prompt for a query, `?-`; the command wants a"
                " goal that begins the game, as in `swipl -g GOAL FILE`",
                wants_words=True,
            )
        if _BLANKS in shown.written:
            raise NotLearned(
                "the program paints a whole screen, as curses does, so its boards have no lines"
                f" that `learn` could read; it said {said!r}",
                is_final=True,
            )

    def look_at_the_time(self) -> None:
        """Raises TimeIsUp where its time is over."""
        if perf_counter() > self.deadline:
            raise TimeIsUp


def _moves_a_cursor(shown: str, after: str) -> bool:
    """Whether a screen that was drawn again has the same words and ends at another place in the
    same line, or at the same in another."""
    (words, place), (words_then, place_then) = map(_words_and_place, (shown, after))
    lines = zip(place, place_then, strict=False)
    return bool(words) and words == words_then and sum(one != other for one, other in lines) == 1


def _words_and_place(written: str) -> tuple[str, tuple[str, ...]]:
    """The letters of the last screen, and the line and column that were set last, if any were."""
    screen = _CLEARS.split(written)[-1]
    *_, place = [(), *_PLACES.findall(screen)]
    return "".join(filter(str.isalpha, _ESCAPES.sub("", screen))), place


def _words_of(text: str) -> str:
    return f"it said {excerpt(text)!r}" if text.strip() else "it said nothing"


def _unlike(answers: list[str]) -> list[str]:
    """The answers but those that only say again what one before them says: `y` after `Yes`."""
    meanings = [each[0].lower() if each.lower() in _SAY_YES_OR_NO else each for each in answers]
    return [each for at, each in enumerate(answers) if meanings[at] not in meanings[:at]]
