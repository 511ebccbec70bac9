"""Pairs that annotators skipped, with their reasons, so that managers can improve text or guidelines."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alignment.items.views.pairs import EXCERPT_TOKENS
from alignment.projects.access import admits
from alignment.training.queries import name_state
from annotation_site.assignments.models import Assignment
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language

PAGE_SIZE = 50


@require_safe
@never_cache
@admits(can_manage)
def skips(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every reason, latest first, by pseudonym."""
    project = request.project
    page = Paginator(list_skipped(project), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, "alignment:pairs"),
        "page_name": "Skipped",
        "page": page,
        "rows": [
            {
                "assignment": row,
                "item": row.item,
                "item_state": name_state(row.item),
                "excerpt": row.item.sentence_pair.cut_source(EXCERPT_TOKENS),
            }
            for row in page
        ],
        "source_language": find_language(project.alignment.source_language),
    }
    return render(request, "alignment/pairs/skips.html", context)


def list_skipped(project: Project) -> QuerySet[Assignment]:
    """Return skipped assignments, found through the annotators so that an index serves."""
    content = "item__sentence_pair__"
    skipped: QuerySet[Assignment] = (
        Assignment.objects.work()
        .filter(annotator__in=project.memberships.annotators(), state=Assignment.State.SKIPPED)
        .select_related("annotator", "item__sentence_pair", "item__known_gold")
        .defer(f"{content}target_tokens", f"{content}target_text")
        .order_by("-pk")
    )
    return skipped
