"""`owari tablebase`, as it is typed, and what other commands make of the tables."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from owari.engine.endgames import build
from owari.engine.kernel import sowing
from owari.engine.tablebase import positions
from owari.games.mancala import KALAH, OWARI
from tests.support.command import COMMAND, LONGEST, owari
from tests.support.terminal import Terminal

pytestmark = pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")

BUILD = [*COMMAND, "tablebase", "build"]
POSITION = "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S"
THIRTEEN = "6-once-opposite-13.tablebase"
"""One stone more than an engine builds for itself."""


def with_tables(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with its data in the folder."""
    return owari(Path(), *words, environment={"OWARI_DATA": str(folder)})


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "tablebases").iterdir())


def test_built_once_then_found(tmp_path: Path) -> None:
    first = with_tables(tmp_path, "tablebase", "build", "--stones", "13")
    assert (first.returncode, first.stderr) == (0, "")
    path = tmp_path / "tablebases" / THIRTEEN
    assert first.stdout.startswith(f"{path}: 5.2 MB, built in ")
    assert first.stdout.count("\n") == 2  # the second line says that it is small
    assert path.read_bytes()[-positions(OWARI, 13) :] == bytes(build(OWARI, 13))
    written = path.stat().st_mtime_ns
    again = with_tables(tmp_path, "tablebase", "build", "--stones", "13", "--game", "owari:6x4")
    assert (again.returncode, again.stdout) == (0, f"{path} exists already and is valid.\n")
    assert path.stat().st_mtime_ns == written
    assert files(tmp_path) == [THIRTEEN]


def test_a_table_that_the_engine_needs_no_file_for(tmp_path: Path) -> None:
    done = with_tables(tmp_path, "tablebase", "build", "--game", "kalah:4x3", "--stones", "5")
    assert "4-again-both-5.tablebase: 0.0 MB" in done.stdout
    assert "The engine builds a table of this size in memory" in done.stdout


def test_a_damaged_table_is_refused_by_solve_and_built_anew(tmp_path: Path) -> None:
    with_tables(tmp_path, "tablebase", "build", "--stones", "13")
    path = tmp_path / "tablebases" / THIRTEEN
    whole = path.read_bytes()
    assert "Margin for South: -2" in with_tables(tmp_path, "solve", POSITION).stdout
    for damaged in (whole[:-1], whole[:9999] + b"\x55" + whole[10000:]):
        path.write_bytes(damaged)
        refused = with_tables(tmp_path, "solve", POSITION)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith(f"Error: {path} cannot be used, ")
        assert refused.stderr.endswith("run owari tablebase build --game owari --stones 13\n")
        assert path.read_bytes() == damaged
        assert "damaged: " in with_tables(tmp_path, "tablebase", "list").stdout
        mended = with_tables(tmp_path, "tablebase", "build", "--stones", "13")
        assert mended.returncode == 0
        assert mended.stderr.startswith(f"{path} is damaged, ")
        assert path.read_bytes() == whole
    assert files(tmp_path) == [THIRTEEN]


def test_a_player_ignores_a_damaged_table_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tablebases").mkdir()
    (tmp_path / "tablebases" / THIRTEEN).write_bytes(b"owari")
    bots = tmp_path / "bots.yaml"
    bots.write_text(
        "concurrency: 1\nbots:\n"
        "  - {name: A, engine: alpha-beta, time: 10ms}\n"
        "  - {name: B, engine: alpha-beta, depth: 2}\n"
    )
    played = with_tables(tmp_path, "tournament", str(bots))
    assert played.returncode == 0
    assert "Champion: " in played.stdout
    (line,) = played.stderr.splitlines()
    assert line.endswith("run owari tablebase build --game owari --stones 13")


def test_list(tmp_path: Path) -> None:
    nothing = with_tables(tmp_path, "tablebase", "list")
    assert (nothing.returncode, nothing.stdout) == (
        0,
        f"{tmp_path}/tablebases has no endgame tables.\n",
    )
    with_tables(tmp_path, "tablebase", "build", "--stones", "10")
    with_tables(tmp_path, "tablebase", "build", "--game", "kalah-empty:4x1", "--stones", "10")
    listed = with_tables(tmp_path, "tablebase", "list")
    rows = [line.split() for line in listed.stdout.splitlines()]
    assert rows[0] == [f"{tmp_path}/tablebases"]
    assert rows[3:] == [
        ["owari", "10", "0.7", "MB", "valid", "6-once-opposite-10.tablebase"],
        ["kalah-empty:4x4", "10", "0.0", "MB", "valid", "4-again-both-always-10.tablebase"],
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--stones", "25"), "Error: a table has 1 to 24 stones, not 25\n"),
        (("--stones", "0"), "Error: a table has 1 to 24 stones, not 0\n"),
        (("--stones", "-3"), "Error: a table has 1 to 24 stones, not -3\n"),
        (("--stones", "many"), "'many' is not a valid integer"),
        ((), "Missing option '--stones'"),
        (("--stones", "5", "--game", "kallah"), "did you mean 'kalah'?"),
        (
            ("--stones", "24", "--game", "owari:12x1"),
            "Error: a table of 24 stones takes 48,371.4 GB of memory, and ",
        ),
    ],
)
def test_bad_input_is_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    refused = with_tables(tmp_path, "tablebase", "build", *words)
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "tablebases").exists() or not files(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = with_tables(tmp_path / "file", "tablebase", "build", "--stones", "5")
    assert refused.returncode == 2
    assert refused.stderr.endswith("5.tablebase cannot be written: Not a directory\n")
    assert refused.stderr.count("\n") == 1
    # Nor are there tables in it, which hinders nobody.
    assert with_tables(tmp_path / "file", "solve", POSITION).returncode == 0
    assert "has no endgame tables" in with_tables(tmp_path / "file", "tablebase", "list").stdout


def test_a_disk_that_takes_only_a_part(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    refused = subprocess.run(
        [*BUILD, "--stones", "13"],
        env={**os.environ, "OWARI_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert refused.returncode == 2
    assert refused.stderr.endswith(f"{THIRTEEN} cannot be written: File too large\n")
    assert files(tmp_path) == []


def test_no_kernel(tmp_path: Path) -> None:
    without = "import sys; sys.modules['owari.engine.kernel.native_sowing'] = None"
    code = f"{without}; from owari.cli.start import main; main()"
    refused = subprocess.run(
        [sys.executable, "-c", code, "tablebase", "build", "--stones", "5"],
        env={**os.environ, "OWARI_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert refused.stderr == (
        "Error: only the kernel builds a table, and this installation has no kernel\n"
    )


def test_two_builders(tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            [*BUILD, "--stones", "15"],
            env={**os.environ, "OWARI_DATA": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [builder.communicate(timeout=60) for builder in both]
    # One builds; the other meets it at work, or finds the table.
    for builder, (out, err) in zip(both, said, strict=True):
        if builder.returncode:
            assert builder.returncode == 2
            assert "is in use: another owari" in err
        else:
            assert "built in" in out or "exists already" in out
    assert sum("built in" in out for out, _ in said) == 1
    assert files(tmp_path) == ["6-once-opposite-15.tablebase"]
    assert with_tables(tmp_path, "tablebase", "list").stdout.count(" valid ") == 1


def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    terminal = Terminal("tablebase", "build", "--stones", "22", folder=tmp_path)
    terminal.expect("22 stones  [")
    terminal.keys("\x03")
    terminal.expect("Interrupted.")
    assert terminal.end() == 130
    assert files(tmp_path / "data") == []


def test_ctrl_c_over_a_damaged_table_leaves_that(tmp_path: Path) -> None:
    (tmp_path / "tablebases").mkdir()
    path = tmp_path / "tablebases" / "6-again-both-22.tablebase"
    path.write_bytes(b"damaged")
    builder = subprocess.Popen(
        [*BUILD, "--stones", "22", "--game", KALAH.name],
        env={**os.environ, "OWARI_DATA": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert builder.stderr
    assert "building it again" in builder.stderr.readline()
    builder.send_signal(signal.SIGINT)
    assert builder.wait(timeout=LONGEST) == 130
    assert builder.stderr.read().strip() == "Interrupted."
    builder.stderr.close()
    assert path.read_bytes() == b"damaged"
    assert files(tmp_path) == [path.name]


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("tablebase", "build", "--stones", "12", folder=tmp_path)
    terminal.expect("12 stones  [")
    terminal.expect("100%")
    terminal.expect("2.7 MB, built in")
    assert terminal.end() == 0
