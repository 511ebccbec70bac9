"""Jobs of releases: writing the current gold standard in bounded memory and storing it for good, and comparing two."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from pathlib import Path
from typing import Any, cast

from django.db import connection, transaction

from alignment.readings.links import GoldPolicy
from alignment.readings.queries import count_rounds
from alignment.releases.contents import FORMAT, ReleaseNumbers, name_stage
from alignment.releases.datasheet import DATASHEET_VERSION, make_datasheet, write_markdown
from alignment.releases.differences import compare_releases
from alignment.releases.files import (
    DATASHEET,
    GOLD,
    GOLD_FILES,
    PROVENANCE,
    READINGS,
    SOURCE,
    TARGET,
    TEXTS,
    gold_sentence,
    write_gold_json,
    write_gold_lines,
    write_readme,
)
from alignment.releases.frequencies import count_by_frequency
from alignment.releases.gold_preview import GoldPreview
from alignment.releases.queries import count_released_pairs, read_released_pairs
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.archives import README, HashedText, UnreadableReleaseError, to_json_line, write_manifest
from annotation_site.releases.building import describe_files, describe_release, store_release
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError

PAIR_FILES = (TEXTS, READINGS, PROVENANCE, GOLD, SOURCE, TARGET)


@job("release", "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, lambda number, folder: _write_files(run, number, folder))


def _write_files(run: JobRun, number: int, folder: Path) -> dict[str, Any]:
    project = run.job.project
    alignment = project.alignment
    numbers = ReleaseNumbers(cast(GoldPolicy, alignment.gold_policy), has_null_token=alignment.has_null_token)
    described = _describe(run, project, number)
    written: dict[str, HashedText] = {}
    with ExitStack() as stack:

        def create(name: str) -> HashedText:
            written[name] = HashedText(stack.enter_context((folder / name).open("wb")))
            return written[name]

        create(README).write(write_readme(described))
        names = [name for name in PAIR_FILES if name != READINGS or described["separate_readings"]]
        rounds = _write_pairs(run, project, numbers, {name: create(name) for name in names})
    manifest = {
        **described,
        "reconciliation": rounds,
        **numbers.to_json(),
        "frequencies": _count_frequencies(run, folder),
    }
    for name in (*GOLD_FILES, DATASHEET):
        with (folder / GOLD).open(encoding="utf-8") as gold, (folder / name).open("wb") as file:
            written[name] = HashedText(file)
            lines = [write_markdown(make_datasheet(manifest))] if name == DATASHEET else write_gold_lines(name, gold)
            for line in lines:
                written[name].write(line)
    manifest["files"] = describe_files(written)
    write_manifest(folder, manifest)
    return manifest


def _count_frequencies(run: JobRun, folder: Path) -> dict[str, Any]:
    """Return frequencies from a second pass over the files: they are known only at the end of the text."""
    pairs = count(1)

    def lines(name: str) -> Callable[[], AbstractContextManager[Iterable[str]]]:
        return lambda: (folder / name).open(encoding="utf-8", newline="\n")

    return count_by_frequency(lines(TEXTS), lines(GOLD), report=lambda: run.report(next(pairs)))


def _write_pairs(
    run: JobRun,
    project: Project,
    numbers: ReleaseNumbers,
    files: Mapping[str, HashedText],
) -> dict[str, int | None]:
    """Write every pair; return the reconciliation rounds held so far."""
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot for the whole release, whatever people save meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        total = count_released_pairs(project)
        if not total:
            raise DomainError("No pairs have all their readings yet, so there is nothing to release.")
        rounds = count_rounds(project)
        numbers.links = name_stage(rounds)
        for position, pair in enumerate(read_released_pairs(project), start=1):
            origins = pair.origins(numbers.policy)
            reading = pair.gold(origins)
            numbers.add_gold(pair, reading, origins)
            numbers.add_readings(pair)
            files[TEXTS].write(to_json_line(pair.text_to_json()))
            files[PROVENANCE].write(to_json_line(pair.origins_to_json(origins)))
            if READINGS in files:
                files[READINGS].write(to_json_line(pair.work_to_json()))
            for line in write_gold_json([gold_sentence(position, pair, reading)]):
                files[GOLD].write(line)
            files[SOURCE].write(" ".join(pair.source_tokens) + "\n")
            files[TARGET].write(" ".join(pair.target_tokens) + "\n")
            run.report(position, total)
    return rounds


def _describe(run: JobRun, project: Project, number: int) -> dict[str, Any]:
    alignment = project.alignment
    return {
        **describe_release(run, number, ("import",)),
        "format": FORMAT,
        "project": {"slug": project.slug, "name": project.name, "kind": project.kind, "scope": alignment.scope},
        "languages": {"source": alignment.source_language, "target": alignment.target_language},
        # A job of before this was asked for holds the readings, as it was promised.
        "separate_readings": run.parameters.get("separate_readings", True),
        "datasheet": DATASHEET_VERSION,
        "policy": alignment.gold_policy,
        "annotators_per_pair": project.annotators_per_item,
        "null_token": alignment.has_null_token,
    }


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
    preview = GoldPreview()
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
