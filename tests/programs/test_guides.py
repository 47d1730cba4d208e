"""Every protocol's guide: its transcript is what the real dialogue says, and its bot can be put
into a tournament file as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import MANCHESTER, OWARI
from owari.players.player import Choice
from owari.programs.dialogues.dialogue import READY, Dialogue, Lifetime, Reply
from owari.programs.heard import Silence
from owari.programs.protocols import SPOKEN
from owari.programs.settings import PROTOCOLS, ProgramSettings
from owari.records.record import Ending
from owari.tournament.config import load
from owari.tournament.keys import PROGRAM_KINDS

GUIDES = [pytest.param(name, id=name) for name in SPOKEN]


def test_every_protocol_has_a_guide_and_keys():
    assert list(SPOKEN) == list(PROTOCOLS) == list(PROGRAM_KINDS)


def described(name: str, folder: Path) -> ProgramSettings:
    """The bot of the guide, as a tournament file would have it."""
    entry = re.search(r"(?m)(?:^    [- ] .*\n)+", SPOKEN[name].guide)
    assert entry
    for word in re.findall(r"\w+\.py|old_one", entry[0]):
        (folder / word).touch(mode=0o755)
    (folder / "bots.yaml").write_text(
        ("game: manchester\n" if name == "mkagent" else "")
        + "bots:\n"
        + dedent(entry[0])
        + "- {name: Other, engine: random}\n"
    )
    bot, _ = load(folder / "bots.yaml").bots
    assert isinstance(bot.player, ProgramSettings)
    assert isinstance(bot.player.protocol, PROTOCOLS[name])
    return bot.player


class Conversation:
    """A dialogue with a bot that says what the transcript has."""

    def __init__(self, dialogue: Dialogue, transcript: str) -> None:
        self.dialogue = dialogue
        self.transcript = transcript
        self.expected = re.findall(r"(?m)^    ([<>]) ?(.*)$", transcript)

    def sends(self, data: bytes) -> None:
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


@pytest.mark.parametrize("name", GUIDES)
def test_the_transcript_of_a_guide(name, tmp_path):
    dialogue = SPOKEN[name].dialogue(described(name, tmp_path).protocol)
    transcript = Conversation(dialogue, SPOKEN[name].guide.split("(<):\n")[-1])
    position = (MANCHESTER if name == "mkagent" else OWARI).start()

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
    for own, other in ((4, 8), (2, None)):
        request = dialogue.ask(position, 5000)
        assert isinstance(request, bytes)
        transcript.sends(request)
        choice = transcript.hears(lambda reply: isinstance(reply, Choice))
        assert choice.move == Move(own)
        for side, pit in ((Side.SOUTH, own), (Side.NORTH, other)):
            if pit is not None:
                position = position.play(Move(pit))
                transcript.sends(dialogue.observe(side, Move(pit), position))
    transcript.sends(dialogue.end(Ending.normal(Outcome(19, 17))))
    transcript.sends(dialogue.leave())
    assert transcript.expected == []


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_names_every_key_of_its_own(name):
    fields = PROGRAM_KINDS[name].model_fields.keys() - PROGRAM_KINDS[name].__mro__[1].model_fields
    keys = {field.replace("_", "-") for field in fields} - {"protocol"}
    told = set(re.findall(r"(?m)^\| `([\w-]+)` \|", SPOKEN[name].guide))
    assert told == keys
