"""The games by name, as options, files and protocols write them."""

from __future__ import annotations

import difflib
import re

from owari.games.mancala import KALAH, KALAH_EMPTY, MANCHESTER, OWARI, SowingRules

__all__ = ["GAMES", "find_game"]

GAMES: dict[str, SowingRules] = {
    game.family: game for game in (OWARI, KALAH, KALAH_EMPTY, MANCHESTER)
}


def find_game(name: str) -> SowingRules:
    """The rules called `name`: a game, or a game and its size as `kalah:6x4` (pits x stones).

    Raises ValueError with a sentence that says which names there are.
    """
    family, colon, size = name.partition(":")
    if family not in GAMES:
        near = difflib.get_close_matches(family, GAMES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(GAMES)}"
        raise ValueError(f"unknown game {name!r}{hint}")
    if not colon:
        return GAMES[family]
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", size)
    if not found:
        raise ValueError(f"{name!r}: a size is pits x stones a pit, as in '{family}:6x4'")
    return GAMES[family].resized(int(found[1]), int(found[2]))
