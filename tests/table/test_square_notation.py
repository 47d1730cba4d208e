"""Othello at the table, without any terminal."""

from __future__ import annotations

import pytest

from owari.games.game import PASS, Game, Outcome, Side
from owari.games.numbering import OTHELLO_NUMBERINGS
from owari.games.othello import FREE_OTHELLO, OTHELLO
from owari.players.player import Choice
from owari.records.pgn import format_game, read_game
from owari.records.record import GameRecord, Result
from owari.table.command_parser import parse, play_words, relay_words
from owari.table.commands import Check, Fix, GameCommand, IllegalCommand, Note, Play, Resign, Undo
from owari.table.event_text import board, ending, match, moves, told
from owari.table.events import Compared, Difference, Fixed, Moved, TakenBack
from owari.table.session import Chosen, Forced, Session
from owari.table.sides import Screen
from owari.table.terminal import move_question
from owari.table.tournament_results import as_scheduled

BOTH = frozenset(Side)
SMALL = OTHELLO.resized(4)
TO_A_PASS = ("a2", "a3", "c4", "a1")
"""Then X, who has begun, has no move."""
ROW_COLUMN = OTHELLO_NUMBERINGS["row-column"]


def play(
    rules: Game = SMALL,
    first: Side = Side.SOUTH,
    typed: frozenset[Side] = BOTH,
    numbering: str = "board",
    position: str = "",
) -> Session:
    start = rules.parse_position(position) if position else rules.start(first)
    record = GameRecord(rules, start, "A", "B")
    return Session.of(record, typed, numbering=OTHELLO_NUMBERINGS[numbering])


def relay(first: Side = Side.SOUTH, screen: Screen | None = None, rules: Game = SMALL) -> Session:
    record = GameRecord(rules, rules.start(first), "our side", "their side")
    return Session.of(record, BOTH, screen or Screen())


def after(session: Session, *commands: GameCommand | Chosen | Forced | str) -> Session:
    for command in commands:
        session, _ = session.after(Play(command) if isinstance(command, str) else command)
    return session


def refusal(session: Session, command: GameCommand) -> str:
    with pytest.raises(IllegalCommand) as refused:
        session.after(command)
    return str(refused.value)


def squares(session: Session) -> list[str]:
    return [session.record.game.format_move(ply.move) for ply in session.record.plies]


class TestMoving:
    @pytest.mark.parametrize("typed", ["f5", "F5", " f5 "])
    def test_a_square_in_either_case(self, typed: str) -> None:
        assert squares(after(play(OTHELLO), typed)) == ["f5"]

    @pytest.mark.parametrize("typed", ["5 6", "5,6", "5, 6", " 5   6", "f5"])
    def test_a_row_and_a_column_where_the_numbering_says_so(self, typed: str) -> None:
        assert squares(after(play(OTHELLO, numbering="row-column"), typed)) == ["f5"]

    def test_from_0(self) -> None:
        assert squares(after(play(OTHELLO, numbering="row-column-0"), "4 5")) == ["f5"]

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("d4", "the square d4 already has a disc; play d3, c4, f5 or e6"),
            ("D4", "the square d4 already has a disc"),
            ("h8", "a disc on h8 flips no disc; play d3"),
            ("pass", "South has a move and may not pass; play d3, c4, f5 or e6"),
            ("i9", "'i9' is neither a square nor a command; play d3, c4, f5 or e6, or type help"),
            ("5 6", "'5 6' is neither a square"),
            ("5", "'5' is neither"),
            ("f5-d3", "'f5-d3' is neither"),
            ("", "an empty line is neither"),
            ("f５", "'f５' is neither"),
            ("x" * 9_000, "'xxxxxxxxxxxxxxxxx...' is neither"),
        ],
    )
    def test_what_cannot_be_is_refused_with_the_legal_squares(self, typed: str, said: str) -> None:
        assert refusal(play(OTHELLO), Play(typed)).startswith(said)

    def test_the_objection_names_a_square_as_it_was_typed(self) -> None:
        said = "the square 4 4 already has a disc; play 3 4, 4 3, 5 6 or 6 5"
        assert refusal(play(OTHELLO, numbering="row-column"), Play("4,4")) == said

    def test_a_square_that_touches_no_disc(self) -> None:
        assert refusal(play(FREE_OTHELLO), Play("a1")).startswith(
            "the square a1 touches no disc; play c3, d3"
        )


class TestPassing:
    def test_a_pass_is_played_by_the_table_and_kept(self) -> None:
        session = after(play(), *TO_A_PASS)
        assert session.position.forced() == PASS
        session, event = session.after(Forced())
        assert isinstance(event, Moved)
        assert event.ply == (Side.SOUTH, PASS, None, None, None, "", None)
        assert told(event, session) == "South (Black, A) has no move and passes."
        assert not session.goes_on
        assert move_question(session) == "Ply 6, North's square (O, a1-d4): "
        assert [ply.move for ply in read_game(format_game(session.record)).plies][-1] == PASS

    def test_undo_goes_back_to_a_move_that_was_typed(self) -> None:
        session, event = after(play(), *TO_A_PASS, Forced()).after(Undo())
        assert isinstance(event, TakenBack)
        assert squares(session) == ["a2", "a3", "c4"]
        assert told(event, session) == "Taken back: a1, the pass."

    def test_undo_where_the_engine_made_the_move_before_the_pass(self) -> None:
        """South types, and North's move is what left it without one."""
        typed = frozenset((Side.SOUTH,))
        chosen = [Chosen(Choice(SMALL.parse_move(name))) for name in ("a3", "a1")]
        session = after(play(typed=typed), "a2", chosen[0], "c4", chosen[1], Forced())
        assert squares(after(session, Undo())) == ["a2", "a3"]

    def test_a_pass_cannot_be_fixed_as_nobody_typed_it(self) -> None:
        session = after(relay(), *TO_A_PASS, Forced())
        assert refusal(session, Fix(5, "b1")) == (
            "ply 5 is a forced pass, which needs no correction"
        )

    def test_a_fix_after_which_there_is_no_pass_can_be_undone(self) -> None:
        before = after(relay(), *TO_A_PASS, Forced())
        session, event = before.after(Fix(4, "c1"))
        assert isinstance(event, Fixed)
        assert squares(session) == ["a2", "a3", "c4", "c1"]
        assert told(event, session) == (
            "Ply 4 is their c1 now, not their a1. Ply 5 is illegal now, and these plies are gone:"
            " our pass; undo restores them."
        )
        assert squares(after(session, Undo())) == squares(before)

    def test_a_fix_after_which_there_is_one(self) -> None:
        session = after(relay(), *TO_A_PASS[:3], "c1", Fix(4, "a1"))
        assert session.position.forced() == PASS
        session = after(session, Forced())
        assert squares(session) == [*TO_A_PASS, "pass"]
        assert squares(after(session, Undo())) == [*TO_A_PASS[:3], "c1"]

    def test_a_fix_keeps_what_stays_legal_across_a_pass(self) -> None:
        typed = ("c4", "d4", "a2", "b4", "d3", "d2", Forced(), "a1", Fix(3, "b1"))
        assert squares(after(relay(), *typed)) == ["c4", "d4", "b1", "b4", "d3", "d2", "pass", "a1"]

    @pytest.mark.parametrize(
        ("first", "said"),
        [
            (Side.SOUTH, "We have no move and pass: they are to move."),
            (Side.NORTH, "They have no move and pass: we are to move."),
        ],
    )
    def test_a_pass_in_a_relay(self, first: Side, said: str) -> None:
        session, event = after(relay(first), *TO_A_PASS).after(Forced())
        assert told(event, session) == said


class TestRelay:
    def test_both_screens_name_squares_alike(self) -> None:
        session = relay(rules=OTHELLO)
        assert move_question(session) == "Ply 1, our square (X, a1-h8): "
        session, event = session.after(Play("f5"))
        assert told(event, session) == "We play f5: enter f5 on their side"
        assert move_question(session) == "Ply 2, their square (O, a1-h8): "
        assert refusal(session, Play("a1")) == ("a disc on a1 flips no disc; play f4, d6 or f6")
        assert refusal(session, Play("pass")).startswith(
            "they have a move and may not pass; play f4"
        )
        session, event = session.after(Play("D6"))
        assert told(event, session) == "They play d6"

    def test_their_screen_may_count_rows_and_columns(self) -> None:
        session = after(relay(screen=Screen(ROW_COLUMN), rules=OTHELLO), "f5")
        asks = "Ply 2, their square (O, 1 1 to 8 8 on their screen, a1-h8 on our board): "
        assert move_question(session) == asks
        assert refusal(session, Play("5 6")) == (
            "the square 5 6, f5 on our board, already has a disc;"
            " play 4 6, 6 4 or 6 6 on their screen (f4, d6 or f6 on our board)"
        )
        session, event = session.after(Play("6,4"))
        assert told(event, session) == "They play 6 4: d6 on our board"
        session, event = session.after(Play("c3"))
        assert told(event, session) == "We play c3: enter 3 3 on their side"
        assert moves(session).splitlines()[1] == "   2  their d6 (6 4 there)  O, flips 1"

    def test_both_boards_are_drawn_alike(self) -> None:
        session = relay(Side.NORTH)
        drawn = board(session, "both")
        ours, theirs = drawn.split("\n\nTheir screen:\n")
        assert f"{session.record.south} (South), White (O): 2" in ours
        assert f"{session.record.north} (North), Black (X): 2, to move" in ours
        assert f"{session.record.north} (South), Black (X): 2, to move" in theirs
        assert f"{session.record.south} (North), White (O): 2" in theirs
        assert [line[:12] for line in ours.splitlines()[1:]] == [
            line[:12] for line in theirs.splitlines()
        ]

    def test_among_the_results_black_is_south_and_plays_the_same_squares(self) -> None:
        start = SMALL.parse_position("---- XO-- ---- ---- X N")
        session = after(
            Session.of(GameRecord(SMALL, start, "our side", "their side"), BOTH, Screen()), "c2"
        )
        record = as_scheduled(session.record)
        assert (record.south, record.north) == ("their side", "our side")
        assert record.ending.score == Outcome(3, 0, 13)
        assert str(record.final) == "----XXX--------- O"
        assert read_game(format_game(record)) == record

    def test_the_score_of_a_match_is_in_discs(self) -> None:
        session = after(relay(), Resign(Side.NORTH))
        assert (
            match([session.record] * 2)
            == "Match: our side 2, their side 0, discs 4-4: our side wins."
        )


class TestCheck:
    def compared(self, session: Session, text: str) -> Compared:
        _, event = session.after(Check(text))
        assert isinstance(event, Compared)
        return event

    @pytest.mark.parametrize("first", Side)
    @pytest.mark.parametrize(
        "text",
        ["----XXX--XO-----", "---- xxx- -xo- ----", "..../XXX./.XO./....", "----,xxx-,-XO-,----"],
    )
    def test_the_rows_of_their_screen_in_many_spellings(self, first: Side, text: str) -> None:
        session = after(relay(first), "a2")
        assert self.compared(session, text) == ((), False, False, (), 5, (), False, False)
        assert self.compared(session, f"{text} O") == ((), False, False, (), 5, (), False, False)
        assert self.compared(session, f"{text} X").turn_differs

    def test_squares_that_differ_and_what_would_make_them_agree(self) -> None:
        truth = after(relay(), "a2", "a1", "d3")
        entered = after(relay(), "a2", "c1", "d3")
        text = str(truth.position).split()[0]
        event = self.compared(entered, text)
        assert event.differences[0] == Difference(0, "-", "O")
        assert "fix 2 a1" in map(str, event.remedies)
        said = told(event, entered)
        assert said.startswith("Square a1: empty on our board, O on theirs.\n")
        assert "To make the boards agree, type: fix 2 a1" in said

    def test_a_move_that_they_have_not_entered_yet(self) -> None:
        before, session = relay(), after(relay(), "a2")
        event = self.compared(session, str(before.position).split()[0])
        assert event.missing_move
        assert "Their screen has 4 discs in all, and our board has 5." in told(event, session)
        assert "undo" in map(str, event.remedies)

    def test_a_pass_does_not_hide_a_move_that_they_have_not_entered(self) -> None:
        before, session = after(relay(), *TO_A_PASS[:3]), after(relay(), *TO_A_PASS, Forced())
        assert self.compared(session, str(before.position).split()[0]).missing_move

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("XO", "16 squares expected, 2 found; type their rows from the top, of X, O and -, as"),
            ("-" * 15, "16 squares expected, 15 found"),
            ("-" * 18, "the side to move is missing|16 squares expected, 18 found"),
            ("---- -VB- ---- ----", "'V' is not a square"),
        ],
    )
    def test_what_is_no_board(self, text: str, said: str) -> None:
        assert any(each in refusal(relay(), Check(text)) for each in said.split("|"))


class TestEnding:
    def test_a_full_board(self) -> None:
        session = after(play(position="XXXX XXXX XXXX XXO- X"), "d4")
        assert ending(session) == (
            "The game is over: the board is full.\n"
            "Final score: South (Black) 16, North (White) 0.\n"
            "South (Black, A) wins by 16."
        )

    def test_the_empty_squares_are_the_winners(self) -> None:
        session = after(play(first=Side.SOUTH, position="---- XO-- ---- ---- X"), "c2")
        assert session.record.ending.score == Outcome(3, 0, 13)
        assert ending(session) == (
            "The game is over: White has no disc left.\n"
            "Final score: South (Black) 3, North (White) 0.\n"
            "South (Black, A) wins by 16, 16-0 with the empty squares."
        )

    def test_north_may_be_black_and_the_board_not_full(self) -> None:
        session = after(play(position="XO-- ---- ---- OOO- X N"), "c1")
        assert ending(session) == (
            "The game is over: neither side has a move.\n"
            "Final score: South (White) 3, North (Black) 3.\n"
            "The game is a draw."
        )

    def test_both_sides_of_a_relay_hear_it(self) -> None:
        record = GameRecord(
            SMALL, SMALL.parse_position("---- XO-- ---- ---- X"), "our side", "their side"
        )
        said = ending(after(Session.of(record, BOTH, Screen()), "c2"))
        assert "  our side wins 3-0, 16-0 with the empty squares\n" in said
        start = SMALL.parse_position("XO-- ---- ---- OOO- X N")
        drawn = Session.of(GameRecord(SMALL, start, "us", "them"), BOTH, Screen())
        assert ending(after(drawn, "c1")).endswith("Final score:\n  us and them draw 3-3")
        assert said.endswith("  their side loses 0-3, 0-16 with the empty squares")

    def test_who_resigns_loses_by_no_number(self) -> None:
        session = after(play(), "a2", Resign(None))
        assert session.record.ending.result is Result.SOUTH
        assert ending(session).endswith("North (White) 1.\nSouth (Black, A) wins.")

    def test_a_note_is_kept_with_a_move(self) -> None:
        session = after(play(), "a2", Note("bold"))
        assert moves(session) == "   1  South a2  X, flips 1  bold"


def test_the_words_are_those_of_squares() -> None:
    words = relay_words(OTHELLO)
    assert words["fix"].usage == "fix PLY SQUARE"
    assert words["check"].usage == "check ROWS"
    assert parse("fix 3 5 6", words) == Fix(3, "5 6")
    with pytest.raises(IllegalCommand, match="right square, such as: fix 3 e6"):
        parse("fix f5", words)
    with pytest.raises(
        IllegalCommand, match="rows from the top, of X, O and -, such as: check --------/-"
    ):
        parse("check", words)
    assert parse("f5", play_words(OTHELLO)) == Play("f5")
    assert "swap" not in play_words(OTHELLO)
