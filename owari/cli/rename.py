"""`owari rename`: another name for a bot in the results of a tournament."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.dash_arguments import DashedCommand
from owari.cli.results_file import change_results

__all__ = ["command"]
