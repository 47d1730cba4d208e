"""A game of Othello as people write it down: the squares of its moves, then a score.

The squares can stand in a row or apart, in upper or lower case. Between them can be commas,
slashes, hyphens, quotes or brackets, and numbers before them. Passes are written (`pa`, `pass`,
`--`, `@@`) or left out. A score is `40-24` or `40:24`, Black's discs first, or Black's margin,
`+16`. `1-0` is a result without a score.
"""

from __future__ import annotations

import re
from copy import copy
from functools import lru_cache

from owari.games.game import PASS, BadMove, IllegalMove
from owari.games.othello import FIRST_DISCS, OthelloRules
from owari.records.archives import PASSES, BadGame, Found, Moves, Said

_BETWEEN = r"[\s,;|/\\\"'`()\[\]<>]"
"""The characters between two squares, except a single hyphen."""
_NOTHING = re.compile(rf"(?:{_BETWEEN}|(?<!-)-(?!-))*")
_SCORE = re.compile(
    rf"{_BETWEEN}*(?:(?P<result>1-0|0-1|1/2-1/2|\*)"
    r"|(?P<black>[0-9]{1,3})\s*[-:]\s*(?P<white>[0-9]{1,3})"
    rf"|(?P<margin>[+-][0-9]{{1,3}})(?:\.0+)?){_BETWEEN}*"
)


@lru_cache
def _token(digits: int) -> re.Pattern[str]:
    """A move or a number, and the characters before it; rows have up to this many digits."""
    passes = "|".join(sorted(map(re.escape, PASSES), key=len, reverse=True))
    return re.compile(
        rf"{_NOTHING.pattern}"
        rf"(?:(?P<number>[0-9]{{1,3}}(?:\.+|\)|(?=\s+[a-z][0-9])))|(?P<move>[a-z][0-9]{{1,{digits}}}|{passes}))",
        re.IGNORECASE,
    )


def _digits(rules: OthelloRules) -> int:
    return len(str(rules.size))


def count_moves(text: str, rules: OthelloRules) -> int:
    """The number of moves in a text, legal or not, with passes; 0 if anything else is in it."""
    token = _token(_digits(rules))
    at = moves = 0
    while match := token.match(text, at):
        at = match.end()
        name = match["move"]
        if name and name.lower() not in PASSES:
            try:
                rules.parse_move(name)
            except BadMove:
                return 0
        moves += name is not None
    return moves if _SCORE.fullmatch(text, at) or _NOTHING.fullmatch(text, at) else 0


def read_score(text: str, rules: OthelloRules) -> Said | None:
    """The score in a text; None if the text is not a score."""
    found = _SCORE.fullmatch(text)
    if found is None:
        return None
    if found["result"]:
        return Said(winner_only=found["result"].strip("*"))
    if found["margin"]:
        return Said(int(found["margin"]))
    black, white = int(found["black"]), int(found["white"])
    can_be = FIRST_DISCS < black + white <= rules.size**2
    return Said(black - white, score=(black, white)) if can_be else None


class Scoresheet:
    """A game of which more and more is read."""

    def __init__(self, number: int, rules: OthelloRules) -> None:
        self.number = number
        self.rules = rules
        self.names: tuple[str, str] | None = None
        self.tags: dict[str, str] = {}
        """Event, site, date and round of the record, where they are known."""
        self.moves = Moves(rules.start())
        self.read_so_far = 0
        """The number of moves read, with the passes that are written."""
        self.said: Said | None = None

    @property
    def is_whole(self) -> bool:
        """Whether no move can follow."""
        return self.said is not None or self.moves.position.outcome() is not None

    def read(self, text: str, place: str) -> None:
        """Reads more of the game. Raises BadGame with the place of the text."""
        token = _token(_digits(self.rules))
        at = 0
        while not _NOTHING.fullmatch(text, at):
            found = token.match(text, at)
            if found is None:
                self._score(text[at:], place, is_apart=at == 0)
                return
            at = found.end()
            if found["move"]:
                self._play(found["move"], place)

    def copy(self) -> Scoresheet:
        """The same game, which goes on by itself."""
        other = copy(self)
        other.moves = self.moves.copy()
        return other

    def found(self) -> Found:
        """The game as far as it was read."""
        names, said = self.names or ("?", "?"), self.said or Said()
        return self.moves.found(self.number, said, names, self.tags)

    def _play(self, name: str, place: str) -> None:
        """Raises BadGame."""
        if self.said is not None:
            raise self._bad(place, name, "it stands after the score")
        if self.read_so_far > 2 * self.rules.size**2:
            raise self._bad(place, name, "no game has this many moves")
        try:
            move = PASS if name.lower() in PASSES else self.rules.parse_move(name)
            self.moves.place(move)
        except (BadMove, IllegalMove) as error:
            raise self._bad(place, name, str(error)) from None
        self.read_so_far += 1

    def _score(self, text: str, place: str, *, is_apart: bool) -> None:
        """Raises BadGame."""
        # Right behind a square, `-10` may be a hyphen and half a score.
        is_sure = is_apart or text[0] not in "+-"
        said = read_score(text, self.rules) if is_sure else None
        if said is None or not self.read_so_far or self.said is not None:
            words = re.split(r"[\s,;|]+", text.strip(" \t,;|"), maxsplit=1)
            what = "it is neither a square nor a pass"
            raise self._bad(place, words[0][:40], f"{what}, nor a score such as 40-24 at the end")
        self.said = said

    def _bad(self, place: str, name: str, what: str) -> BadGame:
        move = f"move {self.read_so_far + 1}, {name!r}"
        return BadGame(what, f"game {self.number}, {place}, {move}")
