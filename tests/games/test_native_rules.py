"""The compiled rules are those that Python defines: the same positions, moves and errors."""

from __future__ import annotations

import inspect
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from owari.games.catalog import find_game
from owari.games.game import PASS, SWAP, Game, IllegalMove, Move, Outcome, Position, Side
from owari.games.mancala import KALAH, Capture, Mancala
from owari.games.othello import OTHELLO, OthelloPosition
from tests.support.nightly import at_night
from tests.support.python_rules import python_module, rules_in_python

pytest.importorskip("owari.games.native_rules", reason="the rules could not be compiled here")

GAMES = (
    *("owari", "owari:1x1", "owari:12x5", "kalah", "kalah:2x24", "kalah:7x7", "kalah:12x5"),
    *("kalah-empty", "kalah-empty:3x9", "manchester", "manchester:4x3", "manchester:12x2"),
    *("othello", "othello:4", "othello:6", "free-othello", "free-othello:4", "free-othello:6"),
)
LARGE = ("owari:12x24", "kalah:12x24", "manchester:12x24", "othello:10", "free-othello:10")
"""Boards that compiled rules leave to Python."""
COMPILED = {
    Mancala: ("legal_moves", "play", "outcome", "score", "settled"),
    OthelloPosition: (*("legal_moves", "playable", "forced", "play", "outcome", "score", "gain"),),
}


def play_both(name: str, seed: int) -> Iterator[tuple[Position, Position]]:
    """The positions of a random game by the compiled rules and by those in Python."""
    random = Random(seed)
    first = random.choice(list(Side))
    native, python = find_game(name).start(first), rules_in_python(name).start(first)
    yield native, python
    while moves := python.legal_moves():
        move = random.choice(moves)
        native, python = native.play(move), python.play(move)
        yield native, python


def answers(position: Any) -> dict[str, object]:
    """What a position says to each question."""
    moves = position.legal_moves()
    said = {
        "text": str(position),
        "class": type(position).__name__,
        "fields": tuple(position)[1:],
        "types": [type(field) for field in tuple(position)[1:]],
        "moves": moves,
        "gains": [position.gain(move) for move in moves],
        "forced": position.forced(),
        "outcome": position.outcome(),
        "score": position.score(),
        "settled": position.settled(),
        "turned": str(position.turned()),
    }
    if hasattr(position, "playable"):
        said["playable"] = [position.playable(side) for side in Side]
    return said


def refusals(position: Position) -> list[tuple[Move, str, object]]:
    """The moves that are illegal, each with the sentence and the kind of its error."""
    refused: list[tuple[Move, str, object]] = []
    most = max(max(position.rules.cells(side)) for side in Side)
    for move in (PASS, SWAP, *map(Move, range(-3, most + 3))):
        try:
            position.play(move)
        except IllegalMove as error:
            refused.append((move, str(error), error.kind))
    return refused


@pytest.mark.parametrize("name", [*GAMES, *LARGE])
@pytest.mark.parametrize("seed", [1, 2, *at_night(*range(3, 40))])
def test_random_games_are_the_same(name: str, seed: int) -> None:
    played = 0
    for played, (native, python) in enumerate(play_both(name, seed)):
        assert answers(native) == answers(python)
        if played % 8 == 0 or native.outcome():
            assert refusals(native) == refusals(python)
    assert played > 0


def perft(position: Position, plies: int) -> int:
    if plies == 0:
        return 1
    return sum(perft(position.play(move), plies - 1) for move in position.legal_moves())


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        *[("owari", 4), ("kalah", 4), ("kalah-empty:4x3", 5), ("manchester", 3)],
        *[("othello", 5), ("othello:4", 6), ("othello:6", 5), ("free-othello:4", 4)],
    ],
)
def test_as_many_positions_lie_ahead(name: str, plies: int) -> None:
    count = perft(rules_in_python(name).start(), plies)
    assert perft(find_game(name).start(), plies) == count > 100


def test_the_methods_are_compiled_and_those_of_the_copy_are_not() -> None:
    for kind, names in COMPILED.items():
        module = python_module("mancala" if kind is Mancala else "othello")
        for name in names:
            method = getattr(kind, name)
            written = getattr(getattr(module, kind.__name__), name)
            assert not inspect.isfunction(method)
            assert inspect.isfunction(written)
            assert method.__doc__ == written.__doc__
            parameters = list(inspect.signature(method).parameters)
            assert parameters == list(inspect.signature(written).parameters)


def kalah(cells: Sequence[object], turn: object = Side.SOUTH, rules: object = KALAH) -> Mancala:
    return Mancala(rules, cells, turn)


START = KALAH.start().cells
ODD = [
    kalah(list(START)),
    kalah((*START[:-1], True)),
    kalah((*START[:-1], 1.5)),
    kalah((*START[:-1], 10**30)),
    kalah((*START[:-1], 2**31)),
    kalah((*START[:-1], 80)),
    kalah((-1, *START[1:])),
    kalah((*START, 0, 0)),
    kalah(START[:-1]),
    kalah((4,) * 13 + ("stones",)),
    kalah(START, "S"),
    kalah(START, rules=None),
    kalah(START, rules=KALAH.name),
    tuple.__new__(Mancala, (KALAH, START)),
    OthelloPosition(OTHELLO, 1, 1, Side.SOUTH, Side.SOUTH),
    OthelloPosition(OTHELLO, -1, 1, Side.SOUTH, Side.SOUTH),
    OthelloPosition(OTHELLO, 1 << 64, 1 << 65, Side.SOUTH, Side.SOUTH),
    OthelloPosition(OTHELLO.resized(4), 1 << 5, 1 << 20, Side.SOUTH, Side.SOUTH),
    OthelloPosition(OTHELLO, True, 2, Side.SOUTH, Side.SOUTH),
    OthelloPosition(OTHELLO, 1.0, 2, Side.SOUTH, Side.SOUTH),
    OthelloPosition(OTHELLO, 1, 2, "S", Side.SOUTH),
    OthelloPosition(KALAH, 1, 2, Side.SOUTH, Side.SOUTH),
    kalah(START, rules=OTHELLO),
    tuple.__new__(OthelloPosition, (OTHELLO, 1, 2, Side.SOUTH)),
]


@pytest.mark.parametrize("position", ODD, ids=range(len(ODD)))
def test_what_is_no_regular_position_is_left_to_python(position: Mancala | OthelloPosition) -> None:
    name = type(position).__name__
    module = python_module("mancala" if name == "Mancala" else "othello")
    written = tuple.__new__(getattr(module, name), tuple(position))
    for method in COMPILED[type(position)]:
        for arguments in ((), (Move(1),), (Side.NORTH,), (Move(1), Move(2)), range(9)):
            results: list[object] = []
            for each in (position, written):
                try:
                    found = getattr(each, method)(*arguments)
                    results.append(tuple(found) if isinstance(found, tuple) else found)
                except Exception as error:
                    results.append(type(error))
            assert results[0] == results[1], (method, arguments)


class Pit(Move):
    """A move of another class."""

    __slots__ = ()


@pytest.mark.parametrize("start", [KALAH.start(), OTHELLO.start()], ids=["kalah", "othello"])
def test_a_move_may_be_named_and_be_of_a_class_of_its_own(start: Mancala | OthelloPosition) -> None:
    move = start.legal_moves()[1]
    after = start.play(move)
    assert start.play(move=move) == after
    assert start.play(Pit(move.cell)) == after
    assert type(start).play(start, move) == after
    with pytest.raises(TypeError):
        start.play(**{"ply": move})
    with pytest.raises(AttributeError):
        start.play(move.cell)
    with pytest.raises(TypeError):
        type(start).play(move, move)


def test_a_position_stays_a_named_tuple() -> None:
    position = KALAH.start().play(Move(1)).play(Move(7))
    rules, cells, turn = position
    assert (rules, cells, turn) == (position.rules, position.cells, position.turn)
    assert position == Mancala(KALAH, cells, turn) == pickle.loads(pickle.dumps(position))
    assert hash(position) == hash(Mancala(KALAH, cells, turn))
    assert position._replace(turn=turn.other).turn is turn.other
    assert position._asdict() == {"rules": rules, "cells": cells, "turn": turn}
    assert list(accumulate((Move(1), Move(7)), Mancala.play, initial=KALAH.start()))[-1] == position
    assert type(position.score()) is Outcome


def test_rules_that_nobody_has_seen_before_and_many_of_them() -> None:
    """More than the compiled rules remember, and copies that other processes send."""
    many = [
        replace(KALAH, pits=pits, capture=capture, extra_turn=extra, usual_size=(pits, 4))
        for pits in range(1, 13)
        for capture in Capture
        for extra in (False, True)
    ]
    for rules in (*many, *pickle.loads(pickle.dumps(many)), *many):
        written: Any = rules_in_python("kalah")
        same = replace(
            written,
            pits=rules.pits,
            capture=type(written.capture)(rules.capture.value),
            extra_turn=rules.extra_turn,
        )
        native, python = rules.start(Side.NORTH), same.start(Side.NORTH)
        for _ in range(6):
            if not (moves := native.legal_moves()):
                break
            native, python = native.play(moves[-1]), python.play(moves[-1])
            assert native.rules is rules
            assert native.cells == python.cells
            assert native.turn is python.turn


def test_rules_without_numbers_are_left_to_python() -> None:
    class Plain:
        pits, capture, extra_turn = 6, Capture.BOTH, False

    position = kalah(START, rules=Plain())
    assert position.legal_moves() == KALAH.start().legal_moves()
    assert position.play(Move(0)).cells == KALAH.start().play(Move(0)).cells


def plies(game: Game, count: int, seed: int) -> None:
    """So many plies of random games, and questions on the way."""
    choice = Random(seed).choice
    position = game.start()
    for _ in range(count):
        moves = position.legal_moves()
        if not moves:
            position = game.start()
            continue
        position.score(), position.settled(), position.forced(), position.gain(moves[0])
        try:
            position.play(SWAP if SWAP not in moves else Move(99))
        except IllegalMove:
            pass
        position = position.play(choice(moves))
        position.outcome()


@pytest.mark.parametrize("name", ["kalah", "manchester", "othello", "free-othello:6", "othello:10"])
@pytest.mark.parametrize("count", [2000, *at_night(1_000_000)])
def test_games_leave_nothing_in_memory(name: str, count: int) -> None:
    game = find_game(name)
    kept = (game, Side.SOUTH, Side.NORTH, PASS, SWAP, Mancala, OthelloPosition, Outcome)
    plies(game, count, 1)
    references = [sys.getrefcount(each) for each in kept]
    blocks = sys.getallocatedblocks()
    plies(game, count, 1)
    assert sys.getallocatedblocks() - blocks < 500
    changes = [abs(sys.getrefcount(each) - old) for each, old in zip(kept, references, strict=True)]
    assert max(changes) < 500
