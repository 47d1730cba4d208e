"""A YAML file as texts, each with its line.

The key, not YAML, decides what a text means: a bot may be called `007` or `no`, and the answers
`[y]` and `[1]` are typed as they are written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import yaml

from owari.errors import BadInput

LARGEST = 100_000
"""Bytes. A hundred bots need ten thousand; much more takes seconds to read."""

SQLITE = b"SQLite format 3\0"
"""The start of a results file."""
CURES = {
    "\t": "; use spaces, not tabs",
    ":": "; put a text with a colon in quotes, or correct the indentation",
    **dict.fromkeys("@`%", "; put the text in quotes"),
}
"""What to do where YAML stumbles over this character."""

Tree = str | list["Tree"] | dict[str, "Tree"] | None
"""Texts in lists and mappings; None where a key has no value."""
Place = tuple[str | int, ...]
"""The keys and list indexes that lead to a value."""


class Problem(NamedTuple):
    """What is wrong with a file, and where."""

    line: int
    """From 1; 0 for the file as a whole."""
    sentence: str


class BadTournament(BadInput):
    """A tournament file with problems: a line `bots.yaml:7: sentence` for each, in their order."""

    def __init__(self, file: str, *problems: tuple[int, str]) -> None:
        self.problems = tuple(
            f"{file}:{line}: {sentence}" if line else f"{file}: {sentence}"
            for line, sentence in sorted(dict.fromkeys(problems))
        )
        super().__init__("\n".join(self.problems))


@dataclass(slots=True)
class Source:
    """The content of a file."""

    tree: Tree
    lines: dict[Place, int] = field(default_factory=dict)
    """The line of each key and each item of a list, from 1."""
    problems: list[Problem] = field(default_factory=list)
    """Such as a key that appears twice in one mapping."""

    def line(self, place: Place) -> int:
        """The line of a value, or of the innermost mapping or list around it that exists."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def read_source(path: Path) -> Source:
    """Reads a YAML file. Raises BadTournament."""
    root = _compose(named(path), _read(path))
    source = Source(None, {(): root.start_mark.line + 1})
    source.tree = _Reader(source).tree(root, ())
    return source


def texts_of(node: yaml.Node) -> Tree:
    """The texts of a node that is in no file. Raises BadInput."""
    source = Source(None, {(): 1})
    texts = _Reader(source).tree(node, ())
    if source.problems:
        raise BadInput(source.problems[0].sentence)
    return texts


def named(path: Path) -> str:
    """The name of a file for messages; `.` has no other."""
    return path.name or str(path)


def _read(path: Path) -> str:
    file = named(path)
    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadTournament(file, (0, "there is no such file")) from None
    except IsADirectoryError:
        raise BadTournament(file, (0, "this is a folder, not a tournament file")) from None
    except OSError as error:
        raise BadTournament(file, (0, f"cannot be read: {error.strerror}")) from None
    if data.startswith(SQLITE):
        wanted = path.with_suffix(".yaml").name
        raise BadTournament(
            file, (0, f"this is a results file; name the tournament file, such as {wanted}")
        )
    if len(data) > LARGEST:
        raise BadTournament(
            file, (0, f"larger than {LARGEST:,} bytes, so this is no tournament file")
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadTournament(
            file, (line, "this is not UTF-8 text; save the file as UTF-8")
        ) from None


def _compose(file: str, text: str) -> yaml.Node:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = ", ".join(part for part in (error.context, error.problem) if part)
        line = mark.line + 1 if mark else 0
        at = text[mark.index : mark.index + 1] if mark else ""
        raise BadTournament(file, (line, f"not valid YAML: {what}{CURES.get(at, '')}")) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise BadTournament(
            file, (line, "a control character, which YAML does not allow")
        ) from None
    except RecursionError:
        raise BadTournament(file, (0, "nested too deeply")) from None
    if root is None:
        raise BadTournament(file, (0, "the file is empty"))
    return root


class _Reader:
    """Turns nodes into texts and stores the line of each."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.seen: set[int] = set()

    def tree(self, node: yaml.Node, place: Place) -> Tree:
        """The texts of a node at this place."""
        if id(node) in self.seen:
            # A few lines of aliases to aliases could fill the memory.
            self._problem(self.source.line(place), "anchors and aliases (&, *) are not supported")
            return None
        self.seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            if node.style is None and not node.value:
                self._problem(node.start_mark.line + 1, _empty(place))
                return None
            return self._text(node)
        if isinstance(node, yaml.SequenceNode):
            return [self._entry(item, item, (*place, n)) for n, item in enumerate(node.value)]
        assert isinstance(node, yaml.MappingNode)
        mapping: dict[str, Tree] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self._problem(line, "a key is a word, not a list or a mapping")
            elif (name := self._text(key)) in mapping:
                first = self.source.lines[(*place, name)]
                self._problem(line, f"{name} appears twice, here and in line {first}")
            elif name is not None:
                mapping[name] = self._entry(key, value, (*place, name))
        return mapping

    def _text(self, node: yaml.ScalarNode) -> str | None:
        """Its text, in which the two halves that JSON makes of a character are one again; None, and
        a problem, where one stands alone: no file can hold that."""
        try:
            return str(node.value).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError as error:
            half = int.from_bytes(error.object[error.start : error.start + 2], "little")
            line = node.start_mark.line + 1
            self._problem(line, f"\\u{half:04x} is half of a character; write the character itself")
            return None

    def _entry(self, at: yaml.Node, value: yaml.Node, place: Place) -> Tree:
        self.source.lines[place] = at.start_mark.line + 1
        return self.tree(value, place)

    def _problem(self, line: int, sentence: str) -> None:
        self.source.problems.append(Problem(line, sentence))


def _empty(place: Place) -> str:
    key = next((part for part in reversed(place) if isinstance(part, str)), "the file")
    return f"{key} has no value; remove the key to get its default"
