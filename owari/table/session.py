"""One game at the table: a command in, a new session and an event out.

Nothing here reads or writes, looks at a clock or asks a player. A relay differs from a game at one
table in one thing: it has another screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from owari.games.game import (
    PASS,
    SWAP,
    BadPosition,
    Illegality,
    IllegalMove,
    Move,
    Position,
    Side,
)
from owari.games.numbering import Numbering, numberings
from owari.players.player import Choice
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.report.families import report_of
from owari.table import commands, events
from owari.table.announced import (
    NOTHING,
    Announced,
    Told,
    announced_in,
    answered_in,
    ours_in,
    written,
)
from owari.table.command_parser import quoted
from owari.table.commands import IllegalCommand, IllegalHere
from owari.table.explanations import Explanation, Search
from owari.table.notation import Notation, notation_of
from owari.table.sides import PARTIES, Screen


class Chosen(NamedTuple):
    """The choice of a computer player."""

    choice: Choice


class Forced(NamedTuple):
    """The forced move of the side to move: a pass."""


class Again(NamedTuple):
    """Our move whose turn comes again after a correction, as it stands on the other screen."""


class Anew(NamedTuple):
    """Another move of ours in place of that one, which is illegal now."""


class Stop(NamedTuple):
    """The end of a side's program."""

    side: Side
    kind: Termination
    sentence: str


Order = commands.GameCommand | Chosen | Forced | Again | Anew | Stop
"""All that can happen to a session."""

_SLIPS = (Illegality.GOAL, Illegality.NOT_YOURS)
"""What no side plays on any board."""


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
    """The session before the last correction, which an undo restores."""
    corrected_at: int = 0
    """The plies that the game had right after the last correction; an undo takes later ones back
    first."""
    announced: Announced = NOTHING
    """Known from a correction or an undo on; those that the record does not have come again."""

    refused: Move | None = None
    """The move of theirs that was refused on this board."""

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
        session = replace(session, announced=announced_in(record))
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

    @property
    def again(self) -> Move | None:
        """Our move that stands on the other screen for this turn, since before a correction."""
        told = self._told_again
        return told and told.move

    @property
    def _told_again(self) -> Told | None:
        if self.over or self.position.turn is not Side.SOUTH or self.position.forced():
            return None
        return next(iter(self.announced.after(len(ours_in(self.record.plies)))), None)

    @property
    def parted(self) -> bool:
        """Whether this move is illegal on our board."""
        return self.again is not None and self.again not in self.position.legal_moves()

    @property
    def come_again(self) -> bool:
        """Whether announced moves are missing in the record."""
        return bool(self.announced.after(len(ours_in(self.record.plies))))

    @property
    def entered(self) -> str:
        """The announced moves that no move of theirs follows in the record, as it keeps them."""
        return written(self.announced, self.record)

    def is_there(self, number: int) -> events.Entered:
        """Whether the move of South at this ply, counted from 1, stands on the other screen, as far
        as a correction or an undo has told."""
        return self.announced.state(len(ours_in(self.record.plies[: number - 1])))

    def called(self, move: Move) -> str:
        """The name of the pit or square on our board."""
        return self.numbering.format(self.record.game, move)

    def after(self, command: Order, seconds: float | None = None) -> tuple[Session, events.Event]:
        """The session after the command, and the event. `seconds` is the time of the side to move.
        Raises IllegalCommand, and IllegalMove for an illegal choice of a computer player."""
        match command:
            case commands.Play(cell):
                position = self._unfinished()
                if position.turn not in self.typed:
                    raise IllegalCommand(f"a computer player moves for {position.turn}; type help")
                choice = Choice(self._read(position, cell))
                return self._moved(choice, seconds)
            case Chosen(choice):
                return self._moved(choice, seconds)
            case Forced():
                return self._forced()
            case Again():
                return self._repeated()
            case Anew():
                return self._begun_anew()
            case commands.Undo():
                return self._undone()
            case commands.Fix(number, cell):
                return self._fixed(number, cell)
            case commands.First(side):
                return self._exchanged(side)
            case commands.Check(board):
                return self, self._compared(board)
            case commands.Note(text):
                return self._noted(text)
            case commands.Resign(resigning):
                turn = self._unfinished().turn
                side = resigning or turn
                ended = self._ended_by(side, Termination.RESIGNED, resignation(side))
                return ended, events.Resigned(side)
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
            parted = self.screen and turn is Side.NORTH and error.kind not in _SLIPS
            problem = f"{objection}; play {self.choices(position)}"
            raise (IllegalHere(problem, move) if parted else IllegalCommand(problem)) from None
        return move

    def _moved(self, choice: Choice, seconds: float | None) -> tuple[Session, events.Event]:
        move, depth, value, _, comment, processor = choice
        ply = Ply(self.position.turn, move, seconds, depth, value, comment, processor)
        session = self._with((*self.record.plies, ply))
        if ply.side is Side.SOUTH and self.again not in (None, move):
            session = session._without_announced_after(len(ours_in(self.record.plies)))
        return session, events.Moved(len(session.record.plies), ply, choice.line)

    def _repeated(self) -> tuple[Session, events.Event]:
        told = self._told_again
        assert told
        ply = Ply(Side.SOUTH, *told, comment="announced before a correction")
        state = self.announced.state(len(ours_in(self.record.plies)))
        session = self._with((*self.record.plies, ply))
        return session, events.Moved(len(session.record.plies), ply, entered=state)

    def _begun_anew(self) -> tuple[Session, events.Event]:
        assert self.again
        session = self._without_announced_after(len(ours_in(self.record.plies)))
        return session, events.Anew(self.again)

    def _without_announced_after(self, number: int) -> Session:
        """The session that knows of so many announced moves only."""
        told, answered = self.announced
        return replace(self, announced=Announced(told[:number], min(answered, number)))

    def _remembering(self, kept: Sequence[Ply], *, all_of_them: bool) -> Session:
        """The session that knows which moves of ours were announced, before the game has these
        plies only: all of them, or those that a move of theirs has followed. Moves that a person
        types do not come again, so those that go are forgotten."""
        if self.screen is None:
            return self
        answered = ours_in(answered_in(self.record.plies))
        ours = ours_in(self.record.plies) if all_of_them else answered
        told = (*ours, *self.announced.after(len(ours)))
        certain = max(len(answered), self.announced.answered)
        session = replace(self, announced=Announced(told, certain))
        if Side.SOUTH in self.typed and not self.come_again:
            session = session._without_announced_after(len(ours_in(kept)))
        return session

    def _forced(self) -> tuple[Session, events.Event]:
        forced = self._unfinished().forced()
        assert forced
        ply = Ply(self.position.turn, forced)
        session = self._with((*self.record.plies, ply))
        return session, events.Moved(len(session.record.plies), ply)

    def _brought_back(self) -> tuple[Session, events.Event]:
        assert self.before_fix is not None
        record = replace(self.before_fix.record, table=self.record.table)
        session = replace(self.before_fix, record=record, typed=self.typed)
        number = None
        if record.start == self.record.start:
            pairs = zip(record.plies, self.record.plies, strict=False)
            changed = (n for n, (then, now) in enumerate(pairs, 1) if then.move != now.move)
            number = next(changed, None)
        return session._remembering(record.plies, all_of_them=True), events.BroughtBack(number)

    def _undone(self) -> tuple[Session, events.Event]:
        plies = self.record.plies
        if self.over and self.position.outcome() is None:
            return self._with(plies), events.TakenBack(())
        positions = list(self.record.positions())
        for kept in reversed(range(self.corrected_at, len(plies))):
            undone = self._remembering(plies[:kept], all_of_them=False)._with(plies[:kept])
            typed = positions[kept].turn in self.typed and not positions[kept].forced()
            if typed and (undone.again is None or undone.parted):
                return undone, events.TakenBack(plies[kept:])
        if self.before_fix:
            return self._brought_back()
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
        fixed = self._remembering(kept, all_of_them=True)._with(kept)
        if was.side is Side.SOUTH:
            fixed = fixed._with_announced(len(ours_in(plies[: number - 1])), move)
        fixed = replace(fixed, before_fix=self, corrected_at=len(kept))
        return fixed, events.Fixed(number, was.move, now, plies[len(kept) :])

    def _with_announced(self, number: int, move: Move) -> Session:
        """The session in which this is our announced move after so many others, if it has one."""
        told, answered = self.announced
        if number >= len(told):
            return self
        now = told[number]._replace(move=move)
        return replace(
            self, announced=Announced((*told[:number], now, *told[number + 1 :]), answered)
        )

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
        remembering = self._remembering(kept, all_of_them=True)
        begun = replace(remembering, record=replace(self.record, start=rules.start(first)))
        exchanged = replace(begun._with(tuple(kept)), before_fix=self, corrected_at=len(kept))
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
        search = Search(
            self.record,
            self.typed,
            lambda reached: notation.contents(reached) == there,
            self.refused,
        )
        found: list[Explanation] = []
        if here != there and self.refused:
            found = [each for each in search.found(1) if self.refused in each.turn]
        remedies = () if here == there or found else tuple(self._remedies(theirs))
        if not (remedies or found or there in (here, before)):
            found = next(filter(None, map(search.found, range(3))), [])
        ways = [(way, each) for each in found if (way := self._way_to(each))]
        return events.Compared(
            tuple(
                events.Difference(cell, *contents)
                for cell, contents in enumerate(zip(here, there, strict=True))
                if contents[0] != contents[1]
            ),
            theirs.turn is not ours.turn,
            there == before,
            remedies,
            notation.pieces(there),
            tuple(way for way, _ in ways),
            any(each.kept < len(self.record.plies) for _, each in ways),
            any(each.turn for _, each in ways),
        )

    def _way_to(self, explanation: Explanation) -> tuple[commands.Play | commands.Fix, ...]:
        """The commands that lead to the game of the explanation; empty where none do. The later
        correction comes first, where that works, as the first one then drops nothing."""
        right, kept, turn = explanation
        positions, plies = list(self.record.positions()), self.record.plies
        fixes = [commands.Fix(n + 1, self.label(positions[n], right[n])) for n in sorted(right)]
        moves = [*(right.get(n, ply.move) for n, ply in enumerate(plies[:kept])), *turn]
        ways: list[tuple[commands.Play | commands.Fix, ...]] = []
        for each in (fixes[::-1], fixes, fixes[:1]):
            with suppress(IllegalCommand):
                session = self
                for fix in each:
                    session, _ = session.after(fix)
                ways.append((*each, *session._typed_again(moves)))
        return min(ways, key=len, default=())

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

    def _typed_again(self, moves: Sequence[Move]) -> Iterator[commands.Play]:
        """What a person types until the game has these moves. Raises IllegalCommand where that
        cannot be."""
        session = self
        if any(ply.move != move for ply, move in zip(self.record.plies, moves, strict=False)):
            raise IllegalCommand("another move stands among them")
        while (number := len(session.record.plies)) < len(moves):
            position = session.position
            if position.forced():
                session, _ = session._forced()
            elif session.again == moves[number]:
                session, _ = session._repeated()
            else:
                played = commands.Play(self.label(position, moves[number]))
                session, _ = session.after(played)
                yield played

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
        number = len(self.record.plies)
        return self._with_comment(number, text), events.Noted(number)

    def _with_comment(self, number: int, text: str) -> Session:
        """The session with the comment on this ply, also before the corrections that an undo
        takes back."""
        plies = list(self.record.plies)
        at = min(number, len(plies)) - 1
        comment = f"{plies[at].comment}; {text}" if plies[at].comment else text
        plies[at] = plies[at]._replace(comment=comment)
        before = self.before_fix and self.before_fix._with_comment(number, text)
        return replace(self, record=replace(self.record, plies=tuple(plies)), before_fix=before)

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
        return replace(self, record=replace(record, ending=ending), refused=None)


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
