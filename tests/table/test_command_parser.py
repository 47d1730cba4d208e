"""What a typed line means."""

from __future__ import annotations

import pytest

from owari.games.game import Side
from owari.games.mancala import MANCHESTER, OWARI
from owari.table.command_parser import parse, play_words, relay_words
from owari.table.commands import (
    Check,
    Command,
    Depth,
    First,
    Fix,
    IllegalCommand,
    Note,
    Play,
    Resign,
    Save,
    Undo,
)
from owari.table.table_options import Thinking, read_thinking

PLAY_WORDS, RELAY_WORDS = play_words(OWARI), relay_words(OWARI)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("4\n", Play("4")),
        ("  4\t\n", Play("4")),
        ("\x1b[A4", Play("[A4")),
        ("UNDO", Undo()),
        ("depth 8", Depth(8)),
        ("save my game.pgn", Save("my game.pgn")),
        ("resign", Resign(None)),
        ("four", Play("four")),
        ("", Play("")),
    ],
)
def test_lines_of_a_game_here(line: str, command: Command) -> None:
    assert parse(line, PLAY_WORDS) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("fix 3 10", Fix(3, "10")),
        ("check 3,3, 3", Check("3,3, 3")),
        ("note they hesitate", Note("they hesitate")),
        ("resign them", Resign(Side.NORTH)),
        ("resign South", Resign(Side.SOUTH)),
        ("first us", First(Side.SOUTH)),
        ("first north", First(Side.NORTH)),
        ("hint", Play("hint")),
    ],
)
def test_lines_of_a_relay(line: str, command: Command) -> None:
    assert parse(line, RELAY_WORDS) == command


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo 2", "this command stands alone; '2' cannot follow it"),
        ("dept 8", "'dept' is not a command; did you mean depth?"),
        ("depth", "a look-ahead is a whole number of plies from 1 to 99"),
        ("depth -1", "a look-ahead is"),
        ("depth 8" + "0" * 9_000, "a look-ahead is"),
        ("depth ８", "a look-ahead is"),
        ("fix", "fix needs the number of a ply and the right pit"),
        ("fix x 3", "fix needs"),
        ("fix 12345678901 3", "no game has a ply '12345678901'"),
        ("view mine", "view needs ours, theirs or both"),
        ("resign", "resign needs a side"),
        ("note", "note needs a text"),
        ("check", "check needs their screen: their pits and goal"),
    ],
)
def test_what_is_refused(line: str, said: str) -> None:
    with pytest.raises(IllegalCommand) as refused:
        parse(line, RELAY_WORDS)
    assert str(refused.value).startswith(said)


def test_a_swap_where_the_pie_rule_holds() -> None:
    words = play_words(MANCHESTER)
    assert parse("SWAP", words) == Play("swap")
    assert parse("swap", RELAY_WORDS) == Play("swap")  # then the rules say that there is none
    with pytest.raises(IllegalCommand, match="did you mean swap"):
        parse("swop", words)


def test_a_look_ahead_or_a_time() -> None:
    assert read_thinking("8") == Thinking(depth=8)
    assert read_thinking(" 500ms") == Thinking(seconds=0.5)
    for text in ("", "0", "0s", "-1", "8 plies", "1e3", "nan"):
        with pytest.raises(ValueError, match=r"look-ahead|a time is a number"):
            read_thinking(text)
