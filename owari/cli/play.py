"""`owari play`: a game at this terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import partial
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
    read_file,
    reads,
    record_option,
    recorded_option,
    start_writing,
    thinking_options,
)
from owari.errors import BadInput
from owari.games.game import BadPosition, Game, Position, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import BUILTIN
from owari.programs.program_settings import Level
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.bot_names import bot_name
from owari.table.first_mover import read_first
from owari.table.game_series import spend
from owari.table.look_ahead import Thinking
from owari.table.player_lookup import ENGINE, HUMAN, Outside, from_anywhere, is_engine
from owari.table.session_file import GameFile
from owari.table.terminal import Console

__all__ = ["command"]

SIDES = {"south": Side.SOUTH, "north": Side.NORTH}
REMEMBERED = (
    *("south", "north", "protocol", "sandbox"),
    *("depth", "seconds", "evaluation", "perfect", "threads", "verbose"),
    *("numbering", "board", "step", "south_name", "north_name"),
)


@click.command("play")
@click.option("--south", metavar="WHO", help=f"Who is South: human, {WHO}. [default: engine]")
@click.option("--north", metavar="WHO", help="The same for North. [default: human]")
@click.option(
    "--south-name",
    metavar="NAME",
    callback=reads(bot_name),
    help="South's name in the record. [default: WHO]",
)
@click.option(
    "--north-name",
    metavar="NAME",
    callback=reads(bot_name),
    help="North's.",
)
@click.option(
    "--first",
    type=click.Choice(list(SIDES), case_sensitive=False),
    help="Who moves first; asked for when not given.",
)
@thinking_options
@game_option(None)
@numbering_option("How the pits or squares are called at this table")
@board_option
@click.option("--step/--no-step", help="Wait for Enter before each move that nobody types.")
@click.option(
    "--position",
    metavar="TEXT",
    help="Begin elsewhere: `owari rules` says how a game's positions are written.",
)
@record_option("The file to keep the game in.")
@recorded_option(
    "--load", REMEMBERED, "Go on with the game in this file, at the table as it was set."
)
def command(
    south: str | None,
    north: str | None,
    south_name: str | None,
    north_name: str | None,
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
    board: str,
    step: bool,
    position: str | None,
    record: Path | None,
    load: Path | None,
) -> None:
    """Play a game at this terminal, by default as North against the engine.

    Type a pit or square at the prompt, or help. Every move is on disk at once: leave with quit,
    Ctrl-C or the end of input, and go on with --load.
    """
    old = None
    if load:
        leave_out("--load", game=game, first=first, position=position)
        old = _to_go_on(read_file(load) if record else go_on_with(load))
    rules = old.game if old else game or OWARI
    named = chosen_numbering(rules, numbering)
    seats = {
        Side.SOUTH: _remembered(old.south if old else "", ENGINE) if south is None else south,
        Side.NORTH: _remembered(old.north if old else "", HUMAN) if north is None else north,
    }
    old = old or _new_game(rules, first, position, seats)
    needed = any(map(is_engine, seats.values()))
    asked = Thinking(depth, seconds, evaluation, perfect, threads, verbose)
    thinking = chosen_thinking(asked, level, old.final, needed=needed)
    outside = Outside(protocol, sandbox, logs, explained if explain else None)
    guests = {
        side: guest(f"--{str(side).lower()}", who, side, thinking, outside, old.game)
        for side, who in seats.items()
        if who != HUMAN
    }
    if old.plies or old.start != old.game.start(old.first):
        for each in guests.values():
            if not each.joins_in:
                raise BadInput(f"{each.name} can only play from the start of a game")
    south_name, north_name = south_name or "", north_name or ""
    names = {Side.SOUTH: south_name, Side.NORTH: north_name}
    for side, each in guests.items():
        each.name = names[side] = names[side] or each.name
    begun = replace(
        old,
        south=names[Side.SOUTH] or HUMAN,
        north=names[Side.NORTH] or HUMAN,
        date=old.date or date.today().isoformat(),
    )
    words = given("--protocol", protocol, LINE) + given("--sandbox", sandbox, SANDBOXES[0])
    words += given("--numbering", numbering, BOARD) + given("--board", board, BOARDS[0])
    words += given("--south-name", south_name, "") + given("--north-name", north_name, "")
    words += ["--step"] if step else []
    for side, who in seats.items():
        words += [f"--{str(side).lower()}", from_anywhere(who)]
    if load and not record:
        games = GameFile(load, [begun])
        start_writing(games)
    else:
        games = new_file(record, "play", [begun])
    spend(
        Console(
            guests,
            thinking,
            numbering=named,
            seats=words,
            explain=outside.explain,
            plain=board == "plain",
            step=step,
        ),
        games,
        [0],
        go_on=["owari", "play", "--load", str(games.path)],
        after_game=lambda record: None,
    )


def _new_game(
    rules: Game, first: str | None, position: str | None, seats: Mapping[Side, str]
) -> GameRecord:
    """From the start, or from the position that is given."""
    if position is not None:
        leave_out("--position", first=first)
        return GameRecord(rules, _position(position, rules), "?", "?")
    side = SIDES[first] if first else _asked_first(seats)
    return GameRecord(rules, rules.start(side), "?", "?", date=date.today().isoformat())


def _position(text: str, rules: Game) -> Position:
    try:
        position = rules.parse_position(text)
    except BadPosition as error:
        raise BadInput(f"--position: {error}") from None
    if position.outcome():
        raise BadInput("--position: the game is over there")
    return position


def _to_go_on(games: GameFile) -> GameRecord:
    """The one game of the file without the resignation or the fault that may have ended it."""
    if len(games.records) != 1:
        raise BadInput(f"{games.path}: one game expected, {len(games.records)} found")
    (record,) = games.records
    if outcome := record.final.outcome():
        raise BadInput(f"{games.path}: the game is over, {outcome}")
    unfinished = Ending(Result.UNFINISHED, record.final.score(), Termination.UNFINISHED)
    return replace(record, ending=unfinished)


def _asked_first(seats: Mapping[Side, str]) -> Side:
    """The answer to who moves first; a person who sits there alone is told where."""
    people = [side for side, player in seats.items() if player == HUMAN]
    person = people[0] if len(people) == 1 else None
    question = f"{f'You are {person}. ' if person else ''}Who moves first, south or north? "
    return answer(question, partial(read_first, person=person), "--first")


def _remembered(name: str, default: str) -> str:
    """Who sat there, if the name in the record is a word that says it."""
    return name if name in (HUMAN, ENGINE, *BUILTIN) else default
