"""One pair decided card by card, or with the adjudicator's own links where no reading will do."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from alignment.adjudication.cards import read_beside
from alignment.adjudication.decisions import read_entries
from alignment.adjudication.forms import LONGEST_NOTE, ActionForm, AddForm
from alignment.adjudication.own_links import NEW, OwnLinks, is_too_large, read_own_cells
from alignment.adjudication.queries import pair as reads
from alignment.adjudication.queries.queue import choose_list, count_left, find_next, find_previous
from alignment.adjudication.services.decisions import adopt_reading, decide_links, set_own_links
from alignment.adjudication.services.decisions import undo_decision as undo_last_decision
from alignment.feedback.queries.disputes import list_disputes
from alignment.pairs.models import SentencePair
from alignment.projects.access import admits
from alignment.releases.views.gold_links import describe_gold
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.languages.locales import translated
from annotation_site.languages.numbers import say_count
from annotation_site.operations.models import Operation
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError, StaleVersion


@require_safe
@admits(can_adjudicate)
@translated
def pair(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show both sentences of a pair with a card for every disagreement; `?own_links=` opens the matrix of a card."""
    user, project, item = _open_pair(request, number)
    return _answer(request, user, project, item, own_links=OwnLinks(request.GET.get("own_links", "")[:20]))


@require_POST
@admits(can_adjudicate)
@translated
def decide(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Decide the cells of one card or row; the note is that of the same card or row."""

    def act(user: User, item: Item, sent: Mapping[str, Any]) -> Operation:
        key, _separator, choice = sent["choice"].partition("|")
        note = _read_note(request, key)
        try:
            entries = read_entries(choice)
        except ValueError as error:
            raise DomainError(_(str(error))) from error
        operation_id = _derive(sent["operation_id"], choice, note)
        return decide_links(
            user=user,
            item_id=item.pk,
            operation_id=operation_id,
            version=sent["version"],
            decisions=entries,
            note=note,
        )

    return _change(request, slug, number, act)


@require_POST
@admits(can_adjudicate)
@translated
def adopt(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Decide every disagreement of the pair as one annotator read it."""

    def act(user: User, item: Item, sent: Mapping[str, Any]) -> Operation:
        pseudonym = sent["pseudonym"]
        note = _read_note(request, f"all-{pseudonym}")
        return adopt_reading(
            user=user,
            item_id=item.pk,
            operation_id=_derive(sent["operation_id"], "adopt", pseudonym, note),
            version=sent["version"],
            pseudonym=pseudonym,
            note=note,
        )

    return _change(request, slug, number, act)


@require_POST
@admits(can_adjudicate)
@translated
def own_links(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Decide the cells of a matrix, or only add words to it."""
    key = request.POST.get("own_links", NEW)[:20]
    try:
        cells = read_own_cells(request.POST.dict())
    except ValueError as error:
        user, project, item = _open_pair(request, number)
        return _answer(request, user, project, item, status=400, trouble=_(str(error)))
    words = AddForm(request.POST)
    own_links = OwnLinks(key, cells, words.added() if words.is_valid() else (None, None))
    if request.POST.get("step") == "add":
        user, project, item = _open_pair(request, number)
        return _answer(request, user, project, item, own_links=own_links)

    def act(user: User, item: Item, sent: Mapping[str, Any]) -> Operation:
        note = _read_note(request, f"own_links-{key}")
        own = ",".join(f"{source}-{target}={label}" for (source, target), label in sorted(cells.items()))
        return set_own_links(
            user=user,
            item_id=item.pk,
            operation_id=_derive(sent["operation_id"], "own_links", own, note),
            version=sent["version"],
            cells=cells,
            note=note,
        )

    return _change(request, slug, number, act, own_links=own_links)


@require_POST
@admits(can_adjudicate)
@translated
def undo_decision(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Restore the state before the last action on the pair."""

    def act(user: User, item: Item, sent: Mapping[str, Any]) -> Operation:
        operation_id = _derive(sent["operation_id"], "undo")
        return undo_last_decision(user=user, item_id=item.pk, operation_id=operation_id, version=sent["version"])

    return _change(request, slug, number, act)


def _open_pair(request: SignedInRequest, number: int) -> tuple[User, Project, Item]:
    user, project = request.user, request.project
    pairs = SentencePair.objects.for_user(user, can_adjudicate).select_related("item__project__alignment")
    found: SentencePair = get_object_or_404(pairs, item__project=project, item__number=number)
    found.item.sentence_pair = found
    return user, project, found.item


def _read_note(request: SignedInRequest, key: str) -> str:
    note = request.POST.get(f"note:{key}", "")
    if "\x00" in note:  # the form does not know the note's name, and PostgreSQL cannot hold this
        raise DomainError(_("The note contains a character that cannot be stored."))
    if len(note) > LONGEST_NOTE:
        raise DomainError(
            _("The note is too long: it has {n} characters of at most {most}.").format(
                n=say_count(len(note)), most=LONGEST_NOTE
            )
        )
    return note


def _derive(operation_id: UUID, *parts: str) -> UUID:
    # One form has many buttons: the same one twice is one action, another one on a page gone back to is not.
    return uuid5(operation_id, "\n".join(parts))


def _change(
    request: SignedInRequest,
    slug: str,
    number: int,
    act: Callable[[User, Item, Mapping[str, Any]], Operation],
    *,
    own_links: OwnLinks | None = None,
) -> HttpResponse:
    user, project, item = _open_pair(request, number)
    form = ActionForm(request.POST)
    if not form.is_valid():
        trouble = _("The request is not valid. Reload the page and try again.")
        return _answer(request, user, project, item, status=400, trouble=trouble)
    state_before = item.state
    try:
        act(user, item, form.cleaned_data)
    except DomainError as error:
        item.refresh_from_db(fields=["state"])
        if item.state == Item.State.REPLACED:
            messages.error(request, error.sentence)
            return redirect("alignment:adjudicate", slug, number)
        since = form.cleaned_data["version"] if isinstance(error, StaleVersion) else None
        return _answer(
            request, user, project, item, status=error.status, trouble=error.sentence, since=since, own_links=own_links
        )
    item.refresh_from_db(fields=["state"])
    if request.headers.get("HX-Request"):
        return _answer(request, user, project, item)
    chosen = choose_list(project, request.GET)
    query = f"?{chosen.query}" if chosen.query else ""
    if item.state == Item.State.ADJUDICATED and state_before != item.state:
        messages.success(request, _("Pair {number} has been adjudicated.").format(number=item.number))
        following = find_next(project, item, chosen)
        if following is None:
            return redirect(reverse("alignment:adjudication", args=[slug]) + query)
        return redirect(reverse("alignment:adjudicate", args=[slug, following]) + query)
    return redirect(reverse("alignment:adjudicate", args=[slug, number]) + query + "#here")


def _answer(
    request: SignedInRequest,
    user: User,
    project: Project,
    item: Item,
    *,
    status: int = 200,
    trouble: str = "",
    since: int | None = None,
    own_links: OwnLinks | None = None,
) -> HttpResponse:
    """Return the page, or only its changing part for a script; after an error with all notes that were typed."""
    state = reads.read_adjudication(user, item)
    chosen = choose_list(project, request.GET)
    matrix = None
    if own_links and own_links.key and state["is_ready"]:
        matrix = reads.read_matrix(item, state, own_links.key, own_links.cells, own_links.added)
        if is_too_large(len(matrix.rows), len(matrix.columns)):
            matrix, trouble = None, _("These are too many links at once. Save them in two parts.")
    meanwhile = reads.cells_decided_since(item, since) if since is not None else set()
    typed = {name: text for name, text in request.POST.items() if name.startswith("note:")} if trouble else {}
    shown = [
        {
            "card": card,
            "readings": [(reading, state["said"][reading.pseudonym]) for reading in card.readings],
            "machines": read_beside(state["by_machines"], card),
            "note": typed.get(f"note:{card.key}", card.note),
            "is_typed": typed.get(f"note:{card.key}", "") not in ("", card.note),
            "rows": [(row, typed.get(f"note:row-{row.key}", row.note)) for row in card.rows],
            "is_meanwhile": bool(meanwhile & set(card.cells)),
        }
        for card in state.get("cards", [])
    ]
    context = {
        "project": project,
        "item": item,
        "state": state,
        "shown": shown,
        "trouble": trouble,
        "is_stale": since is not None,
        "operation_id": uuid4(),
        "matrix": matrix,
        "own_note": request.POST.get(f"note:own_links-{own_links.key}", "") if own_links else "",
        "chosen": chosen,
        "following": find_next(project, item, chosen),
        "preceding": find_previous(project, item, chosen),
        "left": count_left(project),
        "longest_note": LONGEST_NOTE,
        "disputes": list_disputes(project, item),
        "gold": describe_gold(item) if state["is_ready"] else None,
        "source_language": state["source"]["language"],
        "target_language": state["target"]["language"],
    }
    if request.headers.get("HX-Request"):
        return render(request, "alignment/adjudication/pair/_pair.html", context, status=status)
    frame = project_context(user, project, "alignment:adjudication")
    context |= {**frame, "page_name": _("Pair {number}").format(number=item.number)}
    return render(request, "alignment/adjudication/pair/adjudicate.html", context, status=status)
