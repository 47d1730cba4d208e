"""The families of games, as the engine knows them."""

from __future__ import annotations

from typing import Any

from owari.engine.engine_family import EngineFamily
from owari.engine.evaluation import Evaluation
from owari.engine.othello_family import OthelloEngine
from owari.engine.sowing_family import SowingEngine
from owari.games.family import FamilyTable
from owari.games.game import Game
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules

__all__ = ["ENGINES", "EVALUATION", "evaluation_for"]

_SOWING, _OTHELLO = SowingEngine(), OthelloEngine()

ENGINES: FamilyTable[EngineFamily[Any, Any]] = FamilyTable(
    "engine", {SowingRules: _SOWING, OthelloRules: _OTHELLO}, default=EngineFamily()
)
"""What the engine has for each family: `ENGINES[rules].prove(...)`."""

EVALUATION = f"{_SOWING.choices}; for Othello {_OTHELLO.choices}"
"""The evaluations that can be chosen, for the help of an option."""


def evaluation_for(rules: Game, name: str | None) -> Evaluation:
    """The evaluation of that name for a game, the default for None; in Othello also a mixture.

    Raises ValueError with a sentence.
    """
    return ENGINES[rules].evaluation(rules, name)
