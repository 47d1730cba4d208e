"""The table at a terminal: the one loop that prompts, asks the players, shows what happens and
keeps the game."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import click
from tabulate import tabulate

from owari.analysis.values import move_values
from owari.games.game import PASS, SWAP, Position, Side
from owari.games.numbering import Numbering
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Fault
from owari.records.record import GameRecord
from owari.table import event_text, session_file
from owari.table.command_parser import VIEWS, parse, play_words, relay_words
from owari.table.commands import (
    Board,
    Command,
    Depth,
    GameCommand,
    Help,
    Hint,
    Moves,
    Play,
    Quit,
    Refused,
    Resign,
    Save,
    View,
)
from owari.table.computer_player import Answer, Guest
from owari.table.engine_comments import considered
from owari.table.events import Event, Moved, Noted, TakenBack
from owari.table.look_ahead import Thinking
from owari.table.progress import sign_of_life
from owari.table.prompt import ask, move_question, resign_question, step_question, yes_or_no
from owari.table.remote_screen import Screen
from owari.table.session import Chosen, Forced, Stop, Table

__all__ = ["Console", "Left", "Terminated"]

HINT_SECONDS = 1.0
"""For a hint where no move has a time."""

_CHAIN = re.compile(r"\w+(?:-\w+)+")
"""The pits of one turn."""

T = TypeVar("T")


class Left(Exception):
    """Somebody left the table in the middle of a game, which is kept."""


class Terminated(KeyboardInterrupt):
    """The terminal was closed, or somebody ended the process, which no Ctrl-C at it means."""


class Console:
    """A table with its players, for one game after the other."""

    def __init__(
        self,
        guests: Mapping[Side, Guest],
        thinking: Thinking,
        *,
        screen: Screen | None = None,
        view: str = VIEWS[0],
        numbering: Numbering[Any] | None = None,
        seats: Sequence[str] = (),
        explain: Callable[[Side, str], None] | None = None,
        plain: bool = False,
        step: bool = False,
    ) -> None:
        """`guests` play the sides for which nobody types; `numbering` is that of our board, by
        default its own; `seats` are the words of a command line that say both, and whatever else
        stays as it is while the table is used; `explain` is told, line by line, what a player of
        ours thinks of each of its moves; a `plain` board is sentences; with `step` each move that
        nobody types waits for Enter."""
        self.guests = dict(guests)
        self.thinking = thinking
        self.screen = screen
        self.view = view
        self.numbering = numbering
        self.seats = tuple(seats)
        self.explain = explain
        self.plain = plain
        self.step = step
        self._turn_began = 0.0
        self._drawn: Position | None = None

    @property
    def setting(self) -> str:
        """How the table is set now, as words of a command line."""
        view = [] if self.view == VIEWS[0] else ["--view", self.view]
        return shlex.join([*self.seats, *self.thinking.options(), *view])

    def sit(
        self,
        record: GameRecord,
        keep: Callable[[GameRecord], None],
        *,
        first_is_settled: bool = False,
    ) -> GameRecord:
        """Plays a game from where it is to its end.

        `keep` puts the game on disk and may raise OSError; it is called before a change is shown.
        `first_is_settled` as a table has it. Raises Left and KeyboardInterrupt in the middle.
        """
        self._keep = keep
        self._words = (relay_words if self.screen else play_words)(record.game)
        self._playing = dict(self.guests)
        typed = frozenset(side for side in Side if side not in self._playing)
        self.table = Table.of(
            record, typed, self.screen, self.numbering, first_is_settled=first_is_settled
        )
        self._set()
        self._turn_began = perf_counter()
        self._drawn = None
        while True:
            if self.table.over:
                self._draw()
                click.echo(event_text.ending(self.table))
                if self.screen is None or self._never_began() or self._confirmed():
                    break
            elif self.table.position.forced():
                self._do(Forced())
            elif self._everybody_knows():
                guest = self._playing.get(self.table.position.turn)
                if guest:
                    if self.step or not self.table.typed:
                        self._draw()
                    if not self.step or self._obey(step_question(self.table), blank=True):
                        self._ask(guest)
                else:
                    self._draw()
                    self._obey(move_question(self.table))
        self._dismiss()
        return self.table.record

    def close(self) -> None:
        """Nothing is left of the players."""
        for guest in self.guests.values():
            guest.leave()

    def _everybody_knows(self) -> bool:
        """Tells the players of the game so far; False when one of them could not take it."""
        for guest in list(self._playing.values()):
            try:
                guest.follow(self.table.record)
            except Fault as fault:
                self._fault(guest.side, fault)
                return False
        return True

    def _ask(self, guest: Guest) -> None:
        try:
            choice, seconds = self._answer_of(guest)
        except Fault as fault:
            self._fault(guest.side, fault)
        else:
            self._explain(guest, choice)
            self._do(Chosen(choice), seconds)

    def _answer_of(self, guest: Guest) -> Answer:
        """What the player chooses. Ctrl-C stops a search, and its best move so far is its choice,
        where somebody sits here who could not get a word in otherwise; else Ctrl-C leaves."""

        def how_to_stop() -> str:
            if guest.has_clock:
                return ""
            if (self.table.typed or self.step) and guest.so_far:
                return "(Ctrl-C: play the best move so far)"
            return "(Ctrl-C: leave; the game is kept)"

        try:
            with sign_of_life(how_to_stop):
                return guest.choose(self.table.position)
        except Terminated:
            raise
        except KeyboardInterrupt:
            if not ((self.table.typed or self.step) and (found := guest.so_far)):
                raise
            click.echo("\nStopped: the best move so far counts.")
            return found

    def _explain(self, guest: Guest, choice: Choice) -> None:
        """What a player of ours thinks of its moves, before it makes one."""
        if self.explain is None:
            return
        think = partial(considered, self.table, choice, guest.player)
        for line in self._unless_stopped(think) or ():
            self.explain(guest.side, line)

    def _unless_stopped(self, think: Callable[[], T]) -> T | None:
        """What comes of it, which may take long; Ctrl-C ends it without leaving the table."""
        try:
            with sign_of_life():
                return think()
        except Terminated:
            raise
        except KeyboardInterrupt:
            click.echo("\nStopped.")
            return None

    def _fault(self, side: Side, fault: Fault) -> None:
        """A game of this table is forfeited; one that is relayed goes on by hand."""
        self._playing.pop(side).leave()
        if self.screen is None:
            self._do(Stop(side, fault.kind, str(fault)))
            return
        click.echo(event_text.stopped(str(fault)))
        if not self._answer("Go on by hand, and type our moves too (yes or no)? ", yes_or_no):
            raise Left
        self.table = replace(self.table, typed=self.table.typed | {side})

    def _make_sure_that_all_can_follow(self, table: Table) -> None:
        """Somebody who cannot must not lose the game because a person takes a move back."""
        for guest in self._playing.values():
            if table.record.plies and not guest.joins_in:
                raise Refused(
                    f"the game stays as it is: {guest.name} cannot go back to the middle of a game"
                )

    def _dismiss(self) -> None:
        """Ends the game for the players; what they do wrong now changes nothing."""
        for guest in self._playing.values():
            with suppress(Fault):
                guest.follow(self.table.record)
                guest.finish(self.table.record.ending)

    def _never_began(self) -> bool:
        """Whether the game was over before any move, as one without stones is."""
        return self.table.record.start.outcome() is not None

    def _confirmed(self) -> bool:
        """Whether the end is final: a move typed wrongly may be what ended the game."""
        record = self.table.record
        while self.table.record == record:
            if self._obey("Press Enter if that is the end, else undo, fix or check: ", blank=True):
                return True
        return False

    def _obey(self, prompt: str, *, blank: bool = False) -> bool:
        """Does what is typed; True for an empty line where `blank` says that there may be one."""
        line = self._answer(prompt, str)
        if blank and not line.strip():
            return True
        seconds = perf_counter() - self._turn_began
        try:
            self._carry_out(parse(line, self._words), seconds)
        except Refused as error:
            click.echo(event_text.sentence(str(error)))
        return False

    def _answer(self, question: str, read: Callable[[str], T]) -> T:
        try:
            return ask(question, read)
        except EOFError:
            click.echo()
            raise Left from None

    def _carry_out(self, command: Command, seconds: float) -> None:
        match command:
            case Quit():
                raise Left
            case Help():
                rows = [(word.usage, word.summary) for word in self._words.values()]
                ways = self.table.customs.ways_to_play(self.table.numbering)
                click.echo(tabulate([*ways, *rows], tablefmt="plain"))
            case Board():
                self._draw(again=True)
            case View(view):
                self.view = view
                self._set()
                self._draw(again=True)
            case Moves():
                click.echo(event_text.moves(self.table))
            case Hint():
                self._hint()
            case Depth(plies):
                self._look_ahead(plies)
            case Resign(who):
                self.table.after(command)  # refuses what cannot be before anybody is asked
                if self._answer(resign_question(self.table, who), yes_or_no):
                    self._do(command, seconds)
                else:
                    click.echo("The game goes on.")
            case Save(path):
                self._save_to(Path(os.path.expanduser(path)))
            case Play(pits) if self.table.customs.chains and _CHAIN.fullmatch(pits):
                for each in self.table.chain(pits.split("-")):
                    self._do(each, seconds)
                    seconds = 0.0
            case _:
                self._do(command, seconds)

    def _do(
        self, command: GameCommand | Chosen | Forced | Stop, seconds: float | None = None
    ) -> None:
        """Whatever changes the game is on disk before it is shown."""
        before = self.table.record
        table, event = self.table.after(command, seconds)
        if self.screen is None and isinstance(event, TakenBack):
            self._make_sure_that_all_can_follow(table)
        self.table = table
        kept = self.table.record == before or self._kept()
        if self.table.record.plies[-1:] != before.plies[-1:]:
            self._turn_began = perf_counter()
        if kept or not isinstance(event, Noted):
            self._show(event)

    def _set(self) -> None:
        """Keeps with the game how the table is set, so that it goes on in the same way."""
        record = replace(self.table.record, table=self.setting)
        self.table = replace(self.table, record=record)
        self._kept()

    def _kept(self) -> bool:
        """Puts the game on disk as it stands; when that cannot be, says so."""
        try:
            self._keep(self.table.record)
        except OSError as error:
            why = event_text.stopped(error.strerror or str(error))
            click.echo(f"The game could not be written to its file: {why}", err=True)
            return False
        return True

    def _show(self, event: Event) -> None:
        typed = isinstance(event, Moved) and event.ply.side in self.table.typed
        move = self.table.record.plies[-1].move if typed else None
        if typed and self.screen is None and move not in (SWAP, PASS):
            return  # who typed it sees it above
        click.echo(click.style(event_text.told(event, self.table), bold=isinstance(event, Moved)))
        if isinstance(event, Moved) and event.ply.side in self._playing:
            _, _, seconds, depth, value, comment, _ = event.ply
            line, again = list(map(self.table.called, event.line)), self.table.goes_on
            _aside(event_text.thought(depth, value, line, seconds, comment, again=again))

    def _draw(self, *, again: bool = False) -> None:
        """Draws the board, unless it is what was drawn last."""
        if again or self._drawn != self.table.position:
            self._drawn = self.table.position
            click.echo(f"\n{event_text.board(self.table, self.view, plain=self.plain)}\n")
            if self.screen:
                click.echo(event_text.clocks(self.table))

    def _hint(self) -> None:
        seconds = self.thinking.seconds or HINT_SECONDS
        think = partial(move_values, self.table.position, seconds=seconds)
        if values := self._unless_stopped(think):
            click.echo(event_text.advice(values, self.table))

    def _look_ahead(self, plies: int) -> None:
        engines: list[EnginePlayer] = []
        for guest in self._playing.values():
            if isinstance(guest.player, EnginePlayer):
                engines.append(guest.player)
        if not engines:
            raise Refused("no engine plays here whose look-ahead could change")
        for player in engines:
            player.depth, player.seconds, player.perfect = plies, None, False
        self.thinking = replace(self.thinking, depth=plies, seconds=None, perfect=False)
        self._set()
        click.echo(f"The engine looks {plies} plies ahead from now on.")

    def _save_to(self, path: Path) -> None:
        if os.path.exists(path):
            raise Refused(f"there is a file {path} already; name another one")
        try:
            session_file.write(path, [self.table.record])
        except OSError as error:
            raise Refused(f"no game can be written to {path}: {error.strerror}") from None
        click.echo(f"The game as it stands is in {path}.")


def _aside(text: str) -> None:
    if text:
        click.echo(click.style(f"  {text}", dim=True))
