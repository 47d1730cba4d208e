"""The rules for games that broke off: a new attempt, a forfeit, or no result.

A program that it plays, or the machine, has killed a slot. The cause is certain only if a single
program could run. Such incidents count against that program: the first may be the machine's, and
after the second the program forfeits each of these games. No other incident costs a bot a game. But
if nobody else can be the cause, a bot has at most two incidents: more attempts would let it break
off every game that it is about to lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from owari.results.game_log import Incident
from owari.text.printable import plain

ATTEMPTS = 3
"""How often a game starts before it stays void."""
TOLERATED = 1
"""How many incidents count as the machine's."""


class Verdict(NamedTuple):
    """The decision on a game that broke off."""

    losers: tuple[str, ...] = ()
    """The bots that forfeit it."""
    void: bool = False
    """Whether it stays without a result. A game that is neither void nor forfeited is played
    again."""


def culprits(incidents: Collection[Incident]) -> frozenset[str]:
    """The bots that were the only one to run in more than TOLERATED incidents, at least once while
    no other game was in play."""
    count = Counter(incident.turn for incident in incidents if incident.turn)
    surely = {incident.turn for incident in incidents if incident.alone}
    return frozenset(bot for bot in count if count[bot] > TOLERATED and bot in surely)


def verdict(
    game: int, pair: tuple[str, str], before: Collection[Incident], now: Collection[Incident]
) -> Verdict:
    """Decides on a game between a pair of bots. Incidents of earlier runs (`before`) make no game
    void: whoever runs the tournament again has read the names."""
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
    """The bots that can be the cause, if nobody else can."""
    if not incident.alone:
        return ()
    return (incident.turn,) if incident.turn else (incident.south, incident.north)


def incident_text(incident: Incident) -> str:
    """`Game 3, Killer - Honest: the process that plays it died, on the turn of Killer`."""
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
    return [plain(f"A process that plays games died {lost}. In play were {names}.")]
