"""Finds out how a program talks: plays short games over each protocol, and learns a program that
prompts a person.

A program speaks a protocol if a game ends by the rules. The line protocol needs less: nobody says
`ready` twice by chance, so a bot that starts speaks it, and its fault is told. What a program did
before anybody typed says which trials cannot succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from owari.checking.departures import why_it_left
from owari.checking.description_trial import AsksNothing, NotLearned
from owari.checking.learner import learn
from owari.checking.usage_text import shows_usage, usage_quoted
from owari.checking.watched_program import Said, TimeIsUp, WatchedProgram, said_after
from owari.games.game import Game, Position, Side
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import Cause, Fault, TimeControl
from owari.programs.dialogues.console.prompts import ends_with_prompt
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.protocols import protocols
from owari.programs.dialogues.setting_keys import in_words
from owari.programs.executable import READLINE_ADVICE
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import excerpt
from owari.records.record import GameRecord, Ply, Termination
from owari.referee.referee import play_game
from owari.text.durations import count
from owari.text.printable import listing

_PROGRAM = "program"
_LINE, CONSOLE = "line", "console"
_START_LIMIT = 5.0
"""Seconds for a program to be ready; a virtual machine on a busy computer needs two or three."""
_LEAST_LIMIT = 2.5
"""Seconds for the answer of a program whose start was seen to be quick."""
_QUICK = 5
"""How many times longer than its start that answer may take."""
_DEAF_LIMIT = 15.0
"""Seconds for a program that has neither written nor read anything."""
_LONGEST_TURN = 5.0
_FEW = 3
"""Moves, fewer of which a program makes by chance over a protocol that is not its own."""
_CERTAIN = 8
"""Moves of a game after which a program speaks the protocol."""
_LEARN_AGAIN = ("learn", "--within", "10m")
_OTHER_PROTOCOL = (
    "if it plays another game or speaks a protocol with keys of its own, name them:"
    " 'owari protocols' lists the protocols"
)
_SEED = 1


class Recognition(NamedTuple):
    """What the trials of a program have shown."""

    protocol: str
    """The name of the protocol that it speaks; empty where it was not understood."""
    keys: Mapping[str, Any]
    """The keys of its entry beside its name and command; without a protocol a guess."""
    remark: str = ""
    """What it does wrong, or how far the trials came: a clause on it."""
    advice: str = ""
    """What its author can do; empty where there is nothing to do."""
    then: tuple[str, ...] = ()
    """A command and its options that tell more of the program; empty where none does."""
    is_final: bool = False
    """Whether no key seats it in this game: it plays another one, or makes no moves."""
    games: tuple[Game, ...] = ()
    """Other games that it seems to play, or whose board it draws."""
    wants_words: bool = False
    """Whether words of its command may help: it told its usage and left, or makes no moves."""

    @property
    def is_guess(self) -> bool:
        """Whether the keys may be right in part."""
        return not self.protocol and bool(self.keys)


def recognise(
    settings: ProgramSettings, game: Game, within: float, tell: Callable[[str], None]
) -> Recognition:
    """How a program talks, whose own protocol does not matter. `tell` gets each step in a clause.
    It gives up after `within` seconds, at most one move or start later."""
    return _Trials(settings, game, within, tell).recognise()


class _Trials:
    """The trials of one program."""

    def __init__(
        self, settings: ProgramSettings, game: Game, within: float, tell: Callable[[str], None]
    ) -> None:
        self.settings = settings
        self.game = game
        self.within = within
        self.deadline = perf_counter() + within
        self.tell = tell
        self.said = Said("", goes_on=True)
        """What it does before anybody types."""
        self.cause: Cause | None = None
        """The cause of its last fault, where it is known."""
        self.limit = _START_LIMIT
        """Seconds for a program to be ready."""
        self.tried: list[str] = []
        """The names of the protocols that were tried in vain."""
        self.best: tuple[int, str] | None = None
        """The most moves that it made over a protocol in vain, and a clause on them."""
        self.as_console: Recognition | None = None
        """What was found of it as one that prompts a person, once it was tried."""
        self.under_way: tuple[ProtocolSpec, Mapping[str, Any], WatchedProgram] | None = None
        """The protocol that is tried, its keys and the program."""

    def recognise(self) -> Recognition:
        try:
            self.listen()
            if self.is_deaf:
                return self.by_protocol() or self.deaf()
            if self.said.is_endless:
                return self.by_protocol() or self.endless()
            if not self.said.goes_on or not ends_with_prompt(self.said.text.encode()):
                return self.by_protocol() or self.left_alone() or self.learned()
            found = self.as_console = self.learned()
            return found if found.protocol else self.by_protocol() or found
        except TimeIsUp:
            found = self.out_of_time()
            return self.endless() if self.said.is_endless and not found.protocol else found
        except Fault as fault:  # of a program that the system does not start
            return Recognition("", {}, f"it {fault}")

    @property
    def is_deaf(self) -> bool:
        """Whether it has neither written nor read anything."""
        said = self.said
        return said.is_late and not (said.is_idle or said.is_endless or said.text.strip())

    def listen(self) -> None:
        """Notes what it does on a terminal before anybody types. Raises TimeIsUp."""
        self.tell("listens to it")
        begun = perf_counter()
        self.said = said_after(self.settings, (), min(_START_LIMIT, self.left()))
        if self.is_deaf:
            self.tell("waits for a sign of it")
            self.said = said_after(self.settings, (), min(_DEAF_LIMIT, self.left()))
        elif self.said.goes_on:
            longest = _LEAST_LIMIT + _QUICK * (perf_counter() - begun)
            self.limit = min(_START_LIMIT, longest)
        self.left()

    def learned(self) -> Recognition:
        """As one that prompts a person. Raises TimeIsUp."""
        self.tell("learns what it asks")
        try:
            learned = learn(
                self.settings,
                lambda step: None,
                per_turn=_LONGEST_TURN,
                game=self.game,
                within=self.left(),
                keeps_command=True,
            )
        except AsksNothing as error:
            return Recognition("", {}, f"{error}; {self.in_vain()}", _OTHER_PROTOCOL)
        except Fault as fault:
            remark = "; ".join(filter(None, (self.in_vain(), f"it {fault}")))
            return Recognition("", {}, remark, then=_LEARN_AGAIN)
        except NotLearned as error:
            return self.not_learned(error)
        keys = learned.keys()
        if learned.missing:
            final, said = learned.has_other_rules, "; ".join((learned.missing, *learned.remarks))
            return Recognition("", keys, said, then=_LEARN_AGAIN, is_final=final)
        return Recognition(CONSOLE, keys, "; ".join(learned.remarks))

    def not_learned(self, error: NotLearned) -> Recognition:
        """As one that prompts a person and of which there is no description."""
        if error.wants_words and not error.is_final:
            said = f"it {self.said.end} at once, and said {usage_quoted(self.said.text)!r}"
            return Recognition("", {}, said, wants_words=True)
        final, words = error.is_final, error.wants_words
        remark = "; ".join(filter(None, ("" if final else self.in_vain(), error.said)))
        then = _LEARN_AGAIN if error.games or not final else ()
        return Recognition(
            "", {}, remark, then=then, is_final=final, games=error.games, wants_words=words
        )

    def by_protocol(self) -> Recognition | None:
        """Over each protocol that is not for people and may be its own. Raises TimeIsUp."""
        for spec, way in self.candidates():
            self.tell(f"tries the protocol {spec.name}")
            records = self.play(spec, way)
            if spec.name == _LINE:
                self.spoken_to = records[0]
                if _started(records):
                    return Recognition(_LINE, {}, *self.fault(records))
            elif any(not record.ending.termination.is_fault for record in records):
                return Recognition(spec.name, {"protocol": spec.name, **way}, *self.fault(records))
            self.note(spec, way, records)
        return None

    def note(self, spec: ProtocolSpec, way: Mapping[str, Any], records: list[GameRecord]) -> None:
        """Keeps how far it came over this protocol."""
        if spec.name not in self.tried:
            self.tried.append(spec.name)
        for record, side in zip(records, Side, strict=False):
            own = sum(ply.side is side for ply in record.plies)
            if own >= max(_FEW, self.best[0] if self.best else 0):
                reason = record.ending.reason.removeprefix(f"{_PROGRAM} ")
                made = count(own, "move")
                self.best = own, f"over {_with_keys(spec, way)} it made {made}, then it {reason}"

    def in_vain(self) -> str:
        """A clause on the protocols that were tried; empty where none was."""
        if self.best:
            return self.best[1]
        return f"it has played no game over {listing(self.tried)}" if self.tried else ""

    def left_alone(self) -> Recognition | None:
        """As one that leaves before anybody types; None where it stays, or tells which words its
        command may have."""
        if self.said.goes_on or self.said.is_late or shows_usage(self.said.text):
            return None
        reason = self.spoken_to.ending.reason.removeprefix(f"{_PROGRAM} ")
        if not self.said.text.strip() and self.said.end:
            reason = f"{self.said.end} and said nothing"
        reason += why_it_left(self.said.text)
        advice = "start it by hand in its folder and read its output"
        if self.cause is Cause.NO_READLINE:
            advice = READLINE_ADVICE
        return Recognition("", {}, f"it {reason}", advice)

    def deaf(self) -> Recognition:
        """As one of which no sign came."""
        remark = f"it neither wrote anything nor read its input within {_DEAF_LIMIT:g} s"
        return Recognition("", {}, remark, "start it by hand in its folder, and see what it does")

    def endless(self) -> Recognition:
        """As one that writes without end."""
        last = excerpt(self.said.text)
        remark = f"it wrote on and on and waited for no input; at last it wrote {last!r}"
        return Recognition("", {}, remark, "let it wait for its input after each question")

    def out_of_time(self) -> Recognition:
        """As one whose trials were not over in time, with what is certain by then."""
        over = f"the {self.within:g} s for its trials were over"
        if not self.under_way:
            said = "; ".join(filter(None, (over, self.in_vain())))
            return self.as_console or Recognition("", {}, said, then=_LEARN_AGAIN)
        spec, way, program = self.under_way
        made = f"{over} when it had made {count(program.moves, 'move')} of a game"
        is_line = spec.name == _LINE
        if program.moves >= _CERTAIN or (is_line and program.seconds):
            keys = {} if is_line else {"protocol": spec.name, **way}
            return Recognition(spec.name, keys, made, "run 'owari check' with more time")
        if self.as_console:
            return self.as_console
        said = "; ".join(filter(None, (f"{made} over {_with_keys(spec, way)}", self.in_vain())))
        set_keys = [f"{name}={in_words(value)}" for name, value in way.items()]
        options = [word for each in set_keys for word in ("--set", each)]
        return Recognition("", {}, said, then=("check", "--protocol", spec.name, *options))

    def candidates(self) -> Iterator[tuple[ProtocolSpec, Mapping[str, Any]]]:
        """The protocols that can play the game, each with keys that programs need. Who waits for
        its input connects to nobody, and who says nothing does not begin with its name."""
        for spec in protocols():
            if spec.name != CONSOLE and not spec.unfit(self.game) and self.may_speak(spec):
                for way in spec.ways(self.game):
                    yield spec, way

    def may_speak(self, spec: ProtocolSpec) -> bool:
        """Whether what it did before anybody typed can be the start of this protocol."""
        if self.is_deaf:
            return not spec.reads_input
        if self.said.is_idle:
            return not (spec.reads_input and spec.speaks_first)
        if not self.said.goes_on:
            return True
        return spec.reads_input and (bool(self.said.text.strip()) or not spec.speaks_first)

    def play(self, spec: ProtocolSpec, way: Mapping[str, Any]) -> list[GameRecord]:
        """A game in each order, or one where the program does not start. Raises TimeIsUp."""
        records = []
        settings = replace(self.settings, protocol=spec.read(way))
        with closing(WatchedProgram(_PROGRAM, settings, deadline=self.deadline)) as program:
            self.under_way = spec, way, program
            for side in Side:
                records.append(self.game_of(program, side))
                self.cause = program.cause
                if not records[-1].plies and records[-1].ending.termination.is_fault:
                    break
        self.under_way = None
        return records

    def game_of(self, program: WatchedProgram, side: Side) -> GameRecord:
        """A game of the program on this side, against random moves. Raises TimeIsUp."""

        def look_at_the_time(ply: Ply, position: Position) -> None:
            self.left()

        limit = min(self.limit, self.left())
        turn = min(_LONGEST_TURN, self.left())
        return play_game(
            {side: program, side.other: RandomPlayer("random", seed=_SEED)},
            self.game.start(),
            dict.fromkeys(Side, TimeControl(per_turn=turn, start_limit=limit)),
            on_ply=look_at_the_time,
        )

    def left(self) -> float:
        """The seconds that are left. Raises TimeIsUp."""
        left = self.deadline - perf_counter()
        if left <= 0:
            raise TimeIsUp
        return left

    def fault(self, records: list[GameRecord]) -> tuple[str, str]:
        """The first fault in the games, and what to do about it; empty where all end well."""
        for record, side in zip(records, Side, strict=False):
            if record.ending.termination.is_fault:
                order = "first" if side is Side.SOUTH else "second"
                reason = record.ending.reason.removeprefix(f"{_PROGRAM} ")
                return (
                    f"where it moves {order}, it {reason}",
                    "run 'owari check', which tells what to change",
                )
        return "", ""


def _started(records: list[GameRecord]) -> bool:
    return all(record.ending.termination is not Termination.DID_NOT_START for record in records)


def _with_keys(spec: ProtocolSpec, way: Mapping[str, Any]) -> str:
    """`one-shot with format: codingame`."""
    keys = " and ".join(f"{name}: {in_words(value)}" for name, value in way.items())
    return f"{spec.name} with {keys}" if keys else spec.name
