"""An annotator's side of a reconciliation round: the list of pairs, and one pair with everybody's reading of it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from alignment.adjudication.decisions import read_entries
from alignment.projects.access import open_project
from alignment.readings.links import Label
from alignment.rounds.models import RoundReading
from alignment.rounds.queries import readings as reads
from alignment.rounds.services.steps import CLOSED, change_link, keep_link, keep_reading, post_round_comment
from annotation_site.assignments.forms import StepForm
from annotation_site.assignments.history import UNDO
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest, fragment_login_required
from annotation_site.web.exceptions import DomainError

PAGE_SIZE = 50
EXCERPT_TOKENS = 18
LONGEST_COMMENT = 2000
State = RoundReading.State
FILTERS: dict[str, tuple[str, list[str]]] = {
    "": ("All", list(State.values)),
    "waiting": ("To review", [State.WAITING, State.CHANGING]),
    "kept": ("Kept", [State.KEPT]),
    "changed": ("Changed", [State.CHANGED]),
}
LABELS: dict[str | None, Label | None] = {"S": "S", "P": "P", "none": None}
Act = Callable[[dict[str, Any]], object]


class ActionForm(StepForm):
    """One action on a pair of a round."""

    choice = forms.CharField(required=False, max_length=40)
    keep = forms.CharField(required=False, max_length=40)
    text = forms.CharField(required=False, max_length=LONGEST_COMMENT)
    is_question = forms.BooleanField(required=False)


@require_safe
@never_cache
@login_required
def reconciliation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the annotator's pairs in the open round, with their own state only."""
    project = open_project(request.user, slug)
    annotator = require_annotator(request.user, project)
    own = reads.list_own(annotator)
    counts = dict(own.order_by("state").values_list("state").annotate(n=Count("pk")))
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in FILTERS else ""
    page = Paginator(own.filter(state__in=FILTERS[chosen][1]), PAGE_SIZE).get_page(request.GET.get("page"))
    first = own.filter(state__in=[State.WAITING, State.CHANGING]).first()
    total = sum(counts.values())
    context = {
        **project_context(request.user, project, "alignment:reconciliation"),
        "page_name": "Reconciliation",
        "annotator": annotator,
        "held": project.reconciliation_rounds.filter(state="open").first() if total else None,
        "total": total,
        "done": counts.get(State.KEPT, 0) + counts.get(State.CHANGED, 0),
        "first": first,
        "page": page,
        "rows": [_describe(in_round) for in_round in page],
        "filters": [
            {
                "value": value,
                "label": label,
                "count": sum(counts.get(state, 0) for state in states),
                "is_current": value == chosen,
            }
            for value, (label, states) in FILTERS.items()
        ],
        "source_language": find_language(project.alignment.source_language),
    }
    return render(request, "alignment/rounds/reconciliation.html", context)


@require_safe
@never_cache
@login_required
def reconcile(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one pair, while its round is open."""
    return _answer(request, pk)


@require_safe
@never_cache
@fragment_login_required
def reconcile_now(request: SignedInRequest, pk: int) -> HttpResponse:
    """Return the changing part of a pair's page; 304 while nothing changed, which costs one query."""
    version = reads.page_version(request.user, pk)
    if version is None:
        raise Http404(CLOSED)
    if request.headers.get("If-None-Match") == version:
        return HttpResponseNotModified(headers={"ETag": version})
    return _answer(request, pk, is_fragment=True)


@require_POST
@never_cache
@login_required
def change(request: SignedInRequest, pk: int) -> HttpResponse:
    """Change one link of the annotator's reading, or keep it."""

    def act(sent: dict[str, Any]) -> object:
        known = {"user": request.user, "assignment_id": pk, "version": sent["version"]}
        written = sent["keep"] or sent["choice"]
        operation_id = uuid5(sent["operation_id"], f"{'keep' if sent['keep'] else 'set'} {written}")
        entry = f"{sent['keep']}=open" if sent["keep"] else sent["choice"]
        try:
            [(source, target, label)] = read_entries(entry)
        except ValueError as error:
            raise DomainError("The link is not valid. Reload the page and try again.") from error
        if sent["keep"]:
            return keep_link(**known, operation_id=operation_id, cell=(source, target))
        if label not in LABELS:
            raise DomainError("A link must be Sure, Possible or none.")
        return change_link(**known, operation_id=operation_id, cell=(source, target), label=LABELS[label])

    return _change(request, pk, act)


@require_POST
@never_cache
@login_required
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo the last change of the annotator's reading, as in the editor."""

    def act(sent: dict[str, Any]) -> object:
        own = get_object_or_404(reads.open_readings(request.user), assignment=pk)
        if not reads.can_undo(own):
            raise DomainError("There are no changes in this round to undo.")
        operation_id = uuid5(sent["operation_id"], UNDO)
        return change_assignment(
            user=request.user, assignment_id=pk, version=sent["version"], operation_id=operation_id, kind=UNDO
        )

    return _change(request, pk, act)


@require_POST
@never_cache
@login_required
def settle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Finish the pair: submit the reading if it was changed, or keep it."""

    def act(sent: dict[str, Any]) -> object:
        operation_id: UUID = uuid5(sent["operation_id"], "settle")
        return keep_reading(user=request.user, assignment_id=pk, operation_id=operation_id, version=sent["version"])

    return _change(request, pk, act, goes_on=True)


@require_POST
@never_cache
@login_required
def say(request: SignedInRequest, pk: int) -> HttpResponse:
    """Add a comment for the others who read this pair."""

    def act(sent: dict[str, Any]) -> object:
        operation_id = uuid5(sent["operation_id"], f"say {sent['text']}")
        return post_round_comment(
            user=request.user,
            assignment_id=pk,
            operation_id=operation_id,
            text=sent["text"].replace("\x00", ""),
            is_question=sent["is_question"],
        )

    return _change(request, pk, act)


def _change(request: SignedInRequest, pk: int, act: Act, *, goes_on: bool = False) -> HttpResponse:
    get_object_or_404(Assignment.objects.for_annotator(request.user), pk=pk)
    form = ActionForm(request.POST)
    if not form.is_valid():
        return _answer(request, pk, status=400, trouble="The request is not valid. Reload the page and try again.")
    try:
        act(form.cleaned_data)
    except DomainError as error:
        return _answer(request, pk, status=error.status, trouble=error.sentence)
    if _is_fragment(request):
        return _answer(request, pk)
    own = get_object_or_404(reads.open_readings(request.user), assignment=pk)
    following = reads.find_neighbours(own)["following"] if goes_on else pk
    if following is None:
        return redirect("alignment:reconciliation", own.assignment.item.project.slug)
    return redirect(reverse("alignment:reconcile", args=[following]))


def _is_fragment(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))


def _answer(
    request: SignedInRequest, pk: int, *, status: int = 200, trouble: str = "", is_fragment: bool = False
) -> HttpResponse:
    own = reads.open_readings(request.user).filter(assignment=pk).first()
    if own is None:
        assignment = get_object_or_404(Assignment.objects.for_annotator(request.user), pk=pk)
        if not assignment.round_readings.exists():
            raise Http404("This pair was not in a round.")
        return _say_closed(request, assignment)
    state = reads.read_pair(own)
    project = own.assignment.item.project
    context = {
        "project": project,
        "item": own.assignment.item,
        "assignment": own.assignment,
        "state": state,
        "neighbours": reads.find_neighbours(own),
        "trouble": trouble,
        "typed": request.POST.get("text", "") if trouble else "",
        "operation_id": uuid4(),
        "longest_comment": LONGEST_COMMENT,
    }
    if is_fragment or _is_fragment(request):
        answer = render(request, "alignment/rounds/_reconcile_pair.html", context, status=status)
    else:
        frame = project_context(request.user, project, "alignment:reconciliation")
        context |= {**frame, "page_name": f"Pair {own.assignment.item.number}"}
        answer = render(request, "alignment/rounds/reconcile.html", context, status=status)
    answer["ETag"] = f'"{pk}-{own.round_item_id}-{state["round_version"]}"'
    return answer


def _say_closed(request: SignedInRequest, assignment: Assignment) -> HttpResponse:
    project = assignment.item.project
    context = {
        **project_context(request.user, project, "alignment:reconciliation"),
        "page_name": f"Pair {assignment.item.number}",
        "assignment": assignment,
        "sentence": CLOSED,
    }
    return render(request, "alignment/rounds/reconcile_closed.html", context, status=404)


def _describe(in_round: RoundReading) -> dict[str, Any]:
    tokens = in_round.assignment.item.sentence_pair.source_tokens
    excerpt = " ".join(tokens[:EXCERPT_TOKENS])
    return {"own": in_round, "excerpt": excerpt if len(tokens) <= EXCERPT_TOKENS else f"{excerpt} …"}
