"""Plain alpha-beta to a fixed depth, without table and ordering."""

from __future__ import annotations

from time import process_time

from owari.engine.kernel import sowing
from owari.engine.sowing_kernel import as_given
from owari.games.mancala import OWARI
from tests.benchmarks.aims.aim import aim, at_least


@aim("plain-owari", "plain search of Owari to depth 15", at_least(120, "M positions/s"))
def plain_owari() -> float:
    assert sowing is not None
    begun = process_time()
    nodes: int = sowing.plain(OWARI.numbers, as_given(OWARI.start()), 15, "goals")[2]
    return nodes / (process_time() - begun) / 1e6
