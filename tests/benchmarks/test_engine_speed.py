"""How fast the rules and the reference search are: pytest tests/benchmarks --benchmark-only"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from owari.engine.evaluation import SOWING
from owari.engine.families import ENGINES
from owari.engine.kernel import othello
from owari.engine.othello_kernel import as_given
from owari.engine.search import search
from owari.games.catalog import GAMES
from owari.games.game import Position
from owari.games.mancala import SOWING_GAMES
from owari.games.othello import OTHELLO
from owari.records.pgn import format_game, read_game
from owari.records.record import Ending, GameRecord, Ply


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> list[Position]:
    """The positions of a random game that goes on for some time."""
    random = Random(1)
    positions = [GAMES[request.param].start()]
    while positions[-1].outcome() is None:
        position = positions[-1]
        positions.append(position.play(random.choice(position.legal_moves())))
    return positions[:-1]


def test_play(benchmark: Any, game: str) -> None:
    moves = [(position, move) for position in game for move in position.legal_moves()]
    benchmark.extra_info["plies"] = len(moves)
    benchmark(lambda: [position.play(move) for position, move in moves])


def test_legal_moves(benchmark: Any, game: str) -> None:
    benchmark.extra_info["positions"] = len(game)
    benchmark(lambda: [position.legal_moves() for position in game])


def test_outcome(benchmark: Any, game: str) -> None:
    benchmark.extra_info["positions"] = len(game)
    benchmark(lambda: [position.outcome() for position in game])


def test_position_text(benchmark: Any, game: str) -> None:
    benchmark.extra_info["positions"] = len(game)
    benchmark(lambda: [str(position) for position in game])


def test_reading_position_text(benchmark: Any, game: str) -> None:
    rules, texts = game[0].rules, list(map(str, game))
    benchmark.extra_info["positions"] = len(game)
    assert benchmark(lambda: [rules.parse_position(text) for text in texts]) == game


def test_writing_and_reading_a_record(benchmark: Any) -> None:
    random = Random(1)
    start = position = SOWING_GAMES["owari"].start()
    plies = []
    while (outcome := position.outcome()) is None:
        move = random.choice(position.legal_moves())
        plies.append(Ply(position.turn, move, 0.1, 8))
        position = position.play(move)
    ending = Ending.normal(outcome)
    record = GameRecord(start.rules, start, "A", "B", tuple(plies), ending)
    benchmark.extra_info["plies"] = len(plies)
    assert benchmark(lambda: read_game(format_game(record))) == record


@pytest.mark.parametrize("evaluation", SOWING)
def test_search_to_depth_8(benchmark: Any, evaluation: str) -> None:
    start = SOWING_GAMES["owari"].start()
    found = benchmark.pedantic(
        search, (start,), {"depth": 8, "evaluation": SOWING[evaluation]}, rounds=5
    )
    benchmark.extra_info["nodes"] = found.nodes
    benchmark.extra_info["nodes a second"] = round(found.nodes / benchmark.stats["min"])


@pytest.mark.parametrize("name", ENGINES[OTHELLO].evaluations)
def test_search_of_othello_to_depth_4(benchmark: Any, name: str) -> None:
    start = OTHELLO.start()
    options = {"depth": 4, "evaluation": ENGINES[OTHELLO].evaluations[name]}
    found = benchmark.pedantic(search, (start,), options, rounds=5)
    benchmark.extra_info["nodes"] = found.nodes
    benchmark.extra_info["nodes a second"] = round(found.nodes / benchmark.stats["min"])


@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
def test_games_of_othello_by_the_kernel(benchmark: Any) -> None:
    given = as_given(OTHELLO.start())
    leaves = benchmark.pedantic(othello.perft, ((8, False), given, 9), rounds=5)
    benchmark.extra_info["leaves"] = leaves
    benchmark.extra_info["leaves a second"] = round(leaves / benchmark.stats["min"])
