"""Every protocol's guide: its transcript is what the real dialogue says, and its bot can be put
into a tournament file as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from owari.games.game import Game, Move, Outcome, Side
from owari.games.mancala import MANCHESTER, OWARI
from owari.games.othello import OTHELLO
from owari.players.player import Choice
from owari.programs.dialogues.dialogue import READY, Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending
from owari.tournament.file.bot_keys import ProgramKeys, program_keys
from owari.tournament.file.reader import load

GAMES = {
    "mkagent": MANCHESTER,
    "files": OTHELLO,
    "gtp": OTHELLO,
    "botzone": OTHELLO,
    "nboard": OTHELLO,
}
"""What is played in a guide, where it is not Owari."""
PITS = (Move(4), Move(8), Move(2))
GUIDES = [pytest.param(name, id=name) for name in PROTOCOLS]


def examples() -> Iterator[tuple[str, str, str]]:
    """The examples of all guides: a protocol, a bot and the transcript after it."""
    for name in PROTOCOLS:
        before, *others = find_protocol(name).guide.split("(<):\n")
        for transcript in others:
            entry = re.search(r"(?m)(?:^    [- ] .*\n)+", before)
            assert entry
            yield name, entry[0], transcript
            before = transcript


EXAMPLES = [
    pytest.param(*example, id=f"{example[0]}-{number}") for number, example in enumerate(examples())
]


def game_of(name: str, entry: str) -> Game:
    return OTHELLO if "{row}" in entry else GAMES.get(name, OWARI)


def described(name: str, entry: str, folder: Path) -> ProgramSettings:
    """The bot of an example, as a tournament file would have it."""
    for word in re.findall(r"\w+\.py|old_one|edax|ntest", entry):
        (folder / word).touch(mode=0o755)
    (folder / "bots.yaml").write_text(
        f"game: {game_of(name, entry).name}\nbots:\n"
        + dedent(entry)
        + "- {name: Other, engine: random}\n"
    )
    bot, _ = load(folder / "bots.yaml").bots
    assert isinstance(bot.player, ProgramSettings)
    assert bot.player.protocol.spec is find_protocol(name)
    return bot.player


class Conversation:
    """A dialogue with a bot that says what the transcript has."""

    def __init__(self, dialogue: Dialogue[Any], transcript: str) -> None:
        self.dialogue = dialogue
        self.transcript = transcript
        self.expected = re.findall(r"(?m)^    ([<>]) ?(.*)$", transcript)

    def sends(self, data: bytes) -> None:
        while self.expected[:1] == [("<", "")]:  # behind an answer that has counted already
            self.expected.pop(0)
            assert self.dialogue.hear(b"\n") is None
        for line in data.decode().splitlines():
            assert self.expected.pop(0) == (">", line)

    def hears(self, kind: Callable[[Reply], bool]) -> Reply:
        """What the bot's next lines amount to."""
        while True:
            if self.expected and self.expected[0][0] == "<":
                _, line = self.expected.pop(0)
                cursor = line.endswith((":", "?"))
                reply = self.dialogue.hear(f"{line}{'' if cursor else chr(10)}".encode())
            else:
                once = self.dialogue.lifetime is Lifetime.MOVE
                reply = self.dialogue.hear(Silence.CLOSED if once else Silence.WAITING)
            if isinstance(reply, bytes):
                self.sends(reply)
            elif reply is not None:
                assert kind(reply)
                return reply


@pytest.mark.parametrize(("name", "entry", "shown"), EXAMPLES)
def test_the_transcripts_of_a_guide(name: str, entry: str, shown: str, tmp_path: Path) -> None:
    dialogue = find_protocol(name).dialogue(described(name, entry, tmp_path).protocol)
    transcript = Conversation(dialogue, shown)
    position = game_of(name, entry).start()
    squares = position.rules is OTHELLO
    first, answer, second = map(OTHELLO.parse_move, ("f5", "f6", "e6")) if squares else PITS

    def is_ready(reply: Reply) -> bool:
        return reply is READY

    if dialogue.lifetime is not Lifetime.MOVE:
        greeting = dialogue.greet()
        if greeting is not None:
            transcript.sends(greeting)
            transcript.hears(is_ready)
    transcript.sends(dialogue.begin(position, Side.SOUTH))
    if dialogue.acknowledges:
        transcript.hears(is_ready)
    told = b""
    for own, other in ((first, answer), (second, None)):
        request = dialogue.ask(position, 5000)
        assert isinstance(request, bytes)
        transcript.sends(told + request)
        told = b""
        choice = transcript.hears(lambda reply: isinstance(reply, Choice))
        assert choice.move == own
        for side, move in ((Side.SOUTH, own), (Side.NORTH, other)):
            if move is not None:
                position = position.play(move)
                told += dialogue.observe(side, move, position)
    transcript.sends(told + dialogue.end(Ending.normal(Outcome(19, 17))))
    transcript.sends(dialogue.leave())
    assert transcript.expected == []


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_describes_every_key_of_its_own(name: str) -> None:
    spec = find_protocol(name)
    keys = set(program_keys(name).names()) - set(ProgramKeys.names())
    told = re.findall(r"(?m)^\| `([\w.-]+)` \| .+ \| .+ \| .{10,} \|$", spec.guide)
    assert {key.split(".")[0] for key in told} == keys
    assert spec.name == name
