"""The games and the bots of a tournament as data that a page searches, folds and opens, and its
forfeits one by one, with the ends of their dialogues.

The report holds them, and the live page asks for them. `game_list.js` and `bot_page.js` of the
viewer describe their forms.
"""

from __future__ import annotations

import re
import stat
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from owari.analysis.review import Judged, Review
from owari.analysis.values import Stated
from owari.games.game import Side
from owari.html_report.content import ReportContent
from owari.records.record import Result, Termination
from owari.report.bot_tables import details_table
from owari.report.result_tables import verdict
from owari.report.tables import Table, cell_text, signed
from owari.results.game_log import StoredGame
from owari.results.scoring import format_points
from owari.text.printable import escaped, plain
from owari.viewer.game_data import amount_data, best_text

_LINES = 12
"""Lines of a dialogue that are shown."""
_LONGEST_LINE = 400
"""Characters of a line."""
_TAIL = 16_384
"""Bytes at the end of a file that are read for them."""


class Forfeit(NamedTuple):
    """A game that a bot lost by its own fault."""

    game: int
    bot: str
    opponent: str
    kind: Termination
    reason: str
    """A sentence."""
    dialogue: tuple[str, ...] = ()
    """The last lines between the referee and the bot, where they are kept."""


class Dialogues:
    """The folder that `owari tournament --logs` has written: a folder for each game that was
    played, with a file for each program."""

    def __init__(self, root: Path) -> None:
        found: dict[int, tuple[int, Path]] = {}
        for folder in root.iterdir():
            if name := _OF_A_GAME.fullmatch(folder.name):
                attempt = int(name["attempt"] or 1), folder
                found[int(name["game"])] = max(attempt, found.get(int(name["game"]), attempt))
        self._folders = {game: folder for game, (_, folder) in found.items()}

    def last_lines(self, game: int, side: Side) -> tuple[str, ...]:
        """The last lines of the program on that side, when the game was last played."""
        folder = self._folders.get(game)
        with suppress(OSError):
            for path in sorted(folder.glob(f"{str(side).lower()}-*.log")) if folder else ():
                # A link could show a file to the readers of the report that is nobody's dialogue.
                if stat.S_ISREG(path.lstat().st_mode):
                    return _end_of(path)
        return ()


_OF_A_GAME = re.compile(r"(?P<game>\d{4,9})-\w+-\w+(?:-(?P<attempt>\d{1,9}))?", re.ASCII)
"""The name of a game's folder; names of bots have no hyphen in it."""


def _end_of(path: Path) -> tuple[str, ...]:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        lines = file.read().decode("utf-8", "replace").split("\n")
    whole = [line for line in lines[size > _TAIL :] if line]
    return tuple(escaped(line[:_LONGEST_LINE]) for line in whole[-_LINES:])


def forfeits(games: Iterable[StoredGame], dialogues: Dialogues | None = None) -> Iterator[Forfeit]:
    """Each forfeit, by game."""
    for game in games:
        _, _, kind, reason = game.ending
        for side in game.ending.forfeited_by:
            lines = dialogues.last_lines(game.number, side) if dialogues else ()
            bots = game.player(side), game.player(side.other)
            yield Forfeit(game.number, *bots, kind, reason, lines)


def forfeit_list(found: Iterable[Forfeit]) -> Table:
    """The forfeits for other programs."""
    rows = [(each.game, each.bot, each.opponent, each.kind.value, each.reason) for each in found]
    headers = ("game", "bot", "opponent", "kind", "reason")
    return Table("forfeits", "Forfeits", headers, rows)


MOST_MOVES = 5
"""The best and the worst moves of a bot that its page shows."""
MOST_LOST = 20
"""The moves of a bot on its page that lost games."""
_LOSERS = {Result.SOUTH: Side.NORTH, Result.NORTH: Side.SOUTH}
_WINNERS = {Result.SOUTH: 1, Result.NORTH: 2, Result.DRAW: 0}

Data = dict[str, Any]


def game_list(content: ReportContent) -> Data:
    """The bots in the order of the standings, and the games, which name them by their places."""
    places = {name: place for place, name in enumerate(content.names)}
    return {
        "bots": [
            {
                "name": plain(row.name),
                "place": row.place or None,
                "points": format_points(row.points),
                "played": row.played,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
                "forfeits": row.forfeits,
            }
            for row in content.standings.rows
        ],
        "games": [_listed(game, places, content.game_rounds) for game in content.games],
        "pieces": content.pieces,
    }


def _listed(game: StoredGame, places: Mapping[str, int], rounds: Mapping[int, str]) -> list[Any]:
    """A game as short as it can be: a page may have ten thousands."""
    ending = game.ending
    return [
        game.number,
        places[game.south],
        places[game.north],
        str(ending.score),
        ending.score.margin(Side.SOUTH),
        _WINNERS.get(ending.result, 3),
        plain(str(verdict(game.south, game.north, ending))),
        game.first.value,
        game.plies,
        rounds.get(game.number, ""),
        int(ending.termination.is_fault),
    ]


def forfeit_data(forfeits: Iterable[Forfeit]) -> list[Data]:
    """The forfeits with the ends of their dialogues."""
    return [
        each._replace(
            bot=plain(each.bot), opponent=plain(each.opponent), reason=plain(each.reason)
        )._asdict()
        | {"kind": each.kind.value}
        for each in forfeits
    ]


def bot_details(content: ReportContent, moves: Mapping[str, BotMoves]) -> dict[str, Data]:
    """What the page of each bot says beside its line of the list and its games, by its name."""
    table = details_table(content.statistics)
    figures: dict[str, list[list[str]]] = {
        str(row[0]): [
            [header, cell_text(cell)]
            for header, cell in zip(table.headers[1:], row[1:], strict=True)
            if cell is not None
        ]
        for row in table.rows
    }
    rated = {each.bot: each for each in content.ratings.bots} if content.ratings else {}
    return {
        plain(name): {
            "figures": figures[name],
            "rating": [*map(signed, rated[name].elo)] if rated else None,
            **moves.get(name, _NO_MOVES)._asdict(),
        }
        for name in content.names
    }


class BotMoves(NamedTuple):
    """Moves of a bot that mattered most, as `bot_page.js` describes them."""

    lost: list[Data]
    """By which it lost a game that the board then decided; of many those that gave most away."""
    games_lost: int
    """The games that were lost so."""
    worst: list[Data]
    """What gave most away, by the analysis, each from another position than those of `lost`."""
    best: list[Data]
    """Where every other move would have given most away, from yet other positions."""
    games_judged: int
    """The games in which moves of the bot were judged: those of the lists are from them."""


_NO_MOVES = BotMoves([], 0, [], [], 0)


def moves_of_bots(reviews: Iterable[tuple[StoredGame, Review]]) -> dict[str, BotMoves]:
    """The best and the worst moves of the bots in the games that were judged, by name."""
    worst, best = (defaultdict[str, _Found](dict) for _ in range(2))
    lost: defaultdict[str, list[tuple[int, Data]]] = defaultdict(list)
    told: defaultdict[str, set[str]] = defaultdict(set)
    judged: defaultdict[str, set[int]] = defaultdict(set)
    for game, review in reviews:
        positions = [*map(str, review.record.positions())]
        decisive = review.decisive_move
        if decisive and _LOSERS.get(game.ending.result) is decisive.ply.side:
            amount = decisive.values.stated_loss(decisive.ply.move)
            shown = amount.number, _shown(game, review, decisive, amount)
            lost[game.player(decisive.ply.side)].append(shown)
            told[game.player(decisive.ply.side)].add(positions[decisive.number - 1])
        for move in review.moves:
            bot = game.player(move.ply.side)
            judged[bot].add(game.number)
            loss = move.values.stated_loss(move.ply.move)
            gain = move.values.stated_gain(move.ply.move)
            amount, found = (loss, worst) if loss.number else (gain, best)
            kept, position = found[bot], positions[move.number - 1]
            if amount.number > (kept[position][0] if position in kept else 0):
                kept[position] = amount.number, _shown(game, review, move, amount)
            if len(kept) > 20 * MOST_MOVES:
                found[bot] = _largest(kept, told[bot])
    return {
        bot: BotMoves(
            [data for _, data in sorted(lost[bot], key=lambda each: -each[0])[:MOST_LOST]],
            len(lost[bot]),
            [data for _, data in bad.values()],
            [data for _, data in _largest(best[bot], {*bad, *told[bot]}).values()],
            len(judged[bot]),
        )
        for bot in {*worst, *best}
        for bad in [_largest(worst[bot], told[bot])]
    }


_Found = dict[str, tuple[int, Data]]
"""Moves with their amounts by the position before them: bots that meet often repeat games."""


def _largest(found: _Found, without: Container[str] = ()) -> _Found:
    """Those with the largest amounts, in the order of their games where they are equal."""
    others = (each for each in found.items() if each[0] not in without)
    return dict(sorted(others, key=lambda each: -each[1][0])[:MOST_MOVES])


def _shown(game: StoredGame, review: Review, move: Judged, amount: Stated) -> Data:
    rules, values = review.record.game, move.values
    gave_away = values.stated_loss(move.ply.move).number
    return {
        "game": game.number,
        "ply": move.number,
        "move": rules.format_move(move.ply.move),
        "opponent": plain(game.player(move.ply.side.other)),
        "amount": amount_data(amount),
        "better": best_text(rules, values) if gave_away else "",
    }
