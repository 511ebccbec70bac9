"""Job that stores a release of the present study."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.db import connection, transaction

from annotation_site.exclusions.models import Exclusion
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.building import describe_release, store_release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.projects.wording import find_wording
from idiomaticity.releases.contents import FORMAT, ReleasedStudy
from idiomaticity.releases.files import write_files
from idiomaticity.releases.published import PUBLISHED
from idiomaticity.releases.queries.study import list_machines_beside, read_study

STEPS = 3


@job("compound_release", "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, lambda number, files: _write_files(run, number, files))


def _write_files(run: JobRun, number: int, files: ReleaseFiles) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot, because the ratings are read several times while people go on submitting.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        described, study = _read(run, number)
        run.report(1, STEPS)
        for name, pieces in write_files(study):
            file = files[name]
            for piece in pieces:
                file.write(piece)
    run.report(2, STEPS)
    manifest = {**described, **study.to_numbers()}
    run.report(STEPS, STEPS)
    return manifest


def _read(run: JobRun, number: int) -> tuple[dict[str, Any], ReleasedStudy]:
    """Return description and study, with all numbers computed, so that nothing is read after the snapshot."""
    project = run.job.project
    thresholds = Thresholds(**run.parameters["paraphrases"])
    excluded = {each.membership_id: each for each in _find_excluded(project)}
    study = read_study(project, thresholds, excluded)
    totals = study.summary[1]
    if not totals.ratings:
        raise DomainError("There are no submitted ratings yet, so there is nothing to release.")
    settings = project.idiomaticity
    return {
        **describe_release(run, number, ("compound_import", "rating_import")),
        "format": FORMAT,
        "project": {
            "slug": project.slug,
            "name": project.name,
            "kind": project.kind,
            "level": settings.level,
            "ratings_required": project.annotators_per_item,
        },
        "language": settings.language,
        "questions": {
            "scale": settings.score_scale.to_json(),
            "wording": asdict(find_wording(settings.language, settings.wording)),
            "extra": [each.to_json() for each in settings.asked_beside],
        },
        "policy": {
            "paraphrases": asdict(thresholds),
            **({"lists": _describe_lists(project)} if study.has_lists else {}),
            **({"machine_scores": _describe_machine_scores(project)} if study.has_machine_scores else {}),
            "excluded": [
                # Somebody without a rating is no part of the study.
                {"annotator": each.membership.pseudonym, "reason": each.reason}
                for each in excluded.values()
                if each.membership.pseudonym in totals.excluded
            ],
        },
    }, study


def _describe_machine_scores(project: Project) -> dict[str, Any]:
    """Return whose scores stood beside the questions, and the share of items that showed none."""
    return {
        "machines": list(list_machines_beside(project)),
        "control_share": project.idiomaticity.score_control_share,
    }


def _describe_lists(project: Project) -> dict[str, Any]:
    """Return how items were listed; nothing is known of it where lists came with imported ratings."""
    call = CrowdCall.objects.filter(project=project).exclude(lists="").first()
    if call is None:
        return {}
    return {"kind": call.lists, "groups": call.groups, "length": call.limit_each, "repeats": call.repeats}


def _find_excluded(project: Project) -> Iterable[Exclusion]:
    found: Iterable[Exclusion] = Exclusion.objects.active(project).select_related("membership").order_by("membership")
    return found
