"""Kinds of jobs as their bodies register them, and the few tasks that Celery knows."""

import inspect
import subprocess
import sys

import pytest

from annotation_site.celery import app
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, all_kinds, all_periodic_work, find_result, job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.tasks import do_periodic_work, help_with_job, work_on_job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.releases.building import store_release
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.jobs.scores import store_score
from tests.annotation_site.jobs.asking import again, ask
from tests.factories import make_project
from tests.servers import ROOT

# Services to which bodies leave the storing of what they made.
STORING = (store_release, store_score)
# Each takes 4 to 60 MB of every process.
HEAVY = ("httpx2", "django.test", "drf_spectacular.plumbing", "pyarrow", "scipy", "sacremoses")
TASKS = {do_periodic_work.name, help_with_job.name, work_on_job.name}


@pytest.mark.django_db(transaction=True)
def test_celery_knows_three_tasks_and_the_clock_rings_all_periodic_work():
    app.loader.import_default_modules()
    assert {name for name in app.tasks if not name.startswith("celery.")} == TASKS
    schedule = app.conf.beat_schedule
    assert {"sweep", "return_abandoned_assignments"} <= set(schedule) == set(all_periodic_work())
    assert all(each["task"] == do_periodic_work.name and each["args"] == [name] for name, each in schedule.items())


# Kinds whose result has no page of its own, and why.
ON_A_COMMON_PAGE = {
    "take_back_import": "What it made is that something is gone.",
    "import": "Pairs join those of the project.",
    "readings_import": "Readings are of many pairs; what they are imported for is their agreement.",
    "compound_import": "Compounds join those of the project.",
    "expression_import": "Passages join those of the project.",
    "rating_import": "Ratings are of many compounds.",
    "suggestions": "The project has one set of suggestions.",
    "aligner": "The project has one set of suggestions.",
    "learn_links": "What was learnt stands beside the suggestions that it is for.",
    "gold_preview": "A project has one count of its gold, on the page that makes the release.",
    "agreement": "The figures stand beside the agreement they belong to.",
    "agreement_frequency": "The figures stand beside the agreement they belong to.",
    "delete_part": "What was deleted is in one list.",
    "restore_part": "What was deleted is in one list.",
    "rater_competence": "Raters stand side by side on one page.",
    "predictor": "Predictors are compared on one page.",
    "predictor_correlation": "Predictors are compared on one page.",
    "anchoring": "The last report on suggestions is on one page.",
    "rating_anchoring": "The last report on a machine's scores is on one page.",
    "expression_candidates": "Candidates are counted together.",
    "candidate_effects": "The last report on candidates is beside them.",
    "machine_suggestions": "Suggestions are reported on one page.",
}


@pytest.mark.parametrize("name", sorted(all_kinds()))
def test_every_kind_has_a_page_for_its_result(name):
    kind = all_kinds()[name]
    row = Job(pk=7, kind=name, project=Project(slug="proverbs"), result={kind.result.by: 3})
    address, label = find_result(row)
    assert address and label == kind.result.label
    assert bool(kind.result.by) != (name in ON_A_COMMON_PAGE)


@pytest.mark.parametrize(
    "name", sorted(name for name, kind in all_kinds().items() if kind.result.by not in ("", "job"))
)
def test_what_the_address_is_made_of_is_in_the_result(name):
    """The body, or a service it leaves the storing to, writes the number under the name that the page is found by."""
    kind = all_kinds()[name]
    written = f'"{kind.result.by}": '
    sources = [inspect.getsource(inspect.getmodule(each)) for each in (kind.body, *STORING)]
    assert any(written in source for source in sources)


def test_a_kind_has_one_body():
    with pytest.raises(ValueError, match="Two bodies work on jobs of the kind import"):
        job("import", "Import", result=ResultPage("projects:jobs", "See"))(print)


@pytest.mark.django_db
def test_an_unknown_kind_is_refused_when_it_is_asked_for():
    project = make_project()
    with pytest.raises(DomainError, match="no jobs of the kind “imports”"):
        request_job(user=project.created_by, project=project, kind="imports", idempotency_key="1", parameters={})
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_row_of_an_unknown_kind_fails_with_a_sentence_and_is_for_managers():
    queued = ask()
    Job.objects.filter(pk=queued.pk).update(kind="of_another_version")
    work_on_job(queued.pk)
    failed = again(queued)
    assert (failed.state, failed.title, failed.ability) == (Job.State.FAILED, "Of another version", can_manage)
    assert failed.error == "This version of Interlinea has no jobs of the kind “of_another_version”."


@pytest.mark.django_db(transaction=True)
def test_the_one_task_works_on_a_job_as_its_kind_says():
    queued = ask()
    Job.objects.filter(pk=queued.pk).update(parameters={"note": "", "separate_readings": True})
    work_on_job(queued.pk)
    assert again(queued).error == "No pairs have all their readings yet, so there is nothing to release."


def test_a_worker_loads_nothing_that_only_some_jobs_or_pages_need() -> None:
    code = (
        "import django, sys; django.setup()\n"
        "from annotation_site.jobs.registry import load_jobs; load_jobs()\n"
        f"print([name for name in {HEAVY} if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
