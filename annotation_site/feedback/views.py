"""Feedback of every kind: the annotator's list, one item beside its gold, and replies."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.assignments.kinds import AnnotationKind, find_kind
from annotation_site.assignments.queries import find_continued
from annotation_site.feedback import queries as reads
from annotation_site.feedback.forms import ACKNOWLEDGE_ALL, DISPUTE, ReplyForm
from annotation_site.feedback.kinds import find_feedback
from annotation_site.feedback.models import LONGEST_DISPUTE, Feedback
from annotation_site.feedback.services.replies import NOT_SAVED, acknowledge_gold, dispute_gold
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.access import OWNER, SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError

PAGE_SIZE = 50
State = Feedback.State
View = Callable[..., HttpResponse]
FILTERS: dict[str, list[str]] = {
    "": [state.value for state in reads.SHOWN],
    **{state.value: [state.value] for state in reads.SHOWN},
}


@require_safe
@never_cache
@admits(can_annotate)
@translated
def feedback(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Show the annotator's adjudicated items, latest first."""
    project = request.project
    kind = find_kind(project_kind)
    source = find_feedback(project)
    annotator = require_annotator(request.user, project)
    counts = reads.count_feedback(annotator)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in FILTERS else ""
    own = reads.list_feedback(annotator)
    rows = source.with_content(own.filter(state__in=FILTERS[chosen]))
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, kind.route("feedback")),
        **kind.describe(project),
        "page_name": _("Feedback"),
        "routes": _routes(kind),
        "is_on": project.shows_feedback,
        "total": sum(counts.values()),
        "first": own.filter(state__in=reads.NEWS).first(),
        "page": page,
        "rows": [{"feedback": feedback, "excerpt": source.excerpt(feedback.assignment.item)} for feedback in page],
        "filters": [
            {
                "value": value,
                "label": State(value).label if value else _("All"),
                "count": sum(counts[state] for state in states),
                "is_current": value == chosen,
            }
            for value, states in FILTERS.items()
        ],
    }
    return render(request, source.template, context)


def _says_why_gone(view: View) -> View:
    """Lead to the annotator's list, or to the corrected item, with the reason why feedback that they could read before
    is not there any more.
    """

    @wraps(view)
    def answer(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
        try:
            return view(request, pk, project_kind)
        except Http404:
            reason = reads.say_why_gone(request.user, pk)
            project = Project.objects.filter(memberships__feedback=pk, kind=project_kind).first()
            if not reason or project is None:
                raise
        if request.method == "POST":
            messages.error(request, f"{reason} {_(NOT_SAVED)}")
        else:
            messages.info(request, reason)
        continued = find_continued(request.user, pk)
        routes = _routes(find_kind(project_kind))
        if continued is not None and _own(request, project_kind).filter(pk=continued.pk).exists():
            return redirect(routes["item"], continued.pk)
        return redirect(routes["feedback"], project.slug)

    return answer


@require_safe
@never_cache
@admits(OWNER)
@translated
@_says_why_gone
def feedback_item(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    """Show one item beside its gold."""
    return _render_item(request, pk, project_kind)


@require_POST
@never_cache
@admits(OWNER)
@translated
@_says_why_gone
def feedback_reply(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    """Acknowledge or dispute gold at a place, or acknowledge all remaining differences."""
    get_object_or_404(_own(request, project_kind), pk=pk)
    form = ReplyForm(request.POST)
    if not form.is_valid():
        trouble = _("The request is not valid. Reload the page and try again.")
        return _render_item(request, pk, project_kind, status=400, trouble=trouble)
    try:
        done = _act(request, pk, form.cleaned_data)
    except DomainError as error:
        return _render_item(request, pk, project_kind, status=error.status, trouble=error.sentence)
    routes = _routes(find_kind(project_kind))
    if form.cleaned_data["action"] != ACKNOWLEDGE_ALL:
        return redirect(reverse(routes["item"], args=[pk]) + "#here")
    following = reads.find_next_new(done)
    if following is None:
        messages.success(request, _("You have reviewed all feedback."))
        return redirect(routes["feedback"], done.annotator.project.slug)
    return redirect(routes["item"], following)


def _own(request: SignedInRequest, project_kind: str) -> Any:
    own = Feedback.objects.for_annotator(request.user).filter(annotator__project__kind=project_kind)
    return own.select_related("assignment__item__project", "annotator__project")


def _act(request: SignedInRequest, pk: int, sent: dict[str, Any]) -> Feedback:
    action, place = sent["action"], sent["place"]
    # The forms of a page share one id: the same button twice is one action, another one is not.
    operation_id = uuid5(sent["operation_id"], f"{action} {place} {sent['text']}")
    known = {
        "user": request.user,
        "assignment_id": pk,
        "operation_id": operation_id,
        "version": sent["version"],
    }
    if action == ACKNOWLEDGE_ALL:
        return acknowledge_gold(**known)
    if action == DISPUTE:
        return dispute_gold(**known, place=place, text=sent["text"].replace("\x00", ""))
    return acknowledge_gold(**known, places=[place])


def _render_item(
    request: SignedInRequest, pk: int, project_kind: str, *, status: int = 200, trouble: str = ""
) -> HttpResponse:
    kind = find_kind(project_kind)
    feedback = get_object_or_404(_own(request, project_kind), pk=pk)
    source = find_feedback(feedback.annotator.project)
    [feedback] = source.with_content(_own(request, project_kind).filter(pk=pk))
    item = feedback.assignment.item
    state = source.describe(feedback)
    context = {
        **project_context(request.user, item.project, kind.route("feedback")),
        **kind.describe(item.project),
        "page_name": source.name(item),
        "routes": _routes(kind),
        "feedback": feedback,
        "item": item,
        "state": state,
        "left": sum(place_state.place.can_acknowledge for place_state in state["places"]),
        "following": reads.find_next_new(feedback),
        "trouble": trouble,
        "typed": {"place": request.POST.get("place"), "text": request.POST.get("text", "")} if trouble else {},
        "operation_id": uuid4(),
        "longest": LONGEST_DISPUTE,
    }
    return render(request, source.item_template, context, status=status)


def _routes(kind: AnnotationKind) -> dict[str, str]:
    """Return full names of the routes of the kind."""
    names = {"feedback": "feedback", "item": "feedback_item", "reply": "feedback_reply"}
    return {short: kind.route(name) for short, name in names.items()}
