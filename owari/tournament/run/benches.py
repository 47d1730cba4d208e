"""Bots that forfeit their first games in the same way, which `give-up-after: N` benches.

The first N games of a bot are those of the lowest numbers that are played here. A later game of the
bot waits until they are decided. So whether a game is played depends on the games with lower
numbers alone: not on the order in which games end, nor on how many are played at a time or in
which run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from owari.games.game import Side
from owari.records.record import GameRecord, Termination
from owari.results.game_log import UNPLAYED, Status, StoredGame
from owari.tournament.formats.schedule import ScheduledGame, unplayed_game
from owari.tournament.run.slot import GameSpec


class Benches(NamedTuple):
    """What becomes of games that are due."""

    to_play: list[ScheduledGame]
    """Those that can begin now. The others wait for them."""
    to_forfeit: list[ScheduledGame]
    """Those with a bot that is benched."""
    reasons: Mapping[str, str]
    """Why each of these bots is benched, in a sentence."""

    def record(self, spec: GameSpec) -> GameRecord:
        """The record of a game to forfeit."""
        pair = (spec.south.name, spec.north.name)
        losers = [bot for bot in pair if bot in self.reasons]
        reason = "; ".join(self.reasons[bot] for bot in losers)
        return spec.headed(unplayed_game(spec.start, *pair, losers, Termination.BENCHED, reason))


def benches(
    due: Sequence[ScheduledGame], games: Iterable[StoredGame], limit: int | None
) -> Benches:
    """Decides on the games that are `due` here after the `games` so far.

    `limit` is the number of first games; None benches nobody.
    """
    if limit is None:
        return Benches(list(due), [], {})
    reasons: dict[str, str] = {}
    first_games: dict[str, set[int]] = {}
    """The first games of the bots on which these have not decided."""
    for bot, results in _results(due, games).items():
        first = {number: results[number] for number in sorted(results)[:limit]}
        faults = {_fault(bot, game) for game in first.values() if game}
        if None in faults or len(faults) > 1:
            continue
        if len(first) < limit or None in first.values():
            first_games[bot] = set(first)
        else:
            (fault,) = faults
            assert fault
            times = "game" if limit == 1 else f"{limit} games"
            reasons[bot] = f"{bot} forfeited its first {times} ({fault.value}), and is benched"
    decided = Benches([], [], reasons)
    for game in due:
        pair = (game.south, game.north)
        if all(game.number in first_games.get(bot, {game.number}) for bot in pair):
            benched = not reasons.keys().isdisjoint(pair)
            (decided.to_forfeit if benched else decided.to_play).append(game)
    return decided


def _results(
    due: Iterable[ScheduledGame], games: Iterable[StoredGame]
) -> dict[str, dict[int, StoredGame | None]]:
    """By the names of bots with games that are due: all games of each that are played here, by
    their numbers; None where there is no result yet."""
    results: dict[str, dict[int, StoredGame | None]] = {}
    for game in due:
        for bot in (game.south, game.north):
            results.setdefault(bot, {})[game.number] = None
    for played in games:
        if played.status is Status.PLAYED and played.ending.termination not in UNPLAYED:
            for bot in {played.south, played.north} & results.keys():
                results[bot][played.number] = played
    return results


def _fault(bot: str, game: StoredGame) -> Termination | None:
    """How the bot forfeited this game; None if it did not."""
    side = Side.SOUTH if game.south == bot else Side.NORTH
    kind = game.ending.termination
    return kind if kind.is_fault and game.ending.result.winner is not side else None
