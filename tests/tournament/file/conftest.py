"""What the tests of tournament files share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a program `old one` and a script `rocket.py`."""
    program = tmp_path / "old one"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "rocket.py").touch()
    return tmp_path
