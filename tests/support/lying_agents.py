"""Agents of a cluster that play as they should, and send something else.

A worker with the environment of `lying` has one. Each tells its lie instead of every record.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from owari.games.game import Outcome
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.tournament.run.message_line import Wanted

__all__ = ["LIES", "install", "lying"]

VARIABLE = "OWARI_TEST_LIE"
GARBAGE = b"\x80garbage" * 99
ROOT = Path(__file__).parents[2]
FLIPPED = {Result.SOUTH: Result.NORTH, Result.NORTH: Result.SOUTH, Result.DRAW: Result.SOUTH}


def _with_ending(**changes: Any) -> Callable[[GameRecord], GameRecord]:
    return lambda record: replace(record, ending=record.ending._replace(**changes))


def _flipped(record: GameRecord) -> GameRecord:
    return _with_ending(result=FLIPPED[record.ending.result])(record)


def _seats(record: GameRecord) -> GameRecord:
    return replace(record, south=record.north, north=record.south)


def _forfeit(record: GameRecord) -> GameRecord:
    """The first three plies, and a fault of North that South loses by."""
    record = replace(record, plies=record.plies[:3])
    reason = f"{record.north} crashed"
    ending = Ending(Result.NORTH, record.final.score(), Termination.CRASHED, reason)
    return replace(record, ending=ending)


def _drawn(record: GameRecord) -> GameRecord:
    record = _forfeit(record)
    return replace(record, ending=record.ending._replace(result=Result.DRAW))


def _illegal(record: GameRecord) -> GameRecord:
    first, *others = record.plies
    return replace(record, plies=(first, first, *others))


LIES: dict[str, tuple[Callable[[GameRecord], object], str]] = {
    "flipped result": (_flipped, ": the moves end "),
    "flipped forfeit": (_forfeit, "the result is 0-1, and the fault is not that of "),
    "drawn forfeit": (_drawn, "it ended by a forfeit (crashed), and the result is a draw"),
    "other score": (_with_ending(score=Outcome(36, 0), result=Result.SOUTH), ": the moves end "),
    "exchanged sides": (_seats, "South is "),
    "other opening": (lambda record: replace(record, opening="S0"), "the opening is 'S0'"),
    "other position": (
        lambda record: replace(
            record,
            start=OWARI.start(),
            plies=(),
            ending=Ending(
                Result.NORTH, OWARI.start().score(), Termination.CRASHED, f"{record.south} crashed"
            ),
        ),
        "it begins at '3,3,3,3,3,3,0,3,3,3,3,3,3,0 S'",
    ),
    "other bot": (lambda record: replace(record, north="Somebody"), "North is 'Somebody'"),
    "older game": (lambda record: replace(record, pair="9", leg="2"), "the pair is '9'"),
    "other round": (lambda record: replace(record, round="7"), "the round is '7'"),
    "illegal move": (_illegal, "its record, line "),
    "not over": (
        lambda record: replace(record, plies=record.plies[:-1]),
        "the game is not over after the last move",
    ),
    "early end": (
        lambda record: replace(
            record,
            plies=(),
            ending=Ending.normal(record.start.settled())._replace(
                termination=Termination.STOPPED_EARLY, reason="stopped"
            ),
        ),
        "it was stopped before a side had more than half of all",
    ),
    "adjudication": (
        lambda record: replace(
            record,
            plies=record.plies[:2],
            ending=Ending(Result.DRAW, Outcome(0, 0), Termination.ADJUDICATED, "enough"),
        ),
        "the rules of adjudication do not end it 0-0",
    ),
    "reported": (
        _with_ending(termination=Termination.REPORTED),
        "it ended 'reported', which no referee sends",
    ),
    "parts of other kinds": (
        lambda record: replace(record, start="the start"),
        "its record cannot be written: ",
    ),
    "other kind": (lambda record: ["a record"], "it is of the kind list, and no record"),
    "unknown folder": (
        lambda record: Wanted(("nobody's",)),
        "it asks for the folder of a bot that is none",
    ),
    "folders again": (
        lambda record: (Wanted(()), Wanted(())),
        "it asks again for the folders that it was sent",
    ),
    "garbage": (lambda record: GARBAGE, "it sends what is no message"),
}
"""What each agent sends instead of a record, and a part of the clause on it. A tuple is several
messages."""


def lying(lie: str, folder: Path) -> dict[str, str]:
    """The environment of a worker whose agent tells this lie; `folder` gets what it needs."""
    folder.mkdir(exist_ok=True)
    code = "import sys\nif 'owari.tournament.cluster.agent' in sys.orig_argv:\n"
    code += "    from tests.support import lying_agents\n    lying_agents.install()\n"
    (folder / "sitecustomize.py").write_text(code)
    path = [str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, path)), VARIABLE: lie}


def install() -> None:
    """Makes this process, which becomes an agent, a lying one."""
    from owari.tournament.run.message_line import Line

    lie, _ = LIES[os.environ[VARIABLE]]
    send = Line.send

    def lying_send(self: Line, message: object) -> None:
        match message:
            case (place, GameRecord() as record):
                told = lie(record)
                if told is GARBAGE:
                    self.socket.sendall(GARBAGE)
                    return
                for each in told if type(told) is tuple else (told,):
                    send(self, (place, each))
            case _:
                send(self, message)

    Line.send = lying_send  # type: ignore[method-assign]
