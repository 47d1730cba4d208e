"""A player at the table is told of all that happens, and starts anew when something is untold."""

from __future__ import annotations

from dataclasses import replace
from time import sleep

import pytest

from owari.games.game import Move, Side
from owari.games.mancala import KALAH, OWARI, Mancala
from owari.players.player import Choice, Clock, Fault, StatelessPlayer, TimeControl
from owari.records.record import GameRecord, Ply, Termination
from owari.table.computer_player import ComputerPlayer


class Diary(StatelessPlayer):
    """Writes down what it is told, and plays pit 4."""

    def __init__(self) -> None:
        super().__init__("Diary")
        self.pages: list[str] = []

    def start(self, position: Mancala, side: Side, times: TimeControl) -> None:
        self.pages.append(f"start {position}")

    def observe(self, side: Side, move: Move, position: Mancala) -> None:
        self.pages.append(f"{side} {move.cell}")

    def choose(self, position: Mancala, clock: Clock) -> Choice:
        return Choice(Move(4))


def game(*pits: int) -> GameRecord:
    sides = (Side.SOUTH, Side.NORTH)
    plies = tuple(Ply(sides[number % 2], Move(pit)) for number, pit in enumerate(pits))
    return GameRecord(OWARI, OWARI.start(), "Diary", "B", plies)


def test_each_move_is_told_once() -> None:
    player = Diary()
    computer = ComputerPlayer(player, Side.SOUTH)
    for pits in ((), (4,), (4,), (4, 8, 3)):
        computer.follow(game(*pits))
    assert player.pages == [f"start {OWARI.start()}", "South 4", "North 8", "South 3"]


@pytest.mark.parametrize("pits", [(4,), (4, 9), (4, 9, 3, 8)])
def test_what_was_taken_back_or_corrected_starts_the_player_anew(pits: tuple[int, ...]) -> None:
    player = Diary()
    computer = ComputerPlayer(player, Side.SOUTH)
    computer.follow(game(4, 8))
    computer.follow(game(*pits))
    assert player.pages[1:] == [f"start {game(*pits).final}"]


def test_the_next_game_starts_the_player_anew() -> None:
    player = Diary()
    computer = ComputerPlayer(player, Side.SOUTH)
    computer.follow(game())
    computer.finish(game().ending)
    computer.follow(game())
    assert player.pages == [f"start {OWARI.start()}"] * 2


def test_an_illegal_move_is_a_fault_that_names_the_player() -> None:
    computer = ComputerPlayer(Diary(), Side.SOUTH)
    with pytest.raises(Fault) as fault:
        computer.choose(game(4, 8).final)
    assert fault.value.kind is Termination.ILLEGAL_MOVE
    assert str(fault.value).startswith(
        "Diary played an illegal move: pit 4 is empty; at 3,3,3,3,0,"
    )
    assert str(fault.value).endswith("the legal pits are 0, 1, 2, 3, 5")


class Sleeper(Diary):
    def choose(self, position: Mancala, clock: Clock) -> Choice:
        self.pages.append(f"{clock.left}")
        sleep(0.15)
        return Choice(Move(4))


def test_a_time_is_the_clock_of_a_player_and_binds_it() -> None:
    player = Sleeper()
    with pytest.raises(
        Fault, match=r"Diary moved after \d+\.\d+ s, where 0\.01 s were left"
    ) as fault:
        ComputerPlayer(player, Side.SOUTH, seconds=0.01).choose(OWARI.start())
    assert fault.value.kind is Termination.TIMED_OUT
    ComputerPlayer(player, Side.SOUTH).choose(OWARI.start())
    assert player.pages == ["0.01", "None"]


def test_a_chain_of_extra_turns_is_one_turn_of_the_clock() -> None:
    """South's pits 2 and 5 of Kalah earn an extra turn."""

    class Steady(Diary):
        def choose(self, position: Mancala, clock: Clock) -> Choice:
            assert clock.turn is not None
            lefts.append(clock.turn)
            sleep(0.05)
            return Choice(position.legal_moves()[0])

    lefts: list[float] = []
    computer = ComputerPlayer(Steady(), Side.SOUTH, seconds=10)
    record = GameRecord(KALAH, KALAH.start(), "Steady", "B")
    for side, pit in ((Side.SOUTH, 2), (Side.SOUTH, 1), (Side.NORTH, 7)):
        computer.follow(record)
        if side is Side.SOUTH:
            computer.choose(record.final)
        record = replace(record, plies=(*record.plies, Ply(side, Move(pit))))
    computer.follow(record)
    computer.choose(record.final)
    assert lefts[0] == lefts[2] == 10
    assert lefts[1] <= 9.95


def test_a_chain_that_is_too_long_names_what_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on only while the player thinks."""
    now = [0.0]
    monkeypatch.setattr("owari.table.computer_player.perf_counter", lambda: now[0])

    class Slower(Diary):
        def choose(self, position: Mancala, clock: Clock) -> Choice:
            now[0] += 0.01 + 0.3 * clock.moves
            return Choice(Move(2))

    computer = ComputerPlayer(Slower(), Side.SOUTH, seconds=0.1)
    computer.choose(KALAH.start())
    late = r"where 0\.\d+ s were left of 0\.1 s a turn, after 1 move of this turn"
    with pytest.raises(Fault, match=late):
        computer.choose(KALAH.start())
