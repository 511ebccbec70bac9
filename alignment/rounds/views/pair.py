"""One pair of an open round with everybody's reading of it, and an annotator's actions on it."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from alignment.adjudication.decisions import read_entries
from alignment.readings.links import Label
from alignment.rounds.queries import readings as reads
from alignment.rounds.queries.presence import Together, find_together, list_people
from alignment.rounds.services.presence import renew_presence
from alignment.rounds.services.steps import CLOSED, change_link, keep_link, keep_reading, post_round_comment
from annotation_site.assignments.forms import StepForm
from annotation_site.assignments.history import UNDO
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.views.work import follows_corrections
from annotation_site.languages.locales import translated
from annotation_site.projects.access import OWNER, SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError, NotEditable

LONGEST_COMMENT, LONGEST_STEP = 2000, 300
LABELS: dict[str | None, Label | None] = {"S": "S", "P": "P", "none": None}
Act = Callable[[dict[str, Any]], object]
View = Callable[..., HttpResponse]


class ActionForm(StepForm):
    """One action on a pair of a round."""

    # A cell, its label, and after @ the others' labels of it that the page showed.
    choice = forms.CharField(required=False, max_length=LONGEST_STEP)
    keep = forms.CharField(required=False, max_length=LONGEST_STEP)
    # With finishing: a digest of the others' readings that the page showed.
    seen = forms.CharField(required=False, max_length=64)
    # With finishing: the page named the words without a link or a mark.
    mark_rest = forms.BooleanField(required=False)
    text = forms.CharField(required=False, max_length=LONGEST_COMMENT)
    is_question = forms.BooleanField(required=False)


def _follows_corrections(view: View) -> View:
    """Lead from a pair that was corrected after its round to the one in which the work goes on."""

    def answer(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
        return view(request, pk)

    follow = follows_corrections(answer)

    @wraps(view)
    def lead(request: SignedInRequest, pk: int) -> HttpResponse:
        return follow(request, pk, Project.Kind.ALIGNMENT)

    return lead


@require_safe
@never_cache
@admits(OWNER)
@translated
@_follows_corrections
def reconcile(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one pair, while its round is open."""
    return _answer(request, pk)


@require_safe
@never_cache
@admits(OWNER, is_fragment=True)
@translated
def reconcile_now(request: SignedInRequest, pk: int) -> HttpResponse:
    """Return the changing part of a pair's page, for which it asks when `reconcile_together` has a newer version."""
    return _answer(request, pk, is_fragment=True)


@require_safe
@never_cache
@admits(OWNER, is_fragment=True)
@translated
def reconcile_together(request: SignedInRequest, pk: int) -> HttpResponse:
    """Return the annotators of a pair, the pairs they look at now and the pair's version, and keep that this person
    looks at it; 304 while nothing changed. Open pages ask for it all the time: one statement, and every few seconds a
    second one.
    """
    together = find_together(request.user, pk)
    if together is None:
        raise Http404(_(CLOSED))
    if together.needs_renewal:
        renew_presence(together)
    if request.headers.get("If-None-Match") == together.tag:
        return HttpResponseNotModified(headers={"ETag": together.tag})
    answer = render(request, "alignment/rounds/_people.html", _people_context(together))
    answer["ETag"] = together.tag
    return answer


@require_POST
@never_cache
@admits(OWNER)
@translated
@_follows_corrections
def change(request: SignedInRequest, pk: int) -> HttpResponse:
    """Change one link of the annotator's reading, or keep it."""

    def act(sent: dict[str, Any]) -> object:
        known = {"user": request.user, "assignment_id": pk, "version": sent["version"]}
        written, _sign, seen = (sent["keep"] or sent["choice"]).partition("@")
        operation_id = uuid5(sent["operation_id"], f"{'keep' if sent['keep'] else 'set'} {written}")
        entry = f"{written}=open" if sent["keep"] else written
        known["seen"] = seen or None
        try:
            [(source, target, label)] = read_entries(entry)
        except ValueError as error:
            raise DomainError(_("The link is not valid. Reload the page and try again.")) from error
        if sent["keep"]:
            return keep_link(**known, operation_id=operation_id, cell=(source, target))
        if label not in LABELS:
            raise DomainError(_("A link must be Sure, Possible or none."))
        return change_link(**known, operation_id=operation_id, cell=(source, target), label=LABELS[label])

    return _change(request, pk, act)


@require_POST
@never_cache
@admits(OWNER)
@translated
@_follows_corrections
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo the last change of the annotator's reading, as in the editor."""

    def act(sent: dict[str, Any]) -> object:
        own = reads.open_readings(request.user).filter(assignment=pk).first()
        if own is None:
            raise NotEditable(_(CLOSED))
        if not reads.can_undo(own):
            raise DomainError(_("There are no changes in this round to undo."))
        operation_id = uuid5(sent["operation_id"], UNDO)
        return change_assignment(
            user=request.user, assignment_id=pk, version=sent["version"], operation_id=operation_id, kind=UNDO
        )

    return _change(request, pk, act)


@require_POST
@never_cache
@admits(OWNER)
@translated
@_follows_corrections
def settle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Finish the pair: submit the reading if it was changed, or keep it."""

    def act(sent: dict[str, Any]) -> object:
        operation_id: UUID = uuid5(sent["operation_id"], "settle")
        return keep_reading(
            user=request.user,
            assignment_id=pk,
            operation_id=operation_id,
            version=sent["version"],
            seen=sent["seen"] or None,
            mark_rest=sent["mark_rest"],
        )

    return _change(request, pk, act, goes_on=True)


@require_POST
@never_cache
@admits(OWNER)
@translated
@_follows_corrections
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
        trouble = _("The request is not valid. Reload the page and try again.")
        return _answer(request, pk, status=400, trouble=trouble)
    try:
        act(form.cleaned_data)
    except DomainError as error:
        return _answer(request, pk, status=error.status, trouble=error.sentence)
    if _is_fragment(request):
        return _answer(request, pk)
    own = reads.open_readings(request.user).filter(assignment=pk).first()
    if own is None:  # the step was taken, and the round closed since
        return _answer(request, pk)
    following = reads.find_neighbours(own)["following"] if goes_on else pk
    if following is None:
        return redirect("alignment:reconciliation", own.assignment.item.project.slug)
    return redirect(reverse("alignment:reconcile", args=[following]))


def _is_fragment(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))


def _answer(
    request: SignedInRequest, pk: int, *, status: int = 200, trouble: str = "", is_fragment: bool = False
) -> HttpResponse:
    together = find_together(request.user, pk)
    own = reads.open_readings(request.user).filter(assignment=pk).first()
    if own is None or together is None:
        assignment = get_object_or_404(Assignment.objects.for_annotator(request.user), pk=pk)
        if not assignment.round_readings.exists():
            raise Http404(_("This pair was not in a round."))
        return _say_closed(request, assignment)
    state = reads.read_pair(own)
    project = own.assignment.item.project
    context = {
        "project": project,
        "item": own.assignment.item,
        "assignment": own.assignment,
        "state": state,
        **_people_context(together),
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
        context |= {**frame, "page_name": _("Pair {n}").format(n=own.assignment.item.number)}
        answer = render(request, "alignment/rounds/reconcile.html", context, status=status)
    return answer


def _people_context(together: Together) -> dict[str, Any]:
    return {"together": together, "people": list_people(together)}


def _say_closed(request: SignedInRequest, assignment: Assignment) -> HttpResponse:
    if _is_fragment(request):
        return render(request, "web/_error.html", {"sentence": _(CLOSED)}, status=404)
    project = assignment.item.project
    context = {
        **project_context(request.user, project, "alignment:reconciliation"),
        "page_name": _("Pair {n}").format(n=assignment.item.number),
        "assignment": assignment,
        "sentence": _(CLOSED),
    }
    return render(request, "alignment/rounds/reconcile_closed.html", context, status=404)
