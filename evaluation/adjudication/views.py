"""Adjudication of judgements: its queue, its readings and its two acts, for the pages and the API that all kinds share;
and answering a dispute with which the decision stays as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import Adjudication, ApiNames, QueueParameter, QueuePart
from annotation_site.adjudication.views import lead_to, take_step
from annotation_site.assignments.forms import StepForm
from annotation_site.feedback.models import FeedbackReply
from annotation_site.feedback.queries import list_disputes
from annotation_site.jobs.queries import describe_at_work
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.adjudication.api import DifferenceRow, JudgementDecisionRequest, JudgementDecisionState
from evaluation.adjudication.forms import AnswerForm, CriteriaForm, DecisionForm
from evaluation.adjudication.queries.queue import list_comparisons, list_queue
from evaluation.adjudication.queries.readings import count_task_questions, find_task
from evaluation.adjudication.queries.state import describe_item
from evaluation.adjudication.readings_shown import show_reading
from evaluation.adjudication.services import ACTS, JudgementVerdict, adjudicate_judgement, undo_adjudication
from evaluation.judging.models import JudgementTask
from evaluation.judging.questions import describe_questions
from evaluation.projects.access import admits

REASONS = {
    "marks": gettext_noop("marks differ"),
    "scores": gettext_noop("answers are far apart"),
    "labels": gettext_noop("category or severity differs"),
}
ROUND = "judging_round"


@dataclass(frozen=True, slots=True)
class JudgementPart(QueuePart):
    """Items that differ by more than the thresholds, of one judging round or of all."""

    thresholds: CriteriaForm | None = None
    judging_round: int | None = None

    @property
    def form(self) -> CriteriaForm | None:
        return self.thresholds


class JudgementAdjudicating(Adjudication[JudgementTask]):
    """Judged items on whose error spans or answers annotators differ, the largest difference first."""

    kind = Project.Kind.EVALUATION
    acts = ACTS
    queue_template = "evaluation/adjudication/queue.html"
    template = "evaluation/adjudication/adjudicate.html"
    noun = gettext_noop("items")
    start = gettext_noop("Start with the most disputed item")
    nothing_left = gettext_noop("There are no more judgements to adjudicate.")
    api = ApiNames.of("judgement")
    row_serializer = DifferenceRow
    state_serializer = JudgementDecisionState
    decision_serializer = JudgementDecisionRequest
    verdict = JudgementVerdict
    store_decision = staticmethod(adjudicate_judgement)
    undo_decision = staticmethod(undo_adjudication)
    parameters = (QueueParameter(ROUND, "Those of one judging round, by its number.", int),)

    def choose(self, user: User, project: Project, parameters: Mapping[str, str]) -> JudgementPart:
        kept = {name: parameters[name] for name in (*CriteriaForm.base_fields, ROUND) if name in parameters}
        form = CriteriaForm(parameters if "f1_below" in parameters else None)
        query = f"?{urlencode(kept)}" if kept else ""
        return JudgementPart(
            self.find_shown(parameters.get("show", "")), query, form, _read_round(parameters.get(ROUND, ""))
        )

    def list_queue(self, project: Project, part: QueuePart) -> Any:
        assert isinstance(part, JudgementPart)
        assert part.thresholds is not None
        return list_queue(project, part.shown, part.thresholds.read_criteria(), judging_round=part.judging_round)

    def queue_context(self, user: User, project: Project, part: QueuePart, rows: Sequence[Any]) -> dict[str, Any]:
        assert isinstance(part, JudgementPart)
        number = part.judging_round
        return {
            **describe_at_work(user, list_comparisons(project, number)),
            "judging_round": project.judging_rounds.filter(number=number).first() if number else None,
        }

    def list_disputes(self, project: Project, subject: JudgementTask | None = None) -> list[FeedbackReply]:
        disputes = list_disputes(project, None if subject is None else subject.item)
        prefetch_related_objects(disputes, "feedback__assignment__item__judgement_task")
        return disputes

    def find(self, user: User, project: Project, number: int) -> JudgementTask:
        return find_task(project, number)

    def name(self, subject: JudgementTask) -> str:
        return subject.label

    def describe(self, user: User, subject: JudgementTask) -> dict[str, Any]:
        return describe_item(subject.item.project, subject)

    def page_context(self, subject: JudgementTask, state: dict[str, Any], form: StepForm | None) -> dict[str, Any]:
        """Return the questions, each with its readings; what was filled in before a refusal stays."""
        if isinstance(form, DecisionForm) and form.is_valid() and state["can_edit"]:
            state |= {"answers": form.read_answers(), "note": form.cleaned_data["note"]}
        described = describe_questions(state)
        for question, readings, reasons in zip(
            described["questions"], state["readings"], state["reasons"], strict=True
        ):
            place = question["place"]
            question["readings"] = [show_reading(state, place, reading) for reading in readings]
            question["machines"] = [show_reading(state, place, reading) for reading in state["machines"][place]]
            question["reasons"] = [gettext(REASONS[reason]) for reason in reasons]
        return {"state": state, "task": subject, **described}

    def decision_form(self, data: Any, subject: JudgementTask) -> DecisionForm:
        return DecisionForm(data, method=subject.judging_round.method, questions=count_task_questions(subject))


JUDGEMENTS = JudgementAdjudicating()


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_answer(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Answer disputes of a decision, which stays as it is."""
    form = AnswerForm(request.POST)

    def answer(step: dict[str, Any]) -> HttpResponse:
        note = form.cleaned_data["note"]
        JUDGEMENTS.decide(user=request.user, project=request.project, number=number, **step, note=note)
        return lead_to(request, JUDGEMENTS, number)

    return take_step(request, JUDGEMENTS, number, form, answer)


def _read_round(written: str) -> int | None:
    if written and not (written.isascii() and written.isdecimal() and len(written) < 10):
        raise DomainError(f"{ROUND} must be a number.")
    return int(written) if written else None
