"""Whatever somebody changes in a results file, `verify` finds it.

`OWARI_DOCTORED=5000 pytest tests/results/test_doctoring.py` makes more changes.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from owari.results.database import BadResults
from owari.results.store import Store
from owari.tournament.verification import TournamentVerification
from tests.support.doctoring import doctor, dump, evening

DOCTORED = int(os.environ.get("OWARI_DOCTORED", "50"))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("original") / "bots.db"
    evening(path)
    return path


def found(path: Path) -> list[str]:
    """What the verification finds; the sentence where it refuses the file."""
    try:
        with Store.open(path) as store:
            return [*map(str, TournamentVerification(store, path).differences())]
    except BadResults as error:
        return [str(error)]


def test_nothing_is_found_in_what_nobody_changed(original: Path) -> None:
    assert found(original) == []


@pytest.mark.slow
def test_every_single_change_is_found(original: Path, tmp_path: Path) -> None:
    path = tmp_path / "doctored.db"
    meaning = dump(original)
    random = Random(13)
    changed = 0
    while changed < DOCTORED:
        shutil.copy(original, path)
        done = doctor(path, random)
        try:
            if dump(path) == meaning:  # it set what was there already, or a constraint forbade it
                assert found(path) == [], done
                continue
        except sqlite3.Error:
            pass  # a table is gone
        changed += 1
        assert found(path), done


@pytest.mark.slow
def test_every_changed_byte_that_means_something_is_found(original: Path, tmp_path: Path) -> None:
    """A byte without a meaning is one that changes no value, no table and neither of the numbers
    that say whose file it is: unused space, and statistics in the head of the file."""
    path = tmp_path / "doctored.db"
    meaning, data = dump(original), original.read_bytes()
    random = Random(17)
    kinds: Counter[str] = Counter()
    for _ in range(3 * DOCTORED):
        doctored = bytearray(data)
        at = random.randrange(len(data))
        doctored[at] ^= random.randrange(1, 256)
        path.write_bytes(doctored)
        unchanged = False
        with suppress(sqlite3.Error, UnicodeDecodeError):
            unchanged = dump(path) == meaning
        differences = found(path)
        kinds[f"{'un' * unchanged}changed, {'' if differences else 'not '}found"] += 1
        assert differences or unchanged, f"byte {at}: {data[at]} is {doctored[at]}"
    assert kinds["changed, found"] > DOCTORED // 2
    assert kinds["unchanged, not found"]


@pytest.mark.parametrize("column", ["record", "moves", "reason", "south", "finished"])
def test_text_that_is_no_utf_8_is_found_and_its_game_named(
    original: Path, tmp_path: Path, column: str
) -> None:
    path = tmp_path / "doctored.db"
    shutil.copy(original, path)
    with closing(sqlite3.connect(path)) as database:
        set_bytes = f"UPDATE games SET {column} = CAST(x'61ff' AS TEXT) WHERE id = 2"
        database.execute(set_bytes)
        database.commit()
        (number,) = database.execute("SELECT number FROM games WHERE id = 2").fetchone()
    differences = found(path)
    assert f"Game {number}: its row is not the one that was written" in differences
    assert all("UTF-8" not in difference for difference in differences)


def test_a_record_that_is_no_text_is_found(original: Path, tmp_path: Path) -> None:
    path = tmp_path / "doctored.db"
    shutil.copy(original, path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE games SET record = CAST(record AS BLOB) WHERE id = 2")
        database.commit()
    assert "The file: its record is no text" in found(path)


def test_long_values_are_cut_in_what_is_said(original: Path, tmp_path: Path) -> None:
    path = tmp_path / "doctored.db"
    shutil.copy(original, path)
    with closing(sqlite3.connect(path)) as database:
        long = "9" * 100_000
        database.execute("UPDATE games SET finished = ?, machine = ? WHERE id = 2", (long, long))
        database.execute("UPDATE games SET number = ? WHERE id = 3", (f"x{long}",))
        database.commit()
    differences = found(path)
    assert differences
    assert max(map(len, differences)) < 500
