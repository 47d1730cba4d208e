"""The keys of a tournament file beside those of its bots; each field describes its key."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from owari.games.catalog import find_game
from owari.programs.dialogues.setting_keys import (
    Check,
    KeyContext,
    KeyGroup,
    key,
    positive,
    printable_text,
)
from owari.programs.sandbox.program_settings import FILE_SIZE, MEMORY, Level
from owari.results.bot_names import kept
from owari.results.scoring import TieBreak
from owari.text.durations import parse_size
from owari.text.suggestions import did_you_mean
from owari.tournament.file.key_reader import Keys, literal, shown
from owari.tournament.file.tournament_settings import OpeningSettings, opening_settings
from owari.tournament.formats.format_catalog import FORMATS

LARGEST_SEED = 2**63 - 1
LARGEST_WORTH = 1000
"""The most points for a game."""
MOST_GAMES = 1_000_000
"""Of a tournament whose games are all known at once."""


def _even(number: int, context: KeyContext | None = None) -> int:
    if number % 2:
        raise ValueError(f"an even number, so that each side moves first as often, not {number}")
    return number


def _only(*formats: str) -> Check:
    """Refuses the key where the tournament has none of these formats."""

    def check(value: Any, context: KeyContext) -> Any:
        form = context.given.get("format", formats[0])  # missing if it has a problem itself
        if form not in formats:
            raise ValueError(f"the format {form} does not use it")
        return value

    return check


def _balanced(games: int, context: KeyContext) -> int:
    """The games of a match. Raises ValueError for an odd number, but in a swiss."""
    return games if context.given.get("format") == "swiss" else _even(games)


def _distinct(values: tuple[str, ...], context: KeyContext) -> tuple[str, ...]:
    if len(set(values)) < len(values):
        raise ValueError("one of them is there twice")
    return values


def _names(values: tuple[str, ...], context: KeyContext) -> tuple[str, ...]:
    return _distinct(tuple(map(kept, values)), context)


def _scoring(value: Any, context: KeyContext) -> Any:
    if value == "margin":
        return value
    if not isinstance(value, Mapping) or not value.keys() <= {"win", "draw", "loss"}:
        raise ValueError("margin is expected, or win, draw and loss with their points")
    worth = {result: _worth(value.get(result, "0")) for result in ("win", "draw", "loss")}
    if not worth["win"] >= worth["draw"] >= worth["loss"] or worth["win"] == worth["loss"]:
        raise ValueError(
            "a win has to be worth more than a loss, and a draw as much as one of both"
            " or something between"
        )
    return worth


def _worth(value: Any) -> float:
    try:
        points = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"a number of points is expected, not {value!r:.40}") from None
    if not abs(points) <= LARGEST_WORTH or points * 4 % 1:
        raise ValueError(f"points are multiples of 0.25 up to {LARGEST_WORTH}, not {value!r:.40}")
    return points


@dataclass(init=False, eq=False, repr=False)
class FormatKeys(Keys):
    """Who meets whom, and what games are worth."""

    format: Literal["round-robin", "gauntlet", "knockout", "swiss", "ladder"] = key(
        "Which bots meet, and when. The page on formats explains each one.",
        ", ".join(FORMATS),
        default="round-robin",
    )
    rounds: int | None = key(
        "The rounds of a swiss or a ladder. For a round robin and a gauntlet: how often each pair"
        " plays its match.",
        "1 to 1000",
        "as many as the format needs",
        default=None,
        checks=(_only("round-robin", "gauntlet", "swiss", "ladder"),),
        least=1,
        most=1000,
    )
    challenger: tuple[str, ...] = key(
        "The bots that meet all others in a gauntlet.",
        "name or list of names",
        "the first bot",
        default=(),
        checks=(_names, _only("gauntlet")),
        each=(printable_text,),
        one_text=True,
    )
    seeds: tuple[str, ...] = key(
        "The bots that the bracket of a knockout keeps apart longest, the best one first.",
        "list of names",
        "the order of the bots",
        default=(),
        checks=(_names, _only("knockout")),
        each=(printable_text,),
    )
    tie_break_games: int = key(
        "The most games that a tied match of a knockout goes on with, two by two.",
        "an even number",
        default=2,
        checks=(_even, _only("knockout")),
        least=0,
        most=1000,
    )
    third_place: bool = key(
        "Whether the two that lose in the semi-finals of a knockout play for place three.",
        default=False,
        checks=(_only("knockout"),),
    )
    tie_breaks: tuple[
        Literal[
            "head-to-head", "sonneborn-berger", "buchholz", "buchholz-cut-1", "median-buchholz"
        ],
        ...,
    ] = key(
        "What parts bots with as many points, in this order.",
        "list of " + ", ".join(each.value for each in TieBreak),
        "head-to-head and sonneborn-berger; in a swiss buchholz-cut-1, buchholz and"
        " sonneborn-berger",
        default=(),
        checks=(_distinct, _only("round-robin", "swiss")),
    )
    scoring: Any = key(
        "The points of a game.",
        "margin, or {win: 3, draw: 1, loss: 0}",
        "{win: 1, draw: 0.5, loss: 0}",
        default=None,
        read=_scoring,
    )
    repeated_games: Literal["count", "ignore"] = key(
        "Whether a game counts that repeats an earlier one of the same bots move for move.",
        default="count",
    )


def format_problems(
    keys: FormatKeys, bots: Sequence[str], games_per_match: int
) -> Iterator[tuple[str, str]]:
    """The keys that do not fit the bots of the tournament, each with a sentence."""
    pairs = {
        "round-robin": len(bots) * (len(bots) - 1) // 2,
        "gauntlet": max(1, len(keys.challenger)) * (len(bots) - 1),
    }.get(keys.format, 0)
    games = pairs * (keys.rounds or 1) * games_per_match
    if games > MOST_GAMES:
        yield (
            "bots",
            f"a {keys.format} of {len(bots):,} bots has {games:,} games, and {MOST_GAMES:,} is the"
            " limit: take fewer bots, rounds or games-per-match, or the format swiss",
        )
    for name, given in (("challenger", keys.challenger), ("seeds", keys.seeds)):
        for bot in given:
            if bot not in bots:
                yield name, f"there is no bot {bot!r}{did_you_mean(bot, bots)}"
    if keys.challenger and set(bots) <= set(keys.challenger):
        yield "challenger", "nobody is left to meet: leave a bot out"


def _date(text: str, context: KeyContext) -> str:
    try:
        return datetime.date.fromisoformat(text.replace(".", "-")).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is not a date, as 2021-11-27") from None


def _size(given: Any, context: KeyContext) -> int:
    if not isinstance(given, str):
        raise ValueError(f"a size is expected, as 512MB or 2GB, not {shown(given)}")
    return parse_size(given)


def _game(text: str, context: KeyContext) -> str:
    return find_game(text).name


def _openings(given: Any, context: KeyContext) -> OpeningSettings | None:
    return opening_settings(given, context.folder, context.game)


def _level(given: Any, context: KeyContext) -> Any:
    if given == "bwrap":
        raise ValueError("bwrap is called isolated now, and needs no bubblewrap")
    return literal(Level, given)


def _decides(score: bool, context: KeyContext) -> bool:
    if score and not context.game.keeps_score:
        raise ValueError("discs can change sides to the end, so this proves nothing: set lead")
    return score


@dataclass(init=False, eq=False, repr=False)
class TimeKeys(Keys):
    """The time control: of the tournament, and of a bot with a handicap."""

    time_per_turn: float | None = key(
        "The longest time for a turn.",
        "duration or none",
        "5s; with a `time-per-game` none",
        default=5.0,
        checks=(positive,),
        none="none",
    )
    time_per_game: float | None = key(
        "The time that a bot has for all of its turns in a game.",
        "duration or none",
        default=None,
        checks=(positive,),
        none="none",
    )
    increment: float = key("Time that each turn adds to the bot's time for the game.", default=0.0)
    margin: float = key(
        "How much longer a turn may take, and once the game, before it is a fault.", default=0.1
    )
    start_limit: float = key(
        "The longest time until a program is ready for a game.", default=10.0, checks=(positive,)
    )


TIMES = frozenset(TimeKeys.names())
"""The keys of the time control."""
_ADJUDICATE = KeyGroup(
    "adjudicate",
    "When the referee ends a game early. The next four keys say it, and all are off by default.",
    "empty",
)


@dataclass(init=False, eq=False, repr=False)
class TournamentKeys(FormatKeys, TimeKeys):
    """The keys of the tournament itself."""

    free: ClassVar[frozenset[str]] = frozenset(
        (
            *("event", "site", "date", "bots", "defaults", "give-up-after"),
            *("concurrency", "sandbox", "memory", "file-size"),
        )
    )
    """The keys that may change between two runs; bots have settings of their own."""
    stored_if_set: ClassVar[frozenset[str]] = frozenset(
        ("openings", "adjudicate", *FormatKeys.names())
    )
    """The keys that results hold only where they differ from their defaults: earlier versions do
    not know them."""
    event: str = key("The title of tables and records.", default="", checks=(printable_text,))
    site: str = key("The place where the games are played.", default="", checks=(printable_text,))
    date: str = key(
        "The day of the tournament.", "a date, as 2021-11-27", default="", checks=(_date,)
    )
    game: str = key(
        "The rules and the size of the board. `owari games` lists them.",
        "a name, as owari, kalah:6x4, manchester, othello or othello:6",
        default="owari",
        checks=(_game,),
    )
    games_per_match: int = key(
        "The games of a match. Each side moves first in half of them.",
        "an even number; in a swiss any number",
        default=2,
        checks=(_balanced,),
        least=1,
        most=1000,
    )
    concurrency: int = key(
        "The number of games that are played at a time.",
        words="half of the cores",
        default=max(1, (os.cpu_count() or 1) // 2),
        least=1,
        most=1000,
    )
    seed: int = key(
        "The start of all chance, so that a run can be repeated.",
        "whole number",
        default=0,
        least=0,
        most=LARGEST_SEED,
    )
    openings: OpeningSettings | None = key(
        "The positions that games begin with, each twice with sides exchanged. See"
        " [Openings](openings.md).",
        "none, random, balanced, or a file; {random: {plies: 4, margin: 9}},"
        " {balanced: {plies: 4}}, {file: book.pgn, plies: 8}",
        "none",
        default=None,
        read=_openings,
    )
    adjudicate_value: bool = key(
        "A game ends when so little is left that its final margin is proved at once: 12 stones in"
        " pits, or 8 empty squares. Its score is that of best play.",
        default=False,
        group=_ADJUDICATE,
    )
    adjudicate_score: bool = key(
        "A game of pits ends when a side has more than half of all stones in its goal. The score is"
        " that of the goals.",
        default=False,
        checks=(_decides,),
        group=_ADJUDICATE,
    )
    adjudicate_lead: int | None = key(
        "A game ends when a side leads by so many stones or discs. The score is that of the board.",
        "whole number or none",
        default=None,
        least=1,
        most=1000,
        none="none",
        group=_ADJUDICATE,
    )
    adjudicate_length: int | None = key(
        "A game ends after so many plies, without those of the opening. The side with more stones"
        " or discs wins.",
        "whole number or none",
        default=None,
        least=1,
        most=1000,
        none="none",
        group=_ADJUDICATE,
    )
    pondering: bool = key("Programs may think while it is not their turn.", default=False)
    sandbox: Level = key(
        "How programs are kept from harm to others. `auto` is `isolated` as far as the system"
        " allows it.",
        default="auto",
        read=_level,
    )
    memory: int = key(
        "The memory that a program and its children may use.",
        "size, as 512MB",
        "2GB",
        default=MEMORY,
        read=_size,
    )
    file_size: int = key(
        "The largest file that a program may write.",
        "size, as 512MB",
        "64MB",
        default=FILE_SIZE,
        read=_size,
    )
    give_up_after: int | None = key(
        "A bot that forfeits so many first games in the same way is benched: it forfeits the rest"
        " without playing.",
        words="never",
        default=None,
        least=1,
        most=1000,
    )
    defaults: tuple[tuple[str, Any], ...] = key(
        "Keys for all bots that can have them. A bot's own key replaces the one here.",
        words="empty",
        default=(),
    )
    # Each bot is read by itself, as its own kind.
    bots: tuple[Any, ...] = key("The bots, two at least.", "list of mappings")

    def rules(self) -> dict[str, Any]:
        """What must stay the same between two runs, as results files hold it."""
        defaults = self.stored_defaults()
        held = self.stored() | {"openings": str(self.openings) if self.openings else None}
        return {
            name: value
            for name, value in held.items()
            if name not in self.free and (name not in self.stored_if_set or value != defaults[name])
        }
