"""What others say is shown without what commands a screen, wherever it comes in."""

from __future__ import annotations

from textwrap import dedent

import pytest
from click.testing import CliRunner

from owari.cli.main import owari
from owari.players.player import Fault
from owari.records.pgn import read_game
from owari.records.record import Termination
from owari.text.printable import plain, printable

PAINT = "\x1b[31m\x07\u202eA\x9b2J"


def test_control_characters_become_spaces() -> None:
    assert printable(f"a{PAINT}b\n c") == "a [31m  A 2Jb  c"
    assert plain(f" a{PAINT}b\n c ") == "a [31m A 2Jb c"


def test_the_sentence_of_a_fault() -> None:
    assert str(Fault(Termination.CRASHED, f"said {PAINT}")) == "said [31m A 2J"


def test_the_sentences_of_an_error_keep_their_lines() -> None:
    shown = CliRunner().invoke(owari, ["standings", f"{PAINT}.db\nb"]).stderr
    assert shown == "Error:  [31m  A 2J.db\nb does not exist\n"


@pytest.mark.parametrize("tag", ["South", "North", "Event", "Site", "Round", "Table"])
def test_a_record_from_elsewhere(tag: str) -> None:
    game = read_game(f'[{tag} "{PAINT}"]\n[Result "*"]\n1. S4 {{{PAINT}; \x1b]0;x\x07}} *')
    assert getattr(game, tag.lower()) == "[31m A 2J"
    assert game.plies[0].comment == "[31m A 2J; ]0;x"


def test_the_reason_of_a_record_from_elsewhere() -> None:
    text = dedent(
        f"""
        [Result "0-1"]
        [Termination "crashed"]
        [Reason "{PAINT}"]
        0-1
        """
    )
    assert read_game(text).ending.reason == "[31m A 2J"
