"""The encoding of what a console program writes: UTF-8, else the likeliest of those that compilers
and consoles of many countries use.

What is no UTF-8 is read in each of them. A board has its discs, lines and words in one of them
only; in the others the same bytes are rare characters, or none.
"""

from __future__ import annotations

from codecs import IncrementalDecoder, getincrementaldecoder

from owari.programs.dialogues.console.vocabulary import letters_known

_SEVERAL = ("gb18030", "cp932", "big5", "euc_jp", "cp949")
"""Encodings with characters of several bytes."""
_SINGLE = (
    *("cp1252", "cp1250", "cp1254", "cp1251", "cp866", "koi8-r"),
    *("cp850", "cp852", "cp437"),
)
"""Those with one byte for each, as Windows and DOS have them."""
_MOST_JUDGED = 2000
"""Bytes of lines beyond ASCII that are judged."""
_KNOWN = 6
"""What a letter beyond ASCII in a known word counts."""
_UNREADABLE = "\ufffd"
_SIGNS = (("\u2500", "\u2606"), ("·", "·"))
"""Lines, blocks, discs and squares, from the first up to the last."""
_WIDE = (("\u3000", "\u3020"), ("\uff01", "\uff5e"))
"""Signs and letters as wide as those of Chinese."""
_ALONE = "│║█▓▒░▄▀■"
"""Of these, what may stand alone in encodings with one byte for each."""
_OPENING = "¿¡"
"""Signs before a sentence in Spanish."""
_LETTERS = (("\u3041", "\u30fe"), ("\u4e00", "\u9fff"), ("\uac00", "\ud7a3"))
"""Of Japanese, Chinese and Korean."""
_KANA = (("\u3041", "\u30fe"),)
_CYRILLIC = (("\u0400", "\u045f"),)
_NO_CHARACTERS = (("\x80", "\x9f"), ("\ue000", "\uf8ff"))
"""Control codes, and what has no meaning of its own."""


class OutputDecoder:
    """Decodes the output of a program, which comes in pieces."""

    def __init__(self) -> None:
        self.encoding = "utf-8"
        self._decoder: IncrementalDecoder = getincrementaldecoder("utf-8")("strict")
        self._seen = b""
        """The lines that are judged, as far as they have been written."""
        self._judged = 0
        """Their bytes when they were judged last; 0 while all is UTF-8."""

    def decode(self, output: bytes) -> str:
        """The next part of the text."""
        if not self._judged:
            try:
                return self._decoder.decode(output)
            except UnicodeDecodeError:
                pass
        pending = self._decoder.getstate()[0]
        self._seen += b"\n".join(line for line in output.split(b"\n") if not line.isascii())
        self._seen = self._seen[:_MOST_JUDGED]
        if not self._judged or len(self._seen) >= 2 * self._judged:
            is_first, self._judged = not self._judged, len(pending + self._seen)
            encoding = encoding_of(pending + self._seen if is_first else self._seen)
            if is_first or encoding != self.encoding:
                self.encoding = encoding
                self._decoder = getincrementaldecoder(encoding)("replace")
                output = pending + output
        return self._decoder.decode(output)


def encoding_of(output: bytes) -> str:
    """The likeliest encoding of output that is not all UTF-8."""
    text = output.decode("utf-8", "replace")
    beyond = [char for char in text if not char.isascii()]
    if len(beyond) > 2 * beyond.count(_UNREADABLE):
        return "utf-8"
    return max((*_SEVERAL, *_SINGLE), key=lambda encoding: _likelihood(output, encoding))


def _likelihood(output: bytes, encoding: str) -> int:
    text = getincrementaldecoder(encoding)("replace").decode(output)
    judge = _in_one_byte if encoding in _SINGLE else _in_several
    around = zip(text, f"\n{text}", f"{text[1:]}\n", strict=False)
    points = sum(judge(*each) for each in around if not each[0].isascii())
    return points + _KNOWN * letters_known(text)


def _in_several(char: str, before: str, after: str) -> int:
    """How likely a character beyond ASCII is in an encoding with several bytes for it."""
    if _is_in(char, _SIGNS):
        return 5
    if _is_in(char, _WIDE):
        return 2
    if _is_in(char, _LETTERS):
        return int(_is_in(char, _KANA))
    return _no_letter(char)


def _in_one_byte(char: str, before: str, after: str) -> int:
    """The same with one byte for it. Letters with marks stand beside plain ones, Cyrillic letters
    beside each other, and lines in boards beside themselves."""
    beside = [each for each in (before, after) if not each.isascii()]
    in_word = before.isalpha() or after.isalpha()
    if _is_in(char, _SIGNS):
        fits = all(_is_in(each, _SIGNS) for each in beside) and not in_word
        return 2 if fits and (beside or char in _ALONE) else -1
    if _is_in(char, _CYRILLIC):
        fits = all(_is_in(each, _CYRILLIC) for each in (before, after) if each.isalpha())
        breaks = before.islower() and char.isupper()
        return bool(beside) if fits and not breaks else -2
    if char in _OPENING:
        return -1 if before.isalpha() else 1
    if char.isalpha():
        return -2 if beside else int(in_word)
    return _no_letter(char)


def _no_letter(char: str) -> int:
    if char == _UNREADABLE:
        return -8
    return -4 if _is_in(char, _NO_CHARACTERS) else -1


def _is_in(char: str, spans: tuple[tuple[str, str], ...]) -> bool:
    return any(first <= char <= last for first, last in spans)
