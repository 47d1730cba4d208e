"""Proofs of the sowing games from the start, without the opening book."""

from __future__ import annotations

import sys
import tempfile
from time import process_time

from owari.engine.kernel import sowing
from owari.engine.solution import Aim as ProofAim
from owari.engine.sowing_kernel import as_given
from owari.games.mancala import OWARI
from tests.benchmarks.aims.aim import aim, at_most, told
from tests.benchmarks.aims.process_cost import Cost, cost_of

PROGRAM = """
import sys
from owari.engine.families import Aim, solve
from owari.games.catalog import find_game
game, aim, seconds = sys.argv[1:]
found = solve(
    find_game(game).start(), aim=Aim[aim], seconds=float(seconds) or None, by_book=False
)
moves = " ".join(f"{move.lower:+d}..{move.upper:+d}" for move in found.moves)
print(f"{found.lower:+d} to {found.upper:+d}, moves {moves}, {found.nodes / 1e6:,.0f} M positions")
"""


def proof(game: str, aim: ProofAim, seconds: float = 0.0) -> Cost:
    """A proof on all cores; no endgame table is on disk. 0 seconds is no limit."""
    with tempfile.TemporaryDirectory() as home:
        command = (sys.executable, "-c", PROGRAM, game, aim.name, str(seconds))
        return cost_of(command, env={"OWARI_DATA": home})


BESIDE = told("times a plain search")
"""How often as long as the plain search to depth 15 from the start of Owari."""


def margin(game: str) -> tuple[float, float, float]:
    """The processor time of a proof of the margin, alone and as BESIDE says, and its memory."""
    cost = proof(game, ProofAim.MARGIN)
    assert sowing is not None
    begun = process_time()
    sowing.plain(OWARI.numbers, as_given(OWARI.start()), 15, "goals")
    return cost.processor, cost.processor / (process_time() - begun), cost.memory


@aim("kalah-6x3", "margin of kalah:6x3", at_most(0.5, "s"), BESIDE, at_most(60, "MB"))
def smallest_kalah_margin() -> tuple[float, float, float]:
    return margin("kalah:6x3")


@aim("kalah-6x4", "margin of kalah:6x4", at_most(8, "s"), BESIDE, at_most(400, "MB"))
def kalah_margin() -> tuple[float, float, float]:
    return margin("kalah:6x4")


@aim("owari-6x3", "margin of owari:6x3", at_most(3.5, "s"), BESIDE, told("MB"))
def owari_margin() -> tuple[float, float, float]:
    return margin("owari:6x3")


@aim("kalah-empty-6x4", "margin of kalah-empty:6x4", at_most(5, "s"), BESIDE, told("MB"))
def kalah_empty_margin() -> tuple[float, float, float]:
    return margin("kalah-empty:6x4")


@aim("kalah-6x3-moves", "all moves of kalah:6x3", told("s"), told("MB"))
def small_kalah_moves() -> tuple[float, float]:
    cost = proof("kalah:6x3", ProofAim.EVERY_MOVE)
    return cost.processor, cost.memory


@aim("kalah-6x4-moves", "all moves of kalah:6x4", at_most(15, "s"), told("MB"))
def kalah_moves() -> tuple[float, float]:
    cost = proof("kalah:6x4", ProofAim.EVERY_MOVE)
    return cost.processor, cost.memory


def long_proof(game: str, seconds: float) -> tuple[float, float, str]:
    """Time by the clock, memory, and what was proved."""
    cost = proof(game, ProofAim.MARGIN, seconds)
    return cost.clock, cost.memory, cost.output.strip()


@aim("kalah-6x5", "margin of kalah:6x5", at_most(300, "s by the clock"), told("MB"), told(), runs=1)
def large_kalah_margin() -> tuple[float, float, str]:
    return long_proof("kalah:6x5", 600.0)


@aim("kalah-5x5", "margin of kalah:5x5", told("s by the clock"), told("MB"), told(), runs=1)
def square_kalah_margin() -> tuple[float, float, str]:
    return long_proof("kalah:5x5", 600.0)


@aim("owari-6x4", "margin of owari:6x4", told("s by the clock"), told("MB"), told(), runs=1)
def large_owari_margin() -> tuple[float, float, str]:
    return long_proof("owari:6x4", 600.0)
