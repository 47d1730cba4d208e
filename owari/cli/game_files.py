"""The games that a FILE argument and a GAME number name."""

from __future__ import annotations

from pathlib import Path

from owari.cli.file_errors import reading
from owari.errors import BadInput
from owari.records.pgn import read_games
from owari.records.record import GameRecord
from owari.tournament.results_file import is_tournament_file, read_results

__all__ = ["is_of_tournament", "numbered_games"]


def is_of_tournament(file: Path) -> bool:
    """Whether this is a tournament file or a results file, and not a record."""
    return is_tournament_file(file) or _is_database(file)


def numbered_games(file: Path, game: int | None, *, one: str) -> dict[int, GameRecord]:
    """The game of that number, or all games of a record, by their numbers. Raises BadInput.

    A tournament needs a number; `one` is the message without one.
    """
    if not is_of_tournament(file):
        return _recorded(file, game)
    with read_results(file) as store:
        if game is None:
            raise BadInput(f"{one}: add the number of the game")
        return {game: store.played(game)}


def _recorded(file: Path, game: int | None) -> dict[int, GameRecord]:
    try:
        with reading(file):
            records = read_games(file.read_text(encoding="utf-8"), str(file))
    except UnicodeDecodeError:
        raise BadInput(f"{file} is neither a results file nor a record") from None
    if not records:
        raise BadInput(f"{file} has no games")
    numbered = dict(enumerate(records, 1))
    if game is None:
        return numbered
    if game not in numbered:
        games = "1 game" if len(records) == 1 else f"{len(records)} games"
        raise BadInput(f"{file} has {games} and no game {game}")
    return {game: numbered[game]}


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(16) == b"SQLite format 3\0"
    except OSError:
        return False
