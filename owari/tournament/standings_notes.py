"""Sentences below the standings: who leads, what is missing, and what a reader must know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from owari.report.machine_notes import machine_notes
from owari.report.result_tables import challenger_line, champion_line, participation_notes
from owari.results.game_log import StoredBot
from owari.results.machines import slow_machines
from owari.results.standings import Standings
from owari.results.store import Store
from owari.tournament.incidents import summary
from owari.tournament.schedule import ScheduledGame, order_notes
from owari.tournament.tournament_state import TournamentState

__all__ = ["leader_lines", "standings_notes"]


def standings_notes(
    store: Store,
    state: TournamentState,
    table: Standings,
    scheduled: Sequence[ScheduledGame],
    *,
    leaders: bool = True,
) -> list[str]:
    """All sentences, those of `leader_lines` first unless another place has them.

    `table` and `scheduled` are those of the state.
    """
    bots = store.bots()
    notes = [*leader_lines(state, table, scheduled)] if leaders else []
    notes += _to_be_entered(store, scheduled)
    notes += participation_notes(bots, store.withdrawn, table)
    notes += _repeats(table, bots, store)
    notes += summary(store.incidents)
    notes += machine_notes(slow_machines(state.progress.games))
    notes += order_notes(state.progress.entrants)
    return notes


def leader_lines(
    state: TournamentState, table: Standings, scheduled: Sequence[ScheduledGame]
) -> Iterator[str]:
    """Who is first, or what the challengers of the tournament have come to."""
    have = {game.number for game in state.progress.games}
    played = sum(game.number in have for game in scheduled)
    challengers = [name for name in state.form.challengers(state.progress) if table.games]
    if not challengers:
        more = played == len(scheduled) and state.has_more_rounds
        eliminates = state.form.eliminates
        yield champion_line(
            table,
            len(scheduled),
            played=played,
            by_rounds=state.form.by_rounds and not more,
            more_rounds=more,
            eliminates=eliminates,
        )
    elif played < len(scheduled):
        yield f"{played} of {len(scheduled)} games are played."
    for name in challengers:
        yield challenger_line(table, name)
    if any(row.byes for row in table.rows):
        by_margin = table.counting.scoring.largest_margin is not None
        yield "A bye counts 0." if by_margin else "A bye counts as a won match."


def _to_be_entered(store: Store, scheduled: Iterable[ScheduledGame]) -> Iterator[str]:
    """A sentence on the games that wait for people to enter them, if there are any."""
    played = store.numbers()
    count = Counter(
        bot for game in scheduled if game.number not in played for bot in (game.south, game.north)
    )
    names = [bot.name for bot in store.bots() if bot.by_hand and count[bot.name]]
    if names:
        games = (f"{count[name]} game{'s' * (count[name] > 1)} of {name}" for name in names)
        yield f"To be entered: {', '.join(games)}."


def _repeats(table: Standings, bots: Iterable[StoredBot], store: Store) -> Iterator[str]:
    """How many games are like earlier ones, and what to do about it."""
    from owari.tournament.opening_settings import always_from_the_start

    if not table.duplicates:
        return
    repeat = "game repeats" if table.duplicates == 1 else "games repeat"
    count = ", and do not count" if table.counting.distinct else ""
    yield f"{table.duplicates} {repeat} an earlier one move for move{count}."
    if names := always_from_the_start(bots):
        yield f"Openings would make games differ, but cannot be played by {', '.join(names)}."
        if not table.counting.distinct:
            yield "In a new tournament, repeated-games: ignore counts such games once."
    else:
        cure = "more openings" if "openings" in store.rules else "openings: random"
        yield f"For games that differ, set {cure} in a new tournament."
