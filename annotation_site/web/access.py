"""How a page finds its project and its person."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.queries import require_role

STOP_POLLING = 286  # htmx swaps the answer in and asks no more


class SignedInRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User


def open_project(user: User, slug: str, *roles: str, kind: str = "") -> Project:
    """The person's project, or 404, as for one of another kind where a kind is given; with roles, RoleRequired unless
    they hold one of them."""
    projects = Project.objects.for_user(user)
    project: Project = get_object_or_404(projects.filter(kind=kind) if kind else projects, slug=slug)
    if roles:
        require_role(user, project, *roles)
    return project


def fragment_login_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Say "sign in again" inside the page: a redirect would put the whole sign-in page into a corner of it."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return _signed_out(request)

    return checked


def _signed_out(request: HttpRequest) -> HttpResponse:
    return render(request, "web/_signed_out.html", status=STOP_POLLING)
