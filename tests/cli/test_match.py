"""`owari match` as somebody types it who has changed a bot, with real programs."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import LONGEST, output, owari, refusal, run, started
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

LOWEST = PROGRAMS / "line" / "lowest.py"


def command_of(program: Path) -> str:
    return f"{sys.executable} {program}"


def match(folder: Path, *words: str) -> Any:
    return json.loads(output("match", *words, "--format", "json", folder=folder))


def difference(tables: Any) -> dict[str, Any]:
    """The values of the table of differences by their names."""
    rows = tables["difference"]
    name = next(iter(rows[0]))
    return {row[name]: row for row in rows}


def test_the_stronger_bot_is_found(tmp_path: Path) -> None:
    tables = match(tmp_path, "engine:3", "random", "--games", "40")
    found = difference(tables)
    assert found["score in %"]["value"] > found["score in %"]["from"] > 50
    assert found["Elo"]["from"] > 0
    assert found["likelihood of superiority in %"]["value"] > 97.5
    assert "engine:3 is stronger than random." in tables["notes"]
    assert sum(tables["pairs"][0][points] for points in ("0", "1/2", "1", "1 1/2", "2")) == 20
    assert [bot["played"] for bot in tables["bots"]] == [40, 40]


def test_the_table_is_from_the_view_of_the_first(tmp_path: Path) -> None:
    tables = match(tmp_path, "random", "engine:3", "--games", "40")
    assert "engine:3 is stronger than random." in tables["notes"]
    assert difference(tables)["Elo"]["value"] < 0


def test_a_sequential_test_stops_at_a_bound(tmp_path: Path) -> None:
    found = match(tmp_path, "engine:3", "random", "--sprt", "0", "80", "--record", "m.db")
    row = difference(found)["LLR for 80 against 0 normalized Elo"]
    assert row["value"] >= row["to"] == 2.94
    assert any("engine:3 is stronger than random." in note for note in found["notes"])
    played = found["bots"][0]["played"]
    assert played < 200
    # The same command shows the same and plays nothing.
    assert match(tmp_path, "engine:3", "random", "--sprt", "0", "80", "--record", "m.db") == found
    table = json.loads(output("standings", "m.db", "--format", "json", folder=tmp_path))
    assert table["standings"][0]["bot"] == "engine:3"
    assert "Champion: engine:3" in table["notes"]


def test_a_match_goes_on_with_what_is_stored(tmp_path: Path) -> None:
    words = ("engine:3", "random", "--record", "m.db")
    first = match(tmp_path, *words, "--games", "8")
    assert first["bots"][0]["played"] == 8
    more = match(tmp_path, *words, "--games", "20")
    assert more["bots"][0]["played"] == 20
    (tmp_path / "m.db").unlink()
    assert without_times(match(tmp_path, *words, "--games", "20")) == without_times(more)


def without_times(tables: Any) -> Any:
    for bot in tables["bots"]:
        del bot["s/game"], bot["slowest turn"]
    return tables


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("engine:3", "engine:4"), "holds games of engine:3, engine:2, and this match is between"),
        (("engine:3", "engine:2", "--seed", "1"), "seed was 0 and is 1 now"),
        (("engine:3", "engine:2", "--time", "1s"), "time-per-turn was 5s and is 1s now"),
        (("engine:3", "engine:2", "--game", "owari:4x3"), "game was owari and is owari:4x3 now"),
    ],
)
def test_other_bots_or_rules_are_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    output("match", "engine:3", "engine:2", "--games", "2", "--record", "m.db", folder=tmp_path)
    before = (tmp_path / "m.db").read_bytes()
    shown = refusal("match", *words, "--games", "4", "--record", "m.db", folder=tmp_path)
    assert said in shown
    assert (tmp_path / "m.db").read_bytes() == before


def test_a_changed_program_is_refused(tmp_path: Path) -> None:
    for name in ("old.py", "new.py"):
        shutil.copy(LOWEST, tmp_path / name)
    words = ("match", f"{sys.executable} old.py", f"{sys.executable} new.py", "--games", "2")
    done = owari(tmp_path, *words, "--record", "m.db")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "new.py").open("a") as file:
        file.write("# better\n")
    refused = owari(tmp_path, *words, "--record", "m.db")
    assert refused.returncode == 2
    assert "new.py's new.py has changed since game 2 was played" in refused.stderr
    assert owari(tmp_path, *words, "--record", "other.db").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("engine", "greedy"), "engine: say how far it looks, as engine:5 for 5 plies"),
        (("engine:0", "greedy"), "engine:0: depth: at least 1, not '0'"),
        (("engine:fast", "greedy"), "engine:fast: time: 'fast' is not a length of time"),
        (("engine:5:nonsense", "greedy"), "engine:5:nonsense: evaluation:"),
        (("nobody", "greedy"), "nobody"),
        (("greedi", "greedy"), "did you mean greedy?"),
        (("", "greedy"), "the command is empty"),
        (("'", "greedy"), "has an open quote"),
        (("none.yaml:Bot", "greedy"), "none.yaml"),
        (("greedy", "random", "--games", "3"), "a match has pairs of games"),
        (("greedy", "random", "--sprt", "5", "5"), "the smaller one first, as --sprt 0 50"),
        (("greedy", "random", "--sprt", "nan", "5"), "the smaller one first"),
        (("greedy", "random", "--sprt", "0", "900"), "at most 500"),
        (("greedy", "random", "--openings", "rando"), "--openings: 'rando': there is no such file"),
        (("greedy", "random", "--alpha", "0.1"), "add --sprt ELO0 ELO1"),
        (("greedy", "random", "--sprt", "0", "5", "--alpha", "0.7"), "--alpha: give a probability"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in refusal("match", *words, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_bots_without_chance_play_as_many_games_as_there_are_openings(tmp_path: Path) -> None:
    found = difference(match(tmp_path, "engine:2", "greedy", "--games", "40"))
    assert found["distinct games"]["value"] == 40
    again = match(tmp_path, "engine:2", "greedy", "--games", "40", "--record", "m.db")
    assert difference(again) == found
    shown = json.loads(output("show", "m.db", "--format", "json", folder=tmp_path))
    assert len(shown["games"]) == 40
    seeded = match(tmp_path, "engine:2", "greedy", "--games", "40", "--seed", "5")
    assert difference(seeded) != found


def test_bots_without_chance_end_when_every_opening_is_played(tmp_path: Path) -> None:
    """From the start of the rules, these two play the same two games for ever."""
    tables = match(tmp_path, "engine:2", "greedy", "--openings", "none")
    assert [bot["played"] for bot in tables["bots"]] == [2, 2]
    assert tables["notes"] == [
        "No difference is proved.",
        "Both bots play without chance, so more games would only repeat these.",
    ]
    (tmp_path / "openings.txt").write_text("S0 N7\nS0 N7\nS1 N8\n")
    tables = match(tmp_path, "engine:2", "greedy", "--openings", "openings.txt")
    assert [bot["played"] for bot in tables["bots"]] == [4, 4]
    assert difference(tables)["distinct games"]["value"] == 4


@pytest.mark.nightly
def test_a_program_that_repeats_itself_ends_the_match_late(tmp_path: Path) -> None:
    """Nobody knows that it has no chance; a rare variation would have shown in so many games."""
    words = (command_of(LOWEST), "first", "--openings", "none", "--sandbox", "none")
    tables = match(tmp_path, *words, "--record", "m.db")
    assert [bot["played"] for bot in tables["bots"]] == [2, 2]
    verdict, repeated, rare = tables["notes"]
    assert verdict == "No difference is proved."
    assert "100 games repeat earlier ones move for move and do not count" in repeated
    assert "--openings random" in repeated
    assert rare == (
        "A bot that plays otherwise in 3% of its games would have shown it in 19 of 20 such"
        " matches."
    )
    table = json.loads(output("standings", "m.db", "--format", "json", folder=tmp_path))
    assert [row["played"] for row in table["standings"]] == [2, 2]
    assert any(
        note == "100 games repeat an earlier one move for move, and do not count."
        for note in table["notes"]
    )


MOODY = """\
import sys
from pathlib import Path

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command == "owari":
        print("ready", flush=True)
    elif command == "game":
        count = Path(__file__).with_suffix(".count")
        games = len(count.read_text()) if count.exists() else 0
        count.write_text("#" * (games + 1))
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = list(range(6) if rest[2] == "S" else range(7, 13))
        legal = [pit for pit in own if pits[pit]]
        print(legal[-1] if games % 10 == 9 else legal[0], flush=True)
    elif command == "quit":
        break
"""


@pytest.mark.nightly
def test_the_match_and_its_standings_count_every_game_of_a_bot_that_varies(tmp_path: Path) -> None:
    (tmp_path / "moody.py").write_text(MOODY)
    bots = (f"{sys.executable} moody.py", "first", "--sandbox", "none")
    conditions = ("--openings", "none", "--concurrency", "1", "--record", "m.db")
    before = match(tmp_path, *bots, *conditions, "--games", "8")
    assert [bot["played"] for bot in before["bots"]] == [2, 2]
    tables = match(tmp_path, *bots, *conditions, "--games", "40")
    assert [bot["played"] for bot in tables["bots"]] == [40, 40]
    assert sum(tables["pairs"][0][points] for points in ("0", "1/2", "1", "1 1/2", "2")) == 20
    table = json.loads(output("standings", "m.db", "--format", "json", folder=tmp_path))
    won = {row["bot"]: (row["played"], row["won"]) for row in table["standings"]}
    assert won == {bot["bot"]: (bot["played"], bot["won"]) for bot in tables["bots"]}


def test_a_match_of_version_1_0_0_goes_on(tmp_path: Path) -> None:
    """Its rules do not say which games count."""
    words = ("engine:2", "greedy", "--record", "m.db")
    match(tmp_path, *words, "--games", "4")
    with sqlite3.connect(tmp_path / "m.db") as connection:
        rows = dict(connection.execute("SELECT key, value FROM tournament"))
        rules = json.loads(rows["rules"])
        assert rules.pop("repeated-games") == "match"
        connection.execute(
            "UPDATE tournament SET value = ? WHERE key = 'rules'", (json.dumps(rules),)
        )
    assert match(tmp_path, *words, "--games", "6")["bots"][0]["played"] == 6


OPENINGS = """\
S0 N7
S1 N8
"""


def test_openings_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text(OPENINGS)
    words = ("engine:2", "greedy", "--openings", "openings.txt", "--record", "m.db")
    tables = match(tmp_path, *words, "--games", "4")
    assert difference(tables)["distinct games"]["value"] == 4
    with sqlite3.connect(tmp_path / "m.db") as connection:
        rows = connection.execute("SELECT number, opening, pair, leg FROM games ORDER BY number")
        assert [row[1:] for row in rows] == [
            ("S0 N7", "1", "1"),
            ("S0 N7", "1", "2"),
            ("S1 N8", "2", "1"),
            ("S1 N8", "2", "2"),
        ]
    (tmp_path / "openings.txt").write_text(OPENINGS * 2 + "S2 N9\n")
    assert "openings was" in refusal("match", *words, "--games", "6", folder=tmp_path)


PROMPTING = f"""\
bots:
  - name: Talker
    command: [{sys.executable}, {PROGRAMS}/console/talker.py]
    protocol: console
    start: {{first: [s], second: [n]}}
  - name: First only
    command: [{sys.executable}, {PROGRAMS}/console/talker.py]
    protocol: console
    start: {{first: [s], second: false}}
"""


def test_programs_that_cannot_begin_with_an_opening(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(PROMPTING)
    talker = "bots.yaml:Talker"
    done = owari(tmp_path, "match", talker, "random", "--games", "2")
    assert done.returncode == 0
    assert "cannot begin with an opening, so all games begin at the start" in done.stderr
    refused = refusal("match", talker, "random", "--openings", "random", folder=tmp_path)
    assert "Talker: a program that speaks console" in refused
    refused = refusal("match", "bots.yaml:First only", "random", folder=tmp_path)
    assert "First only cannot move second, but in a match each bot moves first in half" in refused


TWO_BOTS = f"""\
time-per-turn: 3s
bots:
  - {{name: Lowest, command: [{sys.executable}, {LOWEST}]}}
  - {{name: Looks ahead, engine: alpha-beta, depth: 3}}
"""


def test_bots_of_files(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(TWO_BOTS)
    tables = match(
        tmp_path, "bots.yaml:Looks ahead", "bots.yaml:Lowest", "--games", "4", "--record", "m.db"
    )
    assert [bot["bot"] for bot in tables["bots"]] == ["Looks ahead", "Lowest"]
    with sqlite3.connect(tmp_path / "m.db") as connection:
        stored = [json.loads(text) for (text,) in connection.execute("SELECT settings FROM bots")]
    assert [settings["time-per-turn"] for settings in stored] == [3.0, 3.0]


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (("greedy", "greedy"), ["greedy (1)", "greedy (2)"]),
        (("one.yaml:Bot", "two.yaml:Bot"), ["one.yaml:Bot", "two.yaml:Bot"]),
        ((f"{sys.executable} a/bot.py", f"{sys.executable} b/bot.py"), ["a/bot.py", "b/bot.py"]),
        (
            (f"{sys.executable} bot.py", f"{sys.executable} -u bot.py"),
            [f"{sys.executable} bot.py"[-60:], f"{sys.executable} -u bot.py"[-60:]],
        ),
    ],
)
def test_equal_names_are_told_apart(
    tmp_path: Path, players: tuple[str, str], names: list[str]
) -> None:
    for folder in ("a", "b", "."):
        (tmp_path / folder).mkdir(exist_ok=True)
        shutil.copy(LOWEST, tmp_path / folder / "bot.py")
    for file in ("one.yaml", "two.yaml"):
        (tmp_path / file).write_text("bots: [{name: Bot, engine: greedy}]\n")
    tables = match(tmp_path, *players, "--games", "2")
    assert [bot["bot"] for bot in tables["bots"]] == names


def test_the_game_is_that_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("game: othello:4\nbots: [{name: A, engine: greedy}]\n")
    (tmp_path / "b.yaml").write_text("game: owari\nbots: [{name: B, engine: greedy}]\n")
    tables = match(tmp_path, "a.yaml:A", "random", "--games", "2")
    assert "discs" in tables["bots"][0]
    assert "add --game" in refusal("match", "a.yaml:A", "b.yaml:B", folder=tmp_path)


def test_forfeits_are_counted_and_shown(tmp_path: Path) -> None:
    crashing = command_of(PROGRAMS / "bad" / "crashes.py")
    done = owari(tmp_path, "match", crashing, "random", "--games", "20", "--format", "json")
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout)
    assert [bot["forfeits"] for bot in tables["bots"]] == [20, 0]
    assert any(note.startswith("random is stronger than") for note in tables["notes"])


@pytest.mark.nightly
def test_ctrl_c_shows_the_table_and_the_command_that_goes_on(tmp_path: Path) -> None:
    words = ("match", "engine:10ms", "engine:2", "--games", "400")
    process = started(tmp_path, *words)
    line = process.stderr.readline()
    assert re.match(r"2\d of 400 games: engine:10ms ", line), line
    process.send_signal(signal.SIGINT)
    shown, said = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert "engine:10ms against engine:2" in shown
    goes_on = re.search(r"To continue: owari (match engine:10ms .* --record (\S+))", said)
    assert goes_on, said
    record = Path(goes_on[2])
    try:
        again = started(tmp_path, *goes_on[1].split())
        assert "games are already played." in again.stderr.readline()
        again.send_signal(signal.SIGTERM)
        again.communicate(timeout=LONGEST)
        assert again.returncode == 130
    finally:
        shutil.rmtree(record.parent)


def test_without_record_nothing_is_left(tmp_path: Path) -> None:
    done = run("match", "greedy", "first", "--games", "2", environment={"TMPDIR": str(tmp_path)})
    assert done.exit_code == 0
    assert [path for path in tmp_path.iterdir() if path.name.startswith("owari-match")] == []


def test_the_line_is_rewritten_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("match", "random", "greedy", "--games", "6", folder=tmp_path, size=(24, 60))
    assert terminal.end() == 0
    *lines, tables = re.split(r"\r(?!\n)", terminal.seen)
    games = [line[0] for line in lines if line.strip()]  # quick games end together
    assert games == sorted(set(games))
    assert games[-1] == "6"
    assert all(len(line) < 60 for line in lines)
    assert tables.startswith("random - greedy")


def test_a_program_that_changes_during_the_match_ends_it(tmp_path: Path) -> None:
    """A bot that changes its own file, as somebody does who goes on programming."""
    shutil.copy(LOWEST, tmp_path / "old.py")
    text = LOWEST.read_text()
    (tmp_path / "new.py").write_text(f"open({str(tmp_path / 'new.py')!r}, 'a').write('#')\n{text}")
    words = ("match", f"{sys.executable} old.py", f"{sys.executable} new.py", "--games", "8")
    done = owari(tmp_path, *words, "--sandbox", "none", "--record", "m.db")
    assert done.returncode == 2
    assert "new.py's new.py has changed during the match" in done.stderr
    assert "Begin a new match. To continue this one, put the old file back." in done.stderr
    assert "Pairs" in done.stdout
    assert json.loads(output("show", "m.db", "--format", "json", folder=tmp_path))["games"] == []


def test_a_program_that_changes_during_a_tournament_is_named(tmp_path: Path) -> None:
    text = LOWEST.read_text()
    (tmp_path / "new.py").write_text(f"open({str(tmp_path / 'new.py')!r}, 'a').write('#')\n{text}")
    (tmp_path / "bots.yaml").write_text(
        "sandbox: none\nbots:\n  - {name: Greedy, engine: greedy}\n"
        f"  - {{name: Team X, command: [{sys.executable}, new.py]}}\n"
    )
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0
    assert "Team X's new.py has changed during the run, so some games may be" in done.stderr
    assert "--replay 'Team X' plays the games of Team X again." in done.stderr
    assert (
        "has changed since game 2 was played" in owari(tmp_path, "tournament", "bots.yaml").stderr
    )


def test_a_bot_that_always_forfeits_ends_the_match_and_is_explained(tmp_path: Path) -> None:
    crashing = command_of(PROGRAMS / "bad" / "crashes.py")
    tables = match(tmp_path, crashing, "greedy", "--sandbox", "none")
    assert tables["bots"][0]["played"] == 20
    verdict, why = tables["notes"]
    assert verdict.startswith("greedy is stronger than ")
    assert "crashes.py forfeited 20 of 20 games. Game 1: " in why
    assert "left with exit code 1" in why


@pytest.mark.parametrize(
    ("one", "other", "at_fault"),
    [
        *at_night(("false", "greedy", ["false"]), ("greedy", "false", ["false"])),
        ("false", "/bin/false", ["false", "/bin/false"]),
        (command_of(PROGRAMS / "bad" / "exits_at_start.py"), "greedy", ["exits_at_start.py"]),
    ],
)
@pytest.mark.parametrize("test", [(), *at_night((("--sprt", "0", "50"),))])
def test_a_match_in_which_a_bot_never_moved_has_no_result(
    tmp_path: Path, one: str, other: str, at_fault: list[str], test: tuple[str, ...]
) -> None:
    words = ("match", one, other, "--sandbox", "none", *test)
    done = owari(tmp_path, *words, "--format", "json")
    assert done.returncode == 1
    assert f"{at_fault[0]} forfeited 4 of 4 games before its first move." in done.stderr
    assert "Game 1: " in done.stderr
    assert "The match measured nothing." in done.stderr
    assert "Elo" not in done.stderr
    tables = json.loads(done.stdout)
    assert set(tables) == {"bots", "notes"}
    *faults, nothing = tables["notes"]
    assert [
        fault.split(" forfeited 4 of 4 games before its first move.")[0] for fault in faults
    ] == [
        next(bot["bot"] for bot in tables["bots"] if bot["bot"].endswith(name)) for name in at_fault
    ]
    assert sum("Game 1: " in fault for fault in faults) == 1
    assert nothing == "In no game did both bots take part: nothing was measured."


@pytest.mark.parametrize("form", ["csv", "plain"])
def test_no_format_has_numbers_of_a_match_that_measured_nothing(tmp_path: Path, form: str) -> None:
    done = owari(tmp_path, "match", "false", "greedy", "--sandbox", "none", "--format", form)
    assert done.returncode == 1
    assert "false" in done.stdout
    assert not re.search("Elo|superiority|score in|stronger|points of a pair", done.stdout)


def test_a_bot_against_itself_plays_alike(tmp_path: Path) -> None:
    (verdict,) = match(tmp_path, "engine:2", "engine:2", "--games", "8")["notes"]
    assert verdict.endswith("Both bots made the same moves with the same side in all games.")


def test_a_program_that_prompts_without_a_file(tmp_path: Path) -> None:
    talker = command_of(PROGRAMS / "console" / "talker.py")
    words = ("match", talker, "first", "--start", "s/n", "--games", "2")
    done = owari(tmp_path, *words, "--record", "m.db")
    assert done.returncode == 0, done.stderr
    assert "forfeited" not in done.stdout
    assert "cannot begin with an opening" in done.stderr
    with sqlite3.connect(tmp_path / "m.db") as connection:
        (stored,) = connection.execute("SELECT settings FROM bots WHERE name <> 'first'")
    assert json.loads(stored[0])["start"]["first"] == ["s"]
    refused = refusal(*words, "--set", "strat=y", folder=tmp_path)
    assert "no key 'strat'" in refused
