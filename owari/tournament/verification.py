"""Verifies the results of a tournament: also by its schedule, and by the tournament file.

The settings that the results hold say which games there are, who sits where in each, and with which
opening it begins. A game that is missing may not have been played yet. So it is counted, and only
what no tournament leaves behind is a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from owari.errors import BadInput
from owari.games.game import Position, Side
from owari.records.record import GameRecord
from owari.results.game_log import Status, StoredBot, StoredGame, Withdrawal
from owari.results.game_rows import read_withdrawn
from owari.results.game_verification import AskedGame, schedule_differences
from owari.results.rounds import Round, numbered_games
from owari.results.store import Store
from owari.results.verify import Difference, Verification
from owari.tournament.file.tournament_settings import (
    OpeningSettings,
    always_from_the_start,
    stored_openings,
)
from owari.tournament.formats.schedule import Entrant, ScheduledGame, pair_and_leg, seats
from owari.tournament.results_file import is_tournament_file
from owari.tournament.tournament_state import tournament_state

if TYPE_CHECKING:
    from owari.engine.openings import Suite


class Unplayed(NamedTuple):
    """How many games have no result."""

    scheduled: int
    """All games that are known."""
    unknown: int
    """Those of which neither a row nor the journal tells."""
    annulled: int
    """Those that were annulled and not played again."""
    more_rounds: bool
    """Whether rounds follow that are not made yet."""


class TournamentVerification(Verification):
    """The verification of the results that `file` names: a tournament file or the results."""

    def __init__(self, store: Store, file: Path) -> None:
        super().__init__(store)
        self._file_path = _tournament_file(file)
        self._openings: OpeningSettings | None = None
        """Those of the tournament file, which the results name."""
        self._begun_at: dict[int, Position] = {}
        """Where the first game with each opening begins, where the results only name these."""
        self._games: dict[int, ScheduledGame] = {}
        """By their numbers, also those that do not count."""
        self._ways: dict[str, list[Entrant]] = {}
        """The entrants that the settings of each bot have described, the present one first."""
        self._known_seats: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        self._made_rounds: Sequence[Round] = ()
        self._begun: set[int] = set()
        """The numbers of all games with a row."""
        self.unplayed: Unplayed | None = None
        """None where no schedule can be read, or nobody has made one."""
        self.remarks: list[str] = []
        """Sentences on what was not compared."""

    def _checks(self) -> Iterator[Callable[[], Iterator[Difference]]]:
        *others, each_game = super()._checks()
        yield from (*others, self._tournament_file, self._schedule, each_game, self._rounds)

    def _tournament_file(self) -> Iterator[Difference]:
        """The settings of the tournament file, if there is one."""
        from owari.tournament.changes import change_text, changes
        from owari.tournament.file.reader import load

        if self._file_path is None:
            return
        try:
            tournament = load(self._file_path, tolerant=True)
        except BadInput as error:
            [line, *_] = str(error).splitlines()
            self.remarks.append(f"{self._file_path} is not compared: {line}")
            return
        rules = self._store.rules
        if tournament.openings and str(tournament.openings) == rules.get("openings"):
            self._openings = tournament.openings
        for change in changes(self._store, tournament):
            told = change_text(change)
            # The next run takes an allowed change over, and an option may have given openings.
            if change.kind.is_allowed or change.key == "openings":
                self.remarks.append(f"{self._file_path} differs from the results: {told}.")
            else:
                yield Difference(
                    str(self._file_path), f"its settings are not those of these games: {told}"
                )

    def _schedule(self) -> Iterator[Difference]:
        """Reads which games there are."""
        state = tournament_state(self._store, for_schedule=True)
        self._made_rounds = state.progress.rounds
        self._begun = {number for (number,) in self._database.all("SELECT number FROM games")}
        noted = self.journal.settings
        for place, bot in enumerate(self._store.bots(), 1):
            settings = [bot.settings, *reversed(noted.get(place, {}))]
            self._ways[bot.name] = [Entrant.of(StoredBot(bot.name, each)) for each in settings]
        # Who could not move first or has gone has played all the same, under other settings.
        entrants = [Entrant(bot) for bot in self._ways]
        games = state.form.games(state.progress._replace(entrants=entrants))
        self._games = {game.number: game for game in games}
        if not self._store.hand_made:
            counted = {game.number for game in state.scheduled}
            missing = counted - self._store.numbers()
            annulled = len(missing & self._begun)
            told = {game.number for game in self.journal.games.values()} | self._begun
            more = state.form.by_rounds and not missing and state.has_more_rounds
            self.unplayed = Unplayed(len(counted), len(missing - told), annulled, more)
        yield from ()

    def _schedule_differences(self, record: GameRecord, game: StoredGame) -> Iterator[str]:
        if not self._games:
            return
        place = self._games.get(game.number)
        if place is None:
            if game.status is not Status.ANNULLED:  # other games may have been due at that time
                yield "the schedule has no game of this number"
            return
        # Who was renamed since has the present name in the row.
        if (record.south, record.north) != (game.south, game.north):
            record = replace(record, south=game.south, north=game.north)
        yield from schedule_differences(record, self._asked(place, record))

    def _asked(self, place: ScheduledGame, record: GameRecord) -> AskedGame:
        """What the schedule asks for in the place of this record."""
        players = (place.south, place.north)
        ways = self._seats(*players)
        if ways:
            first = record.first
            played = (record.player(first), record.player(first.other))
            players = played if played in ways else ways[0]
        number = str(place.round) if self._made_rounds and record.round else None
        if not record.pair:  # people have entered it, with who moved first on either side
            south_first = record.first is Side.SOUTH
            return AskedGame(*(players if south_first else players[::-1]), None, round=number)
        pair, leg = pair_and_leg(place.leg)
        index = place.leg // 2
        if not self._without_openings.isdisjoint(players):
            return AskedGame(*players, self._game.start(), "", number, pair, leg)
        if self._suite:
            opening = self._suite[index]
            return AskedGame(*players, opening.start, str(opening), number, pair, leg)
        if "openings" in self._rules:
            start = self._begun_at.setdefault(index, record.start)
            return AskedGame(*players, start, None, number, pair, leg)
        return AskedGame(*players, self._game.start(), "", number, pair, leg)

    def _seats(self, *players: str) -> list[tuple[str, str]]:
        """The ways in which both have sat, under all settings that they have had."""
        if players not in self._known_seats:
            had = product(*(self._ways[each] for each in players))
            ways = [seats(one, other, 0) for one, other in had]
            self._known_seats[players] = [found for found in ways if found]
        return self._known_seats[players]

    @cached_property
    def _without_openings(self) -> frozenset[str]:
        """The bots that begin all their games at the start, whatever others do."""
        return frozenset(always_from_the_start(self._store.bots()))

    @cached_property
    def _suite(self) -> Suite | None:
        """The openings of the games; None where there are none, or where the results do not say
        which."""
        rules = self._rules
        if "openings" not in rules:
            return None
        settings = self._openings or stored_openings(str(rules["openings"]), self._game)
        why = "the results have but the name of their file"
        try:
            if settings:
                suite = settings.suite(self._game, int(rules.get("seed", 0)))
                suite[0]
                return suite
        except BadInput as error:
            why = str(error)
        self.remarks.append(f"Openings are compared with those of the other games alone: {why}.")
        return None

    def _rounds(self) -> Iterator[Difference]:
        """A round is made when all games of those before have a result."""
        last = len(self._made_rounds) - 1
        names = list(self._ways)
        said = [*map(read_withdrawn, self.journal.withdrawals), self._store.withdrawn]
        left = {bot for each in said for bot, how in each.items() if how is Withdrawal.VOID}
        missing: dict[int, list[int]] = {}
        for number, index, pairing, _ in numbered_games(self._made_rounds):
            pair = (names[pairing.first], names[pairing.second])
            playable = all(
                seats(one, other, 0) for one in self._ways[pair[0]] for other in self._ways[pair[1]]
            )
            if index < last and number not in self._begun and playable and left.isdisjoint(pair):
                missing.setdefault(index, []).append(number)
        for index, numbers in missing.items():
            games, are = ("game", "is") if len(numbers) == 1 else ("games", "are")
            shown = f"{games} {', '.join(map(str, numbers))} {are} missing"
            where = f"Round {self._made_rounds[index].number}"
            yield Difference(where, f"{shown}, and a later round was made")


def _tournament_file(file: Path) -> Path | None:
    """The tournament file of the results that `file` names, if it is there."""
    names = [file] if is_tournament_file(file) else [file.with_suffix(e) for e in (".yaml", ".yml")]
    return next((name for name in names if name.is_file()), None)
