"""Reads the menus of a console program: the keys that it offers and what they stand for."""

from __future__ import annotations

import re
from typing import NamedTuple

from owari.programs.dialogues.console.vocabulary import in_english

LINES_ABOVE = 12
"""Lines above the cursor that are searched for a list of choices."""
_ASKED_IN = 4
"""The most lines of a request with the list of words that it takes."""
UNTOLD = 1
"""The number of an entry that tells nothing of who plays."""
LETTER = r"[^\W\d_]"
BIDS = r"(?:enter|input|type|press|hit|say|choose|select|pick)"
"""The words that ask for an input."""
HUMAN = r"(?:humans?|players?|persons?|people|users?|you|man|friends?|opponent)"
MACHINE = r"(?:c[ao]u?mp[a-z]{0,2}t[eo]rs?|cpu|ai|bots?|machine|robot|engine|com|pc|minimax|random)"
"""What calls a computer player, `computer` in a few wrong spellings too."""

_FRAMES = re.compile(r"^[\s│║┃|+*#=_─━═╔╗╚╝┌┐└┘├┤-]{3,}$|^[\s│║┃|*#]+|[\s│║┃|*#]+$")
"""What stands around the lines of a box, and its rules."""
_LINK = r"(?:\s*[.):=\]}>-]+|\s+(?:for|to|means)\b)"
_ENTRY = re.compile(
    rf"(?:^(?:[-•*>]\s*(?={BIDS}\b))?|\t|\s{{2,}}|\|\s*|[,;/]\s*|[:?]\s+(?=[01a][.)\]-]))(?:{BIDS}\s+)?[\[({{<'\"]?\s*(\d{{1,2}}|{LETTER})\s*['\"]?"
    rf"{_LINK}\s*((?:\d+\s?)?{LETTER}.*?)"
    rf"(?=$|\t|\s{{2,}}|\||[,;/]\s*[\[(]?(?:\d|{LETTER}(?:\s*[.):=\]-]|\s+(?:for|to|means)\b)))",
    re.I,
)
"""An entry of a menu, several of which may stand in a line: its key and what it stands for."""
_IN_A_ROW = re.compile(
    rf"(?<![\w.])(\d)(?:\s*[.):=-]+\s*|\s+(?:for|to)\s+)({LETTER}.*?)"
    rf"(?=\W+(?:{BIDS}\s+)?\d(?:\s*[.):=-]+\s*|\s+(?:for|to)\s+){LETTER}|$)",
    re.I,
)
"""The same, one behind the other with nothing between: `1.AI vs AI 2.Human vs AI`."""
_WORD_KEY = re.compile(
    rf"^\W*[\[<(]\s*(\w{{1,6}})(?:\s*[/|]\s*\w{{1,6}})?\s*[\])>]\s*[.):=-]*\s*({LETTER}.*)"
)
"""`[2p] Play vs another person`, `[y/Y] Yes`"""
_WORDED = re.compile(rf"^\s*(\w{{2,8}})\s*(?:[-–:=]+>?|\s\s)\s*({LETTER}.*)$")
"""`pvp - player vs player`, where several lines tell who plays"""
_HEADING = 4
"""Characters of a word in brackets from which on it is none of the keys beside numbers."""
_BARRED = re.compile(rf"^\s*(\d{{1,2}}|{LETTER})\s+[|│]\s*({LETTER}{{2}}[^|│]*)$")
"""`N | New game`"""
_KEY_LAST = re.compile(
    rf"({LETTER}.*?)\W*\b{BIDS}\s+(?:['\"‘“`](\w{{1,12}})['\"’”`]|(\d{{1,2}}|{LETTER}))\W*$", re.I
)
"""`For heads, enter 1`, a line of a menu"""
_PAIR = re.compile(
    rf"\W*(\d?{LETTER}.+?)\s*"
    rf"(?:(?:=+>?|:|->|→|[-–—]|\b{BIDS}\b)\s*(?:{BIDS}\s+)?['\"(\[<]?(-?\d{{1,2}}|{LETTER})(?!\w)['\")\]>]?"
    rf"|(?:=+>?|:|->|→|\b{BIDS}\b)\s*(?:{BIDS}\s+)?['\"‘“`](\w{{1,12}})['\"’”`]"
    rf"|[(\[<{{]\s*['\"]?(-?\d{{1,2}}|{LETTER})['\"]?\s*[)\]>}}])\W*(?:[\u3040-\u30ff].*)?",
    re.I,
)
"""`Player vs CPU: 0`, `yes = press 1`, `Exit (3)`: a choice with its key behind it."""
_BETWEEN_PAIRS = re.compile(
    r"\s*[,;/|、，]\s*|\s+or\s+|(?<=[)\]])\s+|(?<=[=:>]\d)\s+(?=[^\W\d_]{2})"
)
_NO_OTHER_KEY = re.compile(
    r"\d\s*[,、]\s*\d\s*(?:以外|excepted\b)|\b(?:other\s+than|anything\s+but|except)\s+\d", re.I
)
"""`Back -> anything but 1,2`: an entry for all inputs that are none of the keys"""
_SIDE_OR_SCORE = re.compile(
    rf"(?:{HUMAN}|{MACHINE}|south|north|black|white|[xo]|scores?|points?|stones|discs?|pieces"
    r"|moves?|turn|row|col(?:umn)?|depth|level|time|nodes?|value|you|me|my|your|the|of|\W|\d)+",
    re.I,
)
"""What stands before a number that is no key, as a score."""
_PLAIN = re.compile(rf"(?<![\w.])(\d)\s+({LETTER}{{2,}})(?=\s*(?:[,;)?/]|\bor\b|$))")
"""`(1 Player, 0 Computer)`"""

_POINTED = re.compile(
    r"\s*(?:[-=]*>+|[❯›»→➜➤▶►▸⟶●◉*]|\(\s?[•●*xX]\s?\)|\[\s?[*xX]\s?\])\s*([^\W_].*)"
)
"""The entry of a menu that the arrow keys have led to."""
_BESIDE = re.compile(r"\s*(?:[○◯]|\(\s*\)|\[\s*\])?\s*([^\W_].*)")
"""Another entry of such a menu."""

AGAINST = r"\W*\d?\W*\b(?:vs?|versus|against|contra|x|with|and)\b\W*(?:an?\s+|the\s+|another\s+)*"
_MODES = (
    (
        4,
        r"\b(?:quit|exit|leave|(?:read|see|show)\s+(?:the\s+)?manual|rules?|help|instructions?|tutorial|load(?:ing)?|saved?|resume|delete|list"
        r"|history|replay|trace|scores?|scoreboard|leaderboard|statistics|stats|credits|about"
        r"|log\s?out|go\s+back|return\s+to|cancel|train|training|learn|benchmark|experiments?|tournaments?)\b|^\W*(?:learning|back)\b",
    ),
    (
        3,
        rf"\b{MACHINE}{AGAINST}{MACHINE}\b|\b(?:cvc|ai?vai?|mvm|bvb|watch|demo|simulat\w*|(?:self|auto)[\s-]*play"
        r"|self|auto(?:matic\w*|mated)?|itself|themselves|spectat\w*)\b",
    ),
    (
        3,
        r"\b(?:no|zero|0)\s+(?:players?|humans?)\b|\b(?:2|two)\s+(?:computers|bots|machines|ais)\b",
    ),
    (0, rf"\b{HUMAN}{AGAINST}{MACHINE}\b|\b{MACHINE}{AGAINST}{HUMAN}\b"),
    (
        0,
        rf"\b(?:vs?|versus|against)\b\W*(?:an?\s+|the\s+)*{MACHINE}\b|\b(?:[ph]v(?:[cembr]|ai?)|(?:[cmbr]|ai?)v[ph])\b",
    ),
    (0, r"\b(?:single|one|1)[\s-]*(?:players?|humans?|mode)\b"),
    (
        2,
        rf"\b{HUMAN}{AGAINST}{HUMAN}\b|\b(?:vs?|versus|against)\b\W*(?:an?\s+|the\s+|another\s+)*{HUMAN}\b"
        r"|\b(?:two|multi|2|both)[\s-]*(?:players?|humans?)\b|\b[ph]v[ph]\b|\blog\s?in\b",
    ),
)
"""What entries of a menu stand for, the likelier ones with smaller numbers: a person against the
computer, two persons, the computer against itself, no game at all."""


_INITIALS = re.compile(
    r"(?<![\w.])([HPU]|[CMB]|AI|CPU|COM)\s*(?:\bvs?\b\.?|\bversus\b|\bagainst\b|[-/])\s*"
    r"([HPU]|[CMB]|AI|CPU|COM)(?![\w.])",
    re.I,
)
"""`H vs C`"""
_TWO_PLAYERS = re.compile(
    r"(?<!player )(?<!side )"
    r"\b(?:two|2|both)\s+(?:\w+\s+)?(?:players?|sides|strateg\w+|agents?|options?|algorithms?|types?|kinds?|modes?|words?)\b"
    rf"|\bs\w{{2,5}}rated?\s+(?:by|with)\b|\b(?:player|option|agent|strategy)\s?1\W{{1,3}}(?:player|option|agent|strategy)\s?2\b"
    rf"|\b{HUMAN}\s+{MACHINE}\b(?!\s*\w)",
    re.I,
)
"""A request for the kinds of both sides in one line."""
_PERSON_WORD = re.compile(r"(?:human|person|user|people|manual)", re.I)
_PLAYER_WORD = re.compile(
    r"(?:\w*(?:minimax|alpha|beta|prun|mcts|greedy|expect|negamax)\w*|ai|cpu|bot|computer|machine|engine|random\w*)",
    re.I,
)
_REPORT = re.compile(r"^(?:Traceback|Exception in thread)\b", re.MULTILINE)
"""The beginning of the report of an exception."""
_MARKS_BETWEEN = re.compile(r"\W+")


def lines_above(text: str) -> list[str]:
    """The last lines, without frames around them."""
    lines = (_FRAMES.sub("", line) for line in text.split("\n"))
    return [line for line in lines if line][-LINES_ABOVE:]


class ArrowMenu(NamedTuple):
    """A menu whose entries are chosen by the arrow keys."""

    heading: str
    """The lines above it."""
    labels: tuple[str, ...]
    at: int
    """The place of the entry that the pointer is at."""

    def keys_to(self, place: int) -> tuple[str, ...]:
        """The keys that choose this entry."""
        steps = place - self.at
        return (*(("<down>" if steps > 0 else "<up>",) * abs(steps)), "<enter>")

    @property
    def numbered(self) -> str:
        """The same as a menu of numbers from 1."""
        entries = (f"{number}. {label}" for number, label in enumerate(self.labels, 1))
        return "\n".join((self.heading, *entries, "> "))


def arrow_menu(text: str) -> ArrowMenu | None:
    """The menu with a pointer at one of its entries that is drawn last; None for none."""
    lines = [line.rstrip() for line in text.split("\n")]
    marked = [place for place, line in enumerate(lines) if _POINTED.match(line)]
    if not marked:
        return None
    at = marked[-1]
    found = _POINTED.match(lines[at])
    assert found
    column = found.start(1)

    def label(place: int) -> str:
        entry = _BESIDE.match(lines[place]) if 0 <= place < len(lines) else None
        return entry[1] if entry and entry.start(1) == column and place not in marked else ""

    first = at
    while label(first - 1):
        first -= 1
    last = at
    while label(last + 1):
        last += 1
    labels = [label(place) or found[1] for place in range(first, last + 1)]
    if len(labels) < 2:
        return None
    return ArrowMenu("\n".join(lines[:first]), tuple(labels), at - first)


def entries_of(line: str) -> list[tuple[str, str]]:
    """The entries of a menu that a line has, each with its key and what that stands for."""
    row = _IN_A_ROW.findall(line)
    numbers = [int(key) for key, _ in row]
    if len(row) > 1 and numbers == [*range(numbers[0], numbers[0] + len(row))]:
        return row
    if found := [_entry(entry) for entry in _ENTRY.finditer(line)]:
        return found
    if barred := _BARRED.match(line):
        return [(barred[1], barred[2])]
    if last := _KEY_LAST.match(line):
        return [(last[2] or last[3], last[1])]
    if named := _WORD_KEY.match(line):
        return [(named[1], named[2])]
    return _PLAIN.findall(line) if len(_PLAIN.findall(line)) > 1 else []


def _entry(found: re.Match[str]) -> tuple[str, str]:
    """The key of an entry, and what it stands for: `New game` for `[N]ew game`."""
    key, label = found.groups()
    is_initial = found.string[found.end(1) : found.start(2)] in ("]", ")", "}", ">")
    return key, f"{key}{label}" if is_initial and label[0].islower() else label


def pairs_in(text: str) -> dict[str, str]:
    """The keys that stand behind the choices that a line, or each of several lines, names; empty
    where it has less than two, or numbers that are not counted on."""
    lines = (line for line in text.split("\n") if not _NO_OTHER_KEY.search(line))
    parts = (part for line in lines for part in _BETWEEN_PAIRS.split(line) if part)
    found = [
        (next(filter(None, pair.groups()[1:])), re.split(r"[?:(]\s*(?=\w)", pair[1])[-1])
        for pair in map(_PAIR.fullmatch, parts)
        if pair
    ]
    keys = [key for key, _ in found]
    numbers = sorted(int(key) for key in keys if key.lstrip("-").isdecimal())
    counted = numbers in ([-1, 1], [*range(len(numbers))], [*range(1, len(numbers) + 1)])
    return dict(found) if len({*keys}) == len(keys) > 1 and counted else {}


def pairs_of_players(text: str) -> list[str]:
    """What is typed where one line wants the kinds of both sides, of which the last lines list the
    words: a person first, then a program first; empty where they want no such line."""
    lines = lines_above(_REPORT.split(text)[0])[-_ASKED_IN:]
    last = "\n".join(line for line in lines if not is_numbered(line))
    words = list(dict.fromkeys(filter(None, _MARKS_BETWEEN.split(last))))
    persons = [word for word in words if _PERSON_WORD.fullmatch(word)]
    programs = [word for word in words if _PLAYER_WORD.fullmatch(word)]
    if not _TWO_PLAYERS.search(last) or not persons or not programs:
        return []
    program = min(programs, key=lambda word: word.lower().startswith("random"))
    comma = re.search(r"\bcommas?\b", last, re.I)
    between = ("," if comma else " ").join
    return [between((persons[0], program)), between((program, persons[0]))]


def is_numbered(line: str) -> bool:
    """Whether the line is an entry of a menu of numbers, whose words are none to type."""
    return any(key.isdecimal() for key, _ in entries_of(line))


def is_entry(line: str) -> bool:
    """Whether the line is an entry of a menu, its key before or behind it."""
    return bool(entries_of(line) or _PAIR.fullmatch(line) or _NO_OTHER_KEY.search(line))


def menu_in(text: str) -> dict[str, str]:
    """The keys of the menu in the last lines, each with what it stands for; empty where they have
    less than two."""
    found = {key: label for line in lines_above(text) for key, label in entries_of(line)}
    if len([key for key in found if key.isdecimal()]) > 1:  # and `[MENU] Choose:` is a heading
        kept = [key for key in found if key.isdecimal() or len(key) < _HEADING]
        found = {key: found[key] for key in kept}
    if len(found) > 1:
        return found
    worded = {line[1]: line[2] for line in map(_WORDED.match, lines_above(text)) if line}
    worded = {key: label for key, label in worded.items() if mode_of(label) != UNTOLD}
    if len(worded) > 1:
        return worded
    pairs = pairs_in("\n".join(lines_above(text)))
    return {} if all(map(_SIDE_OR_SCORE.fullmatch, map(in_english, pairs.values()))) else pairs


def modes_in(text: str) -> dict[str, int]:
    """The keys of a menu that tells who plays, each with how unlikely it is to lead to a game of a
    person against the computer; empty where it tells nothing of this."""
    modes = {key: mode_of(label) for key, label in menu_in(text).items()}
    return modes if set(modes.values()) - {UNTOLD} else {}


def mode_of(label: str) -> int:
    """How unlikely this is to lead to a game of a person against the computer."""
    said = _INITIALS.sub(
        lambda found: " vs ".join("human" if each in "HPUhpu" else "ai" for each in found.groups()),
        in_english(label.replace("_", " ")),
    )
    kinds = (kind for kind, pattern in _MODES if re.search(pattern, said, re.I))
    return next(kinds, UNTOLD)
