"""NBoard's protocol, spoken as an engine.

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

from math import inf
from time import perf_counter
from typing import Any

from owari.games.game import Kind, Move, Side, Value
from owari.games.othello import OthelloRules
from owari.players.player import Choice, Clock, TimeControl
from owari.programs.dialogues.nboard import PROTOCOL, move_name, read_move
from owari.records.ggf import read_game
from owari.serving.speaker import BadRequest, Chooser, Goodbye, Speaker, reading

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
