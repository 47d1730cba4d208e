"""Tables in memory and in their folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from owari.analysis.values import MoveValues, Worth
from owari.errors import BadInput
from owari.results.lock import lock
from owari.user_files import DATA_VARIABLE
from owari.web.open_table import OpenTable
from owari.web.settings import Settings
from owari.web.site import Site
from owari.web.table_folder import IDLE, LONG_IDLE, Tables


@pytest.fixture
def site() -> Site:
    return Site(Settings())


@pytest.fixture
def tables(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    tables = Tables(site)
    yield tables
    tables.close_all()


def unused_for(table: OpenTable, seconds: float) -> None:
    table.used -= seconds


def test_a_table_that_nobody_uses_gives_its_file_back(tables: Tables) -> None:
    table = tables.create({"kind": "play", "first": "south"})
    table.obey("2", table.revision)
    tables.close_idle()
    assert tables.find(table.name) is table
    unused_for(table, IDLE + 1)
    tables.close_idle()
    with lock(table.games.path):
        pass
    again = tables.find(table.name)
    assert again is not table
    assert [str(ply.move) for ply in again.table.session.record.plies] == ["2"]
    assert again.revision > table.revision


def test_a_table_whose_file_is_deleted_closes(tables: Tables) -> None:
    table = tables.create({"kind": "play", "first": "south"})
    other = tables.create({"kind": "relay", "first": "us", "us": "manual"})
    assert (tables.kind_of(table.name), tables.kind_of(other.name)) == ("play", "relay")
    table.games.path.unlink()
    other.games.path.unlink()
    tables.close_idle()
    for name in (table.name, other.name, "unheard"):
        for look in (tables.find, tables.kind_of):
            with pytest.raises(HTTPException, match="There is no such table") as refused:
                look(name)
            assert refused.value.status_code == 404
    with lock(table.games.path):
        assert not table.games.path.exists()


def test_a_move_that_could_not_be_written_is_told_and_written_later(tables: Tables) -> None:
    table = tables.create({"kind": "play", "first": "south"})
    path = table.games.path
    path.chmod(0o444)
    table.obey("2", table.revision)
    assert table.said[-1] == ("The latest move is not saved: it is read-only.", "problem")
    assert "S2" not in path.read_text()
    path.chmod(0o644)
    tables.close_all()
    assert "S2" in path.read_text()


def test_a_program_that_cannot_begin_in_mid_game_keeps_its_table(tables: Tables) -> None:
    table = tables.create({"kind": "play", "first": "south", "north": "greedy"})
    (computer,) = table.table.computers.values()
    computer.joins_in = False
    unused_for(table, IDLE + 1)
    tables.close_idle()
    assert tables.find(table.name) is table
    unused_for(table, LONG_IDLE)
    tables.close_idle()
    assert tables.find(table.name) is not table


def test_what_a_question_proves_of_a_position_is_known_to_the_reviews_of_games(
    site: Site, tables: Tables
) -> None:
    """So a game that a table was begun from says the same of the position."""
    table = tables.create({"kind": "play", "position": "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S"})
    position = table.table.session.position
    site.values.proved(
        position, MoveValues(dict.fromkeys(position.legal_moves(), Worth(-36, 36, 30)))
    )
    table.obey("values", table.revision)
    assert table.values
    assert table.values.worth.exact
    assert tables.find(table.name).values == site.values.of(position)


def test_a_game_that_another_process_has_says_so(tables: Tables, tmp_path: Path) -> None:
    table = tables.create({"kind": "play", "first": "south"})
    copy = table.games.path.with_name("other.pgn")
    copy.write_bytes(table.games.path.read_bytes())
    copy.with_name("other.pgn.lock").mkdir()
    with pytest.raises(BadInput, match=r"other\.pgn"):
        tables.find("other")


def test_the_newest_games_are_listed_and_broken_files_are_left_out(tables: Tables) -> None:
    over = tables.create({"kind": "play", "first": "south"})
    over.obey("resign", over.revision)
    match = tables.create({"kind": "relay", "first": "us", "us": "manual", "match": True})
    match.obey("resign us", match.revision)
    match.obey("", match.revision)
    over.games.path.with_name("broken.pgn").write_bytes(b"\xff[")
    found = {each.name: (each.kind, len(each.records), each.place) for each in tables.listed()}
    assert found == {over.name: ("play", 1, None), match.name: ("relay", 2, 1)}
