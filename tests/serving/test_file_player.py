"""The file framework from the player's side."""

from __future__ import annotations

import pytest

from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloRules
from owari.players.player import Choice
from owari.programs.dialogues.file_framework import state_text
from owari.serving.served_protocols import answers_to_state
from owari.serving.speaker import BadRequest
from tests.support.scripted_engine import Scripted


@pytest.mark.parametrize("rules", [OTHELLO, OTHELLO.resized(10), FREE_OTHELLO.resized(4)])
def test_a_state_is_read_as_it_is_written(rules: OthelloRules) -> None:
    position = rules.start().play(rules.start().legal_moves()[1])
    best = position.legal_moves()[-1]
    engine = Scripted(Choice(best))
    first, last = answers_to_state(rules.resized(8), engine, state_text(position))
    size = rules.size
    assert first == "{} {}\n".format(*divmod(position.legal_moves()[0].cell, size))
    assert last == f"{best.cell // size} {best.cell % size}\n"
    assert position == engine.asked[0][0]


def test_the_only_move_is_no_question() -> None:
    position = OTHELLO.resized(4).start()
    while len(position.legal_moves()) > 1 or position.forced():
        position = position.play(position.legal_moves()[-1])
    assert len(list(answers_to_state(OTHELLO, Scripted(), state_text(position)))) == 1


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("", "a state begins with the side to move"),
        ("3\n0 0", "a state begins with the side to move"),
        ("1\n", "no board of othello: a board has 4 to 16"),
        ("1\n0 0 0 x\n" + "0 0 0 0\n" * 3, "'x' is no square"),
        ("1\n" + "0 0 0 0\n" * 2, "16 squares expected, 8 found"),
        ("1\n" + "0 0 0\n" * 3, "a board has 4 to 16 squares a side"),
        ("1\n" + "1 1 1 1\n" * 4, "the request is for a move, and the game is over"),
    ],
)
def test_what_is_no_use(state: str, sentence: str) -> None:
    with pytest.raises(BadRequest) as error:
        list(answers_to_state(OTHELLO, Scripted(), state))
    assert sentence in str(error.value)
