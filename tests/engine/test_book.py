"""The opening book: what it holds is proved, covers what can come up, and damage is found out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from owari.engine import book as book_module
from owari.engine.book import BadBook, Book, BookMove, fits, key_of, opening_book, read_book
from owari.engine.book_builder import make_book
from owari.engine.evaluation import SOWING
from owari.engine.families import solve
from owari.engine.kernel import sowing
from owari.engine.search import search
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import Kind, Side
from owari.games.mancala import KALAH, OWARI
from owari.players.engine_player import EnginePlayer
from tests.benchmarks.perfect import games, lost

needs_kernel = pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")


@pytest.fixture(scope="module")
def owari_book() -> Book:
    book = opening_book(OWARI)
    assert book is not None
    return book


def made(game: str, easy: int) -> dict[int, BookMove | None]:
    return {step.key: step.entry for step in make_book(find_game(game), 99, easy, {})}


def test_what_the_start_is_worth(owari_book: Book) -> None:
    assert owari_book.find(OWARI.start()) == ((4,), 2)
    assert owari_book.find(OWARI.start(Side.NORTH)) == ((11,), 2)
    replies = [owari_book.find(OWARI.start().play(move)) for move in OWARI.start().legal_moves()]
    assert [-reply[1] for reply in replies if reply] == [-4, -4, -2, 0, 2, 0]
    assert len(opening_book.__wrapped__(OWARI).to_bytes()) <= 2 << 20
    assert opening_book.__wrapped__(KALAH) is None


def test_a_best_move_keeps_the_margin_against_every_reply_in_the_book(owari_book: Book) -> None:
    checked = 0
    for first in Side:
        frontier = [OWARI.start(first)]
        frontier += [OWARI.start(first).play(move) for move in OWARI.start(first).legal_moves()]
        for _ in range(3):
            following = []
            for position in frontier:
                found = owari_book.find(position)
                if found is None:
                    continue
                move, margin = found
                after = position.play(move)
                replies = [after.play(reply) for reply in after.legal_moves()]
                known = [owari_book.find(reply) for reply in replies]
                kept = [entry[1] for entry in known if entry]
                assert all(each >= margin for each in kept)
                if all(known):
                    assert min(kept) == margin
                    checked += 1
                following += replies
            frontier = following
    assert checked > 50


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize("game", ["owari:3x3", "kalah:3x2", "kalah-empty:3x3"])
def test_a_book_is_right_and_covers_every_reply(game: str) -> None:
    rules = find_game(game)
    steps = made(game, 1)
    book = Book(rules, {key: entry for key, entry in steps.items() if entry})
    assert len(book) > 10
    choices = random.Random(5)
    seen = 0
    for _ in range(40):
        side, position = choices.choice(list(Side)), rules.start(choices.choice(list(Side)))
        while not position.outcome():
            if position.turn is not side:
                position = position.play(choices.choice(position.legal_moves()))
                continue
            found = book.find(position)
            assert key_of(position) in steps
            if found is None:
                break
            seen += 1
            solution = solve(position, by_book=False)
            assert found == (solution.best, solution.lower)
            position = position.play(found[0])
    assert seen > 40


@pytest.mark.slow
@needs_kernel
def test_what_is_known_is_not_searched_for_again() -> None:
    whole = made("owari:3x3", 1)
    part = dict(list(whole.items())[:20])
    rest = [step.key for step in make_book(find_game("owari:3x3"), 99, 1, part)]
    assert set(rest) == set(whole) - set(part)


@needs_kernel
def test_a_book_ends_after_its_plies() -> None:
    steps = list(make_book(find_game("owari:3x3"), 4, 1, {}))
    assert {step.ply for step in steps} == {0, 2}


@needs_kernel
def test_easy_positions_are_left_out() -> None:
    assert len([entry for entry in made("owari:3x3", 10**6).values() if entry]) == 0


def test_a_book_reads_as_it_was_written() -> None:
    rules = find_game("kalah:3x2")
    entries = {key: BookMove(key % 3, key % 7 - 3) for key in (0, 1, 255, 256, 10**9, 2**63 + 5)}
    book = Book(rules, entries)
    data = book.to_bytes()
    assert Book.from_bytes(data, rules, "it").to_bytes() == data
    assert Book.from_bytes(Book(rules, {}).to_bytes(), rules, "it").find(rules.start()) is None


def test_a_damaged_book_is_found_out() -> None:
    rules = find_game("kalah:3x2")
    data = Book(rules, {key_of(rules.start()): BookMove(0, 2)}).to_bytes()
    for cut in (0, 5, 20, len(data) // 2, len(data) - 1):
        with pytest.raises(BadBook, match="it is"):
            Book.from_bytes(data[:cut], rules, "it")
    for place in range(len(data)):
        flipped = data[:place] + bytes([data[place] ^ 16]) + data[place + 1 :]
        with pytest.raises(BadBook, match="it is"):
            Book.from_bytes(flipped, rules, "it")
    with pytest.raises(BadBook, match="of other rules"):
        Book.from_bytes(data, OWARI, "it")


def test_without_a_whole_book_the_engine_plays_on_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = tmp_path / "owari.book"
    damaged.write_bytes(book_module.PACKAGED.read_bytes()[:-1])
    monkeypatch.setattr(book_module, "PACKAGED", damaged)
    opening_book.cache_clear()
    try:
        found = Thinker(OWARI, SOWING["goals"]).think(OWARI.start(), seconds=0.02)
        assert found.by != "book"
        (message,) = caplog.messages
        assert message == f"{damaged} is damaged or cut short: its checksum is wrong"
        with pytest.raises(BadBook):
            read_book(OWARI)
    finally:
        opening_book.cache_clear()


def test_which_games_have_keys() -> None:
    assert fits(OWARI)
    assert fits(find_game("kalah:6x3"))
    assert not fits(KALAH)


def test_a_key_is_the_same_wherever_one_sits() -> None:
    south = OWARI.parse_position("1,2,3,4,5,6,7,0,1,0,2,0,3,2 S")
    north = OWARI.parse_position("0,1,0,2,0,3,2,1,2,3,4,5,6,7 N")
    assert key_of(south) == key_of(north)
    assert key_of(south) != key_of(OWARI.start())


def test_a_time_uses_the_book_and_a_depth_does_not() -> None:
    start = OWARI.start()
    thinker = Thinker(OWARI, SOWING["goals"])
    by_time = thinker.think(start, seconds=0.001)
    assert (by_time.by, str(by_time.value), by_time.move) == ("book", "+2 exact", (4,))
    by_depth = thinker.think(start, depth=6)
    assert by_depth[:4] == search(start, depth=6, evaluation=SOWING["goals"])[:4]
    assert thinker.think(start, depth=6, seconds=60.0).by != "book"


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize("game", ["kalah:4x3", "owari:4x4"])
def test_to_be_perfect_is_to_prove(game: str) -> None:
    rules = find_game(game)
    thinker = Thinker(rules, SOWING["goals-and-row"], threads=2)
    position = rules.start()
    worth = solve(position, aim=Aim.MARGIN).lower
    first = position.turn
    while not (outcome := position.outcome()):
        found = thinker.think(position, perfect=True)
        assert found.value.kind is Kind.EXACT
        assert found.value.number == (worth if position.turn is first else -worth)
        position = position.play(found.move)
    assert outcome.margin(first) == worth


@pytest.mark.slow
@needs_kernel
def test_a_proof_says_what_every_search_does_not() -> None:
    position = OWARI.parse_position("2,0,4,1,1,3,3,1,5,0,5,1,4,6 S")
    margin = solve(position, aim=Aim.MARGIN).lower
    for name in SOWING:
        found = Thinker(OWARI, SOWING[name]).think(position, seconds=20.0)
        assert (found.value.number, found.value.kind) == (margin, Kind.EXACT)
        assert found.by in ("kernel", "proof")


@needs_kernel
def test_aims_agree() -> None:
    position = find_game("kalah:4x4").start()
    every = solve(position)
    assert all(move.exact for move in every.moves)
    best = solve(position, aim=Aim.BEST_MOVE)
    assert (best.lower, best.best) == (every.lower, every.best)
    assert solve(position, aim=Aim.MARGIN).lower == every.lower


@pytest.mark.slow
@needs_kernel
def test_no_move_of_a_few_games_loses_anything(owari_book: Book) -> None:
    for game in games(8, EnginePlayer(perfect=True)):
        assert game.margin >= (2 if game.engine is game.first else -2)
        by_proof = [each for each in game.decisions if not owari_book.find(each.position)]
        assert [lost(each) for each in by_proof] == [0] * len(by_proof)
