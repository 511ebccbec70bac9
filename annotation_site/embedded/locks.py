"""One launcher per data directory: a kernel lock, which is released however its holder ends."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from annotation_site.embedded.console import LaunchError


class AlreadyRunning(LaunchError):
    """Another launcher holds the data directory."""


class Lock:
    """The held lock; its file tells a second launcher who holds it and the address of the first."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.publish("still starting")

    def publish(self, where: str) -> None:
        text = json.dumps({"pid": os.getpid(), "where": where}).encode()
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, text, 0)


@contextmanager
def hold_lock(data: Path) -> Iterator[Lock]:
    """Hold the data directory while the block runs; a second holder is refused with the first one's address."""
    data.mkdir(parents=True, exist_ok=True)
    path = data / "launcher.lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)  # not inherited by children
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(_describe_holder(path, data)) from None
        yield Lock(descriptor)
    finally:
        os.close(descriptor)


def _describe_holder(path: Path, data: Path) -> str:
    try:
        holder = json.loads(path.read_text())
        return f"Already running with the data in {data} (process {holder['pid']}): {holder['where']}"
    except (ValueError, KeyError):
        return f"Already running with the data in {data}."
