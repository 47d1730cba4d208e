"""Tables as wide as the screen: a terminal, COLUMNS, or a pipe without a limit."""

from __future__ import annotations

from pathlib import Path

import pytest
from wcwidth import wcswidth

from tests.support.command import output, owari
from tests.support.terminal import Terminal

NAMES = ["The Extraordinary Sowing Machine of Aarhus", "播種機械の大いなる名前を持つプログラム"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the results of a match."""
    monkeypatch.chdir(tmp_path)
    output("score", "bots.db", *NAMES, "20-16")
    output("score", "bots.db", *reversed(NAMES), "20-16")
    return tmp_path


@pytest.mark.parametrize("command", ["standings", "show"])
def test_a_pipe_has_no_limit_but_that_of_columns(command: str, folder: Path) -> None:
    assert NAMES[0] in owari(folder, command, "bots.db").stdout
    narrow = owari(folder, command, "bots.db", environment={"COLUMNS": "60"}).stdout
    assert max(map(wcswidth, narrow.splitlines())) <= 60
    assert "…" in narrow
    for nonsense in ("0", "-5", "wide", ""):
        wide = owari(folder, command, "bots.db", environment={"COLUMNS": nonsense}).stdout
        assert NAMES[0] in wide


@pytest.mark.parametrize("form", ["csv", "json", "github", "html", "latex"])
def test_documents_and_data_have_whole_names(form: str, folder: Path) -> None:
    words = ("standings", "bots.db", "--format", form)
    done = owari(folder, *words, environment={"COLUMNS": "40"})
    assert done.stdout == owari(folder, *words).stdout
    assert all(name in done.stdout for name in NAMES)


def test_sentences_on_a_terminal_break_between_words(folder: Path) -> None:
    terminal = Terminal(
        "play", "--position", "nonsense of many words, all alike", folder=folder, size=(24, 40)
    )
    terminal.expect("Error: ")
    assert terminal.end() == 2
    lines = terminal.seen.replace("\r", "").splitlines()
    assert len(lines) > 1
    assert max(map(wcswidth, lines)) <= 40
    whole = owari(folder, "play", "--position", "nonsense of many words, all alike").stderr
    assert " ".join(lines).split() == whole.split()


def test_a_terminal_has_its_width(folder: Path) -> None:
    terminal = Terminal("standings", "bots.db", folder=folder, size=(24, 50))
    terminal.expect("Tied champions")
    assert terminal.end() == 0
    table = terminal.seen.replace("\r", "").split("\n\n")[1].splitlines()
    assert len(table) == 4
    assert table[0].split()[:6] == ["#", "bot", "P", "W", "D", "L"]
    assert max(map(wcswidth, table)) <= 50
