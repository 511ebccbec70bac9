"""The evaluation of a test set as its release has it, and what the manifest says beside the numbers."""

from __future__ import annotations

from typing import Any

from annotation_site.jobs.running import JobRun
from annotation_site.releases.manifest import describe_release
from annotation_site.web.exceptions import DomainError
from evaluation.downloads.queries.rows import list_translations, read_segments
from evaluation.releases.contents import FORMAT, SEGMENTS_AT_A_TIME, Evaluation
from evaluation.releases.queries.evaluation import (
    choose_scores,
    read_judging,
    read_links,
    read_released_scores,
    read_released_values,
    read_studies,
)
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


def read_evaluation(run: JobRun, number: int) -> tuple[dict[str, Any], Evaluation]:
    """Return the manifest but for the numbers, and the contents. Raise DomainError if there is nothing to release."""
    test_set = TestSet.objects.select_related("job").filter(pk=run.parameters["test_set"], project=run.job.project)
    released = test_set.first()
    if released is None:
        raise DomainError("The test set was deleted.")
    described = describe_evaluation(run, number, released)
    if not described["systems"]:
        raise DomainError("There are no system outputs yet, so there is nothing to release.")
    scores, _ = choose_scores(released)
    return described, Evaluation(
        described["systems"],
        read_segments(released, sort_translations(released)),
        read_released_scores(scores),
        [read_judging(judging_round) for judging_round in released.judging_rounds.order_by("number")],
        list(read_studies(released)),
        read_links(released),
        read_released_values(scores),
        part_count=1 - (-released.segment_count // SEGMENTS_AT_A_TIME),
    )


def describe_evaluation(run: JobRun, number: int, test_set: TestSet) -> dict[str, Any]:
    """Return the manifest of a release of this test set, but for the numbers."""
    project = run.job.project
    return {
        **describe_release(run, number, ()),
        "format": FORMAT,
        "project": {"slug": project.slug, "name": project.name, "kind": project.kind},
        "languages": {"source": test_set.source_language, "target": test_set.target_language},
        "test_set": {"name": test_set.name, "sha256": test_set.sha256},
        "systems": {
            translation.system.name: {
                "sha256": translation.sha256,
                "missing": translation.missing_count,
                **({"run_of": translation.system.run_of} if translation.system.run_of else {}),
            }
            for translation in sort_translations(test_set)
        },
        "inputs": describe_inputs(test_set),
    }


def sort_translations(test_set: TestSet) -> list[Translation]:
    """Return the translations by name, the order in which a manifest lists them when it is read again."""
    return sorted(list_translations(test_set), key=lambda translation: translation.system.name)


def describe_inputs(test_set: TestSet) -> list[dict[str, Any]]:
    """Return the files that came in: of the test set, then of each system."""
    files = [{"name": file["name"], "size": file["size"], "sha256": file["sha256"]} for file in test_set.files]
    uploads = [translation.upload for translation in list_translations(test_set)]
    files += [{"name": upload.name, "size": upload.size, "sha256": upload.sha256} for upload in uploads]
    return list({(file["name"], file["sha256"]): file for file in files}.values())
