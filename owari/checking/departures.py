"""Why a program may have left before it asked for anything, by what it said then."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

_WINDOW = (
    r"no display name|\$DISPLAY|(?:cannot|can't|could not|couldn't|failed to|unable to) "
    r"(?:open|connect to) (?:the )?(?:X )?display|No available video device|HeadlessException"
    r"|libX11|libawt_xawt|libgtk|GLFW|xcb\b|(?:No module named|Cannot find module) ['\"]?"
    r"(?:pygame|tkinter|_tkinter|turtle|arcade|kivy|wx|pyglet|customtkinter|PyQt\d|PySide\d)"
)
_REASONS = [
    (re.compile(pattern, re.I | re.M), why)
    for pattern, why in (
        (_WINDOW, "it wants to open a window, and `learn` plays at a terminal"),
        (
            r"_curses\.error|curs_set|\bsetupterm\b|Error opening terminal|\btermcap\b"
            r"|TERM environment variable|nocbreak",
            "it paints a whole screen with curses, and the terminal of `learn` is not fit for that",
        ),
        (
            r"No module named|Cannot find module|ClassNotFoundException|NoClassDefFoundError"
            r"|error while loading shared libraries|Could not find or load main class",
            "something that it needs is not installed, or not in the folder that it is started in",
        ),
        (
            r"\bargv\b|\bargs\[\d|Index 0 out of bounds for length 0"
            r"|arguments are required|(?:missing|too few|not enough) (?:\w+ ){0,2}arguments?"
            r"|^usage:",
            "its command may need more words: `owari learn 'COMMAND WORDS'`",
        ),
        (
            r"No such file or directory|FileNotFound|NoSuchFile|ENOENT"
            r"|(?:cannot|can't|could not|couldn't|unable to|failed to) (?:open|find|read|load)\b",
            "it wants a file that is not in the folder where it is started",
        ),
        (
            r"Address family not supported|Network is unreachable|Connection refused"
            r"|name resolution|Name or service not known|ENETUNREACH|ECONNREFUSED|UnknownHost",
            "it wants the network, and programs have none here",
        ),
    )
]


def why_it_left(said: str, answers: Sequence[str] = ()) -> str:
    """`; it ...`, a clause on what it seems to want; empty where its words do not tell that, or
    quote one of the answers."""
    if any(f"{quote}{answer}{quote}" in said for answer in answers for quote in "'\""):
        return ""
    found = next((f"; {why}" for pattern, why in _REASONS if pattern.search(said)), "")
    return found + (_OTHER_PYTHON if "No module named" in said and _python_is_ours() else "")


_OTHER_PYTHON = (
    "; `python3` is the one of Owari's virtual environment here, not the system's: leave that with"
    " `deactivate`, and put its `bin` last in PATH"
)


def _python_is_ours() -> bool:
    """Whether `python3` is the one of a virtual environment that runs Owari."""
    found = shutil.which("python3")
    return (
        found is not None
        and sys.prefix not in ("/", sys.base_prefix)
        and Path(found).is_relative_to(sys.prefix)
    )
