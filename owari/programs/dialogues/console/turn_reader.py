"""Finds the turns of a program on its screen. Each family of games has a reader of its own.

A turn is the move that the program has announced since the last input. Where it announces none, the
turn is the one whose result the program has drawn. All positions in a reader are those of the
program's own world, which may be the referee's board turned round or mirrored.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic

from owari.games.catalog import names_of, positions_that_fit
from owari.games.game import Game, Move, Side
from owari.players.player import Choice
from owari.programs.dialogues.console.console_settings import ConsoleSettings
from owari.programs.dialogues.console.last_turn import Score, Told
from owari.programs.dialogues.console.pit_move_parser import Reading, Trust
from owari.programs.dialogues.console.prompts import (
    asks_for_a_move,
    looks_drawn,
    open_line,
    prompt_in,
)
from owari.programs.dialogues.console.screen import Line, Screen
from owari.programs.dialogues.console.turns import Turn, after_turn, turn_of, turn_text, turns_from
from owari.programs.dialogues.console.vocabulary import in_english
from owari.programs.dialogues.dialogue import P
from owari.programs.transports.program_output import excerpt

SURE = 3
"""Boards that agree with the referee's until a board that differs is a fault of the program."""
REMARK = "its board differs from the referee's"
"""How the comment on a move begins whose board differs."""

Names = Mapping[str, Move]
"""The program's own moves by their labels."""


def more_differ(count: int) -> str:
    """`; 3 more differ`, a clause on further pits or squares; empty for none."""
    return f"; {count} more differ{'s' if count == 1 else ''}" if count else ""


class TurnReader(ABC, Generic[P]):
    """Reads the turns of a program in one game."""

    pits: int = 0
    """Pits of a side, 0 on a board of squares."""

    def __init__(
        self, protocol: ConsoleSettings, screen: Screen, position: P, side: Side, seat: Side
    ) -> None:
        """`side` is the program's side here, `seat` the one in its own world."""
        self.protocol = protocol
        self.screen = screen
        self.side = side
        self.seat = seat
        self.first = position.turn is side
        """Whether the program begins."""
        self.agreed_before = 0
        """Turns of a program that drew the referee's board before its move, and none after it."""
        self.plies = 0
        self.why = ""
        """How the last turn was read, for people."""
        self.torn: Sequence[str] = ()
        """Two moves that the program announces equally well; empty where it is clear."""
        self.is_unmade = False
        """Whether it announces a move and does not make it."""
        self.differences: list[str] = []
        """Clauses on its boards that were not the referee's; empty where the place is not
        certain."""
        self._echoes: Collection[str] = ()
        """Labels by which the program may repeat the last input."""
        self._followed: tuple[P, dict[Turn, P]] | None = None
        self._position = self._seen(position)
        self._start = position
        self._moves: list[Move] = []
        self._mover: Side | None = None
        """Whose the last of them was; None before the first."""
        self.explaining: list[Game] = []
        """The sister games whose rules explain what the program did."""
        self.names_sisters = True
        """Whether sentences name the sister games."""
        self._own_plies = 0
        """Moves of the program that were read."""
        self._drawn_plies: list[int] = []
        """The plies after which the program drew the referee's board."""

    def follow(self, position: P, move: Move) -> None:
        """The game has gone on by one ply, this move, to this position."""
        self.plies += 1
        self._moves.append(move)
        self._mover = self._position.turn
        self._position = self._seen(position)

    @abstractmethod
    def lines_for(self, move: Move) -> Sequence[Line]:
        """The lines to type for the opponent's move from the position that was followed last."""

    def read(self, text: str) -> list[Choice]:
        """The moves of the program's turn; none where the text tells no turn."""
        turn = self._turn_in(text)
        if not turn:
            return self._without_turn(text)
        choices = self.choices(turn)
        self._own_plies += len(choices)
        agreed = self.agreed
        difference = self._difference(turn, after_turn(self._position, turn), text)
        if self.agreed > agreed:
            self._drawn_plies.append(self.plies + len(turn))
        if difference is not None:
            self.differences.append(difference)
            remark = f"{REMARK}: it {difference}" if difference else REMARK
            choices[-1] = choices[-1]._replace(comment=remark)
        return choices

    def choices(self, turn: Turn) -> list[Choice]:
        """The moves of a turn on the referee's board."""
        return [Choice(self._across(move)) for move in turn]

    def endings(self, text: str) -> dict[Turn, Score]:
        """The turns that end the game, with their scores. Where the text tells moves of some of
        them, only those."""
        told = self._moves_in(self._said(text), self._ways()[0])
        endings = self._endings_after(())
        return {turn: endings[turn] for turn in endings if turn[0] in told} or endings

    def deciding(self) -> dict[Turn, Score]:
        """The turns that decide the game, after which the program may leave, and the scores."""
        return {}

    def is_decided(self) -> bool:
        """Whether the game is decided, so that the program may leave."""
        return False

    def told_by(self, text: str) -> Told:
        """The text with the names of the sides."""
        return Told(in_english(text), *self._side_names())

    def draws_end(self, text: str) -> bool:
        """Whether the text has a board that is only drawn at the end."""
        return False

    def object(self, text: str) -> None:
        """Raises Fault where the text shows why no move can be read."""

    def missing(self, text: str) -> str:
        """A clause on a text without a move, which tells where it draws the board before that."""
        if self.is_unmade:
            return "announces a move of its own, and then draws the board as it was before that"
        if self.plies and self.draws_position(text):
            asks = prompt_in(text) and self.asks_for_a_move(text)
            both = f", and it asks for another: it {self._why_again()}" if asks else ""
            return f"shows no move of its own: its last board is the one after this move{both}"
        pattern = self.protocol.move
        if pattern and not re.search(pattern, text, re.MULTILINE):
            return "shows nothing that `move` finds"
        return "shows no move that can be read"

    def _why_again(self) -> str:
        """A clause on a program that asks for another move behind the board of the last one."""
        if self._own_plies:
            return "seems to give an extra turn"
        return "may leave both sides to persons"

    def sisters(self) -> list[Game]:
        """The sister games whose rules explain what the program did."""
        return self.explaining

    def name_no_sisters(self) -> None:
        """Leaves sister games without a name in sentences: the description is only a guess."""
        self.names_sisters = False

    def why_refused(self) -> str:
        """A clause on the opponent's last move, which the program has refused."""
        *before, last = self._moves
        fitting = positions_that_fit(self._start, before, self._drawn_plies)
        fitting = [each for each in fitting if last not in each.legal_moves()]
        if fitting:
            self.explaining = [each.rules for each in fitting]
            if self.names_sisters:
                names = names_of(self.explaining)
                return f"it is illegal in {names}, which fits all moves before it"
        if self.agreed >= SURE:
            return "it is legal by the rules"
        return "`numbering` or `types` says how moves are typed"

    def asks_for_a_move(self, text: str) -> bool:
        """Whether the text ends with a question for the opponent's move."""
        return asks_for_a_move(text, self.pits, drawn=bool(self._drawings(text)))

    def pauses_behind_a_move(self, text: str) -> bool:
        """Whether a move of the program is its prompt, `Computer move: 4`, so that it waits for a
        key."""
        line = open_line(text)
        said = self._said(line) if line else []
        return bool(self._moves_in((x for x in said if x.trust <= Trust.LABELLED), self._ways()[0]))

    def has_begun(self, text: str) -> bool:
        """Whether a program that should move second has made the first move."""
        begun = self.draws_beginning(text)
        told = not self._drawings(text) and any(x.trust is Trust.TOLD for x in self._said(text))
        return told if begun is None else begun

    def has_not_begun(self, text: str) -> bool:
        """Whether it is certain that the program has not made the first move: it draws the start,
        or it draws nothing."""
        begun = self.draws_beginning(text)
        return not looks_drawn(text) if begun is None else not begun

    def draws_beginning(self, text: str) -> bool | None:
        """Whether the last board of the start or of a first move has such a move; None where there
        is none."""
        begins = self._starts()
        begun = [after for start in begins for after in turns_from(start).values()]
        for drawing in reversed(self._drawings(text)):
            if any(self._shows(drawing, start) for start in begins):
                return False
            if any(self._shows(drawing, after) for after in begun):
                return True
        return None

    @property
    @abstractmethod
    def agreed(self) -> int:
        """Turns after which the program drew the referee's board."""

    @property
    def is_mirrored(self) -> bool:
        """Whether the program's board is the referee's in a mirror."""
        return False

    @property
    def waits_for_a_pass(self) -> bool:
        """Whether the opponent has to pass, and nothing is known of what to type for that."""
        return False

    @property
    def names_a_rule(self) -> bool:
        """Whether another rule explains its boards, and the last sentence names it."""
        return False

    @property
    def took_another(self) -> bool:
        """Whether the program has taken the opponent's move for another one."""
        return False

    @property
    def taken(self) -> Move | None:
        """The move that the program has made for the opponent in place of the one that was typed;
        None where no board shows that."""
        return None

    def draws_position(self, text: str) -> bool:
        """Whether the last board in the text is that before the program's move."""
        drawings = self._drawings(text)
        return bool(drawings) and self._shows(drawings[-1], self._position)

    def _sisters(self) -> list[P]:
        """The positions of the sister games that fit all moves so far and all boards that were the
        referee's, in the program's own world."""
        fitting = positions_that_fit(self._start, self._moves, self._drawn_plies)
        return [self._seen(each) for each in fitting]  # type: ignore[arg-type]

    def _agreed_moves(self) -> list[tuple[P, Move, P]]:
        """The moves up to the last board that was the referee's, each between two positions, in the
        program's own world."""
        position, agreed = self._start, []
        for move in self._moves[: max(self._drawn_plies, default=0)]:
            after = position.play(move)
            agreed.append((self._seen(position), self._across(move), self._seen(after)))
            position = after
        return agreed

    @abstractmethod
    def _seen(self, position: P) -> P:
        """The position in the program's own world."""

    @abstractmethod
    def _across(self, move: Move) -> Move:
        """The referee's move in the program's world, or the program's move here."""

    @abstractmethod
    def _starts(self) -> Sequence[P]:
        """The start positions that the program may have, with the first move its own."""

    @abstractmethod
    def _side_names(self) -> tuple[str, str]:
        """The program's names for itself and for the opponent, in small letters."""

    @abstractmethod
    def _said(self, text: str, *, in_order: bool = False) -> list[Reading]:
        """The labels that may be the program's move, the surest first or as they stand."""

    @abstractmethod
    def _ways(self) -> Sequence[Names]:
        """The ways in which the program may name its moves, the likelier ones first."""

    @abstractmethod
    def _told(self, text: str) -> list[dict[Turn, str]]:
        """The turns that the text tells, with their labels, for each of the ways."""

    @abstractmethod
    def _drawings(self, text: str) -> Sequence[Any]:
        """The boards in the text, the last one last."""

    @abstractmethod
    def _shows(self, drawing: Any, position: P) -> bool:
        """Whether the drawing shows the position."""

    @abstractmethod
    def _drawn(self, text: str) -> Sequence[Turn]:
        """The legal turns whose result the text draws, the likelier ones first."""

    @abstractmethod
    def _turn_found(self, found: Sequence[re.Match[str]]) -> Turn:
        """The turn in what the pattern of the description has found, the last match last."""

    @abstractmethod
    def _difference(self, turn: Turn, after: P | None, text: str) -> str | None:
        """A clause on a board that differs after the turn, which leads to `after` where it is
        legal; empty where the place is not certain, None where no board differs. Raises Fault where
        the difference ends the game."""

    def _without_turn(self, text: str) -> list[Choice]:
        """The moves of a program that tells no turn."""
        return []

    def _turn_in(self, text: str) -> Turn:
        """The turn that the text tells, by the description's pattern where it has one."""
        if not self.protocol.move:
            return self._told_or_drawn(text)
        found = list(re.finditer(self.protocol.move, text, re.MULTILINE))
        self.why = f"by `move` in {excerpt(found[-1][0])!r}" if found else ""
        return self._turn_found(found)

    def _told_or_drawn(self, text: str) -> Turn:
        """The turn that the text tells or draws. A board of a legal turn outweighs a sentence, and
        decides between two moves. Without a board, two moves that are told equally well count
        for nothing."""
        ways = self._told(text)
        if drawn := self._drawn(text):
            results = [after_turn(self._position, turn) for turn in drawn]
            for way, told in enumerate(ways):
                for turn in told:
                    if after_turn(self._position, turn) in results:
                        self._keep_way(way)
                        self.why = "from its words and its board"
                        return turn
            self.why = "from its board"
            return drawn[0]
        told = ways[self._likeliest_way(text)]
        self.torn = list(told.values())[1::-1] if len(told) > 1 else ()
        if len(told) != 1:
            return ()
        ((turn, label),) = told.items()
        is_legal = after_turn(self._position, turn) is not None
        self.is_unmade = is_legal and self._is_told_alone(turn, text)
        if self.is_unmade:
            return ()
        self.why = f"from its words: {label}"
        return turn

    def _is_told_alone(self, turn: Turn, text: str) -> bool:
        """Whether the text tells this turn behind the board before it, and then draws that board
        again: the program has not made the move."""
        lines = text.split("\n")
        if not self.draws_position(text):
            return False
        for at in range(len(lines) - 1, 0, -1):
            if self.draws_position("\n".join(lines[at:])):
                before = "\n".join([*lines[:at], ""])
                return self.draws_position(before) and turn in self._told(before)[0]
        return False

    def _likeliest_way(self, text: str) -> int:
        """The way in which a text without a board names the move, by its place in `_ways`."""
        return 0

    def _keep_way(self, way: int) -> None:
        """The program is seen to name its moves in this way."""

    def _told_in_order(self, text: str, names: Names, *, least: int = 1) -> dict[Turn, str]:
        """The one turn of `least` moves or more that the surest readings make up in the order in
        which they stand, with its text. It is legal, unless the program is plainly said to make its
        moves."""
        said = self._said(text, in_order=True)
        plain: dict[Turn, str] = {}
        for trust in Trust:
            moves = self._moves_in((each for each in said if each.trust <= trust), names)
            turn = turn_of(self._position, moves)
            told = {turn: turn_text(self._position, turn)} if turn else {}
            if len(turn) >= least and after_turn(self._position, turn):
                return told
            if trust is Trust.TOLD:
                plain = told
        return plain

    def _told_at_once(self, said: Iterable[Reading], names: Names) -> dict[Turn, str]:
        """The turns of one move that the surest readings name, with their labels. They are legal,
        unless a move is plainly told of the program or of nobody else; echoes come last."""
        legal = self._position.legal_moves()
        plain: dict[Move, str] = {}
        named = [
            (each.trust, names[each.label], each.label) for each in said if each.label in names
        ]
        for trust in Trust:
            told = {move: label for level, move, label in named if level is trust}
            if found := {move: label for move, label in told.items() if move in legal}:
                own = {move: label for move, label in found.items() if label not in self._echoes}
                return {(move,): label for move, label in (own or found).items()}
            if told and trust in (Trust.TOLD, Trust.NAMED):
                plain = dict([next(iter(told.items()))])
                if trust is Trust.TOLD:
                    break
        return {(move,): label for move, label in plain.items()}

    def _moves_in(self, said: Iterable[Reading], names: Names) -> list[Move]:
        return [names[each.label] for each in said if each.label in names]

    def _turns(self) -> dict[Turn, P]:
        """The turns that the program may play, and the positions they lead to."""
        if self._followed is None or self._followed[0] != self._position:
            self._followed = self._position, turns_from(self._position)
        return self._followed[1]

    def _endings_after(self, begun: Turn) -> dict[Turn, Score]:
        """The turns with this beginning that end the game, and the scores at their ends."""
        if not begun:
            turns = self._turns()
        else:
            position = after_turn(self._position, begun)
            turns = turns_from(position) if position else {}
        return {
            begun + turn: Score(outcome.stones(self.seat), outcome.stones(self.seat.other))
            for turn, after in turns.items()
            if (outcome := after.outcome())
        }
