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
`[Entered "=S2? S3:1.204 S1?"]` keeps our moves of a relay that were announced before a correction
and may stand on the other screen, `=` where the game has them, and `[Before "..."]` what an undo of
corrections brings back. `[Origin "before ply 7 of Ann - Ben"]` is the game that this one goes on
from. `[Unplayed "2.500 61.000"]` has the seconds of South and North beside those of the moves.
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
from contextlib import suppress
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import (
    BadMove,
    BadPosition,
    Game,
    IllegalMove,
    Kind,
    Move,
    Outcome,
    Position,
    Side,
    Value,
)
from owari.records.archives import text_of
from owari.records.record import (
    SHOWN_FROM,
    Ending,
    GameRecord,
    Ply,
    Result,
    Termination,
    move_names,
)
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
    """The games of a record that comes in parts, each as soon as it is there. Where something is no
    game, the last text is all that is left: who reads it finds the error."""
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
_LONGEST_SAID = 300
"""Characters of what is wrong, which may quote a tag of any length."""


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
    kept = (("Entered", record.entered), ("Before", record.before), ("Origin", record.origin))
    for tag, value in kept:
        if value:
            tags[tag] = value
    if any(record.unplayed):
        tags["Unplayed"] = " ".join(f"{seconds:.3f}" for seconds in record.unplayed)
    if record.table:
        tags["Table"] = record.table
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{_filled(' '.join([*_turns(record), result.value]))}\n"


def format_moves(record: GameRecord) -> str:
    """The moves of the game in one line, with what is said of each, as `read_moves` reads them."""
    return " ".join(_turns(record))


def read_moves(text: str, start: Position) -> tuple[Ply, ...]:
    """The plies of such a line, from that position. Raises BadRecord."""
    reader = _Reader(GameText(f"{text} {Result.UNFINISHED.value}", 1), "the moves")
    plies, _ = reader._moves(start)
    return plies


def read_game(text: str, source: str = "the record") -> GameRecord:
    """The one game in a text. Raises BadRecord."""
    with suppress(BadRecord):
        return game_of(GameText(text, 1), source)
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


_LINE = re.compile(rf" *+([^\n]{{1,{WIDTH}}}(?= |\Z)|[^ \n]++)")


def _filled(text: str) -> str:
    """The words in lines of at most WIDTH characters; a longer word has a line of its own."""
    return "\n".join(map(str.rstrip, _LINE.findall(text)))


def _dated(date: str) -> str:
    """The date as PGN writes it, with question marks for unknown parts."""
    unknown = ["????", "??", "??"]
    known = date.split("-") if date else []
    return ".".join(known + unknown[len(known) :])


def _quoted(text: str) -> str:
    return plain(text).replace("\\", "\\\\").replace('"', '\\"')


def _turns(record: GameRecord) -> list[str]:
    """The words of the movetext, turn by turn."""
    plies, format_turn = record.plies, record.game.format_turn
    names = move_names(record.game)
    words: list[str] = []
    before: list[Ply] = []
    number = 0
    following = [side for side, _, _, _, _, _, _ in plies[1:]]
    for ply, after in zip(plies, [*following, None], strict=False):
        side, move, seconds, depth, value, text, processor = ply
        if after is side:
            before.append(ply)
            continue
        if number % 2 == 0:
            words.append(f"{number // 2 + 1}.")
        number += 1
        if before:
            turn = [*before, ply]
            words.append(format_turn(tuple([each.move for each in turn])))
            notes = [_annotation(*each[2:]) for each in turn]
            note = " | ".join(notes) if any(notes) else ""
            before = []
        else:
            words.append(names[move])
            note = _annotation(seconds, depth, value, text, processor)
        if note:
            words.append(f"{{{note}}}")
    return words


def _annotation(
    seconds: float | None,
    depth: int | None,
    value: Value | None,
    text: str,
    processor: float | None,
) -> str:
    said = ""
    if seconds is not None:
        said = "0.000 s" if 0 <= seconds < SHOWN_FROM else f"{seconds:.3f} s"
    if depth is not None or value is not None:
        worth = _worth_said(depth, *value) if value else f"depth {depth}"
        said = f"{worth}, {said}" if said else worth
    if processor is not None:
        used = f"cpu {processor:.3f} s"
        said = f"{said}, {used}" if said else used
    if not text:
        return said
    comment = plain(text).translate(str.maketrans("{}|", "()/"))
    found = _FACTS.match(comment)
    # A comment that looks like facts is set apart from them even where there are none.
    apart = said or (found and found[0])
    return f"{said}; {comment}" if comment and apart else comment or said


@lru_cache(maxsize=1024, typed=True)
def _worth_said(depth: int | None, number: float, kind: Kind) -> str:
    fact = Value(number, kind).fact
    return fact if depth is None else f"depth {depth}, {fact}"


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
_NEXT_TAG = re.compile(rf'\n\[(?P<tag>\w+) "(?P<value>{_TAG_VALUE})"\]')
"""A tag as `format_game` writes it, which is most of them."""
_IN_VARIATION = re.compile(r"\{[^}]*\}|;[^\n]*|[()]")
_DIGITS = r"\d{1,16}(?:\.\d{1,9})?(?:e[+-]\d{1,3})?"


def _facts(space: str, end: str) -> str:
    """The expression of what an engine says of a move; `end` is the one of what follows it."""
    more = rf"(?:,{space}(?=[^\s}}])|(?={end}))"
    said = (
        rf"(?:depth{space}(\d{{1,9}}){more})?"
        rf"(?:(?:value{space}([+-]{_DIGITS}){space}(exact|estimated|score)"
        rf"|eval{space}(-?{_DIGITS})){more})?"
    )
    return (
        rf"(?:(?=[dev]){said})?"
        rf"(?:(\d{{1,9}}(?:\.\d{{1,9}})?){space}s{more})?"
        rf"(?:cpu{space}(\d{{1,9}}(?:\.\d{{1,9}})?){space}s(?={end}))?"
    )


_FACTS = re.compile(rf"{_facts(' ', ';|$')}(?:; |$)?")
_ONLY_FACTS = _facts(r"\s++", r"\s*+\}")
_TURN = re.compile(
    rf"""\s*+(?:\d++\.++\s*+)?+(?!(?:1-0|0-1|0-0)(?!\S))
    ([A-Za-z]?\d{{1,9}}+(?:-\d{{1,9}}+)*+|swap|pass)(?![^\s{{(;!?])
    (?:\s*+\{{(?:{_ONLY_FACTS}\s*+\}}|([^}}]*+)\}}))?""",
    re.VERBOSE,
)
"""A turn with its number before it and its comment behind it: facts alone, or any text."""
_Note = tuple[float | None, int | None, Value | None, str, float | None]
_NO_NOTE: _Note = (None, None, None, "", None)
"""The fields of a ply behind its move."""


class _Reader:
    """Reads token after token, and knows the line of each."""

    def __init__(self, text: GameText, source: str) -> None:
        self.text, self.first_line = text
        self.source = source
        self.at = 0
        self.tags_at: dict[str, int] = {}
        self.variations = 0
        self.chain = 0
        """The plies of the last turn, before its comment."""
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
        shown = what if len(what) <= _LONGEST_SAID else f"{what[:_LONGEST_SAID]}..."
        return BadRecord(f"{self.source}, line {line}: {shown}")

    def _untagged(self) -> BadRecord:
        return self._bad('a game begins with its tags, [South "..."] and the others')

    def _game(self) -> GameRecord:
        tags: dict[str, str] = {}
        text, token = self.text, self.token
        while name := token["tag"]:
            if name in tags:
                raise self._bad(f"the tag [{name}] stands twice: remove the wrong one")
            value = token["value"]
            tags[name] = plain(re.sub(r"\\(.)", r"\1", value) if "\\" in value else value)
            self.tags_at[name] = self.at
            if tag := _NEXT_TAG.match(text, self.at):
                token, self.at = tag, tag.end()
            else:
                token = self._next()
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
            entered=tags.get("Entered", ""),
            before=tags.get("Before", ""),
            origin=tags.get("Origin", ""),
            unplayed=self._unplayed(tags),
        )

    def _unplayed(self, tags: dict[str, str]) -> tuple[float, float]:
        text = tags.get("Unplayed", "0 0")
        found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ([0-9]{1,9}(?:\.[0-9]{1,9})?)", text)
        if not found:
            said = f"[Unplayed] is two numbers of seconds, as 2.500 61.000, not {text!r}"
            raise self._bad(said, "Unplayed")
        return float(found[1]), float(found[2])

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
        self.at = self.token.start()
        while True:
            position = self._turns(plies, position)
            kind = self._next().lastgroup
            if kind in ("comment", "rest"):
                self._annotate(plies, self.token[kind])
            elif kind == "variation":
                self._skip_variation()
            elif kind not in ("number", "mark"):
                return tuple(plies), position
            if kind != "number" and kind != "mark":
                self.chain = 0

    def _turns(self, plies: list[Ply], position: Position) -> Position:
        """Adds the turns that stand here one behind the other; the position after them."""
        text, match, known = self.text, _TURN.match, _known_turns.setdefault(position.rules, {})
        new_ply, add, at = tuple.__new__, plies.append, self.at  # new_ply takes half of the time
        while turn := match(text, at):
            name, depth, margin, kind, score, seconds, processor, comment = turn.groups()
            try:
                moves = known.get(name) or _parsed(position.rules, name)
                if seconds and len(moves) == 1 and not (depth or margin or score or processor):
                    (move,) = moves
                    add(new_ply(Ply, (position.turn, move, float(seconds), None, None, "", None)))
                    position = position.play(move)
                    at = turn.end()
                    self.chain = 0
                    continue
                note = _note(depth, margin, kind, score, seconds, processor)
                for move in moves:
                    add(new_ply(Ply, (position.turn, move, *note)))
                    position = position.play(move)
                    note = _NO_NOTE
            except (BadMove, IllegalMove) as error:
                self.at = turn.end(1)
                raise self._bad(f"{name}: {error}") from None
            at = self.at = turn.end()
            self.chain = len(moves)
            if comment:
                self._annotate(plies, comment)
            elif at > turn.end(1):
                self.chain = 0
        self.at = at
        return position

    def _annotate(self, plies: list[Ply], comment: str) -> None:
        """Adds to the last turn what its first comment says; bars separate the plies of a chain."""
        parts = comment.split("|") if self.chain > 1 else [comment]
        for index, part in enumerate(parts[: self.chain], len(plies) - self.chain):
            if said := plain(part):
                side, move, *_ = plies[index]
                plies[index] = Ply(side, move, *_said(said))
        self.chain = 0

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


_known_turns: dict[Game, dict[str, tuple[Move, ...]]] = {}
"""The turns of one move that `_parsed` has read, by their names."""


def _parsed(game: Game, name: str) -> tuple[Move, ...]:
    """The moves of a turn. Raises BadMove."""
    moves = game.parse_turn(name)
    if len(moves) == 1:
        _known_turns[game][name] = moves
    return moves


def _said(text: str) -> _Note:
    """What a comment says of its ply."""
    facts = _FACTS.match(text)
    assert facts is not None
    depth, margin, kind, score, seconds, processor = facts.groups()
    return _note(depth, margin, kind, score, seconds, processor, text[facts.end() :])


def _note(
    depth: str | None,
    margin: str | None,
    kind: str | None,
    score: str | None,
    seconds: str | None,
    processor: str | None,
    comment: str = "",
) -> _Note:
    return (
        float(seconds) if seconds else None,
        int(depth) if depth else None,
        _worth(margin or score or "", kind) if margin or score else None,
        comment,
        float(processor) if processor else None,
    )


def _worth(number: str, kind: str | None) -> Value | None:
    """The value, with as many digits as `signed` writes; None where it is not finite."""
    worth = int(number) if number.lstrip("+-").isdigit() else float(number)
    return Value(worth, Kind(kind or Kind.SCORE)) if isfinite(worth) else None
