"""A new table: what people may choose at it, and the table from what a page sends, or from its
file: its games, its options, and its players as far as this server may use them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from owari.engine.families import ENGINES, evaluation_for
from owari.errors import BadInput
from owari.games.catalog import GAMES, find_game
from owari.games.game import BadPosition, Game, Position, Side
from owari.games.mancala import OWARI
from owari.games.numbering import numberings
from owari.players.builtin_bots import BUILTIN
from owari.records.played_by import BY_HAND
from owari.records.record import GameRecord, Origin
from owari.report.families import rules_in_a_sentence
from owari.results.bot_names import bot_name
from owari.table.computer_player import ComputerPlayer
from owari.table.player_lookup import (
    ENGINE,
    HUMAN,
    MANUAL,
    ProgramConditions,
    engines_of,
    find_player,
    is_engine,
    is_known,
    made_by,
)
from owari.table.session_file import GameFile
from owari.table.sides import RELAY_SIDES, SIDES, UNNAMED, Screen
from owari.table.table import Table
from owari.table.table_options import LEVELS, KeptOptions, Thinking, read_depth
from owari.table.tournament_results import RelayResults
from owari.tournament.file.tournament_settings import in_file
from owari.tournament.results_file import results_path
from owari.viewer.game_data import cell_names, cells_of, layout_of
from owari.web.open_table import Kind
from owari.web.settings import Settings
from owari.web.shared_engine import LONGEST_TURN, bound


class Offered(NamedTuple):
    """Something that a page offers under a word, and what it stands for."""

    title: str
    target: str
    """Never shown to a page that only sends the word."""
    group: str = ""
    """The heading under which a list has it."""
    game: str = ""
    """The only game that a player plays; empty where it plays all."""
    more: str = ""
    """What the title leaves open."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What the command line allows. A request chooses by a word, so that it never names a file."""

    players: Mapping[str, Offered]
    """The players that no person is; those of files by `FILE:BOT`."""
    results: Mapping[str, Offered]
    """Tournaments that games by hand can be entered in, by their names."""
    files: frozenset[Path]
    """The tournament files whose programs may be started."""
    stores: frozenset[Path]
    """The results files of the tournaments."""

    def player(self, word: str, rules: Game) -> str:
        """The player of a word, for this game. Raises BadInput."""
        if found := self.players.get(word):
            if found.game not in ("", rules.name):
                raise BadInput(
                    f"{found.title} plays {found.game}, as its file says, and not {rules.name}:"
                    f" choose {found.game}, or another player"
                )
            return found.target
        raise BadInput(f"there is no player {word!r} here; choose one of {', '.join(self.players)}")

    def tournament(self, word: str) -> str:
        """The results of a tournament. Raises BadInput."""
        if word in self.results:
            return self.results[word].target
        raise BadInput(f"the server serves no tournament {word!r}; name its file after owari serve")

    def check(self, who: str) -> None:
        """Raises BadInput where a game names a program that this server may not start."""
        named = in_file(who)
        if who == ENGINE or who in BUILTIN or (named and named[0].resolve() in self.files):
            return
        raise BadInput(
            f"this server may not start {who!r}: continue the game at a terminal, or name the"
            " tournament file of the program after owari serve"
        )

    def check_results(self, file: str) -> None:
        """Raises BadInput where a game goes to results that this server does not serve."""
        if results_path(Path(file).resolve()) not in self.stores:
            raise BadInput(
                f"this server does not serve {file}: continue the game at a terminal, or name that"
                " file after owari serve"
            )


def offers_of(settings: Settings) -> Offers:
    """The offers of a server. Reads its tournament files; a wrong one offers no programs."""
    players = {
        word: Offered(word, word, "" if word == ENGINE else "Simple players", more=more)
        for word, more in _builtin().items()
    }
    results: dict[str, Offered] = {}
    files = set()
    for tournament in settings.tournaments:
        file = (tournament.file or tournament.results).absolute()
        results[tournament.name] = Offered(tournament.title, str(file))
        if not tournament.file:
            continue
        files.add(tournament.file.resolve())
        try:
            from owari.tournament.file.reader import bots_of

            played, bots = bots_of(tournament.file, None)
        except BadInput:
            continue
        for bot in bots:
            word = f"{tournament.file.name}:{bot.name}"
            who = f"{tournament.file.absolute()}:{bot.name}"
            group = f"Bots of {tournament.file.name}"
            players[word] = Offered(bot.name, who, group, played.game.name)
    stores = frozenset(each.results.resolve() for each in settings.tournaments)
    offered = {word: _told_apart(word, players) for word in players}
    return Offers(offered, results, frozenset(files), stores)


def _told_apart(word: str, players: Mapping[str, Offered]) -> Offered:
    """The player of a word. Its title says where it comes from if a list has its name twice, in
    whatever case."""
    own = players[word]
    alike = [
        each
        for each in players.values()
        if each.title.casefold() == own.title.casefold()
        and (each.game == own.game or not (each.game and own.game))
    ]
    source, colon, _ = word.rpartition(":")
    return (
        own._replace(title=f"{own.title} ({source if colon else 'built in'})") if alike[1:] else own
    )


def _builtin() -> dict[str, str]:
    """What each of them does by its name."""
    others = {name: bot.summary for name, bot in BUILTIN.items()}
    others.pop("alpha-beta")  # the engine by another name
    return {ENGINE: "looks ahead", **others}


def choices() -> dict[str, Any]:
    """The games and the levels, as data for a page."""
    return {
        "games": [_game(game) for game in GAMES.values()],
        "levels": [{"word": word, "title": _level(word, level)} for word, level in LEVELS.items()],
    }


def _game(rules: Game) -> dict[str, Any]:
    evaluations: Sequence[str] = list(ENGINES[rules].evaluations)
    return {
        "name": rules.name,
        "title": rules_in_a_sentence(rules),
        "size": rules.size_name or None,
        "layout": layout_of(rules.start()),
        "starts": {str(side).lower(): _start_of(rules.start(side)) for side in Side},
        "numberings": [
            {
                "name": name,
                "title": numbering.title,
                "more": numbering.more,
                "names": cell_names(rules, numbering),
            }
            for name, numbering in numberings(rules).items()
        ],
        "evaluations": evaluations,
        "evaluation": evaluation_for(rules, None).name,
        "pie": rules.pie,
    }


def _start_of(position: Position) -> dict[str, Any]:
    """A position before the first move, with the lines that make it."""
    rules = position.rules
    return {
        "cells": cells_of(position),
        "names": cell_names(rules),
        "moves": [
            {"cell": move.cell, "line": rules.cell_name(move)}
            for move in position.legal_moves()
            if move.cell >= 0
        ],
    }


def _level(word: str, thinking: Thinking) -> str:
    if thinking.depth:
        return f"{word.capitalize()}: looks {thinking.depth} plies ahead"
    return f"{word.capitalize()}: thinks {thinking.seconds:g} s a turn"


_log = logging.getLogger(__name__)

LONGEST_WORD = 200
"""Characters of anything that a form sends."""
LONGEST_ORIGIN = 2000
"""Characters of a game that a new one goes on from, whose names may be long."""


class NewTable(NamedTuple):
    """A table before it has a file."""

    kind: Kind
    records: list[GameRecord]
    options: KeptOptions


class Form:
    """The fields that a page has sent, which may be anything."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def word(self, name: str, default: str = "", most: int = LONGEST_WORD) -> str:
        """A text in one line; a number becomes its text. Raises BadInput."""
        value = self._fields.get(name)
        if value is None or value == "":
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadInput(f"{name} must be a text")
        text = str(value)
        if len(text) > most or not text.isprintable():
            raise BadInput(f"{name} must be a line of at most {most} characters")
        return text

    def one_of(self, name: str, words: Mapping[str, Any]) -> str:
        """One of these words. Raises BadInput."""
        word = self.word(name)
        if word not in words:
            raise BadInput(f"{name} must be one of {', '.join(words)}")
        return word

    def flag(self, name: str) -> bool:
        """True or false. Raises BadInput."""
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{name} must be true or false")
        return value


def new_table(fields: Mapping[str, Any], offers: Offers) -> NewTable:
    """The table that a page asks for. Raises BadInput."""
    form = Form(fields)
    kind = form.one_of("kind", {"play": None, "relay": None})
    rules = find_game(form.word("game")) if form.word("game") else None
    if kind == "relay":
        return _relay(form, rules, offers)
    return _play(form, rules or OWARI, offers)


def _play(form: Form, rules: Game, offers: Offers) -> NewTable:
    players = {side: _player(form, word, HUMAN, offers, rules) for word, side in SIDES.items()}
    start = _start(form, rules)
    names = {side: _name(form, f"{word}_name") for word, side in SIDES.items()}
    record = GameRecord(
        rules,
        start,
        names[Side.SOUTH] or _known_as(players[Side.SOUTH]),
        names[Side.NORTH] or _known_as(players[Side.NORTH]),
        date=date.today().isoformat(),
        origin=_origin(form),
    )
    pairs = _numbering(form, rules)
    for word, side in SIDES.items():
        pairs += [(f"--{word}-name", names[side])] if names[side] else []
    pairs += [(f"--{word}", players[side]) for word, side in SIDES.items()]
    pairs += _look_ahead(form, rules, needed=any(map(is_engine, players.values())))
    return NewTable("play", [record], KeptOptions(tuple(pairs)))


def _start(form: Form, rules: Game) -> Position:
    text = form.word("position")
    if not text:
        return rules.start(SIDES[form.one_of("first", SIDES)])
    try:
        position = rules.parse_position(text)
    except BadPosition as error:
        raise BadInput(f"the start position cannot be read: {error}") from None
    if position.outcome():
        raise BadInput("the game is over in the start position")
    return position


def _origin(form: Form) -> str:
    """The game that a new one goes on from, as its record keeps it. Raises BadInput."""
    text = form.word("origin", most=LONGEST_ORIGIN)
    address = form.word("origin_address", most=LONGEST_ORIGIN)
    return str(Origin(text, address)) if text else ""


def _relay(form: Form, chosen: Game | None, offers: Offers) -> NewTable:
    first = RELAY_SIDES[form.one_of("first", RELAY_SIDES)]
    results = form.word("results")
    names = _name(form, "us_name"), _name(form, "them_name")
    if results and not all(names):
        raise BadInput("the tournament needs both names: give ours and theirs")
    entry = RelayResults(Path(offers.tournament(results)), _log.warning) if results else None
    rules = entry.rules(chosen, "choose their game") if entry else chosen or OWARI
    us = _our_player(form, names, entry, offers, rules)
    records = [
        GameRecord(
            rules,
            rules.start(side),
            names[0] or UNNAMED[0],
            names[1] or UNNAMED[1],
            date=date.today().isoformat(),
        )
        for side in ((first, first.other) if form.flag("match") else (first,))
    ]
    pairs = [("--us", us), *_numbering(form, rules)]
    pairs += [("--results", offers.tournament(results))] if results else []
    pairs += _look_ahead(form, rules, needed=is_engine(us))
    return NewTable("relay", records, KeptOptions(tuple(pairs)))


def _our_player(
    form: Form, names: tuple[str, str], entry: RelayResults | None, offers: Offers, rules: Game
) -> str:
    """Who plays for us; in a tournament under the first of the names. Raises BadInput."""
    if not entry:
        return _player(form, "us", MANUAL, offers, rules)
    chosen = _player(form, "us", MANUAL, offers, rules) if form.word("us") else None
    player = entry.player_of(names, chosen)
    if player is None:
        raise BadInput(f"say who plays for {names[0]}")
    return player


def _player(form: Form, field: str, person: str, offers: Offers, rules: Game) -> str:
    word = form.word(field, person)
    return person if word == person else offers.player(word, rules)


def _known_as(player: str) -> str:
    """The name of a player in the record: that of its bot, where it is one of a file."""
    return player.rpartition(":")[2]


def _name(form: Form, field: str) -> str:
    name = form.word(field)
    return bot_name(name) if name else ""


def _numbering(form: Form, rules: Game) -> list[tuple[str, str]]:
    name = form.word("numbering", "board")
    if name not in numberings(rules):
        names = ", ".join(numberings(rules))
        raise BadInput(f"{rules.name} has no numbering {name!r}; choose one of {names}")
    return [] if name == "board" else [("--numbering", name)]


def _look_ahead(form: Form, rules: Game, *, needed: bool) -> list[tuple[str, str]]:
    """The settings of the engine, where it plays. A program takes a time too."""
    if not needed:
        seconds = form.word("seconds")
        return Thinking(seconds=_seconds(seconds)).pairs() if seconds else []
    evaluation = form.word("evaluation")
    evaluation_for(rules, evaluation or None)
    given = [name for name in ("level", "depth", "seconds") if form.word(name)]
    given += ["perfect"] if form.flag("perfect") else []
    if len(given) > 1:
        raise BadInput(f"the engine has one limit: choose {given[0]} or {given[1]}")
    match given:
        case ["depth"]:
            thinking = Thinking(read_depth(form.word("depth")))
        case ["seconds"]:
            thinking = Thinking(seconds=_seconds(form.word("seconds")))
        case ["perfect"]:
            thinking = Thinking(perfect=True)
        case ["level"]:
            thinking = LEVELS[form.one_of("level", LEVELS)]
        case _:
            thinking = LEVELS["medium"]
    return replace(thinking, evaluation=evaluation or None).pairs()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.1 <= seconds <= LONGEST_TURN:
        raise BadInput(f"the time for a turn is 0.1 to {LONGEST_TURN:g} seconds")
    return seconds


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
    results = results_of(asked, offers)
    official = False
    if results:
        results.rules(rules, "name their tournament after --results at a terminal")
        names = records[0].south, records[0].north
        us = results.player_of(names, players[Side.SOUTH]) or MANUAL
        players, official = {Side.SOUTH: us}, results.is_own(us)
    computers: dict[Side, ComputerPlayer] = {}
    for side, who in players.items():
        if who in (HUMAN, MANUAL):
            continue
        offers.check(who)
        computer = find_player(who, side, thinking, ProgramConditions(), rules, official=official)
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
        who=_makers(kind, players, thinking),
        official=official,
    )


def _makers(kind: Kind, players: Mapping[Side, str], thinking: Thinking) -> dict[Side, str]:
    """Who makes the moves, as the record says it."""
    if kind != "relay":
        return engines_of(players, thinking)
    return {Side.SOUTH: made_by(players[Side.SOUTH], thinking), Side.NORTH: BY_HAND}


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
