"""Tournaments of every format as an instructor types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import output, owari, refusal, run
from tests.support.nightly import at_night

FIVE_BOTS = """\
seed: 3
bots:
  - {name: Depth 2, engine: alpha-beta, depth: 2}
  - {name: Greedy, engine: greedy}
  - {name: First, engine: first}
  - {name: Chance, engine: random}
  - {name: Depth 1, engine: alpha-beta, depth: 1}
"""
FORMATS = {
    "round-robin": ("rounds: 2", 40),
    "gauntlet": ("challenger: [First, Chance]", 12),
    "knockout": ("tie-break-games: 0\nseeds: [First]", 8),
    "swiss": ("rounds: 3", 12),
    "ladder": ("rounds: 4", 16),
}
"""Further keys, and how many games five bots play then."""
BY_HAND = "format: swiss\nbots:\n" + "".join(f"  - {{name: {n}, by-hand: true}}\n" for n in "ABCD")


def write(folder: Path, text: str) -> None:
    (folder / "bots.yaml").write_text(text, "utf-8")


def standings(folder: Path) -> Any:
    return json.loads(output("standings", "bots.yaml", "--format", "json", folder=folder))


def games(folder: Path) -> Any:
    """The games that count, by number, without the times at which they ended."""
    found = json.loads(output("show", "bots.yaml", "--format", "json", folder=folder))["games"]
    return {game["game"]: {**game, "finished": None} for game in found}


def due(folder: Path) -> list[tuple[int, int, str, str]]:
    """The round, the number and the players of each game that is known to be due."""
    text = output("tournament", "bots.yaml", "--dry-run", "--format", "json", folder=folder)
    found = json.loads(text)
    by_hand = [list(row.values())[:4] for row in found.get("by-hand", ())]
    return [tuple(row) for row in (*(list(r.values())[:4] for r in found["schedule"]), *by_hand)]


@pytest.mark.parametrize(
    "form", [*at_night("round-robin", "gauntlet", "swiss"), "knockout", "ladder"]
)
def test_a_tournament_is_played_to_its_end(tmp_path: Path, form: str) -> None:
    keys, count = FORMATS[form]
    write(tmp_path, f"format: {form}\n{keys}\n{FIVE_BOTS}")
    first = due(tmp_path)
    assert {game[0] for game in first} >= {1}
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    assert len(games(tmp_path)) == count
    players = {number: (game["South"], game["North"]) for number, game in games(tmp_path).items()}
    assert all(players[number] == (south, north) for _, number, south, north in first)
    assert due(tmp_path) == []
    again = owari(tmp_path, "tournament", "bots.yaml")
    assert again.stderr.count(f"{count} of {count} games are already played.") == 1
    assert len(games(tmp_path)) == count
    assert ("Champion: " in done.stdout) == (form != "gauntlet")


def test_a_gauntlet_says_how_its_challengers_did(tmp_path: Path) -> None:
    write(tmp_path, f"format: gauntlet\n{FIVE_BOTS}")
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert "Depth 2 has 7 points from 8 games against 4 bots." in done.stdout
    assert "Champion" not in done.stdout


def score(folder: Path, first: str, second: str, stones: int) -> None:
    output("score", "bots.yaml", first, second, f"{stones}-{36 - stones}", folder=folder)


def test_a_swiss_by_hand(tmp_path: Path) -> None:
    """A round is made with its first result; until then, corrections count for it."""
    write(tmp_path, BY_HAND)
    assert [game[2:] for game in due(tmp_path)] == [("A", "C"), ("D", "B"), ("C", "A"), ("B", "D")]
    for first, second in [("A", "C"), ("C", "A"), ("B", "D"), ("D", "B")]:
        score(tmp_path, first, second, 20 if first in "AB" else 16)
        if first == "C":
            assert "(round 1 of 3: 2 of 4 games played)" in output(
                "standings", "bots.yaml", folder=tmp_path
            )
    assert "In the lead: A, B (round 1 of 3: 4 of 4 games played)" in output(
        "standings", "bots.yaml", folder=tmp_path
    )
    assert {frozenset(game[2:]) for game in due(tmp_path)} == {frozenset("AB"), frozenset("CD")}
    # Nobody has played the second round: a corrected result makes it anew.
    for number, winner in ((3, "D"), (4, "D")):
        output("annul", "bots.yaml", str(number), "wrong way round", folder=tmp_path)
        pair = ("D", "B") if number == 3 else ("B", "D")
        score(tmp_path, *pair, 20 if pair[0] == winner else 16)
    assert {frozenset(game[2:]) for game in due(tmp_path)} == {frozenset("AD"), frozenset("BC")}
    score(tmp_path, "A", "D", 18)
    assert len(due(tmp_path)) == 3
    assert '[Round "2"]' in output("show", "bots.yaml", "5", folder=tmp_path)
    # The second round has begun: an annulment in the first changes no pair.
    output("annul", "bots.yaml", "1", "counted wrong", folder=tmp_path)
    assert {game[2:] for game in due(tmp_path)} == {("A", "C"), ("D", "A"), ("B", "C"), ("C", "B")}
    wrong = refusal("score", "bots.yaml", "A", "B", "20-16", folder=tmp_path)
    assert "the schedule has no game in which A moves first against B" in wrong


def test_a_game_of_an_earlier_round_is_played_again(tmp_path: Path) -> None:
    write(tmp_path, f"format: knockout\n{FIVE_BOTS}")
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    before = games(tmp_path)
    output("annul", "bots.yaml", "1", "the wrong program", folder=tmp_path)
    assert [game[1] for game in due(tmp_path)] == [1]
    told = output("standings", "bots.yaml", folder=tmp_path)
    assert "Champion: " in told
    assert " (quarter-final: 1 of 2 games played)" in told
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    assert games(tmp_path) == before


def test_a_bot_that_comes_late(tmp_path: Path) -> None:
    late = "  - {name: Late, engine: greedy}\n"
    for form in ("knockout", "swiss", "ladder"):
        write(tmp_path, f"format: {form}\n{FIVE_BOTS}")
        assert owari(tmp_path, "tournament", "bots.yaml", "--restart").returncode == 0
        write(tmp_path, (tmp_path / "bots.yaml").read_text("utf-8") + late)
        if form == "knockout":
            for words in ((), ("--dry-run",)):
                told = refusal("tournament", "bots.yaml", *words, folder=tmp_path)
                assert "Late comes too late: the bracket is made. Take it out of the" in told
        else:
            assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
            rows = {row["bot"]: row for row in standings(tmp_path)["standings"]}
            assert rows["Late"]["place"] >= 5


def test_the_schedule_says_what_it_does_not_list(tmp_path: Path) -> None:
    write(tmp_path, f"format: swiss\nrounds: 2\n{FIVE_BOTS}")
    words = ("tournament", "bots.yaml", "--dry-run")
    before = output(*words, folder=tmp_path)
    assert "Without a game in round 1: Depth 1.\n\nLater rounds depend on" in before
    assert "Estimates for these games: 18 min at the longest" in before
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    assert output(*words, folder=tmp_path) == "Schedule\n\n(none)\n"


def test_a_bracket_is_shown_round_by_round(tmp_path: Path) -> None:
    write(tmp_path, f"format: knockout\n{FIVE_BOTS}")
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    found = standings(tmp_path)
    assert [row["round"] for row in found["rounds"]] == [1, 1, 1, 1, 2, 2, 3]
    byes = [row for row in found["rounds"] if row["decided by"] == "bye"]
    assert [row["winner"] for row in byes] == ["Depth 2", "Greedy", "First"]
    final = found["rounds"][-1]
    assert final["winner"] == found["standings"][0]["bot"]
    assert [row["place"] for row in found["standings"]] == [1, 2, 3, 3, 5]


@pytest.mark.nightly
def test_a_match_for_place_three(tmp_path: Path) -> None:
    """It may be asked for when the final is over."""
    write(tmp_path, f"format: knockout\n{FIVE_BOTS}")
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    before = standings(tmp_path)
    write(tmp_path, f"format: knockout\nthird-place: true\n{FIVE_BOTS}")
    assert {game[0] for game in due(tmp_path)} == {3}
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    later = standings(tmp_path)
    assert [row["place"] for row in later["standings"]] == [1, 2, 3, 4, 5]
    assert owari(tmp_path, "tournament", "bots.yaml", "--restart").returncode == 0
    after = standings(tmp_path)
    places = [row["bot"] for row in after["standings"]]
    assert places[:2] == [row["bot"] for row in before["standings"]][:2]
    assert [row["bot"] for row in later["standings"]] == places
    third, final = after["rounds"][-2:]
    assert (third["round"], third["stage"], third["winner"]) == (3, "third place", places[2])
    assert {third["bot"], third["opponent"]} == set(places[2:4])
    assert (final["round"], final["stage"], final["winner"]) == (3, "final", places[0])
    assert due(tmp_path) == []
    assert run("verify", "bots.yaml", folder=tmp_path).exit_code == 0
    output("rename", "bots.yaml", places[2], "Third", folder=tmp_path)
    assert [row["bot"] for row in standings(tmp_path)["standings"]][2] == "Third"


def test_points_are_counted_as_the_file_says(tmp_path: Path) -> None:
    for scoring, first in (("{win: 3, draw: 1}", 12), ("margin", None)):
        write(tmp_path, f"scoring: {scoring}\nrepeated-games: ignore\n{FIVE_BOTS}")
        assert owari(tmp_path, "tournament", "bots.yaml", "--restart").returncode == 0
        rows = standings(tmp_path)["standings"]
        for row in rows:
            margin = row["stones for"] - row["stones against"]
            assert row["points"] == (3 * row["won"] + row["drawn"] if first else margin)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("format: swis", "format: 'swis' is none of round-robin, gauntlet, knockout, swiss"),
        ("format: knockout\nrounds: 3", "rounds: the format knockout does not use it"),
        ("third-place: true", "third-place: the format round-robin does not use it"),
        ("seeds: [First]", "seeds: the format round-robin does not use it"),
        (
            "format: knockout\nseeds: [Frist]",
            "seeds: there is no bot 'Frist'; did you mean 'First'?",
        ),
        ("format: knockout\nseeds: [First, First]", "seeds: one of them is there twice"),
        ("format: knockout\ntie-break-games: 3", "tie-break-games: an even number"),
        ("format: gauntlet\nchallenger: Nobody", "challenger: there is no bot 'Nobody'"),
        ("format: ladder\ngames-per-match: 3", "games-per-match: an even number"),
        ("scoring: {win: 0.3}", "scoring: points are multiples of 0.25 up to 1000, not '0.3'"),
        ("scoring: {win: 1, draw: 2}", "scoring: a win has to be worth more than a loss"),
        ("scoring: stones", "scoring: margin is expected, or win, draw and loss with their points"),
        ("tie-breaks: [buchholz, buchholz]", "tie-breaks: one of them is there twice"),
    ],
)
def test_keys_that_do_not_fit(tmp_path: Path, keys: str, told: str) -> None:
    write(tmp_path, f"{keys}\n{FIVE_BOTS}")
    assert told in refusal("tournament", "bots.yaml", "--dry-run", folder=tmp_path)


def test_too_many_rounds_are_said_at_the_start(tmp_path: Path) -> None:
    sentence = "Only 5 of the 6 rounds can do without a second meeting and a second bye."
    write(tmp_path, f"format: swiss\nrounds: 6\n{FIVE_BOTS}")
    assert sentence in output("tournament", "bots.yaml", "--dry-run", folder=tmp_path)
    result = owari(tmp_path, "tournament", "bots.yaml")
    assert sentence in result.stderr
    assert "Bots that meet again: " in result.stdout
    assert "More than one bye: " in result.stdout


def test_a_swiss_may_have_an_odd_number_of_games(tmp_path: Path) -> None:
    write(tmp_path, f"format: swiss\ngames-per-match: 1\n{FIVE_BOTS}")
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    rows = standings(tmp_path)["standings"]
    assert {row["played"] + row["byes"] for row in rows} == {4}
    assert run("standings", "bots.yaml", folder=tmp_path).exit_code == 0


@pytest.mark.parametrize("how", ["--void", "--kept"])
@pytest.mark.parametrize("form", ["swiss", *at_night("knockout", "ladder")])
def test_who_withdraws_is_not_paired_any_more(tmp_path: Path, form: str, how: str) -> None:
    write(tmp_path, BY_HAND.replace("swiss", form))
    pairs = {frozenset(game[2:]) for game in due(tmp_path)}
    for first, second in [sorted(pair) for pair in pairs]:
        score(tmp_path, first, second, 20)
        score(tmp_path, second, first, 16)
    output("withdraw", "bots.yaml", "A", how, folder=tmp_path)
    owari(tmp_path, "tournament", "bots.yaml")
    for _, _, first, second in due(tmp_path):
        assert "A" not in (first, second)
        score(tmp_path, first, second, 20 if first < second else 16)
    found = standings(tmp_path)
    places = {row["bot"]: row["place"] for row in found["standings"]}
    assert ("A" in places) == (how == "--kept")
    assert all(row["round"] == 1 or "A" not in row.values() for row in found["rounds"]) or (
        form == "knockout"  # whoever has advanced stays in the bracket, and loses there
    )


@pytest.mark.parametrize(
    "keys",
    [
        "format: knockout\nseeds: [First, 'Greedy']",
        *at_night("format: gauntlet\nchallenger: Greedy"),
    ],
)
def test_a_renamed_bot_stays_seed_or_challenger(tmp_path: Path, keys: str) -> None:
    write(tmp_path, f"{keys}\n{FIVE_BOTS}")
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    output("rename", "bots.yaml", "Greedy", "Bob: the second", folder=tmp_path)
    again = owari(tmp_path, "tournament", "bots.yaml")
    assert again.returncode == 0, again.stderr
    assert "games are already played." in again.stderr
    assert due(tmp_path) == []
