"""Searches for expressions in sentences of our own, made through the services and the job's own body."""

from collections.abc import Sequence
from uuid import uuid4

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from evaluation.finding.jobs.finding import find_expressions
from evaluation.finding.models import Finding
from evaluation.finding.services.finding import request_finding
from tests.evaluation.translated import keep, run

PHRASES = "break the ice\nwalk off\nspill the beans\n"
SOURCE = (
    "He broke the ice .\n"
    "They broke the ice , and he walked off .\n"
    "It rains .\n"
    "The waiter walked off the stage .\n"
    "She walked quickly off .\n"
)
TARGET = (
    "Ha rotto il ghiaccio .\n"
    "Hanno rotto il ghiaccio e se n' è andato .\n"
    "Piove .\n"
    "Il cameriere scese dal palco .\n"
    "Se ne andò in fretta .\n"
)


def ask(
    project: Project,
    phrases: str = PHRASES,
    texts: Sequence[str | bytes] = (SOURCE, TARGET),
    text_format: str = "moses",
    **more: object,
) -> Job:
    """Ask for a search."""
    asked: dict[str, object] = {"name": "Everyday idioms", "request_id": uuid4(), **more}
    return request_finding(
        user=project.created_by,
        project=project,
        phrases=keep(project, "phrases.txt", phrases),
        uploads=[keep(project, f"text-{place}", text) for place, text in enumerate(texts)],
        text_format=text_format,
        **asked,  # type: ignore[arg-type]
    )


def make_finding(project: Project, *args: object, **more: object) -> Finding:
    """Make a search that is done."""
    job = run(ask(project, *args, **more), find_expressions)  # type: ignore[arg-type]
    return Finding.objects.get(job=job)
