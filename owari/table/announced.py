"""Our moves of a relay that were told to the other side: what a correction or an undo lets us know
of its screen, and how a record keeps that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.game import PASS, BadMove, Move, Side
from owari.records.record import GameRecord, Ply
from owari.table import events


class Told(NamedTuple):
    """A move that was told to the other side, and the seconds that its player took for it."""

    move: Move
    seconds: float | None = None


class Announced(NamedTuple):
    """Our moves that were told to the other side, from the first of the game."""

    told: tuple[Told, ...] = ()
    answered: int = 0
    """So many of them stand on the other screen for certain, as moves of theirs followed."""

    def after(self, number: int) -> tuple[Told, ...]:
        """Those after so many moves of ours."""
        return self.told[number:]

    def state(self, number: int) -> events.Entered:
        """Whether the move after so many of ours stands on the other screen."""
        if number >= len(self.told):
            return events.Entered.NO
        return events.Entered.YES if number < self.answered else events.Entered.PERHAPS


NOTHING = Announced()


def ours_in(plies: Sequence[Ply]) -> tuple[Told, ...]:
    """The moves of South, without passes, as nobody enters these."""
    ours = (ply for ply in plies if ply.side is Side.SOUTH and ply.move != PASS)
    return tuple(Told(ply.move, ply.seconds) for ply in ours)


def answered_in(plies: Sequence[Ply]) -> Sequence[Ply]:
    """The plies before the last one that their side has chosen."""
    theirs = [n for n, ply in enumerate(plies) if ply.side is Side.NORTH and ply.move != PASS]
    return plies[: theirs[-1]] if theirs else ()


_TOLD = re.compile(r"(?P<move>[^?:]+)(?P<doubt>\??)(?::(?P<seconds>\d{1,9}(?:\.\d{1,9})?))?")
"""A word of `written`, `S3?:1.204`; `=` begins the move of a ply of the game."""


def announced_in(record: GameRecord) -> Announced:
    """Our announced moves, as the record keeps them. Raises BadInput."""
    words, ours = record.entered.split(), ours_in(record.plies)
    if not words:
        return NOTHING
    in_game = [word for word in words if word.startswith("=")]
    if in_game:
        ours = ours[: len(ours_in(answered_in(record.plies))) + len(in_game)]
    told: list[Told] = []
    certain = len(ours) - sum(word.endswith("?") for word in in_game)
    for word in words[len(in_game) :]:
        found = _TOLD.fullmatch(word)
        try:
            move = record.game.parse_move(found["move"] if found else word)
        except BadMove as error:
            raise BadInput(f"the [Entered] line of the game is invalid: {error}") from None
        told.append(Told(move, float(found["seconds"]) if found and found["seconds"] else None))
        certain += not (found and found["doubt"])
    return Announced((*ours, *told), certain)


def written(announced: Announced, record: GameRecord) -> str:
    """The announced moves that no move of theirs follows in the record, as it keeps them."""
    words = []
    known, answered = len(ours_in(record.plies)), len(ours_in(answered_in(record.plies)))
    for number, (move, seconds) in enumerate(announced.after(answered), answered):
        doubt = "?" if announced.state(number) is events.Entered.PERHAPS else ""
        took = "" if seconds is None else f":{seconds:.3f}"
        text = f"{record.game.format_move(move)}{doubt}"
        words.append(f"={text}" if number < known else f"{text}{took}")
    return " ".join(words)
