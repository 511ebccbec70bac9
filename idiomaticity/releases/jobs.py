"""Job that stores a release of the present study."""

from typing import Any

from django.db import connection, transaction

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.building import store_release
from annotation_site.releases.packing import ReleaseFiles
from idiomaticity.releases.files import write_files
from idiomaticity.releases.published import PUBLISHED
from idiomaticity.releases.queries.manifest import describe_study

STEPS = 3


@job("compound_release", "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, lambda number, files: _write_files(run, number, files))


def _write_files(run: JobRun, number: int, files: ReleaseFiles) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot, because the ratings are read several times while people go on submitting.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        described, study = describe_study(run, number)
        run.report(1, STEPS)
        for name, pieces in write_files(study):
            file = files[name]
            for piece in pieces:
                file.write(piece)
    run.report(2, STEPS)
    manifest = {**described, **study.to_numbers()}
    run.report(STEPS, STEPS)
    return manifest
