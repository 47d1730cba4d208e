"""The token of the live page: who shows it may play, relay and enter results.

It lies in a file of the user's folder that nobody else may read. Later servers use it again, so
that pages that are open go on after a restart. A token is never an argument of a process, which
all users of a machine can read.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from html import escape
from pathlib import Path

from owari.errors import BadInput
from owari.user_files import replacing, user_folder

TOKEN = re.compile(r"[A-Za-z0-9_-]{22,86}")
"""At least 128 bits."""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Owari</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={address}">
<p><a href="{address}">Go on to Owari</a></p></html>"""


def kept_token() -> str:
    """The token in the user's folder, made where there is none that only we can read. Raises
    BadInput where it cannot be kept."""
    file = user_folder() / "live-page.token"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        found = _read(file)
        if found is None:
            _write(file, secrets.token_urlsafe(16))
            found = _read(file)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadInput(f"{file}, the token of the live page: {reason}") from None
    if found is None:
        raise BadInput(f"{file}, the token of the live page: other users may read this folder")
    return found


def _read(file: Path) -> str | None:
    """The token of a plain file of ours that nobody else may read or write; None without one."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    with open(descriptor, encoding="ascii") as opened:
        about = os.fstat(descriptor)
        if about.st_uid != os.geteuid() or stat.S_IMODE(about.st_mode) & 0o077:
            return None
        token = opened.read(200).strip() if stat.S_ISREG(about.st_mode) else ""
        return token if TOKEN.fullmatch(token) else None


def _write(file: Path, text: str) -> None:
    """Writes a file of mode 0600 as a whole."""
    with replacing(file, mode=0o600) as beside:
        beside.write_text(text + "\n", encoding="utf-8")


def open_browser(address: str, token: str) -> None:
    """Opens the page in the user's browser, by a file that only the user may read. Raises
    BadInput where the file cannot be written."""
    import webbrowser

    file = user_folder() / "live-page.html"
    try:
        _write(file, PAGE.format(address=escape(f"{address}?token={token}")))
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    webbrowser.open(file.as_uri())
