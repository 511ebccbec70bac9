"""Finding the project and the person of a request."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, cast

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from annotation_site.accounts.models import User
from annotation_site.prepared import Prepared
from annotation_site.projects.abilities import Ability, list_own_roles, remember_roles, require_ability
from annotation_site.projects.models import Project

_find_project = Prepared(
    lambda user, slug: (
        Project.objects.of_member(user)
        .filter(slug=slug)
        .annotate(own_roles=ArraySubquery(list_own_roles(user, OuterRef("pk"))))
        .order_by()
    )
)
STOP_POLLING = 286  # htmx swaps the answer in and asks no more


class SignedInRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User


def open_project(user: User, slug: str, ability: Ability | None = None, *, kinds: Collection[str] = ()) -> Project:
    """Return the project of which the person is a member, or raise 404, also for another kind if kinds are given. With
    an ability, raise RoleRequired unless they have it.
    """
    if "\x00" in slug:  # can come by a query; PostgreSQL refuses even to compare it
        raise Http404
    project = _find_project.first(user.pk, slug)
    if project is None or (kinds and project.kind not in kinds):
        raise Http404("There is no such project.")
    remember_roles(user, project, cast(Any, project).own_roles)
    if ability is not None:
        require_ability(ability, user, project)
    return project


def fragment_login_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask to sign in again inside the page: a redirect would put the whole sign-in page into a part of it."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return _signed_out(request)

    return checked


def _signed_out(request: HttpRequest) -> HttpResponse:
    return render(request, "web/_signed_out.html", status=STOP_POLLING)
