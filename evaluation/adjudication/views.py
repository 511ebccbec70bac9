"""Pages for adjudicating judgements: the queue, worst first, and one item."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.adjudication.queues import DECIDED, SHOWN, TO_DECIDE
from annotation_site.adjudication.views import take_step
from annotation_site.assignments.forms import StepForm
from annotation_site.assignments.models import Item
from annotation_site.feedback.queries import list_disputes
from annotation_site.jobs.queries import describe_at_work
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest
from evaluation.adjudication.forms import AnswerForm, CriteriaForm, DecisionForm
from evaluation.adjudication.queries.queue import find_next, list_comparisons, list_queue
from evaluation.adjudication.queries.readings import count_task_questions, find_task
from evaluation.adjudication.queries.state import describe_item, list_history
from evaluation.adjudication.readings_shown import show_reading
from evaluation.adjudication.services import JudgementVerdict, adjudicate_judgement, undo_adjudication
from evaluation.judging.models import JudgementTask
from evaluation.judging.questions import describe_questions
from evaluation.projects.access import admits

PAGE_SIZE = 50
TAB = "evaluation:adjudication"
REASONS = {
    "marks": gettext_noop("marks differ"),
    "scores": gettext_noop("answers are far apart"),
    "labels": gettext_noop("category or severity differs"),
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """The part of the queue that an address names: thresholds, a judging round, and the query that keeps to them."""

    form: CriteriaForm
    judging_round: int | None
    query: str

    def find_next(self, project: Project, item: Item | None = None) -> int | None:
        """Return the number of the item to decide after this one, or of the worst."""
        return find_next(project, item, self.form.read_criteria(), judging_round=self.judging_round)


@require_safe
@never_cache
@admits(can_adjudicate)
def queue(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show items on which judgements differ, worst first."""
    project = request.project
    chosen = _read_chosen(request)
    comparing = describe_at_work(request.user, list_comparisons(project, chosen.judging_round))
    criteria, number = chosen.form.read_criteria(), chosen.judging_round
    shown = request.GET.get("show", "")
    shown = shown if shown in SHOWN else TO_DECIDE
    disputes = list_disputes(project)
    prefetch_related_objects(disputes, "feedback__assignment__item__judgement_task")
    rows = list_queue(project, shown, criteria, judging_round=number)
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "Adjudication",
        **comparing,
        "form": chosen.form,
        "first": chosen.find_next(project),
        "query": chosen.query,
        "judging_round": project.judging_rounds.filter(number=number).first() if number else None,
        "kinds": [
            {"value": value, "label": label, "is_current": value == shown, "is_first": value == TO_DECIDE}
            for value, label in SHOWN.items()
        ],
        "is_decided": shown == DECIDED,
        "disputes": disputes,
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "evaluation/adjudication/queue.html", context)


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one item with every reading, and the decision."""
    project = request.project
    return _render_item(request, project, find_task(project, number))


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_decide(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Close the item with this decision, and continue with the next."""
    project = request.project
    task = find_task(project, number)
    form = DecisionForm(request.POST, method=task.judging_round.method, questions=count_task_questions(task))

    def step(fields: dict[str, Any]) -> HttpResponse:
        adjudicate_judgement(
            user=request.user,
            project=project,
            number=number,
            version=fields["version"],
            operation_id=fields["operation_id"],
            verdict=JudgementVerdict(**form.read_content()),
        )
        chosen = _read_chosen(request)
        following = chosen.find_next(project, task.item)
        if following is not None:
            return redirect(reverse("evaluation:adjudicate", args=[slug, following]) + chosen.query)
        messages.success(request, _("There are no more judgements to adjudicate."))
        return redirect(reverse("evaluation:adjudication", args=[slug]) + chosen.query)

    return take_step(request, form, step, lambda status: _render_item(request, project, task, form, status))


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_answer(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Answer disputes of a decision, which stays as it is."""
    project = request.project

    def step(fields: dict[str, Any]) -> HttpResponse:
        verdict = JudgementVerdict(note=fields.pop("note"))
        adjudicate_judgement(user=request.user, project=project, number=number, verdict=verdict, **fields)
        return redirect(reverse("evaluation:adjudicate", args=[slug, number]) + _read_chosen(request).query)

    task, form = find_task(project, number), AnswerForm(request.POST)
    return take_step(request, form, step, lambda status: _render_item(request, project, task, form, status))


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Undo the latest decision, so that the item can be changed again."""
    project = request.project

    def step(fields: dict[str, Any]) -> HttpResponse:
        undo_adjudication(user=request.user, project=project, number=number, **fields)
        return redirect(reverse("evaluation:adjudicate", args=[slug, number]) + _read_chosen(request).query)

    task, form = find_task(project, number), StepForm(request.POST)
    return take_step(request, form, step, lambda status: _render_item(request, project, task, form, status))


def _render_item(
    request: SignedInRequest, project: Project, task: JudgementTask, form: StepForm | None = None, status: int = 200
) -> HttpResponse:
    state, chosen = describe_item(project, task), _read_chosen(request)
    state["urls"]["work"] += chosen.query
    if isinstance(form, DecisionForm) and form.is_valid() and state["can_edit"]:
        state |= {"answers": form.read_answers(), "note": form.cleaned_data["note"]}
    asked = describe_questions(state)
    for question, readings, reasons in zip(asked["questions"], state["readings"], state["reasons"], strict=True):
        place = question["place"]
        question["readings"] = [show_reading(state, place, reading) for reading in readings]
        question["machines"] = [show_reading(state, place, reading) for reading in state["machines"][place]]
        question["reasons"] = [_(REASONS[each]) for each in reasons]
    context = {
        **project_context(request.user, project, TAB),
        "page_name": state["label"],
        "state": state,
        "task": task,
        **asked,
        "following": chosen.find_next(project, task.item),
        "query": chosen.query,
        "history": list_history(task.item),
        "disputes": list_disputes(project, task.item),
        "operation_id": uuid4(),
    }
    return render(request, "evaluation/adjudication/adjudicate.html", context, status=status)


def _read_chosen(request: SignedInRequest) -> Chosen:
    asked = request.GET.get("judging_round", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
    kept = {name: request.GET[name] for name in (*CriteriaForm.base_fields, "judging_round") if name in request.GET}
    form = CriteriaForm(request.GET if "f1_below" in request.GET else None)
    return Chosen(form, number, f"?{urlencode(kept)}" if kept else "")
