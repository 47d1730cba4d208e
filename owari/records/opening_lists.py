"""Openings as text: one on each line, or the records of games.

    # Comments begin with #, and a name can stand before a colon.
    S4 N8 S2 N10
    Crab: S5 N7
    3,3,3,3,0,4,1,4,4,3,3,3,3,0 N

A line has the moves from the start, as records write them, or a position, also as other programs
write it. Squares of Othello can stand in a row, `f5d6c3`, and its passes can be left out. A text
that begins with a tag of a record has records: the opening is the end of an unfinished game, or the
position after the first plies of any game. South makes the first move of all openings, so a record
in which North begins is turned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from owari.games.game import BadMove, BadPosition, Game, IllegalMove, Move, Opening, Side
from owari.records.pgn import BadRecord, read_games
from owari.records.record import GameRecord, from_the_start
from owari.text.printable import plain

_NUMBER = re.compile(r"\d+\.+\s*")
_VALUES = re.compile(r";.*")
"""What other programs write behind a position: `; h4:+38; a3:-2`."""
_TURN = re.compile(r"swap|pass|[A-Za-z]\d{1,2}(?:-\d{1,2})*", re.IGNORECASE)


def read_openings(text: str, source: str, game: Game, plies: int | None = None) -> list[Opening]:
    """The openings of a text, of which `plies` leaves so many plies of each. Raises BadRecord."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("["):
        records = enumerate(read_games(text, source), 1)
        return [_of_record(each, f"{source}, game {n}", game, plies) for n, each in records]
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        name, _, rest = _VALUES.sub("", line.partition("#")[0]).rpartition(":")
        if rest.strip():
            place = f"{source}, line {number}"
            openings.append(_of_line(rest.strip(), plain(name), place, game, plies))
    if not openings:
        raise BadRecord(f"{source} has no opening")
    return openings


def _of_line(text: str, name: str, place: str, game: Game, plies: int | None) -> Opening:
    moves_only = _NUMBER.sub("", text)
    if _TURN.sub("", moves_only).strip():
        try:
            opening = Opening(game.parse_position(text), (), name)
        except BadPosition as error:
            raise BadRecord(
                f"{place}: neither moves as {_example(game)} nor a position: {error}"
            ) from None
        settled = opening.start.settled()
        if game.most_pieces is not None and settled.south + settled.north > game.most_pieces:
            raise BadRecord(f"{place}: the game has {game.most_pieces} {game.pieces}, not more")
        return _unfinished(opening, place)
    return _after(_moves(moves_only, place, game, plies), place, game, name)


def _moves(text: str, place: str, game: Game, plies: int | None) -> list[Move]:
    """The plies of a line, with the passes that it leaves out."""
    position = game.start()
    moves: list[Move] = []
    for word in _TURN.findall(text):
        try:
            for move in game.parse_turn(word if word[0] in "SN" else word.lower()):
                forced = position.forced()
                for ply in (move,) if forced in (None, move) else (forced, move):
                    position = position.play(ply)
                    moves.append(ply)
        except (BadMove, IllegalMove) as error:
            raise BadRecord(f"{place}: {word}: {error}") from None
    return moves[:plies]


def _of_record(record: GameRecord, place: str, game: Game, plies: int | None) -> Opening:
    if record.game != game:
        raise BadRecord(f"{place}: a game of {record.game.name}, not of {game.name}")
    record = from_the_start(record)
    moves = [ply.move for ply in record.plies[:plies]]
    if record.start == game.start(record.first):
        if record.first is Side.NORTH:
            moves = list(map(game.seen_across, moves))
        return _after(moves, place, game, record.opening)
    position = record.start
    for move in moves:
        position = position.play(move)
    return _unfinished(Opening(position, (), "" if moves else record.opening), place)


def _after(moves: Iterable[Move], place: str, game: Game, name: str) -> Opening:
    return _unfinished(Opening.after(game, tuple(moves), name=name), place)


def _unfinished(opening: Opening, place: str) -> Opening:
    if not opening.start.legal_moves():
        raise BadRecord(f"{place}: the game is over; set plies to end the opening earlier")
    return opening


def _example(game: Game) -> str:
    """Two legal moves as records write them."""
    position = game.start()
    words = []
    for _ in range(2):
        move = position.legal_moves()[-1]
        words.append(game.format_move(move))
        position = position.play(move)
    return repr(" ".join(words))
