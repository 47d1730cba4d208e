"""The rules of the sowing games: Owari, Kalah and their course variants.

The board of a game with n pits a side is a tuple of 2n+2 numbers of stones in sowing order: South's
pits 0 to n-1 from left to right, South's goal n, North's pits n+1 to 2n from North's own left (so
from right to left as drawn), North's goal 2n+1. The pit opposite p is 2n - p.

Sources: Owari as in the hand-out of the UAA Owari tournament; Kalah as in Irving, Donkers and
Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from owari.errors import BadInput
from owari.games.game import SWAP, BadMove, BadPosition, Game, Move, Side
from owari.games.sowing_position import (
    MAX_PITS,
    MAX_STONES,
    Capture,
    FirstPly,
    Mancala,
    SecondPly,
)

__all__ = [
    "KALAH",
    "KALAH_EMPTY",
    "MANCHESTER",
    "MAX_PITS",
    "MAX_STONES",
    "OWARI",
    "SOWING_GAMES",
    "Capture",
    "Mancala",
    "SowingRules",
]


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
        if (self.pits, self.stones) == self.usual_size:
            return self.family
        return f"{self.family}:{self.pits}x{self.stones}"

    def resized(self, pits: int, stones: int) -> SowingRules:
        """The same rules on another board. Raises BadInput for a size outside the limits."""
        return replace(self, pits=pits, stones=stones)

    def sized(self, text: str) -> SowingRules:
        """The same rules with the size in a name: `6x4`. Raises BadInput."""
        found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
        if not found:
            name = f"{self.family}:{text}"
            raise BadInput(f"{name!r}: a size is pits x stones a pit, as in '{self.family}:6x4'")
        return self.resized(int(found[1]), int(found[2]))

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
        return str(move) if move == SWAP else f"{self.owner(move.cell).value}{move.cell}"

    def parse_turn(self, text: str) -> tuple[Move, ...]:
        """Reads a move, or a chain of extra turns, `S5-3`."""
        if text == str(SWAP):
            return (SWAP,)
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
