"""`owari protocols`: how programs can be spoken with."""

from __future__ import annotations

import click
from tabulate import tabulate

from owari.programs.protocols import PROTOCOLS

__all__ = ["command"]


@click.command("protocols")
@click.argument("name", required=False, type=click.Choice(list(PROTOCOLS)))
def command(name: str | None) -> None:
    """List the protocols that programs can speak, or show how a bot that speaks NAME is described
    in a tournament file and what it sees."""
    from owari.programs.protocols import find_protocol, protocols

    if name:
        click.echo(f"protocol: {name}\n{find_protocol(name).guide}", nl=False)
        return
    rows = [(spec.name, spec.summary) for spec in protocols()]
    click.echo(tabulate(rows, headers=("protocol", "who speaks it"), tablefmt="plain"))
    click.echo("\n`owari protocols NAME` shows how such a bot is described, and what it sees.")
