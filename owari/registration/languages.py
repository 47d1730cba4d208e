"""Programming languages by the endings of their files: what runs a script, and what compiles a
source."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BUILD_FILES", "COMPILERS", "INTERPRETERS", "Compiler", "Interpreter"]


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
