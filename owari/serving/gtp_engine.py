"""The Go Text Protocol, spoken as an engine of Othello.

    from the manager              from us
    boardsize 8                   =
    clear_board                   =
    7 genmove b                   =7 f5
    play w f6                     =
    play w a1                     ? illegal move: a disc on a1 flips no disc

Every command is answered, with its number if it has one, and an empty line behind. A side that has
to pass may say so, or the other plays on as if it had.

Source: the specification of version 2, draft 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from owari.games.game import PASS, BadMove, IllegalMove, Move, Side
from owari.games.othello import OthelloPosition, OthelloRules, in_colours
from owari.games.square_boards import EMPTY
from owari.players.player import Clock, TimeControl
from owari.serving.speaker import Chooser, Goodbye, Speaker

_LINE = re.compile(r"(?:([0-9]{1,18})(?:\s+|$))?(\S+)?\s*(.*)")
_COLOURS = {"b": Side.SOUTH, "black": Side.SOUTH, "w": Side.NORTH, "white": Side.NORTH}
"""Black is South here."""


class _Refused(ValueError):
    """What cannot be done; the text says why."""


class GtpSpeaker(Speaker):
    """An engine of Othello."""

    def __init__(self, rules: OthelloRules, chooser: Chooser) -> None:
        self.chooser = chooser
        self._clocks: dict[Side, Clock] = {}
        self._lay_out(rules)
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "owari",
            "version": lambda words: _version(),
            "known_command": lambda words: str(_one(words) in self._known()).lower(),
            "list_commands": lambda words: "\n".join(self._known()),
            "list_games": lambda words: "Othello",
            "set_game": self._set_game,
            "boardsize": self._set_size,
            "clear_board": lambda words: self._begin(self._position.rules),
            "komi": lambda words: "",
            "play": self._play,
            "genmove": self._generate,
            "reg_genmove": self._think,
            "undo": self._undo,
            "showboard": lambda words: _drawn(self._position),
            "final_score": lambda words: _score(self._position),
            "time_settings": self._set_times,
            "time_left": self._set_clock,
        }

    def hear(self, line: str) -> str:
        """The answer to a command, a refusal too."""
        text = "".join(c for c in line.replace("\t", " ").partition("#")[0] if c.isprintable())
        found = _LINE.fullmatch(text.strip())
        number, command, rest = found.groups(default="") if found else ("", "", "")
        if not (number or command):
            return ""
        if command == "quit":
            raise Goodbye(_answer("=", number, ""))
        if command not in self._commands:
            return _answer("?", number, "unknown command")
        try:
            return _answer("=", number, self._commands[command](rest.split()))
        except (_Refused, BadMove) as error:
            return _answer("?", number, str(error))
        except IllegalMove as error:
            colour = self._position.colour(self._position.turn).lower()
            return _answer("?", number, f"illegal move: {in_colours(error, colour)}")

    def _known(self) -> list[str]:
        return [*self._commands, "quit"]

    def _lay_out(self, rules: OthelloRules) -> None:
        self._position = rules.start(Side.SOUTH)
        self._before: list[OthelloPosition] = []
        """The positions in which something was played, for taking back."""
        self._clocks.clear()

    def _begin(self, rules: OthelloRules) -> str:
        self._lay_out(rules)
        self.chooser.start(self._position, Side.SOUTH, TimeControl())
        return ""

    def _set_game(self, words: Sequence[str]) -> str:
        if " ".join(words).lower() not in ("othello", "reversi"):
            raise _Refused("unsupported game")
        return ""

    def _set_size(self, words: Sequence[str]) -> str:
        size = _one(words)
        try:
            rules = self._position.rules.sized(size)
        except ValueError:
            raise _Refused("unacceptable size") from None
        return self._begin(rules)

    def _play(self, words: Sequence[str]) -> str:
        if len(words) != 2:
            raise _Refused("a colour and a square are expected, as in: play b f5")
        position = self._of(words[0])
        move = position.rules.parse_move(words[1])
        if move == PASS and position.outcome():
            return ""  # some end a game by passing twice
        self._after(position.play(move))
        return ""

    def _generate(self, words: Sequence[str]) -> str:
        position, move = self._chosen(words)
        if not position.outcome():
            self._after(position.play(move))
        return position.rules.cell_name(move)

    def _think(self, words: Sequence[str]) -> str:
        """The move that would be generated, and is not played."""
        position, move = self._chosen(words)
        return position.rules.cell_name(move)

    def _chosen(self, words: Sequence[str]) -> tuple[OthelloPosition, Move]:
        """The position of a colour, and our move there: a pass where the game is over."""
        position = self._of(_one(words))
        if position.outcome():
            return position, PASS
        clock = self._clocks.get(position.turn, Clock())
        return position, position.forced() or self.chooser.choose(position, clock).move

    def _undo(self, words: Sequence[str]) -> str:
        if not self._before:
            raise _Refused("cannot undo")
        self._position = self._before.pop()
        return ""

    def _of(self, colour: str) -> OthelloPosition:
        """The position in which this colour is to move, though the other have to pass first."""
        side = _COLOURS.get(colour.lower())
        if side is None:
            raise _Refused("a colour is b, black, w or white")
        position = self._position
        if position.turn is side or position.outcome():
            return position
        if position.forced():
            return position.play(PASS)
        raise _Refused(f"it is {'white' if side is Side.SOUTH else 'black'}'s turn")

    def _after(self, position: OthelloPosition) -> None:
        self._before.append(self._position)
        self._position = position

    def _set_times(self, words: Sequence[str]) -> str:
        """Seconds for the game, then so many seconds for so many moves. With seconds for no moves
        there is no limit."""
        main, period, moves = _numbers(words, 3)
        clock = Clock(game=main) if main else _clock(period, moves)
        self._clocks = dict.fromkeys(Side, clock)
        return ""

    def _set_clock(self, words: Sequence[str]) -> str:
        """A colour, and seconds for so many moves, or for the game where these are none."""
        side = _COLOURS.get(words[0].lower()) if words else None
        if side is None:
            raise _Refused("a colour is b, black, w or white")
        seconds, moves = _numbers(words[1:], 2)
        self._clocks[side] = Clock(game=seconds) if not moves else _clock(seconds, moves)
        return ""


def _clock(seconds: float, moves: float) -> Clock:
    return Clock(turn=seconds / moves) if moves else Clock()


def _one(words: Sequence[str]) -> str:
    if len(words) != 1:
        raise _Refused("one word is expected behind the command")
    return words[0]


def _numbers(words: Sequence[str], count: int) -> list[float]:
    if len(words) != count or not all(
        re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", w) for w in words
    ):
        raise _Refused(f"{count} numbers are expected")
    return [float(word) for word in words]


def _answer(sign: str, number: str, text: str) -> str:
    said = f"{sign}{number}" + (f" {text}" if text else "")
    return f"{said}\n\n"


def _version() -> str:
    from importlib.metadata import version

    return version("owari")


def _score(position: OthelloPosition) -> str:
    margin = position.score().margin(Side.SOUTH)
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}" if margin else "0"


def _drawn(position: OthelloPosition) -> str:
    """The board below letters, and who is to move."""
    size = position.rules.size
    squares, turn = str(position).split()[:2]
    letters = " ".join(chr(ord("a") + column) for column in range(size))
    rows = (
        f"{row + 1:2} {' '.join(squares[row * size : (row + 1) * size]).replace(EMPTY, '.')}"
        for row in range(size)
    )
    who = "black" if turn == "X" else "white"
    return "\n".join(["the board", f"   {letters}", *rows, f"X black, O white; {who} to move"])
