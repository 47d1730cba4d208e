"""A process that is asked by a file and answers by another, for one question.

It runs in an empty folder, its folder for temporary files, with no standard input. What it has
written into the file of its answer counts when it has left, or when its time is over; then it is
stopped, so that the file does not grow while it is read.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from select import poll
from time import perf_counter

from owari.programs.process import LOOK, Process
from owari.programs.program_output import Heard, Silence
from owari.programs.program_settings import ProgramSettings
from owari.programs.transports import ErrorOutput, Transport

__all__ = ["FilesTransport"]

PAUSE = 0.01
"""Seconds between two looks for its end, where the system does not tell of that."""


class FilesTransport(Transport):
    """The process begins when the question is sent. Its standard output and error output are both
    taken for error output."""

    closed = "left"

    def __init__(self, settings: ProgramSettings, *, question: str, answer: str, most: int) -> None:
        """`question` and `answer` are the names of the files. Of an answer of more than `most`
        bytes the last ones are read, and one more, by which that is seen."""
        self._settings = replace(settings, command=_found_elsewhere(settings))
        self._question = question
        self._answer = answer
        self._most = most
        self._is_started = False
        self._was_heard = False
        """What follows the answer is only why it was read."""

    def _send(self, data: bytes) -> None:
        self.process = process = Process(
            self._settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            environment={"PYTHONUNBUFFERED": "1"},
            files={self._question: data},
        )
        self._is_started = True
        assert process.popen.stdout is not None
        self._poll = poll()
        output = process.popen.stdout.fileno()
        self._errors = ErrorOutput(output, self._poll, self._hear_errors)
        if process.exit is not None:
            self._poll.register(process.exit)

    def _receive(self, deadline: float) -> Heard:
        """The whole answer when the process has left or its time is over; and then that."""
        process = self.process
        if not self._was_heard:
            self._wait(deadline)
            if not process.leaves_within(0):
                process.stop(settles=False)
            if data := process.file(self._answer, self._most + 1):
                self._was_heard = True
                return data
        self._was_heard = False
        return Silence.CLOSED if process.leaves_within(0) else Silence.TIME

    def _wait(self, deadline: float) -> None:
        """Until the process has left, or this time."""
        process = self.process
        process.resume()
        while (left := deadline - perf_counter()) > 0 and not process.leaves_within(0):
            if perf_counter() >= process.next_look:
                process.look()
            pause = LOOK if process.exit is not None else PAUSE
            for descriptor, _ in self._poll.poll(min(left, pause) * 1000):
                if descriptor == self._errors.descriptor:
                    self._errors.read()

    def error_output(self) -> str:
        """The last of its output and error output."""
        return self._errors.last()

    def close(self) -> None:
        """Ends the process, if it could be started."""
        if self._is_started:
            super().close()

    def _close(self) -> None:
        self.process.kill()
        if self.process.popen.stdout:
            self.process.popen.stdout.close()


def _found_elsewhere(settings: ProgramSettings) -> tuple[str, ...]:
    """The command with the full path of each file of its directory that it names, as it runs in
    another."""
    program, *words = settings.command
    paths = (os.path.join(settings.directory, word) for word in words)
    return (
        program,
        *(
            os.path.abspath(path) if os.path.isfile(path) else word
            for word, path in zip(words, paths, strict=True)
        ),
    )
