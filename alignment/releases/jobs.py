"""Jobs of releases: writing the current gold standard in bounded memory and storing it for good, and comparing two."""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any, cast

from django.db import connection, transaction

from alignment.pairs.models import AlignmentSettings
from alignment.readings.links import GoldPolicy
from alignment.releases.columns.chunk import Chunk
from alignment.releases.columns.lines import ChunkLines
from alignment.releases.columns.numbers import add_chunk, add_frequencies
from alignment.releases.columns.tables import list_links, list_pairs
from alignment.releases.differences import compare_releases
from alignment.releases.files import READINGS
from alignment.releases.gold_preview import GoldPreview
from alignment.releases.numbers.frequencies import FrequencyTable
from alignment.releases.numbers.totals import ReleaseNumbers, name_stage
from alignment.releases.published import LINKS, PAIRS, PUBLISHED
from alignment.releases.queries.manifest import describe_gold_standard
from alignment.releases.queries.pairs import count_released_pairs, count_words, read_in_chunks, read_released_pairs
from alignment.rounds.queries.rounds import count_rounds
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.building import store_release
from annotation_site.releases.models import Release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.texts.parquet import ParquetWriter
from annotation_site.web.exceptions import DomainError


@job("release", "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, lambda number, files: _write_files(run, number, files))


def _write_files(run: JobRun, number: int, files: ReleaseFiles) -> dict[str, Any]:
    described = describe_gold_standard(run, number)
    return {**described, **_write_pairs(run, files, with_readings=described["separate_readings"])}


def _write_pairs(run: JobRun, files: ReleaseFiles, *, with_readings: bool) -> dict[str, Any]:
    """Write every pair, in one pass; return the numbers of the manifest that follow from them."""
    project = run.job.project
    with transaction.atomic(), connection.cursor() as cursor, ExitStack() as stack:
        # One snapshot for the whole release, whatever people save meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        total = count_released_pairs(project)
        if not total:
            raise DomainError("No pairs have all their readings yet, so there is nothing to release.")
        rounds = count_rounds(project)
        policy = cast(GoldPolicy, project.alignment.gold_policy)
        numbers = ReleaseNumbers(
            policy,
            project.alignment.has_null_token,
            name_stage(rounds),
            is_full=_is_full(project),
        )
        # Before the pairs, so that one pass over them is enough.
        frequencies = FrequencyTable(count_words(project))
        pair_rows, link_rows = (
            stack.enter_context(ParquetWriter(table.types, files[table.member].write)) for table in (PAIRS, LINKS)
        )
        done = 0
        for rows in read_in_chunks(project):
            chunk = Chunk(rows, policy)
            add_chunk(numbers, chunk)
            add_frequencies(frequencies, chunk)
            lines = ChunkLines(chunk)
            for name, text in lines.write(done + 1).items():
                if name != READINGS or with_readings:
                    files[name].write(text)
            pair_rows.add(list_pairs(chunk, lines))
            link_rows.add(list_links(chunk))
            done += len(rows)
            run.report(done, total)
    return {"reconciliation": rounds, **numbers.to_json(), "frequencies": frequencies.to_json()}


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


def _is_full(project: Project) -> bool:
    return bool(project.alignment.scope == AlignmentSettings.Scope.FULL)


def count_policies(project: Project, report: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Return Sure and Possible links of ready pairs under each policy, with the current decisions."""
    preview = GoldPreview(is_full=_is_full(project))
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


def difference_of(first: Release, second: Release, report: Callable[[], None] | None = None) -> dict[str, Any]:
    """Return the difference of two stored releases. Raise DomainError if a file cannot be read."""
    try:
        with first.file.open("rb") as one, second.file.open("rb") as other:
            return compare_releases(one, other, (first.file_name, second.file_name), report=report)
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
