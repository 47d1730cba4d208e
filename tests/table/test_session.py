"""What may happen at the table, without any terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import PASS, SWAP, Game, IllegalMove, Kind, Move, Outcome, Side, Value
from owari.games.mancala import KALAH, MANCHESTER, OWARI
from owari.games.numbering import NUMBERINGS
from owari.games.othello import OTHELLO
from owari.players.player import Choice
from owari.records.record import GameRecord, Result, Termination
from owari.table.commands import (
    Check,
    First,
    Fix,
    GameCommand,
    IllegalCommand,
    Note,
    Play,
    Resign,
    Undo,
)
from owari.table.events import (
    BroughtBack,
    Compared,
    Difference,
    Entered,
    Exchanged,
    Fixed,
    Moved,
    Stopped,
    TakenBack,
)
from owari.table.session import Chosen, Forced, Session, Stop
from owari.table.sides import Screen

BOTH = frozenset(Side)
NORTH = frozenset((Side.NORTH,))
NO, PERHAPS, YES = Entered
NEARLY_OVER = "0,0,0,0,0,1,20,1,0,0,0,0,0,14 S"


def play(first: Side = Side.SOUTH, typed: frozenset[Side] = BOTH, position: str = "") -> Session:
    start = OWARI.parse_position(position) if position else OWARI.start(first)
    return Session.of(GameRecord(OWARI, start, "A", "B"), typed)


def relay(
    first: Side = Side.SOUTH, typed: frozenset[Side] = BOTH, numbering: str = "board"
) -> Session:
    record = GameRecord(OWARI, OWARI.start(first), "our side", "their side")
    return Session.of(record, typed, Screen(NUMBERINGS[numbering]))


def after(session: Session, *commands: GameCommand | Chosen | Stop) -> Session:
    for command in commands:
        session, _ = session.after(command)
    return session


def sown(session: Session, *pits: str) -> Session:
    return after(session, *map(Play, pits))


def pits(session: Session) -> list[int]:
    return [ply.move.cell for ply in session.record.plies]


def refusal(session: Session, command: GameCommand) -> str:
    with pytest.raises(IllegalCommand) as refused:
        session.after(command)
    return str(refused.value)


class TestMoving:
    def test_a_typed_pit_is_a_ply_with_its_time(self) -> None:
        session, event = play().after(Play("4"), 2.5)
        assert isinstance(event, Moved)
        assert (event.number, event.ply.move, event.ply.seconds) == (1, Move(4), 2.5)
        assert str(session.position) == "3,3,3,3,0,4,1,4,3,3,3,3,3,0 N"

    def test_what_was_there_before_stays_as_it_was(self) -> None:
        session = play()
        sown(session, "4")
        assert session.record.plies == ()

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("9", "pit 9 is North's, and South is to move; play 0, 1, 2, 3, 4 or 5"),
            ("6", "6 is South's goal, not a pit; play 0, 1, 2, 3, 4 or 5"),
            (
                "four",
                "'four' is neither a pit nor a command; play 0, 1, 2, 3, 4 or 5, or type help",
            ),
            ("+4", "'+4' is neither"),
            ("4 4", "'4 4' is neither"),
            ("４", "'４' is neither"),
            ("", "an empty line is neither"),
            ("9" * 10_000, "'99999999999999999...' is neither"),
        ],
    )
    def test_what_is_no_legal_pit_is_refused_with_the_legal_ones(
        self, typed: str, said: str
    ) -> None:
        assert refusal(play(), Play(typed)).startswith(said)

    def test_an_empty_pit(self) -> None:
        session = sown(play(), "4", "8")
        assert refusal(session, Play("4")) == "pit 4 is empty; play 0, 1, 2, 3 or 5"

    def test_a_player_has_to_choose_what_is_legal(self) -> None:
        with pytest.raises(IllegalMove):
            play().after(Chosen(Choice(Move(8))))

    def test_what_a_player_says_is_kept(self) -> None:
        choice = Choice(Move(4), 3, None, (Move(4), Move(8)), "well")
        session, event = play().after(Chosen(choice), 0.5)
        (ply,) = session.record.plies
        assert (ply.depth, ply.comment, ply.seconds) == (3, "well", 0.5)
        assert isinstance(event, Moved)
        assert event.line == (Move(4), Move(8))


class TestEnding:
    def test_the_last_stone_ends_the_game_and_the_rest_is_counted(self) -> None:
        session = sown(play(position=NEARLY_OVER), "5")
        assert session.over
        assert session.record.ending.score == Outcome(21, 15)
        assert session.record.ending.result is Result.SOUTH
        assert "over" in refusal(session, Play("5"))

    def test_undo_after_the_end_goes_on(self) -> None:
        session = sown(play(position=NEARLY_OVER), "5")
        assert not after(session, Undo()).over

    @pytest.mark.parametrize("first", Side)
    def test_who_resigns_loses_with_the_goals_as_they_are(self, first: Side) -> None:
        session = after(play(first), Resign(None))
        assert session.record.ending.result is Result.won_by(first.other)
        assert session.record.ending.termination is Termination.RESIGNED
        assert session.record.ending.score == Outcome(0, 0)

    def test_in_a_relay_either_side_resigns_at_any_time(self) -> None:
        assert after(relay(), Resign(Side.NORTH)).record.ending.result is Result.SOUTH
        assert after(relay(), Resign(Side.SOUTH)).record.ending.result is Result.NORTH

    def test_a_resignation_is_taken_back_without_the_move_before(self) -> None:
        session, event = sown(play(), "4").after(Resign(None))
        session, event = session.after(Undo())
        assert event == TakenBack(())
        assert not session.over
        assert pits(session) == [4]

    def test_a_program_that_stops_forfeits(self) -> None:
        session, event = play().after(Stop(Side.SOUTH, Termination.CRASHED, "bot crashed"))
        assert event == Stopped(Side.SOUTH)
        assert session.record.ending.result is Result.NORTH
        assert session.record.ending.reason == "bot crashed"

    def test_unless_all_was_decided(self) -> None:
        session = play(position=NEARLY_OVER)
        stop = Stop(Side.SOUTH, Termination.STOPPED_EARLY, "bot stopped")
        ending = after(session, stop).record.ending
        assert (ending.result, ending.score) == (Result.SOUTH, Outcome(21, 15))


class TestUndo:
    def test_of_two_people_takes_one_ply_back(self) -> None:
        assert pits(after(sown(play(), "4", "8"), Undo())) == [4]

    def test_against_a_player_takes_its_answer_back_too(self) -> None:
        session = play(Side.NORTH, NORTH)
        session, event = after(session, Play("8"), Chosen(Choice(Move(4)))).after(Undo())
        assert pits(session) == []
        assert isinstance(event, TakenBack)
        assert [ply.move.cell for ply in event.plies] == [8, 4]

    def test_there_must_be_something_typed(self) -> None:
        session = after(play(Side.SOUTH, NORTH), Chosen(Choice(Move(4))))
        assert refusal(session, Undo()) == "no typed move can be taken back yet"


class TestRelay:
    def test_theirs_takes_the_pit_of_their_screen_or_of_our_board(self) -> None:
        for typed in ("4", "11"):
            assert pits(sown(relay(Side.NORTH), typed)) == [11]

    def test_ours_takes_only_our_board(self) -> None:
        assert refusal(relay(), Play("11")).startswith("pit 11 is theirs, and we are")

    @pytest.mark.parametrize(
        ("numbering", "theirs", "ours"),
        [
            ("board", "4", "11"),
            ("0-5", "4", "4"),
            ("1-6", "5", "5"),
            ("as-drawn", "5", "2"),
            ("letters", "E", "E"),
        ],
    )
    def test_numberings(self, numbering: str, theirs: str, ours: str) -> None:
        """Their pit 11 of our board, then our pit 4, as their screen calls them."""
        session = relay(Side.NORTH, numbering=numbering)
        assert pits(sown(session, theirs.lower())) == [11]
        assert pits(sown(session, "11")) == [11]
        assert Screen(NUMBERINGS[numbering]).name(OWARI, Move(4)) == ours

    def test_what_is_wrong_is_answered_in_both_numberings(self) -> None:
        session = sown(relay(Side.NORTH), "4", "1")
        assert refusal(session, Play("4")) == (
            "pit 4, 11 on our board, is empty; play 0, 1, 2, 3 or 5 on their screen"
            " (7, 8, 9, 10 or 12 on our board)"
        )
        assert refusal(session, Play("11")).startswith("pit 11 is empty; play")

    def test_nobody_is_called_south_or_north(self) -> None:
        session = relay(Side.NORTH, numbering="1-6")
        assert refusal(session, Play("0")).startswith("pit 0 is ours, and they are to move; play")
        assert refusal(session, Play("13")).startswith("13 is their goal, not a pit; play")
        assert refusal(relay(), Play("6")).startswith("6 is our goal, not a pit; play")

    def test_a_note_is_kept_with_the_last_ply(self) -> None:
        session = after(relay(), Play("4"), Note("they hesitate"), Note("and laugh"))
        assert session.record.plies[0].comment == "they hesitate; and laugh"
        assert "no move has been made yet" in refusal(relay(), Note("too early"))


class TestFix:
    def test_the_later_plies_stay(self) -> None:
        session, event = sown(relay(), "4", "2", "1").after(Fix(2, "0"))
        assert pits(session) == [4, 7, 1]
        assert isinstance(event, Fixed)
        assert (event.was, event.now.move, event.dropped) == (Move(9), Move(7), ())

    def test_the_first_that_is_illegal_then_is_the_next_to_be_typed(self) -> None:
        session, event = sown(relay(), "4", "2", "1", "5", "2").after(Fix(2, "5"))
        assert pits(session) == [4, 12, 1]
        assert isinstance(event, Fixed)
        assert [ply.move.cell for ply in event.dropped] == [12, 2]
        assert session.position.turn is Side.NORTH

    def test_an_undo_directly_after_it_brings_the_game_back(self) -> None:
        session = sown(relay(), "4", "2", "1", "5", "2")
        fixed = after(session, Fix(2, "5"))
        undone, event = fixed.after(Undo())
        assert event == BroughtBack(2)
        assert [undone.is_there(ply) for ply in (1, 3, 5)] == [YES, YES, PERHAPS]
        assert replace(undone, announced=session.announced) == session
        again = after(session, Fix(2, "5"), Fix(1, "3"), Undo())
        assert replace(again, announced=fixed.announced) == fixed
        assert pits(after(fixed, Play("3"), Undo())) == pits(fixed)

    def test_a_player_that_answers_at_once_does_not_stand_in_the_way(self) -> None:
        session = after(relay(Side.NORTH, NORTH), Play("4"), Chosen(Choice(Move(1))), Play("0"))
        fixed = after(session, Fix(1, "3"), Chosen(Choice(Move(5))))
        assert after(fixed, Undo()).record == session.record

    @pytest.mark.parametrize(
        ("numbering", "entered"),
        [("board", "9"), ("board", "2"), ("letters", "c"), ("0-5", "2"), ("as-drawn", "2")],
    )
    def test_our_move_is_what_they_entered_for_it(self, numbering: str, entered: str) -> None:
        """By the name on their screen, where our board has it for no other pit of ours."""
        value = Value(3, Kind.ESTIMATED)
        chosen = Chosen(Choice(Move(4), 8, value, (Move(4), Move(9)), "by proof"))
        session = after(relay(typed=NORTH, numbering=numbering), chosen, Play("9"))
        session, event = session.after(Fix(1, entered))
        assert pits(session) == [2, 9]
        assert isinstance(event, Fixed)
        (ours, _) = session.record.plies
        assert (ours.depth, ours.value, ours.comment) == (None, None, "entered instead of S4")

    def test_what_a_player_said_of_a_board_that_was_wrong_is_no_value(self) -> None:
        chosen = Chosen(Choice(Move(4), 8, Value(3, Kind.ESTIMATED), (Move(4),), "by proof"))
        session = after(relay(Side.NORTH, NORTH), Play("4"), chosen, Fix(1, "3"))
        ours = session.record.plies[1]
        assert (ours.move, ours.depth, ours.value) == (Move(4), None, None)
        assert ours.comment == "chosen before ply 1 was corrected: by proof"

    def test_where_all_sit_together_what_a_player_played_stays_as_it_was_played(self) -> None:
        session = after(play(typed=NORTH), Chosen(Choice(Move(4))), Play("8"))
        assert refusal(session, Fix(1, "3")).startswith("ply 1 is a move of a computer player")

    @pytest.mark.parametrize(
        ("number", "pit", "said"),
        [
            (0, "3", "the game has no ply 0; the last ply is 2"),
            (3, "3", "the game has no ply 3; the last ply is 2"),
            (2, "2", "ply 2 already is this pit"),
            (2, "6", "6 is our goal, not a pit; play 0, 1"),
            (2, "x", "'x' is neither a pit"),
        ],
    )
    def test_what_cannot_be_fixed(self, number: int, pit: str, said: str) -> None:
        assert refusal(sown(relay(), "4", "2"), Fix(number, pit)).startswith(said)


class TestFirst:
    def test_before_any_move(self) -> None:
        session, event = relay().after(First(Side.NORTH))
        assert session.position == OWARI.start(Side.NORTH)
        assert event == Exchanged(Side.NORTH, 0, ())

    def test_moves_of_both_sides_change_places(self) -> None:
        """Their program began on its own, and our move was entered as the answer."""
        session = after(relay(typed=NORTH), Chosen(Choice(Move(4))), Play("1"))
        session, event = session.after(First(Side.NORTH))
        assert [(ply.side, ply.move.cell) for ply in session.record.plies] == [
            (Side.NORTH, 8),
            (Side.SOUTH, 4),
        ]
        assert event == Exchanged(Side.NORTH, 2, ())

    def test_a_move_for_which_there_is_no_turn_yet_is_gone_until_it_is_undone(self) -> None:
        session = after(relay(typed=NORTH), Chosen(Choice(Move(4))))
        exchanged, event = session.after(First(Side.NORTH))
        assert pits(exchanged) == []
        assert event == Exchanged(Side.NORTH, 0, session.record.plies)
        undone, event = exchanged.after(Undo())
        assert (replace(undone, announced=session.announced), event) == (session, BroughtBack(None))

    @given(st.sampled_from((OWARI, KALAH, MANCHESTER, OTHELLO)), st.lists(st.integers(0, 99)))
    def test_each_side_keeps_its_own_moves_in_order_as_far_as_they_are_legal(
        self, rules: Game, choices: list[int]
    ) -> None:
        session = Session.of(
            GameRecord(rules, rules.start(), "our side", "their side"), BOTH, Screen()
        )
        for choice in choices:
            if session.over:
                break
            moves = session.position.legal_moves()
            session = after(session, Chosen(Choice(moves[choice % len(moves)])))
        exchanged, event = session.after(First(Side.NORTH))
        assert isinstance(event, Exchanged)
        assert exchanged.record.first is Side.NORTH
        after_all = exchanged.position
        for side in Side:
            before, kept, gone = (
                [ply for ply in plies if ply.side is side and ply.move != PASS]
                for plies in (session.record.plies, exchanged.record.plies, event.dropped)
            )
            assert kept + gone == before
            if side is after_all.turn and gone:
                assert gone[0].move not in after_all.legal_moves()

    def test_discs_change_their_colour_and_passes_come_by_themselves(self) -> None:
        start = OTHELLO.resized(4).start()
        session = Session.of(
            GameRecord(start.rules, start, "our side", "their side"), BOTH, Screen()
        )
        for square in ("a2", "a3", "c4", "a1"):
            session = after(session, Play(square))
        session = after(session, Forced())
        exchanged, event = session.after(First(Side.NORTH))
        assert exchanged.position == OTHELLO.resized(4).start(Side.NORTH)
        assert isinstance(event, Exchanged)
        assert [str(start.rules.format_move(ply.move)) for ply in event.dropped] == [
            "a2",
            "a3",
            "c4",
            "a1",
        ]

    def test_after_the_end(self) -> None:
        session = after(relay(), Play("4"), Resign(Side.NORTH))
        exchanged, _ = session.after(First(Side.NORTH))
        assert not exchanged.over

    @pytest.mark.parametrize(
        ("session", "side", "said"),
        [
            (relay(), Side.SOUTH, "we already move first"),
            (relay(Side.NORTH), Side.NORTH, "they already move first"),
            (
                replace(relay(), first_is_settled=True),
                Side.NORTH,
                "each side moves first once in a match",
            ),
            (
                Session.of(
                    GameRecord(OWARI, OWARI.parse_position(NEARLY_OVER), "our side", "their side"),
                    BOTH,
                    Screen(),
                ),
                Side.NORTH,
                "the game began at another position",
            ),
        ],
    )
    def test_what_cannot_be(self, session: Session, side: Side, said: str) -> None:
        assert refusal(session, First(side)).startswith(said)


class TestCheck:
    def test_nothing_is_played_on_after_the_end(self) -> None:
        session = after(relay(), Play("4"))
        theirs = after(session, Play("1")).position.turned()
        board = Check(",".join(map(str, theirs.cells)))
        for ended, remedies in ((session, (Play("1"),)), (after(session, Resign(Side.NORTH)), ())):
            _, event = ended.after(board)
            assert isinstance(event, Compared)
            assert event.remedies == remedies

    def test_a_move_of_ours_that_they_entered_wrongly(self) -> None:
        session = after(relay(typed=NORTH), Chosen(Choice(Move(4))), Play("1"))
        theirs = after(session, Fix(1, "2")).position.turned()
        _, event = session.after(Check(",".join(map(str, theirs.cells))))
        assert isinstance(event, Compared)
        assert Fix(1, "2") in event.remedies

    def seen(self, session: Session) -> str:
        """The numbers on their screen, were it as our board is."""
        return ",".join(map(str, session.position.turned().cells))

    def test_boards_that_agree(self) -> None:
        session = sown(relay(), "4")
        _, event = session.after(Check(self.seen(session)))
        assert event == ((), False, False, (), 36, (), False, False)

    def test_pits_that_differ_are_those_of_our_board(self) -> None:
        session = sown(relay(), "4")
        cells = list(session.position.turned().cells)
        cells[11] += 2  # our pit 4 on their screen
        _, event = session.after(Check(" ".join(map(str, cells))))
        assert event.differences == (Difference(4, 0, 2),)

    def test_what_would_make_them_agree(self) -> None:
        truth = sown(relay(), "4", "2", "1", "0")
        entered = sown(relay(), "4", "3", "1", "0")
        _, event = entered.after(Check(self.seen(truth)))
        assert [str(remedy) for remedy in event.remedies] == ["fix 2 2"]
        assert after(entered, event.remedies[0]).position == truth.position

    def test_a_move_of_theirs_that_is_not_typed_yet(self) -> None:
        session = sown(relay(), "4")
        _, event = session.after(Check(self.seen(sown(session, "5"))))
        assert event.remedies == (Play("5"),)

    def test_a_move_of_ours_that_they_have_not_entered_yet(self) -> None:
        session = after(relay(Side.NORTH, NORTH), Play("2"), Chosen(Choice(Move(4))))
        _, event = session.after(Check(self.seen(sown(relay(Side.NORTH), "2"))))
        assert event.missing_move

    def test_the_whole_position_text_of_their_screen(self) -> None:
        session = sown(relay(), "4")
        _, same = session.after(Check(f"{self.seen(session)} S"))
        _, other = session.after(Check(f"{self.seen(session)} N"))
        assert (same.turn_differs, other.turn_differs) == (False, True)

    @pytest.mark.parametrize(
        ("board", "said"),
        [
            ("3,3,3", "14 numbers expected, 3 found"),
            ("a,3", "'a' is not a number of stones"),
            ("3", "14 numbers expected, 1 found"),
        ],
    )
    def test_what_is_no_board(self, board: str, said: str) -> None:
        assert refusal(relay(), Check(board)).startswith(said)

    @pytest.mark.parametrize(
        ("cells", "board", "way", "parted"),
        [
            ((11, 0, 10, 3, 8, 1, 7, 2, 12, 0), "0,1,5,1,4,6,2,0,0,0,2,7,6,2", "9 0 7 3", True),
            ((7, 3, 12, 0, 11, 5, 7, 2, 12, 4), "1,5,0,6,4,0,3,0,5,0,2,6,1,3", "7 2 5 2", False),
        ],
    )
    def test_two_errors_are_found_where_our_last_move_is_not_entered(
        self, cells: tuple[int, ...], board: str, way: str, parted: bool
    ) -> None:
        session = relay(Side.NORTH, NORTH)
        for cell in cells:
            theirs = session.position.turn is Side.NORTH
            move = Play(str(cell)) if theirs else Chosen(Choice(Move(cell)))
            session = after(session, move)
        _, event = session.after(Check(board))
        assert isinstance(event, Compared)
        later, pit, earlier, other = way.split()
        assert event.together == ((Fix(int(later), pit), Fix(int(earlier), other)),)
        assert (event.behind, event.missing_move) == (True, False)
        fixed = after(session, *event.together[0])
        assert fixed.parted == parted
        # Their board is ours; where our last move is legal on it, that before it.
        before = [*fixed.record.positions()][-1 if parted else -2]
        assert str(before.turned()).split()[0] == board


class TestTheSwap:
    def pie(self, first: Side = Side.SOUTH, screen: Screen | None = None) -> Session:
        record = GameRecord(MANCHESTER, MANCHESTER.start(first), "A", "B")
        return Session.of(record, BOTH, screen)

    def test_is_typed_in_any_case_and_taken_back(self) -> None:
        session = sown(self.pie(), "0", "SWAP")
        assert session.record.plies[1].move == SWAP
        assert str(session.position) == "7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1 S"
        undone, event = session.after(Undo())
        assert isinstance(event, TakenBack)
        assert undone.position == sown(self.pie(), "0").position

    def test_is_offered_among_the_choices(self) -> None:
        said = "pit 0 is South's, and North is to move; play 8, 9, 10, 11, 12, 13, 14 or swap"
        assert refusal(sown(self.pie(), "0"), Play("0")) == said
        relayed = sown(self.pie(Side.SOUTH, Screen()), "0")
        assert relayed.choices(relayed.position) == (
            "0, 1, 2, 3, 4, 5 or 6 on their screen"
            " (8, 9, 10, 11, 12, 13 or 14 on our board), or swap"
        )

    @pytest.mark.parametrize("screen", [None, Screen()])
    def test_is_refused_anywhere_else(self, screen: Screen | None) -> None:
        for session in (self.pie(screen=screen), sown(self.pie(screen=screen), "0", "swap")):
            said = refusal(session, Play("swap"))
            assert said.startswith("only the first move of a game can be swapped")
            assert said.endswith("; play 0, 1, 2, 3, 4, 5 or 6")

    def test_is_unknown_where_there_is_no_pie_rule(self) -> None:
        assert "'swap' is neither a pit nor a command" in refusal(play(), Play("swap"))

    def test_can_be_what_a_fix_corrects_and_what_a_check_proposes(self) -> None:
        session = sown(self.pie(Side.NORTH, Screen()), "10", "2")
        fixed, event = session.after(Fix(2, "swap"))
        assert isinstance(event, Fixed)
        assert fixed.record.plies[-1].move == SWAP
        board = ",".join(map(str, fixed.position.turned().cells))
        _, compared = session.after(Check(board))
        assert Fix(2, "swap") in compared.remedies
        _, compared = sown(self.pie(Side.NORTH, Screen()), "10").after(Check(board))
        assert Play("swap") in compared.remedies
