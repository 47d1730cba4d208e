"""Players and results for a table, new or from its file, as far as this server may use them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from owari.errors import BadInput
from owari.games.game import Side
from owari.games.numbering import numberings
from owari.records.record import GameRecord
from owari.table.computer_player import ComputerPlayer
from owari.table.kept_options import KeptOptions
from owari.table.look_ahead import LEVELS
from owari.table.player_lookup import (
    HUMAN,
    MANUAL,
    ProgramConditions,
    find_player,
    is_engine,
    is_known,
)
from owari.table.remote_screen import Screen
from owari.table.session_file import GameFile
from owari.table.table import Table
from owari.table.tournament_results import RelayResults
from owari.web.new_table import NewTable
from owari.web.offers import Offers
from owari.web.open_table import Kind
from owari.web.shared_engine import bound

__all__ = ["kept_table", "results_of", "seated"]

_log = logging.getLogger(__name__)


def kept_table(games: GameFile) -> NewTable:
    """The table of a file, as the file keeps it. Raises BadInput."""
    going_on = [*games.to_play(), len(games.records) - 1][0]
    options = KeptOptions.read(games.records[going_on].table)
    kind: Kind = "relay" if options.value("--us") or len(games.records) > 1 else "play"
    return NewTable(kind, games.records, options)


def seated(asked: NewTable, offers: Offers) -> Table:
    """The table with its players. Raises BadInput."""
    kind, records, options = asked
    rules = records[0].game
    if kind == "relay":
        players = {Side.SOUTH: options.value("--us", MANUAL)}
    else:
        players = {
            side: options.value(f"--{side}".lower(), _recorded(records[0].player(side)))
            for side in Side
        }
    thinking = options.thinking()
    if not thinking.is_settled and any(map(is_engine, players.values())):
        level = LEVELS["medium"]
        thinking = replace(thinking, depth=level.depth, seconds=level.seconds)
    computers: dict[Side, ComputerPlayer] = {}
    for side, who in players.items():
        if who in (HUMAN, MANUAL):
            continue
        offers.check(who)
        computer = find_player(who, side, thinking, ProgramConditions(), rules)
        computer.name = options.value(f"--{side}-name".lower()) or computer.name
        bound(computer)
        computers[side] = computer
    _check_start(kind, records[0], computers)
    known = numberings(rules)
    numbering = known.get(options.value("--numbering", "board"), known["board"])
    return Table(
        computers,
        thinking,
        screen=Screen(numbering) if kind == "relay" else None,
        view=options.value("--view", "ours"),
        numbering=None if kind == "relay" else numbering,
        options=options.words(),
    )


def results_of(asked: NewTable, offers: Offers) -> RelayResults | None:
    """Where the games of the table are entered. Raises BadInput."""
    named = asked.options.value("--results")
    if not named:
        return None
    offers.check_results(named)
    return RelayResults(Path(named), _log.warning)


def _recorded(name: str) -> str:
    """The player that a name in a record stands for, where the file keeps no options."""
    return name if is_known(name) and name != MANUAL else HUMAN


def _check_start(kind: Kind, record: GameRecord, computers: Mapping[Side, ComputerPlayer]) -> None:
    """Raises BadInput for a program that cannot begin in the middle of this game."""
    if kind == "relay" or (not record.plies and record.start == record.game.start(record.first)):
        return
    for computer in computers.values():
        if not computer.joins_in:
            raise BadInput(f"{computer.name} can play only from the start of a game")
