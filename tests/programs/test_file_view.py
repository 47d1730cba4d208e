"""What an isolated program sees of the file system: rules on paths, nothing is started."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from owari.programs.file_view import Access, Kind, Needs, View, view

HOME = Path("/home/ann")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder outside of what everybody may write in, as those are empty for a program."""
    monkeypatch.setattr("owari.programs.file_view.FOR_ALL", (Path("/tmp/nobody"),))
    return tmp_path


def seen(
    command: tuple[str, ...],
    directory: Path,
    *,
    hidden: tuple[Path, ...] = (),
    home: Path = HOME,
    mounts: bool = True,
    strict: bool = False,
    scratch: bool = False,
    **environment: str,
) -> View:
    needs = Needs(command, directory, tuple(environment.items()), hidden, scratch)
    return view(needs, Path("/tmp/nobody/owari"), mounts=mounts, home=home, strict=strict)


def kinds(found: View) -> dict[Path, Kind]:
    return {path: kind for kind, path in found.mounts}


def allowed(found: View, access: Access) -> set[Path]:
    return {path for kind, path in found.rules if kind is access}


def make(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_its_own_folder_can_be_written_and_the_system_read(place: Path) -> None:
    found = seen(("/usr/bin/python3",), place)
    assert kinds(found)[place] is Kind.WRITABLE
    assert allowed(found, Access.WRITE) >= {place}
    assert allowed(found, Access.READ) >= {Path("/usr"), Path("/etc")}
    assert Path("/dev/null") in allowed(found, Access.DEVICE)


def test_homes_and_sockets_are_empty(place: Path) -> None:
    found = kinds(seen(("/usr/bin/python3",), place))
    assert {found[Path(name)] for name in ("/home", "/root", "/run", "/home/ann")} == {Kind.EMPTY}


def test_an_interpreter_in_a_home_is_seen_with_its_libraries(place: Path) -> None:
    home = place / "ann"
    make(home / ".pyenv/versions/3.12/bin/python3")
    own = place / "own"
    own.mkdir()
    found = seen((str(home / ".pyenv/versions/3.12/bin/python3"),), own, home=home)
    assert kinds(found)[home] is Kind.EMPTY
    assert kinds(found)[home / ".pyenv/versions/3.12"] is Kind.READABLE
    assert home / ".pyenv/versions/3.12" in allowed(found, Access.READ)


def test_a_program_in_the_home_shows_not_all_of_the_home(place: Path) -> None:
    home = place / "ann"
    make(home / "bin/tool", home / ".ssh/id", home / ".local/bin/other")
    own = place / "own"
    own.mkdir()
    found = seen((str(home / "bin/tool"),), own, home=home, PATH=str(home / ".local/bin"))
    readable = {path for path, kind in kinds(found).items() if kind is Kind.READABLE}
    assert readable == {home / "bin", home / ".local/bin"}


@pytest.mark.parametrize("first_line", ["#!{}/bin/python3", "#!/usr/bin/env python3"])
def test_the_interpreter_of_a_script_is_seen(place: Path, first_line: str) -> None:
    prefix = place / "snakes"
    make(prefix / "bin/python3")
    own = place / "own"
    own.mkdir()
    script = own / "bot.py"
    script.write_text(first_line.format(prefix) + "\n")
    found = seen((str(script),), own, PATH=f"/usr/bin:{prefix}/bin")
    assert prefix in allowed(found, Access.READ)


def test_a_virtual_environment_is_seen_with_the_python_that_it_is_made_of(place: Path) -> None:
    make(place / "base/bin/python3", place / "env/bin/python")
    (place / "env/pyvenv.cfg").write_text(f"home = {place}/base/bin\nversion = 3.12\n")
    own = place / "own"
    own.mkdir()
    found = seen((str(place / "env/bin/python"),), own)
    assert allowed(found, Access.READ) >= {place / "env", place / "base"}


def test_links_are_followed(place: Path) -> None:
    make(place / "base/bin/python3.12")
    (place / "middle").mkdir()
    os.symlink("../base/bin/python3.12", place / "middle/python3")
    own = place / "own"
    own.mkdir()
    os.symlink(place / "middle/python3", own / "python")
    found = seen((str(own / "python"),), own)
    assert allowed(found, Access.READ) >= {place / "middle", place / "base"}


@pytest.mark.parametrize(
    "command",
    [
        ("/usr/bin/java", "-cp", "{0}/lib/a.jar:.", "Bot"),
        ("/usr/bin/python3", "--book={0}/lib/a.jar"),
        ("/usr/bin/python3", "../lib/a.jar"),
    ],
)
def test_what_the_command_names_is_seen_with_what_lies_beside_it(
    place: Path, command: tuple[str, ...]
) -> None:
    own = place / "own"
    make(place / "lib/a.jar", own / "bot.py")
    found = seen(tuple(word.format(place) for word in command), own)
    assert {place / "lib", place} & allowed(found, Access.READ)


def test_a_script_may_have_parts_in_a_folder_beside_its_own(place: Path) -> None:
    own = place / "elsewhere/own"
    make(place / "project/bin/bot.py", place / "project/lib/rules.py", own / "x")
    found = seen(("/usr/bin/python3", str(place / "project/bin/bot.py")), own)
    assert place / "project" in allowed(found, Access.READ)
    hidden = (place / "project/bots.db",)
    found = seen(("/usr/bin/python3", str(place / "project/bin/bot.py")), own, hidden=hidden)
    assert place / "project/bin" in allowed(found, Access.READ)
    assert place / "project" not in allowed(found, Access.READ)


def test_so_is_what_its_environment_names(place: Path) -> None:
    own = place / "own"
    make(place / "lib/a.jar", own / "bot.py")
    found = seen(("/usr/bin/java", "Bot"), own, CLASSPATH=f"{place}/lib/a.jar")
    assert {place / "lib", place} & allowed(found, Access.READ)


def test_beside_what_is_hidden_only_the_file_itself_is_seen(place: Path) -> None:
    own, other = place / "own", place / "other"
    make(place / "engine.py", place / "bots.db", own / "x", other / "secret")
    hidden = (place / "bots.db", other)
    found = seen(("/usr/bin/python3", str(place / "engine.py")), own, hidden=hidden)
    assert place / "engine.py" in allowed(found, Access.READ)
    assert place not in allowed(found, Access.READ)
    assert kinds(found)[place / "bots.db"] is Kind.EMPTY
    assert kinds(found)[other] is Kind.EMPTY


def test_the_results_are_not_seen_though_the_command_names_them(place: Path) -> None:
    own = place / "own"
    make(own / "x", place / "bots.db")
    found = seen(("/usr/bin/python3", "../bots.db"), own, hidden=(place / "bots.db",))
    assert not any(path in (place, place / "bots.db") for path in allowed(found, Access.READ))


@pytest.mark.parametrize("hidden", ["bots.db", ".", "other"])
def test_a_folder_that_is_not_its_own_alone_gets_a_layer(place: Path, hidden: str) -> None:
    make(place / "bots.db", place / "other/secret", place / "rocket.py")
    needs = ("/usr/bin/python3", "rocket.py")
    found = seen(needs, place, hidden=((place / hidden).resolve(),))
    assert kinds(found)[place] is Kind.OVERLAY
    without = seen(needs, place, hidden=((place / hidden).resolve(),), mounts=False)
    assert place not in allowed(without, Access.WRITE)
    assert without.mounts == ()


def test_a_folder_within_a_hidden_one_is_its_own(place: Path) -> None:
    own = place / "class/own"
    make(own / "x")
    found = seen(("/usr/bin/python3",), own, hidden=(place / "class",))
    assert kinds(found)[own] is Kind.WRITABLE
    order = [path for _, path in found.mounts]
    assert order.index(place / "class") < order.index(own)


def test_who_runs_in_its_folder_for_temporary_files_only_reads_its_own(place: Path) -> None:
    found = seen(("/usr/bin/python3",), place, scratch=True)
    assert kinds(found)[place] is Kind.READABLE
    assert place not in allowed(found, Access.WRITE)


def test_for_another_user_folders_that_he_may_not_enter_are_made_anew(place: Path) -> None:
    closed = place / "closed"
    own = closed / "own"
    own.mkdir(parents=True)
    closed.chmod(0o700)
    found = kinds(seen(("/usr/bin/python3",), own, strict=True))
    assert found[closed] is Kind.EMPTY
    assert found[own] is Kind.WRITABLE
    assert closed not in kinds(seen(("/usr/bin/python3",), own))


def test_what_he_may_not_enter_is_still_seen_where_it_lies_in_what_is_shown(place: Path) -> None:
    project = place / "closed/project"
    own = project / "own"
    make(project / "bot.py", own / "x")
    project.chmod(0o700)
    found = seen(("/usr/bin/python3", str(project / "bot.py")), own, strict=True)
    assert kinds(found).get(project) is not Kind.EMPTY
    assert any(project.is_relative_to(path) for path in allowed(found, Access.READ))
