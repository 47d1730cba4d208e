"""The games that a FILE argument and a GAME number name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from owari.cli.file_errors import reading
from owari.errors import BadInput
from owari.records.game_texts import game_texts
from owari.records.pgn import game_of
from owari.records.record import GameRecord
from owari.tournament.results_file import is_tournament_file, read_results

__all__ = ["is_of_tournament", "numbered_games"]

PART = 1 << 18
"""Characters of a record that are read at a time."""


def is_of_tournament(file: Path) -> bool:
    """Whether this is a tournament file or a results file, and not a record."""
    return is_tournament_file(file) or _is_database(file)


def numbered_games(file: Path, game: int | None, *, one: str) -> Iterator[tuple[int, GameRecord]]:
    """The game of that number, or the games of a record one after the other, with their numbers.
    Raises BadInput.

    A tournament needs a number; `one` is the message without one. Of a record only the game of that
    number is read as a game.
    """
    if not is_of_tournament(file):
        yield from _recorded(file, game)
        return
    with read_results(file) as store:
        if game is None:
            raise BadInput(f"{one}: add the number of the game")
        yield game, store.played(game)


def _recorded(file: Path, game: int | None) -> Iterator[tuple[int, GameRecord]]:
    number = 0
    try:
        with reading(file), file.open(encoding="utf-8") as opened:
            for number, text in enumerate(game_texts(iter(lambda: opened.read(PART), "")), 1):
                if game in (None, number):
                    yield number, game_of(text, str(file))
                    if game:
                        return
    except UnicodeDecodeError:
        raise BadInput(f"{file} is neither a results file nor a record") from None
    if not number:
        raise BadInput(f"{file} has no games")
    if game:
        game_of(text, str(file))  # the last text is all that is left where something is no game
        games = "1 game" if number == 1 else f"{number} games"
        raise BadInput(f"{file} has {games} and no game {game}")


def _is_database(file: Path) -> bool:
    try:
        if not file.is_file():
            return False  # what is read of a pipe is gone from it
        with file.open("rb") as opened:
            return opened.read(16) == b"SQLite format 3\0"
    except OSError:
        return False
