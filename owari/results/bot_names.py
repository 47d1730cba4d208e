"""The names of bots: people can read each on a screen, and no two look the same.

Results store a name in Unicode's composed form (NFC) with single spaces. All of its characters are
visible, marks follow a letter, and each word has letters of one alphabet. Case and width (NFKC) do
not distinguish names, and a tournament has no two names that look the same. All comparisons are of
names as results store them, however they are written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby

from owari.errors import BadInput
from owari.text.printable import plain

LONGEST_NAME = 60
NAMING_RULES = ("challenger", "seeds")
"""The rules of a tournament that are lists of bots."""
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
NEARLY_ALIKE = str.maketrans(
    "\u2212\u2796"
    + "\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb`\u00b4\uff07"
    + "\u201c\u201d\u2033\u00ab\u00bb"
    + "\u0131\u0237\u0261",
    "--" + "'" * 14 + '"' * 5 + "ijg",
)
"""Minus signs, apostrophes, quotation marks, and i and j without a dot."""
NEARLY_ALIKE_TOO = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Letters that, side by side, look nearly like one."""


def bot_name(text: str) -> str:
    """The name as results store it. Raises BadInput with a sentence that says what is wrong."""
    name = kept(text)
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


def kept(text: str) -> str:
    """The form in which results store and compare the name that a person has written."""
    return plain(composed(text))


def composed(name: str) -> str:
    """The same without what only selects another glyph, in Unicode's composed form."""
    if name.isascii():
        return name
    visible = "".join(c for c in name if not any(words in _called(c) for words in DROPPED))
    return unicodedata.normalize("NFC", visible)


def folded(name: str) -> str:
    """Equal for names that differ only in case, width or form."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept(name)).casefold())


def looks_like(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that is the same name or looks like it."""
    own = _looks(name)
    return next((other for other in others if own & _looks(other)), None)


def repeated_names(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The index of each name that is an earlier one or looks like it, and the index of that one."""
    return _repeated(names, _looks)


def warnings_of_names(names: Sequence[str], new: Container[str] | None = None) -> list[str]:
    """A sentence for each name that differs from an earlier one by next to nothing on a screen;
    only for pairs with a new name where some are given."""
    pairs = _repeated(names, lambda name: {_nearly_drawn(name)})
    return [
        f"{names[earlier]!r} and {names[later]!r} are two bots, though the names look nearly alike."
        for later, earlier in pairs
        if new is None or names[later] in new or names[earlier] in new
    ]


def _repeated(names: Sequence[str], looks: Callable[[str], set[str]]) -> Iterator[tuple[int, int]]:
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        own = looks(name)
        found = [first[look] for look in own if look in first]
        if found:
            yield index, min(found)
        for look in own:
            first.setdefault(look, index)


def _looks(name: str) -> set[str]:
    return {folded(name), _drawn(kept(name))}


def _drawn(name: str) -> str:
    """Equal for names that look the same."""
    text = "".join(
        "-" if unicodedata.category(c) == "Pd" else c for c in unicodedata.normalize("NFKC", name)
    )
    return folded(text.translate(ALIKE))


def _nearly_drawn(name: str) -> str:
    """Equal for names that look the same or nearly so."""
    text = folded(_drawn(kept(name).translate(NEARLY_ALIKE)).translate(NEARLY_ALIKE))
    for letters, one in NEARLY_ALIKE_TOO:
        text = text.replace(letters, one)
    return text


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
