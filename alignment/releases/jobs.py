"""Jobs of releases: writing the current gold standard in bounded memory and storing it for good, and comparing two."""

from collections.abc import Callable
from itertools import count
from typing import Any

from django.db import connection, transaction

from alignment.releases.gold_preview import GoldPreview
from alignment.releases.published import PUBLISHED
from alignment.releases.queries.manifest import is_full, read_gold_standard
from alignment.releases.queries.pairs import count_released_pairs, read_released_pairs
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.building import store_release
from annotation_site.releases.differences import compare_releases
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError


@job("release", "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, read_gold_standard)


@job("gold_preview", "Gold preview", result=ResultPage("alignment:release_new", "Show counts"))
def preview_policies(run: JobRun) -> None:
    """Count the gold links under each policy, as the job's result."""
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot, as a release takes it.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        total = count_released_pairs(run.job.project)
        counts = count_policies(run.job.project, lambda done: run.report(done, total))
    with run.completing() as result:
        result |= counts


def count_policies(project: Project, report: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Return Sure and Possible links of ready pairs under each policy, with the current decisions."""
    preview = GoldPreview(is_full=is_full(project))
    for pair in read_released_pairs(project):
        preview.add(pair)
        if report is not None:
            report(preview.pairs)
    return preview.to_json()


@job(
    "release_difference",
    "Comparison of releases",
    result=ResultPage("alignment:changes_of_job", "Show changes", by="job"),
    needs_manager=False,
)
def compare_stored_releases(run: JobRun) -> None:
    """Compare the two releases, with the difference as the job's result."""
    first, second = (_find_release(run.job.project, run.parameters[key]) for key in ("from", "to"))
    steps = count(1)
    total = first.manifest["counts"]["pairs"] + second.manifest["counts"]["pairs"]
    difference = difference_of(first, second, lambda: run.report(min(next(steps), total), total))
    with run.completing() as result:
        result |= difference


def difference_of(first: Release, second: Release, report: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Return the difference of two stored releases. Raise DomainError if a file cannot be read."""
    try:
        with first.file.open("rb") as one, second.file.open("rb") as other:
            return compare_releases(one, other, (first.file_name, second.file_name), report)
    except FileNotFoundError as error:
        raise DomainError(
            "The file of a release is missing from storage. Contact the operator of this site."
        ) from error
    except UnreadableReleaseError as error:
        raise DomainError(str(error)) from error


def _find_release(project: Project, number: int) -> Release:
    release = project.releases.filter(number=number).first()
    if release is None:
        raise DomainError(f"There is no release {number}.")
    return release
