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
    hint 1                            search F6 1.00 0 8
                                      status

What is played we are told, our own moves too. Between the slashes stands what we think of our move
in discs, where we have counted so far.
Source: the description that comes with NBoard.
"""

from __future__ import annotations

from time import perf_counter

from owari.games.game import PASS, BadMove, IllegalMove, Move, Side
from owari.games.othello import OthelloPosition, OthelloRules
from owari.games.value import Kind
from owari.players.player import Choice, Clock, TimeControl
from owari.programs.dialogues.nboard import move_name, unfit
from owari.records.foreign import BadGame
from owari.records.ggf import read_game
from owari.serving.speaker import Chooser, Farewell, Misheard

__all__ = ["NboardSpeaker"]

DEEPEST = 60


class NboardSpeaker:
    def __init__(self, rules: OthelloRules, chooser: Chooser) -> None:
        """`rules` hold until a game is told."""
        self.chooser = chooser
        self._position = rules.start(Side.SOUTH)

    def greet(self) -> str:
        return ""

    def hear(self, line: str) -> str:
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
            case "hint", _:
                return self._hint()
            case "quit", _:
                raise Farewell
            case (("learn" | "analyze" | ""), _):
                pass
            case _:
                raise Misheard(f"{line[:40]!r} is no command of NBoard's")
        return ""

    def _look_ahead(self, depth: str) -> None:
        if not (depth.isascii() and depth.isdigit() and 0 < int(depth[:4]) < 1000):
            raise Misheard(f"a depth is a number of plies, as in 'set depth 8', not {depth[:40]!r}")
        self.chooser.look_ahead(min(int(depth), DEEPEST))

    def _game(self, text: str) -> None:
        try:
            position = read_game(text).final
        except (BadGame, IllegalMove) as error:
            raise Misheard(f"the game cannot be read: {error}") from None
        if why := unfit(position.rules):
            raise Misheard(why)
        assert isinstance(position, OthelloPosition)
        self._position = position
        self.chooser.start(position, position.turn, TimeControl())

    def _play(self, text: str) -> None:
        name = text.partition("/")[0]
        try:
            pa = name.lower() in ("pa", "pass")
            move = PASS if pa else self._position.rules.parse_move(name)
            self._position = self._position.play(move)
        except (BadMove, IllegalMove) as error:
            raise Misheard(f"{name[:40]!r} cannot be played: {error}") from None

    def _go(self) -> str:
        begun = perf_counter()
        choice = self._chosen()
        seconds = perf_counter() - begun
        name = move_name(self._position.rules, choice.move)
        return f"status owari is thinking\n=== {name}/{_discs(choice)}/{seconds:.2f}\nstatus\n"

    def _hint(self) -> str:
        choice = self._chosen()
        name = move_name(self._position.rules, choice.move)
        return f"search {name} {_discs(choice) or '0.00'} 0 {choice.depth or 0}\nstatus\n"

    def _chosen(self) -> Choice:
        if self._position.outcome():
            raise Misheard(f"we are asked for a move, and the game is over at {self._position}")
        forced: Move | None = self._position.forced()
        return Choice(forced) if forced else self.chooser.choose(self._position, Clock())


def _discs(choice: Choice) -> str:
    """What the move is worth, where that was counted in discs."""
    value = choice.value
    return f"{value.margin:.2f}" if value and value.kind is not Kind.SCORE else ""
