"""Commands and options that several commands share: what click alone serves badly, the types of
options, and groups of them that a command gets as one value."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from owari.cli.files import screen_width
from owari.errors import BadInput
from owari.games.catalog import GAMES, find_game
from owari.games.mancala import OWARI
from owari.table.table_options import read_depth, read_seconds
from owari.text.printable import plain
from owari.text.suggestions import nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from owari.games.game import Game
    from owari.report.tables import Table
    from owari.tournament.cluster.remote_places import Cluster
    from owari.tournament.file.tournament_settings import BotConfig

_MARK = "\0"
"""No word of a command line has this character, and click sees no option behind it."""
_LIKE_AN_OPTION = re.compile(r"(?![BOWXbowx_-]{16})--?[A-Za-z][\w-]*(?:=.*)?", re.DOTALL)
"""A text of the signs for the squares of the smallest board, sixteen, is no option."""


class DashedCommand(click.Command):
    """A command that takes a word with a dash as an argument, unless the word is one of its options
    or looks like one. In a command without options only `--help` is one."""

    def make_parser(self, ctx: click.Context) -> Any:
        """The parser of click with arguments that may begin with a dash."""
        parser: Any = super().make_parser(ctx)
        params = self.get_params(ctx)
        names = {name for param in params for name in (*param.opts, *param.secondary_opts)}
        has_options = any(isinstance(param, click.Option) for param in self.params)

        def protected(word: str) -> str:
            if not word.startswith("-") or word in ("-", "--") or word.partition("=")[0] in names:
                return word
            if has_options and _LIKE_AN_OPTION.fullmatch(word):
                return word
            return _MARK + word

        parser.parse_args = _around(parser.parse_args, protected)
        return parser


Parsed = tuple[dict[str, Any], list[str], list[click.Parameter]]


def _around(
    parse: Callable[[list[str]], Parsed], protected: Callable[[str], str]
) -> Callable[[Sequence[str]], Parsed]:
    """A parser that protects the words, and returns them bare."""

    def parse_args(args: Sequence[str]) -> Parsed:
        values, rest, order = parse(list(map(protected, args)))
        return {name: _bare(value) for name, value in values.items()}, _bare(rest), order

    return parse_args


def _bare(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(_MARK)
    return type(value)(map(_bare, value)) if isinstance(value, (list, tuple)) else value


class QuotedCommand(click.Command):
    """Says what to do where the program's command line was typed without quotes."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments as click reads them. Raises click.UsageError."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            # Click has no class of its own for too many arguments.
            if type(error) is click.UsageError:
                said = error.message.rstrip(".")
                raise click.UsageError(
                    f"{said}. Put the command of the program in quotes, such as 'python3 bot.py'.",
                    ctx,
                ) from None
            raise


class GroupedCommand(click.Command):
    """A command whose help lists the options in groups. `groups` has the options of each group by
    its title, by their names in the code. All others stand below "Other options"."""

    def __init__(self, *args: Any, groups: Mapping[str, Sequence[str]], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.groups = groups

    def grouped(self, ctx: click.Context) -> dict[str, list[click.Parameter]]:
        """The options of each group that has any, in the order of the groups."""
        params = {str(param.name): param for param in self.get_params(ctx)}
        found: dict[str, list[click.Parameter]] = {
            title: [params.pop(name) for name in names if name in params]
            for title, names in self.groups.items()
        }
        found["Other options"] = [
            each for each in params.values() if isinstance(each, click.Option)
        ]
        return {title: own for title, own in found.items() if own}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes each group below its title."""
        for title, params in self.grouped(ctx).items():
            records = [record for param in params if (record := param.get_help_record(ctx))]
            with formatter.section(title):
                formatter.write_dl(records)


F = TypeVar("F", bound=Callable[..., Any])


class _NamedPath(click.Path):
    """A path that is not empty: an empty text would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises click.BadParameter."""
        if value == "":
            self.fail(f"the name of a {self.name} is missing", param, ctx)
        return super().convert(value, param, ctx)


class Choice(click.Choice):  # type: ignore[type-arg]
    """One of several words; a wrong word suggests the nearest."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The message for a word that is none of the choices."""
        message = super().get_invalid_choice_message(value, ctx)
        near = nearest(str(value).lower(), map(str, self.choices))
        return f"{message} Did you mean {near!r}?" if near else message


class Text(click.ParamType):  # type: ignore[type-arg]
    """A text that a function reads; the function raises ValueError where it cannot.

    `known` are the words that the shell completes, or a function that returns them, beside the
    names of files where `files` says so.
    """

    def __init__(
        self,
        name: str,
        read: Callable[[str], Any],
        known: Iterable[str] | Callable[[], Iterable[str]] = (),
        *,
        files: bool = False,
    ) -> None:
        self.name = name
        self.read = read
        self.known = known
        self.files = files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What the text means. Raises click.BadParameter."""
        if not isinstance(value, str):
            return value  # a default
        try:
            return self.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known words that begin like the incomplete one, or a mark for the names of files."""
        from click.shell_completion import CompletionItem

        known = self.known() if callable(self.known) else self.known
        found = [CompletionItem(word) for word in known if word.startswith(incomplete)]
        if self.files and not found:
            return [CompletionItem(incomplete, type="file")]
        return found


def whole_number(least: int, most: int | None = None) -> Text:
    """The type of whole numbers in a range."""
    bounds = f"from {least}" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        digits = text.strip()
        number = int(digits[:9]) if digits.isascii() and digits.isdigit() else least - 1
        if number < least or (most is not None and number > most):
            raise ValueError(f"{text!r} is not a whole number {bounds}")
        return number

    return Text("N", read)


FILE = _NamedPath(path_type=Path, dir_okay=False)
FOLDER = _NamedPath(path_type=Path, file_okay=False)
GAME = Text("NAME", find_game, GAMES)
GAME_NUMBER = whole_number(1)
PROGRAM = Text("COMMAND", str, files=True)
DEPTH = Text("PLIES", read_depth)
DURATION = Text("TIME", read_seconds)


def option_group(
    name: str, kind: Callable[..., Any], *options: Callable[[Any], Any]
) -> Callable[[F], F]:
    """Adds options to a command, which gets their values as one argument `name`: what `kind` makes
    of them by their names. `kind` is a dataclass with a field for each option."""
    fields = tuple(kind.__dataclass_fields__)  # type: ignore[attr-defined]

    def decorate(function: F) -> F:
        @wraps(function)
        def gathered(**values: Any) -> Any:
            own = {field: values.pop(field) for field in fields}
            return function(**values, **{name: kind(**own)})

        decorated: Any = gathered
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def game_option(default: str | None, standard: str = OWARI.name) -> Callable[[F], F]:
    """The option of the game. `standard` names the default in the help where `default` is None."""
    return click.option(
        "--game",
        type=GAME,
        default=default,
        help=f"Game: {', '.join(GAMES)}, or a game with its size, such as kalah:6x4 or othello:6."
        f"  [default: {standard}]",
    )


def evaluation_option(function: F) -> F:
    """The option of the engine's evaluation; `check_evaluation` says whether the game has it."""
    from owari.engine.othello_mixtures import EXAMPLE

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


def time_option(help: str, default: str | None = None) -> Callable[[F], F]:
    """The option of a time, which the command gets as `seconds`."""
    return click.option(
        "--time",
        "seconds",
        type=DURATION,
        default=default,
        show_default=default is not None,
        help=help,
    )


def format_option(
    help: str = "Format of the tables.", default: str | None = "plain"
) -> Callable[[F], F]:
    """The option of the format of tables, which the command gets as `form`."""
    from owari.report.tables import FORMATS

    return click.option(
        "--format",
        "form",
        type=Choice(FORMATS),
        default=default,
        show_default=default is not None,
        help=help,
    )


def source(name: str) -> ParameterSource | None:
    """Where the value of an option of the running command comes from."""
    return click.get_current_context().get_parameter_source(name)


def leave_out(beside: str, **options: object) -> None:
    """Raises BadInput when one of the options is given beside the one that rules it out."""
    for name, value in options.items():
        if value not in (None, False):
            raise BadInput(f"{beside} already sets this: leave --{name.replace('_', '-')} out")


def openings_option(default: str) -> Callable[[F], F]:
    """The option of the openings, which the command gets as a text or None. `default` names the
    default in the help. `load` and `opening_settings` of tournament files read the text."""
    return click.option(
        "--openings",
        metavar="WHICH",
        help="What games begin with, each twice: none, random, random:PLIES, balanced:PLIES, or a"
        f" FILE of positions, moves or records.  [default: {default}]",
    )


def cluster_option(does: str = "Play") -> Callable[[Any], Any]:
    """The option --cluster."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help=f"{does} on the workers of the dask scheduler there, tcp://HOST:PORT or its file.",
    )


def connected(
    address: str | None, bots: Iterable[BotConfig], left_out: Collection[Path]
) -> AbstractContextManager[Cluster | None]:
    """The cluster at an address, to which the files `left_out` do not travel; None without an
    address. Raises BadInput."""
    if address is None:
        return nullcontext()
    from owari.tournament.cluster.remote_places import Cluster

    return Cluster(address, bots, left_out=left_out, tell=_tell)


def _tell(sentence: str) -> None:
    """Prints a sentence, in place of the progress on a terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True, color=True)
    click.echo(plain(sentence), err=True)


BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that a file is in UTF-8."""


@dataclass(frozen=True, slots=True)
class TableOutput:
    """What the options say of the tables."""

    form: str | None = None
    tables: tuple[str, ...] = ()
    """The keys of the tables that are asked for; empty for the usual ones."""
    bom: bool = False

    def __post_init__(self) -> None:
        if self.bom and self.form != "csv":
            raise BadInput("--bom marks files for spreadsheets: use it with --format csv")

    @property
    def for_programs(self) -> bool:
        """Whether programs read the tables, and not people."""
        return self.form in ("csv", "json")

    def text(self, tables: Sequence[Table]) -> str:
        """The tables as the options ask for them, ending in a newline."""
        from owari.report.tables import format_tables

        text = format_tables(tables, self.form or "plain", screen_width())
        return BYTE_ORDER_MARK + text if self.bom else text


def table_output(
    *names: str, form: str | None = "plain", help: str = "Format of the tables."
) -> Callable[[F], F]:
    """The options of a command that prints tables, of these keys among others. The command gets
    them as `output`."""
    return option_group(
        "output",
        TableOutput,
        format_option(help, form),
        click.option(
            "--table",
            "tables",
            type=Choice(names),
            multiple=True,
            help="Print only this table. Can be given more than once.",
        ),
        click.option(
            "--bom", is_flag=True, help="Begin csv with a byte order mark, for spreadsheets."
        ),
    )
