"""How far the tournament in a results file is, which games are due, and what it keeps when its
settings change: the numbers of its games, and the matches that are decided."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from owari.results.database import reading
from owari.results.game_log import Status, StoredBot, StoredGame
from owari.results.rounds import PairNumbers, SettledMatch, pair_number
from owari.results.scoring import Scoring, scoring_of
from owari.results.standings import Standings
from owari.results.store import Store
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.tournament_format import Format, Match, Progress, known_rounds

if TYPE_CHECKING:
    from owari.tournament.file.tournament_settings import Tournament


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
    entrants = entrants_of(store, [*store.bots(), *new_bots])
    with reading(store.path):
        form = format_of(store.rules)
    progress = Progress(entrants, numbers=None if form.by_rounds else store.pair_numbers)
    if for_schedule and not form.by_rounds:
        return TournamentState(form, progress, frozenset())
    progress = progress._replace(
        rounds=store.rounds,
        games=store.counted_games(),
        settled=scorings(store.settled, store.rules),
    )
    begun = store.numbers() | {game.number for game in store.games(annulled=True)}
    return TournamentState(form, progress, frozenset(begun))


def scheduled_games(store: Store) -> list[ScheduledGame]:
    """All games that are known so far, played or not."""
    return tournament_state(store, for_schedule=True).scheduled


def entrants_of(store: Store, bots: Iterable[StoredBot]) -> list[Entrant]:
    """These bots for a schedule: those of the store first, then others, which enter now."""
    withdrawn, departures, roster = store.withdrawn, store.departures, len(store.bots())
    return [
        Entrant.of(bot, withdrawn.get(bot.name), departures.get(bot.name, roster)) for bot in bots
    ]


def scorings(settled: Iterable[SettledMatch], rules: Mapping[str, Any]) -> dict[Match, Scoring]:
    """The scoring of each match that stays decided."""
    return {
        (match.round, frozenset((match.one, match.other))): scoring_of(
            {**rules, "scoring": match.scoring}
        )
        for match in settled
    }


DECIDES = ("scoring", "tie-break-games")
"""The keys by which points decide a match."""


def all_games(store: Store) -> list[StoredGame]:
    """Those that count and those that are annulled."""
    return [*store.games(), *store.games(annulled=True)]


def pair_numbers(store: Store, rules: Mapping[str, Any]) -> PairNumbers | None:
    """The numbers of the games of each pair by other rules: those of the games so far stay. None
    where the games are numbered by rounds."""
    if format_of(rules).by_rounds:
        return None
    games = rules["games-per-match"] * (rules.get("rounds") or 1)
    if not all_games(store):
        return PairNumbers(games)
    return store.pair_numbers.extended(games, pair_number(0, len(store.bots())))


def settled_matches(store: Store, changed: Iterable[str]) -> list[SettledMatch]:
    """The matches that stay decided where these keys change."""
    settled = store.settled
    if set(changed).isdisjoint(DECIDES):
        return settled
    state = tournament_state(store)
    known = state.progress.settled.keys()
    scoring = store.rules.get("scoring")
    new = (match for match in state.form.decided(state.progress) if match not in known)
    return settled + [SettledMatch(number, min(bots), max(bots), scoring) for number, bots in new]


def dropped_games(
    before: tuple[Format, Progress], after: tuple[Format, Progress]
) -> list[StoredGame]:
    """The games that count, and that only the schedule before a change has."""
    old, new = ({game.number for game in form.games(known)} for form, known in (before, after))
    gone = old - new
    return [game for game in before[1].games if game.number in gone]


class DueGames(NamedTuple):
    """Games without a result, each list in the order of the schedule."""

    playable: list[ScheduledGame]
    """Between bots that can play here."""
    by_hand: list[ScheduledGame]
    """With a bot that plays by hand: somebody enters the result."""
    blocked: list[ScheduledGame]
    """With a bot that cannot play here now."""


def due_games(
    tournament: Tournament, games: Iterable[ScheduledGame], done: Container[int]
) -> DueGames:
    """Sorts these games, but for the numbers that are `done`."""
    able = {bot.name for bot in tournament.bots}
    by_hand = {bot.name for bot in tournament.all_bots if bot.by_hand}
    due = DueGames([], [], [])
    for game in games:
        if game.number in done:
            continue
        pair = {game.south, game.north}
        if pair <= able:
            due.playable.append(game)
        elif pair & by_hand:
            due.by_hand.append(game)
        else:
            due.blocked.append(game)
    return due


def replayable(store: Store, tournament: Tournament, replayed: Collection[str]) -> list[StoredGame]:
    """The games of the bots in `replayed` that can be played again: not those with a bot that plays
    by hand or has withdrawn."""
    absent = {bot.name for bot in known_bots(store, tournament) if bot.by_hand}
    absent |= store.withdrawn.keys()
    return [
        game
        for game in store.games()
        if game.status is Status.PLAYED
        and absent.isdisjoint((game.south, game.north))
        and not set(replayed).isdisjoint((game.south, game.north))
    ]


def known_bots(store: Store, tournament: Tournament) -> list[StoredBot]:
    """The bots of the results in their order, then those that are new in the file. Bots of both are
    as in the file."""
    stored = {bot.name: bot for bot in store.bots()}
    return list((stored | {bot.name: bot for bot in tournament.all_bots}).values())
