"""The families of games as the engine knows them: ENGINES has one object for each, which proves
exact margins of positions and of their legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from owari.engine.book import find_in_book, find_in_openings, read_book
from owari.engine.endgames import verify_endgames
from owari.engine.evaluation import SCORE, SOWING, Evaluation
from owari.engine.kernel import MISSING, othello, sowing
from owari.engine.kernel_interface import Kernel
from owari.engine.othello_estimate import FITTED
from owari.engine.othello_kernel import SIZES, OthelloKernel, empty_squares
from owari.engine.othello_mixtures import CLASSROOM, EXAMPLE, SINGLE, find_mixture
from owari.engine.othello_patterns import PATTERNS, has_patterns
from owari.engine.othello_proof import forget_othello, prove_othello
from owari.engine.search import prove_any
from owari.engine.solution import Aim, MoveBounds, OnBounds, ProofRequest, Solution
from owari.engine.sowing_kernel import SowingKernel, stones_in_pits
from owari.engine.sowing_proof import forget_sowing, prove_sowing
from owari.errors import BadInput
from owari.games.game import FamilyTable, Game, Move, Position
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.text.printable import listing
from owari.text.suggestions import did_you_mean

_FEW_STONES, FEW_SQUARES = 12, 8
"""Stones in pits and empty squares of positions that every machine proves at once,"""
_SOME_STONES, SOME_SQUARES = 36, 14
"""and of those that the kernel proves in a moment."""


@dataclass(frozen=True)
class EngineFamily:
    """Everything of the engine that depends on the family of games. The defaults serve a family
    without an entry in ENGINES: the reference search plays it and goes by the score."""

    evaluations: Mapping[str, Evaluation]
    """The evaluations that have a name."""
    default: Evaluation
    """The one of all its games, and of a bot of a tournament file that names none: a tournament
    goes on as it began."""
    estimate: Evaluation
    """The one that estimates the margin of an opening. Another would choose other openings."""
    stronger: Callable[[Any], Evaluation | None] = lambda rules: None
    """One that plays better by these rules, measured by tests/benchmarks/evaluations.py: the
    default but for tournament files."""
    other_evaluation: Callable[[str], Evaluation | None] = lambda name: None
    """Reads what is not the name of an evaluation. May raise BadInput with a sentence."""
    other_choices: str = ""
    """The evaluations without a name, in words that follow a list of names."""
    kernel: Callable[[Any, Evaluation, int], Kernel[Any] | None] = lambda *_: None
    """The kernel for rules, evaluation and threads; None if the family has none."""
    missing: str = ""
    """A sentence if the kernel of this family was not compiled."""
    refusal: Callable[[Any], str] = lambda rules: f"The engine has no kernel for {rules.family}."
    """Why the kernel cannot play these rules, as a sentence; empty if it can."""
    by_book: Callable[[Any], tuple[Move, int] | None] = lambda position: None
    """The best move and its final margin, if an opening book has the position."""
    by_openings: Callable[[Any], tuple[Move, int] | None] = lambda position: None
    """The same, if the margins of the first plies are known."""
    proves_at_once: Callable[[Any], bool] = lambda position: False
    """Whether the margin of an unfinished position takes no time on any machine."""
    proves_soon: Callable[[Any], bool] = lambda position: False
    """Whether the kernel proves it in a moment."""
    lookahead: int = 3
    """The depth of a search that estimates the margin of an opening."""
    prove: Callable[[Any, ProofRequest], Solution] = prove_any
    """Proves margins of an unfinished position, see `engine.families.solve`."""
    forget: Callable[[], None] = lambda: None
    """Frees what is kept from one position to the next."""
    verify_tables: Callable[[Any], None] = lambda rules: None
    """Reads all of the opening book and of the largest endgame table on disk.

    Raises BadInput if one of them is damaged.
    """


def _sowing_refusal(rules: SowingRules) -> str:
    if sowing is not None and rules.most_pieces > sowing.MAX_STONES:
        return f"The kernel plays boards of up to {sowing.MAX_STONES} stones."
    return _SOWING.missing


def _othello_refusal(rules: OthelloRules) -> str:
    if rules.size not in SIZES:
        return f"The kernel plays {rules.family} on boards of {listing(SIZES)}."
    return _OTHELLO.missing


def _verify_sowing(rules: SowingRules) -> None:
    read_book(rules)
    if sowing is not None:
        verify_endgames(rules)


_SOWING = EngineFamily(
    evaluations=SOWING,
    default=SOWING["goals-and-row"],
    estimate=SOWING["material"],
    kernel=SowingKernel,
    missing="" if sowing else MISSING,
    refusal=_sowing_refusal,
    by_book=find_in_book,
    by_openings=find_in_openings,
    proves_at_once=lambda position: stones_in_pits(position) <= _FEW_STONES,
    proves_soon=lambda position: stones_in_pits(position) <= _SOME_STONES,
    lookahead=8,
    prove=prove_sowing,
    forget=forget_sowing,
    verify_tables=_verify_sowing,
)
_OTHELLO = EngineFamily(
    evaluations={each.name: each for each in (FITTED, PATTERNS, CLASSROOM, *SINGLE.values())},
    default=FITTED,
    estimate=FITTED,
    stronger=lambda rules: PATTERNS if has_patterns(rules) else None,
    other_evaluation=find_mixture,
    other_choices=f", or a mixture such as '{EXAMPLE}'",
    kernel=OthelloKernel,
    missing="" if othello else MISSING,
    refusal=_othello_refusal,
    proves_at_once=lambda position: empty_squares(position) <= FEW_SQUARES,
    proves_soon=lambda position: empty_squares(position) <= SOME_SQUARES,
    lookahead=6,
    prove=prove_othello,
    forget=forget_othello,
)

ENGINES: FamilyTable[EngineFamily] = FamilyTable(
    "engine",
    {SowingRules: _SOWING, OthelloRules: _OTHELLO},
    default=EngineFamily({SCORE.name: SCORE}, SCORE, SCORE),
)


def evaluation_for(rules: Game, name: str | None) -> Evaluation:
    """The evaluation of that name for a game, the default for None; in Othello also a mixture.
    Raises BadInput with a sentence."""
    family = ENGINES[rules]
    if name is None:
        return family.stronger(rules) or family.default
    found = family.evaluations.get(name) or family.other_evaluation(name)
    if found is None:
        hint = did_you_mean(name, family.evaluations) + family.other_choices
        raise BadInput(f"{name[:40]!r} is not an evaluation for {rules.name}{hint}")
    return found


def evaluation_in_file(rules: Game, name: str | None) -> Evaluation:
    """The evaluation of a bot of a tournament file. Raises BadInput as `evaluation_for` does."""
    return evaluation_for(rules, name or ENGINES[rules].default.name)


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    aim: Aim = Aim.EVERY_MOVE,
    threads: int | None = None,
    by_book: bool = True,
    on_bounds: OnBounds | None = None,
    known: Iterable[MoveBounds] = (),
) -> Solution:
    """Proves the exact margins that `aim` asks for, or bounds of them until the time is over.

    `seconds` None is no limit. By default all cores search, and margins come from the opening book
    where it has them. `on_bounds` receives the first bounds and every proved bound; the kernel
    calls it five times a second. The proof begins with the bounds of `known`, which was proved
    before; no bound is ever wider.

    Raises BadInput if the game is over.
    """
    if not position.legal_moves():
        raise BadInput("the game is over")
    request = ProofRequest(aim, seconds, threads, by_book, on_bounds, tuple(known))
    return ENGINES[position.rules].prove(position, request)


def margin_at_once(position: Position) -> int | None:
    """The exact margin of an unfinished position in which so little is left to play that its proof
    takes no time on any machine; None elsewhere."""
    if not ENGINES[position.rules].proves_at_once(position):
        return None
    return solve(position, aim=Aim.MARGIN, threads=1).lower


def forget() -> None:
    """Frees what is kept from one position to the next."""
    for family in ENGINES:
        family.forget()
