"""Compositionality projects for tests, made through the services and job bodies."""

from collections.abc import Hashable
from itertools import count
from uuid import uuid4

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import create_project
from annotation_site.releases.models import Release
from idiomaticity.imports.jobs.compounds import import_compounds, preview_compounds
from idiomaticity.imports.jobs.ratings import import_ratings, preview_ratings
from idiomaticity.imports.services import COMPOUND_IMPORT, RATING_IMPORT
from idiomaticity.releases.jobs import build_release
from idiomaticity.releases.services import request_release
from idiomaticity.scales.judgements import Judgement
from idiomaticity.screening.jobs import estimate_raters
from tests.factories import make_user
from tests.running.kept_rows import made_once
from tests.servers import wait_until

_numbers = count(1)
BODIES = {
    "compound_preview": preview_compounds,
    "compound_import": import_compounds,
    "rating_preview": preview_ratings,
    "rating_import": import_ratings,
    "rater_competence": estimate_raters,
}
SENTENCES = """compound\tsentence\tclass\ttype_score
glass ceiling\tWomen slowly break through the glass ceiling of the bank.\tNC\t1.0
glass ceiling\tShe hit her head on two glass ceilings.\t\t
glass ceiling\tA glass ceiling keeps the light in.\t\t
olive oil\tPour some olive oil on the bread.\tC\t4.8
olive oil\tOlive oil is dear this year.\t\t
cash cow\tThe printer is a cash cow for the firm.\tNC\t1.5
"""


def make_rating_project(manager: User | None = None, text: str = SENTENCES, **settings: object) -> Project:
    """Make an English project with the compounds of a table; settings as create_project takes them."""
    if manager or not all(isinstance(value, Hashable) for value in settings.values()):
        return _make_rating_project(manager, text, **settings)
    return made_once(_make_rating_project, None, text, **settings)


def _make_rating_project(manager: User | None, text: str, **settings: object) -> Project:
    manager = manager or make_user(can_create_projects=True)
    if not manager.can_create_projects:
        User.objects.filter(pk=manager.pk).update(can_create_projects=True)
        manager.refresh_from_db()
    values = {"name": f"Compounds {next(_numbers)}", "language": "en", "annotators_per_item": 2, **settings}
    project = create_project(kind="idiomaticity", user=manager, **values)  # type: ignore[arg-type]
    if text:
        bring_in(project, text)
    return project


def run_job(job: Job) -> Job:
    """Work on it without the heartbeat, which has a connection of its own and would not see what is not committed. A
    job that a worker beside this process has taken is left to it.
    """
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    if waiting.update(state=Job.State.RUNNING, attempt=1):
        BODIES[job.kind](JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    else:
        wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not end")
    return Job.objects.get(pk=job.pk)


def preview(project: Project, *texts: str | bytes, corrections: dict[str, str] | None = None) -> Job:
    """Run a preview of compounds."""
    user = project.created_by
    uploads = [
        store_upload(
            user=user,
            project=project,
            file=ContentFile(text.encode() if isinstance(text, str) else text),
            name=f"file{number}.tsv",
        )
        for number, text in enumerate(texts)
    ]
    return run_job(
        COMPOUND_IMPORT.request_preview(
            user=user, project=project, uploads=uploads, request_id=uuid4(), corrections=corrections
        )
    )


def bring_in(project: Project, *texts: str | bytes, corrections: dict[str, str] | None = None) -> Job:
    """Preview compounds and import them without those that cannot be used."""
    looked = preview(project, *texts, corrections=corrections)
    job = run_job(
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
    )
    project.refresh_from_db()
    return job


def preview_study(project: Project, *files: bytes) -> Job:
    """Run a preview of raw ratings, and of what is given beside them."""
    user = project.created_by
    uploads = [store_upload(user=user, project=project, file=ContentFile(data), name="ratings.csv") for data in files]
    return run_job(RATING_IMPORT.request_preview(user=user, project=project, uploads=uploads, request_id=uuid4()))


def bring_study(project: Project, *files: bytes) -> Job:
    """Preview raw ratings and import them."""
    looked = preview_study(project, *files)
    return run_job(
        RATING_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
    )


def lease_rating(annotator: Membership) -> Assignment:
    """Lease the annotator's next assignment; fail the test when there is none."""
    assignment = lease_next(user=annotator.user, project=annotator.project)
    assert assignment is not None, "nothing left to lease"
    return assignment


def submit_rating(
    assignment: Assignment,
    head: int = 3,
    modifier: int = 2,
    whole: int = 1,
    *paraphrases: str,
    extra: dict[str, int | None] | None = None,
) -> Assignment:
    """Rate and submit in one step."""
    return submit_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        judgement=Judgement(head, modifier, whole, paraphrases, extra or {}),
    )


def make_rating(
    annotator: Membership, whole: int = 1, *paraphrases: str, extra: dict[str, int | None] | None = None
) -> Assignment:
    """Lease, rate and submit the annotator's next item."""
    return submit_rating(lease_rating(annotator), 3, 2, whole, *paraphrases, extra=extra)


def make_study_release(project: Project, **asked: object) -> Release:
    """Make the next release; `asked` as request_release takes it. Needs a test with real transactions."""
    job = request_release(user=project.created_by, project=project, request_id=uuid4(), **asked)  # type: ignore[arg-type]
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return Release.objects.get(job=job)
