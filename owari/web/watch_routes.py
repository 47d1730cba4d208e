"""The pages that show tournaments, and what they are told while somebody watches: the games in
play, each whole, then what has changed.

Boards and results are read as they stand: nobody has to tell the server of a game, and a run that
is not its own shows its games as well. While nobody watches, nothing is read.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from owari.analysis.kept_values import KeptValues
from owari.analysis.review import Review
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Position, Side
from owari.records.record import GameRecord, Ply
from owari.results.database import NoSuchGame, file_stamp, is_blank
from owari.results.store import Store
from owari.tournament.run.live_moves import Heading, LiveGame, LiveReader, Stamp
from owari.tournament.standings_notes import games_so_far
from owari.tournament.tournament_state import TournamentState, tournament_state
from owari.viewer.game_data import game_data
from owari.web.event_stream import Channel, Streams
from owari.web.guard import viewers_address
from owari.web.reviews import SECONDS, PositionValues, Reviews
from owari.web.settings import ServedTournament
from owari.web.site import Site
from owari.web.tournament_data import Finals, Lists, place_in_bracket, planned_data, tournament_data

INTERVAL = 0.1
"""Seconds between two looks at the boards."""
LONGEST_INTERVAL = 0.4
"""The same where a look and its events take long."""
REST = 199
"""The rest after a look as a multiple of the processor time that the last one took with its events,
and the rest after a reading of the results: many viewers, or long tables, leave the cores to the
games."""
LONGEST_REST = 3.0
"""Seconds that somebody waits for new results, or for a new list of all games."""

NO_TOURNAMENT = "This server shows no such tournament."
NO_GAME = "The tournament has no such game."
NO_BOT = "The tournament has no such bot."
LARGEST_VALUES = 32 * 1024 * 1024
"""Bytes of the values beside results, after which those that viewers ask for are not added: half of
what is read."""
MOST_READ = 100
"""Games that are kept as they were read, for those who ask for their analysis again and again."""

Data = dict[str, Any]
T = TypeVar("T")


def routes(site: Site) -> Sequence[BaseRoute]:
    """The routes of all tournaments of the settings, which are known by their places there."""
    followers = [
        Follower(served, site.streams, site.reviews) for served in site.settings.tournaments
    ]
    site.lifespans += [follower.running() for follower in followers]
    site.plays = lambda: any(follower.plays() for follower in followers)

    def found(request: Request) -> Follower:
        place = _number(request, "place")
        if place >= len(followers):
            raise HTTPException(404, NO_TOURNAMENT)
        return followers[place]

    async def overview(request: Request) -> Response:
        if len(followers) == 1:
            return RedirectResponse("/watch/0", status_code=307)
        return site.page(request, "tournaments.html", settings=site.settings)

    async def page(request: Request) -> Response:
        follower = found(request)
        address = viewers_address(site.settings, request)
        data = {"place": followers.index(follower), "viewers": address}
        return site.page(request, "watch.html", data, title=follower.served.title)

    async def events(request: Request) -> Response:
        follower = found(request)
        await follower.catch_up()
        return follower.channel.stream(request, follower.state)

    async def game(request: Request) -> Response:
        follower, number = found(request), _number(request, "number")
        try:
            return JSONResponse({**await follower.game(number), "rests": site.rests(request)})
        except NoSuchGame as error:
            raise HTTPException(404, str(error)) from None

    async def review(request: Request) -> Response:
        """What is known after a little more of the analysis of a game that is over; see `Reviews`.
        Everybody may ask, while that takes no time from the bots of a tournament."""
        follower, number = found(request), _number(request, "number")
        site.spare_the_bots(request)
        try:
            record = await follower.played(number)
        except NoSuchGame as error:
            raise HTTPException(404, str(error)) from None
        if progress := await follower.progress(record):
            return JSONResponse(progress)
        return JSONResponse({"review": await follower.game(number)})

    return [
        Route("/watch", overview),
        Route("/watch/{place}", page),
        Route("/api/watch/{place}/events", events),
        Route("/api/watch/{place}/games/{number}", game),
        Route("/api/watch/{place}/games/{number}/review", review),
        *_list_routes(site, followers, found),
        Route("/viewers.svg", partial(_viewers, site)),
    ]


def _list_routes(
    site: Site, followers: Sequence[Follower], found: Callable[[Request], Follower]
) -> Sequence[BaseRoute]:
    """The routes of all games and of the bots, as pages and as data."""

    def named(request: Request) -> str:
        """The bot in the address; `watch_links.js` says which ones stand behind a question mark."""
        return str(request.path_params.get("name") or request.query_params.get("name", ""))

    def lists(request: Request, follower: Follower, heading: str, bot: str = "") -> Response:
        number, title = followers.index(follower), follower.served.title
        data = {"place": number, "bot": bot}
        return site.page(request, "lists.html", data, number=number, title=title, heading=heading)

    async def games_page(request: Request) -> Response:
        return lists(request, found(request), "Games")

    async def bot_page(request: Request) -> Response:
        follower, name = found(request), named(request)
        if name not in (await follower.lists()).bots:
            raise HTTPException(404, NO_BOT)
        return lists(request, follower, name, name)

    async def games(request: Request) -> Response:
        return (await found(request).lists()).games.response(request)

    async def bot(request: Request) -> Response:
        return JSONResponse(await found(request).bot(named(request)))

    return [
        Route("/watch/{place}/games", games_page),
        Route("/api/watch/{place}/games", games),
        *(
            Route(f"{root}/{{place}}/bots{name}", answer)
            for root, answer in (("/watch", bot_page), ("/api/watch", bot))
            for name in ("", "/{name:path}")
        ),
    ]


def _viewers(site: Site, request: Request) -> Response:
    """The address for viewers as a picture."""
    address = viewers_address(site.settings, request)
    if not address:
        raise HTTPException(404, "Only this machine reaches the server.")
    return Response(_qr_code(address), media_type="image/svg+xml")


def _qr_code(address: str) -> bytes:
    """The address as a picture for cameras of phones."""
    import segno

    picture = BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", scale=8, xmldecl=False, light="#fff")
    return picture.getvalue()


def _number(request: Request, name: str) -> int:
    """A number of the address. Raises HTTPException."""
    text = request.path_params[name]
    if not re.fullmatch("[0-9]{1,9}", text):
        raise HTTPException(404, NO_TOURNAMENT if name == "place" else NO_GAME)
    return int(text)


class Follower:
    """One tournament and those who watch it."""

    def __init__(
        self, served: ServedTournament, streams: Streams, reviews: Reviews | None = None
    ) -> None:
        self.served = served
        self.channel = Channel(streams)
        self._boards = LiveBoards(served.results)
        self._reviews = reviews or Reviews(PositionValues())
        self._results = _Results(served, self._reviews)
        # SQLite's connection belongs to one thread.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="results")
        self._wanted = asyncio.Event()
        """Set when somebody begins to watch."""
        self._reading = asyncio.Lock()
        self._listing = asyncio.Lock()
        self._lists: Lists | None = None
        self._data: Data = {}
        self._seen: object = None
        """The stamps of the files and the slots of the run by which the data was made."""
        self._played: dict[int, GameRecord] = {}
        self._played_stamp: object = None
        self._used = 0.0
        """The processor time of the server at the last look."""
        self._next_reading = 0.0
        self._next_listing = 0.0

    async def catch_up(self) -> None:
        """Brings boards and results up to date, where nobody has watched until now. Results that
        were read a moment ago have their rest: whoever asks again and again has no more of them."""
        if not self.channel.readers:
            self._look_now()
            if time.monotonic() >= self._next_reading:
                await self._read_results()

    def state(self) -> tuple[str, Data]:
        """The event with all that a page shows. Wait for `catch_up` first."""
        self._wanted.set()
        return "state", {"boards": self._boards.state(), **self._data}

    async def game(self, number: int) -> Data:
        """The game of this number, also one in play, with what its moves were worth where that is
        known. Raises BadInput."""
        if not self.channel.readers or not self._boards.playing(number):
            self._look_now()
        in_play = self._boards.playing(number)
        return await self._in_thread(lambda: self._results.game(number, in_play))

    async def played(self, number: int) -> GameRecord:
        """The game of this number, which counts. Raises BadInput."""
        stamp = file_stamp(self.served.results)
        if self._played_stamp != stamp or len(self._played) >= MOST_READ:
            self._played.clear()
            self._played_stamp = stamp
        if number not in self._played:
            record = await self._in_thread(lambda: self._results.played(number))
            self._played[number] = record
        return self._played[number]

    async def progress(self, record: GameRecord) -> dict[str, int] | None:
        """How far a game is looked at, as `Reviews` says it. What is found stays beside the results
        of a tournament that is over, each game once, where `owari report --values` leaves it too:
        for the pages of the bots, for that command, and after a restart."""
        if await self._in_thread(lambda: self._results.is_judged(record)):
            return None
        progress = await self._reviews.progress(record)
        if progress is None and not self.plays():
            await self._in_thread(lambda: self._results.keep(record))
        return progress

    def plays(self) -> bool:
        """Whether the tournament runs."""
        self._look_now()
        return self._boards.slots > 0

    async def lists(self) -> Lists:
        """All games and bots, read again where the results have changed, after a rest. Raises
        BadInput."""
        async with self._listing:
            if self._lists and self._lists.stamp != self._stamp():
                await asyncio.sleep(self._next_listing - time.monotonic())
            stamp = self._stamp()
            if self._lists is None or self._lists.stamp != stamp:
                read = partial(self._results.lists, stamp)
                lists, took = await self._in_thread(lambda: _timed(read))
                self._lists, self._next_listing = lists, _after(took)
            return self._lists

    def _stamp(self) -> object:
        """Changes with the results, and with the values of their games."""
        return file_stamp(self.served.results), file_stamp(self.served.values)

    async def bot(self, name: str) -> Data:
        """What the page of a bot says beside its games. Raises BadInput, and HTTPException where
        there is no such bot."""
        lists = await self.lists()
        if name not in lists.bots:
            raise HTTPException(404, NO_BOT)
        return await self._in_thread(lambda: lists.bot(name))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follows during the block."""
        following = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            await self._in_thread(self._results.close)
            self._thread.shutdown()
            self._boards.close()

    async def _follow(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self.channel.readers:
                await self._look()

    async def _look(self) -> None:
        """One look, its events, and a rest."""
        used = time.process_time()
        rest = REST * (used - self._used)
        self._used = used
        self._look_now()
        if time.monotonic() >= self._next_reading:
            before = self._data
            await self._read_results()
            if changed := {key: new for key, new in self._data.items() if new != before.get(key)}:
                self.channel.publish("results", changed)
        # One sleep: to wake up costs more than to look.
        await asyncio.sleep(min(max(rest, INTERVAL), LONGEST_INTERVAL))

    def _look_now(self) -> None:
        """Brings the boards up to date, also between two looks: who asks for a game may know more
        than the last look has seen."""
        for event in self._boards.look():
            self.channel.publish(*event)

    async def _read_results(self) -> None:
        """Makes the data anew where the results, or the number of games in play, have changed."""
        async with self._reading:
            slots = self._boards.slots
            file = self.served.file or self.served.results
            now = (file_stamp(self.served.results), file_stamp(file), slots)
            if now == self._seen:
                return
            read = partial(self._results.data, slots)
            self._data, took = await self._in_thread(lambda: _timed(read))
            self._seen = now
            self._next_reading = _after(took)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work returns, and its seconds of the processor."""
    begun = time.thread_time()
    return work(), time.thread_time() - begun


def _after(took: float) -> float:
    """When the results are read again, after a reading that took so long."""
    return time.monotonic() + min(REST * took, LONGEST_REST)


class _Order(NamedTuple):
    """The numbers of the games in the results."""

    numbers: Sequence[int]
    """Those that count, in rising order."""
    all_numbers: frozenset[int]
    """With those of annulled games."""
    state: TournamentState
    """That of the schedule, which knows the games of a bracket."""


class _Results:
    """The results file, which is opened when it is there, and again when another takes its name."""

    def __init__(self, served: ServedTournament, reviews: Reviews) -> None:
        self._served = served
        self._reviews = reviews
        self._path = served.results
        self._store: Store | None = None
        self._finals = Finals()
        self._number = 0
        """That of the open file."""
        self._kept = KeptValues(None, 0.0)
        self._kept_stamp: object = None
        self._order: _Order
        self._order_stamp: object = None
        self._complete: tuple[object, bool] = (None, False)

    def data(self, slots: int) -> Data:
        """What pages show of the results, or a sentence that says why there are none."""
        file = self._served.file
        try:
            if file and is_blank(self._path):
                self.close()
                return {"problem": "", **planned_data(file)}
            data = tournament_data(self._open(), self._served.title, slots, self._finals)
            return {"problem": "", **data}
        except (BadInput, OSError) as error:
            self.close()
            problem = self._served.without_folders(f"Waiting for results: {error}")
            return {"title": self._served.title, "problem": problem}

    def game(self, number: int, in_play: tuple[GameRecord, Data] | None) -> Data:
        """What the page of a game shows; the one in play, with its times, if none counts yet.
        Raises BadInput."""
        order = self._ordered()
        plays, times = in_play if in_play and number not in order.numbers else (None, {})
        record = plays or self.played(number)
        review = None if plays else self._review(record)
        data = game_data(record, id=str(number), review=review)
        if plays and plays.final.outcome() is None:
            data["turn"] = str(plays.final.turn).lower()
            data["clock"] = {key: times[key] for key in ("used", "thinking")}
        return {
            **data,
            **place_in_bracket(order.state, number),
            "neighbours": self._neighbours(number),
        }

    def played(self, number: int) -> GameRecord:
        """The game of this number. Raises BadInput."""
        if number not in self._ordered().all_numbers:
            raise NoSuchGame(f"there is no game {number} in {self._path}")
        return self._open().played(number)

    def is_judged(self, record: GameRecord) -> bool:
        """Whether the values of this game are beside the results."""
        return self._values().known(record) is not None

    def keep(self, record: GameRecord) -> None:
        """Keeps the values of a game in the file beside the results, unless the tournament goes on.
        Where that cannot be written, or is large, only the memory has them."""
        path, review = self._served.values, self._reviews.known(record)
        if review is None or not self._is_complete():
            return
        with suppress(OSError):
            if self.is_judged(record) or (path.exists() and path.stat().st_size > LARGEST_VALUES):
                return
            self._kept.keep(review, SECONDS)
            self._kept_stamp = file_stamp(path)

    def _is_complete(self) -> bool:
        """Whether all games are played, read again where the results have changed."""
        store, stamp = self._open(), file_stamp(self._path)
        if stamp != self._complete[0]:
            state = tournament_state(store)
            self._complete = stamp, games_so_far(state, state.scheduled).is_complete
        return self._complete[1]

    def _review(self, record: GameRecord) -> Review | None:
        """What its moves were worth, as the values beside the results say, or as somebody has asked
        here."""
        kept = self._values().known(record)
        if kept is None:
            return self._reviews.known(record)
        return self._reviews.values.review(record, kept.values)

    def _values(self) -> KeptValues:
        """What moves were worth where it is known, read again where the file has changed."""
        path = self._served.values
        stamp = file_stamp(path)
        if stamp != self._kept_stamp:
            self._kept_stamp = stamp
            try:
                nothing = not path.is_file() and os.path.lexists(path)
                self._kept = KeptValues(None if nothing else path, 0.0)
            except (BadInput, OSError):
                self._kept = KeptValues(None, 0.0)
        return self._kept

    def _neighbours(self, number: int) -> list[int | None]:
        """The games before and after this one that can be replayed."""
        numbers = self._ordered().numbers
        after = bisect_right(numbers, number)
        before = bisect_left(numbers, number)
        return [
            numbers[before - 1] if before else None,
            numbers[after] if after < len(numbers) else None,
        ]

    def _ordered(self) -> _Order:
        """The numbers of all games, read again where the results have changed: every viewer may ask
        for any game at any time. Raises BadInput."""
        store, stamp = self._open(), file_stamp(self._path)
        if stamp != self._order_stamp:
            numbers, state = store.numbers(), tournament_state(store, for_schedule=True)
            annulled = {game.number for game in store.games(annulled=True)}
            self._order = _Order(sorted(numbers), frozenset(numbers | annulled), state)
            self._order_stamp = stamp
        return self._order

    def lists(self, stamp: object) -> Lists:
        """All games and bots. Raises BadInput."""
        return Lists(self._open(), self._served.title, self._values(), stamp)

    def close(self) -> None:
        """Closes the file."""
        if self._store:
            self._store.close()
            self._store = None

    def _open(self) -> Store:
        number = self._path.stat().st_ino if self._path.exists() else 0
        if self._store and number != self._number:
            self.close()
            self._finals = Finals()
        if self._store is None:
            self._store, self._number = Store.open(self._path), number
        return self._store


MOST_MOVES = 4
"""A board that has made more plies since the last look shows the last ones."""


@dataclass(frozen=True, slots=True)
class _Board:
    """The game of a slot as far as pages know it."""

    heading: Heading
    stamp: Stamp
    record: GameRecord
    positions: tuple[Position, ...]
    """The start, and the position after each ply."""

    def after(self, plies: Sequence[Ply], stamp: Stamp) -> _Board:
        """The same with more plies. Raises IllegalMove."""
        positions = [*self.positions]
        for ply in plies:
            positions.append(positions[-1].play(ply.move))
        record = replace(self.record, plies=self.record.plies + tuple(plies))
        return _Board(self.heading, stamp, record, tuple(positions))

    def last_plies(self, count: int) -> GameRecord:
        """The record with its last plies alone, from the position before them."""
        kept = max(len(self.record.plies) - count, 0)
        plies = self.record.plies[kept:]
        return replace(self.record, start=self.positions[kept], plies=plies)


class LiveBoards:
    """What the slots of the tournament's run play, at the last look."""

    def __init__(self, results: Path) -> None:
        self._reader = LiveReader(results)
        self._boards: dict[int, _Board] = {}
        self.slots = 0
        """How many games the run plays at a time; 0 without a run."""

    def look(self) -> list[tuple[str, Data]]:
        """What has changed since the last look, as events: `board` is a game that begins, `moves`
        are new plies, and `cleared` is a slot without a game. Games that begin together come in the
        order of their numbers."""
        stamps = self._reader.stamps()
        self.slots = len(stamps)
        events = [("cleared", {"slot": slot}) for slot in self._boards if slot not in stamps]
        for slot in [*self._boards]:
            if slot not in stamps:
                del self._boards[slot]
        for slot, stamp in stamps.items():
            known = self._boards.get(slot)
            if known and known.stamp == stamp:
                continue
            game = self._reader.game(slot)
            if game is None:
                if known and not stamp.changes % 2:
                    del self._boards[slot]
                    events.append(("cleared", {"slot": slot}))
            elif event := self._update(slot, known, game):
                events.append(event)
        return sorted(events, key=_place)

    def state(self) -> list[Data]:
        """All games in play."""
        return [_board_data(slot, board) for slot, board in sorted(self._boards.items())]

    def playing(self, number: int) -> tuple[GameRecord, Data] | None:
        """The game of this number as far as it is played, and its times; None if it is not in
        play."""
        boards = (board for board in self._boards.values() if board.heading.number == number)
        return next(((board.record, _times(board)) for board in boards), None)

    def close(self) -> None:
        """Closes the file of live moves."""
        self._reader.close()

    def _update(self, slot: int, known: _Board | None, game: LiveGame) -> tuple[str, Data] | None:
        """Takes what a slot plays now. A game that does not follow the rules of its heading is not
        ours, or is read again at the next look."""
        goes_on = known is not None and known.stamp.changes == game.stamp.changes
        try:
            before = known if known and goes_on else _begun(game)
            now = before.after(game.plies[len(before.record.plies) :], game.stamp)
        except (BadInput, ValueError):
            return None
        self._boards[slot] = now
        if not goes_on:
            return "board", _board_data(slot, now)
        made = len(now.record.plies) - len(before.record.plies)
        return "moves", _moves_data(slot, now, made)


def _begun(game: LiveGame) -> _Board:
    """The game before its first ply. Raises BadInput."""
    heading = game.heading
    rules = find_game(heading.rules)
    start = rules.parse_position(heading.start)
    record = GameRecord(rules, start, heading.south, heading.north, opening=heading.opening)
    return _Board(heading, game.stamp, replace(record, round=str(heading.round)), (start,))


def _board_data(slot: int, board: _Board) -> Data:
    """All that a page shows of a board; of its plies only the last."""
    game = game_data(board.last_plies(1), id=str(board.heading.number))
    return {"slot": slot, "game": game, **_times(board)}


def _place(event: tuple[str, Data]) -> int:
    """Where an event stands among those of a look: games that begin are last, by their numbers."""
    name, data = event
    return int(data["game"]["id"]) if name == "board" else 0


def _moves_data(slot: int, board: _Board, made: int) -> Data:
    """The last of so many new plies, and the positions before and after them."""
    game = game_data(board.last_plies(min(made, MOST_MOVES)))
    return {"slot": slot, "plies": game["plies"], "cells": game["cells"], **_times(board)}


def _times(board: _Board) -> Data:
    """The plies so far, who is to move and for how long, and the time that each side has used."""
    used = dict.fromkeys(Side, 0.0)
    for ply in board.record.plies:
        used[ply.side] += ply.seconds or 0.0
    position, moment = board.positions[-1], board.stamp.moment
    over = position.outcome() is not None
    return {
        "count": len(board.record.plies),
        "turn": None if over else str(position.turn).lower(),
        "thinking": round(max(0.0, time.time() - moment), 3) if isfinite(moment) else 0.0,
        "used": {str(side).lower(): round(seconds, 3) for side, seconds in used.items()},
    }
