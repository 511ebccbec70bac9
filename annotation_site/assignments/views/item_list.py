"""The page with the items of a project of any kind, for managers."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.assignments.counts import count_items
from annotation_site.assignments.item_list import (
    KNOWN,
    STATES,
    ItemList,
    find_items,
    in_state,
    list_filters,
    with_people,
)
from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.pagination import CountedPaginator, FoundPaginator, read_search


def make_item_list(items: ItemList) -> Callable[..., HttpResponse]:
    """Return the view of a kind's list."""

    @require_safe
    @never_cache
    @admits(can_manage, kinds=(items.kind,))
    def item_list(request: SignedInRequest, slug: str) -> HttpResponse:
        """Show items with their state and their annotators, by pseudonym."""
        return render_items(request, items)

    return item_list


def render_items(request: SignedInRequest, items: ItemList) -> HttpResponse:
    """Return the page of the items in the chosen state that match what was typed."""
    project = request.project
    items.refresh(project)
    counts, search = count_items(project), read_search(request)
    state = request.GET.get("state", "")
    state = state if state in (*STATES, KNOWN) else ""
    of_project = Item.objects.filter(project=project).order_by("number")
    shown = of_project.filter(in_state(state)) if state else of_project
    page = _paginate(items, project, shown, search, getattr(counts, state or "current")).get_page(
        request.GET.get("page")
    )
    rows = items.with_row(with_people(of_project.filter(number__in=page.object_list)))
    context = {
        **project_context(request.user, project, f"{items.kind}:{items.page}"),
        **kind_of(project).describe(project),
        "page_name": items.noun[1].capitalize(),
        "noun": items.noun,
        "page": page,
        "state": state,
        "search": search,
        "filters": list_filters(counts, state),
        **items.list_rows(list(rows)),
    }
    return render(request, items.template, context)


def _paginate(
    items: ItemList, project: Project, shown: QuerySet[Item], search: str, size: int
) -> CountedPaginator | FoundPaginator:
    """Return pages of numbers: only the rows of one page are joined with their content, for a page far behind would
    join all before it, too.
    """
    if search:
        matching = shown.filter(find_items(items, project, search))
        return FoundPaginator(matching.values("number"), items.page_size)
    return CountedPaginator(shown.values("number"), items.page_size, size)
