"""How far the engine looks, as people say it."""

from __future__ import annotations

from dataclasses import dataclass

from owari.text.durations import format_duration, parse_duration

__all__ = ["LEVELS", "MOST_PLIES", "Thinking", "read_depth", "read_seconds", "read_thinking"]

MOST_PLIES = 99


@dataclass(frozen=True, slots=True)
class Thinking:
    """The engine's limits for each move; with both, whichever ends first."""

    depth: int | None = None
    """Plies."""
    seconds: float | None = None
    evaluation: str | None = None
    """A name or a mixture; None is the game's default."""
    perfect: bool = False
    """Instead of any limit: every move proved, however long that takes."""
    threads: int = 1
    verbose: bool = False
    """Whether each move says what was used to find it."""

    @property
    def is_settled(self) -> bool:
        """Whether it says how far the engine looks."""
        return self.perfect or self.depth is not None or self.seconds is not None

    def options(self) -> list[str]:
        """The words of a command line that say the same."""
        words = []
        if self.depth is not None:
            words += ["--depth", str(self.depth)]
        if self.seconds is not None:
            words += ["--time", format_duration(self.seconds)]
        if self.evaluation is not None:
            words += ["--evaluation", self.evaluation]
        if self.perfect:
            words.append("--perfect")
        if self.threads != 1:
            words += ["--threads", str(self.threads)]
        if self.verbose:
            words.append("--verbose")
        return words


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
        raise ValueError("a time for a move is as 5s, 500ms or 2m, and longer than none")
    return seconds


def read_thinking(text: str) -> Thinking:
    """A look-ahead, `8`, or a time with its unit, `5s`. Raises ValueError with a sentence."""
    text = text.strip()
    if text[:1].isdigit() and text[-1:].isalpha():
        return Thinking(seconds=read_seconds(text))
    try:
        return Thinking(depth=read_depth(text))
    except ValueError as error:
        raise ValueError(f"{error}; a time has a unit, as in 5s") from None
