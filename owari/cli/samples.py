"""`owari new-bot` and `owari example`: a sample bot, and the tournaments that come with Owari."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from shlex import join, quote, split
from typing import NamedTuple

import click

from owari.cli.files import write_new
from owari.cli.options import FOLDER, Choice, Text, game_option
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import KALAH, KALAH_EMPTY, OWARI
from owari.games.othello import OTHELLO
from owari.text.suggestions import did_you_mean


class Kit(NamedTuple):
    """The files of one language."""

    source: str
    program: str
    """The file that its command runs."""
    command: str
    """The shell command that starts the bot in its folder; {} stands for the path of `program`."""
    build: str = ""
    """A shell command that builds the bot in its folder, with a Makefile."""


KITS = {
    "python": Kit("bot.py", "bot.py", "python3 {}"),
    "c": Kit("bot.c", "bot", "./{}", build="make"),
    "c++": Kit("bot.cpp", "bot", "./{}", build="make"),
    "java": Kit("Bot.java", "Bot.java", "java {}"),
    "javascript": Kit("bot.js", "bot.js", "node {}"),
}
OTHER_NAMES = {"cpp": "c++", "js": "javascript"}

TOURNAMENT = """\
event: A first tournament
game: {game}
bots:
  - name: My bot
    command: {command}
  - name: Greedy
    engine: greedy
  - name: Depth 4
    engine: alpha-beta
    depth: 4
"""


NEW_BOT_EXAMPLES = """\b
Examples:
  owari new-bot python mybot
  owari new-bot c++ mybot --game othello
  owari new-bot java mybot --game kalah:6x3
"""


@click.command("new-bot", epilog=NEW_BOT_EXAMPLES)
@click.argument("language", type=Choice([*KITS, *OTHER_NAMES]))
@click.argument("directory", type=FOLDER)
@game_option(OWARI.name)
def new_bot_command(language: str, directory: Path, game: Game) -> None:
    """Write a sample bot in LANGUAGE to DIRECTORY, with a tournament file for it.

    The bot knows the rules of Owari, or those of Kalah or Othello on a board of any size. It looks
    one move ahead, and its comments say where to continue. The command never replaces a file.
    """
    kit = KITS[OTHER_NAMES.get(language, language)]
    texts = {kit.source: _sample(f"{_folder(game)}{kit.source}")}
    if kit.build:
        texts["Makefile"] = _sample("Makefile")
    starts = kit.command.format(kit.program)
    texts["bots.yaml"] = TOURNAMENT.format(game=game.name, command=f"[{', '.join(split(starts))}]")
    texts["README.md"] = _readme(kit, game)
    write_new(directory, {name: text.encode() for name, text in texts.items()})
    click.echo(f"{directory}: {', '.join(texts)}. To run its tournament:\n")
    if kit.build:
        click.echo(f"    (cd {quote(str(directory))} && {kit.build})")
    click.echo(f"    owari tournament {quote(str(directory / 'bots.yaml'))}")


def _readme(kit: Kit, game: Game) -> str:
    """How to run the bot, and how to find out whether a change makes it stronger."""
    text = _sample("README.md")
    bots = [kit.command.format(path) for path in (kit.program, f"old/{kit.program}")]
    others = [] if game == OWARI else ["--game", game.name]
    build = f"{kit.build} && " if kit.build else ""
    return text.format(
        check=build + join(["owari", "check", bots[0], *others]),
        tournament="owari tournament bots.yaml",
        source=kit.source,
        copy=f"mkdir -p old && cp {kit.program} old",
        match=build + join(["owari", "match", *bots, *others]),
    )


def _sample(name: str) -> str:
    """The text of a file of the samples."""
    return (files("owari.programs") / "samples" / name).read_text("utf-8")


def _folder(game: Game) -> str:
    """Where the samples of a game lie, with a slash. Raises BadInput where there are none."""
    if game == OWARI:
        return ""
    if game.family in (KALAH.family, KALAH_EMPTY.family):
        return "kalah/"
    if game.family == OTHELLO.family:
        return "othello/"
    raise BadInput(
        f"no sample bot plays {game.name}: choose owari, or kalah, kalah-empty or othello of any"
        " size"
    )


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
def example_command(name: str | None, directory: Path | None) -> None:
    """Write the tournament NAME, which comes with Owari, to DIRECTORY.

    The folder gets the tournament file and the programs that it starts. Without DIRECTORY it is
    called NAME, and without NAME the command lists all examples. It never replaces a file.
    """
    if name is None:
        from tabulate import tabulate

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
