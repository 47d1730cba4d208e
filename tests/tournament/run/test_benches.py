"""Who is benched does not depend on the order in which games end."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import Status, StoredGame
from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.tournament_games import benches

CRASHED, LATE, BENCHED = Termination.CRASHED, Termination.TIMED_OUT, Termination.BENCHED
Faults = dict[tuple[str, int], Termination]
"""By a bot and the number of a game: how it forfeits that game, if it is played."""


def schedule(bots: str) -> list[ScheduledGame]:
    return RoundRobin(2).games(Progress([Entrant(bot) for bot in bots]))


def result(game: ScheduledGame, losers: list[str], kind: Termination) -> StoredGame:
    if not losers:
        ending = Ending(Result.DRAW, Outcome(18, 18))
    elif len(losers) == 2:
        ending = Ending(Result.NEITHER, Outcome(0, 0), kind)
    else:
        winner = Result.NORTH if game.south in losers else Result.SOUTH
        ending = Ending(winner, Outcome(0, 0), kind)
    return StoredGame(game.number, game.south, game.north, Side.SOUTH, ending)


def played(game: ScheduledGame, faults: Faults) -> StoredGame:
    kinds = {bot: faults.get((bot, game.number)) for bot in (game.south, game.north)}
    guilty = [bot for bot, kind in kinds.items() if kind]
    return result(game, guilty[:1], kinds[guilty[0]] or CRASHED if guilty else CRASHED)


def run(games: list[ScheduledGame], faults: Faults, limit: int, chance: Random) -> set[StoredGame]:
    """Plays some of the games that can begin, again and again, in any order; each time may be a
    run of its own."""
    done: dict[int, StoredGame] = {}
    while due := [game for game in games if game.number not in done]:
        decided = benches(due, done.values(), limit)
        for game in decided.to_forfeit:
            losers = [bot for bot in (game.south, game.north) if bot in decided.reasons]
            done[game.number] = result(game, losers, BENCHED)
        if not decided.to_forfeit:
            assert decided.to_play
            chance.shuffle(decided.to_play)
            for game in decided.to_play[: chance.randint(1, 5)]:
                done[game.number] = played(game, faults)
    return set(done.values())


@given(
    bots=st.integers(2, 6),
    limit=st.integers(1, 6),
    seed=st.integers(0, 2**32),
    often=st.sampled_from([0.3, 0.8, 1.0]),
)
def test_every_order_of_play_gives_the_same_results(
    bots: int, limit: int, seed: int, often: float
) -> None:
    chance = Random(seed)
    games = schedule("ABCDEF"[:bots])
    faults = {
        (bot, game.number): LATE if chance.random() < 0.1 else CRASHED
        for game in games
        for bot in (game.south, game.north)
        if bot in "AD" and chance.random() < often
    }
    first = run(games, faults, limit, Random(1))
    assert all(run(games, faults, limit, Random(n)) == first for n in range(2, 6))


def test_the_first_games_are_those_of_the_lowest_numbers() -> None:
    games = schedule("ABC")
    of_c = [game for game in games if "C" in (game.south, game.north)]
    results = [result(game, ["C"], CRASHED) for game in of_c if game.number != 3]
    due = [game for game in games if game.number == 3]
    assert benches(due, results, 3) == (due, [], {})
    results.append(result(due[0], ["C"], CRASHED))
    last = max(of_c, key=lambda game: game.number)
    decided = benches([last], [each for each in results if each.number != last.number], 3)
    assert decided.to_forfeit == [last]
    assert decided.reasons == {"C": "C forfeited its first 3 games (crashed), and is benched"}


def test_another_fault_or_a_game_without_one_lets_a_bot_play_on() -> None:
    games = schedule("AB")
    for ending in (result(games[0], ["A"], LATE), result(games[0], [], CRASHED)):
        others = result(games[1], ["A"], CRASHED)
        more = [ScheduledGame(number, 1, 0, "A", "B") for number in (3, 4)]
        assert benches(more, [ending, others], 2) == (more, [], {})


def test_only_who_forfeits_its_first_game_is_benched() -> None:
    games = schedule("AB")
    decided = benches(games[1:], [result(games[0], ["A"], CRASHED)], 1)
    assert decided.to_forfeit == games[1:]
    assert decided.reasons == {"A": "A forfeited its first game (crashed), and is benched"}
    drawn = result(games[0], [], CRASHED)
    lost = drawn._replace(ending=Ending(Result.NORTH, Outcome(10, 26)))
    for without_fault in (drawn, lost):
        assert benches(games[1:], [without_fault], 1) == (games[1:], [], {})


def test_what_was_not_played_here_is_no_first_game() -> None:
    games = schedule("AB")
    entered = result(games[0], ["A"], CRASHED)._replace(status=Status.REPORTED)
    left = result(games[0], ["A"], Termination.WITHDREW)
    for other in (entered, left):
        assert benches([games[1]], [other], 1) == ([games[1]], [], {})
