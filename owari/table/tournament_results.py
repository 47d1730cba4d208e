"""The games of a relay in the results of a tournament."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Game, Side
from owari.players.builtin_bots import BUILTIN
from owari.records.played_by import is_elsewhere, is_of_bot
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.results.bot_names import folded
from owari.results.database import is_blank
from owari.results.game_log import Status
from owari.results.lock import InUse
from owari.results.store import Store
from owari.results.tournament_values import HAND_MADE
from owari.table.player_lookup import MANUAL, is_engine, our_player_in
from owari.table.session import resignation
from owari.tournament.file.tournament_settings import in_file
from owari.tournament.result_entry import bot_called, due, enter
from owari.tournament.results_file import (
    enter_results,
    is_tournament_file,
    read_results,
    results_path,
)

_TURNED = {Result.SOUTH: Result.NORTH, Result.NORTH: Result.SOUTH}


class ResultPlace(NamedTuple):
    """The place of a game in the results."""

    path: Path
    number: int
    is_new: bool
    """Whether the game was not there before."""

    def __str__(self) -> str:
        if self.is_new:
            return f"Entered as game {self.number} in {self.path}."
        return f"{self.path} already has this game as game {self.number}."


class Seat(NamedTuple):
    """Who can play under a name of a tournament."""

    name: str
    """As the tournament writes it."""
    by_hand: bool
    """Whether its program runs elsewhere."""
    player: str = ""
    """Its own program, `FILE.yaml:BOT`; empty where none can be started."""
    why: str = ""
    """Why none can be started."""


class RelayResults:
    """Enters the games of a relay in the results of a tournament.

    Who is named plays: under the name of a bot of the tournament its own program makes the moves,
    or somebody enters those of its program elsewhere. So the other side is a bot that plays by
    hand.

    `file` is a tournament file or its results. `warn` gets what a person should know and need not
    act on.
    """

    def __init__(self, file: Path, warn: Callable[[str], None]) -> None:
        self.file = file
        self._warn = warn

    def seats(self) -> Mapping[str, Seat] | None:
        """The bots of the tournament by their names; None where the results take any names. Raises
        BadInput."""
        path, file = results_path(self.file), self._tournament_file()
        if file is None:
            if is_blank(path):
                return None
            with read_results(path) as store:
                bots = [] if store.hand_made else store.bots()
            why = f"the tournament file is not beside {path}"
            return {bot.name: Seat(bot.name, bot.by_hand, why=why) for bot in bots} or None
        from owari.tournament.file.reader import load

        tournament = load(file, tolerant=True)
        here = {bot.name for bot in tournament.bots}
        return {
            name: Seat(
                name,
                by_hand,
                f"{file.absolute()}:{name}" if name in here else "",
                tournament.missing.get(name, ""),
            )
            for name, by_hand in ((bot.name, bot.by_hand) for bot in tournament.all_bots)
        }

    def _tournament_file(self) -> Path | None:
        return self.file if is_tournament_file(self.file) else _tournament_beside(self.file)

    def rules(self, chosen: Game | None, remedy: str) -> Game:
        """The game of the tournament. Raises BadInput, with the `remedy`, where another one is
        `chosen`."""
        game = self._game()
        if chosen not in (None, game):
            raise BadInput(f"these are results of {game.name}, not of {chosen.name}: {remedy}")
        return game

    def _game(self) -> Game:
        path, file = results_path(self.file), self._tournament_file()
        if not is_blank(path):
            with read_results(path) as store:
                if not (file and store.hand_made):
                    return store.game
        if file is None:
            return find_game(HAND_MADE["game"])
        from owari.tournament.file.reader import load

        return load(file, tolerant=True).game

    def player_of(self, names: tuple[str, str], chosen: str | None) -> str | None:
        """Who plays for us under the first of the names: the bot's own program, or what is
        `chosen`; None where somebody has to say it. Raises BadInput where another player would bear
        one of the names."""
        seats = self.seats()
        if seats is None:
            return chosen
        seat = self._our_seat(seats, *names)
        if seat.by_hand:
            if chosen and (is_engine(chosen) or chosen in BUILTIN or in_file(chosen)):
                raise BadInput(
                    f"{seat.name} plays by hand, and {chosen} is not {seat.name}: choose {MANUAL},"
                    " or the command of its program"
                )
            return chosen
        if not seat.player:
            raise BadInput(f"{seat.name} cannot play here: {seat.why}")
        if chosen and not _is_same(chosen, seat):
            path, _ = in_file(seat.player) or (self.file, None)
            raise BadInput(
                f"{seat.name} is a bot of {path.name}, and its own program plays: choose"
                f" {path.name}:{seat.name}, not {chosen}"
            )
        return seat.player

    def _our_seat(self, seats: Mapping[str, Seat], us: str, them: str) -> Seat:
        """Our bot. Raises BadInput where nobody may type the moves of theirs."""
        ours, theirs = (seats[bot_called(name, list(seats))] for name in (us, them))
        if theirs.by_hand or theirs is ours:  # the schedule refuses a bot against itself
            return ours
        if ours.by_hand:
            exchanged = shlex.join(["--us-name", theirs.name, "--them-name", ours.name])
            remedy = f"exchange the names ({exchanged}), and its program plays"
        else:
            file = self._tournament_file()
            command = shlex.join(["owari", "tournament", *([file.name] if file else [])])
            remedy = f"{command} plays its games against {ours.name}"
        if theirs.why:
            remedy = f"{theirs.why}; correct that, and then {remedy}"
        raise BadInput(
            f"{theirs.name} has a program of its own, so nobody types its moves: {remedy}"
        )

    def is_own(self, player: str | None) -> bool:
        """Whether this player is a bot of the tournament, which plays by the tournament's rules."""
        seats = self.seats() or {}
        return bool(player) and player in {seat.player for seat in seats.values()}

    def _check_players(self, record: GameRecord) -> None:
        """Raises BadInput where the record does not say that our bot made our moves, or where
        somebody has typed those of a program."""
        seats = self.seats()
        if seats is None:
            return
        seat = self._our_seat(seats, record.south, record.north)
        by = our_player_in(record)
        first = by.partition("; ")[0]
        if not record.plies or (is_elsewhere(by) if seat.by_hand else is_of_bot(first, seat.name)):
            return
        raise BadInput(
            f"the record does not show that {seat.name} made its moves: {by};"
            " only such a game enters the tournament"
        )

    def check(self, records: Sequence[GameRecord], to_play: Sequence[int]) -> None:
        """Makes sure that the tournament expects the games. Raises BadInput. While the tournament
        runs, only the games to be played are looked up."""
        for record in records:
            self._check_players(record)
        try:
            with enter_results(self.file, self._warn) as store:
                _find_places(store, records, to_play)
        except InUse:
            if not to_play:
                raise
            with read_results(self.file) as store:
                _find_places(store, [records[index] for index in to_play], range(len(to_play)))
            self._warn(
                f"Another owari process writes to {store.path}. Where it still does when a game"
                " ends, --resume enters the game later."
            )

    def waits_for(self, records: Sequence[GameRecord]) -> bool:
        """Whether the tournament expects one of these finished games. Raises BadInput."""
        with read_results(self.file) as store:
            missing = [record for record in records if _number_in(store, record) is None]
            return any(_is_due(store, record) for record in missing)

    def enter(self, record: GameRecord) -> ResultPlace:
        """Enters a finished game, unless the results have it. Raises BadInput."""
        self._check_players(record)
        with enter_results(self.file, self._warn) as store:
            number = _number_in(store, record)
            return ResultPlace(
                store.path, number or enter_relayed(store, record), is_new=number is None
            )


def _tournament_beside(path: Path) -> Path | None:
    """The tournament file of results, which has their name."""
    beside = (path.with_suffix(suffix) for suffix in (".yaml", ".yml"))
    return next((file for file in beside if file.exists()), None)


def _is_same(chosen: str, seat: Seat) -> bool:
    """Whether both name one bot of one file."""
    one, other = in_file(chosen), in_file(seat.player)
    return bool(
        one
        and other
        and one[0].resolve() == other[0].resolve()
        and folded(one[1] or seat.name) == folded(seat.name)
    )


def _find_places(store: Store, records: Sequence[GameRecord], to_play: Container[int]) -> None:
    """Makes sure that the tournament expects the games of these indexes, and enters the others
    that are missing. Raises BadInput."""
    for index, record in enumerate(records):
        if _number_in(store, record):
            continue
        if index in to_play:
            due(store, as_scheduled(record))
        else:
            enter_relayed(store, record)


def _is_due(store: Store, record: GameRecord) -> bool:
    try:
        due(store, as_scheduled(record))
    except BadInput:
        return False
    return True


def _number_in(store: Store, record: GameRecord) -> int | None:
    """The number of this very game in the results, None where it is missing."""
    record = as_scheduled(record)
    names = (folded(record.south), folded(record.north))
    for game in store.games():
        if (folded(game.south), folded(game.north)) == names and (
            (game.moves, game.ending) == (record.moves, record.ending)
        ):
            return game.number
    return None


def enter_relayed(store: Store, record: GameRecord) -> int:
    """Enters a finished game; returns its number. Raises BadInput."""
    event, site, _ = store.about
    record = replace(as_scheduled(record), event=event, site=site)
    return enter(store, record, Status.PLAYED).number


def as_scheduled(record: GameRecord) -> GameRecord:
    """The same game as a tournament stores it, in which South moves first."""
    record = replace(record, table="", entered="", before="")
    if record.first is Side.SOUTH:
        return record
    result, score, termination, reason = record.ending
    result = _TURNED.get(result, result)
    if termination is Termination.RESIGNED:
        reason = resignation(Side.NORTH if result is Result.SOUTH else Side.SOUTH)
    return replace(
        record,
        start=record.start.turned(),
        south=record.north,
        north=record.south,
        plies=tuple(_turned(ply, record.game) for ply in record.plies),
        south_by=record.north_by,
        north_by=record.south_by,
        ending=Ending(
            result, score._replace(south=score.north, north=score.south), termination, reason
        ),
    )


def _turned(ply: Ply, rules: Game) -> Ply:
    return ply._replace(side=ply.side.other, move=rules.seen_across(ply.move))
