"""The keys of the bots in a tournament file, and all keys of the file as documentation shows them.
Those of a program's protocol are in its specification, so that a new protocol needs nothing
here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from owari.games.game import Game
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol, protocols
from owari.programs.dialogues.setting_keys import (
    DocumentedKey,
    KeyContext,
    KeyedField,
    documented,
    key,
    keyed_fields,
    one_of,
    positive,
    printable_text,
)
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.results.bot_names import bot_name
from owari.text.suggestions import hint
from owari.tournament.file.key_reader import Keys, shown
from owari.tournament.file.keys import LARGEST_SEED, TIMES, TimeKeys, TournamentKeys


def _name(text: str, context: KeyContext) -> str:
    return bot_name(printable_text(text))


def _engine(name: str, context: KeyContext) -> str:
    return one_of(name, BUILTIN)


def _evaluation(given: Any, context: KeyContext) -> str:
    from owari.engine.othello_mixtures import evaluation_text

    if given == "":
        raise ValueError("an empty text names none: leave the key out for the best one")
    return evaluation_text(given)


def _best_evaluation(game: Game) -> str:
    from owari.engine.families import evaluation_in_file

    return evaluation_in_file(game, None).name


def _true(given: Any, context: KeyContext) -> bool:
    if given != "true":
        raise ValueError(f"true is the only value, not {given!r}; else leave the key out")
    return True


def _can_be_set(
    environment: tuple[tuple[str, str], ...], context: KeyContext
) -> tuple[tuple[str, str], ...]:
    for name, value in environment:
        if not name or "=" in name or "\0" in name + value:
            raise ValueError(f"{name!r} cannot be set in an environment")
    return environment


def _protocol(given: Any, context: KeyContext) -> str:
    if given not in PROTOCOLS:
        near = hint(str(given), PROTOCOLS)
        raise ValueError(f"{shown(given)} is none of {', '.join(PROTOCOLS)}{near}")
    return str(given)


@dataclass(init=False, eq=False, repr=False)
class BotKeys(TimeKeys):
    """The keys of every bot."""

    name: str = key(
        "The name in tables and records. Two names differ in more than case, spaces or letters that"
        " look the same.",
        "text of 60 characters at most",
        checks=(_name,),
    )
    guest: bool = key(
        "The bot plays, but is not ranked: its games count for nobody.",
        default=False,
        stored_if_given=True,
    )

    @classmethod
    def others(cls) -> Iterable[type[Keys]]:
        """The kinds of bots."""
        return bot_kinds()

    def stored(self) -> dict[str, Any]:
        """The settings as results files hold them: those of the tournament, and what earlier
        versions do not know, only where the file has them."""
        held = super().stored()
        for each in self.fields():
            *group, name = each.path
            if name == "name" or (
                each.name not in self.given and (name in TIMES or each.key.stored_if_given)
            ):
                del (held[group[0]] if group else held)[name]
        return held


@dataclass(init=False, eq=False, repr=False)
class EngineKeys(BotKeys):
    """A built-in bot."""

    kind = "a bot with an engine"
    engine: str = key(
        "A built-in bot; `owari bots` lists them.", ", ".join(BUILTIN), checks=(_engine,)
    )
    depth: int | None = key(
        "For `alpha-beta`. The look-ahead in plies.",
        "1 to 200, or none",
        default=None,
        least=1,
        most=200,
        none="none",
    )
    time: float | None = key(
        "For `alpha-beta`. The time for each turn.",
        words="what the clock allows",
        default=None,
        checks=(positive,),
    )
    evaluation: str = key(
        "For `alpha-beta`. How the engine values a position, as"
        " `2*mobility + 10*corners` or `{mobility: 2, corners: 10}`.",
        "name, sum or mapping",
        "`goals-and-row`, in Othello `fitted`",
        default=None,
        of_game=_best_evaluation,
        read=_evaluation,
    )
    seed: int | None = key(
        "For `random`. The start of its chance.",
        "whole number",
        "the tournament's",
        default=None,
        least=0,
        most=LARGEST_SEED,
    )

    @classmethod
    def of_some_engines(cls) -> tuple[str, ...]:
        """The keys that not every built-in bot uses."""
        every = {*BotKeys.names(), "engine"}
        return tuple(name for name in cls.names() if name not in every)

    @classmethod
    def fitting(cls, name: str, value: Any, context: KeyContext) -> Any:
        """The value of a key that the engine uses, in the game."""
        from owari.engine.families import evaluation_in_file

        engine = context.given.get("engine")
        if name in cls.of_some_engines() and engine and name not in BUILTIN[engine].settings:
            raise ValueError(f"{engine} does not use it")
        return evaluation_in_file(context.game, value).name if name == "evaluation" else value


@dataclass(init=False, eq=False, repr=False)
class ByHandKeys(BotKeys):
    """A bot whose program runs elsewhere."""

    kind = "a bot that plays by hand"
    by_hand: bool = key(
        "The program runs elsewhere, and people enter the scores of its games.",
        "true",
        "false",
        read=_true,
    )

    @classmethod
    def fitting(cls, name: str, value: Any, context: KeyContext) -> Any:
        """The value of a key that is about no clock."""
        if name.replace("_", "-") in TIMES:
            raise ValueError("nobody measures the time of a bot that plays by hand")
        return value


@dataclass(init=False, eq=False, repr=False)
class ProgramKeys(BotKeys):
    """A program; each protocol has a subclass with its own keys, whose values are `given` alone."""

    kind = "a bot with a command"
    spec: ClassVar[ProtocolSpec | None] = None
    directory: str = key(
        "The folder that the program runs in.", "path", "the folder of the file", "."
    )
    environment: tuple[tuple[str, str], ...] = key(
        "Variables that are added to the program's environment.",
        words="empty",
        default=(),
        checks=(_can_be_set,),
    )
    command: tuple[str, ...] = key(
        "The program and its arguments.",
        "list of words, or the path of a program",
        missing="a bot needs a command, or an engine if it is one of ours",
        least=1,
        one_text=True,
    )
    protocol: str = key(
        "The protocol that the program speaks.",
        ", ".join(PROTOCOLS),
        default=next(iter(PROTOCOLS)),
        read=_protocol,
    )

    @classmethod
    def fields(cls) -> tuple[KeyedField, ...]:
        """The keys of all programs, and those of the protocol."""
        return keyed_fields(ProgramKeys) + (cls.spec.key_fields if cls.spec else ())

    def settings(self) -> ProtocolSettings:
        """The settings of its protocol, with the values that the file gives."""
        assert self.spec
        names = {each.name for each in self.spec.key_fields}
        settings: ProtocolSettings = self.spec.read(
            {name: value for name, value in self.given.items() if name in names}
        )
        return settings


@cache
def program_keys(name: str) -> type[ProgramKeys]:
    """The keys of a program that speaks a protocol."""
    spec = find_protocol(name)
    own = {"spec": spec, "kind": f"a bot with protocol: {name}", "__doc__": ProgramKeys.__doc__}
    return type(f"{spec.settings.__name__}Keys", (ProgramKeys,), own)


def bot_kinds() -> tuple[type[BotKeys], ...]:
    """The keys of all kinds of bots."""
    return (EngineKeys, ByHandKeys, ProgramKeys, *(program_keys(name) for name in PROTOCOLS))


def documented_keys() -> list[DocumentedKey]:
    """The keys of the tournament, of all bots, of built-in bots, of programs and of each protocol,
    in this order."""
    of_bots = [
        each._replace(default="the tournament's") if each.key in TIMES else each
        for each in documented(BotKeys.fields(), "bot")
    ]
    return [
        *documented(TournamentKeys.fields(), "tournament"),
        *of_bots,
        *(
            key
            for kind, owner in (
                (ByHandKeys, "bot"),
                (EngineKeys, "engine"),
                (ProgramKeys, "program"),
            )
            for key in documented(kind.fields()[len(BotKeys.fields()) :], owner)
        ),
        *(key for spec in protocols() for key in spec.documented_keys()),
    ]
