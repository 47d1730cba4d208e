"""A family of games without a notation of its own at the table."""

from __future__ import annotations

import pytest

from owari.games.game import Side
from owari.records.record import GameRecord
from owari.table.command_parser import play_words, relay_words
from owari.table.commands import Check, Fix, IllegalCommand, Play, Undo
from owari.table.event_text import ending, told
from owari.table.notation import notation_of
from owari.table.session import Session
from owari.table.sides import Screen
from tests.games.nim import NIM

BOTH = frozenset(Side)


def session(screen: Screen | None, *typed: str, start: str = "12 S") -> Session:
    """A game of Nim after these moves."""
    record = GameRecord(NIM, NIM.parse_position(start), "A", "B")
    found = Session.of(record, BOTH, screen)
    for cell in typed:
        found, _ = found.after(Play(cell))
    return found


def test_moves_have_the_names_of_the_rules() -> None:
    assert session(None, "3", "1").position == NIM.parse_position("8 S")
    with pytest.raises(IllegalCommand, match=r"'4' is neither a move nor a command; play 1, 2 or"):
        session(None, "4")
    with pytest.raises(IllegalCommand, match=r"; play 1$"):
        session(None, "2", start="1 S")


def test_the_end_says_who_has_no_move() -> None:
    assert ending(session(None, "3", start="3 S")).startswith("The game is over: North has no move")
    assert ending(session(Screen(), "3", start="3 S")).startswith("The game is over: they have no")


def test_a_board_is_compared_as_its_text() -> None:
    relay = session(Screen(), "3", "1")
    _, same = relay.after(Check("8 N"))
    assert told(same, relay) == "The boards agree."
    _, other = relay.after(Check("7 N"))
    assert told(other, relay).splitlines() == [
        "The position: 8 S on our board, 7 S on theirs.",
        "To make the boards agree, type: fix 2 2.",
    ]
    fixed, _ = relay.after(Fix(2, "2"))
    assert str(fixed.position) == "7 S"
    assert str(fixed.after(Undo())[0].position) == "8 S"
    with pytest.raises(IllegalCommand, match="type their position as text"):
        relay.after(Check("many"))


def test_the_list_of_commands() -> None:
    notation = notation_of(NIM)
    assert notation.ways_to_play(session(None).numbering) == [("a move", "makes this move")]
    assert relay_words(NIM)["fix"].usage == "fix PLY MOVE"
    assert "swap" not in play_words(NIM)
    assert not notation.chains
