"""One game between two players: the referee asks, times, checks and records, and ends a game that
is decided or has lasted long enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from time import perf_counter
from typing import Any, Self

from owari.games.catalog import allowed_by
from owari.games.game import IllegalMove, Move, Outcome, Position, Side
from owari.players.player import Cause, Clock, Fault, Player, TimeControl
from owari.records.record import Ending, GameRecord, Ply, Result, Termination


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the referee ends a game. Everything is off by default."""

    value: bool = False
    """When the final margin is proved at once; the score is that of best play."""
    score: bool = False
    """When a side has more than half of all stones; the score is the board as it stands."""
    lead: int | None = None
    """When a side has so many stones or discs more than the other; the score as it stands."""
    length: int | None = None
    """After so many plies. Who has more stones or discs wins; the score as it stands."""

    @classmethod
    def of(cls, stored: Any) -> Self:
        """The adjudication that results store. Raises ValueError."""
        try:
            return cls(**stored)
        except TypeError:
            raise ValueError("the rules of adjudication cannot be read") from None

    def __bool__(self) -> bool:
        """Whether any of it is on."""
        return self != Adjudication()

    def ending(self, position: Position, plies: int) -> Ending | None:
        """The ending of an unfinished game at this position after so many plies; None if it goes
        on."""
        from owari.engine.families import margin_at_once

        score = position.score()
        leader = score.winner
        pieces = position.rules.pieces
        if leader is not None:
            all_stones = _total(position)
            if self.score and 2 * score.stones(leader) > all_stones:
                return _decided(score, f"{leader} has more than half of the {all_stones} {pieces}")
            if self.lead is not None and score.margin(leader) >= self.lead:
                return _decided(score, f"{leader} is {score.margin(leader)} {pieces} ahead")
        if self.value and (margin := margin_at_once(position)) is not None:
            count = _final(position, margin)
            return _decided(count, f"best play of both sides ends the game {count}")
        if self.length is not None and plies >= self.length:
            return _decided(score, f"the game has lasted {plies} plies")
        return None


def _decided(score: Outcome, reason: str) -> Ending:
    return Ending(Result.won_by(score.winner), score, Termination.ADJUDICATED, reason)


def _final(position: Position, margin: int) -> Outcome:
    """The final count for a margin of the side to move; squares left empty are the winner's."""
    south = margin if position.turn is Side.SOUTH else -margin
    total = _total(position)
    return Outcome((total + south) // 2, (total - south) // 2)


def _total(position: Position) -> int:
    """The stones on the board, or the discs of a full one."""
    most = position.rules.most_pieces
    if position.rules.keeps_score or most is None:
        return sum(position.settled()[:2])
    return most


def play_game(
    players: Mapping[Side, Player],
    start: Position,
    times: Mapping[Side, TimeControl],
    *,
    on_turn: Callable[[Side], None] | None = None,
    on_ply: Callable[[Ply, Position], None] | None = None,
    adjudication: Adjudication | None = None,
    keep: Callable[[GameRecord], None] | None = None,
    names_sisters: bool = True,
) -> GameRecord:
    """Plays from `start` to the end and returns the record.

    The referee starts the players and tells them the end, but does not close them. It makes a pass
    that is the only legal move itself. A player's fault forfeits the game; other errors are raised.

    `on_turn` gets the side that is asked next, and `on_ply` each ply with the position after it;
    no clock runs meanwhile. An `adjudication` may end the game early. `keep` gets the record before
    the players learn the end. `names_sisters` says whether an illegal move names the sister games
    that allow it.
    """
    plies: list[Ply] = []
    lost_turn = None
    ending = _start(players, start, times)
    if ending is None:
        ending, lost_turn = _play(
            players, start, times, plies, on_turn, on_ply, adjudication, names_sisters
        )
    record = GameRecord(
        game=start.rules,
        start=start,
        south=players[Side.SOUTH].name,
        north=players[Side.NORTH].name,
        plies=tuple(plies),
        ending=ending,
        lost_turn=lost_turn,
    )
    if keep:
        keep(record)
    for player in players.values():
        with suppress(Fault):  # the game is over, and a fault has no consequence any more
            player.finish(ending)
    return record


def _start(
    players: Mapping[Side, Player], start: Position, times: Mapping[Side, TimeControl]
) -> Ending | None:
    """Starts both players; the ending if one or both of them cannot start."""
    faults: dict[Side, Fault] = {}
    started: set[Side] = set()
    for side, player in players.items():
        try:
            player.start(start, side, times[side])
        except Fault as fault:
            if fault.is_opponents:
                return _forfeit(fault, side, players, start)
            if side.other in started and (other := _of_opponents(fault, side, players)):
                return _forfeit(other, side, players, start)
            faults[side] = fault
        else:
            started.add(side)
    if not faults:
        return None
    reason = "; ".join(f"{players[side].name} {fault}" for side, fault in faults.items())
    if len(faults) == 2:
        result = Result.NEITHER
    else:
        (loser,) = faults
        result = Result.won_by(loser.other)
    return Ending(result, start.score(), Termination.DID_NOT_START, reason)


def _play(
    players: Mapping[Side, Player],
    position: Position,
    times: Mapping[Side, TimeControl],
    plies: list[Ply],
    on_turn: Callable[[Side], None] | None,
    on_ply: Callable[[Ply, Position], None] | None,
    adjudication: Adjudication | None,
    names_sisters: bool,
) -> tuple[Ending, float | None]:
    """Plays to the end and returns it, and the seconds of the turn that a fault ended; adds each
    ply to `plies`."""
    start, observers = position, _observers(players)
    seats = {side: (players[side], control, Stopwatch(control)) for side, control in times.items()}
    outcome = position.outcome()
    while outcome is None:
        side = position.turn
        forced = position.forced()
        if forced:
            ply = Ply(side, forced)
            position = position.play(forced)
        else:
            if on_turn:
                on_turn(side)
            player, control, stopwatch = seats[side]
            clock = stopwatch.clock()
            begun = perf_counter()
            try:
                choice = player.choose(position, clock)
                seconds = perf_counter() - begun
                control.check(seconds, clock)
                move, depth, value, _, comment, processor = choice
                try:
                    position = position.play(move)
                except IllegalMove as error:
                    raise _illegal(error, move, position, start, plies, names_sisters) from None
            except Fault as own:
                seconds = perf_counter() - begun if own.seconds is None else own.seconds
                fault = _of_opponents(own, side, players) or own
                ending = _forfeit(fault, side, players, position)
                is_lost = fault.kind.is_fault and not fault.is_opponents
                return ending, _turn(plies, side) + seconds if is_lost else None
            stopwatch.spend(seconds, turn_is_over=position.turn is not side)
            ply = tuple.__new__(Ply, (side, move, seconds, depth, value, comment, processor))
        plies.append(ply)
        for told, player in observers:
            try:
                player.observe(side, ply.move, position)
            except Fault as fault:
                return _forfeit(fault, told, players, position), None
        if on_ply:
            on_ply(ply, position)
        outcome = position.outcome()
        if adjudication is not None and outcome is None:
            early = adjudication.ending(position, len(plies))
            if early is not None:
                return early, None
    return Ending.normal(outcome), None


def _observers(players: Mapping[Side, Player]) -> list[tuple[Side, Player]]:
    """The players that hear of each ply, South first."""
    both = ((side, players[side]) for side in Side)
    return [(side, each) for side, each in both if type(each).observe is not Player.observe]


def where_it_stood(position: Position) -> str:
    """What the reason of an illegal move says of the position."""
    legal = ", ".join(map(position.rules.cell_name, position.legal_moves()))
    return f"the position was {position}, legal: {legal}"


def _illegal(
    error: IllegalMove,
    move: Move,
    position: Position,
    start: Position,
    plies: Sequence[Ply],
    named: bool,
) -> Fault:
    clauses = [
        f"played {position.rules.cell_name(move)}, but {error}",
        where_it_stood(position),
        allowed_by(start, [ply.move for ply in plies], move, position.turn) * named,
    ]
    return Fault(Termination.ILLEGAL_MOVE, "; ".join(filter(None, clauses)))


def _of_opponents(fault: Fault, side: Side, players: Mapping[Side, Player]) -> Fault | None:
    """The fault of the opponent, where the player of this side was late and its opponent has
    computed on its time, and so kept the processor from it."""
    if fault.kind is Termination.TIMED_OUT or fault.cause is Cause.LATE:
        try:
            players[side.other].check_idle()
        except Fault as found:
            sentence = f"{found}; then {players[side].name} {fault.bare}"
            return Fault(found.kind, sentence, found.cause, is_opponents=True)
    return None


def _turn(plies: Sequence[Ply], side: Side) -> float:
    """The seconds of the turn of this side so far."""
    chain = takewhile(lambda ply: ply.side is side, reversed(plies))
    return sum(ply.seconds or 0.0 for ply in chain)


def _forfeit(
    fault: Fault, side: Side, players: Mapping[Side, Player], position: Position
) -> Ending:
    """The ending of a game in which the player of this side has raised a fault."""
    side = side.other if fault.is_opponents else side
    reason = f"{players[side].name} {fault}"
    if fault.kind is Termination.STOPPED_EARLY:
        outcome = position.settled()
        return Ending(Result.won_by(outcome.winner), outcome, fault.kind, reason)
    return Ending(Result.won_by(side.other), position.score(), fault.kind, reason)


class _Budget:
    """The seconds of a turn or a game, and the margin after them."""

    def __init__(self, limit: float, margin: float) -> None:
        self.left = limit
        self.margin = margin

    def spend(self, seconds: float) -> None:
        beyond = max(0.0, seconds - self.left)
        self.left = max(0.0, self.left - seconds)
        self.margin = max(0.0, self.margin - beyond)


class Stopwatch:
    """One side's time for the turn, which may have several plies, and for the game. Each turn has a
    margin of its own; the game has one margin in all."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.turn = _budget(control.per_turn, control)
        self.game = _budget(control.per_game, control)
        self._moves = self._turns = 0
        self._whole_turn = None if self.game else self._read()
        """The clock at the start of each turn, where it is the same."""
        self._is_whole = True

    def clock(self) -> Clock:
        """What is left now."""
        return self._whole_turn if self._is_whole and self._whole_turn else self._read()

    def _read(self) -> Clock:
        turn, game = self.turn, self.game
        if turn and game:
            latest = min(turn.left + turn.margin, game.left + game.margin)
            margin = latest - min(turn.left, game.left)
            return Clock(turn.left, game.left, margin, self._moves, self._turns)
        if turn:
            return Clock(turn.left, None, turn.margin, self._moves)
        if game:
            return Clock(None, game.left, game.margin, self._moves, self._turns)
        return Clock(None, None, self.control.margin)

    def spend(self, seconds: float, *, turn_is_over: bool) -> None:
        """Takes the time from both."""
        if turn_is_over and self._is_whole and self._whole_turn:
            return
        for budget in (self.turn, self.game):
            if budget:
                budget.spend(seconds)
        self._is_whole = turn_is_over
        self._moves += 1
        if turn_is_over:
            self._moves = 0
            self._turns += 1
            self.turn = _budget(self.control.per_turn, self.control)
            if self.game:
                self.game.left += self.control.increment


def _budget(limit: float | None, control: TimeControl) -> _Budget | None:
    return None if limit is None else _Budget(limit, control.margin)
