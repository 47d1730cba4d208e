"""What a report says: the games of a tournament or of a record, and the tables made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from owari.records.record import GameRecord, Result
from owari.report.bot_tables import details_data, details_table
from owari.report.result_tables import games_data, pairs_table, rounds_table, standings_table
from owari.report.tables import Table
from owari.results.bot_statistics import BotStatistics, bot_statistics
from owari.results.game_log import StoredGame
from owari.results.game_rows import thinking_times
from owari.results.ratings import NoRatings, Ratings, ratings
from owari.results.standings import Standings, standings
from owari.results.store import Store
from owari.text.printable import plain
from owari.tournament.standings_notes import leader_lines, standings_notes
from owari.tournament.tournament_state import tournament_state

Selection = Literal["all", "forfeits"] | int
"""The games that readers can replay: all, those with a forfeit, or the last so many."""


@dataclass(frozen=True)
class ReportContent:
    """The content of a report before it is a page."""

    title: str
    facts: tuple[str, ...]
    """Game, format, date and site, as far as they are known."""
    leaders: tuple[str, ...]
    """The champion, in a sentence or two."""
    notes: tuple[str, ...]
    """Sentences below the standings."""
    standings: Standings
    rounds: Table
    """Without rows unless bots are paired round by round."""
    games: Sequence[StoredGame]
    """The games that count, by number."""
    pieces: str
    """What a score counts: stones or discs."""
    records: Callable[[Iterable[StoredGame]], Iterator[tuple[StoredGame, GameRecord]]]
    """These games with their moves, by number."""
    game_rounds: Mapping[int, str] = field(default_factory=dict)
    """The round of each game that has one, by its number."""

    def chosen(self, selection: Selection) -> list[StoredGame]:
        """The games that readers can replay."""
        if selection == "forfeits":
            return [game for game in self.games if game.ending.termination.is_fault]
        return list(self.games if selection == "all" else self.games[-selection:])

    def remark(self, selection: Selection) -> str:
        """A sentence where readers cannot replay all games; else empty."""
        chosen, games = len(self.chosen(selection)), len(self.games)
        if chosen == games:
            return ""
        which = "those with a forfeit" if selection == "forfeits" else f"the last {chosen:,}"
        return f"Of {games:,} games this page holds the moves of {which}."

    @property
    def names(self) -> list[str]:
        """The bots in the order of the standings."""
        return [row.name for row in self.standings.rows]

    @cached_property
    def ratings(self) -> Ratings | None:
        """How strong the bots are; None where nothing can be compared, or SciPy is missing."""
        ended = [game for game in self.games if game.ending.result is not Result.UNFINISHED]
        if len(self.names) < 2 or not ended:
            return None
        try:
            return ratings(self.names, ended)
        except NoRatings:
            return None

    @cached_property
    def statistics(self) -> list[BotStatistics]:
        """The figures of each bot in the order of the standings."""
        return bot_statistics(self.names, self.games)

    @property
    def table(self) -> Table:
        """The standings with all columns."""
        return standings_table(self.standings, "Standings", self.notes, self.pieces)

    @property
    def details(self) -> Table:
        """Results as first and second player, margins and times."""
        return details_table(self.statistics)

    @property
    def first_moves(self) -> str:
        """A sentence on what the first move was worth."""
        ended = [game for game in self.games if game.ending.result is not Result.UNFINISHED]
        drawn = sum(game.ending.result is Result.DRAW for game in ended)
        won = sum(game.ending.result.winner is game.first for game in ended)
        games = "game" if won == 1 else "games"
        lost = len(ended) - won - drawn
        return f"The side that moves first won {won} {games}, drew {drawn} and lost {lost}."

    @property
    def downloads(self) -> list[Table]:
        """The tables for other programs."""
        tables = (
            self.table,
            self.rounds,
            pairs_table(self.standings),
            details_data(self.statistics),
            games_data(self.games, self.pieces),
        )
        return [table for table in tables if table.rows]


def content_of_results(store: Store, title: str) -> ReportContent:
    """The tournament in a results file; `title` serves where it has no name."""
    state = tournament_state(store)
    table, scheduled, about = state.standings, state.scheduled, store.about
    form = str(store.rules.get("format", "" if store.hand_made else "round-robin"))
    return ReportContent(
        title=plain(about.event) or title,
        facts=_known(store.game.name, form, about.date, about.site),
        leaders=tuple(leader_lines(state, table, scheduled)),
        notes=tuple(standings_notes(store, state, table, scheduled, leaders=False)),
        standings=table,
        rounds=rounds_table(state.form.meetings(state.progress)),
        games=state.progress.games,
        pieces=store.game.pieces,
        records=store.played_games,
        game_rounds={game.number: str(game.round) for game in scheduled}
        | state.form.stages(state.progress),
    )


def content_of_records(records: Mapping[int, GameRecord], title: str) -> ReportContent:
    """Games of a record by their numbers; games without a result count in no table."""
    games = [_stored(number, record) for number, record in records.items()]
    ended = [game for game in games if game.ending.result is not Result.UNFINISHED]
    bots = list(dict.fromkeys(name for game in games for name in (game.south, game.north)))
    return ReportContent(
        title=_common(record.event for record in records.values()) or title,
        facts=_known(
            _common(record.game.name for record in records.values()),
            _common(record.date for record in records.values()),
            _common(record.site for record in records.values()),
        ),
        leaders=(),
        notes=(),
        standings=standings(bots, ended),
        rounds=rounds_table(()),
        games=games,
        pieces=_common(record.game.pieces for record in records.values()) or "score",
        records=lambda games: ((game, records[game.number]) for game in games),
        game_rounds={number: plain(record.round) for number, record in records.items()},
    )


def _stored(number: int, record: GameRecord) -> StoredGame:
    """The game as a log has it."""
    south_seconds, north_seconds, south_slowest, north_slowest = thinking_times(record)
    return StoredGame(
        number,
        record.south,
        record.north,
        record.first,
        record.ending,
        record.moves,
        opening=record.opening,
        pair=record.pair,
        leg=record.leg,
        south_seconds=south_seconds,
        north_seconds=north_seconds,
        south_slowest=south_slowest,
        north_slowest=north_slowest,
        machine=record.machine,
        lost_turn=record.lost_turn,
    )


def _common(texts: Iterable[str]) -> str:
    """The text that all have; empty if they differ."""
    different = set(texts)
    return plain(different.pop()) if len(different) == 1 else ""


def _known(*facts: str) -> tuple[str, ...]:
    return tuple(plain(fact) for fact in facts if fact)
