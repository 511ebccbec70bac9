"""Job that stores a release of the present evaluation of a test set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.archives import README, HashedText, to_json_line, write_manifest
from annotation_site.releases.building import describe_files, describe_release, store_release
from annotation_site.web.exceptions import DomainError
from evaluation.downloads.queries.rows import list_translations, read_segments
from evaluation.releases.contents import (
    ALIGNMENTS,
    FORMAT,
    JUDGEMENTS,
    REPORT,
    ROUNDS,
    SCORES,
    STUDIES,
    TASKS,
    TEST_SET,
    VALUES,
    Evaluation,
    Segments,
)
from evaluation.releases.files import write_readme, write_records, write_report
from evaluation.releases.queries import (
    RELEASE,
    choose_scores,
    describe_inputs,
    read_evaluation,
    read_links,
    read_released_values,
)
from evaluation.test_sets.files.writing import segment_to_json
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore


@job(RELEASE, "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, lambda number, folder: _write_files(run, number, folder))


def _write_files(run: JobRun, number: int, folder: Path) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor, ExitStack() as stack:
        # One snapshot of scores and judgements, whatever people submit meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        test_set = (
            TestSet.objects.select_related("job").filter(pk=run.parameters["test_set"], project=run.job.project).first()
        )
        if test_set is None:
            raise DomainError("The test set was deleted.")
        scores, _ = choose_scores(test_set)
        evaluation, segments = read_evaluation(test_set, scores), Segments()
        described = _describe(run, number, test_set)
        if not described["systems"]:
            raise DomainError("There are no system outputs yet, so there is nothing to release.")
        written: dict[str, HashedText] = {}
        files = _list_files(test_set, evaluation, segments, scores, described["systems"])
        for done, (name, pieces) in enumerate(files):
            written[name] = HashedText(stack.enter_context((folder / name).open("wb")))
            for piece in pieces:
                written[name].write(piece)
            run.report(done)
        manifest = {**described, **evaluation.to_numbers(segments, described["systems"])}
        for name, text in ((README, write_readme(manifest)), (REPORT, write_report(manifest))):
            written[name] = HashedText(stack.enter_context((folder / name).open("wb")))
            written[name].write(text)
    manifest["files"] = describe_files(written)
    write_manifest(folder, manifest)
    return manifest


def _list_files(
    test_set: TestSet,
    evaluation: Evaluation,
    segments: Segments,
    scores: Sequence[TranslationScore],
    systems: Sequence[str],
) -> Iterator[tuple[str, Iterator[str]]]:
    rows = read_segments(test_set, list_translations(test_set))
    yield TEST_SET, (to_json_line(segment_to_json(segments.add(row), systems)) for row in rows)
    judging = evaluation.judging
    for name, records in (
        (ALIGNMENTS, read_links(test_set)),
        (SCORES, iter(evaluation.scores)),
        (VALUES, read_released_values(scores)),
        (ROUNDS, (each.round for each in judging)),
        (TASKS, (task for each in judging for task in each.tasks)),
        (JUDGEMENTS, (given for each in judging for given in each.judgements)),
        (STUDIES, iter(evaluation.verdicts)),
    ):
        yield name, write_records(records)


def _describe(run: JobRun, number: int, test_set: TestSet) -> dict[str, Any]:
    project = run.job.project
    return {
        **describe_release(run, number, ()),
        "format": FORMAT,
        "project": {"slug": project.slug, "name": project.name, "kind": project.kind},
        "languages": {"source": test_set.source_language, "target": test_set.target_language},
        "test_set": {"name": test_set.name, "sha256": test_set.sha256},
        "systems": {
            each.system.name: {"sha256": each.sha256, "missing": each.missing_count}
            for each in list_translations(test_set)
        },
        "inputs": describe_inputs(test_set),
    }
