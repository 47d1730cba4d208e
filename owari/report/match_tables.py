"""A match as tables, as a line while it runs, and as a verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from owari.records.record import Termination
from owari.report.cells import Cell, Table
from owari.results.elo import (
    Estimate,
    elo_estimate,
    games_needed,
    likelihood_of_superiority,
    normalized_elo_estimate,
    score_estimate,
)
from owari.results.match_score import MatchScore
from owari.results.pentanomial import Pentanomial
from owari.results.sprt import Sprt

__all__ = ["match_tables", "running_line", "verdict"]

WORTH_SHOWING = 20
"""The difference in Elo that a match without a clear one is measured by."""
FEWEST_PAIRS = 10
"""Before these, nothing is said on how long a test will take."""
LONGEST_TEST = 50
"""A test that would take so many times the games it had has no end that can be told."""


def running_line(score: MatchScore, most: int, test: Sprt | None) -> str:
    """`40 of 400 games: Rocket 58.8% (49.2% to 68.0%), LOS 96.1%, Elo +62 (-6 to +131)`"""
    pairs = score.pairs
    parts = [
        f"{score.bots[0].name} {_percents(score_estimate(pairs))}",
        f"LOS {_chance(pairs):.1f}%",
        f"Elo {_points(elo_estimate(pairs))}",
    ]
    if test:
        parts.insert(0, f"LLR {test.llr(pairs):.2f} ({test.lower:.2f} to {test.upper:.2f})")
    return f"{score.games} of {most} games: {', '.join(parts)}"


def match_tables(
    score: MatchScore, test: Sprt | None, counted: str, notes: Sequence[str] = ()
) -> list[Table]:
    """The bots, their pairs, and the difference between them. `counted` is what a score counts:
    stones or discs. The notes follow the verdict."""
    tables = [_bots_table(score, counted), _pairs_table(score), _difference_table(score, test)]
    last = tables[-1]
    tables[-1] = Table(
        last.key,
        last.title,
        last.headers,
        last.rows,
        (verdict(score, test), *_facts(score), *notes),
    )
    return tables


def verdict(score: MatchScore, test: Sprt | None) -> str:
    """A sentence or two on who is stronger, and on what would tell more."""
    one, other = (bot.name for bot in score.bots)
    pairs = score.pairs
    if not pairs.pairs:
        return "No pair of games is whole, so nothing is known."
    if test and (accepted := test.accepted(pairs)) is not None:
        return _accepted(test, accepted, one, other)
    low, high = score_estimate(pairs)[1:]
    more = _unfinished(score, test) if test else _more_games(score)
    if score.is_repetitive or any(bot.forfeits_all for bot in score.bots):
        more = ""
    elif score.alike == pairs.pairs:
        more = "Both bots made the same moves with the same side in all games."
    if low > 0.5 or high < 0.5:
        stronger, weaker = (one, other) if low > 0.5 else (other, one)
        found = f"{stronger} is stronger than {weaker}."
        more = more if test else ""
    else:
        found = "No difference is proved."
    return f"{found} {more}".rstrip()


def _accepted(test: Sprt, accepted: float, one: str, other: str) -> str:
    rejected = test.elo0 if accepted == test.elo1 else test.elo1
    told = f"The test accepts a difference of {accepted:g} {_unit(test)} against {rejected:g}"
    if accepted > rejected >= 0:
        found = f"{one} is stronger than {other}"
    elif accepted < rejected <= 0:
        found = f"{one} is weaker than {other}"
    else:
        how = "stronger" if rejected > 0 else "weaker"
        found = f"{one} is not {how} than {other} by {abs(rejected):g}"
    return f"{told}: {found}."


def _unit(test: Sprt) -> str:
    return "Elo" if test.model == "logistic" else "normalized Elo"


def _more_games(score: MatchScore) -> str:
    """How many games would tell the difference that was seen, or a small one."""
    elo = abs(elo_estimate(score.pairs).value)
    if isinf(elo):
        missing = games_needed(score.pairs, elo) - score.bots[0].played
        return f"About {_about(missing):,} more games of this kind would tell."
    size = max(round(elo), WORTH_SHOWING)
    missing = games_needed(score.pairs, size) - score.bots[0].played
    if missing <= 0:
        return f"A difference of {size} Elo would have shown in four of five such matches."
    return f"About {_about(missing):,} more games would tell a difference of {size} Elo."


def _unfinished(score: MatchScore, test: Sprt) -> str:
    """How many games the test would still take if the bots went on as they do."""
    pairs, llr = score.pairs, test.llr(score.pairs)
    bound = test.upper if llr > 0 else test.lower
    played = score.bots[0].played
    if pairs.pairs < FEWEST_PAIRS or abs(llr) * LONGEST_TEST < abs(bound):
        return "The test has not decided."
    missing = _about(played * (bound - llr) / llr)
    return f"The test has not decided: about {missing:,} more games would end it at this rate."


def _about(games: float) -> int:
    """The number in two digits, even."""
    digits: int = 10 ** max(0, len(str(int(games))) - 2)
    return max(2, round(games / digits / 2) * 2 * digits)


def _facts(score: MatchScore) -> list[str]:
    """Sentences on forfeits, and on games that do not count."""
    facts = []
    reasons = {bot.first_fault: bot for bot in score.bots if bot.first_fault}
    for bot in score.bots:
        if bot.first_fault:
            told = f"{bot.name} forfeited {bot.faults.total()} of {bot.played} games."
            facts.append(told + f" {bot.first_fault}." * (reasons[bot.first_fault] is bot))
    if score.repeated:
        facts.append(
            f"{2 * score.repeated} games repeat earlier ones move for move and do not count."
            " Programs that can begin with openings play new games with --openings random."
        )
    if score.unpaired:
        facts.append(
            f"{score.unpaired} games lack the other game of their pair and do not count."
            if score.unpaired > 1
            else "One game lacks the other game of its pair and does not count."
        )
    return facts


def _bots_table(score: MatchScore, counted: str) -> Table:
    kinds = [kind for kind in Termination if any(bot.faults[kind] for bot in score.bots)]
    headers = ("bot", "played", "won", "drawn", "lost", counted, "s/game", "slowest turn")
    rows: list[tuple[Cell, ...]] = [
        (
            *(bot.name, bot.played, bot.won, bot.drawn, bot.lost, bot.score_for),
            round(bot.seconds / bot.timed, 3) if bot.timed else None,
            round(bot.slowest, 3) if bot.timed else None,
            bot.faults.total(),
            *(bot.faults[kind] for kind in kinds if len(kinds) > 1),
        )
        for bot in score.bots
    ]
    forfeits = ("forfeits", *(kind.value for kind in kinds if len(kinds) > 1))
    spare = (*forfeits[1:], "slowest turn", "s/game", counted, "played")
    return Table(
        "bots", " - ".join(bot.name for bot in score.bots), (*headers, *forfeits), rows, spare=spare
    )


def _pairs_table(score: MatchScore) -> Table:
    headers = ("points of a pair", "0", "1/2", "1", "1 1/2", "2")
    return Table("pairs", "Pairs", headers, [(score.bots[0].name, *score.pairs)])


def _difference_table(score: MatchScore, test: Sprt | None) -> Table:
    pairs = score.pairs
    share = Estimate(*(100 * value for value in score_estimate(pairs)))
    rows: list[tuple[Cell, ...]] = [
        ("score in %", *map(_cell, share)),
        ("Elo", *map(_cell, elo_estimate(pairs))),
        ("normalized Elo", *map(_cell, normalized_elo_estimate(pairs))),
        ("likelihood of superiority in %", round(_chance(pairs), 1), None, None),
    ]
    if test:
        bounds = f"LLR for {test.elo1:g} against {test.elo0:g} {_unit(test)}"
        limits = (test.llr(pairs), test.lower, test.upper)
        rows.append((bounds, *(round(value, 2) for value in limits)))
    rows.append(("distinct games", score.distinct_games, None, None))
    one, other = (bot.name for bot in score.bots)
    headers = (f"{one} against {other}", "value", "from", "to")
    return Table("difference", "Difference, with 95% intervals", headers, rows)


def _cell(value: float) -> Cell:
    return "no limit" if isinf(value) else round(value, 1)


def _chance(pairs: Pentanomial) -> float:
    """The likelihood of superiority in %, from 0.1 to 99.9: no match makes it certain."""
    return min(max(100 * likelihood_of_superiority(pairs), 0.1), 99.9)


def _percents(estimate: Estimate) -> str:
    value, low, high = (f"{part:.1%}" for part in estimate)
    return f"{value} ({low} to {high})"


def _points(estimate: Estimate) -> str:
    value, low, high = (f"{part:+.0f}" for part in estimate)
    return f"{value} ({low} to {high})"
