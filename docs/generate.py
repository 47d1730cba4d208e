"""Writes what the program knows into the pages: its commands, keys, protocols, rules, faults and
exit codes.

    python docs/generate.py

A page of its own is made for each protocol, for the commands, and from CONTRIBUTING.md and
CHANGELOG.md. In other pages the lines between `begin NAME` and `end` are replaced. Names without a
producer in `BLOCKS` are errors. `tests/docs` fails where a file differs from what this script
writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
from click.testing import CliRunner

from owari.cli.command_list import GROUPS, TAIL
from owari.cli.main import owari
from owari.cli.options import GroupedCommand
from owari.course.course_file import CourseKeys
from owari.errors import ExitCode
from owari.games.catalog import GAMES, find_game
from owari.programs.dialogues.protocol_spec import Joining
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol, protocols
from owari.programs.dialogues.setting_keys import documented
from owari.records.record import Termination
from owari.report.families import full_rules
from owari.tournament.file.bot_keys import documented_keys

DOCS = Path(__file__).parent
ROOT = DOCS.parent
NOTE = "docs/generate.py writes these lines"
WHOLE = "<!-- docs/generate.py writes this page -->\n\n"
COPIED = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Files that people look for in the repository and on the site."""
BLOCK = re.compile(
    rf"(?P<begin>^(?P<indent> *)(?:<!--|#) begin (?P<name>[^;\n]+); {NOTE}(?: -->)?\n)"
    r".*?(?P<end>^ *(?:<!-- end -->|# end)$)",
    re.MULTILINE | re.DOTALL,
)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown. The cells are Markdown; bars in them are escaped."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(
        f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in line)} |"
        for line in lines
    )


def fenced(text: str, language: str = "text") -> str:
    """A block of text as it is."""
    return f"```{language}\n{text.rstrip()}\n```"


def printed(command: str) -> str:
    """What a command prints, as a session."""
    words = command.split()
    result = CliRunner().invoke(owari, words)
    assert result.exit_code == 0, result.output
    return fenced(f"$ owari {command}\n{result.output}", "console")


def exit_codes() -> str:
    """A table of the exit codes."""
    return table(
        ("Exit code", "Meaning"), [(f"`{int(code)}`", code.description) for code in ExitCode]
    )


def endings(*, faults: bool) -> str:
    """A table of the words for how a game ended: of faults, or of the others."""
    rows = [(f"`{t.value}`", t.description) for t in Termination if t.is_fault is faults]
    return table(("Word", "Meaning"), rows)


def commands_page() -> str:
    """The reference of all commands in their groups, from what click knows of them."""
    context = click.Context(owari, info_name="owari", max_content_width=100)
    parts = [
        WHOLE + "# Commands\n",
        "`owari COMMAND --help` prints the same in the terminal.\n",
        "## Shell completion\n",
        completion() + "\n",
        "## Exit codes\n",
        exit_codes() + "\n",
    ]
    for group, names in GROUPS.items():
        parts.append(f"## {group}\n")
        for name in names:
            command = owari.get_command(context, name)
            assert command is not None
            parts += command_section(command, click.Context(command, context, name), 3)
    return "\n".join(parts)


def completion() -> str:
    """How to complete words in a shell, as the help has it."""
    sentence, lines = TAIL.split("\n\n")[-1].split("\n", 1)
    return f"{sentence}\n\n{fenced(lines)}"


def command_section(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    """The heading of a command, its description, its usage and its options."""
    yield f"{'#' * level} `{context.command_path}`\n"
    paragraphs = (command.help or "").replace("\b\n", "").split("\n\n")
    for paragraph in paragraphs:
        yield markdown(" ".join(paragraph.split())) + "\n"
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield fenced(usage) + "\n"
    groups = {"": command.get_params(context)}
    if isinstance(command, GroupedCommand):
        groups = command.grouped(context)
    for title, params in groups.items():
        records = [record for each in params if (record := described_option(each, context))]
        if title and records:
            yield f"{title}:\n"
        yield from records
        yield ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from command_section(part, click.Context(part, context, name), level + 1)


def described_option(param: click.Parameter, context: click.Context) -> str:
    """An item of a list; empty for an argument and for --help."""
    record = param.get_help_record(context) if isinstance(param, click.Option) else None
    if record is None or "--help" in record[0]:
        return ""
    words, text = record
    sentence = markdown(" ".join(text.split()))
    return f"- `{words}`" + (f": {sentence}" if sentence else "")


def markdown(text: str) -> str:
    """Plain text of a help as Markdown: stars, brackets and angles mean themselves."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<>\[\]#|])", r"\\\1", part) for part in parts
    )


def protocol_page(name: str) -> str:
    """The page of a protocol, from its specification."""
    spec = find_protocol(name)
    guide = re.sub(r"(?m)^\n((?: {4}.*\n?)+)", _as_fence, spec.guide)
    guide = guide.replace(
        "| key | value | default | meaning |", "| Key | Value | Default | Meaning |"
    )
    games = ", ".join(f"`{game.name}`" for game in GAMES.values() if not spec.unfit(game))
    joining = {
        Joining.POSITION: "A program can enter a game after its start, so it plays all openings.",
        Joining.MOVES: "A program enters a game after its start if the moves so far are known, as"
        " in openings.",
        Joining.NONE: "A program cannot enter a game after its start, so it plays no openings.",
    }[spec.joining]
    return (
        f"{WHOLE}# `{name}`\n\n{spec.summary[0].upper()}{spec.summary[1:]}.\n\n"
        f"- It plays {games}.\n- {joining}\n\n"
        f"{guide.strip()}\n"
    )


def _as_fence(found: re.Match[str]) -> str:
    lines = [line[4:] for line in found[1].rstrip().splitlines()]
    language = "yaml" if lines[0].startswith("- name") else "text"
    return f"\n{fenced(chr(10).join(lines), language)}\n"


def rules_page(game: str) -> str:
    """The rules of a game: paragraphs as text, and boards and lists as they are drawn."""
    paragraphs = full_rules(find_game(game)).split("\n\n")[1:]
    return "\n\n".join(map(_rules_paragraph, paragraphs))


def _rules_paragraph(text: str) -> str:
    lines = text.splitlines()
    plain = [line for line in lines if not line.startswith(" ")]
    sentence = re.sub(r"^([A-Z][\w ]{2,25})\. ", r"**\1.** ", markdown(" ".join(plain)))
    if plain == lines:
        return sentence
    drawn = fenced("\n".join(line for line in lines if line.startswith(" ")))
    return f"{sentence}\n\n{drawn}" if plain else drawn


def keys_table(owner: str) -> str:
    """A table of the keys of a tournament file that one part of it has."""
    rows = [
        (f"`{key.key}`", key.values, key.default, key.description)
        for key in documented_keys()
        if key.owner == owner
    ]
    return table(("Key", "Value", "Default", "Meaning"), rows)


def course_keys() -> str:
    """A table of the keys of a course beside those of a tournament."""
    rows = [
        (f"`{key.key}`", key.values, key.default, key.description)
        for key in documented(CourseKeys.fields(), "course")
    ]
    return table(("Key", "Value", "Default", "Meaning"), rows)


def copied(name: str) -> str:
    """A file of the repository as a page of the site, with links as they are seen from docs/."""
    text = (ROOT / name).read_text()
    for other in COPIED:
        text = text.replace(f"]({other})", f"]({other.lower()})")
    return WHOLE + text.replace("](docs/", "](")


BLOCKS: dict[str, Callable[..., str]] = {
    "games": lambda: printed("games"),
    "bots": lambda: printed("bots"),
    "rules": rules_page,
    "protocols": lambda: table(
        ("Protocol", "Who speaks it"),
        [(f"[`{spec.name}`]({spec.name}.md)", spec.summary) for spec in protocols()],
    ),
    "readme-protocols": lambda: "\n".join(
        f"- [`{spec.name}`](docs/protocols/{spec.name}.md): {spec.summary}" for spec in protocols()
    ),
    "keys": keys_table,
    "course-keys": course_keys,
    "faults": lambda: endings(faults=True),
    "endings": lambda: endings(faults=False),
    "exit-codes": exit_codes,
    "nav": lambda _: "\n".join(f"- {name}: protocols/{name}.md" for name in PROTOCOLS),
}
"""What makes the lines of a block, by the first word of its name; the other words are given to
it."""


def filled(text: str) -> str:
    """A page with its blocks as they should be."""

    def block(found: re.Match[str]) -> str:
        kind, *words = found["name"].split()
        body = BLOCKS[kind](*words)
        if found["indent"]:
            body = "\n".join(found["indent"] + line for line in body.splitlines())
        elif found["begin"].startswith("<!--"):
            body = f"\n{body}\n"
        return f"{found['begin']}{body}\n{found['end']}"

    return BLOCK.sub(block, text)


def pages() -> dict[Path, str]:
    """Every file that the script writes, with its text."""
    result = {DOCS / "protocols" / f"{name}.md": protocol_page(name) for name in PROTOCOLS}
    result[DOCS / "commands.md"] = commands_page()
    for name in COPIED:
        result[DOCS / name.lower()] = copied(name)
    for path in (ROOT / "README.md", ROOT / "mkdocs.yml", *DOCS.rglob("*.md")):
        text = path.read_text()
        if path not in result and BLOCK.search(text):
            result[path] = filled(text)
    return result


if __name__ == "__main__":
    for path, text in pages().items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(f"wrote {path.relative_to(ROOT)}")
