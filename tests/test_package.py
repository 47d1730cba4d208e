"""What the build of the package says: all sources of compiled parts, and a README for an index."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from owari import __version__

ROOT = Path(__file__).parents[1]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> object:
    """The module setup.py, which builds nothing when it is imported."""
    pytest.importorskip("setuptools")
    monkeypatch.chdir(ROOT)
    spec = spec_from_file_location("build_of_owari", ROOT / "setup.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_source_in_c_is_part_of_a_module(build: object) -> None:
    modules = list(build.extensions())
    known = {file for module in modules for file in (*module.sources, *module.depends)}
    sources = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "owari").rglob("*.[ch]*")
        if path.suffix in (".c", ".h", ".cpp", ".hpp") and "samples" not in path.parts
    }
    assert known == sources
    assert [module.name.rpartition(".")[2] for module in modules] == [
        *("native_rules", "native_sowing", "native_othello", "native_othello_avx2", "native"),
        "init",
    ]


def test_each_module_has_types_beside_it(build: object) -> None:
    """But for the program `init`, which nobody imports, and the variant of a module."""
    for module in build.extensions():
        if not module.name.endswith((".init", "_avx2")):
            assert (ROOT / f"{module.name.replace('.', '/')}.pyi").exists()


def test_the_readme_of_an_index_leads_to_the_sources(build: object) -> None:
    readme = (ROOT / "README.md").read_text()
    home = "https://example.org/owari"
    written = build.readme_for_an_index(readme, home, "1.2.3")
    assert f"tournament: two games in play, standings and last results]({home}/raw/v1.2.3/docs" in (
        written
    )
    assert f"[Changes]({home}/blob/v1.2.3/CHANGELOG.md)" in written
    assert written.count("](") == written.count("](https://") == readme.count("](")


def test_without_an_address_the_readme_has_no_link_that_leads_nowhere(build: object) -> None:
    written = build.readme_for_an_index((ROOT / "README.md").read_text(), None, "1.2.3")
    assert "](" not in written
    assert "Architecture, How to contribute, Changes |" in written


def test_the_newest_version_of_the_changes_is_this_one() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    dated = re.findall(r"^## (\S+) - \d{4}-\d\d-\d\d$", text, re.M)
    assert dated[0] == __version__
    assert text.count("\n## ") == len(dated) + 1  # and what is not released
