"""Each limit of time by a real program, beyond it and within it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from owari.games.game import Side
from owari.games.mancala import KALAH, OWARI
from owari.players.builtin_bots import FirstPlayer
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Result, Termination
from owari.referee.referee import play_game
from tests.support.sample_programs import Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

FOUR_MOVES = OWARI.parse_position("0,0,1,0,0,0,15,1,1,1,1,0,0,16 S")
"""South brings its one stone home in four turns."""

HALF_IN_TIME = """
import sys, time
for line in sys.stdin:
    word, *rest = line.split()
    if word in ("owari", "game"):
        print("ready", flush=True)
    if word == "go":
        time.sleep(0.2)
        stones = [int(number) for number in rest[1].split(",")]
        print(next(p for p in (5, 2, 0) if stones[p]), "comment", rest[0], flush=True)
    if word == "quit":
        break
"""
"""Uses 0.2 s for each move, and says how much it was told to have, in milliseconds."""

NORMAL = Termination.NORMAL, ""
LATE = Termination.TIMED_OUT


@pytest.mark.parametrize(
    ("program", "limits", "termination", "reason"),
    [
        ("late.py 0.3", {"per_turn": 0.1, "margin": 0.05}, LATE, "did not move within 0.1 s"),
        ("late.py 0.3", {"per_turn": 20.0, "margin": 0.0}, *NORMAL),
        ("late.py 0.3", {"per_turn": 0.1, "margin": 20.0}, *NORMAL),
        ("late.py 0.3", {"per_turn": None}, *NORMAL),
        (
            "late.py 0.5",
            {"per_turn": None, "per_game": 1.2},
            LATE,
            r"used up its time for the game: it had"
            r" (1\.2 s|0\.\d+ s left of 1\.2 s a game, after \d turn)",
        ),
        (
            "late.py 0.5",
            {"per_turn": None, "per_game": 0.3, "increment": 0.1},
            LATE,
            r"used up its time for the game: it had 0\.3 s",
        ),
        ("late.py 0.5", {"per_turn": None, "per_game": 20.0}, *NORMAL),
        ("late.py 1.0", {"per_turn": None, "per_game": 3.0, "increment": 20.0}, *NORMAL),
        ("late.py 0.5", {"per_turn": 0.1, "per_game": 20.0}, LATE, "did not move within 0.1 s"),
        (
            "slow_start.py 2",
            {"start_limit": 0.3, "per_turn": 20.0},
            Termination.DID_NOT_START,
            "was not ready within 0.3 s",
        ),
        ("slow_start.py 3.2", {"start_limit": 30.0, "per_turn": 3.0}, *NORMAL),
    ],
)
def test_a_limit_of_time(
    sample: Sample,
    program: str,
    limits: dict[str, float | None],
    termination: Termination,
    reason: str,
) -> None:
    bot = ProgramPlayer("bot", sample(*f"bad/{program}".split()))
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    times = TimeControl(**{"start_limit": 30.0, **limits})
    try:
        record = play_game(
            players, FOUR_MOVES, {Side.SOUTH: times, Side.NORTH: TimeControl(per_turn=None)}
        )
    finally:
        bot.close()
    assert record.ending.termination is termination, record.ending.reason
    if termination is LATE:
        own = [ply.seconds or 0.0 for ply in record.plies if ply.side is Side.SOUTH]
        limit = times.per_game - sum(own) if "game" in reason else times.per_turn
        assert limit is not None
        assert record.lost_turn is not None
        assert record.lost_turn > limit
    if reason:
        assert re.match(f"bot {reason}", record.ending.reason)
        assert record.ending.result is Result.NORTH
    else:
        assert [ply.side for ply in record.plies].count(Side.SOUTH) == 4


def test_a_turn_of_several_moves_has_one_limit(tmp_path: Path) -> None:
    """South can play 5, 2 and again 5, before North is to move, who has nothing then."""
    command = (sys.executable, "-c", HALF_IN_TIME)
    bot = ProgramPlayer("bot", ProgramSettings(command, tmp_path, protocol=LineProtocol()))
    chain = KALAH.parse_position("0,0,4,0,0,1,0,0,0,0,0,0,1,0 S")
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    try:
        record = play_game(players, chain, dict.fromkeys(Side, TimeControl(per_turn=20.0)))
    finally:
        bot.close()
    turn = [int(ply.comment) for ply in record.plies if ply.side is Side.SOUTH][:3]
    assert [ply.move.cell for ply in record.plies][:3] == [5, 2, 5]
    assert turn[0] == 20000
    assert turn[1] <= turn[0] - 200
    assert turn[2] <= turn[1] - 200


def test_a_chain_that_is_too_long_names_what_was_left(tmp_path: Path) -> None:
    sleeps = HALF_IN_TIME.replace("time.sleep(0.2)", "time.sleep(int(rest[0]) < 3000 and 20)")
    command = (sys.executable, "-c", sleeps)
    bot = ProgramPlayer("bot", ProgramSettings(command, tmp_path, protocol=LineProtocol()))
    chain = KALAH.parse_position("0,0,4,0,0,1,0,0,0,0,0,0,1,0 S")
    times = TimeControl(per_turn=3.0, margin=0.0, start_limit=30.0)
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    try:
        record = play_game(players, chain, dict.fromkeys(Side, times))
    finally:
        bot.close()
    assert re.fullmatch(
        r"bot did not move within the [\d.]+ s left of 3 s a turn, after 1 move of this turn",
        record.ending.reason,
    )
