"""The rules in Python alone, beside the compiled ones of the same process."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from owari.games import catalog
from owari.games.game import Game

NATIVE = "owari.games.native_rules"


def rules_in_python(name: str) -> Game:
    """The game of this name, as `find_game` finds it, whose positions nothing compiled serves."""
    family, colon, size = name.partition(":")
    games = {**python_module("mancala").SOWING_GAMES, **python_module("othello").OTHELLO_GAMES}
    game: Game = games[family]
    return game.sized(size) if colon else game


@cache
def python_module(name: str) -> ModuleType:
    """Another copy of a module of `owari.games`, made where nothing was compiled."""
    path = Path(catalog.__file__).with_name(f"{name}.py")
    spec = spec_from_file_location(f"{name}_in_python", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    with patch.dict(sys.modules, {NATIVE: None, spec.name: module}):
        spec.loader.exec_module(module)
    return module
