"""The Go Text Protocol as transcripts: what we say, what an engine says, what we make of it."""

from __future__ import annotations

import pytest

from owari.games.game import PASS, Opening, Outcome, Side
from owari.games.mancala import OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO
from owari.players.player import Choice, Fault
from owari.programs.dialogue_log import ExplainedDialogue
from owari.programs.dialogues.dialogue import READY, Lifetime
from owari.programs.dialogues.gtp import GtpDialogue, GtpProtocol
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending, Termination

START = OTHELLO.start()
F5, F6, E6 = map(OTHELLO.parse_move, ("f5", "f6", "e6"))
BLOCKED = OTHELLO.parse_position("X" * 61 + "OXX O")


def begun(side: Side = Side.SOUTH, protocol: GtpProtocol = GtpProtocol()) -> GtpDialogue:  # noqa: B008
    engine = GtpDialogue(protocol)
    assert engine.greet() == b"list_games\n"
    assert engine.hear(b"? unknown command\n\n") in (READY, b"".join(_lines(protocol.setup)))
    if protocol.setup:
        assert engine.hear(b"=\n\n" * len(protocol.setup)) is READY
    assert engine.begin(START, side) == b"boardsize 8\nclear_board\n"
    assert engine.hear(b"= \n\n") is None
    assert engine.hear(b"= \n\n") is READY
    return engine


def _lines(commands: tuple[str, ...]) -> list[bytes]:
    return [f"{command}\n".encode() for command in commands]


def asked(side: Side = Side.SOUTH) -> GtpDialogue:
    engine = begun(side)
    assert engine.ask(OTHELLO.start(side), 5000) == b"genmove b\n"
    return engine


def fault_of(engine: GtpDialogue, said: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        engine.hear(said)
    return caught.value


def test_a_game_from_its_start_to_its_end() -> None:
    engine = GtpDialogue()
    assert engine.greet() == b"list_games\n"
    assert engine.hear(b"= Go\nothello\n") is None
    assert engine.hear(b"Hex\n\n") == b"set_game othello\n"
    assert engine.hear(b"=\n") is None
    assert engine.hear(b"\n") is READY
    assert engine.begin(START, Side.SOUTH) == b"boardsize 8\nclear_board\n"
    assert engine.hear(b"=\n\n=\n\n") is READY
    assert engine.ask(START, 5000) == b"genmove b\n"
    assert engine.hear(b"= F5\n") == Choice(F5)
    after = START.play(F5)
    assert engine.observe(Side.SOUTH, F5, after) == b""
    assert engine.observe(Side.NORTH, F6, after.play(F6)) == b"play w f6\n"
    assert engine.ask(after.play(F6), 5000) == b"genmove b\n"
    assert engine.hear(b"\n=\n\n= E6\n\n") == Choice(E6)
    assert engine.end(Ending.normal(Outcome(40, 24))) == b""
    assert engine.leave() == b"quit\n"


def test_who_begins_is_black_whatever_his_seat() -> None:
    engine = begun()
    north_first = OTHELLO.start(Side.NORTH)
    engine.begin(north_first, Side.NORTH)
    assert engine.hear(b"=\n\n=\n\n") is READY
    assert engine.ask(north_first, 1) == b"genmove b\n"
    assert engine.observe(Side.SOUTH, F6, START) == b"play w f6\n"


def test_passes_are_told_and_may_be_refused() -> None:
    engine = begun()
    assert engine.observe(Side.NORTH, PASS, START) == b"play w pass\n"
    assert engine.observe(Side.SOUTH, PASS, START) == b"play b pass\n"
    assert engine.ask(START, 1) == b"genmove b\n"
    assert engine.hear(b"? illegal move\n\n? wrong color\n\n= f5\n\n") == Choice(F5)


def test_a_move_of_ours_may_not_be_refused() -> None:
    engine = begun(Side.NORTH)
    assert engine.observe(Side.SOUTH, F5, START.play(F5)) == b"play b f5\n"
    assert engine.ask(START.play(F5), 1) == b"genmove w\n"
    fault = fault_of(engine, b"? 3 illegal move\n\n")
    assert fault.kind is Termination.UNREADABLE
    assert str(fault) == "refuses 'play b f5': illegal move"


@pytest.mark.parametrize(
    "said",
    [
        b"= f5\n\n",
        b"=f5\n\n",
        b"=  F5 \r\n\r\n",
        b"=17 f5\n\n",
        b"= 17 f5\n\n",
        b"info depth 3\nf4\n= f5\n\n",
        b"\n\n= f5",  # the rest is missing
    ],
)
def test_an_answer(said: bytes) -> None:
    engine = asked()
    if said.endswith(b"5"):
        assert engine.hear(said) is None
        assert engine.last_words() == "it wrote '= f5' with no newline"
    else:
        assert engine.hear(said) == Choice(F5)


def test_an_answer_byte_by_byte() -> None:
    engine = asked()
    heard = [engine.hear(bytes([byte])) for byte in b"=12 f5\n\n"]
    assert [reply for reply in heard if reply is not None] == [Choice(F5)]


@pytest.mark.parametrize(
    ("said", "kind", "sentence"),
    [
        (b"= j9\n", Termination.UNREADABLE, "answered genmove with 'j9': 'j9' is not a move"),
        (b"=\n", Termination.UNREADABLE, "answered genmove with ''"),
        (b"? no idea\n", Termination.UNREADABLE, "refuses 'genmove b': no idea"),
        (b"= resign\n", Termination.RESIGNED, "resigned"),
        (b"x" * 70_000, Termination.TOO_MUCH_OUTPUT, "without a newline"),
        ((b"chat " * 200 + b"\n") * 20_000, Termination.TOO_MUCH_OUTPUT, "and no answer"),
    ],
)
def test_what_is_no_answer(said: bytes, kind: Termination, sentence: str) -> None:
    fault = fault_of(asked(), said)
    assert fault.kind is kind
    assert sentence in str(fault)


def test_a_pass_where_there_is_a_move_is_for_the_referee_to_judge() -> None:
    assert asked().hear(b"= PASS\n\n") == Choice(PASS)


def test_commands_of_its_own_and_its_time() -> None:
    engine = begun(protocol=GtpProtocol(setup=("level 6", "threads 1"), clock=True))
    assert engine.ask(START, 4900) == b"time_settings 0 4 1\ntime_left b 4 1\ngenmove b\n"
    assert engine.hear(b"? unknown command\n\n=\n\n= f5\n\n") == Choice(F5)
    assert engine.ask(START, 250).startswith(b"time_settings 0 0.25 1\n")


def test_a_command_of_its_own_that_it_does_not_know() -> None:
    engine = GtpDialogue(GtpProtocol(setup=("level 6",)))
    engine.greet()
    assert engine.hear(b"= Othello\n\n") == b"set_game Othello\nlevel 6\n"
    fault = fault_of(engine, b"=\n\n? unknown command\n\n")
    assert fault.kind is Termination.DID_NOT_START
    assert str(fault) == "refuses 'level 6': unknown command"


def test_an_engine_of_another_game() -> None:
    engine = GtpDialogue()
    engine.greet()
    fault = fault_of(engine, b"= Go\nHex\n\n")
    assert fault.kind is Termination.DID_NOT_START
    assert str(fault) == "does not offer Othello, but 'Go, Hex'"


def test_a_size_that_it_does_not_have() -> None:
    engine = begun()
    assert engine.begin(OTHELLO.resized(6).start(), Side.SOUTH) == b"boardsize 6\nclear_board\n"
    fault = fault_of(engine, b"? unacceptable size\n\n")
    assert (fault.kind, str(fault)) == (
        Termination.DID_NOT_START,
        "refuses 'boardsize 6': unacceptable size",
    )


def test_the_usual_size_need_not_be_known() -> None:
    engine = begun()
    engine.begin(START, Side.SOUTH)
    assert engine.hear(b"? unknown command\n\n=\n\n") is READY


def test_answers_of_one_game_are_none_of_the_next() -> None:
    engine = begun(Side.NORTH, GtpProtocol(reuse=True))
    assert engine.lifetime is Lifetime.GAMES
    assert engine.observe(Side.SOUTH, F5, START.play(F5)) == b"play b f5\n"
    engine.end(Ending.normal(Outcome(40, 24)))
    engine.begin(START, Side.NORTH)
    assert engine.hear(b"? illegal move\n\n=\n\n") is None
    assert engine.hear(b"=\n\n") is READY


def test_it_plays_from_the_start_alone() -> None:
    with pytest.raises(Fault, match="can only play from the start"):
        GtpProtocol.spec.check_start(Opening(START.play(F5)))


def test_its_last_words() -> None:
    engine = GtpDialogue()
    engine.greet()
    assert engine.last_words() == "it did not answer 'list_games'"
    assert engine.hear(b"= Othello\n") is None
    assert engine.hear(Silence.TIME) is None
    assert engine.last_words() == "its answer to 'list_games' has no empty line behind it"


def test_what_can_be_played() -> None:
    unfit = GtpProtocol.spec.unfit
    assert unfit(OTHELLO) == unfit(OTHELLO.resized(10)) == ""
    assert "not for owari" in unfit(OWARI)
    assert "not for free-othello" in unfit(FREE_OTHELLO)


def test_an_answer_that_comes_while_nothing_is_waited_for_is_not_lost_where_it_is_explained() -> (
    None
):
    assert GtpDialogue().in_order
    assert ExplainedDialogue(GtpDialogue(), print).in_order
