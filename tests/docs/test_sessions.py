"""Every session in a page shows what its command prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.page_sessions import PAGES, ROOT, Session, agrees, contents, failures, renewed

WITH_SESSIONS = [
    page for page in PAGES if any(isinstance(item, Session) for item in contents(page.read_text()))
]


@pytest.mark.parametrize("page", WITH_SESSIONS, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_shows_what_its_commands_print(page: Path, tmp_path: Path) -> None:
    for session, printed in failures(page, tmp_path):
        pytest.fail(
            f"line {session.line + 1}: `{session.command}` prints:\n"
            + "\n".join(printed)
            + f"\n\nwrite it into the page: python -m tests.docs.page_sessions {page}"
        )


def test_the_readme_and_most_pages_of_a_user_have_sessions() -> None:
    assert ROOT / "README.md" in WITH_SESSIONS
    assert len(WITH_SESSIONS) > 10


SHOWN = ("one", "...", "four", "five")


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (["one", "two", "three", "four", "five"], True),
        (["one", "four", "five"], True),
        (["one", "two", "five", "four"], False),
        (["two", "four", "five"], False),
        (["one", "two", "four", "five", "six"], False),
        (["one"], False),
        (["one", "five"], False),
    ],
)
def test_three_dots_stand_for_any_lines(printed: list[str], expected: bool) -> None:
    assert agrees(SHOWN, printed) is expected


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("ready after 0.17 s, of 10 s", "ready after 1.02 s, of 10 s"),
        ("kept in play-20261127-232920.pgn", "kept in play-20270101-000000.pgn"),
        ("12  2026-11-28T18:14:56+00:00  played", "12  2027-01-02T09:00:01+00:00  played"),
        ('[Date "2026.11.28"]', '[Date "2027.01.02"]'),
        ("Ply 2, North's pit (7-12): 8", "Ply 2, North's pit (7-12):"),
    ],
)
def test_times_and_typed_answers_do_not_matter(shown: str, printed: str) -> None:
    assert agrees((shown,), [printed])


def test_other_words_matter() -> None:
    assert not agrees(("South plays pit 4.",), ["South plays pit 5."])
    assert not agrees(("  command: x",), ["command: x"])


def test_a_renewed_session_keeps_its_parts_and_its_answers() -> None:
    shown = ("Every move is saved", "...", "Ply 2, North's pit (7-12): 8", "You play 8.")
    printed = ["Every move is kept", "a", "b", "Ply 2, North's pit (7-12):", "North plays 8."]
    new = renewed(shown, printed)
    assert new == ["Every move is kept", "...", "Ply 2, North's pit (7-12): 8", "North plays 8."]
    assert agrees(tuple(new), printed)
