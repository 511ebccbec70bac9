"""Demo of translation evaluation: sentences of our own, two invented systems; every step can be repeated."""

from collections.abc import Mapping
from pathlib import Path

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.demo import find_people, join_demo, name_step
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.jobs.imports import import_test_set, preview_test_set
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview

FOLDER = Path(__file__).resolve().parent
NAME = "Demo: expressions in translation"
TEST_SET = "Compounds in sentences"
SYSTEMS = ["Word for word", "Phrase by phrase"]
COLUMNS = ("source", "reference", "expression", "label", "spans")


def load_translation_demo(passwords: Mapping[str, str]) -> Project:
    """Create the project, or finish an interrupted one; a project with a test set is left as people have changed it."""
    people = find_people(passwords)
    manager = people["manager"]
    project = Project.objects.filter(name=NAME, created_by=manager).first() or create_project(
        kind="evaluation",
        user=manager,
        name=NAME,
        source_language="en",
        target_language="it",
        description=(FOLDER / "description.md").read_text("utf-8"),
    )
    join_demo(people, project, "adjudicator")
    if not project.test_sets.exists():
        test_set = _import(manager, project)
        # The first worker that starts counts them.
        request_measures(user=manager, project=project, test_set=test_set, measures=["mwe-score", "bleu", "chrf"])
    return project


def _import(manager: User, project: Project) -> TestSet:
    file = ContentFile((FOLDER / "expressions.tsv").read_bytes())
    preview = request_test_set_preview(
        user=manager,
        project=project,
        name=TEST_SET,
        files={"table": store_upload(user=manager, project=project, file=file, name="expressions.tsv")},
        references=[],
        request_id=name_step(f"{project.pk} test set"),
    )
    work_on(preview.pk, preview_test_set)
    preview.refresh_from_db()
    columns = {**{column: column for column in COLUMNS}, "systems": SYSTEMS}
    job = confirm_test_set(user=manager, project=project, preview=preview, columns=columns)
    work_on(job.pk, import_test_set)
    job.refresh_from_db()
    if job.state != Job.State.SUCCEEDED:
        raise RuntimeError(f"Loading the demo failed: {job.error}")
    return TestSet.objects.get(project=project)
