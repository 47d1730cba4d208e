"""How far the tournament in a results file is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from owari.results.database import reading
from owari.results.game_log import StoredBot
from owari.results.standings import Standings
from owari.results.store import Store
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.tournament_format import Format, Progress, known_rounds
from owari.tournament.schedule import Entrant, ScheduledGame

__all__ = ["TournamentState", "tournament_state"]


class TournamentState(NamedTuple):
    """A tournament after the games so far."""

    form: Format
    progress: Progress
    begun: frozenset[int]
    """The numbers of all games that were ever played, annulled ones too."""

    @property
    def scheduled(self) -> list[ScheduledGame]:
        """All games that are known so far, played or not."""
        return self.form.games(self.progress)

    @property
    def standings(self) -> Standings:
        """The table of the format."""
        return self.form.standings(self.progress)

    @property
    def has_more_rounds(self) -> bool:
        """Whether a round follows the known ones, whose games are all played."""
        return self.form.next_round(self.progress) is not None

    def with_next_round(self) -> TournamentState:
        """The same, with the round that follows if all games of the known ones are played."""
        if not self.form.by_rounds:
            return self
        rounds = known_rounds(self.form, self.progress, self.begun)
        return self._replace(progress=self.progress._replace(rounds=rounds))


def tournament_state(
    store: Store, new_bots: Iterable[StoredBot] = (), *, for_schedule: bool = False
) -> TournamentState:
    """The state of the tournament in the store, as if `new_bots` had entered too.

    Many games take long to read. A state `for_schedule` has none where its format does not need
    them to say who meets whom.
    """
    withdrawn = store.withdrawn
    bots = [*store.bots(), *new_bots]
    entrants = [Entrant.of(bot, withdrawn.get(bot.name)) for bot in bots]
    with reading(store.path):
        form = format_of(store.rules)
    if for_schedule and not form.by_rounds:
        return TournamentState(form, Progress(entrants), frozenset())
    progress = Progress(entrants, store.rounds, store.counted_games())
    begun = store.numbers() | {game.number for game in store.games(annulled=True)}
    return TournamentState(form, progress, frozenset(begun))
