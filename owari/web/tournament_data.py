"""A tournament's results as data for the page that watches it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from owari.analysis.kept_values import KeptValues
from owari.games.game import Side
from owari.html_report.charts import heat_map
from owari.html_report.content import content_of_results
from owari.html_report.lists import (
    BotMoves,
    bot_details,
    forfeit_data,
    forfeits,
    game_list,
    moves_of_bots,
)
from owari.report.result_tables import champion_line, rounds_table, standings_table, verdict
from owari.report.tables import Table, alignments, cell_text
from owari.results.game_log import StoredGame
from owari.results.rounds import numbered_games
from owari.results.scoring import format_points
from owari.results.standings import Standings
from owari.results.store import Store
from owari.text.printable import plain
from owari.tournament.formats.schedule import ScheduledGame
from owari.tournament.run.duration_estimate import Span, likely_duration
from owari.tournament.standings_notes import games_so_far, leader_lines, standings_notes
from owari.tournament.tournament_state import TournamentState, tournament_state
from owari.viewer.game_data import cells_of, game_data
from owari.web.site import Prepared

MOST_LAST = 8
"""Games that ended last."""
MOST_NEXT = 8
"""Games that come next, beside those in play."""
COLUMNS = ("place", "bot", "points", "won", "drawn", "lost")
"""Those of the standings that people can read from the last row of a hall."""

Data = dict[str, Any]


def tournament_data(store: Store, title: str, slots: int, finals: Finals) -> Data:
    """All that the page shows but the boards; `title` serves where the tournament has no name. A
    run that plays so many games at a time gets an estimate of the time that is left."""
    state = tournament_state(store)
    table, scheduled, games = state.standings, state.scheduled, state.progress.games
    played = store.numbers()
    so_far, stages = games_so_far(state, scheduled), state.form.stages(state.progress)
    absent = {bot.name for bot in store.bots() if bot.by_hand}
    due = [
        game
        for game in scheduled
        if game.number not in played and absent.isdisjoint((game.south, game.north))
    ]
    leader, *others = leader_lines(state, table, scheduled)
    crowning = state.form.crowning(state.progress)
    span = likely_duration(due, games, slots) if slots else None
    return {
        "title": plain(store.about.event) or title,
        "rules": store.game.name,
        "bots": [plain(bot.name) for bot in store.bots()],
        "round": so_far.round.capitalize(),
        "played": so_far.played,
        "scheduled": so_far.scheduled,
        "complete": so_far.is_complete and bool(scheduled),
        "crowned": bool(crowning) or (so_far.is_complete and bool(scheduled)),
        # The page has the count of games in another place.
        "leaders": [champion_line(table, "", crowning), *others] if crowning else [leader, *others],
        "notes": standings_notes(store, state, table, scheduled, leaders=False),
        "standings": _standings(table, store.game.pieces),
        "rounds": _table(rounds_table(state.form.meetings(state.progress))),
        "matches": _matches(table),
        "stages": stages,
        "bracket": list(_bracket(state)),
        "last": [_ended(game) | finals.of(store, game) for game in _last(games)],
        "next": [_coming(game) for game in due[: MOST_NEXT + slots]],
        "left": time_left(span, state.form.by_rounds) if span else "",
    }


def planned_data(file: Path) -> Data:
    """What the page shows of a tournament without results: who plays, by its file, and what comes
    first. Raises BadInput and OSError."""
    from owari.tournament.file.reader import load
    from owari.tournament.resumption import planned

    tournament = load(file, tolerant=True)
    state = planned(tournament).with_next_round()
    so_far = games_so_far(state, state.scheduled)
    nothing: Data = {"headers": [], "numbers": [], "rows": []}
    return {
        "title": plain(tournament.about.event) or file.stem,
        "rules": tournament.game.name,
        "bots": [plain(entrant.name) for entrant in state.progress.entrants],
        "round": so_far.round.capitalize(),
        "played": so_far.played,
        "scheduled": so_far.scheduled,
        "complete": False,
        "crowned": False,
        "leaders": [],
        "notes": [],
        "standings": nothing,
        "rounds": nothing,
        "matches": {"bots": [], "cells": []},
        "stages": state.form.stages(state.progress),
        "bracket": list(_bracket(state)),
        "last": [],
        "next": [_coming(game) for game in state.scheduled[:MOST_NEXT]],
        "left": "",
    }


class Lists:
    """All games and all bots at one moment, as the report has them too."""

    def __init__(self, store: Store, title: str, kept: KeptValues, stamp: object) -> None:
        self.stamp = stamp
        """That of the files, which is another one after each change."""
        self._content = content_of_results(store, title)
        self._kept = kept
        self._details: dict[str, Data] | None = None
        found = list(forfeits(self._content.games))
        self._forfeits = forfeit_data(found)
        games = game_list(self._content)
        self.bots = {bot["name"] for bot in games["bots"]}
        text = json.dumps(games, ensure_ascii=False, separators=(",", ":"))
        self.games = Prepared(text.encode(), "application/json")
        """The list of all games for each page that asks."""

    def bot(self, name: str) -> Data:
        """The forfeits of a bot, its rating and its times; its best and worst moves where `owari
        report --values` has left them beside the results."""
        if self._details is None:
            self._details = bot_details(self._content, self._moves())
        own = [forfeit for forfeit in self._forfeits if forfeit["bot"] == name]
        return {"forfeits": own, "details": self._details[name]}

    def _moves(self) -> dict[str, BotMoves]:
        if not self._kept:
            return {}
        records = self._content.records(self._content.games)
        reviews = ((game, self._kept.known(record)) for game, record in records)
        return moves_of_bots((game, review) for game, review in reviews if review)


def place_in_bracket(state: TournamentState, number: int) -> Data:
    """What the game of this number is called in a bracket, and its place among the games of its
    match; no name and no place elsewhere."""
    matches: Iterator[list[int]] = (each["games"] for each in _bracket(state))
    games = next((numbers for numbers in matches if number in numbers), [])
    place = {"match": [games.index(number) + 1, len(games)]} if games else {}
    return {"stage": state.form.stages(state.progress).get(number, ""), **place}


class Finals:
    """The last position of each game that ended lately, and its times, which are read once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Data] = {}

    def of(self, store: Store, game: StoredGame) -> Data:
        """The contents of its cells, its last ply and the seconds of each side; None where its
        moves are unknown."""
        key = (game.number, game.finished)
        if key not in self._known:
            if len(self._known) > 4 * MOST_LAST:
                self._known.clear()
            self._known[key] = _final(store, game)
        return self._known[key]


def _final(store: Store, game: StoredGame) -> Data:
    if not game.moves:
        return {"cells": None, "ply": None, "used": None}
    record = store.played(game.number)
    *_, before, last = record.positions()
    shown = game_data(replace(record, start=before, plies=record.plies[-1:]))
    used = {str(side).lower(): round(record.used(side), 3) for side in Side}
    return {"cells": cells_of(last), "ply": shown["plies"][0], "used": used}


def time_left(span: Span, by_rounds: bool = False) -> str:
    """`About 12 minutes are left.`, `About 3 to 9 minutes are left.`; of this round where bots are
    paired `by_rounds`."""
    least, most = (round(seconds / 60) for seconds in span)
    of_rounds = " of this round" * by_rounds
    if span.most < 60:
        return f"Less than a minute{of_rounds} is left."
    if least < 1:
        return f"Less than {_minutes(int(span.most // 60) + 1)}{of_rounds} are left."
    if least == most:
        return f"About {_minutes(most)}{of_rounds} {'is' if most in (1, 60) else 'are'} left."
    text = f"{least} to {most} minutes" if most < 60 else f"{_minutes(least)} to {_minutes(most)}"
    return f"About {text}{of_rounds} are left."


def _minutes(minutes: int) -> str:
    """`12 minutes`, `1 hour and 2 minutes`."""
    parts = [
        f"{count} {unit}{'s' * (count > 1)}"
        for count, unit in zip(divmod(minutes, 60), ("hour", "minute"), strict=True)
        if count
    ]
    return " and ".join(parts)


def _table(table: Table, columns: Sequence[str] = ()) -> Data:
    """These columns of a table, or all: headers, which hold numbers, and the texts of the cells."""
    headers = columns or table.headers
    kept = [table.headers.index(header) for header in headers]
    aligned = alignments(table.rows, len(table.headers))
    return {
        "headers": headers,
        "numbers": [aligned[column] == "right" for column in kept],
        "rows": [[cell_text(row[column]) for column in kept] for row in table.rows],
    }


def _standings(standings: Standings, pieces: str) -> Data:
    """Who is still in a knockout, and has no place yet, comes first, and is said to be in."""
    table = _table(standings_table(standings, counted=pieces), COLUMNS)
    for row, each in zip(table["rows"], standings.rows, strict=True):
        row[0] = "in" if each.name in standings.still_in else row[0]
    return table


def _matches(standings: Standings) -> Data:
    """The cross-table: bots, and points and warmth of each cell."""
    rows = list(heat_map(standings))
    return {
        "bots": [plain(row.bot) for row in rows],
        "cells": [
            [None if cell is None else [cell.points, cell.warmth] for cell in row.cells]
            for row in rows
        ],
    }


def _bracket(state: TournamentState) -> Iterator[Data]:
    """The matches of a bracket with their scores and the numbers of their games; none in other
    formats."""
    progress, ended = state.progress, {game.number: game for game in state.progress.games}
    numbers: dict[tuple[int, frozenset[str]], list[int]] = {}
    for game in numbered_games(progress.rounds):
        pair = frozenset(progress.names[bot] for bot in game.pairing[:2])
        number = progress.rounds[game.round_index].number
        numbers.setdefault((number, pair), []).append(game.number)
    for match in state.form.meetings(progress):
        if not match.stage:
            continue
        bots = (match.bot, match.opponent)
        known = {bot for bot in bots if bot}
        games = numbers.get((match.round, frozenset(known)), [])
        winners = [_winner(ended[number]) for number in games if number in ended]
        yield {
            "round": match.round,
            "stage": match.stage.capitalize(),
            "for_third": match.for_third,
            "bots": [plain(bot) if bot else None for bot in bots],
            "points": [format_points(points) for points in match.points or (0, 0)],
            "won": [winners.count(bot) if bot else 0 for bot in bots],
            "games": sorted(games),
            "played": len(winners),
            "winner": plain(match.winner or ""),
            "decision": match.decision,
        }


def _winner(game: StoredGame) -> str:
    """The bot that won; empty for a draw."""
    winner = game.ending.result.winner
    return "" if winner is None else game.south if winner is Side.SOUTH else game.north


def _last(games: Sequence[StoredGame]) -> Iterator[StoredGame]:
    """The games that ended last, the newest first."""
    ended = sorted(games, key=attrgetter("finished", "number"), reverse=True)
    yield from ended[:MOST_LAST]


def _ended(game: StoredGame) -> Data:
    return {
        "number": game.number,
        "south": plain(game.south),
        "north": plain(game.north),
        "score": str(game.ending.score),
        "counts": [game.ending.score.south, game.ending.score.north],
        "winner": str(game.ending.result.winner or "").lower(),
        "verdict": plain(str(verdict(game.south, game.north, game.ending))),
        "reason": plain(game.ending.reason),
        "is_fault": game.ending.termination.is_fault,
    }


def _coming(game: ScheduledGame) -> Data:
    return {
        "number": game.number,
        "round": game.round,
        "south": plain(game.south),
        "north": plain(game.north),
    }
