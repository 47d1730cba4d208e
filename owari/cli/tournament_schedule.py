"""The games that a tournament has yet to play, and whether its results allow to play them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.screen import screen_width
from owari.cli.tournament_waiting import waiting_notes
from owari.errors import BadInput
from owari.report.result_tables import by_hand_table, schedule_table
from owari.report.tables import format_tables
from owari.results.game_log import Withdrawal
from owari.results.store import Store
from owari.tournament.due_games import due_games
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.tournament_format import Progress, known_rounds
from owari.tournament.result_entry import check_late_bots, known_bots, replayable
from owari.tournament.schedule import Entrant, order_notes
from owari.tournament.tournament_settings import Tournament

if TYPE_CHECKING:
    from owari.tournament.duration_estimate import Durations

__all__ = ["refuse_changes", "show_schedule"]


def refuse_changes(
    store: Store, tournament: Tournament, path: Path, replay: tuple[str, ...]
) -> None:
    """Raises BadInput where games in the store were played with other settings, or by a bot of
    another name."""
    from owari.tournament.changes import ChangeKind, change_text, changes, renamed_bots

    for old, new in renamed_bots(store, tournament):
        raise BadInput(
            f"{path} has {old!r}, and the tournament file {new!r} with the same keys. If they are"
            f" one bot: {shlex.join(['owari', 'rename', str(path), old, new])}\n"
            f"If not, the first must withdraw: {shlex.join(['owari', 'withdraw', str(path), old])}"
        )
    if found := changes(store, tournament, replayed=replay):
        only_settings = all(change.kind is ChangeKind.BOT_SETTING for change in found)
        again = ", or play the bot's games again with --replay BOT" if only_settings else ""
        raise BadInput(
            f"{path} holds games that were played with other settings:"
            f" {'; '.join(map(change_text, found))}."
            f" Undo the change{again}, or start a new tournament with --restart."
        )


def show_schedule(
    tournament: Tournament,
    path: Path,
    replay: tuple[str, ...],
    restart: bool,
    form: str,
    file: Path,
) -> None:
    """Prints the games to play and those to enter, and writes nothing. `path` is that of the
    results, `file` the tournament file."""
    from owari.tournament.duration_estimate import durations

    form_of_play = format_of(json.loads(tournament.rules))
    bots = list(tournament.entries)
    progress = Progress([])
    begun: set[int] = set()
    withdrawn: dict[str, Withdrawal] = {}
    if path.exists() and not restart:
        with Store.open(path) as store:
            refuse_changes(store, tournament, path, replay)
            check_late_bots(store, tournament)
            again = {game.number for game in replayable(store, tournament, replay)}
            kept = [game for game in store.counted_games() if game.number not in again]
            withdrawn = store.withdrawn
            progress = Progress([], store.rounds, kept)
            bots = known_bots(store, tournament)
            begun = {game.number for game in (*store.games(), *store.games(annulled=True))}
    progress = progress._replace(
        entrants=[Entrant.of(bot, withdrawn.get(bot.name)) for bot in bots]
    )
    if form_of_play.by_rounds:
        progress = progress._replace(rounds=known_rounds(form_of_play, progress, begun))
    played = {game.number for game in progress.games}
    due = due_games(tournament, form_of_play.games(progress), played)
    notes = [*order_notes(progress.entrants), *waiting_notes(due, tournament, file)]
    if form_of_play.by_rounds and progress.rounds and any(due):
        notes[:0] = _round_notes(progress)
    if due.playable:
        estimate = durations(tournament, due.playable, progress.games)
        notes.append(_duration_note(estimate, by_rounds=form_of_play.by_rounds))
    tables = [schedule_table(due.playable, notes)]
    if due.by_hand:
        tables.append(by_hand_table(due.by_hand, str(file)))
    click.echo(format_tables(tables, form, screen_width()), nl=False)


def _round_notes(progress: Progress) -> Iterator[str]:
    """What the list of games does not say of the last round that is known."""
    last = progress.rounds[-1]
    if last.byes:
        names = ", ".join(progress.entrants[bot].name for bot in last.byes)
        yield f"Without a game in round {last.number}: {names}."
    yield "Later rounds depend on the results."


def _duration_note(estimate: Durations, by_rounds: bool) -> str:
    longest, likely = map(_span, estimate)
    title = "Estimates for these games" if by_rounds else "Estimates"
    first = f"{title}: {longest} at the longest" if longest else "No time limit bounds the games"
    if likely:
        return f"{first}; {likely} of thinking if the bots go on as so far."
    return f"{first}; a likely duration after the first games."


def _span(seconds: float | None) -> str:
    """`2 h 05 min`, `12 min`, `40 s`; empty for None."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{minutes} min"
