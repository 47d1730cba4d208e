"""What has changed between a tournament and the one whose games its results file holds: settings,
and the files of programs.

Two files mean the same where all that holds is equal, whatever they write and what they leave to
defaults. Results files of earlier versions lack keys that came later: their games were played by
the defaults of these keys.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum, auto
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from owari.games.catalog import find_game
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol
from owari.programs.dialogues.setting_keys import nested
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.results.game_log import UNPLAYED, FileChanges, ProgramFiles, Status, StoredGame
from owari.results.rounds import numbered_games
from owari.results.scoring import scoring_of
from owari.results.store import Store
from owari.tournament.file.bot_keys import EngineKeys, program_keys
from owari.tournament.file.keys import TIMES, TournamentKeys
from owari.tournament.file.tournament_settings import Absent, Tournament, value_text
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.tournament_format import Format, Progress, begun_rounds
from owari.tournament.tournament_state import (
    all_games,
    dropped_games,
    entrants_of,
    known_bots,
    pair_numbers,
    replayable,
)
from owari.user_files import open_plain

LARGEST = 1 << 30
"""Bytes of a program's file that is looked at for changes."""

FILE = re.compile(r".* with (\d+ openings, [0-9a-f]{16})", re.DOTALL)
"""The openings of a file as results store them: the name of the file makes no game another one."""
OF_FORMAT = ("rounds", "challenger", "seeds", "tie-break-games", "third-place", "tie-breaks")
"""The keys whose defaults depend on the format."""


def held_rules(rules: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Each key of a tournament with its value, from the rules that its file gives or that results
    store. `progress` has the bots. A key that the format does not use is missing."""
    form = format_of(rules)
    scoring = scoring_of(rules)
    points = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    defaults = TournamentKeys.stored_defaults()
    found = {key: value for key, value in defaults.items() if key not in OF_FORMAT}
    found |= {key: value for key, value in rules.items() if key not in OF_FORMAT}
    return found | {
        "game": find_game(found["game"]).name,
        "scoring": points if scoring.largest_margin is None else "margin",
        "openings": found["openings"] or "none",
        "adjudicate": defaults["adjudicate"] | found["adjudicate"],
        **form.settings(progress),
    }


def held_bot(settings: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What the games of a bot depend on: its own keys with their values, and those of `held_rules`
    that hold for it. `settings` are those that results store."""
    stored = json.loads(settings)
    times = {key: stored.pop(key, rules[key]) for key in TIMES}
    if "engine" in stored:
        found = EngineKeys.stored_defaults() | stored
        used = BUILTIN[found["engine"]].settings if found["engine"] in BUILTIN else found
        keys = {key: found[key] for key in EngineKeys.of_some_engines() if key in used}
        if keys.get("seed", 0) is None:
            keys["seed"] = rules["seed"]
        del times["start-limit"]
        return {"engine": found["engine"], **keys, **times}
    protocol = stored.get("protocol", next(iter(PROTOCOLS)))
    if protocol not in PROTOCOLS:  # of a later version
        return {**stored, **times}
    found = _protocol_keys(protocol, stored)
    command = found["command"]
    if command and os.sep in command[0]:
        found["command"] = [os.path.normpath(command[0]), *command[1:]]
    found["directory"] = os.path.normpath(found["directory"])
    return found | times | {"protocol": protocol, "pondering": rules["pondering"]}


def same_openings(one: str, other: str) -> bool:
    """Whether two values of the key `openings`, as results store them, are the same openings."""
    files = FILE.fullmatch(one), FILE.fullmatch(other)
    return one == other or bool(files[0] and files[1] and files[0][1] == files[1][1])


def own_keys(settings: str) -> set[str]:
    """The keys of a bot that it has a value of its own of."""
    stored = json.loads(settings)
    return {key for key, value in stored.items() if value is not None or key in TIMES}


def _protocol_keys(protocol: str, stored: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a program, also those that its results do not hold."""
    kind, spec = program_keys(protocol), find_protocol(protocol)
    found = _filled(kind.stored_defaults(), stored)
    if not spec.formats:
        return found
    given = {each.name: found.pop(each.path[0]) for each in spec.key_fields}
    settings = spec.read({name: value for name, value in given.items() if value is not None})
    return found | nested(
        (each, getattr(settings, each.name)) for each in spec.key_fields if each.name != "format"
    )


def _filled(defaults: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """The stored keys, and the defaults of the others, also of those in a group."""
    return {**defaults, **stored} | {
        key: {**defaults[key], **value}
        for key, value in stored.items()
        if isinstance(value, dict) and isinstance(defaults.get(key), dict)
    }


SCHEDULE = frozenset(
    (
        *("format", "rounds", "games-per-match", "challenger", "seeds", "tie-break-games"),
        "third-place",
    )
)
"""The keys of a tournament that say which games there are."""
COUNTING = frozenset(("scoring", "tie-breaks", "repeated-games"))
"""Those that say what games count."""
INHERITED = TIMES | {"pondering", "seed"}
"""Those that hold for a bot without an own value, if it uses them at all."""
FREE = frozenset(("silent",))
"""Those of a bot that make no game that was played another one. The default of `silent` was another
one in version 1.0.0."""
DRAWN = ("random:", "balanced:")
"""How the openings begin that a seed draws."""


class ChangeKind(Enum):
    """What has changed."""

    RULE = auto()
    """A key of the tournament by which games were played."""
    BOT_SETTING = auto()
    """A key of a bot."""
    DROPPED = auto()
    """A key by which the schedule has no place for a game that was played."""
    SCHEDULE = auto()
    """A key by which games that are still to play are others, more or fewer."""
    COUNTING = auto()
    """A key by which the same games count otherwise."""
    PROGRAM_FILE = auto()
    """A file of a bot's program."""

    @property
    def is_allowed(self) -> bool:
        """Whether the tournament can go on: no game that was played becomes untrue."""
        return self in (ChangeKind.SCHEDULE, ChangeKind.COUNTING, ChangeKind.PROGRAM_FILE)


class Change(NamedTuple):
    """One difference between a tournament and the games in its results file."""

    kind: ChangeKind
    bot: str = ""
    """Empty for a key of the tournament."""
    key: str = ""
    """The key of the tournament file, or the file of the program."""
    before: Any = None
    """The value that holds, durations in seconds, or the file's digest."""
    after: Any = None
    game: int = 0
    """For a file of a program: the last game that its bot played before the change. For a key that
    drops games: the first of them."""


class _Settings(NamedTuple):
    """The settings of a tournament before or after a change."""

    form: Format
    progress: Progress
    """Of the games so far, with the rounds that have begun."""
    held: dict[str, Any]
    """The values of the keys."""


def changes(
    store: Store, tournament: Tournament, *, replayed: Collection[str] = ()
) -> list[Change]:
    """The changes of rules and bots since the first game in the store.

    What holds is compared, not what files write or leave out. A new bot is no change, nor is one
    that is gone from the file, or now a guest. The keys of a bot may differ while none of its
    games counts but those that are `replayed`, and those of bots that play or played by hand.
    """
    begun = {game.number for game in all_games(store)}
    if not begun:
        return []
    progress = Progress(
        entrants_of(store, known_bots(store, tournament)),
        begun_rounds(store.rounds, begun),
        store.counted_games(),
    )
    before, after = (
        _Settings(
            format_of(rules),
            progress._replace(numbers=pair_numbers(store, rules)),
            held_rules(rules, progress),
        )
        for rules in (store.rules, json.loads(tournament.rules))
    )
    found = _rule_changes(before, after)
    if store.hand_made:  # what nobody has chosen may become anything that fits the games
        of_games = {"game", *SCHEDULE}
        return [each for each in found if each.key in of_games and not each.kind.is_allowed]
    of_bots = _bot_changes(store, tournament, before.held, after.held, replayed)
    return found + [change for change in of_bots if change not in found]


def _rule_changes(before: _Settings, after: _Settings) -> list[Change]:
    """Those of keys that hold for all bots alike."""
    same_numbers = not (before.form.by_rounds or after.form.by_rounds)
    drops = _dropped(before, after)
    found = []
    for key, was, now in _differences(before.held, after.held):
        game = 0
        if key in OF_FORMAT and Absent.NOT_GIVEN in (was, now):
            continue  # one of the two formats does not use it
        if key == "openings" and same_openings(was, now):
            continue
        if key in INHERITED:
            drawn = any(each.held["openings"].startswith(DRAWN) for each in (before, after))
            if key != "seed" or not drawn:
                continue
            kind = ChangeKind.RULE
        elif key in COUNTING:
            kind = ChangeKind.COUNTING
        elif key not in SCHEDULE or (key == "format" and not same_numbers):
            kind = ChangeKind.RULE
        elif key in drops:
            kind, game = ChangeKind.DROPPED, drops[key]
        else:
            kind = ChangeKind.SCHEDULE
        found.append(Change(kind, "", key, was, now, game))
    return found


def _dropped(before: _Settings, after: _Settings) -> dict[str, int]:
    """The keys for whose new values some games were played too many, each with the first of
    them."""
    dropped = dropped_games(before[:2], after[:2])
    played = [game.number for game in dropped if game.ending.termination not in UNPLAYED]
    if not after.form.by_rounds:
        return dict.fromkeys(SCHEDULE, min(played)) if played else {}
    games = list(numbered_games(before.progress.rounds))
    if games and before.held.get("seeds") != after.held.get("seeds"):
        return {"seeds": games[0].number}
    last = after.held.get("rounds", inf)
    rounds = before.progress.rounds
    numbers = [game.number for game in games if rounds[game.round_index].number > last]
    found = {"rounds": min(numbers)} if numbers else {}
    return found | ({"third-place": min(played)} if played else {})


def _bot_changes(
    store: Store,
    tournament: Tournament,
    before: dict[str, Any],
    after: dict[str, Any],
    replayed: Collection[str],
) -> list[Change]:
    """Those of what the games of single bots depend on. A key of the tournament that they have no
    own value of is one change for all of them."""
    again = {game.number for game in replayable(store, tournament, replayed)}
    played = {
        bot
        for game in store.games()
        if game.number not in again and game.ending.termination not in UNPLAYED
        for bot in (game.south, game.north)
    }
    entries = {bot.name: bot for bot in tournament.all_bots}
    shared: dict[str, Change] = {}
    found: list[Change] = []
    for bot in store.bots():
        entry = entries.get(bot.name)
        if entry is None or bot.name in replayed or bot.name not in played:
            continue
        if bot.by_hand or entry.by_hand or bot.settings is None or entry.settings is None:
            continue
        own = own_keys(bot.settings) | own_keys(entry.settings)
        old, new = held_bot(bot.settings, before), held_bot(entry.settings, after)
        for key, *values in _differences(old, new):
            if key in FREE:
                continue
            if key in INHERITED - own:
                shared[key] = Change(ChangeKind.RULE, "", key, *values)
            else:
                found.append(Change(ChangeKind.BOT_SETTING, bot.name, key, *values))
    return [*shared.values(), *found]


def _differences(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    for key in dict.fromkeys((*before, *after)):
        values = before.get(key, Absent.NOT_GIVEN), after.get(key, Absent.NOT_GIVEN)
        if values[0] != values[1]:
            yield key, *values


def renamed_bots(store: Store, tournament: Tournament) -> list[tuple[str, str]]:
    """The bots that are gone from the file and have not withdrawn, each with a new one of the same
    keys: it may be the same bot under another name."""
    known = {bot.name for bot in store.bots()}
    new = {bot.settings: bot.name for bot in tournament.all_bots if bot.name not in known}
    left = {bot.name for bot in tournament.all_bots} | store.withdrawn.keys()
    return [
        (bot.name, new[bot.settings])
        for bot in store.bots()
        if bot.name not in left and bot.settings in new
    ]


def changed_programs(
    store: Store, files: ProgramFiles, *, replayed: Collection[str] = ()
) -> list[Change]:
    """The files of programs that have changed since games were played that still count. Bots in
    `replayed` are left out, and so are those whose files the store does not know."""
    played: dict[str, list[StoredGame]] = {}
    for game in sorted(store.games(), key=lambda game: (game.finished, game.number)):
        if game.status is Status.PLAYED:
            for bot in (game.south, game.north):
                played.setdefault(bot, []).append(game)
    earlier = store.file_changes
    found = []
    for bot, digests in store.program_files.items():
        if bot not in files or bot in replayed:
            continue
        changed = earlier.get(bot, {})
        for file in dict.fromkeys((*digests, *changed)):
            before, after = digests.get(file), files[bot].get(file)
            differs = file in digests and before != after
            old = [
                game
                for game in played.get(bot, ())
                if differs or game.finished <= changed.get(file, "")
            ]
            if old:
                number = old[-1].number
                found.append(Change(ChangeKind.PROGRAM_FILE, bot, file, before, after, number))
    return found


def changed_files(before: ProgramFiles, after: ProgramFiles) -> Iterator[tuple[str, str]]:
    """The bots and files of programs that differ, of the bots in `before`."""
    for bot, digests in before.items():
        for file in dict.fromkeys((*digests, *after[bot])):
            if digests.get(file) != after[bot].get(file):
                yield bot, file


def store_programs(store: Store, files: ProgramFiles, changed: Collection[Change]) -> None:
    """Stores the present files of programs, and the changes of `changed_programs`."""
    finished = {game.number: game.finished for game in store.games()}
    kept: FileChanges = {}
    for change in changed:
        kept.setdefault(change.bot, {})[change.key] = finished[change.game]
    with store.transaction():
        store.file_changes = kept
        store.program_files = {**store.program_files, **files}


def change_text(change: Change) -> str:
    """A clause on a change, or the sentence on the file of a program."""
    kind, bot, key, *values, game = change
    if kind is ChangeKind.PROGRAM_FILE:
        again = shlex.join(["--replay", bot])
        return (
            f"{bot}'s {key} has changed since game {game} was played."
            f" {again} plays the games of {bot} again."
        )
    before, after = (value_text(key, value) for value in values)
    return (f"bot {bot!r}: " if bot else "") + f"{key} was {before} and is {after} now"


def change_sentence(change: Change) -> str:
    """A sentence on a change that the tournament goes on with."""
    effect = {
        ChangeKind.COUNTING: ": all games count by it",
        ChangeKind.SCHEDULE: ": the games so far stay as they are",
    }
    return f"{change_text(change)}{effect[change.kind]}."


def refusal(path: Path, changed: Iterable[Change]) -> str:
    """Why the games of a results file cannot go on with changes; empty where they can."""
    refused = [change for change in changed if not change.kind.is_allowed]
    played = [change for change in refused if change.kind is not ChangeKind.DROPPED]
    dropped = [change for change in refused if change.kind is ChangeKind.DROPPED]
    said = []
    if played:
        what = "; ".join(map(change_text, played))
        said.append(f"{path} holds games that were played with other settings: {what}.")
    if dropped:
        what = "; ".join(map(change_text, dropped))
        said.append(f"{path} holds game {dropped[0].game}, which has no place then: {what}.")
    return " ".join(said)


def program_files(tournament: Tournament) -> ProgramFiles:
    """The digests of the files in each program's directory that its command names. Missing are
    files that cannot be read, that are no plain files, or that have more than `LARGEST` bytes."""
    return {name: dict(_digests(program)) for name, program in tournament.programs.items()}


def _digests(program: ProgramSettings) -> Iterator[tuple[str, str]]:
    folder = Path(os.path.abspath(program.directory))
    for word in program.command:
        path = Path(os.path.abspath(folder / word))
        if path.is_relative_to(folder):
            # A word that is no file name, or too long for one, fails like a missing file.
            with suppress(OSError, ValueError):
                yield path.relative_to(folder).as_posix(), _digest(path)


def _digest(path: Path) -> str:
    """Raises OSError for what is no plain file, or too large."""
    with open_plain(path) as file:
        left = os.fstat(file.fileno()).st_size
        if left > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        digest = hashlib.sha256()
        while data := file.read(min(left, 1 << 20)):
            digest.update(data)
            left -= len(data)
    return digest.hexdigest()
