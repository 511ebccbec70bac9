"""The annotator's own work of every kind: the list, the next item, and the page of one assignment."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.assignments.counts import OwnWork, count_own_work
from annotation_site.assignments.kinds import AnnotationKind, find_kind, kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.progress import read_own_progress
from annotation_site.assignments.queries import (
    describe_state,
    find_continued,
    find_own,
    find_reopenable,
    find_resumable,
    guideline_of,
)
from annotation_site.assignments.services.leasing import find_next
from annotation_site.languages.catalogue import find_active_locale
from annotation_site.languages.locales import switch_locale, translated
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.access import OWNER, SignedInRequest, admits
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.pagination import read_search

PAGE_SIZE = 50
State = Assignment.State
CURRENT = [state for state in State.values if state != State.REPLACED]
# Of work, to which silent checks belong here; training and earlier versions are counted apart.
FILTERS: dict[str, tuple[str, list[str]]] = {
    "": (gettext_noop("All"), CURRENT),
    "open": (gettext_noop("In progress"), [State.IN_PROGRESS]),
    "submitted": (gettext_noop("Submitted"), [State.SUBMITTED]),
    "given-back": (gettext_noop("Skipped or returned"), [State.SKIPPED, State.RETURNED]),
}
IN_TRAINING = Q(purpose=Assignment.Purpose.TRAINING)
# Beside work, where there is any.
APART: dict[str, tuple[str, Q]] = {
    "training": (gettext_noop("Training"), IN_TRAINING & Q(state__in=CURRENT)),
    "earlier": (gettext_noop("Earlier versions"), Q(state=State.REPLACED)),
}


@require_safe
@never_cache
@admits(can_annotate)
@translated
def assignments(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Show the annotator's assignments, latest first, independent of other annotators."""
    project = request.project
    kind = kind_of(project)
    annotator = require_annotator(request.user, project)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in (*FILTERS, *APART) else ""
    counts = count_own_work(annotator)
    own: QuerySet[Assignment] = annotator.assignments.filter(_find_shown(chosen))
    search = read_search(request)
    if search:
        matching = kind.search_items(Item.versions.filter(project=project), search)
        own = own.filter(item__in=matching.values("pk"))
    own = kind.list_work(own).order_by("-pk")
    page = Paginator(own, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, kind.route("assignments")),
        **kind.describe(project),
        "page_name": _("My work"),
        "kind": kind,
        "routes": _routes(kind),
        "annotator": annotator,
        "progress": read_own_progress(annotator),
        "work_url": reverse(kind.route("assignments"), args=[project.slug]),
        "page": page,
        "search": search,
        "rows": _describe_rows(list(page), kind, project),
        "has_begun": bool(counts.by_state or counts.earlier),
        "in_progress_count": counts.count(State.IN_PROGRESS) + counts.training.get(State.IN_PROGRESS, 0),
        "skipped_count": counts.count(State.SKIPPED, State.RETURNED),
        "filters": _list_filters(counts, chosen),
        **kind.work_context(annotator),
    }
    return render(request, kind.work_template, context)


def _find_shown(chosen: str) -> Q:
    return APART[chosen][1] if chosen in APART else Q(state__in=FILTERS[chosen][1]) & ~IN_TRAINING


def _list_filters(counts: OwnWork, chosen: str) -> list[dict[str, Any]]:
    rows = [(value, label, counts.count(*states)) for value, (label, states) in FILTERS.items()]
    apart = {"training": counts.trained, "earlier": counts.earlier}
    rows += [(value, APART[value][0], count) for value, count in apart.items() if count]
    return [
        {"value": value, "label": _(label), "count": count, "is_current": value == chosen}
        for value, label, count in rows
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_annotate)
@translated
def assignments_next(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Lease the next item and open it; GET only offers this."""
    project = request.project
    if request.method != "POST":
        return redirect(kind_of(project).route("assignments"), project.slug)
    return go_on(request, project)


View = Callable[..., HttpResponse]


def follows_corrections(view: View) -> View:
    """Lead from an assignment whose item was corrected meanwhile to the one in which the work goes on."""

    @wraps(view)
    def answer(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
        try:
            return view(request, pk, project_kind)
        except Http404:
            continued = find_continued(request.user, pk)
            if continued is None:
                raise
            messages.info(request, _("The text was corrected meanwhile. You see the corrected version with your work."))
            kind = find_kind(project_kind)
            return redirect(kind.route(kind.page), continued.pk)

    return answer


@require_safe
@never_cache
@admits(OWNER)
@translated
@follows_corrections
def page(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    """Show one assignment on the page of its kind."""
    return show(request, pk, find_kind(project_kind))


def show(
    request: SignedInRequest, pk: int, kind: AnnotationKind, *, status: int = 200, form: forms.Form | None = None
) -> HttpResponse:
    """Render the page of an assignment, with the input of a refused form."""
    assignment = find_own(request.user, pk, kind)
    _speak_for(kind, assignment.item.project)
    state = describe_state(assignment)
    guideline = guideline_of(assignment)
    context = {
        "kind": kind,
        "routes": _routes(kind),
        "assignment": assignment,
        "project": assignment.item.project,
        "guideline_html": render_guideline(guideline.text) if guideline else "",
        "guideline_version": guideline.version if guideline else None,
        "operation_id": uuid4(),
        "can_resume": bool(find_resumable([assignment], kind)),
        **kind.page_context(assignment, state, form),
        "state": state,
    }
    return render(request, kind.template, context, status=status)


def _speak_for(kind: AnnotationKind, project: Project) -> None:
    """Let the page say what its project says itself, where it is in the project's language."""
    locale = kind.find_locale(project)
    if locale.own and find_active_locale().language == locale.language:
        switch_locale(locale)


def go_on(request: SignedInRequest, project: Project, **after: Assignment | None) -> HttpResponse:
    """Open the next page, or the list with the reason, if nothing is left; `after` is what `find_next` takes."""
    address = find_next(user=request.user, project=project, **after)[0]
    if address is not None:
        return redirect(address)
    return redirect(kind_of(project).route("assignments"), project.slug)


def _routes(kind: AnnotationKind) -> dict[str, str]:
    """Return full names of the routes of the kind, for templates that all kinds share."""
    names = ("assignments_next", "submit", "skip", "reopen", "resume", "comment")
    return {"page": kind.route(kind.page), **{name: kind.route(name) for name in names}}


def _describe_rows(assignments: Sequence[Assignment], kind: AnnotationKind, project: Project) -> list[dict[str, Any]]:
    """Return rows with an operation id of their own, so that a double click takes a step once, and what can be done."""
    for assignment in assignments:
        assignment.item.project = project  # known without a query for each row
    reopenable, resumable = find_reopenable(assignments, kind), find_resumable(assignments, kind)
    return [
        {
            "assignment": assignment,
            "name": kind.name(assignment),
            "operation_id": uuid4(),
            "can_reopen": assignment.pk in reopenable,
            "can_resume": assignment.pk in resumable,
            "skip_reason": _say_reason(assignment.skip_reason, kind),
            **kind.describe_row(assignment),
        }
        for assignment in assignments
    ]


def _say_reason(reason: str, kind: AnnotationKind) -> str:
    """Return a reason for skipping; a ready one, with or without details, in the language of the page."""
    ready, colon, details = reason.partition(": ")
    return f"{_(ready)}{colon}{details}" if ready in kind.skip_reasons else reason
