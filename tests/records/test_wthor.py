"""Games from the database of the French federation."""

from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.game import PASS, Kind, Outcome, Side, Value
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.records import wthor
from owari.records.archives import BadGame, Unwritable, losses
from owari.records.pgn import format_game, read_game
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.text.printable import plain

WIPED_OUT = "f5d6c5f4e7f6g5e6e3"
NAMES = wthor.Names(["???", "Tastet Marc", "Lévi Jean"], ["???", "Championnat de France"])


def codes(squares: str) -> bytes:
    """f5 is 56."""
    columns, rows = squares[::2], squares[1::2]
    return bytes(
        10 * int(row) + ord(column) - ord("a") + 1
        for column, row in zip(columns, rows, strict=True)
    )


def game(
    moves: bytes | str, score: int = 32, theoretical: int = 0, places: tuple[int, ...] = (1, 1, 2)
) -> bytes:
    played = codes(moves) if isinstance(moves, str) else moves
    return struct.pack("<3H2B60s", *places, score, theoretical, played)


def file(*games: bytes, number: int | None = None, size: int = 8, empty: int = 0) -> bytes:
    number = len(games) if number is None else number
    head = struct.pack("<4BIHH4B", 20, 2, 6, 1, number, 0, 2001, size, 0, empty, 0)
    return head + b"".join(games)


def records(data: bytes) -> list[GameRecord]:
    found = list(wthor.read_games([data], NAMES))
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert not [each.remark for each in found if each.remark]
    return [each.record for each in found if each.record]


def random_game(seed: int) -> tuple[str, tuple[Ply, ...], Outcome]:
    """The squares of a game, all its plies and how it ended."""
    random = Random(seed)
    position = OTHELLO.start()
    plies = []
    while position.outcome() is None:
        move = random.choice(position.legal_moves())
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    squares = "".join(OTHELLO.format_move(ply.move) for ply in plies if ply.move != PASS)
    outcome = position.outcome()
    assert outcome is not None
    return squares, tuple(plies), outcome


def test_a_game_with_an_opening_begins_with_its_moves() -> None:
    _squares, plies, outcome = random_game(3)
    whole = GameRecord(OTHELLO, OTHELLO.start(), "A", "B", plies, Ending.normal(outcome))
    start = list(whole.positions())[5]
    opening = " ".join(OTHELLO.format_move(ply.move) for ply in plies[:5])
    database = wthor.Database()
    database.add(replace(whole, start=start, plies=plies[5:], opening=opening))
    (read,) = records(database.files(date(2026, 11, 28))[0])
    assert (read.start, read.plies, read.ending) == (whole.start, plies, whole.ending)


def test_a_game_with_its_names() -> None:
    (record,) = records(file(game(WIPED_OUT, 64)))
    assert (record.south, record.north) == ("Tastet Marc", "Lévi Jean")
    assert (record.event, record.date) == ("Championnat de France", "2001")
    assert record.ending == Ending.normal(Outcome(13, 0, 51))
    assert read_game(format_game(record)) == record


def test_games_in_parts_of_any_size() -> None:
    data = file(game("f5"), game("d3"), game("c4c3"))
    firsts = [["f5"], ["d3"], ["c4"]]
    for size in (1, 15, 16, 17, 68, 84, 1000):
        chunks = [data[at : at + size] for at in range(0, len(data), size)]
        found = [each.record.plies[:1] for each in wthor.read_games(chunks)]
        assert [[OTHELLO.format_move(ply.move) for ply in plies] for plies in found] == firsts


def test_passes_are_put_in() -> None:
    seed = next(seed for seed in range(99) if PASS in [p.move for p in random_game(seed)[1][:-1]])
    squares, plies, outcome = random_game(seed)
    score = 32 + outcome.margin(Side.SOUTH) // 2
    (record,) = records(file(game(squares, score)))
    assert record.plies == plies
    assert record.ending == Ending.normal(outcome)


@pytest.mark.parametrize(
    ("score", "ending"),
    [
        (40, Ending(Result.SOUTH, Outcome(40, 24), Termination.REPORTED)),
        (32, Ending(Result.DRAW, Outcome(32, 32), Termination.REPORTED)),
        (0, Ending(Result.NORTH, Outcome(0, 64), Termination.REPORTED)),
    ],
)
def test_where_the_moves_end_early_the_score_is_what_the_file_says(
    score: int, ending: Ending
) -> None:
    (record,) = records(file(game("f5d6c3", score)))
    assert record.ending == ending
    assert read_game(format_game(record)) == record


def test_the_count_of_the_moves_is_kept() -> None:
    (found,) = wthor.read_games([file(game(WIPED_OUT, 40))])
    assert found.record.ending == Ending.normal(Outcome(13, 0, 51))
    assert found.remark == "the file gives Black +16, but the moves end 13-0 (+64) and count"
    (found,) = wthor.read_games([file(game("f5", 200))])
    assert found.remark == "the file gives Black +336, which no game ends with"
    assert found.record.ending == Ending(Result.SOUTH, Outcome(4, 1), Termination.REPORTED)


def test_the_theoretical_score_is_what_a_position_was_worth_to_its_mover() -> None:
    (record,) = records(file(game("f5d6c3", 40, theoretical=36), empty=59))
    worth = [None, Value(-8, Kind.EXACT), None]  # White moves with 59 squares empty; Black gets 36
    assert [ply.value for ply in record.plies] == worth
    (record,) = records(file(game("f5d6c3", 40, theoretical=36), empty=60))
    assert record.plies[0].value == Value(8, Kind.EXACT)
    (record,) = records(file(game("f5d6c3", 40, theoretical=36), empty=0))
    assert not any(ply.value for ply in record.plies)


def test_names_of_nobody() -> None:
    ((_, record, *_),) = wthor.read_games([file(game("f5", places=(7, 8, 1)))], NAMES)
    assert (record.event, record.south, record.north) == ("tournament 7", "player 8", "Tastet Marc")
    (record,) = records(file(game("f5", places=(0, 0, 0))))
    assert (record.event, record.south) == ("", "???")
    assert read_game(format_game(record)) == record


def test_lists_of_names() -> None:
    head = bytes(16)
    players = head + b"???".ljust(20, b"\0") + "Lévi".encode("latin-1") + b"\0junk" + bytes(11)
    assert wthor.read_players(players) == ["???", "Lévi"]
    assert wthor.read_players(players + b"cut") == ["???", "Lévi"]
    assert wthor.read_tournaments(head + b"Paris \x1b[2J".ljust(26, b"\0")) == ["Paris [2J"]
    assert wthor.read_players(b"") == []


@pytest.mark.parametrize("size", [0, 8])
def test_the_size_of_the_board(size: int) -> None:
    assert records(file(game("f5"), size=size))


ONE = game("f5d6")


@pytest.mark.parametrize(
    ("data", "read", "complaint"),
    [
        (b"", 0, "a header of 16 bytes expected, 0 found"),
        (file()[:10], 0, "a header of 16 bytes expected, 10 found"),
        (file(ONE, size=10), 0, "the header says that the board has 10 squares a side, not 8"),
        (file(ONE, ONE)[:-1], 1, "game 2: only 67 of its 68 bytes are there: the file is cut off"),
        (file(ONE, number=3), 1, "the header says 3 games, the file has 1 game"),
        (file(ONE, ONE, number=1), 2, "the header says 1 game, the file has 2 games"),
        (bytes(16 + 68), 0, "its first 16 bytes are zero, and a .wtb file begins with a day"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_and_where(data: bytes, read: int, complaint: str) -> None:
    found: list[Any] = []
    with pytest.raises(BadGame) as error:
        found.extend(wthor.read_games([data]))
    assert str(error.value).startswith(complaint)
    assert len(found) == read


@pytest.mark.parametrize(
    ("broken", "remark"),
    [
        (game("f5f5"), "game 2, move 2, f5: the square f5 already has a disc"),
        (game("f5a1"), "game 2, move 2, a1: a disc on a1 flips no disc"),
        (game(b"\x38\x00\x40"), "game 2, move 2, 0: it is missing, though others follow"),
        (game(b"\x38\x63"), "game 2, move 2, 99: 99 is not a square: they are 11 (a1) to 88 (h8)"),
        (game(WIPED_OUT + "a1"), "game 2, move 10, a1: the game is over"),
        (bytes(68), "game 2: all of its 68 bytes are zero"),
    ],
)
def test_a_broken_game_does_not_cost_the_others(broken: bytes, remark: str) -> None:
    first, second, third = wthor.read_games([file(ONE, broken, ONE)])
    assert (second.record, second.remark, second.is_broken) == (None, remark, True)
    assert first.record == third.record
    assert first.record is not None


def test_numbers_behind_the_end_of_a_list_of_names_are_said_once() -> None:
    games = [game("f5", places=(2, 1, 3)), game("f5", places=(2, 3, 4)), game("f5")]
    found = list(wthor.read_games([file(*games)], NAMES))
    assert [each.remark for each in found] == [
        "tournament 2 has no name: the list of tournaments ends with number 1; "
        "player 3 has no name: the list of players ends with number 2",
        "player 4 has no name: the list of players ends with number 2",
        "",
    ]
    assert found[1].record.south == "player 3"


@settings(max_examples=30)
@given(st.lists(st.integers(0, 9999), max_size=3))
def test_random_games(seeds: list[int]) -> None:
    games = [random_game(seed) for seed in seeds]
    data = file(
        *(game(squares, 32 + outcome.margin(Side.SOUTH) // 2) for squares, _, outcome in games)
    )
    assert [(each.plies, each.ending.score) for each in records(data)] == [
        (plies, outcome) for _, plies, outcome in games
    ]


WHOLE = file(game(random_game(1)[0]), game(WIPED_OUT), game("f5d6"), empty=22)


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=4),
    st.integers(1, len(WHOLE)),
)
def test_broken_bytes_are_told_in_a_sentence(changes: list[tuple[int, ...]], length: int) -> None:
    data = bytearray(WHOLE)
    for at, byte in changes:
        data[at] = byte
    with suppress(BadGame):
        for found in wthor.read_games([bytes(data[:length])], NAMES):
            if found.is_broken:
                assert found.remark
                continue
            assert read_game(format_game(found.record)) == found.record


@st.composite
def holdable(draw: st.DrawFn) -> GameRecord:
    """What a database can hold: whole games, and others with the score that was told."""
    _, plies, outcome = random_game(draw(st.integers(0, 9999)))
    names = st.text("abcXYZ éü", max_size=19).map(plain)
    ending = Ending.normal(outcome)
    if draw(st.booleans()):
        plies = plies[: draw(st.integers(0, 20))]
        black = draw(st.integers(1, 64))
        outcome = Outcome(black, 64 - black)
        ending = Ending(Result.won_by(outcome.winner), outcome, Termination.REPORTED)
    return GameRecord(
        OTHELLO,
        OTHELLO.start(),
        draw(names) or "?",
        draw(names) or "?",
        plies,
        ending,
        event=draw(names),
        date="2001",
    )


@settings(max_examples=40)
@given(st.lists(holdable(), min_size=1, max_size=4))
def test_games_are_read_as_they_were_written(games: list[GameRecord]) -> None:
    database = wthor.Database()
    for record in games:
        database.add(record)
    assert list(database.as_read()) == games
    assert len(database) == len(games)


@settings(max_examples=40)
@given(st.lists(holdable(), min_size=1, max_size=3), st.data())
def test_theoretical_scores_are_kept_where_no_game_lacks_one(
    games: list[GameRecord], data: st.DataObject
) -> None:
    empty = data.draw(st.integers(1, 60))
    rated = []
    for record in games:
        plies, left = list(record.plies), 60
        for at, ply in enumerate(plies):
            if ply.move != PASS:
                if left == empty:
                    value = Value(2 * data.draw(st.integers(-32, 32)), Kind.EXACT)
                    plies[at] = ply._replace(value=value)
                left -= 1
        rated.append(replace(record, plies=tuple(plies)))
    database = wthor.Database()
    for record in rated:
        database.add(record)
    assert list(database.as_read()) == rated
    unrated = [record for record in rated if any(ply.value for ply in record.plies)]
    for record in unrated:  # the same games, of which one has no value any more
        plain_plies = tuple(ply._replace(value=None) for ply in record.plies)
        database.add(replace(record, plies=plain_plies))
    read = list(database.as_read())
    assert any(ply.value for record in read for ply in record.plies) is False
    lost = [[*losses(record, again)] for record, again in zip(rated, read, strict=False)]
    assert lost == [["values"] if record in unrated else [] for record in rated]


def test_the_bytes_of_a_database_that_is_written() -> None:
    black = GameRecord(
        OTHELLO,
        OTHELLO.start(Side.NORTH),
        "White Player With A Long Name",
        "Bl\u00e4ck \u2603",
        (Ply(Side.NORTH, OTHELLO.parse_move("f5")),),
        Ending(Result.NORTH, Outcome(20, 40, 4), Termination.REPORTED),
        event="Cup",
        date="2003-05-01",
    )
    database = wthor.Database()
    database.add(black)
    made = date(2026, 11, 28)
    head = bytes([20, 26, 11, 28])
    games, players, tournaments = database.files(made)
    assert games == (
        head + bytes([1, 0, 0, 0, 0, 0]) + (2003).to_bytes(2, "little") + bytes([8, 0, 0, 0])
        + bytes([0, 0, 0, 0, 1, 0, 44, 44, 56]) + bytes(59)
    )  # fmt: skip
    assert players == (
        head + bytes([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
        + "Bl\u00e4ck ?".encode("latin-1").ljust(20, b"\0") + b"White Player With A\0"
    )  # fmt: skip
    assert tournaments[16:] == b"Cup".ljust(26, b"\0")


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (GameRecord(OWARI, OWARI.start(), "A", "B"), "othello only, not of owari"),
        (GameRecord(OTHELLO.resized(6), OTHELLO.resized(6).start(), "A", "B"), "not of othello:6"),
        (GameRecord(OTHELLO, OTHELLO.start(), "A", "B"), "how the game ended: unfinished"),
        (
            GameRecord(
                OTHELLO,
                OTHELLO.start(),
                "A",
                "B",
                (),
                Ending(Result.SOUTH, Outcome(2, 2), Termination.CRASHED),
            ),
            "how the game ended: crashed",
        ),
        (
            GameRecord(
                OTHELLO, OTHELLO.parse_position("-" * 26 + "XO" + "-" * 36 + " X"), "A", "B"
            ),
            "it has a start position of its own",
        ),
    ],
)
def test_games_that_a_database_cannot_hold(record: GameRecord, why: str) -> None:
    with pytest.raises(Unwritable, match=why):
        wthor.Database().add(record)
