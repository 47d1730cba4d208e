"""What a table remembers of the corrections of its game: an undo takes them back one after the
other, also after the table has been opened anew.

The record keeps it in `[Before "..."]` as JSON: for each correction, the last one first, what
differs in the game before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from owari.errors import BadInput
from owari.games.game import BadMove, IllegalMove, Side
from owari.records.pgn import format_moves, read_moves
from owari.records.record import UNFINISHED, Ply
from owari.table.session import Session

_MOST_KEPT = 20
"""The corrections that are remembered over a restart."""


def corrections_of(session: Session) -> str:
    """What the record keeps of the corrections; empty without any."""
    entries = list(_entries(session))
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":")) if entries else ""


def _entries(session: Session) -> Iterator[dict[str, Any]]:
    for _ in range(_MOST_KEPT):
        before = session.before_fix
        if before is None:
            return
        now, then = session.record, before.record
        same = _shared(now.plies, then.plies) if now.start == then.start else 0
        start = list(then.positions())[same]
        yield {
            "right": session.corrected_at,
            "first": str(then.first),
            "same": same,
            "moves": format_moves(replace(then, start=start, plies=then.plies[same:])),
            "entered": before.entered,
            "by": [then.south_by, then.north_by],
        }
        session = before


def _shared(one: tuple[Ply, ...], other: tuple[Ply, ...]) -> int:
    """The plies that both games begin with."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def with_corrections(session: Session) -> Session:
    """The session of a game that is opened, which an undo takes back through the corrections that
    its record keeps. Raises BadInput."""
    if not session.record.before:
        return session
    try:
        entries = json.loads(session.record.before)
        if not isinstance(entries, list) or len(entries) > _MOST_KEPT:
            raise ValueError(f"it is a list of at most {_MOST_KEPT} corrections")
        return _with(session, entries)
    except _INVALID as error:
        raise BadInput(f"the [Before] line of the game is invalid: {error}") from None


_INVALID = (
    *(ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError),
    *(BadInput, BadMove, IllegalMove),
)
"""What is raised for a line that nobody has written."""


def _with(session: Session, entries: list[dict[str, Any]]) -> Session:
    """The session before which stand the games of these entries."""
    if not entries:
        return session
    entry, *earlier = entries
    record, first = session.record, Side[str(entry["first"]).upper()]
    start = record.start if record.first is first else record.game.start(first)
    same = record.plies[: int(entry["same"])]
    *_, position = replace(record, start=start, plies=same).positions()
    south_by, north_by = map(str, entry["by"])
    then = replace(
        record,
        start=start,
        plies=(*same, *read_moves(str(entry["moves"]), position)),
        entered=str(entry["entered"]),
        south_by=south_by,
        north_by=north_by,
        ending=UNFINISHED,
    )
    before = Session.of(
        then,
        session.typed,
        session.screen,
        session.numbering,
        first_is_settled=session.first_is_settled,
    )
    return replace(session, before_fix=_with(before, earlier), corrected_at=int(entry["right"]))
