"""The rules of the sowing games: Owari, Kalah and their course variants.

The board of a game with n pits a side is a tuple of 2n+2 numbers of stones in sowing order: South's
pits 0 to n-1 from left to right, South's goal n, North's pits n+1 to 2n from North's own left (so
from right to left as drawn), North's goal 2n+1. The pit opposite p is 2n - p.

No position can occur twice in a game: stones move forward only, and each lap leaves one in a goal.
The value of a position therefore does not depend on the moves that lead to it. The pie rule and the
rule of the first move depend on the number of the ply. Where they hold, the positions before the
first and the second ply have classes of their own. All other positions are plain `Mancala`.

Sources: Owari as in the hand-out of the UAA Owari tournament; Kalah as in Irving, Donkers and
Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.game import (
    SWAP,
    BadMove,
    BadPosition,
    Game,
    Illegality,
    IllegalMove,
    Move,
    Outcome,
    Side,
)

MAX_PITS = 12
MAX_STONES = 24
_SOUTH = Side.SOUTH
_MOVES = tuple(Move(pit) for pit in range(2 * MAX_PITS + 2))
_NUMERALS = tuple(str(stones) for stones in range(2 * MAX_PITS * MAX_STONES + 1))


class Capture(Enum):
    """The capture of a last stone that falls into an empty pit in the mover's own row."""

    OPPOSITE = "opposite"
    """All stones in the pit opposite; the capturing stone stays."""
    BOTH = "both"
    """The stones opposite and the capturing stone, but only when there are stones opposite."""
    BOTH_ALWAYS = "both-always"
    """The same, and the capturing stone alone when the pit opposite is empty."""


_CAPTURES = tuple(Capture)


@lru_cache
def full_laps(pits: int) -> tuple[tuple[int, ...], ...]:
    """For each pit the cells of one full lap from it, in sowing order. A lap skips the opponent's
    goal and ends in the pit that it began from: 2n+1 cells. The goals' own entries are empty."""

    def lap(pit: int) -> tuple[int, ...]:
        cells = 2 * pits + 2
        skipped = 2 * pits + 1 if pit < pits else pits
        around = ((pit + step) % cells for step in range(1, cells + 1))
        return tuple(cell for cell in around if cell != skipped)

    return tuple(() if pit in (pits, 2 * pits + 1) else lap(pit) for pit in range(2 * pits + 2))


@lru_cache
def _moves_by_name(pits: int) -> dict[str, Move]:
    """The moves of both rows as records write them."""
    return {
        f"{side.value}{first + pit}": Move(first + pit)
        for side, first in ((Side.SOUTH, 0), (Side.NORTH, pits + 1))
        for pit in range(pits)
    }


@lru_cache
def _names_of_moves(pits: int) -> dict[Move, str]:
    return {move: name for name, move in _moves_by_name(pits).items()}


class Mancala(NamedTuple):
    """A position of a sowing game. `str` gives its text, which `parse_position` reads back."""

    rules: SowingRules
    cells: tuple[int, ...]
    turn: Side

    @property
    def ply(self) -> int | None:
        """0 or 1 where the rules ask for the number of the ply that is to be made; else None."""
        return None

    def legal_moves(self) -> tuple[Move, ...]:
        """The own pits with stones in rising order; none when the game is over."""
        rules, cells, turn = self
        n = rules.pits
        south, north = cells[:n], cells[n + 1 : -1]
        if not any(south) or not any(north):
            return ()
        row, first = (south, 0) if turn is _SOUTH else (north, n + 1)
        return tuple(compress(_MOVES[first : first + n], row))

    def forced(self) -> Move | None:
        """None: there is always a pit to sow."""
        return None

    def play(self, move: Move) -> Mancala:
        """The position after sowing and capture. Raises IllegalMove."""
        rules, cells, turn = self
        pit = move.cell
        n = rules.pits
        first, theirs = (0, n + 1) if turn is _SOUTH else (n + 1, 0)
        goal = first + n
        if not (first <= pit < goal and cells[pit] and any(cells[theirs : theirs + n])):
            raise self._objection(pit)

        lap = full_laps(n)[pit]
        board = list(cells)
        laps, rest = divmod(board[pit], 2 * n + 1)
        board[pit] = 0
        if laps:
            for cell in lap:
                board[cell] += laps
        for cell in lap[:rest]:
            board[cell] += 1
        last = lap[rest - 1]

        if board[last] == 1 and first <= last < goal:
            opposite = 2 * n - last
            taken = board[opposite]
            if rules.capture is Capture.OPPOSITE:
                board[goal] += taken
                board[opposite] = 0
            elif taken or rules.capture is Capture.BOTH_ALWAYS:
                board[goal] += taken + 1
                board[opposite] = board[last] = 0

        again = rules.extra_turn and last == goal
        return Mancala(rules, tuple(board), turn if again else turn.other)

    def outcome(self) -> Outcome | None:
        """The final count once the pits of either side are empty."""
        n = self.rules.pits
        cells = self.cells
        if any(cells[:n]) and any(cells[n + 1 : -1]):
            return None
        return self.settled()

    def score(self) -> Outcome:
        """The stones in both goals."""
        return Outcome(self.cells[self.rules.pits], self.cells[-1])

    def settled(self) -> Outcome:
        """The stones in both goals and rows."""
        south = sum(self.cells[: self.rules.pits + 1])
        return Outcome(south, sum(self.cells) - south)

    def turned(self) -> Mancala:
        """The same position seen from the other side of the board: South and North exchanged."""
        half = self.rules.pits + 1
        cells = self.cells[half:] + self.cells[:half]
        return type(self)(self.rules, cells, self.turn.other)

    def __str__(self) -> str:
        return f"{','.join([_NUMERALS[stones] for stones in self.cells])} {self.turn.value}"

    def gain(self, move: Move) -> int:
        """The stones that the move puts into the mover's goal at once."""
        return self.play(move).score().stones(self.turn) - self.score().stones(self.turn)

    def colour(self, side: Side) -> str:
        """Empty: stones belong to nobody."""
        return ""

    def _objection(self, pit: int) -> IllegalMove:
        """Why the side to move may not sow this pit."""
        rules, turn = self.rules, self.turn
        owner = rules.owner(pit)
        if self.outcome():
            why = "the game is over", Illegality.GAME_OVER
        elif pit == SWAP.cell:
            only = "only the first move of a game can be swapped"
            why = f"{only}, and only where the pie rule holds", Illegality.MAY_NOT_SWAP
        elif pit not in range(2 * rules.pits + 2):
            why = f"there is no pit {pit}", Illegality.NO_SUCH_CELL
        elif pit == rules.goal(owner):
            why = f"{pit} is {owner}'s goal, not a pit", Illegality.GOAL
        elif owner is not turn:
            why = f"pit {pit} is {owner}'s, and {turn} is to move", Illegality.NOT_YOURS
        else:
            why = f"pit {pit} is empty", Illegality.EMPTY
        return IllegalMove(*why)


class _Opening(Mancala):
    """A position before one of the first two plies of a game, where the rules ask for it. It
    differs from a later one with the same stones."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.ply, *self))

    def __str__(self) -> str:
        return f"{super().__str__()} ply{self.ply}"


class FirstPly(_Opening):
    """A position before the first ply, where it may not earn an extra turn or can be swapped."""

    __slots__ = ()
    ply = 0

    def play(self, move: Move) -> Mancala:
        """The position before the second ply. Raises IllegalMove."""
        rules = self.rules
        _, cells, turn = super().play(move)
        if not rules.first_move_extra_turn:
            turn = self.turn.other
        return rules.position_at(1)(rules, cells, turn)


class SecondPly(_Opening):
    """A position before the second ply, with the pie rule."""

    __slots__ = ()
    ply = 1

    def legal_moves(self) -> tuple[Move, ...]:
        """The own pits with stones, then SWAP."""
        moves = super().legal_moves()
        return (*moves, SWAP) if moves else ()

    def play(self, move: Move) -> Mancala:
        """The position after sowing, or the board turned round. Raises IllegalMove."""
        if move != SWAP or self.outcome():
            return super().play(move)
        return Mancala(*self.turned())


@dataclass(frozen=True, slots=True)
class SowingRules(Game):
    """The rules of one sowing game, with its start position."""

    family: str
    pits: int = 6
    stones: int = 3
    extra_turn: bool = False
    capture: Capture = Capture.OPPOSITE
    usual_size: tuple[int, int] = (6, 3)
    pie: bool = False
    """The second ply may be SWAP: the seats stay, the board turns round, the other side is to
    move."""
    first_move_extra_turn: bool = True
    """Whether the very first ply of a game may earn an extra turn."""

    def __post_init__(self) -> None:
        if self.pie and self.extra_turn and self.first_move_extra_turn:
            raise BadInput("with the pie rule the first move cannot earn an extra turn")
        if not 1 <= self.pits <= MAX_PITS:
            raise BadInput(f"a side has 1 to {MAX_PITS} pits, not {self.pits}")
        if not 0 <= self.stones <= MAX_STONES:
            raise BadInput(f"a pit starts with 0 to {MAX_STONES} stones, not {self.stones}")

    @property
    def name(self) -> str:
        """The family, and the size where it is not the usual one."""
        usual = (self.pits, self.stones) == self.usual_size
        return self.family if usual else f"{self.family}:{self.size_name}"

    @property
    def size_name(self) -> str:
        """`6x4`."""
        return f"{self.pits}x{self.stones}"

    def resized(self, pits: int, stones: int) -> SowingRules:
        """The same rules on another board. Raises BadInput for a size outside the limits."""
        return replace(self, pits=pits, stones=stones)

    def sized(self, text: str) -> SowingRules:
        """The same rules with the size in a name: `6x4`. Raises BadInput."""
        if found := re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text):
            return self.resized(int(found[1]), int(found[2]))
        name = f"{self.family}:{text}"
        raise BadInput(f"{name!r}: a size is pits x stones a pit, as in '{self.family}:6x4'")

    @property
    def numbers(self) -> tuple[int, int, int]:
        """What C++ is told of the rules: the pits, whether a move can earn an extra turn, and the
        place of the capture in `Capture`."""
        return self.pits, int(self.extra_turn), _CAPTURES.index(self.capture)

    @property
    def most_pieces(self) -> int:
        """All stones of the start position."""
        return 2 * self.pits * self.stones

    def check_final(self, south: int, north: int) -> None:
        """Raises BadInput unless these are all stones."""
        if south + north != self.most_pieces:
            raise BadInput(
                f"{south}-{north} makes {south + north} stones, but the game has {self.most_pieces}"
            )

    def seen_across(self, move: Move) -> Move:
        """The pit's number when the board is turned round, see `across`; a swap stays a swap."""
        return move if move == SWAP else Move(self.across(move.cell))

    def across(self, pit: int) -> int:
        """The number of a pit or goal from North's seat, which its player calls South.

        The translation is its own inverse: North's pit 11 of an Owari board is that player's pit 4,
        and South's pit 4 is that player's 11.
        """
        return (pit + self.pits + 1) % (2 * self.pits + 2)

    def goal(self, side: Side) -> int:
        """The number of the side's goal."""
        return self.pits if side is Side.SOUTH else 2 * self.pits + 1

    def row(self, side: Side) -> range:
        """The side's pits in sowing order."""
        return range(self.goal(side) - self.pits, self.goal(side))

    cells = row
    keeps_score = True  # no stone leaves a goal

    def owner(self, pit: int) -> Side:
        """The side whose row or goal this is."""
        return Side.SOUTH if pit <= self.pits else Side.NORTH

    @property
    def counts_plies(self) -> bool:
        """Whether these rules depend on the number of the ply, 0 or 1, at the start of a game."""
        return self.pie or (self.extra_turn and not self.first_move_extra_turn)

    def start(self, first: Side = Side.SOUTH) -> Mancala:
        """The same number of stones in all pits; `first` moves."""
        row = (self.stones,) * self.pits
        return self.position_at(0)(self, (*row, 0, *row, 0), first)

    def position_at(self, ply: int) -> type[Mancala]:
        """The class of the positions before the ply of this number, from 0."""
        if ply == 0 and self.counts_plies:
            return FirstPly
        return SecondPly if ply == 1 and self.pie else Mancala

    def parse_position(self, text: str) -> Mancala:
        """Reads `3,3,3,3,3,3,0,3,3,3,3,3,3,0 S`: all pits and goals in order, and the side to move.

        If the rules count plies, `ply0` or `ply1` follows before the first and the second ply.
        Raises BadPosition.
        """
        words = re.findall(r"[^\s,]+", text)
        kind: type[Mancala] = Mancala
        if words and (found := re.fullmatch(r"ply(\d+)", words[-1][:40], re.IGNORECASE)):
            word = words.pop()[:40]
            if not self.counts_plies:
                raise BadPosition(f"{self.name} does not count plies: leave {word!r} out")
            if found[1] not in ("0", "1"):
                raise BadPosition(f"only ply0 and ply1 are told apart: leave {word!r} out")
            kind = self.position_at(int(found[1]))
        side = words.pop().upper() if words and words[-1].isalpha() else None
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) < 10):
                raise BadPosition(f"{word[:40]!r} is not a number of stones")
        if len(words) != 2 * self.pits + 2:
            raise BadPosition(f"{2 * self.pits + 2} numbers expected, {len(words)} found")
        if side is None:
            raise BadPosition("the side to move is missing: end the position with S or N")
        if side not in ("S", "N"):
            raise BadPosition(f"the side to move is S or N, not {side!r}")
        most = 2 * MAX_PITS * MAX_STONES
        cells = tuple(int(word) for word in words)
        if sum(cells) > most:
            raise BadPosition(f"a board holds at most {most} stones, {sum(cells)} found")
        return kind(self, cells, Side(side))

    def parse_move(self, text: str) -> Move:
        """Reads `S4`, `N11` or `swap`."""
        if known := _moves_by_name(self.pits).get(text):
            return known
        if text == "swap":
            return SWAP
        found = re.fullmatch(r"([SN])(\d{1,2})", text)
        if not found or int(found[2]) not in self.row(Side(found[1])):
            south, north = self.row(Side.SOUTH), self.row(Side.NORTH)
            raise BadMove(
                f"{text!r} is not a move; moves are S{south[0]} to S{south[-1]}"
                f" and N{north[0]} to N{north[-1]}{', or swap' if self.pie else ''}"
            )
        return Move(int(found[2]))

    def format_move(self, move: Move) -> str:
        """`S4`, `N11` or `swap`."""
        name = _names_of_moves(self.pits).get(move)
        return name or (str(move) if move == SWAP else f"{self.owner(move.cell).value}{move.cell}")

    def parse_turn(self, text: str) -> tuple[Move, ...]:
        """Reads a move, or a chain of extra turns, `S5-3`."""
        if "-" not in text:
            return (self.parse_move(text),)
        return tuple(self.parse_move(text[:1] + pit) for pit in text[1:].split("-"))

    def format_turn(self, moves: tuple[Move, ...]) -> str:
        """`S4`, or `S5-3` for a chain of extra turns."""
        first, *others = moves
        return "-".join([self.format_move(first), *map(str, others)])


OWARI = SowingRules("owari")
KALAH = SowingRules("kalah", stones=4, extra_turn=True, capture=Capture.BOTH, usual_size=(6, 4))
KALAH_EMPTY = replace(KALAH, family="kalah-empty", capture=Capture.BOTH_ALWAYS)
MANCHESTER = replace(
    KALAH,
    family="manchester",
    pits=7,
    stones=7,
    usual_size=(7, 7),
    pie=True,
    first_move_extra_turn=False,
)

SOWING_GAMES: dict[str, SowingRules] = {
    game.family: game for game in (OWARI, KALAH, KALAH_EMPTY, MANCHESTER)
}
"""The rules on their usual boards, by name."""

try:
    from owari.games.native_rules import serve_sowing
except ImportError:  # it was not compiled, and the rules above serve alone
    pass
else:
    serve_sowing(Mancala)
