"""Ratings of bots beside their points: how strong each is, and how surely the games say so.

The model is in `rating_model`. A forfeited game counts as it does for points, as lost. A game that
both forfeit compares nobody, and is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp
from typing import NamedTuple

from owari.errors import BadInput
from owari.records.record import Result
from owari.results.game_log import StoredGame

__all__ = ["Estimate", "NoRatings", "Rating", "Ratings", "ratings"]

DEVIATIONS = 1.9599639845400536
"""Standard deviations on each side of a 95% interval, from the normal distribution."""


class NoRatings(BadInput):
    """The libraries for ratings are not installed; the text says how to install them."""


class Estimate(NamedTuple):
    """A value and its 95% interval."""

    value: float
    low: float
    high: float


class Rating(NamedTuple):
    """The strength of a bot."""

    bot: str
    games: int
    """The number of games on which it rests."""
    elo: Estimate
    """On the scale of Elo; the mean of all bots is 0."""


class Ratings(NamedTuple):
    """The bots, the strongest first, and what all their games have in common."""

    bots: tuple[Rating, ...]
    first_move: Estimate
    """The advantage of the first move, on the scale of Elo."""
    draws: Estimate
    """The probability of a draw between equal bots."""
    groups: int
    """The number of groups of bots between which there is no game. Their comparison rests on the
    prior alone."""


def ratings(bots: Sequence[str], games: Iterable[StoredGame]) -> Ratings:
    """The ratings of these bots; they include each player of these games. Raises
    NoRatings."""
    try:
        import numpy as np

        from owari.results.rating_model import ELO, fit
    except ImportError:
        raise NoRatings("ratings need SciPy: pip install 'owari[ratings]'") from None
    places = {bot: place for place, bot in enumerate(bots)}
    outcomes = Counter(
        (places[game.player(game.first)], places[game.player(game.first.other)], _outcome(game))
        for game in games
        if game.ending.result is not Result.NEITHER
    )
    pairs = {pair: row for row, pair in enumerate(dict.fromkeys(key[:2] for key in outcomes))}
    counts = np.zeros((len(pairs), 3))
    for (first, second, outcome), times in outcomes.items():
        counts[pairs[first, second], outcome] = times
    players = np.array(list(pairs), dtype=int).reshape(-1, 2)
    found = fit(len(bots), players[:, 0], players[:, 1], counts)
    *strengths, first_move, draw = (
        Estimate(value, value - DEVIATIONS * deviation, value + DEVIATIONS * deviation)
        for value, deviation in zip(found.values.tolist(), found.deviations.tolist(), strict=True)
    )
    played = Counter[int]()
    for (i, j, _), times in outcomes.items():
        played.update({i: times, j: times})
    rated = [
        Rating(bot, played[place], Estimate(*(ELO * each for each in strengths[place])))
        for place, bot in enumerate(bots)
    ]
    return Ratings(
        tuple(sorted(rated, key=lambda rating: -rating.elo.value)),
        Estimate(*(ELO * each for each in first_move)),
        Estimate(*(exp(each) / (2 + exp(each)) for each in draw)),
        found.groups,
    )


def _outcome(game: StoredGame) -> int:
    """For the bot that moved first: 0 for a win, 1 for a draw, 2 for a loss."""
    winner = game.ending.result.winner
    return 1 if winner is None else 0 if winner is game.first else 2
