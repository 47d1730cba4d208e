"""Every game in every format and back: what is not kept is said."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.game import PASS, Kind, Outcome, Side, Value
from owari.games.othello import OTHELLO
from owari.records import ggf, transcript, wthor
from owari.records.archives import Unwritable, losses
from owari.records.pgn import format_game, read_game
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.text.printable import plain

NAMES = st.text("abcXYZ éü☃[]", max_size=24).map(plain)
SAID = {
    "times of moves": lambda ply: ply.seconds,
    "processor times": lambda ply: ply.processor,
    "depths": lambda ply: ply.depth,
    "comments": lambda ply: ply.comment,
}


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Random games with anything that a record can hold, from either side's first move."""
    random = Random(draw(st.integers(0, 9999)))
    first = draw(st.sampled_from(Side))
    longest = draw(st.sampled_from([1, 9, 999]))
    noted = draw(st.booleans())
    position = OTHELLO.start(first)
    start, opening = position, ""
    if draw(st.booleans()):
        moves = [position.legal_moves()[0]]
        start = position = position.play(moves[0])
        opening = draw(st.sampled_from([OTHELLO.format_move(moves[0]), "Tiger"]))
    plies: list[Ply] = []
    while position.outcome() is None and len(plies) < longest:
        move = random.choice(position.legal_moves())
        ply = Ply(position.turn, move)
        if noted and move != PASS:
            ply = ply._replace(
                seconds=random.choice([None, 0.25]),
                depth=random.choice([None, 8]),
                value=random.choice([None, *(Value(4, kind) for kind in Kind)]),
                comment=random.choice(["", "book"]),
                processor=random.choice([None, 0.125]),
            )
        plies.append(ply)
        position = position.play(move)
    if outcome := position.outcome():
        ending = Ending.normal(outcome)
    else:
        ending = draw(
            st.sampled_from(
                [
                    Ending(Result.UNFINISHED, position.score(), Termination.UNFINISHED),
                    Ending(Result.SOUTH, Outcome(40, 24), Termination.REPORTED),
                    Ending(Result.NORTH, position.score(), Termination.CRASHED, "South left"),
                ]
            )
        )
    return GameRecord(
        *(OTHELLO, start, draw(NAMES) or "?", draw(NAMES) or "?", tuple(plies), ending),
        event=draw(NAMES),
        site=draw(NAMES),
        date=draw(st.just("") | st.dates().map(str)),
        round=draw(st.sampled_from(["", "3"])),
        opening=opening,
        pair=draw(st.sampled_from(["", "7"])),
        machine=draw(st.sampled_from(["", "lab-07 142.3 M/s"])),
    )


def again(record: GameRecord, form: str) -> GameRecord:
    """What a reader makes of the file with the game. Raises Unwritable."""
    if form == "pgn":
        return read_game(format_game(record))
    if form == "ggf":
        return ggf.read_game(ggf.format_game(record))
    if form == "transcript":
        return transcript.read_game(transcript.format_game(record), OTHELLO)
    database = wthor.Database()
    database.add(record)
    (read,) = database.as_read()
    return read


@pytest.mark.slow
@pytest.mark.parametrize("form", ["ggf", "transcript", "wthor"])
@settings(max_examples=60)
@given(record=records())
def test_what_a_format_does_not_keep_is_said(form: str, record: GameRecord) -> None:
    try:
        read = again(record, form)
    except Unwritable:
        return
    lost = set(losses(record, read))
    black = record.start.black
    sides = (black, black.other)
    assert ([record.player(side) for side in sides] != [read.south, read.north]) == (
        "names" in lost
    )
    for tag in ("event", "site", "date", "round", "machine"):
        assert (getattr(record, tag) != getattr(read, tag)) == (f"{tag}s" in lost)
    before = 1 if record.start != OTHELLO.start(record.first) and form != "ggf" else 0
    plies = read.plies[before:]  # the ply of the opening stands before those of the game
    for what, said in SAID.items():
        pairs = zip_longest(map(said, record.plies), map(said, plies))
        assert any(ours not in (None, "", theirs) for ours, theirs in pairs) == (what in lost)
    values = [ply.value for ply in record.plies if ply.value]
    if values and values != [ply.value for ply in plies if ply.value]:
        assert lost & {"values", "kinds of values"}
    if record.ending.result.winner is not None and "results" not in lost:
        assert (record.ending.result.winner is black) == (read.ending.result.winner is Side.SOUTH)
    if form == "transcript" and record.ending.termination is Termination.REPORTED:
        assert "results" in lost


@given(records())
def test_our_own_records_keep_everything(record: GameRecord) -> None:
    read = again(record, "pgn")
    assert read == record
    if record.start.black is Side.SOUTH:
        assert not list(losses(record, read))


def test_the_words_for_what_is_lost() -> None:
    start = OTHELLO.start()
    move = start.legal_moves()[0]
    ply = Ply(Side.SOUTH, move, 0.5, 8, Value(4, Kind.EXACT), "book", 0.25)
    record = GameRecord(
        *(OTHELLO, start, "A", "B", (ply,), Ending(Result.SOUTH, Outcome(40, 24))),
        **dict.fromkeys(("event", "site", "round", "pair", "machine", "table"), "x"),
        date="2026-11-29",
    )
    bare = GameRecord(OTHELLO, start, "?", "?", (Ply(Side.SOUTH, move),))
    assert list(losses(record, record)) == []
    assert list(losses(record, bare)) == [
        *("names", "events", "sites", "dates", "rounds", "pairs", "machines", "options of tables"),
        *("results", "times of moves", "processor times", "depths", "values", "comments"),
    ]
    estimated = replace(record, plies=(ply._replace(value=Value(4, Kind.ESTIMATED)),))
    assert list(losses(record, estimated)) == ["kinds of values"]
    assert list(losses(record, replace(record, plies=()))) == ["passes at the end"]
