"""Texts in columns: cut between letters, never two names alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from owari.text import terminal_lines as width_module
from owari.text.printable import plain
from owari.text.terminal_lines import cut, filled, shortened, width

TEXTS = st.text("ab e\u0301\u0323日本Ж한🎲🇬🇧…1", max_size=30).map(plain)


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("Depth 8", 7), ("日本", 4), ("e\u0301x", 2), ("🎲", 2)]
)
def test_columns_of_a_text(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("Team Rocket", 11, "Team Rocket"),
        ("Team Rocket", 8, "Team Ro…"),
        ("Team Rocket", 6, "Team…"),  # no space before the ellipsis
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
        ("e\u0323\u0301e\u0323\u0301e\u0323\u0301", 2, "e\u0323\u0301…"),
    ],
)
def test_a_text_is_cut_between_letters(text: str, room: int, shown: str) -> None:
    assert cut(text, room) == shown


def test_names_keep_their_ends_or_get_numbers_where_they_begin_alike() -> None:
    names = ["Rocket of Rome", "Rocket of Oslo", "Rocket", "Depth"]
    assert list(shortened(names, 8).items()) == [
        ("Rocket", "Rocket"),
        ("Depth", "Depth"),
        ("Rocket of Rome", "Rock…ome"),
        ("Rocket of Oslo", "Rock…slo"),
    ]
    names = ["Rocket of A Rome", "Rocket of B Rome", "Rocket of C Oslo"]
    assert shortened(names, 8) == {
        "Rocket of C Oslo": "Rock…slo",
        "Rocket of A Rome": "Rocket…1",
        "Rocket of B Rome": "Rocket…2",
    }


@given(st.lists(TEXTS, max_size=12), st.integers(4, 20))
def test_names_stay_apart_and_fit(names: list[str], room: int) -> None:
    short = shortened(names, room)
    assert short.keys() == set(names)
    assert len({text.casefold() for text in short.values() if "…" in text}) == sum(
        "…" in text for text in short.values()
    )
    assert len(set(short.values())) == len(short)
    assert all(wcswidth(text) <= room for text in short.values())


@given(TEXTS, st.integers(2, 20))
def test_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    lines = filled(text, room)
    assert all(wcswidth(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_many_names_that_are_cut_alike_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is shortened with a few looks, however many there are."""
    looks = 0
    head = width_module._head

    def counted(text: str, room: int) -> str:
        nonlocal looks
        looks += 1
        return head(text, room)

    monkeypatch.setattr(width_module, "_head", counted)
    names = [f"Bot number {number} of the class" for number in range(3000)]
    short = shortened(names, 8)
    assert len(set(short.values())) == len(names)
    assert max(map(len, short.values())) <= 8
    assert looks < 8 * len(names)
