"""`owari example`: the tournaments that come with Owari."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click
from tabulate import tabulate

from owari.cli.new_folder import write_new
from owari.cli.parameter_types import FOLDER, Text
from owari.errors import BadInput
from owari.text.suggestions import did_you_mean
from owari.tournament.examples import example_files, examples

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  owari example
  owari example evening autumn
"""


@click.command("example", epilog=EXAMPLES)
@click.argument("name", required=False, type=Text("NAME", str))
@click.argument("directory", required=False, type=FOLDER)
def command(name: str | None, directory: Path | None) -> None:
    """Write the tournament NAME, which comes with Owari, to DIRECTORY.

    The folder gets the tournament file and the programs that it starts. Without DIRECTORY it is
    called NAME, and without NAME the command lists all examples. It never replaces a file.
    """
    if name is None:
        rows = examples().items()
        headers = ("example", "what it has")
        click.echo(tabulate(rows, headers, tablefmt="plain", maxcolwidths=[None, 72]))
        click.echo("\n'owari example NAME DIRECTORY' writes one to a folder.")
        return
    try:
        contents = example_files(name)
    except KeyError:
        raise BadInput(f"there is no example {name!r}{did_you_mean(name, examples())}") from None
    directory = directory or Path(name)
    write_new(directory, contents)
    file, *programs = contents
    shown = f", {len(programs)} programs" if len(programs) > 1 else ", 1 program" * len(programs)
    click.echo(f"{directory}: {file}{shown}. To run it:\n")
    click.echo(f"    owari tournament {quote(str(directory / file))}")
