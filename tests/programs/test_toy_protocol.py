"""A protocol that is added by one file, tests/support/toy_protocol.py, and one line."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

from owari.programs.dialogues.setting_keys import keyed_fields
from tests.support.toy_protocol import PROTOCOL

pytestmark = pytest.mark.usefixtures("no_survivor")

ONE_LINE = "PROTOCOLS['toy'] = 'tests.support.toy_protocol'"
OWARI = f"""
import sys
from owari.programs.dialogues.protocols import PROTOCOLS
{ONE_LINE}
from owari.cli.main import main
if __name__ == "__main__":
    sys.exit(main())
"""
PICKER = """
import sys
for line in sys.stdin:
    *please, last = line.rstrip("?\\n").split()
    if please.count("please") != 2:
        sys.exit("not polite")
    print(last, flush=True)
"""
BOTS = """\
games-per-match: 2
bots:
  - name: Random
    engine: random
  - name: Picker
    command: [{python}, picker.py]
    protocol: toy
    politeness: {politeness}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the program, a tournament file and a command `owari` that knows the protocol."""
    (tmp_path / "owari_with_toy.py").write_text(OWARI)
    (tmp_path / "picker.py").write_text(PICKER)
    (tmp_path / "bots.yaml").write_text(BOTS.format(python=sys.executable, politeness=2))
    return tmp_path


def owari(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    return subprocess.run(
        [sys.executable, "owari_with_toy.py", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_it_is_listed_and_explained(folder: Path) -> None:
    listed = owari(folder, "protocols").stdout
    assert f"toy         {PROTOCOL.summary}\n" in listed
    explained = owari(folder, "protocols", "toy").stdout
    assert "It reads a line with the legal moves and writes one of them." in explained
    row = "| `politeness` | 0 to 3 | 0 | The number of times that a question says please. |\n"
    assert row in explained


def test_a_tournament(folder: Path) -> None:
    played = owari(folder, "tournament", "bots.yaml")
    assert played.returncode == 0, played.stderr
    record = owari(folder, "show", "bots.yaml", "1").stdout
    assert "Picker" in record
    assert "forfeit" not in record


def test_its_questions_follow_the_key(folder: Path) -> None:
    (folder / "bots.yaml").write_text(BOTS.format(python=sys.executable, politeness=1))
    played = owari(folder, "tournament", "bots.yaml")
    assert played.returncode == 0, played.stderr
    assert "not polite" in owari(folder, "show", "bots.yaml", "1").stdout


def test_check(folder: Path) -> None:
    checked = owari(folder, "check", "bots.yaml:Picker")
    assert checked.returncode == 0, checked.stdout
    assert "failed" not in checked.stdout
    assert "ready after" in checked.stdout


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("politenes: 2", "8: unknown key 'politenes'; did you mean politeness?"),
        ("politeness: 4", "8: politeness: at most 3, not '4'"),
        ("politeness: very", "8: politeness: a whole number is expected, not 'very'"),
        ("side: north", "8: side is a key of a bot with protocol: console, and this is a bot with"),
    ],
)
def test_wrong_keys(folder: Path, line: str, complaint: str) -> None:
    text = BOTS.format(python=sys.executable, politeness=2)
    (folder / "bots.yaml").write_text(text.replace("politeness: 2", line))
    refused = owari(folder, "tournament", "bots.yaml")
    assert refused.returncode == 2
    assert f"bots.yaml:{complaint}" in refused.stderr


def test_every_setting_needs_a_description() -> None:
    settings = dataclasses.make_dataclass("Settings", [("speed", int, 1)])
    with pytest.raises(TypeError, match=r"Settings\.speed has no key with a description"):
        keyed_fields(settings)
