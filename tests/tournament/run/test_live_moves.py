"""The file of live moves: a reader sees what slots write, and nothing torn or abandoned."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from owari.games.game import Kind, Move, Side, Value
from owari.games.mancala import OWARI
from owari.records.record import Ply
from owari.tournament.run.live_moves import (
    HEADER,
    HEADING_SIZE,
    LENGTH,
    MAGIC,
    MOST_PLIES,
    Heading,
    LiveGame,
    LivePlace,
    LiveReader,
    LiveWriter,
    clear,
    live_file,
    live_path,
)
from owari.tournament.run.runner import run
from tests.tournament.run.test_runner import bot, game

START = OWARI.start()
HEADING = Heading(7, 1, "owari", str(START), 'Röbi, the "1st"', "</script>", "S4 N8")

numbers = st.integers(-64, 64)
values = st.one_of(
    st.none(),
    st.builds(Value, numbers, st.sampled_from([*Kind])),
    st.builds(Value, numbers.map(lambda number: number + 0.25), st.just(Kind.SCORE)),
)
plies = st.builds(
    Ply,
    st.sampled_from([*Side]),
    st.builds(Move, st.integers(-2, 600)),
    st.one_of(st.none(), st.floats(0, 1e6)),
    st.one_of(st.none(), st.integers(0, 200)),
    values,
    st.just(""),
    st.none(),
)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Path]:
    with live_file(tmp_path / "evening.db", 3) as path:
        assert path
        yield path


def read(path: Path, slot: int = 0) -> LiveGame | None:
    with closing(LiveReader(path.with_suffix(""))) as reader:
        reader.stamps()
        return reader.game(slot)


def writer(path: Path, slot: int = 0) -> LiveWriter:
    found = LiveWriter.open(LivePlace(path, slot))
    assert found
    return found


@pytest.mark.fast
@given(made=st.lists(plies, max_size=30), slot=st.integers(0, 2))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_a_reader_sees_the_plies_of_each_game(live: Path, made: list[Ply], slot: int) -> None:
    with closing(writer(live, slot)) as slot_writer:
        slot_writer.begin(HEADING)
        for ply in made:
            slot_writer.add(ply, START)
        found = read(live, slot)
        assert found
        assert found.heading == HEADING
        assert list(found.plies) == made
        assert found.stamp.plies == len(made)
        slot_writer.end()
        assert read(live, slot) is None


@pytest.mark.fast
def test_each_slot_has_a_region_of_its_own(live: Path) -> None:
    writers = [writer(live, slot) for slot in range(3)]
    for slot, each in enumerate(writers):
        each.begin(HEADING._replace(number=slot + 1))
        for _ in range(MOST_PLIES + 5):  # a game that is longer than a region
            each.add(Ply(Side.SOUTH, Move(slot)), START)
    for slot in range(3):
        found = read(live, slot)
        assert found
        assert found.heading.number == slot + 1
        assert {ply.move.cell for ply in found.plies} == {slot}
        assert len(found.plies) == MOST_PLIES
    clear(LivePlace(live, 1))
    assert [read(live, slot) is None for slot in range(3)] == [False, True, False]


@pytest.mark.fast
def test_a_heading_that_is_just_written_is_no_game(live: Path) -> None:
    with closing(writer(live)) as slot_writer:
        slot_writer.begin(HEADING)
        before = live.read_bytes()
        assert read(live)
        changes = before[64]
        with live.open("r+b") as file:
            file.seek(64)
            file.write(bytes([changes + 1]))
        assert read(live) is None


@pytest.mark.fast
def test_a_game_that_changes_while_it_is_read_is_no_game(
    live: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are the plies of one game read under the heading of another."""
    pread = os.pread
    meanwhile: list[Callable[[], None]] = []

    def read_slowly(descriptor: int, length: int, at: int) -> bytes:
        data = pread(descriptor, length, at)
        if length >= HEADING_SIZE:
            meanwhile.pop()()
        return data

    monkeypatch.setattr(os, "pread", read_slowly)
    with closing(writer(live)) as slot_writer:
        for change in (slot_writer.end, lambda: slot_writer.begin(HEADING)):
            slot_writer.begin(HEADING)
            slot_writer.add(Ply(Side.SOUTH, Move(1)), START)
            meanwhile.append(change)
            assert read(live) is None
        slot_writer.add(Ply(Side.SOUTH, Move(1)), START)
        meanwhile.append(lambda: slot_writer.add(Ply(Side.NORTH, Move(8)), START))
        found = read(live)
    assert found
    assert [ply.move.cell for ply in found.plies] == [1]


@pytest.mark.fast
def test_a_heading_that_does_not_fit_shows_no_game(live: Path) -> None:
    with closing(writer(live)) as slot_writer:
        slot_writer.begin(HEADING._replace(south="x" * 5000))
        slot_writer.add(Ply(Side.SOUTH, Move(1)), START)
        assert read(live) is None


@pytest.mark.fast
@given(data=st.binary(max_size=200), at=st.integers(0, 5000))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
def test_no_content_of_the_file_breaks_a_reader(live: Path, data: bytes, at: int) -> None:
    with closing(writer(live)) as slot_writer:
        slot_writer.begin(HEADING)
        slot_writer.add(Ply(Side.SOUTH, Move(1)), START)
    kept = live.read_bytes()
    try:
        with live.open("r+b") as file:
            file.seek(at)
            file.write(data)
        read(live)
        os.truncate(live, at)
        read(live)
    finally:
        with live.open("r+b") as file:
            file.write(kept)


@pytest.mark.fast
@pytest.mark.parametrize("text", [b"[" * 4000, b"1" * 4000, b'"' * 9, b"[1, 2]", b"\xff"])
def test_a_forged_heading_is_no_game(text: bytes, live: Path) -> None:
    with closing(writer(live)) as slot_writer:
        slot_writer.begin(HEADING)
        region = live.read_bytes().index(json.dumps(HEADING).encode())
        with live.open("r+b") as file:
            file.seek(region - LENGTH.size)
            file.write(LENGTH.pack(len(text)) + text)
        assert read(live) is None


@pytest.mark.fast
@pytest.mark.parametrize("seconds", [float("inf"), 1e308, -1.0])
def test_a_forged_time_is_not_known(seconds: float, live: Path) -> None:
    with closing(writer(live)) as slot_writer:
        slot_writer.begin(HEADING)
        slot_writer.add(Ply(Side.SOUTH, Move(1), seconds), START)
        found = read(live)
        assert found
        assert found.plies == (Ply(Side.SOUTH, Move(1)),)


@pytest.mark.fast
def test_a_file_of_impossibly_many_slots_is_not_read(live: Path) -> None:
    with live.open("r+b") as file:
        file.write(HEADER.pack(MAGIC, 2**32 - 1))
    assert LiveReader(live.with_suffix("")).stamps() == {}
    assert LiveWriter.open(LivePlace(live, 0)) is None
    with live_file(live.with_name("other.db"), 2**32 - 1) as path:
        assert path is None


@pytest.mark.fast
def test_a_file_of_a_run_that_is_gone_is_stale(tmp_path: Path) -> None:
    results = tmp_path / "evening.db"
    reader = LiveReader(results)
    assert reader.stamps() == {}
    script = (
        "import os, sys; from pathlib import Path\n"
        "from owari.tournament.run.live_moves import *\n"
        "with live_file(Path(sys.argv[1]), 1) as path:\n"
        "    writer = LiveWriter.open(LivePlace(path, 0))\n"
        "    writer.begin(Heading(1, 1, 'owari', '', 'A', 'B'))\n"
        "    print('begun', flush=True); sys.stdin.read(); os._exit(9)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(results)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"begun\n"
        assert list(reader.stamps()) == [0]
        found = reader.game(0)
        assert found
        assert found.heading.south == "A"
        process.stdin.close()
    assert live_path(results).exists()
    assert reader.stamps() == {}
    assert reader.game(0) is None
    with live_file(results, 1) as path:
        assert path
        assert reader.stamps() == {}
        writer(path).begin(HEADING)
        assert list(reader.stamps()) == [0]
    assert not live_path(results).exists()
    assert reader.stamps() == {}


@pytest.mark.fast
def test_a_file_of_another_kind_stays_as_it_is(tmp_path: Path) -> None:
    other = live_path(tmp_path / "evening.db")
    other.write_text("my notes")
    with live_file(tmp_path / "evening.db", 1) as path:
        assert path is None
    assert other.read_text() == "my notes"
    assert LiveReader(tmp_path / "evening.db").stamps() == {}
    other.unlink()
    with live_file(tmp_path / "evening.db", 1) as path:
        assert path == other
        other.unlink()
        other.write_text("my notes")
    assert other.read_text() == "my notes"
    with live_file(tmp_path / "missing" / "evening.db", 1) as path:
        assert path is None


def test_a_run_shows_the_games_in_play_and_removes_the_file(tmp_path: Path) -> None:
    results = tmp_path / "evening.db"
    seen: dict[int, LiveGame] = {}
    reader = LiveReader(results)
    logged = [replace(game(number, bot("Random")), logs=tmp_path) for number in (1, 2, 3)]
    with live_file(results, 2) as live, closing(run(logged, 2, live=live)) as games:
        for done in games:
            for slot in reader.stamps():
                if found := reader.game(slot):
                    seen[found.heading.number] = found
            assert done.record
            # Its slot waits until the record is safe: the game is still shown as it ended.
            shown = seen[done.spec.number]
            assert [ply.move for ply in shown.plies] == [ply.move for ply in done.record.plies]
            assert [ply._replace(seconds=round(ply.seconds or 0, 3)) for ply in shown.plies] == [
                ply._replace(comment="", processor=None) for ply in done.record.plies
            ]
            assert shown.heading.start == str(done.record.start)
    assert sorted(seen) == [1, 2, 3]
    assert not live_path(results).exists()
