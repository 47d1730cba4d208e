"""The picture of a game in a terminal shows what the command prints now."""

from __future__ import annotations

import re
import runpy
from html import unescape

from tests.docs.page_sessions import ROOT, comparable

SCRIPT = runpy.run_path(str(ROOT / "docs" / "picture.py"))


def lines(picture: str) -> list[str]:
    texts = re.findall(r"<text[^>]*>(.*?)</text>", picture)
    return [comparable(unescape(re.sub(r"<[^>]*>", "", text))) for text in texts]


def test_the_picture_is_fresh() -> None:
    shown = lines((ROOT / "docs" / "images" / "play.svg").read_text())
    assert any("South (engine) plays pit" in line for line in shown)
    assert shown == lines(SCRIPT["picture"]()), "run: python docs/picture.py"
