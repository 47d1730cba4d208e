"""Every key of a tournament file is described once, in plain English."""

from __future__ import annotations

import pytest

from owari.programs.dialogues.protocols import PROTOCOLS
from owari.programs.dialogues.setting_keys import DocumentedKey
from owari.tournament.file.bot_keys import bot_kinds, documented_keys
from owari.tournament.file.keys import TournamentKeys

KEYS = documented_keys()
LONGEST_SENTENCE = 25
"""Words."""


def test_no_key_is_missing() -> None:
    described = {each.key for each in KEYS}
    for kind in (TournamentKeys, *bot_kinds()):
        assert described.issuperset(kind.names())


def test_the_owners() -> None:
    own = {each.owner for each in KEYS}
    assert own == {"tournament", "bot", "engine", "program", *PROTOCOLS} - {"mkagent", "files"}


@pytest.mark.parametrize("each", KEYS, ids=lambda each: f"{each.owner}-{each.key}")
def test_a_description(each: DocumentedKey) -> None:
    assert each.values
    assert each.description[0].isupper()
    assert each.description.endswith(".")
    sentences = each.description.replace("`X O .`", "marks").split(". ")
    assert max(len(sentence.split()) for sentence in sentences) <= LONGEST_SENTENCE


def test_only_the_keys_without_a_default_are_needed() -> None:
    needed = {(each.owner, each.key) for each in KEYS if not each.default}
    assert needed == {
        ("tournament", "bots"),
        ("bot", "name"),
        ("engine", "engine"),
        ("program", "command"),
    }
