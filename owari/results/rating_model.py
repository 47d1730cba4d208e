"""The strengths of bots that their games tell of, on one logistic scale.

Each bot i has a strength t(i), and the first move an advantage f. When i moves first against j, its
expected score is

    1 / (1 + e^-z)        with z = t(i) - t(j) + f

A win scores 1, a draw 1/2, a loss 0. Strengths make the logarithm of the likelihood of Bradley and
Terry (1952, Biometrika 39, 324-345) largest, in which a draw counts as half a win and half a loss:
a quasi-likelihood, which needs no more than the expected scores (Papke and Wooldridge 1996, Journal
of Applied Econometrics 11, 619-632). It is concave. Weak normal priors make its maximum single and
finite whatever the games: a bot that has won all of them, bots that never met, no game at all.

How surely the games say so is estimated without the model: the two games of a pair depend on each
other, and draws make scores vary less. So the covariance is the sandwich of the Hessian and the
sum of squares of what each pair adds to the gradient (Liang and Zeger 1986, Biometrika 73, 13-22),
where the pair itself is left out of the fit (the jackknife of Bell and McCaffrey 2002, Survey
Methodology 28, 169-181). Few pairs, or pairs that all ended alike, show too little of how games
vary. So no interval is narrower than by the inverse of the Hessian times the dispersion of all
pairs, among which one more counts that varies as the model says.

Importing this module imports NumPy and SciPy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from owari.results.elo import ELO, Z, student_quantile

Array = np.ndarray[Any, Any]

STRENGTH_SD = 1000 / ELO
"""The standard deviation of the prior of a strength; its mean is 0."""
FIRST_SD = 400 / ELO
"""Of the prior of the first move's advantage; its mean is 0."""


class PairedGames(NamedTuple):
    """Pairs of games, one in each row; the games of a pair depend on each other."""

    one: Array
    """The index of a bot."""
    other: Array
    """The index of its opponent."""
    first: Array
    """How many games `one` began."""
    first_points: Array
    """Its points in these, a draw counting 1/2."""
    second: Array
    """How many games `other` began."""
    second_points: Array
    """The points of `one` in these."""


class Fit(NamedTuple):
    """What the games tell of the parameters."""

    values: Array
    """The most probable strengths less their mean, then f."""
    errors: Array
    """How far the 95% interval of each reaches on either side."""
    groups: int
    """The number of groups of bots between which there is no game."""


class Posterior:
    """The parameters' probability: minus its logarithm, and the derivatives of that. Parameters are
    an array of the strengths, then f."""

    def __init__(self, bots: int, games: PairedGames) -> None:
        self.bots, self.games = bots, games
        self.precision: Array = np.append(np.full(bots, STRENGTH_SD**-2), FIRST_SD**-2)

    def most_probable(self, start: Array | None = None) -> Array:
        """The parameters with the least loss, sought from a start."""
        found: Array = minimize(
            self.loss,
            np.zeros(self.bots + 1) if start is None else start,
            jac=self.gradient,
            hess=self.hessian,
            method="Newton-CG",
            options={"xtol": 1e-8},
        ).x
        return found

    def loss(self, parameters: Array) -> float:
        """Minus the logarithm of the probability, but for a constant."""
        _, _, first, first_points, second, second_points = self.games
        began, followed = self._leads(parameters)
        against = first * np.logaddexp(0, began) - first_points * began
        against += second * np.logaddexp(0, followed) - second_points * followed
        return float((self.precision * parameters**2).sum() / 2 + against.sum())

    def gradient(self, parameters: Array) -> Array:
        """The first derivatives of the loss."""
        by_strength, by_first = self.surplus(parameters).T
        found: Array = self.precision * parameters
        np.subtract.at(found, self.games.one, by_strength)
        np.add.at(found, self.games.other, by_strength)
        found[-1] -= by_first.sum()
        return found

    def hessian(self, parameters: Array) -> Array:
        """The second derivatives of the loss."""
        one, other = self.games.one, self.games.other
        information = self.information(parameters)
        both, difference = information[:, 0, 0], information[:, 0, 1]
        found: Array = np.diag(self.precision)
        for rows, columns, values in (
            (one, one, both),
            (other, other, both),
            (one, other, -both),
            (other, one, -both),
            (one, -1, difference),
            (-1, one, difference),
            (other, -1, -difference),
            (-1, other, -difference),
        ):
            np.add.at(found, (rows, columns), values)
        found[-1, -1] += both.sum()
        return found

    def surplus(self, parameters: Array) -> Array:
        """For each pair the points of `one` beyond those expected, and those of who began."""
        began, followed = (expected(lead) for lead in self._leads(parameters))
        first = self.games.first_points - self.games.first * began
        second = self.games.second_points - self.games.second * followed
        found: Array = np.stack([first + second, first - second], axis=1)
        return found

    def information(self, parameters: Array) -> Array:
        """For each pair its 2x2 second derivatives by t(one) - t(other) and by f."""
        began, followed = (expected(lead) for lead in self._leads(parameters))
        first = self.games.first * began * (1 - began)
        second = self.games.second * followed * (1 - followed)
        both, difference = first + second, first - second
        found: Array = np.stack([both, difference, difference, both], axis=1)
        return found.reshape(-1, 2, 2)

    def _leads(self, parameters: Array) -> tuple[Array, Array]:
        lead = parameters[self.games.one] - parameters[self.games.other]
        return lead + parameters[-1], lead - parameters[-1]


def fit(bots: int, games: PairedGames) -> Fit:
    """The parameters that are most probable after these games, see `Posterior`."""
    posterior = Posterior(bots, games)
    found = posterior.most_probable()
    centred = np.eye(bots + 1)
    centred[:bots, :bots] -= 1 / max(bots, 1)
    groups = int(groups_of(bots, games).max()) + 1 if bots else 0
    return Fit(centred @ found, errors(posterior, found, centred), groups)


def groups_of(bots: int, games: PairedGames) -> Array:
    """The number of the group of each bot; no game joins two groups."""
    met = coo_array((np.ones(len(games.one)), (games.one, games.other)), shape=(bots, bots))
    found: Array = connected_components(met, directed=False)[1]
    return found


def errors(posterior: Posterior, found: Array, centred: Array) -> Array:
    """How far the 95% intervals of sums of the most probable parameters reach on either side.
    `centred` has the weights of the parameters for each sum, one in each row: strengths that
    cancel each other, or the first move."""
    surplus, information = posterior.surplus(found), posterior.information(found)
    dispersions = ((surplus**2).sum(axis=0) + 1) / (information[:, 0, 0].sum() + 1)
    dispersion: Array = np.where(centred[:, -1] == 0, *dispersions)
    identity = np.eye(posterior.bots + 1)
    inverse = cho_solve(cho_factor(posterior.hessian(found)), identity)
    least: Array = Z * np.sqrt(dispersion * np.einsum("ij,jk,ik->i", centred, inverse, centred))
    pairs = len(surplus)
    if not pairs:
        return least
    players = np.stack(posterior.games[:2], axis=1)
    met, match = np.unique(players, axis=0, return_inverse=True)
    (one, other), match = met.T, match.ravel()
    # The inverse Hessian in the two directions of each match, t(one) - t(other) and f.
    along, first = inverse[:, one] - inverse[:, other], inverse[:, -1]
    matches = np.arange(len(one))
    strength = along[one, matches] - along[other, matches]
    across = np.stack([strength, along[-1], along[-1], np.full(len(one), first[-1])], axis=1)
    leverage = information @ across.reshape(-1, 2, 2)[match]
    without = np.linalg.solve(np.eye(2) - leverage, surplus[:, :, None])[:, :, 0]
    squares = [np.bincount(match, each) for each in (without**2).T]
    product = np.bincount(match, without.prod(axis=1))
    along, by_first = centred @ along, (centred @ first)[:, None]
    moves = along**2 * squares[0] + 2 * along * by_first * product + by_first**2 * squares[1]
    deviations = np.sqrt(np.maximum(moves.sum(axis=1), 0) * (pairs - 1) / pairs)
    quantile = student_quantile(max(1, pairs - posterior.bots + 1))
    reach: Array = np.maximum(quantile * deviations, least)
    return reach


def expected(lead: Array) -> Array:
    """The expected score of who leads by so much strength."""
    found: Array = 1 / (1 + np.exp(-lead))
    return found
