"""What is said at the table."""

from __future__ import annotations

import pytest

from owari.games.game import Kind, Side, Value
from owari.games.mancala import MANCHESTER, OWARI
from owari.records.record import GameRecord
from owari.table.commands import Play, Resign
from owari.table.event_text import ending, moves, sentence, stopped, thought, told
from owari.table.session import Session
from owari.table.sides import Screen
from owari.table.terminal import move_question


def relay(position: str) -> Session:
    record = GameRecord(OWARI, OWARI.parse_position(position), "our side", "their side")
    return Session.of(record, frozenset(Side), Screen())


@pytest.mark.parametrize(
    ("position", "pit", "said"),
    [
        ("0,0,0,0,0,1,20,1,0,0,0,0,0,14 S", "5", "our pits are empty, and they keep the 1 stone"),
        ("0,0,0,0,0,2,20,0,0,0,0,0,1,13 N", "12", "their pits are empty, and we keep the 2 stones"),
    ],
)
def test_the_end_of_a_relayed_game(position: str, pit: str, said: str) -> None:
    session, _ = relay(position).after(Play(pit))
    row = "their" if "they" in said else "our"
    assert ending(session).startswith(f"The game is over: {said} left in {row} row.\n")


def swapped(first: Side, screen: Screen | None) -> tuple[Session, Session, str]:
    """A table before a swap and after it, and what is said of it."""
    record = GameRecord(MANCHESTER, MANCHESTER.start(first), "A", "B")
    session = Session.of(record, frozenset(Side), screen)
    session, _ = session.after(Play("0" if first is Side.SOUTH else "8"))
    after, event = session.after(Play("swap"))
    return session, after, told(event, after)


def test_a_swap_is_explained() -> None:
    before, after, said = swapped(Side.SOUTH, None)
    assert move_question(before) == "Ply 2, North's pit (8-14), or swap: "
    assert said == "North (B) swaps: the board turns round, and South (A) is to move."
    assert move_question(after) == "Ply 3, South's pit (0-6): "
    assert moves(after).splitlines()[1] == "   2  North the swap"


@pytest.mark.parametrize(
    ("first", "asks", "said"),
    [
        (
            Side.SOUTH,
            "Ply 2, their pit (0-6 on their screen, 8-14 on our board), or swap: ",
            "They swap: the board turns round, and we are to move.",
        ),
        (
            Side.NORTH,
            "Ply 2, our pit (0-6), or swap: ",
            "We swap: the board turns round, on their screen too, and they are to move.",
        ),
    ],
)
def test_a_swap_in_a_relay(first: Side, asks: str, said: str) -> None:
    before, _, heard = swapped(first, Screen())
    assert (move_question(before), heard) == (asks, said)


@pytest.mark.parametrize(
    ("who", "said"), [(Side.SOUTH, "we resigned"), (Side.NORTH, "they resigned")]
)
def test_who_resigned_in_a_relay(who: str, said: str) -> None:
    session, _ = relay(str(OWARI.start())).after(Resign(who))
    assert ending(session).startswith(f"The game is over: {said}.\n")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (10_010, "won, margin +10"),
        (-10_004, "lost, margin −4"),
        (7, "eval 7"),
        (0, "eval 0"),
        (-33.333, "eval −33.33"),
        (9_900.0, "eval 9900.00"),
        (10_002.0, "won, margin +2"),
        (-10_064.0, "lost, margin −64"),
    ],
)
def test_a_score_that_decides_the_game_is_told_as_its_margin(number: float, said: str) -> None:
    assert thought(6, Value(number, Kind.SCORE), ()) == f"depth 6, {said}"


def test_a_name_at_the_head_of_a_sentence_stays_as_it_is() -> None:
    assert sentence("pit 4 is empty") == "Pit 4 is empty."
    assert stopped("python3 bot.py crashed") == "python3 bot.py crashed."
