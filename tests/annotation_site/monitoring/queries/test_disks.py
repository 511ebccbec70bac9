"""A disk that is nearly full is an incident before it is full."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from annotation_site.monitoring.incidents import Level
from annotation_site.monitoring.queries.disks import Disk, list_disks, list_full_disks
from tests.scripts.small_disk import SmallDisk, small_disk

pytestmark = pytest.mark.django_db
GB = 10**9


@pytest.fixture
def disk(settings: Any) -> Iterator[SmallDisk]:
    """Let the files lie on a small disk of their own."""
    with small_disk(64) as mounted:
        settings.DATA_DIR = mounted.path
        yield mounted


def test_a_real_disk_is_named_when_it_is_nearly_full_and_hardly_free(disk: SmallDisk) -> None:
    assert list_full_disks() == []
    filler = disk.path / "filler"
    for free, level in ((6, Level.SOON), (2, Level.URGENT)):
        left = os.statvfs(disk.path)
        with filler.open("ab") as file:
            file.write(bytes(left.f_bavail * left.f_frsize - free * 2**20))
        [incident] = list_full_disks()
        assert incident.level is level
        assert f"The disk of {disk.path} is nearly full: {free} MB of 67 MB free." in incident.problem
        assert "UPLOADS_KEPT_DAYS" in incident.remedy
        assert incident.commands[0].startswith(f"du -xh --max-depth=2 {disk.path}")
    filler.unlink()
    assert list_full_disks() == []


@pytest.mark.parametrize(
    ("free", "size", "is_nearly_full"),
    [
        (4 * GB, 100 * GB, True),
        (9 * GB, 100 * GB, True),
        (11 * GB, 100 * GB, False),
        # A tenth of much is much.
        (60 * GB, 4000 * GB, False),
    ],
)
def test_what_is_left_of_a_large_disk_counts_in_bytes(free: int, size: int, *, is_nearly_full: bool) -> None:
    assert Disk(Path("/data"), free, size).is_nearly_full is is_nearly_full


def test_one_disk_with_two_folders_is_named_once(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, str(tmp_path / "backups")
    (tmp_path / "backups").mkdir()
    assert [each.folder for each in list_disks()] == [tmp_path]


def test_a_folder_of_backups_that_this_process_does_not_see_is_left_out(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, str(tmp_path / "elsewhere")
    assert [each.folder for each in list_disks()] == [tmp_path]
