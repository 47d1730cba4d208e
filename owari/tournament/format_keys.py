"""The keys of a tournament file that say who meets whom and what games are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from owari.results.bot_names import composed
from owari.results.tie_breaks import TieBreak
from owari.text.suggestions import did_you_mean
from owari.tournament.formats.format_catalog import FORMATS
from owari.tournament.key_fields import Count, Keys, Text, key

__all__ = ["FormatKeys", "balanced", "format_problems"]

LARGEST_WORTH = 1000
"""The most points for a game."""


def _even(number: int) -> int:
    if number % 2:
        raise ValueError(f"an even number, so that each side moves first as often, not {number}")
    return number


def _only(*formats: str) -> AfterValidator:
    """Refuses the key where the tournament has none of these formats."""

    def check(value: Any, info: ValidationInfo) -> Any:
        form = info.data.get("format", formats[0])  # which is missing if it has a problem itself
        if form not in formats:
            raise ValueError(f"the format {form} does not use it")
        return value

    return AfterValidator(check)


def balanced(games: int, info: ValidationInfo) -> int:
    """The games of a match. Raises ValueError for an odd number, but in a swiss."""
    return games if info.data.get("format") == "swiss" else _even(games)


def _distinct(values: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(values)) < len(values):
        raise ValueError("one of them is there twice")
    return values


def _names(values: tuple[str, ...]) -> tuple[str, ...]:
    return _distinct(tuple(map(composed, values)))


def _list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _scoring(value: Any) -> Any:
    if value == "margin":
        return value
    if not isinstance(value, Mapping) or not value.keys() <= {"win", "draw", "loss"}:
        raise ValueError("margin is expected, or win, draw and loss with their points")
    worth = {result: _worth(value.get(result, "0")) for result in ("win", "draw", "loss")}
    if not worth["win"] >= worth["draw"] >= worth["loss"] or worth["win"] == worth["loss"]:
        raise ValueError(
            "a win has to be worth more than a loss, and a draw as much as one of both"
            " or something between"
        )
    return worth


def _worth(value: Any) -> float:
    try:
        points = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"a number of points is expected, not {value!r:.40}") from None
    if not abs(points) <= LARGEST_WORTH or points * 4 % 1:
        raise ValueError(f"points are multiples of 0.25 up to {LARGEST_WORTH}, not {value!r:.40}")
    return points


class FormatKeys(Keys):
    """Who meets whom, and what games are worth."""

    format: Literal["round-robin", "gauntlet", "knockout", "swiss", "ladder"] = key(
        "Which bots meet, and when. The page on formats explains each one.",
        ", ".join(FORMATS),
        default="round-robin",
    )
    rounds: Annotated[Count | None, _only("round-robin", "gauntlet", "swiss", "ladder")] = key(
        "The rounds of a swiss or a ladder. For a round robin and a gauntlet: how often each pair"
        " plays its match.",
        "1 to 1000",
        "as many as the format needs",
        default=None,
    )
    challenger: Annotated[
        tuple[Text, ...], BeforeValidator(_list), AfterValidator(_names), _only("gauntlet")
    ] = key(
        "The bots that meet all others in a gauntlet.",
        "name or list of names",
        "the first bot",
        default=(),
    )
    seeds: Annotated[tuple[Text, ...], AfterValidator(_names), _only("knockout")] = key(
        "The bots that the bracket of a knockout keeps apart longest, the best one first.",
        "list of names",
        "the order of the bots",
        default=(),
    )
    tie_break_games: Annotated[
        int, Field(ge=0, le=1000), AfterValidator(_even), _only("knockout")
    ] = key(
        "The most games that a tied match of a knockout goes on with, two by two.",
        "an even number",
        default=2,
    )
    tie_breaks: Annotated[
        tuple[
            Literal[
                "head-to-head", "sonneborn-berger", "buchholz", "buchholz-cut-1", "median-buchholz"
            ],
            ...,
        ],
        AfterValidator(_distinct),
        _only("round-robin", "swiss"),
    ] = key(
        "What parts bots with as many points, in this order.",
        "list of " + ", ".join(each.value for each in TieBreak),
        "head-to-head and sonneborn-berger; in a swiss buchholz-cut-1, buchholz and"
        " sonneborn-berger",
        default=(),
    )
    scoring: Annotated[Any, BeforeValidator(_scoring)] = key(
        "The points of a game.",
        "margin, or {win: 3, draw: 1, loss: 0}",
        "{win: 1, draw: 0.5, loss: 0}",
        default=None,
    )
    repeated_games: Literal["count", "ignore"] = key(
        "Whether a game counts that repeats an earlier one of the same bots move for move.",
        "count or ignore",
        default="count",
    )


def format_problems(keys: FormatKeys, bots: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The keys that do not fit the bots of the tournament, each with a sentence."""
    for name, given in (("challenger", keys.challenger), ("seeds", keys.seeds)):
        for bot in given:
            if bot not in bots:
                yield name, f"there is no bot {bot!r}{did_you_mean(bot, bots)}"
    if keys.challenger and set(bots) <= set(keys.challenger):
        yield "challenger", "nobody is left to meet: leave a bot out"
