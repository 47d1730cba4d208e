"""All formats, by the name that a tournament file gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from owari.results.scoring import TieBreak, margins_of, scoring_of
from owari.results.standings import USUAL, Counting, Repeats
from owari.tournament.formats.knockout import Knockout
from owari.tournament.formats.ladder import Ladder
from owari.tournament.formats.round_robin import Gauntlet, RoundRobin
from owari.tournament.formats.swiss import SWISS_TIE_BREAKS, Swiss
from owari.tournament.formats.tournament_format import Format

Rules = Mapping[str, Any]
"""Those of a tournament by the keys of its file, as results store them."""


def _round_robin(rules: Rules) -> Format:
    counting = _counting(rules, USUAL.tie_breaks)
    return RoundRobin(rules["games-per-match"], rules.get("rounds") or 1, counting)


def _gauntlet(rules: Rules) -> Format:
    challengers = tuple(rules.get("challenger", ()))
    counting = _counting(rules, ())
    return Gauntlet(rules["games-per-match"], rules.get("rounds") or 1, counting, challengers)


def _knockout(rules: Rules) -> Format:
    return Knockout(
        rules["games-per-match"],
        int(rules.get("tie-break-games", 2)),
        tuple(rules.get("seeds", ())),
        _counting(rules, ()),
        margins_of(rules),
        third_place=rules.get("third-place", False),
    )


def _swiss(rules: Rules) -> Format:
    counting = _counting(rules, SWISS_TIE_BREAKS)
    return Swiss(rules["games-per-match"], rules.get("rounds"), counting)


def _ladder(rules: Rules) -> Format:
    return Ladder(rules["games-per-match"], rules.get("rounds"), _counting(rules, ()))


FORMATS: dict[str, Callable[[Rules], Format]] = {
    "round-robin": _round_robin,
    "gauntlet": _gauntlet,
    "knockout": _knockout,
    "swiss": _swiss,
    "ladder": _ladder,
}
"""Each format from the rules of its tournament."""


def format_of(rules: Rules) -> Format:
    """The format of a tournament with these rules. Raises ValueError, TypeError or KeyError for
    rules that no file gives."""
    return FORMATS[rules.get("format", "round-robin")](rules)


def _counting(rules: Rules, tie_breaks: tuple[TieBreak, ...]) -> Counting:
    given = tuple(map(TieBreak, rules.get("tie-breaks", ())))
    repeats = Repeats(rules.get("repeated-games", Repeats.COUNT.value))
    return Counting(scoring_of(rules), given or tie_breaks, repeats)
