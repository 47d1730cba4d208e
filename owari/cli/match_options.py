"""The options of a match: the conditions of its games, and the test that ends it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from owari.cli.opening_options import openings_option
from owari.cli.options import game_option, option_group, time_option
from owari.cli.parameter_types import Choice, whole_number
from owari.cli.program_options import key_options, protocol_option, sandbox_option
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.program_settings import Level, Sandbox
from owari.results.sprt import MODELS, Model, Sprt
from owari.table.option_words import option_words
from owari.table.player_lookup import ProgramConditions
from owari.text.durations import format_duration
from owari.tournament.match import OPENINGS, Conditions, file_game

__all__ = ["MatchOptions", "SprtOptions", "match_options", "sprt_options"]

F = TypeVar("F", bound=Callable[..., Any])

GAMES = 400
GAMES_OF_A_TEST = 20_000
"""The most games by default, without and with a sequential test."""
MOST_GAMES = 200_000
MOST_ELO = 500.0
DEFAULT_ERROR = 0.05


@dataclass(frozen=True, slots=True)
class SprtOptions:
    """The options of a sequential test."""

    sprt: tuple[float, float] | None
    alpha: float
    beta: float
    model: Model

    def test(self) -> Sprt | None:
        """The test; None where no option asks for one. Raises BadInput."""
        if self.sprt is None:
            if self.words():
                raise BadInput("--alpha, --beta and --model belong to a test: add --sprt ELO0 ELO1")
            return None
        elo0, elo1 = self.sprt
        if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
            raise BadInput(
                "--sprt: give two differences in Elo, the smaller one first, as --sprt 0 50; they"
                f" are at most {MOST_ELO:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0001 <= value < 0.5:
                raise BadInput(f"--{name}: give a probability from 0.0001 to below 0.5")
        return Sprt(elo0, elo1, self.alpha, self.beta, self.model)

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        return [
            *(["--sprt", *(f"{elo:g}" for elo in self.sprt)] if self.sprt else ()),
            *option_words("--alpha", self.alpha, DEFAULT_ERROR),
            *option_words("--beta", self.beta, DEFAULT_ERROR),
            *option_words("--model", self.model, MODELS[0]),
        ]


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The conditions of the games."""

    games: int | None
    openings: str | None
    game: Game | None
    seconds: float | None
    seed: int
    concurrency: int | None
    protocol: str | None
    keys: tuple[str, ...]
    start: str | None
    prompt: str | None
    sandbox: Level

    @property
    def programs(self) -> ProgramConditions:
        """The conditions of programs that are given as commands."""
        return ProgramConditions(
            self.protocol, self.sandbox, keys=self.keys, start=self.start, prompt=self.prompt
        )

    def most_games(self, test: Sprt | None) -> int:
        """The number of games at which the match ends at the latest. Raises BadInput."""
        most = self.games or (GAMES_OF_A_TEST if test else GAMES)
        if most % 2:
            raise BadInput(f"--games {most}: a match has pairs of games, so give an even number")
        return most

    def conditions(self, players: tuple[str, str], most: int, record: Path) -> Conditions:
        """What both players have in common. Raises BadInput."""
        return Conditions(
            game=self.game or file_game(players) or OWARI,
            games=most,
            concurrency=self.concurrency or max(1, (os.cpu_count() or 1) // 2),
            protocol=self.programs.protocol,
            sandbox=Sandbox(self.programs.sandbox),
            keys=self.programs.all_keys,
            seconds=self.seconds,
            openings=self.openings,
            seed=self.seed,
            private=(record,),
        )

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        time = None if self.seconds is None else format_duration(self.seconds)
        return [
            *option_words("--games", self.games),
            *option_words("--openings", self.openings),
            *option_words("--game", self.game and self.game.name),
            *option_words("--time", time),
            *option_words("--seed", self.seed, 0),
            *option_words("--concurrency", self.concurrency),
            *self.programs.words(),
        ]


def match_options(function: F) -> F:
    """The options of the games, which the command gets as `options`."""
    return option_group(
        "options",
        MatchOptions,
        click.option(
            "--games",
            type=whole_number(2, MOST_GAMES),
            help=f"The most games, an even number.  [default: {GAMES}, or {GAMES_OF_A_TEST} with"
            " --sprt]",
        ),
        openings_option(OPENINGS),
        game_option(None, f"that of FILE.yaml, or {OWARI.name}"),
        time_option("Time for a turn, such as 5s or 500ms.  [default: 5s, or that of FILE.yaml]"),
        click.option(
            "--seed",
            type=whole_number(0),
            default=0,
            show_default=True,
            help="The start of all chance, so that a match can be repeated.",
        ),
        click.option(
            "--concurrency",
            type=whole_number(1, 1000),
            help="The number of games that are played at a time.  [default: half of the cores]",
        ),
        protocol_option(
            "Protocol of a program given as a command. A FILE.yaml sets its own.", with_keys=True
        ),
        key_options,
        sandbox_option("Sandbox of a program given as a command. A FILE.yaml sets its own."),
    )(function)


def sprt_options(function: F) -> F:
    """The options of the test, which the command gets as `sprt`."""
    return option_group(
        "sprt",
        SprtOptions,
        click.option(
            "--sprt",
            nargs=2,
            type=float,
            metavar="ELO0 ELO1",
            help="Stop as soon as a test decides whether A is stronger by ELO0 or by ELO1.",
        ),
        click.option(
            "--alpha",
            type=float,
            default=DEFAULT_ERROR,
            show_default=True,
            help="How often the test may accept ELO1 though ELO0 is true.",
        ),
        click.option(
            "--beta",
            type=float,
            default=DEFAULT_ERROR,
            show_default=True,
            help="How often the test may accept ELO0 though ELO1 is true.",
        ),
        click.option(
            "--model",
            type=Choice(MODELS),
            default=MODELS[0],
            show_default=True,
            help="Whether ELO0 and ELO1 are normalized or logistic Elo.",
        ),
    )(function)
