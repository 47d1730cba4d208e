"""The engine's object for Othello and free Othello."""

from __future__ import annotations

from collections.abc import Mapping

from owari.engine.engine_family import EngineFamily
from owari.engine.evaluation import Evaluation
from owari.engine.kernel import MISSING, othello
from owari.engine.kernel_interface import Kernel
from owari.engine.othello_estimate import FITTED
from owari.engine.othello_kernel import SIZES, OthelloKernel
from owari.engine.othello_mixtures import CLASSROOM, COUNTS, EXAMPLE, SINGLE, mixture, read_mixture
from owari.engine.othello_proof import forget_othello, prove_othello
from owari.engine.solution import ProofRequest, Solution
from owari.games.othello import OthelloPosition, OthelloRules

__all__ = ["OthelloEngine"]


class OthelloEngine(EngineFamily[OthelloRules, OthelloPosition]):
    """Kernel and mixtures of counts."""

    evaluations: Mapping[str, Evaluation] = {
        each.name: each for each in (FITTED, CLASSROOM, *SINGLE.values())
    }
    default = FITTED
    estimate = FITTED

    @property
    def choices(self) -> str:
        return f"{super().choices}, or a mixture such as '{EXAMPLE}'"

    def evaluation(self, rules: OthelloRules, name: str | None) -> Evaluation:
        named = name is None or name in self.evaluations
        if name and not named and any(part in name for part in ("*", "+", *COUNTS)):
            return mixture(read_mixture(name))
        return super().evaluation(rules, name)

    def unknown_evaluation(self, rules: OthelloRules, name: str) -> str:
        return f"{super().unknown_evaluation(rules, name)}, or write a mixture as in {EXAMPLE}"

    @property
    def missing(self) -> str:
        return "" if othello else MISSING

    def refusal(self, rules: OthelloRules) -> str:
        if othello is None:
            return MISSING
        if rules.size not in SIZES:
            *others, largest = SIZES
            sizes = f"{', '.join(map(str, others))} and {largest}"
            return f"The kernel plays {rules.family} on boards of {sizes}."
        return ""

    def kernel(
        self, rules: OthelloRules, evaluation: Evaluation, threads: int
    ) -> Kernel[OthelloPosition]:
        return OthelloKernel(rules, evaluation, threads)

    def prove(self, position: OthelloPosition, request: ProofRequest) -> Solution:
        return prove_othello(position, request, self.estimate)

    def forget(self) -> None:
        forget_othello()
