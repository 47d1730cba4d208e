"""The forfeits of a tournament one by one, with the ends of their dialogues."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from owari.games.game import Side
from owari.records.record import Termination
from owari.report.cells import Table
from owari.results.game_log import StoredGame
from owari.text.printable import escaped

_LINES = 12
"""Lines of a dialogue that are shown."""
_LONGEST_LINE = 400
"""Characters of a line."""
_TAIL = 16_384
"""Bytes at the end of a file that are read for them."""


class Forfeit(NamedTuple):
    """A game that a bot lost by its own fault."""

    game: int
    bot: str
    opponent: str
    kind: Termination
    reason: str
    """A sentence."""
    dialogue: tuple[str, ...] = ()
    """The last lines between the referee and the bot, where they are kept."""


class Dialogues:
    """The folder that `owari tournament --logs` has written: a folder for each game that was
    played, with a file for each program."""

    def __init__(self, root: Path) -> None:
        found: dict[int, tuple[int, Path]] = {}
        for folder in root.iterdir():
            if name := _OF_A_GAME.fullmatch(folder.name):
                attempt = int(name["attempt"] or 1), folder
                found[int(name["game"])] = max(attempt, found.get(int(name["game"]), attempt))
        self._folders = {game: folder for game, (_, folder) in found.items()}

    def last_lines(self, game: int, side: Side) -> tuple[str, ...]:
        """The last lines of the program on that side, when the game was last played."""
        folder = self._folders.get(game)
        with suppress(OSError):
            for path in sorted(folder.glob(f"{str(side).lower()}-*.log")) if folder else ():
                # A link could show a file to the readers of the report that is nobody's dialogue.
                if stat.S_ISREG(path.lstat().st_mode):
                    return _end_of(path)
        return ()


_OF_A_GAME = re.compile(r"(?P<game>\d{4,9})-\w+-\w+(?:-(?P<attempt>\d{1,9}))?", re.ASCII)
"""The name of a game's folder; names of bots have no hyphen in it."""


def _end_of(path: Path) -> tuple[str, ...]:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        lines = file.read().decode("utf-8", "replace").split("\n")
    whole = [line for line in lines[size > _TAIL :] if line]
    return tuple(escaped(line[:_LONGEST_LINE]) for line in whole[-_LINES:])


def forfeits(games: Iterable[StoredGame], dialogues: Dialogues | None = None) -> Iterator[Forfeit]:
    """Each forfeit, by game."""
    for game in games:
        _, _, kind, reason = game.ending
        for side in game.ending.forfeited_by:
            lines = dialogues.last_lines(game.number, side) if dialogues else ()
            bots = game.player(side), game.player(side.other)
            yield Forfeit(game.number, *bots, kind, reason, lines)


def forfeit_list(found: Iterable[Forfeit]) -> Table:
    """The forfeits for other programs."""
    rows = [(each.game, each.bot, each.opponent, each.kind.value, each.reason) for each in found]
    headers = ("game", "bot", "opponent", "kind", "reason")
    return Table("forfeits", "Forfeits", headers, rows)
