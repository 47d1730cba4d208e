"""Scripts and styles of both rooms have one folder for their addresses."""

from __future__ import annotations

from importlib.resources import files


def test_no_two_files_have_one_address() -> None:
    viewer, web = (
        {file.name for file in files(room).joinpath("static").iterdir()}
        for room in ("owari.viewer", "owari.web")
    )
    assert viewer
    assert web
    assert viewer.isdisjoint(web)
