"""Games of Othello as the squares that were played, a game a line: `f5d6c3d3c4`.

Either case, spaces, and passes that are written (`pa`, `pass`, `--`, `@@`) or left out mean no
difference. A line may begin with the names, `Black - White: f5d6`, which may also have a line of
their own. What follows a `#` is a comment. A game with numbers, `1. f5 d6 2. c3`, goes on over its
next lines until an empty one or the next `1.`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from owari.games.game import PASS, BadMove, IllegalMove
from owari.games.othello import OthelloPosition, OthelloRules
from owari.records.foreign import PASSES, BadGame, Found, Moves, Said, Unwritable
from owari.records.plain import plain
from owari.records.record import GameRecord

__all__ = ["format_game", "read_games"]

LONGEST_LINE = 1 << 20
"""Characters."""


def read_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
    """The games of a text that comes in parts, by these rules. Raises BadGame at the first that
    cannot be read."""
    game: _Game | None = None
    number = 0
    for line, text in enumerate(_lines(chunks), 1):
        moves = text.partition("#")[0].strip()
        if game and not (moves and game.goes_on(moves)):
            yield game.found()
            game = None
        if len(text) > LONGEST_LINE:
            raise BadGame(f"line {line}: more than a million characters are no game")
        if not moves:
            continue
        if game is None:
            number += 1
            game = _Game(number, rules)
        game.read(moves, line)
    if game:
        yield game.found()


def format_game(record: GameRecord) -> str:
    """The squares in a row, without a newline; passes are not written. Raises Unwritable."""
    rules = record.start.rules
    if not isinstance(record.start, OthelloPosition) or not isinstance(rules, OthelloRules):
        raise Unwritable(f"a transcript is of Othello, not of {record.game.name}")
    if record.start != rules.start(record.first):
        raise Unwritable("it begins elsewhere than a transcript does, which has the moves alone")
    squares = [rules.format_move(ply.move) for ply in record.plies if ply.move != PASS]
    if not squares:
        raise Unwritable("it has no moves, and a transcript has nothing else")
    return "".join(squares)


def _lines(chunks: Iterable[str]) -> Iterator[str]:
    """The lines, up to one that is too long and not read to its end."""
    rest = ""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split("\n")
        yield from lines
        if len(rest) > LONGEST_LINE:
            break
    yield rest


class _Game:
    """A game while its lines are read."""

    def __init__(self, number: int, rules: OthelloRules) -> None:
        self.number = number
        self.moves = Moves(rules.start())
        self.names: tuple[str, str] | None = None
        self.numbered: bool | None = None
        """None until there are moves."""
        self.read_so_far = 0
        digits = "[0-9]{1,2}" if rules.size > 9 else "[0-9]"
        passes = "|".join(sorted(map(re.escape, PASSES), key=len, reverse=True))
        self.token = re.compile(
            rf"\s*(?:(?P<number>[0-9]{{1,3}}\.+)|(?P<move>[a-z]{digits}|{passes}))", re.IGNORECASE
        )

    def goes_on(self, text: str) -> bool:
        """Whether a line belongs to this game rather than to the next."""
        if self.numbered is None:
            return True
        return self.numbered and not re.search(r"(^|[:\s])1\.", text)

    def read(self, text: str, line: int) -> None:
        """Raises BadGame."""
        head, colon, moves = text.rpartition(":")
        if colon:
            black, dash, white = head.partition(" - ")
            if not dash or self.names or self.read_so_far:
                raise BadGame(
                    f"game {self.number}, line {line}: {plain(head)[:40]!r} is no pair of names, as"
                    " in 'Black - White: f5d6'"
                )
            self.names = (plain(black) or "?", plain(white) or "?")
        moves = moves.strip()
        if self.numbered is None and moves:
            self.numbered = bool(re.match(r"1\.", moves))
        at = 0
        while at < len(moves):
            token = self.token.match(moves, at)
            if token is None:
                word = moves[at:].split(maxsplit=1)[0][:40]
                raise self._bad(line, word, "it is neither a square nor a pass")
            at = token.end()
            if token["move"]:
                self._play(token["move"], line)

    def found(self) -> Found:
        ending, remark = self.moves.ending(Said())
        black, white = self.names or ("?", "?")
        rules = self.moves.start.rules
        plies = tuple(self.moves.plies)
        record = GameRecord(rules, self.moves.start, black, white, plies, ending)
        return Found(self.number, record, remark)

    def _play(self, name: str, line: int) -> None:
        """Raises BadGame."""
        if self.read_so_far > 2 * self.moves.start.rules.size**2:
            raise self._bad(line, name, "no game has so many moves")
        try:
            passed = name.lower() in PASSES
            move = PASS if passed else self.moves.start.rules.parse_move(name)
            self.moves.place(move)
        except (BadMove, IllegalMove) as error:
            raise self._bad(line, name, str(error)) from None
        self.read_so_far += 1

    def _bad(self, line: int, name: str, what: str) -> BadGame:
        place = f"game {self.number}, line {line}, move {self.read_so_far + 1}"
        return BadGame(f"{place}, {name!r}: {what}")
