"""Sentences below the standings: who leads, what is missing, and what a reader must know."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from owari.report.match_tables import unpaired_note
from owari.report.result_tables import (
    challenger_line,
    champion_line,
    machine_notes,
    participation_notes,
)
from owari.results.bot_statistics import slow_machines
from owari.results.game_log import StoredBot
from owari.results.standings import Repeats, Standings
from owari.results.store import Store
from owari.tournament.formats.schedule import ScheduledGame, order_notes
from owari.tournament.run.incidents import summary
from owari.tournament.tournament_state import TournamentState


def standings_notes(
    store: Store,
    state: TournamentState,
    table: Standings,
    scheduled: Sequence[ScheduledGame],
    *,
    leaders: bool = True,
) -> list[str]:
    """All sentences, those of `leader_lines` first unless another place has them. `table` and
    `scheduled` are those of the state."""
    bots = store.bots()
    notes = [*leader_lines(state, table, scheduled)] if leaders else []
    notes += _to_be_entered(store, scheduled)
    notes += participation_notes(bots, store.withdrawn, table)
    notes += [*state.form.notes(state.progress), *state.form.outlook(state.progress)]
    notes += _repeats(table, bots, store)
    notes += summary(store.incidents)
    notes += machine_notes(slow_machines(state.progress.games))
    notes += order_notes(state.progress.entrants)
    notes += _changed_settings(store)
    return notes


def file_notes(store: Store, file: Path) -> Iterator[str]:
    """How a tournament file differs from its results, as far as the next run would take it over or
    refuse it."""
    from owari.tournament.changes import change_text, changes
    from owari.tournament.file.reader import load
    from owari.tournament.file.yaml_source import BadTournament
    from owari.tournament.resumption import ComesTooLate, check_late_bots

    try:
        tournament = load(file, tolerant=True)
    except (BadTournament, OSError):
        yield f"{file} cannot be read now, so it is not compared with these results."
        return
    run = shlex.join(["owari", "tournament", str(file)])
    found = changes(store, tournament)
    allowed = [change_text(change) for change in found if change.kind.is_allowed]
    refused = [change_text(change) for change in found if not change.kind.is_allowed]
    if allowed:
        yield f"{file} differs: {'; '.join(allowed)}. To count by the file: {run}"
    if refused:
        yield f"{file} differs from what was played: {'; '.join(refused)}. {run} refuses that."
    known = {bot.name for bot in store.bots()}
    if new := [bot.name for bot in tournament.all_bots if bot.name not in known]:
        try:
            check_late_bots(store, tournament)
        except ComesTooLate:
            yield f"New in {file}: {', '.join(new)}. {run} refuses that: the bracket is made."
        else:
            yield f"New in {file}, and not in these results yet: {', '.join(new)}."


def _changed_settings(store: Store) -> Iterator[str]:
    """A sentence on each setting that has changed during the tournament."""
    changed = store.setting_changes
    if changed:
        from owari.tournament.file.tournament_settings import value_text
    for when, key, *values in changed:
        day, time = when[:16].split("T")
        before, after = (value_text(key, value) for value in values)
        yield f"{key} changed on {day} at {time} UTC, from {before} to {after}."
    if count := len(store.settled):
        matches = "1 match stays" if count == 1 else f"{count} matches stay"
        yield f"{matches} as the scoring before decided."


def leader_lines(
    state: TournamentState, table: Standings, scheduled: Sequence[ScheduledGame]
) -> Iterator[str]:
    """Who is first, or what the challengers of the tournament have come to."""
    so_far = games_so_far(state, scheduled)
    challengers = [name for name in state.form.challengers(state.progress) if table.games]
    if not challengers:
        text = "" if so_far.is_complete else f"{so_far} played"
        yield champion_line(table, text, state.form.crowning(state.progress))
    elif not so_far.is_complete:
        yield f"{so_far} are played."
    for name in challengers:
        yield challenger_line(table, name)
    if any(row.byes for row in table.rows):
        by_margin = table.counting.scoring.largest_margin is not None
        yield "A bye counts 0." if by_margin else "A bye counts as a won match."


class GamesSoFar(NamedTuple):
    """How many games are played, of all or of a round."""

    round: str
    """`semi-final`, `round 2 of 5`; empty where the games are those of the tournament."""
    played: int
    scheduled: int
    is_complete: bool
    """Whether nothing is left to play, also in later rounds."""

    def __str__(self) -> str:
        games = f"{self.played} of {self.scheduled} games"
        return f"{self.round}: {games}" if self.round else games


def games_so_far(state: TournamentState, scheduled: Sequence[ScheduledGame]) -> GamesSoFar:
    """Those of the first round with a game to play, or of the last round while others follow it;
    those of the tournament once it is over, and where it does not go by rounds."""
    have = {game.number for game in state.progress.games}
    due = [game for game in scheduled if game.number not in have]
    is_complete = not due and not (state.form.by_rounds and state.has_more_rounds)
    shown, name = scheduled, ""
    if scheduled and state.form.by_rounds and not is_complete:
        number = min((game.round for game in due), default=scheduled[-1].round)
        shown = [game for game in scheduled if game.round == number]
        name = state.form.round_name(state.progress, number)
    played = sum(game.number in have for game in shown)
    return GamesSoFar(name, played, len(shown), is_complete)


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
    from owari.tournament.file.tournament_settings import always_from_the_start

    if table.unpaired:
        yield unpaired_note(table.unpaired)
    if not table.duplicates:
        return
    repeat = "game repeats" if table.duplicates == 1 else "games repeat"
    do = "does" if table.left_out == 1 else "do"
    count = f", and {do} not count" if table.left_out else ""
    yield f"{table.duplicates} {repeat} an earlier one move for move{count}."
    if names := always_from_the_start(bots):
        yield f"Openings would make games differ, but cannot be played by {', '.join(names)}."
        if table.counting.repeats is Repeats.COUNT:
            yield "In a new tournament, repeated-games: ignore counts such games once."
    elif table.counting.repeats is not Repeats.MATCH:
        cure = "more openings" if "openings" in store.rules else "openings: random"
        yield f"For games that differ, set {cure} in a new tournament."
