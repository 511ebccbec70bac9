"""Test sets with systems' translations, of our own sentences: made through the services and the jobs' own bodies."""

from collections.abc import Mapping, Sequence
from uuid import uuid4

from django.core.files.base import ContentFile
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.imports.jobs.translations import preview_translations, take_translations
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview
from evaluation.translations.services import add_translations, request_translations_preview

PARTS = ("source", "reference", "expression", "label", "spans")
COLUMNS = {part: part for part in PARTS}
ICE = "break the ice"
ROWS = [
    [*PARTS, "system one", "system two"],
    ["She woke up early.", "Si è svegliata presto.", "si è svegliata", "wake up", "[(4, 11)]", "Si sveglia presto."],
    ["He broke the ice.", "Ha rotto il ghiaccio.", "ha rotto il ghiaccio", ICE, "[(3, 16)]", "Ha spaccato il gelo."],
    ["They broke the ice at last.", "Hanno rotto il ghiaccio.", "hanno rotto il ghiaccio", ICE, "[(5, 18)]", ""],
    ["It rains.", "Piove.", "", "", "", "Piove."],
]
# The second system puts out the reference.
TABLE = "".join("\t".join(row if len(row) > 6 else [*row, row[1]]) + "\n" for row in ROWS)


def run(job: Job, body: object) -> Job:
    """Do the job's work here, without the heartbeat, which would not see what is not committed."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))  # type: ignore[operator]
    return Job.objects.get(pk=job.pk)


def keep(project: Project, name: str, data: str | bytes) -> Upload:
    content = data.encode() if isinstance(data, str) else data
    return store_upload(user=project.created_by, project=project, file=ContentFile(content), name=name)


def request_preview(
    project: Project,
    files: Mapping[str, tuple[str, str | bytes]],
    references: Sequence[str] = (),
    name: str = "Idioms",
    columns: Mapping[str, Sequence[str]] | None = None,
) -> Job:
    """Ask for a preview of files given as name and content."""
    return request_test_set_preview(
        user=project.created_by,
        project=project,
        name=name,
        files={part: keep(project, *file) for part, file in files.items()},
        references=[keep(project, "reference.txt", text) for text in references],
        columns=columns,
        request_id=uuid4(),
    )


@transaction.atomic
def make_test_set(
    project: Project,
    table: str | bytes = TABLE,
    columns: Mapping[str, str] = COLUMNS,
    systems: Sequence[str] = ("system one", "system two"),
    name: str = "Idioms",
    file_name: str = "idioms.tsv",
) -> TestSet:
    """Make a test set from a table, with the systems in its columns.

    One transaction: a real worker sees the jobs only when they are done, and cannot claim them first.
    """
    preview = run(request_preview(project, {"table": (file_name, table)}, name=name), preview_test_set)
    chosen = {**columns, "systems": list(systems)}
    job = confirm_test_set(user=project.created_by, project=project, preview=preview, columns=chosen)
    return TestSet.objects.get(pk=run(job, import_test_set).result["test_set"])


# A worker that runs beside the test sees the job when it is done.
@transaction.atomic
def add(
    test_set: TestSet,
    name: str,
    data: str | bytes,
    file_name: str = "out.txt",
    columns: Sequence[str] = (),
    **more: str,
) -> Job:
    """Take translations in."""
    project = test_set.project
    job = add_translations(
        user=project.created_by,
        project=project,
        test_set=test_set,
        files=[(file_name, ContentFile(data.encode() if isinstance(data, str) else data))],
        name=name,
        **more,
    )
    return job if job.is_finished else run(job, take_translations)


def preview_outputs(user: User, test_set: TestSet, table: str, name: str = "outputs.csv") -> Job:
    """Preview a table of system outputs."""
    job = request_translations_preview(
        user=user,
        project=test_set.project,
        test_set=test_set,
        upload=keep(test_set.project, name, table),
        request_id=uuid4(),
    )
    return run(job, preview_translations)
