"""What was said: in a file, every direction with its mark, nothing that commands a screen, and no
more of it than a disk has room for; and line by line, as a watched dialogue tells it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI, Mancala
from owari.players.builtin_bots import FirstPlayer
from owari.players.player import Choice, Fault
from owari.programs import dialogue_log
from owari.programs.dialogue_log import ExplainedDialogue, Log
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.dialogue import READY, Dialogue
from owari.programs.dialogues.kgp import KgpDialogue
from owari.programs.dialogues.line import LineDialogue
from owari.programs.dialogues.one_shot import FORMATS, OneShotDialogue
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending
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


START = OWARI.start()


class Watched:
    """A dialogue and what it has told since it was last looked at."""

    def __init__(self, dialogue: Dialogue[Any]) -> None:
        self._told: list[str] = []
        self.dialogue = ExplainedDialogue(dialogue, self._told.append)

    def told(self) -> list[str]:
        told, self._told[:] = list(self._told), []
        return told


def test_the_line_protocol() -> None:
    watched = Watched(LineDialogue())
    bot = watched.dialogue
    assert bot.greet() == b"owari 1\n"
    assert bot.hear(b"name A\nrea") is None
    assert bot.hear(b"dy\n") is READY
    assert watched.told() == ["> owari 1", "< name A", "< ready", "= is ready"]
    bot.begin(START, Side.SOUTH)
    bot.hear(b"ready\n")
    watched.told()
    bot.ask(START, 100)
    assert bot.hear(b"4 depth 3 value 2 comment fine\n").move == Move(4)
    assert watched.told() == [
        "> go 100 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S",
        "< 4 depth 3 value 2 comment fine",
        "= plays 4, depth 3, eval 2, fine",
    ]
    bot.observe(Side.SOUTH, Move(4), START.play(Move(4)))
    bot.end(Ending.normal(Outcome(20, 16)))
    bot.leave()
    assert watched.told() == [
        "> played 4",
        "= the game is over: normal, 20-16",
        "> result win 20-16 normal",
        "> quit",
    ]


BOARD = "  3 3 3 3 3 4\n0 1\n  3 3 3 3 0 4\n"


@pytest.mark.parametrize(
    ("said", "description", "why"),
    [
        ("Computer plays 4\n", {}, "from its words: 4"),
        (f"Computer plays 4\n{BOARD}", {}, "from its words and its board"),
        (BOARD, {}, "from its board"),
        ("zug 4\n", {"move": r"zug (\d)"}, "by `move` in 'zug 4'"),
    ],
)
def test_how_a_console_program_was_understood(
    said: str, description: dict[str, str], why: str
) -> None:
    watched = Watched(ConsoleDialogue(ConsoleProtocol(start_first=("y",), **description)))
    watched.dialogue.begin(START, Side.NORTH)
    assert watched.told() == ["= a new game, it plays North, South moves first"]
    watched.dialogue.begin(START, Side.SOUTH)
    assert watched.dialogue.hear(b"Do I begin? ") is None
    assert watched.dialogue.hear(Silence.WAITING) is READY
    watched.dialogue.ask(START, 100)
    assert watched.told()[1:] == ["< Do I begin?", "= it waits for its input", "= is ready", "> y"]
    watched.dialogue.hear(said.encode())
    assert watched.dialogue.hear(Silence.WAITING) == Choice(Move(4))
    lines = [f"< {line}" for line in said.splitlines()]
    assert watched.told() == [*lines, "= it waits for its input", f"= plays 4, {why}"]


def test_a_silence_is_told_once_and_a_fault_by_its_sentence() -> None:
    watched = Watched(OneShotDialogue(FORMATS["contest-kit"]))
    bot = watched.dialogue
    assert bot.arguments(START, Side.SOUTH) == ("1",)
    bot.begin(START, Side.SOUTH)
    bot.ask(START, 100)
    watched.told()
    assert bot.hear(Silence.TIME) is None
    assert bot.hear(Silence.TIME) is None
    with pytest.raises(Fault):
        bot.hear(b"seven\n")
    assert watched.told() == [
        "= its time is over",
        "< seven",
        "= unreadable output: answered 'seven'; an answer is one of 1, 2, 3, 4, 5, 6",
    ]
    bot.arguments(START, Side.SOUTH)
    assert watched.told() == ["> (as arguments) 1"]


def test_it_is_the_same_dialogue() -> None:
    plain, watched = KgpDialogue(), Watched(KgpDialogue()).dialogue
    for name in ("lifetime", "acknowledges", "improves"):
        assert getattr(watched, name) == getattr(plain, name)
    assert watched.greet() == plain.greet()
    assert watched.hear(b"mode x\n") == plain.hear(b"mode x\n")
    assert watched.last_words() == plain.last_words()


def test_a_line_without_end_is_cut() -> None:
    watched = Watched(LineDialogue())
    watched.dialogue.greet()
    watched.told()
    watched.dialogue.hear(b"x" * 5000)
    assert watched.told() == ["< " + "x" * 2000]
