"""The pages say what the program knows: what docs/generate.py writes is what is there."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import click
import pytest

from owari.checking.program_check import steps_of
from owari.cli.main import owari
from owari.games.catalog import GAMES
from owari.games.game import Game
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues.setting_keys import DocumentedKey
from owari.records.record import Termination
from owari.tournament.file.bot_keys import documented_keys
from tests.docs.page_sessions import ROOT

PAGES: dict[Path, str] = runpy.run_path(str(ROOT / "docs" / "generate.py"))["pages"]()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_generated_page_is_fresh(page: Path) -> None:
    assert page.read_text() == PAGES[page], "run: python docs/generate.py"


@pytest.mark.parametrize("key", documented_keys(), ids=lambda key: f"{key.owner} {key.key}")
def test_a_key_says_what_it_means_and_what_may_stand_there(key: DocumentedKey) -> None:
    assert key.description.endswith(".")
    assert key.values


def test_the_tables_have_every_key_of_a_tournament_file() -> None:
    pages = "".join(PAGES.values())
    for key in documented_keys():
        assert f"| `{key.key}` |" in pages


def test_the_reference_has_every_command_and_option() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    context = click.Context(owari)
    for name in owari.list_commands(context):
        command = owari.get_command(context, name)
        assert command is not None
        assert f"### `owari {name}`" in page
        for option in command.params:
            assert not isinstance(option, click.Option) or option.opts[0] in page


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_the_page_on_checks_has_every_step(game: Game) -> None:
    page = (ROOT / "docs" / "check.md").read_text()
    for step in steps_of(game):
        assert f"`{step}`" in page


def test_the_page_on_forfeits_has_advice_on_every_fault() -> None:
    page = (ROOT / "docs" / "forfeits.md").read_text()
    for termination in Termination:
        assert (f"### `{termination.value}`" in page) is termination.is_fault


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150


@pytest.mark.parametrize("page", ["play", "match", "python-api"])
def test_a_page_names_every_built_in_bot(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text()
    [listed] = [line for line in text.splitlines() if "a built-in bot" in line and "random" in line]
    assert set(re.findall(r"[a-z-]+", listed)) >= BUILTIN.keys() - {"alpha-beta"}
