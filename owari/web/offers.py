"""What people may choose at a new table: players, tournaments, games and their settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from owari.engine.families import ENGINES, evaluation_for
from owari.errors import BadInput
from owari.games.catalog import GAMES
from owari.games.game import Game, Position, Side
from owari.games.numbering import numberings
from owari.players.builtin_bots import BUILTIN
from owari.report.families import rules_in_a_sentence
from owari.table.player_lookup import ENGINE
from owari.table.table_options import LEVELS, Thinking
from owari.tournament.file.tournament_settings import in_file
from owari.tournament.results_file import results_path
from owari.viewer.game_data import cell_names, cells_of, layout_of
from owari.web.settings import Settings


class Offered(NamedTuple):
    """Something that a page offers under a word, and what it stands for."""

    title: str
    target: str
    """Never shown to a page that only sends the word."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What the command line allows. A request chooses by a word, so that it never names a file."""

    players: Mapping[str, Offered]
    """The players that no person is; those of files by `FILE:BOT`."""
    results: Mapping[str, Offered]
    """Tournaments that games by hand can be entered in, by their names."""
    files: frozenset[Path]
    """The tournament files whose programs may be started."""
    stores: frozenset[Path]
    """The results files of the tournaments."""

    def player(self, word: str) -> str:
        """The player of a word. Raises BadInput."""
        if word in self.players:
            return self.players[word].target
        raise BadInput(f"there is no player {word!r} here; choose one of {', '.join(self.players)}")

    def tournament(self, word: str) -> str:
        """The results of a tournament. Raises BadInput."""
        if word in self.results:
            return self.results[word].target
        raise BadInput(f"the server serves no tournament {word!r}; name its file after owari serve")

    def check(self, who: str) -> None:
        """Raises BadInput where a game names a program that this server may not start."""
        named = in_file(who)
        if who == ENGINE or who in BUILTIN or (named and named[0].resolve() in self.files):
            return
        raise BadInput(
            f"this server may not start {who!r}: continue the game at a terminal, or name the"
            " tournament file of the program after owari serve"
        )

    def check_results(self, file: str) -> None:
        """Raises BadInput where a game goes to results that this server does not serve."""
        if results_path(Path(file).resolve()) not in self.stores:
            raise BadInput(
                f"this server does not serve {file}: continue the game at a terminal, or name that"
                " file after owari serve"
            )


def offers_of(settings: Settings) -> Offers:
    """The offers of a server. Reads its tournament files; a wrong one offers no programs."""
    players = {word: Offered(title, word) for word, title in _builtin().items()}
    results: dict[str, Offered] = {}
    files = set()
    for tournament in settings.tournaments:
        file = (tournament.file or tournament.results).absolute()
        results[tournament.name] = Offered(tournament.title, str(file))
        if not tournament.file:
            continue
        files.add(tournament.file.resolve())
        try:
            from owari.tournament.file.reader import bots_of

            _, bots = bots_of(tournament.file, None)
        except BadInput:
            continue
        for bot in bots:
            word = f"{tournament.file.name}:{bot.name}"
            who = f"{tournament.file.absolute()}:{bot.name}"
            players[word] = Offered(f"{bot.name} of {tournament.file.name}", who)
    stores = frozenset(each.results.resolve() for each in settings.tournaments)
    return Offers(players, results, frozenset(files), stores)


def _builtin() -> dict[str, str]:
    others = {name: f"{name}: {bot.summary}" for name, bot in BUILTIN.items()}
    others.pop("alpha-beta")  # the engine by another name
    return {ENGINE: "engine: looks ahead", **others}


def choices() -> dict[str, Any]:
    """The games and the levels, as data for a page."""
    return {
        "games": [_game(game) for game in GAMES.values()],
        "levels": [{"word": word, "title": _level(word, level)} for word, level in LEVELS.items()],
    }


def _game(rules: Game) -> dict[str, Any]:
    evaluations: Sequence[str] = list(ENGINES[rules].evaluations)
    return {
        "name": rules.name,
        "title": rules_in_a_sentence(rules),
        "size": rules.size_name or None,
        "layout": layout_of(rules.start()),
        "starts": {str(side).lower(): _start(rules.start(side)) for side in Side},
        "numberings": [
            {
                "name": name,
                "summary": numbering.summary,
                "names": cell_names(rules, numbering),
            }
            for name, numbering in numberings(rules).items()
        ],
        "evaluations": evaluations,
        "evaluation": evaluation_for(rules, None).name,
        "pie": rules.pie,
    }


def _start(position: Position) -> dict[str, Any]:
    """A position before the first move, with the lines that make it."""
    rules = position.rules
    return {
        "cells": cells_of(position),
        "names": cell_names(rules),
        "moves": [
            {"cell": move.cell, "line": rules.cell_name(move)}
            for move in position.legal_moves()
            if move.cell >= 0
        ],
    }


def _level(word: str, thinking: Thinking) -> str:
    if thinking.depth:
        return f"{word.capitalize()}: looks {thinking.depth} plies ahead"
    return f"{word.capitalize()}: thinks {thinking.seconds:g} s a turn"
