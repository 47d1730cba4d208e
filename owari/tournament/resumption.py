"""How a tournament begins or goes on in its results file, which may hold games of it: what has
changed since they were played, and whether they can go on."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from owari.errors import BadInput
from owari.results.bot_names import folded
from owari.results.game_log import ProgramFiles, SettingChange
from owari.results.store import Store
from owari.text.suggestions import did_you_mean
from owari.tournament.changes import (
    Change,
    ChangeKind,
    changed_programs,
    changes,
    program_files,
    refusal,
    renamed_bots,
    store_programs,
)
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.schedule import Entrant
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.tournament_state import (
    TournamentState,
    all_games,
    dropped_games,
    entrants_of,
    known_bots,
    pair_numbers,
    replayable,
    scorings,
    settled_matches,
    tournament_state,
)


class ComesTooLate(BadInput):
    """A new bot enters after the first game of a format that does not admit it then."""


class Resumption(NamedTuple):
    """What has changed since the last run of a tournament."""

    settings: list[Change]
    programs: list[Change]
    files: ProgramFiles
    """The present files of the programs."""
    annulled: int
    """The games that are played again."""


def resume_tournament(
    store: Store, tournament: Tournament, replayed: Collection[str]
) -> Resumption:
    """Begins the tournament or goes on, and annuls the games of the bots in `replayed`. Raises
    BadInput where the results do not allow it."""
    settings = allowed_changes(store, tournament, replayed)
    for bot in replayed:
        if bot in store.withdrawn:
            raise BadInput(f"--replay {bot}: it has withdrawn")
    files = program_files(tournament)
    programs = changed_programs(store, files, replayed=replayed)
    annulled = begin(store, tournament, changed=settings, replayed=replayed)
    store_programs(store, files, programs)
    return Resumption(settings, programs, files, annulled)


def check_replayed(replayed: Collection[str], tournament: Tournament, file: Path) -> None:
    """Raises BadInput where the games of a bot in `replayed` cannot be played again. `file` is that
    of the tournament."""
    playing = [config.name for config in tournament.bots]
    for bot in replayed:
        if bot in playing:
            continue
        if bot in tournament.missing:
            raise BadInput(f"--replay {bot}: it cannot play: {tournament.missing[bot]}")
        if bot in (each.name for each in tournament.all_bots):
            raise BadInput(f"--replay {bot}: it plays by hand; annul its games with owari annul")
        same = next((name for name in playing if folded(name) == folded(bot)), bot)
        raise BadInput(f"--replay {bot}: {file} has no such bot{did_you_mean(same, playing)}")


def allowed_changes(
    store: Store, tournament: Tournament, replayed: Collection[str] = ()
) -> list[Change]:
    """The changes that the games in the store can go on with. Raises BadInput where games were
    played with other settings, or by a bot of another name."""
    path = store.path
    for old, new in renamed_bots(store, tournament):
        raise BadInput(
            f"{path} has {old!r}, and the tournament file {new!r} with the same keys. If they are"
            f" one bot: {shlex.join(['owari', 'rename', str(path), old, new])}\n"
            f"If not, the first must withdraw: {shlex.join(['owari', 'withdraw', str(path), old])}"
        )
    found = changes(store, tournament, replayed=replayed)
    if why := refusal(path, found):
        only_settings = all(
            each.kind is ChangeKind.BOT_SETTING or each.kind.is_allowed for each in found
        )
        again = ", or play the bot's games again with --replay BOT" if only_settings else ""
        raise BadInput(f"{why} Undo the change{again}, or start a new tournament with --restart.")
    return found


def planned(
    tournament: Tournament, store: Store | None = None, replayed: Collection[str] = ()
) -> TournamentState:
    """The state of a tournament that is about to begin, or to go on with the games in the store,
    which stays as it is. Raises BadInput where these do not allow it."""
    rules = json.loads(tournament.rules)
    form = format_of(rules)
    if store is None:
        entrants = [Entrant.of(bot) for bot in tournament.all_bots]
        return TournamentState(form, Progress(entrants), frozenset())
    changed = allowed_changes(store, tournament, replayed)
    check_late_bots(store, tournament)
    again = {game.number for game in replayable(store, tournament, replayed)}
    settled = settled_matches(store, [change.key for change in changed])
    progress = Progress(
        entrants_of(store, known_bots(store, tournament)),
        store.rounds,
        [game for game in store.counted_games() if game.number not in again],
        pair_numbers(store, rules),
        scorings(settled, rules),
    )
    return TournamentState(form, progress, frozenset(game.number for game in all_games(store)))


def begin(
    store: Store,
    tournament: Tournament,
    *,
    changed: Collection[Change] = (),
    replayed: Collection[str] = (),
) -> int:
    """Enters the rules and the bots of the tournament; new bots come last.

    What has `changed` since the first game is noted. The games so far keep their numbers, and
    matches that are decided stay so. Annuls the games of the bots in `replayed`, and returns how
    many.
    """
    with store.transaction():
        _enter_rules(store, json.loads(tournament.rules), changed)
        store.about = tournament.about
        check_late_bots(store, tournament)
        for bot in tournament.all_bots:
            store.put_bot(bot)
        again = replayable(store, tournament, replayed)
        for game in again:
            store.annul(game.number, "played again")
        store.incidents = [
            incident
            for incident in store.incidents
            if not {incident.south, incident.north} & set(replayed)
        ]
    return len(again)


def _enter_rules(store: Store, rules: dict[str, Any], changed: Collection[Change]) -> None:
    """Enters rules that may differ from those of the games so far."""
    numbers = pair_numbers(store, rules)
    before = tournament_state(store) if changed else None
    if settled := settled_matches(store, [change.key for change in changed]):
        store.settled = settled
    store.rules = rules
    if numbers:
        store.pair_numbers = numbers
    if before is None:
        return
    now = datetime.now(UTC).isoformat(timespec="seconds")
    noted = [SettingChange(now, *change[2:5]) for change in changed]
    store.setting_changes = [*store.setting_changes, *noted]
    after = tournament_state(store)
    for game in dropped_games(before[:2], after[:2]):
        store.annul(game.number, "the schedule does not have it any more")


def check_late_bots(store: Store, tournament: Tournament) -> None:
    """Raises ComesTooLate where a bot of the tournament is new and its format does not admit it
    any more."""
    state = tournament_state(store, for_schedule=True)
    if state.form.admits_late_bots or not state.begun:
        return
    known = {bot.name for bot in store.bots()}
    late = [bot.name for bot in tournament.all_bots if bot.name not in known]
    if late:
        raise ComesTooLate(
            f"{late[0]} comes too late: the bracket is made. Take it out of the tournament file, or"
            " start a new tournament with --restart."
        )
