"""What a match says in words."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from owari.records.record import Termination
from owari.report.match_tables import match_tables, running_line, verdict
from owari.report.tables import format_tables
from owari.results.elo import SCORES, Pentanomial, elo_of, games_needed, score_estimate
from owari.results.match_score import MatchScore
from owari.results.sprt import Sprt


def score_of(*counts: int) -> MatchScore:
    """A match between New and Old with these pairs."""
    score = MatchScore(("New", "Old"))
    for points, count in zip((0, 0.5, 1, 1.5, 2), counts, strict=True):
        score._points.setdefault("", Counter())[points] = count
    score.games = score.bots[0].won = 2 * sum(counts)
    score._measured = score.games
    return score


WEAKER_TEST = Sprt(-50, 0)


@pytest.mark.parametrize(
    ("counts", "test", "sentences"),
    [
        ((0, 0, 0, 0, 0), None, "No pair of games is whole, so nothing is known."),
        ((5, 10, 30, 60, 50), None, "New is stronger than Old."),
        ((50, 60, 30, 10, 5), None, "Old is stronger than New."),
        (
            (20, 20, 20, 20, 22),
            None,
            "No difference is proved. About 2,200 more games would tell a difference of 20 Elo.",
        ),
        (
            (10, 10, 10, 14, 13),
            None,
            "No difference is proved. About 880 more games would tell a difference of 31 Elo.",
        ),
        (
            (0, 0, 3000, 0, 0),
            None,
            "No difference is proved. A difference of 20 Elo would have shown in four of five such"
            " matches.",
        ),
        (
            (10, 10, 20, 60, 90),
            Sprt(0, 50),
            "The test accepts a difference of 50 normalized Elo against 0: New is stronger than"
            " Old.",
        ),
        (
            (90, 60, 20, 10, 10),
            Sprt(0, 50),
            "The test accepts a difference of 0 normalized Elo against 50: New is not stronger than"
            " Old by 50.",
        ),
        (
            (90, 60, 20, 10, 10),
            WEAKER_TEST,
            "The test accepts a difference of \u221250 normalized Elo against 0: New is weaker than"
            " Old.",
        ),
        (
            (10, 10, 20, 60, 90),
            WEAKER_TEST,
            "The test accepts a difference of 0 normalized Elo against \u221250: New is not weaker"
            " than Old by 50.",
        ),
        (
            (10, 10, 20, 60, 90),
            Sprt(-10, 10, model="logistic"),
            "The test accepts a difference of 10 Elo against \u221210: New is not weaker than Old"
            " by 10.",
        ),
        (
            (3, 3, 4, 5, 5),
            Sprt(0, 50),
            "No difference is proved. The test has not decided: about 220 more games would end it"
            " at this rate.",
        ),
        ((0, 1, 1, 1, 1), Sprt(0, 50), "No difference is proved. The test has not decided."),
        (
            (5, 10, 30, 60, 50),
            Sprt(0, 2),
            "New is stronger than Old. The test has not decided: about 860 more games would end it"
            " at this rate.",
        ),
    ],
)
def test_verdicts(counts: tuple[int, ...], test: Sprt | None, sentences: str) -> None:
    assert verdict(score_of(*counts), test) == sentences


def test_pairs_that_are_all_won_want_a_few_more() -> None:
    assert verdict(score_of(0, 0, 0, 0, 3), None) == (
        "No difference is proved. About 6 more games of this kind would tell."
    )


def test_bots_that_play_alike_are_told_apart_by_no_more_games() -> None:
    score = score_of(0, 0, 12, 0, 0)
    score.alike = 12
    assert verdict(score, None) == (
        "No difference is proved. Both bots made the same moves with the same side in all games."
    )


def test_games_that_repeat_others_promise_nothing() -> None:
    score = score_of(0, 0, 0, 1, 0)
    score._left_out.append([])
    assert verdict(score, None) == "No difference is proved."


def test_the_first_forfeit_is_told() -> None:
    score = score_of(0, 0, 0, 0, 3)
    new, old = score.bots
    old.lost, old.faults, old.forfeited = 6, Counter({Termination.CRASHED: 6}), 6
    old.first_fault = 1, "Old left"
    notes = match_tables(score, None, "stones")[-1].notes
    assert notes == ("No difference is proved.", "Old forfeited 6 of 6 games. Game 1: Old left.")
    new.first_fault, new.forfeited = (4, "New left"), 2
    notes = match_tables(score, None, "stones")[-1].notes
    assert "New forfeited 2 of 6 games. Game 4: New left." in notes
    new.first_fault = old.first_fault
    notes = match_tables(score, None, "stones")[-1].notes
    assert notes[1:] == (
        "New forfeited 2 of 6 games.",
        "Old forfeited 6 of 6 games. Game 1: Old left.",
    )


@pytest.mark.parametrize(
    ("form", "heading"),
    [("csv", "'=A1 against \\|b"), ("github", r"=A1 against \\\|b"), ("html", "&lt;")],
)
def test_names_in_headings_are_escaped(form: str, heading: str) -> None:
    score = MatchScore(("=A1", "<b>" if form == "html" else "\\|b"))
    assert heading in format_tables([match_tables(score, None, "stones")[-1]], form)


def test_the_games_that_are_needed_tell_the_difference_in_four_of_five_matches() -> None:
    frequencies = (0.1352, 0.1575, 0.1891, 0.2345, 0.2837)
    truth = sum(p * points for p, points in zip(frequencies, SCORES, strict=True))
    seen = Pentanomial(*(round(10_000 * p) for p in frequencies))
    pairs = games_needed(seen, elo_of(truth)) // 2
    rng = random.Random(1)
    matches = 1000
    told = 0
    for _ in range(matches):
        points = rng.choices([0, 0.5, 1, 1.5, 2], frequencies, k=pairs)
        told += score_estimate(Pentanomial.of(points)).low > 0.5
    assert 0.75 < told / matches < 0.85


def test_the_running_line() -> None:
    line = running_line(score_of(5, 10, 30, 60, 50), 400, Sprt(0, 50))
    assert line == (
        "310 of 400 games: LLR 16.79 (\u22122.94 to 2.94), New 72.6% (68.5% to 76.7%), LOS 99.9%,"
        " Elo +169 (+135 to +207)"
    )
