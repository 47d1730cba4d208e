"""The quality of play: what each bot gave away in the games that were judged.

The values of the moves are kept in a file, so that no game is judged twice. Each line is a JSON
object of one game: what the game is, the time for each position, and the bounds and the guess of
each move by the number of plies before it. A line that nobody can read, as a killed process leaves
it, counts as none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from owari.analysis.review import GivenAway, Judged, Review, values_from_the_end
from owari.analysis.values import Certainty, MoveValues, Worth
from owari.errors import BadInput
from owari.games.game import Side
from owari.records.record import GameRecord
from owari.report.cells import Cell, Figure, Table
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


class KeptValues:
    """The values in a file, and the judge of games that it does not have.

    Raises OSError, and BadInput for a file of something else.
    """

    def __init__(self, path: Path | None, seconds: float) -> None:
        """`path` None keeps nothing. Each position takes `seconds` at most; games that had less
        are judged again."""
        self._path = path
        self._seconds = seconds
        self._known: dict[str, str] = {}
        """The lines of the games, which are shorter than what they say; by what each game is."""
        text = path.read_text("utf-8", "replace") if path and path.exists() else ""
        if text and not text.startswith(_BEGIN):
            raise BadInput(f"{path} exists already and has no values of games: move it away")
        self._ends_in_a_line = text.endswith("\n") or not text
        for line in text.splitlines():
            with suppress(ValueError, TypeError, KeyError):
                game = json.loads(line)
                if game["seconds"] >= seconds:
                    self._known[game["game"]] = line

    def __bool__(self) -> bool:
        """Whether the values of any game are kept."""
        return bool(self._known)

    def known(self, record: GameRecord) -> Review | None:
        """The review of a game whose values are kept."""
        line = self._known.get(_key_of(record))
        if line is None:
            return None
        with suppress(ValueError, TypeError, AttributeError, KeyError):
            return Review(record, _read(record, json.loads(line)["values"]))
        return None

    def known_of(self, records: Mapping[int, GameRecord]) -> dict[int, Review]:
        """The reviews of those of the games whose values are kept."""
        found = {number: self.known(record) for number, record in records.items()}
        return {number: review for number, review in found.items() if review}

    def judge(self, record: GameRecord, tell: Callable[[], None]) -> Review:
        """Finds the values of a game and keeps them; calls `tell` after each position. Ctrl-C
        keeps nothing of the game."""
        values: dict[int, MoveValues] = {}
        for before, known in values_from_the_end(record, seconds=self._seconds):
            values[before] = known
            tell()
        review = Review(record, values)
        self._keep(review)
        return review

    def _keep(self, review: Review) -> None:
        rules = review.record.game
        values = {
            str(before): {rules.format_move(move): worth for move, worth in known.moves.items()}
            for before, known in review.values.items()
        }
        key = _key_of(review.record)
        game = {"game": key, "seconds": self._seconds, "values": values}
        line = self._known[key] = json.dumps(game, separators=(",", ":"))
        if self._path is None:
            return
        with self._path.open("a", encoding="utf-8") as file:
            file.write("" if self._ends_in_a_line else "\n")
            file.write(line + "\n")
        self._ends_in_a_line = True


_BEGIN = '{"game":"'


def _key_of(record: GameRecord) -> str:
    """What the values of a game depend on, in short."""
    return sha256(f"{record.game.name} {record.start} {record.moves}".encode()).hexdigest()[:32]


def _read(record: GameRecord, values: Mapping[str, Any]) -> dict[int, MoveValues]:
    """The values by the number of plies before the position. Raises ValueError, TypeError or
    AttributeError for values of other moves than the legal ones."""
    found: dict[int, MoveValues] = {}
    for before, position in enumerate(record.positions()):
        worths = values.get(str(before))
        if worths is None:
            continue
        moves = {record.game.format_move(move): move for move in position.legal_moves()}
        if moves.keys() != worths.keys():
            raise ValueError(f"these are not the moves after {before} plies")
        read = {move: Worth(*map(int, worths[name])) for name, move in moves.items()}
        if not all(lower <= guess <= upper for lower, upper, guess in read.values()):
            raise ValueError(f"these are not bounds after {before} plies")
        found[before] = MoveValues(read)
    return found
