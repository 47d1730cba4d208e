"""What a request gets that cannot be answered: a sentence, as data or as text."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

__all__ = ["problem_response"]


def problem_response(request: Request, status: int, sentence: str) -> Response:
    """`{"problem": sentence}` for scripts of our pages, plain text for others."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"problem": sentence}, status)
    return PlainTextResponse(f"{sentence}\n", status)
