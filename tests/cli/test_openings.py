"""Tournaments whose games begin with openings, and games that end by adjudication, as typed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from owari.games.mancala import OWARI
from owari.records.record import GameRecord, Termination
from owari.results.standings import standings
from owari.results.store import Store
from tests.support.command import COMMAND, output, refusal, run
from tests.support.sample_programs import PROGRAMS

BOTS = """\
games-per-match: 6
concurrency: 2
sandbox: none
{more}
bots:
  - {{name: A, engine: alpha-beta, depth: 2}}
  - {{name: B, engine: greedy}}
  - {{name: C, engine: first}}
"""


def write(folder: Path, more: str) -> None:
    (folder / "bots.yaml").write_text(BOTS.format(more=more), "utf-8")


def records(folder: Path) -> dict[int, GameRecord]:
    with Store.open(folder / "bots.db") as store:
        return {game.number: store.played(game.number) for game in store.games()}


def test_each_opening_is_played_twice_with_sides_exchanged(tmp_path: Path) -> None:
    write(tmp_path, "openings: random")
    output("tournament", "bots.yaml", folder=tmp_path)
    games = records(tmp_path)
    assert len(games) == 18
    for number in range(1, 18, 2):
        one, two = games[number], games[number + 1]
        assert one.start == two.start != OWARI.start()
        assert (one.south, one.north) == (two.north, two.south)
        assert one.opening == two.opening
        assert len(one.opening.split()) == 4
        assert (one.pair, two.pair) == (str((number - 1) // 2 % 3 + 1),) * 2
        assert (one.leg, two.leg) == ("1", "2")
    # All matches use the same openings.
    assert {games[number].opening for number in (1, 7, 13)} == {games[1].opening}
    assert len({games[number].opening for number in (1, 3, 5)}) == 3
    with Store.open(tmp_path / "bots.db") as store:
        assert {(game.pair, game.leg) for game in store.games()} == {
            (str(pair), str(leg)) for pair in (1, 2, 3) for leg in (1, 2)
        }
        assert standings([bot.name for bot in store.bots()], store.games()).duplicates == 0


def test_an_interrupted_run_goes_on_with_the_same_openings(tmp_path: Path) -> None:
    undisturbed, killed = tmp_path / "one", tmp_path / "two"
    for folder in (undisturbed, killed):
        folder.mkdir()
        write(folder, "openings: {balanced: {plies: 3}}\nseed: 4")
    output("tournament", "bots.yaml", folder=undisturbed)
    process = subprocess.Popen(
        [*COMMAND, "tournament", "bots.yaml"],
        cwd=killed,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if (killed / "bots.db").exists():
            break
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    output("tournament", "bots.yaml", folder=killed)
    assert {n: (r.start, r.ending) for n, r in records(killed).items()} == {
        n: (r.start, r.ending) for n, r in records(undisturbed).items()
    }


def test_the_option_comes_before_the_key_and_a_change_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "openings: random")
    command = ("tournament", "bots.yaml", "--openings", "none")
    output(*command, folder=tmp_path)
    assert {record.start for record in records(tmp_path).values()} == {OWARI.start()}
    output(*command, folder=tmp_path)
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "openings was none and is random: {plies: 4, margin: 9} now" in message


def test_a_line_says_what_to_do_about_games_that_repeat(tmp_path: Path) -> None:
    write(tmp_path, "")
    shown = output("tournament", "bots.yaml", folder=tmp_path)
    assert (
        "12 games repeat an earlier one move for move. For games that differ, set openings: random"
        " in a new tournament." in " ".join(shown.split())
    )


def test_games_by_hand_begin_at_the_start(tmp_path: Path) -> None:
    write(tmp_path, "openings: random")
    file = tmp_path / "bots.yaml"
    file.write_text(file.read_text("utf-8") + "  - {name: Laptop, by-hand: true}\n", "utf-8")
    told = "Games by hand begin at the start, without an opening."
    words = ("tournament", "bots.yaml", "--dry-run")
    assert told in output(*words, folder=tmp_path)
    file.write_text(file.read_text("utf-8").replace("openings: random", ""), "utf-8")
    assert told not in output(*words, folder=tmp_path)


@pytest.mark.nightly
def test_no_opening_is_advised_where_a_program_cannot_begin_with_it(tmp_path: Path) -> None:
    program = (
        f"  - {{name: Talker, command: [python3, {PROGRAMS / 'console' / 'talker.py'}],"
        " protocol: console, start: {first: [s], second: [n]}}\n"
    )
    write(tmp_path, "games-per-match: 4")
    file = tmp_path / "bots.yaml"
    text = file.read_text("utf-8").replace("games-per-match: 6\n", "")
    file.write_text(text + program, "utf-8")
    shown = " ".join(output("tournament", "bots.yaml", folder=tmp_path).split())
    assert (
        "12 games repeat an earlier one move for move. Openings would make games differ, but cannot"
        " be played by Talker. In a new tournament, repeated-games: ignore counts such games once."
        in shown
    )
    assert "set openings" not in shown


def test_openings_of_a_file_come_again_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("Crab: S4 N8\n3,3,3,0,4,4,1,3,3,3,3,3,3,0 N\n", "utf-8")
    write(tmp_path, "openings: book.txt")
    result = run("tournament", "bots.yaml", folder=tmp_path)
    assert (
        "book.txt has 2 openings, and a match has 3 pairs of games: openings come again in the same"
        " order. For more, add openings." in result.stderr
    )
    games = records(tmp_path)
    position = "3,3,3,0,4,4,1,3,3,3,3,3,3,0 N"
    assert [games[number].opening for number in (1, 3, 5)] == ["Crab", position, "Crab"]
    (tmp_path / "book.txt").write_text("Crab: S4 N8\nS5 N8\n", "utf-8")
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "openings was book.txt with 2 openings, " in message


def test_fewer_openings_than_pairs_are_told(tmp_path: Path) -> None:
    write(tmp_path, "openings: random:1\ngame: owari:2x2")
    result = run("tournament", "bots.yaml", folder=tmp_path)
    assert result.exit_code == 0
    assert "There is 1 opening of 1 ply, and a match has 3 pairs of games" in result.stderr


@pytest.mark.parametrize(
    ("openings", "complaint"),
    [
        ("{random: {plie: 3}}", "openings: unknown key 'plie'; did you mean 'plies'?"),
        ("{random: 3}", "openings: a mapping such as {plies: 4} is expected, not '3'"),
        ("{other: 1}", "openings: one of random, balanced and file is expected, not 'other'"),
        ("[random]", "openings: none, random, balanced or a file is expected, not a list"),
        ("rnadom", "openings: 'rnadom': there is no such file; did you mean random?"),
        ("random:0", "openings: plies is a whole number from 1 to 200, not '0'"),
        ("{random: {}, plies: 3}", "openings: 'plies' is out of place: write random: {plies: 4}"),
        ("book.txt", "openings: book.txt, line 2: S9: 'S9' is not a move"),
        ("{file: book.txt, plies: x}", "openings: plies is a whole number from 1 to 200, not 'x'"),
    ],
)
def test_what_is_wrong_with_the_key(tmp_path: Path, openings: str, complaint: str) -> None:
    (tmp_path / "book.txt").write_text("S4 N8\nS9\n", "utf-8")
    write(tmp_path, f"openings: {openings}")
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert f"bots.yaml:4: {complaint}" in message


def test_the_option_is_named_where_it_is_wrong(tmp_path: Path) -> None:
    write(tmp_path, "")
    message = refusal("tournament", "bots.yaml", "--openings", "randm", folder=tmp_path)
    assert "--openings: 'randm': there is no such file; did you mean random?" in message


def test_adjudicated_games_have_their_word_and_their_sentence(tmp_path: Path) -> None:
    write(tmp_path, "adjudicate: {value: true, score: true, length: 50}")
    shown = output("tournament", "bots.yaml", folder=tmp_path)
    endings = [record.ending for record in records(tmp_path).values()]
    adjudicated = [each for each in endings if each.termination is Termination.ADJUDICATED]
    assert adjudicated
    assert all(each.reason in shown for each in adjudicated)
    assert "more than half of the 36 stones" in shown
    assert all(each.termination.is_fault is False for each in endings)
    assert "Nothing differs in 18 games" in output("verify", "bots.yaml", folder=tmp_path)


def test_a_count_of_discs_decides_no_game(tmp_path: Path) -> None:
    write(tmp_path, "adjudicate: {score: true}\ngame: othello")
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "bots.yaml:4: adjudicate.score: discs can change sides to the end" in message
