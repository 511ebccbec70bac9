"""Demo of translation evaluation: sentences of our own, three invented systems, simulated judges; may be repeated."""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.demo import (
    ROLES,
    SIMULATED,
    awaits_release,
    choose_offset,
    find_people,
    find_simulated,
    join_demo,
    name_step,
)
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import create_project
from evaluation.correlation.queries.human_sources import HumanSource
from evaluation.correlation.services import request_correlation
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.judging.jobs.opening import open_judging_round
from evaluation.judging.methods import RANGES
from evaluation.judging.models import JudgingRound
from evaluation.judging.services.judging_rounds import request_judging_round
from evaluation.measures.jobs import measure_translations
from evaluation.measures.services.measures import request_measures
from evaluation.projects.job_names import CORRELATION_JOB
from evaluation.releases.queries.evaluation import RELEASE
from evaluation.releases.services import request_release
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview

FOLDER = Path(__file__).resolve().parent
NAME = "Demo: expressions in translation"
TEST_SET = "Compounds in sentences"
JUDGING_ROUND = "Compounds, scored by simulated people"
SYSTEMS = ["Word for word", "Phrase by phrase", "With a glossary"]
COLUMNS = ("source", "reference", "expression", "label", "spans")
MEASURES = ["mwe-score", "bleu", "chrf", "ter"]
# Those who try the demo find room for judgements of their own.
REQUIRED = len(SIMULATED) + 2
# Of ten expressions: each takes a first start another 0.15 s.
SAMPLE = 6


def load_translation_demo(passwords: Mapping[str, str]) -> Project:
    """Create the project, or finish an interrupted one; a finished one is left as people have changed it."""
    people = find_people(passwords)
    manager = people["manager"]
    project = Project.objects.filter(name=NAME, created_by=manager).first() or create_project(
        kind="evaluation",
        user=manager,
        name=NAME,
        source_language="en",
        target_language="it",
        annotators_per_item=REQUIRED,
        description=(FOLDER / "description.md").read_text("utf-8"),
    )
    for part in ROLES:
        join_demo(people, project, part)
    if project.jobs.filter(kind=CORRELATION_JOB).exists():
        return project
    test_set = project.test_sets.first() or _import(manager, project)
    if list(test_set.translations.values_list("system__name", flat=True)) != SYSTEMS:
        return project  # of an older demo, or changed since
    measures = request_measures(user=manager, project=project, test_set=test_set, measures=MEASURES)
    _finish(measures, measure_translations)
    judging_round = _judge(manager, test_set)
    # The first worker that starts computes it.
    request_correlation(user=manager, source=HumanSource(test_set, judging_round, None))
    return project


def show_translation_demo(project: Project) -> None:
    """Ask for a release, which the first worker that starts makes."""
    test_set = project.test_sets.first()
    if test_set is not None and awaits_release(project, RELEASE):
        request_release(
            user=project.created_by,
            project=project,
            test_set=test_set,
            request_id=name_step(f"{project.pk} release"),
            note="Three systems, five simulated judges",
        )


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
    _finish(preview, preview_test_set)
    columns = {**{column: column for column in COLUMNS}, "systems": SYSTEMS}
    _finish(confirm_test_set(user=manager, project=project, preview=preview, columns=columns), import_test_set)
    return TestSet.objects.get(project=project)


def _judge(manager: User, test_set: TestSet) -> JudgingRound:
    """Return the judging round with the scores of all simulated people."""
    project = test_set.project
    job = request_judging_round(
        user=manager,
        project=project,
        operation_id=name_step(f"{project.pk} judging round"),
        test_set=test_set,
        name=JUDGING_ROUND,
        method="score",
        required_count=REQUIRED,
        sample=SAMPLE,
        seed=1,
    )
    _finish(job, open_judging_round)
    with (FOLDER / "scores.tsv").open(encoding="utf-8", newline="") as opened:
        means = {row["output"]: float(row["mean"]) for row in csv.DictReader(opened, delimiter="\t")}
    for name in SIMULATED:
        _answer(find_simulated(project, name), name, means)
    return JudgingRound.objects.get(project=project, number=job.result["judging_round"])


def _answer(annotator: Membership, name: str, means: Mapping[str, float]) -> None:
    lowest, highest = RANGES["score"]
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        outputs = assignment.item.judgement_task.outputs
        texts = [outputs[output]["text"] for output in assignment.shown_order.places]
        submit_assignment(
            user=annotator.user,
            assignment_id=assignment.pk,
            operation_id=name_step(f"{assignment.pk} judge"),
            version=assignment.version,
            answers=[min(highest, max(lowest, round(means[text] + choose_offset(name, text)))) for text in texts],
        )


def _finish(job: Job, body: Callable[[JobRun], None]) -> None:
    work_on(job.pk, body)
    job.refresh_from_db()
    if job.state != Job.State.SUCCEEDED:
        raise RuntimeError(f"Loading the demo failed: {job.error}")
