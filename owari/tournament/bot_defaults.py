"""The key `defaults` of a tournament file: keys of bots that stand once for all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from owari.players.builtin_bots import BUILTIN
from owari.programs.protocols import PROTOCOLS
from owari.text.suggestions import hint, nearest
from owari.tournament.bot_keys import ByHandKeys, EngineKeys, ProgramKeys, bot_kinds, program_keys
from owari.tournament.config_errors import names_of
from owari.tournament.keys import TimeKeys
from owari.tournament.yaml_source import Place, Problem, Source, Tree

__all__ = ["apply_defaults", "kind_of"]

OWN = ("name", "guest", "engine", "by-hand", "command")
"""The keys that each bot gives itself."""


def kind_of(bot: Mapping[str, Tree]) -> type[EngineKeys | ByHandKeys | ProgramKeys]:
    """The kind of bot that these keys describe, even if they are misspelt."""
    protocol = nearest(str(bot.get("protocol", "line")), PROTOCOLS) or "line"
    kind = _kind(bot, protocol)
    if set(bot) <= set(names_of(kind)):
        return kind
    known = {key for kind in bot_kinds() for key in names_of(kind)}
    return _kind({key if key in known else nearest(key, known) for key in bot}, protocol)


def _kind(
    keys: Collection[str | None], protocol: str
) -> type[EngineKeys | ByHandKeys | ProgramKeys]:
    """The kind of bot with these keys; `protocol` is that of a program."""
    if "engine" in keys:
        return EngineKeys
    return ByHandKeys if "by-hand" in keys else program_keys(protocol)


def apply_defaults(source: Source) -> None:
    """Copies the defaults, with their lines, to each bot that can have them and does not give them.
    Adds a problem for each key that no bot can have."""
    tree = source.tree
    defaults = tree.get("defaults") if isinstance(tree, dict) else None
    if not isinstance(tree, dict) or not isinstance(defaults, dict):
        return
    known = [key for kind in bot_kinds() for key in names_of(kind) if key not in OWN]
    for key in defaults:
        if key in OWN:
            _problem(source, key, f"{key}: each bot has its own: leave it out of the defaults")
        elif key not in known:
            _problem(source, key, f"defaults: {key!r} is no key of a bot{hint(key, known)}")
    bots = tree.get("bots")
    for index, bot in enumerate(bots if isinstance(bots, list) else ()):
        if isinstance(bot, dict):
            for key in list(_applicable(bot, defaults)):
                bot[key] = defaults[key]
                for place, line in _lines_below(source, ("defaults", key)):
                    source.lines["bots", index, key, *place] = line


def _applicable(bot: Mapping[str, Tree], defaults: Mapping[str, Tree]) -> Iterator[str]:
    """The defaults that the bot can have and does not give."""
    kind = kind_of({"protocol": defaults.get("protocol", "line"), **bot})
    names: list[str] = []
    if kind is EngineKeys:
        engine = BUILTIN.get(str(bot.get("engine")))
        times = [name.replace("_", "-") for name in TimeKeys.model_fields]
        names = [*times, *(engine.settings if engine else ())]
    elif kind is not ByHandKeys:
        names = [name for name in names_of(kind) if name not in OWN]
    return (key for key in defaults if key in names and key not in bot)


def _lines_below(source: Source, place: Place) -> list[tuple[Place, int]]:
    """The lines of a value and of what is in it, by their places in it."""
    depth = len(place)
    return [(at[depth:], line) for at, line in source.lines.items() if at[:depth] == place]


def _problem(source: Source, key: str, sentence: str) -> None:
    source.problems.append(Problem(source.line(("defaults", key)), sentence))
