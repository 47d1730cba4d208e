"""The evaluations of each game, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from owari.engine.evaluation import Evaluation
from owari.engine.othello_estimate import FITTED
from owari.engine.othello_mixtures import CLASSROOM, COUNTS, EXAMPLE, SINGLE, mixture, read_mixture
from owari.engine.sowing_evaluations import SOWING
from owari.games.game import Game
from owari.games.othello import OthelloRules

__all__ = [
    "EVALUATION",
    "default_evaluation",
    "estimate_for",
    "evaluation_for",
    "evaluation_text",
    "evaluations",
]

OTHELLO: dict[str, Evaluation] = {
    FITTED.name: FITTED,
    CLASSROOM.name: CLASSROOM,
    **SINGLE,
}


EVALUATION = f"{', '.join(SOWING)}; of Othello {', '.join(OTHELLO)}, or a mixture as '{EXAMPLE}'"
"""What can be given, for the help of an option."""


def evaluations(game: Game) -> dict[str, Evaluation]:
    """Those that have a name of their own."""
    return OTHELLO if isinstance(game, OthelloRules) else SOWING


def default_evaluation(game: Game) -> Evaluation:
    """The strongest at equal depth, measured by tests/benchmarks/evaluations.py."""
    return FITTED if isinstance(game, OthelloRules) else SOWING["goals-and-row"]


def estimate_for(game: Game) -> Evaluation:
    """The best that estimates the final margin itself."""
    return FITTED if isinstance(game, OthelloRules) else SOWING["material"]


def evaluation_for(game: Game, name: str | None) -> Evaluation:
    """The evaluation of that name, or a mixture written as `2*mobility + 10*corners - danger`; the
    default for None. Raises ValueError with a sentence."""
    if name is None:
        return default_evaluation(game)
    known = evaluations(game)
    if name in known:
        return known[name]
    if not isinstance(game, OthelloRules):
        raise ValueError(
            f"{name[:40]!r} is no evaluation of {game.name}; there are {', '.join(known)}"
        )
    if any(part in name for part in ("*", "+", *COUNTS)):
        return mixture(read_mixture(name))
    raise ValueError(
        f"{name[:40]!r} is no evaluation of {game.name}; there are {', '.join(known)},"
        f" or a mixture as in {EXAMPLE}"
    )


def evaluation_text(given: Any) -> str:
    """The text that names an evaluation, from what a tournament file has: a text, or the weights of
    a mixture by their names. Raises ValueError with a sentence."""
    if isinstance(given, Mapping):
        return mixture(read_mixture(given)).name
    if not isinstance(given, str):
        raise ValueError(f"an evaluation is a name, or a mixture as in {EXAMPLE}")
    return given
