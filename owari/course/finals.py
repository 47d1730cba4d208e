"""The versions that count at the deadline: their table for grades, and their tournament, an
ordinary file with copies of the programs beside it, which any command for tournaments plays, reads
and reports."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from owari.course.course_file import Course
from owari.course.course_store import (
    FINAL_BEGUN,
    FINAL_VERSIONS,
    OPEN,
    CourseStore,
    State,
    Team,
    Version,
    now,
)
from owari.course.ladder_games import TABLE
from owari.course.versions import MARK, bot_name_of, delete, objection, program_root, unreadable
from owari.errors import BadInput
from owari.report.tables import Table
from owari.results.game_log import StoredBot
from owari.results.standings import Row
from owari.results.store import Store
from owari.text.durations import count
from owari.text.printable import plain
from owari.tournament.file.bot_entries import program_entry
from owari.tournament.file.reader import load
from owari.tournament.file.tournament_settings import always_from_the_start
from owari.tournament.tournament_state import tournament_state

FINAL, REHEARSAL = "final", "rehearsal"
FILE = "final.yaml"
RESULTS = "final.db"
HEADERS = (
    *("team", "version", "handed in (UTC)", "check", "rating", "low", "high", "games", "forfeits"),
    *("hand-ins", "late", "rejected", "final place", "final points", "final games"),
)
_PASSED = (State.PLAYING, State.REPLACED)


class _Plain(yaml.SafeDumper):
    """Writes texts without quotation marks where they may stand so: `4` and `yes` too, which those
    who read a tournament file take as texts."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    resolve: Any = dumper.resolve
    tag: str = resolve(yaml.ScalarNode, text, (True, False))
    is_null = tag.endswith(":null")
    return dumper.represent_scalar("tag:yaml.org,2002:str" if is_null else tag, text)


_Plain.add_representer(str, _text)


class Counting(NamedTuple):
    """A team, and the version of it that counts; None where none has passed in time."""

    team: Team
    version: Version | None


def counting_versions(
    course: Course, store: CourseStore, *, at_deadline: bool = True
) -> list[Counting]:
    """For each team the version in the final, once that has begun. Before, the last version that
    was handed in before its last moment and has passed, or that plays now where the deadline does
    not matter."""
    if at_deadline and store.value(FINAL_VERSIONS) is not None:
        return [Counting(team, _frozen(store, team)) for team in store.enrolled()]
    found = []
    for team in store.enrolled():
        last = last_counting(course, store, team) if at_deadline else None
        versions = [
            version
            for version in store.versions(team.id)
            if version.state in _PASSED
            and not version.is_trial
            and (last is None or datetime.fromisoformat(version.handed_in) <= last)
        ]
        found.append(Counting(team, versions[-1] if versions else None))
    return found


def _frozen(store: CourseStore, team: Team) -> Version | None:
    number = store.in_final(team.id)
    return None if number is None else store.version(team.id, number)


def last_counting(course: Course, store: CourseStore, team: Team) -> datetime | None:
    """The last moment of a hand-in of the team that counts: the beginning of the final, where that
    came first. None without either."""
    begun = store.value(FINAL_BEGUN)
    moments = (course.last_moment(team.extension), begun and datetime.fromisoformat(begun))
    return min((moment for moment in moments if moment), default=None)


def is_over(course: Course) -> bool:
    """Whether its final has begun."""
    return (course.folder / FINAL / FILE).exists()


def check_deadline(course: Course, store: CourseStore) -> None:
    """Raises BadInput where a version that counts may still come."""
    moment = datetime.now(UTC)
    for team in store.enrolled():
        last = course.last_moment(team.extension)
        if last and moment <= last:
            raise BadInput(
                f"{team.name} can hand in until {last:%Y-%m-%d %H:%M:%S} UTC: wait until then, or"
                " play 'owari course rehearse'"
            )
        for version in store.in_state(*OPEN):
            handed_in = datetime.fromisoformat(version.handed_in)
            if version.team != team.id or version.is_trial:
                continue
            if last is None or handed_in <= last:
                raise BadInput(
                    f"version {version.number} of {team.name} waits for its check, and would count:"
                    " let 'owari course serve' check it"
                )


def write_final(course: Course, store: CourseStore, folder: Path, keys: Mapping[str, Any]) -> Path:
    """Writes the tournament of the versions that count into a new folder, with these keys beside
    those of the course. Returns its file. Raises BadInput, also where one of them cannot be copied:
    who plays instead is for the instructor to say.

    From the choice of the versions on, no hand-in counts any more.
    """
    with store.transaction():
        check_deadline(course, store)
        for key in (FINAL_BEGUN, FINAL_VERSIONS):
            store.keep(key, None)  # of a final whose folder is gone
        counting = counting_versions(course, store)
        if spoilt := _spoilt(course, counting):
            raise BadInput(
                f"{'; '.join(spoilt.values())}: withdraw it, and the version of the team before it"
                " counts"
            )
        chosen = {str(team.id): version.number for team, version in counting if version}
        store.keep(FINAL_BEGUN, now())
        store.keep(FINAL_VERSIONS, chosen)
    try:
        return _write(course, store, folder, keys, counting)
    except BaseException:
        with store.transaction():
            store.keep(FINAL_BEGUN, None)
            store.keep(FINAL_VERSIONS, None)
        raise


def write_rehearsal(
    course: Course,
    store: CourseStore,
    folder: Path,
    keys: Mapping[str, Any],
    tell: Callable[[str], None],
) -> Path:
    """The same of the versions that play now, without those that cannot be copied: `tell` gets a
    sentence on each. Raises BadInput."""
    counting = counting_versions(course, store, at_deadline=False)
    spoilt = _spoilt(course, counting)
    for what in spoilt.values():
        tell(f"{what}: it takes no part.")
    counting = [Counting(team, None if team.id in spoilt else own) for team, own in counting]
    return _write(course, store, folder, keys, counting)


def _spoilt(course: Course, counting: list[Counting]) -> dict[int, str]:
    """Clauses on the versions that cannot be copied, by the ids of their teams."""
    found = {}
    for team, version in counting:
        if version and (why := objection(program_root(course, version))):
            found[team.id] = f"version {version.number} of {team.name}: {why}"
    return found


def _write(
    course: Course,
    store: CourseStore,
    folder: Path,
    keys: Mapping[str, Any],
    counting: list[Counting],
) -> Path:
    playing = [(team, version) for team, version in counting if version]
    if len(playing) < 2:
        raise BadInput(f"a tournament needs two versions that have passed, not {len(playing)}")
    with _new_folder(folder) as beside:
        entries = [_entry(course, team, version, beside) for team, version in playing]
        text = yaml.dump(
            {**_conditions(course, entries), **keys, "bots": entries},
            Dumper=_Plain,
            sort_keys=False,
            allow_unicode=True,
            default_flow_style=None,
        )
        (beside / FILE).write_text("\n".join([*_head(course, counting), text]), "utf-8")
        load(beside / FILE)
    chosen = ", ".join(f"{team.name} v{version.number}" for team, version in playing)
    store.note("instructor", f"froze the versions of {folder.name}: {chosen}")
    return folder / FILE


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A folder that takes its name at the end of the block, whole or not at all."""
    beside = folder.with_name(f".{folder.name}")
    delete(beside)  # of a process that was killed
    beside.mkdir(parents=True)
    try:
        yield beside
        os.replace(beside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _head(course: Course, counting: list[Counting]) -> Iterator[str]:
    """Comments on who plays with what."""
    playing = sum(each.version is not None for each in counting)
    moment = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    yield f"# {plain(course.title)}: {count(playing, 'version')}, frozen {moment}."
    for team, version in counting:
        has = f": version {version.number}" if version else " has none that counts"
        yield f"# {team.public}{has}."


def _entry(course: Course, team: Team, version: Version, folder: Path) -> dict[str, Any]:
    """The entry of a version, whose program is copied into the folder."""
    source = program_root(course, version)
    name = re.sub(r"\W+", "-", team.public).strip("-") or "bot"
    place = folder / "programs" / f"{team.id}-{name}"
    try:
        shutil.copytree(source, place, symlinks=True, ignore=shutil.ignore_patterns(MARK))
    except OSError as error:
        if not (error.filename or isinstance(error, shutil.Error)):  # the copy cannot be written
            raise
        why = unreadable(error, course.folder)
        raise BadInput(f"version {version.number} of {team.name}: {why}") from None
    others = {k: v for k, v in version.entry.items() if k not in ("folder", "command")}
    command = [str(word) for word in version.entry["command"]]
    return {**program_entry(team.public, command, place, folder), **others}


def _conditions(course: Course, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """The keys of the course; without openings where a program cannot begin with them."""
    conditions = dict(course.conditions)
    bots = (StoredBot(entry["name"], json.dumps(entry)) for entry in entries)
    if always_from_the_start(bots):
        conditions.pop("openings", None)
    return conditions


def rehearsals(course: Course) -> Iterator[Path]:
    """The folders for rehearsals, one after the other."""
    number = 1
    while True:
        yield course.folder / f"{REHEARSAL}-{number}"
        number += 1


def grades_table(course: Course, store: CourseStore) -> Table:
    """A line for each team, in the order in which they were enrolled."""
    kept = store.value(TABLE) or {"bots": []}
    by_bot = {row["bot"]: row for row in kept["bots"]}
    in_final = _final_rows(course)
    rows: list[tuple[str | int | float | None, ...]] = []
    for team, version in counting_versions(course, store):
        versions = store.versions(team.id)
        last = last_counting(course, store, team)
        late = sum(
            last is not None and datetime.fromisoformat(v.handed_in) > last for v in versions
        )
        rejected = sum(each.state is State.REJECTED for each in versions)
        row = in_final.get(team.public)
        final = (row.place, row.points, row.played) if row else (None, None, None)
        after = (len(versions), late, rejected, *final)
        if version is None:
            rows.append((team.name, None, "", "", None, None, None, 0, 0, *after))
            continue
        rated = by_bot.get(bot_name_of(team.public, version.number), {})
        elo = [rated.get(key) if rated.get("games") else None for key in ("rating", "low", "high")]
        ladder = (*elo, rated.get("games", 0), rated.get("forfeits", 0))
        check = _verdict(version)
        rows.append((team.name, version.number, version.handed_in[:19], check, *ladder, *after))
    return Table("grades", "Grades", HEADERS, rows)


def _final_rows(course: Course) -> dict[str, Row]:
    """The line of each team in the standings of the final, by its public name."""
    path = course.folder / FINAL / RESULTS
    if not path.exists():
        return {}
    with Store.open(path) as results:
        return {row.name: row for row in tournament_state(results).standings.rows}


def _verdict(version: Version) -> str:
    """`passed`, or how many warnings its check has."""
    warnings = Counter(step.verdict for step in version.report)["warning"]
    return count(warnings, "warning") if warnings else "passed"
