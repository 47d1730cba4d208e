"""The teams of a course: how they are enrolled, and how they show who they are.

A token has 128 bits, is shown once, and is kept as its hash. It stands behind the `#` of a link,
which browsers keep to themselves.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from owari.course.course_file import Course
from owari.course.course_store import CourseStore, Team
from owari.errors import BadInput
from owari.results.bot_names import LONGEST_NAME, bot_name, looks_like
from owari.text.suggestions import did_you_mean

T = TypeVar("T")

LONGEST_TEAM = LONGEST_NAME - 6
"""Room for the number of a version."""
MOST_TEAMS = 500
LARGEST_ROSTER = 1 << 20
HEADERS = ("team", "name")
"""How the head of a column with teams may be called."""
_VERSION = re.compile(r".* v\d+", re.IGNORECASE)
_COLOURS = (
    *("Amber", "Azure", "Bronze", "Cobalt", "Copper", "Coral", "Crimson", "Golden", "Green"),
    *("Grey", "Indigo", "Ivory", "Jade", "Olive", "Purple", "Scarlet", "Silver", "Violet"),
)
_ANIMALS = (
    *("Badger", "Beaver", "Bison", "Crane", "Dolphin", "Eagle", "Falcon", "Ferret", "Finch"),
    *("Gecko", "Hare", "Hawk", "Heron", "Ibex", "Koala", "Lemur", "Lynx", "Magpie", "Marten"),
    *("Newt", "Ocelot", "Otter", "Panda", "Puffin", "Raven", "Robin", "Salmon", "Seal", "Stork"),
    *("Swan", "Tapir", "Toucan", "Turtle", "Walrus", "Weasel", "Wombat", "Zebra"),
)


class Enrolled(NamedTuple):
    """A team and its token, which nobody can read again."""

    team: str
    token: str


def enrol(course: Course, store: CourseStore, names: Sequence[str]) -> list[Enrolled]:
    """Adds teams of these names, all or none. Raises BadInput."""
    baselines = [bot.name for bot in course.tournament.bots]
    found = []
    with store.transaction():
        for name in map(_team_name, names):
            known = [word for team in store.teams() for word in (team.name, team.public)]
            if other := looks_like(name, known):
                cure = "--again gives it a new token" if other == name else "choose another name"
                raise BadInput(f"the course has a team {other!r} already: {cure}")
            if other := looks_like(name, baselines):
                raise BadInput(f"{other!r} is a baseline of the course: choose another name")
            if len(known) >= 2 * MOST_TEAMS:
                raise BadInput(f"a course has {MOST_TEAMS} teams at most")
            public = _pseudonym([*known, *baselines]) if course.pseudonyms else name
            token = new_token()
            store.add_team(name, public, token_hash(token))
            store.note("instructor", f"enrolled {name}")
            found.append(Enrolled(name, token))
    return found


def enrol_from(course: Course, store: CourseStore, other: CourseStore) -> list[str]:
    """Adds the teams and the staff of another course, with the tokens that they have there, and
    leaves those that this course has. Returns the names of the new teams. Raises BadInput."""
    mine = {team.name for team in store.teams()}
    tokens = {team: token for token, team in other.tokens()}
    coming = [team for team in other.enrolled() if team.name not in mine]
    kept = {name for _, (_, name, _) in store.staff()}
    with store.transaction():
        for each in enrol(course, store, [team.name for team in coming]):
            old = next(team for team in coming if team.name == each.team)
            store.set_token(team_called(store, each.team).id, tokens[old.id])
        for token, (_, name, role) in other.staff():
            if name not in kept:
                store.put_staff(name, role, token)
    return [team.name for team in coming]


def renew(store: CourseStore, names: Sequence[str]) -> list[Enrolled]:
    """Gives teams new tokens; the old ones end. Raises BadInput."""
    found = []
    with store.transaction():
        for name in names:
            team = team_called(store, name)
            token = new_token()
            store.set_token(team.id, token_hash(token))
            store.note("instructor", f"renewed the token of {team.name}")
            found.append(Enrolled(team.name, token))
    return found


def team_called(store: CourseStore, name: str) -> Team:
    """The team of this name. Raises BadInput."""
    teams = store.teams()
    wanted = name.strip().casefold()
    found = next((team for team in teams if team.name.casefold() == wanted), None)
    if found is None:
        known = [team.name for team in teams]
        raise BadInput(f"the course has no team {name!r}{did_you_mean(name, known)}")
    return found


def team_of(store: CourseStore, token: str) -> Team | None:
    """The team that a token belongs to."""
    found = find_by_token(store.tokens(), token)
    return next((team for team in store.teams() if team.id == found), None)


def find_by_token(known: Iterable[tuple[str, T]], token: str) -> T | None:
    """Who has the token, of those with these hashes. It takes as long for every token."""
    own = token_hash(token)
    found = None
    for kept, who in known:
        if hmac.compare_digest(kept, own):
            found = who
    return found


def token_hash(token: str) -> str:
    """What the course keeps of a token. It is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def read_roster(file: Path) -> list[str]:
    """The names of teams in a file of comma-separated values: those of its column `team` or `name`,
    or of the first where no head says so. Raises BadInput."""
    try:
        data = file.read_bytes()[: LARGEST_ROSTER + 1]
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is not UTF-8 text: save it as UTF-8") from None
    if len(data) > LARGEST_ROSTER:
        raise BadInput(f"{file} is too large for a roster")
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    except csv.Error as error:
        raise BadInput(f"{file} is no table: {error}") from None
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []
    column = next((head.index(name) for name in HEADERS if name in head), None)
    names = [
        row[column or 0].strip()
        for row in (rows if column is None else rows[1:])
        if len(row) > (column or 0)
    ]
    names = list(dict.fromkeys(filter(None, names)))
    if not names:
        raise BadInput(f"{file} names no team")
    return names


def _team_name(text: str) -> str:
    name = bot_name(text)
    if len(name) > LONGEST_TEAM:
        raise BadInput(f"the name of a team has {LONGEST_TEAM} characters at most, not {len(name)}")
    if not name.strip("./"):
        raise BadInput(f"{name!r} cannot stand in an address: name the team in letters or digits")
    if _VERSION.fullmatch(name):
        raise BadInput(f"{name!r} looks like a version of a team: leave its number out")
    return name


def new_token() -> str:
    """128 bits by chance."""
    return secrets.token_urlsafe(16)


def _pseudonym(taken: Iterable[str]) -> str:
    """A name that nobody has, by chance: it tells nothing of the order of the teams."""
    taken = list(taken)
    while True:
        name = f"{secrets.choice(_COLOURS)} {secrets.choice(_ANIMALS)}"
        if not looks_like(name, taken):
            return name
