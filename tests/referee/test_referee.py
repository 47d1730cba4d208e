"""The referee: two players who do as they are told, and a clock that stands still between moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import Kind, Move, Outcome, Position, Side, Value
from owari.games.mancala import KALAH, OWARI, Mancala
from owari.players.player import Cause, Choice, Clock, Fault, TimeControl
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.referee.referee import play_game

S, N = Side

NEARLY_OVER = OWARI.parse_position("0,0,0,0,1,0,16,1,1,0,0,0,0,17 S")
"""South plays 4 and takes the stone opposite, North plays 8, and South plays 5, its last stone."""
UNTIMED = TimeControl(per_turn=None)


class Time:
    """What the referee takes for the time."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr("owari.referee.referee.perf_counter", clock)
    return clock


class Scripted:
    """Plays the lowest pit, or these pits; takes these seconds; writes down what it is told."""

    def __init__(
        self,
        name: str,
        *,
        pits: Sequence[int] = (),
        seconds: Sequence[float] = (),
        time: Time | None = None,
        log: list[tuple[Any, ...]] | None = None,
        **faults: Callable[[], None],
    ) -> None:
        self.name = name
        self.pits = list(pits)
        self.seconds = list(seconds)
        self.time = time
        self.log = [] if log is None else log
        self.faults = faults
        self.clocks: list[Clock] = []
        self.said = Choice(Move(0))
        """What it says with each of its moves."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        self._told("start", position, side, times)

    def observe(self, side: Side, move: Move, position: Position) -> None:
        self._told("observe", side, move.cell, position)

    def choose(self, position: Position, clock: Clock) -> Choice:
        self._told("choose", position)
        self.clocks.append(clock)
        if self.time and self.seconds:
            self.time.now += self.seconds.pop(0)
        legal = position.legal_moves()
        return self.said._replace(move=Move(self.pits.pop(0)) if self.pits else legal[0])

    def check_idle(self) -> None:
        self._told("check_idle")

    def finish(self, ending: Ending) -> None:
        self._told("finish", ending)

    def close(self) -> None:
        self._told("close")

    def _told(self, what: str, *of: object) -> None:
        self.log.append((self.name, what, *of))
        if what in self.faults:
            self.faults[what]()


def crash() -> None:
    raise Fault(Termination.CRASHED, "left with exit code 1")


def game(
    south: Scripted,
    north: Scripted,
    start: Mancala | None = None,
    *,
    south_time: TimeControl = UNTIMED,
    north_time: TimeControl = UNTIMED,
) -> GameRecord:
    start = start or OWARI.start()
    return play_game({S: south, N: north}, start, {S: south_time, N: north_time})


def pair(**both: Any) -> tuple[Scripted, Scripted]:
    return Scripted("Alice", **both), Scripted("Bob", **both)


# A game


@pytest.mark.parametrize("first", Side, ids="{} first".format)
def test_a_record_has_all_of_a_game(first: Side, time: Time) -> None:
    south = Scripted("Alice", time=time, seconds=[0.5] * 100)
    north = Scripted("Bob", time=time, seconds=[0.25] * 100)
    south.said = Choice(Move(0), 8, Value(3, Kind.SCORE), (Move(4), Move(11)), "hm")
    record = game(south, north, OWARI.start(first))
    assert (record.south, record.north) == ("Alice", "Bob")
    assert (record.game, record.start, record.first) == (OWARI, OWARI.start(first), first)
    assert [ply.side for ply in record.plies[:3]] == [first, first.other, first]
    for ply, position in zip(record.plies, record.positions(), strict=False):
        move = position.legal_moves()[0]
        if ply.side is S:
            assert ply == Ply(S, move, 0.5, 8, Value(3, Kind.SCORE), "hm")
        else:
            assert ply == Ply(N, move, 0.25)
    outcome = record.final.outcome()
    assert record.ending == Ending(Result.won_by(outcome.winner), outcome, Termination.NORMAL, "")


def test_who_is_told_what_in_which_order() -> None:
    log: list[tuple[Any, ...]] = []
    south, north = pair(log=log)
    times = TimeControl(per_turn=3.0)
    record = play_game({S: south, N: north}, NEARLY_OVER, {S: times, N: UNTIMED})
    one, two, three = (
        NEARLY_OVER.play(Move(4)),
        NEARLY_OVER.play(Move(4)).play(Move(8)),
        NEARLY_OVER.play(Move(4)).play(Move(8)).play(Move(5)),
    )
    assert log == [
        ("Alice", "start", NEARLY_OVER, S, times),
        ("Bob", "start", NEARLY_OVER, N, UNTIMED),
        ("Alice", "choose", NEARLY_OVER),
        ("Alice", "observe", S, 4, one),
        ("Bob", "observe", S, 4, one),
        ("Bob", "choose", one),
        ("Alice", "observe", N, 8, two),
        ("Bob", "observe", N, 8, two),
        ("Alice", "choose", two),
        ("Alice", "observe", S, 5, three),
        ("Bob", "observe", S, 5, three),
        ("Alice", "finish", record.ending),
        ("Bob", "finish", record.ending),
    ]


def test_a_spectator_is_told_of_each_ply_on_nobodys_clock(time: Time) -> None:
    seen = []

    def watch(ply: Ply, position: Mancala) -> None:
        seen.append((ply, position))
        time.now += 100

    record = play_game(
        dict(zip(Side, pair(), strict=True)),
        NEARLY_OVER,
        dict.fromkeys(Side, TimeControl(per_turn=1.0, per_game=1.0)),
        on_ply=watch,
    )
    _, *positions = record.positions()
    assert seen == list(zip(record.plies, positions, strict=True))
    assert record.ending.termination is Termination.NORMAL


def test_a_game_that_is_over_before_it_begins() -> None:
    over = OWARI.parse_position("0,0,0,0,0,0,16,1,1,0,0,0,0,18 S")
    log: list[tuple[Any, ...]] = []
    record = game(*pair(log=log), over)
    assert [(name, what) for name, what, *_ in log] == [
        ("Alice", "start"),
        ("Bob", "start"),
        ("Alice", "finish"),
        ("Bob", "finish"),
    ]
    assert record.ending == Ending.normal(Outcome(16, 20))


# Time


@pytest.mark.parametrize("side", Side, ids=str)
@pytest.mark.parametrize(
    ("seconds", "late"), [(1.0, False), (1.25, False), (1.26, True), (60.0, True)]
)
def test_the_limit_of_a_turn_and_its_margin(
    time: Time, side: Side, seconds: float, late: bool
) -> None:
    control = TimeControl(per_turn=1.0, margin=0.25)
    slow = Scripted("slow", time=time, seconds=[1.25, seconds])
    players = {side: slow, side.other: Scripted("quick")}
    record = play_game(players, OWARI.start(), {side: control, side.other: control})
    if late:
        assert record.ending == Ending(
            Result.won_by(side.other),
            record.final.score(),
            Termination.TIMED_OUT,
            f"slow moved after {seconds:.3g} s, where 1 s were left",
        )
        assert sum(ply.side is side for ply in record.plies) == 1  # the late move does not count
    else:
        assert record.ending.termination is Termination.NORMAL
    assert set(slow.clocks) == {Clock(1.0, None, 0.25)}


def test_time_for_the_game_runs_down_and_each_turn_adds_to_it(time: Time) -> None:
    control = TimeControl(per_turn=None, per_game=10.0, increment=2.0, margin=0.0)
    slow = Scripted("slow", time=time, seconds=[4.0, 0.0, 9.0, 3.5])
    record = game(slow, Scripted("quick"), south_time=control)
    assert [clock.game for clock in slow.clocks] == [10.0, 8.0, 10.0, 3.0]
    assert {clock.turn for clock in slow.clocks} == {None}
    assert record.ending.termination is Termination.TIMED_OUT
    assert record.ending.reason == (
        "slow moved after 3.5 s, where 3 s were left of 10 s a game and 2 s more after each turn,"
        " after 3 turns"
    )
    assert record.ending.result is Result.NORTH


def test_a_game_has_its_margin_once(time: Time) -> None:
    control = TimeControl(per_turn=None, per_game=1.0, margin=0.5)
    slow = Scripted("slow", time=time, seconds=[1.25, 0.125, 0.25])
    record = game(slow, Scripted("quick"), south_time=control)
    assert slow.clocks == [
        Clock(None, 1.0, 0.5),
        Clock(None, 0.0, 0.25, turns=1),
        Clock(None, 0.0, 0.125, turns=2),
    ]
    assert record.ending.reason == (
        "slow moved after 0.25 s, where 0 s were left of 1 s a game, after 2 turns"
    )


def test_an_increment_adds_to_the_game_and_not_to_its_margin(time: Time) -> None:
    control = TimeControl(per_turn=None, per_game=1.0, increment=0.25, margin=0.5)
    slow = Scripted("slow", time=time, seconds=[1.5, 0.25, 0.5])
    record = game(slow, Scripted("quick"), south_time=control)
    assert [clock[:3] for clock in slow.clocks] == [
        (None, 1.0, 0.5),
        (None, 0.25, 0.0),
        (None, 0.25, 0.0),
    ]
    assert record.ending.reason == (
        "slow moved after 0.5 s, where 0.25 s were left of 1 s a game and 0.25 s more after each"
        " turn, after 2 turns"
    )


@pytest.mark.parametrize("side", Side, ids=str)
@given(
    seconds=st.lists(st.floats(0, 2), min_size=1, max_size=30),
    per_turn=st.none() | st.floats(0.5, 2),
    per_game=st.floats(0, 5),
    increment=st.floats(0, 0.5),
    margin=st.floats(0, 1),
)
def test_no_game_takes_longer_than_its_time_and_one_margin(
    side: Side,
    seconds: list[float],
    per_turn: float | None,
    per_game: float,
    increment: float,
    margin: float,
) -> None:
    control = TimeControl(per_turn, per_game, increment, margin)
    time = Time()
    slow = Scripted("slow", time=time, seconds=seconds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("owari.referee.referee.perf_counter", time)
        record = play_game(
            {side: slow, side.other: Scripted("quick")},
            OWARI.start(),
            {side: control, side.other: UNTIMED},
        )
    own = [ply.seconds for ply in record.plies if ply.side is side]
    for moves in range(1, len(own) + 1):
        assert sum(own[:moves]) <= per_game + (moves - 1) * increment + margin + 1e-9
    if per_turn is not None:
        assert max((time or 0.0 for time in own), default=0.0) <= per_turn + margin + 1e-9
    if record.ending.termination is Termination.TIMED_OUT:
        clock = slow.clocks[-1]
        assert seconds[len(own)] > clock.left + clock.margin - 1e-9  # the clock is not quite exact


def test_the_shorter_of_turn_and_game_counts(time: Time) -> None:
    control = TimeControl(per_turn=2.0, per_game=3.0, margin=0.0)
    slow = Scripted("slow", time=time, seconds=[1.75, 1.5])
    record = game(slow, Scripted("quick"), south_time=control)
    assert [clock.left for clock in slow.clocks] == [2.0, 1.25]
    assert record.ending.reason == (
        "slow moved after 1.5 s, where 1.25 s were left of 3 s a game, after 1 turn"
    )


def test_a_handicap(time: Time) -> None:
    """South has ten times as long as North; both take a second a move."""
    south, north = pair(time=time, seconds=[1.0] * 100)
    record = game(
        south,
        north,
        south_time=TimeControl(per_turn=5.0, margin=0.0),
        north_time=TimeControl(per_turn=0.5, margin=0.25),
    )
    assert south.clocks == [Clock(5.0, None, 0.0)]
    assert north.clocks == [Clock(0.5, None, 0.25)]
    assert record.ending.reason == "Bob moved after 1 s, where 0.5 s were left"
    assert record.lost_turn == 1.0
    assert record.ending.result is Result.SOUTH


def test_without_limits_everything_is_in_time(time: Time) -> None:
    record = game(*pair(time=time, seconds=[1e6] * 100))
    assert record.ending.termination is Termination.NORMAL
    assert record.lost_turn is None


CHAIN = KALAH.parse_position("4,4,4,4,4,1,0,4,4,4,4,4,4,0 S")
"""South can play 5, 2 and again 5, which is empty then, before North is to move."""


def test_extra_turns_are_one_turn_of_the_clock(time: Time) -> None:
    control = TimeControl(per_turn=3.0, per_game=20.0, increment=1.0, margin=0.0)
    south = Scripted("Alice", pits=[5, 2, 0], time=time, seconds=[1.0, 1.5, 0.5, 0.25])
    north = Scripted("Bob", pits=[7])
    game(south, north, CHAIN, south_time=control)
    assert south.clocks[:4] == [
        Clock(3.0, 20.0, 0.0),
        Clock(2.0, 19.0, 0.0, moves=1),
        Clock(0.5, 17.5, 0.0, moves=2),
        Clock(3.0, 18.0, 0.0, turns=1),
    ]


def test_a_chain_that_takes_too_long(time: Time) -> None:
    control = TimeControl(per_turn=3.0, margin=0.0)
    south = Scripted("Alice", pits=[5, 2, 0], time=time, seconds=[1.0, 1.5, 1.0])
    record = game(south, Scripted("Bob"), CHAIN, south_time=control)
    assert [ply.move.cell for ply in record.plies] == [5, 2]
    assert record.ending.reason == (
        "Alice moved after 1 s, where 0.5 s were left of 3 s a turn, after 2 moves of this turn"
    )
    assert record.lost_turn == 3.5, "the whole turn"
    assert record.ending.score == Outcome(2, 0)


def test_a_chain_that_uses_up_the_time_for_the_game(time: Time) -> None:
    control = TimeControl(per_turn=None, per_game=1800.0, margin=0.0)
    south = Scripted("Alice", pits=[5, 2, 0], time=time, seconds=[1798.0, 1.5, 1.0])
    record = game(south, Scripted("Bob"), CHAIN, south_time=control)
    assert record.ending.reason == (
        "Alice moved after 1 s, where 0.5 s were left of 1800 s a game, after 2 moves of this turn"
    )


def test_a_chain_has_its_margin_once_and_the_next_turn_has_it_again(time: Time) -> None:
    control = TimeControl(per_turn=3.0, margin=0.5)
    south = Scripted("Alice", pits=[5, 2, 0], time=time, seconds=[3.25, 0.125, 0.0, 4.0])
    record = game(south, Scripted("Bob", pits=[7]), CHAIN, south_time=control)
    assert south.clocks == [
        Clock(3.0, None, 0.5),
        Clock(0.0, None, 0.25, moves=1),
        Clock(0.0, None, 0.125, moves=2),
        Clock(3.0, None, 0.5),
    ]
    assert record.ending.reason == "Alice moved after 4 s, where 3 s were left"


# Faults


@pytest.mark.parametrize(
    ("pit", "why"),
    [
        (0, "pit 0 is empty"),
        (6, "6 is South's goal, not a pit"),
        (7, "pit 7 is North's, and South is to move"),
        (99, "there is no pit 99"),
    ],
)
def test_an_illegal_move(pit: int, why: str) -> None:
    log: list[tuple[Any, ...]] = []
    south, north = Scripted("Alice", pits=[0, pit], log=log), Scripted("Bob", log=log)
    record = game(south, north)
    assert [ply.move.cell for ply in record.plies] == [0, 7]
    assert record.ending == Ending(
        Result.NORTH,
        Outcome(0, 0),
        Termination.ILLEGAL_MOVE,
        f"Alice played {pit}, but {why}; the position was"
        " 0,4,4,4,3,3,0,0,4,4,4,3,3,0 S, legal: 1, 2, 3, 4, 5",
    )
    assert log[-2:] == [("Alice", "finish", record.ending), ("Bob", "finish", record.ending)]


STANDS = OWARI.parse_position("3,3,3,3,3,0,5,3,3,3,0,3,3,4 S")
"""South has 5 stones and North 4."""


@pytest.mark.parametrize("first", Side, ids="{} first".format)
@pytest.mark.parametrize("side", Side, ids="{}'s fault".format)
@pytest.mark.parametrize("when", ["choose", "observe"])
def test_a_fault_loses_the_game_as_the_board_stands(side: Side, first: Side, when: str) -> None:
    start = STANDS if first is S else STANDS.turned()
    players = {side: Scripted("bad", **{when: crash}), side.other: Scripted("good")}
    record = play_game(players, start, dict.fromkeys(Side, UNTIMED))
    assert record.ending == Ending(
        Result.won_by(side.other),
        record.final.score(),
        Termination.CRASHED,
        "bad left with exit code 1",
    )
    # a move that was made is on record, whoever cannot bear to hear of it
    assert len(record.plies) == (when == "observe" or side is not first)
    assert record.final.score().stones(first) == 5


def compute() -> None:
    raise Fault(Termination.COMPUTED, "used the processor")


@pytest.mark.parametrize("side", Side, ids="{} is late".format)
@pytest.mark.parametrize("computes", [False, True])
def test_who_computed_while_its_opponent_was_late_forfeits(
    time: Time, side: Side, computes: bool
) -> None:
    """Not before the opponent was late, and nobody else."""
    other: dict[str, Any] = {"check_idle": compute} if computes else {}
    players = {
        side: Scripted("late", seconds=[3.0], time=time, check_idle=crash),
        side.other: Scripted("other", **other),
    }
    record = play_game(players, STANDS, dict.fromkeys(Side, TimeControl(per_turn=2.0, margin=0.5)))
    late = "late moved after 3 s, where 2 s were left"
    assert record.ending[2:] == (
        (Termination.COMPUTED, f"other used the processor; then {late}")
        if computes
        else (Termination.TIMED_OUT, late)
    )
    assert record.ending.result is Result.won_by(side if computes else side.other)
    assert (record.lost_turn is None) is computes


def test_who_computed_while_its_opponent_crashed_is_not_blamed() -> None:
    players = {S: Scripted("bad", choose=crash), S.other: Scripted("other", check_idle=compute)}
    record = play_game(players, STANDS, dict.fromkeys(Side, UNTIMED))
    assert record.ending[2:] == (Termination.CRASHED, "bad left with exit code 1")
    assert record.ending.result is Result.NORTH


def test_who_computed_while_its_opponent_started_late_forfeits() -> None:
    def start_late() -> None:
        late = "was not ready within 1 s"
        raise Fault(Termination.DID_NOT_START, f"{late}; it said 'x'", Cause.LATE, bare=late)

    record = game(Scripted("first", check_idle=compute), Scripted("late", start=start_late))
    reason = "first used the processor; then late was not ready within 1 s"
    assert record.ending == Ending(Result.NORTH, Outcome(0, 0), Termination.COMPUTED, reason)
    # who has not been started yet is not asked what it has done
    record = game(Scripted("late", start=start_late), Scripted("other", check_idle=compute))
    assert record.ending.reason == "late was not ready within 1 s; it said 'x'"


@pytest.mark.parametrize("side", Side, ids="{}'s fault".format)
def test_one_does_not_start(side: Side) -> None:
    log: list[tuple[Any, ...]] = []

    def missing() -> None:
        raise Fault(Termination.DID_NOT_START, "did not start: no such file")

    players = {side: Scripted("bad", log=log, start=missing), side.other: Scripted("good", log=log)}
    record = play_game(players, STANDS, dict.fromkeys(Side, UNTIMED))
    assert record.ending == Ending(
        Result.won_by(side.other),
        Outcome(5, 4),
        Termination.DID_NOT_START,
        "bad did not start: no such file",
    )
    assert record.plies == ()
    assert [what for _, what, *_ in log] == ["start", "start", "finish", "finish"]


def test_neither_starts() -> None:
    record = game(*pair(start=crash))
    assert record.ending == Ending(
        Result.NEITHER,
        Outcome(0, 0),
        Termination.DID_NOT_START,
        "Alice left with exit code 1; Bob left with exit code 1",
    )


def test_a_fault_after_the_game_costs_nothing() -> None:
    south, north = pair(finish=crash)
    record = game(south, north)
    assert record.ending.termination is Termination.NORMAL
    assert [told[1] for told in (south.log[-1], north.log[-1])] == ["finish", "finish"]


def test_who_stops_early_gets_the_count_settled() -> None:
    """By the stones of both rows, whoever has stopped."""

    def stop() -> None:
        raise Fault(Termination.STOPPED_EARLY, "stopped when the game was decided")

    decided = OWARI.parse_position("0,0,0,0,2,0,13,1,1,0,0,0,0,19 S")
    for players in (
        {S: Scripted("Alice", choose=stop), N: Scripted("Bob")},
        {S: Scripted("Alice"), N: Scripted("Bob", observe=stop)},
    ):
        record = play_game(players, decided, dict.fromkeys(Side, UNTIMED))
        name = "Bob" if record.plies else "Alice"
        assert record.ending == Ending(
            Result.NORTH,
            Outcome(15, 21),
            Termination.STOPPED_EARLY,
            f"{name} stopped when the game was decided",
        )


def test_the_record_is_kept_before_anybody_hears_of_the_end() -> None:
    log: list[tuple[Any, ...]] = []
    players = dict(zip(Side, pair(log=log), strict=True))
    kept = []

    def keep(record: GameRecord) -> None:
        kept.append((record, [what for _, what, *_ in log].count("finish")))

    record = play_game(players, NEARLY_OVER, dict.fromkeys(Side, UNTIMED), keep=keep)
    assert kept == [(record, 0)]
    assert [what for _, what, *_ in log[-2:]] == ["finish", "finish"]


def test_nobody_hears_of_the_end_of_a_game_that_could_not_be_kept() -> None:
    log: list[tuple[Any, ...]] = []
    players = dict(zip(Side, pair(log=log), strict=True))

    def keep(record: GameRecord) -> None:
        raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space left"):
        play_game(players, NEARLY_OVER, dict.fromkeys(Side, UNTIMED), keep=keep)
    assert "finish" not in {what for _, what, *_ in log}


def test_who_is_asked_next_is_told_before_its_clock_begins(time: Time) -> None:
    asked = []

    def note(side: Side) -> None:
        asked.append(side)
        time.now += 100

    record = play_game(
        dict(zip(Side, pair(), strict=True)),
        NEARLY_OVER,
        dict.fromkeys(Side, TimeControl(per_turn=1.0)),
        on_turn=note,
    )
    assert asked == [ply.side for ply in record.plies]


@pytest.mark.parametrize("when", ["start", "choose", "observe", "finish"])
def test_what_is_no_players_fault_is_raised(when: str) -> None:
    def full() -> None:
        raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space left"):
        game(Scripted("Alice"), Scripted("Bob", **{when: full}))
