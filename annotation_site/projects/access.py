"""Finding the project and the person of a request."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, TypeVar, cast

from django.contrib.auth.views import redirect_to_login
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from annotation_site.accounts.models import User
from annotation_site.prepared import Prepared
from annotation_site.projects.abilities import (
    Ability,
    list_own_roles,
    remember_roles,
    require_ability,
    require_creator,
    require_operator,
)
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import RoleRequired

_find_project = Prepared(
    lambda user, slug: (
        Project.objects.of_member(user)
        .filter(slug=slug)
        .annotate(own_roles=ArraySubquery(list_own_roles(user, OuterRef("pk"))))
        .order_by()
    )
)
STOP_POLLING = 286  # htmx swaps the answer in and asks no more


READING = ("GET", "HEAD", "OPTIONS")
HANDLERS = ("get", "post", "put", "patch", "delete")
View = TypeVar("View", bound=Callable[..., Any])
Kinds = Collection[str] | Callable[[], Collection[str]]


class SignedInRequest(HttpRequest):
    """A request of somebody signed in, with the project that the view admitted them to, if its address has one."""

    user: User
    project: Project


class Group(NamedTuple):
    """People whom a view admits that belongs to no project; `require` raises an error for everybody else."""

    name: str
    require: Callable[[Any], None]
    needs_person: bool = True


class Admission(NamedTuple):
    """The people whom a view admits: members with an ability in the project of its address, or a group;
    `changing` are those it admits to what is no reading, where that differs.
    """

    reading: Ability | Group
    changing: Ability | Group

    def of(self, method: str) -> Ability | Group:
        """Return whom the view admits to a request of this method."""
        return self.reading if method.upper() in READING else self.changing


ANYBODY = Group("anybody", lambda request: None, needs_person=False)
SIGNED_IN = Group("signed in", lambda request: None)
# The view finds the assignment, or what hangs on it, through the person who asks; it is nobody else's.
OWNER = Group("owner", lambda request: None)
CREATORS = Group("creators", lambda request: require_creator(request.user))
OPERATORS = Group("operators", lambda request: require_operator(request.user))


def admits(
    who: Ability | Group,
    *,
    changing: Ability | Group | None = None,
    kinds: Kinds = (),
    is_fragment: bool = False,
) -> Callable[[View], View]:
    """Admit these people to a view, and nobody else: a member with the ability in the project of the address, which is
    then `request.project`, or a member of the group.

    Without a project that the person is a member of, or one of another kind than `kinds` or the route's `project_kind`,
    there is nothing (404). A person or a job that only operators may see is not there for others, either.
    `is_fragment`: who is signed out is asked to sign in inside of the page, where a redirect would put the whole
    sign-in page. Every view says whom it admits: `find_open_views` among the checks finds those that do not.
    """
    admission = Admission(who, changing or who)

    def decorate(view: View) -> View:
        index = 1 if next(iter(signature(view).parameters)) == "self" else 0

        @wraps(view)
        def admitted(*args: Any, **kwargs: Any) -> Any:
            request = args[index]
            sought = admission.of(request.method)
            # Of what is for anybody, the session is not read: it may be unavailable.
            if (isinstance(sought, Ability) or sought.needs_person) and not request.user.is_authenticated:
                return _ask_to_sign_in(request, is_fragment=is_fragment)
            if isinstance(sought, Ability):
                slug = kwargs["slug"] if "slug" in kwargs else args[index + 1]
                wanted = _list_kinds(kinds, kwargs, args[0] if index else None)
                request.project = open_project(request.user, slug, sought, kinds=wanted)
            else:
                _require(sought, request, has_object=bool(kwargs))
            return view(*args, **kwargs)

        admitted.admission = admission  # type: ignore[attr-defined]  # read by `list_admissions`
        return cast(View, admitted)

    return decorate


def list_admissions(route: URLPattern) -> dict[str, Admission | None]:
    """Return whom a route admits by HTTP method, None where its view does not say; a function says it once for all
    methods that it answers.
    """
    view: Any = route.callback
    shared = getattr(view, "cls", None) or getattr(view, "view_class", None)
    handlers = {"": view} if shared is None else {name: getattr(shared, name, None) for name in HANDLERS}
    return {name: getattr(handler, "admission", None) for name, handler in handlers.items() if handler is not None}


def project_of(request: Request) -> Project:
    """Return the project that a view of the API admitted the person to."""
    return cast(Project, cast(Any, request).project)


def _list_kinds(kinds: Kinds, route: Mapping[str, Any], view: Any) -> Collection[str]:
    """Return the kinds of project that have the address: those of its route, else of the decorator or the view."""
    if "project_kind" in route:
        return (route["project_kind"],)
    return kinds() if callable(kinds) else kinds or getattr(view, "kinds", ())


def _require(group: Group, request: Any, *, has_object: bool) -> None:
    try:
        group.require(request)
    except RoleRequired as error:
        if group is OPERATORS and has_object:
            raise Http404 from error
        raise


def _ask_to_sign_in(request: Any, *, is_fragment: bool) -> HttpResponse:
    if not isinstance(request, HttpRequest):
        raise NotAuthenticated
    if is_fragment or request.headers.get("HX-Request"):
        return render(request, "web/_signed_out.html", status=STOP_POLLING)
    return redirect_to_login(request.get_full_path())


def open_project(user: User, slug: str, ability: Ability | None = None, *, kinds: Collection[str] = ()) -> Project:
    """Return the project of which the person is a member, or raise 404, also for another kind if kinds are given. With
    an ability, raise RoleRequired unless they have it.
    """
    if "\x00" in slug:  # can come by a query; PostgreSQL refuses even to compare it
        raise Http404
    project = _find_project.first(user.pk, slug)
    if project is None:
        raise Http404("There is no such project.")
    if kinds and project.kind not in kinds:
        raise Http404(f"There is nothing at this address in a project of the kind “{project.get_kind_display()}”.")
    remember_roles(user, project, cast(Any, project).own_roles)
    if ability is not None:
        require_ability(ability, user, project)
    return project
