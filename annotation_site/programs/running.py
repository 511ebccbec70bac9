"""Running a program that may take long, and ending it when nobody waits for it any more."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

_LONGEST_COMPLAINT = 300
_LOOK_SECONDS = 0.5


class ProgramError(Exception):
    """A program that cannot be run or that failed, with what it said last."""


def run_program(
    program: Path, arguments: Sequence[object], *, output: IO[bytes] | None = None, watch: Callable[[], None]
) -> None:
    """Wait for the program to end. `watch` is called meanwhile, and an exception from it ends the program with all its
    children. Raise ProgramError if the program cannot be run or fails.
    """
    with tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(  # noqa: S603  (a program that the operator named, and files of our own)
                [str(program), *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=output or subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"{program} cannot be started: {error.strerror}.") from error
        try:
            status = _wait(process, watch)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if status:
            length = complaints.seek(0, os.SEEK_END)
            complaints.seek(max(0, length - 4 * _LONGEST_COMPLAINT))
            # The last line of a traceback, or of whatever was said, is the one that says why.
            lines = complaints.read().decode(errors="replace").split("\n")
            complaint = next((line.strip() for line in reversed(lines) if line.strip()), "")[-_LONGEST_COMPLAINT:]
            raise ProgramError(f"{program.name} failed: {complaint or f'status {status}'}")


def _wait(process: subprocess.Popen[bytes], watch: Callable[[], None]) -> int:
    while True:
        watch()
        try:
            return process.wait(timeout=_LOOK_SECONDS)
        except subprocess.TimeoutExpired:  # still at work: look again whether the job goes on
            continue
