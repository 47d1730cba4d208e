"""The pages Play and Relay, what they ask of the tables behind them, and the games of a tournament
that somebody enters by hand, as a relay can play them."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from owari.analysis.review import Review
from owari.errors import BadInput
from owari.records.record import GameRecord, Termination
from owari.report.result_tables import YOU, verdict
from owari.results.database import is_blank
from owari.table.commands import IllegalCommand, IllegalHere
from owari.table.event_text import match, may_have_parted, sentence
from owari.table.player_lookup import MANUAL, engine_name, is_engine
from owari.table.sides import UNNAMED
from owari.tournament.formats.schedule import ScheduledGame
from owari.tournament.results_file import is_tournament_file, read_results, results_path
from owari.tournament.tournament_state import scheduled_games
from owari.viewer.game_data import game_data
from owari.web.guard import viewers_address
from owari.web.new_table import Offered, choices
from owari.web.open_table import Kind, OpenTable, Outdated, named, with_names
from owari.web.replay_routes import game_of, reviewed_page, shown_game
from owari.web.reviews import Reviews, values_beside
from owari.web.site import Site
from owari.web.table_folder import NO_SHARED, Listed, Tables
from owari.web.table_state import earlier_moves, table_state, with_origin

LONGEST_LINE = 2000
"""Characters; a board of the largest size has fewer."""
LONGEST_KEY = 100
"""Characters by which a page knows a request that it sends again."""
PERSON = "A person"
"""The only person at a table, for others."""
STRANGER = "Games at a table are seen and begun only with the link that the terminal printed."
OUTDATED = "The table has changed since then. Look at it, and try again."

Endpoint = Callable[[Request], Awaitable[Response]]


def routes(site: Site) -> Sequence[BaseRoute]:
    """The routes of the tables, for those who may change something: games are private."""
    tables, reviews = Tables(site), site.reviews
    site.lifespans.append(tables.running())

    async def offered(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(_offered, tables))

    async def create(request: Request) -> Response:
        fields = await site.json(request)
        key = str(fields.pop("request", ""))[:LONGEST_KEY]
        table = await run_in_threadpool(tables.create, fields, key)
        return _state(table, 201)

    async def show(request: Request) -> Response:
        return _state(await _found(tables, request))

    async def obey(request: Request) -> Response:
        fields = await site.json(request)
        line, revision = fields.get("line"), fields.get("revision")
        if not isinstance(line, str) or len(line) > LONGEST_LINE or type(revision) is not int:
            raise HTTPException(400, "A line needs its text and the revision of the table.")
        table = await _found(tables, request)
        try:
            await run_in_threadpool(table.obey, line, revision)
        except Outdated:
            return _problem(table, 409, OUTDATED)
        except IllegalHere as error:
            return _problem(table, 422, may_have_parted(str(error), how="check the boards"))
        except IllegalCommand as error:
            return _problem(table, 422, sentence(str(error)))
        return _state(table)

    async def earlier(request: Request) -> Response:
        table = await _found(tables, request)
        try:
            return JSONResponse(earlier_moves(table, request.path_params["number"]))
        except IllegalCommand as error:
            return JSONResponse({"problem": sentence(str(error))}, 422)

    async def events(request: Request) -> Response:
        table = await _found(tables, request)
        return tables.channel(table).stream(request, lambda: ("state", table_state(table)))

    return [
        *_shared_routes(site, tables, reviews),
        _route("/play", _form(site, "play")),
        _route("/play/{id}", _table_page(site, tables, "play")),
        _route("/relay", _form(site, "relay")),
        _route("/relay/{id}", _table_page(site, tables, "relay")),
        _route("/api/games", offered),
        _route("/api/tables", create, "POST"),
        _route("/api/tables/{id}", show),
        _route("/api/tables/{id}/lines", obey, "POST"),
        _route("/api/tables/{id}/plies/{number:int}", earlier),
        _route("/api/tables/{id}/events", events),
        _review_route(tables, reviews),
    ]


def _review_route(tables: Tables, reviews: Reviews) -> Route:
    """The analysis of a game that is over."""

    async def review(request: Request) -> Response:
        table = await _found(tables, request)
        session = table.table.session
        games = [*table.games.records[: table.index], with_names(session).record]
        record, file = game_of(request, games), values_beside(table.games.path)
        if record.ending.termination is Termination.UNFINISHED:
            raise HTTPException(409, "The game is not over yet.")
        if progress := await reviews.progress(record, file):
            return JSONResponse(progress)
        known = await run_in_threadpool(reviews.known, record, file)
        data = game_data(record, review=known, numbering=session.numbering)
        return JSONResponse({"review": with_origin(data, record)})

    return _route("/api/tables/{id}/games/{number}/review", review)


def _shared_routes(site: Site, tables: Tables, reviews: Reviews) -> Sequence[BaseRoute]:
    """The address of a finished game, and what others see there."""

    async def address(request: Request) -> Response:
        name = request.path_params["id"]
        await run_in_threadpool(tables.finished, name)
        path = _shared_path(site, name)
        viewers = viewers_address(site.settings, request)
        return JSONResponse({"path": path, "viewers": viewers})

    async def shared(request: Request) -> list[GameRecord]:
        name, key = request.path_params["id"], request.path_params["key"]
        if not hmac.compare_digest(key.encode(), _share_key(site, name).encode()):
            raise HTTPException(404, NO_SHARED)
        games = await run_in_threadpool(tables.finished, name)
        return [named(record, PERSON) for record in games]

    def values(request: Request) -> Path:
        return values_beside(tables.file_of(request.path_params["id"]))

    async def shared_page(request: Request) -> Response:
        return reviewed_page(site, request, await shared(request))

    def shown(request: Request, games: list[GameRecord], review: Review | None) -> dict[str, Any]:
        record = game_of(request, games)
        data = shown_game(request, games, review)
        return with_origin(data, record, may_change=request.state.may_change)

    async def shared_game(request: Request) -> Response:
        games = await shared(request)
        record = game_of(request, games)
        file = await run_in_threadpool(values, request)
        known = await run_in_threadpool(reviews.known, record, file)
        return JSONResponse(shown(request, games, known))

    async def shared_review(request: Request) -> Response:
        """Whoever has the address lets the analysis of this game go on, no game having two, while
        that takes no time from the bots of a tournament."""
        games = await shared(request)
        record = game_of(request, games)
        file = await run_in_threadpool(values, request)
        known = await run_in_threadpool(reviews.known, record, file)
        if known is None:
            site.spare_the_bots(request)
            if progress := await reviews.progress(record, file):
                return JSONResponse(progress)
            known = await run_in_threadpool(reviews.known, record, file)
        return JSONResponse({"review": shown(request, games, known)})

    return [
        Route("/shared/{id}/{key}", shared_page),
        Route("/api/shared/{id}/{key}/games/{number}", shared_game),
        Route("/api/shared/{id}/{key}/games/{number}/review", shared_review),
        _route("/api/tables/{id}/share", address),
    ]


def _shared_path(site: Site, name: str) -> str:
    return f"shared/{quote(name, safe='')}/{_share_key(site, name)}"


def _share_key(site: Site, name: str) -> str:
    """What the address of a shared game ends in. Only who has the token can make it, and it opens
    this game alone."""
    signed = hmac.digest(site.settings.token.encode(), f"share {name}".encode(), "sha256")
    return urlsafe_b64encode(signed[:15]).decode()


def _form(site: Site, kind: Kind) -> Endpoint:
    """The page that begins a game."""

    async def shown(request: Request) -> Response:
        return site.page(request, f"{kind}.html", {"id": None})

    return shown


def _table_page(site: Site, tables: Tables, kind: Kind) -> Endpoint:
    """The page of a table, for tables of this kind; others have a page elsewhere, and games that
    are over at a table that cannot be opened are replayed."""

    async def shown(request: Request) -> Response:
        name = request.path_params["id"]
        found = await run_in_threadpool(tables.kind_of, name)
        if found != kind:
            return RedirectResponse(f"/{found}/{quote(name)}", 307)
        if await run_in_threadpool(tables.is_only_replayed, name):
            return RedirectResponse(f"/{_shared_path(site, name)}", 307)
        return site.page(request, f"{kind}.html", {"id": name})

    return shown


def _route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
    """A route for those who may change something."""

    async def guarded(request: Request) -> Response:
        if not request.state.may_change:
            raise HTTPException(403, STRANGER)
        return await endpoint(request)

    return Route(path, guarded, methods=[method])


async def _found(tables: Tables, request: Request) -> OpenTable:
    return await run_in_threadpool(tables.find, request.path_params["id"])


def _state(table: OpenTable, status: int = 200) -> Response:
    return JSONResponse({**table_state(table), "may_change": True}, status)


def _problem(table: OpenTable, status: int, problem: str) -> Response:
    state = {**table_state(table), "may_change": True}
    return JSONResponse({"problem": problem, "state": state}, status)


def _offered(tables: Tables) -> dict[str, Any]:
    offers, listed = tables.offers, tables.listed()
    return {
        **choices(),
        "players": [
            {
                "word": word,
                "title": each.title,
                "group": each.group,
                "game": each.game,
                "more": each.more,
            }
            for word, each in offers.players.items()
        ],
        "tournaments": [
            _tournament(key, each, offers.players) for key, each in offers.results.items()
        ],
        "unfinished": [_table(each) for each in listed if each.place is not None],
        "ended": [_table(each) for each in listed if each.place is None],
    }


def _table(each: Listed) -> dict[str, str]:
    return {"id": each.name, "kind": each.kind, "title": _who(each), "sentence": _where(each)}


def _tournament(key: str, offered: Offered, players: Container[str]) -> dict[str, Any]:
    """A tournament that takes games by hand, and the matches that it waits for."""
    file = Path(offered.target)
    return {
        "key": key,
        "title": offered.title,
        "game": rules_of(file),
        "pairs": [match.described(players, file) for match in awaited(file)],
    }


def _who(each: Listed) -> str:
    """The names that the page of the table has, `You against Easy engine`; in a relay without names
    `our side (Easy engine) against their side`."""
    record = named(each.records[0], YOU)
    south = record.south
    if each.kind == "relay" and south == UNNAMED[0]:
        by = record.south_by.partition(";")[0] or "by hand"
        engine = engine_name(record.south_by) if is_engine(by.partition(" ")[0]) else ""
        south += f" ({engine or by.removeprefix('program ')})"
    return f"{south} against {record.north}"


def _where(each: Listed) -> str:
    """How far a game has come, or how the games ended."""
    count, place = len(each.records), each.place
    record = named(each.records[-1 if place is None else place], YOU)
    begun = [f"begun {record.date}"] if record.date else []
    if place is None and count > 1:
        played = sentence(", ".join([record.game.name, f"{count} games", *begun]))
        return f"{played} {match(each.records)}"
    plies, ending = len(record.plies), record.ending
    played = f"{plies} {'ply' if plies == 1 else 'plies'} played" if plies else "no move yet"
    facts = [record.game.name, played]
    if place is None:
        facts.append(f"{ending.score}, {verdict(record.south, record.north, ending)}")
    else:
        if count > 1:
            facts.insert(1, f"game {place + 1} of {count}")
        if ending.termination is not Termination.UNFINISHED:
            facts.append("its end waits to be confirmed")
    return sentence(", ".join([*facts, *begun]))


class AwaitedMatch(NamedTuple):
    """One or two games between our bot and one whose program runs elsewhere."""

    us: str
    them: str
    first: str
    """`us` or `them`, in the first of the games."""
    games: int

    def described(self, players: Container[str], file: Path) -> dict[str, Any]:
        """The match as data for a page that offers these players."""
        count = "1 game" if self.games == 1 else f"{self.games} games"
        own = f"{file.name}:{self.us}"
        return {
            **self._asdict(),
            "player": own if own in players else MANUAL,
            "sentence": f"{self.us} against {self.them}, {count}",
        }


def rules_of(file: Path) -> str:
    """The game of a tournament file or of results; empty where none can be read."""
    try:
        if is_tournament_file(file):
            from owari.tournament.file.reader import load

            return load(file, tolerant=True).game.name
        with read_results(file) as store:
            return store.game.name
    except BadInput:
        return ""


def awaited(file: Path) -> list[AwaitedMatch]:
    """The matches by hand that have no result, in the order of the schedule."""
    try:
        elsewhere, games = _to_play(file)
    except BadInput:
        return []
    matches: dict[frozenset[str], list[ScheduledGame]] = {}
    for game in games:
        if elsewhere & {game.south, game.north}:
            matches.setdefault(frozenset((game.south, game.north)), []).append(game)
    return [match for each in matches.values() for match in _matches(each, elsewhere)]


def _to_play(file: Path) -> tuple[set[str], list[ScheduledGame]]:
    """The bots whose programs run elsewhere, and the games without a result; those of a tournament
    file also before the tournament has begun. Raises BadInput."""
    if is_tournament_file(file) and is_blank(results_path(file)):
        from owari.tournament.file.reader import load
        from owari.tournament.resumption import planned

        tournament = load(file, tolerant=True)
        by_hand = {bot.name for bot in tournament.all_bots if bot.by_hand}
        return by_hand, planned(tournament).with_next_round().scheduled
    with read_results(file) as store:
        elsewhere = {bot.name for bot in store.bots() if bot.by_hand}
        done = store.numbers()
        return elsewhere, [game for game in scheduled_games(store) if game.number not in done]


def _matches(games: list[ScheduledGame], elsewhere: set[str]) -> Iterator[AwaitedMatch]:
    """The next games of two bots, as those see them who sit with one of them: two games where the
    second exchanges the first move."""
    south, north = games[0].south, games[0].north
    count = 2 if any(game.south == north for game in games[1:]) else 1
    for us, them, first in ((south, north, "us"), (north, south, "them")):
        if them in elsewhere:
            yield AwaitedMatch(us, them, first, count)
