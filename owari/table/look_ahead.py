"""The engine's look-ahead, as options and answers give it."""

from __future__ import annotations

from dataclasses import dataclass

from owari.table.option_words import option_words
from owari.text.durations import format_duration, parse_duration

__all__ = ["LEVELS", "MOST_PLIES", "Thinking", "read_depth", "read_seconds", "read_thinking"]

MOST_PLIES = 99


@dataclass(frozen=True, slots=True)
class Thinking:
    """The engine's settings. With a depth and a time it stops at whichever comes first."""

    depth: int | None = None
    """Plies."""
    seconds: float | None = None
    evaluation: str | None = None
    """A name or a mixture; None for the game's default."""
    perfect: bool = False
    """Prove every move without any limit."""
    threads: int = 1
    verbose: bool = False
    """Say how each move was found."""

    @property
    def is_settled(self) -> bool:
        """Whether there is a limit, or none is needed."""
        return self.perfect or self.depth is not None or self.seconds is not None

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        time = None if self.seconds is None else format_duration(self.seconds)
        return [
            *option_words("--depth", self.depth),
            *option_words("--time", time),
            *option_words("--evaluation", self.evaluation),
            *option_words("--perfect", self.perfect, False),
            *option_words("--threads", self.threads, 1),
            *option_words("--verbose", self.verbose, False),
        ]


LEVELS = {
    "easy": Thinking(depth=2),
    "medium": Thinking(depth=5),
    "hard": Thinking(seconds=3.0),
}


def read_depth(text: str) -> int:
    """A look-ahead in plies. Raises ValueError with a sentence."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits[:9]) <= MOST_PLIES):
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


def read_thinking(text: str) -> Thinking:
    """A look-ahead, `8`, or a time with its unit, `5s`. Raises ValueError with a sentence."""
    text = text.strip()
    if text[:1].isdigit() and text[-1:].isalpha():
        return Thinking(seconds=read_seconds(text))
    try:
        return Thinking(depth=read_depth(text))
    except ValueError as error:
        raise ValueError(f"{error}; a time has a unit, such as 5s") from None
