"""What an isolated program sees of the file system: rules on paths, nothing is started."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from owari.programs.sandbox.file_view import OWARI, Access, Kind, Needs, View, dead_links, view

HOME = Path("/home/ann")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder outside of what everybody may write in, as those are empty for a program."""
    monkeypatch.setattr("owari.programs.sandbox.file_view.FOR_ALL", (Path("/tmp/nobody"),))
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
    path: str = "",
    **environment: str,
) -> View:
    needs = Needs(command, directory, tuple(environment.items()), hidden, scratch, path)
    return view(needs, Path("/tmp/nobody/owari"), mounts=mounts, home=home, strict=strict)


def kinds(found: View) -> dict[Path, Kind]:
    return {path: kind for kind, path in found.mounts}


def allowed(found: View, access: Access) -> set[Path]:
    return {path for kind, path in found.rules if kind is access}


def readable(found: View) -> set[Path]:
    return allowed(found, Access.READ)


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


@pytest.mark.parametrize("name", ["bin", ".local/bin", ".cargo/bin"])
def test_a_program_in_the_home_shows_not_all_of_the_home(place: Path, name: str) -> None:
    home, own = place / "ann", place / "own"
    make(home / name / "tool", home / ".ssh/id", home / ".cargo/credentials.toml", own / "x")
    found = seen((str(home / name / "tool"),), own, home=home)
    assert {path for path in readable(found) if path.is_relative_to(home)} == {home / name}
    found = seen(("/bin/sh",), own, home=place / "bob", path=str(home / name))
    assert not {path for path in readable(found) if path.is_relative_to(home)}


def test_a_home_behind_a_link_is_not_seen(place: Path) -> None:
    home, own = place / "ann", place / "own"
    make(place / "disk/bin/tool", place / "disk/secret", own / "x")
    home.symlink_to(place / "disk")
    found = seen((str(home / "bin/tool"),), own, home=home)
    assert found.shows(place / "disk/bin/tool")
    assert not found.shows(place / "disk/secret")


@pytest.mark.parametrize("named", ["bin/tool", "notes.txt", "."])
def test_the_home_of_another_user_is_not_seen(
    place: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setattr("owari.programs.sandbox.file_view.HOMES", (place / "home",))
    home, own = place / "home/bob", place / "own"
    make(home / "bin/tool", home / "secret", home / "notes.txt", own / "x")
    for command, more in (((str(home / named),), {}), (("/bin/sh",), {"DATA": str(home / named)})):
        found = seen(command, own, path=str(home / "bin"), **more)
        assert not found.shows(home / "secret")
        assert not found.shows(place / "home")
        assert named == "." or found.shows(home / named)


def test_a_home_elsewhere_is_known_by_its_owner(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, own = place / "srv/bob", place / "own"
    make(home / "bin/tool", home / "secret", own / "x")
    monkeypatch.setattr("pwd.getpwuid", lambda uid: SimpleNamespace(pw_dir=str(home)))
    found = seen((str(home / "bin/tool"),), own)
    assert found.shows(home / "bin/tool")
    assert not found.shows(home / "secret")


def test_of_path_only_what_the_command_runs_is_seen(place: Path) -> None:
    tools, own = place / "tools", place / "own"
    make(tools / "bin/node", tools / "secret", place / "other/bin/python3", own / "x")
    (tools / "bin/node").chmod(0o755)
    (own / "bot").write_text("#!/usr/bin/env -S node --stack-size=2000\n")
    path = f"{place}/other/bin:{tools}/bin:/usr/bin"
    for words in ([str(own / "bot")], ["/usr/bin/env", "node", "bot.js"]):
        found = seen(tuple(words), own, path=path)
        assert found.shows(tools / "bin/node")
        assert not found.shows(place / "other/bin")
    for command in ("/usr/bin/python3", "bot.py"), ("/bin/sh", "-c", "node bot.js"):
        assert not seen(command, own, path=path).shows(tools / "secret")
    assert seen(("/bin/sh", "run.sh"), own, PATH=f"{tools}/bin:/usr/bin").shows(tools / "bin/node")


def test_a_first_line_shows_nothing_that_is_no_program(place: Path) -> None:
    own = place / "own"
    make(place / "keys/id", own / "x")
    (own / "bot").write_text(f"#!{place}/keys/id\n")
    assert not seen((str(own / "bot"),), own).shows(place / "keys/id")


@pytest.mark.parametrize("first_line", ["#!{}/bin/python3", "#!/usr/bin/env python3"])
def test_the_interpreter_of_a_script_is_seen(place: Path, first_line: str) -> None:
    prefix = place / "snakes"
    make(prefix / "bin/python3")
    (prefix / "bin/python3").chmod(0o755)
    own = place / "own"
    own.mkdir()
    script = own / "bot.py"
    script.write_text(first_line.format(prefix) + "\n")
    found = seen((str(script),), own, path=f"{prefix}/bin:/usr/bin")
    assert prefix in allowed(found, Access.READ)


def test_a_virtual_environment_is_seen_with_the_python_that_it_is_made_of(place: Path) -> None:
    make(place / "base/bin/python3", place / "env/bin/python")
    (place / "env/pyvenv.cfg").write_text(f"home = {place}/base/bin\nversion = 3.12\n")
    own = place / "own"
    own.mkdir()
    found = seen((str(place / "env/bin/python"),), own)
    assert allowed(found, Access.READ) >= {place / "env", place / "base"}


def programs(*paths: Path) -> None:
    make(*paths)
    for path in paths:
        path.chmod(0o755)


def test_links_are_followed(place: Path) -> None:
    programs(place / "base/bin/python3.12")
    make(place / "own/x")
    (place / "middle").mkdir()
    os.symlink("../base/bin/python3.12", place / "middle/python3")
    found = seen((str(place / "middle/python3"),), place / "own")
    assert allowed(found, Access.READ) >= {place / "middle", place / "base"}


@pytest.mark.parametrize("where", ["3.12", "alias"])
@pytest.mark.parametrize("on_path", ["", ".pyenv/shims", ".pyenv/versions/3.12/bin"])
def test_a_virtual_environment_in_its_folder_leads_to_python(
    place: Path, where: str, on_path: str
) -> None:
    home, own = place / "ann", place / "own"
    base = home / ".pyenv/versions/3.12"
    programs(base / "bin/python3.12", home / ".pyenv/shims/python3")
    make(base / "lib/python3.12/os.py", home / ".ssh/id", own / "v/bin/x")
    base.with_name("alias").symlink_to(base)
    (base / "bin/python3").symlink_to("python3.12")
    (own / "v/bin/python3").symlink_to(base.with_name(where) / "bin/python3")
    (own / "v/bin/python").symlink_to("python3")
    (own / "v/pyvenv.cfg").write_text(f"home = {base.with_name(where)}/bin\n")
    found = seen((str(own / "v/bin/python"),), own, home=home, path=str(home / on_path))
    assert found.shows(base / "lib/python3.12/os.py")
    assert not found.shows(home / ".ssh/id")
    assert {base, base.with_name(where)} <= readable(found)


def test_a_link_in_its_folder_leads_to_a_program_that_path_runs(place: Path) -> None:
    own, tools = place / "own", place / "tools"
    programs(tools / "bin/node", place / "keys/bin/node")
    make(own / "x")
    (own / "node").symlink_to(tools / "bin/node")
    assert seen((str(own / "node"),), own, path=str(tools / "bin")).shows(tools / "bin/node")
    assert not seen((str(own / "node"),), own, path="/usr/bin").shows(tools / "bin/node")
    (own / "node").unlink()
    (own / "node").symlink_to(place / "keys/bin/node")
    found = seen((str(own / "node"),), own, path=str(tools / "bin"))
    assert not found.shows(place / "keys/bin/node")


@pytest.mark.parametrize(
    ("link", "to", "command"),
    [
        ("data", "other/flag", ("/bin/sh", "data")),
        ("data", "other/flag", ("/bin/sh", "--book=data")),
        ("data", "secret/flag", ("/bin/sh", "{0}/own/data")),
        ("data", "secret/flag", ("/bin/sh", "here/data")),
        ("data", "secret/flag", ("/bin/sh", "{0}/also/data")),
        ("data", "secret", ("/bin/sh", "data")),
        ("data", "secret", ("/bin/sh", "data/flag")),
        ("data", "secret", ("/bin/sh", "-cp", "x:data/bin")),
        ("data", "secret/flag", ("/bin/sh", "chain")),
        ("py", "secret/bin/py", ("{0}/own/py",)),
        ("py", "secret/bin/python3", ("{0}/own/py",)),
        ("py", "other/v/bin/python3", ("{0}/own/py",)),
        ("v", "secret", ("{0}/own/v/bin/py",)),
        ("py", "secret/bin/py", ("{0}/own/script",)),
        ("x", "secret/flag", ("{0}/own/env/bin/python3",)),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_what_lies_in_its_folder_opens_nothing_else(
    place: Path, link: str, to: str, command: tuple[str, ...], strict: bool
) -> None:
    own, secret, other = place / "own", place / "secret", place / "other"
    own.mkdir()
    programs(secret / "bin/py", secret / "bin/python3", own / "env/bin/python3", own / "script")
    programs(other / "v/bin/python3")
    make(secret / "flag", other / "flag", other / "v/pyvenv.cfg")
    (own / link).symlink_to(place / to)
    (own / "chain").symlink_to("data")
    (own / "here").symlink_to(".")
    (place / "also").symlink_to("own")
    (own / "env/pyvenv.cfg").write_text(f"home = {secret}/bin\n")
    (own / "script").write_text(f"#!{secret}/bin/py\n")
    words = tuple(word.format(place) for word in command)
    for directory in (own, place / "also"):
        found = seen(words, directory, hidden=(other,), strict=strict)
        opened = [path for path in readable(found) if path.resolve().is_relative_to(place)]
        assert [path for path in opened if path.resolve() != own] == []
        found = seen(("/bin/sh",), directory, hidden=(other,), DATA=words[-1], strict=strict)
        assert not any(found.shows(path / "flag") for path in (secret, other))


def test_what_the_organiser_names_may_be_a_link(place: Path) -> None:
    make(place / "own/x", place / "far/books/book.txt")
    (place / "book.txt").symlink_to("far/books/book.txt")
    found = seen(("/bin/sh", "../book.txt"), place / "own")
    assert found.shows(place / "far/books/book.txt")


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


@pytest.mark.parametrize("name", ["bin", "sbin", "libexec", "shims", "Scripts"])
def test_a_program_sees_itself_in_any_folder_beside_results(place: Path, name: str) -> None:
    program, hidden = place / name / "first.sh", place / "evening/bots.db"
    make(program, place / "own/x", hidden)
    found = seen((str(program),), place / "own", hidden=(hidden,))
    assert found.shows(program)
    assert found.shows(program.parent)
    assert not found.shows(hidden)
    assert place not in allowed(found, Access.READ)
    found = seen((str(program),), place / "own", hidden=(hidden, program.parent / "second.sh"))
    assert found.shows(program)
    assert not found.shows(program.parent)


def test_links_that_lead_to_what_it_does_not_see_are_dead(place: Path) -> None:
    own = place / "own"
    make(own / "bot.py", own / "deep/book.txt", place / "shared/book.txt", place / "lib/rules.py")
    for name, to in {
        "book": "deep/book.txt",
        "deep/data": "../../shared",
        "deep/itself": "itself",
        "gone": "/nowhere",
        "lib": place / "lib",
        "sh": "/bin/sh",
        "table": place / "shared/book.txt",
    }.items():
        (own / name).symlink_to(to)
    found = seen(
        ("/usr/bin/python3", "bot.py"), own, hidden=(place / "bots.db",), LIBRARY=f"{place}/lib"
    )
    shared = place / "shared"
    assert list(dead_links(own, found)) == [
        (Path("table"), shared / "book.txt"),
        (Path("deep/data"), shared),
    ]
    masked = seen(("/usr/bin/python3", "bot.py"), own, hidden=(own / "deep",))
    assert (Path("book"), own / "deep/book.txt") in dead_links(own, masked)


@pytest.mark.slow
def test_links_that_cannot_be_looked_at_are_passed_over(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = place / "own"
    make(own / "bot.py", place / "shared/book.txt")
    (own / "a").symlink_to("/" + "x" * 300)
    for number in range(1500):
        (own / f"link{number}").symlink_to(f"link{number + 1}")
    (own / "table").symlink_to(place / "shared/book.txt")
    found = seen(("/usr/bin/python3", "bot.py"), own, hidden=(place / "bots.db",))
    monkeypatch.chdir(own)
    for _ in range(1200):
        os.mkdir("deep")
        os.chdir("deep")
    try:
        assert list(dead_links(own, found)) == [(Path("table"), place / "shared/book.txt")]
    finally:
        for _ in range(1200):
            os.chdir("..")
            os.rmdir("deep")


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


def test_our_engine_alone_finds_the_package_by_its_name(place: Path) -> None:
    """Python reads the names in the folder of a package that it imports."""
    engine = seen(("/usr/bin/python3", "-m", "owari", "engine"), place)
    assert allowed(engine, Access.LIST) == {OWARI.parent}
    assert OWARI in allowed(engine, Access.READ)
    assert allowed(seen(("/usr/bin/python3", "bot.py"), place), Access.LIST) == set()
