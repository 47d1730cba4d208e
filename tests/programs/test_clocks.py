"""Each limit of time by a real program, beyond it and within it."""

from __future__ import annotations

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.players.simple import FirstPlayer
from owari.programs.program import ProgramPlayer
from owari.records.record import Result, Termination
from owari.referee.referee import play_game

pytestmark = pytest.mark.usefixtures("no_survivor")

FOUR_MOVES = OWARI.parse_position("0,0,1,0,0,0,15,1,1,1,1,0,0,16 S")
"""South brings its one stone home in four turns."""

NORMAL = Termination.NORMAL, ""
LATE = Termination.TIMED_OUT


@pytest.mark.parametrize(
    ("program", "limits", "termination", "reason"),
    [
        ("late.py 0.3", {"per_turn": 0.1, "margin": 0.05}, LATE, "did not move within 0.1 s"),
        ("late.py 0.3", {"per_turn": 20.0, "margin": 0.0}, *NORMAL),
        ("late.py 0.3", {"per_turn": 0.1, "margin": 20.0}, *NORMAL),
        ("late.py 0.3", {"per_turn": None}, *NORMAL),
        ("late.py 0.5", {"per_turn": None, "per_game": 1.2}, LATE, "used up its time for the game"),
        ("late.py 0.5", {"per_turn": None, "per_game": 20.0}, *NORMAL),
        ("late.py 0.5", {"per_turn": None, "per_game": 1.2, "increment": 1.2}, *NORMAL),
        ("late.py 0.5", {"per_turn": 0.1, "per_game": 20.0}, LATE, "did not move within 0.1 s"),
        (
            "slow_start.py 2",
            {"start_limit": 0.3, "per_turn": 20.0},
            Termination.DID_NOT_START,
            "was not ready within 0.3 s",
        ),
        ("slow_start.py 0.5", {"start_limit": 20.0, "per_turn": 0.4}, *NORMAL),
    ],
)
def test_a_limit_of_time(sample, program, limits, termination, reason):
    bot = ProgramPlayer("bot", sample(*f"bad/{program}".split()))
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    times = TimeControl(**{"start_limit": 20.0, **limits})
    try:
        record = play_game(
            players, FOUR_MOVES, {Side.SOUTH: times, Side.NORTH: TimeControl(per_turn=None)}
        )
    finally:
        bot.close()
    assert record.ending.termination is termination, record.ending.reason
    if reason:
        assert record.ending.reason.startswith(f"bot {reason}")
        assert record.ending.result is Result.NORTH
    else:
        assert [ply.side for ply in record.plies].count(Side.SOUTH) == 4
