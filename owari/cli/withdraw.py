"""`owari withdraw`: a bot that leaves a tournament before its end."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import click

from owari.cli.arguments import DashedCommand
from owari.errors import BadInput
from owari.results.game_log import Withdrawal
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.result_entry import (
    AlreadyWithdrawn,
    Departure,
    bot_called,
    take_back,
    withdraw,
)
from owari.tournament.results_file import change_tournament

EXAMPLES = """\b
Examples:
  owari withdraw bots.yaml "Team Rocket"
  owari withdraw bots.yaml "Team Rocket" --kept
  owari withdraw bots.yaml "Team Rocket" --undo
"""


@click.command("withdraw", cls=DashedCommand, epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("bot")
@click.option("--void", is_flag=True, help="None of its games counts.")
@click.option(
    "--kept", is_flag=True, help="Its games count, and its opponents win those not played."
)
@click.option("--undo", is_flag=True, help="Let the bot take part again.")
def command(file: Path, bot: str, void: bool, kept: bool, undo: bool) -> None:
    """Take BOT out of a tournament.

    Without an option the rule of chess decides: the games are void where fewer than half of them
    are played, and else kept. The results keep all games, so that --undo is possible.

    FILE is the tournament file, whose new bots enter first, or its results file. A bot that enters
    later does not meet BOT.
    """
    if void + kept + undo > 1:
        raise BadInput("--void, --kept and --undo exclude each other: leave all but one out")
    how = Withdrawal.VOID if void else Withdrawal.KEPT if kept else None
    with change_tournament(file, partial(click.echo, err=True)) as store:
        bot = bot_called(bot, [each.name for each in store.bots()])
        by_rounds = format_of(store.rules).by_rounds
        if not undo:
            try:
                left: Departure | AlreadyWithdrawn = withdraw(store, bot, how)
            except AlreadyWithdrawn as already:
                left = already
        elif bot in store.withdrawn:
            take_back(store, bot)
        else:
            raise BadInput(f"{bot} has not withdrawn")
    if undo:
        click.echo(f"{bot} takes part again.")
        return
    if isinstance(left, AlreadyWithdrawn):
        count = "do not count" if left.how is Withdrawal.VOID else "count"
        click.echo(f"{bot} has already withdrawn: its games {count}. Nothing has changed.")
    else:
        click.echo(f"{bot} has withdrawn after {left.played} of {left.scheduled} games.")
        click.echo(_consequence(left, by_rounds))
    click.echo(f"To undo this: {shlex.join(['owari', 'withdraw', str(file), bot, '--undo'])}")


def _consequence(left: Departure, by_rounds: bool) -> str:
    others = left.scheduled - left.played
    if left.how is Withdrawal.VOID:
        return "None of its games counts."
    if not others and by_rounds:
        return "Its games so far count, and it has no place in later rounds."
    if not others:
        return "All of its games are played, and count."
    if left.conceded == others:
        return f"Its games count, and its opponents win the other {others}."
    return (
        f"Its games count. Of the other {others} its opponents win {left.conceded}, and nobody"
        " those against bots that have withdrawn too."
    )
