"""Games of Othello in PGN's syntax, as other archives have them.

    [Event "World Championship"]
    [Date "1980"]
    [Black "Cerf Jonathan"]
    [White "Mimura Takuya"]
    [Result "21-43"]

    1. F5 D6 2. C5 F4 3. E3 D3 ...

A result of two scores has Black's first. Comments and marks of moves are skipped, and so are
variations, which are counted. Of a tag that stands twice the first counts. The module `records.pgn`
reads Owari's own records, which have South and North.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from owari.games.othello import OthelloRules
from owari.records.archives import BadGame, Found, lines_of
from owari.records.pgn import skipped_variations
from owari.records.scoresheet import Scoresheet, read_score
from owari.text.printable import plain

_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]')
"""Many archives do not escape quotes in names."""
_ELSEWHERE = ("FEN", "SetUp", "Position")
"""Tags of a game with another start position."""


def read_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
    """The games of a text that comes in parts. Raises BadGame at the first that cannot be read."""
    game: _Game | None = None
    number = 0
    for line, text in enumerate(lines_of(chunks), 1):
        text = text.strip()
        if text.startswith("[") and not (game and game.is_open):
            if game is None or game.has_moves:
                if game:
                    yield game.found()
                number += 1
                game = _Game(number, rules)
            game.tag(text, line)
        elif text and not text.startswith("%"):
            if game is None:
                raise BadGame(f"line {line}: {text[:40]!r} is before the tags of a game")
            game.read(text, line)
    if game:
        yield game.found()


class _Game:
    def __init__(self, number: int, rules: OthelloRules) -> None:
        self.sheet = Scoresheet(number, rules)
        self.tags: dict[str, str] = {}
        self.has_moves = False
        self.in_comment = False
        self.depth = 0
        """The number of open variations, one in another."""
        self.variations = 0
        self.twice: dict[str, int] = {}
        """The line of each tag that stands there again."""

    @property
    def is_open(self) -> bool:
        """Whether a comment or a variation has not ended."""
        return self.in_comment or self.depth > 0

    def tag(self, text: str, line: int) -> None:
        """Raises BadGame."""
        found = _TAG.fullmatch(text)
        if found is None:
            raise self._bad(line, f'{text[:40]!r} is not a tag, such as [Black "Ann"]')
        name, value = found[1], plain(re.sub(r"\\(.)", r"\1", found[2]))
        if name in _ELSEWHERE:
            raise self._bad(line, f"a start position in [{name}] cannot be read")
        if name in self.tags:
            self.twice.setdefault(name, line)
        self.tags.setdefault(name, "" if not value.strip("?.") else value)

    def read(self, text: str, line: int) -> None:
        """Raises BadGame."""
        self.has_moves = True
        moves = []
        for part in re.split(r"([{}();])", text):
            if self.in_comment or part == "{":
                self.in_comment = part != "}"
            elif part == ";":
                break
            elif part == "(":
                self.variations += self.depth == 0
                self.depth += 1
            elif part == ")":
                self.depth = max(0, self.depth - 1)
            elif not self.depth:
                moves.append(re.sub(r"\$[0-9]+|[!?]+|}", " ", part))
        self.sheet.read(" ".join(moves), f"line {line}")

    def found(self) -> Found:
        """Raises BadGame."""
        if self.is_open:
            what = "comment" if self.in_comment else "variation"
            raise BadGame(
                f"a {what} does not end: the file is incomplete", f"game {self.sheet.number}"
            )
        sheet, tags = self.sheet, self.tags
        sheet.names = (tags.get("Black", ""), tags.get("White", ""))
        sheet.tags = {tag.lower(): tags.get(tag, "") for tag in ("Event", "Site", "Round")}
        date = re.match(r"([0-9]{4})(?:[.-]([0-9]{2}))?(?:[.-]([0-9]{2}))?", tags.get("Date", ""))
        sheet.tags["date"] = "-".join(part for part in date.groups() if part) if date else ""
        said = read_score(tags.get("Result", ""), sheet.rules)
        if said and (sheet.said is None or sheet.said.margin is None):
            sheet.said = said
        return sheet.found().and_said(skipped_variations(self.variations)).and_said(self._twice())

    def _twice(self) -> str:
        """A sentence on the tags that stand twice, if any."""
        return "; ".join(
            f"the tag {name} stands again in line {line}, and the first counts"
            for name, line in self.twice.items()
        )

    def _bad(self, line: int, what: str) -> BadGame:
        return BadGame(f"game {self.sheet.number}, line {line}: {what}")
