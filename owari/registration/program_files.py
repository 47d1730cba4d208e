"""Files that can be started as programs: executables, scripts, and Java's classes and archives.

The ending of a file tells its language: what runs a script, and what compiles a source.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import zipfile
from pathlib import Path, PurePath
from typing import NamedTuple

from owari.programs.executable import OUR_READLINE
from owari.user_files import read_plain


class Interpreter(NamedTuple):
    """What runs a script."""

    language: str
    names: tuple[str, ...]
    """Its names on PATH, the usual one first."""


class Compiler(NamedTuple):
    """What makes a program of a source."""

    language: str
    command: str
    """With `{files}` for the sources and `{name}` for the program."""


INTERPRETERS = {
    ".py": Interpreter("Python", ("python3", "python")),
    ".js": Interpreter("JavaScript", ("node", "nodejs")),
    ".mjs": Interpreter("JavaScript", ("node", "nodejs")),
    ".cjs": Interpreter("JavaScript", ("node", "nodejs")),
    ".rb": Interpreter("Ruby", ("ruby",)),
    ".pl": Interpreter("Perl", ("perl",)),
    ".lua": Interpreter("Lua", ("lua", "luajit", "lua5.4", "lua5.3")),
    ".php": Interpreter("PHP", ("php",)),
    ".jl": Interpreter("Julia", ("julia",)),
    ".r": Interpreter("R", ("Rscript",)),
    ".tcl": Interpreter("Tcl", ("tclsh",)),
    ".sh": Interpreter("Shell script", ("sh",)),
    ".bash": Interpreter("Shell script", ("bash",)),
}
"""By the ending of the script in lower case."""

COMPILERS = {
    ".java": Compiler("Java", "javac {files}"),
    ".c": Compiler("C", "cc -O2 -o {name} {files} -lm"),
    ".cpp": Compiler("C++", "c++ -O2 -o {name} {files}"),
    ".cc": Compiler("C++", "c++ -O2 -o {name} {files}"),
    ".cxx": Compiler("C++", "c++ -O2 -o {name} {files}"),
    ".rs": Compiler("Rust", "rustc -O -o {name} {files}"),
    ".go": Compiler("Go", "go build -o {name} {files}"),
    ".cs": Compiler("C#", "mcs -out:{name}.exe {files}"),
    ".kt": Compiler("Kotlin", "kotlinc {files} -include-runtime -d {name}.jar"),
    ".scala": Compiler("Scala", "scalac {files}"),
    ".hs": Compiler("Haskell", "ghc -O2 -o {name} {files}"),
    ".ml": Compiler("OCaml", "ocamlfind ocamlopt -o {name} {files}"),
    ".swift": Compiler("Swift", "swiftc -O -o {name} {files}"),
    ".pas": Compiler("Pascal", "fpc {files}"),
    ".d": Compiler("D", "dmd -O -of={name} {files}"),
    ".nim": Compiler("Nim", "nim c -d:release -o:{name} {files}"),
    ".f90": Compiler("Fortran", "gfortran -O2 -o {name} {files}"),
    ".ts": Compiler("TypeScript", "tsc {files}"),
}
"""By the ending of the source in lower case."""

BUILD_FILES = {
    "Makefile": "make",
    "makefile": "make",
    "GNUmakefile": "make",
    "CMakeLists.txt": "cmake -B build && cmake --build build",
    "Cargo.toml": "cargo build --release",
    "go.mod": "go build",
    "pom.xml": "mvn package",
    "build.gradle": "gradle build",
    "build.gradle.kts": "gradle build",
    "build.sh": "sh build.sh",
    "compile.sh": "sh compile.sh",
}
"""The commands that build a program, by the files that say how."""


_LARGEST_READ = 1 << 20
"""Bytes of a file that are read."""
_FORMATS = {
    b"\x7fELF": "linux",
    b"\xcf\xfa\xed\xfe": "darwin",
    b"\xca\xfe\xba\xbe": "darwin",
    b"MZ": "win32",
}
"""The first bytes of executables, and the system that runs them; classes of Java begin as those of
macOS for several processors."""
_DOTNET = b"_CorExeMain"
"""What an executable for .NET imports; one of C# runs on any system."""
_PROLOG = re.compile(rb"^(?::-|[a-z]\w*(?:\([^()\n]*\))?\s*:-)", re.MULTILINE)
"""A directive or a rule of Prolog, whose files end as those of Perl do."""
_SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
_NO_PROGRAMS = (".o", ".so", ".dylib", ".a", ".dll", ".obj", ".pyc", ".pyo")
_NOT_A_BOT = re.compile(
    r"test_.*|.*_test|.*\.test|tests?|conftest|setup|install|clean|build|compile"
)
"""The stems of files that belong to a program and are none themselves."""
_READS = re.compile(r"(?<![\w.])readline\(\s*\)")
"""A call of CodinGame's function in JavaScript."""
_OWN_READLINE = re.compile(r"(?:function|const|let|var|import)\s+readline\b|readline\s*=[^=]")
"""A name of the script's own for something else."""
_SIZES = {7: 2, 8: 2, 16: 2, 19: 2, 20: 2, 15: 3, 5: 8, 6: 8}
"""Bytes of the constants of a class by their tags; all others have four."""


class ProgramFile(NamedTuple):
    """A file that can be started, and how."""

    file: PurePath
    """In its team's folder."""
    words: tuple[str, ...]
    """Its command in that folder; a first word with a slash is the file itself."""
    language: str
    """In words for people."""
    problem: str = ""
    """Why it cannot be started here, and what to do; empty where it can."""


def is_plain_file(path: Path) -> bool:
    """Whether this is a file with a name that can be written down, and no folder, link or pipe."""
    try:
        return path.name.isprintable() and stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def text_of(path: Path) -> str:
    """The text of a file, as far as it can be read."""
    return _start_of(path).decode("utf-8", "replace")


def program_file(folder: Path, file: PurePath) -> ProgramFile | None:
    """How a file of a folder is started; None where it is no program."""
    path = folder / file
    suffix = file.suffix.lower()
    if (
        suffix in _NO_PROGRAMS
        or file.name in BUILD_FILES
        or _NOT_A_BOT.fullmatch(file.stem.lower())
    ):
        return None
    data = _start_of(path)
    if suffix == ".pl" and _PROLOG.search(data):
        return _script(file, ("swipl",), "Prolog")
    if _DOTNET in data and data.startswith(b"MZ"):
        return _script(file, ("mono",), "C#")
    if suffix == ".jar":
        return _java_archive(path, file)
    if suffix == ".class":
        return _java_class(data, file)
    if suffix in INTERPRETERS:
        language, names = INTERPRETERS[suffix]
        return _script(file, names, language, *_options(data.decode("utf-8", "replace"), language))
    for start, system in _FORMATS.items():
        if data.startswith(start):
            return _executable(path, file, system)
    if data.startswith(b"#!"):
        return _with_shebang(path, file, data)
    return None


def _start_of(path: Path) -> bytes:
    try:
        return read_plain(path, _LARGEST_READ)
    except OSError:
        return b""


def _script(
    file: PurePath, interpreters: tuple[str, ...], language: str, *options: str
) -> ProgramFile:
    found = next(filter(shutil.which, interpreters), "")
    name = found or interpreters[0]
    problem = "" if found else f"{name} runs it and is not on PATH: install it"
    return ProgramFile(file, (name, *options, _argument(file)), language, problem)


def _options(source: str, language: str) -> tuple[str, ...]:
    """What its interpreter needs for a script of CodinGame."""
    if language == "JavaScript" and _READS.search(source) and not _OWN_READLINE.search(source):
        return "-r", OUR_READLINE
    return ()


def _argument(file: PurePath) -> str:
    """The path as an argument that no program takes for an option."""
    return f"./{file}" if str(file).startswith("-") else str(file)


def _with_shebang(path: Path, file: PurePath, data: bytes) -> ProgramFile | None:
    words = data[2:200].decode("utf-8", "replace").split("\n")[0].split()
    if words and PurePath(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-")]
    if not words:
        return None
    name = PurePath(words[0]).name
    if os.access(path, os.X_OK) and shutil.which(words[0]):
        return ProgramFile(file, (f"./{file}",), f"Script for {name}")
    return _script(file, (name,), f"Script for {name}")


def _executable(path: Path, file: PurePath, system: str) -> ProgramFile:
    problem = ""
    if system != sys.platform:
        problem = f"it is a program for {_SYSTEMS[system]}: compile it on this machine"
    elif not os.access(path, os.X_OK):
        problem = f"it is not executable: chmod +x {file}"
    return ProgramFile(file, (f"./{file}",), "Executable", problem)


def _java(file: PurePath, *words: str) -> ProgramFile:
    problem = "" if shutil.which("java") else "java runs it and is not on PATH: install it"
    return ProgramFile(file, ("java", *words), "Java", problem)


def _java_archive(path: Path, file: PurePath) -> ProgramFile | None:
    """None for a library, whose manifest names no class to start."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open("META-INF/MANIFEST.MF") as manifest:
            is_program = b"Main-Class:" in manifest.read(_LARGEST_READ)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        return None
    return _java(file, "-jar", _argument(file)) if is_program else None


def _java_class(data: bytes, file: PurePath) -> ProgramFile | None:
    """None for a class without a main method."""
    try:
        name = _class_name(data)
    except (IndexError, KeyError, UnicodeDecodeError):
        return None
    if not name or b"\x01\x00\x04main" not in data or b"([Ljava/lang/String;)V" not in data:
        return None
    packages = name.split("/")
    if packages != [*file.parts[-len(packages) : -1], file.stem]:
        return None  # Java would not find it there
    root = PurePath(*file.parts[: -len(packages)])
    return _java(file, "-cp", _argument(root), ".".join(packages))


def _class_name(data: bytes) -> str:
    """The name of a class with its packages, from its constants. Raises IndexError, KeyError and
    UnicodeDecodeError where this is no class."""
    constants: dict[int, bytes] = {}
    number, at = 1, 10
    while number < int.from_bytes(data[8:10]):
        tag = data[at]
        size = 2 + int.from_bytes(data[at + 1 : at + 3]) if tag == 1 else _SIZES.get(tag, 4)
        constants[number] = data[at + 1 : at + 1 + size]
        number += 2 if tag in (5, 6) else 1
        at += 1 + size
    this = int.from_bytes(data[at + 2 : at + 4])
    return constants[int.from_bytes(constants[this])][2:].decode()
