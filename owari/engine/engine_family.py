"""What the engine has for a family of games, and what it does for one without a kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from owari.engine.evaluation import FINISHED, Evaluation
from owari.engine.kernel_interface import Kernel
from owari.engine.reference_proof import prove_by_reference
from owari.engine.solution import MoveBounds, ProofRequest, Solution
from owari.games.game import Game, Move, Position
from owari.games.value import Kind
from owari.text.suggestions import did_you_mean

__all__ = ["SCORE", "EngineFamily"]

R = TypeVar("R", bound=Game)
P = TypeVar("P", bound=Position)


def _score(position: Position) -> int:
    return position.settled().margin(position.turn)


SCORE = Evaluation(
    "score",
    "difference of the scores: the margin if the game stopped here",
    Kind.ESTIMATED,
    _score,
    lambda margin: margin,
    lambda value: value,
)


class EngineFamily(Generic[R, P]):
    """Everything of the engine that depends on the family of games.

    This class serves a family without an entry in `engine.families.ENGINES`: the reference search
    plays it and goes by the score. A subclass brings evaluations, a kernel, proofs and tables.
    """

    evaluations: Mapping[str, Evaluation] = {SCORE.name: SCORE}
    """The evaluations that have a name."""
    default: Evaluation = SCORE
    """The one that plays best at equal depth, measured by tests/benchmarks/evaluations.py."""
    estimate: Evaluation = SCORE
    """The one that estimates the final margin best."""

    @property
    def choices(self) -> str:
        """The evaluations that can be chosen, for help texts."""
        return ", ".join(self.evaluations)

    def evaluation(self, rules: R, name: str | None) -> Evaluation:
        """The evaluation of that name, the default for None. Raises ValueError with a sentence."""
        if name is None:
            return self.default
        if name in self.evaluations:
            return self.evaluations[name]
        raise ValueError(self.unknown_evaluation(rules, name))

    def unknown_evaluation(self, rules: R, name: str) -> str:
        """The sentence about a name that no evaluation has."""
        hint = did_you_mean(name, self.evaluations)
        return f"{name[:40]!r} is not an evaluation for {rules.name}{hint}"

    @property
    def missing(self) -> str:
        """A sentence if the kernel of this family was not compiled, else empty."""
        return ""

    def refusal(self, rules: R) -> str:
        """Why the kernel cannot play these rules, as a sentence; empty if it can."""
        return f"The engine has no kernel for {rules.family}."

    def kernel(self, rules: R, evaluation: Evaluation, threads: int) -> Kernel[P] | None:
        """The kernel for these rules; None if the family has none."""
        return None

    def by_book(self, position: P) -> tuple[Move, int] | None:
        """The best move and its final margin, if an opening book has the position."""
        return None

    def prove(self, position: P, request: ProofRequest) -> Solution:
        """Proves margins of an unfinished position, see `engine.solver.solve`."""
        most = position.rules.most_pieces or FINISHED
        known = {move: MoveBounds(move, -most, most) for move in position.legal_moves()}
        return prove_by_reference(position, known, request, self.estimate)

    def forget(self) -> None:
        """Frees what is kept from one position to the next."""

    def verify_tables(self, rules: R) -> None:
        """Reads all of the opening book and of the largest endgame table on disk.

        Raises BadInput if one of them is damaged.
        """
