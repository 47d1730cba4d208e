"""The notation of every family of games; a family without an entry has the base class."""

from __future__ import annotations

from owari.games.family import FamilyTable
from owari.games.game import Game
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.table.notation import Notation
from owari.table.pit_notation import PitNotation
from owari.table.square_notation import SquareNotation

__all__ = ["NOTATIONS", "notation_of"]

NOTATIONS: FamilyTable[type[Notation]] = FamilyTable(
    "notation", {SowingRules: PitNotation, OthelloRules: SquareNotation}, default=Notation
)


def notation_of(rules: Game) -> Notation:
    """The notation of the game."""
    return NOTATIONS[rules](rules)
