"""Answers that are made once and given to many: scripts, styles, and the list of all games."""

from __future__ import annotations

import gzip
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response


class Prepared:
    """The content of an answer, also packed, under a name for what a browser has kept."""

    def __init__(self, content: bytes, kind: str | None) -> None:
        self._content = content
        self._packed = gzip.compress(content, 6, mtime=0)
        self._kind = kind
        self._tag = f'"{sha256(content).hexdigest()[:16]}"'

    def response(self, request: Request) -> Response:
        """The answer; without the content where the browser has it still."""
        headers = {"etag": self._tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._content, headers=headers, media_type=self._kind)
        headers["content-encoding"] = "gzip"
        return Response(self._packed, headers=headers, media_type=self._kind)
