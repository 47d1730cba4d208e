"""`owari new-bot`: a bot to start from."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import click

from owari.cli.options import game_option
from owari.cli.path_types import FOLDER
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO

__all__ = ["command"]


class Kit(NamedTuple):
    """What is written for one language."""

    files: tuple[str, ...]
    command: str
    """As a tournament file has it."""
    build: str = ""
    """What the shell must do in the folder first."""


KITS = {
    "python": Kit(("bot.py",), "[python3, bot.py]"),
    "c": Kit(("bot.c", "Makefile"), "./bot", build="make"),
    "java": Kit(("Bot.java",), "[java, Bot.java]"),
}

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


@click.command("new-bot")
@click.argument("language", type=click.Choice(list(KITS)))
@click.argument("directory", type=FOLDER)
@game_option(OWARI.name)
def command(language: str, directory: Path, game: Game) -> None:
    """Write a bot in LANGUAGE into DIRECTORY, with a tournament for it to play in.

    The bot knows the rules of Owari, or of Othello on a board of any size, and looks one move
    ahead; its comments say where to go on. Files that are there already are left alone, and nothing
    is written then.
    """
    kit = KITS[language]
    samples = _samples(game)
    texts = {name: (samples / name).read_text("utf-8") for name in kit.files}
    texts["bots.yaml"] = TOURNAMENT.format(game=game.name, command=kit.command)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name in texts:
            if (directory / name).exists():
                raise BadInput(f"{directory / name} is there already; choose another folder")
        for name, text in texts.items():
            (directory / name).write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"{directory} cannot be written: {error.strerror}") from None
    click.echo(f"{directory}: {', '.join(texts)}. To see it play:\n")
    if kit.build:
        click.echo(f"    (cd {quote(str(directory))} && {kit.build})")
    click.echo(f"    owari tournament {quote(str(directory / 'bots.yaml'))}")


def _samples(game: Game) -> Traversable:
    """The folder of the bots that know the rules. Raises BadInput where there are none."""
    samples = files("owari.programs") / "samples"
    if game == OWARI:
        return samples
    if game.family == OTHELLO.family:
        return samples / "othello"
    raise BadInput(
        f"there is a bot to start from for owari and for othello, of any size, not for {game.name}"
    )
