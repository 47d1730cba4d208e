"""`owari report`: one page of a tournament or of a record."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path

import pytest

from owari.records.pgn import format_game
from owari.results.store import Store
from tests.support.command import LONGEST, output, owari, refusal, started

TOURNAMENT = """\
event: Two evenings
bots:
  - {name: Depth 2, engine: alpha-beta, depth: 2}
  - {name: Greedy, engine: greedy}
  - {name: First, engine: first}
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    (folder / "bots.yaml").write_text(TOURNAMENT)
    assert owari(folder, "tournament", "bots.yaml").returncode == 0
    return folder


@pytest.fixture(autouse=True)
def folder(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the results of a tournament of six games."""
    for file in played.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def test_the_page_has_the_name_of_the_file_by_default() -> None:
    said = output("report", "bots.yaml")
    assert re.fullmatch(r"bots\.html: 6 games from bots\.yaml, 0\.\d MB\n", said)
    page = Path("bots.html").read_text("utf-8")
    assert "<h1>Two evenings</h1>" in page
    assert re.search(r'<p class="champion">Champion: (Depth 2|Greedy|First)</p>', page)
    assert output("report", "bots.db", "-o", "-") == page


def test_a_report_is_replaced_but_no_other_file() -> None:
    output("report", "bots.yaml", "-o", "evening.html")
    output("report", "bots.yaml", "-o", "evening.html", "--games", "1")
    assert data_of(Path("evening.html").read_text("utf-8"))["replays"] == [6]
    Path("notes.html").write_text("<title>My notes</title>")
    assert refusal("report", "bots.yaml", "-o", "notes.html") == (
        "Error: notes.html exists already and is no report: name another file\n"
    )
    assert Path("notes.html").read_text() == "<title>My notes</title>"
    assert sorted(path.suffix for path in Path().iterdir()) == [".db", ".html", ".html", ".yaml"]


@pytest.mark.parametrize(
    ("selection", "numbers"), [("all", [1, 2, 3, 4, 5, 6]), ("2", [5, 6]), ("forfeits", [])]
)
def test_games_bounds_what_readers_can_replay(selection: str, numbers: list[int]) -> None:
    output("report", "bots.yaml", "-o", "evening.html", "--games", selection)
    page = Path("evening.html").read_text("utf-8")
    assert data_of(page)["replays"] == numbers
    assert len(data_of(page)["list"]["games"]) == 6
    assert ("Of 6 games this page holds the moves of" in page) == (selection != "all")


@pytest.mark.parametrize("selection", ["0", "-1", "some", "", "1.5"])
def test_other_bounds_are_refused(selection: str) -> None:
    said = refusal("report", "bots.yaml", f"--games={selection}")
    assert "neither all, forfeits nor a number of games" in said


def test_a_record_of_one_or_many_games_has_a_report() -> None:
    with Store.open(Path("bots.db")) as store:
        texts = list(store.records())
        one = format_game(store.played(3))
    Path("games.pgn").write_text("\n".join(texts))
    Path("game.pgn").write_text(one)
    assert output("report", "games.pgn").startswith("games.html: 6 games from games.pgn")
    assert output("report", "game.pgn").startswith("game.html: 1 game from game.pgn")
    assert data_of(Path("game.html").read_text("utf-8"))["replays"] == [1]


def test_values_are_kept_and_found_again() -> None:
    words = ("report", "bots.yaml", "-o", "evening.html", "--values", "--time", "20ms", "--games")
    output(*words, "2")
    kept = Path("evening.values").read_text()
    assert kept.count("\n") == 2
    output(*words, "3")
    assert Path("evening.values").read_text().startswith(kept)
    assert Path("evening.values").read_text().count("\n") == 3
    assert "<h2>Quality of play</h2>" in Path("evening.html").read_text("utf-8")


@pytest.mark.nightly
def test_ctrl_c_while_games_are_judged_writes_the_report_and_the_same_command_goes_on(
    folder: Path,
) -> None:
    words = ("report", "bots.yaml", "-o", "evening.html", "--values", "--time")
    process = started(folder, *words, "100ms")
    kept = folder / "evening.values"
    until = time.monotonic() + LONGEST
    while not (kept.exists() and kept.read_text().endswith("\n")) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=LONGEST)
    assert (process.returncode, "Traceback" in errors) == (130, False)
    assert said.startswith("evening.html: 6 games from bots.yaml")
    assert "<h2>Quality of play</h2>" in (folder / "evening.html").read_text("utf-8")
    before = kept.read_text()
    assert 1 <= before.count("\n") < 6
    output(*words, "20ms", "--games", str(6 - before.count("\n")))
    assert kept.read_text().startswith(before)
    assert kept.read_text().count("\n") == 6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.yaml",), "there is neither none.yaml nor its results, none.db"),
        (("bots.yaml", "--time", "1s"), "--time needs --values"),
        (("bots.yaml", "--logs", "nowhere"), "nowhere: No such file or directory"),
        (("bots.yaml", "-o", "nowhere/page.html"), "nowhere/page.html cannot be written"),
    ],
)
def test_what_cannot_be_reported_is_said_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    assert said in refusal("report", *words)
    assert not Path("bots.html").exists()
