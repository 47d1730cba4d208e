"""What the page on the architecture tells to write works, as the built site shows it."""

from __future__ import annotations

import asyncio
import html
import json
import re
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from textwrap import indent

import httpx
import pytest

import owari
from owari.games.mancala import OWARI
from owari.players import builtin_bots
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol
from owari.programs.dialogues.setting_keys import documented
from owari.records.record import Termination
from owari.tournament.file import keys, reader
from owari.tournament.file.yaml_source import BadTournament
from owari.web import app, site
from owari.web.settings import Settings
from tests.docs.page_sessions import ROOT

Blocks = Mapping[str, str]
"""The blocks of code of a recipe by their titles."""
BLOCK = re.compile(r'<span class="filename">(.*?)</span><pre>(.*?)</pre>', re.DOTALL)
SECTION = re.compile(r'<h2 id="(.*?)">(.*?)(?=<h2 |</article>)', re.DOTALL)


@pytest.fixture(scope="module")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as mkdocs builds them."""
    build = pytest.importorskip("mkdocs.commands.build")
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    build.build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
    return folder


@pytest.fixture(scope="module")
def recipes(built_site: Path) -> Mapping[str, Blocks]:
    """The blocks of each section of the page."""
    page = (built_site / "architecture.html").read_text()
    return {
        name: dict(map(plain_block, BLOCK.findall(text))) for name, text in SECTION.findall(page)
    }


def plain_block(found: tuple[str, str]) -> tuple[str, str]:
    """The title of a block and its text, as a reader copies them."""
    title, code = (html.unescape(re.sub(r"<[^>]+>", "", part)) for part in found)
    return title, code


def test_no_page_shows_the_marks_of_a_block(built_site: Path) -> None:
    pages = [path for path in built_site.rglob("*.html") if "```" in path.read_text()]
    assert pages == []


PROGRAM = """\
while True:
    position, side = input().split()
    stones = list(map(int, position.split(",")))
    pits = range(6) if side == "S" else range(7, 13)
    print(side + str(next(pit for pit in pits if stones[pit])), flush=True)
"""


def test_a_protocol(
    recipes: Mapping[str, Blocks], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [(file, text)] = recipes["add-a-protocol"].items()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PROTOCOLS, "plain", "plain")
    (tmp_path / file).write_text(text)
    (tmp_path / "lowest.py").write_text(PROGRAM)
    command = f"{sys.executable} {tmp_path / 'lowest.py'}"
    with closing(owari.bot(command, protocol="plain")) as bot:
        record = owari.play_game(bot, "greedy")
    assert record.ending.termination is Termination.NORMAL
    assert [key.key for key in find_protocol("plain").documented_keys()] == ["spaces"]


def test_a_built_in_bot(recipes: Mapping[str, Blocks], monkeypatch: pytest.MonkeyPatch) -> None:
    player, entry = recipes["add-a-built-in-bot"].values()
    module = dict(vars(builtin_bots))
    exec(player, module)
    [bot] = eval(f"({entry})", module)
    monkeypatch.setitem(BUILTIN, bot.name, bot)
    record = owari.play_game("last", "first")
    assert record.ending.termination is Termination.NORMAL
    assert [ply.move for ply in record.plies[:2]] == [OWARI.parse_move(m) for m in ("S5", "N7")]


def test_a_page(recipes: Mapping[str, Blocks], monkeypatch: pytest.MonkeyPatch) -> None:
    text, code = recipes["add-a-page"].values()
    templates = site._templates()
    monkeypatch.setattr(site, "_templates", lambda: {**templates, "rules.html": text})
    module: dict[str, object] = {}
    exec(code, module)
    monkeypatch.setattr(app, "PARTS", (*app.PARTS, module["routes"]))
    shown = asyncio.run(responses("/rules/kalah:3x2", "/rules/chess"))
    assert "<h1>The rules of kalah:3x2</h1>" in shown[0].text
    assert "Each side has 3 pits with 2 stones in each" in shown[0].text
    assert (shown[1].status_code, "unknown game" in shown[1].text) == (422, True)


def test_a_key(
    recipes: Mapping[str, Blocks], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declaration, check = recipes["add-a-key"].values()
    module = dict(vars(keys))
    exec(check, module)
    head = "@dataclass(init=False, eq=False, repr=False)\nclass More(TournamentKeys):\n"
    exec(head + indent(declaration, "    "), module)
    monkeypatch.setattr(reader, "TournamentKeys", module["More"])
    file = tmp_path / "bots.yaml"
    bots = "bots: [{name: A, engine: first}, {name: B, engine: greedy}]\n"
    file.write_text(f"prize-money: 300\n{bots}")
    assert json.loads(reader.load(file).rules)["prize-money"] == 300
    file.write_text(f"prize-money: 250\n{bots}")
    with pytest.raises(BadTournament, match="prize-money: a multiple of 100, not 250"):
        reader.load(file)
    [documented_key] = documented(module["More"].fields()[-1:], "tournament")
    assert documented_key.values == "a whole number of hundreds"


async def responses(*paths: str) -> list[httpx.Response]:
    """What the application answers to a browser on this machine."""
    application = app.make_app(site.Site(Settings()))
    transport = httpx.ASGITransport(application, client=("127.0.0.1", 999))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        return [await client.get(path) for path in paths]
