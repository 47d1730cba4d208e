"""The commands that console programs list: which one begins a game, and which take a move."""

from __future__ import annotations

import pytest

from owari.checking.offered_commands import Commands, commands_in, games_begun, help_word


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("Othello. Type help for a list of commands.\n> ", "help"),
        ("Enter '?' to see all commands\n> ", "?"),
        ("Commands: move, go, help, quit\n> ", "help"),
        ("1. Play\n2. Help\n3. Quit\n> ", ""),
        ("Can you help me? ", ""),
    ],
)
def test_the_command_that_lists_all_others(said: str, word: str) -> None:
    assert help_word(said) == word


@pytest.mark.parametrize(
    ("listed", "begins"),
    [
        ("  newgame COLOUR    you are black or white\n  quit", "newgame black|newgame white"),
        ("new <depth> <human|computer>\n", "new 4 human|new 4 computer"),
        ("newgame [me/you] - who begins\nshow - the board", "newgame me|newgame you"),
        ("Commands: start <side>, move <1-6>", "start black|start white"),
        ("To begin enter: newgame black|white <depth>", "newgame black 4|newgame white 4"),
        ("  play SQUARE   a move\n  new   begins again\n", "new"),
        ("move <pit>\nquit\n", ""),
    ],
)
def test_the_commands_that_begin_a_game(listed: str, begins: str) -> None:
    found = games_begun(listed, lambda name: "4" if name == "depth" else "")
    assert "|".join(found) == begins


@pytest.mark.parametrize(
    ("listed", "commands"),
    [
        ("  play SQUARE      play a move, e.g. play e6\n  show", Commands(("play",), ())),
        ("new <human|computer>\nmove <square>  a move\n", Commands(("move",), ())),
        ("Commands: move <1-6>, go, new, quit", Commands(("move",), ("go",))),
        ("opponent <pit>\ngo\n", Commands(("opponent",), ("go",))),
    ],
)
def test_the_commands_of_a_game(listed: str, commands: Commands) -> None:
    """Words in the middle of a description are none."""
    assert commands_in(listed) == commands
