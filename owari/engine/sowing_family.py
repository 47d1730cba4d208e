"""The engine's object for the sowing games."""

from __future__ import annotations

from owari.engine.book import opening_book, read_book
from owari.engine.endgames import verify_endgames
from owari.engine.engine_family import EngineFamily
from owari.engine.evaluation import Evaluation
from owari.engine.kernel import MISSING, sowing
from owari.engine.kernel_interface import Kernel
from owari.engine.solution import ProofRequest, Solution
from owari.engine.sowing_evaluations import SOWING
from owari.engine.sowing_kernel import SowingKernel
from owari.engine.sowing_proof import forget_sowing, prove_sowing
from owari.games.game import Move
from owari.games.mancala import Mancala, SowingRules

__all__ = ["SowingEngine"]


class SowingEngine(EngineFamily[SowingRules, Mancala]):
    """Kernel, opening book and endgame tables of Owari, Kalah and their variants."""

    evaluations = SOWING
    default = SOWING["goals-and-row"]
    estimate = SOWING["material"]

    @property
    def missing(self) -> str:
        return "" if sowing else MISSING

    def refusal(self, rules: SowingRules) -> str:
        if sowing is None:
            return MISSING
        if rules.most_pieces > sowing.MAX_STONES:
            return f"The kernel plays boards of up to {sowing.MAX_STONES} stones."
        return ""

    def kernel(self, rules: SowingRules, evaluation: Evaluation, threads: int) -> Kernel[Mancala]:
        return SowingKernel(rules, evaluation, threads)

    def by_book(self, position: Mancala) -> tuple[Move, int] | None:
        book = opening_book(position.rules)
        in_book = position.ply is None and position.legal_moves()
        return book.find(position) if book and in_book else None

    def prove(self, position: Mancala, request: ProofRequest) -> Solution:
        return prove_sowing(position, request, self.estimate)

    def forget(self) -> None:
        forget_sowing()

    def verify_tables(self, rules: SowingRules) -> None:
        read_book(rules)
        if sowing is not None:
            verify_endgames(rules)
