"""Bots of a tournament file, as a command line names them: `FILE.yaml:BOT`, or `FILE.yaml` for
all."""

from __future__ import annotations

import re
from pathlib import Path

from owari.errors import BadInput
from owari.games.game import Game
from owari.tournament.file.tournament_settings import BotConfig, Tournament

_IN_FILE = re.compile(r"(.+?\.ya?ml)(?::(.+))?")


def in_file(text: str) -> tuple[Path, str | None] | None:
    """The tournament file and the bot that a text names, or None in place of the bot for all of
    them; None where it is no such text, as a command whose last argument is a YAML file."""
    found = _IN_FILE.fullmatch(text)
    if not found or (" " in found[1].strip() and not Path(found[1]).exists()):
        return None
    return Path(found[1]), found[2]


def bots_of(
    path: Path, name: str | None, game: Game | None = None
) -> tuple[Tournament, list[BotConfig]]:
    """The tournament of a file, which may have one bot only, and its bot of this name or all bots.
    The keys of the bot are read by the `game` that is played. Raises BadInput."""
    from owari.tournament.file.reader import load

    played = {name: game} if game else {}
    tournament = load(path, least=1, tolerant=name is not None, played=played)
    bots = [bot for bot in tournament.bots if name in (None, bot.name)]
    if bots:
        return tournament, bots
    if name in {entry.name for entry in tournament.all_bots}:
        why = tournament.missing.get(str(name), "it plays by hand, with a program elsewhere")
        raise BadInput(f"{path}: {name} cannot play here: {why}")
    if not tournament.bots:
        raise BadInput(f"no bot of {path} can play here")
    names = ", ".join(bot.name for bot in tournament.bots)
    raise BadInput(f"{path} has no bot {name!r}, only {names}")


def one_bot_of(
    path: Path, name: str | None, game: Game | None = None
) -> tuple[Tournament, BotConfig]:
    """The tournament of a file, and its bot of this name or its only bot, whose keys are read by
    the `game` that is played. Raises BadInput."""
    tournament, (bot, *others) = bots_of(path, name, game)
    if others:
        raise BadInput(f"{path} has several bots: name one of them, as '{path}:{bot.name}'")
    return tournament, bot
