"""`owari verify`: whether a results file is as it was written."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from owari.cli.game_files import numbered_games
from owari.errors import BadInput, ExitCode
from owari.records.archive_formats import counted
from owari.results.journal import HASH_BYTES, EntryKind
from owari.text.printable import plain
from owari.tournament.results_file import is_of_tournament, read_results
from owari.tournament.verification import TournamentVerification

WORDS = {
    EntryKind.GAME: "games",
    EntryKind.ANNULLED: "annulled games",
    EntryKind.BOT: "settings of bots",
    EntryKind.RENAMED: "new names",
    EntryKind.VALUE: "values of the tournament",
}

EXAMPLES = """\b
Examples:
  owari verify bots.yaml
  owari verify bots.yaml --seal
  owari verify bots.db --against 'bots.db: 12 games, 19 entries, seal 5b1f...'
"""


@click.command("verify", epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seal", is_flag=True, help="Print one line to publish.")
@click.option("--against", metavar="SEAL", help="Compare with a line of --seal, or with its hash.")
def command(file: Path, seal: bool, against: str | None) -> None:
    """Verify that nobody has changed the results of a tournament.

    The command plays each record again by the rules. It compares all results with their records,
    the schedule, the journal and, if it is there, the tournament file. It names each difference,
    and exits with code 1 where there is one. It counts the games without a result.

    FILE is the tournament file or its results file. Publish the line of --seal on the day of the
    tournament: who has this line can compare the file with it later. FILE can also be a record, or
    what 'owari import' reads: then the command plays its games by the rules.
    """
    sealed = None if against is None else _hash(against)
    if file.is_file() and file.suffix.lower() != ".db" and not is_of_tournament(file):
        if seal or sealed:
            raise BadInput(f"--seal and --against are for results files, and {file} is none")
        games = sum(1 for _ in numbered_games(file, None, one=""))
        click.echo(f"{file}: the moves of {counted(games)} are legal.")
        return
    found = 0
    with read_results(file) as store:
        verification = TournamentVerification(store, file)
        if not verification.chained and (seal or sealed):
            raise BadInput(
                f"{store.path} is of version 1, which has no seal: the next command that changes"
                " it, such as owari tournament, upgrades it"
            )
        for difference in verification.differences():
            found += 1
            click.echo(plain(str(difference)), err=seal)
        for sentence in _summary(verification, found, sealed):
            click.echo(sentence, err=seal)
        broken = sealed is not None and sealed not in verification.journal.hashes
        if seal and not found and not broken:
            click.echo(f"{store.path.name}: {_counted(verification)}, seal {verification.seal}")
    if found or broken:
        sys.exit(ExitCode.FAILED)


def _summary(verification: TournamentVerification, found: int, sealed: str | None) -> Iterator[str]:
    """Sentences on what was verified."""
    differences = {0: "Nothing differs", 1: "1 difference"}.get(found, f"{found} differences")
    yield f"{differences} in {_counted(verification)}."
    yield from verification.remarks
    if not verification.chained:
        yield "The file is of version 1: without a journal, a game that is gone cannot be found."
    hashes, kinds = verification.journal.hashes, verification.journal.kinds
    if sealed in hashes:
        at = hashes.index(sealed) + 1
        later = Counter(kinds[at:])
        since = ", ".join(f"{WORDS[kind]}: {later[kind]}" for kind in WORDS if later[kind])
        yield f"The first {at} entries are those of the seal. Since then: {since or 'nothing'}."
    elif sealed:
        yield "The seal is none of this file: what was sealed has changed or is missing."
    yield from _missing(verification, sealed=sealed in hashes)


def _missing(verification: TournamentVerification, *, sealed: bool) -> Iterator[str]:
    """Sentences on the games without a result."""
    if not (unplayed := verification.unplayed):
        return
    scheduled, unknown, annulled, more_rounds = unplayed
    which = " with the end of the journal. Only a seal tells which"
    if sealed:
        which = " with entries after the seal"
    elif not verification.chained:
        which = ""
    if unknown:
        have, them = ("has", "it") if unknown == 1 else ("have", "them")
        yield (
            f"{unknown:,} of {scheduled:,} games {have} no result: nobody has played {them} yet, or"
            f" somebody has removed {them}{which}."
        )
    if annulled:
        are = "is" if annulled == 1 else "are"
        yield f"{annulled:,} of {scheduled:,} games {are} annulled and not played again."
    if more_rounds:
        yield f"More rounds follow: nobody has begun them, or somebody has removed them{which}."


def _counted(verification: TournamentVerification) -> str:
    games = f"{verification.games:,} game{'s' * (verification.games != 1)}"
    entries = len(verification.journal.hashes)
    return f"{games}, {entries:,} entries" if verification.chained else games


def _hash(text: str) -> str:
    """The hash in a line of --seal. Raises BadInput."""
    found = re.search(rf"\b[0-9a-f]{{{2 * HASH_BYTES}}}\b", text.lower())
    if not found:
        raise BadInput(f"--against: {text!r} has no seal: copy the whole line of --seal")
    return found[0]
