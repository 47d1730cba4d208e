"""The formats of files of games, how a file shows which one it has, and its games by their
numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain

from owari.errors import BadInput
from owari.games.othello import OTHELLO, OthelloRules
from owari.records import field_games, ggf, pgn_archives, transcript, wthor
from owari.records.archives import BadGame, Found, text_of, unpacked
from owari.records.pgn import game_of, game_texts, record_text
from owari.records.record import GameRecord
from owari.records.scoresheet import count_moves
from owari.text.printable import printable

WTHOR, GGF, TRANSCRIPT = "wthor", "ggf", "transcript"
OF_TEXT = {
    TRANSCRIPT: transcript.read_games,
    "pgn": pgn_archives.read_games,
    "csv": field_games.read_csv_games,
    "json": field_games.read_json_games,
}
"""The formats that do not say which game they are of."""
FORMATS = (WTHOR, GGF, *OF_TEXT)
RECORD = "record"
"""Our own records, which `records.pgn` reads."""
MOST_TOLD = 3
"""Games that cannot be read, each with its sentence."""


def recognised(head: bytes, name: str, rules: OthelloRules = OTHELLO) -> str | None:
    """What the first bytes of a file, unpacked, or its name say that it is: one of FORMATS, RECORD,
    or None. Raises BadGame for bytes that are no text and no WTHOR."""
    text = "".join(text_of([head], lambda line: None))
    ending = re.search(r"\.(\w+)(?:\.(?:gz|bz2))?$", name.lower())
    if re.match(r"\s*(?:[0-9]{1,3}\s*)?\(;", text):
        return GGF
    if re.match(r'\s*(?:%.*\n\s*)*\[\s*\w+\s+"', text):
        for tags, form in (("South|North", RECORD), ("Black|White", "pgn"), ("Game", RECORD)):
            if re.search(rf'^\s*\[\s*(?:{tags})\s+"', text, re.MULTILINE):
                return form
        return None
    if (ending and ending[1] == "wtb") or wthor.is_header(head):
        return WTHOR
    if "\0" in text:
        raise BadGame("it is no text, and no .wtb file of WTHOR by its first 16 bytes")
    if ending and ending[1] in ("ggf", "ggs"):
        return GGF
    if re.match(r'\s*(?:\{|\[\s*["\[{\]0-9])', text):
        return "json"
    if field_games.are_columns(text, rules):
        return "csv"
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    first = next(filter(None, lines), "")
    is_game = count_moves(first.rpartition(":")[2] if " - " in first else first, rules)
    return TRANSCRIPT if is_game else None


def games_of(
    form: str,
    chunks: Iterable[bytes],
    rules: OthelloRules,
    names: Callable[[], wthor.Names],
    tell: Callable[[str], None],
) -> Iterator[Found]:
    """The games of a file, unpacked, in one of FORMATS. `names` gives the names for WTHOR, and
    `tell` gets a sentence on the whole file. Raises BadGame."""
    if form == WTHOR:
        return wthor.read_games(chunks, names())

    def as_latin_1(line: int) -> None:
        tell(f"line {line} is not UTF-8: bytes that are not are read as Latin-1")

    text = text_of(chunks, as_latin_1)
    return ggf.read_games(text) if form == GGF else OF_TEXT[form](text, rules)


def opened(chunks: Iterable[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first part of a file, unpacked, and all its parts. Raises BadGame."""
    parts = unpacked(chunks)
    head = next(parts, b"")
    return head, chain([head], parts)


def form_of_archive(head: bytes, name: str, rules: OthelloRules) -> str:
    """The same for a file that has games: where nothing else shows it, these are transcripts."""
    if form := recognised(head, name, rules):
        return form
    return "pgn" if re.match(rb"\s*\[\s*\w+\s+\"", head) else TRANSCRIPT


def counted(number: int) -> str:
    """`1 game` or `2,917 games`."""
    return "1 game" if number == 1 else f"{number:,} games"


class Broken:
    """The games of a file that cannot be read."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.number = 0
        self._told: list[str] = []

    def add(self, remark: str) -> None:
        """Counts a game, and keeps the sentence of the first ones."""
        self.number += 1
        if self.number <= MOST_TOLD:
            self._told.append(f"{self.source}: {printable(remark)}")

    def sentences(self) -> list[str]:
        """The kept sentences, and the number of all."""
        if self.number <= MOST_TOLD:
            return self._told
        return [*self._told, f"{self.source}: {counted(self.number)} in all cannot be read"]


class GamesOfFile:
    """The games of a file that comes in parts: a record, or Othello games in another program's
    format, which the file shows.

    `tell` gets a place in the file and a sentence on it. Raises BadInput.
    """

    def __init__(
        self, path: str, chunks: Iterable[bytes], tell: Callable[[str, str], None]
    ) -> None:
        self._path, self._tell = path, tell
        try:
            head, self._chunks = opened(chunks)
            self._form = recognised(head, path) or RECORD
        except BadGame as error:
            raise BadInput(f"{path}: {error}") from None

    @property
    def is_record(self) -> bool:
        """Whether the file is a record."""
        return self._form == RECORD

    def numbered(
        self, game: int | None, names: Callable[[], wthor.Names]
    ) -> Iterator[tuple[int, GameRecord]]:
        """The game of that number, or all of them one after the other, with their numbers. Of a
        record only the game of that number is read as a game. `names` gives the names for WTHOR.
        Raises BadInput, for a file with a broken game after its other games."""
        if self.is_record:
            return self._recorded(game)
        tell = partial(self._tell, self._path)
        return self._of_archive(games_of(self._form, self._chunks, OTHELLO, names, tell), game)

    def _recorded(self, game: int | None) -> Iterator[tuple[int, GameRecord]]:
        file, number = self._path, 0
        for number, text in enumerate(game_texts(record_text(self._chunks, file)), 1):
            if game in (None, number):
                yield number, game_of(text, file, partial(self._tell, f"{file}, game {number}"))
                if game:
                    return
        if not number:
            raise BadInput(f"{file} has no games")
        if game:
            game_of(text, file)  # the last text is all that is left where something is no game
            raise BadInput(f"{file} has {counted(number)} and no game {game}")

    def _of_archive(
        self, games: Iterator[Found], game: int | None
    ) -> Iterator[tuple[int, GameRecord]]:
        source = self._path
        broken = Broken(source)
        number = read = 0
        try:
            for number, record, remark, is_broken in games:
                if game not in (None, number):
                    continue
                if record is None:
                    if game:
                        raise BadInput(f"{source}, game {number}: {printable(remark)}")
                    if is_broken:
                        broken.add(remark)
                    else:
                        self._tell(f"{source}, game {number}", remark)
                    continue
                if remark:
                    self._tell(f"{source}, game {number}", remark)
                read += 1
                yield number, record
                if game:
                    return
        except BadGame as error:
            broken.add(str(error))
        if game and not broken.number:
            raise BadInput(f"{source} has {counted(number)} and no game {game}")
        if broken.number:
            hint = "; 'owari import' keeps the games that can be read" if read or number else ""
            raise BadInput("\n".join(broken.sentences()) + hint)
        if not read:
            raise BadInput(f"{source} has no readable game")
