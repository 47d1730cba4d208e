"""A computer player at the table."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from owari.games.game import IllegalMove, Move, Position, Side
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Fault, Player, TimeControl
from owari.records.record import Ending, GameRecord, Termination
from owari.referee.referee import Stopwatch
from owari.report.families import report_of


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
        self,
        player: Player,
        side: Side,
        *,
        joins_in: bool = True,
        seconds: float | None = None,
        times: TimeControl | None = None,
    ) -> None:
        """`joins_in` says that the player can start in the middle of a game. `seconds` is its time
        for each turn with all extra moves; a tournament has `times` of its own."""
        self.player = player
        self.name = player.name
        """Its name at the table."""
        self.side = side
        self.joins_in = joins_in
        self.times = times or TimeControl(per_turn=seconds)
        self.lost_its_place = False
        """Whether it could not begin again in the middle of a game, as after a correction."""
        self._start: Position | None = None
        self._told: tuple[Move, ...] = ()
        self._stopwatch = Stopwatch(self.times)
        self._has_moved = False
        """Whether it has made a move of the current turn."""
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
        return self.times.per_turn is not None or self.times.per_game is not None

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
                self._wind(record)
                self.lost_its_place = bool(moves) and not self.joins_in
                self.player.start(record.final, self.side, self.times)
                self.lost_its_place = False
            else:
                positions = list(record.positions())[known + 1 :]
                if self._has_moved and any(each.turn is not self.side for each in positions):
                    self._stopwatch.spend(0.0, turn_is_over=True)
                    self._has_moved = False
                for ply, position in zip(record.plies[known:], positions, strict=True):
                    self.player.observe(ply.side, ply.move, position)
        except Fault as fault:
            raise self._named(fault) from None
        self._start, self._told = record.start, moves

    def _wind(self, record: GameRecord) -> None:
        """Takes the time that the record says from a new stopwatch."""
        self._stopwatch, self._has_moved = Stopwatch(self.times), False
        positions = list(record.positions())[1:]
        for ply, after in zip(record.plies, positions, strict=True):
            if ply.side is self.side:
                over = after.turn is not self.side
                self._stopwatch.spend(ply.seconds or 0.0, turn_is_over=over)
                self._has_moved = not over

    def choose(self, position: Position) -> Answer:
        """A legal move in time. Raises Fault."""
        clock = self._stopwatch.clock()
        self._best = None
        self._asked = begun = perf_counter()
        try:
            choice = self.player.choose(position, clock)
            seconds = perf_counter() - begun
            self.times.check(seconds, clock)
        except Fault as fault:
            raise self._named(fault) from None
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
        self._stopwatch.spend(seconds, turn_is_over=False)
        self._has_moved = True
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
