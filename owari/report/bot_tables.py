"""Tables that say more of bots than their places: details of games, ratings, and expectations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from owari.report.tables import AT_LEAST, Cell, Figure, Table, at_least, signed
from owari.results.bot_statistics import BotStatistics, Results
from owari.results.elo import Estimate
from owari.results.ratings import Expectations, Ratings


def details_table(statistics: Sequence[BotStatistics]) -> Table:
    """Results by who moved first, margins and, where they are known, times, for people."""
    headers = ("bot", "first", "second", "margin", "mean turn", "slowest turn", "all turns")
    width = len(headers) if any(bot.turns for bot in statistics) else headers.index("mean turn")
    rows: list[tuple[Cell, ...]] = [
        (bot.name, _balance(bot.first), _balance(bot.second), *_figures(bot))[:width]
        for bot in statistics
    ]
    notes = [
        "The columns first and second are games won, drawn and lost by who moved first.",
        "The margin is the mean of the games that were played to their end.",
    ]
    if any(bot.cut_off for bot in statistics):
        notes.append(AT_LEAST)
    spare = ("all turns", "slowest turn", "mean turn")
    return Table("details", "Details", headers[:width], rows, tuple(notes), spare)


def details_data(statistics: Iterable[BotStatistics]) -> Table:
    """The same for programs: a number in each column, times in seconds. A turn in which the bot
    lost on time was cut off: it was at least so long."""
    balances = [
        f"{order} {kind}" for order in ("first", "second") for kind in ("won", "drawn", "lost")
    ]
    figures = ("mean margin", "mean turn", "slowest turn", "all turns", "turns")
    cut_off = ("turns cut off", "slowest turn cut off")
    rows: list[tuple[Cell, ...]] = [
        (
            *(bot.name, bot.first.won, bot.first.drawn, bot.first.lost),
            *(bot.second.won, bot.second.drawn, bot.second.lost),
            *_figures(bot),
            bot.turns or None,
            *(
                (bot.cut_off, "yes" if bot.slowest_is_cut_off else "no")
                if bot.turns
                else (None, None)
            ),
        )
        for bot in statistics
    ]
    return Table("details", "Details", ("bot", *balances, *figures, *cut_off), rows)


def ratings_table(ratings: Ratings) -> Table:
    """The rating of each bot, and below it what the first move is worth and how many of the games
    are drawn."""
    rows: list[tuple[Cell, ...]] = [
        (place, each.bot, each.games, *_elo(each.elo)) for place, each in enumerate(ratings.bots, 1)
    ]
    first, low, high = _elo(ratings.first_move)
    notes = [
        "Ratings are on the scale of Elo with the mean 0. The true rating is between the low and"
        " the high one with a probability of about 95%.",
        f"The first move is worth {first} points ({low} to {high}).",
    ]
    if ratings.draws:
        share = "{:.0%} of the rated games are drawn ({:.0%} to {:.0%})."
        notes.append(share.format(*ratings.draws))
    if ratings.unrated:
        left_out = "1 game is" if ratings.unrated == 1 else f"{ratings.unrated} games are"
        notes.append(
            f"{left_out} not rated: not played, forfeited by both, or a repeat between bots that"
            " have not varied."
        )
    if ratings.groups > 1:
        notes.append(
            f"No game joins {ratings.groups} groups of bots: ratings compare only within a group."
        )
    headers = ("place", "bot", "games", "rating", "low", "high")
    return Table("ratings", "Ratings", headers, rows, tuple(notes))


MOST_MATCHES = 20
"""So many matches are shown to people."""


def expectations_table(expectations: Expectations, for_programs: bool) -> Table:
    """The points of each match and those that other games let expect, the least likely first."""
    matches = expectations.matches
    shown = matches if for_programs else matches[:MOST_MATCHES]
    rows: list[tuple[Cell, ...]] = [
        (
            *(each.bot, each.opponent, each.games, each.forfeits, each.points),
            Figure(round(each.expected, 3), f"{each.expected:.1f}"),
            _chance(each.chance),
            _chance(expectations.corrected(each.chance)),
        )
        for each in shown
    ]
    headers = ("bot", "opponent", "games", "forfeits", "points", "expected", "chance", "corrected")
    return Table("expected", "Expected", headers, rows, tuple(_limits(expectations)), ("forfeits",))


def _limits(expectations: Expectations) -> Iterator[str]:
    """Sentences that say what was measured, and on what."""
    count = len(expectations.matches)
    if count:
        yield (
            "Points are those of bot against opponent, a draw \u00bd. Expected are the points that"
            " the ratings from all their other games let expect."
        )
        yield (
            "The chance is that of points at least so far from the expected ones, by these ratings."
            f" Corrected is {count} times as much, for {_count(count, 'match', 'matches')}: the"
            " chance that any of them gets so far is at most that."
        )
        yield "A small chance does not say why: styles, openings and faults also part results."
    if count > MOST_MATCHES:
        yield f"These are the {MOST_MATCHES} least likely. The formats csv and json have all."
    if expectations.unjoined:
        matches = _count(expectations.unjoined, "match is", "matches are")
        yield f"{matches} left out: no other games join the two bots, so nothing is expected."
    if expectations.left_out:
        games = _count(expectations.left_out, "game does", "games do")
        yield f"{games} not count: not played, forfeited by both, or a repeat of an earlier one."


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _chance(chance: float) -> Figure:
    """`0.31%`, with two digits that tell something."""
    percent = 100 * chance
    if percent < 0.001:
        return Figure(chance, "< 0.001%")
    digits = 0 if percent >= 10 else 1 if percent >= 1 else 2 if percent >= 0.1 else 3
    return Figure(float(f"{chance:.3g}"), f"{percent:.{digits}f}%")


def _elo(estimate: Estimate) -> list[Figure]:
    return [Figure(round(number, 1), signed(number)) for number in estimate]


def _balance(results: Results) -> str:
    return f"{results.won}-{results.drawn}-{results.lost}"


def _figures(bot: BotStatistics) -> tuple[Figure | None, ...]:
    """The mean margin, the mean turn, the slowest turn and all turns."""
    margin = bot.mean_margin
    return (
        None if margin is None else Figure(round(margin, 3), signed(margin, 1)),
        _time(bot.seconds_a_turn, cut_off=bool(bot.cut_off)),
        _time(bot.slowest, cut_off=bot.slowest_is_cut_off),
        _time(bot.seconds if bot.turns else None, cut_off=bool(bot.cut_off)),
    )


def _time(seconds: float | None, *, cut_off: bool) -> Figure | None:
    if seconds is None:
        return None
    shown = f"{seconds:,.3f} s" if seconds < 100 else f"{seconds:,.0f} s"
    figure = Figure(round(seconds, 3), shown)
    return at_least(figure) if cut_off else figure
