"""The protocols that programs can speak; a new one gets its line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from owari.errors import BadInput
from owari.text.suggestions import did_you_mean

if TYPE_CHECKING:
    from owari.programs.dialogues.protocol_spec import ProtocolSpec

PROTOCOLS = {
    "line": "owari.programs.dialogues.line",
    "console": "owari.programs.dialogues.console.console_protocol",
    "one-shot": "owari.programs.dialogues.one_shot",
    "botzone": "owari.programs.dialogues.botzone",
    "columbia": "owari.programs.dialogues.columbia",
    "kgp": "owari.programs.dialogues.kgp",
    "mkagent": "owari.programs.dialogues.mkagent",
    "files": "owari.programs.dialogues.file_framework",
    "gtp": "owari.programs.dialogues.gtp",
    "nboard": "owari.programs.dialogues.nboard",
}
"""Each protocol by its name, with the module that holds its specification as `PROTOCOL`. Modules
are imported where they are asked for."""


def find_protocol(name: str) -> ProtocolSpec:
    """The specification of a protocol. Raises BadInput for an unknown name."""
    if name not in PROTOCOLS:
        raise BadInput(f"unknown protocol {name!r}{did_you_mean(name, PROTOCOLS)}")
    spec: ProtocolSpec = import_module(PROTOCOLS[name]).PROTOCOL
    return spec


def protocols() -> list[ProtocolSpec]:
    """The specifications of all protocols, in their order."""
    return [find_protocol(name) for name in PROTOCOLS]
