"""What a watched dialogue tells, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI
from owari.players.player import Choice, Fault
from owari.programs.dialogue_log import ExplainedDialogue
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.dialogue import READY, Dialogue
from owari.programs.dialogues.kgp import KgpDialogue
from owari.programs.dialogues.line import LineDialogue
from owari.programs.dialogues.one_shot import FORMATS, OneShotDialogue
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending

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
