"""NBoard's protocol as transcripts: what we say, what an engine says, what we make of it."""

from __future__ import annotations

import pytest

from owari.games.game import PASS, Kind, Opening, Outcome, Side, Value
from owari.games.mancala import OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Lifetime
from owari.programs.dialogues.nboard import NboardDialogue, NboardProtocol
from owari.programs.transports.program_output import Silence
from owari.records.ggf import read_game
from owari.records.record import Ending, Termination

START = OTHELLO.start()
F5, F6 = map(OTHELLO.parse_move, ("f5", "f6"))


def begun(side: Side = Side.SOUTH) -> NboardDialogue:
    engine = NboardDialogue()
    assert engine.greet() == b"nboard 1\nset depth 10\nping 1\n"
    assert engine.hear(b"set myname X\npong 1\n") is READY
    engine.begin(START, side)
    assert engine.hear(b"pong 2\n") is READY
    return engine


def asked() -> NboardDialogue:
    engine = begun()
    assert engine.ask(START, 5000) == b"ping 3\ngo\n"
    assert engine.hear(b"pong 3\n") is None
    return engine


def fault_of(engine: NboardDialogue, said: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        engine.hear(said)
    return caught.value


def test_a_game_from_its_start_to_its_end() -> None:
    engine = NboardDialogue(NboardProtocol(reuse=True, depth=6, version=2))
    assert engine.lifetime is Lifetime.GAMES
    assert engine.greet() == b"nboard 2\nset depth 6\nping 1\n"
    assert engine.hear(b"set myname Deep\npo") is None
    assert engine.hear(b"ng 1\r\n") is READY
    told, ping = engine.begin(START, Side.SOUTH).splitlines()
    assert told.startswith(b"set game (;GM[Othello]")
    assert ping == b"ping 2"
    assert engine.hear(b"pong 2\n") is READY
    assert engine.ask(START, 5000) == b"ping 3\ngo\n"
    assert engine.hear(b"pong 3\nstatus thinking\n") is None
    assert engine.hear(b"=== F5/1.50/0.2\n") == Choice(F5, value=Value(2, Kind.ESTIMATED))
    after = START.play(F5)
    assert engine.observe(Side.SOUTH, F5, after) == b"move F5\n"
    assert engine.observe(Side.NORTH, PASS, after) == b"move PA\n"
    assert engine.end(Ending.normal(Outcome(40, 24))) == b""
    assert engine.leave() == b"quit\n"


@pytest.mark.parametrize("first", Side)
@pytest.mark.parametrize("size", [4, 8, 16])
def test_the_game_that_it_is_told(first: Side, size: int) -> None:
    start = OTHELLO.resized(size).start(first)
    middle = start.play(start.legal_moves()[0])
    for position in (start, middle):
        told = begun().begin(position, Side.SOUTH).splitlines()[0]
        read = read_game(told.decode().removeprefix("set game ")).start
        assert str(read) == " ".join(str(position).split()[:2])


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b"=== F5", None),
        (b"===F5", None),
        (b"=== f5 -1.00 0.0", -1),
        (b"===  f5  3", 3),
        (b"=== F5//0.5", None),
        (b"=== F5/+64.00/0.5", 64),
        (b"=== F5/-0.4/", 0),
        (b"=== F5/100%W/0.5", None),
        (b"=== F5/1e999/0.5", None),
        (b"=== F5/nan/0.5", None),
        (b"=== F5/12345/0.5", None),
        (b"=== F5/1.5e+01/0.5", 15),
        (b"=== F5/.9/0.5", 1),
        (b"\t=== F5\r", None),
    ],
)
def test_an_answer(line: bytes, value: int | None) -> None:
    known = None if value is None else Value(value, Kind.ESTIMATED)
    assert asked().hear(line + b"\n") == Choice(F5, value=known)


def test_the_depth_that_it_has_come_to() -> None:
    engine = asked()
    assert (
        engine.hear(b"search f5 1.00 0 8\nsearch F5F6 1.00 0 12 nodes\nsearch f5 1 0 book\n")
        is None
    )
    assert engine.hear(b"=== F5\n") == Choice(F5, depth=12)


@pytest.mark.parametrize(("said", "depth"), [("26@73%", 26), ("12.5", None), ("1234", None)])
def test_a_depth_is_a_whole_word(said: str, depth: int | None) -> None:
    engine = asked()
    assert engine.hear(f"search f5 1.00 0 {said}\n".encode()) is None
    assert engine.hear(b"=== F5\n") == Choice(F5, depth=depth)


@pytest.mark.parametrize("name", [b"PA", b"pass"])
def test_a_pass_where_there_is_a_move_is_for_the_referee_to_judge(name: bytes) -> None:
    assert asked().hear(b"=== " + name + b"\n") == Choice(PASS)


@pytest.mark.parametrize(
    ("said", "kind", "sentence"),
    [
        (b"=== j9\n", Termination.UNREADABLE, "answered '=== j9': 'j9' is not a move"),
        (b"===\n", Termination.UNREADABLE, "answered '==='"),
        (b"x" * 70_000, Termination.TOO_MUCH_OUTPUT, "without a newline"),
        ((b"status " * 200 + b"\n") * 15_000, Termination.TOO_MUCH_OUTPUT, "and no answer"),
    ],
)
def test_what_is_no_answer(said: bytes, kind: Termination, sentence: str) -> None:
    fault = fault_of(asked(), said)
    assert fault.kind is kind
    assert sentence in str(fault)


def test_what_comes_before_the_pong_of_a_request_is_no_answer_to_it() -> None:
    engine = asked()
    assert engine.hear(b"=== F5\n=== D3\n") == Choice(F5)
    assert engine.ask(START, 1) == b"ping 4\ngo\n"
    assert engine.hear(b"=== C4\npong 3\n=== C4\npong 4\n=== E6\n") == Choice(
        OTHELLO.parse_move("e6")
    )


def test_its_last_words() -> None:
    engine = begun()
    engine.ask(START, 1)
    assert engine.hear(b"=== F5\n") is None
    assert engine.hear(Silence.TIME) is None
    assert engine.last_words() == "it did not answer 'ping 3'"
    assert engine.hear(b"pong 3\n=== F5") is None
    assert engine.last_words() == "it wrote '=== F5' with no newline"


def test_what_can_be_played() -> None:
    unfit = NboardProtocol.spec.unfit
    assert unfit(OTHELLO) == unfit(OTHELLO.resized(10)) == ""
    assert "not for owari" in unfit(OWARI)
    assert "not for free-othello" in unfit(FREE_OTHELLO)
    with pytest.raises(Fault, match="cannot play this game"):
        NboardProtocol.spec.check_start(Opening(FREE_OTHELLO.start()))
