"""A tournament file with one bot is enough where one bot plays."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.command import output, refusal
from tests.support.sample_programs import PROGRAMS

FILE = f"""\
bots:
  - name: Lowest
    command: [{sys.executable}, {PROGRAMS}/line/lowest.py]
"""


def test_it_can_be_played_with_and_checked(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(FILE)
    seats = ("--south", "bots.yaml", "--north", "bots.yaml:Lowest", "--first", "south")
    played = output("play", *seats, "--record", "game.pgn", folder=tmp_path)
    assert "North (Lowest) wins" in played
    assert '[South "Lowest"]' in (tmp_path / "game.pgn").read_text()
    assert "13 passed." in output("check", "bots.yaml", folder=tmp_path)


def test_a_tournament_needs_two(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(FILE)
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert message.endswith("bots.yaml:1: bots: a tournament needs at least two, not 1\n")


def test_one_of_several_is_named(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(f"{FILE}  - {{name: Other, engine: first}}\n")
    message = refusal("play", "--south", "bots.yaml", "--first", "south", folder=tmp_path)
    assert "bots.yaml has several bots: name one of them, as 'bots.yaml:Lowest'" in message
