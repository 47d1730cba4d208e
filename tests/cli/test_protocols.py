"""The command that explains protocols."""

from __future__ import annotations

import os
import subprocess

import pytest

from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol
from tests.support.command import COMMAND, run


def test_the_list() -> None:
    result = run("protocols")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(PROTOCOLS)]] == list(PROTOCOLS)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_one_of_them(name: str) -> None:
    result = run("protocols", name)
    assert result.exit_code == 0
    assert find_protocol(name).guide in result.output


def test_one_that_there_is_not() -> None:
    result = run("protocols", "chess")
    assert result.exit_code == 2
    assert "'chess' is not one of 'line'" in result.output


@pytest.mark.parametrize("words", [("bots",), ("protocols", "kgp"), ("solve", "--help")])
def test_a_reader_who_has_seen_enough_is_no_error(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, *words]
    try:
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
