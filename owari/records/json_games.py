"""Games of Othello in JSON: a list of games, or a game a line.

A game is a text of moves, a list of single moves, or an object with fields, `{"black": "Ann",
"white": "Bob", "moves": ["f5", "d6"]}`. A list of single moves alone is one game; an object with
nothing but a list of games holds those.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from owari.games.othello import OthelloRules
from owari.records import game_fields
from owari.records.archives import PASSES, BadGame, Found
from owari.records.scoresheet import count_moves

__all__ = ["read_games"]

LARGEST = 1 << 28
"""Characters of a file."""


def read_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
    """The games of a text that comes in parts; broken games are reported and skipped.

    Raises BadGame if the text is not JSON.
    """
    text = ""
    for chunk in chunks:
        text += chunk
        if len(text) > LARGEST:
            raise BadGame(f"more than {LARGEST:,} characters of JSON are too much: split the file")
    for number, (value, place) in enumerate(_games(text, rules), 1):
        try:
            yield _game(number, value, rules, place)
        except BadGame as error:
            yield Found.broken(number, place, error)


def _games(text: str, rules: OthelloRules) -> Iterator[tuple[Any, str]]:
    """Each game and its place. Raises BadGame."""
    try:
        whole = _parsed(text)
    except ValueError as error:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) == 1:
            raise BadGame(f"this is not JSON: {error}") from None
        for number, line in lines:
            try:
                yield _parsed(line), f"line {number}"
            except ValueError:
                raise BadGame(f"line {number}: this is not JSON, nor is the whole file") from None
        return
    while isinstance(whole, dict) and len(whole) == 1:
        (inner,) = whole.values()
        if not isinstance(inner, (dict, list)) or _is_one_game(inner, rules):
            break
        whole = inner
    games = whole if isinstance(whole, list) and not _is_one_game(whole, rules) else [whole]
    for place, game in enumerate(games, 1):
        yield game, f"item {place}"


def _parsed(text: str) -> Any:
    """Raises ValueError."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _is_one_game(value: Any, rules: OthelloRules) -> bool:
    """Whether a list is of single moves."""
    if not isinstance(value, list) or not value:
        return False
    words = [each.strip().lower() for each in value if isinstance(each, str)]
    single = [word in PASSES or not word or count_moves(word, rules) == 1 for word in words]
    return len(words) == len(value) and all(single)


def _game(number: int, value: Any, rules: OthelloRules, place: str) -> Found:
    """Raises BadGame."""
    if isinstance(value, dict):
        texts = {str(name): _text(each, rules) for name, each in value.items()}
        return game_fields.read_game(
            number, texts, game_fields.moves_fields(texts, rules), rules, place
        )
    text = _text(value, rules)
    if not text:
        shown = json.dumps(value)[:40]
        raise BadGame(f'{shown} is not a game: moves are texts, as in "f5d6" or ["f5", "d6"]')
    return game_fields.read_game(number, {"moves": text}, ["moves"], rules, place)


def _text(value: Any, rules: OthelloRules) -> str:
    """A text, or single moves in a row; empty for anything else."""
    if _is_one_game(value, rules):
        return " ".join(value)
    return str(value) if isinstance(value, (str, int, float)) else ""
