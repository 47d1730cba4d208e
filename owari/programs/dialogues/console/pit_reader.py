"""Reads the turns of console programs for games on pits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from owari.games.game import Game, Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import NUMBERINGS
from owari.players.player import Fault
from owari.programs.dialogues.console.board_check import Boards, Typed
from owari.programs.dialogues.console.console_settings import INDEX, ConsoleSettings
from owari.programs.dialogues.console.last_turn import Score, Told
from owari.programs.dialogues.console.pit_board_parser import Shown, rows_of
from owari.programs.dialogues.console.pit_move_parser import Reading, Trust, plain_label, readings
from owari.programs.dialogues.console.prompts import (
    labels_shown,
    labels_wanted,
    listed_pits,
    looks_drawn,
    prompt_in,
)
from owari.programs.dialogues.console.rule_variants import captures, plays_as
from owari.programs.dialogues.console.screen import Line, Screen
from owari.programs.dialogues.console.turn_reader import Names, TurnReader
from owari.programs.dialogues.console.turns import Turn, after_turn, turn_of, turn_text, turns_begun
from owari.programs.dialogues.console.vocabulary import in_english
from owari.programs.dialogues.templates import fill, places_in
from owari.records.record import Termination


class PitReader(TurnReader[Mancala]):
    """Reads a program whose moves are pits. Where its side in its own world is not its side here,
    everything is turned round on the way."""

    def __init__(
        self, protocol: ConsoleSettings, screen: Screen, position: Mancala, side: Side
    ) -> None:
        first = position.turn is side
        seat = {
            "south": Side.SOUTH,
            "north": Side.NORTH,
            "first-is-south": Side.SOUTH if first else Side.NORTH,
            "first-is-north": Side.NORTH if first else Side.SOUTH,
        }[protocol.side]
        super().__init__(protocol, screen, position, side, seat)
        self._rules: SowingRules = position.rules
        self.pits = self._rules.pits
        scheme = NUMBERINGS.get(protocol.numbering or "")
        types = scheme and scheme.labels(self._rules, seat.other)
        reads = scheme and scheme.labels(self._rules, seat)
        self._templates: tuple[str, ...] = ("{PIT}",)
        """The lines to type for a move."""
        if protocol.types and any(map(places_in, protocol.types)):
            self._templates = protocol.types
        else:
            types = protocol.types or types
        self._types, self._reads = types, protocol.reads or reads
        self._shown: Sequence[str] | None = None
        """The labels that its prompts show."""
        self._names: Names | None = None
        """The labels that it is seen to use for its own pits."""
        turned = seat is not side
        self._boards = Boards(
            self._rules, protocol.board, seat, self._sisters, self._agreed_moves, turned=turned
        )
        self._boards.moves_first = first

    @property
    def agreed(self) -> int:
        """Turns after which the program drew the referee's board."""
        return self._boards.agreed

    @property
    def names_a_rule(self) -> bool:
        """Whether another rule explains its boards, and the last sentence names it."""
        return self._boards.names_a_rule

    @property
    def took_another(self) -> bool:
        """Whether a board shows that the program has sown another pit than the one typed."""
        return self._boards.took_another

    @property
    def taken(self) -> Move | None:
        """The pit that the program has sown for the one typed, as a board shows."""
        return self._boards.taken

    def draws_position(self, text: str) -> bool:
        """By any reading of the last board."""
        shown = self._drawings(text)
        last = [board for board in shown if board.place == shown[-1].place]
        return any(self._shows(board, self._position) for board in last)

    def lines_for(self, move: Move) -> Sequence[Line]:
        """The lines for the pit."""
        place = move.cell - self._rules.row(self.side.other)[0]
        label = self._labels()[place]
        again = self._mover is self._position.turn
        typed = Typed(self._position, self._across(move), label, again)
        row = self._rules.row(self.seat.other)
        legal = [each.cell - row[0] for each in self._position.legal_moves() if each.cell in row]
        self._echoes = {label, str(self._rules.row(self.seat.other)[place])}

        places: dict[str, Callable[[], str]] = {
            "PIT": label.__str__,
            "pit": label.lower,
            INDEX: lambda: self._index(place, legal),
        }

        def filled(template: str) -> str:
            self._boards.typed = typed
            return fill(template, places)

        return [partial(filled, template) for template in self._templates]

    def _index(self, place: int, legal: Sequence[int]) -> str:
        """The number of the pit in the last menu, which lists the legal pits. Raises Fault where no
        menu has it."""
        listed = {label.lower(): number for number, label in listed_pits(self.screen.before)}
        schemes = [scheme.labels(self._rules, self.seat.other) for scheme in NUMBERINGS.values()]
        for labels in [self._types] if self._types else schemes:
            called = [label.lower() for label in labels]
            if {called[each] for each in legal} == set(listed):
                return listed[called[place]]
        raise self.screen.fault(
            Termination.UNREADABLE,
            "`{index}` looks for a menu of all pits with stones, each behind its number, as"
            " `1. pit 9`, and finds none",
        )

    def is_decided(self) -> bool:
        """Whether one side has more than half of the stones."""
        return self.protocol.stops_early and _is_decided(self._position)

    def deciding(self) -> dict[Turn, Score]:
        """The turns after which one side has more than half of the stones."""
        if self.is_decided() or not self.protocol.stops_early:
            return {}
        own, other = self.seat, self.seat.other
        return {
            turn: Score(after.score().stones(own), after.score().stones(other))
            for turn, after in self._turns().items()
            if _is_decided(after)
        }

    def endings(self, text: str) -> dict[Turn, Score]:
        """Only turns with the beginning that the text tells or draws, if it has one."""
        if not self._rules.extra_turn:
            return super().endings(text)
        return self._endings_after(self._begun(text)) or self._endings_after(())

    def told_by(self, text: str) -> Told:
        """The text with the names of the sides, and the order of the goals on a swept board."""
        order = self._boards.own_goal_first if self.draws_end(text) else None
        return Told(in_english(text), *self._side_names(), order)

    def draws_end(self, text: str) -> bool:
        """Whether the text has a board without stones in pits."""
        return self._boards.draws_end(text)

    def missing(self, text: str) -> str:
        """A clause on a text without a move, which tells where a board cannot be read either."""
        if not looks_drawn(text) or self._drawings(text):
            return super().missing(text)
        return f"shows neither a move nor a board of {self.pits} pits a side that can be read"

    def _why_again(self) -> str:
        """Names a capture, after which there is no extra turn by the rules."""
        before = self._start
        *moves, last = self._moves
        for move in moves:
            before = before.play(move)
        why = super()._why_again()
        by_capture = self._own_plies and captures(before, before.play(last))
        return f"{why} for a capture" if by_capture else why

    def object(self, text: str) -> None:
        """Names the board, or the unfinished turn, that the text shows."""
        self._boards.object(self._turns(), text, self._position)
        self._object_to_extra_turn(text)
        if self._boards.first_difference:
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"has another board: {self._boards.first_difference};"
                f" now no move can be read; {self.screen.quoted()}",
            )
        if begun := self._begun(text):
            raise self.screen.fault(
                Termination.UNREADABLE,
                f"plays {turn_text(self._position, begun)}, which earns an extra turn, but shows no"
                " move after it that can be read",
            )

    def _object_to_extra_turn(self, text: str) -> None:
        """Raises Fault where the program leaves an extra turn to the opponent, as in sister games
        that fit all that it has drawn."""
        fitting = [each.rules for each in self._sisters() if each.turn is not self._position.turn]
        if fitting and self.asks_for_a_move(text):
            self.explaining = [*fitting]
            raise self.screen.fault(
                Termination.UNREADABLE,
                f"asks for another move after {self.screen.typed!r}: it seems to"
                f" {plays_as(self._rules, fitting, named=self.names_sisters)}",
            )

    def name_no_sisters(self) -> None:
        """Leaves sister games without a name in sentences on boards too."""
        super().name_no_sisters()
        self._boards.names_sisters = False

    def sisters(self) -> list[Game]:
        """The sister games whose rules explain what the program did."""
        return [*self.explaining, *self._boards.explaining]

    def _seen(self, position: Mancala) -> Mancala:
        return position if self.seat is self.side else position.turned()

    def _across(self, move: Move) -> Move:
        seen = self.seat is self.side
        return move if seen else self._rules.seen_across(move)

    def _starts(self) -> Sequence[Mancala]:
        return (self._rules.start(self.seat),)

    def _side_names(self) -> tuple[str, str]:
        return self.seat.name.lower(), self.seat.other.name.lower()

    def _drawings(self, text: str) -> Sequence[Shown]:
        return self._boards.shown(text)

    def _shows(self, drawing: Shown, position: Mancala) -> bool:
        return drawing.rows == rows_of(position)

    def _drawn(self, text: str) -> Sequence[Turn]:
        return list(self._boards.drawn(text, self._position, self._turns()))

    def _difference(self, turn: Turn, after: Mancala | None, text: str) -> str | None:
        if after is not None:
            ply = self.plies + len(turn)
            return self._boards.difference(turn, self._position, after, text, ply)
        if self._boards.first_difference and self.protocol.board == "auto":
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"has another board: {self._boards.first_difference}; therefore its move"
                f" {turn_text(self._position, turn)} is illegal here",
            )
        return None

    def _turn_found(self, found: Sequence[re.Match[str]]) -> Turn:
        if not self._rules.extra_turn:
            found = found[-1:]
        moves = [self._named(one[1]) for one in found if one[1]]
        return turn_of(self._position, [move for move in moves if move is not None])

    def _told_or_drawn(self, text: str) -> Turn:
        self._shown = labels_shown(prompt_in(text), self.pits) or self._shown
        return super()._told_or_drawn(text)

    def _told(self, text: str) -> list[dict[Turn, str]]:
        if self._rules.extra_turn:
            begun = self._drawn_begun(text)
            told = (self._told_in_order(text, names) for names in self._ways())
            return [self._behind(begun, each) for each in told]
        said = self._said(text)
        return [self._told_at_once(said, names) for names in self._ways()]

    def _said(self, text: str, *, in_order: bool = False) -> list[Reading]:
        own, other = self._side_names()
        return readings(
            text,
            own_side=own,
            other_side=other,
            typed=self._echoes,
            labels=self._reads or self._shown or (),
            scores=self._scores(),
            in_order=in_order or self._rules.extra_turn,
        )

    def _likeliest_way(self, text: str) -> int:
        names, *others = self._ways()
        if others and any(
            each.trust <= Trust.NAMED and each.label not in names and each.label in others[0]
            for each in self._said(text)
        ):
            self._keep_way(1)
            return 1
        return 0

    def _keep_way(self, way: int) -> None:
        self._names = self._ways()[way]

    def _begun(self, text: str) -> Turn:
        """The longest unfinished turn that the text tells or draws."""
        begun = turns_begun(self._position) if self._rules.extra_turn else {}
        told = self._moves_in(self._said(text), self._ways()[0])
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

    def _drawn_begun(self, text: str) -> Turn:
        """The unfinished turn whose result is the last board in the text, if any."""
        shown = self._boards.shown(text)
        last = [board.rows for board in shown if board.place == shown[-1].place]
        begun = turns_begun(self._position) if last else {}
        return next((turn for turn, after in begun.items() if rows_of(after) in last), ())

    def _behind(self, begun: Turn, told: dict[Turn, str]) -> dict[Turn, str]:
        """The turns that are told, of which the board may have shown the first moves alone."""
        whole = {}
        for turn, label in told.items():
            both = begun + turn
            shown_alone = begun and turn[: len(begun)] != begun
            if shown_alone and after_turn(self._position, both):
                whole[both] = turn_text(self._position, both)
            else:
                whole[turn] = label
        return whole

    def _scores(self) -> set[tuple[str, str]]:
        """The numbers that its own goal and the other's may hold before and after its move, and
        the scores of games that end there."""
        legal = self._position.legal_moves()
        boards = [self._position, *map(self._position.play, legal), *self._turns().values()]
        scores = [board.score() for board in boards] + [board.settled() for board in boards]
        own, other = self.seat, self.seat.other
        return {(str(score.stones(own)), str(score.stones(other))) for score in scores}

    def _ways(self) -> Sequence[Names]:
        """The labels of the description, else those that its prompts show for the other side's
        pits, else the numbers on the board, its own or the referee's. Once one way is seen, it is
        the only one."""
        if self._names:
            return [self._names]
        row = self._rules.row(self.seat)
        if self._reads:
            return [_names(self._reads, row)]
        here = (str(self._rules.across(pit)) for pit in row)
        board = {**_names(map(str, row), row), **_names(here, row)}
        return [_names(self._shown, row), board] if self._shown else [board]

    def _named(self, label: str) -> Move | None:
        """Its pit of that label."""
        plain = plain_label(label)
        return next((names[plain] for names in self._ways() if plain in names), None)

    def _labels(self) -> Sequence[str]:
        """The labels to type for the opponent's pits, in sowing order."""
        if self._types:
            return self._types
        row = self._rules.row(self.seat.other)
        schemes = [[str(first + place) for place in range(len(row))] for first in (row[0], 0, 1)]
        moves = self._position.legal_moves()
        legal = [move.cell - row[0] for move in moves if move.cell in row]
        self._shown = labels_wanted(self.screen.prompt, schemes, legal) or self._shown
        return self._shown or schemes[0]


def _is_decided(position: Mancala) -> bool:
    return 2 * max(position.score()) > sum(position.cells)


def _names(labels: Iterable[str], row: Sequence[int]) -> Names:
    return {plain_label(label): Move(pit) for label, pit in zip(labels, row, strict=True)}
