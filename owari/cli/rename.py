"""`owari rename`: another name for a bot of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from owari.cli.arguments import DashedCommand
from owari.errors import BadInput
from owari.results.bot_names import bot_name, folded, looks_like, warnings_of_names
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean
from owari.tournament.results_file import change_results, is_tournament_file

EXAMPLES = """\b
Examples:
  owari rename bots.yaml "Team Roket" "Team Rocket"
"""


@click.command("rename", cls=DashedCommand, epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("old")
@click.argument("new")
def command(file: Path, old: str, new: str) -> None:
    """Give the bot OLD of a tournament the name NEW.

    FILE is the tournament file, in which the name changes too, or its results file. The bot keeps
    its games. Their records keep the old name, and 'owari verify' knows both.
    """
    with change_results(file) as store, store.transaction():
        names = [bot.name for bot in store.bots()]
        old = _known(old, names)
        new = _free(new, [name for name in names if name != old])
        if new == old:
            raise BadInput(f"the bot is called {old!r} already")
        store.rename_bot(old, new)
        in_file = is_tournament_file(file) and file.exists() and _rename_in(file, old, new)
    click.echo(f"{old} is {new} now.")
    for warning in warnings_of_names([name for name in names if name != old] + [new], [new]):
        click.echo(warning, err=True)
    if not in_file:
        click.echo("If a tournament file has the old name, change it there too.", err=True)


def _rename_in(file: Path, old: str, new: str) -> bool:
    from owari.tournament.file.bot_entries import rename_entry

    return rename_entry(file, old, new)


def _known(text: str, names: Sequence[str]) -> str:
    """The bot of this name, in any case. Raises BadInput."""
    by_case = {folded(name): name for name in names}
    name = folded(plain(text))
    if name not in by_case:
        raise BadInput(f"{text!r} is not one of the bots{did_you_mean(text, names)}")
    return by_case[name]


def _free(text: str, others: Sequence[str]) -> str:
    """The name that this text gives. Raises BadInput."""
    name = bot_name(text)
    if other := looks_like(name, others):
        raise BadInput(f"{name!r} is the bot {other!r}, or looks like it: choose another name")
    return name
