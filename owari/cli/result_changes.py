"""The commands by which people change results: `owari score`, `owari annul`, `owari withdraw` and
`owari rename`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.options import GAME_NUMBER, DashedCommand
from owari.errors import BadInput
from owari.games.game import Game
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.bot_names import bot_name, folded, looks_like, warnings_of_names
from owari.results.game_log import About, Withdrawal
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean
from owari.tournament.results_file import (
    change_results,
    change_tournament,
    enter_results,
    is_tournament_file,
)

if TYPE_CHECKING:
    from owari.tournament.result_entry import Departure

SCORE_EXAMPLES = """\b
Examples:
  owari score bots.yaml "Depth 8" "Team Rocket" 19-17
  owari score friendly.db Anna Ben 40-20
"""


@click.command("score", cls=DashedCommand, epilog=SCORE_EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("first")
@click.argument("second")
@click.argument("score")
def score_command(file: Path, first: str, second: str, score: str) -> None:
    """Enter the SCORE of a game in which FIRST moved first against SECOND.

    A score is the stones of FIRST and of SECOND, such as 19-17. In Othello it is their discs, and
    the empty squares count for the winner.

    FILE is the tournament file or its results file. Owari creates a results file that does not
    exist, which takes any names.
    """
    from owari.report.result_tables import result_line
    from owari.tournament.result_entry import enter

    pieces = _pieces(score)
    with enter_results(file, partial(click.echo, err=True)) as store:
        record = _reported(store.game, store.about, first, second, pieces)
        number, record, new_bots, _ = enter(store, record)
        names = [bot.name for bot in store.bots()]
    for name in new_bots:
        click.echo(f"New bot: {name}")
    for warning in warnings_of_names(names, new_bots):
        click.echo(warning, err=True)
    click.echo(result_line(number, record.south, record.north, record.ending))


def _reported(
    game: Game, about: About, first: str, second: str, pieces: tuple[int, int]
) -> GameRecord:
    """A record without moves, in which who moved first sits South."""
    start = game.start()
    game.check_final(*pieces)
    outcome = game.final(*pieces)
    return GameRecord(
        game=game,
        start=start,
        south=first,
        north=second,
        ending=Ending(Result.won_by(outcome.winner), outcome, Termination.REPORTED),
        event=about.event,
        site=about.site,
        date=about.date,
    )


def _pieces(text: str) -> tuple[int, int]:
    """The pieces of both sides. Raises BadInput."""
    found = re.fullmatch(r"(\d{1,4})\s*[-:]\s*(\d{1,4})", text)
    if not found:
        raise BadInput(f"a score is the pieces of both sides, such as 19-17, not {text!r}")
    return int(found[1]), int(found[2])


@click.command("annul", cls=DashedCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER)
@click.argument("reason")
def annul_command(file: Path, game: int, reason: str) -> None:
    """Annul GAME of a tournament; the next run plays it again.

    FILE is the tournament file or its results file. GAME is the number that 'owari show FILE'
    lists. The results keep the annulled game with the REASON.
    """
    reason = plain(reason)
    if not reason:
        raise BadInput("the reason is empty: say why the game does not count")
    with change_results(file) as store:
        store.annul(game, reason)
    click.echo(f"Game {game} is annulled: {reason}")


WITHDRAW_EXAMPLES = """\b
Examples:
  owari withdraw bots.yaml "Team Rocket"
  owari withdraw bots.yaml "Team Rocket" --kept
  owari withdraw bots.yaml "Team Rocket" --undo
"""


@click.command("withdraw", cls=DashedCommand, epilog=WITHDRAW_EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("bot")
@click.option("--void", is_flag=True, help="None of its games counts.")
@click.option(
    "--kept", is_flag=True, help="Its games count, and its opponents win those not played."
)
@click.option("--undo", is_flag=True, help="Let the bot take part again.")
def withdraw_command(file: Path, bot: str, void: bool, kept: bool, undo: bool) -> None:
    """Take BOT out of a tournament.

    Without an option the rule of chess decides: the games are void where fewer than half of them
    are played, and else kept. The results keep all games, so that --undo is possible.

    FILE is the tournament file, whose new bots enter first, or its results file. A bot that enters
    later does not meet BOT.
    """
    from owari.tournament.formats.format_catalog import format_of
    from owari.tournament.result_entry import AlreadyWithdrawn, bot_called, take_back, withdraw

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


RENAME_EXAMPLES = """\b
Examples:
  owari rename bots.yaml "Team Roket" "Team Rocket"
"""


@click.command("rename", cls=DashedCommand, epilog=RENAME_EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("old")
@click.argument("new")
def rename_command(file: Path, old: str, new: str) -> None:
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
