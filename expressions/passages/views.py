"""The passages of a project for a manager: the list, and everything about one passage."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.assignments.counts import count_items
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.projects.abilities import can_annotate, can_manage, can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.pagination import CountedPaginator, FoundPaginator, read_search
from expressions.marks.queries import describe_passage, name_passage, read_marks
from expressions.passages.models import Passage
from expressions.passages.queries import list_forms, matches, with_rows
from expressions.projects.access import admits, expression_context

PAGE_SIZE = 50
STATES = [state for state in Item.State if state != Item.State.REPLACED]


@require_safe
@never_cache
@admits(can_manage)
def passages(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show passages with their state and their annotators, by pseudonym."""
    project = request.project
    items = Item.objects.filter(project=project).order_by("number")
    counts, search = count_items(project), read_search(request)
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    shown = items.filter(state=state) if state else items
    pages = (
        FoundPaginator(shown.filter(matches(search)), PAGE_SIZE)
        if search
        else CountedPaginator(shown, PAGE_SIZE, getattr(counts, state or "current"))
    )
    page = pages.get_page(request.GET.get("page"))
    rows = list(with_rows(items.filter(number__in=[item.number for item in page])))
    context = {
        **expression_context(request.user, project, "expressions:passages"),
        "page_name": "Passages",
        "page": page,
        "rows": rows,
        "has_documents": any(item.passage.document for item in rows),
        "state": state,
        "search": search,
        "filters": _list_filters(counts, state),
    }
    return render(request, "expressions/passages/passages.html", context)


@require_safe
@never_cache
@admits(can_see_everyones_work)
def passage(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one passage: its text, and what each annotator marked in it."""
    project = request.project
    found = get_object_or_404(
        Passage.objects.select_related("item").prefetch_related("sentences"), item__project=project, item__number=number
    )
    context = {
        **expression_context(request.user, project, "expressions:passages"),
        "page_name": name_passage(found),
        "item": found.item,
        "passage": found,
        "state": describe_passage(found, project),
        "neighbours": _find_neighbours(project, number),
        # Whoever annotates as well may still have to read it.
        "is_blind": can_annotate(request.user, project) and found.item.state == Item.State.OPEN,
    }
    if not context["is_blind"]:
        context |= {"readings": _list_readings(found), "comments": Comment.objects.filter(item=found.item)}
    return render(request, "expressions/passages/passage.html", context)


def _list_filters(counts: Any, chosen: str) -> list[dict[str, Any]]:
    offered: list[tuple[str, str]] = [("", "All"), *((state.value, str(state.label)) for state in STATES)]
    return [
        {"value": state, "label": label, "count": getattr(counts, state or "current"), "is_current": state == chosen}
        for state, label in offered
    ]


def _list_readings(found: Passage) -> list[dict[str, Any]]:
    submitted = Assignment.objects.submitted().filter(item=found.item).select_related("annotator")
    forms = list_forms(found)
    readings = []
    for assignment in submitted.order_by("annotator").prefetch_related("marks"):
        marks = [
            {"text": " ".join(forms[word] for word in mark.words), "category": mark.category, "comment": mark.comment}
            for mark in read_marks(assignment)
        ]
        readings.append({"annotator": assignment.annotator, "submitted_at": assignment.submitted_at, "marks": marks})
    return readings


def _find_neighbours(project: Project, number: int) -> dict[str, int | None]:
    numbers = Item.objects.filter(project=project).values_list("number", flat=True)
    return {
        "previous": numbers.filter(number__lt=number).order_by("-number").first(),
        "next": numbers.filter(number__gt=number).order_by("number").first(),
    }
