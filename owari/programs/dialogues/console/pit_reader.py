"""Programs at a console that play on pits: how their moves are said and drawn.

The program lives in a world of its own, in which it is South, North, or whoever begins; when that
is not its side here, everything is turned round on the way. Its move is what it announced since we
last typed, and where it announces nothing, the one legal move that leads to the board it has drawn.
Where a move may earn an extra turn all this holds for whole turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from owari.games.game import IllegalMove, Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import NUMBERINGS
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.board_check import REMARK, Boards, Typed
from owari.programs.dialogues.console.last_turn import Score, Told
from owari.programs.dialogues.console.pit_board_parser import rows_of
from owari.programs.dialogues.console.pit_move_parser import (
    Reading,
    Trust,
    plain_label,
    readings,
    words,
)
from owari.programs.dialogues.console.prompts import (
    asks_for_a_move,
    labels_shown,
    labels_wanted,
    prompt_in,
)
from owari.programs.dialogues.console.reader import KeyboardDialogue
from owari.programs.dialogues.console.turns import Turn, turn_text, turns_begun, turns_from
from owari.records.record import Termination

__all__ = ["REMARK", "PitsConsole"]

Names = dict[str, Move]
"""The program's pits by their labels."""


class PitsConsole(KeyboardDialogue[Mancala]):
    def _meet(self, position: Mancala) -> None:
        self._rules: SowingRules = position.rules
        self._seat = {
            "south": Side.SOUTH,
            "north": Side.NORTH,
            "first-is-south": Side.SOUTH if self._first else Side.NORTH,
            "first-is-north": Side.NORTH if self._first else Side.SOUTH,
        }[self.protocol.side]
        self._follow(position)
        self._turns_from: tuple[Mancala, dict[Turn, Mancala]] | None = None
        scheme = NUMBERINGS.get(self.protocol.numbering or "")
        types = scheme and scheme.labels(self._rules, self._seat.other)
        reads = scheme and scheme.labels(self._rules, self._seat)
        self._types, self._reads = self.protocol.types or types, self.protocol.reads or reads
        self._echoes: set[str] = set()
        self._shown: Sequence[str] | None = None
        self._names: Names | None = None
        self._typed_moves: list[Typed] = []
        """The moves of our last turn."""
        self._boards = Boards(
            self._rules, self.protocol.board, self._seat, turned=self._seat is not self._side
        )

    def _follow(self, position: Mancala) -> None:
        """The position in the program's own world."""
        self._position = position if self._seat is self._side else position.turned()

    def _typed_for(self, move: Move) -> Sequence[str]:
        place = move.cell - self._rules.row(self._side.other)[0]
        label = self._labels()[place]
        if not self._to_type:
            self._typed_moves = []
        self._typed_moves.append(Typed(self._position, self._in_its_world(move), label))
        self._echoes = {label, str(self._rules.row(self._seat.other)[place])}
        return (label,)

    def _decided(self) -> bool:
        return self.protocol.stops_early and _is_decided(self._position)

    def _deciding(self) -> dict[Turn, Score]:
        if self._decided() or not self.protocol.stops_early:
            return {}
        own, other = self._seat, self._seat.other
        return {
            turn: Score(after.score().stones(own), after.score().stones(other))
            for turn, after in self._turns().items()
            if _is_decided(after)
        }

    def _read(self, text: str) -> list[Choice]:
        turn = self._announced_or_drawn(text)
        if not turn:
            return []
        after = self._after(turn)
        choices = self._choices(turn)
        self._look_at_typed()
        if after is None:
            self._blame_board(turn)
            return choices
        ply = self._plies + len(turn)
        remark = self._boards.remark(turn, self._position, after, text, ply)
        choices[-1] = choices[-1]._replace(comment=remark)
        return choices

    def _blame_board(self, turn: Turn) -> None:
        """Raises Fault where an illegal turn comes of a board that has never been ours."""
        if self._boards.first_difference and self.protocol.board == "auto":
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"has a board of its own: {self._boards.first_difference}; so its move"
                f" {turn_text(turn)} is illegal here",
            )

    def _look_at_typed(self) -> None:
        """What was typed last is what its boards may differ by."""
        if self._typed_moves:
            self._boards.typed = self._typed_moves[-1 - len(self._to_follow)]

    def _object(self, text: str) -> None:
        self._look_at_typed()
        self._boards.object(self._turns(), text, self._position)
        if self._boards.first_difference:
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"has a board of its own: {self._boards.first_difference};"
                f" now no move of it can be read; {self.last_words()}",
            )
        if begun := self._begun(text):
            raise Fault(
                Termination.UNREADABLE,
                f"plays {turn_text(begun)}, which earns an extra turn, and then no move of its own"
                f" can be read; {self.last_words()}",
            )

    def _asks_for_a_move(self, text: str) -> bool:
        drawn = bool(self._boards.shown(text))
        return asks_for_a_move(text, self._rules.pits, drawn=drawn)

    def took_another(self) -> bool:
        return self._boards.took_another

    def _has_begun(self, text: str) -> bool:
        begin = self._rules.start(self._seat)
        begun = {rows_of(after) for after in turns_from(begin).values()}
        boards = [board.rows for board in self._boards.shown(text)]
        known = [rows for rows in reversed(boards) if rows == rows_of(begin) or rows in begun]
        if known:
            return known[0] in begun
        return not boards and any(reading.trust is Trust.TOLD for reading in self._said(text))

    def _draws_end(self, text: str) -> bool:
        return self._boards.draws_end(text)

    def _in_its_world(self, move: Move) -> Move:
        seen = self._seat is self._side
        return move if seen else self._rules.seen_across(move)

    def _endings(self, text: str) -> dict[Turn, Score]:
        """Of turns with a beginning that it tells or draws those alone, if any of them ends the
        game; of moves that it tells those alone, likewise."""
        begun, names = self._begun(text), self._ways_to_name()[0]
        told = {names[each.label] for each in self._said(text) if each.label in names}
        endings = self._endings_after(begun) or self._endings_after(())
        plain = {turn: score for turn, score in endings.items() if turn[0] in told}
        return plain if plain and not self._rules.extra_turn else endings

    def _endings_after(self, begun: Turn) -> dict[Turn, Score]:
        position = self._after(begun)
        assert position is not None
        own = self._seat
        return {
            begun + turn: Score(outcome.stones(own), outcome.stones(own.other))
            for turn, after in turns_from(position).items()
            if (outcome := after.outcome())
        }

    def _begun(self, text: str) -> Turn:
        """What it tells or draws of a turn that goes on after it."""
        if not self._rules.extra_turn:
            return ()
        begun = turns_begun(self._position)
        said, names = self._said(text), self._ways_to_name()[0]
        told = [names[each.label] for each in said if each.label in names]
        shown = [board.rows for board in self._boards.shown(text)]
        return max(
            (
                turn
                for turn, after in begun.items()
                if tuple(told[: len(turn)]) == turn or rows_of(after) in shown
            ),
            key=len,
            default=(),
        )

    def _told_by(self, text: str) -> Told:
        order = self._boards.own_goal_first if self._draws_end(text) else None
        return Told(text, self._seat.name.lower(), self._seat.other.name.lower(), order)

    def _announced_or_drawn(self, text: str) -> Turn:
        """A whole turn of the program's own world; empty where there is none. A board that a legal
        turn explains outweighs a sentence that it contradicts, and decides between two; of two
        moves that are said equally well none is believed."""
        if self.protocol.move:
            found = list(re.finditer(self.protocol.move, text, re.MULTILINE))
            self._why = f"as `move` finds it in {words(found[-1][0])!r}" if found else ""
            if not self._rules.extra_turn:
                found = found[-1:]
            named = [self._named(one[1]) for one in found if one[1]]
            return self._turn_of([move for move in named if move is not None])
        self._shown = labels_shown(prompt_in(text), self._rules.pits) or self._shown
        said = self._said(text)
        drawn = self._boards.drawn(text, self._turns())
        if drawn:
            for names in self._ways_to_name():
                for turn in self._told(said, names):
                    if self._after(turn) in drawn.values():
                        self._names = names
                        self._why = "as it says and as it has drawn"
                        return turn
            self._why = "as the board that it has drawn tells"
            return next(iter(drawn))
        names, *others = self._ways_to_name()
        if others and any(
            reading.trust <= Trust.NAMED
            and reading.label not in names
            and reading.label in others[0]
            for reading in said
        ):
            names = self._names = others[0]
        told = self._told(said, names)
        self._torn = list(told.values())[1::-1] if len(told) > 1 else []
        if self._torn or not told:
            return ()
        ((turn, label),) = told.items()
        self._why = f"as it says, {label}"
        return turn

    def _said(self, text: str) -> list[Reading]:
        return readings(
            text,
            own_side=self._seat.name.lower(),
            typed=self._echoes,
            labels=self._reads or self._shown or (),
            scores=self._scores(),
            in_order=self._rules.extra_turn,
        )

    def _told(self, said: Sequence[Reading], names: Names) -> dict[Turn, str]:
        """The turns that the surest readings name, with their labels."""
        if self._rules.extra_turn:
            return self._told_in_order(said, names)
        return {(move,): label for move, label in self._told_at_once(said, names).items()}

    def _told_in_order(self, said: Sequence[Reading], names: Names) -> dict[Turn, str]:
        """The one turn that the surest readings make up in the order in which they stand. It must
        be legal, except where the program is plainly said to make its moves."""
        plain: dict[Turn, str] = {}
        for trust in Trust:
            moves = [
                names[each.label] for each in said if each.trust <= trust and each.label in names
            ]
            turn = self._turn_of(moves)
            told = {turn: turn_text(turn)} if turn else {}
            if told and self._after(turn):
                return told
            if trust is Trust.TOLD:
                plain = told
        return plain

    def _turn_of(self, moves: Iterable[Move]) -> Turn:
        """The moves as one turn, without what is only said twice; it ends where the turn does, or
        with one that is illegal. Empty as long as the turn goes on."""
        position = self._position
        turn: list[Move] = []
        for move in moves:
            legal = move in position.legal_moves()
            if turn and move == turn[-1] and not legal:
                continue
            turn.append(move)
            if not legal:
                return tuple(turn)
            position = position.play(move)
            if position.turn is not self._position.turn or position.outcome():
                return tuple(turn)
        return ()

    def _after(self, turn: Turn) -> Mancala | None:
        """The position after the turn, None when it is not legal."""
        position = self._position
        try:
            for move in turn:
                position = position.play(move)
        except IllegalMove:
            return None
        return position

    def _turns(self) -> dict[Turn, Mancala]:
        """The turns that it may play, one of those that come to the same, and what they lead to."""
        if self._turns_from is None or self._turns_from[0] != self._position:
            self._turns_from = self._position, turns_from(self._position)
        return self._turns_from[1]

    def _told_at_once(self, said: Sequence[Reading], names: Names) -> dict[Move, str]:
        """The moves that the surest readings name, with their labels; they must be legal, except
        where the program or nobody else is plainly said to make a move, and echoes come last."""
        legal = self._position.legal_moves()
        plain: dict[Move, str] = {}
        for trust in Trust:
            told = {
                names[reading.label]: reading.label
                for reading in said
                if reading.trust is trust and reading.label in names
            }
            found = {move: label for move, label in told.items() if move in legal}
            if found:
                own = {move: label for move, label in found.items() if label not in self._echoes}
                return own or found
            if told and trust is Trust.TOLD:
                return dict([next(iter(told.items()))])
            if told and trust is Trust.NAMED:
                plain = dict([next(iter(told.items()))])
        return plain

    def _scores(self) -> set[tuple[str, str]]:
        """What may stand in its own goal and in the other's, before and after its move, and what
        each has when that ends the game."""
        legal = self._position.legal_moves()
        boards = [self._position, *map(self._position.play, legal), *self._turns().values()]
        scores = [board.score() for board in boards] + [board.settled() for board in boards]
        own, other = self._seat, self._seat.other
        return {(str(score.stones(own)), str(score.stones(other))) for score in scores}

    def _ways_to_name(self) -> list[Names]:
        """How it may call its own pits, the likelier way first: as the description says, else as
        its prompts call ours, else by the board's numbers, its own or the other table's. What it
        has been seen to use is the only way."""
        if self._names:
            return [self._names]
        row = self._rules.row(self._seat)
        if self._reads:
            return [_names(self._reads, row)]
        board = _names(map(str, row), row) | _names(
            (str(self._rules.across(pit)) for pit in row), row
        )
        return [_names(self._shown, row), board] if self._shown else [board]

    def _named(self, label: str) -> Move | None:
        """Its pit of that label."""
        return next(
            (
                names[name]
                for names in self._ways_to_name()
                if (name := plain_label(label)) in names
            ),
            None,
        )

    def _choices(self, turn: Turn) -> list[Choice]:
        """The moves on our board."""
        seen = self._seat is self._side
        return [Choice(move if seen else self._rules.seen_across(move)) for move in turn]

    def _labels(self) -> Sequence[str]:
        """How the opponent's pits are typed, in sowing order."""
        if self._types:
            return self._types
        row = self._rules.row(self._seat.other)
        schemes = [[str(first + place) for place in range(len(row))] for first in (row[0], 0, 1)]
        moves = self._position.legal_moves()
        legal = [move.cell - row[0] for move in moves if move.cell in row]
        self._shown = labels_wanted(self._prompt, schemes, legal) or self._shown
        return self._shown or schemes[0]


def _is_decided(position: Mancala) -> bool:
    return 2 * max(position.score()) > sum(position.cells)


def _names(labels: Iterable[str], row: Sequence[int]) -> Names:
    return {plain_label(label): Move(pit) for label, pit in zip(labels, row, strict=True)}
