"""What was said, in a file: every direction with its mark, nothing that commands a screen, and no
more of it than a disk has room for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI, Mancala
from owari.players.builtin_bots import FirstPlayer
from owari.programs import dialogue_log
from owari.programs.dialogue_log import Log
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.referee.referee import play_game
from tests.support.sample_programs import UNHURRIED, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")


def lines(path: Path) -> list[str]:
    """The lines of a log without their times, which must never run backwards."""
    found = [re.fullmatch(r" *(\d+\.\d{6}) (.*)", line) for line in path.read_text().splitlines()]
    assert all(found)
    times = [float(line[1]) for line in found]
    assert times == sorted(times)
    return [line[2] for line in found]


NEARLY_OVER = OWARI.parse_position("0,0,0,0,1,0,16,1,1,0,0,0,0,17 S")


def played(settings: ProgramSettings, path: Path, start: Mancala = NEARLY_OVER) -> list[str]:
    bot = ProgramPlayer("bot", settings)
    kept = Log(path, pytest.fail)
    bot.log_to(kept)
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    try:
        play_game(players, start, dict.fromkeys(Side, UNHURRIED))
    finally:
        bot.close()
        kept.close()
    return lines(path)


def test_a_dialogue_from_the_beginning_to_the_end(sample: Sample, tmp_path: Path) -> None:
    assert played(sample("line/greedy.c"), tmp_path / "log")[:7] == [
        "> owari 1",
        "< ready",
        "> game owari south 0,0,0,0,1,0,16,1,1,0,0,0,0,17 S",
        "< ready",
        "> go 30000 0,0,0,0,1,0,16,1,1,0,0,0,0,17 S",
        "< 4 depth 1 value 0",
        "> played 4",
    ]
    assert lines(tmp_path / "log")[-2:] == ["> quit", "= left with exit code 0"]


def test_how_a_program_ended(sample: Sample, tmp_path: Path) -> None:
    crash = played(sample("bad/segfaults.c"), tmp_path / "crash")
    assert crash[-1] == "= left with signal SIGSEGV"
    stubborn = played(sample("bad/ignores_quit.py"), tmp_path / "stubborn")
    assert stubborn[-1] == "= was ended"


def test_error_output_and_control_characters(sample: Sample, tmp_path: Path) -> None:
    said = played(sample("bad/paints.py"), tmp_path / "log")
    paint = r"\x1b]0;owned\x07\x1b[2J\x1b[31m\u202e<script>alert(1)</script>"
    assert f"! {paint}" in said
    assert f"< name {paint}" in said
    assert all(line.isprintable() for line in said)


def test_a_program_on_a_terminal(sample: Sample, tmp_path: Path) -> None:
    said = played(sample("console/talker.py"), tmp_path / "log", OWARI.start())
    assert "< Who goes first, north or south (n/s)?  (no newline)" in said
    assert "> s" in said


def test_each_process_of_a_program_that_is_started_for_every_move(
    sample: Sample, tmp_path: Path
) -> None:
    said = played(sample("one_shot/bridge.c"), tmp_path / "log")
    assert said[0] == "> 6 16 17 0 0 0 0 1 0 1 1 0 0 0 0"
    asked = [line for line in said if line.startswith(">")]
    assert sum(line.startswith("= ") for line in said) == len(asked) > 1


def test_a_program_that_connects_to_us(sample: Sample, tmp_path: Path) -> None:
    said = played(sample("kgp/client.c"), tmp_path / "log")
    assert said[0].startswith("> ")
    assert any("kgp 1 0" in line for line in said)
    assert "> goodbye" in said
    assert said[-1] == "= left with exit code 0"
    loud = played(sample("kgp/bad.py", "leaves"), tmp_path / "loud")
    assert "! I know no server" in loud


def test_a_line_may_come_in_pieces(tmp_path: Path) -> None:
    kept = Log(tmp_path / "log", pytest.fail)
    kept.heard(b"rea")
    kept.heard(b"dy\nand \xc3")
    kept.heard(b"\xa9t\xc3")
    kept.sent(b"owari 1\n")
    kept.heard(b"\n")
    kept.close()
    assert lines(tmp_path / "log") == ["< ready", "< and ét\ufffd (no newline)", "> owari 1", "< "]


def test_a_flood_is_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogue_log, "LARGEST", 1000)
    kept = Log(tmp_path / "log", pytest.fail)
    for _ in range(100):
        kept.heard(b"x" * 99 + b"\n")
    kept.ended("was ended", None)
    kept.close()
    said = lines(tmp_path / "log")
    assert len(said) == 12
    assert said[-2:] == ["= more than 1000 bytes: what follows is left out", "= was ended"]


def test_a_log_on_a_full_disk_says_so_once() -> None:
    told: list[str] = []
    kept = Log(Path("/dev/full"), told.append)
    for _ in range(3):
        kept.sent(b"owari 1\n")
    kept.close()
    assert told == ["/dev/full cannot be written: No space left on device"]


def test_a_log_that_cannot_be_written_costs_no_game(sample: Sample, tmp_path: Path) -> None:
    bot = ProgramPlayer("bot", sample("line/lowest.py"))
    told: list[str] = []
    path = tmp_path / "there is no such folder" / "log"
    bot.log_to(Log(path, told.append))
    assert told == [f"{path} cannot be written: No such file or directory"]
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    record = play_game(players, OWARI.start(), dict.fromkeys(Side, UNHURRIED))
    bot.close()
    assert record.ending.reason == ""
