"""`owari protocols`: the protocols of programs."""

from __future__ import annotations

import click
from tabulate import tabulate

from owari.cli.options import Choice
from owari.programs.dialogues.protocols import PROTOCOLS


@click.command("protocols")
@click.argument("name", required=False, type=Choice(list(PROTOCOLS)))
def command(name: str | None) -> None:
    """List the protocols that bots can use, or explain the protocol NAME.

    The explanation shows the keys of such a bot in a tournament file, and a dialogue.
    """
    from owari.programs.dialogues.protocols import find_protocol, protocols

    if name:
        click.echo(f"protocol: {name}\n{find_protocol(name).guide}", nl=False)
        return
    rows = [(spec.name, spec.summary) for spec in protocols()]
    click.echo(tabulate(rows, headers=("protocol", "programs"), tablefmt="plain"))
    click.echo("\n'owari protocols NAME' explains a protocol with its keys and a dialogue.")
