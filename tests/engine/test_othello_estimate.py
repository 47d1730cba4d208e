"""How the fitted weights become an estimate."""

from __future__ import annotations

import pytest

from owari.engine.families import evaluation_for
from owari.engine.othello_counts import both
from owari.engine.othello_estimate import FEATURES, PHASES, TO_MOVE, Fit, fitted_weights, weights_of
from owari.games.game import Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloRules

FIT = Fit(
    move=(1.0, 3.0, 3.0, 3.0, 3.0),
    last_move=(0.5, 0.5, 0.5, 0.5, 0.5),
    features={"discs": (0.0, 4.0, -4.0, 0.0, 1.0), "corners": (2.0, 2.0, 2.0, 2.0, 2.0)},
)


@pytest.mark.parametrize(
    ("empty", "weights"),
    [
        (0, (50, 0, 200)),  # an even number: the other side has the last move
        (1, (200, 100, 200)),  # a sixteenth of the board is a quarter of the first phase
        (4, (250, 400, 200)),
        (6, (250, 0, 200)),
        (7, (350, -200, 200)),
        (16, (250, 100, 200)),
    ],
)
def test_the_weights_go_straight_from_phase_to_phase(empty: int, weights: tuple[int, ...]) -> None:
    found = weights_of(FIT, OTHELLO.resized(4))
    assert [len(each) for each in found.values()] == [17] * 3
    assert {name: each[empty] for name, each in found.items()} == dict(
        zip((TO_MOVE, "discs", "corners"), weights, strict=True)
    )


@pytest.mark.parametrize("rules", [OTHELLO, FREE_OTHELLO.resized(6), OTHELLO.resized(16)])
def test_the_estimate_is_the_weighted_sum_of_the_features(rules: OthelloRules) -> None:
    position = rules.start()
    for place in (0, 1, 2, 0, 1, 2, 0):
        moves = position.legal_moves()
        position = position.play(moves[place % len(moves)])
    mine, theirs = both(position)
    weights = {name: each[rules.size**2 - 4 - 7] for name, each in fitted_weights(rules).items()}
    expected = weights[TO_MOVE] + sum(
        weights[name] * (count(mine) - count(theirs)) for name, count in FEATURES.items()
    )
    assert evaluation_for(rules, "fitted").horizon(position) == expected


def test_there_is_a_weight_for_each_feature_and_phase() -> None:
    for rules in (OTHELLO, FREE_OTHELLO):
        weights = fitted_weights(rules)
        assert list(weights) == [TO_MOVE, *FEATURES]
        assert {len(each) for each in weights.values()} == {rules.size**2 + 1}
    assert (PHASES[0], PHASES[-1]) == (0.0, 1.0)


def test_what_beginners_learn() -> None:
    """A corner is worth having, the X square beside it is not."""
    fitted = evaluation_for(OTHELLO, "fitted")
    bare = OTHELLO.parse_position(f"{'-' * 24}--XOX-----OXO---{'-' * 24} X")
    corner = bare._replace(south=bare.south | 1)
    beside = bare._replace(south=bare.south | 1 << 9)
    assert fitted.horizon(corner) > fitted.horizon(bare) > fitted.horizon(beside)
    other = bare._replace(turn=Side.NORTH)
    assert fitted.horizon(corner._replace(turn=Side.NORTH)) < fitted.horizon(other)
