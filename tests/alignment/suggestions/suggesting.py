"""Suggestions uploaded, imported, and answered."""

from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile

from alignment.suggestions.jobs.suggesting import take_suggestions
from alignment.suggestions.models import Suggestion
from alignment.suggestions.services import request_suggestions
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import change_settings

THREE_LINES = "0-0 1-2\n\n2-1S 1-0P\n"


def upload_suggestions(project: Project, text: str, **options: Any) -> Job:
    values = {"alignment_format": "suffix", "base": "0", "file_name": "links.txt", "request_id": uuid4(), **options}
    return request_suggestions(user=project.created_by, project=project, file=ContentFile(text.encode()), **values)


def take_in(project: Project, text: str, **options: Any) -> dict[str, Any]:
    """Run the job's body without its heartbeat, whose own connection would not see uncommitted rows."""
    job = upload_suggestions(project, text, **options)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    take_suggestions(JobRun(Job.objects.get(pk=job.pk), 1))
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED
    return job.result


def cells_of(project: Project) -> list[tuple[int, int, int, str]]:
    rows = Suggestion.objects.filter(item__project=project).order_by("item__number", "source_index")
    return list(rows.values_list("item__number", "source_index", "target_index", "label"))


def set_share(project: Project, share: int) -> None:
    change_settings(
        user=project.created_by,
        project=project,
        name=project.name,
        description="",
        annotators_per_item=project.annotators_per_item,
        spread=project.spread,
        gold_policy="wags",
        suggestion_control_share=share,
    )


def change(assignment: Assignment, *links: tuple[Any, ...], kind: str = "set") -> Assignment:
    change_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        kind=kind,
        links=list(links),
    )
    assignment.refresh_from_db()
    return assignment


def origins(assignment: Assignment) -> dict[tuple[int, int], tuple[str, str]]:
    rows = assignment.links.values_list("source_index", "target_index", "label", "origin")
    return {(source, target): (label, origin) for source, target, label, origin in rows}
