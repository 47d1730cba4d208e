"""The chances of games between bots of given strengths, and the strengths that games tell of.

Each bot i has a strength t(i), the first move an advantage f, and draws a weight e^d. When i moves
first against j, with z = t(i) - t(j) + f, the chances of a win, a draw and a loss are as

    e^(z/2) : e^d : e^(-z/2)

This is the model of Bradley and Terry with the draws of Davidson (1970, Journal of the American
Statistical Association 65, 317-328) and the order of play as Davidson and Beaver (1977, Biometrics
33, 693-702) have it; Hunter (2004, Annals of Statistics 32, 384-406) compares such models. The log
of the likelihood is concave. Weak normal priors make its maximum single and finite whatever the
games: a bot that has won all of them, bots that never met, no game at all.

Intervals come from Laplace's approximation: around the maximum the posterior is taken as normal,
with the inverse of the Hessian as its covariance. Strengths are compared with the mean of all bots.

Importing this module imports NumPy and SciPy.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

__all__ = ["ELO", "Fit", "Posterior", "chances", "fit"]

Array = np.ndarray[Any, Any]

ELO = 400 / log(10)
"""Points of Elo's scale for a unit of strength: 400 points are odds of ten to one."""
STRENGTH_SD = 1000 / ELO
"""The standard deviation of the prior of a strength; its mean is 0."""
FIRST_SD = 400 / ELO
"""Of the prior of the first move's advantage; its mean is 0."""
DRAW_MEAN, DRAW_SD = log(0.25), 2.0
"""The prior of d. Its mean is one draw in nine games between equal bots."""


class Fit(NamedTuple):
    """What the games tell of the parameters."""

    values: Array
    """The most probable strengths less their mean, f and d."""
    deviations: Array
    """The standard deviation of each."""
    groups: int
    """The number of groups of bots between which there is no game."""


def chances(z: Array, d: float) -> Array:
    """A row for each z: the chances of a win, a draw and a loss."""
    weights = np.stack([z / 2, np.full_like(z, d), -z / 2], axis=1)
    powers = np.exp(weights - weights.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


class Posterior:
    """The parameters' probability: minus its logarithm, and the derivatives of that.

    Parameters are an array of the strengths, f and d.
    """

    def __init__(self, bots: int, first: Array, second: Array, counts: Array) -> None:
        """`counts` has the wins, draws and losses of the bot `first` against `second` in each
        row."""
        self.first, self.second, self.counts = first, second, counts
        self.games = counts.sum(axis=1)
        self.mean: Array = np.append(np.zeros(bots + 1), DRAW_MEAN)
        self.precision: Array = np.concatenate(
            [np.full(bots, STRENGTH_SD**-2), [FIRST_SD**-2, DRAW_SD**-2]]
        )

    def loss(self, parameters: Array) -> float:
        """Minus the logarithm of the probability, but for a constant."""
        likelihood = (self.counts * np.log(self._chances(parameters))).sum()
        away = parameters - self.mean
        return float((self.precision * away * away).sum() / 2 - likelihood)

    def gradient(self, parameters: Array) -> Array:
        """The first derivatives of the loss."""
        surplus = self.games[:, None] * self._chances(parameters) - self.counts
        by_z = (surplus[:, 0] - surplus[:, 2]) / 2
        found: Array = self.precision * (parameters - self.mean)
        np.add.at(found, self.first, by_z)
        np.subtract.at(found, self.second, by_z)
        found[-2] += by_z.sum()
        found[-1] += surplus[:, 1].sum()
        return found

    def hessian(self, parameters: Array) -> Array:
        """The second derivatives of the loss."""
        won, drawn, lost = self._chances(parameters).T
        by_zz = self.games * ((won + lost) - (won - lost) ** 2) / 4
        by_zd = -self.games * drawn * (won - lost) / 2
        found: Array = np.diag(self.precision)
        i, j, f, d = self.first, self.second, -2, -1
        for rows, columns, values in (
            (i, i, by_zz),
            (j, j, by_zz),
            (i, j, -by_zz),
            (j, i, -by_zz),
        ):
            np.add.at(found, (rows, columns), values)
        for other, values in ((f, by_zz), (d, by_zd)):
            column = np.zeros(len(found))
            np.add.at(column, i, values)
            np.subtract.at(column, j, values)
            found[:, other] += column
            found[other, :] += column
        found[f, f] += by_zz.sum()
        found[f, d] += by_zd.sum()
        found[d, f] += by_zd.sum()
        found[d, d] += (self.games * drawn * (1 - drawn)).sum()
        return found

    def _chances(self, parameters: Array) -> Array:
        strengths, (f, d) = parameters[:-2], parameters[-2:]
        return chances(strengths[self.first] - strengths[self.second] + f, d)


def fit(bots: int, first: Array, second: Array, counts: Array) -> Fit:
    """The parameters that are most probable after these games, see `Posterior`."""
    posterior = Posterior(bots, first, second, counts)
    found = minimize(
        posterior.loss,
        posterior.mean,
        jac=posterior.gradient,
        hess=posterior.hessian,
        method="Newton-CG",
        options={"xtol": 1e-8},
    ).x
    centred = np.eye(bots + 2)
    centred[:bots, :bots] -= 1 / max(bots, 1)
    covariance = centred @ cho_solve(cho_factor(posterior.hessian(found)), centred.T)
    met = coo_array((np.ones(len(first)), (first, second)), shape=(bots, bots))
    groups: Any = connected_components(met, directed=False, return_labels=False) if bots else 0
    return Fit(centred @ found, np.sqrt(np.maximum(np.diag(covariance), 0)), int(groups))
