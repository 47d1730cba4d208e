"""Games as text in PGN's syntax, with South and North in place of White and Black.

    [Event "2021 UAA Owari Tournament"]
    [Site "?"]
    [Date "2026.11.27"]
    [Round "3"]
    [South "Depth 8"]
    [North "Team Rocket"]
    [Result "1-0"]
    [Game "owari"]
    [First "South"]
    [Score "19-17"]
    [Termination "normal"]

    1. S4 {depth 8, value +2 estimated, 0.120 s, cpu 0.118 s} N8 {0.003 s; a comment} 2. S5 ...
    1-0

A score of an evaluation is `eval 39`; older records have `value +39 score`, which is read too. The
seconds are those of the referee's clock, and after `cpu` those of the processor. A chain of
extra turns is one move, `S5-3`, with one comment, in which bars separate the plies. A swap by the
pie rule is the move `swap`. Moves of Othello are squares, `f5`, or `pass`. If empty squares are
left, `[Margin "+64"]` is South's margin with these for the winner. `[Position "..."]` is a start
that is not the game's own, and `[Reason "..."]` the sentence of a fault. `[Table "--us manual"]`
has the options with which `owari play` or `owari relay` continues the game. `[Opening "S4 N8"]` is
the name or the moves of the opening, which the moves of the game follow. `[Pair "3"]` counts the
pairs of games of a match, and `[Leg "2"]` the games of a pair.
`[SouthBy "engine --depth 8"]` and `[NorthBy "by hand"]` say who made the moves at a table.
`[Machine "lab-07 142.3 M/s"]` is the machine of a cluster that played it, with its speed.
`[LostTurn "5.103"]` has the seconds of the turn that a fault ended; it was at least so long where
the loser was late.

What other programs add is read and not written: comments from a semicolon to the end of the line,
marks of moves, `!?` and `$1`, lines that begin with `%`, and variations in parentheses, which are
skipped.
Source of the syntax: the PGN standard of 1994, section 8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import (
    BadMove,
    BadPosition,
    IllegalMove,
    Kind,
    Move,
    Outcome,
    Position,
    Side,
    Value,
)
from owari.records.file_contents import text_of
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.text.printable import plain

_TAG_VALUE = r'(?:[^"\\\n]|\\.)*'
_TAG = rf'\[\s*\w+\s+"{_TAG_VALUE}"\s*\]'
_GAME = re.compile(rf"(?>\s*(?:{_TAG}\s*+)++)(?:[^\[{{;]++|\{{[^}}]*+\}}|;[^\n]*+)++(?={_TAG}|\Z)")
"""The tags of a game, its moves with their comments, and then the next game or nothing."""


class GameText(NamedTuple):
    """The text of one game in a record."""

    text: str
    line: int
    """The number of its first line in the record, from 1."""


def game_texts(chunks: Iterable[str]) -> Iterator[GameText]:
    """The games of a record that comes in parts, each as soon as it is there.

    Where something is no game, the last text is all that is left: who reads it finds the error.
    """
    rest = ""
    line = 1
    enough = 0
    for number, chunk in enumerate(chunks):
        rest += chunk if number else chunk.removeprefix("\ufeff")
        if len(rest) < enough:
            continue
        at = 0
        while (found := _GAME.match(rest, at)) and found.end() < len(rest):
            yield GameText(found[0], line)
            line += found[0].count("\n")
            at = found.end()
        rest = rest[at:]
        # A game that is not yet whole is looked at again only when twice as much of it is there.
        enough = 2 * len(rest)
    at = 0
    while found := _GAME.match(rest, at):
        yield GameText(found[0], line)
        line += found[0].count("\n")
        at = found.end()
    if rest[at:].strip():
        yield GameText(rest[at:], line)


def skipped_variations(number: int) -> str:
    """A sentence on the variations that a reader has skipped; empty without any."""
    if not number:
        return ""
    return f"{number} variations are skipped" if number > 1 else "a variation is skipped"


WIDTH = 100


class BadRecord(BadInput):
    """A text that is not a record; the text of the error says where and why."""


def format_game(record: GameRecord) -> str:
    """The record as text, ending in a newline; `read_game` reads it back."""
    result, score, termination, reason = record.ending
    tags = {
        "Event": record.event or "?",
        "Site": record.site or "?",
        "Date": _dated(record.date),
        "Round": record.round or "?",
        "South": record.south,
        "North": record.north,
        "Result": result.value,
        "Game": record.game.name,
        "First": str(record.first),
        "Score": str(score),
        "Termination": termination.value,
    }
    for tag, value in (("Pair", record.pair), ("Leg", record.leg), ("Opening", record.opening)):
        if value:
            tags[tag] = value
    if score.empty:
        tags["Margin"] = f"{score.margin(Side.SOUTH):+d}"
    if record.lost_turn is not None:
        tags["LostTurn"] = f"{record.lost_turn:.3f}"
    if reason:
        tags["Reason"] = reason
    if record.start != record.game.start(record.first):
        tags["Position"] = str(record.start)
    if record.machine:
        tags["Machine"] = record.machine
    for tag, value in (("SouthBy", record.south_by), ("NorthBy", record.north_by)):
        if value:
            tags[tag] = value
    if record.table:
        tags["Table"] = record.table
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    words = " ".join([*_turns(record), result.value]).split(" ")
    return f"{head}\n{_filled(words)}\n"


def read_game(text: str, source: str = "the record") -> GameRecord:
    """The one game in a text. Raises BadRecord."""
    games = read_games(text, source)
    if len(games) != 1:
        raise BadRecord(f"{source}: one game expected, {len(games)} found")
    return games[0]


def read_games(text: str, source: str = "the record") -> list[GameRecord]:
    """All games in a text. Raises BadRecord with `source` and the line."""
    return list(each_game([text], source))


def each_game(chunks: Iterable[str], source: str) -> Iterator[GameRecord]:
    """The games of a text that comes in parts, one after the other. Raises BadRecord."""
    for text in game_texts(chunks):
        yield game_of(text, source)


def game_of(text: GameText, source: str, tell: Callable[[str], object] | None = None) -> GameRecord:
    """The game of that text in a record. `tell` gets a sentence where variations are skipped.
    Raises BadRecord."""
    reader = _Reader(text, source)
    record = reader.game()
    if tell and reader.variations:
        tell(skipped_variations(reader.variations))
    return record


def record_text(chunks: Iterable[bytes], source: str) -> Iterator[str]:
    """The text of a record whose bytes come in parts. It is UTF-8, or UTF-16 by its first bytes.
    Raises BadRecord with `source` and the line."""

    def refuse(line: int) -> None:
        raise BadRecord(
            f"{source}, line {line}: it is not UTF-8, and may be Latin-1: save the file as UTF-8,"
            f" or run: iconv -f LATIN1 -t UTF-8 {source}"
        )

    return text_of(chunks, refuse)


def _filled(words: Iterable[str]) -> str:
    """The words in lines of at most WIDTH characters; a longer word has a line of its own."""
    lines = []
    line = ""
    for word in words:
        if len(line) + len(word) >= WIDTH:
            lines.append(line.rstrip())  # an empty word ended it
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _dated(date: str) -> str:
    """The date as PGN writes it, with question marks for unknown parts."""
    unknown = ["????", "??", "??"]
    known = date.split("-") if date else []
    return ".".join(known + unknown[len(known) :])


def _quoted(text: str) -> str:
    return plain(text).replace("\\", "\\\\").replace('"', '\\"')


def _turns(record: GameRecord) -> Iterator[str]:
    """The words of the movetext, turn by turn."""
    plies = record.plies
    moves, notes = [ply.move for ply in plies], [*map(_annotation, plies)]
    sides = [ply.side for ply in plies]
    starts = [at for at, side in enumerate(sides) if at == 0 or side is not sides[at - 1]]
    texts: dict[tuple[Move, ...], str] = {}  # the same turns come again and again
    for number, (begin, end) in enumerate(pairwise([*starts, len(plies)])):
        if number % 2 == 0:
            yield f"{number // 2 + 1}."
        turn = tuple(moves[begin:end])
        yield texts.get(turn) or texts.setdefault(turn, record.game.format_turn(turn))
        said = notes[begin:end]
        if any(said):
            yield f"{{{' | '.join(said)}}}"


def _annotation(ply: Ply) -> str:
    _, _, seconds, depth, value, text, processor = ply
    facts = []
    if depth is not None:
        facts.append(f"depth {depth}")
    if value is not None:
        facts.append(value.fact)
    if seconds is not None:
        facts.append(f"{seconds:.3f} s")
    if processor is not None:
        facts.append(f"cpu {processor:.3f} s")
    said = ", ".join(facts)
    if not text:
        return said
    comment = plain(text).translate(str.maketrans("{}|", "()/"))
    found = _FACTS.match(comment)
    # A comment that looks like facts is set apart from them even where there are none.
    apart = said or (found and found[0])
    return f"{said}; {comment}" if comment and apart else comment or said


_TOKEN = re.compile(
    rf"""\s*(?:
      \[\s*(?P<tag>\w+)\s+"(?P<value>{_TAG_VALUE})"\s*\]
    | \{{(?P<comment>[^}}]*)\}}
    | ;(?P<rest>[^\n]*)
    | (?P<mark>\$\d{{1,3}}|[!?]{{1,2}}|(?<![^\n])%[^\n]*)
    | (?P<variation>\()
    | (?P<result>1-0|0-1|1/2-1/2|0-0|\*)(?!\S)
    | (?P<number>\d+\.+)
    | (?P<move>[A-Za-z]?\d{{1,9}}(?:-\d{{1,9}})*|swap|pass)(?![^\s{{(;!?])
    | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_IN_VARIATION = re.compile(r"\{[^}]*\}|;[^\n]*|[()]")
_DIGITS = r"\d{1,16}(?:\.\d{1,9})?(?:e[+-]\d{1,3})?"
_FACTS = re.compile(
    r"(?:depth (?P<depth>\d{1,9})(?:, |(?=;|$)))?"
    rf"(?:(?:value (?P<value>[+-]{_DIGITS}) (?P<kind>exact|estimated|score)"
    rf"|eval (?P<score>-?{_DIGITS}))(?:, |(?=;|$)))?"
    r"(?:(?P<seconds>\d{1,9}(?:\.\d{1,9})?) s(?:, |(?=;|$)))?"
    r"(?:cpu (?P<processor>\d{1,9}(?:\.\d{1,9})?) s(?=;|$))?"
    r"(?:; |$)?"
)


class _Reader:
    """Reads token after token, and knows the line of each."""

    def __init__(self, text: GameText, source: str) -> None:
        self.text, self.first_line = text
        self.source = source
        self.at = 0
        self.tags_at: dict[str, int] = {}
        self.variations = 0
        self.token: re.Match[str] = self._next()

    def game(self) -> GameRecord:
        """The game, and nothing behind it. Raises BadRecord."""
        record = self._game()
        if self.token.lastgroup != "end":
            raise self._untagged()
        return record

    def _next(self) -> re.Match[str]:
        token = _TOKEN.match(self.text, self.at)
        if token is None:
            rest = self.text[self.at :].lstrip()
            word = rest.split(maxsplit=1)[0]
            self.at = len(self.text) - len(rest) + len(word)
            if rest.startswith("{"):
                raise self._bad("a comment begins here and does not end: the file is incomplete")
            raise self._bad(f"{word[:40]!r} is neither a tag, a move, a comment nor a result")
        self.token = token
        self.at = token.end()
        return token

    def _bad(self, what: str, tag: str = "") -> BadRecord:
        """An error at the tag of that name if there is one, else at the current token."""
        read = self.text[: self.tags_at.get(tag, self.at)].rstrip()
        line = self.first_line + read.count("\n")
        return BadRecord(f"{self.source}, line {line}: {what}")

    def _untagged(self) -> BadRecord:
        return self._bad('a game begins with its tags, [South "..."] and the others')

    def _game(self) -> GameRecord:
        tags: dict[str, str] = {}
        while name := self.token["tag"]:
            if name in tags:
                raise self._bad(f"the tag [{name}] stands twice: remove the wrong one")
            tags[name] = plain(re.sub(r"\\(.)", r"\1", self.token["value"]))
            self.tags_at[name] = self.at
            self._next()
        if not tags:
            raise self._untagged()
        start = self._start(tags)
        plies, position = self._moves(start)
        if self.token["result"] is None:
            raise self._bad("the moves must end with the result")
        ending = self._ending(tags, position)
        self._next()
        return GameRecord(
            game=start.rules,
            start=start,
            south=tags.get("South", "?"),
            north=tags.get("North", "?"),
            plies=plies,
            ending=ending,
            event=_known(tags, "Event"),
            site=_known(tags, "Site"),
            date=re.sub(r"(\.\?\?){1,2}$", "", _known(tags, "Date")).replace(".", "-"),
            round=_known(tags, "Round"),
            table=tags.get("Table", ""),
            opening=tags.get("Opening", ""),
            pair=tags.get("Pair", ""),
            leg=tags.get("Leg", ""),
            machine=tags.get("Machine", ""),
            south_by=tags.get("SouthBy", ""),
            north_by=tags.get("NorthBy", ""),
            lost_turn=self._lost_turn(tags),
        )

    def _lost_turn(self, tags: dict[str, str]) -> float | None:
        if "LostTurn" not in tags:
            return None
        if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", tags["LostTurn"]):
            said = f"[LostTurn] is a number of seconds, as 5.103, not {tags['LostTurn']!r}"
            raise self._bad(said, "LostTurn")
        return float(tags["LostTurn"])

    def _start(self, tags: dict[str, str]) -> Position:
        try:
            game = find_game(tags.get("Game", "owari"))
        except ValueError as error:
            raise self._bad(str(error), "Game") from None
        try:
            start = game.parse_position(tags["Position"]) if "Position" in tags else None
        except BadPosition as error:
            raise self._bad(f"[Position]: {error}", "Position") from None
        first = {"South": Side.SOUTH, "North": Side.NORTH}.get(tags.get("First", "South"))
        if first is None:
            raise self._bad(f"[First] is South or North, not {tags['First']!r}", "First")
        if start and "First" in tags and start.turn is not first:
            raise self._bad(f"[First] says {first}, [Position] {start.turn}", "First")
        return start or game.start(first)

    def _moves(self, position: Position) -> tuple[tuple[Ply, ...], Position]:
        plies: list[Ply] = []
        chain = 0
        while True:
            token, kind = self.token, self.token.lastgroup
            if kind == "move":
                try:
                    moves = position.rules.parse_turn(token[kind])
                    for move in moves:
                        plies.append(Ply(position.turn, move))
                        position = position.play(move)
                except (BadMove, IllegalMove) as error:
                    raise self._bad(f"{token[kind]}: {error}") from None
                chain = len(moves)
            elif kind in ("comment", "rest"):
                said = token[kind]
                parts = said.split("|") if chain > 1 else [said]
                for index, part in enumerate(parts[:chain], len(plies) - chain):
                    plies[index] = _annotated(plies[index], plain(part))
                chain = 0
            elif kind == "variation":
                self._skip_variation()
                chain = 0
            elif kind not in ("number", "mark"):
                return tuple(plies), position
            self._next()

    def _skip_variation(self) -> None:
        """Goes on behind a variation, with those in it."""
        depth = 1
        for found in _IN_VARIATION.finditer(self.text, self.at):
            depth += {"(": 1, ")": -1}.get(found[0], 0)
            if not depth:
                self.at = found.end()
                self.variations += 1
                return
        raise self._bad("a variation begins here and does not end: the file is incomplete")

    def _ending(self, tags: dict[str, str], position: Position) -> Ending:
        result = Result(self.token["result"])
        outcome = position.outcome()
        if tags.get("Result", result.value) != result.value:
            raise self._bad(
                f"[Result] says {tags['Result']}, the moves end with {result.value}", "Result"
            )
        unsaid = Termination.UNFINISHED if result is Result.UNFINISHED else Termination.NORMAL
        try:
            termination = Termination(tags.get("Termination", unsaid.value))
        except ValueError:
            unknown = f"unknown [Termination] {tags['Termination']!r}"
            raise self._bad(unknown, "Termination") from None
        score = re.fullmatch(r"(\d{1,3})-(\d{1,3})", tags.get("Score", ""))
        if "Score" in tags and not score:
            raise self._bad(
                f"[Score] is South's and North's stones, as 19-17, not {tags['Score']!r}", "Score"
            )
        said = Outcome(int(score[1]), int(score[2])) if score else outcome or position.score()
        if outcome and said[:2] == outcome[:2]:
            said = outcome
        elif margin := re.fullmatch(r"[+-](\d{1,3})", tags.get("Margin", "")):
            said = said._replace(empty=max(0, int(margin[1]) - abs(said.south - said.north)))
        if termination is Termination.NORMAL:
            if outcome is None:
                raise self._bad("the game is not over after the last move, yet it ended normally")
            if said != outcome or result is not Result.won_by(outcome.winner):
                raise self._bad(f"the moves end {outcome}, not {said} and {result.value}")
        return Ending(result, said, termination, tags.get("Reason", ""))


def _known(tags: dict[str, str], name: str) -> str:
    value = tags.get(name, "")
    return "" if "?" in value and not value.strip("?.") else value


def _annotated(ply: Ply, text: str) -> Ply:
    facts = _FACTS.match(text)
    assert facts is not None
    depth, margin, kind, score, seconds, processor = facts.groups()
    return Ply(
        ply.side,
        ply.move,
        float(seconds) if seconds else None,
        int(depth) if depth else None,
        _worth(margin or score, kind) if margin or score else None,
        text[facts.end() :],
        float(processor) if processor else None,
    )


def _worth(number: str, kind: str | None) -> Value | None:
    """The value, with as many digits as `signed` writes; None where it is not finite."""
    worth = int(number) if number.lstrip("+-").isdigit() else float(number)
    return Value(worth, Kind(kind or Kind.SCORE)) if isfinite(worth) else None
