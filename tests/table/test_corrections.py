"""What a file remembers of corrections, so that an undo takes them back after a restart too."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.errors import BadInput
from owari.games.game import Kind, Move, Side, Value
from owari.games.numbering import NUMBERINGS
from owari.games.othello import OTHELLO
from owari.players.player import Choice
from owari.records.pgn import format_game, read_game
from owari.records.record import GameRecord, Ply
from owari.table import commands
from owari.table.commands import First, Fix, IllegalCommand, Play, Undo
from owari.table.corrections import corrections_of, with_corrections
from owari.table.session import Again, Chosen, Forced, Session
from owari.table.sides import Screen
from owari.table.table import Table
from owari.table.table_options import Thinking
from tests.table.test_session import BOTH, NORTH, after, relay

Known = tuple[Side, tuple[Ply, ...], str]


def reopened(session: Session) -> Session:
    """The session of a table that is opened anew."""
    kept = replace(session.record, entered=session.entered, before=corrections_of(session))
    record = read_game(format_game(kept))
    return with_corrections(Session.of(record, session.typed, session.screen))


def undone(session: Session) -> list[Known]:
    """What each undo brings, until nothing is left."""
    states: list[Known] = []
    while True:
        states.append((session.record.first, session.record.plies, session.entered))
        try:
            session = after(session, Undo())
        except IllegalCommand:
            return states


def chosen(pit: int, seconds: float) -> tuple[Chosen, float]:
    return Chosen(Choice(Move(pit), 8, Value(2, Kind.ESTIMATED), comment='says "so"')), seconds


def test_an_undo_goes_back_through_all_corrections_of_a_game_that_is_opened_anew() -> None:
    session = relay(Side.NORTH, NORTH)
    for order, seconds in (
        (Play("4"), 2.5),
        chosen(1, 0.125),
        (Play("0"), 61.0),
        (Fix(1, "3"), None),
        chosen(5, 0.25),
        (Fix(1, "2"), None),
        (First(Side.SOUTH), None),
    ):
        session, _ = session.after(order, seconds)
    states = undone(session)
    assert len(states) > 4
    assert undone(reopened(session)) == states
    assert undone(reopened(after(reopened(session), Undo()))) == states[1:]


ORDERS = st.lists(st.tuples(st.sampled_from(("go on", "fix", "first")), st.integers(0, 9)))


@given(ORDERS, st.booleans(), st.sampled_from((NORTH, BOTH)))
def test_any_game(orders: list[tuple[str, int]], is_othello: bool, typed: frozenset[Side]) -> None:
    rules = OTHELLO if is_othello else relay().record.game
    record = GameRecord(rules, rules.start(), "our side", "their side")
    session = Session.of(record, typed, Screen(NUMBERINGS["board"] if not is_othello else None))
    for number, (kind, index) in enumerate(orders):
        position = session.position
        moves = position.legal_moves()
        order: commands.GameCommand | Chosen | Again | Forced
        if kind == "fix" and session.record.plies:
            ply = 1 + index % len(session.record.plies)
            before = list(session.record.positions())[ply - 1]
            others = before.legal_moves()
            order = Fix(ply, session.label(before, others[index % len(others)]))
        elif kind == "first":
            order = First(session.record.first.other)
        elif session.over or session.parted:
            continue
        elif position.forced():
            order = Forced()
        elif session.again is not None:
            order = Again()
        elif position.turn is Side.SOUTH:
            order = Chosen(Choice(moves[index % len(moves)]))
        else:
            order = Play(session.label(position, moves[index % len(moves)]))
        try:
            session, _ = session.after(order, number / 8)
        except IllegalCommand:
            continue
    assert undone(reopened(session)) == undone(session)


def test_our_moves_that_come_again_keep_their_seconds() -> None:
    session = relay(Side.NORTH, NORTH)
    for order, seconds in ((Play("4"), 2.5), chosen(1, 0.125), (Play("0"), 61.0), chosen(2, 0.5)):
        session, _ = session.after(order, seconds)
    fixed = after(session, Fix(1, "0"))
    assert len(fixed.record.plies) < 4
    session = reopened(fixed)
    while len(session.record.plies) < 4:
        if session.again is None:
            moves = session.position.legal_moves()
            session = after(session, Play(session.label(session.position, moves[0])))
        else:
            session, _ = session.after(Again(), 99.0)
    ours = [ply.seconds for ply in session.record.plies if ply.side is Side.SOUTH]
    assert ours == [0.125, 0.5]


def test_the_clock_of_a_person_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("owari.table.table.perf_counter", lambda: now[0])
    kept: list[GameRecord] = []

    def opened(record: GameRecord) -> Table:
        table = Table({}, Thinking(), screen=Screen())
        table.begin(record, kept.append)
        return table

    def used() -> tuple[float, float]:
        """By both clocks: of South, and of North."""
        record, turn = table.session.record, table.session.position.turn
        south, north = (record.used(side) + (table.running if side is turn else 0) for side in Side)
        return south, north

    table = opened(relay(Side.NORTH, BOTH).record)
    clocks = {Side.SOUTH: 0.0, Side.NORTH: 0.0}
    lines = ("4", "3", "2", "2", "0", "fix 1 0", "undo", "fix 3 5", "fix 3 0", "1", "undo", "undo")
    for number, line in enumerate((*lines, "note well", "first us", "undo", "undo", "undo", "1")):
        waited = 2.0**number
        now[0] += waited
        clocks[table.session.position.turn] += waited
        list(table.carry_out(cast(commands.GameCommand, table.read(line)), table.spent))
        assert used() == tuple(clocks.values()), line
        if number % 3 == 2:
            table.stop_clock()
            table = opened(read_game(format_game(kept[-1])))
            assert used() == tuple(clocks.values()), line


ENTRY = '{"right":0,"first":"South","same":0,"moves":"","entered":"","by":["",""]}'


@pytest.mark.parametrize(
    "text",
    [
        *("[", "[1]", '[{"right":0}]', "{}", '[{"first":"West"}]', "[" * 10**5),
        *(f"[{ENTRY.replace(':0', ':Infinity', 1)}]", f"[{','.join([ENTRY] * 21)}]"),
    ],
)
def test_what_nobody_has_written_is_refused(text: str) -> None:
    record = replace(relay().record, before=text)
    with pytest.raises(BadInput, match=r"\[Before\]"):
        with_corrections(Session.of(record, NORTH))
