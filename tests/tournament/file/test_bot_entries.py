"""One more bot in a tournament file whose other text stays as it is."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.tournament.file.bot_entries import add_entry, check_addition, entry_text, program_entry
from owari.tournament.file.reader import load

NEW: dict[str, Any] = {
    "name": "New: one",
    "command": [sys.executable, "-c", "print('#')"],
    "protocol": "console",
    "start": {"first": ["1", "n"], "second": ["no"]},
}
OLD = "- {name: A, engine: first}"

FILES = {
    "block": "bots:\n  - name: A\n    engine: first\n",
    "no indent": "bots:\n- name: A\n  engine: first\n",
    "no newline at the end": "bots:\n  - name: A\n    engine: first",
    "keys below": "bots:\n  - name: A\n    engine: first  # the last\n\n# Rules\ngame: owari\n",
    "comment below": "game: owari\nbots:\n  - name: A\n    engine: first\n\n  # - name: B\n",
    "flow entries": f"bots:\n    {OLD}\n    # end\n",
    "flow": "bots: [{name: A, engine: first}]  # all\nseed: 3\n",
    "flow on lines": "bots: [\n  {name: A, engine: first},  # one\n]\n",
    "carriage returns": "game: owari\r\nbots:\r\n  - name: A\r\n    engine: first\r\n# end\r\n",
    "byte order mark": f"\ufeffbots:\n  {OLD}\n",
    "end of document": f"---\nbots:\n  {OLD}\n...\n",
    "list at the end": "bots:\n  - name: A\n    command:\n      - python3\n      - -V\n\nseed: 1\n",
    "block text": "bots:\n  - name: A\n    engine: first\nevent: >-\n  Long\n  evening\n",
    "block text in it": "bots:\n  - engine: first\n    name: >-\n      A\n\n# end\nseed: 1\n",
    "other letters": f"event: Spiel Ж 将棋\nbots:\n  {OLD}\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_a_file_gets_an_entry_and_keeps_all_else(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bots.yaml"
    file.write_bytes(text.encode())
    before = load(file, least=1)
    add_entry(file, NEW, "owari")
    new = file.read_bytes().decode()
    after = load(file)
    assert [bot.name for bot in after.bots] == ["A", "New: one"]
    assert after.all_bots[:1] == before.all_bots
    assert (after.rules, after.about) == (before.rules, before.about)
    same = next((at for at in range(len(text)) if text[at] != new[at]), len(text))
    assert new.endswith(text[same:])
    assert ("\r\n" in new) == ("\r\n" in text)
    assert new.count("\n") == new.count("\r\n") or "\r\n" not in text
    assert [path.name for path in tmp_path.iterdir()] == ["bots.yaml"]


@pytest.mark.parametrize(
    "text", ["", "# Nothing yet\n", "event: E\n", "bots:\nevent: E\n", "event: E\nbots: []\n"]
)
def test_a_file_without_bots_gets_its_first(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text(text)
    assert check_addition(file, "New") in (None, find_game("owari"))
    add_entry(file, NEW, "owari")
    assert [bot.name for bot in load(file, least=1).bots] == ["New: one"]
    assert (
        text.replace("bots: []\n", "").replace("bots:\n", "") in file.read_text() or "bots" in text
    )
    add_entry(file, {**NEW, "name": "Next"}, "owari")
    assert len(load(file).bots) == 2


def test_a_missing_file_is_made_for_the_game(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    assert check_addition(file, "New") is None
    add_entry(file, NEW, "kalah:4x3")
    assert load(file, least=1).game == find_game("kalah:4x3")
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_rights_and_links_stay(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    real = tmp_path / "shared/bots.yaml"
    real.write_text(FILES["block"])
    real.chmod(0o640)
    link = tmp_path / "bots.yaml"
    link.symlink_to(real)
    add_entry(link, NEW, "owari")
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert len(load(real).bots) == 2


@pytest.mark.parametrize("name", ["A", "a", "А"])
def test_a_name_in_use_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text(FILES["block"])
    with pytest.raises(BadInput, match=r"has a bot 'A' already: choose another --name"):
        check_addition(file, name)
    with pytest.raises(BadInput, match=r"the entry does not fit into .*, which stays as it is"):
        add_entry(file, {**NEW, "name": name}, "owari")
    assert file.read_text() == FILES["block"]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{bots: [{name: A, engine: first}]}", "has no list of bots"),
        ("- a\n", "has no list of bots"),
        ("bots: {a: b}\n", "has no list of bots"),
        ("bots: [\n", "is not valid YAML"),
        ("bots:\n  - {name: A, engine: first}\nsped: 1\n", "unknown key 'sped'"),
        ("\x00", "cannot be read|not valid YAML"),
    ],
)
def test_what_is_no_tournament_file_stays_as_it_is(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text(text)
    with pytest.raises(BadInput, match=why):
        add_entry(file, NEW, "owari")
    assert file.read_text() == text
    assert len(list(tmp_path.iterdir())) == 1


def test_paths_begin_at_the_file(tmp_path: Path) -> None:
    place = tmp_path / "rocket"
    entry = program_entry("Rocket", ["./build/bot", "--fast"], place, tmp_path)
    assert entry == {
        "name": "Rocket",
        "command": ["rocket/build/bot", "--fast"],
        "directory": "rocket",
    }
    assert program_entry("R", ["./bot"], tmp_path, tmp_path)["command"] == ["./bot"]
    assert program_entry("R", ["python3", "a/b.py"], place, place) == {
        "name": "R",
        "command": ["python3", "a/b.py"],
    }
    assert entry_text({"name": "007"}) == "  - {name: '007'}\n"
