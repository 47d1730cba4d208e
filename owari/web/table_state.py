"""The state of a table as data: `TableState` in `static/table_types.js`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from owari.analysis.values import MoveValues
from owari.games.game import PASS, Move, Position, Side
from owari.records.record import GameRecord, Origin
from owari.report.review_tables import stated_margin
from owari.table import event_text, events
from owari.table.commands import Fix, IllegalCommand
from owari.table.session import Session
from owari.viewer.game_data import cell_names, cells_of, game_data
from owari.web.open_table import ABSENT, OpenTable


def table_state(table: OpenTable) -> dict[str, Any]:
    """Everything that a page shows, as it stands."""
    with table.lock:
        session = table.shown
        position, record = session.position, session.record
        mover = "computer" if table.table.to_move else "person"
        to_move = None if session.over or session.parted else mover
        return {
            "id": table.name,
            "kind": table.kind,
            "revision": table.revision,
            "version": table.version,
            "game": _game(record, session),
            "cells": cells_of(position),
            "turn": None if session.over else _word(position.turn),
            "to_move": to_move,
            "parted": session.parted,
            "people": [_word(side) for side in Side if side in session.typed],
            "thinking": table.thinking,
            "moves": _moves(session, position) if to_move == "person" else [],
            "said": [said._asdict() for said in table.said],
            "enter": _enter(table),
            "screen": _screen(session),
            "differences": _differences(table.compared, session),
            "remedies": _remedies(table.compared, session),
            "verdict": event_text.verdict(table.compared, session) if table.compared else "",
            "worth": _worth(table),
            "standing": table.values and standing(table.values, position),
            "best": [move.cell for move in table.hinted if move.cell >= 0],
            "look_ahead": _look_ahead(table),
            "clocks": _clocks(record),
            "spent": round(table.table.running, 3),
            "over": session.over,
            "ending": event_text.ending(session) if session.over else "",
            "confirm": table.confirming,
            "match": _match(table),
            "series": [_game(game, session) for game in table.games.records[: table.index]],
            "file": str(table.games.path),
            "saved": table.games.kept,
            "results": _results(table),
            "commands": _commands(table),
        }


def earlier_moves(table: OpenTable, number: int) -> dict[str, Any]:
    """The board before a ply, and the lines that put another move in its place. Raises
    IllegalCommand where the ply cannot be corrected."""
    with table.lock:
        session = table.table.session
        plies = session.record.plies
        if not 1 <= number <= len(plies):
            raise IllegalCommand(f"the game has no ply {number}; the last ply is {len(plies)}")
        position = list(session.record.positions())[number - 1]
        moves = _moves(session, position)
        others = [move for move in moves if move["name"] != session.called(plies[number - 1].move)]
        session.after(Fix(number, (others or moves)[0]["line"]))
        lines = [{**move, "line": str(Fix(number, move["line"]))} for move in moves]
        return {"cells": cells_of(position), "turn": _word(position.turn), "moves": lines}


def _word(side: Side) -> str:
    return str(side).lower()


def _game(record: GameRecord, session: Session) -> dict[str, Any]:
    """The game, with the names of a board that has a numbering of its own."""
    return with_origin(game_data(record, numbering=session.numbering), record)


def with_origin(
    data: dict[str, Any], record: GameRecord, *, may_change: bool = True
) -> dict[str, Any]:
    """The data with the way to the game that this one goes on from. Tables are for those who may
    change something."""
    origin = Origin.of(record)
    address = origin.address if origin else ""
    if address and (may_change or not address.startswith(("/play/", "/relay/"))):
        data["origin"]["address"] = address
    return data


def _moves(session: Session, position: Position) -> list[dict[str, Any]]:
    """The legal moves, with the line for each and its names on both boards."""
    return [
        {
            "cell": _cell(move),
            "line": session.label(position, move),
            "name": session.called(move),
            "there": _there(session, move),
        }
        for move in position.legal_moves()
    ]


def _cell(move: Move) -> int | None:
    return move.cell if move.cell >= 0 else None


def _there(session: Session, move: Move) -> str:
    """The name on the other screen."""
    if session.screen is None:
        return session.called(move)
    return session.screen.name(session.record.game, move)


def _enter(table: OpenTable) -> dict[str, Any] | None:
    """All moves of ours since theirs, which a person enters on the other side: several after extra
    turns, and where the other side had to pass. None once the end is confirmed."""
    session = table.table.session
    ours: list[events.Moved] = []
    plies = session.record.plies
    if session.over and (table.settled or not table.confirming):
        return None
    for number, ply in reversed([*enumerate(plies, 1)]):
        if ply.side is Side.NORTH and ply.move != PASS:
            break
        ours.insert(0, events.Moved(number, ply, entered=session.is_there(number)))
    moves = [moved for moved in ours if moved.ply.move != PASS]
    # The last one says whether to enter moves, or those that may be there.
    last = moves[-1].entered if moves else events.Entered.YES
    wanted = [moved for moved in moves if moved.entered is last]
    if session.screen is None or last is events.Entered.YES:
        return None
    told = [moved for moved in ours if moved.number >= wanted[0].number]
    return {
        "name": ", ".join(_there(session, moved.ply.move) for moved in wanted),
        "sentences": [event_text.told(moved, session) for moved in told],
        "doubtful": last is events.Entered.PERHAPS,
    }


def _screen(session: Session) -> dict[str, Any] | None:
    """The other screen: our cells under their names there."""
    if session.screen is None:
        return None
    rules = session.record.game
    cells = [Move(cell) for side in Side for cell in rules.cells(side)]
    names = cell_names(rules, session.screen.numbering)
    for move in cells:
        names[move.cell] = _there(session, move)
    return {
        "names": names,
        "turned": any(rules.seen_across(move) != move for move in cells),
        "cells": cells_of(session.position),
    }


def _differences(compared: events.Compared | None, session: Session) -> list[dict[str, Any]] | None:
    if compared is None:
        return None
    return [
        {
            "cell": each.cell,
            "ours": str(each.ours),
            "theirs": str(each.theirs),
            "sentence": event_text.difference(each, session),
        }
        for each in compared.differences
    ]


def _remedies(compared: events.Compared | None, session: Session) -> list[dict[str, Any]]:
    if compared is None:
        return []
    ways = [*((remedy,) for remedy in compared.remedies), *compared.together]
    return [
        {"lines": list(map(str, way)), "sentence": event_text.remedies(way, session)}
        for way in ways
    ]


def _worth(table: OpenTable) -> dict[str, str] | None:
    """What each cell is worth, once somebody has asked."""
    if table.values is None:
        return None
    moves = [move for move in table.values.moves if move.cell >= 0]
    return {str(move.cell): stated_margin(table.values.stated(move)) for move in moves}


def standing(values: MoveValues, position: Position) -> dict[str, Any]:
    """What the position is worth for South, and whether that is proved."""
    best = values.worth
    margin = best.guess if position.turn is Side.SOUTH else -best.guess
    return {"margin": margin, "exact": best.exact}


def _look_ahead(table: OpenTable) -> int | None:
    """The plies that the engine looks ahead; None where no engine plays, or none has a depth."""
    depths = (None if engine.perfect else engine.depth for engine in table.table.engines)
    return next(depths, None)


def _clocks(record: GameRecord) -> dict[str, float]:
    """The seconds that each side has used."""
    return {_word(side): round(record.used(side), 3) for side in Side}


def _match(table: OpenTable) -> dict[str, Any] | None:
    """The place in the match, and its score once all of it is over."""
    records = table.games.records
    if len(records) == 1:
        return None
    score = event_text.match(records) if table.settled else ""
    return {"index": table.index, "count": len(records), "score": score}


def _results(table: OpenTable) -> dict[str, Any] | None:
    """The place of the last finished game in the results of a tournament."""
    if table.results is None:
        return None
    place = table.entered
    return {
        "path": str(table.results.file),
        "number": place and place.number,
        "sentence": str(place) if place else "",
    }


def _commands(table: OpenTable) -> list[Mapping[str, str]]:
    """The commands that the page can send too."""
    session = table.table.session
    absent = ABSENT if table.table.engines else (*ABSENT, "depth")
    ways = session.notation.ways_to_play(session.numbering)
    words = table.table.words.items()
    listed = [(word.usage, word.summary) for name, word in words if name not in absent]
    return [{"usage": usage, "summary": summary} for usage, summary in (*ways, *listed)]
