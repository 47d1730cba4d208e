"""The turn that ends a game and that a program does not show."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from owari.games.game import Move, Side
from owari.games.mancala import KALAH, OWARI, Mancala, SowingRules
from owari.games.othello import OTHELLO, OthelloPosition
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_dialogue import ENOUGH, PATIENCE, ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.last_turn import NOT_SHOWN
from owari.programs.dialogues.dialogue import READY
from owari.programs.transports.program_output import Silence
from owari.records.record import Termination
from tests.programs.hidden import OF_PITS, OF_SQUARES, games, tournament, wrong

WAITING, QUIET, CLOSED, TIME = Silence
LOOKS = [WAITING] * ENOUGH
AGAIN = "Play again (y/n)? "


def asked_in(position: Mancala | OthelloPosition, **description: Any) -> ConsoleDialogue:
    """A dialogue in the midst of a game, whose program, South, has just been told our move."""
    dialogue = ConsoleDialogue(ConsoleProtocol(start_second=("n",), **description))
    dialogue.begin(position.rules.start(Side.NORTH), Side.SOUTH)
    dialogue.hear(b"Do I begin? ")
    assert dialogue.hear(WAITING) == b"n\n"
    assert dialogue.hear(b"Yours? ") is None
    assert dialogue.hear(WAITING) is READY
    dialogue.observe(Side.NORTH, Move(7), position)
    assert isinstance(dialogue.ask(position, 5000), bytes)
    return dialogue


def heard(dialogue: ConsoleDialogue, *events: str | Silence | bool) -> list[Choice]:
    """All moves of the turn that is read in the end; a bool is that it has left, orderly or not."""
    reply = None
    for event in events:
        assert reply is None
        if isinstance(event, bool):
            reply = dialogue.left(orderly=event)
        else:
            reply = dialogue.hear(event.encode() if isinstance(event, str) else event)
    if not isinstance(reply, Choice):
        assert reply is None
        return []
    return [reply, *dialogue._moved]


def moves(choices: list[Choice]) -> list[int]:
    return [choice.move.cell for choice in choices]


ONE = OWARI.parse_position("0,0,0,0,0,1,18,2,0,0,0,0,0,15 S")
"""Only pit 5, which ends the game 19-17."""
NONE = OWARI.parse_position("1,1,0,0,0,0,15,0,0,1,1,0,0,17 S")
"""No move ends it."""
LAST_SQUARE = OTHELLO.parse_position("O" * 61 + "XX- O").turned()
"""South is White; only h8 is left."""


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(["Game over.\n", *LOOKS], id="says-so-and-waits"),
        pytest.param(["Game over.\n", QUIET, QUIET], id="says-so-and-is-silent"),
        pytest.param(["Game over.\n", CLOSED], id="says-so-and-leaves"),
        pytest.param([CLOSED, True], id="leaves-without-a-word"),
        pytest.param([QUIET, True], id="leaves-unseen"),
        pytest.param([AGAIN, *LOOKS], id="asks-to-play-again"),
        pytest.param(["Another game?\n", *LOOKS], id="asks-for-another"),
        pytest.param(["Me:  19\nYou: 17\n", *LOOKS], id="tells-the-score"),
        pytest.param(["You lose, 17-19. Bye\n", CLOSED], id="tells-and-leaves"),
        pytest.param(["0 0 0 0 0 0\n17  19\n0 0 0 0 0 0\n", *LOOKS], id="draws-it-swept"),
        pytest.param(
            ["0 0 0 0 0 2\n15  18\n0 0 0 0 0 1\nGame over\n", CLOSED], id="draws-it-a-turn-old"
        ),
        pytest.param(["0 0 0 0 0 2\n15  18\n0 0 0 0 0 1\n", CLOSED, True], id="old-and-wordless"),
        pytest.param(["Thinking...\n", WAITING, "I win!\n", *LOOKS], id="after-a-thought"),
    ],
)
def test_the_only_turn_that_ends_the_game_is_played(events: list[bool | Silence | str]) -> None:
    (choice,) = heard(asked_in(ONE), *events)
    assert choice == Choice(Move(5), comment=f"{NOT_SHOWN}: the only one that ends the game")


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(["I win soon.\n", WAITING, "I play pit 5\nYours? ", WAITING], id="chat"),
        pytest.param(["I play pit 5. Game over.\n", CLOSED], id="told"),
        pytest.param(["0 0 0 0 0 2\n15  19\n0 0 0 0 0 0\nGame over\n", CLOSED], id="drawn"),
    ],
)
def test_a_last_turn_that_is_shown_is_read_as_ever(events: list[Silence | str]) -> None:
    assert heard(asked_in(ONE), *events) == [Choice(Move(5))]


def test_a_score_of_its_own_is_remarked() -> None:
    (choice,) = heard(asked_in(ONE), "Game over: I have 20, you have 16.\n", CLOSED)
    assert choice.comment == f"{NOT_SHOWN}: the only one that ends the game; it tells 20-16"


@pytest.mark.parametrize("events", [["Game over\n", CLOSED], [CLOSED, True], [AGAIN, *LOOKS]])
def test_of_turns_with_one_score_any_is_played(events: list[bool | Silence | str]) -> None:
    """Both of two captures take North's last stone."""
    both = OWARI.parse_position("2,1,0,0,0,0,14,0,0,0,1,0,0,18 S")
    (choice,) = heard(asked_in(both), *events)
    assert both.play(choice.move).outcome() == (18, 18, 0)
    assert choice.comment == f"{NOT_SHOWN}: one of 2 that end the game alike"


def endings(position: Mancala) -> dict[tuple[int, ...], tuple[int, int]]:
    """All turns that end the game, the long way."""
    found = {}

    def follow(turn: tuple[int, ...], before: Mancala) -> None:
        for move in before.legal_moves():
            after = before.play(move)
            if after.outcome():
                found[*turn, move.cell] = after.outcome()[:2]
            elif after.turn is before.turn:
                follow((*turn, move.cell), after)

    follow((), position)
    return found


def forks(count: int) -> list[Mancala]:
    """Positions of Kalah near their end in which several turns end it, with different scores."""
    random = Random(4)
    found: list[Any] = []
    while len(found) < count:
        row = [random.choice([0, 0, 1, 2, 3]) for _ in range(6)]
        other = [random.choice([0, 0, 0, 1]) for _ in range(6)]
        own = random.randrange(12, 24)
        cells = (*row, own, *other, 48 - own - sum(row) - sum(other))
        position = KALAH.parse_position(f"{','.join(map(str, cells))} S")
        if position.outcome() is None and len(set(endings(position).values())) > 1:
            found.append(position)
    return found


def test_the_told_score_picks_between_several_endings() -> None:
    for position in forks(20):
        for south, north in set(endings(position).values()):
            told = f"Final score: computer {south}, you {north}.\n"
            choices = heard(asked_in(position), told, CLOSED)
            assert endings(position)[tuple(moves(choices))] == (south, north)
            assert choices[-1].comment.startswith(f"{NOT_SHOWN}: of ")


def test_a_winner_picks_between_endings_and_then_the_worst_for_it_counts() -> None:
    checked = 0
    for position in forks(25):
        ends = endings(position)
        won = [score for score in ends.values() if score[0] > score[1]]
        if not won or len(won) == len(ends):
            continue
        checked += 1
        choices = heard(asked_in(position), "The computer wins!\n", CLOSED)
        assert ends[tuple(moves(choices))] == min(won)
        with pytest.raises(Fault, match="with different winners; it last said 'Game over'"):
            heard(asked_in(position), "Game over\n", CLOSED)
        with pytest.raises(Fault, match=r"with different winners; it last said 'Yours\?'"):
            heard(asked_in(position), CLOSED, True)
    assert checked


@pytest.mark.parametrize("how", ["tells", "draws"])
def test_a_chain_of_which_a_part_is_shown(how: str) -> None:
    """What it shows is the beginning of the turn that is played."""
    for position in forks(20):
        for turn, (south, north) in endings(position).items():
            begun = position
            for pit in turn[:-1]:
                begun = begun.play(Move(pit))
            shown = "".join(f"I play pit {pit}\n" for pit in turn[:-1])
            if how == "draws":
                shown = drawn(begun).decode()
            end = f"Game over! Me {south}, you {north}\n"
            played = tuple(moves(heard(asked_in(position), shown, end, CLOSED)))
            assert endings(position)[played] == (south, north)
            if how == "tells":
                assert played[: len(turn) - 1] == turn[:-1]


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        (["Game over\n", CLOSED], "left as if the game were over, but it is not; it last said"),
        (["Game over\n", *[WAITING] * (PATIENCE + 1)], "says that the game is over, but it is not"),
    ],
)
def test_where_no_turn_ends_the_game_it_is_not_over(
    events: list[Silence | str], reason: str
) -> None:
    with pytest.raises(Fault, match=reason):
        heard(asked_in(NONE), *events)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([CLOSED, False], id="crashes"),
        pytest.param(["Traceback: ValueError\n", CLOSED, False], id="crashes-with-words"),
        pytest.param(["Invalid pit!\n", CLOSED, True], id="refuses-and-leaves"),
        pytest.param(["Invalid pit!\nYours? ", *LOOKS], id="refuses-and-waits"),
        pytest.param(["Yours? ", *LOOKS], id="waits-again"),
    ],
)
def test_what_is_no_end(events: list[bool | Silence | str]) -> None:
    assert heard(asked_in(ONE), *events) == []


def test_one_that_left_before_it_was_told_our_last_move_has_not_made_its_own() -> None:
    position = OWARI.parse_position("0,0,0,0,1,1,16,2,0,0,0,0,1,15 S")
    dialogue = asked_in(position)
    assert moves(heard(dialogue, "I play pit 4. Good game!\n", CLOSED)) == [4]
    for side, pit in ((Side.SOUTH, 4), (Side.NORTH, 7)):
        position = position.play(Move(pit))
        dialogue.observe(side, Move(pit), position)
    dialogue.ask(position, 5000)
    assert heard(dialogue, CLOSED, True) == []


@pytest.mark.parametrize(
    "events",
    [
        ["20 for me, 12 for you. Bye!\n", CLOSED, True],
        ["I win!\n", CLOSED],
        ["Game 1: result = 0\n", CLOSED],
    ],
)
def test_one_that_stops_at_more_than_half_with_a_turn_it_does_not_show(
    events: list[bool | Silence | str],
) -> None:
    position = OWARI.parse_position("0,1,0,0,2,0,16,0,1,0,4,0,0,12 S")
    dialogue = asked_in(position)
    (choice,) = heard(dialogue, *events)
    assert choice == Choice(Move(1), comment=f"{NOT_SHOWN}: the only one that decides the game")
    after = position.play(choice.move)
    dialogue.observe(Side.SOUTH, choice.move, after)
    reply = after.legal_moves()[0]
    dialogue.observe(Side.NORTH, reply, after.play(reply))
    with pytest.raises(Fault) as caught:
        dialogue.ask(after.play(reply), 5000)
    assert caught.value.kind is Termination.STOPPED_EARLY


def test_one_that_leaves_without_a_word_has_decided_nothing() -> None:
    position = OWARI.parse_position("0,1,0,0,2,0,16,0,1,0,4,0,0,12 S")
    assert heard(asked_in(position), CLOSED, True) == []


@pytest.mark.parametrize("events", [["Game over\n", CLOSED], [CLOSED, True], [AGAIN, *LOOKS]])
def test_the_last_disc(events: list[bool | Silence | str]) -> None:
    (choice,) = heard(asked_in(LAST_SQUARE), *events)
    assert choice == Choice(Move(63), comment=f"{NOT_SHOWN}: the only one that ends the game")


@pytest.mark.parametrize("rules", [OWARI, KALAH, OWARI.resized(3, 2), KALAH.resized(4, 3)])
def test_every_random_game_ends_with_its_true_score(rules: SowingRules) -> None:
    """The screen of one that draws the board only where it asks, and ends in each of three ways."""
    for seed in range(40):
        random = Random(seed)
        position = rules.start(Side.NORTH)
        dialogue = ConsoleDialogue(ConsoleProtocol())
        dialogue.begin(position, Side.SOUTH)
        assert dialogue.hear(drawn(position) + b"> ") is None
        assert dialogue.hear(WAITING) is READY
        while True:
            while position.turn is Side.NORTH and not position.outcome():
                position = observed(dialogue, position, random.choice(position.legal_moves()))
            if position.outcome():
                break
            assert isinstance(dialogue.ask(position, 1000), bytes)
            while dialogue._to_follow:
                dialogue.hear(b"> ")
                assert isinstance(dialogue.hear(WAITING), bytes)
            after = position
            while after.turn is Side.SOUTH and not after.outcome():
                after = after.play(random.choice(after.legal_moves()))
            events = [drawn(after).decode() + "> ", WAITING]
            if outcome := after.outcome():
                end = f"I have {outcome.south}, you have {outcome.north}.\n"
                events = ([end, CLOSED], [end, *LOOKS], [f"Game over! {end}", CLOSED])[seed % 3]
            for choice in heard(dialogue, *events):
                position = observed(dialogue, position, choice.move)
            dialogue._moved.clear()
            if outcome:
                assert position.outcome() == outcome
                break
            assert position == after


def drawn(position: Mancala) -> bytes:
    n = position.rules.pits
    rows = position.cells[-2:n:-1], position.cells[:n]
    return "".join(" ".join(f"[{stones}]" for stones in row) + "\n" for row in rows).encode()


def observed(dialogue: ConsoleDialogue, position: Mancala, move: Move) -> Mancala:
    after = position.play(move)
    dialogue.observe(position.turn, move, after)
    return after


@pytest.mark.parametrize(
    ("game", "habits"),
    [
        ("owari:6x3", ("waits", "silent", "again")),
        ("kalah:3x2", ("partial", "counts")),
        ("othello:4", OF_SQUARES[::4]),
    ],
)
def test_a_tournament_has_the_true_score_in_all_games(
    tmp_path: Path, game: str, habits: tuple[str, ...]
) -> None:
    assert set(habits) <= {*OF_PITS, *OF_SQUARES}
    file = tournament(tmp_path, game, habits)
    played = list(games(file, most=3))
    assert [why for record in played if (why := wrong(record, tmp_path))] == []
    assert any(ply.comment.startswith(NOT_SHOWN) for record in played for ply in record.plies)
