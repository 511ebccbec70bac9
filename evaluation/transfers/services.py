"""Requests for turning accepted hits into a test set, words to align, or occurrences of compounds."""

from __future__ import annotations

from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.db.models import QuerySet

from alignment.imports import services as alignment_imports
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.names import find_same_name
from annotation_site.web.exceptions import DomainError, NotEditable
from annotation_site.web.names import require_name
from evaluation.finding.models import Finding
from evaluation.finding.queries import find_sides, sum_up
from evaluation.projects.job_names import TRANSFER_JOB
from evaluation.transfers.jobs import OCCURRENCES, TARGET_WORDS, TEST_SET
from idiomaticity.imports import services as compound_imports

# Kinds of project that each use can go to.
KINDS = {
    TEST_SET: (Project.Kind.ALIGNMENT, Project.Kind.EVALUATION),
    TARGET_WORDS: (Project.Kind.ALIGNMENT,),
    OCCURRENCES: (Project.Kind.IDIOMATICITY,),
}
TOKEN_METHODS = alignment_imports.TOKEN_METHODS


def find_targets(user: User, finding: Finding, use: str) -> list[Project]:
    """Return the projects that the user manages and that fit in kind and languages."""
    managed = Project.objects.filter(pk__in=can_manage.projects_of(user))
    projects: QuerySet[Project] = managed.filter(state=Project.State.ACTIVE, kind__in=KINDS[use])
    related = projects.select_related("alignment", "evaluation", "idiomaticity").order_by("name", "pk")
    return [project for project in related if not _find_misfit(finding, use, project)]


@transaction.atomic
def request_transfer(
    *,
    user: User,
    finding: Finding,
    use: str,
    project: Project,
    name: str = "",
    tokens: str = "spaces",
    request_id: UUID,
) -> Job:
    """Queue the transfer as a job of the receiving project, which the user must manage too."""
    require(can_manage, user, finding.project)
    if use not in KINDS:
        raise DomainError(f"The use of hits must be one of: {', '.join(KINDS)}.")
    require(can_manage, user, project)
    if misfit := _find_misfit(finding, use, project):
        raise DomainError(misfit)
    if tokens not in TOKEN_METHODS:
        raise DomainError(f"Tokenisation must be one of: {', '.join(TOKEN_METHODS)}.")
    if use == TEST_SET:
        name = require_name(name, "test set")
        if find_same_name(name, project.test_sets.values_list("name", flat=True)):
            raise DomainError(f"This project already has a test set called “{name}”.")
    if not sum_up(finding).accepted:
        raise DomainError("There are no accepted hits to transfer yet.")
    source_language, target_language = find_sides(project)
    return request_job(
        user=user,
        project=project,
        kind=TRANSFER_JOB,
        idempotency_key=str(request_id),
        parameters={
            "finding": finding.pk,
            "use": use,
            "name": name,
            "tokens": tokens,
            "source_language": source_language,
            "target_language": target_language,
        },
    )


@transaction.atomic
def preview_transfer(*, user: User, project: Project, job: Job) -> Job:
    """Start the project's own import preview of the file of hits; a repeated request returns the same preview."""
    require(can_manage, user, project)
    is_file = job.kind == TRANSFER_JOB and job.state == Job.State.SUCCEEDED and "upload" in job.result
    if not is_file or job.project_id != project.pk:
        raise NotEditable("There is no transfer file to preview.")
    upload = project.uploads.get(pk=job.result["upload"])
    request_id = uuid5(NAMESPACE_OID, f"transfer-{job.pk}")
    if job.parameters["use"] == TARGET_WORDS:
        return alignment_imports.request_import_preview(
            user=user,
            project=project,
            uploads=[upload],
            text_format="jsonl",
            tokens=job.parameters["tokens"],
            encoding="utf-8",
            request_id=request_id,
        )
    return compound_imports.COMPOUND_IMPORT.request_preview(
        user=user, project=project, uploads=[upload], request_id=request_id, reading={"encoding": "utf-8"}
    )


def _find_misfit(finding: Finding, use: str, project: Project) -> str:
    """Return the reason why the hits do not fit the project, or an empty string."""
    if project.kind not in KINDS[use]:
        return "Projects of this kind cannot use hits."
    if use == TARGET_WORDS and not finding.is_parallel:
        return "Word alignment needs a parallel text."
    if finding.side == Finding.Side.TARGET and not finding.is_parallel and use == TEST_SET:
        return "A test set needs source sentences. These hits are in the target language only."
    languages = (finding.language, finding.other_language)
    source, target = languages if finding.side == Finding.Side.SOURCE or use == OCCURRENCES else languages[::-1]
    wanted_source, wanted_target = find_sides(project)
    if not _is_same(source, wanted_source) or (target and wanted_target and not _is_same(target, wanted_target)):
        return "The project and the text are in different languages."
    return ""


def _is_same(language: str, wanted: str) -> bool:
    """Return whether two tags name the same language, as en and en-GB do."""
    return language.partition("-")[0].lower() == wanted.partition("-")[0].lower()
