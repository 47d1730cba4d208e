"""One game at a table: a command in, a new table and an event out.

Nothing here reads or writes, looks at a clock or asks a player. A game that all sit together for
and a game relayed to another screen differ in one thing, whether there is another screen.
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
from owari.table.command_parser import quoted
from owari.table.commands import (
    Check,
    First,
    Fix,
    GameCommand,
    Note,
    Play,
    Refused,
    Resign,
    Undo,
)
from owari.table.events import (
    BroughtBack,
    Compared,
    Difference,
    Event,
    Exchanged,
    Fixed,
    Moved,
    Noted,
    Resigned,
    Stopped,
    TakenBack,
)
from owari.table.game_words import Customs, customs_of
from owari.table.remote_screen import PARTIES, Screen

__all__ = ["Chosen", "Forced", "Stop", "Table", "resignation"]


class Chosen(NamedTuple):
    """What a player answered that is no person at this table."""

    choice: Choice


class Forced(NamedTuple):
    """The side to move has no choice: it passes."""


class Stop(NamedTuple):
    """The side's program plays no further."""

    side: Side
    kind: Termination
    sentence: str


@dataclass(frozen=True, slots=True)
class Table:
    """A game as it stands, and what its people may do."""

    record: GameRecord
    typed: frozenset[Side]
    """The sides whose moves a person types."""
    numbering: Numbering[Any]
    """What the pits or squares of our board are called."""
    screen: Screen | None = None
    """North's own, to which South's moves are relayed; None when nobody is elsewhere."""
    first_is_settled: bool = False
    """Whether an earlier game of the match says who moves first in this one."""
    before_fix: Table | None = None
    """What an undo brings back, as long as nothing has been typed since a correction."""

    @classmethod
    def of(
        cls,
        record: GameRecord,
        typed: frozenset[Side],
        screen: Screen | None = None,
        numbering: Numbering[Any] | None = None,
        *,
        first_is_settled: bool = False,
    ) -> Table:
        """A table for a game that begins, goes on, or is looked at once more at its end."""
        numbering = numbering or numberings(record.game)["board"]
        table = cls(record, typed, numbering, screen, first_is_settled)
        return table if table.over else table._with(record.plies)

    @property
    def position(self) -> Position:
        return self.record.final

    @property
    def customs(self) -> Customs:
        return customs_of(self.record.game)

    @property
    def over(self) -> bool:
        return self.record.ending.termination is not Termination.UNFINISHED

    @property
    def goes_on(self) -> bool:
        """Whether the last ply has earned its side an extra turn."""
        plies = self.record.plies
        return bool(plies) and not self.over and plies[-1].side is self.position.turn

    def called(self, move: Move) -> str:
        """What the pit or square is called on our board."""
        return self.numbering.format(self.record.game, move)

    def after(
        self, command: GameCommand | Chosen | Forced | Stop, seconds: float | None = None
    ) -> tuple[Table, Event]:
        """What the command makes of the table. `seconds` is what the side to move has used.

        Raises Refused for what cannot be, and IllegalMove when a player chose what it may not.
        """
        match command:
            case Play(cell):
                position = self._unfinished()
                if position.turn not in self.typed:
                    raise Refused(f"nobody types {position.turn}'s moves here; type help")
                choice = Choice(self._read(position, cell))
                return self._for_good()._moved(choice, seconds)
            case Chosen(choice):
                return self._moved(choice, seconds)
            case Forced():
                return self._forced()
            case Undo():
                return self._brought_back() if self.before_fix else self._undone()
            case Fix(number, cell):
                return self._fixed(number, cell)
            case First(who):
                return self._exchanged(Side.SOUTH if who == "us" else Side.NORTH)
            case Check(board):
                return self, self._compared(board)
            case Note(text):
                return self._for_good()._noted(text)
            case Resign(who):
                self._unfinished()
                side = {"us": Side.SOUTH, "them": Side.NORTH}.get(who, self.position.turn)
                ended = self._ended_by(side, Termination.RESIGNED, resignation(side))
                return ended._for_good(), Resigned(side)
            case Stop(side, kind, sentence):
                return self._ended_by(side, kind, sentence), Stopped(side)

    def chain(self, pits: Sequence[str]) -> tuple[Play, ...]:
        """The commands that play these pits as one turn. Raises Refused when they are none."""
        table = self
        for number, pit in enumerate(pits):
            if number and not table.goes_on:
                played = "-".join(pits[:number])
                raise Refused(f"the turn ends with {played}, so that {pit} cannot follow")
            table, _ = table.after(Play(pit))
        return tuple(map(Play, pits))

    def choices(self, position: Position) -> str:
        """The legal moves of a position as a sentence names them."""
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
            raise Refused("the game is over; undo takes its end back")
        return self.position

    def _read(self, position: Position, text: str, *, entered_there: bool = False) -> Move:
        """The legal move that is called so by whoever types for the side to move. With
        `entered_there` our pits and squares may be called as the other screen calls them, unless
        our board has the same name for another."""
        rules, turn = position.rules, position.turn
        names = self.customs.names(position, self.numbering)
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
            raise Refused(f"{neither}; play {self.choices(position)}, or type help")
        try:
            position.play(move)
        except IllegalMove as error:
            board_says = rules.cell_name(move)
            by_the_board = typed.casefold() == board_says
            name = board_says if by_the_board else typed
            if self.screen and not by_the_board:
                name = f"{typed}, {board_says} on our board,"
            plain = by_the_board and not self.screen
            objection = error if plain else self.customs.objection(position, move, name, error)
            raise Refused(f"{objection}; play {self.choices(position)}") from None
        return move

    def _moved(self, choice: Choice, seconds: float | None) -> tuple[Table, Event]:
        move, depth, value, _, comment, processor = choice
        ply = Ply(self.position.turn, move, seconds, depth, value, comment, processor)
        table = self._with((*self.record.plies, ply))
        return table, Moved(len(table.record.plies), ply, choice.line)

    def _forced(self) -> tuple[Table, Event]:
        forced = self._unfinished().forced()
        assert forced
        ply = Ply(self.position.turn, forced)
        table = self._with((*self.record.plies, ply))
        return table, Moved(len(table.record.plies), ply)

    def _for_good(self) -> Table:
        """The same table, at which the last fix can no longer be undone."""
        return replace(self, before_fix=None)

    def _brought_back(self) -> tuple[Table, Event]:
        assert self.before_fix is not None
        record = replace(self.before_fix.record, table=self.record.table)
        return replace(self.before_fix, record=record, typed=self.typed), BroughtBack()

    def _undone(self) -> tuple[Table, Event]:
        plies = self.record.plies
        if self.over and self.position.outcome() is None:
            return self._with(plies), TakenBack(())
        positions = list(self.record.positions())
        for kept in reversed(range(len(plies))):
            if positions[kept].turn in self.typed and not positions[kept].forced():
                return self._with(plies[:kept]), TakenBack(plies[kept:])
        raise Refused("there is no typed move yet to take back")

    def _fixed(self, number: int, cell: str) -> tuple[Table, Event]:
        plies = self.record.plies
        if not 1 <= number <= len(plies):
            raise Refused(f"there is no ply {number}; the last one is {len(plies)}")
        position = list(self.record.positions())[number - 1]
        was = plies[number - 1]
        if forced := position.forced():
            raise Refused(f"ply {number} is a {forced}, which was not typed: there was no choice")
        typed = position.turn in self.typed
        if not typed and self.screen is None:
            raise Refused(f"ply {number} was not typed, it was played as it stands")
        move = self._read(position, cell, entered_there=True)
        if move == was.move:
            raise Refused(f"ply {number} is this {report_of(position.rules).cell} already")
        now = was._replace(move=move)
        if not typed:  # what our player thought of its own move is not true of this one
            instead = f"entered instead of {position.rules.format_move(was.move)}"
            now = Ply(was.side, move, was.seconds, comment=instead)
        later, _ = self._legal_after(number, position.play(move))
        kept = (*plies[: number - 1], now, *later)
        fixed = replace(self._with(kept), before_fix=self)
        return fixed, Fixed(number, was.move, now, plies[len(kept) :])

    def _legal_after(self, number: int, position: Position) -> tuple[list[Ply], Position]:
        """The plies behind the one of that number, as far as they can be played from the position,
        and where they lead."""
        kept = []
        for ply in self.record.plies[number:]:
            if ply.side is not position.turn or ply.move not in position.legal_moves():
                break
            kept.append(ply)
            position = position.play(ply.move)
        return kept, position

    def _exchanged(self, first: Side) -> tuple[Table, Event]:
        start, plies, rules = self.record.start, self.record.plies, self.record.game
        if self.record.first is first:
            raise Refused(f"{PARTIES[first].subject} are first already")
        if self.first_is_settled:
            raise Refused("in a match each side moves first once, and the game before is over")
        if start != rules.start(first.other):
            raise Refused("the game did not begin at the usual start, where either side may move")
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
                waiting.remove(ply := following)
            kept.append(ply)
            position = position.play(ply.move)
        begun = replace(self, record=replace(self.record, start=rules.start(first)))
        exchanged = replace(begun._with(tuple(kept)), before_fix=self)
        return exchanged, Exchanged(first, len(kept), tuple(waiting))

    def _compared(self, board: str) -> Compared:
        ours, customs = self.position, self.customs
        try:
            theirs = customs.read_their_board(ours, board)
        except BadPosition as error:
            raise Refused(f"{error}; give {customs.board[1]}, as they see them") from None
        here, there = customs.contents(ours), customs.contents(theirs)
        boards = map(customs.contents, reversed(list(self.record.positions())))
        before = next((board for board in boards if board != here), None)
        return Compared(
            tuple(
                Difference(cell, *contents)
                for cell, contents in enumerate(zip(here, there, strict=True))
                if contents[0] != contents[1]
            ),
            theirs.turn is not ours.turn,
            there == before,
            () if here == there else tuple(self._remedies(theirs)),
            customs.pieces(there),
        )

    def _remedies(self, theirs: Position) -> Iterator[Play | Undo | Fix]:
        """The commands after which our board is as theirs."""
        contents, plies = self.customs.contents, self.record.plies
        wanted = contents(theirs)
        with suppress(Refused):
            undone, _ = self.after(Undo())
            if contents(undone.position) == wanted:
                yield Undo()
        for number, position in enumerate(self.record.positions(), 1):
            last = number > len(plies)
            if position.forced() or (last and (self.over or position.turn not in self.typed)):
                continue
            for move in position.legal_moves():
                if not last and move == plies[number - 1].move:
                    continue
                _, final = self._legal_after(number, position.play(move))
                if contents(final) == wanted:
                    cell = self._label(position, move)
                    yield Play(cell) if last else Fix(number, cell)

    def _label(self, position: Position, move: Move) -> str:
        """What a person who types for the side to move calls the pit or square."""
        if self.screen and position.turn is Side.NORTH:
            return self.screen.name(position.rules, move)
        return self.called(move)

    def _noted(self, text: str) -> tuple[Table, Event]:
        if not self.record.plies:
            raise Refused("a remark is kept with the last move, and there is none yet")
        *others, last = self.record.plies
        comment = f"{last.comment}; {text}" if last.comment else text
        plies = (*others, last._replace(comment=comment))
        return replace(self, record=replace(self.record, plies=plies)), Noted(len(plies))

    def _ended_by(self, side: Side, termination: Termination, reason: str) -> Table:
        """The game ended by a side that does not play on: lost, with the goals as the score,
        unless the side left when all was decided."""
        if termination is Termination.STOPPED_EARLY:
            settled = self.position.settled()
            ending = Ending(Result.won_by(settled.winner), settled, termination, reason)
        else:
            score = self.position.score()
            ending = Ending(Result.won_by(side.other), score, termination, reason)
        return replace(self, record=replace(self.record, ending=ending))

    def _with(self, plies: tuple[Ply, ...]) -> Table:
        """The game after these plies."""
        record = replace(self.record, plies=plies)
        position = record.final
        outcome = position.outcome()
        unfinished = Ending(Result.UNFINISHED, position.score(), Termination.UNFINISHED)
        ending = Ending.normal(outcome) if outcome else unfinished
        return replace(self, record=replace(record, ending=ending))


def resignation(side: Side) -> str:
    """What a record says of how the side ended the game."""
    return f"{side} resigned"


def _either(words: list[str]) -> str:
    """`1, 2 or 3`."""
    *rest, last = words
    return f"{', '.join(rest)} or {last}" if rest else last
