"""The page of a report: what is in it, and that names and comments in it are data."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from owari.errors import BadInput
from owari.games.game import Outcome, Side
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.html_report import page as replays_module
from owari.html_report.content import ReportContent, content_of_records, content_of_results
from owari.html_report.lists import Dialogues, forfeits
from owari.html_report.page import GAMES_IN_A_BLOCK, Report, replays, report_page
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.report.tables import format_tables
from owari.results.game_log import Status
from owari.results.store import Store
from owari.tournament.result_entry import enter
from tests.games.nim import Nim

HOSTILE = "</script><script>alert(1)</script>"
QUOTES = """"'`&lt; --> <!-- ]]> {{ 7 * 7 }}"""


def played(south: str, north: str, *, rules: Any = OWARI, comment: str = "") -> GameRecord:
    """A whole game of lowest moves, each with a time and a comment."""
    position, plies = rules.start(), []
    while (outcome := position.outcome()) is None:
        move = position.legal_moves()[0]
        plies.append(Ply(position.turn, move, 0.25, comment=comment))
        position = position.play(move)
    return GameRecord(rules, rules.start(), south, north, tuple(plies), Ending.normal(outcome))


def forfeited(south: str, north: str) -> GameRecord:
    crash = Ending(Result.NORTH, Outcome(3, 2), Termination.CRASHED, f"{south} left: {HOSTILE}")
    return GameRecord(OWARI, OWARI.start(), south, north, (), crash)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Results of three bots: four games, and a forfeit."""
    path = tmp_path / "evening.db"
    with Store.open_or_create(path) as store:
        for record in (
            played(HOSTILE, QUOTES, comment=HOSTILE),
            played(QUOTES, HOSTILE, comment=QUOTES),
            forfeited("Cid", HOSTILE),
            played("Cid", QUOTES),
        ):
            enter(store, record, Status.PLAYED)
    return path


def report_of(content: ReportContent, dialogues: Dialogues | None = None) -> str:
    recorded = ((game, record, None) for game, record in content.records(content.games))
    found = list(forfeits(content.games, dialogues))
    return report_page(Report(content, replays(recorded), found))


def page_of(path: Path, dialogues: Dialogues | None = None) -> str:
    with Store.open(path) as store:
        return report_of(content_of_results(store, "evening"), dialogues)


class Parts(HTMLParser):
    """The elements of a page, as a browser would see them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[dict[str, str | None], str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.elements[-1] if self.elements else ("", {})
        self.texts.append(({"tag": tag, **attributes}, data))

    def text(self, **wanted: str) -> str:
        found = (data for attributes, data in self.texts if wanted.items() <= attributes.items())
        return next(found)


def unpacked(text: str) -> str:
    return gzip.decompress(b64decode(text)).decode()


def test_names_and_comments_are_data_in_every_corner(evening: Path) -> None:
    parts = Parts(page_of(evening))
    types = [attributes.get("type") for tag, attributes in parts.elements if tag == "script"]
    assert set(types) == {"application/json", "application/gzip", "module"}
    assert types.count("module") == 1
    tags = {tag for tag, _ in parts.elements}
    assert tags.isdisjoint({"b", "img", "iframe", "object", "embed", "base", "form"})
    attributes = [name for _, each in parts.elements for name in each]
    assert not [name for name in attributes if name.startswith("on") or name == "style"]
    data = json.loads(parts.text(id="data"))
    assert {HOSTILE, QUOTES, "Cid"} == {bot["name"] for bot in data["list"]["bots"]}
    assert HOSTILE in data["forfeits"][0]["reason"]


def test_the_policy_admits_only_the_script_and_the_style_of_the_page(evening: Path) -> None:
    parts = Parts(page_of(evening))
    policy = next(each["content"] or "" for tag, each in parts.elements if each.get("http-equiv"))
    for source, text in (
        ("script-src", parts.text(tag="script", type="module")),
        ("style-src", parts.text(tag="style")),
    ):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{source} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    links = [each.get("href", "") or "" for tag, each in parts.elements if tag in ("a", "link")]
    assert all(link.startswith(("#", "data:")) for link in links)
    assert not re.search(r"https?://(?!www\.w3\.org/)", parts.text(tag="script", type="module"))


def test_downloads_are_the_tables_of_standings(evening: Path) -> None:
    parts = Parts(page_of(evening))
    with Store.open(evening) as store:
        content = content_of_results(store, "")
        for table in content.downloads:
            for form in ("csv", "json"):
                packed = parts.text(tag="script", **{"data-file": f"{table.key}.{form}"})
                assert unpacked(packed) == format_tables([table], form)
    forfeit = unpacked(parts.text(tag="script", **{"data-file": "forfeits.csv"}))
    rows = list(csv.DictReader(io.StringIO(forfeit)))
    assert [(row["bot"], row["kind"]) for row in rows] == [("Cid", "crashed")]


def test_every_game_can_be_replayed(evening: Path) -> None:
    parts = Parts(page_of(evening))
    games = json.loads(unpacked(parts.text(tag="script", **{"class": "games"})))
    data = json.loads(parts.text(id="data"))
    assert [int(game["id"]) for game in games] == data["replays"]
    assert data["replays"] == [game[0] for game in data["list"]["games"]]
    commented = next(game for game in games if game["south"] == HOSTILE)
    assert commented["plies"][0]["comment"] == HOSTILE
    assert len(commented["positions"]) == len(commented["plies"]) + 1


def test_the_same_results_make_the_same_page(evening: Path) -> None:
    assert page_of(evening) == page_of(evening)


def test_the_last_lines_of_a_forfeit_come_from_the_last_attempt(
    evening: Path, tmp_path: Path
) -> None:
    with Store.open(evening) as store:
        number = next(game.number for game in store.games() if game.ending.termination.is_fault)
    for attempt in ("", "-2", "-10"):
        folder = tmp_path / "logs" / f"{number:04}-Cid-script_script{attempt}"
        folder.mkdir(parents=True)
        lines = [f"   {line}.000000 < {HOSTILE} \x1b[2J attempt{attempt}" for line in range(99)]
        (folder / "south-Cid.log").write_text("\n".join(lines) + "\n")
        (folder / "north-x.log").write_text("of the opponent\n")
    (tmp_path / "logs" / "notes.txt").write_text("not a game")
    data = json.loads(Parts(page_of(evening, Dialogues(tmp_path / "logs"))).text(id="data"))
    dialogue = data["forfeits"][0]["dialogue"]
    assert len(dialogue) == 12
    assert dialogue[-1] == rf"   98.000000 < {HOSTILE} \x1b[2J attempt-10"


def test_a_dialogue_is_no_link_and_no_pipe(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret\n")
    folder = tmp_path / "logs" / "0001-Cid-Dan"
    folder.mkdir(parents=True)
    (folder / "south-Cid.log").symlink_to(secret)
    os.mkfifo(folder / "north-Dan.log")
    dialogues = Dialogues(tmp_path / "logs")
    assert [dialogues.last_lines(1, side) for side in Side] == [(), ()]
    (folder / "south-Cid.log").unlink()
    (folder / "south-Cid.log").write_text("its own\n")
    assert dialogues.last_lines(1, Side.SOUTH) == ("its own",)


def test_a_record_of_many_games_needs_no_tournament() -> None:
    unfinished = GameRecord(OTHELLO, OTHELLO.start(), "Ann", "Ben")
    records = dict(enumerate((played("Ann", "Ben"), unfinished, played("Ben", "Ann")), 1))
    content = content_of_records(records, "games")
    assert content.title == "games"
    assert content.standings.games == 2
    assert len(content.games) == 3
    parts = Parts(report_of(content))
    assert len(json.loads(parts.text(id="data"))["list"]["games"]) == 3
    assert not [each for tag, each in parts.elements if each.get("class") == "champion"]


def test_a_family_without_an_entry_has_a_report_too() -> None:
    content = content_of_records({1: played("Ann", "Ben", rules=Nim())}, "nim")
    games = json.loads(unpacked(Parts(report_of(content)).text(tag="script", **{"class": "games"})))
    assert games[0]["layout"] == {"family": "text"}


def test_the_first_move_is_counted() -> None:
    def won_by(result: Result) -> GameRecord:
        return GameRecord(
            OWARI, OWARI.start(Side.NORTH), "Ann", "Ben", (), Ending(result, Outcome(20, 16))
        )

    results = (Result.SOUTH, Result.NORTH, Result.NORTH, Result.DRAW)
    content = content_of_records(dict(enumerate(map(won_by, results), 1)), "")
    assert content.first_moves == "The side that moves first won 2 games, drew 1 and lost 1."


def test_blocks_hold_games_in_order() -> None:
    count = GAMES_IN_A_BLOCK + 3
    records = {number: forfeited(f"Bot {number}", "Ben") for number in range(1, count + 1)}
    content = content_of_records(records, "")
    made = replays((game, record, None) for game, record in content.records(content.games))
    blocks = [json.loads(unpacked(block)) for block in made.blocks]
    assert [len(block) for block in blocks] == [GAMES_IN_A_BLOCK, 3]
    assert [int(game["id"]) for block in blocks for game in block] == made.numbers


def test_a_report_that_is_too_large_is_refused_with_a_hint(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.html_report.page.LARGEST", 10_000)
    monkeypatch.setattr(replays_module, "LARGEST", 10_000)
    with pytest.raises(BadInput, match="--games 2 for the last 2 games, or --games forfeits"):
        page_of(evening)
