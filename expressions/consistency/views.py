"""Pages for checking the consistency of the gold standard: lexical items, worst first, and one with its occurrences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.assignments.forms import OperationForm
from annotation_site.languages.locales import translated
from annotation_site.languages.numbers import say_count
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.bodies import takes_files
from expressions.consistency.forms import CorrectionForm, write_occurrence
from expressions.consistency.gold import list_corrections
from expressions.consistency.items import GoldText, Lemmas, Occurrence
from expressions.consistency.models import ConsistencyChange
from expressions.consistency.parseme import read_notes
from expressions.consistency.queries.items import LISTS, OPEN, CheckedItem, find_item, find_last_change, list_items
from expressions.consistency.queries.notes import find_corrections, write_project_notes
from expressions.consistency.services import correct_expressions, undo_change
from expressions.lexicon.cases import Case
from expressions.lexicon.forms import CaseForm, SmallFileForm
from expressions.lexicon.services import decide_cases, remove_case
from expressions.marks.queries import describe_categories
from expressions.passages.models import PassageSentence
from expressions.passages.queries import describe_sentences
from expressions.projects.access import admits, expression_context

TAB = "expressions:consistency"
ITEMS_SHOWN = 50
OCCURRENCES_SHOWN = 100
FAULTS_SHOWN = 20


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def consistency(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the lexical items of the gold standard, the greatest conflict first."""
    project, shown = request.project, _read_list(request)
    items = list_items(project)
    page = Paginator([each for each in items if each.is_in(shown)], ITEMS_SHOWN).get_page(request.GET.get("page"))
    context = {
        **expression_context(request.user, project, TAB),
        "page_name": _("Consistency"),
        "filters": [
            {"name": name, "label": _(label), "count": sum(each.is_in(name) for each in items)}
            for name, label in LISTS.items()
        ],
        "shown": shown,
        "page": page,
        "rows": [
            {
                "checked": each,
                "counts": each.item.counts.most_common(),
                "url": _address(project, each.item.lemmas, shown, page.start_index() - 1 + place),
            }
            for place, each in enumerate(page)
        ],
        "items": len(items),
        "last": find_last_change(project),
        "operation_id": uuid4(),
    }
    return render(request, "expressions/consistency/consistency.html", context)


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def consistency_item(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the occurrences of a lexical item in their sentences."""
    return _render_item(request)


@require_safe
@never_cache
@admits(can_adjudicate)
def consistency_next(request: SignedInRequest, slug: str) -> HttpResponse:
    """Redirect to the item that follows in the list, or to the list after the last one."""
    project, shown, lemmas = request.project, _read_list(request), _read_lemmas(request)
    items = [each.item.lemmas for each in list_items(project) if each.is_in(shown)]
    place = _read_place(request)
    # Once it is consistent an item has left the list, and the next one stands in its place.
    place += place < len(items) and items[place] == lemmas
    if place < len(items):
        return redirect(_address(project, items[place], shown, place))
    return redirect(f"{reverse(TAB, args=[slug])}?{urlencode({'show': shown})}")


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def consistency_correct(request: SignedInRequest, slug: str) -> HttpResponse:
    """Give the chosen occurrences a category, or one of them other words."""
    project = request.project

    def step(fields: dict[str, Any]) -> HttpResponse:
        occurrences = fields["occurrences"]
        if fields["skipped"]:
            checked, _texts = find_item(project, _read_lemmas(request))
            listed = checked.item.occurrences if checked else []
            occurrences += [(each.passage, each.words, each.stands) for each in listed if not each.category]
        corrections = list_corrections(occurrences, fields["category"], fields["words"])
        correct_expressions(
            user=request.user, project=project, corrections=corrections, operation_id=fields["operation_id"]
        )
        return redirect(_own_address(request))

    return _take_step(request, CorrectionForm(request.POST), step)


@require_POST
@admits(can_adjudicate)
@translated
def consistency_undo(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a change as a whole."""
    project = request.project
    change = get_object_or_404(ConsistencyChange, project=project, pk=pk)
    form = OperationForm(request.POST)
    if not form.is_valid():
        raise DomainError(_("The form is incomplete. Try again."))
    try:
        count = undo_change(user=request.user, project=project, change=change, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, ngettext("{n} change undone.", "{n} changes undone.", count).format(n=count))
    return redirect(_own_address(request) if request.GET.get("lemma") else reverse(TAB, args=[slug]))


@require_POST
@admits(can_adjudicate)
@translated
def consistency_decide(request: SignedInRequest, slug: str) -> HttpResponse:
    """Keep the item as a solved case in the lexicon, or remove it from there."""
    project, lemmas = request.project, _read_lemmas(request)

    def step(fields: dict[str, Any]) -> HttpResponse:
        terms = {"user": request.user, "project": project, "operation_id": fields["operation_id"]}
        if fields["removes"]:
            remove_case(lemmas=lemmas, **terms)
        else:
            decide_cases(cases=[Case(lemmas, fields["decision"], fields["note"].strip())], **terms)
        return redirect(_own_address(request))

    return _take_step(request, CaseForm(request.POST), step)


@require_safe
@admits(can_adjudicate)
def consistency_notes(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the corrections as PARSEME's notes."""
    headers = {"Content-Disposition": f'attachment; filename="{slug}-ParsemeNotes.json"'}
    return HttpResponse(write_project_notes(request.project), content_type="application/json", headers=headers)


@takes_files
@require_POST
@admits(can_adjudicate)
@translated
def consistency_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Import PARSEME's notes as one change."""
    form, project = SmallFileForm(request.POST, request.FILES), request.project
    if not form.is_valid():
        raise DomainError(_("Choose a file of at most 10 MB."))
    file = form.cleaned_data["file"]
    try:
        notes = read_notes(file.read().decode("utf-8-sig"), file.name)
    except (UnicodeDecodeError, FormatError) as error:
        is_text = isinstance(error, FormatError)
        sentence = str(error) if is_text else _("{file} is no text in UTF-8.").format(file=file.name)
        raise DomainError(_("{reason} Nothing was imported.").format(reason=sentence)) from error
    corrections, faults = find_corrections(project, notes)
    if corrections:
        correct_expressions(
            user=request.user,
            project=project,
            corrections=corrections,
            operation_id=form.cleaned_data["operation_id"],
        )
    count = len(corrections)
    imported = ngettext("{n} correction imported.", "{n} corrections imported.", count)
    messages.success(request, imported.format(n=say_count(count)))
    for sentence in faults[:FAULTS_SHOWN]:
        messages.warning(request, sentence)
    if len(faults) > FAULTS_SHOWN:
        more = len(faults) - FAULTS_SHOWN
        unfit = ngettext("{n} more note does not fit.", "{n} more notes do not fit.", more)
        messages.warning(request, unfit.format(n=say_count(more)))
    return redirect(TAB, slug)


def _take_step(
    request: SignedInRequest, form: OperationForm, step: Callable[[dict[str, Any]], HttpResponse]
) -> HttpResponse:
    """Take the step, or show the item again with the reason of the refusal."""
    try:
        if not form.is_valid():
            faults = form.non_field_errors() or [_("The form is incomplete. Try again.")]
            raise DomainError(str(faults[0]))
        return step(form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
        return _render_item(request, error.status)


def _render_item(request: SignedInRequest, status: int = 200) -> HttpResponse:
    project, lemmas = request.project, _read_lemmas(request)
    checked, texts = find_item(project, lemmas)
    occurrences = checked.item.occurrences if checked else []
    # What is to be decided comes before what is as most are.
    usual = checked.item.counts.most_common(1)[0][0] if checked else ""
    ordered = sorted(occurrences, key=lambda each: (each.category == usual, each.passage, each.words))
    page = Paginator(ordered, OCCURRENCES_SHOWN).get_page(request.GET.get("page"))
    query = request.GET.urlencode()
    context = {
        **expression_context(request.user, project, TAB),
        "page_name": checked.item.name if checked else " ".join(lemmas),
        "checked": checked,
        "lemmas": lemmas,
        "counts": checked.item.counts.most_common() if checked else [],
        "page": page,
        "rows": _describe_rows(project, list(page), texts),
        "skipped": checked.item.counts[""] if checked else 0,
        "categories": describe_categories(project.expressions.used_categories),
        "suggested": _suggest(checked),
        "query": query,
        "last": find_last_change(project),
        "operation_id": uuid4(),
    }
    return render(request, "expressions/consistency/item.html", context, status=status)


def _suggest(checked: CheckedItem | None) -> str:
    """Return what is kept in the lexicon, else the most frequent category."""
    if checked is None or checked.case is not None:
        return checked.case.category if checked and checked.case else ""
    named = [(name, count) for name, count in checked.item.counts.most_common() if name]
    return named[0][0] if named else ""


def _describe_rows(project: Project, occurrences: list[Occurrence], texts: dict[int, GoldText]) -> list[dict[str, Any]]:
    numbers = {each.passage for each in occurrences}
    stored = PassageSentence.objects.filter(passage__item__project=project, passage__item__number__in=numbers)
    sentences: dict[int, list[PassageSentence]] = defaultdict(list)
    for sentence in stored.select_related("passage__item"):
        sentences[sentence.passage.item.number].append(sentence)
    rows = []
    for each in occurrences:
        first, last = each.words[0], each.words[-1]
        around = [
            sentence
            for sentence in sentences[each.passage]
            if sentence.first_word <= last and first < sentence.first_word + sentence.word_count
        ]
        comment = next((mark.comment for mark in texts[each.passage].gold if mark.words == each.words), "")
        rows.append(
            {
                "occurrence": each,
                "value": write_occurrence(each.passage, each.words, each.stands),
                "sentences": describe_sentences(around),
                "comment": comment,
            }
        )
    return rows


def _read_list(request: SignedInRequest) -> str:
    shown = request.GET.get("show", "")
    return shown if shown in LISTS else OPEN


def _read_lemmas(request: SignedInRequest) -> Lemmas:
    named = request.GET.getlist("lemma") or request.POST.getlist("lemma")
    return tuple(sorted(lemma.replace("\0", "") for lemma in named))


def _read_place(request: SignedInRequest) -> int:
    place = request.GET.get("place", "")
    return int(place) if place.isascii() and place.isdecimal() and len(place) < 10 else 0


def _address(project: Project, lemmas: Lemmas, shown: str, place: int) -> str:
    query = urlencode([*(("lemma", lemma) for lemma in lemmas), ("show", shown), ("place", place)])
    return f"{reverse('expressions:consistency_item', args=[project.slug])}?{query}"


def _own_address(request: SignedInRequest) -> str:
    """Return the item's address for the query that a form of its page was sent with."""
    return _address(request.project, _read_lemmas(request), _read_list(request), _read_place(request))
