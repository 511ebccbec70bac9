"""Requesting a release of any kind of project."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from annotation_site.accounts.models import User
from annotation_site.creators.creators import read_creators
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_release, require
from annotation_site.projects.licences import LONGEST_TEXT, NOT_STATED, licence_to_json
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable

LONGEST_CITATION = 1000


def queue_release(
    *,
    user: User,
    project: Project,
    kind: str,
    request_id: UUID,
    note: str = "",
    licence: str = NOT_STATED,
    licence_text: str = "",
    citation: str = "",
    creators: Sequence[Mapping[str, str]] | None = None,
    **more: Any,
) -> Job:
    """Queue the job that builds a release, in the caller's transaction; one is built at a time. Without a list of
    creators it has those of the project. `more` is added to the job's parameters.
    """
    require(can_release, user, project)
    try:
        licensed = licence_to_json(licence, licence_text[:LONGEST_TEXT])
        named = read_creators(project.creators if creators is None else creators)
    except ValueError as error:
        raise DomainError(str(error)) from error
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    key = str(request_id)
    unfinished = Job.objects.unfinished().filter(project=project, kind=kind).exclude(idempotency_key=key)
    if unfinished.exists():
        raise NotEditable("A release of this project is already being created. Wait for it, or cancel it.")
    return request_job(
        user=user,
        project=project,
        kind=kind,
        idempotency_key=key,
        parameters={
            "note": note.strip()[:300],
            "licence": licensed,
            "citation": citation.strip()[:LONGEST_CITATION],
            "creators": named,
            **more,
        },
    )
