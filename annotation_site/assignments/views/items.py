"""The items of a project for its managers: a list, withdrawing the chosen ones, and bringing them back."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.assignments.counts import count_items
from annotation_site.assignments.forms import ItemsForm, WithdrawForm
from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import Item
from annotation_site.assignments.queries import count_work
from annotation_site.assignments.services.withdrawal import bring_back_items, find_obstacle, withdraw_items
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.pagination import CountedPaginator, FoundPaginator, read_search

PAGE_SIZE = 50
NAMED = 20


@require_safe
@admits(can_manage)
@never_cache
def items(request: SignedInRequest, slug: str) -> HttpResponse:
    """List items with their state, to withdraw some or bring them back."""
    project = request.project
    kind = kind_of(project)
    only_withdrawn = request.GET.get("state") == "withdrawn"
    search = read_search(request)
    found = Item.objects.filter(project=project).order_by("number")
    withdrawn = found.filter(state=Item.State.WITHDRAWN).exclude(withdrawn_from="")
    counted = count_items(project)
    counts = {False: counted.current, True: counted.withdrawn}
    shown = (withdrawn if only_withdrawn else found).values("number")
    pages = (
        FoundPaginator(shown.filter(_matches(search)), PAGE_SIZE)
        if search
        else CountedPaginator(shown, PAGE_SIZE, counts[only_withdrawn])
    )
    page = pages.get_page(request.GET.get("page"))
    rows = kind.with_text(found.filter(number__in=page.object_list))
    context = {
        **_context(request, project, "Withdraw or bring back"),
        "page": page,
        "rows": [(item, kind.read_text(item)) for item in rows],
        "only_withdrawn": only_withdrawn,
        "search": search,
        "counted": counted,
    }
    return render(request, "assignments/items.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def items_withdraw(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what withdrawing the chosen items does, then withdraw them."""
    return _change(request, slug, WithdrawForm, withdraw_items, "withdraw", "withdrawn")


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def items_bring_back(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what bringing the chosen items back does, then bring them back."""
    return _change(request, slug, ItemsForm, bring_back_items, "bring_back", "brought back")


def _change(
    request: SignedInRequest, slug: str, of: type[ItemsForm], change: Callable[..., int], template: str, done: str
) -> HttpResponse:
    project = request.project
    noun = kind_of(project).noun
    is_sent = request.method == "POST"
    form = of(request.POST) if is_sent else of({**request.GET.dict(), "operation_id": uuid4()})
    # Chosen by check boxes, which repeat one name.
    form.set_items((request.POST if is_sent else request.GET).getlist("item"))
    if not form.is_valid():
        messages.error(request, f"Choose the {noun}s first.")
        return redirect("projects:items", slug)
    if is_sent:
        try:
            count = change(user=request.user, project=project, **form.read_arguments())
        except DomainError as error:
            messages.error(request, error.sentence)
            return redirect("projects:items", slug)
        verb = "was" if count == 1 else "were"
        messages.success(request, f"{count:,} {noun if count == 1 else f'{noun}s'} {verb} {done}.")
        return redirect("projects:items", slug)
    chosen = Item.objects.filter(project=project, number__in=form.numbers).order_by("number")
    kind = kind_of(project)
    obstacles = (find_obstacle(kind, item, to=template) for item in kind.with_text(chosen))
    context = {
        **_context(request, project, "Withdraw" if template == "withdraw" else "Bring back"),
        "obstacle": next(filter(None, obstacles), ""),
        "numbers": form.numbers,
        "rows": [(item, kind.read_text(item)) for item in kind.with_text(chosen)[:NAMED]],
        "left": max(0, len(form.numbers) - NAMED),
        "work": count_work(chosen),
        "operation_id": form.cleaned_data["operation_id"],
    }
    return render(request, f"assignments/items_{template}.html", context)


def _matches(search: str) -> Q:
    by_name = Q(identifier__icontains=search) if search else Q()
    is_number = search.isascii() and search.isdecimal() and len(search) < 10
    return by_name | Q(number=int(search)) if is_number else by_name


def _context(request: SignedInRequest, project: Project, name: str) -> dict[str, Any]:
    kind = kind_of(project)
    context = project_context(request.user, project, kind.route(kind.items_tab))
    return {**context, "page_name": name, "noun": kind.noun}
