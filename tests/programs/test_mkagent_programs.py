"""Agents of MKAgent's protocol as real programs: whole games, faults, and what is left of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from owari.games.game import SWAP, Move, Side
from owari.games.mancala import MANCHESTER
from owari.players.builtin_bots import RandomPlayer
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Player, StatelessPlayer, TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.mkagent import MkagentProtocol
from owari.programs.processes.process_states import can_see
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import play_game
from tests.support.command import COMMAND
from tests.support.sample_programs import Sample

pytestmark = pytest.mark.usefixtures("no_survivor")


def play(south: Player, north: Player, times: TimeControl, first: Side = Side.SOUTH) -> GameRecord:
    try:
        players = {Side.SOUTH: south, Side.NORTH: north}
        return play_game(players, MANCHESTER.start(first), dict.fromkeys(Side, times))
    finally:
        south.close()
        north.close()


def assert_played_out(record: GameRecord) -> None:
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    assert record.ending.score == record.final.outcome()


@pytest.mark.parametrize("pondering", [False, True])
@pytest.mark.parametrize("first", Side)
def test_agents_that_swap_whenever_they_can(
    sample: Sample, unhurried: TimeControl, tmp_path: Path, first: Side, pondering: bool
) -> None:
    """The keeper leaves with an error when a board is told that is not its own."""
    greedy = ProgramPlayer("greedy", sample("mkagent/greedy.py", pondering=pondering))
    keeper = ProgramPlayer("keeper", sample("mkagent/keeper.cpp", pondering=pondering))
    record = play(keeper, greedy, unhurried, first)
    assert_played_out(record)
    assert (record.plies[1].move == SWAP) == (first is Side.SOUTH)
    heard = (tmp_path / "greedy.log").read_text().splitlines()
    assert heard[0] == ("START;North" if first is Side.SOUTH else "START;South")
    assert heard[-2].endswith(";END")
    assert heard[-1] == "END"
    # It is told of every ply, of its own too, but not of its own swap.
    swaps = [ply for ply in record.plies if ply.side is Side.NORTH and ply.move == SWAP]
    assert len(heard) == 2 + len(record.plies) - len(swaps)
    remarks = [ply.comment for ply in record.plies if ply.comment]
    assert all(remark.startswith("also wrote 'DEBUG: gains are") for remark in remarks)
    assert remarks


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_every_board_of_a_random_opponent_is_the_keeper_s_own(
    sample: Sample, unhurried: TimeControl, side: Side, seed: int
) -> None:
    keeper = ProgramPlayer("keeper", sample("mkagent/keeper.cpp"))
    random = RandomPlayer("random", seed=seed)
    south, north = (keeper, random) if side is Side.SOUTH else (random, keeper)
    assert_played_out(play(south, north, unhurried))


class SwapPlayer(StatelessPlayer):
    def choose(self, position: Any, clock: Any) -> Any:
        return Choice(position.legal_moves()[-1])


def test_the_keeper_follows_a_swap_of_its_opponent(sample: Sample, unhurried: TimeControl) -> None:
    keeper = ProgramPlayer("keeper", sample("mkagent/keeper.cpp"))
    record = play(keeper, SwapPlayer("swaps"), unhurried)
    assert record.plies[1].move == SWAP
    assert_played_out(record)


def agent(tmp_path: Path, code: str) -> ProgramPlayer:
    command = (sys.executable, "-c", code)
    return ProgramPlayer("agent", ProgramSettings(command, tmp_path, protocol=MkagentProtocol()))


READS_THEN = "import sys\nfor line in sys.stdin:\n    if 'North' in line: continue\n    "
SHORT = TimeControl(per_turn=0.2, margin=0.05, start_limit=30.0)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(
    ("code", "kind", "sentence"),
    [
        ("print('move;1', flush=True)", Termination.UNREADABLE, "agent answered 'move;1'; an"),
        ("print('MOVE;9', flush=True)", Termination.UNREADABLE, "agent answered 'MOVE;9'; an"),
        ("sys.exit(3)", Termination.CRASHED, "agent left with exit code 3"),
    ],
)
def test_faults(
    tmp_path: Path, unhurried: TimeControl, side: Side, code: str, kind: Termination, sentence: str
) -> None:
    bot, other = agent(tmp_path, READS_THEN + code), RandomPlayer("random", seed=1)
    south, north = (bot, other) if side is Side.SOUTH else (other, bot)
    record = play(south, north, unhurried)
    assert record.ending.termination is kind
    assert record.ending.reason.startswith(sentence)
    assert record.ending.result is Result.won_by(side.other)


def test_a_swap_at_the_wrong_moment(tmp_path: Path, unhurried: TimeControl) -> None:
    bot = agent(tmp_path, READS_THEN + "print('SWAP', flush=True)")
    record = play(bot, RandomPlayer("random", seed=1), unhurried)
    assert record.ending.termination is Termination.ILLEGAL_MOVE
    assert record.ending.reason.startswith("agent played swap, but only the first move of a game")


def test_a_debugging_line_is_no_answer(tmp_path: Path) -> None:
    bot = agent(tmp_path, READS_THEN + "print('I think of 3', flush=True)")
    record = play(bot, RandomPlayer("random", seed=1), SHORT)
    assert record.ending.termination is Termination.TIMED_OUT
    assert "it wrote 'I think of 3', which is no answer" in record.ending.reason


def test_an_agent_that_leaves_at_once(tmp_path: Path, unhurried: TimeControl) -> None:
    record = play(agent(tmp_path, "raise SystemExit(4)"), RandomPlayer("r", seed=1), unhurried)
    assert record.ending.termination is Termination.DID_NOT_START
    assert record.ending.reason == "agent left with exit code 4, before it was ready"


@pytest.mark.skipif(not can_see(), reason="nobody sees here whether a program waits")
def test_its_time_begins_when_it_waits_for_its_input(tmp_path: Path) -> None:
    code = "import time\ntime.sleep(3.3)\n" + READS_THEN + "print('MOVE;1', flush=True)"
    times = TimeControl(per_turn=3.0, margin=0.0, start_limit=30.0)
    record = play(agent(tmp_path, code), RandomPlayer("random", seed=1), times)
    assert record.plies, record.ending.reason
    assert record.plies[0].move == Move(0)


@pytest.mark.parametrize(
    ("name", "protocol"), [("line", LineProtocol()), ("mkagent", MkagentProtocol())]
)
@pytest.mark.parametrize("first", Side)
def test_our_engine_as_a_program_plays_as_it_does_at_home(
    tmp_path: Path,
    unhurried: TimeControl,
    name: str,
    protocol: LineProtocol | MkagentProtocol,
    first: Side,
) -> None:
    command = (*COMMAND, "engine", "--protocol", name, "--depth", "4")
    settings = ProgramSettings(command, tmp_path, protocol=protocol)
    at_home, away = EnginePlayer("home", depth=4), ProgramPlayer("away", settings)
    other = EnginePlayer("other", depth=3)
    expected = play(at_home, other, unhurried, first)
    record = play(away, other, unhurried, first)
    assert [ply.move for ply in record.plies] == [ply.move for ply in expected.plies]
    assert_played_out(record)
