"""The console programs at real terminals: whole games, in both orders and as both sides."""

from __future__ import annotations

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.simple import RandomPlayer
from owari.programs.program import ProgramPlayer
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import play_game

QUICK = (
    "talker.py",
    "bare.c",
    "thinker.cpp",
    "liner.py",
    "poller.py",
    "redraws.py",
    "alternates.py",
    "Stopper.java",
    "sleeper.py",
    "miscounts.py",
)


def played(settings, side: Side, first: Side, times, *, seed: int = 7) -> GameRecord:
    program = ProgramPlayer("program", settings)
    players = {side: program, side.other: RandomPlayer("random", seed=seed)}
    try:
        return play_game(players, OWARI.start(first), dict.fromkeys(Side, times))
    finally:
        program.close()


@pytest.mark.parametrize("first", Side, ids=lambda s: f"{s} first")
@pytest.mark.parametrize("side", Side, ids=str)
@pytest.mark.parametrize("name", QUICK)
def test_all(sample, unhurried, name, side, first):
    record = played(sample(f"console/{name}"), side, first, unhurried)
    print(record.ending, len(record.plies), {p.comment for p in record.plies})
    assert record.ending.termination in (Termination.NORMAL, Termination.STOPPED_EARLY)
