"""One game at the table: a command in, a new session and an event out.

Nothing here reads or writes, looks at a clock or asks a player. A relay differs from a game at one
table in one thing: it has another screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from owari.games.game import PASS, SWAP, BadPosition, IllegalMove, Move, Position, Side
from owari.games.numbering import Numbering, numberings
from owari.players.player import Choice
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.report.families import report_of
from owari.table import commands, events
from owari.table.command_parser import quoted
from owari.table.commands import IllegalCommand
from owari.table.notation import Notation, notation_of
from owari.table.sides import PARTIES, Screen


class Chosen(NamedTuple):
    """The choice of a computer player."""

    choice: Choice


class Forced(NamedTuple):
    """The forced move of the side to move: a pass."""


class Stop(NamedTuple):
    """The end of a side's program."""

    side: Side
    kind: Termination
    sentence: str


@dataclass(frozen=True, slots=True)
class Session:
    """A game at the table as it stands."""

    record: GameRecord
    typed: frozenset[Side]
    """The sides whose moves a person types."""
    numbering: Numbering[Any]
    """The names of the pits or squares on our board."""
    screen: Screen | None = None
    """The screen of North in a relay, else None."""
    first_is_settled: bool = False
    """Whether an earlier game of the match decides who moves first."""
    before_fix: Session | None = None
    """The session that an undo restores, until the next command after a correction."""

    @classmethod
    def of(
        cls,
        record: GameRecord,
        typed: frozenset[Side],
        screen: Screen | None = None,
        numbering: Numbering[Any] | None = None,
        *,
        first_is_settled: bool = False,
    ) -> Session:
        """A session for a game that begins, continues, or has just ended."""
        numbering = numbering or numberings(record.game)["board"]
        session = cls(record, typed, numbering, screen, first_is_settled)
        return session if session.over else session._with(record.plies)

    @property
    def position(self) -> Position:
        """The position after all plies."""
        return self.record.final

    @property
    def notation(self) -> Notation:
        """The notation of the game."""
        return notation_of(self.record.game)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.record.ending.termination is not Termination.UNFINISHED

    @property
    def goes_on(self) -> bool:
        """Whether the last ply earned its side another move."""
        plies = self.record.plies
        return bool(plies) and not self.over and plies[-1].side is self.position.turn

    def called(self, move: Move) -> str:
        """The name of the pit or square on our board."""
        return self.numbering.format(self.record.game, move)

    def after(
        self, command: commands.GameCommand | Chosen | Forced | Stop, seconds: float | None = None
    ) -> tuple[Session, events.Event]:
        """The session after the command, and the event. `seconds` is the time of the side to move.

        Raises IllegalCommand, and IllegalMove for an illegal choice of a computer player.
        """
        match command:
            case commands.Play(cell):
                position = self._unfinished()
                if position.turn not in self.typed:
                    raise IllegalCommand(f"a computer player moves for {position.turn}; type help")
                choice = Choice(self._read(position, cell))
                return self._for_good()._moved(choice, seconds)
            case Chosen(choice):
                return self._moved(choice, seconds)
            case Forced():
                return self._forced()
            case commands.Undo():
                return self._brought_back() if self.before_fix else self._undone()
            case commands.Fix(number, cell):
                return self._fixed(number, cell)
            case commands.First(side):
                return self._exchanged(side)
            case commands.Check(board):
                return self, self._compared(board)
            case commands.Note(text):
                return self._for_good()._noted(text)
            case commands.Resign(resigning):
                turn = self._unfinished().turn
                side = resigning or turn
                ended = self._ended_by(side, Termination.RESIGNED, resignation(side))
                return ended._for_good(), events.Resigned(side)
            case Stop(side, kind, sentence):
                return self._ended_by(side, kind, sentence), events.Stopped(side)

    def chain(self, pits: Sequence[str]) -> tuple[commands.Play, ...]:
        """The commands that play these pits as one turn. Raises IllegalCommand."""
        session = self
        for number, pit in enumerate(pits):
            if number and not session.goes_on:
                played = "-".join(pits[:number])
                raise IllegalCommand(f"the turn ends after {played}, and {pit} cannot follow")
            session, _ = session.after(commands.Play(pit))
        return tuple(map(commands.Play, pits))

    def choices(self, position: Position) -> str:
        """The legal moves of a position in a sentence."""
        moves = position.legal_moves()
        ours = _either(list(map(self.called, moves)))
        if self.screen is None or position.turn is Side.SOUTH:
            return ours
        cells = [move for move in moves if move != SWAP]
        theirs = _either([self.screen.name(position.rules, move) for move in cells])
        if theirs == ours:
            return ours
        there = f"{theirs} on their screen ({_either(list(map(self.called, cells)))} on our board)"
        return f"{there}, or {SWAP}" if SWAP in moves else there

    def _unfinished(self) -> Position:
        if self.over:
            raise IllegalCommand("the game is over; undo takes its end back")
        return self.position

    def _read(self, position: Position, text: str, *, entered_there: bool = False) -> Move:
        """The legal move of the side to move that the text names. With `entered_there`, our pits
        and squares also have their names on the other screen, unless our board has the same name
        for another one."""
        rules, turn = position.rules, position.turn
        names = self.notation.names(position, self.numbering)
        if self.screen and (turn is Side.NORTH or entered_there):
            there = self.screen.names(rules, turn)
            own = dict(zip(self.numbering.labels(rules, turn), rules.cells(turn), strict=True))
            if turn is Side.NORTH or all(own.get(n, m.cell) == m.cell for n, m in there.items()):
                names |= there
        typed = " ".join(text.replace(",", " ").split())
        move = names.get(typed.upper())
        if move is None:
            what = quoted(text) if text else "an empty line"
            neither = f"{what} is neither a {report_of(rules).cell} nor a command"
            raise IllegalCommand(f"{neither}; play {self.choices(position)}, or type help")
        try:
            position.play(move)
        except IllegalMove as error:
            board_says = rules.cell_name(move)
            by_the_board = typed.casefold() == board_says
            name = board_says if by_the_board else typed
            if self.screen and not by_the_board:
                name = f"{typed}, {board_says} on our board,"
            plain = by_the_board and not self.screen
            objection = error if plain else self.notation.objection(position, move, name, error)
            raise IllegalCommand(f"{objection}; play {self.choices(position)}") from None
        return move

    def _moved(self, choice: Choice, seconds: float | None) -> tuple[Session, events.Event]:
        move, depth, value, _, comment, processor = choice
        ply = Ply(self.position.turn, move, seconds, depth, value, comment, processor)
        session = self._with((*self.record.plies, ply))
        return session, events.Moved(len(session.record.plies), ply, choice.line)

    def _forced(self) -> tuple[Session, events.Event]:
        forced = self._unfinished().forced()
        assert forced
        ply = Ply(self.position.turn, forced)
        session = self._with((*self.record.plies, ply))
        return session, events.Moved(len(session.record.plies), ply)

    def _for_good(self) -> Session:
        """The same session, whose last correction cannot be undone any more."""
        return replace(self, before_fix=None)

    def _brought_back(self) -> tuple[Session, events.Event]:
        assert self.before_fix is not None
        record = replace(self.before_fix.record, table=self.record.table)
        return replace(self.before_fix, record=record, typed=self.typed), events.BroughtBack()

    def _undone(self) -> tuple[Session, events.Event]:
        plies = self.record.plies
        if self.over and self.position.outcome() is None:
            return self._with(plies), events.TakenBack(())
        positions = list(self.record.positions())
        for kept in reversed(range(len(plies))):
            if positions[kept].turn in self.typed and not positions[kept].forced():
                return self._with(plies[:kept]), events.TakenBack(plies[kept:])
        raise IllegalCommand("no typed move can be taken back yet")

    def _fixed(self, number: int, cell: str) -> tuple[Session, events.Event]:
        plies = self.record.plies
        if not 1 <= number <= len(plies):
            raise IllegalCommand(f"the game has no ply {number}; the last ply is {len(plies)}")
        position = list(self.record.positions())[number - 1]
        was = plies[number - 1]
        if forced := position.forced():
            raise IllegalCommand(f"ply {number} is a forced {forced}, which needs no correction")
        typed = position.turn in self.typed
        if not typed and self.screen is None:
            raise IllegalCommand(
                f"ply {number} is a move of a computer player, which needs no correction"
            )
        move = self._read(position, cell, entered_there=True)
        if move == was.move:
            raise IllegalCommand(f"ply {number} already is this {report_of(position.rules).cell}")
        now = was._replace(move=move)
        if not typed:  # the value and line of our player belong to its own move
            instead = f"entered instead of {position.rules.format_move(was.move)}"
            now = Ply(was.side, move, was.seconds, comment=instead)
        why = f"chosen before ply {number} was corrected"
        legal, _ = self._legal_after(number, position.play(move))
        later = [_on_another_board(ply, why) for ply in legal]
        kept = (*plies[: number - 1], now, *later)
        fixed = replace(self._with(kept), before_fix=self)
        return fixed, events.Fixed(number, was.move, now, plies[len(kept) :])

    def _legal_after(self, number: int, position: Position) -> tuple[list[Ply], Position]:
        """The plies after the one of that number, as far as they are legal from the position, and
        the position after them."""
        kept = []
        for ply in self.record.plies[number:]:
            if ply.side is not position.turn or ply.move not in position.legal_moves():
                break
            kept.append(ply)
            position = position.play(ply.move)
        return kept, position

    def _exchanged(self, first: Side) -> tuple[Session, events.Event]:
        start, plies, rules = self.record.start, self.record.plies, self.record.game
        if self.record.first is first:
            raise IllegalCommand(f"{PARTIES[first].subject} already move first")
        if self.first_is_settled:
            raise IllegalCommand(
                "each side moves first once in a match, and the game before is over"
            )
        if start != rules.start(first.other):
            raise IllegalCommand("the game began at another position than the usual start")
        waiting = [ply for ply in plies if ply.move != PASS]
        kept: list[Ply] = []
        position = rules.start(first)
        while position.outcome() is None:
            if forced := position.forced():
                ply = Ply(position.turn, forced)
            else:
                following = next((ply for ply in waiting if ply.side is position.turn), None)
                if following is None or following.move not in position.legal_moves():
                    break
                waiting.remove(following)
                ply = _on_another_board(following, "chosen for another position")
            kept.append(ply)
            position = position.play(ply.move)
        begun = replace(self, record=replace(self.record, start=rules.start(first)))
        exchanged = replace(begun._with(tuple(kept)), before_fix=self)
        return exchanged, events.Exchanged(first, len(kept), tuple(waiting))

    def _compared(self, board: str) -> events.Compared:
        ours, notation = self.position, self.notation
        try:
            theirs = notation.read_their_board(ours, board)
        except BadPosition as error:
            raise IllegalCommand(
                f"{error}; type {notation.board.description}, as their screen shows them"
            ) from None
        here, there = notation.contents(ours), notation.contents(theirs)
        boards = map(notation.contents, reversed(list(self.record.positions())))
        before = next((board for board in boards if board != here), None)
        return events.Compared(
            tuple(
                events.Difference(cell, *contents)
                for cell, contents in enumerate(zip(here, there, strict=True))
                if contents[0] != contents[1]
            ),
            theirs.turn is not ours.turn,
            there == before,
            () if here == there else tuple(self._remedies(theirs)),
            notation.pieces(there),
        )

    def _remedies(self, theirs: Position) -> Iterator[commands.Play | commands.Undo | commands.Fix]:
        """The commands after which our board is the same as theirs."""
        contents, plies = self.notation.contents, self.record.plies
        wanted = contents(theirs)
        with suppress(IllegalCommand):
            undone, _ = self.after(commands.Undo())
            if contents(undone.position) == wanted:
                yield commands.Undo()
        for number, position in enumerate(self.record.positions(), 1):
            last = number > len(plies)
            if position.forced() or (last and (self.over or position.turn not in self.typed)):
                continue
            for move in position.legal_moves():
                if not last and move == plies[number - 1].move:
                    continue
                _, final = self._legal_after(number, position.play(move))
                if contents(final) == wanted:
                    cell = self.label(position, move)
                    yield commands.Play(cell) if last else commands.Fix(number, cell)

    def label(self, position: Position, move: Move) -> str:
        """The name of the pit or square for a person who types for the side to move."""
        if self.screen and position.turn is Side.NORTH:
            return self.screen.name(position.rules, move)
        return self.called(move)

    def _noted(self, text: str) -> tuple[Session, events.Event]:
        if not self.record.plies:
            raise IllegalCommand(
                "note saves a comment with the last move, and no move has been made yet"
            )
        *others, last = self.record.plies
        comment = f"{last.comment}; {text}" if last.comment else text
        plies = (*others, last._replace(comment=comment))
        return replace(self, record=replace(self.record, plies=plies)), events.Noted(len(plies))

    def _ended_by(self, side: Side, termination: Termination, reason: str) -> Session:
        """The game lost by a side that stops, with the score so far; or its settled score, where
        the side stopped after the game was decided."""
        if termination is Termination.STOPPED_EARLY:
            settled = self.position.settled()
            ending = Ending(Result.won_by(settled.winner), settled, termination, reason)
        else:
            score = self.position.score()
            ending = Ending(Result.won_by(side.other), score, termination, reason)
        return replace(self, record=replace(self.record, ending=ending))

    def _with(self, plies: tuple[Ply, ...]) -> Session:
        """The game after these plies."""
        record = replace(self.record, plies=plies)
        position = record.final
        outcome = position.outcome()
        unfinished = Ending(Result.UNFINISHED, position.score(), Termination.UNFINISHED)
        ending = Ending.normal(outcome) if outcome else unfinished
        return replace(self, record=replace(record, ending=ending))


def _on_another_board(ply: Ply, why: str) -> Ply:
    """The ply without a value and a depth, which a player has found for another position."""
    if ply.value is None and ply.depth is None:
        return ply
    comment = f"{why}: {ply.comment}" if ply.comment else why
    return ply._replace(value=None, depth=None, comment=comment)


def resignation(side: Side) -> str:
    """The reason in a record of a game that the side resigned."""
    return f"{side} resigned"


def _either(words: list[str]) -> str:
    """`1, 2 or 3`."""
    *rest, last = words
    return f"{', '.join(rest)} or {last}" if rest else last
