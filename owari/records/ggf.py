"""Games of Othello in the Generic Game Format of GGS, the server on which programs meet.

    (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[other]RE[+2.000]TY[8]
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
    B[F5/1.20/0.51]W[D6//0.02]B[PA];)

`*` is Black and `O` is White, in the board as for the side to move. A move has after it, between
slashes, its value in discs by the mover and the seconds it took. The result is Black's margin. A
colon follows, and then `r` if the loser resigned, `t` after a timeout, and `s` if both agreed.
`TY` is the size of the board with signs around it: `s` for two games at once, `r` for a start drawn
by lot. Numbers before a game, as in `2 (;...;)(;...;)`, say how many games belong together.

`EV` and `RO`, the event and the round, are tags of SGF, from which GGF comes. The result cannot
say that a game was forfeited, or that its score was entered. Owari writes three more tags for such
a game, which other programs skip. `ET[crashed]` is its termination. `SC[20-13]` is the discs of
both sides, and the empty squares if they count for the winner. `EX[...]` is the reason.
Source: https://www.skatgame.net/mburo/ggsa/ggf
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from owari.games.game import (
    PASS,
    BadMove,
    BadPosition,
    IllegalMove,
    Kind,
    Move,
    Outcome,
    Side,
    Value,
)
from owari.games.othello import OTHELLO, OthelloPosition
from owari.records.archives import (
    COLOURS,
    PASSES,
    BadGame,
    Found,
    Moves,
    Said,
    Unwritable,
    othello_start,
)
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.text.printable import plain

LONGEST_TAG = 1 << 20
"""Characters; more without a `]` is no GGF."""
_MOST_TAGS = 10_000
"""Of one game."""

_BEGIN, _END = "(;", ";)"
_SIDES = {"B": Side.SOUTH, "W": Side.NORTH}
_FLAGS = {"r": Termination.RESIGNED, "t": Termination.TIMED_OUT}
_UNPLAYABLE = {
    "a": "in which the side with fewer discs wins",
    "k": "in which the players bid for the colours",
}


def read_games(chunks: Iterable[str]) -> Iterator[Found]:
    """The games of a text that comes in parts, for example in lines. Games with other rules have no
    record. Raises BadGame at the first broken game."""
    tags: list[_Tag] | None = None
    number = 0
    for tag in _tags(chunks):
        name, _, line = tag
        if name == _BEGIN:
            if tags is not None:
                raise BadGame(f"game {number}, line {line}: another begins before {_END} ends it")
            number += 1
            tags = []
        elif tags is None:
            raise BadGame(
                f"line {line}: {name[:40]!r} stands outside of a game, which begins with {_BEGIN}"
                f" and ends with {_END}"
            )
        elif name == _END:
            yield _Game(number, tags).read()
            tags = None
        else:
            tags.append(tag)
            if len(tags) > _MOST_TAGS:
                raise BadGame(f"game {number}, line {line}: it has more than {_MOST_TAGS:,} tags")
    if tags is not None:
        raise BadGame(f"game {number}: the file ends before {_END} ends it: it is cut off")


def read_game(text: str) -> GameRecord:
    """The one game of a text. Raises BadGame, also for a game by other rules."""
    found = list(read_games([text]))
    if len(found) != 1:
        raise BadGame(f"one game expected, {len(found)} found")
    if found[0].record is None:
        raise BadGame(found[0].remark)
    return found[0].record


def format_game(record: GameRecord) -> str:
    """The game as one line, without a newline. Raises Unwritable for games other than Othello."""
    other = f"GGF has no games of {record.game.name}"
    start = othello_start(record, other)
    if start.rules.free:
        raise Unwritable(other)
    size = start.rules.size
    squares, turn = str(start).replace("X", "*").split()[:2]
    rows = " ".join(squares[at : at + size] for at in range(0, size**2, size))
    drawn = "" if start == start.rules.start(start.turn) else f"r{sum(start.score())}"
    tags = [
        ("GM", "Othello"),
        ("EV", record.event),
        ("PC", record.site),
        ("DT", record.date.replace("-", ".")),
        ("RO", record.round),
        ("PB", record.player(start.black) or "?"),
        ("PW", record.player(start.black.other) or "?"),
        ("RE", _result(record, start)),
        ("TY", f"{size}{drawn}"),
        ("BO", f"{size} {rows} {turn}"),
        *_marks(record, start),
    ]
    head = "".join(f"{name}[{_held(text)}]" for name, text in tags if text)
    moves = (
        f"{'B' if ply.side is start.black else 'W'}[{_move(record, ply)}]" for ply in record.plies
    )
    return f"{_BEGIN}{head}{''.join(moves)}{_END}"


def _held(text: str) -> str:
    """The text with parentheses in place of brackets, which would end a tag."""
    return plain(text).replace("[", "(").replace("]", ")")


def _result(record: GameRecord, start: OthelloPosition) -> str:
    """Black's margin with the empty squares for the winner. After a resignation or forfeit only the
    sign has a meaning in GGF. The number then gives all empty squares to the winner."""
    result, score, termination, _ = record.ending
    if result in (Result.UNFINISHED, Result.NEITHER):
        return "?"
    flags = [flag for flag, meant in _FLAGS.items() if meant is termination]
    given_up = bool(flags) or termination.is_fault
    if result.winner is None or not (given_up or score.margin(result.winner) <= 0):
        return f"{score.margin(start.black):+d}.000"
    empty = start.rules.size**2 - score.south - score.north
    own, other = score.stones(result.winner), score.stones(result.winner.other)
    margin = max(2, own + empty - other)
    sign = "+" if result.winner is start.black else "-"
    return ":".join([f"{sign}{margin}.000", *flags])


def _marks(record: GameRecord, start: OthelloPosition) -> list[tuple[str, str]]:
    """The tags of an ending that the result cannot express."""
    result, score, termination, reason = record.ending
    if termination in (Termination.NORMAL, Termination.UNFINISHED):
        return []
    said = Ending(result, record.final.score(), Termination.RESIGNED)
    if result.winner and start.black is Side.SOUTH:
        said = said._replace(reason=f"{result.winner.other} resigned")
    if record.ending == said:
        return []
    if start.black is Side.NORTH:  # Black is South in the record that a reader makes
        exchanged = {"South": "North", "North": "South"}
        reason = re.sub(r"\b(South|North)\b", lambda side: exchanged[side[0]], reason)
    discs = f"{score.stones(start.black)}-{score.stones(start.black.other)}"
    empty = f"-{score.empty}" if score.empty else ""
    return [("ET", termination.value), ("SC", discs + empty), ("EX", reason)]


def _move(record: GameRecord, ply: Ply) -> str:
    square = "PA" if ply.move == PASS else record.game.format_move(ply.move).upper()
    value = ""
    if ply.value and ply.value.kind is not Kind.SCORE:
        value = f"{ply.value.number}.00"
    seconds = "" if ply.seconds is None else f"{ply.seconds:.3f}"
    return f"{square}/{value}/{seconds}".rstrip("/")


class _Tag(NamedTuple):
    """A tag of a game; its beginning and its end are tags without a value."""

    name: str
    value: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}[{plain(self.value)[:40]}]"


_WORD = re.compile(r"\(;|;?\)|;|[^\s;()]+")


def _tags(chunks: Iterable[str]) -> Iterator[_Tag]:
    """Raises BadGame."""
    line = 1
    for piece, whole in _pieces(chunks):
        before, bracket, value = piece.partition("[")
        words = []
        end = 0
        for word in _WORD.finditer(before):
            line += before.count("\n", end, word.start())
            end = word.start()
            words.append((word[0], line))
        line += before.count("\n", end)
        name, at = words.pop() if bracket and words else ("", line)
        for text, place in words:
            if text == _BEGIN:
                yield _Tag(_BEGIN, "", place)
            elif text in (_END, ")"):
                yield _Tag(_END, "", place)
            elif not re.fullmatch(r";|[0-9]{1,3}|\ufeff", text):
                raise BadGame(f"line {place}: {text[:40]!r} is not a tag, such as B[F5]")
        if whole:
            if not re.fullmatch(r"[A-Za-z]{1,20}", name):
                raise BadGame(f"line {at}: a ']' ends no tag, such as B[F5]")
            yield _Tag(name.upper(), value, at)
        elif bracket:
            raise BadGame(f"line {at}: no ']' ends the tag that begins here: it is cut off")
        line += value.count("\n")


def _pieces(chunks: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The text between one `]` and the next, and whether a `]` ends it. Stops after LONGEST_TAG
    characters without one."""
    rest = ""
    for chunk in chunks:
        *pieces, rest = (rest + chunk).split("]")
        for piece in pieces:
            yield piece, True
        if len(rest) > LONGEST_TAG:
            break
    yield rest, False


class _Game:
    """The tags of one game."""

    def __init__(self, number: int, tags: Sequence[_Tag]) -> None:
        self.number = number
        self.moves = [tag for tag in tags if tag.name in _SIDES]
        self.tags = [tag for tag in tags if tag.name not in _SIDES]
        self.head = {tag.name: tag for tag in reversed(self.tags)}

    def read(self) -> Found:
        """Raises BadGame."""
        if why := self._other_rules():
            return Found(self.number, None, why)
        played = self._played(Moves(self._start()))
        said, remark = self._said()
        black, white, site = (plain(self._value(name)) for name in ("PB", "PW", "PC"))
        tags = {
            "site": site,
            "date": _date(self._value("DT")),
            "event": plain(self._value("EV")),
            "round": plain(self._value("RO")),
        }
        found = played.found(self.number, said, (black, white), tags, self._marked(said))
        return found.and_said(remark).and_said(self._twice())

    def _twice(self) -> str:
        """A sentence on the tags that stand twice with different values, if any."""
        others = {tag.name: tag for tag in self.tags if tag.value != self.head[tag.name].value}
        return "; ".join(
            f"the tag {name} stands again in line {tag.line}, and the first counts"
            for name, tag in others.items()
        )

    def _value(self, name: str) -> str:
        return self.head[name].value.strip() if name in self.head else ""

    def _bad(self, tag: _Tag, what: str) -> BadGame:
        return BadGame(f"game {self.number}, line {tag.line}, {tag}: {what}")

    def _other_rules(self) -> str:
        """Why Owari cannot play the game by its rules; empty if it can."""
        game = self._value("GM")
        if game.casefold() not in ("", "othello", "reversi"):
            return f"GM[{plain(game)[:40]}] is another game than Othello"
        signs = re.sub(r"[^a-z]", "", self._value("TY").lower())
        for sign, what in _UNPLAYABLE.items():
            if sign in signs:
                return f"TY[{plain(self._value('TY'))[:40]}] is a game {what}"
        size = re.match(r"[0-9]+", self._value("BO") or self._value("TY").lstrip("sS"))
        try:
            OTHELLO.sized(size[0] if size else "8")
        except ValueError as error:
            return str(error)
        return ""

    def _start(self) -> OthelloPosition:
        board = self.head.get("BO")
        kind = self.head.get("TY")
        if board is None:
            size = re.search(r"[0-9]+", kind.value) if kind else None
            if kind and "r" in kind.value.lower():
                raise self._bad(kind, "a start drawn by lot must stand in BO[...]")
            return OTHELLO.sized(size[0] if size else "8").start()
        words = board.value.split()
        rules = OTHELLO.sized(words[0]) if words and words[0].isdecimal() else OTHELLO
        squares = "".join(words[1:])
        if strange := re.search(r"[^*OoXx.-]", squares):
            signs = "they are * (Black), O (White) and - (empty)"
            raise self._bad(board, f"{strange[0]!r} is not a square: {signs}")
        squares = squares.replace("*", "X").replace(".", "-")
        if len(squares) == rules.size**2:
            raise self._bad(board, "the side to move is missing: end the board with * or O")
        try:
            return rules.parse_position(f"{squares[:-1]} {squares[-1:]}")
        except BadPosition as error:
            raise self._bad(board, str(error)) from None

    def _played(self, moves: Moves) -> Moves:
        for number, tag in enumerate(self.moves, 1):
            try:
                self._play(moves, tag)
            except (BadMove, IllegalMove) as error:
                raise BadGame(
                    f"game {self.number}, line {tag.line}, move {number}, {tag}: {error}"
                ) from None
        return moves

    def _play(self, moves: Moves, tag: _Tag) -> None:
        """Raises BadMove and IllegalMove."""
        name, _, said = tag.value.partition("/")
        move = _read_move(moves, name.strip())
        over = moves.position.outcome() if move == PASS else None
        side = _SIDES[tag.name]
        if moves.position.turn is not side and not over and not moves.skip():
            raise IllegalMove(f"{COLOURS[moves.position.turn]} is to move")
        thought, _, took = (part.strip() for part in said.partition("/"))
        value, seconds = _number(thought), _number(took)
        unread = [
            text for text, number in ((thought, value), (took, seconds)) if text and number is None
        ]
        moves.place(
            move,
            value=None if value is None else Value(round(value), Kind.ESTIMATED),
            seconds=None if seconds is None else abs(round(seconds, 3)),
            comment=plain(" ".join(unread)),
        )

    def _said(self) -> tuple[Said, str]:
        """The result, and a sentence if it cannot be read."""
        text = self._value("RE")
        if text in ("", "?", "*"):
            return Said(), ""
        number, _, flag = text.partition(":")
        margin = _number(number)
        if margin is None:
            return Said(), f"{self.head['RE']} is not a result, such as RE[+2]"
        return Said(margin, _FLAGS.get(flag.strip().lower())), ""

    def _marked(self, said: Said) -> Ending | None:
        """The ending by the tags that Owari adds; None without them."""
        score = re.fullmatch(r"(\d{1,3})-(\d{1,3})(?:-(\d{1,3}))?", self._value("SC"))
        kind = self._value("ET")
        if score is None or kind not in {each.value for each in Termination}:
            return None
        reported = Outcome(*(int(number or 0) for number in score.groups()))
        result = Result.NEITHER
        if said.margin is not None:
            margin = said.margin
            winner = Side.SOUTH if margin > 0 else Side.NORTH if margin < 0 else None
            result = Result.won_by(winner)
        return Ending(result, reported, Termination(kind), plain(self._value("EX")))


def _read_move(moves: Moves, name: str) -> Move:
    """Raises BadMove."""
    return PASS if name.lower() in PASSES else moves.start.rules.parse_move(name)


def _number(text: str) -> float | None:
    """A number with at most nine digits before the point, which is what records can hold."""
    found = re.fullmatch(r"\s*([+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?)\s*", text)
    return float(found[1]) if found else None


def _date(text: str) -> str:
    """The known part of the date in ISO 8601."""
    if re.fullmatch(r"[0-9]{8,10}", text):  # seconds since 1970, as the server once wrote it
        return datetime.fromtimestamp(int(text), UTC).date().isoformat()
    found = re.match(r"([0-9]{4})(?:[.-]([0-9]{1,2}))?(?:[.-]([0-9]{1,2}))?(?![0-9])", text)
    return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""
