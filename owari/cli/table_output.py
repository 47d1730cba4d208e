"""The options of commands that print tables, and how these come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from owari.cli.options import format_option, option_group
from owari.cli.parameter_types import Choice
from owari.cli.screen import screen_width
from owari.errors import BadInput
from owari.report.cells import Table
from owari.report.tables import format_tables

__all__ = ["TableOutput", "table_output"]

F = TypeVar("F", bound=Callable[..., Any])
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
