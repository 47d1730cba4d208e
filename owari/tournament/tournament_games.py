"""The games of a tournament or of a match that are due: each is played or forfeited, and stored as
it ends."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from owari.engine.kernel import MISSING, sowing
from owari.engine.openings import Suite
from owari.games.game import Side
from owari.programs.processes.cores import usable_cores
from owari.records.record import GameRecord, Termination
from owari.results.game_log import UNPLAYED, Incident, Status, StoredGame
from owari.results.game_rows import GameRow
from owari.results.store import Store
from owari.tournament.file.tournament_settings import BuiltinSettings, Source, Tournament
from owari.tournament.formats.schedule import ScheduledGame, unplayed_game
from owari.tournament.result_entry import forfeit_unplayed
from owari.tournament.run.live_moves import live_file, live_path
from owari.tournament.run.runner import Finished, Games, groups, run
from owari.tournament.run.slot import GameSpec
from owari.tournament.tournament_state import due_games, scheduled_games, tournament_state

if TYPE_CHECKING:
    from owari.tournament.cluster.remote_places import Cluster


class Display(Protocol):
    """Shows the games as they are played."""

    def begins(self, played: int, scheduled: int) -> None:
        """So many games are stored already, of those that are known."""

    def playing(self, games: Sequence[ScheduledGame]) -> AbstractContextManager[object]:
        """The time in which these games are played."""
        ...

    def ended(self, games: Sequence[Finished]) -> None:
        """These games have ended together, and are stored."""

    def broke_off(self, incident: Incident) -> None:
        """A game has broken off."""

    def log_lost(self, what: str) -> None:
        """A log cannot be written; the clause says which."""

    def warn(self, sentence: str) -> None:
        """Something else is not as it should be."""


class Ending(Protocol):
    """When the games end though more are due."""

    @property
    def is_over(self) -> bool:
        """Whether more games would tell nothing."""
        ...

    def is_due(self, number: int) -> bool:
        """Whether the game of this number is still to be played."""
        ...

    def admits(self) -> bool:
        """Whether a game that has ended now counts. Where it does not, all is over."""
        ...

    def count(self, number: int) -> None:
        """Takes note of a game that has been stored."""


class _NoEnding:
    """All games are played."""

    is_over = False

    def is_due(self, number: int) -> bool:
        return True

    def admits(self) -> bool:
        return True

    def count(self, number: int) -> None:
        pass


def play_due_games(
    tournament: Tournament,
    suite: Suite | None,
    store: Store,
    display: Display,
    ending: Ending | None = None,
    *,
    logs: Path | None = None,
    cluster: Cluster | None = None,
) -> list[GameSpec]:
    """Plays the games that the store does not have, round after round, and returns those that
    stayed void, after which no round follows.

    They begin with the openings of the suite, and are played on this machine or on those of a
    cluster. The games of benched bots are forfeited. The programs write to the folder of `logs`.
    """
    ending = ending or _NoEnding()
    spec = partial(_spec, tournament, suite, logs and logs.absolute())
    void: list[GameSpec] = []
    games, played = _known(store)
    display.begins(sum(game.number in played for game in games), len(games))
    while not (void or ending.is_over):
        due = [
            game
            for game in due_games(tournament, games, played).playable
            if ending.is_due(game.number)
        ]
        if not due:
            break
        limit = tournament.give_up_after
        decided = benches(due, store.games() if limit else (), limit)
        for game in decided.to_forfeit:
            forfeited = spec(game)
            store.add(game.number, row := GameRow.of(decided.record(forfeited)))
            display.ended([Finished(forfeited, row, "", ())])
        if not decided.to_forfeit:
            specs: Iterable[GameSpec] = map(spec, decided.to_play)
            if tournament.pondering:  # which the runner has to know of all games
                specs = [*specs]
            finished = _played(specs, tournament.concurrency, store, display, cluster)
            with closing(finished), display.playing(decided.to_play):
                void = _stored(finished, store, display, ending)
        games, played = _known(store)
    return void


def _spec(
    tournament: Tournament, suite: Suite | None, logs: Path | None, game: ScheduledGame
) -> GameSpec:
    """All that a slot has to know of a game."""
    bots = {bot.name: bot for bot in tournament.bots}
    about = tournament.about
    return GameSpec(
        number=game.number,
        round=game.round,
        game=tournament.game,
        south=bots[game.south],
        north=bots[game.north],
        about=about._replace(date=about.date or time.strftime("%Y-%m-%d")),
        logs=logs,
        opening=suite[game.leg // 2] if suite else None,
        adjudication=tournament.adjudication,
        leg=game.leg,
    )


def _known(store: Store) -> tuple[list[ScheduledGame], set[int]]:
    """The games that are known so far, and the numbers of those that have a result. Stores the
    games that nobody plays any more, and the next round if all games of the rounds before are
    played."""
    forfeit_unplayed(store)
    with store.transaction():
        state = tournament_state(store, for_schedule=True).with_next_round()
        if state.form.by_rounds:
            store.rounds = state.progress.rounds
    return scheduled_games(store), store.numbers()


def _stored(
    finished: Generator[Finished, None, None], store: Store, display: Display, ending: Ending
) -> list[GameSpec]:
    """Stores the games as they end, until all is over. Returns those that stayed void."""
    void = []
    over = False
    for group in groups(finished):
        with store.transaction():
            for game in group:
                if game.row is None:
                    void.append(game.spec)
                    continue
                if over := not ending.admits():
                    break
                store.add(game.spec.number, game.row)
                ending.count(game.spec.number)
                if over := ending.is_over:
                    break
        display.ended(group)
        if over:
            break
    return void


def _played(
    games: Iterable[GameSpec],
    concurrency: int,
    store: Store,
    display: Display,
    cluster: Cluster | None,
) -> Games:
    """Plays the games as `runner.run` does. The moves of games here are in the file of live moves
    beside the results."""
    known = store.incidents

    def note(incident: Incident) -> None:
        store.incidents = [*store.incidents, incident]
        display.broke_off(incident)

    if cluster:
        yield from cluster.run(games, known=known, report=note)
        return
    with live_file(store.path, concurrency) as live:
        if live is None:
            path = live_path(store.path)
            display.warn(f"Nobody can watch the moves: {path} cannot be written.")
        yield from run(
            games, concurrency, known=known, report=note, live=live, tell_unwritten=display.log_lost
        )


def slow_engine(tournament: Tournament) -> str:
    """A sentence where the engine plays and was not compiled, so that it is slow; else empty."""
    players = (bot.player for bot in tournament.bots)
    engines = (player.engine for player in players if isinstance(player, BuiltinSettings))
    return MISSING if sowing is None and "alpha-beta" in engines else ""


def shared_cores(tournament: Tournament) -> str:
    """A sentence where two programs that think at the same time share a core of this machine; else
    empty."""
    cores, games = len(usable_cores()), tournament.concurrency
    if not (tournament.programs and tournament.pondering and 2 * games > cores):
        return ""
    cure = f"set concurrency: {cores // 2}" if cores > 1 else "set pondering: false"
    return (
        f"Unfair: programs that ponder share cores. This machine has {cores}, and concurrency:"
        f" {games} needs {2 * games}. To be fair, {cure}."
    )


def repeated_openings(tournament: Tournament, suite: Suite | None) -> str:
    """A sentence where the suite has fewer openings than a match has pairs of games; else empty."""
    settings, pairs = tournament.openings, tournament.games_per_match // 2
    number = suite.reused(pairs) if settings and suite else None
    if settings is None or number is None:
        return ""
    openings, are = ("1 opening", "is") if number == 1 else (f"{number} openings", "are")
    if settings.source is Source.FILE:
        found, cure = f"{settings.file} has {openings}", "add openings"
    else:
        plies = "1 ply" if settings.plies == 1 else f"{settings.plies} plies"
        found, cure = f"There {are} {openings} of {plies}", "take more plies"
    return (
        f"{found}, and a match has {pairs} pairs of games: openings come again in the same order."
        f" For more, {cure}."
    )


class Benches(NamedTuple):
    """What becomes of games that are due. `give-up-after: N` benches bots that forfeit their first
    games in the same way.

    The first N games of a bot are those of the lowest numbers that are played here. A later game of
    the bot waits until they are decided. So whether a game is played depends on the games with
    lower numbers alone: not on the order in which games end, nor on how many are played at a time
    or in which run.
    """

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
    """Decides on the games that are `due` here after the `games` so far. `limit` is the number of
    first games; None benches nobody."""
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
