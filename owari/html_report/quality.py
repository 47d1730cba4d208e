"""The quality of play: what each bot gave away in the games that were judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from owari.analysis.review import GivenAway, Judged, Review
from owari.analysis.values import Certainty
from owari.games.game import Side
from owari.report.tables import Cell, Figure, Table
from owari.results.game_log import StoredGame


def quality_table(
    bots: Sequence[str], reviews: Iterable[tuple[StoredGame, Review]], counted: str
) -> Table:
    """A line for each bot that has judged moves. `counted` is what a score counts."""
    games = dict.fromkeys(bots, 0)
    moves: dict[str, list[Judged]] = {bot: [] for bot in bots}
    for game, review in reviews:
        for side in Side:
            own = [move for move in review.moves if move.ply.side is side]
            games[game.player(side)] += bool(own)
            moves[game.player(side)] += own
    rows: list[tuple[Cell, ...]] = [
        (bot, games[bot], len(own), *_given_away(own, games[bot]), *_blunders(own))
        for bot, own in moves.items()
        if own
    ]
    away = (f"{counted} given away", "in a game")
    headers = ("bot", "games", "moves", *away, "chances", "blunders", "of chances")
    notes = (
        f"A move gives away the {counted} by which it is worse than the best move.",
        "A blunder turns a win into a draw or a loss, or a draw into a loss.",
        "A chance of a blunder is a move of the bot where some legal move is one: a bot that is"
        " lost has none. The last column is the share of these moves that were blunders.",
        "Values are exact where a proof takes no longer than its time, else estimates (~)"
        " or bounds (\u2265).",
    )
    return Table("quality", "Quality of play", headers, rows, notes)


_SIGNS = {Certainty.ESTIMATED: "~", Certainty.AT_LEAST: "\u2265"}


def _given_away(own: Iterable[Judged], games: int) -> tuple[Figure, Figure]:
    """The number in all and in a game, behind the sign of how certain it is."""
    total, certainty = GivenAway.by(own).total
    sign, mean = _SIGNS.get(certainty, ""), round(total / games, 1)
    return Figure(total, f"{sign}{total}"), Figure(mean, f"{sign}{mean:.1f}")


def _blunders(own: Sequence[Judged]) -> tuple[int, int, Figure | None]:
    """The chances of a blunder, the blunders, and their share of the chances."""
    chances, blunders = sum(move.could_turn for move in own), sum(move.turns for move in own)
    if not chances:
        return chances, blunders, None
    share = 100 * blunders / chances
    return chances, blunders, Figure(round(share, 1), f"{share:.0f}%")
