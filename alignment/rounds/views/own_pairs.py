"""An annotator's list of pairs in the open reconciliation round."""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alignment.projects.access import admits
from alignment.rounds.models import RoundReading
from alignment.rounds.queries import readings as reads
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language

PAGE_SIZE = 50
EXCERPT_TOKENS = 18
State = RoundReading.State
FILTERS: dict[str, tuple[Any, list[str]]] = {
    "": (gettext_lazy("All"), list(State.values)),
    "waiting": (gettext_lazy("To review"), [State.WAITING, State.CHANGING]),
    "kept": (gettext_lazy("Kept"), [State.KEPT]),
    "changed": (gettext_lazy("Changed"), [State.CHANGED]),
}


@require_safe
@never_cache
@admits(can_annotate)
@translated
def reconciliation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the annotator's pairs in the open round, with their own state only."""
    project = request.project
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
        "page_name": _("Reconciliation"),
        "annotator": annotator,
        "held": project.reconciliation_rounds.filter(state="open").first() if total else None,
        "total": total,
        "done": counts.get(State.KEPT, 0) + counts.get(State.CHANGED, 0),
        "first": first,
        "page": page,
        "rows": [_make_row(in_round) for in_round in page],
        "filters": _list_filters(counts, chosen),
        "source_language": find_language(project.alignment.source_language),
    }
    return render(request, "alignment/rounds/reconciliation.html", context)


def _list_filters(counts: Mapping[str, int], chosen: str) -> list[dict[str, Any]]:
    filters = []
    for value, (label, states) in FILTERS.items():
        count = sum(counts.get(state, 0) for state in states)
        filters.append({"value": value, "label": label, "count": count, "is_current": value == chosen})
    return filters


def _make_row(in_round: RoundReading) -> dict[str, Any]:
    return {"own": in_round, "excerpt": in_round.assignment.item.sentence_pair.cut_source(EXCERPT_TOKENS)}
