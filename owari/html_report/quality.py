"""What each bot gave away in the games that were judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from owari.analysis.review import Review
from owari.games.game import Side
from owari.report.cells import Cell, Figure, Table
from owari.results.game_log import StoredGame

__all__ = ["quality_table"]


def quality_table(
    bots: Sequence[str], reviews: Iterable[tuple[StoredGame, Review]], counted: str
) -> Table:
    """A line for each bot that has judged moves. `counted` is what a score counts."""
    games, moves, lost, blunders = (dict.fromkeys(bots, 0) for _ in range(4))
    guessed: set[str] = set()
    for game, review in reviews:
        for side in Side:
            own = [move for move in review.moves if move.ply.side is side]
            bot = game.player(side)
            games[bot] += bool(own)
            moves[bot] += len(own)
            lost[bot] += sum(move.lost.guess for move in own)
            blunders[bot] += sum(move.turns for move in own)
            if any(not move.lost.exact for move in own):
                guessed.add(bot)
    rows: list[tuple[Cell, ...]] = [
        (bot, games[bot], moves[bot], *_given_away(lost[bot], games[bot], sign), blunders[bot])
        for bot in bots
        if moves[bot]
        for sign in ["~" if bot in guessed else ""]
    ]
    headers = ("bot", "games", "moves", f"{counted} given away", "in a game", "blunders")
    notes = (
        f"A move gives away the {counted} by which it is worse than the best move.",
        "A blunder turns a win into a draw or a loss, or a draw into a loss.",
        "Values are exact where a proof takes no longer than its time, else estimates (~).",
    )
    return Table("quality", "Quality of play", headers, rows, notes)


def _given_away(total: int, games: int, sign: str) -> tuple[Figure, Figure]:
    """The number in all and in a game, behind the sign of estimates."""
    mean = round(total / games, 1)
    return Figure(total, f"{sign}{total}"), Figure(mean, f"{sign}{mean:.1f}")
