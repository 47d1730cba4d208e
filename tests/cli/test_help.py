"""Every help text is plain English, and the shell completes commands, options and values."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from owari.cli.command_list import COMMANDS, GROUPS, help_text, module_of
from owari.cli.main import owari

LONGEST_SENTENCE = 25
"""Words."""
BANNED = ("that evenings", "threw away what", "is told so", "midst", "what has come up", "of ours")


def all_commands() -> Iterator[tuple[str, click.Command]]:
    context = click.Context(owari)
    for name in owari.list_commands(context):
        command = owari.get_command(context, name)
        assert command
        yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {sub}", each) for sub, each in command.commands.items())


ALL = dict(all_commands())


def sentences(text: str) -> list[str]:
    """The sentences of a help text without its list of values and its default."""
    text = re.sub(r"\[default: .*?\]|: [\w./:-]+(?:, [^.]*)?\.", ".", text)
    return [each for each in re.split(r"(?<=[.!?])\s+", " ".join(text.split())) if each]


@pytest.mark.parametrize("name", ["play", "relay"])
def test_long_lists_of_options_stand_in_groups(name: str) -> None:
    groups = ALL[name].grouped(click.Context(ALL[name]))
    assert list(groups)[:3] == ["Who plays", "Which game", "How the engine plays"]
    assert len(groups.pop("Other options")) == 1  # --help
    assert max(map(len, groups.values())) <= 7
    heads = [line for line in run_help(name) if line.endswith(":") and not line.startswith(" ")]
    assert heads == [f"{title}:" for title in (*groups, "Other options")]


def run_help(name: str) -> list[str]:
    return CliRunner().invoke(owari, [name, "--help"]).output.splitlines()


@pytest.mark.parametrize("name", ALL)
def test_each_command_is_described_in_plain_sentences(name: str) -> None:
    command = ALL[name]
    assert command.help
    assert sys.modules[command.callback.__module__].__doc__
    assert command.help.split("\n\n")[0].endswith(".")
    texts = [command.help]
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, param.name
            assert re.search(r"\.(?:  \[default: .+\])?$", param.help), param.help
            texts.append(param.help)
    for text in texts:
        assert not [phrase for phrase in BANNED if phrase in text]
        for sentence in sentences(text):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence
    run = CliRunner().invoke(owari, [*name.split(), "--help"])
    assert run.exit_code == 0
    assert max(map(len, run.output.splitlines())) <= 80


def test_the_list_has_every_command_once_in_a_group() -> None:
    listed = [name for group in GROUPS.values() for name in group]
    assert sorted(listed) == sorted(COMMANDS)
    lines = help_text().splitlines()
    assert max(map(len, lines)) <= 81
    for name, summary in COMMANDS.items():
        assert lines.count(f"  {name:10}  {summary}") == 1
        assert summary.endswith(".")
        assert isinstance(ALL[name], click.Command)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tourney"], "Error: No such command 'tourney'. Did you mean 'tournament'?"),
        (["xyz"], "Error: No such command 'xyz'."),
        (["play", "--nort", "human"], "--north"),
        (["play", "--level", "had"], "Did you mean 'hard'?"),
        (["play", "--game", "kallah"], "did you mean 'kalah'?"),
    ],
)
def test_a_wrong_word_suggests_the_nearest(words: list[str], said: str) -> None:
    run = CliRunner().invoke(owari, words)
    assert run.exit_code == 2
    assert said in run.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("tour", ["tournament"]),
        ("play --no-", ["--no-step"]),
        ("play --game ka", ["kalah", "kalah-empty"]),
        ("play --south gr", ["greedy"]),
        ("show --format j", ["json"]),
        ("tablebase ", ["build", "list"]),
    ],
)
def test_the_shell_completes(typed: str, completed: list[str]) -> None:
    environment = {"_OWARI_COMPLETE": "bash_complete", "COMP_WORDS": f"owari {typed}"}
    environment["COMP_CWORD"] = str(len(typed.split(" ")))
    program = "import owari.cli.main as m, sys; m.owari.main(prog_name='owari')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [f"plain,{word}" for word in completed]


def test_completing_a_command_imports_none() -> None:
    environment = {"_OWARI_COMPLETE": "bash_complete", "COMP_WORDS": "owari ", "COMP_CWORD": "1"}
    program = (
        "import sys, owari.cli.main as m\n"
        "try: m.owari.main(prog_name='owari')\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('owari.cli.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    *words, modules = done.stdout.splitlines()
    assert words == [f"plain,{name}" for name in COMMANDS]
    assert not [name for name in COMMANDS if f"'owari.cli.{module_of(name)}'" in modules]
