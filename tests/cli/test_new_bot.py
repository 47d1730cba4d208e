"""`owari new-bot` where it cannot write."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from owari.cli.main import owari


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("", "an empty text names no directory"),
        ("file", "'file' is a file"),
        ("file/bot", "file/bot cannot be written"),
    ],
)
def test_what_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    run = CliRunner().invoke(owari, ["new-bot", "python", folder])
    assert run.exit_code == 2
    assert said in run.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
