"""A table of the live page without a server: any lines, in any order."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.catalog import GAMES
from owari.games.game import Game, Side
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.table.commands import IllegalCommand
from owari.table.session_file import GameFile
from owari.table.sides import Screen
from owari.table.table import Table
from owari.table.table_options import Thinking
from owari.web.open_table import Kind, OpenTable, Outdated
from owari.web.table_state import earlier_moves, table_state

GARBAGE = st.sampled_from(
    [
        *("", "undo", "fix 1 3", "fix 2 0", "first them", "first us", "note well", "moves", "help"),
        *("resign us", "resign", "check 3,3", "check " + "9," * 14, "depth 3", "view both", "quit"),
        *("save /nowhere", "pass", "swap", "99", "fix 999999999999 1", "\x1b[2J", "2-5-3"),
    ]
)
LINES = st.lists(st.integers(0, 5) | GARBAGE, max_size=40)


@contextmanager
def opened(rules: Game, kind: Kind, games: int = 1) -> Iterator[OpenTable]:
    """A table at which persons type all moves."""
    with tempfile.TemporaryDirectory() as folder:
        records = [GameRecord(rules, rules.start(side), "a", "b") for side in Side][:games]
        file = GameFile(Path(folder) / "game.pgn", records)
        file.write()
        table = Table({}, Thinking(), screen=Screen() if kind == "relay" else None)
        seen = OpenTable("game", kind, file, table)
        seen.open()
        try:
            yield seen
        finally:
            seen.close()
            seen.join(5.0)


@given(st.sampled_from(sorted(GAMES)), st.sampled_from(("play", "relay")), LINES)
@settings(max_examples=40)
def test_any_lines_leave_on_disk_what_the_page_shows(
    game: str, kind: Kind, lines: list[int | str]
) -> None:
    with opened(GAMES[game], kind, 2 if kind == "relay" else 1) as table:
        for line in lines:
            before = table_state(table)
            moves = before["moves"]
            if isinstance(line, int):
                line = moves[line % len(moves)]["line"] if moves else ""
                possible = bool(moves) or before["confirm"]
            else:
                possible = False
            try:
                table.obey(line, table.revision)
            except IllegalCommand:
                assert not possible, line
                assert {**table_state(table), "spent": 0} == {**before, "spent": 0}
                continue
            after = table_state(table)
            on_disk = GameFile.read(table.games.path).records
            assert list(map(format_game, on_disk)) == list(map(format_game, table.games.records))
            assert (after["revision"] > before["revision"]) or after["game"] == before["game"]
            assert len(after["game"]["cells"]) == len(after["game"]["plies"]) + 1
            assert after["cells"] == after["game"]["cells"][-1]


@given(st.lists(st.integers(0, 20), min_size=1, max_size=12), st.data())
@settings(max_examples=25)
def test_every_ply_can_become_any_other_legal_move(choices: list[int], data: st.DataObject) -> None:
    with opened(GAMES["kalah"], "relay") as table:
        for choice in choices:
            moves = table_state(table)["moves"]
            if moves:
                table.obey(moves[choice % len(moves)]["line"], table.revision)
        plies = table.table.session.record.plies
        number = data.draw(st.integers(1, len(plies)))
        if len(list(table.table.session.record.positions())[number - 1].legal_moves()) == 1:
            with pytest.raises(IllegalCommand, match="already is this pit"):
                earlier_moves(table, number)
            return
        earlier = earlier_moves(table, number)
        chosen = data.draw(st.sampled_from(earlier["moves"]))
        if chosen["cell"] == plies[number - 1].move.cell:
            return
        table.obey(chosen["line"], table.revision)
        assert table.table.session.record.plies[number - 1].move.cell == chosen["cell"]
        table.obey("undo", table.revision)
        assert table.table.session.record.plies == plies


def test_a_line_for_an_older_state_changes_nothing() -> None:
    with opened(GAMES["owari"], "play") as table:
        old = table.revision
        table.obey("2", old)
        with pytest.raises(Outdated):
            table.obey("8", old)
        table.close()
        with pytest.raises(Outdated):
            table.obey("8", table.revision)
        assert len(GameFile.read(table.games.path).records[0].plies) == 1


def test_a_table_that_closes_keeps_the_time_of_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("owari.table.table.perf_counter", lambda: now[0])
    with opened(GAMES["owari"], "relay") as table:
        table.obey("4", table.revision)
        now[0] += 2.5
        table.close()
        assert GameFile.read(table.games.path).records[0].unplayed == (0.0, 2.5)
    with opened(GAMES["owari"], "relay") as table:
        table.games.path.unlink()
        table.close()
        assert not table.games.path.exists()
