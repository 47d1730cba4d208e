"""Weighted sums of six simple evaluations of Othello, as a classroom report has them.

Each of the six compares a count of the side to move with the other side's: 100 * (mine - theirs) /
(mine + theirs) in real arithmetic, and 0 where both are 0. Two of the counts may be negative;
there the ratio would change its sign with that of the sum, so all divide by |mine| + |theirs|. In
a search a mixture is a whole number of hundredths of a point: the sum, times 100, is rounded once,
halves to even.

A mixture is written as a sum, `2*mobility + 10*corners - danger`. `classroom` is the plain sum of
all six.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from owari.engine.evaluation import Evaluation
from owari.engine.othello_counts import Counts, both
from owari.errors import BadInput
from owari.games.game import Kind
from owari.games.othello import OthelloPosition
from owari.text.suggestions import did_you_mean

COUNTS: dict[str, Callable[[Counts], int]] = {
    "discs": Counts.discs,
    "mobility": Counts.mobility,
    "potential-mobility": Counts.potential_mobility,
    "corners": Counts.corners,
    "edge-stability": Counts.edge_stability,
    "danger": Counts.danger,
}
"""What can be mixed, in the order in which it is added up."""
EXAMPLE = "2*mobility + 10*corners - danger"
HUNDREDTHS = 100
MOST_WEIGHT = 99
"""Of all weights of a mixture together: no position is then worth as much as a finished game."""

_KNOWN = "|".join(sorted(COUNTS, key=len, reverse=True))
_TERM = re.compile(
    rf"""\s*(?P<sign>[+-]?)\s*
    (?:(?P<weight>[^\s*+-]+)\s*\*\s*)?
    (?P<name>(?:{_KNOWN})(?=[\s+-]|$)|[^\s*+]+)\s*""",
    re.VERBOSE,
)


def mixture(weights: Mapping[str, float]) -> Evaluation:
    """The evaluation that adds up the named counts by their weights. Raises BadInput with a
    sentence."""
    if not weights:
        raise BadInput(f"a mixture needs one or more of {', '.join(COUNTS)}")
    for name, weight in weights.items():
        if name not in COUNTS:
            hint = did_you_mean(name, COUNTS)
            raise BadInput(f"{name[:40]!r} is not a count for a mixture{hint}")
        if not 0 < abs(weight) <= MOST_WEIGHT:
            raise BadInput(
                f"the weight of {name} must be a number other than 0, at most {MOST_WEIGHT},"
                f" not {weight:.12g}"
            )
    together = sum(map(abs, weights.values()))
    if together > MOST_WEIGHT:
        raise BadInput(
            f"the weights of a mixture must not exceed {MOST_WEIGHT} in total, these make"
            f" {together:.12g}: divide all of them by the same number, which changes no move"
        )
    in_order = {name: float(weights[name]) for name in COUNTS if name in weights}
    return Evaluation(
        format_mixture(weights),
        "a weighted sum of shares of 100 points",
        Kind.SCORE,
        partial(_worth, in_order),
        unit=HUNDREDTHS,
        mixture=in_order,
    )


def read_mixture(given: Any) -> dict[str, float]:
    """The weights in a text, or in the mapping of a tournament file. Raises BadInput."""
    if isinstance(given, Mapping):
        return {str(name): _number(weight, str(name)) for name, weight in given.items()}
    text = str(given)
    weights: dict[str, float] = {}
    at = 0
    while at < len(text) or not weights:
        term = _TERM.match(text, at)
        if term is None or (at > 0 and not term["sign"]) or term["weight"] in COUNTS:
            behind = term is not None and term["weight"] in COUNTS
            hint = "write a weight before its count, " if behind else "write it "
            raise BadInput(f"{text[:60]!r} is not a mixture: {hint}as in {EXAMPLE}")
        name = term["name"]
        if name in weights:
            raise BadInput(f"{name} appears twice in the mixture: add up its weights")
        weight = _number(term["weight"] or 1.0, name)
        weights[name] = -weight if term["sign"] == "-" else weight
        at = term.end()
    return weights


def find_mixture(text: str) -> Evaluation | None:
    """The mixture that a text stands for, None for a text that does not look like one. Raises
    BadInput with a sentence."""
    if any(part in text for part in ("*", "+", *COUNTS)):
        return mixture(read_mixture(text))
    return None


def evaluation_text(given: Any) -> str:
    """The text that names an evaluation, from the value in a tournament file: a text, or the
    weights of a mixture by their names. Raises BadInput with a sentence."""
    if isinstance(given, Mapping):
        return mixture(read_mixture(given)).name
    if not isinstance(given, str):
        raise BadInput(f"an evaluation is a name, or a mixture as in {EXAMPLE}")
    return given


def format_mixture(weights: Mapping[str, float]) -> str:
    """As `read_mixture` reads it."""
    text = ""
    for name, weight in weights.items():
        sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
        factor = "" if abs(weight) == 1 else f"{_plain(abs(weight))}*"
        text += f"{sign}{factor}{name}"
    return text


def _plain(weight: float) -> str:
    return str(int(weight)) if weight == int(weight) else repr(weight)


def _number(given: Any, name: str) -> float:
    if not isinstance(given, bool) and isinstance(given, (int, float, str)):
        found = re.fullmatch(r"-?([0-9]{1,9}(\.[0-9]{0,20})?|\.[0-9]{1,20})", str(given))
        if found:
            return float(given)
    raise BadInput(
        f"the weight of {name} must be a number such as 2 or 0.5, not {str(given)[:40]!r}"
    )


def _share(mine: int, theirs: int) -> float:
    """From -100 to 100."""
    total = abs(mine) + abs(theirs)
    return 100.0 * (mine - theirs) / total if total else 0.0


def _worth(weights: Mapping[str, float], position: OthelloPosition) -> int:
    mine, theirs = both(position)
    total = 0.0
    for name, weight in weights.items():
        total += weight * _share(COUNTS[name](mine), COUNTS[name](theirs))
    return round(total * HUNDREDTHS)


CLASSROOM = replace(
    mixture(dict.fromkeys(COUNTS, 1.0)), name="classroom", summary="the sum of the six below"
)
SINGLE = {
    name: replace(mixture({name: 1.0}), summary=summary)
    for name, summary in {
        "discs": "discs",
        "mobility": "legal moves of each side",
        "potential-mobility": "empty squares beside a disc of the other side",
        "corners": "corners",
        "edge-stability": "edge squares: anchored to a corner 1, else -1, by an empty corner -3",
        "danger": "squares diagonal to a corner: 1 where the corner is held too, else -2",
    }.items()
}
"""One of them alone."""
