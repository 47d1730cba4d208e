"""A game of a console program against random moves, which tests a description of it."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import perf_counter

from owari.checking.description_candidates import Candidates
from owari.checking.description_trial import (
    PROGRAM,
    Start,
    Trial,
    is_understood,
    seat_of,
    started,
)
from owari.checking.watched_program import PatientProgram, TimeIsUp
from owari.games.game import Game, Position, Side
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import TimeControl
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Ply
from owari.referee.referee import play_game

SEED = 1
_PATIENCE = 300
"""Looks at a program without a move, until other names for moves are tried."""
_MOST_REFUSALS = 200
"""The same for one that says that it has refused a move."""
_OPPONENT = "random"


class _SeenEnough(Exception):
    """A game is understood, and its share of the time is over."""


class _Watch:
    """Follows a game and the time."""

    def __init__(self, dialogue: ConsoleDialogue, enough: float, deadline: float) -> None:
        self.plies: list[Ply] = []
        self._dialogue = dialogue
        self._enough = enough
        self._deadline = deadline

    def look(self, ply: Ply, position: Position) -> None:
        """Keeps the ply. Raises _SeenEnough or TimeIsUp."""
        self.plies.append(ply)
        now, dialogue = perf_counter(), self._dialogue
        understood = is_understood(len(self.plies), dialogue.agreed())
        if now > self._enough and understood and not dialogue.differences():
            raise _SeenEnough
        if now > self._deadline:
            raise TimeIsUp


def played(
    family: Candidates,
    settings: ProgramSettings,
    variant: ConsoleProtocol,
    path: Start,
    first: bool,
    *,
    game: Game,
    per_turn: float,
    start_limit: float,
    tossed: bool,
    enough: float,
    deadline: float,
    more: int = 1,
) -> Trial:
    """The game of the program in this order after these answers. It may stop where it is understood
    and `enough` is over, and does after the `deadline`; both are values of `time.perf_counter`. A
    program that still computes when its time for a move is over gets `more` times as much. Raises
    TimeIsUp where the deadline is over before the first ply, and KeyboardInterrupt so."""
    protocol = replace(variant, **started(path, first, tossed=tossed))
    program = PatientProgram(PROGRAM, replace(settings, protocol=protocol), deadline=deadline)
    program.more = more
    dialogue = program.dialogue
    assert isinstance(dialogue, ConsoleDialogue)
    dialogue.is_guess = True
    dialogue.patience, dialogue.most_refusals = _PATIENCE, _MOST_REFUSALS
    side = seat_of(protocol)
    start = game.start(side if first else side.other)
    watch = _Watch(dialogue, enough, deadline)
    is_interrupted = False
    times = TimeControl(per_turn=per_turn, margin=inf, start_limit=start_limit)
    try:
        record = play_game(
            {side: program, side.other: RandomPlayer(_OPPONENT, seed=SEED)},
            start,
            dict.fromkeys(Side, times),
            on_ply=watch.look,
            names_sisters=False,
        )
    except (_SeenEnough, TimeIsUp, KeyboardInterrupt) as error:
        if not watch.plies:
            raise
        is_interrupted = isinstance(error, KeyboardInterrupt)
        record = GameRecord(game, start, PROGRAM, _OPPONENT, tuple(watch.plies))
    finally:
        program.close()
    return Trial(
        family,
        variant,
        path,
        first,
        record,
        dialogue,
        program.cause,
        is_tossed=tossed,
        had_more_time=program.had_more_time,
        limit=per_turn * (more if program.had_more_time else 1),
        is_interrupted=is_interrupted,
    )
