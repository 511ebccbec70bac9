"""Admission to a view: declared with it, kept before it begins, and found missing by a check."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.checks import find_open_views
from annotation_site.projects.abilities import can_annotate, can_manage, can_visit
from annotation_site.projects.access import ANYBODY, CREATORS, OPERATORS, SIGNED_IN, STOP_POLLING, admits
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import RoleRequired
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


def open_page(request: Any) -> HttpResponse:
    return HttpResponse("open")


class PartlyOpen(APIView):
    """A view that admits signed-in people to reading, and does not say whom to what it changes."""

    @admits(SIGNED_IN)
    def get(self, request: Any) -> Response:
        return Response()

    def post(self, request: Any) -> Response:
        return Response()


urlpatterns = [
    path("open/", open_page, name="open_page"),
    path("partly/", PartlyOpen.as_view(), name="partly"),
    path("closed/", admits(ANYBODY)(open_page), name="closed"),
]


@pytest.fixture
def project() -> Project:
    return make_project()


def ask(view: Any, user: Any, method: str = "get", headers: dict[str, str] | None = None, **route: Any) -> Any:
    request = getattr(RequestFactory(), method)("/somewhere/", headers=headers or {})
    request.user = user
    return view(request, **route)


def show_project(request: Any, slug: str, **route: Any) -> HttpResponse:
    return HttpResponse(request.project.name)


def test_every_view_of_the_site_says_whom_it_admits() -> None:
    assert find_open_views(None) == []


@pytest.mark.urls(__name__)
def test_a_view_that_does_not_say_is_an_error_of_the_build() -> None:
    said = [str(error.msg) for error in find_open_views(None)]
    assert said == [
        "open_page: the view does not say whom it admits.",
        "partly: the view does not say whom it admits to POST.",
    ]


def test_members_with_the_ability_are_given_the_project(project: Project) -> None:
    view = admits(can_manage)(show_project)
    assert ask(view, project.created_by, slug=project.slug).content.decode() == project.name
    with pytest.raises(RoleRequired, match="manager"):
        ask(view, make_member(project).user, slug=project.slug)
    with pytest.raises(Http404):
        ask(view, make_user(), slug=project.slug)


def test_reading_and_changing_can_be_for_different_people(project: Project) -> None:
    view, annotator = admits(can_visit, changing=can_manage)(show_project), make_member(project).user
    for method in ("get", "head"):
        assert ask(view, annotator, method, slug=project.slug).status_code == 200
    for method in ("post", "put", "patch", "delete"):
        with pytest.raises(RoleRequired):
            ask(view, annotator, method, slug=project.slug)
        assert ask(view, project.created_by, method, slug=project.slug).status_code == 200


def test_a_project_of_another_kind_does_not_exist(project: Project) -> None:
    user, slug = project.created_by, project.slug
    others = (Project.Kind.EVALUATION,)
    for view in (admits(can_visit, kinds=others)(show_project), admits(can_visit, kinds=lambda: others)(show_project)):
        with pytest.raises(Http404):
            ask(view, user, slug=slug)
    view = admits(can_visit)(show_project)
    assert ask(view, user, slug=slug, project_kind=project.kind).status_code == 200
    with pytest.raises(Http404):
        ask(view, user, slug=slug, project_kind=Project.Kind.EVALUATION)


def test_who_is_signed_out_is_asked_to_sign_in_in_place_of_what_was_asked_for(project: Project) -> None:
    nobody = AnonymousUser()
    for who in (can_annotate, SIGNED_IN, OPERATORS, CREATORS):
        page = ask(admits(who)(show_project), nobody, slug=project.slug)
        assert (page.status_code, page["Location"]) == (302, "/accounts/login/?next=/somewhere/")
        part = ask(admits(who, is_fragment=True)(show_project), nobody, slug=project.slug)
        assert part.status_code == STOP_POLLING
        part = ask(admits(who)(show_project), nobody, headers={"HX-Request": "true"}, slug=project.slug)
        assert part.status_code == STOP_POLLING
    assert ask(admits(ANYBODY)(open_page), nobody).content == b"open"


def test_what_is_for_operators_is_refused_and_what_has_a_number_is_not_there(project: Project) -> None:
    operator = User.objects.create_superuser("op@example.org", "a long password", name="Op")
    listed, single = admits(OPERATORS)(open_page), admits(OPERATORS)(lambda request, pk: HttpResponse("one"))
    assert ask(listed, operator).status_code == ask(single, operator, pk=1).status_code == 200
    with pytest.raises(RoleRequired, match="operators"):
        ask(listed, project.created_by)
    with pytest.raises(Http404):
        ask(single, project.created_by, pk=1)


def test_projects_are_started_by_those_who_may(project: Project) -> None:
    view = admits(CREATORS)(open_page)
    assert ask(view, project.created_by).status_code == 200
    with pytest.raises(RoleRequired):
        ask(view, make_member(project, Role.ADJUDICATOR).user)


def test_what_is_for_anybody_asks_for_no_session() -> None:
    request = RequestFactory().get("/health/")
    assert not hasattr(request, "user")
    assert admits(ANYBODY)(open_page)(request).content == b"open"
