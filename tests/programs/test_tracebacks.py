"""The line of a program's own in the trace of its error output."""

from __future__ import annotations

import pytest

from owari.programs.transports.program_output import excerpt, place_of_error

TRACE = """\
Traceback (most recent call last):
  File "/home/a/crash.py", line 14, in <module>
    main()
  File "/home/a/crash.py", line 10, in main
    json.loads("")
  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
ValueError: Expecting value
"""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (TRACE, " (crash.py, line 10)"),
        (TRACE.replace("\n", "\r\n"), " (crash.py, line 10)"),
        (TRACE.replace("/home/a/", "C:\\bots\\"), " (crash.py, line 10)"),
        ('  File "x.py", line 3\n    a b\nSyntaxError: invalid syntax\n', " (x.py, line 3)"),
        ("no book\n", ""),
    ],
)
def test_the_place_of_an_error(text: str, place: str) -> None:
    assert place_of_error(text) == place


def test_the_words_of_an_error() -> None:
    assert excerpt(TRACE) == "ValueError: Expecting value"
