"""Programs made of habits: whether `owari learn` seats them, and what it says of those that it does
not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from owari.games.game import PASS, Side
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from tests.programs.habits.catalog import FAMILIES, TWIN, Habits, covering
from tests.support.compiler import Compiler
from tests.support.habits import Example, by_hand, game_of, learned, wrong_in
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS

pytestmark = pytest.mark.usefixtures("no_survivor")

FIRST = (
    "game=owari begins=always-second reads=fgets writes=full names=letters draws=none waits=confirm"
    " ends=score"
)
"""The first sample of the twin."""
WITHIN = "30s"
"""What `learn` gets for a program that it may not seat."""
SEATED = [
    "game=kalah",
    "game=othello names=row-column types=two draws=glued when=own",
    "speaks=polish asks=range draws=none",
    "before=modes waits=bare asks=tag",
    "asks=hint game=othello begins=always-second",
    "before=letters asks=commands game=othello",
    "begins=settings",
    "before=suggested",
    "before=stealing game=kalah",
    "before=simple game=kalah begins=one-two",
    "before=explained game=kalah",
    "begins=swap game=othello",
    "begins=arrows before=level",
    "before=train begins=pair waits=save asks=range",
    "types=letter game=othello names=row-column",
    "waits=certain game=kalah",
    "game=othello before=size asks=sentence names=3C types=two",
    "begins=told speaks=german asks=range",
    "game=othello draws=shy",
    "game=kalah draws=lettered names=a1 asks=newline",
    "begins=kinds game=othello",
    "paint=editor game=othello",
    "types=late game=othello names=row-column-0",
    "paint=keys",
    *at_night(
        "draws=lettered names=a1 seat=north says=board",
        "waits=key asks=range",
        "begins=told game=othello names=3C",
        "waits=both game=othello",
        "waits=confirm game=othello names=row-column types=two",
        "asks=listed says=board",
        "game=kalah says=board seat=beginner names=from-1",
        "before=account game=othello",
        "begins=newgame game=kalah",
        "begins=flags paint=repaint waits=enter",
        "types=late game=othello names=C3 begins=menu",
        "paint=keys game=othello names=brackets waits=key",
        "names=A1 asks=range",
        "begins=flags ends=beat",
        "begins=newgame game=othello before=name",
        "begins=versus game=othello draws=ruled",
        "begins=swap asks=range",
        "begins=arrows game=othello",
        "before=names begins=always-second",
        "asks=above game=othello paint=clear",
        "asks=above says=board",
        "paint=steps says=board asks=range",
        "paint=steps game=kalah draws=ruled",
        "begins=versus before=sure asks=range",
        "waits=sure asks=range",
        "waits=sure game=othello names=row-column types=two",
        "begins=flags game=othello",
        "begins=settings game=othello before=hello",
        "names=A1 draws=labelled seat=north",
        "before=box game=othello",
        "asks=example game=othello names=C3",
        "asks=listed game=othello",
        "before=row game=othello begins=side",
        "before=start asks=range",
        "before=behind asks=commands",
        "before=humans asks=commands says=board",
        "types=twice asks=range",
        "waits=bare says=label asks=range",
        "types=turn-menu asks=range game=kalah",
        "types=turn-menu game=othello before=time",
        "before=username waits=continue asks=tag begins=always-second",
        "game=othello waits=bare begins=side",
        "names=board ends=again",
        "speaks=portuguese game=othello names=row-column-0 types=two waits=enter",
        "game=kalah-empty seat=beginner",
        "pace=slow-first",
        "before=stones begins=pair game=kalah",
        "before=train waits=save game=othello",
        "passes=zero game=othello",
        "passes=silent says=board game=othello",
        "names=columns",
        "paint=repaint asks=range",
        "game=othello names=C2 marks=-/\\ paint=repaint",
        "game=othello names=brackets",
        "noise=history game=kalah says=label",
        "draws=staggered asks=range",
        "draws=list seat=beginner begins=side asks=range",
        "game=othello diagonal=mirrored marks=-@O types=menu",
        "game=othello draws=emoji",
        "game=othello types=entries names=row-column-0",
        "game=othello names=number asks=moves",
        "game=othello names=brackets asks=moves begins=always-second",
        "game=kalah draws=brackets says=board names=0-5",
        "game=othello names=3C types=two",
        "begins=always-first asks=range",
        "begins=toss asks=range",
        "game=kalah begins=one-two says=i asks=player draws=labelled seat=beginner ends=bug-crash",
    ),
]
PARTS = 8
"""Of the samples of a family at night."""
TRIED = 16
"""Samples of a family that `learn` tries at night."""


@cache
def samples(family: str) -> list[Habits]:
    """Those that settings can describe."""
    every = covering(FAMILIES[family], seed=1)
    return [habits for habits in every if Example(habits).can_be_described]


@pytest.mark.parametrize("family", FAMILIES)
def test_any_two_habits_meet(family: str) -> None:
    habits = FAMILIES[family]
    met = {pair for sample in covering(habits, seed=1) for pair in combinations(sample.items(), 2)}
    apart = {
        ((one, value), (other, value_))
        for one, other in combinations(habits, 2)
        for value in habits[one]
        for value_ in habits[other]
    } - met
    assert all(("says", "board") in pair for pair in apart)
    assert len(apart) <= 2


def test_samples_are_the_same_in_every_process() -> None:
    assert str(Example(next(covering(TWIN, seed=1)))) == FIRST


@pytest.mark.parametrize(
    ("family", "part"),
    [
        ("twin", 0),
        *at_night(*(("twin", part) for part in range(1, PARTS))),
        *at_night(*((family, part) for family in ("pits", "squares") for part in range(PARTS))),
    ],
)
def test_what_is_described_right_plays_in_both_orders(
    compiled: Compiler, tmp_path: Path, family: str, part: int
) -> None:
    """With the moves and the score that the program has noted itself."""
    for habits in samples(family)[part::PARTS]:
        example = made(compiled, family, habits)
        assert not by_hand(example, tmp_path).wrong, str(example)


@pytest.mark.parametrize("passes", ["word", "zero"])
def test_a_pass_is_typed_as_its_prompt_says(tmp_path: Path, passes: str) -> None:
    example = Example({"game": "othello", "passes": passes})
    right = example.described(tmp_path, first=True)
    assert isinstance(right.protocol, ConsoleProtocol)
    told = replace(right, protocol=replace(right.protocol, passes=()))
    record = game_of(told, example.game, first=True)
    assert any(ply.move == PASS and ply.side is Side.NORTH for ply in record.plies)
    assert not wrong_in(record, example, tmp_path / "notes")


@pytest.mark.parametrize(
    "words", [*SEATED[::6], *at_night(*(words for at, words in enumerate(SEATED) if at % 6))]
)
def test_what_learn_seats_alone(tmp_path: Path, words: str) -> None:
    habits = dict(word.split("=") for word in words.split())
    seating = learned(Example(habits), tmp_path)
    assert not seating.wrong
    assert not seating.false


@pytest.mark.parametrize(
    ("family", "part"), at_night(*((family, part) for family in FAMILIES for part in range(PARTS)))
)
def test_learn_says_nothing_that_is_not_so(
    compiled: Compiler, tmp_path: Path, family: str, part: int
) -> None:
    """Of no program that it cannot move first where it can, and of no game that it does not play;
    and what it describes plays."""
    for habits in samples(family)[:TRIED][part::PARTS]:
        example = made(compiled, family, habits)
        assert not learned(example, tmp_path, "--within", WITHIN).false, str(example)


def made(compiled: Compiler, family: str, habits: Habits) -> Example:
    twin = compiled(PROGRAMS / "habits" / "player.c")[0] if family == "twin" else None
    return Example(habits, Path(twin) if twin else None)
