"""A computer player at the table."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from owari.games.game import IllegalMove, Move, Position, Side
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Clock, Fault, Player, TimeControl
from owari.records.record import Ending, GameRecord, Termination
from owari.report.families import report_of

__all__ = ["Answer", "ComputerPlayer"]


class Answer(NamedTuple):
    """A choice, and the seconds that it took."""

    choice: Choice
    seconds: float


class ComputerPlayer:
    """A player on its side, which follows the game forward and back.

    No player can forget moves. After a move is taken back, it starts again from the position.
    Every method but `close` can raise Fault, whose sentence names the player.
    """

    def __init__(
        self, player: Player, side: Side, *, joins_in: bool = True, seconds: float | None = None
    ) -> None:
        """`joins_in` says that the player can start in the middle of a game. `seconds` is its time
        for each turn with all extra moves."""
        self.player = player
        self.name = player.name
        """Its name at the table."""
        self.side = side
        self.joins_in = joins_in
        self.times = TimeControl(per_turn=seconds)
        self._start: Position | None = None
        self._told: tuple[Move, ...] = ()
        self._spent = 0.0
        """Seconds used in the current turn."""
        self._asked = 0.0
        """When the current search began."""
        self._best: Choice | None = None
        """The best choice of the current search so far."""
        if isinstance(player, EnginePlayer):
            player.on_depth = self._found

    def _found(self, choice: Choice) -> None:
        self._best = choice

    @property
    def has_clock(self) -> bool:
        """Whether a time limit ends its search."""
        if isinstance(self.player, EnginePlayer):
            return self.player.seconds is not None
        return self.times.per_turn is not None

    @property
    def so_far(self) -> Answer | None:
        """The best move of a search that was stopped, None without one."""
        return self._best and Answer(self._best, perf_counter() - self._asked)

    def follow(self, record: GameRecord) -> None:
        """Tells the player the moves that it does not know yet."""
        moves = tuple(ply.move for ply in record.plies)
        known = len(self._told)
        try:
            if self._start != record.start or moves[:known] != self._told:
                self._spent = 0.0
                self.player.start(record.final, self.side, self.times)
            else:
                positions = list(record.positions())[known + 1 :]
                if any(position.turn is not self.side for position in positions):
                    self._spent = 0.0
                for ply, position in zip(record.plies[known:], positions, strict=True):
                    self.player.observe(ply.side, ply.move, position)
        except Fault as fault:
            raise self._named(fault) from None
        self._start, self._told = record.start, moves

    def choose(self, position: Position) -> Answer:
        """A legal move in time. Raises Fault."""
        limit, margin = self.times.per_turn, self.times.margin
        if limit is not None:
            limit = max(0.0, limit - self._spent)
        self._best = None
        self._asked = begun = perf_counter()
        try:
            choice = self.player.choose(position, Clock(limit, margin=margin))
        except Fault as fault:
            raise self._named(fault) from None
        seconds = perf_counter() - begun
        self._spent += seconds
        if limit is not None and seconds > limit + margin:
            late = f"moved after {seconds:.3g} s, where {limit:.3g} s were left"
            raise self._named(Fault(Termination.TIMED_OUT, late))
        try:
            position.play(choice.move)
        except IllegalMove as error:
            rules = position.rules
            legal = ", ".join(map(rules.cell_name, position.legal_moves()))
            cells = f"{report_of(rules).cell}s"
            sentence = (
                f"played an illegal move: {error}; at {position} the legal {cells} are {legal}"
            )
            raise self._named(Fault(Termination.ILLEGAL_MOVE, sentence)) from None
        return Answer(choice, seconds)

    def finish(self, ending: Ending) -> None:
        """Tells the player that the game is over; another game can follow."""
        self._start = None
        try:
            self.player.finish(ending)
        except Fault as fault:
            raise self._named(fault) from None

    def close(self) -> None:
        """Ends the player."""
        self.player.close()

    def _named(self, fault: Fault) -> Fault:
        return Fault(fault.kind, f"{self.name} {fault}")
