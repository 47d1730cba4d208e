"""`owari new-bot`: a sample bot."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from shlex import join, quote, split
from typing import NamedTuple

import click

from owari.cli.files import write_new
from owari.cli.options import FOLDER, Choice, game_option
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import KALAH, KALAH_EMPTY, OWARI
from owari.games.othello import OTHELLO


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


EXAMPLES = """\b
Examples:
  owari new-bot python mybot
  owari new-bot c++ mybot --game othello
  owari new-bot java mybot --game kalah:6x3
"""


@click.command("new-bot", epilog=EXAMPLES)
@click.argument("language", type=Choice([*KITS, *OTHER_NAMES]))
@click.argument("directory", type=FOLDER)
@game_option(OWARI.name)
def command(language: str, directory: Path, game: Game) -> None:
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
