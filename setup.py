"""The build of the parts that pyproject.toml cannot name: the evenings of `owari example`, which
lie outside of the package with the programs that they start."""

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PROGRAM = re.compile(r"\.\./((?:tests|owari)/[\w./-]+)")
"""The path of a program in a tournament file of `configs`."""
TARGET = Path("owari/examples")
"""Where the same folders lie in a wheel."""


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


setup(cmdclass={"build_py": BuildWithExamples})
