"""Games of Othello in the files of the WTHOR database of the French federation.

A `.wtb` file holds the games of a year, all numbers little-endian:

    16 bytes: century, year, month and day it was made, 4 bytes number of games, 2 bytes 0,
              2 bytes year of the games, size of the board (0 means 8), whether it holds problems,
              number of empty squares of the theoretical score, 1 byte 0
    68 bytes a game: 2 bytes each for tournament, Black and White, as places in the lists of names,
              Black's score with the empty squares for the winner, the same with perfect play from
              a number of empty squares, 60 bytes of moves

The theoretical score of a game is the value of its position with that number of empty squares: of
the move that was made there in a record.

A move is `10 * row + column` from 1, f5 is 56, and 0 is none; there are no passes. The names are in
WTHOR.JOU and WTHOR.TRN beside it, with 20 and 26 bytes each in Latin-1. Their header is as above,
with 0 in the 4 bytes and the number of names in the 2 bytes.
Source: http://www.ffothello.org/wthor/Format_WThor.pdf
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from owari.games.game import PASS, IllegalMove, Kind, Move, Side, Value
from owari.games.othello import FIRST_DISCS, OTHELLO
from owari.records.archives import BadGame, Found, Moves, Said, Unwritable, othello_start
from owari.records.record import GameRecord, Ply, Termination, from_the_start
from owari.text.printable import plain

_HEADER = struct.Struct("<4x I 2x H B x B x")
_NEW_HEADER = struct.Struct("<4B I H H 3B x")
_GAME = struct.Struct("<HHH BB 60s")
_PLAYER_BYTES, _TOURNAMENT_BYTES = 20, 26
_SQUARES = OTHELLO.size**2
_MOST_NAMES = 0xFFFF


class Names(NamedTuple):
    """The names for the numbers in a file; without a name the number is shown."""

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()


class _Held(NamedTuple):
    """A game of a database that is written."""

    places: tuple[int, int, int]
    """Of the tournament, of Black and of White."""
    black: int
    """Black's score, with the empty squares for the winner."""
    codes: bytes
    proved: dict[int, int]
    """Black's theoretical score by the number of empty squares, where a move has its exact value.
    """

    def lacks(self, empty: int) -> bool:
        """Whether a move is made with so many empty squares, and its exact value is not known."""
        return empty > _SQUARES - FIRST_DISCS - len(self.codes) and empty not in self.proved


class Database:
    """Collects games, and writes their files."""

    def __init__(self) -> None:
        self._games: list[_Held] = []
        self._players: dict[str, int] = {}
        self._tournaments: dict[str, int] = {}
        self._years: list[int] = []

    def __len__(self) -> int:
        return len(self._games)

    def add(self, record: GameRecord) -> None:
        """Adds a game. Raises Unwritable if the format cannot hold it."""
        other = f"WTHOR holds games of othello only, not of {record.game.name}"
        record = from_the_start(record)
        start = othello_start(record, other)
        if start.rules != OTHELLO:
            raise Unwritable(other)
        if start != OTHELLO.start(record.first):
            raise Unwritable("it has a start position of its own, and WTHOR has moves only")
        if record.ending.termination not in (Termination.NORMAL, Termination.REPORTED):
            kind = record.ending.termination.value
            raise Unwritable(f"WTHOR cannot say how the game ended: {kind}")
        names = {record.player(side) or "?" for side in Side}
        if len(self._players.keys() | names) > _MOST_NAMES:
            raise Unwritable(f"WTHOR has room for {_MOST_NAMES:,} names only")
        placed = [ply for ply in record.plies if ply.move != PASS]
        places = (
            _place(self._tournaments, record.event or "?"),
            _place(self._players, record.player(start.black) or "?"),
            _place(self._players, record.player(start.black.other) or "?"),
        )
        black = (record.ending.score.margin(start.black) + _SQUARES) // 2
        codes = bytes(
            10 * (ply.move.cell // OTHELLO.size + 1) + ply.move.cell % OTHELLO.size + 1
            for ply in placed
        )
        if not (any(places) or black or codes):
            raise Unwritable("WTHOR cannot hold a game without names, moves and discs of Black")
        self._games.append(_Held(places, black, codes, _proved(placed, start.black)))
        self._years += [int(record.date[:4])] if record.date[:4].isdecimal() else []

    def files(self, made: date) -> tuple[bytes, bytes, bytes]:
        """The `.wtb` file with the year of the first game that has one, the `.JOU` file with the
        players, and the `.TRN` file with the tournaments."""
        year = self._years[0] if self._years else made.year
        empty = self._proved_at()
        games = [
            _GAME.pack(*game.places, game.black, game.proved.get(empty, game.black), game.codes)
            for game in self._games
        ]
        head = _made(made, games=len(games), year=year, size=OTHELLO.size, empty=empty)
        players, tournaments = (
            _made(made, names=len(names)) + _written(names, width)
            for names, width in (
                (self._players, _PLAYER_BYTES),
                (self._tournaments, _TOURNAMENT_BYTES),
            )
        )
        return head + b"".join(games), players, tournaments

    def as_read(self) -> Iterator[GameRecord]:
        """The games as a reader of these files gets them."""
        games, players, tournaments = self.files(date(2000, 1, 1))
        names = Names(read_players(players), read_tournaments(tournaments))
        for found in read_games([games], names):
            assert found.record is not None
            yield found.record

    def _proved_at(self) -> int:
        """The number of empty squares of the theoretical scores: that at which most games have an
        exact value, and none lacks it; 0 where there is none."""
        counts = Counter(empty for game in self._games for empty in game.proved)
        for empty, _ in sorted(counts.items(), key=lambda each: each[::-1], reverse=True):
            if not any(game.lacks(empty) for game in self._games):
                return empty
        return 0


def _proved(placed: Sequence[Ply], black: Side) -> dict[int, int]:
    """Black's theoretical scores by the number of empty squares."""
    scores = {}
    for done, ply in enumerate(placed):
        if ply.value and ply.value.kind is Kind.EXACT:
            twice = _SQUARES + (ply.value.margin if ply.side is black else -ply.value.margin)
            if twice % 2 == 0 and 0 <= twice <= 2 * _SQUARES:
                scores[_SQUARES - FIRST_DISCS - done] = twice // 2
    return scores


def _made(
    made: date, *, games: int = 0, names: int = 0, year: int = 0, size: int = 0, empty: int = 0
) -> bytes:
    century, years = divmod(made.year, 100)
    return _NEW_HEADER.pack(
        century, years, made.month, made.day, games, names, year, size, 0, empty
    )


def _place(names: dict[str, int], name: str) -> int:
    return names.setdefault(plain(name), len(names))


def _written(names: Iterable[str], width: int) -> bytes:
    """Each name, cut to the width, with a zero behind it."""
    return b"".join(
        name.encode("latin-1", "replace")[: width - 1].ljust(width, b"\0") for name in names
    )


def read_players(data: bytes) -> list[str]:
    """The names in a WTHOR.JOU."""
    return _names(data, _PLAYER_BYTES)


def read_tournaments(data: bytes) -> list[str]:
    """The names in a WTHOR.TRN."""
    return _names(data, _TOURNAMENT_BYTES)


def read_games(chunks: Iterable[bytes], names: Names = Names()) -> Iterator[Found]:  # noqa: B008
    """The games of a `.wtb` file that comes in parts of any size. A broken game has a remark in
    place of its record. Raises BadGame at the end if the header has another number of games."""
    unknown: set[str] = set()
    rest = b""
    header: _Header | None = None
    number = 0
    for chunk in chunks:
        rest += chunk
        at = 0
        if header is None and len(rest) >= _HEADER.size:
            header = _read_header(rest)
            at = _HEADER.size
        while header and len(rest) - at >= _GAME.size:
            number += 1
            try:
                found = _game(number, rest[at : at + _GAME.size], header, names)
            except BadGame as error:
                found = Found.broken(number, "", error)
            else:
                found = _with_names(found, rest[at : at + _GAME.size], names, unknown)
            yield found
            at += _GAME.size
        rest = rest[at:]
    if header is None:
        raise BadGame(f"a header of {_HEADER.size} bytes expected, {len(rest)} found")
    if rest:
        raise BadGame(
            f"game {number + 1}: only {len(rest)} of its {_GAME.size} bytes are there: the file is"
            f" cut off, and should hold {header.games:,}"
        )
    if number != header.games:
        raise BadGame(f"the header says {_games(header.games)}, the file has {_games(number)}")


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


class _Header(NamedTuple):
    games: int
    year: int
    empty: int
    """Empty squares of the theoretical scores; 0 without scores."""


def is_header(data: bytes) -> bool:
    """Whether a file with these first bytes is a `.wtb` file: a day on which it was made, the size
    of a board, and zeros where the format has them."""
    if len(data) < _HEADER.size or 0 not in data[: _HEADER.size]:
        return False
    century, _, month, day, _, names, _, size, problems, empty = _NEW_HEADER.unpack_from(data)
    return (
        19 <= century <= 21
        and (1 <= month <= 12 and 1 <= day <= 31 and not names)
        and (size in (0, 8, 10) and problems < 2 and empty < _SQUARES)
    )


def _read_header(data: bytes) -> _Header:
    games, year, size, empty = _HEADER.unpack_from(data)
    if not any(data[: _HEADER.size]):
        raise BadGame(f"its first {_HEADER.size} bytes are zero, and a .wtb file begins with a day")
    if size not in (0, OTHELLO.size):
        raise BadGame(f"the header says that the board has {size} squares a side, not 8")
    return _Header(games, year, empty)


def _names(data: bytes, width: int) -> list[str]:
    return [
        plain(data[at : at + width].partition(b"\0")[0].decode("latin-1"))
        for at in range(_HEADER.size, len(data) - width + 1, width)
    ]


def _game(number: int, data: bytes, header: _Header, names: Names) -> Found:
    """Raises BadGame."""
    tournament, black, white, score, theoretical, codes = _GAME.unpack(data)
    if not any(data):
        raise BadGame(f"all of its {_GAME.size} bytes are zero", f"game {number}")
    moves = Moves(OTHELLO.start())
    played = codes.rstrip(b"\0")
    remark = ""
    for place, code in enumerate(played, 1):
        try:
            _play(moves, code)
        except IllegalMove as error:
            where = f"game {number}, move {place}, {_square(code)}"
            raise BadGame(str(error), where) from None
        if _SQUARES - FIRST_DISCS + 1 - place == header.empty:
            remark = _value(moves, theoretical)
    players = [_name(names.players, place, "player") for place in (black, white)]
    event = _name(names.tournaments, tournament, "tournament").strip("?")
    tags = {"event": event, "date": f"{header.year:04}" if header.year else ""}
    found = moves.found(number, Said(2 * score - _SQUARES), players, tags)
    return found.and_said(remark)


def _with_names(found: Found, data: bytes, names: Names, unknown: set[str]) -> Found:
    """The game with a remark on each number that has no name and is not yet in `unknown`."""
    tournament, black, white, *_ = _GAME.unpack(data)
    for what, place, known in (
        ("tournament", tournament, names.tournaments),
        ("player", black, names.players),
        ("player", white, names.players),
    ):
        name = f"{what} {place}"
        if known and place >= len(known) and name not in unknown:
            unknown.add(name)
            last = f"the list of {what}s ends with number {len(known) - 1}"
            found = found.and_said(f"{name} has no name: {last}")
    return found


def _play(moves: Moves, code: int) -> None:
    """Raises IllegalMove."""
    row, column = divmod(code, 10)
    if not (1 <= row <= OTHELLO.size and 1 <= column <= OTHELLO.size):
        missing = "it is missing, though others follow"
        unknown = f"{code} is not a square: they are 11 (a1) to 88 (h8)"
        raise IllegalMove(missing if code == 0 else unknown)
    moves.place(Move((row - 1) * OTHELLO.size + column - 1))


def _value(moves: Moves, theoretical: int) -> str:
    """Adds the theoretical score to the last move, as the value of its position, or returns why it
    cannot be one."""
    if theoretical > _SQUARES:
        return f"the theoretical score {theoretical} is left out: no game ends so"
    ply = moves.plies[-1]
    black = 2 * theoretical - _SQUARES
    value = Value(black if ply.side is Side.SOUTH else -black, Kind.EXACT)
    moves.plies[-1] = ply._replace(value=value)
    return ""


def _square(code: int) -> str:
    row, column = divmod(code, 10)
    if 1 <= row <= OTHELLO.size and 1 <= column <= OTHELLO.size:
        return f"{chr(ord('a') + column - 1)}{row}"
    return str(code)


def _name(names: Sequence[str], place: int, what: str) -> str:
    known = names[place] if place < len(names) else ""
    return known or f"{what} {place}"
