"""Records that another machine sends: those of the game that was asked for, and all others."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from owari.engine.openings import RandomOpenings
from owari.games.catalog import find_game
from owari.games.game import Game, Opening, Position, Side
from owari.games.mancala import OWARI
from owari.players.player import Choice, Clock, Fault, Player, TimeControl
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.referee.referee import Adjudication, play_game
from owari.results.game_verification import AskedGame, ending_faults, sent_record
from tests.support.lying_agents import LIES

NONE = Adjudication()


class Chance(Player):
    """Plays by chance until a fault, if it has one."""

    def __init__(self, name: str, seed: object, fault: Termination | None = None) -> None:
        self._name = name
        self._random = Random(str(seed))
        self._fault = fault

    @property
    def name(self) -> str:
        return self._name

    def choose(self, position: Position, clock: Clock) -> Choice:
        if self._fault and self._random.random() < 0.2:
            raise Fault(self._fault, "did something else")
        return Choice(self._random.choice(position.legal_moves()), 3, None, None, "a comment")


def asked(opening: Opening, **others: str) -> AskedGame:
    game = AskedGame("Anna", "Ben {x}", opening.start, str(opening), "2", "1", "2")
    return game._replace(**others)


def played(
    opening: Opening,
    adjudication: Adjudication = NONE,
    *,
    seed: int = 0,
    fault: Termination | None = None,
) -> GameRecord:
    """A game of the referee with the heading that a slot gives it."""
    game = asked(opening)
    players = {
        Side.SOUTH: Chance(game.south, seed, fault),
        Side.NORTH: Chance(game.north, f"{seed} north", fault),
    }
    times = dict.fromkeys(Side, TimeControl())
    record = play_game(players, opening.start, times, adjudication=adjudication)
    return replace(record, opening=str(opening), round="2", pair="1", leg="2")


def opening(game: Game = OWARI, index: int = 0) -> Opening:
    return RandomOpenings(game, 3, 5)[index]


@pytest.mark.parametrize("name", ["owari", "kalah", "manchester", "othello:6", "free-othello:4"])
@pytest.mark.parametrize(
    "adjudication",
    [NONE, Adjudication(score=True), Adjudication(value=True), Adjudication(lead=4, length=20)],
    ids=["none", "score", "value", "lead and length"],
)
def test_what_our_referee_plays_is_an_answer(name: str, adjudication: Adjudication) -> None:
    game = find_game(name)
    for seed in range(10):
        begun = opening(game, seed)
        record = played(begun, adjudication, seed=seed)
        sent = sent_record(record, asked(begun), adjudication)
        assert (sent.ending, sent.start) == (record.ending, record.start)
        assert [ply[:2] for ply in sent.plies] == [ply[:2] for ply in record.plies]


@pytest.mark.parametrize("fault", [each for each in Termination if each.is_fault])
def test_a_fault_of_either_side_is_an_answer_and_its_flipped_result_is_none(
    fault: Termination,
) -> None:
    begun = opening()
    results = set()
    for seed in range(20):
        record = played(begun, seed=seed, fault=fault)
        if record.ending.termination is not fault:
            continue
        results.add(record.ending.result)
        other = Result.NORTH if record.ending.result is Result.SOUTH else Result.SOUTH
        flipped = replace(record, ending=record.ending._replace(result=other))
        for each in (record, flipped):
            if each is record and fault.value not in ("ended the referee", "benched", "withdrew"):
                assert sent_record(each, asked(begun), NONE).ending == record.ending
            else:
                with pytest.raises(ValueError, match=r"fault is not that of|no referee sends"):
                    sent_record(each, asked(begun), NONE)
    assert results == {Result.SOUTH, Result.NORTH}


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_is_an_answer(lie: str) -> None:
    begun = opening()
    tell, why = LIES[lie]
    told = tell(played(begun))
    if isinstance(told, GameRecord):
        with pytest.raises(ValueError) as error:  # noqa: PT011
            sent_record(told, asked(begun), NONE)
        assert why in str(error.value)


def test_a_game_that_goes_on_after_its_adjudication_is_no_answer() -> None:
    begun = opening()
    record = played(begun)
    with pytest.raises(ValueError, match=r"adjudication end it after ply 5, and it went on"):
        sent_record(record, asked(begun), Adjudication(length=5))


def test_empty_squares_are_nobodys_where_a_game_is_stopped() -> None:
    start = find_game("othello").start()
    ending = Ending.normal(start.settled())._replace(termination=Termination.STOPPED_EARLY)
    record = GameRecord(start.rules, start, "A", "B", ending=ending)
    told = "it was stopped before a side had more than half of all"
    assert [*ending_faults(record, NONE, refereed=True)] == [told]


@pytest.mark.parametrize(
    ("position", "faults"),
    [
        ("0,0,0,1,1,0,19,1,1,1,0,0,0,12 N", []),
        (
            "0,0,0,1,1,1,18,1,1,1,0,0,0,12 N",
            ["it was stopped before a side had more than half of all"],
        ),
    ],
)
def test_half_of_the_stones_are_not_enough_to_stop(position: str, faults: list[str]) -> None:
    start = OWARI.parse_position(position)
    ending = Ending.normal(start.settled())._replace(termination=Termination.STOPPED_EARLY)
    record = GameRecord(OWARI, start, "A", "B", ending=ending)
    assert [*ending_faults(record, NONE, refereed=True)] == faults
    assert not [*ending_faults(record, NONE, refereed=False)]
