"""Console programs without a tournament file: the keys of their protocol as options."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import yaml

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.tournament.file.key_options import protocol_of, protocol_settings, start_key
from tests.support.command import output, owari, refusal
from tests.support.sample_programs import PROGRAMS

TALKER = f"{sys.executable} {PROGRAMS}/console/talker.py"
KALAH = f"{sys.executable} {PROGRAMS}/console/kalah.py 3 2"
OWARI, OTHELLO = find_game("owari"), find_game("othello")


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("y/n", ("y",), ("n",)),
        ("1,8/2,8", ("1", "8"), ("2", "8")),
        ("/n", (), ("n",)),
        ("false/don't", None, ("don't",)),
        ("{first: [a/b], second: false}", ("a/b",), None),
    ],
)
def test_what_is_typed_at_the_start(
    text: str, first: tuple[str, ...] | None, second: tuple[str, ...] | None
) -> None:
    settings = protocol_settings([start_key(text)], None, [sys.executable], OWARI)
    assert settings == ConsoleProtocol(start_first=first, start_second=second)


@pytest.mark.parametrize("text", ["y", "1/2/3", ""])
def test_what_is_no_start(text: str) -> None:
    with pytest.raises(ValueError, match="is not FIRST/SECOND: what to type when it moves first"):
        start_key(text)


def test_all_kinds_of_values() -> None:
    keys = [
        *("start.toss=go", "quiet=300ms", "stops-early=false", r"move=[Mm]oves (\d)"),
        *("types=[7, 8, 9, '10', 11, 12]", "answers={'Sure\\?': y}", "side=north"),
    ]
    assert protocol_settings(keys, None, [sys.executable], OWARI) == ConsoleProtocol(
        start_toss=("go",),
        quiet=0.3,
        stops_early=False,
        move=r"[Mm]oves (\d)",
        types=("7", "8", "9", "10", "11", "12"),
        answers=(("Sure\\?", "y"),),
        side="north",
    )


@pytest.mark.parametrize(
    ("text", "typed"),
    [("1,4", ("1", "4")), ("", ()), ("['1,4', 2]", ("1,4", "2")), ("don't", ("don't",))],
)
def test_commas_stand_between_the_lines_of_a_start(text: str, typed: tuple[str, ...]) -> None:
    """As in `--start`."""
    keys = [f"start.toss={text}", f"start.first={text}", "start.second=false"]
    assert protocol_settings(keys, None, [sys.executable], OWARI) == ConsoleProtocol(
        start_toss=typed, start_first=typed, start_second=None
    )
    words = protocol_settings(["start.first-arguments=-b 6,6"], None, [sys.executable], OWARI)
    assert words == ConsoleProtocol(start_first_arguments=("-b 6,6",))


def test_the_keys_choose_the_protocol() -> None:
    assert protocol_of([], None) == "line"
    assert protocol_of(["reuse=true"], None) == "line"
    assert protocol_of(["start.first=y"], None) == "console"
    assert protocol_of(["numbering=board"], "one-shot") == "one-shot"
    assert protocol_of(["stays=true"], None) == "one-shot"
    settings = protocol_settings(["reuse=true"], None, [sys.executable], OWARI)
    assert settings == LineProtocol(reuse=True)


@pytest.mark.parametrize(
    ("keys", "protocol", "why"),
    [
        (["strat=y"], None, "the protocols have no key 'strat'; did you mean 'start'"),
        (["start=y"], "gtp", "protocol gtp has no key 'start'"),
        (["start"], None, "'start' is not KEY=VALUE"),
        (["=3"], None, "'=3' is not KEY=VALUE"),
        (["start.first=y", "stays=true"], None, "no protocol has all of the keys start, stays"),
        (["numbering=odd"], "console", "numbering: 'odd' is none of"),
        (
            ["types=[1, 2"],
            None,
            "types: '.1, 2' is no list or mapping of YAML: put texts in quotes",
        ),
        (["quiet=soon"], None, "quiet: "),
        (["answers={a: }"], None, "answers: a has no value"),
        (["start={first: }"], None, "start: first has no value"),
        (["passes=p"], None, "passes: it is for Othello; leave it out"),
    ],
)
def test_what_cannot_be_used(keys: list[str], protocol: str | None, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        protocol_settings(keys, protocol, [sys.executable], OWARI)


def test_a_check(tmp_path: Path) -> None:
    done = owari(tmp_path, "check", KALAH, "--game", "kalah:3x2", "--start", "b,y/b,n",
                 "--set", "numbering=as-drawn")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    message = refusal("check", tmp_path / "bots.yaml", "--prompt", ":")
    assert "the tournament file sets this for its bots: leave --prompt out" in message


def test_a_game_that_is_continued_keeps_them(tmp_path: Path) -> None:
    seats = ("--south", TALKER, "--north", "human", "--first", "south")
    options = ("--start", "s/n", "--prompt", r": *$")
    begun = owari(tmp_path, "play", *seats, *options, "--record", "game.pgn", typed="quit\n")
    assert begun.returncode == 0, begun.stderr
    record = (tmp_path / "game.pgn").read_text()
    assert "--set 'start={first: [" in record
    assert "--set 'prompt=: *$'" in record
    fresh = owari(tmp_path, "play", *seats, "--start", "s/n", "--set", "side=west")
    assert fresh.returncode == 2
    assert "side: 'west' is none of" in fresh.stderr


def test_learn_keeps_what_it_is_told(tmp_path: Path) -> None:
    done = owari(tmp_path, "learn", TALKER, "--start", "s/n", "--set", "board=none")
    assert done.returncode == 0, done.stderr
    (entry,) = yaml.safe_load(done.stdout)
    assert entry["start"] == {"first": ["s"], "second": ["n"]}
    assert entry["board"] == "none"
    assert "trying" not in done.stderr
    message = refusal("learn", TALKER, "--set", "reuse=true")
    assert "protocol console has no key 'reuse'" in message


def test_the_help_describes_them_as_the_pages_do() -> None:
    for command in ("check", "play", "relay", "learn"):
        words = " ".join(output(command, "--help").split())
        assert "The key start. What to type before the first move: lines, or keys" in words
        assert "--set KEY=VALUE" in words
