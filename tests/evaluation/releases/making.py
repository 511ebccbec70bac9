"""Judgements and releases of an evaluation, made through the services and the jobs' own bodies."""

from uuid import uuid4

from annotation_site.assignments.services.leasing import lease_next
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Membership, Project
from annotation_site.releases.models import Release
from evaluation.judging.methods import count_questions
from evaluation.releases.jobs import build_release
from evaluation.releases.services import request_release
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import answer


def judge_everything(annotator: Membership, person: int) -> None:
    """Judge all there is; answers differ by text and person, whatever the texts."""
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        task = assignment.item.judgement_task
        texts = [task.outputs[place]["text"] for place in assignment.shown_order.places]
        asked = texts[: count_questions(task.judging_round.method, len(texts))]
        answer(assignment, [1 + (len(text) + person) % 3 for text in asked])


def make_evaluation_release(project: Project, test_set: TestSet | None = None, **asked: object) -> Release:
    """Make the next release; needs a test with real transactions."""
    test_set = test_set or project.test_sets.get()
    job = request_release(user=project.created_by, project=project, test_set=test_set, request_id=uuid4(), **asked)
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return Release.objects.get(job=job)
