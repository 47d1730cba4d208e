"""Unpacks, builds and checks one version, in a process of its own.

The process sends what it finds, step by step, and writes nowhere but into the folder of the
version. It may die at any step, or be ended; whoever waits for it then knows what it has sent.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from owari.checking.program_check import Verdict, check
from owari.course.archive_contents import EXPANSION, BadHandIn, Bounds, unpack
from owari.course.course_file import Course
from owari.course.course_store import State, Step, Version
from owari.course.hand_ins import version_folder
from owari.course.versions import (
    MARK,
    bot_config,
    bot_name_of,
    check_orders,
    check_words,
    delete,
    folder_size,
    given_entry,
    hidden_course,
    make_anew,
    objection,
    program_folder,
    unreadable,
)
from owari.errors import BadInput
from owari.programs.executable import BadCommand
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.registration.compilation import compiled
from owari.registration.program_files import BUILD_FILES, COMPILERS, INTERPRETERS
from owari.registration.recognition import recognise
from owari.registration.team_search import Team, find_team
from owari.registration.trial_process import settings_of
from owari.text.printable import printable
from owari.tournament.file.bot_entries import program_entry
from owari.tournament.run.slot import end_slot, open_slot

NEEDED = ("start", "moves first", "moves second")
"""The steps of a check that a version passes in any case."""
DIALOGUE = "dialogue"
"""In place of a verdict: the end of the dialogue with the program in a step that has failed."""
_MOST_LINES = 40
_TOOL_LANGUAGES = {"Cargo.toml": "Rust", "go.mod": "Go", "pom.xml": "Java"}


class Entered(NamedTuple):
    """The entry of the version is known."""

    entry: Mapping[str, Any]


class Over(NamedTuple):
    """The trial has come to its end."""

    has_passed: bool


Message = State | Step | Entered | Over
Send = Callable[[Message], None]


def run_trial(
    messages: Connection, core: int, course: Course, version: Version, public: str
) -> None:
    """The process of a trial. It ends itself with all that it has started."""
    open_slot(core)
    try:
        passed = _tried(course, version, public, messages.send)
        messages.send(Over(passed))
    except BadInput as error:
        messages.send(Step("entry", "failed", str(error)))
        messages.send(Over(False))
    except OSError as error:
        messages.send(Step("server", "ours", f"{error.strerror or error}"))
    except Exception as error:
        messages.send(Step("server", "ours", f"{type(error).__name__}: {error}"))
    end_slot()


def _tried(course: Course, version: Version, public: str, send: Send) -> bool:
    """Whether the version passes."""
    folder = program_folder(course, version.team, version.number)
    delete(folder)
    (inner := folder / "program").mkdir(parents=True)
    bounds = Bounds(EXPANSION * course.hand_in_size, course.hand_in_files)
    upload = version_folder(course, version.team, version.number) / "file"
    try:
        root = unpack(upload, version.file, inner, bounds)
        given = given_entry(root)
    except BadHandIn as error:
        send(Step("unpack", "failed", str(error)))
        return False
    files = sum(each.is_file() for each in root.rglob("*"))
    send(Step("unpack", "passed", f"{files} {'file' if files == 1 else 'files'}"))
    if not _built(course, root, given, send):
        return False
    make_anew(root / MARK)
    entry = given or _recognised(course, root, send)
    if entry is None:
        return False
    check_words(entry)
    if given:
        check_orders(bot_config(course, public, root, given))
    send(Entered({**entry, "folder": str(root.relative_to(folder))}))
    send(State.CHECKING)
    return _checked(course, version, public, root, entry, send)


def _built(course: Course, root: Path, given: Mapping[str, Any] | None, send: Send) -> bool:
    """Whether there is a program, perhaps after its source has been compiled."""
    missing = _missing(course, root, given) if given else ""
    if given and not missing:
        send(Step("build", "passed", "nothing to build"))
        return True
    try:
        team = find_team(str(root), makes=True)
    except BadInput:
        send(
            Step(
                "build",
                "failed",
                "there is neither a program nor source in a language that is known",
                f"hand in source in one of these languages: {', '.join(course.languages)}",
            )
        )
        return False
    language = _language(team) or _language(find_team(str(root)))
    if language and language not in course.languages:
        accepted = ", ".join(course.languages)
        found = f"{language} is not accepted in this course"
        send(Step("build", "failed", found, f"the course accepts {accepted}"))
        return False
    if team.program and not given:
        send(Step("build", "passed", "nothing to build"))
        return True
    if team.program:
        found = f"bot.yaml: {missing}; and nothing builds it"
        send(Step("build", "failed", found, "name a program that you hand in, or add a Makefile"))
        return False
    team = _with_command(course, team, language)
    if wrong := compiled(team, _settings(course, team), alone=True):
        send(Step("build", "failed", str(wrong), f"it must build with: {team.compiler}"))
        if wrong.lines:
            send(Step("build", DIALOGUE, "\n".join(wrong.lines)))
        return False
    if left := objection(root) or size_problem(course, root):
        send(Step("build", "failed", left, "let the build leave plain files, and no more"))
        return False
    send(Step("build", "passed", team.compiler))
    if given and (missing := _missing(course, root, given)):
        send(Step("build", "failed", f"bot.yaml: {missing}, also after: {team.compiler}"))
        return False
    return True


def _missing(course: Course, root: Path, given: Mapping[str, Any]) -> str:
    """Why the program that the entry names cannot be started, in a clause; empty where it can.
    Raises BadInput for other problems."""
    try:
        bot_config(course, "program", root, given)
    except BadCommand as error:
        return str(error).replace(f"{root}/", "").replace(str(root), "its folder")
    return ""


def _language(team: Team) -> str:
    """The language of a team's program, or of its source, by the names of the registration."""
    if team.program:
        return _of_interpreter(team.program.language)
    for name in BUILD_FILES:
        if (team.folder / name).is_file() and name in _TOOL_LANGUAGES:
            return _TOOL_LANGUAGES[name]
    suffixes = [file.suffix.lower() for file in team.sources]
    return next((COMPILERS[each].language for each in suffixes if each in COMPILERS), "")


def _of_interpreter(language: str) -> str:
    """The language of a script that names its interpreter itself."""
    script, _, name = language.partition("Script for ")
    if script or not name:
        return language
    known = (each.language for each in INTERPRETERS.values() if name in each.names)
    return next(known, "Executable")


def _with_command(course: Course, team: Team, language: str) -> Team:
    """The team with the command that the course sets for its language, if it does."""
    command = course.build.get(language)
    if not command or team.compiler in BUILD_FILES.values():
        return team
    files = shlex.join(str(file) for file in team.sources)
    return team._replace(
        compiler=command.replace("{files}", files).replace("{name}", team.folder.name)
    )


def _settings(course: Course, team: Team) -> ProgramSettings:
    """The program of a team, or what builds it, which may write in its folder."""
    settings = settings_of(team, (team,), course.tournament.sandbox)
    return replace(settings, sandbox=hidden_course(course, settings.sandbox))


def _recognised(course: Course, root: Path, send: Send) -> dict[str, Any] | None:
    """The entry of a program without one, after it was tried; None where it was not understood."""
    team = find_team(str(root))
    if team.program is None or team.program.problem:
        why = team.program.problem if team.program else "the build has made no program"
        send(Step("recognise", "failed", why))
        return None
    settings = _settings(course, team)
    sandbox = hidden_course(course, settings.sandbox, root / MARK)
    found = recognise(
        replace(settings, sandbox=sandbox), course.game, course.learn_time, lambda step: None
    )
    if not found.protocol:
        advice = found.advice or "write a bot.yaml with its command, its protocol and its keys"
        send(Step("recognise", "failed", f"it was not understood: {found.remark}", advice))
        return None
    verdict = "warning" if found.remark else "passed"
    more = f"; {found.remark}" if found.remark else ""
    send(Step("recognise", verdict, f"speaks {found.protocol}{more}", found.advice))
    entry = program_entry("", team.program.words, root, root)
    return {"command": entry["command"], **found.keys}


def _checked(
    course: Course, version: Version, public: str, root: Path, entry: Mapping[str, Any], send: Send
) -> bool:
    """Whether no step of the check fails, but for those that the time did not suffice for."""
    bot = bot_config(course, bot_name_of(public, version.number), root, entry)
    passed = True
    said: deque[str] = deque(maxlen=_MOST_LINES)
    for name, verdict, found, change, _ in check(
        bot, course.game, within=course.check_time, explain=said.append
    ):
        is_late = verdict is Verdict.FAILED and found.startswith("not finished:")
        if is_late and name not in NEEDED:
            verdict = Verdict.WARNING
        send(Step(name, verdict.value, found, change))
        if verdict is Verdict.FAILED:
            lines = [printable(line).rstrip() for line in said if not line.startswith("= next:")]
            send(Step(name, DIALOGUE, "\n".join(lines)))
        if name != NEEDED[0]:  # which is told after the first game
            said.clear()
        passed = passed and verdict is not Verdict.FAILED
    return passed


def size_problem(course: Course, folder: Path) -> str:
    """A clause where the folder of a version takes too much, or does not tell how much."""
    most, most_files = 2 * EXPANSION * course.hand_in_size, 2 * EXPANSION * course.hand_in_files
    try:
        size = folder_size(folder)
    except OSError as error:
        return unreadable(error, folder)
    if size.bytes > most:
        return f"its folder became larger than {most >> 20} MB"
    if size.entries > most_files:
        return f"its folder got more than {most_files} files and folders"
    return ""
