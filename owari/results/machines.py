"""The machines that played the games of a tournament, and which of them are slow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from owari.records.machine import Machine
from owari.results.game_log import StoredGame

__all__ = ["SlowMachine", "slow_machines"]

MUCH = 1.25
"""How many times as fast another machine is at least, for one to be called slow. One machine is
measured a few percent faster or slower each time."""


class SlowMachine(NamedTuple):
    """A machine on which programs have less of their time than on the fastest."""

    host: str
    times: float
    """How many times as fast the fastest machine is."""
    fastest: str
    games: int
    """How many it played."""


def slow_machines(games: Iterable[StoredGame]) -> list[SlowMachine]:
    """The slow ones among the machines of a cluster, the slowest first; a machine with several
    measurements counts with their median."""
    from statistics import median

    speeds: defaultdict[str, list[float]] = defaultdict(list)
    played: Counter[str] = Counter()
    for text, count in Counter(game.machine for game in games).items():
        if (machine := Machine.parse(text)) and machine.speed:
            speeds[machine.host].append(machine.speed)
            played[machine.host] += count
    if not speeds:
        return []
    typical = {host: median(measured) for host, measured in speeds.items()}
    fastest = max(typical, key=typical.__getitem__)
    slow = (
        SlowMachine(host, typical[fastest] / speed, fastest, played[host])
        for host, speed in typical.items()
    )
    return sorted((one for one in slow if one.times >= MUCH), key=lambda one: -one.times)
