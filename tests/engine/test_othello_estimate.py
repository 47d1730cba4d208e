"""How the fitted weights become an estimate."""

from __future__ import annotations

import pytest

from owari.engine.families import evaluation_for
from owari.engine.othello_counts import both
from owari.engine.othello_estimate import FEATURES, PHASES, Fit, fitted_weights, weights_of
from owari.games.game import Side
from owari.games.othello import FREE_OTHELLO, OTHELLO

FIT = Fit(
    move=(1.0, 3.0, 3.0, 3.0, 3.0),
    last_move=(0.5, 0.5, 0.5, 0.5, 0.5),
    features=((0.0, 4.0, -4.0, 0.0, 1.0), (2.0, 2.0, 2.0, 2.0, 2.0)),
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
def test_the_weights_go_straight_from_phase_to_phase(empty, weights):
    rows = weights_of(FIT, OTHELLO.resized(4))
    assert len(rows) == 17
    assert rows[empty] == weights


@pytest.mark.parametrize("rules", [OTHELLO, FREE_OTHELLO.resized(6), OTHELLO.resized(16)])
def test_the_estimate_is_the_weighted_sum_of_the_features(rules):
    position = rules.start()
    for place in (0, 1, 2, 0, 1, 2, 0):
        moves = position.legal_moves()
        position = position.play(moves[place % len(moves)])
    mine, theirs = both(position)
    move, *weights = fitted_weights(rules)[rules.size**2 - 4 - 7]
    pairs = zip(weights, FEATURES, strict=True)
    expected = move + sum(weight * (count(mine) - count(theirs)) for weight, count in pairs)
    assert evaluation_for(rules, "fitted").horizon(position) == expected


def test_there_is_a_weight_for_each_feature_and_phase():
    for rules in (OTHELLO, FREE_OTHELLO):
        assert all(len(row) == 1 + len(FEATURES) for row in fitted_weights(rules))
    assert (PHASES[0], PHASES[-1]) == (0.0, 1.0)


def test_what_beginners_learn():
    """A corner is worth having, the X square beside it is not."""
    fitted = evaluation_for(OTHELLO, "fitted")
    bare = OTHELLO.parse_position(f"{'-' * 24}--XOX-----OXO---{'-' * 24} X")
    corner = bare._replace(south=bare.south | 1)
    beside = bare._replace(south=bare.south | 1 << 9)
    assert fitted.horizon(corner) > fitted.horizon(bare) > fitted.horizon(beside)
    other = bare._replace(turn=Side.NORTH)
    assert fitted.horizon(corner._replace(turn=Side.NORTH)) < fitted.horizon(other)
