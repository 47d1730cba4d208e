"""Parameters of tests that run only where the long tests do, with the mark `nightly`."""

from __future__ import annotations

import pytest

from owari.games.game import Side


def at_night(*values: object) -> list[object]:
    """Marks these values of a parametrized test; a tuple has a value for each argument.

    The others, before or behind them in the list, are proof enough for every day.
    """
    return [
        pytest.param(*(each if type(each) is tuple else (each,)), marks=pytest.mark.nightly)
        for each in values
    ]


SEATS = [*((side, Side.SOUTH) for side in Side), *at_night(*((side, Side.NORTH) for side in Side))]
"""The side of a program, and the one that moves first."""
