"""The tournaments that come with Owari, each with the programs that it starts."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

__all__ = ["example_files", "examples"]

_PROGRAM = re.compile(r"\.\./(?:tests/programs|owari/programs/samples)/([\w./-]+)")
"""The path of a program in a tournament file, and its place in the folder of an example."""
_TITLE = re.compile(r"# (.+?)\.(?:\s|$)", re.DOTALL)


def _configs() -> Path:
    """The folder of the tournament files: in the installed package, or in a checkout."""
    package = Path(str(files("owari")))
    installed = package / "examples/configs"
    return installed if installed.is_dir() else package.parent / "configs"


def examples() -> dict[str, str]:
    """The names of the examples, each with the first sentence of its tournament file."""
    found = {}
    for file in sorted(_configs().glob("*.yaml")):
        title = _TITLE.match(file.read_text("utf-8"))
        found[file.stem] = " ".join(title[1].replace("\n#", "\n").split()) if title else ""
    return found


def example_files(name: str) -> dict[str, bytes]:
    """The files of an example by their paths in its folder: the tournament file, and the programs
    that it names. Raises KeyError for an unknown name."""
    if name not in examples():
        raise KeyError(name)
    file = _configs() / f"{name}.yaml"
    text = file.read_text("utf-8")
    programs = {
        f"programs/{found[1]}": (file.parent / found[0]).read_bytes()
        for found in _PROGRAM.finditer(text)
    }
    here = _PROGRAM.sub(r"programs/\1", text).replace(f"configs/{name}.yaml", f"{name}.yaml")
    return {f"{name}.yaml": here.encode(), **programs}
