"""Every test run is the same run: hypothesis draws the same examples each time."""

from hypothesis import settings

settings.register_profile("deterministic", derandomize=True, deadline=None, database=None)
settings.load_profile("deterministic")
