"""Ratings of bots beside their points: how strong each is, and how surely the games say so.

The model is in `rating_model`. Games that nobody played, and games that both forfeit, compare
nobody and are left out; any other forfeited game counts as lost, as it does for points. While two
bots have never played differently from the same start, their games that repeat an earlier one tell
nothing new and are left out too.

The expectations of matches are in `expectation_model`. They count the same games, but a game that
repeats an earlier one never: what two bots usually play against each other is what is asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from owari.errors import BadInput
from owari.records.record import Result, Termination
from owari.results.elo import ELO, Estimate, Z
from owari.results.game_log import UNPLAYED, StoredGame

if TYPE_CHECKING:
    from owari.results.rating_model import PairedGames

WITHOUT_MOVES = (Termination.DID_NOT_START, *UNPLAYED)
"""Nobody made a move in a game that ended so."""


NEEDED = "ratings need SciPy: pip install 'owari[ratings]'"


class NoRatings(BadInput):
    """The libraries for ratings are not installed; the text says how to install them."""


class Rating(NamedTuple):
    """The strength of a bot."""

    bot: str
    games: int
    """The number of games on which it rests."""
    elo: Estimate
    """On the scale of Elo; the mean of all bots is 0."""


class Expectation(NamedTuple):
    """The games of two bots, and what all their other games let expect of them."""

    bot: str
    """Who has at least as many points as expected."""
    opponent: str
    games: int
    """The number of distinct games that were played."""
    forfeits: int
    """How many of these were forfeited."""
    points: float
    """Of the bot: a win is 1, a draw 1/2."""
    expected: float
    chance: float
    """Of points at least so far from the expected ones."""


class Expectations(NamedTuple):
    """The matches of a tournament, the least likely first."""

    matches: tuple[Expectation, ...]
    unjoined: int
    """The number of matches of bots that no other games join: nothing is expected of these."""
    left_out: int
    """How many games do not count."""

    def corrected(self, chance: float) -> float:
        """At most how likely it is that some match of all these has so small a chance, by the
        inequality of Bonferroni: the chance times the number of matches."""
        return min(1.0, chance * len(self.matches))


class Ratings(NamedTuple):
    """The bots, the strongest first, and what all their games have in common."""

    bots: tuple[Rating, ...]
    first_move: Estimate
    """The advantage of the first move, on the scale of Elo."""
    draws: Estimate | None
    """The share of these games that are drawn; None without a game."""
    unrated: int
    """How many games were left out."""
    groups: int
    """The number of groups of bots between which there is no game. Their comparison rests on the
    prior alone."""


def ratings(bots: Sequence[str], games: Iterable[StoredGame]) -> Ratings:
    """The ratings of these bots; they include each player of these games. Raises NoRatings."""
    try:
        from owari.results.rating_model import fit
    except ImportError:
        raise NoRatings(NEEDED) from None
    games = list(games)
    pairs = _pairs(games, _evidence)
    found = fit(len(bots), _columns(bots, pairs))
    *strengths, first_move = (
        Estimate(ELO * value, ELO * (value - error), ELO * (value + error))
        for value, error in zip(found.values.tolist(), found.errors.tolist(), strict=True)
    )
    played = Counter[str]()
    for each in pairs:
        played.update({each.one: each.games, each.other: each.games})
    rated = [Rating(bot, played[bot], strengths[place]) for place, bot in enumerate(bots)]
    return Ratings(
        tuple(sorted(rated, key=lambda rating: -rating.elo.value)),
        first_move,
        _share_of_draws([(each.games, each.drawn) for each in pairs]),
        len(games) - sum(each.games for each in pairs),
        found.groups,
    )


def expectations(bots: Sequence[str], games: Iterable[StoredGame]) -> Expectations:
    """The matches of these bots against what their other games let expect; the bots include each
    player of these games. Raises NoRatings."""
    try:
        from owari.results.expectation_model import match_expectations
    except ImportError:
        raise NoRatings(NEEDED) from None
    games = list(games)
    pairs = _pairs(games, _distinct)
    played, forfeits = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for pair in pairs:
        played[pair.one, pair.other] += pair.games
        forfeits[pair.one, pair.other] += pair.forfeits
    found: list[Expectation] = []
    for each in match_expectations(len(bots), _columns(bots, pairs)):
        one, other = bots[each.one], bots[each.other]
        count, points, expected = played[one, other], each.points, each.expected
        names = one, other
        if points < expected:
            names, points, expected = (other, one), count - points, count - expected
        counts = count, forfeits[one, other]
        found.append(Expectation(*names, *counts, points, expected, each.chance))
    found.sort(key=lambda match: match.chance)
    return Expectations(tuple(found), len(played) - len(found), len(games) - sum(played.values()))


class _Pair:
    """The games of a pair: those from one opening with sides exchanged."""

    def __init__(self, game: StoredGame) -> None:
        self.one, self.other = sorted((game.south, game.north))
        self.counts = [0.0, 0.0, 0.0, 0.0]
        """The games that `one` began and its points in them, then those of `other` and the points
        of `one` in these."""
        self.games = self.drawn = self.forfeits = 0

    def add(self, game: StoredGame) -> None:
        """Counts a game."""
        winner = game.ending.result.winner
        began = 0 if game.player(game.first) == self.one else 2
        self.counts[began] += 1
        self.counts[began + 1] += 0.5 if winner is None else float(game.player(winner) == self.one)
        self.games += 1
        self.drawn += winner is None
        self.forfeits += bool(game.ending.forfeited_by)


def _columns(bots: Sequence[str], pairs: Sequence[_Pair]) -> PairedGames:
    """Pairs as the models take them, with bots as indices."""
    import numpy as np

    from owari.results.rating_model import PairedGames

    places = {bot: place for place, bot in enumerate(bots)}
    rows = [(places[each.one], places[each.other], *each.counts) for each in pairs]
    columns = np.array(rows, dtype=float).reshape(-1, 6).T
    return PairedGames(*columns[:2].astype(int), *columns[2:])


def _pairs(
    games: Iterable[StoredGame], evidence: Callable[[Sequence[StoredGame]], Iterable[StoredGame]]
) -> list[_Pair]:
    """The rated games by pairs, of which `evidence` chooses those of two bots that count. Games
    that name no pair are paired in their order."""
    between: defaultdict[tuple[str, ...], list[StoredGame]] = defaultdict(list)
    for game in games:
        if (
            game.ending.result is not Result.NEITHER
            and game.ending.termination not in WITHOUT_MOVES
        ):
            between[tuple(sorted((game.south, game.north)))].append(game)
    found: dict[tuple[object, ...], _Pair] = {}
    for bots, met in between.items():
        begun = Counter[str]()
        for game in evidence(sorted(met, key=lambda game: game.number)):
            first = game.player(game.first)
            begun[first] += not game.pair
            key = (bots, game.pair or begun[first])
            found.setdefault(key, _Pair(game)).add(game)
    return list(found.values())


def _evidence(games: Sequence[StoredGame]) -> Iterator[StoredGame]:
    """The games of two bots without those that repeat one, unless these bots have varied."""
    played: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for game in games:
        if game.moves:
            played[game.south, game.first.value, game.opening].add(f"{game.moves} {game.ending}")
    varied = any(len(each) > 1 for each in played.values())
    for game in games:
        start = game.south, game.first.value, game.opening
        if varied or not game.moves or played.pop(start, set()):
            yield game


def _distinct(games: Sequence[StoredGame]) -> Iterator[StoredGame]:
    """The games of two bots without those that repeat an earlier one. A game that somebody reported
    without its moves is no repeat."""
    seen = set[tuple[object, ...]]()
    for game in games:
        start = game.south, game.first, game.opening
        whole = *start, game.moves, game.ending._replace(reason="")
        unknown = not game.moves and not game.ending.forfeited_by
        if unknown or whole not in seen:
            seen.add(whole)
            yield game


def _share_of_draws(pairs: Sequence[tuple[int, int]]) -> Estimate | None:
    """The share of drawn games from the games and draws of each pair. The interval is that of
    Wilson (1927) for as many independent games as would vary so much."""
    games, drawn = (sum(each) for each in zip(*pairs, strict=True)) if pairs else (0, 0)
    if not games:
        return None
    share = drawn / games
    squares = sum((part - share * count) ** 2 for count, part in pairs)
    alike = games / len(pairs)
    if drawn not in (0, games):
        alike = min(max(squares / (games * share * (1 - share)), 1.0), alike)
    count = games / alike
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    error = Z * sqrt(share * (1 - share) / count + (Z / (2 * count)) ** 2) / (1 + Z * Z / count)
    # Rounding may put an end beyond the share itself.
    return Estimate(
        share, max(0.0, min(share, middle - error)), min(1.0, max(share, middle + error))
    )
