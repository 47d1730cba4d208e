"""The options of the engine at the table: how far it looks, and how it chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from owari.cli.options import option_group, source, time_option
from owari.cli.parameter_types import DEPTH, Choice, Text, whole_number
from owari.cli.questions import answer
from owari.engine.othello_mixtures import EXAMPLE
from owari.errors import BadInput
from owari.games.catalog import GAMES
from owari.games.game import Game, Position
from owari.table.look_ahead import LEVELS, Thinking, read_thinking

__all__ = ["EngineOptions", "check_evaluation", "engine_options", "evaluation_option"]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class EngineOptions(Thinking):
    """The engine's settings as options give them."""

    level: str | None = None
    """The name of a depth or a time in LEVELS."""

    def thinking(self, position: Position, *, needed: bool) -> Thinking:
        """How the engine plays from the position. Where it is `needed`, asks for a look-ahead that
        no option gives. Raises BadInput."""
        from owari.engine.families import ENGINES

        check_evaluation(position.rules, self.evaluation)
        thinking = self._limits()
        if needed and not thinking.is_settled:
            question = "Look-ahead of the engine in plies, or its time for a turn, such as 5s: "
            answered = answer(question, read_thinking, "--depth, --time or --perfect")
            thinking = replace(thinking, depth=answered.depth, seconds=answered.seconds)
        if not needed:
            return thinking
        engine = ENGINES[position.rules]
        if thinking.perfect and (refusal := engine.refusal(position.rules)):
            raise BadInput(f"--perfect: {refusal}")
        if engine.missing:
            click.echo(engine.missing, err=True)
        return thinking

    def _limits(self) -> Thinking:
        """The settings with the level as its depth or time. A limit on the command line replaces
        the limits that a record remembers. Raises BadInput."""
        given = self
        limits: dict[str, Any] = {"depth": None, "seconds": None, "level": None, "perfect": False}
        if any(source(name) is ParameterSource.COMMANDLINE for name in limits):
            remembered = [name for name in limits if source(name) is ParameterSource.DEFAULT_MAP]
            given = replace(self, **{name: limits[name] for name in remembered})
        has_limit = given.depth is not None or given.seconds is not None
        if given.perfect and has_limit:
            raise BadInput("--perfect has no limit: leave --depth and --time out")
        if not given.level:
            return given
        if has_limit or given.perfect:
            raise BadInput(
                "--level stands for a look-ahead: leave --depth, --time and --perfect out"
            )
        level = LEVELS[given.level]
        return replace(given, depth=level.depth, seconds=level.seconds)


def evaluation_option(function: F) -> F:
    """The option of the engine's evaluation; `check_evaluation` says whether the game has it."""
    return click.option(
        "--evaluation",
        type=Text("NAME", str, _evaluations),
        help="Evaluation of the engine at the end of its look-ahead. 'owari bots' lists the"
        f" evaluations. In Othello it can be a sum, such as '{EXAMPLE}'.",
    )(function)


def _evaluations() -> list[str]:
    """The names of all evaluations."""
    from owari.engine.families import ENGINES

    return sorted({name for game in GAMES.values() for name in ENGINES[game].evaluations})


def check_evaluation(game: Game, evaluation: str | None) -> None:
    """Raises BadInput when the game has no such evaluation."""
    from owari.engine.families import evaluation_for

    try:
        evaluation_for(game, evaluation)
    except ValueError as error:
        raise BadInput(f"--evaluation: {error}") from None


def engine_options(function: F) -> F:
    """The options of the engine, which the command gets as `engine`."""
    return option_group(
        "engine",
        EngineOptions,
        click.option(
            "--depth",
            type=DEPTH,
            help="Look-ahead of the engine in plies. Without a look-ahead or time, the command"
            " asks for one.",
        ),
        time_option(
            "Time for a turn, such as 5s or 500ms. With --depth, the engine stops at whichever"
            " comes first. Programs have no time limit without --time."
        ),
        click.option(
            "--level",
            type=Choice(list(LEVELS)),
            help="Strength of the engine by name: easy is --depth 2, medium is --depth 5, and hard"
            " is --time 3s.",
        ),
        click.option(
            "--perfect",
            is_flag=True,
            help="Prove every move of the engine, however long a proof takes.",
        ),
        click.option(
            "--threads",
            type=whole_number(1, 64),
            default=1,
            show_default=True,
            help="Threads of the engine with --time or --perfect, from 1 to 64.",
        ),
        click.option("--verbose", is_flag=True, help="Say how the engine found each move."),
        evaluation_option,
    )(function)
