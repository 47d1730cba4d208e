"""`owari report`: a tournament or games as one page that opens anywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from owari.analysis.review import Review
from owari.cli.files import STANDARD, reading, status_line, writing
from owari.cli.game_files import numbered_games
from owari.cli.options import FILE, FOLDER, Text, time_option
from owari.engine.kernel import MISSING, sowing
from owari.errors import BadInput
from owari.records.record import GameRecord
from owari.results.game_log import StoredGame
from owari.tournament.results_file import is_of_tournament, read_results
from owari.user_files import replacing

if TYPE_CHECKING:
    from owari.html_report.content import ReportContent, Selection

ALL: Literal["all"] = "all"
FORFEITS: Literal["forfeits"] = "forfeits"
SECONDS = 0.2
"""For each position, where no option says it."""
EXAMPLES = """\b
Examples:
  owari report bots.yaml -o evening.html
  owari report bots.yaml -o evening.html --logs logs --values
  owari report game.pgn -o game.html
"""


def _selection(text: str) -> Selection:
    """`all`, `forfeits` or a number of games. Raises ValueError."""
    for word in (ALL, FORFEITS):
        if text == word:
            return word
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise ValueError(f"{text!r} is neither all, forfeits nor a number of games")
    return int(text)


@click.command("report", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=FILE,
    help="The page, or - for the standard output. A report of that name is replaced."
    "  [default: the name of FILE with .html]",
)
@click.option(
    "--games",
    "selection",
    type=Text("all|forfeits|N", _selection, (ALL, FORFEITS)),
    metavar="all|forfeits|N",
    default=ALL,
    show_default=True,
    help="Games that readers can replay: all, those with a forfeit, or the last N.",
)
@click.option(
    "--logs", type=FOLDER, help="Folder of 'owari tournament --logs': show the ends of dialogues."
)
@click.option("--values", is_flag=True, help="Add what each move was worth, and blunders.")
@time_option("Time for the values of each position, such as 5s or 500ms.  [default: 200ms]")
def command(
    file: Path,
    output: Path | None,
    selection: Selection,
    logs: Path | None,
    values: bool,
    seconds: float | None,
) -> None:
    """Write a tournament or a RECORD to one page of HTML.

    The page has the standings, all matches, times, forfeits and the games to replay. It needs no
    server and no network: it opens from a USB stick, a mail or a course page.

    FILE is a tournament file or its results file. RECORD is a file with one game or more, a
    record or what 'owari import' reads. With --values the command keeps what it found beside the
    page, in a file that ends in .values. The same command continues after Ctrl-C, and judges only
    new games after more are played.
    """
    if seconds and not values:
        raise BadInput("--time needs --values")
    path = output or Path(file.with_suffix(".html").name)
    _refuse_other_files(path)
    from owari.html_report.lists import BotMoves, Dialogues, forfeits, moves_of_bots
    from owari.html_report.page import Report, replays, report_page
    from owari.report.review_tables import quality_table

    interrupted = False
    with _content(file) as content:
        chosen = content.chosen(selection)
        reviews: dict[int, Review] = {}
        quality = None
        moves: dict[str, BotMoves] = {}
        if values:
            interrupted = _judge(content, chosen, path, seconds or SECONDS, reviews)
            judged = [(game, reviews[game.number]) for game in chosen if game.number in reviews]
            quality = quality_table(content.names, judged, content.pieces, len(content.games))
            moves = moves_of_bots(judged)
        dialogues = None
        if logs:
            with reading(logs):
                dialogues = Dialogues(logs)
        made = replays(_recorded(content, chosen, reviews))
        page = report_page(
            Report(
                content,
                made,
                list(forfeits(content.games, dialogues)),
                quality,
                content.remark(selection),
                moves,
            )
        )
    _write(path, page)
    if path != STANDARD:
        _tell(path, page, file, len(content.games), len(chosen))
    if interrupted:
        raise KeyboardInterrupt


@contextmanager
def _content(file: Path) -> Iterator[ReportContent]:
    """What the page says of the tournament or the record. Raises BadInput."""
    from owari.html_report.content import content_of_records, content_of_results

    if not is_of_tournament(file):
        yield content_of_records(dict(numbered_games(file, None, one="")), file.stem)
        return
    with read_results(file) as store:
        content = content_of_results(store, file.stem)
        if not content.games:
            raise BadInput(f"{file} has no games yet")
        yield content


def _recorded(
    content: ReportContent, chosen: Iterable[StoredGame], reviews: dict[int, Review]
) -> Iterator[tuple[StoredGame, GameRecord, Review | None]]:
    """Each game with its record, with progress on the terminal."""
    with status_line() as show:
        for done, (game, record) in enumerate(content.records(chosen)):
            if done % 100 == 0:
                show(f"{done} games written")
            yield game, record, reviews.get(game.number)


def _judge(
    content: ReportContent,
    chosen: Sequence[StoredGame],
    path: Path,
    seconds: float,
    reviews: dict[int, Review],
) -> bool:
    """Adds the review of each game, kept or new. Returns whether Ctrl-C ended it early. Raises
    BadInput where the values cannot be kept."""
    from owari.analysis.kept_values import KeptValues

    if sowing is None:
        click.echo(MISSING, err=True)
    beside = None if path == STANDARD else path.with_suffix(".values")
    with reading(beside or path):
        kept = KeptValues(beside, seconds)
    records = {game.number: record for game, record in content.records(chosen) if record.plies}
    reviews.update(kept.known_of(records))
    due = {number: record for number, record in records.items() if number not in reviews}
    try:
        with writing(beside or path), _bar(sum(len(each.plies) for each in due.values())) as tell:
            for number, record in due.items():
                reviews[number] = kept.known(record) or kept.judge(record, tell)
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def _bar(plies: int) -> Iterator[Callable[[], None]]:
    """A function that moves a bar on the terminal on by a ply."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=plies, label="Values", file=sys.stderr) as bar:
        yield lambda: bar.update(1)


def _refuse_other_files(path: Path) -> None:
    """Raises BadInput for a file that is no report, which the page would replace, and where there
    is no folder for it."""
    from owari.html_report.page import is_report

    if not path.parent.is_dir():
        raise BadInput(f"{path} cannot be written: {path.parent} is no folder")
    if path != STANDARD and path.exists():
        with reading(path):
            if not is_report(path):
                raise BadInput(f"{path} exists already and is no report: name another file")


def _write(path: Path, page: str) -> None:
    """Writes the page as a whole or not at all. Raises BadInput."""
    if path == STANDARD:
        click.echo(page.encode(), nl=False)  # the page says that it is UTF-8
        return
    with writing(path), replacing(path) as new:
        new.write_text(page, "utf-8", newline="\n")


def _tell(path: Path, page: str, file: Path, games: int, chosen: int) -> None:
    size = f"{len(page.encode()) / 1e6:.1f} MB"
    count = "1 game" if games == 1 else f"{games:,} games"
    held = "" if chosen == games else f", the moves of {chosen:,}"
    click.echo(f"{path}: {count} from {file}{held}, {size}")
