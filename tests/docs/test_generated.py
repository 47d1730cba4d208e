"""The pages say what the program knows: what docs/generate.py writes is what is there."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from page_sessions import ROOT

PAGES: dict[Path, str] = runpy.run_path(str(ROOT / "docs" / "generate.py"))["pages"]()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_generated_page_is_fresh(page: Path) -> None:
    assert page.read_text() == PAGES[page], "run: python docs/generate.py"


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150
