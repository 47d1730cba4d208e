"""Hints at a table: one after the other, each with what those before it have proved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from owari.analysis.values import MoveValues, Worth
from owari.games.game import Move
from owari.games.mancala import OWARI
from owari.records.record import GameRecord
from owari.table import table as table_module
from owari.table.table import Table
from owari.table.table_options import Thinking


def test_a_hint_begins_with_what_the_last_one_has_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table({}, Thinking())
    table.begin(GameRecord(OWARI, OWARI.start(), "a", "b"), lambda record: None)
    asked: list[Mapping[Move, Worth] | None] = []

    def values(position: Any, *, seconds: float, known: Mapping[Move, Worth] | None) -> MoveValues:
        asked.append(known)
        return MoveValues({move: Worth(-2, 6, 0) for move in position.legal_moves()})

    monkeypatch.setattr(table_module, "move_values", values)
    first = table.hint()
    table.hint()
    list(table.carry_out(table.read("3")))
    table.hint()
    assert asked == [None, first.moves, None]
