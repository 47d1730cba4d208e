"""Games in slots: each comes out once, and what is our own failure makes a game void."""

from __future__ import annotations

import multiprocessing
import os
from itertools import islice

from owari.games.mancala import OWARI
from owari.players.builtin import Settings
from owari.players.player import TimeControl
from owari.results.log import About
from owari.tournament.runner import run
from owari.tournament.settings import BotConfig, BuiltinSettings
from owari.tournament.slot import GameSpec

EVENING = About("Evening")


def bot(name: str, engine: str = "random") -> BotConfig:
    return BotConfig(name, TimeControl(), BuiltinSettings(engine, Settings()), "")


def game(number: int, south: BotConfig, about: About = EVENING) -> GameSpec:
    return GameSpec(number, 1, OWARI, south, bot("Other"), about)


class Deadly(str):
    """Ends the process that receives it."""

    def __reduce__(self):
        return os._exit, (1,)


def test_each_game_comes_out_once_with_its_record():
    finished = list(run([game(number, bot("Random")) for number in range(1, 8)], 2))
    assert sorted(done.spec.number for done in finished) == list(range(1, 8))
    for done in finished:
        assert done.record is not None
        assert (done.record.south, done.record.north) == ("Random", "Other")
        assert done.record.event == "Evening"
        assert done.record.final.outcome() == done.record.ending.score


def test_a_game_is_the_same_in_every_run_and_differs_from_the_next():
    def moves():
        games = run([game(number, bot("Random")) for number in (1, 2)], 1)
        return {done.spec.number: [ply.move for ply in done.record.plies] for done in games}

    first, second = moves(), moves()
    assert first == second
    assert first[1] != first[2]


def test_a_game_that_fails_by_our_fault_is_void_and_the_others_are_played():
    broken = bot("Broken", engine="there is no such engine")
    finished = run([game(1, broken), game(2, bot("Random")), game(3, bot("Random"))], 1)
    by_number = {done.spec.number: done for done in finished}
    assert by_number[1].record is None
    assert "there is no such engine" in by_number[1].failure
    assert by_number[2].record
    assert by_number[3].record


def test_a_slot_that_dies_costs_the_game_it_was_playing_and_no_other():
    deadly = game(1, bot("Random"), About(Deadly()))
    finished = run([deadly, game(2, bot("Random")), game(3, bot("Random"))], 1)
    by_number = {done.spec.number: done for done in finished}
    assert by_number[1].record is None
    assert "died" in by_number[1].failure
    assert by_number[2].record
    assert by_number[3].record


def test_closing_the_iterator_ends_the_slots():
    games = run([game(number, bot("Random")) for number in range(1, 50)], 2)
    assert len(list(islice(games, 2))) == 2
    games.close()
    assert multiprocessing.active_children() == []
