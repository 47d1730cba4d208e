"""Descriptions of console programs for sowing games, for the learner to try."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from owari.checking.description_candidates import Candidates
from owari.games.mancala import SowingRules
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.pit_board_parser import rows_shown

__all__ = ["PitCandidates"]

_STONES = re.compile(
    r"\b(?:how\s+many|number\s+of)\s+(?:\w+\s+)?(stones|seeds|beans|marbles|pieces"
    r"|pits|cups|houses|holes)\b",
    re.I,
)


class PitCandidates(Candidates):
    """First what the reader finds by itself, then other names for the pits of both sides."""

    def __init__(self, game: SowingRules) -> None:
        super().__init__(game)
        self.pits = game.pits

    def descriptions(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """What the reader finds by itself, then other names for the pits of both sides."""
        from_one = tuple(str(number) for number in range(1, self.pits + 1))
        from_zero = tuple(str(number) for number in range(self.pits))
        for types, reads in (
            (None, None),
            (from_one, from_one),
            (None, from_one),
            (from_zero, None),
            (from_one, None),
            (from_one[::-1], from_one),
            (from_one, from_one[::-1]),
            (from_zero, from_zero[::-1]),
        ):
            yield ConsoleProtocol(side="south", types=types, reads=reads)
            yield ConsoleProtocol(side="north", types=types, reads=reads)

    def size_asked(self, question: str) -> str:
        """The pits of a side, or the stones in a pit."""
        found = _STONES.search(question)
        if not found:
            return ""
        of_pits = found[1].lower() in ("pits", "cups", "houses", "holes")
        return str(self.pits if of_pits else self.game.stones)

    def draws(self, text: str) -> bool:
        """Whether the text has two rows of numbers."""
        return bool(rows_shown(text, self.pits))

    def names_a_cell(self, text: str) -> bool:
        """Whether the text has a digit."""
        return any(map(str.isdigit, text))
