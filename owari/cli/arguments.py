"""Commands that click alone serves badly: arguments that begin with a dash, the command line of a
program without quotes, and long lists of options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

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
    """A command whose help lists the options in groups.

    `groups` has the options of each group by its title, by their names in the code. All others
    stand below "Other options".
    """

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
