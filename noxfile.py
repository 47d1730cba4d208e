"""Sessions of a developer: `nox -l` lists them, `nox -s lint fast` runs two of them.

Words after `--` go to the tool of the session: `nox -s fast -- -x tests/games`.
"""

from __future__ import annotations

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "fast"]
nox.options.reuse_existing_virtualenvs = True

PROJECT = nox.project.load_toml("pyproject.toml")["project"]


def install_dependencies(session: nox.Session, *extras: str) -> None:
    """Installs what the project and its extras need, without the project, which compiles."""
    optional = PROJECT["optional-dependencies"]
    session.install(*PROJECT["dependencies"], *(word for name in extras for word in optional[name]))


@nox.session
def fast(session: nox.Session) -> None:
    """The fast tests, of games, records, referee and the like: more than half of all."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", "--dist", "worksteal", "-m", "fast", *session.posargs)


@nox.session
def full(session: nox.Session) -> None:
    """The tests of every day."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session
def nightly(session: nox.Session) -> None:
    """All tests, the long ones too."""
    session.install("-e", ".[test]")
    words = ("--nightly", *session.posargs)
    session.run("pytest", "-q", "-n", "auto", "--dist", "worksteal", *words)


@nox.session(venv_backend="uv")
def lowest(session: nox.Session) -> None:
    """The tests of every day with the lowest versions of the libraries that `pyproject.toml`
    allows."""
    session.install("--resolution", "lowest-direct", "-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff's rules, its format, and the types of the package, of the tests and of the scripts of
    the pages."""
    install_dependencies(session, "test", "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy", *session.posargs)
    session.run("npm", "exec", "--yes", "--package=typescript@5.9", "--", "tsc", "-p", ".ci")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as a site in `build/site`; a warning is an error."""
    install_dependencies(session, "docs")
    session.run("mkdocs", "build", "--strict", *session.posargs, env={"PYTHONPATH": "."})


@nox.session
def release(session: nox.Session) -> None:
    """The sdist and the wheel in `dist`, and what a stranger does with them."""
    session.install("-e", ".[test]", "build")
    session.run(".ci/release", env={"PYTHON": f"{session.bin}/python"}, external=True)


@nox.session
def sanitize(session: nox.Session) -> None:
    """The tests of the kernel and of the compiled rules under the compiler's sanitizers."""
    session.install("-e", ".[test]")
    session.run("tests/engine/sanitize.sh", env={"PYTHON": f"{session.bin}/python"}, external=True)


@nox.session
def bench(session: nox.Session) -> None:
    """The speed of rules, search and kernel."""
    session.install("-e", ".[test]")
    session.run("pytest", "tests/benchmarks", "--benchmark-only", *session.posargs)
