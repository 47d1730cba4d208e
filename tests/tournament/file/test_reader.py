"""Tournament files: what they may say, and every complaint about what they may not."""

from __future__ import annotations

import json
import os
import pickle
import re
import sys
from pathlib import Path

import pytest

from owari.games.mancala import KALAH, OWARI
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.game_log import About
from owari.text.durations import format_duration, parse_duration
from owari.tournament.file.reader import bots_in_shared_folders, load
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings, Tournament
from owari.tournament.file.yaml_source import BadTournament

MB = 1024 * 1024
TWO_BOTS = "bots: [{name: A, engine: first}, {name: B, engine: greedy}]\n"


def loaded(folder: Path, text: str) -> Tournament:
    path = folder / "bots.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def complaints(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadTournament) as error:
        loaded(folder, text)
    return list(error.value.problems)


def bot(folder: Path, text: str) -> BotConfig:
    """The bot of these lines, beside another."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return loaded(folder, f"bots:\n  - {{name: Other, engine: first}}\n  - name: X\n{lines}").bots[
        1
    ]


def bot_complaints(folder: Path, text: str) -> list[str]:
    """What is wrong with it; its first line is line 4."""
    with pytest.raises(BadTournament) as error:
        bot(folder, text)
    return list(error.value.problems)


def test_the_file_of_an_evening(folder: Path) -> None:
    tournament = loaded(
        folder,
        """
event: 2021 UAA Owari Tournament
game: owari
games-per-match: 2
time-per-turn: 5s
bots:
  - name: Depth 8
    engine: alpha-beta
    depth: 8
  - name: Team Rocket
    command: [python3, rocket.py]
  - name: The Old One
    command: ./old one
    protocol: console
""",
    )
    assert tournament.about == About("2021 UAA Owari Tournament", "", "")
    assert (tournament.game, tournament.games_per_match) == (OWARI, 2)
    assert tournament.bots[0].times == TimeControl(per_turn=5.0)
    depth8, rocket, old = tournament.bots
    assert depth8.player == BuiltinSettings("alpha-beta", Settings(8, evaluation="goals-and-row"))
    assert isinstance(rocket.player, ProgramSettings)
    assert Path(rocket.player.command[0]).name == "python3"
    assert rocket.player.command[1:] == ("rocket.py",)
    assert (rocket.player.directory, rocket.player.protocol) == (folder, LineProtocol())
    assert isinstance(old.player, ProgramSettings)
    assert old.player.command == (str(folder / "old one"),)
    assert old.player.protocol == ConsoleProtocol()
    assert pickle.loads(pickle.dumps(tournament)) == tournament


def test_what_is_left_out_has_a_default(folder: Path) -> None:
    tournament = loaded(folder, TWO_BOTS)
    assert tournament.bots[0].times == TimeControl(5.0, None, 0.0, 0.1, 10.0)
    assert (tournament.games_per_match, tournament.pondering) == (2, False)
    assert tournament.concurrency >= 1
    assert tournament.about == About()


def test_every_key_of_a_tournament(folder: Path) -> None:
    text = """
event: E
site: S
date: 2021.11.27
game: kalah:6x4
games-per-match: 4
time-per-turn: 200ms
time-per-game: 2m
increment: 0.5
margin: 0
start-limit: 1h
concurrency: 3
seed: 7
pondering: true
sandbox: limits
memory: 512MB
file-size: 1.5 GB
"""
    tournament = loaded(folder, text + TWO_BOTS)
    assert tournament.about == About("E", "S", "2021-11-27")
    assert (tournament.game, tournament.games_per_match) == (KALAH, 4)
    assert tournament.bots[0].times == TimeControl(0.2, 120.0, 0.5, 0.0, 3600.0)
    assert (tournament.concurrency, tournament.pondering) == (3, True)
    assert tournament.sandbox == Sandbox("limits", 512 * MB, 1536 * MB)
    first = tournament.bots[0].player
    assert isinstance(first, BuiltinSettings)
    assert first.settings.seed == 7


def test_the_sandbox_is_that_of_every_program(folder: Path) -> None:
    text = "sandbox: none\nmemory: 1GB\n"
    bots = "bots:\n  - {name: A, command: [python3, rocket.py]}\n  - {name: B, engine: first}\n"
    rocket = loaded(folder, text + bots).bots[0].player
    assert isinstance(rocket, ProgramSettings)
    assert rocket.sandbox == Sandbox("none", 1024 * MB)


APART = """\
sandbox: LEVEL
bots:
  - {name: A, command: [python3, own.py, ../shared.py], directory: a}
  - {name: B, command: [python3, ../shared.py], directory: b}
  - {name: C, command: [python3, shared.py]}
  - {name: D, engine: first}
"""


@pytest.mark.parametrize("level", ["auto", "isolated"])
def test_an_isolated_program_sees_no_results_and_nothing_of_the_others(
    folder: Path, level: str
) -> None:
    for name in ("a", "b"):
        (folder / name).mkdir()
    for file in ("a/own.py", "shared.py"):
        (folder / file).touch()
    bots = {bot.name: bot.player for bot in loaded(folder, APART.replace("LEVEL", level)).bots}
    hidden = {
        name: set(player.sandbox.hidden)
        for name, player in bots.items()
        if isinstance(player, ProgramSettings)
    }
    results = {folder / "bots.yaml", folder / "bots.db", folder / "bots.db-wal"}
    assert all(hidden[name] >= results for name in "ABC")
    assert hidden["A"] >= {folder, folder / "b"}
    assert folder / "a" not in hidden["A"]
    assert hidden["C"] >= {folder / "a", folder / "b", folder / "a" / "own.py"}
    assert not any(folder / "shared.py" in hidden[name] for name in "ABC")


def test_at_weaker_levels_nothing_is_hidden(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / name).mkdir()
    for file in ("a/own.py", "shared.py"):
        (folder / file).touch()
    for bot in loaded(folder, APART.replace("LEVEL", "limits")).bots:
        if isinstance(bot.player, ProgramSettings):
            assert bot.player.sandbox.hidden == ()


def test_bots_that_share_a_folder_are_known(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / name).mkdir()
    text = """\
bots:
  - {name: A, command: [python3], directory: a}
  - {name: B, command: [python3], directory: b/../a}
  - {name: C, command: [python3], directory: b}
  - {name: D, engine: first}
"""
    assert bots_in_shared_folders(loaded(folder, text)) == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("sandbox: docker", "sandbox: 'docker' is none of auto, none, limits or isolated"),
        ("sandbox: bwrap", "sandbox: bwrap is called isolated now, and needs no bubblewrap"),
        ("memory: 2", "memory: '2' is not a size, such as 512MB or 2GB"),
        ("memory: 2TB", "memory: '2TB' is not a size, such as 512MB or 2GB"),
        ("memory: 100KB", "memory: 100KB is not between 1MB and 1024GB"),
        ("file-size: 0MB", "file-size: 0MB is not between 1MB and 1024GB"),
        ("file-size: none", "file-size: 'none' is not a size, such as 512MB or 2GB"),
        ("memory: [1GB]", "memory: a size is expected, as 512MB or 2GB, not a list"),
    ],
)
def test_a_sandbox_that_cannot_be(folder: Path, text: str, complaint: str) -> None:
    assert complaints(folder, f"{text}\n{TWO_BOTS}") == [f"bots.yaml:1: {complaint}"]


@pytest.mark.parametrize(
    ("text", "seed"),
    [("7", 7), ("'7'", 7), ("' 7 '", 7), ("+7", 7), ("7.0", 7), ("1_000", 1000), ("007", 7)],
)
def test_whole_numbers(folder: Path, text: str, seed: int) -> None:
    assert loaded(folder, f"seed: {text}\n{TWO_BOTS}").seed == seed


@pytest.mark.parametrize(
    "text", ["7.5", "7.", "0x7", "٧", "seven", "true", "[7]", "{}", "''", "1__0"]
)
def test_what_is_no_whole_number(folder: Path, text: str) -> None:
    (told,) = complaints(folder, f"seed: {text}\n{TWO_BOTS}")
    assert told.startswith("bots.yaml:1: seed: a whole number is expected, not ")


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("Yes", True), ("on", True), ("'1'", True), ("OFF", False), ("n", False)],
)
def test_yes_and_no(folder: Path, text: str, value: bool) -> None:
    assert loaded(folder, f"pondering: {text}\n{TWO_BOTS}").pondering is value


def test_every_variable_of_an_environment_that_is_no_text_is_told(folder: Path) -> None:
    told = bot_complaints(folder, "command: ./old one\nenvironment:\n  A: [x]\n  B: y\n  C: {}")
    assert told == [
        "bots.yaml:6: environment.A: a text is expected, not a list",
        "bots.yaml:8: environment.C: a text is expected, not a mapping",
    ]


def test_time_for_a_game_takes_the_place_of_the_default_for_a_turn(folder: Path) -> None:
    assert loaded(folder, "time-per-game: 1m\n" + TWO_BOTS).bots[0].times.per_turn is None
    both = loaded(folder, "time-per-game: 1m\ntime-per-turn: 3s\n" + TWO_BOTS)
    assert both.bots[0].times.per_turn == 3.0


def test_a_bot_may_have_times_of_its_own(folder: Path) -> None:
    handicapped = bot(folder, "engine: first\ntime-per-turn: none\nmargin: 20ms")
    assert handicapped.times == TimeControl(None, None, 0.0, 0.02, 10.0)


def test_names_and_answers_are_taken_as_they_are_written(folder: Path) -> None:
    tournament = loaded(
        folder,
        """
bots:
  - {name: 007, engine: first}
  - {name: no, engine: first}
  - {name: 1e3, command: ./old one, protocol: console,
     start: {first: [y, 1, no, ""], second: [n, 0x10]}, types: [1, 02, c, d, e, y]}
""",
    )
    assert [bot.name for bot in tournament.bots] == ["007", "no", "1e3"]
    player = tournament.bots[2].player
    assert isinstance(player, ProgramSettings)
    protocol = player.protocol
    assert isinstance(protocol, ConsoleProtocol)
    assert protocol.start_first == ("y", "1", "no", "")
    assert protocol.start_second == ("n", "0x10")
    assert protocol.types == ("1", "02", "c", "d", "e", "y")


def test_what_the_results_keep_does_not_depend_on_where_the_folder_is(folder: Path) -> None:
    settings = json.loads(bot(folder, "command: ./old one").settings)
    assert settings["command"] == ["./old one"]
    assert str(folder) not in json.dumps(settings)
    assert "time-per-turn" not in settings


def test_all_problems_are_told_at_once_each_with_its_line(folder: Path) -> None:
    text = """\
evnt: x
game: oware
games-per-match: 3
time-per-turn: 5 parsecs
concurrency: 0
seed: 3
seed: 4
pondering: maybe
date: yesterday
increment:
bots:
  - name: A
    engin: greedy
  - name: a
    engine: greedy
    depth: 5
  - name: C
    comand: ./none
  - just text
"""
    assert complaints(folder, text) == [
        "bots.yaml:1: unknown key 'evnt'; did you mean event?",
        "bots.yaml:2: game: unknown game 'oware'; did you mean 'owari'?",
        "bots.yaml:3: games-per-match: an even number, so that each side moves first as often,"
        " not 3",
        "bots.yaml:4: time-per-turn: '5 parsecs' is not a length of time, such as 5s, 200ms, 2m or"
        " 1h",
        "bots.yaml:5: concurrency: at least 1, not '0'",
        "bots.yaml:7: seed appears twice, here and in line 6",
        "bots.yaml:8: pondering: true or false is expected, not 'maybe'",
        "bots.yaml:9: date: 'yesterday' is not a date, as 2021-11-27",
        "bots.yaml:10: increment has no value; remove the key to get its default",
        "bots.yaml:13: unknown key 'engin'; did you mean engine?",
        "bots.yaml:14: name: the bot in line 12 is called 'A' too",
        "bots.yaml:16: depth: greedy does not use it",
        "bots.yaml:18: unknown key 'comand'; did you mean command?",
        "bots.yaml:19: a bot has a name, and an engine or a command",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", ": bots.yaml: the file is empty"),
        ("# nothing\n", "the file is empty"),
        ("just text", "consists of keys and values"),
        ("- a\n- b\n", "consists of keys and values"),
        ("game: owari\n", "bots is missing"),
        ("bots: 3\n", "bots: a list is expected, not '3'"),
        ("bots: []\n", "bots: a tournament needs at least two, not 0"),
        ("bots: [{name: A, engine: first}]\n", "bots: a tournament needs at least two, not 1"),
        ("bots: [a\n", "bots.yaml:2: not valid YAML"),
        ("a: 1\nb: c: d\n", "bots.yaml:2: not valid YAML"),
        ("event: Owari: the final\n", "not allowed here; put a text with a colon in quotes"),
        ("event: @home\n", "; put the text in quotes"),
        ("bots:\n\t- {name: A, engine: first}\n", "bots.yaml:2: not valid YAML"),
        ("bots:\n\t- {name: A, engine: first}\n", "; use spaces, not tabs"),
        (
            "SQLite format 3\0",
            "this is a results file; name the tournament file, such as bots.yaml",
        ),
        ("a: 1\n---\nb: 2\n", "bots.yaml:2: not valid YAML"),
        ("event: a\0b\n", "control character"),
        ("event: x\nsite: \x1b[31m\n", "bots.yaml:2: a control character"),
        ('site: "\\e[31m"\n' + TWO_BOTS, "bots.yaml:1: site: control characters"),
        ('site: "\\ud83d"\n' + TWO_BOTS, "bots.yaml:1: \\ud83d is half of a character"),
        ('"\\udc00": 1\n' + TWO_BOTS, "bots.yaml:1: \\udc00 is half of a character"),
        ("[" * 1000, "nested too deeply"),
        ("event: " + "x" * 100_001, "larger than 100,000 bytes"),
        ("a: &a [x]\nb: *a\n", "bots.yaml:2: anchors and aliases"),
        ("a: &a [*a]\n", "bots.yaml:1: "),
        ("? [a]\n: b\n", "bots.yaml:1: a key is a word"),
        ("seed: " + "9" * 5000 + "\n" + TWO_BOTS, "seed: "),
        ("seed: -1\n" + TWO_BOTS, "seed: at least 0, not '-1'"),
        ("time-per-turn: 0s\n" + TWO_BOTS, "time-per-turn: a time longer than 0"),
        ("time-per-turn: 999h\n" + TWO_BOTS, "longer than a day"),
        ("margin: none\n" + TWO_BOTS, "margin: 'none' is not a length of time"),
        ("time-per-turn: " + "x" * 3000 + "\n" + TWO_BOTS, "xxx...' is not a length of time"),
        ("openings: pipe.txt\n" + TWO_BOTS, "openings: pipe.txt is a pipe, not a file"),
        ("event: [a]\n" + TWO_BOTS, "event: a text is expected, not a list"),
        ("game: kalah:99x4\n" + TWO_BOTS, "game: a side has 1 to 12 pits"),
    ],
)
def test_a_file_that_cannot_be_used(folder: Path, text: str, complaint: str) -> None:
    os.mkfifo(folder / "pipe.txt")
    told = complaints(folder, text)
    assert complaint.removeprefix(": ") in "\n".join(told)
    assert all(len(problem) < 250 and "\n" not in problem for problem in told)


def test_a_bomb_of_aliases_is_refused_at_once(folder: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for n in range(1, 30):
        lines.append(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]")
    assert any("aliases" in told for told in complaints(folder, "\n".join(lines)))


def test_a_file_that_is_not_text(folder: Path) -> None:
    (folder / "bots.yaml").write_bytes(b"event: ok\nsite: caf\xe9\n")
    with pytest.raises(BadTournament, match=r"bots.yaml:2: this is not UTF-8"):
        load(folder / "bots.yaml")


def test_a_file_that_is_not_there(folder: Path) -> None:
    with pytest.raises(BadTournament, match=r"none.yaml: there is no such file"):
        load(folder / "none.yaml")
    with pytest.raises(BadTournament, match="this is a folder"):
        load(folder)


def test_a_byte_order_mark_and_crlf_are_accepted(folder: Path) -> None:
    text = "\ufeffevent: E\r\n" + TWO_BOTS
    (folder / "bots.yaml").write_bytes(text.encode())
    assert load(folder / "bots.yaml").about.event == "E"


@pytest.mark.parametrize(
    ("game", "given", "evaluation"),
    [
        ("owari", "", "goals-and-row"),
        ("othello", "", "fitted"),
        ("othello:6", "evaluation: classroom", "classroom"),
        ("othello", "evaluation: 2*mobility+10*corners", "2*mobility + 10*corners"),
        ("othello", "evaluation: {mobility: 2, danger: -0.5}", "2*mobility - 0.5*danger"),
        ("free-othello", "evaluation:\n      corners: 1", "corners"),
    ],
)
def test_the_evaluations_of_a_game(folder: Path, game: str, given: str, evaluation: str) -> None:
    bots = f"bots:\n  - name: A\n    engine: alpha-beta\n    depth: 3\n    {given}\n"
    bots += "  - name: B\n    engine: first\n"
    player = loaded(folder, f"game: {game}\n{bots}").bots[0].player
    assert player == BuiltinSettings("alpha-beta", Settings(3, evaluation=evaluation))


def test_an_evaluation_of_another_game(folder: Path) -> None:
    bots = "bots: [{name: A, engine: alpha-beta, evaluation: goals}, {name: B, engine: first}]"
    sentence = "evaluation: 'goals' is not an evaluation for othello; there are fitted"
    with pytest.raises(BadTournament, match=re.escape(sentence)):
        loaded(folder, f"game: othello\n{bots}")


def test_names_that_differ_in_case_only_are_one(folder: Path) -> None:
    text = "bots:\n- {name: Zoë, engine: first}\n- {name: ZOË, engine: first}\n"
    assert complaints(folder, text) == ["bots.yaml:3: name: the bot in line 2 is called 'Zoë' too"]


def test_names_that_look_the_same_are_not_both_taken(folder: Path) -> None:
    text = "bots:\n- {name: Coco, engine: first}\n- {name: Сосо, engine: first}\n"
    assert complaints(folder, text) == [
        "bots.yaml:3: name: the bot in line 2 is called 'Coco', which looks the same"
    ]


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [('"Comet "', "Comet", "Comet"), ("Comet  2", "Comet 2", "Comet 2"), ("A", '"A \ufe0f"', "A")],
)
def test_names_that_results_keep_as_one_are_one(
    folder: Path, one: str, other: str, name: str
) -> None:
    text = f"bots:\n- {{name: {one}, engine: first}}\n- {{name: {other}, engine: first}}\n"
    assert complaints(folder, text) == [
        f"bots.yaml:3: name: the bot in line 2 is called {name!r} too"
    ]


def test_a_rule_names_a_bot_in_any_form(folder: Path) -> None:
    text = (
        "format: gauntlet\nchallenger: 'A  1 '\n"
        "bots:\n- {name: A 1, engine: first}\n- {name: B, engine: first}\n"
    )
    assert json.loads(loaded(folder, text).rules)["challenger"] == ["A 1"]


def test_a_name_has_one_form(folder: Path) -> None:
    text = "bots:\n- {name: Jose\u0301, engine: first}\n- {name: B, engine: first}\n"
    assert loaded(folder, text).bots[0].name == "José"
    text = "bots:\n- {name: Jose\u0301, engine: first}\n- {name: José, engine: first}\n"
    assert complaints(folder, text) == ["bots.yaml:3: name: the bot in line 2 is called 'José' too"]


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u0301", "T\u0435am"])
def test_names_that_nobody_can_read(folder: Path, name: str) -> None:
    text = f"bots:\n- {{name: A, engine: first}}\n- {{name: {name}, engine: first}}\n"
    (told,) = complaints(folder, text)
    assert told.startswith("bots.yaml:3: name: ")


@pytest.mark.parametrize("name", ['""', '"  "', '"a\\nb"', '"\\e[31mred"', '"a\\u202eb"', "x" * 61])
def test_names_that_would_spoil_a_table(folder: Path, name: str) -> None:
    (told,) = complaints(
        folder, f"bots:\n- {{name: A, engine: first}}\n- {{name: {name}, engine: first}}\n"
    )
    assert told.startswith("bots.yaml:3: name: ")


def test_a_program_on_path_is_found_whatever_the_folder(folder: Path) -> None:
    player = bot(folder, f"command: [{sys.executable}, ./rocket.py]").player
    assert isinstance(player, ProgramSettings)
    assert player.command == (sys.executable, "./rocket.py")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("5s", 5), ("200ms", 0.2), ("2m", 120), ("1h", 3600), ("1.5", 1.5), ("0", 0), ("90 s", 90)],
)
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == pytest.approx(seconds)
    assert parse_duration(format_duration(seconds)) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("defaults", "complaint"),
    [
        ("directry: own", "2: defaults: 'directry' is no key of a bot; did you mean directory?"),
        ("name: A", "2: name: each bot has its own: leave it out of the defaults"),
        ("command: ./a", "2: command: each bot has its own: leave it out of the defaults"),
        ("depth: deep", "2: depth: a whole number is expected, not 'deep'"),
        ("directory: nowhere", "2: directory: there is no folder "),
        ("time-per-turn: soon", "2: time-per-turn: 'soon' is not a length of time"),
        ("environment: {'a=b': c}", "2: environment: 'a=b' cannot be set in an environment"),
    ],
)
def test_complaints_about_defaults_name_their_line(
    defaults: str, complaint: str, folder: Path
) -> None:
    text = f"""defaults:
  {defaults}
bots:
  - {{name: A, engine: alpha-beta}}
  - {{name: B, engine: alpha-beta}}
  - {{name: C, command: [python3, rocket.py]}}
"""
    (said,) = complaints(folder, text)
    assert said.startswith(f"bots.yaml:{complaint}")


def test_defaults_are_a_mapping(folder: Path) -> None:
    (said,) = complaints(folder, "defaults: [a]\n" + TWO_BOTS)
    assert said == "bots.yaml:1: defaults: a mapping is expected, not a list"


def test_keys_that_are_no_rules_are_not_among_them(folder: Path) -> None:
    plain = loaded(folder, TWO_BOTS)
    more = loaded(folder, "give-up-after: 3\ndefaults: {depth: 3}\n" + TWO_BOTS)
    assert more.give_up_after == 3
    assert more.rules == plain.rules


@pytest.mark.parametrize("form", ["knockout", "swiss", "ladder", "gauntlet", "round-robin"])
def test_guests_play_where_the_pairings_do_not_depend_on_results(form: str, folder: Path) -> None:
    text = f"""
format: {form}
bots:
  - {{name: A, engine: first}}
  - {{name: B, engine: greedy}}
  - {{name: C, engine: greedy, guest: true}}
"""
    if form in ("gauntlet", "round-robin"):
        assert loaded(folder, text).all_bots[2].guest
    else:
        said = f"bots.yaml:6: guest: {form} ranks all bots; leave the key out"
        assert complaints(folder, text) == [said]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "keys", "games"),
    [
        (1416, "", 2_003_640),
        (3, "rounds: 1000\ngames-per-match: 1000\n", 3_000_000),
        (1003, "format: gauntlet\nrounds: 500\n", 1_002_000),
    ],
)
def test_a_tournament_of_games_without_end_is_refused(
    tmp_path: Path, bots: int, keys: str, games: int
) -> None:
    entries = "".join(f"- {{name: b{number}, engine: first}}\n" for number in range(bots))
    file = tmp_path / "bots.yaml"
    file.write_text(f"game: owari\n{keys}bots:\n{entries}")
    with pytest.raises(BadTournament) as error:
        load(file)
    assert f"of {bots:,} bots has {games:,} games, and 1,000,000 is the limit" in str(error.value)


def test_a_tournament_of_a_million_games_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text(f"game: owari\nrounds: 1000\ngames-per-match: 1000\n{TWO_BOTS}")
    assert load(file).all_bots[1].name == "B"


def test_names_that_look_alike_are_found_among_many(tmp_path: Path) -> None:
    """The earliest of them is named."""
    names = [f"Comet {number}" for number in range(300)] + ["Comet Il", "Comet 2I", "comet 7"]
    entries = "".join(f"- {{name: {name}, engine: first}}\n" for name in names)
    file = tmp_path / "bots.yaml"
    file.write_text(f"game: owari\nbots:\n{entries}")
    with pytest.raises(BadTournament) as error:
        load(file)
    assert [line.split(": ", 1)[1] for line in str(error.value).splitlines()] == [
        "name: the bot in line 14 is called 'Comet 11', which looks the same",
        "name: the bot in line 24 is called 'Comet 21', which looks the same",
        "name: the bot in line 10 is called 'Comet 7' too",
    ]
