"""Endgame tables on disk: what is written is what was built, and what is damaged is found out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from owari.engine import endgames as endgames_module
from owari.engine import sowing_proof
from owari.engine.endgames import Endgames, build, endgames, verify_endgames
from owari.engine.evaluation import SOWING
from owari.engine.families import solve
from owari.engine.kernel import sowing
from owari.engine.search import search
from owari.engine.tablebase import (
    OFFSET,
    BadTablebase,
    open_table,
    path_of,
    positions,
    stones_on_disk,
    verify,
    write,
)
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import Kind
from owari.games.mancala import KALAH, KALAH_EMPTY, OWARI, Capture, SowingRules

pytestmark = pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")

SMALL = OWARI.resized(3, 4)
STONES = 7
SIZE = positions(SMALL, STONES)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("OWARI_DATA", str(tmp_path))
    endgames.cache_clear()
    endgames_module._tell.cache_clear()
    (tmp_path / "tablebases").mkdir()
    yield tmp_path / "tablebases"
    endgames.cache_clear()


def built(rules: SowingRules = SMALL, stones: int = STONES) -> Path:
    write(rules, stones, memoryview(build(rules, stones)))
    return path_of(rules, stones)


@pytest.mark.parametrize("rules", [SMALL, KALAH, KALAH_EMPTY, KALAH.resized(1, 1)])
@pytest.mark.parametrize("stones", [1, 6])
def test_the_file_holds_what_was_built(rules: SowingRules, stones: int) -> None:
    path = built(rules, stones)
    assert bytes(open_table(rules, stones)) == bytes(build(rules, stones))
    assert path.stat().st_size == OFFSET + sowing.size(rules.pits, stones)
    assert stones_on_disk(rules) == [stones]
    verify(rules, stones)


def test_progress_counts_every_position_once() -> None:
    told: list[int] = []
    build(KALAH, 10, told.append)
    assert told == sorted(told)
    assert told[-1] == positions(KALAH, 10)


def test_the_stones_that_a_pit_starts_with_make_no_difference() -> None:
    built(OWARI.resized(4, 3))
    verify(OWARI.resized(4, 6), STONES)


def test_all_other_rules_have_files_of_their_own() -> None:
    every = [
        SowingRules("any", pits, 3, extra_turn, capture)
        for pits in range(1, 13)
        for extra_turn in (False, True)
        for capture in Capture
    ]
    assert len({path_of(rules, stones) for rules in every for stones in (1, 11)}) == 2 * len(every)
    built(SowingRules("any", 3, 3, True, Capture.BOTH_ALWAYS))
    assert not stones_on_disk(SowingRules("any", 3, 3, True, Capture.BOTH))


@pytest.mark.parametrize(
    "length", [0, 1, 16, 17, 60, 90, OFFSET - 1, OFFSET, OFFSET + 1, OFFSET + SIZE - 1]
)
def test_a_file_cut_short_is_not_used(length: int) -> None:
    path = built()
    os.truncate(path, length)
    with pytest.raises(BadTablebase) as refusal:
        open_table(SMALL, STONES)
    assert str(path) in str(refusal.value)
    assert f"run owari tablebase build --game owari:3x4 --stones {STONES}" in str(refusal.value)


def test_a_file_that_is_too_long_is_not_used() -> None:
    os.truncate(built(), OFFSET + SIZE + 1)
    with pytest.raises(BadTablebase, match="bytes instead of"):
        open_table(SMALL, STONES)


def test_every_byte_of_the_file_counts() -> None:
    path = built()
    whole = path.read_bytes()
    text = whole.index(b"\0")
    # All of the text, some of what fills it up, some values.
    for place in [*range(text + 2), OFFSET - 1, *range(OFFSET, len(whole), 97), len(whole) - 1]:
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(BadTablebase):
            verify(SMALL, STONES)
    path.write_bytes(whole)
    verify(SMALL, STONES)


@pytest.mark.parametrize(
    ("rules", "stones"), [(KALAH.resized(3, 4), STONES), (OWARI.resized(4, 4), 5), (SMALL, 6)]
)
def test_a_file_for_other_rules_or_stones_is_not_used(rules: SowingRules, stones: int) -> None:
    os.replace(built(rules, stones), path_of(SMALL, STONES))
    with pytest.raises(BadTablebase, match="other rules"):
        open_table(SMALL, STONES)


def test_what_is_no_table_at_all(folder: Path) -> None:
    path = path_of(SMALL, STONES)
    path.write_bytes(b"PK" * OFFSET)
    with pytest.raises(BadTablebase, match="it is no tablebase"):
        open_table(SMALL, STONES)
    path.unlink()
    path.mkdir()
    with pytest.raises(BadTablebase, match="it cannot be read: Is a directory"):
        open_table(SMALL, STONES)
    for name in ("x", "0", "007", "100", "٧"):
        (folder / f"3-once-opposite-{name}.tablebase").touch()
    assert stones_on_disk(SMALL) == [STONES]


def test_what_cannot_be_written_leaves_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = built()
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        built()
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [path]


def test_the_largest_on_disk_is_taken_and_grows() -> None:
    built(stones=4)
    built(stones=6)
    table = Endgames(SMALL)
    assert table.stones == 6
    assert bytes(table.values) == bytes(build(SMALL, 6))
    table.grow(5)
    assert table.stones == 6
    table.grow(8)
    assert table.stones == 8
    whole = bytes(build(SMALL, 8))
    assert bytes(table.values[: len(whole)]) == whole


def end_early(how: str, table: Endgames, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begins the layers up to twenty stones, and ends that before the last by some means."""
    if how == "time":
        assert not table.grow(20, 0.05)
        return
    build_layers = sowing.build

    def fails(*given: Any) -> None:
        *others, progress = given

        def told(finished: int) -> None:
            progress(finished)
            if table.stones > 8:
                raise KeyboardInterrupt if how == "Ctrl-C" else MemoryError

        build_layers(*others, told)

    with monkeypatch.context() as patch:
        patch.setattr(sowing, "build", fails)
        if how == "memory":
            assert not table.grow(20)
        else:
            with pytest.raises(KeyboardInterrupt):
                table.grow(20)


@pytest.mark.parametrize("how", ["time", "Ctrl-C", "memory"])
@pytest.mark.parametrize("on_disk", [False, True])
def test_finished_layers_stay_however_it_ends(
    how: str, on_disk: bool, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    if on_disk:
        built(KALAH, 7)
    table = Endgames(KALAH)
    assert table.grow(6)
    end_early(how, table, monkeypatch)
    whole = bytes(build(KALAH, 12))
    for stones in (table.stones, 12):  # as it is, and as it grows on
        assert stones < 20
        assert table.grow(stones)
        size = positions(KALAH, min(table.stones, 12))
        assert bytes(table.values[:size]) == whole[:size]
    assert len(caplog.messages) == (how == "memory")


def test_a_layer_counts_when_all_of_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgames_module, "cores", lambda: 16)  # which work on all of it at once
    whole = bytes(build(KALAH, 13))
    table = Endgames(KALAH)
    assert table.grow(12)
    for milliseconds in range(1, 9):
        if table.grow(13, milliseconds / 1000):
            break
    assert (
        bytes(table.values[: positions(KALAH, table.stones)])
        == whole[: positions(KALAH, table.stones)]
    )


def test_no_memory_for_any_layer_leaves_the_table_of_the_disk(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    built(stones=6)
    table = Endgames(SMALL)

    def full(size: int) -> Any:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("owari.engine.endgames._memory", full)
    assert not table.grow(8)
    assert table.stones == 6
    assert bytes(table.values) == bytes(open_table(SMALL, 6))
    (message,) = caplog.messages
    assert message.startswith("There is no memory for the endgames of 8 stones")


def test_a_large_table_that_memory_has_no_room_for_is_not_reserved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = endgames_module._memory

    def small(size: int) -> Any:
        if size > sowing.size(3, 9):
            raise OSError(12, "Cannot allocate memory")
        return real(size)

    monkeypatch.setattr(endgames_module, "_memory", small)
    table = Endgames(SMALL)
    assert table.grow(7)
    assert table.grow(9)
    assert bytes(table.values) == bytes(build(SMALL, 9))


def test_a_damaged_one_is_told_of_once_and_the_next_is_taken(caplog: Any) -> None:
    built(stones=6)
    os.truncate(built(stones=7), 100)
    assert Endgames(SMALL).stones == 6
    assert Endgames(SMALL).stones == 6
    (message,) = caplog.messages
    assert message.endswith("run owari tablebase build --game owari:3x4 --stones 7")
    assert path_of(SMALL, 7).stat().st_size == 100


def test_only_what_would_be_taken_is_verified() -> None:
    verify_endgames(SMALL)
    os.truncate(built(stones=4), 100)
    path = built(stones=7)
    verify_endgames(SMALL)
    with path.open("r+b") as file:
        file.seek(OFFSET + 50)
        file.write(b"\x55")
    with pytest.raises(BadTablebase, match="its checksum is wrong"):
        verify_endgames(SMALL)


@pytest.mark.parametrize("game", ["owari:3x3", "kalah:3x3", "kalah-empty:3x3"])
def test_solve_finds_the_same_with_a_table_from_disk(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = sowing_proof.ROUNDS[0]._replace(endgames=100)
    monkeypatch.setattr(sowing_proof, "ROUNDS", (few, *sowing_proof.ROUNDS[1:]))
    start = find_game(game).start()
    before = solve(start)
    built(start.rules, 12)
    endgames.cache_clear()
    after = solve(start)
    assert after.moves == before.moves
    assert after.nodes < before.nodes


def test_a_given_depth_uses_none_and_a_given_time_does() -> None:
    rules = OWARI.resized(3, 2)
    path = path_of(rules, 24)
    values = memoryview(bytearray(positions(rules, 24)))
    values[:] = b"\x05" * len(values)
    write(rules, 24, values)  # wrong values, so that we see where they are used
    evaluation = SOWING["goals"]
    start = rules.start()
    expected = search(start, depth=3, evaluation=evaluation)
    assert Thinker(rules, evaluation).think(start, depth=3).value == expected.value
    found = Thinker(rules, evaluation).think(start, seconds=1.0)
    assert found.value.kind is Kind.EXACT
    wrong = found.value
    path.unlink()
    endgames.cache_clear()
    assert Thinker(rules, evaluation).think(start, seconds=1.0).value != wrong
