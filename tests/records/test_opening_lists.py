"""Files of openings: moves, positions and records."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.engine.openings import RandomOpenings
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import PASS, Move, Opening, Side
from owari.games.mancala import KALAH, OWARI
from owari.games.othello import OTHELLO
from owari.records.opening_lists import read_openings
from owari.records.pgn import format_game
from owari.records.record import GameRecord, Ply


@given(st.sampled_from(["owari", "kalah", "manchester", "othello"]), st.integers(1, 8), st.data())
def test_moves_positions_and_records_give_the_same_positions(
    name: str, plies: int, data: st.DataObject
) -> None:
    game = find_game(name)
    suite = RandomOpenings(game, plies, data.draw(st.integers(0, 99)))
    openings = [suite[index] for index in range(3)]
    moves = "\n".join(map(str, openings))
    assert read_openings(moves, "book", game) == openings
    positions = "\n".join(str(each.start) for each in openings)
    assert read_openings(positions, "book", game) == [Opening(each.start) for each in openings]
    records = "\n".join(format_game(record_of(each)) for each in openings)
    assert read_openings(records, "book", game) == openings


def record_of(opening: Opening) -> GameRecord:
    game = opening.start.rules
    position = game.start()
    plies = []
    for move in opening.moves:
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    return GameRecord(game, game.start(), "A", "B", tuple(plies))


def test_names_comments_numbers_and_chains() -> None:
    text = "\ufeff# my book\n\nCrab: S5 N7\n1. S0 N12 2. S2  # the usual\n"
    crab, usual = read_openings(text, "book", OWARI)
    assert crab == Opening.after(OWARI, (Move(5), Move(7)), name="Crab")
    assert usual == Opening.after(OWARI, (Move(0), Move(12), Move(2)))
    (chain,) = read_openings("S2-0 N8", "book", KALAH)
    assert chain.moves == (Move(2), Move(0), Move(8))


def test_squares_in_a_row_and_passes_that_are_left_out() -> None:
    (one,) = read_openings("F5D6c3d3c4", "book", OTHELLO)
    assert [OTHELLO.cell_name(move) for move in one.moves] == ["f5", "d6", "c3", "d3", "c4"]
    small = find_game("othello:4")
    suite = RandomOpenings(small, 9, 0)
    with_pass = next(each for each in map(suite.__getitem__, range(99)) if PASS in each.moves[:-1])
    squares = "".join(small.cell_name(move) for move in with_pass.moves if move != PASS)
    (read,) = read_openings(squares, "book", small)
    assert PASS in read.moves
    assert read.moves == with_pass.moves[: len(read.moves)]


def test_the_first_plies_of_whole_games() -> None:
    suite = RandomOpenings(OWARI, 12, 4)
    record = record_of(suite[0])
    (opening,) = read_openings(format_game(record), "book", OWARI, 3)
    assert opening == Opening.after(OWARI, suite[0].moves[:3])
    (cut,) = read_openings(str(suite[0]), "book", OWARI, 3)
    assert cut == opening


def test_a_record_in_which_north_begins_is_turned() -> None:
    start = OWARI.start(Side.NORTH)
    plies = (Ply(Side.NORTH, Move(11)), Ply(Side.SOUTH, Move(1)))
    record = GameRecord(OWARI, start, "A", "B", plies, opening="Eel")
    (opening,) = read_openings(format_game(record), "book", OWARI)
    assert opening == Opening.after(OWARI, (Move(4), Move(8)), name="Eel")
    assert opening.start == record.final.turned()


def test_a_record_that_began_with_an_opening_has_its_moves_before_its_own() -> None:
    record = replace(record_of(Opening.after(OWARI, (Move(4), Move(8)))), opening="S4 N8")
    later = replace(record, start=record.final, plies=(Ply(Side.SOUTH, Move(0)),))
    (opening,) = read_openings(format_game(later), "book", OWARI)
    assert opening == Opening.after(OWARI, (Move(4), Move(8), Move(0)))
    (cut,) = read_openings(format_game(later), "book", OWARI, 1)
    assert cut == Opening.after(OWARI, (Move(4),))


def test_a_later_position_has_not_the_name_of_the_opening_before_it() -> None:
    record = replace(record_of(Opening.after(OWARI, (Move(4), Move(8)))), opening="Crab")
    later = replace(record, start=record.final, plies=(Ply(Side.SOUTH, Move(0)),))
    (opening,) = read_openings(format_game(later), "book", OWARI)
    assert opening == Opening(later.final)
    (at_once,) = read_openings(format_game(replace(later, plies=())), "book", OWARI)
    assert at_once == Opening(later.start, (), "Crab")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("S4 N8\nS9\n", "book, line 2: S9: 'S9' is not a move; moves are S0 to S5"),
        ("S4 S3", "book, line 1: S3: pit 3 is South's, and North is to move"),
        ("4 8 5", "line 1: neither moves as 'S5 N12' nor a position: 14 numbers expected, 3 found"),
        ("tiger", "line 1: neither moves as 'S5 N12' nor a position: "),
        ("0,0,0,0,0,0,18,0,0,0,0,0,1,17 N", "line 1: the game is over; set plies to end"),
        ("9,9,9,9,9,9,0,9,9,9,9,9,9,0 S", "line 1: the game has 36 stones, not more"),
        ("# nothing\n\n", "book has no opening"),
        ('[South "A"]\n[Game "kalah"]\nS2 *', "book, game 1: a game of kalah, not of owari"),
        ('[South "A"]\nS9 *', "book, line 2: S9: 'S9' is not a move"),
    ],
)
def test_what_is_no_opening_is_named(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as error:
        read_openings(text, "book", OWARI)
    assert complaint in str(error.value)
