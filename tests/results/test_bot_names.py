"""Every name of a bot can be seen, and told from the others."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.results.bot_names import LONGEST_NAME, bot_name, folded, looks_like, warnings_of_names

KEPT = [
    *("Depth 8", "Team Rocket", "O'Neil & Sons", "../../<script>", "=1+1", "!!!", "x_x"),
    *("José", "Đặng Nguyễn", "Straße", "Ζευς", "Ἀθηνᾶ", "Ракета", "Ґанок", "ქართული", "Հայկ"),
    *("東京bot", "Tシャツ", "한글봇", "ไทยบอท", "हिन्दी", "বাংলা", "עִבְרִית", "العربية", "မြန်မာ"),
    *("alpha-β", "ʼAkamai", "🤖 7", "♞", "½ wit"),
]


@pytest.mark.parametrize("name", KEPT)
def test_names_of_people_everywhere_are_kept(name: str) -> None:
    assert bot_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Jose\u0301", "José"),
        ("  Team \t Rocket\u00a0", "Team Rocket"),
        ("Team\u3000Rocket", "Team Rocket"),
        ("A\u200b", "A"),
        ("\u2060A\u00ad\ufeff", "A"),
        ("❤\ufe0f", "❤"),
        ("A\u034f\ufe00", "A"),
        ("A \ufe0f", "A"),
        ("A \ufe0f B", "A B"),
        ("Jose\u034f\u0301", "José"),
    ],
)
def test_forms_and_what_has_no_width_are_made_one(text: str, name: str) -> None:
    assert bot_name(text) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1 to 60 characters, not 0"),
        ("\u200b\u2060", "1 to 60 characters, not 0"),
        ("x" * 61, "1 to 60 characters, not 61"),
        ("\u3164", "U+3164 (hangul filler) is invisible"),
        ("Rocket\u3164", "U+3164 (hangul filler) is invisible"),
        ("\u2800", "U+2800 (braille pattern blank) is invisible"),
        ("\uffa0", "is invisible"),
        ("\u115f\u1160", "is invisible"),
        ("\U0001d159", "is invisible"),
        ("\u0301", "a mark without a letter"),
        ("\u0301\u0302\u0303", "a mark without a letter"),
        ("A \u20dd", "a mark without a letter"),
        ("A" + "\u0335\u0327\u0321\u0316", "more than 3 on one"),
        ("Tе\u0430m", "letters of Cyrillic and Latin in one word"),
        ("\u0420ocket", "letters of Cyrillic and Latin in one word"),
        ("R\u03bfcket", "letters of Greek and Latin in one word"),
        ("\u13aabc", "letters of Cherokee and Latin in one word"),
        ("\u0585ne", "letters of Armenian and Latin in one word"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        bot_name(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Coco", "Сосо"),  # all Cyrillic
        ("ABE", "ΑΒΕ"),  # all Greek
        ("TOP", "ТОР"),
        ("Depth 1", "Depth l"),
        ("Depth 1", "Depth I"),
        ("Depth 10", "Depth 1O"),
        ("A-B", "A–B"),
        ("Bot 1", "Ｂｏｔ　１"),
        ("Bot", "𝐁𝐨𝐭"),
        ("fish", "ﬁsh"),
        ("José", "Jose\u0301"),
        ("ROCKET", "rocket"),
        ("Comet", "Comet "),
        ("Comet 2", "Comet  2"),
        ("Comet 2", "Comet\t \ufe0f2\u2060"),
    ],
)
def test_names_that_look_the_same_are_noticed(one: str, other: str) -> None:
    assert looks_like(one, ["X", other]) == other
    assert looks_like(other, ["X", one]) == one


@pytest.mark.parametrize(
    ("one", "other"),
    [("Depth 1", "Depth 2"), ("José", "Jose"), ("Bot", "Bat"), ("Ракета", "Rocket"), ("A", "Aa")],
)
def test_names_that_differ_are_not(one: str, other: str) -> None:
    assert looks_like(one, [other]) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A-B", "A\u2212B"),
        ("A\u2013B", "A\u2212B"),
        ("O'Neil", "O\u2019Neil"),
        ("O'Neil", "O\u02bcNeil"),
        ("Lindt", "L\u0131ndt"),
        ("modern", "Modem"),
        ("Savvy", "Sawy"),
        ("cloud", "doud"),
    ],
)
def test_names_that_differ_by_a_glyph_are_two_bots_with_a_warning(one: str, other: str) -> None:
    assert looks_like(one, [other]) is None
    said = f"{one!r} and {other!r} are two bots, though the names look nearly alike."
    assert warnings_of_names(["X", one, "Y", other]) == [said]
    assert warnings_of_names(["X", one, "Y", other], new=[one]) == [said]
    assert warnings_of_names(["X", one, "Y", other], new=["X"]) == []


def test_names_that_anybody_can_tell_apart_need_no_warning() -> None:
    assert warnings_of_names([*KEPT, "Bat", "Bot", "Jose", "Depth 1", "Depth 2"]) == []


@pytest.mark.slow
@given(st.text(max_size=70))
def test_a_name_is_kept_as_it_is_or_refused(text: str) -> None:
    try:
        name = bot_name(text)
    except ValueError:
        return
    assert name.isprintable()
    assert 1 <= len(name) <= LONGEST_NAME
    assert bot_name(name) == name
    assert looks_like(name.upper(), [name]) == name or folded(name.upper()) != folded(name)
