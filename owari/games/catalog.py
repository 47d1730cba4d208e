"""The games by name, as options, files and protocols write them."""

from __future__ import annotations

import difflib

from owari.games.game import Game
from owari.games.mancala import SOWING_GAMES
from owari.games.othello import OTHELLO_GAMES

__all__ = ["GAMES", "find_game"]

GAMES: dict[str, Game] = {**SOWING_GAMES, **OTHELLO_GAMES}


def find_game(name: str) -> Game:
    """The rules called `name`: a game, or a game and its size, as `kalah:6x4` or `othello:6`.

    Raises ValueError with a sentence that says which names there are.
    """
    family, colon, size = name.partition(":")
    if family not in GAMES:
        near = difflib.get_close_matches(family, GAMES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(GAMES)}"
        raise ValueError(f"unknown game {name!r}{hint}")
    return GAMES[family].sized(size) if colon else GAMES[family]
