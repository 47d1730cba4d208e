"""`owari verify`: whether a results file is as it was written."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from owari.cli.exit_codes import ExitCode
from owari.errors import BadInput
from owari.results.journal import HASH_BYTES, EntryKind
from owari.results.verify import Verification
from owari.text.printable import plain
from owari.tournament.results_file import read_results

__all__ = ["command"]

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

    The command plays each record again by the rules, and compares all results with their records
    and with the journal. It names each difference, and exits with code 1 where there is one.

    FILE is the tournament file or its results file. Publish the line of --seal on the day of the
    tournament: who has this line can compare the file with it later.
    """
    sealed = None if against is None else _hash(against)
    found = 0
    with read_results(file) as store:
        verification = Verification(store)
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


def _summary(verification: Verification, found: int, sealed: str | None) -> Iterator[str]:
    """Sentences on what was verified."""
    differences = {0: "Nothing differs", 1: "1 difference"}.get(found, f"{found} differences")
    yield f"{differences} in {_counted(verification)}."
    if not verification.chained:
        yield "The file is of version 1: without a journal, a missing game cannot be found."
    hashes, kinds = verification.journal.hashes, verification.journal.kinds
    if sealed in hashes:
        at = hashes.index(sealed) + 1
        later = Counter(kinds[at:])
        since = ", ".join(f"{WORDS[kind]}: {later[kind]}" for kind in WORDS if later[kind])
        yield f"The first {at} entries are those of the seal. Since then: {since or 'nothing'}."
    elif sealed:
        yield "The seal is none of this file: what was sealed has changed or is missing."


def _counted(verification: Verification) -> str:
    games = f"{verification.games:,} game{'s' * (verification.games != 1)}"
    entries = len(verification.journal.hashes)
    return f"{games}, {entries:,} entries" if verification.chained else games


def _hash(text: str) -> str:
    """The hash in a line of --seal. Raises BadInput."""
    found = re.search(rf"\b[0-9a-f]{{{2 * HASH_BYTES}}}\b", text.lower())
    if not found:
        raise BadInput(f"--against: {text!r} has no seal: copy the whole line of --seal")
    return found[0]
