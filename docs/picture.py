"""Draws the picture of `owari play`: a real game at a terminal, as an animated SVG.

    python docs/picture.py

It runs `owari play` at a terminal, types the answers below, and draws the screen after each of
them. The picture needs no network, no script and no font of its own. A reader who wants no motion
sees its last frame.
"""

from __future__ import annotations

import os
import pty
import re
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

PICTURE = Path(__file__).parent / "images" / "play.svg"
COMMAND = ("play", "--depth", "8", "--first", "south")
ANSWERS = ("4", "8", "hint", "7")
PROMPT = "pit (7-12): "
ROWS, COLUMNS = 27, 76
FRAME = 3.0
"""Seconds that each frame is shown."""
CELL, LINE = 8.4, 18
"""The width of a character and the height of a line, in the picture's units."""
STYLES = {"1": "bold", "2": "dim", "0": ""}


def screens() -> Iterator[str]:
    """What the terminal has shown when the command waits for each answer: all of it."""
    with tempfile.TemporaryDirectory() as folder:
        process, terminal = pty.fork()
        if process == 0:
            os.environ.update(TERM="xterm", OWARI_DATA=folder)
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "owari", *COMMAND])
        seen = f"$ owari {' '.join(COMMAND)}\n"
        read = 0
        for answer in (*ANSWERS, None):
            while PROMPT not in seen[read:]:
                seen += os.read(terminal, 65536).decode().replace("\r\n", "\n")
            read = len(seen)
            yield seen.replace(folder, "~/.local/share/owari")
            os.write(terminal, f"{answer or 'quit'}\n".encode())
        while True:  # until the program has left and the terminal is closed
            try:
                if not os.read(terminal, 65536):
                    break
            except OSError:
                break
        os.waitpid(process, 0)
        os.close(terminal)


def drawn_line(text: str, row: int) -> str:
    """A line of the screen as SVG, with its bold and dim parts."""
    text = re.sub(r".*\r(?=[^\r]*$)", "", text)
    parts = re.split(r"\x1b\[(\d)m", text)
    spans = []
    for style, part in zip(["0", *parts[1::2]], parts[::2], strict=True):
        if part:
            name = STYLES[style]
            spans.append(f'<tspan class="{name}">{escape(part)}</tspan>' if name else escape(part))
    if not spans:
        return ""
    return f'<text x="16" y="{48 + row * LINE}">{"".join(spans)}</text>'


def drawn_screen(text: str, number: int, count: int) -> str:
    """One frame of the picture."""
    rows = text.split("\n")[-ROWS:]
    lines = "".join(drawn_line(line, row) for row, line in enumerate(rows))
    last = " last" if number == count - 1 else ""
    return f'<g class="frame{last}" style="animation-delay:{number * FRAME:g}s">{lines}</g>'


def picture() -> str:
    """The whole picture."""
    frames = list(screens())
    width, height = round(COLUMNS * CELL) + 32, ROWS * LINE + 60
    total, share = len(frames) * FRAME, 100 / len(frames)
    body = "\n".join(drawn_screen(text, n, len(frames)) for n, text in enumerate(frames))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">
<title>A game against the engine in a terminal</title>
<style>
text {{ font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
text {{ fill: #e6e1dc; white-space: pre; }}
.bold {{ font-weight: bold; fill: #ffd28a; }}
.dim {{ fill: #9a938c; }}
.frame {{ visibility: hidden; animation: shown {total:g}s step-end infinite; }}
@keyframes shown {{ 0% {{ visibility: visible; }} {share:.3f}% {{ visibility: hidden; }} }}
@media (prefers-reduced-motion: reduce) {{
.frame {{ animation: none; }}
.last {{ visibility: visible; }}
}}
</style>
<rect width="100%" height="100%" rx="8" fill="#2b2622"/>
<circle cx="20" cy="18" r="6" fill="#e0635a"/><circle cx="40" cy="18" r="6" fill="#e3b34b"/>
<circle cx="60" cy="18" r="6" fill="#62b35c"/>
{body}
</svg>
"""


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture())
