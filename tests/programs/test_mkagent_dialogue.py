"""MKAgent's protocol as transcripts: what an agent is told, and what we make of its answers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import SWAP, Move, Opening, Outcome, Side
from owari.games.mancala import KALAH, MANCHESTER, OWARI, Mancala, SecondPly
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.mkagent import MkagentDialogue, MkagentProtocol, board_text
from owari.programs.transports.program_output import LONGEST_LINE, MOST_OUTPUT, Silence
from owari.records.record import Ending, Result, Termination

START = MANCHESTER.start()
OVER = Ending.normal(Outcome(60, 38))


def begun(side: Side, start: Mancala = START) -> MkagentDialogue:
    dialogue = MkagentDialogue()
    assert dialogue.greet() is None
    begins = start.turn is side  # then it would answer at once, so we wait until we ask
    assert dialogue.begin(start, side) == (b"" if begins else b"START;North\n")
    return dialogue


def asked(side: Side = Side.SOUTH) -> MkagentDialogue:
    dialogue = begun(side)
    dialogue.ask(START, 5000)
    return dialogue


def fault_of(dialogue: MkagentDialogue, answer: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        dialogue.hear(answer)
    return caught.value


def test_a_game_of_the_agent_that_begins() -> None:
    agent = begun(Side.SOUTH)
    assert agent.ask(START, 5000) == b"START;South\n"
    assert agent.hear(b"MOVE;1\n") == Choice(Move(0))
    position = START.play(Move(0))
    told = agent.observe(Side.SOUTH, Move(0), position)
    assert told == b"CHANGE;1;7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1;OPP\n"
    position = position.play(Move(9))
    assert agent.observe(Side.NORTH, Move(9), position) == b""  # it would be answered at once
    assert agent.ask(position, 5000) == b"CHANGE;2;7,0,8,8,8,8,8,1,1,8,8,8,8,8,8,1;YOU\n"
    assert agent.hear(b"MOVE;7\n") == Choice(Move(6))
    assert agent.end(OVER) == b"END\n"
    assert agent.leave() == b""


def test_the_other_agent_s_extra_turns_and_one_s_own() -> None:
    agent = begun(Side.NORTH)
    position = START.play(Move(3))
    assert agent.observe(Side.SOUTH, Move(3), position) == b""
    assert agent.ask(position, 5000) == b"CHANGE;4;8,8,8,7,7,7,7,0,7,7,7,0,8,8,8,1;YOU\n"
    assert agent.hear(b"MOVE;7\n") == Choice(Move(14))
    position = position.play(Move(14))
    assert b";OPP" in agent.observe(Side.NORTH, Move(14), position)
    again = MANCHESTER.parse_position("7,0,0,0,0,0,1,0,0,0,0,0,0,0,2,0 S")
    told = agent.observe(Side.SOUTH, Move(6), again.play(Move(6)))
    assert told == b"CHANGE;7;0,0,0,0,0,0,2,0,7,0,0,0,0,0,0,1;OPP\n"  # once more the opponent
    mine = MANCHESTER.parse_position("7,0,0,0,0,0,2,0,0,0,0,0,0,1,1,0 N").play(Move(14))
    assert agent.observe(Side.NORTH, Move(14), mine) == b""
    assert agent.ask(mine, 5000) == b"CHANGE;7;0,0,0,0,0,1,0,1,7,0,0,0,0,0,2,0;YOU\n"


def test_the_opponent_swaps() -> None:
    agent = begun(Side.SOUTH)
    agent.ask(START, 5000)
    agent.hear(b"MOVE;2\n")
    first = START.play(Move(1))
    agent.observe(Side.SOUTH, Move(1), first)
    swapped = first.play(SWAP)
    assert agent.observe(Side.NORTH, SWAP, swapped) == b""
    # The board is as it was, and the agent is North now.
    assert agent.ask(swapped, 5000) == b"CHANGE;SWAP;8,7,7,7,7,7,7,0,7,0,8,8,8,8,8,1;YOU\n"
    assert agent.hear(b"MOVE;1\n") == Choice(Move(0))  # at our table it is South as before
    position = swapped.play(Move(0))
    told = agent.observe(Side.SOUTH, Move(0), position)
    assert told == b"CHANGE;1;0,8,8,8,8,8,8,1,8,0,8,8,8,8,8,1;OPP\n"


def test_an_agent_that_swaps_is_not_told_of_it() -> None:
    agent = begun(Side.NORTH)
    first = START.play(Move(1))
    agent.observe(Side.SOUTH, Move(1), first)
    agent.ask(first, 5000)
    assert agent.hear(b"SWAP\n") == Choice(SWAP)
    swapped = first.play(SWAP)
    assert agent.observe(Side.NORTH, SWAP, swapped) == b""
    position = swapped.play(Move(2))
    agent.observe(Side.SOUTH, Move(2), position)
    # Now the agent is South, whose second hole has been sown.
    assert agent.ask(position, 5000) == b"CHANGE;3;8,7,0,8,8,8,8,1,8,1,8,8,8,8,8,1;YOU\n"
    assert agent.hear(b"MOVE;7\n") == Choice(Move(14))


def test_who_moves_first_is_south_whatever_the_seat() -> None:
    start = MANCHESTER.start(Side.NORTH)
    agent = begun(Side.NORTH, start)
    assert agent.ask(start, 5000) == b"START;South\n"
    assert agent.hear(b"MOVE;1\n") == Choice(Move(8))
    told = agent.observe(Side.NORTH, Move(8), start.play(Move(8)))
    assert told == b"CHANGE;1;7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1;OPP\n"


@pytest.mark.parametrize("side", Side)
def test_at_the_end_the_stones_are_in_the_stores_and_nobody_is_to_move(side: Side) -> None:
    agent = begun(side)
    agent.ask(START, 5000)
    last = MANCHESTER.parse_position("0,0,0,0,0,0,1,40,0,3,0,0,0,0,0,54 S").play(Move(6))
    told = agent.observe(Side.SOUTH, Move(6), last)
    assert told == b"CHANGE;7;0,0,0,0,0,0,0,57,0,0,0,0,0,0,0,41;END\n"
    assert agent.end(OVER) == b"END\n"


def test_a_game_that_ends_before_it_has_begun() -> None:
    failed = Ending(Result.SOUTH, Outcome(0, 0), Termination.DID_NOT_START, "the other")
    assert begun(Side.SOUTH).end(failed) == b"END\n"


def test_a_request_that_was_not_sent_is_not_sent_at_the_end() -> None:
    agent = asked()
    agent.observe(Side.NORTH, Move(8), START.play(Move(0)).play(Move(9)))
    assert agent.end(OVER) == b"END\n"


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        (b"MOVE;7\r\n", Choice(Move(6))),
        (b"\xef\xbb\xbfMOVE;7 \n", Choice(Move(6))),
        (b"\n\nMOVE;07\n", Choice(Move(6))),
        (b"thinking\nMOVE;3\n", Choice(Move(2), comment="also wrote 'thinking'")),
        (b"a\nb \xff\nSWAP\n", Choice(SWAP, comment="also wrote 'b \ufffd'")),
        (b"\x1b[31mred\nMOVE;3\n", Choice(Move(2), comment="also wrote '[31mred'")),
        (b"MOVE;5\nMOVE;6\n", Choice(Move(4))),
    ],
)
def test_what_is_understood(said: bytes, choice: Choice) -> None:
    assert asked().hear(said) == choice


def test_a_move_in_pieces() -> None:
    agent = asked()
    assert agent.hear(b"MO") is None
    assert agent.hear(b"VE;4") is None
    assert agent.last_words() == "it wrote 'MOVE;4' with no newline"
    assert agent.hear(b"\n") == Choice(Move(3))


def test_what_came_before_the_request_answers_nothing() -> None:
    agent = asked()
    agent.hear(b"MOVE;1\nMOVE;")
    agent.ask(START, 5000)
    assert agent.hear(b"3\n") is None
    assert agent.last_words() == "it wrote '3', which is no answer"
    assert agent.hear(b"MOVE;2\n") == Choice(Move(1), comment="also wrote '3'")


def test_silence_is_nothing() -> None:
    agent = asked()
    assert agent.hear(Silence.TIME) is None
    assert agent.last_words() == ""


@pytest.mark.parametrize(
    "said", [b"MOVE;8", b"MOVE;0", b"MOVE;", b"move;3", b"MOVE 3", b"swap", b"SWAP;", b"MOVE;+3"]
)
def test_what_is_nearly_an_answer_is_a_fault_at_once(said: bytes) -> None:
    fault = fault_of(asked(), said + b"\n")
    assert fault.kind is Termination.UNREADABLE
    assert str(fault) == f"answered {said.decode()!r}; an answer is MOVE;1 to MOVE;7, or SWAP"


@pytest.mark.nightly
@pytest.mark.slow
def test_floods() -> None:
    assert fault_of(asked(), b"x" * (LONGEST_LINE + 1)).kind is Termination.TOO_MUCH_OUTPUT
    chatter = (b"x" * (LONGEST_LINE - 1) + b"\n") * (MOST_OUTPUT // LONGEST_LINE + 1)
    assert "no answer" in str(fault_of(asked(), chatter))


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (OWARI.start(), "MKAgent is for manchester in any size, and not for owari"),
        (KALAH.resized(7, 7).start(), "not for kalah:7x7"),
        (START.play(Move(0)), "can only play from the start of a game"),
        (Mancala(*START), "can only play from the start of a game"),
    ],
)
def test_games_that_it_cannot_play(position: Mancala | SecondPly, sentence: str) -> None:
    with pytest.raises(Fault) as caught:
        MkagentProtocol.spec.check_start(Opening(position))
    assert caught.value.kind is Termination.DID_NOT_START
    assert sentence in str(caught.value)


def test_other_sizes_have_other_numbers() -> None:
    small = MANCHESTER.resized(3, 2).start()
    agent = begun(Side.SOUTH, small)
    agent.ask(small, 5000)
    assert agent.hear(b"MOVE;3\n") == Choice(Move(2))
    told = agent.observe(Side.SOUTH, Move(2), small.play(Move(2)))
    assert told == b"CHANGE;3;3,2,2,0,2,2,0,1;OPP\n"
    agent.ask(small, 5000)
    assert "MOVE;1 to MOVE;3" in str(fault_of(agent, b"MOVE;4\n"))


@given(st.lists(st.integers(0, 20), max_size=60), st.sampled_from(Side))
def test_two_agents_hear_the_same_board_and_take_turns(choices: list[int], first: Side) -> None:
    """Of two agents one is asked, and both hear the board that their own manager would have."""
    position = MANCHESTER.start(first)
    agents = {side: begun(side, position) for side in Side}
    south = first
    for choice in choices:
        if position.outcome():
            break
        mover = position.turn
        told = agents[mover].ask(position, 1)
        assert told.startswith(b"START;South" if position.ply == 0 else b"CHANGE")
        move = position.legal_moves()[choice % len(position.legal_moves())]
        row = position.rules.row(mover)
        answer = b"SWAP\n" if move == SWAP else b"MOVE;%d\n" % (row.index(move.cell) + 1)
        said = agents[mover].hear(answer)
        assert said == Choice(move)
        before = board_text(position, south)
        position = position.play(move)
        south = south.other if move == SWAP else south
        heard = {side: agents[side].observe(mover, move, position) for side in Side}
        if move == SWAP:
            assert board_text(position, south) == before
        board = board_text(position, south).encode()
        assert all(not line or board in line for line in heard.values())
        if not position.outcome():
            assert heard[position.turn] == b""


def test_what_fits_over_which_protocol() -> None:
    assert MkagentProtocol.spec.unfit(MANCHESTER) == ""
    assert "not for kalah" in MkagentProtocol.spec.unfit(KALAH)
    assert "the protocol has no swap" in ConsoleProtocol.spec.unfit(MANCHESTER)
    assert ConsoleProtocol.spec.unfit(OWARI) == LineProtocol.spec.unfit(MANCHESTER) == ""
    renamed = replace(MANCHESTER, pie=False, first_move_extra_turn=True)
    assert MkagentProtocol.spec.unfit(renamed)


def test_the_transcript_of_the_guide() -> None:
    transcript = re.findall(r"(?m)^    ([<>]) (.*)$", MkagentProtocol.spec.guide.split("(<):\n")[1])
    agent = begun(Side.SOUTH)
    position = START
    said: list[tuple[str, str]] = []
    for pit, reply in ((4, 8), (2, None)):
        lines = agent.ask(position, 5000)
        answer = f"MOVE;{pit + 1}"
        assert agent.hear(f"{answer}\n".encode()) == Choice(Move(pit))
        said += [(">", lines.decode().strip()), ("<", answer)]
        for side, sown in ((Side.SOUTH, pit), (Side.NORTH, reply)):
            if sown is not None:
                position = position.play(Move(sown))
                told = agent.observe(side, Move(sown), position)
                said += [(">", line) for line in told.decode().splitlines()]
    said.append((">", agent.end(OVER).decode().strip()))
    assert said == transcript
