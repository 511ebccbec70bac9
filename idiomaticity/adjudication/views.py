"""Pages for adjudicating compounds: the queue, worst first, and one compound."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.adjudication.views import take_step
from annotation_site.assignments.forms import StepForm
from annotation_site.machines.queries import list_shown_answers
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from idiomaticity.adjudication.queries import find_next, read_history, read_queue
from idiomaticity.adjudication.services import adjudicate_compound, undo_verdict
from idiomaticity.classes.forms import DoubtsForm, VerdictForm
from idiomaticity.classes.queries import find_unseen, require_seen
from idiomaticity.compounds.models import Compound
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.ratings.judgements import LOWEST, SCALES
from idiomaticity.ratings.queries import write_occurrence
from idiomaticity.ratings.scores import CLASSES
from idiomaticity.results.queries.results import read_distributions

PAGE_SIZE = 50
KINDS = {"": "All", "experts": "Experts disagree", "polarised": "Polarised ratings", "sentences": "Sentences differ",
         "class": "Class contradicts score", "done": "Done"}  # fmt: skip


@require_safe
@never_cache
@admits(can_adjudicate)
def queue(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show compounds to adjudicate, worst first."""
    project = request.project
    form = DoubtsForm(request.GET if "spread_from" in request.GET else None, scale=project.idiomaticity.score_scale)
    unseen = find_unseen(request.user, project)
    found = read_queue(project, form.read_doubts(), unseen=unseen)
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    if kind == "done":
        rows = [row for row in found if row.is_done]
    else:
        rows = [row for row in found if not kind or kind in {reason.kind for reason in row.reasons}]
    first = find_next(found)
    context = {
        **rating_context(request.user, project, "idiomaticity:adjudication"),
        "page_name": "Adjudication",
        "form": form,
        "open": sum(not row.is_done and bool(row.reasons) for row in found),
        "done": sum(row.is_done for row in found),
        "first": first.compound if first else None,
        "unseen": len(unseen),
        "kinds": [{"value": value, "label": label, "is_current": value == kind} for value, label in KINDS.items()],
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "idiomaticity/adjudication/queue.html", context)


@require_safe
@never_cache
@admits(can_adjudicate)
def adjudicate(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one compound with the reasons to adjudicate it, and the decision."""
    project = request.project
    compound = _find(project, number)
    require_seen(request.user, project, number)
    return _render_compound(request, project, compound)


@require_POST
@never_cache
@admits(can_adjudicate)
def adjudicate_decide(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Store the decision, and continue with the next compound if this one is done."""
    project = request.project
    form = VerdictForm(request.POST)

    def step(fields: dict[str, Any]) -> HttpResponse:
        adjudicate_compound(
            user=request.user,
            project=project,
            number=number,
            version=fields["version"],
            verdict=form.read_verdict(),
            operation_id=fields["operation_id"],
        )
        rest = read_queue(project, unseen=find_unseen(request.user, project)) if fields["is_done"] else []
        following = find_next(rest, number)
        if following is not None:
            return redirect("idiomaticity:adjudicate", project.slug, following.compound.number)
        if fields["is_done"]:
            messages.success(request, "There are no more compounds to adjudicate.")
            return redirect("idiomaticity:adjudication", project.slug)
        return redirect("idiomaticity:adjudicate", project.slug, number)

    return _take(request, project, number, form, step)


@require_POST
@never_cache
@admits(can_adjudicate)
def adjudicate_undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Undo the latest decision."""
    project = request.project

    def step(fields: dict[str, Any]) -> HttpResponse:
        undo_verdict(user=request.user, project=project, number=number, **fields)
        return redirect("idiomaticity:adjudicate", project.slug, number)

    return _take(request, project, number, StepForm(request.POST), step)


def _take(
    request: SignedInRequest,
    project: Project,
    number: int,
    form: StepForm,
    step: Callable[[dict[str, Any]], HttpResponse],
) -> HttpResponse:
    compound = _find(project, number)
    require_seen(request.user, project, number)
    return take_step(request, form, step, lambda status: _render_compound(request, project, compound, status))


def _find(project: Project, number: int) -> Compound:
    found: Compound = get_object_or_404(Compound.objects.select_related("project"), project=project, number=number)
    return found


def _render_compound(request: SignedInRequest, project: Project, compound: Compound, status: int = 200) -> HttpResponse:
    (row,) = read_queue(project, compounds=[compound])
    given = read_distributions(compound)
    verdict = row.adjudication
    context = {
        **rating_context(request.user, project, "idiomaticity:adjudication"),
        "page_name": compound.text,
        "compound": compound,
        "row": row,
        "sentences": [
            {"score": score, **write_occurrence(each), "scores": _spell(given, each.item_id)}
            for each, score in zip(compound.occurrences.order_by("number"), row.row.sentences, strict=True)
        ],
        "machines": _list_machines(compound),
        "own_scores": _spell(given, compound.item_id),
        "verdict": verdict,
        "version": verdict.version if verdict else 0,
        "choices": [
            {"value": value, "name": name, "key": key} for key, (value, name) in enumerate(CLASSES.items(), start=1)
        ],
        "history": [_describe_operation(each) for each in read_history(compound)],
        "operation_id": uuid4(),
    }
    return render(request, "idiomaticity/adjudication/adjudicate.html", context, status=status)


def _list_machines(compound: Compound) -> list[dict[str, Any]]:
    """Return the scores of machines that the page shows, each with the number of its sentence; None for the whole."""
    sentences = dict(compound.occurrences.exclude(item=None).values_list("item", "number"))
    return [
        {
            "pseudonym": each.machine.pseudonym,
            "sentence": sentences.get(each.item_id),
            "scores": [
                (name, score) for name in SCALES if (score := each.reading[name]) is not None and score >= LOWEST
            ],
        }
        for each in list_shown_answers([*sentences, *([compound.item_id] if compound.item_id else [])])
    ]


def _spell(given: dict[int, dict[int, int]], item: int | None) -> list[tuple[int, int]]:
    """Return the scores given and their frequencies, lowest first."""
    return sorted(given.get(item, {}).items()) if item is not None else []


def _describe_operation(operation: Any) -> dict[str, Any]:
    payload = operation.payload
    is_judgement = operation.kind == "judge_class"
    after = {"decided_class": payload["after"]} if is_judgement else payload["after"]
    return {
        "at": operation.created_at,
        "by": f"expert {payload['annotator']}" if is_judgement else operation.actor.name,
        "what": "undone" if operation.kind == "undo_adjudicate_compound" else "class" if is_judgement else "decided",
        "class": CLASSES.get(after["decided_class"], ""),
        "note": after.get("note", ""),
        "is_done": after.get("is_done", False),
    }
