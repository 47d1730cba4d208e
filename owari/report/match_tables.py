"""A match as tables, as a line while it runs, and as a verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isinf

from owari.records.record import Termination
from owari.report.tables import AT_LEAST, MINUS, Cell, Figure, Table, at_least, signed
from owari.results.elo import (
    Estimate,
    Units,
    elo_estimate,
    games_needed,
    likelihood_of_superiority,
    normalized_elo_estimate,
    score_estimate,
)
from owari.results.match_score import RARE, MatchScore
from owari.results.scoring import format_points
from owari.results.sprt import Sprt

_WORTH_SHOWING = 20
"""The difference in Elo that a match without a clear one is measured by."""
_FEWEST_PAIRS = 10
"""Before these, nothing is said on how long a test will take."""
_LONGEST_TEST = 50
"""A test that would take so many times the games it had has no end that can be told."""


def running_line(score: MatchScore, most: int, test: Sprt | None) -> str:
    """`40 of 400 games: Rocket 58.8% (49.2% to 68.0%), LOS 96.1%, Elo +62 (−6 to +131)`"""
    units = score.units
    parts = [
        f"{score.bots[0].name} {_percents(score_estimate(units))}",
        f"LOS {_chance(units):.1f}%",
        f"Elo {_points(elo_estimate(units))}",
    ]
    if test:
        ratio = f"LLR {test.llr(units):.2f} ({test.lower:.2f} to {test.upper:.2f})"
        parts.insert(0, ratio.replace("-", MINUS))
    if score.measured_nothing:
        parts = ["nothing measured yet"]
    return f"{score.games} of {most} games: {', '.join(parts)}"


def match_tables(
    score: MatchScore,
    test: Sprt | None,
    counted: str,
    notes: Sequence[str] = (),
    *,
    exhausted: bool = False,
) -> list[Table]:
    """The bots, their pairs, and the difference between them; the bots alone where nothing was
    measured. `counted` is what a score counts: stones or discs. The notes follow the verdict. The
    match is `exhausted` where both bots play without chance and have played every opening."""
    tables = [_bots_table(score, counted)]
    if score.measured_nothing:
        sentences = [
            *fault_sentences(score),
            "In no game did both bots take part: nothing was measured.",
        ]
    else:
        tables += [_pairs_table(score), _difference_table(score, test)]
        sentences = [verdict(score, test, exhausted=exhausted), *fault_sentences(score)]
        sentences += _facts(score, exhausted)
    last = tables[-1]
    return [*tables[:-1], replace(last, notes=(*sentences, *last.notes, *notes))]


def verdict(score: MatchScore, test: Sprt | None, *, exhausted: bool = False) -> str:
    """A sentence or two on who is stronger, and on what would tell more."""
    one, other = (bot.name for bot in score.bots)
    units = score.units
    if not units.size:
        return "No pair of games is whole, so nothing is known."
    if test and (accepted := test.accepted(units)) is not None:
        return _accepted(test, accepted, one, other)
    low, high = score_estimate(units)[1:]
    more = _unfinished(score, test) if test else _more_games(score)
    if score.repeated or exhausted or any(bot.forfeits_all for bot in score.bots):
        more = ""
    elif score.alike == score.pairs.pairs:
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
    told = told.replace("-", MINUS)
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
    if score.reuses_openings:
        return "More openings would tell more."
    elo = abs(elo_estimate(score.pairs).value)
    if isinf(elo):
        missing = games_needed(score.pairs, elo) - score.bots[0].played
        return f"About {_about(missing):,} more games of this kind would tell."
    size = max(round(elo), _WORTH_SHOWING)
    missing = games_needed(score.pairs, size) - score.bots[0].played
    if missing <= 0:
        return f"A difference of {size} Elo would have shown in four of five such matches."
    return f"About {_about(missing):,} more games would tell a difference of {size} Elo."


def _unfinished(score: MatchScore, test: Sprt) -> str:
    """How many games the test would still take if the bots went on as they do."""
    pairs, llr = score.pairs, test.llr(score.units)
    bound = test.upper if llr > 0 else test.lower
    if score.reuses_openings:
        return "The test has not decided. More openings would tell more."
    played = score.bots[0].played
    if pairs.pairs < _FEWEST_PAIRS or abs(llr) * _LONGEST_TEST < abs(bound):
        return "The test has not decided."
    missing = _about(played * (bound - llr) / llr)
    return f"The test has not decided: about {missing:,} more games would end it at this rate."


def _about(games: float) -> int:
    """The number in two digits, even."""
    digits: int = 10 ** max(0, len(str(int(games))) - 2)
    return max(2, round(games / digits / 2) * 2 * digits)


def fault_sentences(score: MatchScore) -> list[str]:
    """Who forfeited how many games, and why for the first time."""
    told = []
    reasons = {bot.first_fault: bot for bot in score.bots}
    for bot in score.bots:
        if bot.first_fault:
            number, reason = bot.first_fault
            early = " before its first move" * (bot.without_move == bot.forfeited)
            sentence = f"{bot.name} forfeited {bot.forfeited} of {score.games} games{early}."
            told.append(sentence + f" Game {number}: {reason}." * (reasons[bot.first_fault] is bot))
    return told


def _facts(score: MatchScore, exhausted: bool) -> list[str]:
    """Sentences on what counts, and on games that do not count."""
    facts = []
    if score.reuses_openings:
        facts.append(
            f"{score.openings} openings came more than once, so the opening is what counts, by the"
            " mean of its pairs."
        )
    elif score.openings == 1 and score.has_opening and score.pairs.pairs > 1:
        facts.append("All games began with one opening, and the numbers speak of that one alone.")
    if score.repeated:
        facts.append(
            f"{2 * score.repeated} games repeat earlier ones move for move and do not count."
            " Programs that can begin with openings play new games with --openings random."
        )
        if not score.may_vary:
            facts.append(
                f"A bot that plays otherwise in {RARE:.0%} of its games would have shown it in 19"
                " of 20 such matches."
            )
    if exhausted:
        facts.append("Both bots play without chance, so more games would only repeat these.")
    if score.unpaired:
        facts.append(unpaired_note(score.unpaired))
    return facts


def unpaired_note(games: int) -> str:
    """A sentence on so many games that lack the other game of their pair."""
    if games == 1:
        return "One game lacks the other game of its pair and does not count."
    return f"{games} games lack the other game of their pair and do not count."


def _bots_table(score: MatchScore, counted: str) -> Table:
    kinds = [kind for kind in Termination if any(bot.faults[kind] for bot in score.bots)]
    cut_off = any(bot.cut_off for bot in score.bots)
    headers = ["bot", "played", "won", "drawn", "lost", counted, "s/game", "slowest turn"]
    headers += ["turns cut off"] * cut_off
    rows: list[tuple[Cell, ...]] = [
        (
            *(bot.name, bot.played, bot.won, bot.drawn, bot.lost, bot.score_for),
            _time(bot.seconds / bot.timed, cut_off=bot.cut_off > 0) if bot.timed else None,
            _time(bot.slowest, cut_off=bot.slowest_is_cut_off) if bot.timed else None,
            *([bot.cut_off] if cut_off else []),
            bot.faults.total(),
            *(bot.faults[kind] for kind in kinds if len(kinds) > 1),
        )
        for bot in score.bots
    ]
    forfeits = ("forfeits", *(kind.value for kind in kinds if len(kinds) > 1))
    spare = (*forfeits[1:], "turns cut off", "slowest turn", "s/game", counted, "played")
    title = " - ".join(bot.name for bot in score.bots)
    notes = (AT_LEAST,) if cut_off else ()
    return Table("bots", title, (*headers, *forfeits), rows, notes, spare)


def _time(seconds: float, *, cut_off: bool) -> Figure:
    figure = Figure(round(seconds, 3), format_points(round(seconds, 3)))
    return at_least(figure) if cut_off else figure


def _pairs_table(score: MatchScore) -> Table:
    headers = ("points of a pair", "0", "1/2", "1", "1 1/2", "2")
    return Table("pairs", "Pairs", headers, [(score.bots[0].name, *score.pairs)])


def _difference_table(score: MatchScore, test: Sprt | None) -> Table:
    units = score.units
    share = Estimate(*(100 * value for value in score_estimate(units)))
    rows: list[tuple[Cell, ...]] = [
        ("score in %", *map(_cell, share)),
        ("Elo", *map(_cell, elo_estimate(units))),
        ("normalized Elo", *map(_cell, normalized_elo_estimate(units))),
        ("likelihood of superiority in %", round(_chance(units), 1), None, None),
    ]
    if test:
        bounds = f"LLR for {test.elo1:g} against {test.elo0:g} {_unit(test)}"
        limits = (test.llr(units), test.lower, test.upper)
        rows.append((bounds, *(round(value, 2) for value in limits)))
    rows.append(("distinct games", score.distinct_games, None, None))
    one, other = (bot.name for bot in score.bots)
    headers = (f"{one} against {other}", "value", "from", "to")
    return Table("difference", "Difference, with 95% intervals", headers, rows)


def _cell(value: float) -> Cell:
    return "no limit" if isinf(value) else round(value, 1)


def _chance(units: Units) -> float:
    """The likelihood of superiority in %, from 0.1 to 99.9: no match makes it certain."""
    return min(max(100 * likelihood_of_superiority(units), 0.1), 99.9)


def _percents(estimate: Estimate) -> str:
    value, low, high = (f"{part:.1%}" for part in estimate)
    return f"{value} ({low} to {high})"


def _points(estimate: Estimate) -> str:
    value, low, high = map(signed, estimate)
    return f"{value} ({low} to {high})"
