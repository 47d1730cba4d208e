"""`owari example`: the tournaments that come with Owari, each with the programs that it starts."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from shlex import quote

import click
from tabulate import tabulate

from owari.cli.files import write_new
from owari.cli.options import FOLDER, Text
from owari.errors import BadInput
from owari.text.suggestions import did_you_mean

_PROGRAM = re.compile(r"\.\./(?:tests/programs|owari/programs/samples)/([\w./-]+)")
"""The path of a program in a tournament file, and its place in the folder of an example."""
_TITLE = re.compile(r"# (.+?)\.(?:\s|$)", re.DOTALL)
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


def _configs() -> Path:
    """The folder of the tournament files: in the installed package, or in a checkout."""
    package = Path(str(files("owari")))
    installed = package / "examples/configs"
    return installed if installed.is_dir() else package.parent / "configs"


def examples() -> dict[str, str]:
    """The names of the examples, each with the first sentence of its tournament file."""
    found = {}
    for file in sorted(_configs().glob("*.yaml")):
        title = _TITLE.match(file.read_text("utf-8"))
        found[file.stem] = " ".join(title[1].replace("\n#", "\n").split()) if title else ""
    return found


def example_files(name: str) -> dict[str, bytes]:
    """The files of an example by their paths in its folder: the tournament file, and the programs
    that it names. Raises KeyError for an unknown name."""
    if name not in examples():
        raise KeyError(name)
    file = _configs() / f"{name}.yaml"
    text = file.read_text("utf-8")
    programs = {
        f"programs/{found[1]}": (file.parent / found[0]).read_bytes()
        for found in _PROGRAM.finditer(text)
    }
    here = _PROGRAM.sub(r"programs/\1", text).replace(f"configs/{name}.yaml", f"{name}.yaml")
    return {f"{name}.yaml": here.encode(), **programs}
