"""Pages for reviewing the hits of a search: accept or reject by key, mouse, or plain form."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.web.exceptions import DomainError, StaleVersion
from annotation_site.web.pagination import CountedPaginator
from evaluation.finding.forms import HitForm, PhraseForm, UndoForm
from evaluation.finding.models import Finding, FoundPhrase, Hit
from evaluation.finding.queries import Sums, find_hits, find_last_decision, sum_up
from evaluation.finding.services.review import decide_hit, decide_phrase, undo_decision
from evaluation.finding.views.finding import finding_context, open_finding
from evaluation.metrics.highlights import highlight_spans

PAGE_SIZE = 25
VERDICTS = [("open", "To review"), ("accepted", "Accepted"), ("rejected", "Rejected"), ("", "All")]


@require_safe
@admits(can_adjudicate)
@never_cache
def hits(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show hits grouped by phrase; undecided ones unless another list is requested."""
    finding = open_finding(request, pk)
    verdict, phrase = _parse_filter(finding, request.GET)
    sums = sum_up(finding, phrase)
    rows = find_hits(finding, verdict, phrase)
    page = CountedPaginator(rows, PAGE_SIZE, sums.of(verdict)).get_page(request.GET.get("page"))
    context = {
        **finding_context(request, finding, "Review"),
        "page": page,
        "rows": [_hit_context(hit) for hit in page],
        **_tabs_context(request.GET, verdict, sums),
        "phrase": phrase,
        "phrase_sums": sums if phrase else None,
        "last": find_last_decision(finding, request.user),
        "query": request.GET.urlencode(),
    }
    return render(request, "evaluation/finding/hits.html", context)


@require_POST
@admits(can_adjudicate)
@never_cache
def hit_decide(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Accept or reject one hit, by a form or, with the script, inside the page: answer htmx with the hit and the sums,
    others with a redirect to the page before.
    """
    finding = open_finding(request, pk)
    form = HitForm(request.POST)
    if not form.is_valid():
        raise DomainError("The form is incomplete. Reload the page and try again.")
    fields = form.cleaned_data
    hit = get_object_or_404(find_hits(finding), pk=fields["hit"])
    fault = None
    try:
        hit = decide_hit(
            user=request.user,
            finding=finding,
            hit=hit,
            verdict=fields["verdict"],
            seen=fields["seen"],
            operation_id=fields["operation_id"],
        )
    except StaleVersion as error:
        fault = error
        hit = find_hits(finding).get(pk=hit.pk)
    if request.headers.get("HX-Request"):
        # htmx swaps in successful answers only, so this is one: the present hit, with an explanation.
        return render(request, "evaluation/finding/_hit_answer.html", _answer(request, finding, hit, fault))
    if fault:
        messages.error(request, fault.sentence)
    return redirect(f"{_back(finding, fields['query'])}#hit-{hit.pk}")


@require_POST
@admits(can_adjudicate)
def phrase_decide(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Accept or reject all undecided hits of a phrase."""
    finding = open_finding(request, pk)
    form = PhraseForm(request.POST)
    if not form.is_valid():
        raise DomainError("The form is incomplete. Reload the page and try again.")
    fields = form.cleaned_data
    phrase = get_object_or_404(finding.phrases.all(), pk=fields["phrase"])
    count = decide_phrase(
        user=request.user,
        finding=finding,
        phrase=phrase,
        verdict=fields["verdict"],
        operation_id=fields["operation_id"],
    )
    noun = "hit" if count == 1 else "hits"
    messages.success(request, f"{count:,} {noun} of “{phrase.phrase}” {fields['verdict']}.")
    return redirect(_back(finding, fields["query"], of_phrases=fields["of_phrases"]))


@require_POST
@admits(can_adjudicate)
def hits_undo(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the user's last decision; a repeated request undoes only that one."""
    finding = open_finding(request, pk)
    form = UndoForm(request.POST)
    if not form.is_valid():
        raise DomainError("The form is incomplete. Reload the page and try again.")
    fields = form.cleaned_data
    decision = get_object_or_404(finding.decisions.filter(decided_by=request.user), pk=fields["decision"])
    hit = Hit.objects.filter(decision=decision).order_by("pk").first()
    count = undo_decision(user=request.user, finding=finding, decision=decision)
    if count > 1:
        messages.success(request, f"{count:,} hits were restored.")
    anchor = f"#hit-{hit.pk}" if hit and count else ""
    return redirect(_back(finding, fields["query"], of_phrases=fields["of_phrases"]) + anchor)


def _parse_filter(finding: Finding, query: Any) -> tuple[str, FoundPhrase | None]:
    verdict = query.get("verdict", "open")
    phrase = query.get("phrase", "")
    if not phrase:
        return (verdict if verdict in dict(VERDICTS) else "open"), None
    number = int(phrase) if phrase.isascii() and phrase.isdigit() and len(phrase) < 19 else 0
    return (verdict if verdict in dict(VERDICTS) else "open"), get_object_or_404(finding.phrases.all(), pk=number)


def _tabs_context(filters: QueryDict, verdict: str, sums: Sums) -> dict[str, Any]:
    """Return the lists of hits with their numbers and addresses, which keep the other filters of the page."""
    tabs = []
    for key, label in VERDICTS:
        chosen = filters.copy()
        chosen["verdict"] = key
        chosen.pop("page", None)
        tabs.append((key, label, sums.of(key), chosen.urlencode()))
    return {"verdict": verdict, "tabs": tabs}


def _hit_context(hit: Hit) -> dict[str, Any]:
    return {"hit": hit, "pieces": highlight_spans(hit.sentence.text, hit.spans)}


def _answer(request: SignedInRequest, finding: Finding, hit: Hit, fault: DomainError | None) -> dict[str, Any]:
    query = request.POST.get("query", "")
    filters = QueryDict(query)
    verdict, phrase = _parse_filter(finding, filters)
    return {
        **finding_context(request, finding, "Review"),
        **_tabs_context(filters, verdict, sum_up(finding, phrase)),
        "row": _hit_context(hit),
        "fault": fault,
        "query": query,
        "last": find_last_decision(finding, request.user),
    }


def _back(finding: Finding, query: str, *, of_phrases: bool = False) -> str:
    """Return the address of the page that the form was on; `query` holds its filters and page number."""
    route = "evaluation:finding" if of_phrases else "evaluation:hits"
    address = reverse(route, args=[finding.project.slug, finding.pk])
    return f"{address}?{query}" if query else address
