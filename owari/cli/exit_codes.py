"""Exit codes that several places leave with."""

__all__ = ["INTERRUPTED"]

INTERRUPTED = 130
"""After Ctrl-C."""
