"""The ladder of a course: pairs of games that go on as long as somebody's place is uncertain.

Its results are those of a round robin of all versions, in which the ladder decides which game comes
next. So a game has the number of its pair and its leg, a process that is killed loses and repeats
none, and all commands for results read them. The table is kept in the course, where the pages find
it.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Self

from owari.course.course_file import NAME as COURSE_FILE
from owari.course.course_file import Course
from owari.course.course_store import NAME as DATABASE
from owari.course.course_store import (
    OPEN,
    Appeal,
    CourseStore,
    LadderGame,
    State,
    Team,
    Version,
    now,
)
from owari.course.pairings import Meeting, Played, Player, next_meeting
from owari.course.trial_queue import CHECK_CORE, CORE_LOCK, LEFT
from owari.course.versions import bot_name_of, version_bot
from owari.engine.openings import Suite
from owari.errors import BadInput
from owari.programs.processes.cores import share_out, usable_cores
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.results.database import BadResults
from owari.results.game_log import Incident, StoredGame
from owari.results.ratings import ratings
from owari.results.rounds import PairNumbers, pair_number
from owari.results.store import Store
from owari.tournament.file.tournament_settings import BotConfig, objection
from owari.tournament.formats.schedule import Entrant, seats
from owari.tournament.run.live_moves import live_file
from owari.tournament.run.runner import Finished, Games, groups, run
from owari.tournament.run.slot import GameSpec
from owari.tournament.run.slot_processes import Slot, Slots
from owari.tournament.tournament_state import pair_numbers

RESULTS = "results.db"
LOGS = "logs"
PAUSED = "paused"
"""What is kept while the ladder pauses."""
TABLE = "ladder"
"""What the table is kept as."""
TO_COME = "to-come"
"""What the games under way and to come are kept as."""
FORFEITS = 3
"""So many forfeits in one way, and a version rests."""
_PAUSE = 0.5
"""Seconds between two looks whether there is something to play."""
_LONGEST_RUN = 300.0
"""Seconds after which a run ends, so that games which broke off are played again."""
_REST = 9
"""How many times longer than it took the table rests before it is computed again."""
_LATELY = 20
_LOOK_AHEAD = 0.05
"""Seconds in which meetings to come are looked for."""
_MOST_AHEAD = 200


class _Seat(NamedTuple):
    """A player of the ladder with its bot."""

    player: Player
    bot: BotConfig
    version: Version | None


class ToCome(NamedTuple):
    """Games that have not ended, by the names of both bots."""

    under_way: Sequence[list[str]] = ()
    next: Sequence[list[str]] = ()
    """Pairs of games in the order in which they would begin."""
    is_all: bool = False
    """Whether nobody plays any more after these."""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """What the ladder has kept."""
        return cls(*(kept[field] for field in cls._fields if field in kept))

    def of_bot(self, bot: str) -> dict[str, Any]:
        """What is to come for one bot: its opponents now and next, and how many pairs of games
        come before those."""

        def other(pair: list[str]) -> str:
            return pair[pair[0] == bot]

        after, pair = next(
            ((n, pair) for n, pair in enumerate(self.next) if bot in pair), (len(self.next), None)
        )
        return {
            "now": [other(each) for each in self.under_way if bot in each],
            "next": other(pair) if pair else "",
            "after": after,
            "is_all": self.is_all,
        }


class Ladder:
    """The ladder, with its results open for writing."""

    def __init__(
        self, course: Course, store: CourseStore, concurrency: int, cluster: str | None = None
    ) -> None:
        """`cluster` is the address of a scheduler whose workers play the games."""
        self.course = course
        self.cluster = cluster
        self.store = store
        self.results = Store.open_or_create(course.folder / RESULTS)
        self.concurrency = concurrency
        self.suite: Suite | None = course.tournament.suite()
        self._begin()
        self._numbers: PairNumbers = self.results.pair_numbers
        self._places: dict[str, int] = {}
        self._teams: dict[str, int] = {}
        """By their public names."""
        self._stored: defaultdict[frozenset[str], set[int]] = defaultdict(set)
        """The legs of each pair that have a result, or stay void while this process lives."""
        self._legs: defaultdict[frozenset[str], set[int]] = defaultdict(set)
        """The same with those that are under way."""
        self._forfeits: Counter[tuple[str, str]] = Counter()
        self._seconds: defaultdict[int, float] = defaultdict(float)
        self._lately: deque[frozenset[str]] = deque(maxlen=_LATELY)
        self._elo: dict[str, float] = {}
        self._bots: dict[int, BotConfig] = {}
        self._table_due = 0.0
        games = self.results.games()
        for game in games:
            self._count(game)
        self._leave_out(games)
        with store.transaction():
            if store.game_count() < len(games):
                store.put_games(map(_line, games))
        ratings([], ())  # which loads the libraries now
        kept = store.value(TABLE) or {"entry": -1, "bots": []}
        self._rated: int = kept["entry"]
        """The last entry of the journal of the results that the table knows."""
        self._elo = {row["bot"]: float(row["rating"]) for row in kept["bots"] if row["games"]}
        self._in_play: list[list[str]] = []
        """The bots of the games that are played now."""
        self._coming = ToCome.of(store.value(TO_COME) or {})
        self._left: tuple[list[Any] | None, ...] = ()
        """The core of the cluster that a check knows to be free; empty before any was told."""
        self._withdrawn: set[str] = set()
        self._known_state = -1
        self.write_table()

    def _leave_out(self, games: list[StoredGame]) -> None:
        """Takes note of the games that were annulled and are not played again."""
        known = {game.number for game in games}
        annulled = {game.number: game for game in self.results.games(annulled=True)}
        for appeal in self.store.appeals():
            game = annulled.get(appeal.game)
            if game and appeal.answer and not appeal.is_replayed and game.number not in known:
                pair = frozenset((game.south, game.north))
                leg = self._numbers_of(game.south, game.north).index(game.number)
                self._stored[pair].add(leg)

    def close(self) -> None:
        """Closes the results."""
        self.results.close()

    def play(self, go_on: Callable[[], bool]) -> None:
        """Plays while `go_on` says so."""
        while go_on():
            self.obey()
            with self._cores() as count:
                has_played = count and not self._is_paused() and self._run(count, go_on)
            if not has_played:
                time.sleep(_PAUSE)
            self.write_table()

    def _begin(self) -> None:
        """Enters the rules. Raises BadInput where games were played with others."""
        tournament = self.course.tournament
        rules = json.loads(tournament.rules)
        results = self.results
        if results.numbers():
            changed = [key for key in rules if rules[key] != results.rules.get(key)]
            if set(changed) - {"games-per-match"}:
                raise BadInput(
                    f"{COURSE_FILE}: {', '.join(changed)} changed after the first game: undo the"
                    f" change, or move {results.path} away for a new ladder"
                )
        with results.transaction():
            numbers = pair_numbers(results, rules)
            results.rules = rules
            assert numbers
            results.pair_numbers = numbers
            results.about = tournament.about
            for bot in tournament.bots:
                results.put_bot(bot.stored)

    @contextmanager
    def _cores(self) -> Iterator[int]:
        """How many games may be played at a time. Where they would need all cores, one is left to
        the checks while there is something to check."""
        count = min(self.concurrency, len(usable_cores()))
        if not self.cluster and count < len(usable_cores()):
            yield count
            return
        descriptor = os.open(self.course.folder / CORE_LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if self.cluster:
                fcntl.flock(descriptor, fcntl.LOCK_SH)
                yield count
                return
            try:
                if self._awaits_check():
                    raise BlockingIOError
                fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                count -= 1
            yield count
        finally:
            os.close(descriptor)

    def _awaits_check(self) -> bool:
        return bool(self.store.in_state(*OPEN))

    def _is_paused(self) -> bool:
        return bool(self.store.value(PAUSED))

    def _appeals(self) -> list[Appeal]:
        return [appeal for appeal in self.store.appeals() if not appeal.answer]

    def obey(self) -> None:
        """Annuls the games that it is asked to."""
        for appeal in self._appeals():
            try:
                game = self.results.game_of(appeal.game)
                self.results.annul(appeal.game, appeal.reason)
            except BadResults as error:
                answer = f"not annulled: {error}".replace(str(self.results.path), RESULTS)
            else:
                answer = (
                    "annulled, and due again while both versions play"
                    if appeal.is_replayed
                    else "annulled"
                )
                self._uncount(game, is_replayed=appeal.is_replayed)
            with self.store.transaction():
                self.store.answer_appeal(appeal, answer)
                self.store.note("server", f"game {appeal.game}: {answer}")

    def _uncount(self, game: StoredGame, *, is_replayed: bool) -> None:
        """Takes note of a game that does not count any more."""
        for side in game.ending.forfeited_by:
            self._forfeits[game.player(side), game.ending.termination.value] -= 1
        if is_replayed:
            pair = frozenset((game.south, game.north))
            leg = self._numbers_of(game.south, game.north).index(game.number)
            self._stored[pair].discard(leg)

    def _run(self, count: int, go_on: Callable[[], bool]) -> bool:
        """Plays until there is nothing to play, or the cores change. Returns whether it did."""
        is_whole = count == min(self.concurrency, len(usable_cores()))
        needs_core = not self.cluster and is_whole and count == len(usable_cores())
        ends = time.monotonic() + _LONGEST_RUN
        self._legs = defaultdict(set, {pair: {*legs} for pair, legs in self._stored.items()})

        def may_go_on() -> bool:
            is_awaited = self._awaits_check()
            cores_fit = not is_awaited if needs_core else is_whole or is_awaited
            is_free = not (self._is_paused() or self._appeals())
            return go_on() and time.monotonic() < ends and cores_fit and is_free

        played = False
        with self._played(may_go_on, count) as games:
            for group in groups(games):
                played = True
                self._keep(group)
                self.look(group[-1].in_play)
        self.look(())
        return played

    def look(self, in_play: Sequence[GameSpec]) -> list[GameSpec]:
        """Takes note of what is played now. Returns the games of versions that are withdrawn."""
        self._in_play = sorted({frozenset(n): sorted(n) for n in map(_names, in_play)}.values())
        self.write_table()
        return [spec for spec in in_play if self._is_withdrawn(*_names(spec))]

    def _is_withdrawn(self, *bots: str) -> bool:
        """Whether one of these is a version that its team or the instructor has taken back."""
        if (state := self.store.state_number()) != self._known_state:
            self._known_state = state
            public = {team.id: team.public for team in self.store.teams()}
            self._withdrawn = {
                bot_name_of(public[version.team], version.number)
                for version in self.store.in_state(State.WITHDRAWN)
            }
        return not self._withdrawn.isdisjoint(bots)

    def left_free(self, busy: Collection[tuple[str, int]]) -> tuple[str, int] | None:
        """The core of the cluster that is left to a check while one waits. That hears of it as soon
        as no game is played there."""
        if not self._awaits_check():
            self._leave(None)
            if not self._awaits_check():  # a check that looked before is seen now
                return None
        boot, core = self.store.value(CHECK_CORE) or ("", -1)
        self._leave(None if (boot, core) in busy else [boot, core])
        return boot, core

    def _leave(self, core: list[Any] | None) -> None:
        if not self._left or self._left[0] != core:
            self.store.keep(LEFT, core)
            self._left = (core,)

    @contextmanager
    def _played(self, may_go_on: Callable[[], bool], count: int) -> Iterator[Games]:
        """The games as they end, on this machine or on those of the cluster."""
        specs = self._specs(may_go_on)
        known, report = self.results.incidents, self._broke_off
        if self.cluster:
            from owari.tournament.cluster.remote_places import Cluster

            first = next(specs, None)
            if first is None:
                yield _nothing()
                return
            bots = [seat.bot for seat in self._seats()]
            left_out = [self.course.folder / name for name in (DATABASE, RESULTS, COURSE_FILE)]
            with (
                Cluster(self.cluster, bots, left_out=left_out, tell=self._tell) as machines,
                closing(
                    machines.run(chain([first], specs), known=known, report=report, watch=self)
                ) as games,
            ):
                yield games
            return
        with live_file(self.results.path, count) as live:
            places = partial(_slots, self, live)
            games = run(specs, count, known=known, report=report, open_places=places)
            with closing(games):
                yield games

    def _tell(self, sentence: str) -> None:
        """Notes what the cluster says of its workers."""
        self.store.note("cluster", sentence)

    def _specs(self, may_go_on: Callable[[], bool]) -> Iterator[GameSpec]:
        """The games to play, each chosen when there is a place for it."""
        while may_go_on():
            present = {seat.player.name: seat for seat in self._seats()}
            played = Played(self._legs, tuple(self._lately), self._seconds)
            players = [seat.player for seat in present.values()]
            meeting = next_meeting(players, played, self.course.tournament.games_per_match)
            if meeting is None:
                return
            pair = frozenset((meeting.one, meeting.other))
            self._lately.append(pair)
            self._legs[pair].update(meeting.legs)
            for leg in meeting.legs:
                if self._is_withdrawn(*pair):
                    break
                if spec := self._spec(present, meeting, leg):
                    yield spec
                else:
                    self._stored[pair].add(leg)

    def _seats(self) -> Iterator[_Seat]:
        """Who plays now. Enters new versions in the results."""
        for bot in self.course.tournament.bots:
            yield _Seat(Player(bot.name, self._elo.get(bot.name, 0.0)), bot, None)
        teams = {team.id: team for team in self.store.teams()}
        for version in self.store.in_state(State.PLAYING):
            if version.resting:
                continue
            try:
                yield self._seat(teams[version.team], version)
            except BadInput as error:
                why = f"the server cannot start it, which is no fault of yours: {error}"
                self.store.set_resting(version, why)
                self.store.note("server", f"version {version.number} of {version.team}: {error}")

    def _seat(self, team: Team, version: Version) -> _Seat:
        bot = self._bots.get(version.id)
        if bot is None:
            bot = version_bot(self.course, version, team.public)
            if self.cluster:
                from owari.tournament.cluster.travelling_bots import Luggage

                Luggage(()).bot(bot)
            self.results.put_bot(bot.stored)
            self._bots[version.id] = bot
        rating = self._elo.get(bot.name)
        if rating is None:
            before = (bot_name_of(team.public, n) for n in range(version.number - 1, 0, -1))
            rating = next((self._elo[name] for name in before if name in self._elo), 0.0)
        return _Seat(Player(bot.name, rating, team.id), bot, version)

    def _spec(self, present: dict[str, _Seat], meeting: Meeting, leg: int) -> GameSpec | None:
        """A game; None where neither of the two programs can move second."""
        both = sorted((meeting.one, meeting.other), key=self._place)
        number = self._numbers_of(*both)[leg]
        one, other = (Entrant.of(present[name].bot.stored) for name in both)
        if not (order := seats(one, other, leg)):
            return None
        bots = present[order[0]].bot, present[order[1]].bot
        about = self.course.tournament.about
        return GameSpec(
            number=number,
            round=1,
            game=self.course.game,
            south=bots[0],
            north=bots[1],
            about=about._replace(date=about.date or time.strftime("%Y-%m-%d")),
            logs=self.course.folder / LOGS,
            opening=self.suite[leg // 2] if self.suite and all(map(self._joins, bots)) else None,
            adjudication=self.course.tournament.adjudication,
            leg=leg,
        )

    def _joins(self, bot: BotConfig) -> bool:
        """Whether a bot can begin with the openings."""
        if not isinstance(bot.player, ProgramSettings):
            return True
        return not objection(bot.player.protocol.spec, self.course.tournament.openings)

    def _keep(self, group: list[Finished]) -> None:
        """Stores games that have ended together."""
        stored = []
        with self.results.transaction():
            for game in group:
                if game.row is None:
                    self.store.note("server", f"game {game.spec.number} stays void: {game.failure}")
                    south, north = game.spec.south.name, game.spec.north.name
                    self._stored[frozenset((south, north))].add(game.spec.leg or 0)
                    continue
                self.results.add(game.spec.number, game.row)
                stored.append(game.spec)
        lines = []
        for spec in stored:
            game_row = self.results.game_of(spec.number)
            self._count(game_row)
            lines.append(_line(game_row))
            if not game_row.ending.termination.is_fault:
                self.forget_logs(spec)
        with self.store.transaction():
            self.store.put_games(lines)
        self._rest()

    def forget_logs(self, spec: GameSpec) -> None:
        """Deletes the logs of a game."""
        for folder in (self.course.folder / LOGS).glob(f"{spec.number:04}-*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _count(self, game: StoredGame) -> None:
        """Takes note of a game that is stored."""
        pair = frozenset((game.south, game.north))
        self._stored[pair].add(self._numbers_of(game.south, game.north).index(game.number))
        for side in game.ending.forfeited_by:
            self._forfeits[game.player(side), game.ending.termination.value] += 1
        for name, seconds in ((game.south, game.south_seconds), (game.north, game.north_seconds)):
            if (team := self._team(name)) is not None:
                self._seconds[team] += seconds or 0.0

    def _team(self, bot: str) -> int | None:
        public = bot.rpartition(" v")[0]
        if public and public not in self._teams:
            self._teams = {team.public: team.id for team in self.store.teams()}
        return self._teams.get(public)

    def _place(self, bot: str) -> int:
        """Its place among the bots of the results."""
        if bot not in self._places:
            self._places = {each.name: n for n, each in enumerate(self.results.bots())}
        return self._places[bot]

    def _numbers_of(self, one: str, other: str) -> list[int]:
        """The numbers of the games of two bots."""
        return self._numbers.of_pair(pair_number(self._place(one), self._place(other)))

    def _rest(self) -> None:
        """Lets versions rest that have forfeited too often in one way."""
        for (bot, kind), count in self._forfeits.items():
            if count < FORFEITS:
                continue
            for seat in self._seats():
                if seat.version and seat.player.name == bot:
                    why = f"it has forfeited {count} games in one way: {kind}"
                    self.store.set_resting(seat.version, why)
                    self.store.note("server", f"{bot} rests: {why}")

    def _to_come(self) -> ToCome:
        """What is under way, and the next meetings as they would be now."""
        legs = defaultdict(set, {pair: {*known} for pair, known in self._legs.items()})
        played = Played(legs, tuple(self._lately), self._seconds)
        players = [seat.player for seat in self._seats()]
        meetings: list[list[str]] = []
        ends = time.monotonic() + _LOOK_AHEAD
        while time.monotonic() < ends and len(meetings) < _MOST_AHEAD:
            meeting = next_meeting(players, played, self.course.tournament.games_per_match)
            if meeting is None:
                return ToCome(self._in_play, meetings, is_all=True)
            meetings.append([meeting.one, meeting.other])
            legs[frozenset(meetings[-1])].update(meeting.legs)
        return ToCome(self._in_play, meetings)

    def _broke_off(self, incident: Incident) -> None:
        self.results.incidents = [*self.results.incidents, incident]

    def write_table(self) -> None:
        """Computes the table from all games, where it is due, and keeps it in the course."""
        if time.monotonic() < self._table_due:
            return
        entry = self.results.journal.last()
        if entry == self._rated:
            if self._coming.under_way != self._in_play:
                self._keep_coming(self._coming._replace(under_way=self._in_play))
                self._table_due = time.monotonic() + 1.0
            return
        self._rated = entry
        begun = time.monotonic()
        games = self.results.games()
        names = [bot.name for bot in self.results.bots()]
        rated = ratings(names, games)
        self._elo = {rating.bot: rating.elo.value for rating in rated.bots if rating.games}
        forfeits = Counter(game.player(side) for game in games for side in game.ending.forfeited_by)
        rows = [
            {
                "bot": rating.bot,
                "rating": round(rating.elo.value),
                "low": round(rating.elo.low),
                "high": round(rating.elo.high),
                "games": rating.games,
                "forfeits": forfeits[rating.bot],
            }
            for rating in rated.bots
        ]
        self.store.keep(TABLE, {"entry": entry, "moment": now(), "games": len(games), "bots": rows})
        self._keep_coming(self._to_come())
        took = time.monotonic() - begun
        self._table_due = time.monotonic() + max(1.0, _REST * took)

    def _keep_coming(self, coming: ToCome) -> None:
        self._coming = coming
        self.store.keep(TO_COME, coming._asdict())


def ladder_table(store: CourseStore, course: Course) -> list[dict[str, Any]]:
    """The ladder as pages show it: the version of each team that plays, and the baselines, the
    strongest first."""
    kept = store.value(TABLE) or {"bots": []}
    by_bot = {row["bot"]: row for row in kept["bots"]}
    found = []
    unrated = {"rating": None, "low": None, "high": None, "games": 0, "forfeits": 0}
    versions = {version.team: version for version in store.in_state(State.PLAYING)}
    for team in store.teams():
        if version := versions.get(team.id):
            row = by_bot.get(bot_name_of(team.public, version.number), unrated)
            found.append(
                {
                    **row,
                    "team": team.public,
                    "version": version.number,
                    "resting": bool(version.resting),
                    "baseline": False,
                }
            )
    for bot in course.tournament.bots:
        row = by_bot.get(bot.name, unrated)
        found.append({**row, "team": bot.name, "version": None, "resting": False, "baseline": True})
    for row in found:
        row.pop("bot", None)
    return sorted(found, key=lambda row: (row["games"] == 0, -(row["rating"] or 0), row["team"]))


def _line(game: StoredGame) -> LadderGame:
    ending = game.ending
    return LadderGame(
        *(game.number, game.south, game.north, ending.result.value, str(ending.score)),
        *(ending.termination.value, ending.reason, game.finished),
    )


def _nothing() -> Games:
    yield from ()


def _names(spec: GameSpec) -> tuple[str, str]:
    return spec.south.name, spec.north.name


class _LadderSlots(Slots):
    """Slots that end the games of versions as soon as these are withdrawn, without a result."""

    def __init__(self, ladder: Ladder, cores: Sequence[tuple[int, ...]], live: Path | None) -> None:
        super().__init__(cores, live=live)
        self._ladder = ladder

    def ready(self) -> Iterator[Slot]:
        """The slots that have something to say."""
        ended = self._ladder.look(self.in_play)
        for slot in [*self._by_number.values()]:
            if (spec := slot.spec) and spec in ended:
                self.remove(slot)
                self._ladder.forget_logs(spec)
        yield from super().ready()


def _slots(ladder: Ladder, live: Path | None, count: int, pondering: bool) -> Slots:
    """The places of the ladder: the first core is that of the checks."""
    cores = usable_cores()
    free = cores[1:] if count < len(cores) else cores
    return _LadderSlots(ladder, share_out(free, count, pondering=False), live)
