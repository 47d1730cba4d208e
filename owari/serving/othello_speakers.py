"""Our engine under managers of Othello: an engine of the Go Text Protocol, and one of NBoard's.

The Go Text Protocol:

    from the manager              from us
    boardsize 8                   =
    clear_board                   =
    7 genmove b                   =7 f5
    play w f6                     =
    play w a1                     ? illegal move: a disc on a1 flips no disc

Every command is answered, with its number if it has one, and an empty line behind. A side that has
to pass may say so, or the other plays on as if it had. Source: the specification of version 2,
draft 2.

NBoard's protocol:

    from NBoard                       from us
    nboard 1                          set myname owari
    set depth 8
    set game (;GM[Othello]...;)
    ping 1                            pong 1
    go                                status owari is thinking
                                      === F5/1.00/0.51
                                      status
    move F5
    hint 2                            search F6 1.00 0 8
                                      search D6 -2.00 0 8
                                      status
    learn                             learned

What is played we are told, our own moves too. Between the slashes stands what we think of our move
in discs, where we have counted so far. A hint is for as many of the best moves as are asked for.
Source: the description that comes with NBoard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any

from owari.games.game import PASS, BadMove, IllegalMove, Kind, Move, Side, Value
from owari.games.othello import OthelloPosition, OthelloRules, in_colours
from owari.games.square_boards import EMPTY
from owari.players.player import Choice, Clock, TimeControl
from owari.programs.dialogues.nboard import PROTOCOL, move_name, read_move
from owari.records.ggf import read_game
from owari.serving.speaker import BadRequest, Chooser, Goodbye, Speaker, reading

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


_DEEPEST = 60
_HINTED = 1.0
"""Seconds for the moves of a hint beside the best, all together, where no depth says how long."""


class NboardSpeaker(Speaker):
    """An engine for NBoard."""

    def __init__(self, rules: OthelloRules, chooser: Chooser) -> None:
        """`rules` hold until a game is told."""
        self.chooser = chooser
        self._position = rules.start(Side.SOUTH)

    def hear(self, line: str) -> str:
        """The answer to a command."""
        word, _, rest = line.strip().partition(" ")
        match word, rest.split():
            case "nboard", _:
                return "set myname owari\n"
            case "ping", _:
                return f"pong {rest.strip()}\n"
            case "set", ["depth", depth]:
                self._look_ahead(depth)
            case "set", ["game", *_]:
                self._game(rest.strip().removeprefix("game"))
            case "set", _:
                pass  # a contempt, or what is to come
            case "move", [move, *_]:
                self._play(move)
            case "go", _:
                return self._go()
            case "hint", words:
                return self._hint(words)
            case "quit", _:
                raise Goodbye
            case "learn", _:
                return "learned\n"
            case (("analyze" | ""), _):
                pass
            case _:
                raise BadRequest(f"{line[:40]!r} is no command of NBoard's")
        return ""

    def _look_ahead(self, depth: str) -> None:
        if not (depth.isascii() and depth.isdigit() and 0 < int(depth[:4]) < 1000):
            raise BadRequest(f"a depth is a number of plies, as 'set depth 8', not {depth[:40]!r}")
        self.chooser.look_ahead(min(int(depth), _DEEPEST))

    def _game(self, text: str) -> None:
        with reading("the game cannot be read"):
            position: Any = read_game(text).final
        if why := PROTOCOL.unfit(position.rules):
            raise BadRequest(why)
        self._position = position
        self.chooser.start(position, position.turn, TimeControl())

    def _play(self, text: str) -> None:
        name = text.partition("/")[0]
        with reading(f"{name[:40]!r} cannot be played"):
            self._position = self._position.play(read_move(self._position.rules, name))

    def _go(self) -> str:
        begun = perf_counter()
        choice = self._chosen()
        seconds = perf_counter() - begun
        name = move_name(self._position.rules, choice.move)
        return f"status owari is thinking\n=== {name}/{_discs(choice)}/{seconds:.2f}\nstatus\n"

    def _hint(self, words: list[str]) -> str:
        most = words[0] if words else "1"
        if not (most.isascii() and most.isdigit() and int(most[:4])):
            raise BadRequest(f"a hint is for a number of moves, as in 'hint 2', not {most[:40]!r}")
        best = self._chosen()
        lines = [self._line(best)]
        if int(most[:4]) > 1:
            lines += map(self._line, self._others(best)[: int(most[:4]) - 1])
        return "".join(lines) + "status\n"

    def _line(self, choice: Choice) -> str:
        name = move_name(self._position.rules, choice.move)
        return f"search {name} {_discs(choice) or '0.00'} 0 {choice.depth or 0}\n"

    def _others(self, best: Choice) -> list[Choice]:
        """The other moves, the best first; none is better than the one that was chosen."""
        moves = [move for move in self._position.legal_moves() if move != best.move]
        found = [_no_better(self._considered(move, _HINTED / len(moves)), best) for move in moves]
        return sorted(found, key=lambda each: -each.value.number if each.value else inf)

    def _considered(self, move: Move, seconds: float) -> Choice:
        """The move with what the other side thinks of it, turned round."""
        turn = self._position.turn
        after = self._position.play(move)
        if forced := after.forced():
            after = after.play(forced)
        if outcome := after.outcome():
            return Choice(move, None, Value(outcome.margin(turn), Kind.EXACT))
        _, depth, value, *_ = self.chooser.choose(after, Clock(turn=seconds))
        if value and after.turn is not turn:
            value = value._replace(number=-value.number)
        return Choice(move, depth, value)

    def _chosen(self) -> Choice:
        if self._position.outcome():
            raise BadRequest(f"the request is for a move, and the game is over at {self._position}")
        forced: Move | None = self._position.forced()
        return Choice(forced) if forced else self.chooser.choose(self._position, Clock())


def _no_better(choice: Choice, best: Choice) -> Choice:
    """The choice with a margin that is no higher than the best one's, where both are margins."""
    value, most = choice.value, best.value
    if value is None or most is None or Kind.SCORE in (value.kind, most.kind):
        return choice
    return choice._replace(value=value._replace(number=min(value.number, most.number)))


def _discs(choice: Choice) -> str:
    """What the move is worth, where that was counted in discs."""
    value = choice.value
    return f"{value.margin:.2f}" if value and value.kind is not Kind.SCORE else ""
