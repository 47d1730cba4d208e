"""A table at a terminal: its questions, the loop that prompts, asks the players and prints, and the
values that the engine or a greedy player gives to all moves."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple, TypeVar

import click

from owari.analysis.values import MoveValues, Worth, engine_values, height, move_values
from owari.engine.families import evaluation_for
from owari.errors import OwariError
from owari.games.game import PASS, SWAP, Kind, Move, Position, Side
from owari.players.builtin_bots import GreedyPlayer, greed
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Fault, Player
from owari.records.record import GameRecord
from owari.report.families import report_of
from owari.report.review_tables import stated_margin
from owari.table import commands, event_text, events, session_file
from owari.table.commands import IllegalCommand, IllegalHere
from owari.table.computer_player import Answer, ComputerPlayer
from owari.table.event_text import worth
from owari.table.session import Again, Anew, Chosen, Forced, Session
from owari.table.sides import PARTIES
from owari.table.table import Table
from owari.text.terminal_lines import say

T = TypeVar("T")

NOTICE_DELAY = 1.0
"""Seconds before the notice appears."""
_NOTICE = "thinking..."


class GameLeft(Exception):
    """A person left a game that is not over; its file has all moves."""


class Terminated(KeyboardInterrupt):
    """The terminal was closed, or a signal ended the process; this is no Ctrl-C."""


@dataclass(slots=True)
class Console:
    """Shows a table at a terminal."""

    table: Table
    explain: Callable[[Side, str], None] | None = None
    """Gets the values that a computer player gives to all moves, line by line."""
    plain: bool = False
    """Describe the board in sentences."""
    step: bool = False
    """Wait for Enter before each move of a computer player."""
    _drawn: Position | None = field(init=False)

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.table.session

    def play_game(
        self,
        record: GameRecord,
        keep: Callable[[GameRecord], None],
        *,
        first_is_settled: bool = False,
    ) -> GameRecord:
        """Plays a game to its end. The arguments are those of `Table.begin`. Raises GameLeft and
        KeyboardInterrupt."""
        self.table.begin(record, keep, first_is_settled=first_is_settled)
        self._warn_if_unsaved()
        self._drawn = None
        while True:
            if self.session.over:
                self._draw()
                say(event_text.ending(self.session))
                if not self.table.screen or self.table.never_began or self._confirmed():
                    break
            elif self.session.position.forced():
                self._do(Forced())
            elif self.session.parted:
                self._part()
            elif self.session.again is not None:
                self._do(Again())
            elif self._all_follow():
                computer = self.table.to_move
                if computer:
                    if self.step or not self.session.typed:
                        self._draw()
                    if not self.step or self._obey(step_question(self.session), blank=True):
                        self._ask(computer)
                else:
                    self._draw()
                    self._obey(move_question(self.session))
        self.table.dismiss()
        return self.session.record

    def close(self) -> None:
        """Ends all computer players."""
        self.table.close()

    def _part(self) -> None:
        """Lets a person mend the boards, as our move on the other screen is illegal on ours."""
        self._draw()
        say(event_text.parted(self.session))
        if self._obey(
            "Type check, fix or undo, or press Enter for another move of ours: ", blank=True
        ):
            self._do(Anew())

    def _all_follow(self) -> bool:
        """Tells the players the game so far; False when one of them fails."""
        for computer in list(self.table.playing.values()):
            try:
                computer.follow(self.session.record)
            except OwariError as error:
                self._failed(computer.side, error)
                return False
        return True

    def _ask(self, computer: ComputerPlayer) -> None:
        try:
            choice, seconds = self._answer_of(computer)
        except OwariError as error:
            self._failed(computer.side, error)
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

    def _failed(self, side: Side, error: OwariError) -> None:
        """Ends a game by forfeit; by hand goes on a relay, and a game in which the failure may be
        no fault of the player."""
        event = self.table.fail(side, error) if isinstance(error, Fault) else None
        if event:
            self._tell(event)
            return
        say(event_text.stopped(str(error)))
        whose = "our" if self.table.screen else "its"
        question = f"Continue by hand, and type {whose} moves too (yes or no)? "
        if not self._answer(question, yes_or_no):
            raise GameLeft
        self.table.by_hand(side)

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
        seconds = self.table.spent
        try:
            self._carry_out(self.table.read(line), seconds)
        except IllegalHere as error:
            say(
                event_text.may_have_parted(str(error), how="type check and what is on their screen")
            )
        except IllegalCommand as error:
            say(event_text.sentence(str(error)))
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
                from tabulate import tabulate

                rows = [(word.usage, word.summary) for word in self.table.words.values()]
                ways = self.session.notation.ways_to_play(self.session.numbering)
                click.echo(tabulate([*ways, *rows], tablefmt="plain"))
            case commands.Board():
                self._draw(again=True)
            case commands.View(view):
                self.table.look_at(view)
                self._warn_if_unsaved()
                self._draw(again=True)
            case commands.Moves():
                click.echo(event_text.moves(self.session))
            case commands.Hint():
                if values := self._unless_stopped(self.table.hint):
                    say(event_text.advice(values, self.session))
            case commands.Values():
                if values := self._unless_stopped(self.table.hint):
                    click.echo(event_text.worths(values, self.session))
            case commands.Plan():
                say(self.table.plan())
            case commands.Depth(plies):
                self.table.look_ahead(plies)
                self._warn_if_unsaved()
                say(event_text.looks_ahead(plies))
            case commands.Resign(side):
                self.session.after(command)  # raises before the question
                if self._answer(resign_question(self.session, side), yes_or_no):
                    self._do(command, seconds)
                else:
                    say("The game continues.")
            case commands.Save(path):
                self._save_to(Path(os.path.expanduser(path)))
            case _:
                for event in self.table.carry_out(command, seconds):
                    self._tell(event)

    def _do(
        self,
        command: commands.GameCommand | Chosen | Forced | Again | Anew,
        seconds: float | None = None,
    ) -> None:
        """Carries out a command, and shows what happened."""
        self._tell(self.table.do(command, seconds))

    def _tell(self, event: events.Event) -> None:
        """Shows what happened, and a message where it is not on disk."""
        self._warn_if_unsaved()
        if not (self.table.unsaved and isinstance(event, events.Noted)):
            self._show(event)

    def _warn_if_unsaved(self) -> None:
        if error := self.table.unsaved:
            say(event_text.unsaved(error), err=True)

    def _show(self, event: events.Event) -> None:
        typed = isinstance(event, events.Moved) and event.ply.side in self.session.typed
        move = self.session.record.plies[-1].move if typed else None
        if typed and self.session.screen is None and move not in (SWAP, PASS):
            return  # the person who typed it sees it above
        say(event_text.told(event, self.session), bold=isinstance(event, events.Moved))
        if not isinstance(event, events.Moved) or event.entered is not events.Entered.NO:
            return
        if event.ply.side in self.table.playing:
            tells_plans = self._tells_plans
            _aside(
                event_text.thought_behind(event, self.session) if tells_plans else event.ply.comment
            )

    @property
    def _tells_plans(self) -> bool:
        """Whether a move comes with what its player expects. A person who plays asks for that, as
        it is a hint."""
        asked = self.explain is not None or self.table.thinking.verbose
        return asked or not self.session.typed

    def _draw(self, *, again: bool = False) -> None:
        """Draws the board, unless it is the board that was drawn last."""
        if again or self._drawn != self.session.position:
            self._drawn = self.session.position
            board = event_text.board(self.session, self.table.view, plain=self.plain)
            click.echo(f"\n{board}\n")
            if self.session.screen:
                click.echo(event_text.clocks(self.session))

    def _save_to(self, path: Path) -> None:
        if os.path.exists(path):
            raise IllegalCommand(f"the file {path} exists already; name another file")
        try:
            session_file.write(path, [self.session.record])
        except OSError as error:
            raise IllegalCommand(f"the file {path} cannot be written: {error.strerror}") from None
        say(f"The game is saved in {path}.")


def _aside(text: str) -> None:
    if text:
        say(f"  {text}", dim=True)


@contextmanager
def thinking_notice(how_to_stop: Callable[[], str] | None = None) -> Iterator[None]:
    """Shows a notice on a terminal while the block takes long, and removes it at the end.

    `how_to_stop` returns the end of the notice, which says how to stop the block. It is asked again
    and again, since that may change.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_say_when_late, args=(done, how_to_stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _say_when_late(done: Event, how_to_stop: Callable[[], str] | None) -> None:
    notice = ""
    while not done.wait(NOTICE_DELAY):
        now = f"{_NOTICE} {how_to_stop() if how_to_stop else ''}".rstrip()
        if now != notice:
            _wipe(notice)
            click.echo(now, nl=False)
            notice = now
    _wipe(notice)


def _wipe(notice: str) -> None:
    if notice:
        click.echo(f"\r{' ' * len(notice)}\r", nl=False)


def read_line(prompt: str) -> str:
    """The line typed after the prompt. A terminal can edit it and recall earlier lines with the
    arrow keys. Raises EOFError and KeyboardInterrupt, which click.prompt does not tell apart."""
    if sys.stdin.isatty() and sys.stdout.isatty() and _lines_can_be_edited():
        return _edited(prompt)
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.buffer.readline()
    except OSError:  # the terminal is gone
        line = b""
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo()
    return line.decode(sys.stdin.encoding, "replace").rstrip("\r\n")


@lru_cache
def _lines_can_be_edited() -> bool:
    """Whether input() edits lines, once readline is imported, which some builds of Python lack. A
    dumb terminal would show only the end of a long line."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import readline
    except ImportError:
        return False
    # Several pasted lines are several answers.
    readline.parse_and_bind("set enable-bracketed-paste off")
    return True


def _edited(prompt: str) -> str:
    try:
        return input(prompt)
    except UnicodeDecodeError as error:
        return error.object.decode(error.encoding, "replace")
    except OSError:  # the terminal is gone
        raise EOFError from None


def ask(question: str, read: Callable[[str], T]) -> T:
    """The answer that `read` makes of a line. Asks again where `read` raises ValueError."""
    while True:
        try:
            return read(read_line(question))
        except ValueError as error:
            say(event_text.sentence(str(error)))


def yes_or_no(text: str) -> bool:
    """Reads the answer to a question."""
    answer = text.strip().lower()
    if answer not in ("y", "yes", "n", "no"):
        raise ValueError("the answer is yes or no")
    return answer.startswith("y")


def move_question(session: Session) -> str:
    """The prompt for a move of the side to move."""
    number = len(session.record.plies) + 1
    position = session.position
    rules, turn = position.rules, position.turn
    again = "again " if session.goes_on else ""
    swap = f", or {SWAP}" if SWAP in position.legal_moves() else ""
    owner = PARTIES[turn].possessive if session.screen else f"{turn}'s"
    names = _range(session.numbering.labels(rules, turn))
    if session.screen and turn is Side.NORTH:
        there = _range(list(session.screen.names(rules, turn)))
        if there != names:
            names = f"{there} on their screen, {names} on our board"
    if letter := report_of(position.rules).disc(position, turn):
        names = f"{letter}, {names}"
    return f"Ply {number}, {again}{owner} {report_of(rules).cell} ({names}){swap}: "


def resign_question(session: Session, side: Side | None) -> str:
    """The question before a side resigns; `side` is that of the command."""
    if session.screen:
        subject = PARTIES[side or session.position.turn].subject
        return f"Do {subject} resign (yes or no)? "
    return f"Does {event_text.who(session, session.position.turn)} resign (yes or no)? "


def step_question(session: Session) -> str:
    """The prompt before a move of a computer player."""
    number, again = len(session.record.plies) + 1, "again " if session.goes_on else ""
    mover = event_text.who(session, session.position.turn)
    return f"Ply {number}, {again}{mover}: press Enter for its move, or type help: "


def _range(labels: Sequence[str]) -> str:
    """`0-5`; `1-6` also where a row runs from right to left; `a1-h8`, `1 1 to 8 8`."""
    first, last = sorted((labels[0], labels[-1]), key=lambda label: (len(label), label))
    if first == last:
        return first
    return f"{first} to {last}" if " " in first else f"{first}-{last}"


_SECONDS = 1.0
"""For the values of an engine without a depth or a time."""


class _Move(NamedTuple):
    move: Move
    height: float
    """The order of the moves, the highest first."""
    value: str


def considered(session: Session, choice: Choice, player: Player) -> Sequence[str]:
    """A list of all legal moves with their ranks and gains, and a mark at the chosen move. The list
    is empty for other players.

    A greedy player ranks moves by their gains. An engine ranks them by value. With only a depth,
    these are the values of its own search, in which the chosen move is first. With a time or in
    perfect play they are final margins, proved or estimated in as much time again; the deeper
    result of the engine's own search replaces an estimate.
    """
    if isinstance(player, GreedyPlayer):
        return _by_greed(session, choice)
    return _by_search(session, choice, player) if isinstance(player, EnginePlayer) else ()


def _by_greed(session: Session, choice: Choice) -> Sequence[str]:
    position, words = session.position, report_of(session.record.game)
    takes = {move: greed(position, move) for move in position.legal_moves()}
    ranks = sorted(takes.values(), reverse=True)
    rows = [
        (ranks.index(taken) + 1, session.called(move), taken[0], _mark(move, choice))
        for move, taken in sorted(takes.items(), key=lambda item: item[1], reverse=True)
    ]
    how = f"by the {position.rules.pieces} that each {words.gains}"
    return _listed(how, rows, ("rank", words.cell, words.gains, ""))


def _by_search(session: Session, choice: Choice, player: EnginePlayer) -> Sequence[str]:
    position = session.position
    if player.depth is not None and player.seconds is None:
        exact = choice.value is not None and choice.value.kind is Kind.EXACT
        depth = player.depth if exact else choice.depth or player.depth  # it may have been stopped
        evaluation = evaluation_for(position.rules, player.evaluation)
        known = engine_values(position, depth=depth, evaluation=evaluation)
        moves = [
            _Move(move, height(value, evaluation), worth(value)) for move, value in known.items()
        ]
        how = f"look-ahead {depth}, by {evaluation.name}"
    else:
        margins = _as_found(move_values(position, seconds=player.seconds or _SECONDS), choice)
        moves = [
            _Move(move, known.guess, stated_margin(margins.stated(move)))
            for move, known in margins.moves.items()
        ]
        how = "final margins, ~ where they are estimates"
    moves.sort(key=lambda each: (-each.height, each.move != choice.move))
    heights = [each.height for each in moves]
    words = report_of(position.rules)
    rows = [
        (
            heights.index(each.height) + 1,
            session.called(each.move),
            position.gain(each.move),
            each.value,
            _mark(each.move, choice),
        )
        for each in moves
    ]
    return _listed(how, rows, ("rank", words.cell, words.gains, "value", ""))


def _mark(move: Move, choice: Choice) -> str:
    return "chosen" if move == choice.move else ""


def _listed(how: str, rows: Sequence[tuple[object, ...]], headers: Sequence[str]) -> Sequence[str]:
    from tabulate import tabulate

    align = ("right", "left", "right", "left", "left")[: len(headers)]
    drawn = tabulate(rows, headers, "plain", colalign=align, disable_numparse=True)
    return [f"= its moves: {how}", *(f"=   {line}" for line in drawn.splitlines())]


def _as_found(margins: MoveValues, choice: Choice) -> MoveValues:
    """The margins with the engine's own estimate of the chosen move, and none above it."""
    value = choice.value
    if value is None or value.kind is Kind.SCORE or choice.depth is None:
        return margins  # of another scale, or no search
    found, exact = value.margin, value.kind is Kind.EXACT

    def bettered(move: Move, worth: Worth) -> Worth:
        if move == choice.move:
            return Worth.proved(found) if exact else worth.guessed(found)
        return worth.guessed(min(worth.guess, found))

    return MoveValues({move: bettered(move, worth) for move, worth in margins.moves.items()})
