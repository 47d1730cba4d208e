"""The habits of the console programs, and samples in which any two habits meet.

The first value of a habit is the usual one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

Habits = Mapping[str, str]

_COMMON = {
    "begins": "yes-no one-two menu side word toss disc-toss always-first always-second argument"
    " flags settings newgame pair versus swap arrows told"
    " kinds",
    "before": "nothing name level hello press rules mode username box modes time row start account"
    " behind letters humans train stones sure names explained"
    " suggested stealing simple size latin",
    "speaks": "english portuguese spanish german polish russian",
    "says": "sentence label bare values command i board",
    "asks": "line range newline mark player last none tag hint listed moves example commands above"
    " sentence",
    "thinks": "silently aloud player errors",
    "waits": "no enter bare continue save sure key both confirm certain",
    "pace": "quick slow-first silent",
    "refuses": "plainly or silent exits",
    "when": "always asking own",
    "noise": "none stats history question",
    "ends": "score winner again silent beat bug-move bug-crash",
}
_PITS = {
    "draws": "rows staggered labelled ruled legend list words brackets columns lettered none",
    "seat": "south north beginner",
    "names": "1-6 0-5 6-1 letters board from-1 as-drawn columns case A1 a1",
    "types": "line command turn-menu twice",
    "paint": "plain clear repaint echo colours steps editor keys",
}
_SQUARES = {
    "draws": "plain glued bare ruled high upward emoji coloured shy person none",
    "marks": ".XO -@O .BW .BC XO@ .#o ·●○ 0BW _12 -/\\",
    "diagonal": "usual mirrored by-player",
    "names": "c3 C3 3c 3C C2 row-column row-column-0 column-row comma brackets letters number",
    "types": "line two menu entries command letter turn-menu late",
    "passes": "itself word enter silent zero",
    "paint": "plain clear repaint echo editor keys",
}
_TWIN = {
    "begins": "yes-no one-two always-second",
    "reads": "scanf fgets getchar leftover editor",
    "writes": "lines full",
    "names": "1-6 0-5 letters",
    "draws": "rows ruled none",
    "waits": "no enter key confirm",
    "ends": "score again silent",
}


def _split(habits: Mapping[str, str]) -> dict[str, list[str]]:
    return {habit: values.split() for habit, values in habits.items()}


PITS = {"game": ["owari", "kalah", "kalah-empty"], **_split(_COMMON | _PITS)}
SQUARES = {"game": ["othello"], **_split(_COMMON | _SQUARES)}
TWIN = {"game": ["owari"], **_split(_TWIN)}
"""Those of `player.c`."""
FAMILIES = {"pits": PITS, "squares": SQUARES, "twin": TWIN}

_IMPOSSIBLE = [
    # Nobody could know its move.
    ({"says": "board", "draws": "none"}),
    ({"says": "board", "when": "own"}),
]


def usual(game: str) -> dict[str, str]:
    """The habits of `player.py` where nothing is said of them."""
    habits = SQUARES if game == "othello" else PITS
    return {habit: values[0] for habit, values in habits.items()} | {"game": game}


def covering(habits: Mapping[str, Sequence[str]], seed: int) -> Iterator[dict[str, str]]:
    """Samples of all habits, until any two values that can go together have met in one of them."""
    random = Random(seed)
    missing = {
        frozenset({(one, value), (other, value_)}): None
        for one, other in combinations(habits, 2)
        for value in habits[one]
        for value_ in habits[other]
        if _possible({one: value, other: value_})
    }
    while missing:
        tries = [_sample(habits, random, missing) for _ in range(3)]
        best = max(tries, key=lambda sample: len(_pairs(sample) & missing.keys()))
        for pair in _pairs(best):
            missing.pop(pair, None)
        yield {habit: best[habit] for habit in habits}


def _sample(
    habits: Mapping[str, Sequence[str]],
    random: Random,
    missing: Mapping[frozenset[tuple[str, str]], None],
) -> dict[str, str]:
    """A sample with a missing pair and, habit by habit, the value that meets most others anew."""
    sample = dict(random.choice([*missing]))
    for habit in random.sample([*habits], len(habits)):
        if habit not in sample:
            values = [one for one in habits[habit] if _possible({**sample, habit: one})]
            random.shuffle(values)
            sample[habit] = max(
                values,
                key=lambda one: sum(
                    frozenset({(habit, one), other}) in missing for other in sample.items()
                ),
            )
    return sample


def _pairs(sample: Habits) -> set[frozenset[tuple[str, str]]]:
    return {frozenset(pair) for pair in combinations(sample.items(), 2)}


def _possible(sample: Habits) -> bool:
    return not any(pair.items() <= sample.items() for pair in _IMPOSSIBLE)
