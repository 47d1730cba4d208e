"""`owari relay`: a game against a program elsewhere, its moves entered by hand."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import click

from owari.cli.board_options import BOARD, BOARDS, board_option, chosen_numbering, numbering_option
from owari.cli.options import (
    LINE,
    SANDBOXES,
    WHO,
    answer,
    chosen_thinking,
    explained,
    game_option,
    given,
    go_on_with,
    guest,
    leave_out,
    new_file,
    reads,
    record_option,
    recorded_option,
    start_writing,
    thinking_options,
)
from owari.cli.path_types import FILE
from owari.cli.results_file import enter_results
from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.games.mancala import OWARI
from owari.programs.program_settings import Level
from owari.records.record import GameRecord
from owari.results.bot_names import bot_name
from owari.results.store import Store
from owari.table import event_text
from owari.table.command_parser import VIEWS
from owari.table.first_mover import read_first_of_us
from owari.table.game_series import spend
from owari.table.look_ahead import Thinking
from owari.table.player_lookup import ENGINE, MANUAL, Outside, from_anywhere, is_engine
from owari.table.remote_screen import Screen
from owari.table.terminal import Console
from owari.table.tournament_results import enter_relayed, find_places, number_in
from owari.tournament.result_entry import BadEntry

__all__ = ["command"]

FIRST = {"south": Side.SOUTH, "us": Side.SOUTH, "north": Side.NORTH, "them": Side.NORTH}
REMEMBERED = (
    *("us", "protocol", "sandbox"),
    *("depth", "seconds", "evaluation", "perfect", "threads", "verbose"),
    *("numbering", "view", "board", "results"),
)


@click.command("relay")
@click.option(
    "--us",
    metavar="WHO",
    default=ENGINE,
    help=f"Who plays for us: {MANUAL}, {WHO}. [default: engine]",
)
@click.option(
    "--first",
    type=click.Choice(list(FIRST), case_sensitive=False),
    help="Who moves first, we are South; asked for when not given. In a match, in its first game.",
)
@thinking_options
@game_option(None)
@numbering_option("How their screen names the pits or squares")
@click.option(
    "--view",
    type=click.Choice(VIEWS),
    default=VIEWS[0],
    show_default=True,
    help="Draw the board as we see it, as their screen should show it, or both.",
)
@board_option
@click.option("--match", is_flag=True, help="Play two games, the first move exchanged.")
@click.option(
    "--us-name",
    metavar="NAME",
    callback=reads(bot_name),
    help="Our name in the record. [default: us]",
)
@click.option(
    "--them-name", metavar="NAME", callback=reads(bot_name), help="Theirs. [default: them]"
)
@record_option("The file to keep the games in.")
@recorded_option(
    "--resume", REMEMBERED, "Go on with what is in this file, at the table as it was set."
)
@click.option("--results", type=FILE, help="Enter the finished games in a tournament's results.")
def command(
    us: str,
    first: str | None,
    depth: int | None,
    seconds: float | None,
    level: str | None,
    evaluation: str | None,
    perfect: bool,
    threads: int,
    verbose: bool,
    protocol: str,
    sandbox: Level,
    logs: Path | None,
    explain: bool,
    game: Game | None,
    numbering: str,
    view: str,
    board: str,
    match: bool,
    us_name: str | None,
    them_name: str | None,
    record: Path | None,
    resume: Path | None,
    results: Path | None,
) -> None:
    """Play against a program that cannot run here: its moves are typed in, ours read aloud.

    We are South on our board. They are South on their screen, and call their pits 0-5 and ours
    7-12, unless --numbering says otherwise; squares are called alike on both. Type their pit or
    square as their screen or our board names it, or help. Every move is on disk at once: whatever
    happens, go on with --resume.
    """
    if resume:
        leave_out(
            "--resume",
            game=game,
            first=first,
            match=match,
            us_name=us_name,
            them_name=them_name,
            record=record,
        )
        games = go_on_with(resume)
        records, to_play = games.records, games.to_play()
        if len(records) not in (1, 2):
            raise BadInput(f"{resume}: one game or the two of a match expected")
    else:
        chosen_numbering(game or OWARI, numbering)
        question = "We are South. Who moves first, us or them? "
        side = FIRST[first] if first else answer(question, read_first_of_us, "--first")
        firsts = (side, side.other) if match else (side,)
        games = None
        records = _new_games(game or OWARI, firsts, us_name or "us", them_name or "them")
        to_play = list(range(len(records)))

    rules = records[0].game
    there = chosen_numbering(rules, numbering)
    if results:
        if not resume and not (us_name and them_name):
            raise BadInput("--results needs both names: --us-name and --them-name")
        with _results(results) as store:
            find_places(store, records, to_play)
    asked = Thinking(depth, seconds, evaluation, perfect, threads, verbose)
    thinking = chosen_thinking(asked, level, records[0].start, needed=is_engine(us))
    outside = Outside(protocol, sandbox, logs, explained if explain else None)
    guests = {}
    if us != MANUAL:
        guests[Side.SOUTH] = guest("--us", us, Side.SOUTH, thinking, outside, rules)
    words = ["--us", from_anywhere(us), *given("--protocol", protocol, LINE)]
    words += given("--sandbox", sandbox, SANDBOXES[0])
    words += given("--numbering", numbering, BOARD) + given("--board", board, BOARDS[0])
    words += given("--results", results and results.absolute())
    if games:
        start_writing(games)
    else:
        games = new_file(record, "relay", records)
    go_on = ["owari", "relay", "--resume", str(games.path)]

    missing: list[str] = []

    def after_game(played: GameRecord) -> None:
        if results:
            try:
                with _results(results) as store:
                    if number := number_in(store, played):
                        click.echo(f"This is game {number} in {store.path} already.")
                    else:
                        number = enter_relayed(store, played)
                        click.echo(f"Entered as game {number} in {store.path}")
            except BadInput as error:  # the next game of the match is played all the same
                missing.append(str(error))

    console = Console(
        guests,
        thinking,
        screen=Screen(there),
        view=view,
        seats=words,
        explain=outside.explain,
        plain=board == "plain",
    )
    played = spend(console, games, to_play, go_on=go_on, after_game=after_game)
    if played and len(games.records) > 1:
        click.echo(event_text.match(games.records))
    if missing:
        raise BadInput(
            f"{missing[-1]}\nWhen that is put right, what is missing is entered by:"
            f" {shlex.join(go_on)}"
        )


@contextmanager
def _results(file: Path) -> Iterator[Store]:
    with enter_results(file) as store:
        try:
            yield store
        except BadEntry as error:
            raise BadInput(str(error)) from None


def _new_games(rules: Game, firsts: Sequence[Side], us: str, them: str) -> list[GameRecord]:
    today = date.today().isoformat()
    return [GameRecord(rules, rules.start(first), us, them, date=today) for first in firsts]
