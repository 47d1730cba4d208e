"""Sides, moves, positions, outcomes, rules, openings and values: the parts of every game; and the
tables with an entry for each family of games."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar

from owari.errors import BadInput


class Side(Enum):
    """One of the two players; South is drawn at the bottom."""

    SOUTH = "S"
    NORTH = "N"

    __hash__ = object.__hash__  # there is one object of each; Enum would hash its name every time

    other: Side
    """South for North and North for South."""

    def __str__(self) -> str:
        return "South" if self is Side.SOUTH else "North"


Side.SOUTH.other, Side.NORTH.other = Side.NORTH, Side.SOUTH
_SOUTH = Side.SOUTH  # Python 3.11 takes 0.1 us to find a member of an Enum


class Move(NamedTuple):
    """One ply: the pit that is sown or the square of a disc, by its number on the board, SWAP or
    PASS. `str` gives the number, `swap` or `pass`."""

    cell: int

    def __str__(self) -> str:
        return _WORDS.get(self.cell) or str(self.cell)


SWAP = Move(-1)
"""The other answer to the first move where the pie rule holds: to take that move over."""
PASS = Move(-2)
"""No disc: the only move of a side that cannot place one where the other can."""
_WORDS = {SWAP.cell: "swap", PASS.cell: "pass"}


class Illegality(Enum):
    """Why a move is illegal."""

    GAME_OVER = "game over"
    NO_SUCH_CELL = "no such cell"
    """The board has no pit or square of that number."""
    GOAL = "goal"
    """It is a goal, not a pit."""
    NOT_YOURS = "not yours"
    """The pit is in the opponent's row."""
    EMPTY = "empty"
    """The pit holds no stones."""
    OCCUPIED = "occupied"
    """The square holds a disc."""
    NO_FLIP = "no flip"
    """The disc flips none."""
    NO_NEIGHBOUR = "no neighbour"
    """The square touches no disc."""
    MUST_PASS = "must pass"
    MAY_NOT_PASS = "may not pass"
    MAY_NOT_SWAP = "may not swap"
    OTHER = "other"


class IllegalMove(BadInput):
    """A move that the rules forbid. The text is a sentence that a player understands; decisions are
    taken on `kind`."""

    def __init__(self, sentence: str, kind: Illegality = Illegality.OTHER) -> None:
        super().__init__(sentence)
        self.kind = kind


class BadMove(BadInput):
    """A text that does not name a move; the text of the error says what does."""


class BadPosition(BadInput):
    """A text that is not a position; the text of the error says why."""


class Outcome(NamedTuple):
    """The stones or discs that each side has, or has had when the game ended."""

    south: int
    north: int
    empty: int = 0
    """Squares that are left at the end of a game of Othello; they count for the winner."""

    @property
    def winner(self) -> Side | None:
        """The side with more stones, None for a draw."""
        if self.south == self.north:
            return None
        return Side.SOUTH if self.south > self.north else Side.NORTH

    def stones(self, side: Side) -> int:
        """The side's stones or discs."""
        return self.south if side is Side.SOUTH else self.north

    def margin(self, side: Side) -> int:
        """The side's stones or discs minus the other's, with the empty squares to the winner."""
        margin = self.south - self.north if side is _SOUTH else self.north - self.south
        if self.empty and margin:
            return margin + self.empty if margin > 0 else margin - self.empty
        return margin

    def __str__(self) -> str:
        return f"{self.south}-{self.north}"


class Position(Protocol):
    """A board and the side to move; immutable and hashable. `str` gives the position text.

    A new family of games subclasses it as a frozen dataclass with the fields `rules` and `turn`,
    and writes the abstract methods and `__str__`. The other members have defaults.
    """

    if TYPE_CHECKING:  # fields of the dataclass or named tuple

        @property
        def rules(self) -> Game:
            """The rules by which the game goes on."""

        @property
        def turn(self) -> Side:
            """The side to move."""

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, pits or squares in rising order, then SWAP if legal. PASS
        alone if nothing else is legal; empty when the game is over."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after one ply. Raises IllegalMove."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result of a finished game, None while it goes on."""

    @abstractmethod
    def turned(self) -> Self:
        """The same position with South and North exchanged."""

    def forced(self) -> Move | None:
        """The move that the referee and the table make by themselves: a pass that is the only
        legal move."""
        return None

    def score(self) -> Outcome:
        """The stones or discs of each side so far; stones in pits belong to nobody."""
        return self.outcome() or Outcome(0, 0)

    def settled(self) -> Outcome:
        """The count if the game stopped here and each side kept the stones in its row."""
        return self.score()

    def gain(self, move: Move) -> int:
        """The stones that a legal move adds to the mover's score, or the discs that it flips."""
        return self.play(move).score().stones(self.turn) - self.score().stones(self.turn)

    def colour(self, side: Side) -> str:
        """`Black` or `White`; empty in games without colours."""
        return ""


class Game(Protocol):
    """A set of rules with a start position; immutable and hashable.

    A new family of games subclasses it as a frozen dataclass with the field `family`, and writes
    the abstract methods. The other members have defaults: one size of board, one move a turn, no
    pie rule, moves written as their numbers.
    """

    if TYPE_CHECKING:  # a field of the dataclass

        @property
        def family(self) -> str:
            """The name of the rules without the size of the board: `kalah`."""

    @abstractmethod
    def cells(self, side: Side) -> range:
        """The pits or squares that the side can ever play."""

    @abstractmethod
    def start(self, first: Side = Side.SOUTH) -> Position:
        """The position in which `first` makes the first move."""

    @abstractmethod
    def parse_position(self, text: str) -> Position:
        """Reads the text of a position. Raises BadPosition."""

    @property
    def name(self) -> str:
        """The name under which `games.catalog` finds these rules: `owari`, `kalah:6x4`, ..."""
        return self.family

    @property
    def size_name(self) -> str:
        """The size of the board as a name has it after its colon; empty for games of one size."""
        return ""

    def sized(self, text: str) -> Self:
        """The same rules on a board of the size after the colon of a name. Raises BadInput."""
        raise BadInput(f"'{self.family}:{text}': {self.family} has one size only")

    @property
    def pieces(self) -> str:
        """The unit of a score: `stones` or `discs`."""
        return "stones"

    @property
    def most_pieces(self) -> int | None:
        """The most stones or discs that both sides can have together, and so the largest margin;
        None without a limit."""
        return None

    @property
    def keeps_score(self) -> bool:
        """Whether what counts for a side counts for it to the end of the game."""
        return False

    @property
    def extra_turn(self) -> bool:
        """Whether a move can earn the mover another move in the same turn."""
        return False

    @property
    def pie(self) -> bool:
        """Whether the pie rule holds: the second ply may be SWAP."""
        return False

    @property
    def moves_without_cell(self) -> tuple[Move, ...]:
        """SWAP or PASS, where the rules know them."""
        return (SWAP,) if self.pie else ()

    def final(self, south: int, north: int) -> Outcome:
        """The outcome of a finished game in which the sides have these counts."""
        return Outcome(south, north)

    def check_final(self, south: int, north: int) -> None:
        """Raises BadInput with a clause if no finished game has these counts."""
        return

    def seen_across(self, move: Move) -> Move:
        """The same move with the name it has from the other seat, which its player calls South."""
        return move

    def exchanged(self, move: Move) -> Move | None:
        """The move that is meant where somebody exchanges row and column; None where there is no
        such move."""
        return None

    def cell_name(self, move: Move) -> str:
        """The board's own name for a pit or square, the side being known: `4`, `f5`."""
        return str(move)

    def parse_move(self, text: str) -> Move:
        """Reads a move as records write it: `S4`, `f5`. Raises BadMove."""
        cells = {cell for side in Side for cell in self.cells(side)}
        for move in (*map(Move, sorted(cells)), *self.moves_without_cell):
            if self.format_move(move) == text:
                return move
        raise BadMove(f"{text!r} is not a move of {self.name}")

    def format_move(self, move: Move) -> str:
        """The move as records write it."""
        return self.cell_name(move)

    def parse_turn(self, text: str) -> tuple[Move, ...]:
        """Reads a turn of one move or more: `S5-3`. Raises BadMove."""
        return (self.parse_move(text),)

    def format_turn(self, moves: tuple[Move, ...]) -> str:
        """The turn as records write it."""
        (move,) = moves
        return self.format_move(move)


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins, and the moves that lead there; the same for both games of a pair."""

    start: Position
    """The position in which the game begins."""
    moves: tuple[Move, ...] = ()
    """The plies from the start of the rules to this position; empty if they are unknown."""
    name: str = ""

    @classmethod
    def after(
        cls, game: Game, moves: tuple[Move, ...], first: Side = Side.SOUTH, name: str = ""
    ) -> Self:
        """The opening of these plies, of which `first` makes the first. Raises IllegalMove."""
        position = game.start(first)
        for move in moves:
            position = position.play(move)
        return cls(position, moves, name)

    def __str__(self) -> str:
        """The name, or else the plies as records write them, or else the position."""
        rules = self.start.rules
        return self.name or " ".join(map(rules.format_move, self.moves)) or str(self.start)


_LARGEST = 2**53
"""Whole numbers from here on are not exact in the pages and in other programs, nor here."""
_FAR = 1e307
"""Numbers from here on may not be finite any more when they are written with three digits."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


class Kind(Enum):
    """The meaning of the number of a value."""

    EXACT = "exact"
    """The final margin in stones or discs under best play, proved."""
    ESTIMATED = "estimated"
    """An estimate of the final margin in stones or discs."""
    SCORE = "score"
    """A number on the evaluation's own scale."""

    __hash__ = object.__hash__


class Value(NamedTuple):
    """The value of a position, always from the view of the side that was to move.

    A margin and a score never look alike. A score of an evaluation is `eval 39` wherever people
    read it, and has no sign of a margin before it. Pages write the same, by `ply_text.js`.
    """

    number: float
    """An int but for the scores that have a fraction."""
    kind: Kind

    @property
    def margin(self) -> int:
        """The number of a value that is a margin, exact or estimated."""
        return int(self.number)

    @property
    def fact(self) -> str:
        """As a fact among others: `value +2 exact`, `value +2 estimated`, `eval 39`."""
        return str(self) if self.kind is Kind.SCORE else f"value {self}"

    def __str__(self) -> str:
        if self.kind is Kind.SCORE:
            return f"eval {signed(self.number).removeprefix('+')}"
        return f"{signed(self.number)} {self.kind.value}"


def signed(number: float) -> str:
    """`+2`, or `+33.33` where the number has a fraction, and three digits of a very small or large
    one: `+1.5e-05`."""
    if isinstance(number, int):
        return f"{number:+d}"
    return f"{number:+.2f}" if number == 0 or 0.1 <= abs(number) < 1e9 else f"{number:+.3g}"


def read_number(word: str) -> float | None:
    """The number that a program writes as this word, an int where it is whole; None where the word
    is not wholly a number below 1e307."""
    if not _NUMBER.fullmatch(word):
        return None
    number = float(word)
    if not abs(number) < _FAR:
        return None
    return int(word) if word.lstrip("+-").isdigit() and abs(number) < _LARGEST else number


_T = TypeVar("_T")


class FamilyTable(Generic[_T]):
    """An entry for each family of games, found by the class of its rules.

    Each floor that treats families differently has one such table, in a module of its own or at the
    top of the one that uses it. Whatever depends on the family is a method or value of the entry,
    so that nobody asks what kind of game this is. A new family needs no entry where the default of
    a table suits it, or where there is none and it does without: `serves` tells whether it has one.

    `what` names the entries in the message about a family that has none. `default` serves every
    family without an entry of its own.
    """

    def __init__(self, what: str, entries: Mapping[type, _T], *, default: _T | None = None) -> None:
        self._what = what
        self._entries = dict(entries)
        self._default = default

    def __getitem__(self, rules: Game) -> _T:
        """Raises TypeError for a family without an entry where there is no default."""
        entry = self._entries.get(type(rules), self._default)
        if entry is None:
            raise TypeError(f"there is no {self._what} for {rules.name}")
        return entry

    def __iter__(self) -> Iterator[_T]:
        """The entries of all families but the default."""
        return iter(self._entries.values())

    def serves(self, rules: Game) -> bool:
        """Whether the family has an entry, or there is a default."""
        return self._default is not None or type(rules) in self._entries

    def add(self, rules: type, entry: _T) -> None:
        """Gives a new family its entry."""
        self._entries[rules] = entry
