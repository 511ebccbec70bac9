"""Incidents of the disks that this process sees: files, and backups where they lie elsewhere."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db.models import Sum

from annotation_site.jobs.models import Upload
from annotation_site.monitoring.commands import manage
from annotation_site.monitoring.incidents import Incident, Level, spell_bytes
from annotation_site.monitoring.queries.figures import read_database
from annotation_site.releases.models import Release

# Nearly full by share, unless what is left is much: a tenth of a large disk lasts for months.
SHARE_LEFT, MUCH_BYTES = 0.1, 50e9
# Less than this is gone in hours: an upload may have 200 MB, and the database's log takes a gigabyte by itself.
HARDLY_SHARE, HARDLY_BYTES = 0.05, 5e9


class Disk(NamedTuple):
    """A disk with the folder that makes the site use it."""

    folder: Path
    free: int
    size: int

    @property
    def is_nearly_full(self) -> bool:
        return self.free < SHARE_LEFT * self.size and self.free < MUCH_BYTES

    @property
    def is_hardly_free(self) -> bool:
        return self.free < HARDLY_SHARE * self.size and self.free < HARDLY_BYTES


def list_disks() -> Iterator[Disk]:
    """Give each disk once."""
    folders = [Path(settings.DATA_DIR), *([Path(settings.BACKUP_FOLDER)] if settings.BACKUP_FOLDER else [])]
    seen = set()
    for folder in folders:
        if folder.is_dir() and (device := folder.stat().st_dev) not in seen:
            seen.add(device)
            usage = shutil.disk_usage(folder)
            yield Disk(folder, usage.free, usage.total)


def list_full_disks() -> list[Incident]:
    """Return an incident for each disk that is nearly full, with what the site has on it."""
    return [_report_disk(disk) for disk in list_disks() if disk.is_nearly_full]


def _report_disk(disk: Disk) -> Incident:
    uploads = Upload.objects.aggregate(size=Sum("size"))["size"] or 0
    releases = Release.objects.aggregate(size=Sum("size"))["size"] or 0
    return Incident(
        f"disk {disk.folder}",
        Level.URGENT if disk.is_hardly_free else Level.SOON,
        f"The disk of {disk.folder} is nearly full: {spell_bytes(disk.free)} of {spell_bytes(disk.size)} free. "
        f"Uploads take {spell_bytes(uploads)}, releases {spell_bytes(releases)}, "
        f"the database {spell_bytes(read_database().size)}.",
        "Enlarge the disk, move old backups away, or lower UPLOADS_KEPT_DAYS and JOBS_KEPT_DAYS and delete what is "
        "due. When it is full, uploads are refused, and saves too if the database is on it.",
        commands=(f"du -xh --max-depth=2 {disk.folder} | sort -h | tail -n 15", manage("sweep", settings.INSTALLATION)),
    )
