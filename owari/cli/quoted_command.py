"""Commands that take the command line of a program as one argument."""

from __future__ import annotations

import click

__all__ = ["QuotedCommand"]


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
