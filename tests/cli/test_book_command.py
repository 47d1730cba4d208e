"""`owari book build`: made, gone on with, refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

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


def build(*words: str) -> Result:
    return run("book", "build", "--game", GAME, "--easy", "1", *words)


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

    def interrupted(*arguments: Any) -> Iterator[Any]:
        nonlocal steps
        from owari.engine.book_builder import make_book

        for step in make_book(*arguments):
            steps += 1
            if steps % 8 == 0:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr("owari.cli.book.make_book", interrupted)
    for _ in range(3):
        run = build("--output", "parts")
        assert run.exit_code != 0
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
