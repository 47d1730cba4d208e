"""A new table from what a page sends: its games, and the options that its file keeps."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from owari.engine.families import evaluation_for
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import BadPosition, Game, Position, Side
from owari.games.numbering import numberings
from owari.records.record import GameRecord
from owari.results.bot_names import bot_name
from owari.table.kept_options import KeptOptions
from owari.table.look_ahead import LEVELS, Thinking, read_depth
from owari.table.player_lookup import HUMAN, MANUAL, is_engine
from owari.table.side_names import RELAY_SIDES, SIDES
from owari.web.offers import Offers
from owari.web.open_table import Kind
from owari.web.shared_engine import LONGEST_TURN

__all__ = ["NewTable", "new_table"]

LONGEST_WORD = 200
"""Characters of anything that a form sends."""


class NewTable(NamedTuple):
    """A table before it has a file."""

    kind: Kind
    records: list[GameRecord]
    options: KeptOptions


class Form:
    """The fields that a page has sent, which may be anything."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def word(self, name: str, default: str = "") -> str:
        """A text in one line; a number becomes its text. Raises BadInput."""
        value = self._fields.get(name)
        if value is None or value == "":
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadInput(f"{name} must be a text")
        text = str(value)
        if len(text) > LONGEST_WORD or not text.isprintable():
            raise BadInput(f"{name} must be a line of at most {LONGEST_WORD} characters")
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
    rules = find_game(form.word("game", "owari"))
    return _relay(form, rules, offers) if kind == "relay" else _play(form, rules, offers)


def _play(form: Form, rules: Game, offers: Offers) -> NewTable:
    players = {side: _player(form, word, HUMAN, offers) for word, side in SIDES.items()}
    start = _start(form, rules)
    names = {side: _name(form, f"{word}_name") for word, side in SIDES.items()}
    record = GameRecord(
        rules,
        start,
        names[Side.SOUTH] or _known_as(players[Side.SOUTH]),
        names[Side.NORTH] or _known_as(players[Side.NORTH]),
        date=date.today().isoformat(),
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


def _relay(form: Form, rules: Game, offers: Offers) -> NewTable:
    us = _player(form, "us", MANUAL, offers)
    first = RELAY_SIDES[form.one_of("first", RELAY_SIDES)]
    results = form.word("results")
    names = _name(form, "us_name"), _name(form, "them_name")
    if results and not all(names):
        raise BadInput("the tournament needs both names: give ours and theirs")
    records = [
        GameRecord(
            rules,
            rules.start(side),
            names[0] or "us",
            names[1] or "them",
            date=date.today().isoformat(),
        )
        for side in ((first, first.other) if form.flag("match") else (first,))
    ]
    pairs = [("--us", us), *_numbering(form, rules)]
    pairs += [("--results", offers.tournament(results))] if results else []
    pairs += _look_ahead(form, rules, needed=is_engine(us))
    return NewTable("relay", records, KeptOptions(tuple(pairs)))


def _player(form: Form, field: str, person: str, offers: Offers) -> str:
    word = form.word(field, person)
    return person if word == person else offers.player(word)


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
        return _pairs(Thinking(seconds=_seconds(seconds))) if seconds else []
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
    return _pairs(replace(thinking, evaluation=evaluation or None))


def _pairs(thinking: Thinking) -> list[tuple[str, str]]:
    return list(KeptOptions.read(shlex.join(thinking.words())).pairs)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.1 <= seconds <= LONGEST_TURN:
        raise BadInput(f"the time for a turn is 0.1 to {LONGEST_TURN:g} seconds")
    return seconds
