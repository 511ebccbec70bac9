"""Manifest of a release: what it says of the study beside the numbers, which `contents` counts."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from annotation_site.exclusions.models import Exclusion
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.manifest import describe_release
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.projects.wording import find_wording
from idiomaticity.releases.contents import FORMAT, ReleasedStudy
from idiomaticity.releases.queries.study import list_machines_beside, read_study


def describe_study(run: JobRun, number: int) -> tuple[dict[str, Any], ReleasedStudy]:
    """Return the manifest but for the numbers, and the study with these computed, so that nothing is read after the
    snapshot.
    """
    project = run.job.project
    thresholds = Thresholds(**run.parameters["paraphrases"])
    excluded = {exclusion.membership_id: exclusion for exclusion in _find_excluded(project)}
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
            "extra": [question.to_json() for question in settings.asked_beside],
        },
        "policy": {
            "paraphrases": asdict(thresholds),
            **({"lists": describe_lists(project)} if study.has_lists else {}),
            **({"machine_scores": describe_machine_scores(project)} if study.has_machine_scores else {}),
            "excluded": [
                # Somebody without a rating is no part of the study.
                {"annotator": exclusion.membership.pseudonym, "reason": exclusion.reason}
                for exclusion in excluded.values()
                if exclusion.membership.pseudonym in totals.excluded
            ],
        },
    }, study


def describe_machine_scores(project: Project) -> dict[str, Any]:
    """Return whose scores stood beside the questions, and the share of items that showed none."""
    return {
        "machines": list(list_machines_beside(project)),
        "control_share": project.idiomaticity.score_control_share,
    }


def describe_lists(project: Project) -> dict[str, Any]:
    """Return how items were listed; nothing is known of it where lists came with imported ratings."""
    call = CrowdCall.objects.filter(project=project).exclude(lists="").first()
    if call is None:
        return {}
    return {"kind": call.lists, "groups": call.groups, "length": call.limit_each, "repeats": call.repeats}


def _find_excluded(project: Project) -> Iterable[Exclusion]:
    exclusions: Iterable[Exclusion] = (
        Exclusion.objects.active(project).select_related("membership").order_by("membership")
    )
    return exclusions
