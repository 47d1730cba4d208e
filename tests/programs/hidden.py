"""A tournament of programs that never show the turn that ends a game, and its true scores.

`python -m tests.programs.hidden FOLDER GAMES` plays so many games or a few more of each kind. It
prints how many scores are wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, groupby
from pathlib import Path

from owari.games.game import PASS, Side
from owari.games.othello import OthelloRules
from owari.programs.dialogues.console.last_turn import NOT_SHOWN
from owari.records.record import GameRecord, Result, Termination
from owari.tournament.file.reader import load
from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.schedule import Entrant
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.run.runner import run
from owari.tournament.run.slot import GameSpec
from tests.programs.plain_rules import Score, othello_score, sowing_score

CONSOLE = Path(__file__).parent / "console"
OF_PITS = (
    *("waits", "leaves", "silent", "again", "scores"),
    *("counts", "winner", "old", "sweeps", "partial"),
)
OF_SQUARES = ("waits", "silent", "again", "scores", "partial")


def tournament(folder: Path, game: str, habits: tuple[str, ...]) -> Path:
    """A tournament file for programs with these ways to end a game, one each."""
    size = game.partition(":")[2]
    program, rules = (
        ("othello_hides_last.py", (size,))
        if game.startswith("othello")
        else ("hides_last.py", (game.partition(":")[0], size))
    )
    lines = [f"game: {game}", "time-per-turn: 60s", "start-limit: 60s"]
    lines += ["sandbox: limits", "bots:"]  # as they write down, beside the file, what they count
    for number, habit in enumerate(habits):
        truth = folder / f"{'x' * number}.truth"
        command = ", ".join([sys.executable, str(CONSOLE / program), *rules, habit, str(truth)])
        lines += [f"  - name: {habit} {number}", f"    command: [{command}]"]
        lines += ["    protocol: console", "    start: {first: [y], second: [n]}"]
    file = folder / "hidden.yaml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def games(file: Path, *, most: int) -> Iterator[GameRecord]:
    """Plays the first games of the tournament."""
    setup = load(file)
    bots = {bot.name: bot for bot in setup.bots}
    entrants = [Entrant.of(bot.stored) for bot in setup.bots]
    due = RoundRobin(2).games(Progress(entrants))[:most]
    specs = [
        GameSpec(
            each.number, each.round, setup.game, bots[each.south], bots[each.north], setup.about
        )
        for each in due
    ]
    for finished in run(specs, setup.concurrency):
        assert finished.record, finished.failure
        yield finished.record


def wrong(record: GameRecord, folder: Path) -> str:
    """What is wrong with it, by rules written again and by what its programs have counted; empty
    where nothing is."""
    score = (record.ending.score.south, record.ending.score.north)
    if record.ending.termination is not Termination.NORMAL:
        return f"{record.ending.termination.value}: {record.ending.reason}"
    if counted_again(record) != score:
        return f"{score}, by the rules {counted_again(record)}"
    if record.ending.result is not Result.won_by(record.ending.score.winner):
        return f"{score}, and {record.ending.result.value}"
    last = [ply for ply in record.plies if ply.move != PASS][-1]
    if any(ply.comment for ply in record.plies if not ply.comment.startswith(NOT_SHOWN)):
        return "a board differs"
    for place in count():
        truth = folder / f"{'x' * place}.truth"
        if not truth.exists():
            return f"{last.side} has never counted {score} after these moves"
        counted = {line.strip() for line in truth.read_text(encoding="utf-8").splitlines()}
        if any(_fits(line.split(), record, side) for line in counted for side in Side):
            return ""
    return ""


def counted_again(record: GameRecord) -> Score:
    places = [ply.move.cell for ply in record.plies if ply.move != PASS]
    rules = record.game
    if isinstance(rules, OthelloRules):
        return othello_score(places, rules.size)
    _, _, size = record.game.name.partition(":")
    n, stones = map(int, size.split("x")) if size else rules.usual_size
    return sowing_score(places, n, stones, kalah=record.game.name.startswith("kalah"))


def _fits(line: list[str], record: GameRecord, side: Side) -> bool:
    """Whether a program on this side has counted so: the score, and all moves but the last turn."""
    own, other, *moves = line
    score = record.ending.score
    if (int(own), int(other)) != (score.stones(side), score.stones(side.other)):
        return False
    plies = [ply for ply in record.plies if ply.move != PASS]
    rules = record.game
    names = [
        ("m" if ply.side is side else "y")
        + str(ply.move.cell - (0 if isinstance(rules, OthelloRules) else rules.row(ply.side)[0]))
        for ply in plies
    ]
    turns = [len(list(turn)) for _, turn in groupby(plies, lambda ply: ply.side)]
    known = len(names) - turns[-1]
    return names[:known] == moves[:known]


def main(folder: Path, most: int) -> None:
    for game in ("owari:6x3", "kalah:6x4", "kalah:3x2", "othello:4", "othello:6"):
        habits: tuple[str, ...] = OF_SQUARES if game.startswith("othello") else OF_PITS
        while len(habits) * (len(habits) - 1) < most:
            habits += habits[: 1 + most // 20]
        place = folder / game.replace(":", "-")
        place.mkdir()
        played = list(games(tournament(place, game, habits), most=most))
        bad = [(record, why) for record in played if (why := wrong(record, place))]
        found = sum(record.plies[-1].comment.startswith(NOT_SHOWN) for record in played)
        print(f"{game}: {len(played)} games, {found} last turns not shown, {len(bad)} wrong scores")
        for record, why in bad:
            print(f"  {record.south} - {record.north}: {why}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
