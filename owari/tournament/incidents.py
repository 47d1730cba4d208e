"""What becomes of games that broke off: whether they are played again, and at whose cost.

A slot is killed by one of the programs that it plays, or by the machine. Which of the two it was,
and which of both programs, is known only where one program alone could run. Such incidents count
against that program: the first one may still be the machine's, after the second it forfeits each of
those games. No other incident costs a bot a game that it could win; but a bot that has been in two,
when nobody else can have done it, is not given more attempts, or it could break off every game that
it is about to lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from owari.results.game_log import Incident
from owari.text.printable import plain

__all__ = ["ATTEMPTS", "Verdict", "culprits", "described", "summary", "verdict"]

ATTEMPTS = 3
"""How often a game is begun before it stays void."""
TOLERATED = 1
"""The incidents that are taken for the machine's."""


class Verdict(NamedTuple):
    """What becomes of a game that broke off."""

    losers: tuple[str, ...] = ()
    """The bots that forfeit it."""
    void: bool = False
    """Whether it counts for neither bot; if not, and nobody forfeits it, it is played again."""


def culprits(incidents: Collection[Incident]) -> frozenset[str]:
    """The bots that alone could run in more incidents than are tolerated, in one of them at least
    while no other game was in play."""
    count = Counter(incident.turn for incident in incidents if incident.turn)
    surely = {incident.turn for incident in incidents if incident.alone}
    return frozenset(bot for bot in count if count[bot] > TOLERATED and bot in surely)


def verdict(
    game: int, pair: tuple[str, str], before: Collection[Incident], now: Collection[Incident]
) -> Verdict:
    """On a game between a pair of bots, by the incidents of earlier runs and of this one. For those
    of an earlier run nothing becomes void: whoever begins anew has read the names."""
    guilty = culprits([*before, *now])
    own = [incident for incident in (*before, *now) if incident.game == game]
    losers = [bot for bot in pair if bot in guilty and any(each.turn == bot for each in own)]
    if losers:
        return Verdict(tuple(losers))
    suspicions = Counter(bot for incident in now for bot in _suspects(incident))
    here = [incident for incident in now if incident.game == game]
    suspected = {bot for incident in here for bot in _suspects(incident)}
    return Verdict(
        void=len(here) >= ATTEMPTS or any(suspicions[bot] > TOLERATED for bot in suspected)
    )


def _suspects(incident: Incident) -> tuple[str, ...]:
    """Who can have done it, where nobody else can."""
    if not incident.alone:
        return ()
    return (incident.turn,) if incident.turn else (incident.south, incident.north)


def described(incident: Incident) -> str:
    """`Game 3, Killer - Honest: the process that played it died, on the turn of Killer`."""
    game, south, north, what, turn, _ = incident
    whose = f", on the turn of {turn}" if turn else ""
    return plain(f"Game {game}, {south} - {north}: {what}{whose}")


def summary(incidents: Sequence[Incident]) -> list[str]:
    """Sentences for the foot of a table."""
    if not incidents:
        return []
    count = Counter(bot for each in incidents for bot in (each.south, each.north))
    turns = Counter(each.turn for each in incidents if each.turn)
    names = ", ".join(
        f"{bot} {times}" + (f" ({turns[bot]} on its own turn)" if turns[bot] else "")
        for bot, times in count.most_common()
    )
    lost = "once" if len(incidents) == 1 else f"{len(incidents)} times"
    return [plain(f"A process that plays games was lost {lost}; in play were {names}.")]
