"""A list as the participants who are given it see it, for the manager."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from idiomaticity.projects.access import open_project


@require_safe
@login_required
def preview(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one item of the list after the other, on the page of a rating that nobody gives."""
    project = open_project(request.user, slug, can_manage)
    items = Item.objects.filter(project=project, listed__number=number).order_by("number")
    pages = Paginator(items.select_related("occurrence__compound", "compound", "project__idiomaticity"), 1)
    if not pages.count:
        raise Http404(f"There is no list {number}.")
    page, kind = pages.get_page(request.GET.get("page")), kind_of(project)
    # Without a key it is no assignment of anybody's.
    assignment = Assignment(pk=0, item=page[0])
    state = {
        **kind.describe_content(assignment),
        "can_edit": False,
        "cannot_edit_reason": "This is a preview. Each participant gets the items in an order of their own, with "
        "attention items among them.",
    }
    context = {
        "project": project,
        "number": number,
        "page": page,
        "assignment": assignment,
        **kind.page_context(assignment, state, None),
        "state": state,
    }
    return render(request, "idiomaticity/lists/list.html", context)
