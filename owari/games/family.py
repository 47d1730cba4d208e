"""Tables with an entry for each family of games, such as the sowing games and Othello.

Each floor that treats families differently has one such table, in a module of its own or at the top
of the one that uses it. Whatever depends on the family is a method or value of the entry, so that
nobody asks what kind of game this is. A new family needs no entry where the default of a table
suits it, or where there is none and it does without: `serves` tells whether it has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from owari.games.game import Game

T = TypeVar("T")


class FamilyTable(Generic[T]):
    """An entry for each family, found by the class of its rules.

    `what` names the entries in the message about a family that has none. `default` serves every
    family without an entry of its own.
    """

    def __init__(self, what: str, entries: Mapping[type, T], *, default: T | None = None) -> None:
        self._what = what
        self._entries = dict(entries)
        self._default = default

    def __getitem__(self, rules: Game) -> T:
        """Raises TypeError for a family without an entry where there is no default."""
        entry = self._entries.get(type(rules), self._default)
        if entry is None:
            raise TypeError(f"there is no {self._what} for {rules.name}")
        return entry

    def __iter__(self) -> Iterator[T]:
        """The entries of all families but the default."""
        return iter(self._entries.values())

    def serves(self, rules: Game) -> bool:
        """Whether the family has an entry, or there is a default."""
        return self._default is not None or type(rules) in self._entries

    def add(self, rules: type, entry: T) -> None:
        """Gives a new family its entry."""
        self._entries[rules] = entry
