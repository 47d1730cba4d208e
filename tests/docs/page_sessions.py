"""The sessions in the pages: what a page shows, and what the command prints now.

A session is a fenced block whose first line begins with `$ `. Each such line is a command, and
the lines below it are what the command prints. A line `...` stands for any lines. A fenced block
with a `title="NAME"` is a file that the reader saves before the sessions below it. The sessions of
a page run one after the other in one folder, with copies of the configurations and their
programs.

`python -m tests.docs.page_sessions PAGE ...` writes what the commands print now into the pages.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from tests.support.command import LONGEST
from tests.support.forked_command import ForkedCommand

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
FOR_A_SHELL = re.compile(r"[|&;<>$`*?~(){}\[\]]")
"""What a command may have in it that is not for `owari`."""
HOME = "/home/ann/.local/share/owari"
"""The user's folder as the pages show it."""
FENCE = re.compile(r"^(?P<indent> *)```\w*(?: title=\"(?P<title>[^\"]+)\")?$")
PROMPT = re.compile(
    r"^(?P<prompt>Ply \d+, [^:]*:|[^|]*\[y/N\]:|Who moves first[^:]*:|Look-ahead[^:]*:)"
    r"(?: (?P<typed>.*))?$"
)
VARIABLE = (
    (re.compile(r"\b\d{4}([.-])\d\d\1\d\d(?:T\S+|\b)"), "DATE"),
    (re.compile(r"\b\d+(?:\.\d+)? (?:ms|s)\b"), "TIME"),
    (re.compile(r"\b\d+:\d\d\b"), "TIME"),
    (re.compile(r"-\d{8}-\d{6}(?:-\d+)?"), "-DATE"),  # numbered within a second
    (re.compile(r"\bcpu \S+|\d+\.\d{3,6}\b"), "TIME"),
    (re.compile(r"\(ply \d+\)"), "(PLY)"),
    (re.compile(r"^[\d,]+ positions\b"), "N positions"),  # of a proof by several threads
    (re.compile(r"^The best move is .*"), "HINT"),  # of a search that ends by the clock
    (re.compile(r"\b[0-9a-f]{40}\b"), "SEAL"),
    (re.compile(r"^Programs run in the sandbox.*"), "SANDBOX"),
)
"""What may differ from one run to the next, and its common name."""


@dataclass(frozen=True, slots=True)
class Session:
    """A command, the line of the page on which it stands (from 0), and the lines below it."""

    line: int
    command: str
    shown: tuple[str, ...]
    indent: str = ""

    @property
    def typed(self) -> str:
        """What the person types at the prompts that the session shows."""
        answers = (PROMPT.match(line) for line in self.shown)
        return "".join(f"{a['typed']}\n" for a in answers if a and a["typed"] is not None)


@dataclass(frozen=True, slots=True)
class SampleFile:
    """A file that the page tells its reader to save."""

    name: str
    text: str


def contents(text: str) -> Iterator[Session | SampleFile]:
    """The sessions and files of a page, from the top."""
    lines = text.splitlines()
    begin = None
    for number, line in enumerate(lines):
        if begin is None:
            if found := FENCE.match(line):
                begin, title, indent = number + 1, found["title"], found["indent"]
        elif line.strip() == "```":
            block = [part.removeprefix(indent) for part in lines[begin:number]]
            if title:
                yield SampleFile(title, "\n".join((*block, "")))
            elif block and block[0].startswith("$ "):
                yield from _sessions(block, begin, indent)
            begin = None


def _sessions(block: list[str], begin: int, indent: str) -> Iterator[Session]:
    starts = [at for at, line in enumerate(block) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(block)], strict=True):
        yield Session(begin + at, block[at][2:], tuple(block[at + 1 : end]), indent)


class Folder:
    """A folder in which the sessions of a page run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.home = path / ".home"
        shutil.copytree(ROOT / "configs", path / "configs", ignore=shutil.ignore_patterns("*.db*"))
        for programs in ("tests/programs", "owari/programs/samples"):
            shutil.copytree(ROOT / programs, path / programs)
        self.current = path

    def save(self, file: SampleFile) -> None:
        """Write a file of the page."""
        path = self.current / file.name
        path.parent.mkdir(exist_ok=True)
        path.write_text(file.text)

    def run(self, session: Session) -> list[str]:
        """The lines that the command prints, output and error output, with the user's folder named
        as in the pages."""
        if session.command.startswith("cd "):
            self.current = (self.current / session.command[3:]).resolve()
            return []
        command = session.command
        forked = command.startswith("owari ") and not FOR_A_SHELL.search(command)
        scripts = Path(sys.executable).parent
        with (ForkedCommand if forked else subprocess.Popen[str])(
            shlex.split(command)[1:] if forked else ["bash", "-c", command],
            cwd=self.current,
            env={
                **os.environ,
                "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
                "OWARI_DATA": str(self.home),
                "NO_COLOR": "1",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            try:
                text, _ = process.communicate(session.typed, LONGEST)
            finally:
                process.kill()
        text = text.replace(str(self.home), HOME).replace(str(self.path), "/home/ann")
        return [line.rstrip() for line in text.splitlines()]


def comparable(line: str) -> str:
    """The line without what may differ and without what a person types."""
    if found := PROMPT.match(line):
        line = found["prompt"]
    for pattern, name in VARIABLE:
        line = pattern.sub(name, line)
    return line.rstrip()


def segments(shown: tuple[str, ...]) -> list[list[str]]:
    """The lines of a session, cut at each `...`."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def agrees(shown: tuple[str, ...], printed: list[str]) -> bool:
    """Whether the command prints what the session shows."""
    parts = [[comparable(line) for line in part] for part in segments(shown)]
    lines = [comparable(line) for line in printed]
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        return first == lines
    if lines[: len(first)] != first or (last and lines[-len(last) :] != last):
        return False
    lines = lines[len(first) : len(lines) - len(last)]
    for part in parts[1:-1]:
        at = next((i for i in range(len(lines) + 1) if lines[i : i + len(part)] == part), None)
        if at is None:
            return False
        lines = lines[at + len(part) :]
    return True


def renewed(shown: tuple[str, ...], printed: list[str]) -> list[str]:
    """The session with the lines that the command prints now: of the whole output, or of the part
    most like each part that is shown."""
    parts = segments(shown)
    if len(parts) == 1:
        return _with_answers(printed, shown)
    result: list[str] = []
    at = 0
    for number, part in enumerate(parts):
        if number:
            result.append("...")
        if not part:
            continue
        starts = range(at, max(at, len(printed) - len(part)) + 1)
        if number == 0:
            starts = range(0, 1)
        elif number == len(parts) - 1:
            starts = range(max(0, len(printed) - len(part)), max(0, len(printed) - len(part)) + 1)
        wanted = "\n".join(map(comparable, part))
        best = max(starts, key=lambda i: _likeness(wanted, printed[i : i + len(part)]))
        result += _with_answers(printed[best : best + len(part)], tuple(part))
        at = best + len(part)
    return result


def _likeness(wanted: str, lines: list[str]) -> float:
    return SequenceMatcher(None, wanted, "\n".join(map(comparable, lines))).ratio()


def _with_answers(lines: list[str], shown: tuple[str, ...]) -> list[str]:
    """The printed lines with what the person types at their prompts."""
    answers = [found["typed"] for line in shown if (found := PROMPT.match(line))]
    result = []
    for line in lines:
        if (found := PROMPT.match(line)) and answers:
            typed = answers.pop(0)
            line = found["prompt"] if typed is None else f"{found['prompt']} {typed}"
        result.append(line)
    return result


def failures(page: Path, folder: Path) -> list[tuple[Session, list[str]]]:
    """The sessions of a page that print something else than they show, with what they print."""
    place = Folder(folder)
    found = []
    for item in contents(page.read_text()):
        if isinstance(item, SampleFile):
            place.save(item)
        elif not agrees(item.shown, printed := place.run(item)):
            found.append((item, printed))
    return found


def renew(page: Path) -> int:
    """Write into a page what its commands print now; the number of sessions that have changed."""
    with tempfile.TemporaryDirectory() as folder:
        changed = failures(page, Path(folder))
    lines = page.read_text().splitlines()
    for session, printed in reversed(changed):
        first = session.line + 1
        new = [f"{session.indent}{line}".rstrip() for line in renewed(session.shown, printed)]
        lines[first : first + len(session.shown)] = new
    page.write_text("\n".join((*lines, "")))
    return len(changed)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {renew(Path(name))} sessions renewed")
