"""Arguments that may begin with a dash: positions, names and whatever people write."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

__all__ = ["DashedCommand"]

_MARK = "\0"
"""What no word of a command line can hold; click takes a word that begins with it for no option."""
_LIKE_AN_OPTION = re.compile(r"(?![XOxo-]{16})--?[A-Za-z][\w-]*(?:=.*)?", re.DOTALL)
"""The smallest board has sixteen squares."""


class DashedCommand(click.Command):
    """Takes a word that begins with a dash for an argument, unless it is one of the command's
    options or looks like one. Where `--help` is the only option, none other looks like one."""

    def make_parser(self, ctx: click.Context) -> Any:
        """click's parser, which sees no option in such a word."""
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
    """The parser that sees the protected words, and returns the words themselves."""

    def parse_args(args: Sequence[str]) -> Parsed:
        values, rest, order = parse(list(map(protected, args)))
        return {name: _bare(value) for name, value in values.items()}, _bare(rest), order

    return parse_args


def _bare(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(_MARK)
    return type(value)(map(_bare, value)) if isinstance(value, (list, tuple)) else value
