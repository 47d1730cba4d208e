"""Games of Othello in fields: a row of a table with a header, or an object of JSON.

The moves are in the field whose name says so, or in the only field that can be read as moves. The
names of other fields tell the players, the score, the event and the date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from owari.games.othello import OthelloRules
from owari.records.archives import BadGame, Found, Said
from owari.records.scoresheet import Scoresheet, count_moves, read_score
from owari.text.printable import plain

__all__ = ["NAMES_OF_MOVES", "bare_name", "moves_fields", "read_game"]

NAMES_OF_MOVES = (
    *("moves", "gamemoves", "movelist", "transcript", "kifu", "sequence", "game", "record"),
    *("games", "gametext", "notation"),
)
_NAMES = {
    "black": ("black", "blackplayer", "playerblack", "blackname", "nameblack"),
    "white": ("white", "whiteplayer", "playerwhite", "whitename", "namewhite"),
    "score": ("score", "result", "finalscore"),
    "black score": ("blackscore", "scoreblack", "blackdiscs", "blackdisks"),
    "white score": ("whitescore", "scorewhite", "whitediscs", "whitedisks"),
    "event": ("event", "tournament"),
    "site": ("site", "place"),
    "round": ("round",),
    "date": ("date", "day", "year"),
}


def bare_name(name: str) -> str:
    """The name of a field in lower case, with letters and digits only."""
    return re.sub(r"[\W_]", "", name).lower()


def moves_fields(fields: Mapping[str, str], rules: OthelloRules) -> list[str]:
    """The names of the fields with the moves: one field, or several with one move each.

    Raises BadGame if there are none, or if two fields can be the moves.
    """
    counts = {name: count_moves(text, rules) for name, text in fields.items()}
    possible = [name for name, count in counts.items() if count]
    for names in (possible, fields):
        for known in NAMES_OF_MOVES:
            for name in names:
                if bare_name(name) == known and not fields[name].strip().isdecimal():
                    return [name]
        if len(possible) == 1:
            return possible
    if not possible:
        raise BadGame(f"none of {', '.join(map(repr, [*fields][:8]))} holds moves")
    if any(counts[name] > 1 for name in possible):
        both = " and ".join(map(repr, possible[:2]))
        raise BadGame(f"{both} both hold moves: name the right one 'moves'")
    return possible


def read_game(
    number: int, fields: Mapping[str, str], moves: Sequence[str], rules: OthelloRules, place: str
) -> Found:
    """The game whose moves are in the fields of these names. Raises BadGame."""
    sheet = Scoresheet(number, rules)
    for name in moves:
        sheet.read(fields[name], place)
    if not sheet.read_so_far:
        raise BadGame(f"there are no moves in {moves[0]!r}")
    known: dict[str, str] = {}
    for name, text in fields.items():
        for meaning, names in _NAMES.items():
            if bare_name(name) in names and name not in moves:
                known.setdefault(meaning, plain(text))
    sheet.names = (known.get("black", ""), known.get("white", ""))
    sheet.tags = {tag: known[tag] for tag in ("event", "site", "round") if tag in known}
    date = re.match(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?(?![0-9])", known.get("date", ""))
    sheet.tags["date"] = date[0] if date else ""
    sheet.said = sheet.said or _said(known, rules)
    return sheet.found()


def _said(known: Mapping[str, str], rules: OthelloRules) -> Said | None:
    scores = [known.get("black score", ""), known.get("white score", "")]
    text = (
        "-".join(scores) if all(score.isdecimal() for score in scores) else known.get("score", "")
    )
    return read_score(text, rules)
