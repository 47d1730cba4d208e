"""The names that `import owari` offers to scripts; `docs/python-api.md` shows each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from math import isfinite
from pathlib import Path

from owari.engine import families
from owari.engine.families import evaluation_for
from owari.engine.search import Found
from owari.engine.solution import Aim, OnBounds, Solution
from owari.engine.thinker import Thinker
from owari.errors import BadInput, OwariError
from owari.games.catalog import GAMES, find_game
from owari.games.game import PASS, SWAP, Game, IllegalMove, Move, Outcome, Position, Side
from owari.games.mancala import KALAH, OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.player import Choice, Clock, Player, StatelessPlayer, TimeControl
from owari.records.pgn import format_game, read_game, read_games
from owari.records.record import GameRecord, Result
from owari.referee import referee
from owari.report.families import draw
from owari.report.result_tables import cross_table, standings_table
from owari.report.tables import format_tables
from owari.results.game_log import StoredGame
from owari.results.standings import Standings
from owari.results.standings import standings as standings_of
from owari.results.store import Store
from owari.tournament.tournament_state import tournament_state

__all__ = [
    "GAMES",
    "KALAH",
    "OTHELLO",
    "OWARI",
    "PASS",
    "SWAP",
    "BadInput",
    "Found",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Move",
    "Outcome",
    "OwariError",
    "Player",
    "Position",
    "Result",
    "Side",
    "Solution",
    "Standings",
    "bot",
    "draw",
    "find_game",
    "format_game",
    "format_standings",
    "play_game",
    "read_game",
    "read_games",
    "search",
    "solve",
    "standings",
]


def search(
    position: Position,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    evaluation: str | None = None,
    threads: int = 1,
) -> Found:
    """The best move by a depth in plies, a time in seconds, or whichever ends first.

    `evaluation` is a name or, for Othello, a mixture; by default the game's strongest. Raises
    BadInput without a limit, when the game is over, and for an unknown evaluation.

    >>> search(OWARI.start(), depth=6).move in OWARI.start().legal_moves()
    True
    """
    _check_time(seconds)
    chosen = evaluation_for(position.rules, evaluation)
    thinker = Thinker(position.rules, chosen, threads=threads)
    return thinker.think(position, depth=depth, seconds=seconds)


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    aim: Aim = Aim.EVERY_MOVE,
    threads: int | None = None,
    by_book: bool = True,
    on_bounds: OnBounds | None = None,
) -> Solution:
    """The exact final margins of a position and of its moves, or what is proved in a time.

    The other parameters are those of `owari.engine.families.solve`. Raises BadInput when the game
    is over.

    >>> solve(find_game("kalah:4x3").start()).lower
    6
    """
    _check_time(seconds)
    return families.solve(
        position, seconds=seconds, aim=aim, threads=threads, by_book=by_book, on_bounds=on_bounds
    )


def bot(
    who: str,
    *,
    game: Game | str = OWARI,
    depth: int | None = None,
    seconds: float | None = None,
    evaluation: str | None = None,
    seed: int = 0,
    protocol: str = "line",
) -> Player:
    """A player by the word that `owari play --south` takes: `alpha-beta`, `greedy`, `random`,
    `first`, `FILE.yaml:BOT`, or the command of a program that speaks `protocol`.

    `depth` in plies, `seconds` for each turn and `evaluation` are for `alpha-beta`, `seed` for
    `random`. Call its `close` when it has played its last game. Raises BadInput for a player that
    is unknown or cannot play the game.

    >>> bot("alpha-beta", depth=8).name
    'alpha-beta'
    """
    _check_time(seconds)
    if who in BUILTIN:
        return BUILTIN[who].build(who, Settings(depth, seconds, evaluation, seed))

    from owari.table.player_lookup import ProgramConditions, find_player
    from owari.table.table_options import Thinking

    computer = find_player(
        who, Side.SOUTH, Thinking(), ProgramConditions(protocol=protocol), _game(game)
    )
    return computer.player


Bot = str | Player | Callable[[Position], Move]
"""A word or a command as `bot` takes it, a player, or a function that chooses a move."""


def play_game(
    south: Bot,
    north: Bot,
    *,
    game: Game | str = OWARI,
    first: Side = Side.SOUTH,
    start: Position | None = None,
    depth: int | None = None,
    seconds: float | None = 5.0,
    seed: int = 0,
) -> GameRecord:
    """Plays one game and returns its record; a bot that breaks the rules forfeits the game.

    A bot is a word or a command as `bot` takes it, a player, or a function from a position to a
    move. `start` replaces the game's own start position. `depth` in plies limits `alpha-beta`,
    `seconds` limits each turn of both bots, `seed` is for `random`. Raises BadInput for a bot
    that is unknown or cannot play the game.

    >>> play_game("greedy", "first").ending.score
    Outcome(south=24, north=12, empty=0)
    """
    _check_time(seconds)
    start = start or _game(game).start(first)
    times = TimeControl(per_turn=seconds)
    with ExitStack() as opened:

        def player(each: Bot) -> Player:
            if isinstance(each, str):
                made = bot(each, game=start.rules, depth=depth, seed=seed)
                opened.callback(made.close)
                return made
            if isinstance(each, type) or not (callable(each) or hasattr(each, "choose")):
                raise TypeError(
                    "a bot is a word, a command, a player, or a function that chooses a move,"
                    f" not {each!r}"
                )
            return _Function(each) if callable(each) else each

        players = {Side.SOUTH: player(south), Side.NORTH: player(north)}
        return referee.play_game(players, start, dict.fromkeys(Side, times))


class _Function(StatelessPlayer):
    """A function from a position to a move as a player of its name."""

    def __init__(self, choose: Callable[[Position], Move]) -> None:
        super().__init__(getattr(choose, "__name__", "function"))
        self._choose = choose

    def choose(self, position: Position, clock: Clock) -> Choice:
        move = self._choose(position)
        if not isinstance(move, Move):
            raise TypeError(f"{self.name} returned {move!r}, not a Move")
        return Choice(move)


def standings(source: Path | str | Iterable[GameRecord]) -> Standings:
    """The standings of games, or of a results file or tournament file by its path: then with the
    format and the scoring of the tournament.

    Raises BadInput for a file that holds no results, and for a game of a bot against itself.

    >>> [row.name for row in standings([play_game("greedy", "first")]).rows]
    ['greedy', 'first']
    """
    if isinstance(source, Path | str):
        path = Path(source)
        if path.suffix.lower() in (".yaml", ".yml"):
            path = path.with_suffix(".db")
        with Store.open(path) as store:
            return tournament_state(store).standings
    games = [_logged(number, record) for number, record in enumerate(source, 1)]
    return standings_of(list(dict.fromkeys(name for game in games for name in game[1:3])), games)


def _logged(number: int, record: GameRecord) -> StoredGame:
    if record.south == record.north:
        raise BadInput(f"game {number}: {record.south} plays against itself")
    return StoredGame(number, record.south, record.north, record.first, record.ending, record.moves)


def format_standings(table: Standings, form: str = "plain") -> str:
    """The standings and the matches as text, in the format `plain`, `github`, `html`, `latex`,
    `csv` or `json`. Raises BadInput for another format.

    >>> print(format_standings(standings([play_game("greedy", "first")])).splitlines()[0])
    Standings
    """
    return format_tables([standings_table(table), cross_table(table)], form)


def _check_time(seconds: float | None) -> None:
    """Raises BadInput for what is no time; None is no limit."""
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise BadInput(f"a time is a finite number of seconds above 0, not {seconds}")


def _game(game: Game | str) -> Game:
    return find_game(game) if isinstance(game, str) else game
