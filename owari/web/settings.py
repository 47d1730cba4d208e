"""What a server serves, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from owari.text.printable import plain


class ServedTournament(NamedTuple):
    """A tournament that the command line names."""

    results: Path
    """The results file. It need not be there yet."""
    file: Path | None = None
    """The tournament file. The live page starts no programs but those in it."""
    event: str = ""
    """What the tournament calls itself."""

    @property
    def name(self) -> str:
        """The name of the file that the command line names, without its ending."""
        return (self.file or self.results).stem

    @property
    def values(self) -> Path:
        """Where `owari report --values` leaves what the moves were worth, if somebody asks it."""
        return self.results.with_suffix(".values")

    @property
    def title(self) -> str:
        """What people read: the event, or else the name."""
        return plain(self.event) or self.name

    def without_folders(self, sentence: str) -> str:
        """The sentence with the names of its files alone."""
        for path in filter(None, (self.results, self.file)):
            sentence = sentence.replace(str(path), path.name)
        return sentence


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line asks for."""

    tournaments: tuple[ServedTournament, ...] = ()
    records: tuple[Path, ...] = ()
    """Files of games as text."""
    host: str = "127.0.0.1"
    """The address that the server listens on, as the command line gives it."""
    port: int = 8000
    """0: any free one."""
    token: str = ""
    """What a browser must show before it may change anything. Empty: every browser may, which no
    command allows."""

    def without_folders(self, sentence: str) -> str:
        """The sentence with the names of the served files alone: viewers of a class need not read
        the folders of the machine."""
        for file in self.records:
            sentence = sentence.replace(str(file), file.name)
        for served in self.tournaments:
            sentence = served.without_folders(sentence)
        return sentence
