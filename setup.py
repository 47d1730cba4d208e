"""What pyproject.toml cannot say of the build: which files make the compiled parts, the evenings of
`owari example`, which lie outside of the package, and a README whose links hold on an index."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info

PROGRAM = re.compile(r"\.\./((?:tests|owari)/[\w./-]+)")
"""The path of a program in a tournament file of `configs`."""
TARGET = Path("owari/examples")
"""Where the same folders lie in a wheel."""
LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?:)([^)]+)\)")
"""A picture or a link of the README: its words, and its path in the sources."""

RULES = Path("owari/games/native")
RULES_OPTIONS = ("-std=c++17", "-O2", "-g0", "-fvisibility=hidden", "-fno-exceptions", "-fno-rtti")
RULES_LINKER_OPTIONS = ("-Wl,--as-needed",) if sys.platform == "linux" else ()
"""The module needs nothing of the C++ library, which would take a millisecond to load."""
KERNEL = Path("owari/engine/kernel")
KERNEL_OPTIONS = (
    *("-std=c++17", "-O2", "-g0", "-pthread", "-fvisibility=hidden", "-ftree-vectorize"),
    *("--param=max-inline-insns-auto=30", "--param=early-inlining-insns=14"),
    *("--param=inline-min-speedup=15", "-ffp-contract=off"),
)
"""The kernel is compiled with -O2, but inlines as with -O3: this is the fastest, and takes less
time to compile."""
VARIANTS = {
    "native_sowing": ("sowing/module.cpp", ()),
    "native_othello": ("othello/module.cpp", ()),
    "native_othello_avx2": (
        "othello/module_avx2.cpp",
        ("-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"),
    ),
}
"""The modules of the kernel, each with its source and options. The last is for processors with
AVX2; others have no such options, and go without."""
SANDBOX = Path("owari/programs/sandbox")


def extensions() -> Iterator[Extension]:
    """The compiled parts. All are optional: where there is no compiler the package installs all the
    same. Then the rules in Python and the reference search play, and programs run under fewer
    limits."""
    rules = [str(file) for file in sorted(RULES.glob("*.hpp"))]
    yield Extension(
        ".".join((*RULES.parent.parts, "native_rules")),
        [str(RULES / "module.cpp")],
        depends=rules,
        language="c++",
        extra_compile_args=[*RULES_OPTIONS],
        extra_link_args=[*RULES_LINKER_OPTIONS],
        optional=True,
    )
    headers = [*rules, *(str(file) for file in sorted(KERNEL.glob("*/*.[ch]pp")))]
    for name, (source, options) in VARIANTS.items():
        yield Extension(
            ".".join((*KERNEL.parts, name)),
            [str(KERNEL / source)],
            depends=headers,
            language="c++",
            extra_compile_args=[*KERNEL_OPTIONS, *options],
            extra_link_args=["-pthread"],
            optional=True,
        )
    headers = [str(file) for file in sorted(SANDBOX.glob("*.h"))]
    sources = [str(file) for file in sorted(SANDBOX.glob("*.c")) if file.name != "init.c"]
    module = ".".join(SANDBOX.parts)
    yield Extension(f"{module}.native", sources, depends=headers, optional=True)
    # No module but a small program, built by the same tools: a file that the system can run.
    yield Extension(
        f"{module}.init",
        [str(SANDBOX / "init.c")],
        depends=headers,
        extra_compile_args=["-O2", "-ffreestanding", "-fno-stack-protector"],
        extra_link_args=["-nostdlib", "-Wl,-e,_start"],
        optional=True,
    )


class BuildWithExamples(build_py):
    """Copies the tournament files and their programs into a wheel; a checkout has them beside."""

    def run(self) -> None:
        """Builds the package."""
        super().run()
        if self.editable_mode:
            return
        configs = sorted(Path("configs").glob("*.yaml"))
        programs = {Path(p) for file in configs for p in PROGRAM.findall(file.read_text("utf-8"))}
        for path in (*configs, *sorted(programs)):
            target = Path(self.build_lib) / TARGET / path
            self.mkpath(str(target.parent))
            self.copy_file(str(path), str(target))


def readme_for_an_index(readme: str, home: str | None, version: str) -> str:
    """The README with links to the files of `version` at `home`, the address of the sources.
    Without one the words of a link stay, and a picture goes."""

    def replacement(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if home is None:
            return "" if picture else words
        return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/v{version}/{path})"

    return LINK.sub(replacement, readme)


class EggInfo(egg_info):
    """Writes the README of the package's page; `Source` of `project.urls` is the home of the
    sources."""

    def finalize_options(self) -> None:
        """Changes the README that pyproject.toml names."""
        super().finalize_options()
        metadata = self.distribution.metadata
        urls = dict(url.split(", ", 1) for url in metadata.project_urls or ())
        metadata.long_description = readme_for_an_index(
            metadata.long_description or "", urls.get("Source"), metadata.version
        )


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithExamples, "egg_info": EggInfo},
        ext_modules=list(extensions()),
        options={"build_ext": {"parallel": True}},  # each module on a core of its own
    )
