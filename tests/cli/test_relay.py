"""`owari relay`, with a person who reads and types what the other screen shows."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI, Mancala
from owari.records.pgn import read_games
from owari.records.record import GameRecord, Result, Termination
from owari.report.families import draw
from owari.results.game_log import StoredGame
from owari.results.lock import lock
from owari.results.store import Store
from tests.support.command import run
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

THEIRS = "their pit (0-5 on their screen, 7-12 on our board): "
OURS = "our pit (0-5): "


class OtherProgram:
    """The program elsewhere, which is South on its own board and plays its lowest pit."""

    def __init__(self, first: bool) -> None:
        self.board: Mancala = OWARI.start(Side.SOUTH if first else Side.NORTH)

    def hears(self, pit: int) -> None:
        self.board = self.board.play(Move(pit))

    def plays(self) -> int:
        move = self.board.legal_moves()[0]
        self.board = self.board.play(move)
        return move.cell

    @property
    def screen(self) -> str:
        return ",".join(map(str, self.board.cells))

    @property
    def outcome(self) -> Outcome | None:
        return self.board.outcome()


def at_table(folder: Path, *words: str | Path) -> Terminal:
    return Terminal("relay", "--record", folder / "game.pgn", *words, folder=folder)


def resumed(folder: Path, *words: str | Path) -> Terminal:
    return Terminal("relay", "--resume", folder / "game.pgn", *words, folder=folder)


def kept(folder: Path) -> list[GameRecord]:
    return read_games((folder / "game.pgn").read_text())


def play_on(screen: Terminal, other: OtherProgram, *, plies: int = 500) -> None:
    """Relays the moves of both until the game is over, or for so many of theirs."""
    while other.outcome is None:
        if other.board.turn is Side.NORTH:
            said = screen.expect(" on their side\n")
            found = re.search(r"We play pit (\d+): enter (\d+) on their side\n", said)
            assert found
            assert int(found[2]) == int(found[1]) + 7
            other.hears(int(found[2]))
        elif plies:
            plies -= 1
            screen.expect(THEIRS)
            screen.type(str(other.plays()))
        else:
            return


@pytest.mark.parametrize("first", ["us", "north"])
def test_a_whole_game_ends_with_the_score_of_both_sides(tmp_path: Path, first: str) -> None:
    screen = at_table(tmp_path, "--first", first, "--depth", "1")
    other = OtherProgram(first == "north")
    play_on(screen, other)
    screen.ask("Press Enter to confirm the end", "")
    assert screen.end() == 0
    assert other.outcome is not None
    theirs, ours, _ = other.outcome
    verdicts = {True: "wins", False: "loses"}
    assert f"our side {verdicts[ours > theirs]} {ours}-{theirs}\n" in screen.seen
    assert f"their side {verdicts[theirs > ours]} {theirs}-{ours}\n" in screen.seen
    (record,) = kept(tmp_path)
    assert record.ending.score == Outcome(ours, theirs)
    assert all(ply.seconds is not None for ply in record.plies)


def test_wrong_input_at_every_prompt(tmp_path: Path) -> None:
    screen = at_table(tmp_path)
    screen.ask("We are South. Who moves first, us or them? ", "nobody", "them")
    screen.ask("Look-ahead of the engine", "0", "1")
    for line, said in [
        ("x", "play 0, 1, 2, 3, 4 or 5 on their screen (7, 8, 9, 10, 11 or 12 on our board)"),
        ("6", "6 is our goal, not a pit; play 0, 1"),
        ("13", "13 is their goal, not a pit; play 0, 1"),
        ("", "An empty line is neither"),
        ("fix", "Fix needs the number of a ply and the right pit, such as: fix 3 4."),
        ("fix 1 2", "The game has no ply 1; the last ply is 0."),
        ("undo", "No typed move can be taken back yet."),
        ("check", "Check needs their screen: their pits and goal, then ours, such as: check 3"),
        ("check 3,3", "14 numbers expected, 2 found"),
        ("depth deep", "A look-ahead is a whole number of plies from 1 to 99."),
        ("note", "Note needs a text to save."),
        ("note early", "Note saves a comment with the last move, and no move has been made yet."),
        ("view mine", "View needs ours, theirs or both."),
        ("resign", "Resign needs a side: resign us, or resign them."),
        ("udno", "'udno' is not a command; did you mean undo?"),
        ("hint", "'hint' is neither a pit nor a command"),
    ]:
        screen.ask(THEIRS, line)
        screen.expect(said)
    screen.ask(THEIRS, "resign them")
    screen.ask("(yes or no)? ", "yes")
    screen.ask("Press Enter to confirm the end", "4", "")
    assert "The game is over; undo takes its end back." in screen.seen
    assert screen.end() == 0
    (record,) = kept(tmp_path)
    assert (record.ending.result, record.ending.termination) == (Result.SOUTH, Termination.RESIGNED)


def test_a_wrong_move_is_found_by_check_and_fixed(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--us", "manual", "--first", "them")
    other = OtherProgram(True)
    for pit in (2, 11, 0, 10):
        other.hears(pit)
    screen.ask(THEIRS, "3")
    screen.ask(OURS, "4")
    screen.ask(THEIRS, "0")
    screen.ask(OURS, "3")
    assert "We play pit 4: enter 11 on their side\n" in screen.seen
    screen.ask(THEIRS, f"check {other.screen}")
    shown = screen.expect("To make the boards agree, type: fix 1 2.")
    assert re.search(r"^Pit 9, 2 on their screen: \d on our board, \d on theirs\.$", shown, re.M)
    screen.ask(THEIRS, "fix 1 2", f"check {other.screen}")
    screen.expect("The boards agree.\n")
    screen.ask(THEIRS, "fix 2 2", "moves", "quit")
    assert "Ply 2 is our pit 2 (9 there) now, not our pit 4 (11 there)." in screen.seen
    assert "   1  their pit 9 (2 there)\n" in screen.seen
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path)[0].plies] == [9, 2, 7, 3]


def test_a_fix_that_makes_a_later_move_illegal(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--us", "manual", "--first", "them")
    for pit in ("4", "1", "1", "0", "2"):
        screen.ask("pit (", pit)
    screen.ask(OURS, "fix 3 2")
    screen.expect("Ply 5 is illegal now, and these plies are gone: their pit 9 (2 there);")
    screen.expect(" undo restores them.\n")
    screen.ask(f"Ply 5, {THEIRS}", "undo")
    screen.expect("The last correction is undone.")
    screen.ask(f"Ply 6, {OURS}", "fix 3 2")
    screen.ask(f"Ply 5, {THEIRS}", "quit")
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path)[0].plies] == [11, 1, 9, 0]


def test_our_move_was_entered_wrongly_on_their_machine(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--first", "us", "--depth", "1")
    other = OtherProgram(False)
    screen.expect("We play pit 3: enter 10 on their side")
    other.hears(9)  # a slip of the finger
    for line, said in [
        (f"check {other.screen}", "To make the boards agree, type: fix 1 2."),
        ("fix 1 x", "'x' is neither a pit nor a command"),
        ("fix 1 10", "Ply 1 already is this pit."),
        ("fix 1 9", "Ply 1 is our pit 2 (9 there) now, not our pit 3 (10 there)."),
        (f"check {other.screen}", "The boards agree."),
        ("moves", "   1  our pit 2 (9 there)  entered instead of S3\n"),
        ("undo", "The last correction is undone. Ply 1 is our pit 3 (10 there) again."),
        ("fix 1 2", "Ply 1 is our pit 2 (9 there) now"),
        ("4", "Ply 4, "),
        ("quit", "To continue: "),
    ]:
        screen.ask("on our board): ", line)
        screen.expect(said)
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path)[0].plies][:2] == [2, 11]


def test_the_wrong_side_was_first_in_both_games_of_a_match(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--match", "--first", "us", "--depth", "1")
    for line, said in [
        ("first", "First needs a side: first us, or first them."),
        ("first nobody", "First needs a side: first us, or first them."),
        ("first us", "We already move first."),
        ("first them", "They move first now. These moves are illegal now and gone: our pit"),
        ("undo", "The last correction is undone. We move first again."),
        ("4", "We play pit"),
        ("first them", "They move first now. 2 plies stay."),
    ]:
        screen.ask(THEIRS, line)
        screen.expect(said)
    screen.ask(THEIRS, "resign us")
    screen.ask("(yes or no)? ", "yes")
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("Game 2 of 2")
    assert [game.first for game in kept(tmp_path)] == [Side.NORTH, Side.SOUTH]
    screen.expect("We play pit")
    screen.ask(THEIRS, "first them")
    screen.expect("Each side moves first once in a match, and the game before is over.")
    screen.ask(THEIRS, "quit")
    assert screen.end() == 0


def test_undo_note_depth_and_views(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--first", "them", "--depth", "1", "--view", "both")
    screen.ask(THEIRS, "4")
    shown = screen.expect(f"Ply 3, {THEIRS}")
    assert "Our board:\n" in shown
    assert "Their screen:\n" in shown
    assert "Time used: our side 0:00, their side 0:00" in shown
    screen.type("undo")
    screen.ask(f"Ply 1, {THEIRS}", "12")
    screen.ask(THEIRS, "note they take their time", "depth 3", "view theirs")
    screen.expect("Their screen:\n")
    drawn = draw(
        kept(tmp_path)[0].final.turned(), south="their side (South)", north="our side (North)"
    )
    assert screen.expect("to move").startswith(drawn[:-1])
    screen.ask(THEIRS, "2", "plan")
    screen.expect("depth 3")
    screen.ask(THEIRS, "quit")
    assert screen.end() == 0
    (record,) = kept(tmp_path)
    assert [ply.move.cell for ply in record.plies][::2] == [12, 9]
    assert record.plies[1].comment == "they take their time"


@pytest.mark.parametrize(
    ("numbering", "theirs", "ours"), [("letters", "E", "B"), ("1-6", "5", "2"), ("0-5", "4", "1")]
)
def test_numberings(tmp_path: Path, numbering: str, theirs: str, ours: str) -> None:
    screen = at_table(tmp_path, "--us", "manual", "--first", "them", "--numbering", numbering)
    screen.ask("7-12 on our board): ", theirs)
    screen.expect(f"They play pit {theirs}: 11 on our board\n")
    screen.ask(OURS, "1")
    screen.expect(f"We play pit 1: enter {ours} on their side\n")
    screen.ask("7-12 on our board): ", "7")
    screen.ask(OURS, "quit")
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path)[0].plies][:3] == [11, 1, 7]


def test_the_last_move_typed_wrongly_may_have_ended_the_game(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--first", "us", "--depth", "1")
    other = OtherProgram(False)
    play_on(screen, other)
    screen.ask("Press Enter to confirm the end", "undo")
    screen.expect("Taken back: ")
    screen.ask(THEIRS, "quit")
    assert screen.end() == 0
    assert kept(tmp_path)[0].ending.termination is Termination.UNFINISHED


def test_a_match_killed_in_its_second_game_goes_on(tmp_path: Path) -> None:
    names = ("--us-name", "Depth 1", "--them-name", "Lowest")
    results = ("--results", tmp_path / "bots.db")
    screen = at_table(tmp_path, "--match", *names, *results, "--first", "us", "--depth", "1")
    first = OtherProgram(False)
    play_on(screen, first)
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("Entered as game 1 in")
    screen.expect("Game 2 of 2")
    second = OtherProgram(True)
    play_on(screen, second, plies=2)
    screen.expect(THEIRS)
    screen.type("note before the power went")
    screen.expect("The comment is saved with ply 4.")
    assert screen.kill() == -signal.SIGKILL

    screen = resumed(tmp_path, *results, "--depth", "1")
    screen.expect("Game 2 of 2")
    play_on(screen, second)
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("Entered as game 2 in")
    assert screen.end() == 0

    assert first.outcome is not None
    assert second.outcome is not None
    outcomes = [Outcome(ours, theirs) for theirs, ours, _ in (first.outcome, second.outcome)]
    points = sum((1 + (o.south > o.north) - (o.south < o.north)) / 2 for o in outcomes)
    stones = f"{sum(o.south for o in outcomes)}-{sum(o.north for o in outcomes)}"
    assert f"Match: Depth 1 {points:g}, Lowest {2 - points:g}, stones {stones}: " in screen.seen
    games = kept(tmp_path)
    assert [game.ending.score for game in games] == outcomes
    assert [game.first for game in games] == [Side.SOUTH, Side.NORTH]
    assert games[1].plies[3].comment == "before the power went"
    assert_stored(tmp_path / "bots.db", outcomes)

    words = ["relay", *map(str, (*names, *results)), "--first", "us", "--depth", "1"]
    again = run(*words)
    assert again.exit_code == 2
    assert "game 1 (Depth 1 - Lowest" in again.output


def test_a_relay_while_the_tournament_runs(tmp_path: Path) -> None:
    results = tmp_path / "bots.db"
    assert run("score", str(results), "A", "C", "20-16").exit_code == 0
    names = ("--us-name", "A", "--them-name", "B")
    with lock(results):
        screen = at_table(
            tmp_path, *names, "--results", "bots.db", "--us", "manual", "--first", "us"
        )
        screen.expect("--resume enters the game later")
        screen.ask(OURS, "resign us")
        screen.ask("(yes or no)? ", "yes")
        screen.ask("Press Enter to confirm the end", "")
        screen.expect("bots.db is in use")
        assert screen.end() == 2
    again = resumed(tmp_path)
    again.ask("Press Enter to confirm the end", "")
    assert again.end() == 0
    with Store.open(results) as store:
        assert [(game.south, game.north) for game in store.games()] == [("A", "C"), ("A", "B")]


def test_the_end_of_the_first_game_is_asked_about_until_the_second_begins(tmp_path: Path) -> None:
    names = ("--us-name", "A", "--them-name", "B")
    results = ("--results", "bots.db")
    screen = at_table(tmp_path, "--match", *names, *results, "--us", "manual", "--first", "us")
    screen.ask(OURS, "resign us")
    screen.ask("(yes or no)? ", "yes")
    screen.expect("The game is over: we resigned.")
    screen.expect("Press Enter to confirm the end")
    assert screen.kill() == -signal.SIGKILL

    screen = resumed(tmp_path)
    screen.ask("Press Enter to confirm the end", "undo")
    screen.ask(OURS, "4")
    screen.ask(THEIRS, "resign them")
    screen.ask("(yes or no)? ", "yes")
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("Entered as game 1 in ")
    screen.ask(THEIRS, "quit")
    assert screen.end() == 0

    screen = resumed(tmp_path)
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("already has this game as game 1.")
    screen.ask(THEIRS, "3")
    screen.ask(OURS, "quit")
    assert screen.end() == 0

    screen = resumed(tmp_path)
    screen.ask(f"Ply 2, {OURS}", "resign us")
    screen.ask("(yes or no)? ", "yes")
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("Entered as game 2 in ")
    assert screen.end() == 0
    with Store.open(tmp_path / "bots.db") as store:
        one, two = store.games()
        assert (one.south, one.ending.reason) == ("A", "North resigned")
        assert (two.south, two.ending.reason) == ("B", "North resigned")
        assert "[Table" not in store.record(1) + store.record(2)


def test_a_resumed_game_goes_on_at_the_table_as_it_was_set(tmp_path: Path) -> None:
    words = ("--us", "engine", "--depth", "2", "--numbering", "letters", "--view", "both")
    screen = at_table(tmp_path, "--first", "them", *words)
    screen.ask("7-12 on our board): ", "depth 1", "view theirs", "quit")
    assert screen.end() == 0
    assert f"To continue: owari relay --resume {tmp_path / 'game.pgn'}\n" in screen.seen
    (record,) = kept(tmp_path)
    assert record.table == "--us engine --numbering letters --depth 1 --view theirs"
    screen = resumed(tmp_path)
    screen.ask("their pit (A-F on their screen, 7-12 on our board): ", "E")
    screen.ask("7-12 on our board): ", "plan")
    screen.expect("depth 1")
    screen.ask("7-12 on our board): ", "quit")
    assert screen.end() == 0
    screen = resumed(tmp_path, "--time", "1s", "--numbering", "1-6")
    screen.ask("their pit (1-6 on their screen, 7-12 on our board): ", "quit")
    assert screen.end() == 0
    (record,) = kept(tmp_path)
    assert record.table == "--us engine --numbering 1-6 --time 1s --view theirs"


def test_a_swapped_game_among_the_results(tmp_path: Path) -> None:
    """They begin, and so are South there; the swap stays one."""
    (tmp_path / "bots.yaml").write_text(
        "game: manchester\nbots:\n  - {name: Us, by-hand: true}\n  - {name: Them, by-hand: true}\n"
    )
    words = ("--us-name", "Us", "--them-name", "Them", "--results", "bots.yaml", "--us", "manual")
    screen = at_table(tmp_path, "--game", "manchester", "--first", "them", *words)
    screen.ask("Ply 1, their pit (0-6 on their screen, 8-14 on our board): ", "2")
    screen.ask("Ply 2, our pit (0-6), or swap: ", "swap")
    screen.expect("We swap: the board turns round, on their screen too, and they are to move.")
    screen.ask("Ply 3, their pit", "resign them")
    screen.ask("(yes or no)? ", "yes")
    screen.ask("Press Enter to confirm the end", "")
    screen.expect("Entered as game 2 in")
    assert screen.end() == 0
    with Store.open(tmp_path / "bots.db") as store:
        (game,) = store.games()
    assert (game.south, game.north, game.moves) == ("Them", "Us", "S2 swap")
    assert game.ending.result is Result.NORTH


def assert_stored(results: Path, outcomes: list[Outcome]) -> None:
    """Both games, each with who moved first as South, as a tournament stores them."""
    with Store.open(results) as store:
        one, two = store.games()
        assert (one.south, one.north, one.ending.score) == ("Depth 1", "Lowest", outcomes[0])
        assert (two.south, two.north) == ("Lowest", "Depth 1")
        assert two.ending.score == Outcome(outcomes[1].north, outcomes[1].south)
        for game in (one, two):
            assert game.ending.termination is Termination.NORMAL
            assert replayed(game) == game.ending.score


def replayed(game: StoredGame) -> Outcome | None:
    position = OWARI.start()
    for move in game.moves.split():
        position = position.play(OWARI.parse_move(move))
    return position.outcome()


def test_ctrl_c_and_the_command_that_resumes(tmp_path: Path) -> None:
    screen = Terminal(
        *("relay", "--first", "them", "--depth", "1", "--numbering", "1-6"), folder=tmp_path
    )
    screen.ask("7-12 on our board): ", "3")
    screen.expect("Ply 3")
    screen.leave_prompt()
    assert screen.end() == 130
    found = re.search(r"To continue: owari (.*)\n", screen.seen)
    assert found
    screen = Terminal(*found[1].split(), folder=tmp_path)
    screen.expect("Ply 3, their pit (1-6 on their screen, 7-12 on our board): ")
    screen.keys("\x04")
    assert screen.end() == 0


def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--us", "manual", "--first", "us")
    screen.ask(OURS, "4")
    screen.expect(THEIRS)
    screen.hang_up()
    screen = resumed(tmp_path, "--us", "manual")
    screen.ask(f"Ply 2, {THEIRS}", "quit")
    assert screen.end() == 0


def test_our_own_program_plays_and_when_it_crashes_a_person_goes_on(tmp_path: Path) -> None:
    us = f"{sys.executable} {PROGRAMS / 'bad' / 'crashes.py'}"
    screen = at_table(tmp_path, "--us", us, "--first", "us")
    other = OtherProgram(False)
    while "Continue by hand" not in screen.expect(" on their side\n", "Continue by hand"):
        found = re.findall(r"enter (\d+) on their side\n", screen.seen)
        other.hears(int(found[-1]))
        screen.ask(THEIRS, str(other.plays()))
    screen.type("perhaps")
    screen.expect("The answer is yes or no.")
    screen.ask("Continue by hand", "yes")
    screen.expect(OURS)
    screen.type(str(other.board.turned().legal_moves()[0].cell))
    screen.ask(THEIRS, "quit")
    assert screen.end() == 0


def test_our_own_program_is_told_of_what_was_fixed(tmp_path: Path) -> None:
    us = f"{sys.executable} {PROGRAMS / 'line' / 'lowest.py'}"
    screen = at_table(tmp_path, "--us", us, "--first", "us")
    screen.expect("We play pit 0: enter 7 on their side\n")
    screen.ask(THEIRS, "3")
    screen.ask(f"Ply 4, {THEIRS}", "fix 2 5", "0")
    screen.ask(f"Ply 6, {THEIRS}", "quit")
    assert screen.end() == 0
    (record,) = kept(tmp_path)
    positions = list(record.positions())
    assert record.plies[4].move == positions[4].legal_moves()[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--results", "bots.db"], "--results needs both names: give --us-name and --them-name"),
        (["--results", "bots.yaml", "--us-name", "A", "--them-name", "C"], "'C' is not one of"),
        (["--results", "bots.db", "--us-name", "A", "--them-name", "a"], "cannot play itself"),
        (["--us-name", "\u3164", "--them-name", "B"], "'--us-name': U+3164 (hangul filler)"),
        (["--us-name", "A", "--them-name", "T\u0435am"], "letters of Cyrillic and Latin"),
        (["--results", "game.pgn", "--us-name", "A", "--them-name", "B"], "not a results file"),
        (["--us", "engin"], "--us: there is no program 'engin' on PATH; did you mean engine?"),
        (["--resume", "empty.pgn", "--match"], "leave --match out"),
        (["--resume", "game.pgn"], "game.pgn, line 1"),
        (["--resume", "empty.pgn"], "one game or the two games of a match expected"),
        (["--resume", "none.pgn"], "none.pgn: No such file"),
        (["--record", "game.pgn"], "game.pgn exists already"),
        (["--us", ""], "--us: the command is empty"),
        (["--resume", ""], "'--resume': the name of a file is missing"),
        (["--results", ""], "'--results': the name of a file is missing"),
        (["--results", "no/b.db", "--us-name", "A", "--them-name", "B"], "b.db"),
        (["--numbering", "roman"], "has no numbering 'roman'"),
        (["--record", "/proc/game.pgn"], "/proc/game.pgn cannot be written"),
    ],
)
def test_options_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "data"))
    (tmp_path / "game.pgn").write_text("no game")
    (tmp_path / "empty.pgn").touch()
    (tmp_path / "bots.yaml").write_text(
        "bots: [{name: A, engine: first}, {name: B, engine: first}]"
    )
    defaults = ["--depth", "1"] if "--resume" in words else ["--first", "us", "--depth", "1"]
    done = run("relay", *words, *defaults)
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "no").exists()


def test_extra_turns_are_said_and_read_aloud_one_by_one(tmp_path: Path) -> None:
    """Their screen numbers both rows from left to right; a turn may be typed at once."""
    game = ("--game", "kalah", "--us", "manual", "--numbering", "as-drawn", "--first", "them")
    screen = at_table(tmp_path, *game)
    screen.ask("Ply 1, their pit (1-6 on their screen, 7-12 on our board): ", "3-6")
    screen.expect("They play pit 3: 9 on our board; they play again\n")
    screen.expect("They play pit 6: 12 on our board\n")
    screen.ask("Ply 3, our pit (0-5): ", "1")
    screen.expect("We play pit 1: enter 5 on their side; we play again\n")
    screen.ask("Ply 4, again our pit (0-5): ", "quit")
    assert screen.end() == 0
    (record,) = kept(tmp_path)
    assert [ply.move.cell for ply in record.plies] == [9, 12, 1]
