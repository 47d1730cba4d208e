"""The table at a terminal: one loop that prompts, asks the players, shows events and saves the
game."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
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
from owari.table import commands, event_text, events, session_file
from owari.table.command_parser import VIEWS, Word, parse, play_words, relay_words
from owari.table.commands import IllegalCommand
from owari.table.computer_player import Answer, ComputerPlayer
from owari.table.engine_comments import considered
from owari.table.look_ahead import Thinking
from owari.table.option_words import option_words
from owari.table.progress import thinking_notice
from owari.table.prompt import ask, move_question, resign_question, step_question, yes_or_no
from owari.table.remote_screen import Screen
from owari.table.session import Chosen, Forced, Session, Stop

__all__ = ["Console", "GameLeft", "Terminated"]

HINT_SECONDS = 1.0
"""For a hint where the engine has no time."""

_CHAIN = re.compile(r"\w+(?:-\w+)+")
"""The pits of one turn."""

T = TypeVar("T")


class GameLeft(Exception):
    """A person left a game that is not over; its file has all moves."""


class Terminated(KeyboardInterrupt):
    """The terminal was closed, or a signal ended the process; this is no Ctrl-C."""


@dataclass(slots=True)
class Console:
    """A table with its computer players, for one game after the other."""

    computers: Mapping[Side, ComputerPlayer]
    """The players of the sides that no person plays."""
    thinking: Thinking
    """The current settings of the engine."""
    screen: Screen | None = None
    """The other screen of a relay."""
    view: str = VIEWS[0]
    """The screen to draw in a relay."""
    numbering: Numbering[Any] | None = None
    """The names of pits or squares on our board; None for its own."""
    options: Sequence[str] = ()
    """Words of a command line for the settings that never change at the table."""
    explain: Callable[[Side, str], None] | None = None
    """Gets the values that a computer player gives to all moves, line by line."""
    plain: bool = False
    """Describe the board in sentences."""
    step: bool = False
    """Wait for Enter before each move of a computer player."""
    session: Session = field(init=False)
    _keep: Callable[[GameRecord], None] = field(init=False)
    _words: Mapping[str, Word] = field(init=False)
    _playing: dict[Side, ComputerPlayer] = field(init=False)
    _turn_began: float = field(init=False)
    _drawn: Position | None = field(init=False)

    @property
    def setting(self) -> str:
        """The current settings as a command line, for the record."""
        view = option_words("--view", self.view, VIEWS[0])
        return shlex.join([*self.options, *self.thinking.words(), *view])

    def play_game(
        self,
        record: GameRecord,
        keep: Callable[[GameRecord], None],
        *,
        first_is_settled: bool = False,
    ) -> GameRecord:
        """Plays a game to its end.

        `keep` writes the game to disk before a change is shown, and can raise OSError.
        `first_is_settled` is that of the session. Raises GameLeft and KeyboardInterrupt.
        """
        self._keep = keep
        self._words = (relay_words if self.screen else play_words)(record.game)
        self._playing = dict(self.computers)
        typed = frozenset(side for side in Side if side not in self._playing)
        self.session = Session.of(
            record, typed, self.screen, self.numbering, first_is_settled=first_is_settled
        )
        self._set()
        self._turn_began = perf_counter()
        self._drawn = None
        while True:
            if self.session.over:
                self._draw()
                click.echo(event_text.ending(self.session))
                if self.screen is None or self._never_began() or self._confirmed():
                    break
            elif self.session.position.forced():
                self._do(Forced())
            elif self._all_follow():
                computer = self._playing.get(self.session.position.turn)
                if computer:
                    if self.step or not self.session.typed:
                        self._draw()
                    if not self.step or self._obey(step_question(self.session), blank=True):
                        self._ask(computer)
                else:
                    self._draw()
                    self._obey(move_question(self.session))
        self._dismiss()
        return self.session.record

    def close(self) -> None:
        """Ends all computer players."""
        for computer in self.computers.values():
            computer.close()

    def _all_follow(self) -> bool:
        """Tells the players the game so far; False when one of them fails."""
        for computer in list(self._playing.values()):
            try:
                computer.follow(self.session.record)
            except Fault as fault:
                self._fault(computer.side, fault)
                return False
        return True

    def _ask(self, computer: ComputerPlayer) -> None:
        try:
            choice, seconds = self._answer_of(computer)
        except Fault as fault:
            self._fault(computer.side, fault)
        else:
            self._explain(computer, choice)
            self._do(Chosen(choice), seconds)

    def _answer_of(self, computer: ComputerPlayer) -> Answer:
        """The choice of the player. Ctrl-C stops its search and takes the best move so far where a
        person plays or steps; else Ctrl-C leaves the game."""

        def how_to_stop() -> str:
            if computer.has_clock:
                return ""
            if (self.session.typed or self.step) and computer.so_far:
                return "(Ctrl-C: play the best move so far)"
            return "(Ctrl-C: leave; the game is saved)"

        try:
            with thinking_notice(how_to_stop):
                return computer.choose(self.session.position)
        except Terminated:
            raise
        except KeyboardInterrupt:
            if not ((self.session.typed or self.step) and (found := computer.so_far)):
                raise
            click.echo("\nStopped. The engine plays its best move so far.")
            return found

    def _explain(self, computer: ComputerPlayer, choice: Choice) -> None:
        """Shows the values of all moves before the move."""
        if self.explain is None:
            return
        think = partial(considered, self.session, choice, computer.player)
        for line in self._unless_stopped(think) or ():
            self.explain(computer.side, line)

    def _unless_stopped(self, think: Callable[[], T]) -> T | None:
        """The result of a long search; None where Ctrl-C stops the search."""
        try:
            with thinking_notice():
                return think()
        except Terminated:
            raise
        except KeyboardInterrupt:
            click.echo("\nStopped.")
            return None

    def _fault(self, side: Side, fault: Fault) -> None:
        """Ends a game by forfeit; a relay continues by hand."""
        self._playing.pop(side).close()
        if self.screen is None:
            self._do(Stop(side, fault.kind, str(fault)))
            return
        click.echo(event_text.stopped(str(fault)))
        if not self._answer("Continue by hand, and type our moves too (yes or no)? ", yes_or_no):
            raise GameLeft
        self.session = replace(self.session, typed=self.session.typed | {side})

    def _check_that_all_can_go_back(self, session: Session) -> None:
        """Raises IllegalCommand before a player that cannot start in mid-game would forfeit."""
        for computer in self._playing.values():
            if session.record.plies and not computer.joins_in:
                raise IllegalCommand(
                    f"the game is unchanged: {computer.name} cannot go back to an earlier move"
                )

    def _dismiss(self) -> None:
        """Ends the game for the players, whose faults no longer count."""
        for computer in self._playing.values():
            with suppress(Fault):
                computer.follow(self.session.record)
                computer.finish(self.session.record.ending)

    def _never_began(self) -> bool:
        """Whether the game was over before any move, such as a game without stones."""
        return self.session.record.start.outcome() is not None

    def _confirmed(self) -> bool:
        """Whether the end is final; a typing error may have ended the game."""
        record = self.session.record
        while self.session.record == record:
            if self._obey(
                "Press Enter to confirm the end, or type undo, fix or check: ", blank=True
            ):
                return True
        return False

    def _obey(self, prompt: str, *, blank: bool = False) -> bool:
        """Carries out a typed command; True for an empty line, where `blank` allows it."""
        line = self._answer(prompt, str)
        if blank and not line.strip():
            return True
        seconds = perf_counter() - self._turn_began
        try:
            self._carry_out(parse(line, self._words), seconds)
        except IllegalCommand as error:
            click.echo(event_text.sentence(str(error)))
        return False

    def _answer(self, question: str, read: Callable[[str], T]) -> T:
        try:
            return ask(question, read)
        except EOFError:
            click.echo()
            raise GameLeft from None

    def _carry_out(self, command: commands.Command, seconds: float) -> None:
        match command:
            case commands.Quit():
                raise GameLeft
            case commands.Help():
                rows = [(word.usage, word.summary) for word in self._words.values()]
                ways = self.session.notation.ways_to_play(self.session.numbering)
                click.echo(tabulate([*ways, *rows], tablefmt="plain"))
            case commands.Board():
                self._draw(again=True)
            case commands.View(view):
                self.view = view
                self._set()
                self._draw(again=True)
            case commands.Moves():
                click.echo(event_text.moves(self.session))
            case commands.Hint():
                self._hint()
            case commands.Depth(plies):
                self._look_ahead(plies)
            case commands.Resign(side):
                self.session.after(command)  # raises before the question
                if self._answer(resign_question(self.session, side), yes_or_no):
                    self._do(command, seconds)
                else:
                    click.echo("The game continues.")
            case commands.Save(path):
                self._save_to(Path(os.path.expanduser(path)))
            case commands.Play(pits) if self.session.notation.chains and _CHAIN.fullmatch(pits):
                for each in self.session.chain(pits.split("-")):
                    self._do(each, seconds)
                    seconds = 0.0
            case _:
                self._do(command, seconds)

    def _do(
        self, command: commands.GameCommand | Chosen | Forced | Stop, seconds: float | None = None
    ) -> None:
        """Carries out a command; a change is on disk before it is shown."""
        before = self.session.record
        session, event = self.session.after(command, seconds)
        if self.screen is None and isinstance(event, events.TakenBack):
            self._check_that_all_can_go_back(session)
        self.session = session
        kept = self.session.record == before or self._kept()
        if self.session.record.plies[-1:] != before.plies[-1:]:
            self._turn_began = perf_counter()
        if kept or not isinstance(event, events.Noted):
            self._show(event)

    def _set(self) -> None:
        """Saves the settings of the table with the game."""
        record = replace(self.session.record, table=self.setting)
        self.session = replace(self.session, record=record)
        self._kept()

    def _kept(self) -> bool:
        """Saves the game, and shows a message where that fails."""
        try:
            self._keep(self.session.record)
        except OSError as error:
            why = event_text.stopped(error.strerror or str(error))
            click.echo(f"The latest move is not saved: {why}", err=True)
            return False
        return True

    def _show(self, event: events.Event) -> None:
        typed = isinstance(event, events.Moved) and event.ply.side in self.session.typed
        move = self.session.record.plies[-1].move if typed else None
        if typed and self.screen is None and move not in (SWAP, PASS):
            return  # the person who typed it sees it above
        click.echo(
            click.style(event_text.told(event, self.session), bold=isinstance(event, events.Moved))
        )
        if isinstance(event, events.Moved) and event.ply.side in self._playing:
            _, _, seconds, depth, value, comment, _ = event.ply
            line, again = list(map(self.session.called, event.line)), self.session.goes_on
            _aside(event_text.thought(depth, value, line, seconds, comment, again=again))

    def _draw(self, *, again: bool = False) -> None:
        """Draws the board, unless it is the board that was drawn last."""
        if again or self._drawn != self.session.position:
            self._drawn = self.session.position
            click.echo(f"\n{event_text.board(self.session, self.view, plain=self.plain)}\n")
            if self.screen:
                click.echo(event_text.clocks(self.session))

    def _hint(self) -> None:
        seconds = self.thinking.seconds or HINT_SECONDS
        think = partial(move_values, self.session.position, seconds=seconds)
        if values := self._unless_stopped(think):
            click.echo(event_text.advice(values, self.session))

    def _look_ahead(self, plies: int) -> None:
        engines: list[EnginePlayer] = []
        for computer in self._playing.values():
            if isinstance(computer.player, EnginePlayer):
                engines.append(computer.player)
        if not engines:
            raise IllegalCommand(
                "depth sets the look-ahead of the engine, and no engine plays here"
            )
        for player in engines:
            player.depth, player.seconds, player.perfect = plies, None, False
        self.thinking = replace(self.thinking, depth=plies, seconds=None, perfect=False)
        self._set()
        click.echo(f"The engine now looks {plies} plies ahead.")

    def _save_to(self, path: Path) -> None:
        if os.path.exists(path):
            raise IllegalCommand(f"the file {path} exists already; name another file")
        try:
            session_file.write(path, [self.session.record])
        except OSError as error:
            raise IllegalCommand(f"the file {path} cannot be written: {error.strerror}") from None
        click.echo(f"The game is saved in {path}.")


def _aside(text: str) -> None:
    if text:
        click.echo(click.style(f"  {text}", dim=True))
