"""The server of a course as a team's own machine sees it: hands in, and watches the check."""

from __future__ import annotations

import json
import secrets
import socket
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any, NamedTuple, Self
from urllib.parse import quote, urlsplit, urlunsplit

from owari.course.archive_contents import BadHandIn
from owari.text.printable import plain

_PATIENCE = 150.0
"""Seconds for an answer."""
LARGEST = 1 << 30
"""Bytes of a file that is read: the server says how much it takes."""
_LARGEST_ANSWER = 4 << 20


class NoAnswer(BadHandIn):
    """The server does not answer."""

    def __init__(self, sentence: str, *, was_refused: bool = False) -> None:
        """`was_refused` says that nothing has reached it."""
        super().__init__(sentence)
        self.was_refused = was_refused


class Remote(NamedTuple):
    """A course on a server, and who asks."""

    address: str
    """Without a slash at its end."""
    token: str

    @classmethod
    def of(cls, link: str) -> Self:
        """The course of a team's link. Raises BadHandIn."""
        parts = urlsplit(link.strip())
        if parts.scheme not in ("http", "https") or not parts.netloc or not parts.fragment:
            raise BadHandIn(
                "--to: the link of a team is expected, as https://owari.example.org/own#TOKEN"
            )
        path = parts.path.removesuffix("/").removesuffix("/own")
        return cls(urlunsplit((parts.scheme, parts.netloc, path, "", "")), parts.fragment)

    def hand_in(self, name: str, data: bytes, *, is_trial: bool) -> dict[str, Any]:
        """Hands in, and returns what the server answers. Raises BadHandIn, which says whether
        anything was handed in."""
        boundary = secrets.token_hex(16)
        parts = [_part(boundary, f'name="bot"; filename="{quote(name, safe=" ")}"', data)]
        if is_trial:
            parts.append(_part(boundary, 'name="trial"', b"true"))
        body = b"".join([*parts, f"--{boundary}--\r\n".encode()])
        kind = f"multipart/form-data; boundary={boundary}"
        try:
            return self._asked("/api/hand-in", body, kind)
        except NoAnswer as error:
            outcome = (
                "nothing was handed in"
                if error.was_refused
                else "nobody here knows whether it was handed in: look at the page of your team, or"
                " hand in again"
            )
            raise NoAnswer(f"{error}; {outcome}", was_refused=error.was_refused) from None

    def version(self, number: int) -> dict[str, Any]:
        """A version as the team sees it. Raises BadHandIn."""
        return self._asked(f"/api/versions/{number}")

    def _asked(self, path: str, body: bytes | None = None, kind: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            headers["Content-Type"] = kind
        request = urllib.request.Request(self.address + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                found = json.loads(answer.read(_LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            if said := _problem(error):
                raise BadHandIn(said) from None
            sentence = f"{self.address} answers with status {error.code}"
            raise NoAnswer(sentence, was_refused=error.code < 500) from None
        except (OSError, HTTPException, ValueError) as error:
            why = getattr(error, "reason", None) or error
            was_refused = isinstance(why, ConnectionRefusedError | socket.gaierror)
            sentence = f"{self.address} does not answer as a course does: {why}"
            raise NoAnswer(sentence, was_refused=was_refused) from None
        if not isinstance(found, dict):
            raise NoAnswer(f"{self.address} does not answer as a course does")
        return found


def _part(boundary: str, disposition: str, data: bytes) -> bytes:
    head = f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n"
    return head.encode() + data + b"\r\n"


def _problem(error: urllib.error.HTTPError) -> str:
    """What the server of a course says, in a sentence; empty where it is none, but perhaps a proxy
    in front of it."""
    try:
        return plain(str(json.loads(error.read(_LARGEST_ANSWER))["problem"]))
    except (OSError, ValueError, KeyError, TypeError):
        return ""
