"""The options that the record of a game keeps, read without a command line."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from owari.errors import BadInput
from owari.table.look_ahead import Thinking, read_depth, read_seconds

__all__ = ["KeptOptions"]

FLAGS = ("--perfect", "--verbose", "--step")
"""The options without a value."""
LOOK_AHEAD = ("--depth", "--time", "--evaluation", "--perfect", "--threads", "--verbose")
CHANGING = (*LOOK_AHEAD, "--view")
"""The options that commands at the table change; the table writes them itself."""
MOST_THREADS = 64


@dataclass(frozen=True, slots=True)
class KeptOptions:
    """The options of the `[Table]` tag: each with its value, "" for one without a value."""

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: str) -> KeptOptions:
        """Reads the tag. Raises BadInput."""
        try:
            return cls(tuple(_pairs(text)))
        except ValueError as error:
            raise BadInput(f"the [Table] line of the game is invalid: {error}") from None

    def value(self, option: str, default: str = "") -> str:
        """The value of an option."""
        return dict(self.pairs).get(option, default)

    def thinking(self) -> Thinking:
        """The settings of the engine. Raises BadInput."""
        given = dict(self.pairs)
        try:
            threads = int(given.get("--threads", "1"))
            if not 1 <= threads <= MOST_THREADS:
                raise ValueError(f"threads are 1 to {MOST_THREADS}, not {threads}")
            return Thinking(
                read_depth(given["--depth"]) if "--depth" in given else None,
                read_seconds(given["--time"]) if "--time" in given else None,
                given.get("--evaluation"),
                "--perfect" in given,
                threads,
                "--verbose" in given,
            )
        except ValueError as error:
            raise BadInput(f"the [Table] line of the game is invalid: {error}") from None

    def words(self) -> list[str]:
        """The words of the options that never change at the table."""
        return [
            word
            for option, value in self.pairs
            if option not in CHANGING
            for word in ((option,) if option in FLAGS else (option, value))
        ]


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    words = iter(shlex.split(text))
    for option in words:
        if not option.startswith("--"):
            raise ValueError(f"{option!r} cannot stand there")
        value = "" if option in FLAGS else next(words, None)
        if value is None:
            raise ValueError(f"{option} has no value")
        yield option, value
