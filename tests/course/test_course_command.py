"""A course at the command line: teams, hand-ins, their checks, and what is refused."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import tarfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from owari.course.course_store import CourseStore
from owari.course.roster import team_of
from tests.support.command import output, owari, refusal, run, started
from tests.support.sample_programs import PROGRAMS

LOWEST = PROGRAMS / "line" / "lowest.py"
CONDITIONS = """
game: owari
time-per-turn: 10s
sandbox: auto
check-time: 4m
learn-time: 4m
hand-in-size: 1MB
hand-ins-per-day: 4
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    output("course", "init", "c", folder=tmp_path)
    (tmp_path / "c" / "course.yaml").write_text(CONDITIONS)
    output("course", "enrol", "c", "Rocket", "Comet", folder=tmp_path)
    return tmp_path


def hand_in(folder: Path, program: Path, *words: str, team: str = "Rocket") -> tuple[int, str]:
    """The exit code and what the command prints."""
    found = owari(folder, "course", "hand-in", program, "--course", "c", "--team", team, *words)
    assert "Traceback" not in found.stdout + found.stderr
    return found.returncode, found.stdout + found.stderr


def states(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "c" / "course.db")) as store:
        return [state for (state,) in store.execute("SELECT state FROM versions ORDER BY id")]


def archive(folder: Path, **files: str) -> Path:
    """An archive with one folder around everything."""
    path = folder / "bot.zip"
    with zipfile.ZipFile(path, "w") as out:
        for name, text in files.items():
            out.writestr(f"Team Rocket/{name.replace('_', '.')}", text)
    return path


def test_a_new_course_has_a_file_that_is_read(tmp_path: Path) -> None:
    output("course", "init", "c", "--game", "kalah", folder=tmp_path)
    assert "team,token" in output("course", "enrol", "c", "A", "--format", "csv", folder=tmp_path)
    assert (tmp_path / "c").stat().st_mode & 0o777 == 0o700
    assert "is a course already" in refusal("course", "init", "c", folder=tmp_path)
    assert "is no course" in refusal("course", "versions", ".", folder=tmp_path)


def test_a_second_assignment_takes_the_roster_of_the_first(course: Path) -> None:
    links = output("course", "enrol", "c", "Meteor", "--format", "csv", folder=course)
    token = links.rpartition("#")[2].strip()
    output("course", "staff", "c", "Ann", folder=course)
    output("course", "init", "d", "--game", "kalah", folder=course)
    output("course", "enrol", "d", "Rocket", folder=course)
    output("course", "remove", "c", "Comet", "--yes", folder=course)
    words = ("course", "enrol", "d", "--from", "c")
    said = output(*words, folder=course)
    assert said.startswith("1 new team: Meteor.\nTheir links are those of c with http")
    assert output(*words, folder=course).startswith("0 new teams.\n")
    assert "name no others" in refusal(*words, "Late", folder=course)
    with CourseStore(course / "d" / "course.db") as store:
        team = team_of(store, token)
        assert team
        assert (team.name, [who.name for _, who in store.staff()]) == ("Meteor", ["Ann"])


def test_tokens_are_shown_once_and_kept_hashed(course: Path) -> None:
    (course / "roster.csv").write_text("no,team\n1,Ann\n2,Ben\n")
    listed = output(
        "course", "enrol", "c", "--file", "roster.csv", "--format", "csv", folder=course
    )
    tokens = re.findall(r"^\w+,([\w-]{22}),http", listed, re.M)
    again = output("course", "enrol", "c", "Ann", "--again", "--format", "csv", folder=course)
    kept = (course / "c" / "course.db").read_bytes()
    assert len(tokens) == 2
    assert not any(token.encode() in kept for token in tokens)
    assert tokens[0] not in again
    assert "already: --again gives" in refusal("course", "enrol", "c", "Ben", folder=course)
    assert "did you mean 'Ann'" in refusal("course", "enrol", "c", "Amn", "--again", folder=course)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("deadline: tomorrow", "course.yaml:9: deadline: a day, a time and a time zone"),
        ("deadline: 2026-12-18 23:59 Mars/Base", "'Mars/Base' is no time zone"),
        ("deadlin: 2026-12-18 23:59 UTC", "unknown key 'deadlin'; did you mean deadline?"),
        ("languages: [Pyton]", "did you mean Python?"),
        ("hand-in-files: 0", "hand-in-files: at least 1"),
        ("format: swiss", "format: a ladder has none"),
        ("baselines: [{name: X, command: ./x}]", "baselines: each has a built-in engine"),
        ("baselines: [{name: X, engine: gredy}]", "'gredy' is no built-in engine; did you mean gr"),
        ("address: https://owari.org:99999", "address: a port has a number from 1 to 65535"),
        ("time-per-turn: 3s", "time-per-turn appears twice"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_line(course: Path, line: str, problem: str) -> None:
    (course / "c" / "course.yaml").write_text(f"{CONDITIONS}{line}\n")
    assert problem in refusal("course", "versions", "c", folder=course)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_right_one_plays_and_a_wrong_one_after_it_changes_nothing(course: Path) -> None:
    code, said = hand_in(course, LOWEST)
    assert (code, states(course)) == (0, ["playing"]), said
    assert re.search(r"Receipt: Rocket, version 1, \S+\nSHA-256: [0-9a-f]{64}\n", said)
    code, said = hand_in(course, PROGRAMS / "bad" / "illegal.py")
    assert (code, states(course)) == (1, ["playing", "rejected"]), said
    assert re.search(r"failed    moves first .*pit 0 is empty", said)
    assert re.search(r"\| < 0\n", said)  # the dialogue of what failed
    code, said = hand_in(course, LOWEST, "--trial", team="Comet")
    assert (code, states(course)) == (0, ["playing", "rejected", "tried"]), said
    mode = next((course / "c" / "hand-ins" / "1" / "1").iterdir()).stat().st_mode
    assert mode & 0o777 == 0o400


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no compiler")
def test_source_in_a_folder_is_built_and_what_does_not_build_is_told(course: Path) -> None:
    source = (PROGRAMS / "line" / "greedy.c").read_text()
    code, said = hand_in(course, archive(course, main_c=source))
    assert (code, states(course)) == (0, ["playing"]), said
    assert "cc -O2" in said
    script = f"#!/usr/bin/env python3\n{LOWEST.read_text()}"
    code, said = hand_in(course, archive(course, lowest=script), team="Comet")
    assert (code, states(course)) == (0, ["playing", "playing"]), said
    code, said = hand_in(course, archive(course, main_c="int main( {"))
    assert (code, states(course)[2:]) == (1, ["rejected"]), said
    assert re.search(r"failed    build .* exit code 1: main\.c:1.*error: ", said)
    assert re.search(r"^ +\| main\.c:1:\d+: error: ", said, re.M)


RUNS_ELSEWHERE = "lies outside of the program's folder"
CONSOLE = "command: [python3, bot.py]\nprotocol: console\n"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("command: [python3, ../../../1/1/program/bot.py]", RUNS_ELSEWHERE),
        ("command: [/usr/bin/python3, bot.py]", RUNS_ELSEWHERE),
        ("command: [python3, bot.py, --book=/etc/passwd]", RUNS_ELSEWHERE),
        ("command: [python3, bot.py]\nenvironment: {PYTHONPATH: ../x}", RUNS_ELSEWHERE),
        ("command: [python3, -m, owari, engine]", "is the engine of the referee"),
        ("engine: alpha-beta", "engine: hand in a program of your own"),
        ("command: [python3, bot.py]\ntime-per-turn: 1h", "the course decides it for all"),
        ("command: [python3, bot.py]\nguest: true", "the course decides it for all"),
        ("command: [python3, bot.py]\ndirectory: /", "the folder of the file is the folder"),
        ("command: [python3, bot.py]\nprotocol: lines", "did you mean line"),
        ("command: [python3, bot.py]\nsandbox: none", "unknown key 'sandbox'"),
        ("- nothing", "keys and values are expected"),
        (f"{CONSOLE}start: {{second: false}}", "start: second: false would choose the seat"),
        (f"{CONSOLE}start: {{first: false, second: [y]}}", "say what to type when it moves first"),
    ],
)
def test_an_entry_says_how_a_program_speaks_and_no_more(
    course: Path, entry: str, sentence: str
) -> None:
    code, said = hand_in(course, archive(course, bot_py=LOWEST.read_text(), bot_yaml=entry))
    assert (code, states(course)) == (1, ["rejected"]), said
    assert sentence in said


def test_a_team_hands_in_no_more_than_its_share(course: Path) -> None:
    large = course / "large.py"
    large.write_bytes(b"#" * (1 << 20) + b"#")
    assert hand_in(course, large) == (
        2,
        "Error: the file is larger than 1 MB, the limit of the course\n",
    )
    empty = course / "empty.py"
    empty.write_text("")
    assert hand_in(course, empty) == (2, "Error: the file is empty\n")
    for _ in range(4):
        hand_in(course, course / "c" / "course.yaml")
    code, said = hand_in(course, LOWEST)
    assert (code, states(course)) == (2, ["rejected"] * 4)
    assert "4 versions in 24 hours, and the limit is 4: the next one is taken from" in said
    assert [path.name for path in (course / "c" / "hand-ins").glob(".upload*")] == []


@pytest.mark.slow
def test_a_killed_check_is_done_by_the_next_command(course: Path) -> None:
    words = ("course", "hand-in", LOWEST, "--course", "c", "--team", "Rocket")
    with started(course, *words) as process:
        end = time.monotonic() + 120
        while states(course) not in (["building"], ["checking"]) and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert states(course) in (["building"], ["checking"])
    code, said = hand_in(course, LOWEST, team="Comet")
    assert (code, states(course)) == (0, ["playing", "playing"]), said


HOSTILE = """\
import os, sys
def spoil():
    course = {course!r}
    for place in (sys.argv[0], "kept", "../x", course + "/course.db", course + "/course.yaml"):
        for mode in ("rb", "ab"):
            try:
                with open(place, mode) as file:
                    file.write(b"x") if mode == "ab" else file.read()
                print("#", place, mode, "open", file=sys.stderr)
            except OSError:
                pass
spoil()
"""


@pytest.mark.slow
def test_what_a_program_writes_into_its_folder_is_gone(course: Path, isolated: None) -> None:
    program = course / "spoils.py"
    program.write_text(HOSTILE.format(course=str(course / "c")) + LOWEST.read_text())
    before = (course / "c" / "course.yaml").read_bytes()
    code, said = hand_in(course, program)
    assert code == 0, said
    (folder,) = (course / "c" / "versions" / "1" / "1").iterdir()
    assert sorted(path.name for path in folder.iterdir()) == [".owari", "spoils.py"]
    assert (folder / "spoils.py").read_bytes() == program.read_bytes()
    assert (course / "c" / "course.yaml").read_bytes() == before


HARMS = {
    "fills the disk": "dd if=/dev/zero of=a bs=1M count=30; sleep 300",
    "forks": "for n in $$(seq 2000); do sleep 4{number}2 & done; exit 1",
    "leaves a pipe": "mkdir -p locked && touch locked/x && mkfifo locked/ff && chmod 0 locked",
    "digs": "d=1; for n in $$(seq 45); do d=$$d/1; done; mkdir -p $$d; cc -O2 -o bot main.c",
    "leaves processes": "for n in 1 2 3; do setsid sleep 4{number}2 & done; cc -O2 -o bot main.c",
}


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("fills the disk", "its folder became larger than 10 MB"),
        ("leaves a pipe", "'locked/ff' is neither a file, a folder nor a link"),
        ("leaves processes", "build "),
        ("digs", "it lies too deep, or its path is too long"),
        pytest.param("forks", "failed    build", marks=pytest.mark.nightly),
    ],
)
def test_a_build_that_harms_is_ended(course: Path, harm: str, said: str) -> None:
    mark = str(os.getpid())
    rule = HARMS[harm].replace("{number}", mark)
    source = (PROGRAMS / "line" / "greedy.c").read_text()
    program = archive(course, Makefile=f"bot: main.c\n\t{rule}\n", main_c=source)
    _, printed = hand_in(course, program)
    assert said in printed
    sleepers = [
        p for p in psutil.process_iter(["cmdline"]) if f"4{mark}2" in (p.info["cmdline"] or ())
    ]
    assert sleepers == []
    assert states(course)[0] in ("playing", "rejected")
    kept = sum(path.stat().st_size for path in (course / "c").rglob("*") if path.is_file())
    assert kept < 5 << 20


def test_a_check_at_home_builds_and_checks_as_the_course_does(tmp_path: Path) -> None:
    file = tmp_path / "given.yaml"
    file.write_text(f"{CONDITIONS}openings: [{{file: at-the-server.pgn}}]\n")
    words = ("check", LOWEST, "--course", file)
    assert "course decides this: leave --time out" in refusal(
        *words, "--time", "1s", folder=tmp_path
    )
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no file or folder x to" in refusal("check", "x", "--course", file, folder=tmp_path)
    (empty / "notes.txt").write_text("nothing\n")
    found = owari(tmp_path, "check", empty, "--course", file)
    assert (found.returncode, "The course would reject it." in found.stdout) == (1, True)
    assert "failed    build            there is neither a program nor source" in found.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "given.yaml"]


@pytest.mark.nightly
def test_what_passes_at_home_would_play(tmp_path: Path) -> None:
    """By the same way as a hand-in, which other tests follow to its end."""
    (tmp_path / "course.yaml").write_text(CONDITIONS)
    found = owari(tmp_path, "check", LOWEST, "--course", tmp_path)
    assert (found.returncode, "The course would let it play." in found.stdout) == (0, True)


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
def test_a_build_that_never_ends_is_ended(course: Path) -> None:
    program = archive(course, Makefile="bot: main.c\n\tsleep 4999\n", main_c="int main;\n")
    words = ("course", "hand-in", program, "--course", "c", "--team", "Rocket")
    with started(course, *words) as process:
        said, _ = process.communicate(timeout=600)
    assert "failed    build            the compiler took longer than 120 s" in said
    assert states(course) == ["rejected"]


def test_the_list_of_commands_is_whole() -> None:
    listed = run("course", "--help").stdout.partition("Commands:")[2].partition("Examples:")[0]
    assert [line for line in listed.splitlines() if line.endswith("...")] == []


@contextmanager
def answering(*answers: bytes) -> Iterator[str]:
    """The link of a team on a server that gives these answers and then closes; an empty answer
    closes a connection."""
    listener = socket.create_server(("127.0.0.1", 0))
    link = f"http://127.0.0.1:{listener.getsockname()[1]}/own#{'x' * 22}"

    def answer() -> None:
        with listener:
            for data in answers:
                with listener.accept()[0] as connection:
                    while data and b"--\r\n" not in connection.recv(1 << 16):
                        pass
                    connection.sendall(data)

    thread = threading.Thread(target=answer)
    thread.start()
    if not answers:
        thread.join()
    yield link
    thread.join()


RECEIPT = (
    b'{"team": "A", "version": 3, "handed_in": "now", "sha256": "0", "is_late": false,'
    b' "is_over": false}'
)


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ([], "; nothing was handed in\n"),
        ([b""], "; nobody here knows whether it was handed in: look at the page of your team"),
        ([b"HTTP/1.0 502 Bad\r\n\r\n<html>"], "status 502; nobody here knows whether it was ha"),
        ([b"HTTP/1.0 413 Large\r\n\r\n<html>"], "status 413; nothing was handed in\n"),
        ([b"HTTP/1.0 202 OK\r\n\r\n" + RECEIPT], "; version 3 has its receipt, so the server has"),
    ],
)
def test_what_is_known_of_a_hand_in_is_said_where_the_server_is_gone(
    answers: list[bytes], sentence: str
) -> None:
    with answering(*answers) as link:
        found = run("course", "hand-in", str(LOWEST), "--to", link)
    assert (found.exit_code, sentence in found.stderr) == (2, True), found.stderr


def test_a_course_needs_a_team(course: Path) -> None:
    words = ("course", "hand-in", LOWEST, "--course", "c", "--team", "Rokket")
    assert "no team 'Rokket'; did you mean 'Rocket'?" in refusal(*words, folder=course)
    assert run("course", "enrol", "c", folder=course).exit_code == 2


@pytest.mark.nightly
@pytest.mark.slow
def test_the_final_is_played_by_the_versions_that_count(course: Path) -> None:
    file = course / "c" / "course.yaml"
    text = f"{CONDITIONS}games-per-match: 2\n"
    file.write_text(text)
    for team in ("Rocket", "Comet"):
        assert hand_in(course, LOWEST, team=team)[0] == 0
    file.write_text(f"{text}deadline: 2099-01-01 00:00 UTC\n")
    assert "can hand in until 2099-01-01 00:00:00 UTC" in refusal(
        "course", "final", "c", folder=course
    )
    assert "rounds: the format knockout does not use it" in refusal(
        "course", "rehearse", "c", "--format", "knockout", "--rounds", "3", folder=course
    )
    rehearsed = owari(course, "course", "rehearse", "c")
    assert "Game 2: " in rehearsed.stdout, rehearsed.stderr
    file.write_text(f"{text}deadline: {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n")
    code, said = hand_in(course, LOWEST)
    assert (code, "after the deadline: it does not count" in said) == (0, True), said
    played = owari(course, "course", "final", "c", "--format", "swiss")
    assert played.returncode == 0, played.stderr
    frozen = (course / "c" / "final" / "final.yaml").read_text()
    assert "# Rocket: version 1.\n# Comet: version 1.\n" in frozen
    assert "\ngames-per-match: 2\n" in frozen
    assert owari(course, "verify", "c/final/final.db").stdout.startswith("Nothing differs")
    again = owari(course, "course", "final", "c")
    assert "already played" in again.stderr
    rows = output("course", "export", "c", "--format", "csv", folder=course).splitlines()
    assert [row.split(",")[:2] + row.split(",")[-6:] for row in rows[1:]] == [
        ["Rocket", "1", "2", "1", "0", "1", "1", "2"],  # whoever moves first wins
        ["Comet", "1", "1", "0", "0", "1", "1", "2"],
    ]
    assert (
        output("course", "backup", "c", "c.tar.gz", folder=course) == "c.tar.gz has 3 versions.\n"
    )
    assert "exists already" in refusal("course", "backup", "c", "c.tar.gz", folder=course)
    (there := course / "there").mkdir()
    with tarfile.open(course / "c.tar.gz") as archive:
        archive.extractall(there, filter="tar")
    assert output("course", "versions", "c", folder=there) == output(
        "course", "versions", "c", folder=course
    )
    restored = owari(there, "course", "rehearse", "c")
    assert "Game 2: " in restored.stdout, restored.stderr


@pytest.mark.slow
def test_a_withdrawn_version_gives_its_place_back(course: Path) -> None:
    for _ in range(2):
        assert hand_in(course, LOWEST)[0] == 0
    said = output("course", "withdraw", "c", "Rocket", "2", folder=course)
    assert said == "Version 2 is withdrawn. Version 1 plays again.\n"
    assert states(course) == ["playing", "withdrawn"]
    words = ("course", "withdraw", "c", "Rocket", "2")
    assert "version 2 of Rocket is withdrawn already" in refusal(*words, folder=course)
    assert "has no version 7" in refusal("course", "withdraw", "c", "Rocket", "7", folder=course)
    assert "no version of Rocket rests" in refusal("course", "wake", "c", "Rocket", folder=course)
    output("course", "remove", "c", "Rocket", "--yes", folder=course)
    assert [path.name for path in (course / "c" / "hand-ins").iterdir()] == []
    kept = (course / "c" / "course.db").read_bytes()
    listed = output("course", "journal", "c", folder=course) + output(
        "course", "versions", "c", folder=course
    )
    assert "Rocket" not in listed
    assert "Nothing yet from Comet." in listed
    assert kept
    output("course", "remove", "c", "Comet", "--yes", folder=course)
    assert "Nothing yet" not in output("course", "versions", "c", folder=course)
    (course / "c" / "course.yaml").write_text(f"{CONDITIONS}deadline: 2099-01-01 00:00 UTC\n")
    why = refusal("course", "final", "c", folder=course)  # nobody is left who may hand in
    assert "needs two versions that have passed, not 0" in why


def test_a_trial_that_waits_for_its_check_holds_up_no_final(course: Path) -> None:
    with CourseStore(course / "c" / "course.db") as store:
        team = store.teams()[0]
        for number, is_trial in ((1, True), (2, False)):
            store.add_version(team.id, number, "bot.py", 1, "0" * 64, is_trial=is_trial)
            why = refusal("course", "final", "c", folder=course)
            assert ("version 2 of Rocket waits for its check" in why) is not is_trial, why


def test_more_time_and_notes_are_for_one_team(course: Path) -> None:
    file = course / "c" / "course.yaml"
    file.write_text(f"{CONDITIONS}deadline: 2020-01-01 00:00 UTC\ngrace: 1h\n")
    assert output("course", "extend", "c", "Comet", "2d", folder=course) == "Comet has 48h more.\n"
    for given in ("24", "x", "3y"):
        why = refusal("course", "extend", "c", "Comet", given, folder=course)
        assert "a time with its unit is expected, as 30m, 12h or 3d" in why
    assert "1 to 1000 characters" in refusal("course", "note", "c", "Comet", " ", folder=course)
    output("course", "note", "c", "Comet", "Read the forum", folder=course)
    journal = output("course", "journal", "c", folder=course)
    assert "instructor: gave Comet 48h more" in journal
    assert "instructor: wrote to Comet: Read the forum" in journal
    assert "needs two versions that have passed, not 0" in refusal(
        "course", "final", "c", folder=course
    )
