"""Where `owari` begins."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Answers a call for help at once; click, which does all else, takes longer to import than
    Python to start."""
    if sys.argv[1:] in (["-h"], ["--help"]):
        from owari.cli.commands import help_text

        try:
            print(help_text(), flush=True)
            return
        except OSError:
            pass  # it meets the same below, where it is told in a sentence
    from owari.cli.main import main as run

    run()
