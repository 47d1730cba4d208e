"""The settings of a table as options, answers and records give them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from owari.errors import BadInput
from owari.text.durations import format_duration, parse_duration


def option_words(option: str, value: object, default: object = None) -> list[str]:
    """The words that give an option this value; none for the default, the option alone for True."""
    if value == default:
        return []
    return [option] if value is True else [option, str(value)]


MOST_PLIES = 99
MOST_THREADS = 64
_LONGEST_SHOWN = 40
"""Characters of a word of a record that a sentence quotes."""


def read_depth(text: str) -> int:
    """A look-ahead in plies. Raises ValueError with a sentence."""
    digits = text.strip()
    if not (re.fullmatch("[0-9]{1,9}", digits) and 1 <= int(digits) <= MOST_PLIES):
        raise ValueError(f"a look-ahead is a whole number of plies from 1 to {MOST_PLIES}")
    return int(digits)


def read_seconds(text: str) -> float:
    """A time such as `5s`, `500ms` or `0.5`. Raises ValueError with a sentence."""
    try:
        seconds = parse_duration(text)
    except ValueError:
        seconds = 0.0
    if seconds == 0:
        raise ValueError("a time is a number above 0 with a unit, such as 5s, 500ms or 2m")
    return seconds


def _read_threads(text: str) -> int:
    threads = int(text) if re.fullmatch("[0-9]{1,9}", text) else 0
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads are 1 to {MOST_THREADS}, not {text[:_LONGEST_SHOWN]}")
    return threads


def _setting(
    option: str,
    read: Callable[[str], Any] | None = None,
    write: Callable[[Any], str] = str,
    default: Any = None,
) -> Any:
    """A field with its option, and how a text becomes its value and back; a flag is not read."""
    return field(default=default, metadata={"option": option, "read": read, "write": write})


@dataclass(frozen=True, slots=True)
class Thinking:
    """The engine's settings. With a depth and a time it stops at whichever comes first."""

    depth: int | None = _setting("--depth", read_depth)
    """Plies."""
    seconds: float | None = _setting("--time", read_seconds, format_duration)
    evaluation: str | None = _setting("--evaluation", str)
    """A name or a mixture; None for the game's default."""
    perfect: bool = _setting("--perfect", default=False)
    """Prove every move without any limit."""
    threads: int = _setting("--threads", _read_threads, default=1)
    verbose: bool = _setting("--verbose", default=False)
    """Say how each move was found."""

    @property
    def is_settled(self) -> bool:
        """Whether there is a limit, or none is needed."""
        return self.perfect or self.depth is not None or self.seconds is not None

    def pairs(self) -> list[tuple[str, str]]:
        """The options that set the same, each with its value, "" for a flag."""
        return [
            (each.metadata["option"], "" if value is True else each.metadata["write"](value))
            for each in fields(Thinking)
            if (value := getattr(self, each.name)) != each.default
        ]

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        return [word for option, value in self.pairs() for word in (option, value) if word]


SETTINGS = tuple(each.name for each in fields(Thinking))
"""The names of the engine's settings."""
LEVELS = {"easy": Thinking(depth=2), "medium": Thinking(depth=5), "hard": Thinking(seconds=3.0)}


def read_thinking(text: str) -> Thinking:
    """A look-ahead, `8`, or a time with its unit, `5s`. Raises ValueError with a sentence."""
    text = text.strip()
    if text[:1].isdigit() and text[-1:].isalpha():
        return Thinking(seconds=read_seconds(text))
    try:
        return Thinking(depth=read_depth(text))
    except ValueError as error:
        raise ValueError(f"{error}; a time has a unit, such as 5s") from None


CONFIRMED = "--confirmed"
"""Stands with the options of a relay whose end somebody has confirmed; no command has it."""
_FLAGS = (
    "--step",
    CONFIRMED,
    *(each.metadata["option"] for each in fields(Thinking) if not each.metadata["read"]),
)
"""The options without a value."""
_CHANGING = ("--view", CONFIRMED, *(each.metadata["option"] for each in fields(Thinking)))
"""The options that commands at the table change; the table writes them itself."""


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

    @property
    def confirmed(self) -> bool:
        """Whether the end of the game is confirmed."""
        return (CONFIRMED, "") in self.pairs

    def thinking(self) -> Thinking:
        """The settings of the engine. Raises BadInput."""
        given = dict(self.pairs)
        values: dict[str, Any] = {}
        try:
            for each in fields(Thinking):
                if (option := each.metadata["option"]) in given:
                    read = each.metadata["read"]
                    values[each.name] = read(given[option]) if read else True
        except ValueError as error:
            raise BadInput(f"the [Table] line of the game is invalid: {error}") from None
        return Thinking(**values)

    def words(self) -> list[str]:
        """The words of the options that never change at the table."""
        return [
            word
            for option, value in self.pairs
            if option not in _CHANGING
            for word in ((option,) if option in _FLAGS else (option, value))
        ]


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    import shlex

    words = iter(shlex.split(text))
    for option in words:
        if not option.startswith("--"):
            raise ValueError(f"{option[:_LONGEST_SHOWN]!r} cannot stand there")
        value = "" if option in _FLAGS else next(words, None)
        if value is None:
            raise ValueError(f"{option[:_LONGEST_SHOWN]} has no value")
        yield option, value
