"""Projects of translation evaluation and judging rounds, made through the services."""

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from uuid import uuid4

from django.core.files.base import ContentFile
from django.db.models import F
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import create_project
from evaluation.correlation.jobs.correlations import compute_correlation
from evaluation.correlation.jobs.studies import import_study, preview_study
from evaluation.correlation.models import Correlation, HumanStudy
from evaluation.correlation.queries.human_sources import HumanSource
from evaluation.correlation.services import import_human_study, request_correlation, request_study_preview
from evaluation.judging.jobs.opening import open_judging_round
from evaluation.judging.methods import count_questions
from evaluation.judging.models import JudgementTask, JudgingRound, OutputJudgement
from evaluation.judging.services.judging_rounds import request_judging_round
from evaluation.measures.jobs import measure_translations
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from tests.evaluation.translated import keep, make_test_set, run
from tests.factories import make_user
from tests.running.kept_rows import made_once

_numbers = count(1)


def make_evaluation_project(manager: User | None = None, **settings: object) -> Project:
    """Make an English–Italian project without a test set; settings as create_project takes them."""
    manager = manager or make_user(can_create_projects=True)
    if not manager.can_create_projects:
        User.objects.filter(pk=manager.pk).update(can_create_projects=True)
        manager.refresh_from_db()
    values = {
        "name": f"Evaluation {next(_numbers)}",
        "source_language": "en",
        "target_language": "it",
        "annotators_per_item": 2,
        **settings,
    }
    return create_project(kind="evaluation", user=manager, **values)  # type: ignore[arg-type]


def make_round(project: Project | None = None, test_set: TestSet | None = None, **settings: object) -> JudgingRound:
    """Make a judging round of scores on three marked expressions; settings as request_judging_round takes them."""
    if project or test_set or not all(isinstance(value, Hashable) for value in settings.values()):
        return _make_round(project, test_set, **settings)
    return made_once(_make_round, None, None, **settings)


def _make_round(project: Project | None, test_set: TestSet | None, **settings: object) -> JudgingRound:
    project = project or make_evaluation_project()
    values = {"name": "Idioms by people", "method": "score", "required_count": 2, "seed": 1, **settings}
    job = request_judging_round(
        user=project.created_by,
        project=project,
        operation_id=uuid4(),
        test_set=test_set or make_test_set(project),
        **values,  # type: ignore[arg-type]
    )
    return finish_round(job)


def finish_round(job: Job) -> JudgingRound:
    """Run the job that opens a judging round, in this process; the refusal of a job that fails is raised."""
    done = run(job, open_judging_round)
    job.project.refresh_from_db()
    found: JudgingRound = job.project.judging_rounds.get(number=done.result["judging_round"])
    return found


def measure_all(test_set: TestSet, *measures: str) -> None:
    """Measure every system, here and now."""
    project = test_set.project
    chosen = measures or ("mwe-score", "bleu", "chrf", "ter")
    job = request_measures(user=project.created_by, project=project, test_set=test_set, measures=chosen)
    run(job, measure_translations)


def make_correlation(test_set: TestSet, judging_round: JudgingRound) -> Correlation:
    """Hold the measures that are there against the people of a judging round."""
    return _correlate(HumanSource(test_set, judging_round, None))


VERDICTS = """segment,annotator,first,second,verdict
1,A,system one,system two,second
2,A,system one,system two,Second
3,A,system two,system one,1
4,A,system one,system two,equal
1,B,system two,system one,system one
"""


def bring_study(test_set: TestSet, table: str = VERDICTS, name: str = "Study") -> HumanStudy:
    """Take in a table of what people said elsewhere."""
    job = import_human_study(
        user=test_set.project.created_by,
        project=test_set.project,
        test_set=test_set,
        name=name,
        file=ContentFile(table.encode()),
        file_name="s.csv",
    )
    found: HumanStudy = HumanStudy.objects.get(pk=run(job, import_study).result["study"])
    return found


def preview_judgements(test_set: TestSet, table: str, name: str = "More") -> Job:
    """Preview a table of what people said elsewhere."""
    user, project = test_set.project.created_by, test_set.project
    upload = keep(project, "s.csv", table)
    asked = {"user": user, "project": project, "test_set": test_set, "name": name, "upload": upload}
    return run(request_study_preview(**asked, request_id=uuid4()), preview_study)


def follow_study(study: HumanStudy) -> Correlation:
    """Hold the measures that are there against the people of a study."""
    return _correlate(HumanSource(study.test_set, None, study))


def _correlate(source: HumanSource) -> Correlation:
    job = run(request_correlation(user=source.test_set.project.created_by, source=source), compute_correlation)
    found: Correlation = Correlation.objects.get(pk=job.result["correlation"])
    return found


def lease_judgement(annotator: Membership) -> Assignment:
    """Lease the annotator's next assignment; fail the test when there is none."""
    assignment = lease_next(user=annotator.user, project=annotator.project)
    assert assignment is not None, "nothing left to lease"
    return assignment


def answer(assignment: Assignment, answers: Sequence[int | None] = ()) -> Assignment:
    """Submit, every question answered by the first value unless answers are given, in the order shown."""
    task = assignment.item.judgement_task
    given = answers or [1] * count_questions(task.judging_round.method, len(task.outputs))
    return submit_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=Assignment.objects.get(pk=assignment.pk).version,
        answers=given,
    )


def answer_everything(annotator: Membership, scores: dict[str, int]) -> int:
    """Judge all there is by the text of an output; gives the number of tasks."""
    done = 0
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        task = assignment.item.judgement_task
        answer(assignment, [scores[task.outputs[place]["text"]] for place in assignment.shown_order.places])
        done += 1
    return done


def store_judgements(
    judging_round: JudgingRound, annotator: Membership, score: Callable[[JudgementTask], Sequence[int]]
) -> None:
    """Store a score for every output of every task as judged by the annotator, in four statements instead of some
    thirty for each task.
    """
    tasks, now = list(judging_round.tasks.all()), timezone.now()
    judged = Assignment.objects.bulk_create(
        Assignment(
            item_id=task.pk,
            annotator=annotator,
            state=Assignment.State.SUBMITTED,
            version=1,
            lease_expires_at=now,
            submitted_at=now,
        )
        for task in tasks
    )
    OutputJudgement.objects.bulk_create(
        OutputJudgement(assignment=assignment, output=place, value=value)
        for assignment, task in zip(judged, tasks, strict=True)
        for place, value in enumerate(score(task))
    )
    counted = {"assigned_count": F("assigned_count") + 1, "submitted_count": F("submitted_count") + 1}
    Item.objects.filter(judgement_task__judging_round=judging_round).update(**counted)
    Membership.objects.filter(pk=annotator.pk).update(submitted_count=len(tasks))
