"""Adjudication: games that the referee ends, and what their results are."""

from __future__ import annotations

from random import Random

import pytest

from owari.engine.families import ENGINES, margin_at_once
from owari.engine.search import search
from owari.games.catalog import find_game
from owari.games.game import Outcome, Position, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.player import TimeControl
from owari.records.pgn import format_game, read_game
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import Adjudication, play_game


def played(
    adjudication: Adjudication | None, start: Position | None = None, seed: int = 0
) -> GameRecord:
    players = {
        side: BUILTIN["random"].build(str(side), Settings(seed=seed + (side is Side.NORTH)))
        for side in Side
    }
    times = dict.fromkeys(Side, TimeControl())
    return play_game(players, start or OWARI.start(), times, adjudication=adjudication)


@pytest.mark.parametrize("seed", range(0, 20, 2))
def test_a_majority_ends_the_game_and_its_winner_would_have_won(seed: int) -> None:
    record = played(Adjudication(score=True), seed=seed)
    whole = played(None, seed=seed)
    assert whole.plies[: len(record.plies)] == tuple(
        old._replace(seconds=new.seconds)
        for old, new in zip(record.plies, whole.plies, strict=False)
    )
    if record.ending.termination is Termination.NORMAL:
        assert whole.ending == record.ending
        return
    assert record.ending.termination is Termination.ADJUDICATED
    assert record.ending.result is whole.ending.result
    assert record.ending.score == record.final.score()
    assert max(record.ending.score[:2]) > 18
    *_, before, _ = record.positions()
    assert max(before.score()[:2]) <= 18


@pytest.mark.parametrize("name", ["owari", "kalah:4x3", "othello:4", "othello:6"])
@pytest.mark.parametrize("seed", [1, 5])
def test_a_proved_value_ends_the_game_with_the_score_of_best_play(name: str, seed: int) -> None:
    game = find_game(name)
    record = played(Adjudication(value=True), game.start(), seed)
    assert record.ending.termination is Termination.ADJUDICATED
    final = record.final
    margin = margin_at_once(final)
    assert margin is not None
    assert record.ending.score.margin(final.turn) == margin
    assert record.ending.result is Result.won_by(record.ending.score.winner)
    assert record.ending.reason == f"best play of both sides ends the game {record.ending.score}"
    assert sum(record.ending.score[:2]) == game.most_pieces
    *_, before, _ = record.positions()
    assert margin_at_once(before) is None


@pytest.mark.slow
def test_the_proved_margin_is_that_of_the_reference_search() -> None:
    random = Random(2)
    position = OWARI.start()
    while margin_at_once(position) is None:
        position = position.play(random.choice(position.legal_moves()))
    assert position.outcome() is None
    found = search(position, depth=100, evaluation=ENGINES[OWARI].estimate)
    assert margin_at_once(position) == found.value.margin


def test_a_lead_and_a_length() -> None:
    record = played(Adjudication(lead=3))
    assert record.ending.termination is Termination.ADJUDICATED
    score = record.ending.score
    leader = score.winner
    assert leader
    assert record.ending.result is Result.won_by(leader)
    assert record.ending.reason == f"{leader} is {score.margin(leader)} stones ahead"
    assert score.margin(leader) >= 3

    position = OWARI.parse_position("1,1,1,1,1,1,14,1,1,1,1,1,1,10 S")
    assert Adjudication(lead=4).ending(position, 1)
    assert Adjudication(lead=5).ending(position, 1) is None

    record = played(Adjudication(length=7))
    assert len(record.plies) == 7
    assert record.ending.reason == "the game has lasted 7 plies"
    assert record.ending.score == record.final.score()
    assert record.ending.result is Result.won_by(record.final.score().winner)


def test_an_even_score_after_the_last_ply_is_a_draw() -> None:
    position = OWARI.parse_position("1,1,1,1,1,1,12,1,1,1,1,1,1,12 S")
    ending = Adjudication(length=3).ending(position, 3)
    assert ending is not None
    assert (ending.result, ending.score) == (Result.DRAW, Outcome(12, 12))
    assert Adjudication(length=3).ending(position, 2) is None


def test_nothing_is_on_by_default() -> None:
    assert not Adjudication()
    decided = OWARI.parse_position("0,0,0,0,0,1,30,0,0,0,0,0,1,4 S")
    assert Adjudication().ending(decided, 999) is None


def test_half_of_the_stones_decide_nothing() -> None:
    half = OWARI.parse_position("0,0,0,1,1,1,18,1,1,1,0,0,0,12 N")
    assert Adjudication(score=True).ending(half, 9) is None
    more = OWARI.parse_position("0,0,0,1,1,0,19,1,1,1,0,0,0,12 N")
    ending = Adjudication(score=True).ending(more, 9)
    assert ending
    assert ending.reason == "South has more than half of the 36 stones"


def test_the_record_is_read_again() -> None:
    record = played(Adjudication(value=True))
    text = format_game(record)
    assert '[Termination "adjudicated"]' in text
    assert read_game(text).ending == record.ending
