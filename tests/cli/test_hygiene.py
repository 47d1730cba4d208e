"""What others choose to be called and to say is data: it commands nothing on any screen, in any
file or report."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from owari.report.tables import FORMATS
from tests.support.command import COMMAND, run
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS

SCRIPT = "../../<script>alert(1)</script>"
FORMULA = "=HYPERLINK(1)|`id`$\\x{} & [a](b)"
EVENT = "<b>Evening</b> | \\input{x}"
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\r<script>"

FILE = f"""\
event: '{EVENT}'
time-per-turn: 20s
bots:
  - {{name: "{SCRIPT}", command: [{sys.executable}, {PROGRAMS}/bad/paints.py]}}
  - {{name: '{FORMULA}', command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
  - {{name: "/etc/passwd", engine: first}}
"""

RECORD = f"""\
[Event "{ESCAPES}"]
[South "../{ESCAPES}"]
[North "={ESCAPES}"]
[Result "*"]
[Game "owari"]
[First "South"]
[Score "0-0"]
[Termination "unfinished"]
[Reason "{ESCAPES}"]

1. S0 {{{ESCAPES}}} N7 {{depth 3, {ESCAPES}}} *
"""


def shown(folder: Path, *words: str) -> str:
    """What the command has shown, on both of its outputs."""
    environment = {"OWARI_DATA": str(folder / "data")}
    if words[0] in ("check", "tournament"):  # which have processes of their own
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=folder,
            capture_output=True,
            timeout=120,
            check=False,
            env={**os.environ, **environment},
        )
        code, data = done.returncode, done.stdout + done.stderr
    else:
        result = run(*words, folder=folder, environment=environment)
        code, data = result.exit_code, result.stdout_bytes + result.stderr_bytes
    # Strictly as UTF-8 and with every CR: what a terminal would see.
    text = data.decode("utf-8")
    assert code in (0, 1, 2), text
    assert "Traceback" not in text
    return text


def assert_harmless(text: str) -> None:
    assert text
    odd = {c for c in text if not c.isprintable() and c != "\n"}
    assert not odd


def tags(text: str) -> set[str]:
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: found.append(tag)  # type: ignore[method-assign]
    parser.feed(text)
    return set(found)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that has been played, with logs and an annulled game."""
    folder = tmp_path_factory.mktemp("evening") / "in" / "here"
    folder.mkdir(parents=True)
    (folder / "bots.yaml").write_text(FILE, "utf-8")
    (folder / "others.pgn").write_text(RECORD, "utf-8")
    assert_harmless(shown(folder, "tournament", "bots.yaml", "--logs", "logs"))
    assert_harmless(shown(folder, "annul", "bots.yaml", "2", f"why {ESCAPES}"))
    return folder


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "words", [["standings"], *at_night(["show"], ["analyze", "1", "--time", "10ms"])]
)
def test_no_report_of_a_tournament(evening: Any, words: list[str], form: str) -> None:
    command, *others = words
    text = shown(evening, command, "bots.yaml", *others, "--format", form)
    assert_harmless(text)
    if form == "html":
        assert tags(text) <= {"h2", "h3", "table", "thead", "tbody", "tr", "th", "td", "p"}
    elif form == "csv":
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "@"))]
    elif form == "github":
        rows = [line for line in text.splitlines() if line.startswith("|")]
        assert rows
        assert "`id`" not in text.replace("\\`", "")
        assert "<script>" not in text
    elif form == "latex":
        assert "\\input{" not in text
        assert "$\\x" not in text
    elif form == "json":
        json.loads(text)


@pytest.mark.parametrize("form", FORMATS)
def test_names_are_still_those_that_were_given(evening: Any, form: str) -> None:
    """Escaped where the format asks for it, and not lost."""
    text = shown(evening, "standings", "bots.yaml", "--format", form)
    assert "alert(1)" in text
    assert "HYPERLINK(1)" in text


@pytest.mark.parametrize(
    "words",
    [
        ["show", "bots.yaml", "1"],
        ["show", "bots.yaml", "1", "--moves"],
        ["show", "bots.yaml", "1", "--values", "--time", "10ms"],
        ["tournament", "bots.yaml", "--dry-run"],
        ["tournament", "bots.yaml", "--replay", f"nobody {ESCAPES}"],
        ["check", "bots.yaml", "--json"],
        ["check", f"bots.yaml:{SCRIPT}", "--explain"],
        ["check", f"bots.yaml:{ESCAPES}"],
        ["check", f"./{ESCAPES}"],
        ["show", "others.pgn"],
        ["show", "others.pgn", "--moves"],
        ["analyze", "others.pgn", "--time", "10ms"],
        ["score", "bots.yaml", f"nobody {ESCAPES}", "B", "19-17"],
        ["score", "new.db", f"../{ESCAPES}", "=B", "19-17"],
        ["standings", "new.db"],
        ["show", "new.db", "--format", "csv"],
        ["show", f"{ESCAPES}.pgn"],
    ],
    ids=lambda words: " ".join(words[:2]).encode("unicode_escape").decode(),
)
def test_no_screen(evening: Any, words: list[str]) -> None:
    assert_harmless(shown(evening, *words))


def test_no_file_is_written_anywhere_else_and_none_has_a_command_in_it(evening: Any) -> None:
    written = {path for path in evening.parents[1].rglob("*") if path.is_file()}
    assert all(path.is_relative_to(evening) for path in written)
    names = [str(path.relative_to(evening)) for path in written]
    assert any(name.startswith("logs/0001-script_alert_1_script-") for name in names)
    for path in written:
        relative = path.relative_to(evening)
        assert all(c.isalnum() or c in "._-/" for c in str(relative)), relative
        if path.suffix in (".pgn", ".log") and path.name != "others.pgn":
            assert_harmless(path.read_bytes().decode("utf-8"))
