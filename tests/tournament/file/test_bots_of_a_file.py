"""The bots of a tournament file: what they play, and over which protocols."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from owari.players.builtin_bots import Settings
from owari.programs.dialogues.columbia import ColumbiaProtocol
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.kgp import KgpProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.mkagent import MkagentProtocol
from owari.programs.dialogues.nboard import NboardProtocol
from owari.programs.dialogues.one_shot import FORMATS, OneShotProtocol
from owari.programs.dialogues.protocols import PROTOCOLS
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.text.durations import parse_duration
from owari.tournament.file.tournament_settings import BuiltinSettings, Tournament
from owari.tournament.file.yaml_source import BadTournament
from tests.tournament.file.test_reader import bot, bot_complaints, complaints, loaded


def test_every_key_of_a_console_program(folder: Path) -> None:
    (folder / "sub").mkdir()
    settings = bot(
        folder,
        r"""
command: ["./old one", "-x", "a b"]
directory: sub
environment: {LEVEL: 3, EMPTY: ''}
protocol: console
side: first-is-south
start: {first: false, second: [n]}
numbering: as-drawn
types: [7, 8, 9, 10, 11, 12]
reads: [1, 2, 3, 4, 5, 6]
move: 'I play (\d)'
prompt: '\? $'
quiet: 0.5
board: none
stops-early: false
""".strip(),
    )
    assert isinstance(settings.player, ProgramSettings)
    assert settings.player == ProgramSettings(
        command=(str(folder / "old one"), "-x", "a b"),
        directory=folder / "sub",
        environment=(("LEVEL", "3"), ("EMPTY", "")),
        protocol=ConsoleProtocol(
            side="first-is-south",
            start_first=None,
            start_second=("n",),
            numbering="as-drawn",
            types=("7", "8", "9", "10", "11", "12"),
            reads=("1", "2", "3", "4", "5", "6"),
            move=r"I play (\d)",
            prompt=r"\? $",
            quiet=0.5,
            board="none",
            stops_early=False,
        ),
        sandbox=settings.player.sandbox,
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("engine: alpha-bet", "engine: 'alpha-bet' is none of alpha-beta, greedy, random, first"),
        ("engine: alpha-beta\ndepth: eight", "5: depth: a whole number is expected, not 'eight'"),
        ("engine: alpha-beta\ndepth: 0", "5: depth: at least 1"),
        ("engine: alpha-beta\ndepth: 999", "5: depth: at most 200"),
        (
            "engine: alpha-beta\nevaluation: best",
            "5: evaluation: 'best' is not an evaluation for owari; there are goals",
        ),
        ("engine: alpha-beta\nevaluation: ''", "5: evaluation: an empty text names none: leave"),
        ("engine: greedy\nevaluation: goals", "5: evaluation: greedy does not use it"),
        ("engine: alpha-beta\nevaluation:", "5: evaluation has no value; remove the key"),
        (
            "engine: alpha-beta\nevaluation: {corners: 2}",
            "5: evaluation: '2*corners' is not an evaluation for owari; there are goals",
        ),
        (
            "engine: alpha-beta\nevaluation: {corners: two}",
            "5: evaluation: the weight of corners must be a number such as 2 or 0.5, not 'two'",
        ),
        ("engine: random\ntime: 1s", "5: time: random does not use it"),
        ("engine: first\ncommand: ./old one", "5: command is a key of a bot with a command"),
        ("engine: first\nprotocol: line", "5: protocol is a key of a bot with "),
        ("command: ./old one\nreuse: perhaps", "5: reuse: true or false is expected"),
        (
            "command: ./old one\nprotocol: consol",
            f"5: protocol: 'consol' is none of {', '.join(PROTOCOLS)}; did you mean console?",
        ),
        ("command: ./old one\nside: north", "5: side is a key of a bot with protocol: console"),
        ("command: ./old one\nprotocol: console\nreuse: true", "6: reuse is a key of a bot with"),
        ("command: ./none", "4: command: there is no program "),
        ("command: none-such", "4: command: there is no program 'none-such' on PATH"),
        ("command: python3 rocket.py", "a list of words: [python3, rocket.py]"),
        ("command: rocket.py", "for the file beside this one write ./rocket.py"),
        ("command: ./rocket.py", "rocket.py is not executable: 'chmod +x' it"),
        ("command: [python3, gone.py]", "4: command: gone.py is not in "),
        ("command: [python3, -u, gone.py]", "4: command: gone.py is not in "),
        ("command: ./", "is a folder, not a program"),
        ("command: []", "4: command: the list is empty"),
        ("command: ['']", "4: command: a word of the command is empty"),
        ("command: {a: b}", "4: command: a list is expected, not a mapping"),
        ("command: ./old one\ndirectory: gone", "5: directory: there is no folder "),
        ("command: ./old one\nenvironment: [a]", "5: environment: a mapping is expected"),
        ("command: ./old one\nenvironment: {a=b: c}", "5: environment: 'a=b' cannot be set"),
    ],
)
def test_a_bot_that_cannot_play(folder: Path, text: str, complaint: str) -> None:
    (told,) = bot_complaints(folder, text)
    assert complaint in told


def test_a_bot_without_engine_or_command(folder: Path) -> None:
    assert bot_complaints(folder, "depth: 3") == [
        "bots.yaml:3: a bot needs a command, or an engine if it is one of ours",
        "bots.yaml:4: depth is a key of a bot with an engine, and this is a bot with protocol:"
        " line",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("side: west", "side: 'west' is none of south, north, first-is-south or first-is-north"),
        ("start: [n]", "start: a mapping is expected, not a list"),
        ("start: {third: [n]}", "unknown key 'third'; start has first, second, toss, first-arg"),
        ("start: {frist: [n]}", "unknown key 'frist'; did you mean first?"),
        ("start: {first: n}", "start.first: a list is expected, not 'n'; put it in [ ]"),
        ("start: {first: false, second: false}", "start: false in both orders"),
        ("answers: {'(': n}", "answers: not a regular expression"),
        ("answers: [n]", "answers: a mapping is expected, not a list"),
        ("types: [1, 2, 3]", "types: 6 pits in sowing order are expected, not 3"),
        ("types: [1, 2, 3, 4, 5, 5]", "types: each pit needs a name of its own"),
        ('types: ["move {square}"]', "types: {square} is none of {pit}, {PIT}, {index}"),
        ("reads: [a, b, c, d, e, E]", "reads: each pit needs a name of its own"),
        ("move: pit", "move: a regular expression with 1 group (...), not 0"),
        ("move: (", "move: not a regular expression"),
        ("prompt: '['", "prompt: not a regular expression"),
        (r"board: (\d+)", "board: a regular expression with 14 groups (...), not 1"),
        ("quiet: 0", "quiet: a time longer than 0 is needed"),
        ("stops-early: 3", "stops-early: true or false is expected, not '3'"),
    ],
)
def test_a_console_program_described_wrongly(folder: Path, text: str, complaint: str) -> None:
    (told,) = bot_complaints(folder, f"command: ./old one\nprotocol: console\n{text}")
    assert told.startswith(f"bots.yaml:6: {complaint}")


@pytest.mark.parametrize(
    ("text", "protocol"),
    [
        ("protocol: one-shot", OneShotProtocol()),
        (
            "protocol: one-shot\nformat: kgp-bridge",
            OneShotProtocol(
                input="{size} {own_goal} {other_goal} {own} {other}\n", numbering="0-5"
            ),
        ),
        (
            "protocol: one-shot\nformat: contest-kit\nseat: south\nnumbering: letters",
            OneShotProtocol(("{order}",), "{pits}\n", "south", "letters", None, "first", True),
        ),
        (
            'protocol: one-shot\ninput: ""\narguments: ["{side}", "{{", "{pits}"]\ncounts: first\n'
            r"answer: ^=(\d)$",
            OneShotProtocol(("{side}", "{{", "{pits}"), "", answer=r"^=(\d)$", counts="first"),
        ),
        ("protocol: columbia", ColumbiaProtocol()),
        (
            'protocol: columbia\nhello: "{color}"\nrows: tuples',
            ColumbiaProtocol("{color}", "tuples"),
        ),
        ("protocol: kgp", KgpProtocol()),
        ("protocol: kgp\nreuse: true\nsilent: forfeit", KgpProtocol(True, "forfeit")),
    ],
)
def test_other_protocols(folder: Path, text: str, protocol: object) -> None:
    player = bot(folder, f"command: ./old one\n{text}").player
    assert isinstance(player, ProgramSettings)
    assert player.protocol == protocol


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("one-shot\nformat: chess", "format: 'chess' is none of position, kgp-bridge, contest-kit"),
        ("one-shot\ninput: '{board}'", "input: {board} is none of {position}, {pits}"),
        ("one-shot\ninput: '{pits.count}'", "input: {pits.count} is none of {position}"),
        ("one-shot\narguments: ['{', a]", "arguments: a brace is open or alone"),
        ("one-shot\narguments: a", "arguments: a list is expected, not 'a'"),
        ("one-shot\nseat: north", "seat: 'north' is none of own, south or first-is-south"),
        ("console\nnumbering: roman", "numbering: 'roman' is none of 0-5, board, 1-6"),
        ("one-shot\nnumbering: roman", "numbering: 'roman' is none of 0-5, board, 1-6"),
        ("one-shot\nanswer: x", "answer: a regular expression with 1 group"),
        ("one-shot\nreuse: true", "reuse is a key of a bot with protocol: line"),
        ("columbia\nhello: '{name}'", "hello: {name} is none of {player}, {color}"),
        ('columbia\nhello: "a\\nb"', "hello: control characters are not allowed"),
        ("columbia\nrows: sets", "rows: 'sets' is none of lists or tuples"),
        ("kgp\nsilent: forfit", "silent: 'forfit' is none of random or forfeit"),
    ],
)
def test_other_protocols_described_wrongly(folder: Path, text: str, complaint: str) -> None:
    (told,) = bot_complaints(folder, f"command: ./old one\nprotocol: {text}")
    assert told.startswith(f"bots.yaml:6: {complaint}")


def test_the_pits_of_a_description_are_those_of_the_game(folder: Path) -> None:
    text = """
game: kalah:3x2
bots:
  - {name: A, engine: first}
  - {name: B, command: ./old one, protocol: console, types: [4, 5, 6]}
"""
    assert loaded(folder, text).bots[1].name == "B"


def test_an_agent_of_manchester(folder: Path) -> None:
    text = """
game: manchester
bots:
  - {name: A, engine: first}
  - {name: B, command: ./old one, protocol: mkagent}
"""
    player = loaded(folder, text).bots[1].player
    assert isinstance(player, ProgramSettings)
    assert player.protocol == MkagentProtocol()


@pytest.mark.parametrize(
    ("game", "protocol", "complaint"),
    [
        ("owari", "mkagent", "MKAgent is for manchester in any size"),
        ("kalah:7x7", "mkagent", "MKAgent is for manchester in any size"),
        ("manchester", "console", "manchester has the pie rule, and the protocol has no swap"),
    ],
)
def test_a_protocol_that_cannot_carry_the_game(
    folder: Path, game: str, protocol: str, complaint: str
) -> None:
    program = f"- name: B\n  command: ./old one\n  protocol: {protocol}"
    (told,) = complaints(folder, f"game: {game}\nbots:\n- {{name: A, engine: first}}\n{program}")
    assert told.startswith(f"bots.yaml:6: protocol: {complaint}")


def test_keys_of_other_programs_are_none_of_an_agent(folder: Path) -> None:
    (told,) = bot_complaints(folder, "command: ./old one\nprotocol: mkagent\nreuse: true")
    assert (
        "reuse is a key of a bot with protocol: line, and this is a bot with protocol: mk" in told
    )


@pytest.mark.parametrize("text", ["", "s", "-1s", "5 parsecs", "1e9", "nan", "inf", "5S", "1,5s"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="not a length of time"):
        parse_duration(text)


def of_othello(folder: Path, text: str, game: str = "othello") -> Tournament:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return loaded(
        folder,
        f"game: {game}\nbots:\n  - {{name: Other, engine: first}}\n  - name: X\n"
        f"    command: ./old one\n{lines}",
    )


def test_an_engine_of_nboard(folder: Path) -> None:
    tournament = of_othello(folder, "protocol: nboard\nversion: 2\ndepth: 12")
    player = tournament.bots[1].player
    assert isinstance(player, ProgramSettings)
    assert player.protocol == NboardProtocol(depth=12, version=2)


@pytest.mark.parametrize(
    ("text", "protocol"),
    [
        (
            "protocol: console\nnumbering: row-column\ntypes: ['{row}', '{column}']\n"
            "move: r(\\d)c(\\d)\npasses: pass\ndiscs: B  W .\nboard: remark",
            ConsoleProtocol(
                numbering="row-column",
                types=("{row}", "{column}"),
                move=r"r(\d)c(\d)",
                passes=("pass",),
                discs="B W .",
                board="remark",
            ),
        ),
        ("protocol: console\ntypes: '{SQUARE}'", ConsoleProtocol(types=("{SQUARE}",))),
        (
            "protocol: console\nboard: mirrored\nnumbering: letters\nstart: {toss: ['8', B]}\n"
            "answers: {'again\\?': n, 'settings': 'y'}\ntypes: '{index}'",
            ConsoleProtocol(
                board="mirrored",
                numbering="letters",
                start_toss=("8", "B"),
                answers=((r"again\?", "n"), ("settings", "y")),
                types=("{index}",),
            ),
        ),
        ("protocol: one-shot\nformat: codingame", FORMATS["codingame"]),
        (
            "protocol: one-shot\ninput: '{board} {colour}'\nstays: true\nopening: '{id}'\n"
            "discs: 1 2 0",
            OneShotProtocol(input="{board} {colour}", stays=True, opening="{id}", discs="1 2 0"),
        ),
    ],
)
@pytest.mark.parametrize("game", ["othello", "free-othello:16"])
def test_programs_that_play_on_squares(
    folder: Path, text: str, protocol: object, game: str
) -> None:
    player = of_othello(folder, text, game).bots[1].player
    assert isinstance(player, ProgramSettings)
    assert player.protocol == protocol


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("protocol: console\nside: north", "side: it is for games with pits; leave it out"),
        ("protocol: console\nreads: [a]", "reads: it is for games with pits; leave it out"),
        ("protocol: console\nstops-early: true", "stops-early: it is for games with pits"),
        ("protocol: console\nnumbering: 0-5", "numbering: '0-5' is none of board, row-column,"),
        ("protocol: console\ntypes: ['{pit}']", "types: {pit} is none of {square}, {SQUARE},"),
        ("protocol: console\ntypes: [x]", "types: the same would be typed for every move:"),
        ("protocol: console\ntypes: []", "types: the list is empty: leave the key out"),
        (
            "protocol: console\nmove: (?P<r>a)(?P<c>b)",
            "move: two groups are called row and column, or nothing, not r, c",
        ),
        ("protocol: one-shot\ndiscs: X O", "discs: the mark of an empty square is missing:"),
        ("protocol: console\nmove: (a)(b)(c)", "move: a regular expression with 1 group (...)"),
        ("protocol: console\nboard: (a)", "board: '(a)' is none of auto, remark, none"),
        ("protocol: console\ndiscs: X X .", "discs: three different characters with spaces"),
        ("protocol: console\ndiscs: XO .", "discs: three different characters with spaces"),
        ("protocol: one-shot\nseat: south", "seat: it is for games with pits; leave it out"),
        ("protocol: one-shot\nformat: contest-kit", "format: 'contest-kit' is none of position,"),
        ("protocol: one-shot\ninput: '{pits}'", "input: {pits} is none of {position}, {squares},"),
        ("protocol: nboard\nversion: 3", "version: at most 2, not '3'"),
        ("protocol: one-shot\nopening: '{id}'", "opening: it is told once to a program that stays"),
    ],
)
def test_keys_that_mean_nothing_on_squares(folder: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadTournament) as error:
        of_othello(folder, text)
    (told,) = error.value.problems
    assert re.sub(r"^bots.yaml:\d+: ", "", told).startswith(complaint)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("protocol: console\npasses: pass", "passes: it is for Othello; leave it out"),
        ("protocol: console\ndiscs: X O .", "discs: it is for Othello; leave it out"),
        ("protocol: one-shot\ninput: '{board}'", "input: {board} is none of {position}, {pits},"),
        ("protocol: one-shot\nformat: codingame", "format: 'codingame' is none of position, kgp"),
        ("protocol: console\nnumbering: row-column", "numbering: 'row-column' is none of 0-5,"),
    ],
)
def test_keys_that_mean_nothing_of_pits(folder: Path, text: str, complaint: str) -> None:
    (told,) = bot_complaints(folder, f"command: ./old one\n{text}")
    assert re.sub(r"^bots.yaml:\d+: ", "", told).startswith(complaint)


def test_keys_that_came_later_are_kept_only_where_they_are_given(folder: Path) -> None:
    """So that the results of a tournament that was begun before them go on."""
    plain = bot(folder, "command: ./old one\nprotocol: console").settings
    assert not {"passes", "discs", "go"} & json.loads(plain).keys()
    assert json.loads(plain)["start"].keys() == {"first", "second", "toss"}
    words = "protocol: console\nstart: {first-arguments: [-c]}"
    start = json.loads(bot(folder, f"command: ./old one\n{words}").settings)["start"]
    assert start["first-arguments"] == ["-c"]
    given = of_othello(folder, "protocol: console\npasses: p").bots[1].settings
    assert json.loads(given)["passes"] == ["p"]


def test_defaults_are_for_all_bots_that_can_have_them(folder: Path) -> None:
    (folder / "own").mkdir()
    tournament = loaded(
        folder,
        """
time-per-turn: 5s
defaults:
  time-per-turn: 2s
  depth: 3
  protocol: one-shot
  format: contest-kit
  environment: {A: "1"}
bots:
  - {name: Deep, engine: alpha-beta}
  - {name: Deeper, engine: alpha-beta, depth: 9, time-per-turn: 1s}
  - {name: Greedy, engine: greedy}
  - {name: Hand, by-hand: true}
  - {name: Rocket, command: [python3, rocket.py]}
  - {name: Line, command: [python3, ../rocket.py], directory: own, protocol: line, environment: {}}
""",
    )
    deep, deeper, greedy, rocket, line = tournament.bots
    assert [bot.times.per_turn for bot in tournament.bots] == [2, 1, 2, 2, 2]
    assert deep.player == BuiltinSettings("alpha-beta", Settings(3, evaluation="goals-and-row"))
    assert deeper.player == BuiltinSettings("alpha-beta", Settings(9, evaluation="goals-and-row"))
    assert isinstance(greedy.player, BuiltinSettings)
    assert isinstance(rocket.player, ProgramSettings)
    assert isinstance(line.player, ProgramSettings)
    assert rocket.player.protocol == FORMATS["contest-kit"]
    assert rocket.player.environment == (("A", "1"),)
    assert (line.player.protocol, line.player.environment) == (LineProtocol(), ())
    alone = loaded(
        folder,
        """
bots:
  - {name: Deep, engine: alpha-beta, depth: 3, time-per-turn: 2s}
  - {name: Greedy, engine: greedy, time-per-turn: 2s}
""",
    )
    assert alone.bots[:2] == (deep, replace(greedy, times=alone.bots[1].times))
