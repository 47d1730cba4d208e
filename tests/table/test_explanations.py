"""Relays with mistyped moves in which a move of theirs is refused: a check finds the errors."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from owari.games.game import Game, Position, Side
from owari.games.mancala import KALAH, OWARI
from owari.games.numbering import NUMBERINGS
from owari.games.othello import OTHELLO
from owari.players.player import Choice
from owari.records.record import GameRecord
from owari.table.commands import Check, GameCommand, IllegalHere, Play
from owari.table.events import Compared
from owari.table.session import Again, Chosen, Forced, Session
from owari.table.sides import Screen
from tests.table.test_session import NORTH, after


def refused(rules: Game, errors: int, random: Random) -> tuple[Session, Position] | None:
    """A relay in which so many moves were mistyped and the last one was refused, and the position
    on the other screen, which shows that move; None where it came otherwise."""
    start = rules.start(random.choice(list(Side)))
    screen = Screen(None if rules is OTHELLO else NUMBERINGS["board"])
    session = Session.of(GameRecord(rules, start, "our side", "their side"), NORTH, screen)
    there, turn, wrong = start, 0, set(random.sample(range(12), errors))
    while there.outcome() is None and not session.over:
        here = session.position
        if here.turn is not there.turn or here.forced() or there.forced():
            return None
        if here.turn is Side.SOUTH:
            move = random.choice(here.legal_moves())
            if move not in there.legal_moves():
                return None
            session, there = after(session, Chosen(Choice(move))), there.play(move)
            continue
        move = random.choice(there.legal_moves())
        others = [other for other in here.legal_moves() if other != move]
        there = there.play(move)
        typed = random.choice(others) if turn in wrong and others else move
        try:
            session = after(session, Play(session.label(here, typed)))
        except IllegalHere as error:
            return replace(session, refused=error.move), there
        turn += 1
    return None


def board_of(session: Session, there: Position) -> str:
    """What the other owner reads aloud."""
    if session.record.game is not OTHELLO:
        return str(there.turned()).split()[0]
    marks = "".join(map(str, session.notation.contents(there)))
    return "/".join(marks[row : row + 8] for row in range(0, 64, 8))


def carried_out(session: Session, *way: GameCommand) -> Session:
    for command in way:
        session = after(session, command)
        while not session.over and (session.position.forced() or session.again):
            session, _ = session.after(Forced() if session.position.forced() else Again())
    return session


@pytest.mark.slow
@pytest.mark.parametrize("rules", [OWARI, KALAH, OTHELLO], ids=lambda rules: rules.name)
@pytest.mark.parametrize("errors", [1, 2])
def test_each_way_leads_to_the_other_screen_with_the_move_that_was_refused(
    rules: Game, errors: int
) -> None:
    random, tried = Random(f"{rules.name} {errors}"), 0
    while tried < 4:
        relayed = refused(rules, errors, random)
        if relayed is None:
            continue
        tried += 1
        session, there = relayed
        opened_anew = replace(session, refused=None)
        for each in (session, opened_anew):
            _, event = each.after(Check(board_of(each, there)))
            assert isinstance(event, Compared)
            ways = [*((remedy,) for remedy in event.remedies), *event.together]
            reached = [carried_out(each, *way).position for way in ways]
            assert there in reached
            shown = session.notation.contents
            assert {shown(position) for position in reached} == {shown(there)}


def test_a_whole_turn_of_theirs_is_missing() -> None:
    screen = Screen(NUMBERINGS["board"])
    record = GameRecord(KALAH, KALAH.start(Side.NORTH), "our side", "their side")
    session = Session.of(record, NORTH, screen)
    there = session.position
    for pit in ("2", "5"):
        there = there.play(after(replace(session, record=record), Play(pit)).record.plies[0].move)
    _, event = session.after(Check(board_of(session, there)))
    assert isinstance(event, Compared)
    assert event.together == ((Play("2"), Play("5")),)
    assert event.ahead
