"""The games by name, as options, files and protocols write them."""

from __future__ import annotations

from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import SOWING_GAMES
from owari.games.othello import OTHELLO_GAMES
from owari.text.suggestions import did_you_mean

GAMES: dict[str, Game] = {**SOWING_GAMES, **OTHELLO_GAMES}


def find_game(name: str) -> Game:
    """The rules called `name`: a game, or a game and its size, as `kalah:6x4` or `othello:6`.

    Raises BadInput with a sentence that names the nearest game, or all of them.
    """
    family, colon, size = name.partition(":")
    if family not in GAMES:
        raise BadInput(f"unknown game {name!r}{did_you_mean(family, GAMES)}")
    return GAMES[family].sized(size) if colon else GAMES[family]
