"""What a bot may be called, so that on a screen every name can be seen and told from the others.

A name is kept in Unicode's composed form (NFC). All of it can be seen; marks follow what they mark;
the letters of a word are of one alphabet. Names are the same whatever their case and width (NFKC),
and two that only look the same are not both names of one tournament.
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
"""Words in the names of characters that are letters or signs to Unicode and nothing to the eye."""
DROPPED = ("VARIATION SELECTOR", "GRAPHEME JOINER")
"""Words in the names of marks that only ask for another drawing of what is before them."""
NO_ALPHABET = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "MODIFIER"}
"""Letters that stand beside those of any alphabet, by the first words of their names."""
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХавеѕіјкморстухһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ" + "I1|0",
    "ABESIJKMHOPCTYXabesijkmopctyxhdqw" + "ABEZHIKMNOPTYXaikvopux" + "lllO",
)
"""Letters of Cyrillic and Greek that are drawn like Latin ones; and I, 1 and | like l, 0 like O."""


def bot_name(text: str) -> str:
    """The name as it is kept. Raises BadInput with a sentence that says what is wrong with it."""
    name = composed(plain(text))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadInput(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    for character in name:
        if any(word in UNSEEN for word in _called(character).split()):
            raise BadInput(f"{_shown(character)} cannot be seen: leave it out of the name")
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
    """The form in which names are kept and compared."""
    text = unicodedata.normalize("NFC", name)
    if text.isascii():
        return text
    return "".join(c for c in text if not any(words in _called(c) for words in DROPPED))


def folded(name: str) -> str:
    """What is equal for names that are the same, whatever their case, width and form."""
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
    """Raises BadInput where the letters are of several alphabets."""
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
