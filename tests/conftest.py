"""Every test run is the same run: hypothesis draws the same examples each time, and what the
user has on disk is out of sight."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

pytest_plugins = ["tests.support.sample_programs"]

settings.register_profile("deterministic", derandomize=True, deadline=None, database=None)
settings.load_profile("deterministic")


@pytest.fixture(autouse=True, scope="session")
def empty_user_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For children too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OWARI_DATA", str(tmp_path_factory.mktemp("user")))
        yield
