"""A program that picks moves. It reads a line with the legal moves and writes one of them.

    - name: Picker
      command: [python3, picker.py]
      protocol: toy

{keys}

What it reads (>) and writes (<):

    > 0 1 2 3 4 5?
    < 4
"""

from __future__ import annotations

from dataclasses import dataclass

from owari.games.game import Position, Side
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import Dialogue, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.setting_keys import key
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence
from owari.records.record import Termination

__all__ = ["PROTOCOL", "ToyDialogue", "ToyProtocol"]


@dataclass(frozen=True, slots=True)
class ToyProtocol(ProtocolSettings):
    """A program that picks one of the moves in a question."""

    politeness: int = key(
        "The number of times that a question says please.", default=0, least=0, most=3
    )


class ToyDialogue(Dialogue[Position]):
    """A protocol as small as one can be: a question for each move, like `please 1 4 5?`."""

    acknowledges = False

    def __init__(self, protocol: ToyProtocol) -> None:
        self.protocol = protocol
        self._lines = Lines()

    def begin(self, position: Position, side: Side) -> bytes:
        """Nothing."""
        return b""

    def ask(self, position: Position, milliseconds: int) -> bytes:
        """All legal moves."""
        self._lines.asked()
        self._moves = {position.rules.cell_name(move): move for move in position.legal_moves()}
        return f"{'please ' * self.protocol.politeness}{' '.join(self._moves)}?\n".encode()

    def hear(self, heard: Heard) -> Reply | None:
        """The first line must be one of them."""
        if isinstance(heard, Silence):
            return None
        for line in self._lines.texts(heard):
            if line not in self._moves:
                raise Fault(Termination.UNREADABLE, f"answered {line!r}")
            return Choice(self._moves[line])
        return None

    def last_words(self) -> str:
        """The unfinished line."""
        return self._lines.unfinished()


PROTOCOL = ProtocolSpec(
    name="toy",
    summary="programs that pick one of the legal moves",
    settings=ToyProtocol,
    dialogue=ToyDialogue,
    guide_text=__doc__,
)
