"""`owari relay`, where moves were mistyped: what was entered on the other side stays a fact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from owari.games.game import Move, Side
from owari.games.mancala import OWARI, Mancala
from owari.records.pgn import read_games
from tests.support.terminal import Terminal

THEIRS = "their pit (0-5 on their screen, 7-12 on our board): "
PARTED = "Type check, fix or undo, or press Enter for another move of ours: "

FIRST, THEN = (5, 3), (2, 5)
"""What they play at plies 3 and 7, and what is typed."""
DROPPING = [(4, 4), FIRST, (0, 0), THEN, (4, 4)]
"""Their moves and what is typed; the correction of ply 3 makes ply 7 illegal."""
PARTING = [(5, 5), (3, 0), (0, 0), (2, 3), (5, 5)]
"""The correction of ply 3 makes our last move illegal."""


def relayed(
    folder: Path, moves: Sequence[tuple[int, int]] = DROPPING
) -> tuple[Terminal, Mancala, list[int]]:
    """The relay with what was typed, the board on the other screen, and what was entered there."""
    screen = Terminal(
        *("relay", "--us", "greedy", "--first", "them", "--record", folder / "game.pgn"),
        folder=folder,
    )
    board, entered = OWARI.start(Side.SOUTH), []
    for played, typed in moves:
        screen.ask(THEIRS, str(typed))
        board = board.play(Move(played))
        found = re.search(r"enter (\d+) on their side\n", screen.expect(" on their side\n"))
        assert found
        entered.append(int(found[1]))
        board = board.play(Move(entered[-1]))
    return screen, board, entered


def check(board: Mancala) -> str:
    return f"check {','.join(map(str, board.cells))}"


def quit_at(screen: Terminal, question: str = THEIRS) -> None:
    screen.ask(question, "quit")
    assert screen.end() == 0


def test_what_was_entered_on_their_side_is_played_again_after_a_correction(tmp_path: Path) -> None:
    screen, board, entered = relayed(tmp_path)
    screen.ask(THEIRS, "fix 3 5")
    screen.expect("Ply 7 is illegal now, and these plies are gone: their pit 12 (5 there), our")
    screen.expect("Our side plays its moves again as they were announced.")
    screen.ask(f"Ply 7, {THEIRS}", "2")
    screen.expect(f"again: {entered[3]} on their side, which you have entered already\n")
    screen.ask(f"Ply 9, {THEIRS}", "4")
    screen.expect(f"again: enter {entered[4]} on their side, unless you have entered it already\n")
    screen.ask(f"Ply 11, {THEIRS}", check(board))
    screen.expect("The boards agree.")
    quit_at(screen)
    (record,) = read_games((tmp_path / "game.pgn").read_text())
    assert [ply.move.cell + 7 for ply in record.plies[1::2]] == entered
    assert record.entered == f"=S{entered[4] - 7}?"


def test_a_relay_that_was_killed_still_knows_what_was_entered(tmp_path: Path) -> None:
    screen, board, entered = relayed(tmp_path)
    screen.ask(THEIRS, "fix 3 5")
    screen.expect(f"Ply 7, {THEIRS}")
    screen.kill()
    screen = Terminal("relay", "--resume", tmp_path / "game.pgn", folder=tmp_path)
    screen.ask(f"Ply 7, {THEIRS}", "2")
    screen.expect(f"again: {entered[3]} on their side, which you have entered already\n")
    screen.ask(THEIRS, "4")
    screen.expect(f"again: enter {entered[4]} on their side, unless you have entered it already\n")
    screen.ask(THEIRS, check(board))
    screen.expect("The boards agree.")
    quit_at(screen)


def test_what_they_have_answered_is_played_again_after_an_undo(tmp_path: Path) -> None:
    right = [(4, 4), (5, 5), (0, 0), (2, 2), (4, 4)]
    screen, board, entered = relayed(tmp_path, right)
    for _ in range(3):
        screen.ask(THEIRS, "undo")
        screen.expect("Taken back: ")
        screen.expect(" has to be taken back there too.\n")
    for there, (played, _) in zip(entered[2:4], right[2:4], strict=True):
        screen.ask(THEIRS, str(played))
        screen.expect(f"again: {there} on their side, which you have entered already\n")
    screen.ask(THEIRS, "4")
    screen.expect(f"enter {entered[4]} on their side\n")  # nobody has answered it
    screen.ask(THEIRS, check(board))
    screen.expect("The boards agree.")
    quit_at(screen)


def test_undo_goes_back_through_a_correction(tmp_path: Path) -> None:
    screen, *_ = relayed(tmp_path)
    screen.ask(THEIRS, "fix 3 5")
    screen.ask(f"Ply 7, {THEIRS}", "2")
    screen.ask(f"Ply 9, {THEIRS}", "note we wait", "undo")
    screen.expect("Taken back: their pit 9 (2 there), our pit ")
    screen.ask(f"Ply 7, {THEIRS}", "undo")
    screen.expect("The last correction is undone.")
    screen.ask(f"Ply 11, {THEIRS}", "undo")
    screen.expect("Taken back: their pit 11 (4 there), our pit ")
    quit_at(screen, f"Ply 9, {THEIRS}")
    (record,) = read_games((tmp_path / "game.pgn").read_text())
    assert record.plies[7].comment.endswith("we wait")


def test_boards_that_have_parted_wait_for_a_person(tmp_path: Path) -> None:
    screen, board, entered = relayed(tmp_path, PARTING)
    screen.ask(THEIRS, "fix 3 3")
    screen.expect(f"The boards have parted: our move at ply 10 was {entered[4]} on their side,")
    screen.ask(PARTED, "fix 7 2")
    screen.expect(f"again: enter {entered[4]} on their side, unless you have entered it already\n")
    screen.ask(THEIRS, check(board))
    screen.expect("The boards agree.")
    screen.ask(THEIRS, "undo")
    screen.expect("The last correction is undone.")
    screen.ask(PARTED, "")
    screen.expect(f"Let them take {entered[4]} back on their side: another move of ours follows.")
    screen.expect(" on their side\n")
    quit_at(screen, f"Ply 11, {THEIRS}")


def test_two_errors_are_found_and_corrected_together(tmp_path: Path) -> None:
    for moves in (DROPPING, PARTING):
        folder = tmp_path / str(moves is PARTING)
        folder.mkdir()
        screen, board, _ = relayed(folder, moves)
        screen.ask(THEIRS, check(board))
        screen.expect("No single correction explains what is on their screen.\n")
        screen.expect("To make the boards agree, type: ")
        for command in re.split(", then |;", screen.expect(".\n")[:-2])[:2]:
            screen.ask(": ", command)
        screen.ask(f"Ply 11, {THEIRS}", check(board))
        screen.expect("The boards agree.")
        quit_at(screen)


def test_where_no_corrections_are_found_the_check_says_what_to_do(tmp_path: Path) -> None:
    screen, board, _ = relayed(tmp_path)
    far = board.play(board.legal_moves()[0])
    far = far.play(far.legal_moves()[-1]).play(far.play(far.legal_moves()[-1]).legal_moves()[0])
    screen.ask(THEIRS, check(far))
    screen.expect("No single correction explains what is on their screen. Go through the moves")
    screen.expect("correct the latest wrong move first")
    quit_at(screen)


def test_a_move_that_is_illegal_here_leads_to_a_check(tmp_path: Path) -> None:
    screen, board, _ = relayed(tmp_path, [(3, 3), (1, 4)])
    screen.ask(THEIRS, "6")
    screen.expect("their screen (7, 8, 9 or 12 on our board).\n")  # a goal on any board
    screen.ask(THEIRS, "4")
    screen.expect("is empty; play 0, 1, 2 or 5 on their screen (7, 8, 9 or 12 on our board). ")
    screen.expect("If they did play it, the boards have parted: type check and what is on their")
    there = board.play(Move(4))  # their screen shows it already
    screen.ask(THEIRS, check(there))
    screen.expect("Their screen shows a move of theirs that is not entered here yet.\n")
    screen.expect("To make the boards agree, type: ")
    way = screen.expect(".\n")[:-2]
    assert way == "fix 3 1, then 4"
    for command in way.split(", then "):
        screen.ask(": ", command)
    our = re.search(r"enter (\d+) on their side\n", screen.expect(" on their side\n"))
    assert our
    screen.ask(THEIRS, check(there.play(Move(int(our[1])))))
    screen.expect("The boards agree.")
    quit_at(screen)
