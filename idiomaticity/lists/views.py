"""A list as the participants who are given it see it, for the manager."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from idiomaticity.lists.models import ListedItem
from idiomaticity.projects.access import admits

IN_OWN_ORDER = "Each participant gets the items in an order of their own, with attention items among them."
ASKED_AGAIN = "This item is asked a second time, in the second half of the list."


@require_safe
@admits(can_manage)
def preview(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one item of the list after the other, on the page of a rating that nobody gives."""
    project = request.project
    listed = ListedItem.objects.filter(project=project, number=number).order_by("item__number")
    once, again = listed.values_list("pk", flat=True), listed.filter(is_repeated=True).values_list("pk", flat=True)
    pages = Paginator([*once, *again], 1)
    if not pages.count:
        raise Http404(f"There is no list {number}.")
    page = pages.get_page(request.GET.get("page"))
    is_again = page.number > len(once)
    about = describe_unrated(project, page[0], f"This is a preview. {ASKED_AGAIN if is_again else IN_OWN_ORDER}")
    return render(request, "idiomaticity/lists/list.html", {**about, "number": number, "page": page})


def describe_unrated(project: Project, item: int, reason: str) -> dict[str, Any]:
    """Return the context of the page of a rating that nobody gives, which says why."""
    kind = kind_of(project)
    items = Item.objects.select_related("occurrence__compound", "compound", "project__idiomaticity")
    # Without a key it is no assignment of anybody's.
    assignment = Assignment(pk=0, item=items.get(pk=item, project=project))
    state = {**kind.describe_content(assignment), "can_edit": False, "cannot_edit_reason": reason}
    return {"project": project, "assignment": assignment, **kind.page_context(assignment, state, None), "state": state}
