"""Feedback: an annotator's readings beside the gold of pairs that are adjudicated."""

from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from alignment.feedback.forms import ACKNOWLEDGE_ALL, DISPUTE, ReplyForm
from alignment.feedback.models import Feedback
from alignment.feedback.queries import feedback as reads
from alignment.feedback.services import LONGEST_DISPUTE, acknowledge_links, dispute_link
from alignment.projects.access import open_project
from annotation_site.languages.voices import translated
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError

PAGE_SIZE = 50
EXCERPT_TOKENS = 18
State = Feedback.State
FILTERS: dict[str, list[str]] = {
    "": [state.value for state in reads.SHOWN],
    **{state.value: [state.value] for state in reads.SHOWN},
}


@require_safe
@never_cache
@login_required
@translated
def feedback(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the annotator's adjudicated pairs, those with news first."""
    project = open_project(request.user, slug)
    annotator = require_annotator(request.user, project)
    counts = reads.count_feedback(annotator)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in FILTERS else ""
    own = reads.list_feedback(annotator)
    page = Paginator(own.filter(state__in=FILTERS[chosen]), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, "alignment:feedback"),
        "page_name": _("Feedback"),
        "is_on": project.alignment.shows_feedback,
        "total": sum(counts.values()),
        "first": own.filter(state__in=[State.NEW, State.ANSWERED]).first(),
        "page": page,
        "rows": [{"feedback": each, "excerpt": _excerpt(each)} for each in page],
        "filters": [
            {
                "value": value,
                "label": State(value).label if value else _("All"),
                "count": sum(counts[state] for state in states),
                "is_current": value == chosen,
            }
            for value, states in FILTERS.items()
        ],
        "source_language": find_language(project.alignment.source_language),
    }
    return render(request, "alignment/feedback/feedback.html", context)


@require_safe
@never_cache
@login_required
@translated
def feedback_pair(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one pair beside its gold."""
    return _show(request, pk)


@require_POST
@never_cache
@login_required
@translated
def reply(request: SignedInRequest, pk: int) -> HttpResponse:
    """Acknowledge or dispute a link, or acknowledge all remaining ones."""
    get_object_or_404(Feedback.objects.for_annotator(request.user), pk=pk)
    form = ReplyForm(request.POST)
    if not form.is_valid():
        return _show(request, pk, status=400, trouble=_("The request is not valid. Reload the page and try again."))
    try:
        done = _act(request, pk, form.cleaned_data)
    except DomainError as error:
        return _show(request, pk, status=error.status, trouble=error.sentence)
    if form.cleaned_data["action"] != ACKNOWLEDGE_ALL:
        return redirect(reverse("alignment:feedback_pair", args=[pk]) + "#here")
    following = reads.find_next_new(done)
    if following is None:
        messages.success(request, _("You have reviewed all feedback."))
        return redirect("alignment:feedback", done.annotator.project.slug)
    return redirect("alignment:feedback_pair", following)


def _act(request: SignedInRequest, pk: int, sent: dict[str, Any]) -> Feedback:
    action, cell = sent["action"], sent["cell"]
    # The forms of a page share one id: the same button twice is one action, another one is not.
    operation_id = uuid5(sent["operation_id"], f"{action} {cell} {sent['text']}")
    known = {
        "user": request.user,
        "assignment_id": pk,
        "operation_id": operation_id,
        "version": sent["version"],
    }
    if action == ACKNOWLEDGE_ALL:
        return acknowledge_links(**known)
    if cell is None:
        raise DomainError(_("Identify the link."))
    if action == DISPUTE:
        return dispute_link(**known, cell=cell, text=sent["text"].replace("\x00", ""))
    return acknowledge_links(**known, cells=[cell])


def _show(request: SignedInRequest, pk: int, *, status: int = 200, trouble: str = "") -> HttpResponse:
    own = Feedback.objects.for_annotator(request.user).select_related(
        "assignment__item__project__alignment", "assignment__item__sentence_pair", "annotator"
    )
    found = get_object_or_404(own, pk=pk)
    item = found.assignment.item
    context = {
        **project_context(request.user, item.project, "alignment:feedback"),
        "page_name": _("Pair {n}").format(n=item.number),
        "feedback": found,
        "item": item,
        "state": reads.read_feedback(found),
        "following": reads.find_next_new(found),
        "trouble": trouble,
        "typed": {"cell": request.POST.get("cell"), "text": request.POST.get("text", "")} if trouble else {},
        "operation_id": uuid4(),
        "longest": LONGEST_DISPUTE,
    }
    return render(request, "alignment/feedback/feedback_pair.html", context, status=status)


def _excerpt(each: Feedback) -> str:
    tokens = each.assignment.item.sentence_pair.source_tokens
    excerpt = " ".join(tokens[:EXCERPT_TOKENS])
    return excerpt if len(tokens) <= EXCERPT_TOKENS else f"{excerpt} …"
