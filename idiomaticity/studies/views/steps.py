"""Pages of a study's five steps, of what is missing before it opens, and of the walk through it as a participant."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.assignments.models import Item
from annotation_site.languages.locales import switch_locale, translated
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from idiomaticity.crowd.marketplaces import find_study_code
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.lists import count_most_asked
from idiomaticity.crowd.views.crowd import write_link
from idiomaticity.crowd.views.entry import describe_consent
from idiomaticity.lists.models import ListedItem
from idiomaticity.lists.views import describe_unrated
from idiomaticity.page_texts.queries import find_locale
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.questionnaires.forms import AnswersForm
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.questionnaires.queries import find_questionnaire
from idiomaticity.screening.models import KnownRating
from idiomaticity.studies.queries.steps import count_demand, list_steps

OPENING = "idiomaticity:study_opening"
PREVIEW = "This is a preview. Nothing is saved."
# Of a participant, in place of the one that they would get.
SAMPLE_CODE = "K7QM-XW3P-9TDR"


@require_safe
@never_cache
@admits(can_manage)
def study(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the five steps with their state, their forms, and their pages as raters see them."""
    steps = list_steps(request.project)
    context = {
        **rating_context(request.user, request.project, "idiomaticity:study"),
        "page_name": "Study",
        "steps": steps,
        "has_begun": CrowdWorker.objects.filter(call=request.project.pk).exists(),
        "missing": sum(len(step.gaps) for step in steps),
    }
    return render(request, "idiomaticity/studies/study.html", context)


@require_safe
@never_cache
@admits(can_manage)
def study_opening(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what is missing, and offer the walk as a participant and the opening of the link."""
    project = request.project
    call = _find_call(project)
    gaps = [(step, gap) for step in list_steps(project) for gap in step.gaps]
    context = {
        **rating_context(request.user, project, OPENING),
        "page_name": "Open the study",
        "call": call,
        "gaps": gaps,
        "is_blocked": call is None or any(gap.is_blocking for _, gap in gaps),
        "demand": (demand := count_demand(project, call)),
        "cost": call.payment * demand.people if call else 0,
        "each": count_most_asked(call) if call else 0,
        "link": write_link(request, call) if call else "",
        "walk": list_walk(project),
    }
    return render(request, "idiomaticity/studies/study_opening.html", context)


def list_walk(project: Project) -> list[tuple[str, str]]:
    """Return the pages of a participant in their order, each by its name in addresses and its label."""
    call, asked = _find_call(project), find_questionnaire(project)
    about = [("questionnaire", "Questionnaire")] if asked.questions else []
    is_at_end = asked.moment == Questionnaire.Moment.END
    pages = [("consent", "Consent")] if call is not None else []
    pages += [] if is_at_end else about
    pages += [("items", "Items")] if _list_items(project) else []
    pages += about if is_at_end else []
    return pages + ([("end", "End")] if call is not None else [])


@require_safe
@never_cache
@admits(can_manage)
@translated
def study_walk(request: SignedInRequest, slug: str, page: str) -> HttpResponse:
    """Show a page of the study as its participants see it, in their language."""
    project = request.project
    pages = list_walk(project)
    names = [name for name, _ in pages]
    if page not in names:
        raise Http404("The study has no such page.")
    switch_locale(find_locale(project))
    context = {"project": project, **_WALK[page](request, project)}
    place = names.index(page)
    context["walk"] = {
        "label": pages[place][1],
        "place": place + 1,
        "total": len(pages),
        **_find_neighbours(project, names, place, context.get("page")),
    }
    return render(request, f"idiomaticity/studies/walk_{page}.html", context)


def _find_neighbours(project: Project, names: list[str], place: int, item: Any) -> dict[str, str]:
    """Return the addresses before and after a page; of items, one follows another."""
    addresses = [reverse("idiomaticity:study_walk", args=[project.slug, name]) for name in names]
    before = addresses[place - 1] if place else ""
    following = addresses[place + 1] if place + 1 < len(names) else ""
    if item is not None and item.has_previous():
        before = f"{addresses[place]}?page={item.previous_page_number()}"
    if item is not None and item.has_next():
        following = f"{addresses[place]}?page={item.next_page_number()}"
    return {"before": before, "next": following}


def _walk_consent(request: SignedInRequest, project: Project) -> Mapping[str, Any]:
    return {**describe_consent(project.crowd_call), "is_colleague": True}


def _walk_questionnaire(request: SignedInRequest, project: Project) -> Mapping[str, Any]:
    call = _find_call(project)
    return {
        "form": AnswersForm(questions=find_questionnaire(project).asked),
        "deletion_day": call.forget_on if call else None,
    }


def _walk_items(request: SignedInRequest, project: Project) -> Mapping[str, Any]:
    item = Paginator(_list_items(project), 1).get_page(request.GET.get("page"))
    return {**describe_unrated(project, item[0], PREVIEW), "page": item}


def _walk_end(request: SignedInRequest, project: Project) -> Mapping[str, Any]:
    call, debriefing = project.crowd_call, find_questionnaire(project).debriefing
    address = call.completed_url
    asks_for_own = not address or "{code}" in address
    return {
        "code": SAMPLE_CODE if asks_for_own else find_study_code(address),
        "address": address,
        "debriefing_html": render_guideline(debriefing) if debriefing else "",
    }


_WALK: Mapping[str, Callable[[SignedInRequest, Project], Mapping[str, Any]]] = {
    "consent": _walk_consent,
    "questionnaire": _walk_questionnaire,
    "items": _walk_items,
    "end": _walk_end,
}


def _find_call(project: Project) -> CrowdCall | None:
    found: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    return found


def _list_items(project: Project) -> list[int]:
    """Return the items of the first participant: tutorial and test, then the first list, or else some of the work."""
    before = KnownRating.objects.filter(project=project).exclude(use=KnownRating.Use.ATTENTION).order_by("-use", "pk")
    listed = ListedItem.objects.filter(project=project).order_by("number", "item__number")
    first = listed.values_list("number", flat=True).first()
    work = list(listed.filter(number=first).values_list("item", flat=True)) if first is not None else []
    open_items = Item.objects.filter(project=project, state=Item.State.OPEN).order_by("number")
    limit = CrowdCall().limit_each if (call := _find_call(project)) is None else call.limit_each
    return [*before.values_list("item", flat=True), *(work or open_items.values_list("pk", flat=True)[:limit])]
