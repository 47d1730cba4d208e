"""Games of every family at the table, from the start to the end, by people and by players."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import Result

from owari.games.catalog import find_game
from owari.games.game import PASS, Game, Move, Position, Side
from owari.games.numbering import numberings
from owari.records.pgn import read_game
from owari.records.record import GameRecord, Termination
from tests.support.command import run
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

GAMES = ["othello", "othello:4", "othello:6", "free-othello", "kalah", "kalah:3x2", "manchester"]
EACH_FAMILY = [
    *at_night(*GAMES[:2]),
    *("kalah:3x2", "manchester"),
    *at_night("othello:6", "free-othello", "kalah"),
]
TO_A_PASS = ("a2", "a3", "c4", "a1")
"""On four by four squares; then X, who has begun, has no move."""


def session(folder: Path, *words: str, typed: str = "") -> Result:
    """A session of play or relay that keeps its record and its data in the folder."""
    record, data = folder / "game.pgn", str(folder / "data")
    environment = {"OWARI_DATA": data}
    return run(words[0], "--record", record, *words[1:], typed=typed, environment=environment)


def at_table(folder: Path, *words: str) -> Terminal:
    return Terminal(words[0], "--record", folder / "game.pgn", *words[1:], folder=folder)


def kept(folder: Path) -> GameRecord:
    return read_game((folder / "game.pgn").read_text())


def a_game(rules: Game, first: Side, seed: int) -> tuple[list[Move], Position]:
    """Moves at random to the end, and where they lead."""
    random = Random(seed)
    position = rules.start(first)
    moves = []
    while position.outcome() is None:
        moves.append(random.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return moves, position


def is_over_as_told(record: GameRecord, screen: str) -> bool:
    """Whether it is over by the rules, and the screen says how."""
    outcome = record.final.outcome()
    assert outcome is not None
    colours = dict.fromkeys(Side, "")
    if black := getattr(record.start, "black", None):
        colours = {black: " (Black)", black.other: " (White)"}
    south, north = (f"{side}{colours[side]} {outcome.stones(side)}" for side in Side)
    assert record.ending.score == outcome
    assert record.ending.termination is Termination.NORMAL
    passes = sum(ply.move == PASS for ply in record.plies)
    assert screen.count("has no move and passes.") == passes
    won = f"wins by {abs(outcome.margin(Side.SOUTH))}" if outcome.winner else "a draw"
    return f"Final score: {south}, {north}.\n" in screen and won in screen


@pytest.mark.parametrize("first", ["south", "north"])
@pytest.mark.parametrize("game", EACH_FAMILY)
def test_engines(tmp_path: Path, game: str, first: str) -> None:
    words = ("--south", "engine", "--north", "engine", "--depth", "2", "--first", first)
    result = session(tmp_path, "play", "--game", game, *words)
    assert result.exit_code == 0, result.output
    assert is_over_as_told(kept(tmp_path), result.output)


@pytest.mark.parametrize("game", EACH_FAMILY)
def test_two_people(tmp_path: Path, game: str) -> None:
    """In every numbering that the game has, and with a pass somewhere."""
    rules = find_game(game)
    passed = False
    for seed, (name, numbering) in enumerate(numberings(rules).items()):
        folder = tmp_path / name
        folder.mkdir()
        moves, last = a_game(rules, Side.NORTH, seed)
        passed |= PASS in moves
        typed = [numbering.format(rules, move) for move in moves if move != PASS]
        people = ("--south", "human", "--north", "human", "--first", "north")
        lines = "".join(f"{line}\n" for line in typed)
        result = session(folder, "play", "--game", game, *people, "--numbering", name, typed=lines)
        assert result.exit_code == 0, result.output
        record = kept(folder)
        assert [ply.move for ply in record.plies] == moves
        assert record.final == last
        assert is_over_as_told(record, result.output)
    assert passed or not game.startswith("othello")


@pytest.mark.parametrize("game", EACH_FAMILY)
def test_a_person_against_the_engine(tmp_path: Path, game: str) -> None:
    words = ("--south", "human", "--north", "engine", "--depth", "1", "--first", "south")
    screen = at_table(tmp_path, "play", "--game", game, *words)
    while screen.expect("square (", "pit (", "game is over").endswith("("):
        position = kept(tmp_path).final
        screen.type(position.rules.cell_name(position.legal_moves()[0]))
    assert screen.end() == 0
    assert is_over_as_told(kept(tmp_path), screen.seen)


@pytest.mark.parametrize("first", ["us", "them"])
@pytest.mark.parametrize("game", EACH_FAMILY)
def test_a_relay(tmp_path: Path, game: str, first: str) -> None:
    words = ("--us", "greedy", "--first", first, "--numbering", "board")
    screen = at_table(tmp_path, "relay", "--game", game, *words)
    while screen.expect("square (", "pit (", "game is over").endswith("("):
        position = kept(tmp_path).final
        screen.type(position.rules.cell_name(position.legal_moves()[0]))
    screen.ask("Press Enter to confirm the end", "")
    assert screen.end() == 0
    record = kept(tmp_path)
    outcome = record.final.outcome()
    assert outcome is not None
    assert record.ending.score == outcome
    verdict = "draws" if not outcome.winner else "wins" if outcome.winner is Side.SOUTH else "loses"
    assert f"  our side {verdict} {outcome.south}-{outcome.north}" in screen.seen
    passes = sum(ply.move == PASS for ply in record.plies)
    assert len(re.findall(r"(?:We|They) have no move and pass: ", screen.seen)) == passes


@pytest.mark.parametrize("game", ["othello", "kalah", *at_night("free-othello:6", "manchester")])
@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_a_game_that_is_left_goes_on(tmp_path: Path, game: str, key: str) -> None:
    words = ("--south", "human", "--north", "greedy", "--first", "south")
    screen = at_table(tmp_path, "play", "--game", game, *words)
    rules = find_game(game)
    screen.ask("Ply 1, ", rules.cell_name(rules.start().legal_moves()[0]))
    screen.expect("North (greedy)", "North (White, greedy)")
    screen.expect("South's ")
    left = kept(tmp_path)
    screen.leave_prompt(key)
    assert screen.end() == (130 if key == "\x03" else 0)
    assert f"To continue: owari play --load {tmp_path / 'game.pgn'}" in screen.seen
    again = Terminal("play", "--load", tmp_path / "game.pgn", folder=tmp_path)
    again.ask(f"Ply {len(left.plies) + 1}, ", "undo")
    again.ask("Ply 1, ", "quit")
    assert again.end() == 0
    assert kept(tmp_path).plies == ()
    assert kept(tmp_path).game == rules


def test_wrong_input_of_every_sort_and_all_commands(tmp_path: Path) -> None:
    people = ("--south", "human", "--north", "human", "--first", "north")
    screen = at_table(tmp_path, "play", "--game", "othello", *people)
    for line, said in [
        ("i9", "'i9' is neither a square nor a command; play d3, c4, f5 or e6, or type help."),
        ("5 6", "'5 6' is neither a square nor a command"),
        ("5-3", "'5-3' is neither a square nor a command"),
        ("D4", "The square d4 already has a disc; play d3, c4, f5 or e6."),
        ("h8", "A disc on h8 flips no disc; play d3, c4, f5 or e6."),
        ("pass", "North has a move and may not pass; play d3, c4, f5 or e6."),
        ("swap", "'swap' is neither"),
        ("", "An empty line is neither"),
        ("undo", "No typed move can be taken back yet."),
        ("depth 3", "Depth sets the look-ahead of the engine, and no engine plays here."),
        ("undoo", "'undoo' is not a command; did you mean undo?"),
        (
            "help",
            "a square   puts a disc there, such as e6; a side without a move passes by itself",
        ),
        ("moves", "No move has been played yet."),
        ("board", "   8 - - - - - - - -    South, White (O): 2\n"),
        ("hint", "The best move is "),
        ("F5", "Ply 2, South's square (O, a1-h8): "),
    ]:
        screen.ask("Ply 1, North's square (X, a1-h8): ", line)
        screen.expect(said)
    screen.type("f6")
    screen.ask("Ply 3, North's square (X, a1-h8): ", "moves", "save copy.pgn", "resign")
    screen.ask("(yes or no)? ", "yes")
    assert "   1  North f5  X, flips 1\n   2  South f6  O, flips 1\n" in screen.seen
    screen.expect("Final score: South (White) 3, North (Black) 3.\nSouth (White, human) wins.\n")
    assert screen.end() == 0
    assert "1. f5 {" in (tmp_path / "copy.pgn").read_text()


def test_a_pass_is_announced_undone_and_played_again(tmp_path: Path) -> None:
    people = ("--south", "human", "--north", "human", "--first", "south")
    screen = at_table(tmp_path, "play", "--game", "othello:4", *people)
    for square in TO_A_PASS:
        screen.ask("square (", square)
    screen.expect("South (Black, human) has no move and passes.\n")
    screen.ask("Ply 6, North's square (O, a1-d4): ", "moves", "undo")
    assert "   4  North a1  O, flips 1\n   5  South the pass  X\n" in screen.seen
    screen.expect("Taken back: a1, the pass.\n")
    screen.ask("Ply 4, North's square (O, a1-d4): ", "a1")
    screen.expect("South (Black, human) has no move and passes.\n")
    screen.ask("Ply 6, North's square (O, a1-d4): ", "quit")
    assert screen.end() == 0
    assert "2. c4" in (tmp_path / "game.pgn").read_text()
    assert kept(tmp_path).plies[-1].move == PASS


def test_a_pass_that_a_file_ends_before_is_played_when_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    tags = '[Game "othello:4"]\n[Table "--south human --north human"]\n\n'
    file.write_text(f"{tags}1. a2 a3 2. c4 a1 *\n")
    screen = Terminal("play", "--load", file, folder=tmp_path)
    screen.expect("South (Black, human) has no move and passes.\n")
    screen.ask("Ply 6, North's square", "quit")
    assert screen.end() == 0
    assert len(kept(tmp_path).plies) == 5


def test_fix_and_undo_around_a_pass_in_a_relay(tmp_path: Path) -> None:
    words = ("--us", "manual", "--first", "us")
    screen = at_table(tmp_path, "relay", "--game", "othello:4", *words)
    for square in TO_A_PASS:
        screen.ask("square (", square)
    screen.expect("We have no move and pass: they are to move.\n")
    screen.ask("Ply 6, their square (O, a1-d4): ", "fix 5 b1", "fix 4 c1")
    screen.expect("these plies are gone: our pass; undo restores them.\n")
    screen.ask("Ply 5, our square (X, a1-d4): ", "undo")
    screen.expect("The last correction is undone. Ply 4 is their a1 again.\n")
    screen.ask("Ply 6, their square (O, a1-d4): ", "check ---- oxx- oxx- --x- o")
    screen.expect("Square a1: O on our board, empty on theirs.\n")
    screen.ask("Ply 6, their square (O, a1-d4): ", "quit")
    assert screen.end() == 0


def test_a_board_to_begin_with_where_the_first_move_is_a_pass(tmp_path: Path) -> None:
    words = ("--position", "O--- OXX- OXX- --X- X N", "--south", "human", "--north", "human")
    result = session(tmp_path, "play", "--game", "othello:4", *words, typed="quit\n")
    assert "North (Black, human) has no move and passes.\n" in result.output
    assert "Ply 2, South's square (O, a1-d4): " in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--game", "othello", "--numbering", "1-6"],
            "--numbering: othello has no numbering '1-6'; choose board, row-column, row-column-0",
        ),
        (
            ["--numbering", "row-column"],
            "owari has no numbering 'row-column'; choose 0-5, board, 1-6, as-drawn, as-drawn-0,"
            " 0-11, 1-12, 1-13",
        ),
        (["--game", "othello:5"], "a board has 4 to 16 squares a side, an even number, not 5"),
        (["--game", "othello:6x4"], "a size is the squares a side, as in 'othello:6'"),
        (["--game", "othelo"], "did you mean 'othello'?"),
        (
            ["--game", "othello:10", "--first", "south", "--perfect"],
            "--perfect: The kernel plays othello on boards of 4, 6 and 8.",
        ),
        (
            ["--game", "kalah:12x24", "--first", "south", "--perfect"],
            "--perfect: The kernel plays boards of up to 127 stones.",
        ),
    ],
)
def test_options_that_cannot_be(tmp_path: Path, words: list[str], said: str) -> None:
    for command in ("play", "relay"):
        depth = () if "--perfect" in words else ("--depth", "1")
        result = session(tmp_path, command, *words, *depth)
        assert result.exit_code == 2, result.output
        assert said in " ".join(result.output.split())
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("XXXX XXXX XXXX XXXX X", "--position: the game is over in this position"),
        ("XXXX", "--position: 16 squares expected, 4 found"),
        ("--OX XXX- XXO- X---", "--position: the side to move is missing"),
        ("---- XZ-- ---- ---- X", "--position: 'Z' is not a square"),
    ],
)
def test_positions_that_cannot_be(tmp_path: Path, position: str, said: str) -> None:
    words = ("--game", "othello:4", "--position", position)
    result = session(tmp_path, "play", *words, "--depth", "1")
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("othello", ["d3", "c4", "f5", "e6"]),
        ("kalah", ["0", "1", "2", "3", "4", "5"]),
        ("manchester:3x2", ["0", "1", "2"]),
    ],
)
@pytest.mark.parametrize("depth", ["1", "4"])
def test_the_engine_explains_all_its_moves(
    tmp_path: Path, game: str, names: list[str], depth: str
) -> None:
    """The one that it plays is the first."""
    words = ("--south", "engine", "--north", "human", "--first", "south", "--depth", depth)
    result = session(tmp_path, "play", "--game", game, *words, "--explain", typed="quit\n")
    lines = [line.split() for line in result.stderr.splitlines()]
    assert lines[0][:4] == ["South", "=", "its", "moves:"]
    assert lines[0][4:6] == ["look-ahead", f"{depth},"]
    listed = [line for line in lines if len(line) > 4 and line[2].isdigit()][: len(names)]
    assert sorted(line[3] for line in listed) == sorted(names)
    ranks = [int(line[2]) for line in listed]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    assert [line[-1] == "chosen" for line in listed] == [True] + [False] * (len(names) - 1)
    chosen = kept(tmp_path).plies[0].move
    assert listed[0][3] == find_game(game).cell_name(chosen)
    if game == "othello":
        assert {line[4] for line in listed} == {"1"}


@pytest.mark.parametrize(
    ("game", "takes"),
    [("owari", [1, 1, 1, 0, 0, 0]), ("othello", [1, 1, 1, 1]), ("manchester:3x2", [1, 1, 0])],
)
def test_greedy_explains_what_each_move_takes(tmp_path: Path, game: str, takes: list[int]) -> None:
    words = ("--south", "greedy", "--north", "human", "--first", "south")
    result = session(tmp_path, "play", "--game", game, *words, "--explain", typed="quit\n")
    head, _, *lines = [line.split() for line in result.stderr.splitlines()]
    assert head[:4] == ["South", "=", "its", "moves:"]
    assert [int(line[4]) for line in lines] == takes
    ranks = [1 + sum(more > take for more in takes) for take in takes]
    assert [int(line[2]) for line in lines] == ranks
    assert [line[-1] == "chosen" for line in lines] == [True] + [False] * (len(takes) - 1)
    assert lines[0][3] == find_game(game).cell_name(kept(tmp_path).plies[0].move)


def test_greedy_prefers_a_corner_to_an_edge_in_its_list(tmp_path: Path) -> None:
    position = "-OX- OOX- XXX- ---- X"
    words = ("--south", "greedy", "--north", "human", "--position", position)
    result = session(tmp_path, "play", "--game", "othello:4", *words, "--explain", typed="quit\n")
    first, *others = [line.split() for line in result.stderr.splitlines()[2:]]
    assert first[3] == "a1"
    assert first[-1] == "chosen"
    assert all(int(line[4]) <= int(first[4]) for line in others)


@pytest.mark.parametrize("command", ["play", "relay"])
@pytest.mark.parametrize("game", ["owari", "othello:4", "manchester:3x2"])
def test_a_plain_board_is_lines_of_words_and_stays_plain(
    tmp_path: Path, command: str, game: str
) -> None:
    people = ("--north", "human", "--south", "human") if command == "play" else ("--us", "manual")
    words = ("--game", game, "--first", "south", "--board", "plain", *people)
    result = session(tmp_path, command, *words, typed="board\nquit\n")
    assert result.exit_code == 0
    assert result.output.count(", to move: ") == 2
    assert not re.search(r"\+--|\||- -", result.output)
    go_on = "--load" if command == "play" else "--resume"
    environment = {"OWARI_DATA": str(tmp_path / "data")}
    record = str(tmp_path / "game.pgn")
    again = run(command, go_on, record, typed="quit\n", environment=environment)
    assert again.output.count(", to move: ") == 1


@pytest.mark.parametrize("game", ["kalah:6x0", "owari:3x0", "manchester:2x0"])
@pytest.mark.parametrize("command", ["play", "relay"])
def test_a_game_without_stones_is_over_at_once(tmp_path: Path, command: str, game: str) -> None:
    result = session(tmp_path, command, "--game", game, "--first", "north", "--depth", "2")
    assert result.exit_code == 0
    assert "The game is over: all pits are empty." in result.output
    assert "0-0" in result.output or "South 0, North 0.\nThe game is a draw." in result.output
    assert kept(tmp_path).ending.termination is Termination.NORMAL


@pytest.mark.parametrize("game", ["othello", "othello:4", "kalah:3x2"])
def test_the_engine_explains_its_moves_in_time(tmp_path: Path, game: str) -> None:
    """By final margins; nothing is said to be better than what it plays."""
    words = ("--south", "engine", "--north", "human", "--first", "south", "--time", "100ms")
    result = session(tmp_path, "play", "--game", game, *words, "--explain", typed="quit\n")
    head, _, *lines = result.stderr.splitlines()
    assert head == "South = its moves: final margins, ~ where they are estimates"
    ours = [line.split() for line in lines[: len(find_game(game).start().legal_moves())]]
    assert ours[0][-1] == "chosen"
    assert ours[0][3] == find_game(game).cell_name(kept(tmp_path).plies[0].move)
    assert (ours[0][5][0] == "~") == (game == "othello")


def test_a_program_is_told_of_a_pass_and_starts_anew_after_undo(tmp_path: Path) -> None:
    program = f"{sys.executable} {PROGRAMS / 'line' / 'othello.py'}"
    before = find_game("othello:4").start()
    for square in TO_A_PASS[:3]:
        before = before.play(before.rules.parse_move(square))
    words = ("--position", str(before), "--south", program, "--north", "human", "--logs", "said")
    screen = at_table(tmp_path, "play", "--game", "othello:4", *words)
    screen.ask("Ply 1, North's square (O, a1-d4): ", "a1")
    screen.expect(") has no move and passes.\n")
    screen.ask("Ply 3, North's square (O, a1-d4): ", "undo")
    screen.expect("Taken back: a1, the pass.\n")
    screen.ask("Ply 1, North's square (O, a1-d4): ", "a1")
    screen.ask("Ply 3, North's square (O, a1-d4): ", "c1")
    screen.ask("Ply 5, North's square (O, a1-d4): ", "quit")
    assert screen.end() == 0
    (log,) = (tmp_path / "said").iterdir()
    said = [line.split(maxsplit=2)[-1] for line in log.read_text().splitlines()]
    told = said.index("played a1")
    assert said[told : told + 3] == ["played a1", "played pass", "played c1"]
    assert [line for line in said if line.startswith("game othello:4 south ")][1].endswith(
        f"south {before}"
    )


def test_their_screen_may_call_squares_by_row_and_column(tmp_path: Path) -> None:
    words = ("--us", "first", "--first", "us", "--numbering", "row-column")
    screen = at_table(tmp_path, "relay", "--game", "othello", *words)
    screen.expect("We play d3: enter 3 4 on their side\n")
    asked = "Ply 2, their square (O, 1 1 to 8 8 on their screen, a1-h8 on our board): "
    screen.ask(asked, "3 4")
    screen.expect("The square 3 4, d3 on our board, already has a disc; play 3 3, 3 5 or 5 3 on")
    screen.ask(asked, "3,3")
    screen.expect("They play 3 3: c3 on our board\n")
    screen.leave_prompt()
    assert screen.end() == 130
    again = Terminal("relay", "--resume", tmp_path / "game.pgn", folder=tmp_path)
    again.expect("1 1 to 8 8 on their screen")
    again.type("quit")
    assert again.end() == 0
