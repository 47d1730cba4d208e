"""The colours of all pages: text has contrast AA on whatever it stands on, in light and in dark."""

from __future__ import annotations

import re

import pytest

from owari.viewer.static_files import static_files

pytestmark = pytest.mark.fast

LEAST_FOR_TEXT = 4.5
LEAST_FOR_LINES = 3.0
"""Web Content Accessibility Guidelines 2.2, 1.4.3 and 1.4.11."""
GROUNDS = ("paper", "surface", "sunken")
TEXTS = [
    *((text, ground) for text in ("ink", "muted", "accent", "bad") for ground in GROUNDS),
    *((text, ground) for text in ("south", "north", "warn", "good") for ground in GROUNDS[:2]),
    *(("ink", f"{kind}-soft") for kind in ("accent", "bad", "warn")),
    *((kind, f"{kind}-soft") for kind in ("bad", "warn")),
    ("accent-strong", "accent-soft"),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-strong"),
    ("on-wood", "wood"),
]
LINES = [("line-strong", "paper"), ("line-strong", "surface"), ("accent", "surface")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "ground", "least"),
    [
        *((*pair, LEAST_FOR_TEXT) for pair in TEXTS),
        *((*pair, LEAST_FOR_LINES) for pair in LINES),
    ],
)
def test_contrast(front: str, ground: str, least: float, theme: str) -> None:
    lights = sorted(luminance(colour(name, theme)) for name in (front, ground))
    assert (lights[1] + 0.05) / (lights[0] + 0.05) >= least


@pytest.mark.parametrize("name", [name for name in static_files() if name.endswith(".css")])
def test_no_shadow_draws_a_line_thinner_than_a_pixel(name: str) -> None:
    """Firefox draws none of it where a pixel of the page is one of the screen."""
    shadows = re.findall(r"box-shadow:[^;}]+", static_files()[name].decode())
    assert not [shadow for shadow in shadows if re.search(r"(?<![\d.])0?\.\d+px", shadow)]


def colour(name: str, theme: str) -> str:
    """The value of a custom property, such as `#faf8f4`."""
    both = re.search(rf"--{name}: (?:light-dark\()?(#\w{{6}})(?:, (#\w{{6}}))?", STYLE)
    assert both, name
    return both[2] if theme == "dark" and both[2] else both[1]


def luminance(colour: str) -> float:
    """The relative luminance, from 0 to 1."""
    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


STYLE = "".join(static_files()[name].decode() for name in ("theme.css", "board.css"))
