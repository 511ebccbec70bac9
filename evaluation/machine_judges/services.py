"""The work of machines in translation evaluations."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from annotation_site.assignments.models import Item
from annotation_site.machines.kinds import MachineTasks
from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.judging.methods import find_scheme
from evaluation.judging.models import JudgementTask
from evaluation.judging.queries.judging import describe_task
from evaluation.judging.services.judging import read_marked, read_values
from evaluation.machine_judges.answers import read_answers, read_spans
from evaluation.machine_judges.queries import find_listed_order


class JudgingTasks(MachineTasks):
    """Translations that a machine scores, compares or marks, by the method of their judging round."""

    uses = (
        (Machine.Use.HIDDEN, "Only managers and adjudicators see its figures. Nobody sees its judgements."),
        (
            Machine.Use.ADJUDICATION,
            "Adjudicators see its judgements beside people’s, marked as a machine’s. They do not affect results or "
            "decisions.",
        ),
    )
    example = '{"number": 1, "answers": [80, 35, -1], "confidence": 0.8}'

    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("judgement_task__judging_round", "project__evaluation")

    def list_beyond_work(self, project: Project) -> QuerySet[Item]:
        """Return what closing a judging round took out of work though people had judged it: their answers count."""
        closed: QuerySet[Item] = Item.objects.filter(
            project=project, state=Item.State.WITHDRAWN, withdrawn_from="", submitted_count__gt=0
        )
        return closed

    def describe(self, item: Item) -> dict[str, Any]:
        task: JudgementTask = item.judgement_task
        return describe_task(task, item.project, find_listed_order(task))

    def read_answer(self, item: Item, answer: Mapping[str, Any]) -> dict[str, Any]:
        task: JudgementTask = item.judgement_task
        method, order, outputs = task.judging_round.method, find_listed_order(task), len(task.outputs)
        answers, spans = read_answers(answer, method, outputs), read_spans(answer, method, outputs)
        has_spans = find_scheme(method) is not None
        try:
            marked = read_marked(task, order, spans) if has_spans else []
            values = read_values(task, order, answers, marked)
        except DomainError as error:
            raise ValueError(error.sentence) from error
        reading: dict[str, Any] = {"answers": values, "shown": order}
        if has_spans:
            reading["spans"] = []
            for of_output in marked:
                reading["spans"].append([span.to_json() for span in of_output])
        return reading
