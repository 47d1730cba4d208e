"""`owari withdraw`: a bot that leaves a tournament before its end."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from owari.cli.dash_arguments import DashedCommand
from owari.errors import BadInput
from owari.results.game_log import Withdrawal
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.result_entry import bot_called
from owari.tournament.results_file import change_results
from owari.tournament.withdrawals import GamesOfBot, games_of_bot, set_withdrawal

__all__ = ["command"]

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

    FILE is the tournament file or its results file.
    """
    if void + kept + undo > 1:
        raise BadInput("--void, --kept and --undo exclude each other: leave all but one out")
    with change_results(file) as store:
        bot = bot_called(bot, [each.name for each in store.bots()])
        if undo and bot not in store.withdrawn:
            raise BadInput(f"{bot} has not withdrawn")
        with store.transaction():
            set_withdrawal(store, bot, None)
            games = games_of_bot(store, bot)
            by_rounds = format_of(store.rules).by_rounds
            how = Withdrawal.VOID if void else Withdrawal.KEPT if kept else games.usual
            if not undo:
                set_withdrawal(store, bot, how)
    if undo:
        click.echo(f"{bot} takes part again.")
        return
    click.echo(f"{bot} has withdrawn after {games.played} of {games.scheduled} games.")
    click.echo(_consequence(games, how, by_rounds))
    click.echo(f"To undo this: {shlex.join(['owari', 'withdraw', str(file), bot, '--undo'])}")


def _consequence(games: GamesOfBot, how: Withdrawal, by_rounds: bool) -> str:
    if how is Withdrawal.VOID:
        return "None of its games counts."
    if games.played == games.scheduled and by_rounds:
        return "Its games so far count, and it has no place in later rounds."
    if games.played == games.scheduled:
        return "All of its games are played, and count."
    return f"Its games count, and its opponents win the other {games.scheduled - games.played}."
