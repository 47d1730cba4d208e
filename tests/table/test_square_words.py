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
from owari.table.commands import Check, Fix, GameCommand, Note, Play, Refused, Resign, Undo
from owari.table.event_text import board, ending, match, moves, told
from owari.table.events import Compared, Difference, Fixed, Moved, TakenBack
from owari.table.prompt import move_question
from owari.table.remote_screen import Screen
from owari.table.session import Chosen, Forced, Table
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
) -> Table:
    start = rules.parse_position(position) if position else rules.start(first)
    record = GameRecord(rules, start, "A", "B")
    return Table.of(record, typed, numbering=OTHELLO_NUMBERINGS[numbering])


def relay(first: Side = Side.SOUTH, screen: Screen | None = None, rules: Game = SMALL) -> Table:
    record = GameRecord(rules, rules.start(first), "us", "them")
    return Table.of(record, BOTH, screen or Screen())


def after(table: Table, *commands: GameCommand | Chosen | Forced | str) -> Table:
    for command in commands:
        table, _ = table.after(Play(command) if isinstance(command, str) else command)
    return table


def refusal(table: Table, command: GameCommand) -> str:
    with pytest.raises(Refused) as refused:
        table.after(command)
    return str(refused.value)


def squares(table: Table) -> list[str]:
    return [table.record.game.format_move(ply.move) for ply in table.record.plies]


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
            ("d4", "there is a disc on d4 already; play d3, c4, f5 or e6"),
            ("D4", "there is a disc on d4 already"),
            ("h8", "a disc on h8 flips no disc of the other side; play d3"),
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
        said = "there is a disc on 4 4 already; play 3 4, 4 3, 5 6 or 6 5"
        assert refusal(play(OTHELLO, numbering="row-column"), Play("4,4")) == said

    def test_a_square_that_touches_no_disc(self) -> None:
        assert refusal(play(FREE_OTHELLO), Play("a1")).startswith("a1 touches no disc; play c3, d3")


class TestPassing:
    def test_a_pass_is_played_by_the_table_and_kept(self) -> None:
        table = after(play(), *TO_A_PASS)
        assert table.position.forced() == PASS
        table, event = table.after(Forced())
        assert isinstance(event, Moved)
        assert event.ply == (Side.SOUTH, PASS, None, None, None, "", None)
        assert told(event, table) == "South (Black, A) has no move and passes."
        assert not table.goes_on
        assert move_question(table) == "Ply 6, North's square (O, a1-d4): "
        assert [ply.move for ply in read_game(format_game(table.record)).plies][-1] == PASS

    def test_undo_goes_back_to_a_move_that_was_typed(self) -> None:
        table, event = after(play(), *TO_A_PASS, Forced()).after(Undo())
        assert isinstance(event, TakenBack)
        assert squares(table) == ["a2", "a3", "c4"]
        assert told(event, table) == "Taken back: a1, the pass."

    def test_undo_where_the_engine_made_the_move_before_the_pass(self) -> None:
        """South types, and North's move is what left it without one."""
        typed = frozenset((Side.SOUTH,))
        chosen = [Chosen(Choice(SMALL.parse_move(name))) for name in ("a3", "a1")]
        table = after(play(typed=typed), "a2", chosen[0], "c4", chosen[1], Forced())
        assert squares(after(table, Undo())) == ["a2", "a3"]

    def test_a_pass_cannot_be_fixed_as_nobody_typed_it(self) -> None:
        table = after(relay(), *TO_A_PASS, Forced())
        assert refusal(table, Fix(5, "b1")) == (
            "ply 5 is a pass, which was not typed: there was no choice"
        )

    def test_a_fix_after_which_there_is_no_pass_can_be_undone(self) -> None:
        before = after(relay(), *TO_A_PASS, Forced())
        table, event = before.after(Fix(4, "c1"))
        assert isinstance(event, Fixed)
        assert squares(table) == ["a2", "a3", "c4", "c1"]
        assert told(event, table) == (
            "Ply 4 is their c1 now, not their a1. Ply 5 is illegal after that, so these are gone:"
            " our pass; undo brings them back."
        )
        assert squares(after(table, Undo())) == squares(before)

    def test_a_fix_after_which_there_is_one(self) -> None:
        table = after(relay(), *TO_A_PASS[:3], "c1", Fix(4, "a1"))
        assert table.position.forced() == PASS
        table = after(table, Forced())
        assert squares(table) == [*TO_A_PASS, "pass"]
        assert squares(after(table, Undo())) == [*TO_A_PASS[:3], "c1"]

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
        table, event = after(relay(first), *TO_A_PASS).after(Forced())
        assert told(event, table) == said


class TestRelay:
    def test_both_screens_name_squares_alike(self) -> None:
        table = relay(rules=OTHELLO)
        assert move_question(table) == "Ply 1, our square (X, a1-h8): "
        table, event = table.after(Play("f5"))
        assert told(event, table) == "We play f5: enter f5 on their side"
        assert move_question(table) == "Ply 2, their square (O, a1-h8): "
        assert refusal(table, Play("a1")) == (
            "a disc on a1 flips no disc of the other side; play f4, d6 or f6"
        )
        assert refusal(table, Play("pass")).startswith("they have a move and may not pass; play f4")
        table, event = table.after(Play("D6"))
        assert told(event, table) == "They play d6"

    def test_their_screen_may_count_rows_and_columns(self) -> None:
        table = after(relay(screen=Screen(ROW_COLUMN), rules=OTHELLO), "f5")
        asks = "Ply 2, their square (O, 1 1 to 8 8 on their screen, a1-h8 on our board): "
        assert move_question(table) == asks
        assert refusal(table, Play("5 6")) == (
            "there is a disc on 5 6, f5 on our board, already;"
            " play 4 6, 6 4 or 6 6 on their screen (f4, d6 or f6 on our board)"
        )
        table, event = table.after(Play("6,4"))
        assert told(event, table) == "They play 6 4: d6 on our board"
        table, event = table.after(Play("c3"))
        assert told(event, table) == "We play c3: enter 3 3 on their side"
        assert moves(table).splitlines()[1] == "   2  their d6 (6 4 there)  O, flips 1"

    def test_both_boards_are_drawn_alike(self) -> None:
        drawn = board(relay(Side.NORTH), "both")
        ours, theirs = drawn.split("\n\nTheir screen:\n")
        assert "us (South), White (O): 2" in ours
        assert "them (North), Black (X): 2, to move" in ours
        assert "them (South), Black (X): 2, to move" in theirs
        assert "us (North), White (O): 2" in theirs
        assert [line[:12] for line in ours.splitlines()[1:]] == [
            line[:12] for line in theirs.splitlines()
        ]

    def test_among_the_results_black_is_south_and_plays_the_same_squares(self) -> None:
        start = SMALL.parse_position("---- XO-- ---- ---- X N")
        table = after(Table.of(GameRecord(SMALL, start, "us", "them"), BOTH, Screen()), "c2")
        record = as_scheduled(table.record)
        assert (record.south, record.north) == ("them", "us")
        assert record.ending.score == Outcome(3, 0, 13)
        assert str(record.final) == "----XXX--------- O"
        assert read_game(format_game(record)) == record

    def test_the_score_of_a_match_is_in_discs(self) -> None:
        table = after(relay(), Resign("them"))
        assert match([table.record] * 2) == "Match: us 2, them 0, discs 4-4: us wins."


class TestCheck:
    def compared(self, table: Table, text: str) -> Compared:
        _, event = table.after(Check(text))
        assert isinstance(event, Compared)
        return event

    @pytest.mark.parametrize("first", Side)
    @pytest.mark.parametrize(
        "text",
        ["----XXX--XO-----", "---- xxx- -xo- ----", "..../XXX./.XO./....", "----,xxx-,-XO-,----"],
    )
    def test_the_rows_of_their_screen_in_many_spellings(self, first: Side, text: str) -> None:
        table = after(relay(first), "a2")
        assert self.compared(table, text) == ((), False, False, (), 5)
        assert self.compared(table, f"{text} O") == ((), False, False, (), 5)
        assert self.compared(table, f"{text} X").turn_differs

    def test_squares_that_differ_and_what_would_make_them_agree(self) -> None:
        truth = after(relay(), "a2", "a1", "d3")
        entered = after(relay(), "a2", "c1", "d3")
        text = str(truth.position).split()[0]
        event = self.compared(entered, text)
        assert event.differences[0] == Difference(0, "-", "O")
        assert "fix 2 a1" in map(str, event.remedies)
        said = told(event, entered)
        assert said.startswith("Square a1: empty on our board, O on theirs.\n")
        assert "The boards agree after: fix 2 a1" in said

    def test_a_move_that_they_have_not_entered_yet(self) -> None:
        before, table = relay(), after(relay(), "a2")
        event = self.compared(table, str(before.position).split()[0])
        assert event.missing_move
        assert "They have 4 discs in all, and there are 5." in told(event, table)
        assert "undo" in map(str, event.remedies)

    def test_a_pass_does_not_hide_a_move_that_they_have_not_entered(self) -> None:
        before, table = after(relay(), *TO_A_PASS[:3]), after(relay(), *TO_A_PASS, Forced())
        assert self.compared(table, str(before.position).split()[0]).missing_move

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("XO", "16 squares expected, 2 found; give its rows from the top, of X, O and -, as"),
            ("-" * 15, "16 squares expected, 15 found"),
            ("-" * 18, "the side to move is missing|16 squares expected, 18 found"),
            ("---- -WB- ---- ----", "'W' is not a square"),
        ],
    )
    def test_what_is_no_board(self, text: str, said: str) -> None:
        assert any(each in refusal(relay(), Check(text)) for each in said.split("|"))


class TestEnding:
    def test_a_full_board(self) -> None:
        table = after(play(position="XXXX XXXX XXXX XXO- X"), "d4")
        assert ending(table) == (
            "The game is over: the board is full.\n"
            "Final score: South (Black) 16, North (White) 0.\n"
            "South (Black, A) wins by 16."
        )

    def test_the_empty_squares_are_the_winners(self) -> None:
        table = after(play(first=Side.SOUTH, position="---- XO-- ---- ---- X"), "c2")
        assert table.record.ending.score == Outcome(3, 0, 13)
        assert ending(table) == (
            "The game is over: White has no disc left.\n"
            "Final score: South (Black) 3, North (White) 0.\n"
            "South (Black, A) wins by 16, 16-0 with the empty squares."
        )

    def test_north_may_be_black_and_the_board_not_full(self) -> None:
        table = after(play(position="XO-- ---- ---- OOO- X N"), "c1")
        assert ending(table) == (
            "The game is over: neither side has a move.\n"
            "Final score: South (White) 3, North (Black) 3.\n"
            "The game is a draw."
        )

    def test_both_sides_of_a_relay_hear_it(self) -> None:
        record = GameRecord(SMALL, SMALL.parse_position("---- XO-- ---- ---- X"), "us", "them")
        said = ending(after(Table.of(record, BOTH, Screen()), "c2"))
        assert "  we,   us: win 3-0, 16-0 with the empty squares\n" in said
        assert said.endswith("  they, them: lose 0-3, 0-16 with the empty squares")

    def test_who_resigns_loses_by_no_number(self) -> None:
        table = after(play(), "a2", Resign(""))
        assert table.record.ending.result is Result.SOUTH
        assert ending(table).endswith("North (White) 1.\nSouth (Black, A) wins.")

    def test_a_note_is_kept_with_a_move(self) -> None:
        table = after(play(), "a2", Note("bold"))
        assert moves(table) == "   1  South a2  X, flips 1  bold"


def test_the_words_are_those_of_squares() -> None:
    words = relay_words(OTHELLO)
    assert words["fix"].usage == "fix PLY SQUARE"
    assert words["check"].usage == "check ROWS"
    assert parse("fix 3 5 6", words) == Fix(3, "5 6")
    with pytest.raises(Refused, match="right square, as in: fix 3 e6"):
        parse("fix f5", words)
    with pytest.raises(Refused, match="rows from the top, of X, O and -, as in: check --------/-"):
        parse("check", words)
    assert parse("f5", play_words(OTHELLO)) == Play("f5")
    assert "swap" not in play_words(OTHELLO)
