"""Games in the file formats of other programs: what the bytes of their files are, unpacked and as
text, and what the formats do not keep.

Black is South in all of them.
"""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import IncrementalNewlineDecoder
from itertools import chain
from typing import Any, NamedTuple

from owari.errors import BadInput
from owari.games.game import PASS, IllegalMove, Move, Outcome, Side, Value
from owari.games.othello import OTHELLO_GAMES, OthelloPosition, in_colours
from owari.records.record import Ending, GameRecord, Ply, Result, Termination, from_the_start

CHUNK = 1 << 16
LARGEST = 1 << 32
"""Bytes that a packed file may come to."""
PACKED_ENDINGS = (".gz", ".bz2")


def _of_gzip(source: Any) -> Any:
    from gzip import GzipFile

    return GzipFile(fileobj=source, mode="rb")


def _of_bzip2(source: Any) -> Any:
    from bz2 import BZ2File

    return BZ2File(source)


_UNPACKERS: dict[bytes, tuple[str, Callable[[Any], Any]]] = {
    b"\x1f\x8b": ("gzip", _of_gzip),
    b"BZh": ("bzip2", _of_bzip2),
}
_OTHERS = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"\xfd7zXZ\0": "packed by xz: unpack it first",
    b"(\xb5/\xfd": "packed by zstd: unpack it first",
    b"7z\xbc\xaf'\x1c": "a 7z archive: unpack it first",
    b"%PDF": "a PDF, which holds no games that a program can read",
    b"SQLite format 3\0": "a database: 'owari export' writes the games of a results file",
}
"""The first bytes of files that hold no games as they are."""


class _Source:
    """Bytes in parts, as a file from which the libraries read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end."""
        if not self._rest:
            self._rest = next(self._chunks, b"")
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


def unpacked(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The parts of a file, unpacked where gzip or bzip2 has packed it. Raises BadGame for other
    packed files, and where packed data is damaged or larger than LARGEST."""
    chunks = filter(None, chunks)
    head = b""
    while len(head) < max(map(len, _OTHERS)) and (more := next(chunks, b"")):
        head += more
    for magic, what in _OTHERS.items():
        if head.startswith(magic):
            raise BadGame(f"it is {what}")
    whole = chain([head], chunks)
    for magic, (name, unpacker) in _UNPACKERS.items():
        if head.startswith(magic):
            yield from _unpacked(unpacker(_Source(whole)), name)
            return
    yield from whole


def _unpacked(source: Any, name: str) -> Iterator[bytes]:
    """Raises BadGame."""
    size = 0
    try:
        while chunk := source.read(CHUNK):
            size += len(chunk)
            if size > LARGEST:
                raise BadGame(f"more than {LARGEST >> 30} GiB are packed in it: unpack it first")
            yield chunk
    except EOFError:
        raise BadGame(f"its {name} data ends too early: the file is cut off") from None
    except (OSError, zlib.error) as error:
        raise BadGame(f"its {name} data is damaged: {error}") from None


_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The first bytes of encodings; UTF-32 goes first, because its mark begins with that of UTF-16."""
_AS_LATIN_1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
_NO_UTF_8 = re.compile("[\udc80-\udcff]")


def text_of(chunks: Iterable[bytes], not_utf_8: Callable[[int], None]) -> Iterator[str]:
    """The text of a file with plain newlines and without a mark of its encoding.

    It is UTF-8, or UTF-16 or UTF-32 where its first bytes say so. Other bytes are taken for
    Latin-1: for the first of them `not_utf_8` gets the number of its line, and can raise an error.
    """
    chunks = iter(chunks)
    head = next(chunks, b"")
    encoding = _encoding(head)
    errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
    decoder = IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)(errors), translate=True
    )
    line = 1
    told = False
    for chunk in chain([head], chunks, [b""]):
        text = decoder.decode(chunk, final=not chunk)
        if not told and (found := _NO_UTF_8.search(text)):
            told = True
            not_utf_8(line + text.count("\n", 0, found.start()))
        line += text.count("\n")
        yield text.translate(_AS_LATIN_1)


def _encoding(head: bytes) -> str:
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    # Text of UTF-16 without a mark: every other byte of its first characters is zero.
    begin = head[:32]
    if len(begin) >= 4 and b"\0" in begin:
        for first, encoding in ((0, "utf-16-be"), (1, "utf-16-le")):
            if not any(begin[first::2]) and all(begin[1 - first :: 2]):
                return encoding
    return "utf-8-sig"


COLOURS = {Side.SOUTH: "Black", Side.NORTH: "White"}
PASSES = frozenset(("pass", "pa", "ps", "--", "@@"))
"""The words for a pass, in lower case."""
_LONGEST_LINE = 1 << 20
"""Characters."""


class BadGame(BadInput):
    """A game that cannot be read. The text names the game and the place, and says why."""

    def __init__(self, what: str, where: str = "") -> None:
        """`where` is the game and its place in the file, if known: `game 3, line 7`."""
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where


class Unwritable(BadInput):
    """A record that a format cannot hold; the text says why."""


class Found(NamedTuple):
    """A game of a file."""

    number: int
    """The number of the game in the file, from 1."""
    record: GameRecord | None
    """None for a game with other rules, or a broken one."""
    remark: str = ""
    """A sentence for the user, for example why there is no record; often empty."""
    is_broken: bool = False
    """Whether the game cannot be read, though the games after it can."""

    @classmethod
    def broken(cls, number: int, place: str, error: BadGame) -> Found:
        """A game that cannot be read, though the games after it can."""
        where = error.where or ", ".join(filter(None, (f"game {number}", place)))
        return cls(number, None, f"{where}: {error.what}", is_broken=True)

    def and_said(self, remark: str) -> Found:
        """The same with one more remark, or with none."""
        return self._replace(remark="; ".join(filter(None, (self.remark, remark))))


class Said(NamedTuple):
    """The end of a game as its file gives it."""

    margin: float | None = None
    """Black's discs minus White's; None if the file does not say."""
    flag: Termination | None = None
    """RESIGNED or TIMED_OUT, if the file says so."""
    score: tuple[int, int] | None = None
    """Black's discs and White's, if the file gives both."""
    winner_only: str = ""
    """A result without a score, `1-0`. Its winner is unknown: some files put White first."""


def lines_of(chunks: Iterable[str]) -> Iterator[str]:
    """The lines of a text that comes in parts. Raises BadGame for a line that is too long."""
    rest = ""
    number = 1
    for chunk in chunks:
        *lines, rest = (rest + chunk).split("\n")
        for line in lines:
            yield _bounded(line, number)
            number += 1
        _bounded(rest, number)
    yield rest


def _bounded(line: str, number: int) -> str:
    if len(line) > _LONGEST_LINE:
        raise BadGame(f"line {number}: more than a million characters are no game")
    return line


def othello_start(record: GameRecord, objection: str) -> OthelloPosition:
    """The start of a game of Othello or of its variant. Raises Unwritable for another game."""
    if record.game.family not in OTHELLO_GAMES:
        raise Unwritable(objection)
    start: Any = record.start
    return start  # type: ignore[no-any-return]


class Moves:
    """The plies of a game while its moves are read."""

    def __init__(self, start: OthelloPosition) -> None:
        self.start = start
        self.position = start
        self.plies: list[Ply] = []

    def copy(self) -> Moves:
        """The same plies, to which others can be added."""
        other = Moves(self.start)
        other.position = self.position
        other.plies = list(self.plies)
        return other

    def place(
        self,
        move: Move,
        *,
        value: Value | None = None,
        seconds: float | None = None,
        comment: str = "",
    ) -> None:
        """Plays the move, and before it a pass that the file leaves out. A pass after the end of
        the game has no effect. Raises IllegalMove."""
        if move == PASS and self.position.outcome():
            return
        try:
            try:
                after = self.position.play(move)
            except IllegalMove:
                if move == PASS or not self.skip():
                    raise
                after = self.position.play(move)
        except IllegalMove as error:
            raise in_colours(error, COLOURS[self.position.turn]) from None
        ply = Ply(self.position.turn, move, seconds=seconds, value=value, comment=comment)
        self.plies.append(ply)
        self.position = after

    def skip(self) -> bool:
        """Plays a pass if it is the only legal move; whether it was."""
        forced = self.position.forced()
        if forced:
            self.plies.append(Ply(self.position.turn, forced))
            self.position = self.position.play(forced)
        return forced is not None

    def found(
        self,
        number: int,
        said: Said,
        names: Sequence[str],
        tags: Mapping[str, Any],
        marked: Ending | None = None,
    ) -> Found:
        """The game of that number in its file, with the names of Black and White and other tags of
        its record. `marked` is how it ended where the file says more than `said`."""
        ending, remark = (marked, "") if marked else self.ending(said)
        black, white = (name or "?" for name in names)
        game, plies = self.start.rules, tuple(self.plies)
        return Found(
            number, GameRecord(game, self.start, black, white, plies, ending, **tags), remark
        )

    def ending(self, said: Said) -> tuple[Ending, str]:
        """How the game ended by its moves, or by its file if the moves stop before the end; and a
        sentence if the two differ."""
        margin, flag, discs, bare = said
        outcome = self.position.outcome()
        if outcome:
            remark = ""
            if margin is not None and margin not in (outcome.south - outcome.north, _of(outcome)):
                remark = (
                    f"the file gives Black {margin:+g}, but the moves end {outcome}"
                    f" ({_of(outcome):+d}) and count"
                )
            return Ending.normal(outcome), remark
        score = self.position.score()
        if margin is None:
            remark = (
                f"the file gives {bare} without a score, and the game counts as unfinished"
                if bare
                else ""
            )
            return Ending(Result.UNFINISHED, score, Termination.UNFINISHED), remark
        winner = Side.SOUTH if margin > 0 else Side.NORTH if margin < 0 else None
        if flag and winner:
            does = "resigned" if flag is Termination.RESIGNED else "ran out of time"
            reason = f"{winner.other} {does}"
            return Ending(Result.won_by(winner), score, flag, reason), ""
        squares = self.position.rules.size**2
        if discs:
            reported = Outcome(*discs, squares - sum(discs) if winner else 0)
            return Ending(Result.won_by(winner), reported, Termination.REPORTED), ""
        twice = squares + margin
        if margin != int(margin) or twice % 2 or not 0 <= twice <= 2 * squares:
            remark = f"the file gives Black {margin:+g}, which no game ends with"
            return Ending(Result.won_by(winner), score, Termination.REPORTED), remark
        black = int(twice) // 2
        reported = Outcome(black, squares - black)
        return Ending(Result.won_by(winner), reported, Termination.REPORTED), ""


def _of(outcome: Outcome) -> int:
    return outcome.margin(Side.SOUTH)


_TAGS: dict[str, Callable[[GameRecord], object]] = {
    "events": lambda record: record.event,
    "sites": lambda record: record.site,
    "dates": lambda record: record.date,
    "rounds": lambda record: record.round,
    "openings": lambda record: record.opening,
    "pairs": lambda record: (record.pair, record.leg),
    "machines": lambda record: record.machine,
    "times of lost turns": lambda record: record.lost_turn,
    "options of tables": lambda record: record.table,
}
_SAID: dict[str, Callable[[Ply], object]] = {
    "times of moves": lambda ply: ply.seconds,
    "processor times": lambda ply: ply.processor,
    "depths": lambda ply: ply.depth,
    "values": lambda ply: ply.value and ply.value.number,
    "comments": lambda ply: ply.comment or None,
}


def losses(record: GameRecord, read: GameRecord) -> Iterator[str]:
    """What of `record` is missing or different in `read`, in words of the plural: `names`. `read`
    is what a reader makes of the file with the game, with Black as South."""
    if read.start == read.game.start():
        record = from_the_start(record)
    black = Side.SOUTH if record.start.colour(Side.SOUTH) == "Black" else Side.NORTH
    if [record.player(side) or "?" for side in (black, black.other)] != [read.south, read.north]:
        yield "names"
    for what, tag in _TAGS.items():
        if tag(record) != tag(read):
            yield what
    if _end(record, black) != _end(read, Side.SOUTH):
        yield "results"
    pairs = list(zip(record.plies, read.plies, strict=False))
    if len(pairs) < len(record.plies):
        yield "passes at the end"
    for what, said in _SAID.items():
        if any(said(ply) not in (None, said(other)) for ply, other in pairs):
            yield what
    values = [(ply.value, other.value) for ply, other in pairs if ply.value and other.value]
    if any(ours.kind is not theirs.kind for ours, theirs in values):
        yield "kinds of values"


def _end(record: GameRecord, black: Side) -> object:
    """How the game ended for the side of Black."""
    result, score, termination, reason = record.ending
    winner = result if result.winner is None else result.winner is black
    return winner, score.margin(black), termination, bool(reason)
