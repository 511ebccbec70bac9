"""A disk of a few hundred megabytes that a script may fill: a tmpfs, on which everything that it starts keeps its data.

Root may mount one. Anybody else enters a namespace of users and mounts first, where the system allows that.
"""

import ctypes
import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.scripts.script import CannotTry

CLONE_NEWUSER, CLONE_NEWNS, MNT_DETACH = 0x10000000, 0x00020000, 2
CHUNKS = (1 << 20, 4096, 1)


class SmallDisk:
    """The mounted disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ballast = path / "ballast"

    def fill(self) -> None:
        """Take all that is free."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in CHUNKS:
                try:
                    while True:
                        file.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def clear(self) -> None:
        """Make room, as an operator does."""
        self._ballast.unlink()


@contextmanager
def small_disk(megabytes: int) -> Iterator[SmallDisk]:
    """Mount the disk and let this process's temporary folders lie on it."""
    if os.geteuid() != 0:
        _enter_namespace()
    libc = ctypes.CDLL(None, use_errno=True)
    with tempfile.TemporaryDirectory(prefix="interlinea-disk-") as folder:
        _check(libc.mount(b"tmpfs", folder.encode(), b"tmpfs", 0, f"size={megabytes}m,mode=0755".encode()))
        kept, tempfile.tempdir = tempfile.tempdir, folder
        try:
            yield SmallDisk(Path(folder))
        finally:
            tempfile.tempdir = kept
            _check(libc.umount2(folder.encode(), MNT_DETACH))


def _enter_namespace() -> None:
    user, group = os.geteuid(), os.getegid()
    _check(ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER | CLONE_NEWNS))
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _check(result: int) -> None:
    if result:
        raise CannotTry(f"A disk to fill needs root, or namespaces of users: {os.strerror(ctypes.get_errno())}.")
