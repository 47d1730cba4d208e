"""The builder of books as a command: made, gone on with, refused."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from owari.engine import book_builder
from owari.engine.book import Book
from owari.engine.kernel import sowing
from owari.games.catalog import find_game
from tests.support.command import run

pytestmark = pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")

GAME = "owari:3x3"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Run(NamedTuple):
    exit_code: object
    output: str


def build(*words: str) -> Run:
    """What the command prints, and how it leaves."""
    code: object = 0
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            book_builder.main(["--game", GAME, "--easy", "1", *words])
        except (SystemExit, KeyboardInterrupt) as left:
            code = getattr(left, "code", 130)
    return Run(code, printed.getvalue())


def test_a_book_is_made(folder: Any) -> None:
    run = build()
    assert run.exit_code == 0, run.output
    book = Book.from_bytes((folder / "owari.book").read_bytes(), find_game(GAME), "it")
    assert run.output == (
        f"owari.book: {len(book):,} positions, {(folder / 'owari.book').stat().st_size:,} bytes\n"
    )
    assert len(book) > 10
    assert not (folder / "owari.book.part").exists()


def test_what_was_interrupted_goes_on_to_the_same_book(
    folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    build("--output", "whole")
    whole = (folder / "whole").read_bytes()
    steps = 0
    make_book = book_builder.make_book

    def interrupted(*arguments: Any) -> Iterator[Any]:
        nonlocal steps
        for step in make_book(*arguments):
            steps += 1
            if steps % 8 == 0:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr(book_builder, "make_book", interrupted)
    for _ in range(3):
        run = build("--output", "parts")
        assert run.exit_code == 130
    part = folder / "parts.part"
    assert len(part.read_text().splitlines()) == 1 + 3 * 7
    part.write_text(part.read_text() + "12345")  # a line that was not finished
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    run = build("--output", "parts")
    assert run.exit_code == 0, run.output
    assert (folder / "parts").read_bytes() == whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--output", "there"], "there exists already: name another file"),
        (["--game", "kalah"], "kalah has too many positions for a book"),
        (["--output", "other"], "other.part belongs to another book"),
        (["--output", "bad"], "bad.part, line 2 is damaged"),
        (["--output", "there/owari.book"], "Not a directory"),
        (["--game", "othello"], "othello has no book: choose owari, kalah"),
        (["--game", "owary"], "unknown game 'owary'; did you mean 'owari'?"),
        (["--easy", "0"], "'0' is not a whole number from 1"),
    ],
)
def test_what_cannot_be(folder: Any, words: list[str], said: str) -> None:
    (folder / "there").write_text("mine")
    (folder / "other.part").write_text("16 plies of kalah:3x3 without what takes 1 positions\n")
    (folder / "bad.part").write_text("16 plies of owari:3x3 without what takes 1 positions\n7 x\n")
    run = build(*words)
    assert run.exit_code == 2
    assert said in run.output
    assert (folder / "there").read_text() == "mine"
    assert (folder / "bad.part").exists()


def test_the_module_is_a_program(folder: Path) -> None:
    words = (sys.executable, "-m", "owari.engine.book_builder", "--game", GAME, "--easy", "1")
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("owari.book: ")
    assert done.stderr == ""


def test_its_former_name_works_and_is_listed_nowhere(folder: Path) -> None:
    done = run("book", "build", "--game", GAME, "--easy", "1", "--output", "new")
    assert (done.exit_code, done.output[:5]) == (0, "new: ")
    assert (folder / "new").exists()
    assert run("book", "build", "--game", "othello").exit_code == 2
    assert "book" not in run("--help").output
