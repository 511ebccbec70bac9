"""Demo of expressions in text: sentences of our own, two finished readings; may be repeated."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.demo import ROLES, awaits_release, find_people, join_demo, name_step
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project
from expressions.imports.jobs import import_text, preview_text
from expressions.imports.services import PASSAGES
from expressions.releases.queries import RELEASE
from expressions.releases.services import request_release

FOLDER = Path(__file__).resolve().parent
NAME = "Demo: expressions in text"
# Two readings of the same text, then passages that nobody has read.
IMPORTS = (("readings", ("reader-one.cupt", "reader-two.cupt")), ("text", ("text.cupt",)))


def load_expression_demo(passwords: Mapping[str, str]) -> Project:
    """Create the project, or finish an interrupted one; a finished one is left as people have changed it."""
    people = find_people(passwords)
    manager = people["manager"]
    project = Project.objects.filter(name=NAME, created_by=manager).first() or create_project(
        kind="expressions",
        user=manager,
        name=NAME,
        language="en",
        description=(FOLDER / "description.md").read_text("utf-8"),
    )
    for part in ROLES:
        join_demo(people, project, part)
    imported = project.jobs.filter(kind="expression_import", state=Job.State.SUCCEEDED).count()
    for use, names in IMPORTS[imported:]:
        _import(manager, project, use, names)
    return project


def show_expression_demo(project: Project) -> None:
    """Ask for a release, which the first worker that starts makes."""
    if awaits_release(project, RELEASE):
        request_release(
            user=project.created_by,
            project=project,
            request_id=name_step(f"{project.pk} release"),
            note="Two texts, two readings",
        )


def _import(manager: User, project: Project, use: str, names: Sequence[str]) -> None:
    uploads = [
        store_upload(user=manager, project=project, file=ContentFile((FOLDER / name).read_bytes()), name=name)
        for name in names
    ]
    preview = PASSAGES.request_preview(
        user=manager, project=project, uploads=uploads, use=use, request_id=name_step(f"{project.pk} {use}")
    )
    _finish(preview, preview_text)
    _finish(PASSAGES.confirm_import(user=manager, project=project, preview=preview), import_text)


def _finish(job: Job, body: Callable[[JobRun], None]) -> None:
    work_on(job.pk, body)
    job.refresh_from_db()
    if job.state != Job.State.SUCCEEDED:
        raise RuntimeError(f"Loading the demo failed: {job.error}")
