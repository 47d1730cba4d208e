"""Settings that change after the first games, as an instructor changes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from owari.results.store import Store
from tests.support.command import output, owari, refusal, run
from tests.support.nightly import at_night

BOTS = """\
bots:
  - {name: Depth 2, engine: alpha-beta, depth: 2}
  - {name: Greedy, engine: greedy}
  - {name: Chance, engine: random}
"""
STANDARD = "{win: 1, draw: 0.5, loss: 0}"
CLOSE = (19, 19, 19, 0)
"""The stones of a bot in four games: it wins three of them, and loses by 30 in all."""


def write(folder: Path, *lines: str) -> None:
    (folder / "bots.yaml").write_text("\n".join(lines), "utf-8")


def by_hand(names: str) -> str:
    return "bots:\n" + "".join(f"  - {{name: {name}, by-hand: true}}\n" for name in names)


def play(folder: Path) -> str:
    """What the tournament says beside its tables."""
    done = owari(folder, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    return done.stderr


def told(folder: Path) -> str:
    """The standings in a wide terminal, with all notes."""
    return run("standings", "bots.yaml", folder=folder, environment={"COLUMNS": "200"}).stdout


def standings(folder: Path) -> dict[str, dict[str, Any]]:
    found = json.loads(output("standings", "bots.yaml", "--format", "json", folder=folder))
    return {row["bot"]: row for row in found["standings"]}


def places(folder: Path) -> list[str]:
    return [*standings(folder)]


def games(folder: Path) -> dict[int, Any]:
    found = json.loads(output("show", "bots.yaml", "--format", "json", folder=folder))["games"]
    return {game["game"]: game for game in found}


def due(folder: Path) -> list[tuple[int, str, str]]:
    """The number and the players of each game that is known to be due."""
    text = output("tournament", "bots.yaml", "--dry-run", "--format", "json", folder=folder)
    found = json.loads(text)
    rows = [*found["schedule"], *found.get("by-hand", ())]
    return sorted((row["game"], *list(row.values())[2:4]) for row in rows)


def score(folder: Path, one: str, other: str, stones: tuple[int, ...]) -> None:
    """Enters the games of two bots with the stones of the first; they move first in turn."""
    for mine in stones:
        left = [game for game in due(folder) if {one, other} == {*game[1:]}]
        _, first, second = left[0]
        ours = mine if first == one else 36 - mine
        output("score", "bots.yaml", first, second, f"{ours}-{36 - ours}", folder=folder)


def journal(folder: Path, key: str) -> list[Any]:
    """The values that the journal has under a key of the results."""
    with Store.open(folder / "bots.db") as store:
        entries = [json.loads(text) for _, text, _ in store.journal.rows()]
    return [json.loads(entry[2]) for entry in entries if entry[:2] == ["value", key]]


def verified(folder: Path) -> str:
    done = run("verify", "bots.yaml", folder=folder)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("more", ["rounds: 2\n", *at_night("games-per-match: 4\n")])
def test_more_games_follow_and_those_played_keep_their_numbers(tmp_path: Path, more: str) -> None:
    write(tmp_path, BOTS)
    play(tmp_path)
    before = games(tmp_path)
    write(tmp_path, more, BOTS)
    assert [game[0] for game in due(tmp_path)] == [7, 8, 9, 10, 11, 12]
    assert "and is" in play(tmp_path)
    after = games(tmp_path)
    assert {number: after[number] for number in before} == before
    assert sorted(after) == [*range(1, 13)]
    # A late bot has the numbers that follow, and further games those after them.
    late = BOTS + "  - {name: Late, engine: first}\n"
    write(tmp_path, more, late)
    assert [game[0] for game in due(tmp_path)] == [*range(13, 25)]
    play(tmp_path)
    write(tmp_path, "rounds: 3\ngames-per-match: 2\n", late)
    assert "rounds was" in play(tmp_path)
    after = games(tmp_path)
    assert {number: after[number] for number in before} == before
    assert sorted(after) == [*range(1, 37)]
    pairs = [frozenset((game["South"], game["North"])) for game in after.values()]
    assert {pairs.count(pair) for pair in pairs} == {6}
    assert all(row["played"] == 18 for row in standings(tmp_path).values())
    assert "Nothing differs in 36 games" in verified(tmp_path)
    assert due(tmp_path) == []


def test_fewer_games_only_where_none_of_them_is_played(tmp_path: Path) -> None:
    hands = by_hand("ABC")
    write(tmp_path, "rounds: 3\n", hands)
    score(tmp_path, "A", "B", (20, 20, 20))
    write(tmp_path, hands)
    for words in (["tournament", "bots.yaml", "--dry-run"], ["tournament", "bots.yaml"]):
        why = refusal(*words, folder=tmp_path)
        assert "bots.db holds game 3, which has no place then: rounds was 3 and is 1 now." in why
        assert "Undo the change, or start a new tournament with --restart." in why
    write(tmp_path, "rounds: 2\n", hands)
    assert [game[0] for game in due(tmp_path)] == [4, 7, 8, 9, 10, 13, 14, 15, 16]
    assert "rounds was 3 and is 2 now: the games so far stay as they are." in play(tmp_path)
    assert "(3 of 12 games played)" in told(tmp_path)
    write(tmp_path, "rounds: 4\n", hands)
    assert [game[0] for game in due(tmp_path)][:4] == [4, 5, 6, 7]
    assert len(due(tmp_path)) == 21
    play(tmp_path)
    score(tmp_path, "B", "C", (20,) * 8)
    verified(tmp_path)


def test_rounds_that_have_begun_stay(tmp_path: Path) -> None:
    hands = by_hand("ABCD")
    write(tmp_path, "format: swiss\ngames-per-match: 1\n", hands)
    for _ in range(2):
        for _, first, second in due(tmp_path):
            score(tmp_path, first, second, (20,))
    write(tmp_path, "format: swiss\ngames-per-match: 1\nrounds: 1\n", hands)
    why = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "bots.db holds game 3, which has no place then: rounds was 3 and is 1 now." in why
    write(tmp_path, "format: swiss\ngames-per-match: 3\nrounds: 4\n", hands)
    assert [game[0] for game in due(tmp_path)] == [5, 6, 7, 8, 9, 10]
    assert "games-per-match was 1 and is 3 now" in play(tmp_path)
    verified(tmp_path)


def test_other_points_count_the_same_games_anew(tmp_path: Path) -> None:
    hands = by_hand("AB")
    write(tmp_path, "games-per-match: 4\n", hands)
    score(tmp_path, "A", "B", CLOSE)
    assert (places(tmp_path), standings(tmp_path)["A"]["points"]) == (["A", "B"], 3)
    write(tmp_path, "games-per-match: 4\nscoring: margin\n", hands)
    assert (
        f"differs: scoring was {STANDARD} and is margin now. To count by the file: owari"
        in told(tmp_path)
    )
    assert places(tmp_path) == ["A", "B"]  # until somebody says so
    assert f"scoring was {STANDARD} and is margin now: all games count by it." in play(tmp_path)
    assert (places(tmp_path), standings(tmp_path)["A"]["points"]) == (["B", "A"], -30)
    assert "differs" not in told(tmp_path)
    [[[when, *change]]] = journal(tmp_path, "setting-changes")
    assert change == ["scoring", {"win": 1, "draw": 0.5, "loss": 0}, "margin"]
    day, time = when[:16].split("T")
    assert f"scoring changed on {day} at {time} UTC, from {STANDARD} to margin." in told(tmp_path)
    # Back again: the journal keeps both changes, and a default says what it means.
    write(tmp_path, "games-per-match: 4\n", hands)
    play(tmp_path)
    assert standings(tmp_path)["A"]["points"] == 3
    assert [change[1:] for change in journal(tmp_path, "setting-changes")[-1]] == [
        change,
        [change[0], change[2], change[1]],
    ]
    play(tmp_path)
    assert len(journal(tmp_path, "setting-changes")) == 2
    verified(tmp_path)


def test_tie_breaks_and_repeated_games_count_anew(tmp_path: Path) -> None:
    write(tmp_path, "rounds: 2\n", BOTS.replace("random", "first"))
    play(tmp_path)
    assert standings(tmp_path)["Greedy"]["played"] == 8
    ignore = "repeated-games: ignore\ntie-breaks: [sonneborn-berger]\nrounds: 2\n"
    write(tmp_path, ignore, BOTS.replace("random", "first"))
    planned = owari(tmp_path, "tournament", "bots.yaml", "--dry-run").stderr
    assert "repeated-games was count and is ignore now: all games count by it." in planned
    said = play(tmp_path)
    assert "repeated-games was count and is ignore now: all games count by it." in said
    assert "from [head-to-head, sonneborn-berger] to [sonneborn-berger]." in told(tmp_path)
    assert standings(tmp_path)["Greedy"]["played"] == 4
    verified(tmp_path)


def test_decided_matches_of_a_knockout_stay_so(tmp_path: Path) -> None:
    keys = "format: knockout\ngames-per-match: 4\n"
    hands = by_hand("ABCD")
    write(tmp_path, keys, hands)
    score(tmp_path, "A", "D", CLOSE)
    write(tmp_path, keys, "tie-break-games: 4\nscoring: margin\n", hands)
    assert {frozenset(game[1:]) for game in due(tmp_path)} == {frozenset("BC")}
    play(tmp_path)
    assert "1 match stays as the scoring before decided." in told(tmp_path)
    score(tmp_path, "B", "C", CLOSE)  # which margins decide for C
    assert {frozenset(game[1:]) for game in due(tmp_path)} == {frozenset("AC")}
    score(tmp_path, "A", "C", CLOSE)
    assert "Champion: C" in told(tmp_path)
    # What margins have decided stays, too; and nobody plays on.
    write(tmp_path, keys, hands)
    assert due(tmp_path) == []
    play(tmp_path)
    assert "Champion: C" in told(tmp_path)
    assert "3 matches stay as the scoring before decided." in told(tmp_path)
    # A game that is annulled is played again, and its match decided as before.
    output("annul", "bots.yaml", "9", "counted wrong", folder=tmp_path)
    assert [game[0] for game in due(tmp_path)] == [9]
    score(tmp_path, "A", "C", (20,))
    assert "Champion: C" in told(tmp_path)
    assert due(tmp_path) == []
    verified(tmp_path)


def test_a_match_decided_by_margin_gets_no_more_games(tmp_path: Path) -> None:
    keys = "format: knockout\n"
    hands = by_hand("AB")
    write(tmp_path, keys, "tie-break-games: 0\n", hands)
    score(tmp_path, "A", "B", (20, 17))
    assert "Champion: A" in told(tmp_path)
    write(tmp_path, keys, "tie-break-games: 2\n", hands)
    assert due(tmp_path) == []
    play(tmp_path)
    assert due(tmp_path) == []
    assert "Champion: A" in told(tmp_path)


def test_settled_challenges_of_a_ladder_stay_so(tmp_path: Path) -> None:
    keys = "format: ladder\nrounds: 3\ngames-per-match: 4\n"
    hands = by_hand("ABC")
    write(tmp_path, keys, hands)
    score(tmp_path, "B", "A", CLOSE)
    assert places(tmp_path) == ["B", "A", "C"]
    write(tmp_path, keys, "scoring: margin\n", hands)
    play(tmp_path)
    assert places(tmp_path) == ["B", "A", "C"]
    score(tmp_path, "C", "A", CLOSE)  # which margins decide for A
    assert places(tmp_path) == ["B", "A", "C"]
    verified(tmp_path)


def test_a_bye_is_worth_the_games_of_its_round(tmp_path: Path) -> None:
    hands = by_hand("ABC")
    write(tmp_path, "format: swiss\nrounds: 2\n", hands)
    score(tmp_path, "A", "B", (20, 20))
    write(tmp_path, "format: swiss\nrounds: 3\ngames-per-match: 4\n", hands)
    play(tmp_path)
    assert standings(tmp_path)["C"]["points"] == 2
    score(tmp_path, "A", "C", (20,))
    assert standings(tmp_path)["B"]["points"] == 4  # and not those of round 1
    assert standings(tmp_path)["C"]["points"] == 2


def test_a_gauntlet_becomes_a_round_robin(tmp_path: Path) -> None:
    write(tmp_path, "format: gauntlet\n", BOTS)
    play(tmp_path)
    before = games(tmp_path)
    write(tmp_path, BOTS)
    play(tmp_path)
    after = games(tmp_path)
    assert len(after) == 6
    assert {number: after[number] for number in before} == before
    write(tmp_path, "format: gauntlet\n", BOTS)
    why = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "which has no place then: format was round-robin and is gauntlet now." in why
    write(tmp_path, BOTS)
    verified(tmp_path)


def test_forfeits_of_games_that_are_left_out_count_no_more(tmp_path: Path) -> None:
    hands = by_hand("ABC")
    write(tmp_path, "rounds: 3\n", hands)
    score(tmp_path, "A", "B", (20, 20, 20))
    score(tmp_path, "A", "C", (20, 20, 20))
    output("withdraw", "bots.yaml", "A", "--kept", folder=tmp_path)
    write(tmp_path, "rounds: 2\n", hands)
    play(tmp_path)
    assert standings(tmp_path)["A"]["played"] == 8
    verified(tmp_path)


def test_standings_name_what_the_next_run_refuses(tmp_path: Path) -> None:
    write(tmp_path, BOTS)
    play(tmp_path)
    write(tmp_path, "time-per-turn: 2s\n", BOTS + "  - {name: Late, engine: first}\n")
    said = told(tmp_path)
    assert (
        "bots.yaml differs from what was played: time-per-turn was 5s and is 2s now."
        " owari tournament bots.yaml refuses that."
    ) in said
    assert "New in bots.yaml, and not in these results yet: Late." in said
    why = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "holds games that were played with other settings: time-per-turn was 5s and is" in why
    write(tmp_path, "format: no\n", BOTS)
    assert "bots.yaml cannot be read now, so it is not compared" in told(tmp_path)
    (tmp_path / "bots.yaml").unlink()
    assert "bots.yaml" not in told(tmp_path)


def test_standings_say_that_a_late_bot_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "format: knockout\n", BOTS)
    play(tmp_path)
    write(tmp_path, "format: knockout\n", BOTS + "  - {name: Late, engine: first}\n")
    said = told(tmp_path)
    why = "New in bots.yaml: Late. owari tournament bots.yaml refuses that: the bracket is made."
    assert why in said
    assert "yet: Late" not in said
    assert "Late comes too late" in refusal("tournament", "bots.yaml", folder=tmp_path)


def test_a_score_that_is_entered_takes_the_settings_over(tmp_path: Path) -> None:
    hands = by_hand("AB")
    write(tmp_path, hands)
    score(tmp_path, "A", "B", (20,))
    write(tmp_path, "scoring: {win: 3}\nrounds: 2\n", hands)
    done = run("score", "bots.yaml", "B", "A", "19-17", folder=tmp_path)
    assert "rounds was 1 and is 2 now: the games so far stay as they are." in done.stderr
    assert standings(tmp_path)["A"]["points"] == 3
    assert len(due(tmp_path)) == 2


def test_a_new_name_is_that_of_earlier_settings_too(tmp_path: Path) -> None:
    hands = by_hand("ABC")
    write(tmp_path, "format: gauntlet\n", hands)
    score(tmp_path, "A", "C", (20,))
    write(tmp_path, "format: gauntlet\nchallenger: [A, B]\n", hands)
    play(tmp_path)
    assert due(tmp_path) == [(4, "C", "A"), (5, "B", "C"), (6, "C", "B")]
    output("rename", "bots.yaml", "B", "Beth", folder=tmp_path)
    assert "challenger changed on" in told(tmp_path)
    assert "from [A] to [A, Beth]." in told(tmp_path)
    assert "differs" not in told(tmp_path)
    verified(tmp_path)


def test_a_match_for_place_three_that_was_played_stays(tmp_path: Path) -> None:
    hands, third = by_hand("ABCD"), "format: knockout\nthird-place: true\n"
    without = "format: knockout\nthird-place: false\n"
    write(tmp_path, third, hands)
    for one, other in ("AD", "BC", "AB"):
        score(tmp_path, one, other, (20, 20))
    assert {(one, other) for _, one, other in due(tmp_path)} == {("C", "D"), ("D", "C")}
    write(tmp_path, without, hands)  # the final alone is played
    assert due(tmp_path) == []
    assert "third-place was true and is false now: the games so far stay" in play(tmp_path)
    assert due(tmp_path) == []
    write(tmp_path, third, hands)
    number = due(tmp_path)[0][0]
    score(tmp_path, "C", "D", (20,))
    write(tmp_path, without, hands)
    for words in (["tournament", "bots.yaml", "--dry-run"], ["tournament", "bots.yaml"]):
        why = refusal(*words, folder=tmp_path)
        assert (
            f"bots.db holds game {number}, which has no place then: third-place was true and is"
            " false now."
        ) in why
    write(tmp_path, third, hands)
    score(tmp_path, "C", "D", (20,))
    assert places(tmp_path) == ["A", "B", "C", "D"]
    verified(tmp_path)


def test_no_match_for_place_three_that_was_forfeited_alone(tmp_path: Path) -> None:
    hands, third = by_hand("ABCD"), "format: knockout\nthird-place: true\n"
    write(tmp_path, third, hands)
    for one, other in ("AD", "BC", "AB"):
        score(tmp_path, one, other, (20, 20))
    output("withdraw", "bots.yaml", "D", "--kept", folder=tmp_path)
    assert standings(tmp_path)["C"]["played"] == 4
    write(tmp_path, "format: knockout\n", hands)
    play(tmp_path)
    assert standings(tmp_path)["C"]["played"] == 2
    verified(tmp_path)
