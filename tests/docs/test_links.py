"""Every relative link in a page leads to a file, and to a heading where it names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.page_sessions import PAGES, ROOT

LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
CODE = re.compile(r"^ *```.*?^ *```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
EVERY = (*PAGES, ROOT / "CHANGELOG.md")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and mkdocs make them."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    plain = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in HEADING.findall(text))
    return {re.sub(r"\s", "-", heading.strip()) for heading in plain}


@pytest.mark.parametrize("page", EVERY, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for found in LINK.finditer(CODE.sub("", page.read_text())):
        path, _, anchor = found["target"].partition("#")
        if path.startswith(("https:", "http:", "mailto:")):
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{found[0]}: there is no {target}"
        if anchor:
            assert anchor in anchors(target), f"{found[0]}: no such heading"


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    for page in (ROOT / "docs").rglob("*.md"):
        assert str(page.relative_to(ROOT / "docs")) in navigation
