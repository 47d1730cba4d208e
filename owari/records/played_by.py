"""Who made the moves of a side, where it is not only its name that says so.

The tags `[SouthBy "..."]` and `[NorthBy "..."]` of a relay hold one of these texts: `bot Rocket`,
`engine --depth 8`, `program python3 mine.py`, `by hand`. Where somebody else went on, the ply
follows, `bot Rocket; by hand from ply 9`, and after a correction `bot Rocket; by hand at ply 7`.
"""

from __future__ import annotations

import re

BY_HAND = "by hand"
"""A person typed the moves: their own, or those of a program elsewhere."""
_PROGRAM = "program "
_CHANGE = re.compile(r"(?P<by>[^;]*) (?:from|at) ply (?P<ply>\d{1,9})")


def by_bot(name: str) -> str:
    """A bot of the tournament file, with its own program."""
    return f"bot {name}"


def by_program(command: str) -> str:
    """A program that somebody has named by its command."""
    return _PROGRAM + command


def handed_over(before: str, by: str, ply: int) -> str:
    """From this ply on, counted from 1, somebody else makes the moves."""
    before = up_to(before, ply - 1)
    earlier, _, change = before.rpartition("; ")
    last = _CHANGE.fullmatch(change) if earlier else None
    if not before or ply == 1 or by in (before, last and last["by"]):
        return before if ply > 1 and before else by
    return f"{before}; {by} from ply {ply}"


def corrected(before: str, ply: int) -> str:
    """A person has put another move in place of this ply."""
    return f"{before}; {BY_HAND} at ply {ply}" if before not in ("", BY_HAND) else before


def up_to(by: str, plies: int) -> str:
    """The same for the first plies of a game whose last ones were taken back."""
    parts = by.split("; ")
    while len(parts) > 1 and (last := _CHANGE.fullmatch(parts[-1])) and int(last["ply"]) > plies:
        parts.pop()
    return "; ".join(parts)


def is_of_bot(by: str, name: str) -> bool:
    """Whether the program of the bot of this name made all moves."""
    return by.casefold() == by_bot(name).casefold()


def is_elsewhere(by: str) -> bool:
    """Whether the moves can be those of a program that the tournament does not have: a person typed
    them, or they are from a command that somebody named."""
    return all(part.startswith((BY_HAND, _PROGRAM)) for part in by.split("; "))
