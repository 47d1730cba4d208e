"""The names of bots: people can read each on a screen, and no two look the same.

Results store a name in Unicode's composed form (NFC). All of its characters are visible, marks
follow a letter, and each word has letters of one alphabet. Case and width (NFKC) do not distinguish
names, and a tournament has no two names that look the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import groupby

from owari.errors import BadInput
from owari.text.printable import plain

__all__ = ["LONGEST_NAME", "bot_name", "composed", "folded", "looks_like"]

LONGEST_NAME = 60
MOST_MARKS = 3
"""On one letter."""
UNSEEN = ("FILLER", "BLANK", "NULL", "INHERENT")
"""Words in the Unicode names of letters and signs that are invisible."""
DROPPED = ("VARIATION SELECTOR", "GRAPHEME JOINER")
"""Words in the names of marks that only select another glyph for the character before them."""
NO_ALPHABET = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "MODIFIER"}
"""Letters that mix with any alphabet, by the first words of their names."""
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХавеѕіјкморстухһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ" + "I1|0",
    "ABESIJKMHOPCTYXabesijkmopctyxhdqw" + "ABEZHIKMNOPTYXaikvopux" + "lllO",
)
"""Cyrillic and Greek letters that look like Latin ones; I, 1 and | look like l, and 0 like O."""


def bot_name(text: str) -> str:
    """The name as results store it. Raises BadInput with a sentence that says what is wrong."""
    name = composed(plain(text))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadInput(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    for character in name:
        if any(word in UNSEEN for word in _called(character).split()):
            raise BadInput(f"{_shown(character)} is invisible: remove it from the name")
    for word in _classes(name).split(" "):
        if word[0] == "M" or "M" * (MOST_MARKS + 1) in word:
            raise BadInput(
                f"{name!r} has a mark without a letter before it, or more than {MOST_MARKS} on one"
            )
    for is_word, characters in groupby(name, lambda c: unicodedata.category(c)[0] in "LM"):
        if is_word:
            _check_alphabet("".join(characters))
    return name


def composed(name: str) -> str:
    """The form in which results store and compare names."""
    text = unicodedata.normalize("NFC", name)
    if text.isascii():
        return text
    return "".join(c for c in text if not any(words in _called(c) for words in DROPPED))


def folded(name: str) -> str:
    """Equal for names that differ only in case, width or form."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def looks_like(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that is the same name or looks like it."""
    own = _looks(name)
    return next((other for other in others if own & _looks(other)), None)


def _looks(name: str) -> set[str]:
    return {folded(name), _drawn(name)}


def _drawn(name: str) -> str:
    """Equal for names that look the same."""
    text = "".join(
        "-" if unicodedata.category(c) == "Pd" else c for c in unicodedata.normalize("NFKC", name)
    )
    return folded(text.translate(ALIKE))


def _check_alphabet(word: str) -> None:
    """Raises BadInput if the letters are of several alphabets."""
    found = {
        _called(letter).split(" ")[0].split("-")[0]
        for letter in unicodedata.normalize("NFKC", word)
        if unicodedata.category(letter)[0] == "L"
    } - NO_ALPHABET
    if len(found) > 1:
        alphabets = " and ".join(sorted(alphabet.capitalize() for alphabet in found))
        raise BadInput(f"{word!r} has letters of {alphabets} in one word: use one alphabet")


def _classes(name: str) -> str:
    """A letter for each character: M for a mark, a space for a space."""
    return "".join(" " if c == " " else unicodedata.category(c)[0] for c in name)


def _called(character: str) -> str:
    return unicodedata.name(character, "")


def _shown(character: str) -> str:
    return f"U+{ord(character):04X} ({_called(character).lower()})"
