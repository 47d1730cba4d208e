"""Our own line protocol, spoken as a bot; see `owari.programs.dialogues.line`."""

from __future__ import annotations

from owari.games.catalog import find_game
from owari.games.game import Game, Kind, Side
from owari.players.player import Choice, Clock, TimeControl
from owari.serving.speaker import BadRequest, Chooser, Goodbye, Speaker, reading

_UNLIMITED = 3_600_000
"""Milliseconds for a move from which on it is not limited."""


class LineSpeaker(Speaker):
    """A bot of the line protocol."""

    def __init__(self, rules: Game, chooser: Chooser) -> None:
        """`rules` hold until a game is named."""
        self.rules = rules
        self.chooser = chooser

    def hear(self, line: str) -> str:
        """The answer to a command."""
        word, *rest = line.split() or [""]
        match word:
            case "owari":
                return "name owari\nready\n"
            case "game":
                with reading():
                    self.rules = find_game(rest[0] if rest else "")
                self.chooser.start(self.rules.start(), Side.SOUTH, TimeControl())
                return "ready\n"
            case "go":
                return self._go(rest)
            case "quit":
                raise Goodbye
            case "played" | "result" | "":
                return ""
        raise BadRequest(f"{word[:40]!r} is no command of the line protocol")

    def _go(self, words: list[str]) -> str:
        if len(words) < 2 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 16):
            found = " ".join(words)[:40]
            raise BadRequest(
                "go takes the milliseconds of the move and the position, as in: go 5000 ..., not"
                f" {found!r}"
            )
        with reading(f"no position of {self.rules.name}"):
            position = self.rules.parse_position(" ".join(words[1:]))
        if not position.legal_moves():
            raise BadRequest(f"the game is over at {position}")
        if forced := position.forced():
            return f"{position.rules.cell_name(forced)}\n"
        milliseconds = int(words[0])
        turn = None if milliseconds >= _UNLIMITED else milliseconds / 1000
        return _answer(position.rules, self.chooser.choose(position, Clock(turn)))


def _answer(rules: Game, choice: Choice) -> str:
    said = rules.cell_name(choice.move)
    if choice.depth is not None:
        said += f" depth {choice.depth}"
    if choice.value is not None:
        number, kind = choice.value
        said += f" value {number}"
        if kind is Kind.EXACT:
            said += " comment proved"
    return f"{said}\n"
