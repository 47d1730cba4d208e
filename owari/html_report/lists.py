"""The games and the bots of a tournament as data that a page searches, folds and opens.

The report holds them, and the live page asks for them. `game_list.js` and `bot_page.js` of the
viewer describe their forms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

from owari.analysis.review import Judged, Review
from owari.analysis.values import Stated
from owari.games.game import Side
from owari.html_report.content import ReportContent
from owari.html_report.forfeits import Forfeit
from owari.records.record import Result
from owari.report.bot_tables import details_table
from owari.report.cells import cell_text, signed
from owari.report.result_tables import verdict
from owari.results.game_log import StoredGame
from owari.results.scoring import format_points
from owari.text.printable import plain
from owari.viewer.game_data import amount_data, best_text

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


_NO_MOVES = BotMoves([], 0, [], [])


def moves_of_bots(reviews: Iterable[tuple[StoredGame, Review]]) -> dict[str, BotMoves]:
    """The best and the worst moves of the bots in the games that were judged, by name."""
    worst, best = (defaultdict[str, _Found](dict) for _ in range(2))
    lost: defaultdict[str, list[tuple[int, Data]]] = defaultdict(list)
    told: defaultdict[str, set[str]] = defaultdict(set)
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
