"""Tables that say more of each bot than its place: details of its games, and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from owari.report.cells import Cell, Figure, Table
from owari.results.bot_statistics import BotStatistics, Results
from owari.results.ratings import Estimate, Ratings

__all__ = ["details_data", "details_table", "ratings_table"]


def details_table(statistics: Sequence[BotStatistics]) -> Table:
    """Results by who moved first, margins and, where they are known, times, for people."""
    headers = ("bot", "first", "second", "margin", "mean turn", "slowest turn", "all turns")
    width = len(headers) if any(bot.turns for bot in statistics) else headers.index("mean turn")
    rows: list[tuple[Cell, ...]] = [
        (bot.name, _balance(bot.first), _balance(bot.second), *_figures(bot))[:width]
        for bot in statistics
    ]
    notes = (
        "The columns first and second are games won, drawn and lost by who moved first.",
        "The margin is the mean of the games that were played to their end.",
    )
    spare = ("all turns", "slowest turn", "mean turn")
    return Table("details", "Details", headers[:width], rows, notes, spare)


def details_data(statistics: Iterable[BotStatistics]) -> Table:
    """The same for programs: a number in each column, times in seconds."""
    balances = [
        f"{order} {kind}" for order in ("first", "second") for kind in ("won", "drawn", "lost")
    ]
    figures = ("mean margin", "mean turn", "slowest turn", "all turns", "turns")
    rows: list[tuple[Cell, ...]] = [
        (
            *(bot.name, bot.first.won, bot.first.drawn, bot.first.lost),
            *(bot.second.won, bot.second.drawn, bot.second.lost),
            *_figures(bot),
            bot.turns or None,
        )
        for bot in statistics
    ]
    return Table("details", "Details", ("bot", *balances, *figures), rows)


def ratings_table(ratings: Ratings) -> Table:
    """The rating of each bot, and below it what the first move is worth and how often equal bots
    draw."""
    rows: list[tuple[Cell, ...]] = [
        (place, each.bot, each.games, *_elo(each.elo)) for place, each in enumerate(ratings.bots, 1)
    ]
    first, low, high = _elo(ratings.first_move)
    notes = [
        "Ratings are on the scale of Elo with the mean 0. The true rating is between the low and"
        " the high one with a probability of 95%.",
        f"The first move is worth {first} points ({low} to {high}).",
        "Equal bots draw {:.0%} of their games ({:.0%} to {:.0%}).".format(*ratings.draws),
    ]
    if ratings.groups > 1:
        notes.append(
            f"No game joins {ratings.groups} groups of bots: ratings compare only within a group."
        )
    headers = ("place", "bot", "games", "rating", "low", "high")
    return Table("ratings", "Ratings", headers, rows, tuple(notes))


def _elo(estimate: Estimate) -> list[Figure]:
    return [Figure(round(number, 1), f"{round(number):+d}") for number in estimate]


def _balance(results: Results) -> str:
    return f"{results.won}-{results.drawn}-{results.lost}"


def _figures(bot: BotStatistics) -> tuple[Figure | None, ...]:
    """The mean margin, the mean turn, the slowest turn and all turns."""
    margin = bot.mean_margin
    return (
        None if margin is None else Figure(round(margin, 3), f"{margin:+.1f}"),
        _time(bot.seconds_a_turn),
        _time(bot.slowest),
        _time(bot.seconds if bot.turns else None),
    )


def _time(seconds: float | None) -> Figure | None:
    if seconds is None:
        return None
    return Figure(round(seconds, 3), f"{seconds:,.3f} s" if seconds < 100 else f"{seconds:,.0f} s")
