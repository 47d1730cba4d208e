"""import and export, as they are typed."""

from __future__ import annotations

import bz2
import gzip
import os
import pty
import signal
import struct
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.records.pgn import format_game, read_games
from owari.records.record import GameRecord
from tests.support.command import COMMAND, output, refusal, run

VECTORS = Path(__file__).parents[1] / "vectors" / "othello_games.tsv"
GAMES = [
    line.split("\t")[1].lower()
    for line in VECTORS.read_text().splitlines()
    if line.startswith("othello:8")
]
GGF = "(;GM[Othello]PB[one]PW[other]TY[8]B[F5//1.5]W[D6];)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def moves(record: GameRecord) -> str:
    return "".join(record.game.format_move(ply.move) for ply in record.plies)


def imported(path: str = "games.pgn") -> list[GameRecord]:
    return read_games(Path(path).read_text(encoding="utf-8"))


def wtb(*games: str, score: int = 32) -> bytes:
    data = struct.pack("<4BIHH4x", 20, 2, 6, 1, len(games), 0, 2001)
    for game in games:
        codes = bytes(
            10 * int(row) + ord(column) - 96
            for column, row in zip(game[::2], game[1::2], strict=True)
        )
        data += struct.pack("<3H2B60s", 1, 1, 0, score, score, codes)
    return data


def names(width: int, *texts: str) -> bytes:
    return bytes(16) + b"".join(text.encode("latin-1").ljust(width, b"\0") for text in texts)


def test_transcripts_become_records_that_show_can_show() -> None:
    Path("games.txt").write_text("\n".join(GAMES))
    assert output("import", "games.txt") == "games.pgn: 3 games from games.txt\n"
    assert [moves(record) for record in imported()] == GAMES
    assert Path("games.pgn").read_text().count("\n\n[Event") == 2
    assert output("show", "games.pgn", "2").count("[Score") == 1
    assert '[Score "13-0"]' in output("show", "games.pgn", "2")
    assert output("export", "games.pgn", "--format", "transcript").splitlines() == GAMES
    assert output("export", "games.pgn", "3", "--format", "transcript") == GAMES[2] + "\n"


@pytest.mark.parametrize(
    "data",
    [
        "\ufeff# mine\r\nf5d6\r\n\r\nd3c3\r\n".encode(),
        "f5d6\nd3c3\n".encode("utf-16"),
        b"f5d6\rd3c3",
    ],
    ids=["windows", "utf-16", "old mac"],
)
def test_texts_that_editors_have_saved(data: bytes) -> None:
    Path("games").write_bytes(data)
    output("import", "games")
    assert [moves(record) for record in imported()] == ["f5d6", "d3c3"]


@pytest.mark.parametrize(
    "text",
    [
        '[Black "Ann"]\n[White "Bob"]\n\n1. F5 D6\n\n[Black "Cy"]\n[White "Di"]\n\n1. D3 C3\n',
        "id,moves\n1,f5d6\n2,d3c3\n",
        '[["f5", "d6"], ["d3", "c3"]]',
        '{"moves": "f5d6"}\n{"moves": "d3c3"}\n',
        "f5\nd6\n\nd3\nc3\n",
        "'f5','d6'\n'd3','c3'\n",
    ],
    ids=["pgn", "csv", "json", "json lines", "a move a line", "quotes"],
)
def test_what_a_file_is_can_be_seen_in_it(text: str) -> None:
    assert output("import", "-", "--output", "games.pgn", typed=text) == (
        "games.pgn: 2 games from the standard input\n"
    )
    assert [moves(record) for record in imported()] == ["f5d6", "d3c3"]


def test_rows_that_cannot_be_read_do_not_cost_the_others() -> None:
    rows = "".join(f"{n},{game}\n" for n, game in enumerate(["f5d6", *["a1"] * 5, "d3"], 1))
    Path("games.csv").write_text(f"id,moves\n{rows}")
    done = run("import", "games.csv")
    assert done.exit_code == 2
    assert done.stderr.splitlines() == [
        *(
            f"{'Error: ' if n == 2 else ''}games.csv: game {n}, line {n + 1}, move 1, 'a1': a disc"
            " on a1 flips no disc"
            for n in (2, 3, 4)
        ),
        "games.csv: 5 games in all cannot be read",
    ]
    assert [moves(record) for record in imported()] == ["f5d6", "d3"]


def test_names_in_latin_1() -> None:
    Path("games.ggf").write_bytes("(;PB[José]PW[Zoë];)".encode("latin-1"))
    output("import", "games.ggf")
    (record,) = imported()
    assert (record.south, record.north) == ("José", "Zoë")


def test_the_database_of_the_french_federation_with_the_names_beside_it() -> None:
    Path("wth_2001.WTB").write_bytes(wtb("f5d6", GAMES[0]))
    result = run("import", "wth_2001.WTB", "--output", "numbers.pgn")
    assert result.exit_code == 0
    assert result.stderr == (
        "wth_2001.WTB: its folder has no WTHOR.JOU; players have numbers instead of names\n"
        "wth_2001.WTB: its folder has no WTHOR.TRN; tournaments have numbers instead of names\n"
    )
    assert imported("numbers.pgn")[0].south == "player 1"
    Path("Wthor.jou").write_bytes(names(20, "Lévi Jean", "Tastet Marc"))
    Path("WTHOR.TRN").write_bytes(names(26, "???", "Paris"))
    assert run("import", "wth_2001.WTB").stderr == ""
    (first, second) = imported("wth_2001.pgn")
    assert (first.south, first.north, first.event) == ("Tastet Marc", "Lévi Jean", "Paris")
    assert moves(second) == GAMES[0]
    Path("WTHOR.TRN").write_bytes(names(26, "???"))
    said = run("import", "wth_2001.WTB", "--output", "-").stderr.splitlines()
    assert said == [
        "wth_2001.WTB, game 1: tournament 1 has no name: the list of tournaments ends with"
        " number 0",
        "2 games from wth_2001.WTB",
    ]
    Path("others").write_bytes(names(20, "A", "B"))
    output("import", "wth_2001.WTB", "--players", "others", "--output", "others.pgn")
    assert imported("others.pgn")[0].south == "B"


def test_a_score_that_disagrees_is_said_and_the_game_kept() -> None:
    Path("games.wtb").write_bytes(wtb(GAMES[0], GAMES[1], score=40))
    result = run("import", "games.wtb")
    assert result.exit_code == 0
    assert (
        "games.wtb, game 1: the file gives Black +16, but the moves end 32-32 (+0) and count\n"
        "games.wtb, game 2: the file gives Black +16, but the moves end 13-0 (+64) and count\n"
    ) in result.stderr
    assert [record.ending.score[:2] for record in imported()] == [(32, 32), (13, 0)]


def test_games_by_other_rules_are_counted() -> None:
    Path("games.ggf").write_text(f"{GGF}{GGF.replace('TY[8]', 'TY[8a]') * 2}{GGF}")
    result = run("import", "games.ggf")
    assert result.exit_code == 0
    assert result.stdout == "games.pgn: 2 games from games.ggf, 2 passed over\n"
    assert result.stderr == (
        "games.ggf: 2 games passed over: TY[8a] is a game in which the side with fewer discs wins\n"
    )
    assert len(imported()) == 2


def test_the_games_before_a_broken_one_are_kept() -> None:
    Path("games.txt").write_text("f5d6\nd3c3\nf5f5\nf5\n")
    done = run("import", "games.txt")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: games.txt: game 3, line 3, move 2, 'f5': the square f5 already has a disc;"
        " 2 games before that are kept\n"
    )
    assert [moves(record) for record in imported()] == ["f5d6", "d3c3"]
    Path("cut.wtb").write_bytes(wtb("f5d6", "d3")[:-1])
    assert "cut.wtb: game 2: only 67 of its 68 bytes are there" in run("import", "cut.wtb").stderr
    assert len(imported("cut.pgn")) == 1


def test_a_broken_game_of_a_database_does_not_cost_the_others() -> None:
    Path("games.wtb").write_bytes(wtb("f5d6", "f5f5", "d3"))
    done = run("import", "games.wtb")
    assert done.exit_code == 2
    assert done.stdout == "games.pgn: 2 games from games.wtb\n"
    assert done.stderr.splitlines()[-1] == (
        "Error: games.wtb: game 2, move 2, f5: the square f5 already has a disc"
    )
    assert [moves(record) for record in imported()] == ["f5d6", "d3"]


@pytest.mark.parametrize("name", ["zeros", "zeros.wtb"])
def test_a_file_of_zeros_has_no_games(name: str) -> None:
    Path(name).write_bytes(bytes(200_000))
    done = run("import", name)
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) < 5
    assert "its first 16 bytes are zero" in done.stderr or "it is no text" in done.stderr
    assert not list(Path().glob("*.pgn"))
    Path("games.wtb").write_bytes(wtb("f5d6") + bytes(68 * 1000))
    done = run("import", "games.wtb")
    assert "games.wtb: 1,000 games in all cannot be read\n" in done.stderr
    assert "the header says 1 game, the file has 1,001 games" in done.stderr
    assert len(imported()) == 1


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
@pytest.mark.parametrize("text", [GGF * 2, "f5d6\n\nf5d6\n", wtb("f5d6", "f5d6")])
def test_packed_files(pack: Callable[[bytes], bytes], text: str | bytes) -> None:
    data = pack(text if isinstance(text, bytes) else text.encode())
    Path("games.dat.gz").write_bytes(data)
    done = run("import", "games.dat.gz")
    assert done.stdout == "games.pgn: 2 games from games.dat.gz\n"
    assert [moves(record) for record in imported()] == ["f5d6", "f5d6"]
    Path("cut.gz").write_bytes(data[:-5])
    assert "data ends too early: the file is cut off" in refusal("import", "cut.gz")
    Path("games.zip").write_bytes(b"PK\x03\x04" + data)
    assert refusal("import", "games.zip") == (
        "Error: games.zip: it is a zip archive: unpack it first\n"
    )


PGN = """\
[Black "Ann"]
[White "Bob"]
[Black "Cy"]

1. F5 (1. D3 {not ( this} (C3)) D6 {) D3} 2. c3
"""


def test_what_a_pgn_of_another_archive_loses_is_said() -> None:
    Path("games.pgn").write_text(PGN)
    done = run("import", "games.pgn")
    assert done.stdout == "games-owari.pgn: 1 game from games.pgn\n"
    assert done.stderr == (
        "games.pgn, game 1: a variation is skipped; the tag Black stands again in line 3, and the"
        " first counts\n"
    )
    (record,) = imported("games-owari.pgn")
    assert (record.south, moves(record)) == ("Ann", "f5d6c3")
    assert "games-owari.pgn exists already" in refusal("import", "games.pgn")
    Path("OTHERS.PGN").write_text(PGN)
    assert output("import", "OTHERS.PGN").startswith("OTHERS-owari.pgn: ")
    Path("twice.json").write_text('[{"moves": "f5", "moves": "d3"}, {"moves": "f5"}]')
    assert "game 1, item 1: the field 'moves' stands twice" in run("import", "twice.json").stderr
    Path("doubled.ggf").write_text(GGF.replace("PW", "PB[x]PW"))
    assert run("import", "doubled.ggf").stderr == (
        "doubled.ggf, game 1: the tag PB stands again in line 1, and the first counts\n"
    )


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (GGF * 2, 2),
        (PGN, 1),
        ("# mine\nf5d6\n\nd3c3\n", 2),
        ("Ann - Bob: f5d6\n", 1),
        ("id,moves\n1,f5d6\n2,d3c3\n", 2),
        ('[["f5", "d6"]]', 1),
        (wtb("f5d6", "d3", "c4"), 3),
        (gzip.compress(GGF.encode()), 1),
        (GGF.encode("utf-16"), 1),
    ],
    ids=["ggf", "pgn", "lines", "names", "csv", "json", "wthor", "gzip", "utf-16"],
)
def test_every_command_reads_what_import_reads(data: str | bytes, count: int) -> None:
    Path("games").write_bytes(data if isinstance(data, bytes) else data.encode())
    output("import", "games")
    shown = run("show", "games").stdout
    assert shown == Path("games.pgn").read_text("utf-8")
    assert run("show", "games", str(count)).stdout == format_game(imported()[-1])
    noun = "1 game" if count == 1 else f"{count} games"
    assert (
        refusal("show", "games", "9").splitlines()[-1].endswith(f"games has {noun} and no game 9")
    )
    assert f"the moves of {noun} are legal" in output("verify", "games")
    assert f": {noun} from games" in run("report", "games").stdout
    assert run("analyze", "games", "1", "--time", "1ms").exit_code == 0
    exported = run("export", "games", "--format", "transcript").stdout
    assert exported.splitlines() == [moves(record) for record in imported()]


def test_a_broken_game_in_a_file_that_is_shown() -> None:
    Path("games.wtb").write_bytes(wtb("f5d6", "f5f5", "d3"))
    done = run("show", "games.wtb")
    assert done.exit_code == 2
    assert done.stdout.count("[Event") == 2
    assert done.stderr.splitlines()[-1] == (
        "Error: games.wtb: game 2, move 2, f5: the square f5 already has a disc;"
        " 'owari import' keeps the games that can be read"
    )
    assert run("show", "games.wtb", "3").exit_code == 0
    assert "game 2, move 2, f5: the square" in refusal("show", "games.wtb", "2")


def test_records_in_other_encodings() -> None:
    text = format_game(GameRecord(OTHELLO, OTHELLO.start(), "José", "B"))
    Path("game.pgn").write_text(text, "utf-16")
    assert output("show", "game.pgn") == text
    Path("game.pgn").write_text(text, "latin-1")
    assert refusal("show", "game.pgn") == (
        "Error: game.pgn, line 5: it is not UTF-8, and may be Latin-1: save the file as UTF-8, or"
        " run: iconv -f LATIN1 -t UTF-8 game.pgn\n"
    )
    Path("games.ggf").write_text("(;PB[A]\nPW[Zoë];)", "latin-1")
    assert run("import", "games.ggf").stderr == (
        "games.ggf: line 2 is not UTF-8: bytes that are not are read as Latin-1\n"
    )


def test_the_theoretical_scores_of_a_database_are_kept() -> None:
    data = bytearray(wtb(GAMES[0], GAMES[0][:90]))
    data[14] = 20
    data[16 + 7] = 40  # the theoretical score of the first game
    Path("games.wtb").write_bytes(data)
    output("import", "games.wtb")
    first, second = imported()
    assert [str(ply.value) for ply in first.plies if ply.value] == ["+16 exact"]
    done = run("export", "games.pgn", "--format", "wthor", "--output", "again.wtb")
    assert "values" not in done.stderr
    output("import", "again.wtb", "--output", "again.pgn")
    assert [each.plies for each in imported("again.pgn")] == [first.plies, second.plies]


def test_what_a_format_does_not_keep_is_said() -> None:
    Path("games.ggf").write_text(GGF * 2)
    done = run("export", "games.ggf", "--format", "transcript")
    assert done.stdout == "f5d6\nf5d6\n"
    assert done.stderr == (
        "The format transcript does not keep all: names (2 games), times of moves (2 games)\n"
    )
    assert run("export", "games.ggf", "--format", "ggf").stderr == ""


def test_a_file_without_a_good_game_leaves_none() -> None:
    Path("games.txt").write_text("f5f5")
    assert "game 1, line 1, move 2" in refusal("import", "games.txt")
    Path("empty").write_text("# nothing\n")
    assert refusal("import", "empty") == "Error: empty has no readable game\n"
    assert not list(Path().glob("*.pgn"))


def test_what_is_there_is_never_overwritten() -> None:
    Path("games.txt").write_text("f5d6")
    Path("games.pgn").write_text("mine")
    sentence = "Error: games.pgn exists already: name another file\n"
    assert refusal("import", "games.txt") == sentence
    Path("record.pgn").write_text(format_game(GameRecord(OTHELLO, OTHELLO.start(), "A", "B")))
    words = ("export", "record.pgn", "--format", "ggf", "--output", "games.pgn")
    assert refusal(*words) == sentence
    assert Path("games.pgn").read_text() == "mine"


def test_several_files_and_what_is_wrong_with_each() -> None:
    Path("a.txt").write_text("f5")
    Path("b.txt").write_text("f5a1")
    Path("c.ggf").write_text(GGF)
    result = run("import", "a.txt", "nowhere", "b.txt", "c.ggf", "--output", "games.pgn")
    assert result.exit_code == 2
    assert result.stdout == "games.pgn: 1 game from a.txt\ngames.pgn: 1 game from c.ggf\n"
    assert result.stderr.splitlines()[0] == "Error: nowhere: No such file or directory"
    assert result.stderr.splitlines()[1].startswith("b.txt: game 1, line 1, move 2, 'a1': ")
    assert [moves(record) for record in imported()] == ["f5", "f5d6"]


def test_from_the_standard_input_to_the_standard_output() -> None:
    result = run("import", "-", typed="f5d6\n")
    assert result.exit_code == 0
    assert [moves(record) for record in read_games(result.stdout)] == ["f5d6"]
    assert result.stderr == "1 game from the standard input\n"
    assert "the standard input: game 1, line 1" in refusal("import", "-", typed="x")
    text = output("import", "-", "--format", "ggf", typed=GGF * 2)
    assert len(read_games(text)) == 2
    output("import", "-", "--output", "in.pgn", typed=wtb("f5"))
    assert moves(imported("in.pgn")[0]) == "f5"


def test_other_boards() -> None:
    text = output("import", "-", "--game", "othello:6", typed="d5c5")
    assert read_games(text)[0].game.name == "othello:6"
    text = output("import", "-", "--game", "free-othello", typed="f5f6f7")
    assert moves(read_games(text)[0]) == "f5f6f7"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--game", "owari"], "only games of Othello can be converted, not owari"),
        (["--game", "othello:5"], "a board has 4 to 16 squares a side, an even number, not 5"),
        (["--game", "othello:6"], "--game is for transcript, pgn, csv, json, and games is ggf"),
        (["--players", "x"], "--players and --tournaments are for wthor, and games is ggf"),
        (["--format", "wthor", "--players", "x"], "x: No such file or directory"),
        (["--format", "transcript"], "game 1, line 1, move 1"),
        (["--format", "sgf"], "'sgf' is not one of 'wthor', 'ggf', 'transcript'"),
        (["--output", "no/where.pgn"], "no/where.pgn cannot be written: No such file or directory"),
    ],
)
def test_options_that_do_not_fit(words: list[str], complaint: str) -> None:
    Path("games").write_text(GGF)
    assert complaint in refusal("import", "games", *words)
    assert not list(Path().glob("*.pgn"))


def test_a_record_is_none_of_these_files() -> None:
    Path("game.pgn").write_text(format_game(GameRecord(OTHELLO, OTHELLO.start(), "A", "B")))
    assert refusal("import", "game.pgn") == (
        "Error: game.pgn is a record already: owari show reads it\n"
    )


def test_export_and_import_again() -> None:
    Path("games.ggf").write_text(GGF + "\n" + GGF.replace("one", "two"))
    output("import", "games.ggf")
    words = ("export", "games.pgn", "--format", "ggf", "--output", "again.ggf")
    assert output(*words) == "again.ggf: 2 games from games.pgn\n"
    output("import", "again.ggf")
    assert imported("again.pgn") == imported()


def test_a_database_is_written_with_its_names_and_read_again() -> None:
    text = f"Ann - Bob: {GAMES[0]}\n\nZo\u00eb - Ann: {GAMES[1]}\n\nCy - Di: f5d6\n"
    Path("games.txt").write_text(text)
    output("import", "games.txt")
    words = ("export", "games.pgn", "--format", "wthor", "--output", "evening.wtb")
    result = run(*words)
    assert result.exit_code == 0
    assert result.stdout == (
        "evening.wtb: 2 games from games.pgn, with the names in evening.JOU and evening.TRN\n"
    )
    assert "game 3 is left out: WTHOR cannot say how the game ended: unfinished" in result.stderr
    assert run("import", "evening.wtb").stderr == ""
    assert [(each.south, each.north, moves(each)) for each in imported("evening.pgn")] == [
        ("Ann", "Bob", GAMES[0]),
        ("Zo\u00eb", "Ann", GAMES[1]),
    ]
    assert "evening.wtb exists already" in refusal(*words)
    Path("evening.wtb").unlink()
    assert "evening.JOU exists already" in refusal(*words)
    assert not Path("evening.wtb").exists()
    assert "a file name that ends in .wtb" in refusal("export", "games.pgn", "--format", "wthor")


def test_games_that_a_format_cannot_hold_are_left_out() -> None:
    records = [
        GameRecord(rules, rules.start(side), "A", "B")
        for rules, side in [(OWARI, Side.SOUTH), (OTHELLO, Side.NORTH)]
    ]
    Path("games.pgn").write_text("\n".join(map(format_game, records)))
    result = run("export", "games.pgn", "--format", "ggf")
    assert result.exit_code == 0
    assert result.stdout.startswith("(;GM[Othello]PB[B]PW[A]")
    assert result.stderr == "game 1 is left out: GGF has no games of owari\n"
    assert refusal("export", "games.pgn", "--format", "transcript") == (
        "Error: game 1 is left out: a transcript holds Othello, not owari\n"
        "game 2 is left out: it has no moves, and a transcript has moves only\n"
    )


def test_games_with_the_same_reason_share_a_sentence() -> None:
    game = GameRecord(OWARI, OWARI.start(Side.SOUTH), "A", "B")
    Path("games.pgn").write_text("\n".join([format_game(game)] * 8))
    assert refusal("export", "games.pgn", "--format", "ggf") == (
        "Error: games 1, 2, 3, 4, 5, 6 and 2 more are left out: GGF has no games of owari\n"
    )


def test_what_cannot_be_exported() -> None:
    assert "Missing option '--format'" in refusal("export", "games.pgn")
    assert "games.pgn: No such file or directory" in refusal(
        "export", "games.pgn", "--format", "ggf"
    )
    Path("games.pgn").write_text(format_game(GameRecord(OTHELLO, OTHELLO.start(), "A", "B")))
    assert "games.pgn has 1 game and no game 2" in refusal(
        "export", "games.pgn", "2", "--format", "ggf"
    )


@pytest.mark.slow
def test_ctrl_c_leaves_whole_games(folder: Path) -> None:
    """On a pipe that goes on, so that it is surely in the middle."""
    child = subprocess.Popen(
        [*COMMAND, "import", "-", "--output", "games.pgn"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdin.write(b"f5d6c3d3c4\n" * 10_000)
    child.stdin.flush()
    while not (folder / "games.pgn").exists() or not (folder / "games.pgn").stat().st_size:
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    _, complaint = child.communicate(timeout=60)
    assert child.returncode == 130
    assert complaint.strip() == b"Interrupted."
    assert {moves(record) for record in imported()} == {"f5d6c3d3c4"}


def test_progress_is_shown_on_a_terminal_alone(folder: Path) -> None:
    Path("games.txt").write_text("f5d6\n" * 250)
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "import", "games.txt"], stdout=subprocess.PIPE, stderr=theirs, check=True
    )
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # how Linux says that the other end is closed
        while part := os.read(ours, 1000):
            shown += part
    os.close(ours)
    assert shown == b"100 games\r200 games\r"
    assert done.stdout == b"games.pgn: 250 games from games.txt\n"
