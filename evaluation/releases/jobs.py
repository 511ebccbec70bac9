"""Job that stores a release of the present evaluation of a test set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import connection, transaction

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.building import store_release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.web.exceptions import DomainError
from evaluation.downloads.queries.rows import read_segments
from evaluation.releases.contents import (
    ALIGNMENTS,
    DECISIONS,
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
    runs_of,
)
from evaluation.releases.files import write_records, write_report
from evaluation.releases.published import PUBLISHED
from evaluation.releases.queries.evaluation import (
    RELEASE,
    choose_scores,
    read_evaluation,
    read_links,
    read_released_values,
)
from evaluation.releases.queries.manifest import describe_evaluation, sort_translations
from evaluation.test_sets.files.writing import write_segments
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore


@job(RELEASE, "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, lambda number, files: _write_files(run, number, files))


def _write_files(run: JobRun, number: int, files: ReleaseFiles) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot of scores and judgements, whatever people submit meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        test_set = (
            TestSet.objects.select_related("job").filter(pk=run.parameters["test_set"], project=run.job.project).first()
        )
        if test_set is None:
            raise DomainError("The test set was deleted.")
        scores, _ = choose_scores(test_set)
        evaluation, segments = read_evaluation(test_set, scores), Segments()
        described = describe_evaluation(run, number, test_set)
        if not described["systems"]:
            raise DomainError("There are no system outputs yet, so there is nothing to release.")
        contents = _list_files(test_set, evaluation, segments, scores, described["systems"])
        for done, (name, pieces) in enumerate(contents):
            file = files[name]
            for piece in pieces:
                file.write(piece)
            run.report(done)
        manifest = {**described, **evaluation.to_numbers(segments, described["systems"])}
        files[REPORT].write(write_report(manifest))
    return manifest


def _list_files(
    test_set: TestSet,
    evaluation: Evaluation,
    segments: Segments,
    scores: Sequence[TranslationScore],
    systems: Mapping[str, Mapping[str, Any]],
) -> Iterator[tuple[str, Iterator[str]]]:
    rows = read_segments(test_set, sort_translations(test_set))
    yield TEST_SET, write_segments((segments.add(row) for row in rows), list(systems), runs_of(systems))
    judging = evaluation.judging
    for name, records in (
        (ALIGNMENTS, read_links(test_set)),
        (SCORES, iter(evaluation.scores)),
        (VALUES, read_released_values(scores)),
        (ROUNDS, (each.round for each in judging)),
        (TASKS, (task for each in judging for task in each.tasks)),
        (JUDGEMENTS, (given for each in judging for given in each.judgements)),
        (DECISIONS, (decided for each in judging for decided in each.decisions)),
        (STUDIES, iter(evaluation.verdicts)),
    ):
        yield name, write_records(records)
