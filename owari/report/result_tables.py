"""The standings, the games and the schedule of a tournament as tables and lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Protocol

from owari.games.game import Side
from owari.records.record import Ending, Result, Termination
from owari.report.tables import Cell, Deed, Table
from owari.results.bot_statistics import SlowMachine
from owari.results.game_log import StoredBot, StoredGame, Withdrawal
from owari.results.rounds import Meeting
from owari.results.scoring import TieBreak, format_points
from owari.results.standings import Standings
from owari.text.printable import plain


class _Game(Protocol):
    """A game of a schedule."""

    @property
    def number(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def south(self) -> str: ...
    @property
    def north(self) -> str: ...


def standings_table(
    standings: Standings, event: str = "", notes: Sequence[str] = (), counted: str = "stones"
) -> Table:
    """The line of each bot. `counted` is what a score counts: stones or discs."""
    tie_breaks = {_TIE_BREAKS[each]: each for each in standings.counting.tie_breaks}
    byes = any(row.byes for row in standings.rows)
    columns = {
        "place": "place",
        "bot": "name",
        "played": "played",
        "won": "won",
        "drawn": "drawn",
        "lost": "lost",
        "forfeits": "forfeits",
        **({"byes": "byes"} if byes else {}),
        "points": "points",
        f"{counted} for": "score_for",
        f"{counted} against": "score_against",
        **{header: each.name.lower() for header, each in tie_breaks.items()},
    }
    lines = map(attrgetter(*columns.values()), standings.rows)
    rows = [(place or None, *rest) for place, *rest in lines]
    spare = (*reversed(tie_breaks), f"{counted} against", f"{counted} for", "played")
    return Table("standings", event or "Standings", tuple(columns), rows, tuple(notes), spare)


_TIE_BREAKS = {
    TieBreak.HEAD_TO_HEAD: "head-to-head",
    TieBreak.SONNEBORN_BERGER: "Sonneborn-Berger",
    TieBreak.BUCHHOLZ: "Buchholz",
    TieBreak.BUCHHOLZ_CUT_1: "Buchholz cut 1",
    TieBreak.MEDIAN_BUCHHOLZ: "median Buchholz",
}
"""The headers of columns."""


def rounds_table(meetings: Iterable[Meeting]) -> Table:
    """Who met whom in each round, with points; and who went on, where losers are out."""
    meetings = list(meetings)
    rows: list[tuple[Cell, ...]] = [
        (
            each.round,
            each.bot,
            each.opponent or "(bye)",
            *(each.points or (None, None)),
            each.winner,
            each.decision or None,
        )
        for each in meetings
    ]
    headers: tuple[str, ...] = ("round", "bot", "opponent", "points", "against")
    if any(each.winner for each in meetings):
        headers += ("winner", "decided by")
    rows = [row[: len(headers)] for row in rows]
    if any(each.stage for each in meetings):
        headers += ("stage",)
        rows = [(*row, each.stage) for row, each in zip(rows, meetings, strict=True)]
    return Table("rounds", "Rounds", headers, rows)


def forfeits_table(standings: Standings) -> Table:
    """The forfeits of each bot by fault; no rows if there are none."""
    guilty = [row for row in standings.rows if row.faults]
    kinds = sorted({kind for row in guilty for kind in row.faults}, key=list(Termination).index)
    rows: list[tuple[Cell, ...]] = [
        (row.name, *(row.faults.get(kind) for kind in kinds)) for row in guilty
    ]
    return Table("forfeits", "Forfeits", ("bot", *(kind.value for kind in kinds)), rows, repeated=1)


def cross_table(standings: Standings) -> Table:
    """Points of each bot against each other; the columns are the lines of the standings."""
    names = [row.name for row in standings.rows]
    rows: list[tuple[Cell, ...]] = []
    for line, name in enumerate(names, 1):
        met = (standings.encounters.get((name, other)) for other in names)
        rows.append((line, name, *(match.points if match else None for match in met)))
    columns = (str(line) for line in range(1, len(names) + 1))
    return Table("matches", "Matches", ("", "bot", *columns), rows, repeated=2)


def pairs_table(standings: Standings) -> Table:
    """The points and the margin of each match, a line for each bot and opponent."""
    names = [row.name for row in standings.rows]
    rows: list[tuple[Cell, ...]] = [
        (name, other, match.played, match.points, match.margin)
        for name in names
        for other in names
        if (match := standings.encounters.get((name, other)))
    ]
    return Table("matches", "Matches", ("bot", "opponent", "played", "points", "margin"), rows)


def games_table(games: Iterable[StoredGame]) -> Table:
    """The games that count."""
    rows = [(*_game_cells(game), game.status.value) for game in games]
    return Table("games", "Games", (*_GAME_HEADERS, "status"), rows, spare=_SPARE)


def games_data(games: Iterable[StoredGame], counted: str) -> Table:
    """Games for programs: numbers for the stones or discs of each side, and seconds for times."""
    rows: list[tuple[Cell, ...]] = [
        (
            *(game.number, game.south, game.north, str(game.first)),
            *(game.ending.score.south, game.ending.score.north),
            game.ending.score.margin(Side.SOUTH),
            _RESULTS[game.ending.result],
            game.ending.termination.value,
            game.plies or None,
            *(game.south_seconds, game.north_seconds, game.south_slowest, game.north_slowest),
            *(game.opening, game.pair, game.leg, game.machine),
            game.finished,
            game.status.value,
            game.annulled,
            game.lost_turn,
        )
        for game in games
    ]
    headers = (
        *("game", "South", "North", "first", f"South {counted}", f"North {counted}"),
        *("South margin", "result", "termination", "plies", "South seconds", "North seconds"),
        *("South slowest turn", "North slowest turn", "opening", "pair", "leg", "machine"),
        *("finished", "status", "why annulled", "turn lost by fault"),
    )
    return Table("games", "Games", headers, rows)


_RESULTS = {
    Result.SOUTH: "South wins",
    Result.NORTH: "North wins",
    Result.DRAW: "draw",
    Result.NEITHER: "both lose",
    Result.UNFINISHED: "unfinished",
}
"""Words that no spreadsheet takes for a date, as it does 1-0."""


def annulled_table(games: Iterable[StoredGame]) -> Table:
    """The annulled games, and why."""
    rows = [(*_game_cells(game), game.annulled) for game in games]
    return Table("annulled", "Annulled", (*_GAME_HEADERS, "why"), rows, spare=_SPARE)


_GAME_HEADERS = ("game", "South", "North", "score", "result", "first", "plies", "finished")
_SPARE = ("finished", "plies", "status", "first", "result")


def _game_cells(game: StoredGame) -> tuple[Cell, ...]:
    return (
        game.number,
        game.south,
        game.north,
        str(game.ending.score),
        verdict(game.south, game.north, game.ending),
        str(game.first),
        game.plies or None,
        datetime.fromisoformat(game.finished) if game.finished else None,
    )


def schedule_table(games: Iterable[_Game], notes: Sequence[str] = ()) -> Table:
    """The games of a tournament in the order of their rounds, with sentences below."""
    rows: list[tuple[Cell, ...]] = [
        (game.round, game.number, game.south, game.north) for game in games
    ]
    return Table(
        "schedule", "Schedule", ("round", "game", "South, moves first", "North"), rows, tuple(notes)
    )


def by_hand_table(games: Iterable[_Game], file: str) -> Table:
    """The games that people play elsewhere, with the command that enters each score into the
    results of this file."""
    rows: list[tuple[Cell, ...]] = [
        (
            game.round,
            game.number,
            game.south,
            game.north,
            shlex.join(["owari", "score", file, game.south, game.north, "SCORE"]),
        )
        for game in games
    ]
    headers = ("round", "game", "moves first", "opponent", "to enter the score")
    return Table("by-hand", "By hand", headers, rows)


def participation_notes(
    bots: Iterable[StoredBot], withdrawn: Mapping[str, Withdrawal], standings: Standings
) -> Iterator[str]:
    """Sentences on each bot that is a guest, has withdrawn or is benched."""
    for row in standings.rows:
        if count := row.faults[Termination.BENCHED]:
            games = "1 game" if count == 1 else f"{count} games"
            again = shlex.join(["--replay", row.name])
            yield f"{row.name} is benched and forfeits {games} without play. {again} lets it play."
    unplayed = {row.name for row in standings.rows if row.faults[Termination.WITHDREW]}
    for bot in bots:
        if bot.guest:
            yield f"{bot.name} is a guest: it has no place, and its games count for no other bot."
        match withdrawn.get(bot.name):
            case Withdrawal.VOID:
                yield f"{bot.name} has withdrawn: its games do not count."
            case Withdrawal.KEPT:
                left = ", and its opponents win those that it has not played"
                some = left if bot.name in unplayed else ""
                yield f"{bot.name} has withdrawn: its games count{some}."


def champion_line(standings: Standings, so_far: str = "", crowning: str = "") -> str:
    """The champion and what made it one, or while games are to come, `so_far`, who leads.
    `crowning` says how a bracket ended; elsewhere tie-breaks may have parted bots."""
    names = ", ".join(standings.first)
    if not standings.games:
        return "No game has been played."
    if standings.still_in:
        return f"Still in: {', '.join(standings.still_in)}" + f" ({so_far})" * bool(so_far)
    if so_far and not crowning:
        return f"In the lead: {names} ({so_far})"
    if not standings.first:
        return "No bot is ranked, so there is no champion."
    if len(standings.first) > 1:
        return f"Tied champions: {names}"
    reason = crowning or _tie_break(standings)
    return f"Champion: {names}" + f", {reason}" * bool(reason) + f" ({so_far})" * bool(so_far)


def _tie_break(standings: Standings) -> str:
    """Whom the first bot passes by tie-breaks alone; empty where it has more points."""
    best, *others = (row for row in standings.rows if row.place)
    equal = [row.name for row in others if row.points == best.points]
    if not equal or not standings.counting.tie_breaks:
        return ""
    return f"ahead of {', '.join(equal)} on tie-break"


def challenger_line(standings: Standings, name: str) -> str:
    """What a challenger has come to against all others."""
    row = next(row for row in standings.rows if row.name == name)
    others = sum(bot == name for bot, _ in standings.encounters)
    games = "1 game" if row.played == 1 else f"{row.played} games"
    bots = "1 bot" if others == 1 else f"{others} bots"
    points = "1 point" if row.points == 1 else f"{format_points(row.points)} points"
    return f"{name} has {points} from {games} against {bots}."


def result_line(number: int, south: str, north: str, ending: Ending) -> str:
    """`Game 12: Depth 8 - Team Rocket 19-17, Depth 8 wins`."""
    line = f"Game {number}: {south} - {north} {ending.score}, {verdict(south, north, ending)}"
    return plain(f"{line}: {ending.reason}" if ending.reason else line)


def verdict(south: str, north: str, ending: Ending) -> str | Deed:
    """Who won or forfeited: `Depth 8 wins`, `draw`."""
    if ending.result is Result.NEITHER:
        return "both forfeit"
    if ending.result is Result.UNFINISHED:
        return "unfinished"
    if ending.result is Result.DRAW:
        return "draw"
    winner, loser = (south, north) if ending.result is Result.SOUTH else (north, south)
    if ending.termination.is_fault:
        return _deed(loser, "forfeit")
    if ending.termination is Termination.RESIGNED:
        return _deed(loser, "resign")
    by = f" by {abs(ending.score.margin(Side.SOUTH))}" if ending.score.empty else ""
    return _deed(winner, "win", by)


YOU = "You"
"""The name of a person on the page of the own game, which takes other verbs."""


def _deed(name: str, verb: str, more: str = "") -> Deed:
    """`Depth 8 wins`, `You win`."""
    return Deed(name, f"{verb}{'' if name == YOU else 's'}{more}")


def machine_notes(machines: Iterable[SlowMachine]) -> Iterator[str]:
    """A sentence on each slow machine."""
    for host, times, fastest, games in machines:
        count = "1 game was" if games == 1 else f"{games} games were"
        yield plain(
            f"{count} played on {host}, a slow machine: {fastest} is {times:.1f} times as fast."
        )
