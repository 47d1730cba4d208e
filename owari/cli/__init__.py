"""The command line: one module per command, imported only when it is run."""

from owari.cli.main import main

__all__ = ["main"]
