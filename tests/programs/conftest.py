"""What the tests of the sandbox share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from owari.programs.sandbox import isolation, sandbox


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What is known of this machine and our environment is found out anew, before and after."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    sandbox._lacking.cache_clear()
    isolation.means.cache_clear()
    sandbox._needed_environment.cache_clear()
