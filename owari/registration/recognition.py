"""Finds out how a program talks: plays short games over each protocol, and learns a program that
prompts a person.

A program speaks a protocol if a game ends by the rules. The line protocol needs less: nobody says
`ready` twice by chance, so a bot that starts speaks it, and its fault is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from owari.checking.description_trial import NotLearned
from owari.checking.learner import learn
from owari.checking.trial import TimeIsUp
from owari.checking.watched_program import WatchedProgram, said_after
from owari.games.game import Game, Position, Side
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import Fault, TimeControl
from owari.programs.dialogues.console.prompts import ends_with_prompt
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.protocols import protocols
from owari.programs.dialogues.setting_keys import written
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Ply, Termination
from owari.referee.referee import play_game

_PROGRAM = "program"
_LINE, CONSOLE = "line", "console"
_START_LIMIT = 5.0
"""Seconds for a program to be ready; a virtual machine on a busy computer needs two or three."""
_LONGEST_TURN = 5.0
_SEED = 1


class Recognition(NamedTuple):
    """What the trials of a program have shown."""

    protocol: str
    """The name of the protocol that it speaks; empty where it was not understood."""
    keys: Mapping[str, Any]
    """The keys of its entry beside its name and command."""
    remark: str = ""
    """What it does wrong, or why it was not understood: a clause on it."""
    advice: str = ""
    """What its author can do; empty where there is nothing to do."""


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
        self.said = b""
        """What it writes before anybody types."""
        self.leaves = False
        """Whether it leaves before anybody types."""

    def recognise(self) -> Recognition:
        try:
            self.listen()
            if self.leaves or not ends_with_prompt(self.said):
                return self.by_protocol() or self.left_alone() or self.learned()
            learned = self.learned()
            return learned if learned.protocol else self.by_protocol() or learned
        except TimeIsUp:
            why = f"it did not come to an end within {self.within:g} s"
            return Recognition("", {}, why, "give it more time with --within")
        except Fault as fault:  # of a program that the system does not start
            return Recognition("", {}, f"it {fault}")

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
            )
        except (Fault, NotLearned) as error:
            return Recognition("", {}, str(error))
        keys = {"protocol": CONSOLE, **written(learned.protocol)}
        if learned.missing:
            return Recognition("", keys, learned.missing)
        return Recognition(CONSOLE, keys, "; ".join(learned.remarks))

    def by_protocol(self) -> Recognition | None:
        """Over each protocol that is not for people. Raises TimeIsUp."""
        for spec, way in self.candidates():
            self.tell(f"tries the protocol {spec.name}")
            records = self.play(spec, spec.read(way))
            if spec.name == _LINE:
                self.spoken_to = records[0]
                if _started(records):
                    return Recognition(_LINE, {}, *self.fault(records))
            elif any(not record.ending.termination.is_fault for record in records):
                return Recognition(spec.name, {"protocol": spec.name, **way}, *self.fault(records))
        return None

    def left_alone(self) -> Recognition | None:
        """As one that leaves before anybody types; None where it stays."""
        if not self.leaves:
            return None
        reason = self.spoken_to.ending.reason.removeprefix(f"{_PROGRAM} ")
        return Recognition(
            "", {}, f"it {reason}", "start it by hand in its folder and read its output"
        )

    def candidates(self) -> Iterator[tuple[ProtocolSpec, Mapping[str, Any]]]:
        """The protocols that can play the game, each with keys that programs need."""
        for spec in protocols():
            if spec.name == CONSOLE or spec.unfit(self.game):
                continue
            for way in spec.ways(self.game):
                yield spec, way

    def play(self, spec: ProtocolSpec, protocol: Any) -> list[GameRecord]:
        """A game in each order, or one where the program does not start. Raises TimeIsUp."""
        records = []
        with closing(
            WatchedProgram(_PROGRAM, replace(self.settings, protocol=protocol))
        ) as program:
            for side in Side:
                records.append(self.game_of(program, side))
                if not records[-1].plies and records[-1].ending.termination.is_fault:
                    break
        return records

    def game_of(self, program: WatchedProgram, side: Side) -> GameRecord:
        """A game of the program on this side, against random moves. Raises TimeIsUp."""

        def look_at_the_time(ply: Ply, position: Position) -> None:
            self.left()

        limit = min(_START_LIMIT, self.left())
        turn = min(_LONGEST_TURN, self.left())
        return play_game(
            {side: program, side.other: RandomPlayer("random", seed=_SEED)},
            self.game.start(),
            dict.fromkeys(Side, TimeControl(per_turn=turn, start_limit=limit)),
            on_ply=look_at_the_time,
        )

    def listen(self) -> None:
        """Notes what it does on a terminal before anybody types. Raises TimeIsUp."""
        self.tell("listens to it")
        limit = min(_START_LIMIT, self.left())
        said = said_after(self.settings, (), limit)
        self.said, self.leaves = said.text.encode(), not said.goes_on
        self.left()

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
