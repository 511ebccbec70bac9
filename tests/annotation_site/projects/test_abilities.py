"""Abilities of each role, read once per request by pages and each time by services."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from annotation_site.projects.abilities import (
    ABILITIES,
    can_adjudicate,
    can_annotate,
    can_create_projects,
    can_manage,
    can_see_results,
    list_abilities,
    remember_roles,
    require,
    require_annotator,
    require_creator,
)
from annotation_site.projects.access import open_project
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.navigation import project_context
from annotation_site.projects.services.members import remove_member
from annotation_site.web.exceptions import RoleRequired
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db

A, J, M = Role.ANNOTATOR, Role.ADJUDICATOR, Role.MANAGER
TABLE = {
    "visit": {A, J, M},
    "annotate": {A},
    "adjudicate": {J, M},
    "manage": {M},
    "release": {M},
    "run_jobs": {J, M},
    "see_agreement": {J, M},
    "see_everyones_work": {J, M},
    "see_annotator_quality": {A, M},
    "see_results": {J, M},
}


@pytest.fixture
def project() -> Project:
    return make_project()


def test_every_ability_has_a_row() -> None:
    assert ABILITIES.keys() == TABLE.keys()


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("name", TABLE)
def test_what_a_role_allows(project: Project, name: str, role: Role) -> None:
    user, ability, may = make_member(project, role).user, ABILITIES[name], role in TABLE[name]
    assert ability(user, project) is may
    assert list_abilities(user, project)[name] is may
    assert list(ability.projects_of(user)) == [{"project": project.pk}] * may
    if may:
        require(ability, user, project)
    else:
        with pytest.raises(RoleRequired, match=r"^Only a project's .* can do this.$"):
            require(ability, user, project)


@pytest.mark.parametrize("name", TABLE)
def test_nobody_else_may_anything(project: Project, name: str) -> None:
    former = make_member(project, M)
    remove_member(user=project.created_by, membership=former)
    elsewhere = make_member(make_project(), M)
    for user in (make_user(), former.user, elsewhere.user):
        assert not ABILITIES[name](user, project)
        with pytest.raises(RoleRequired):
            require(ABILITIES[name], user, project)


def test_the_sentence_names_every_role_that_may(project: Project) -> None:
    assert can_manage.refusal == "Only a project's manager can do this."
    assert can_adjudicate.refusal == "Only a project's adjudicator or manager can do this."
    assert ABILITIES["visit"].refusal == "Only a project's annotator, adjudicator or manager can do this."


def test_several_roles_add_up(project: Project) -> None:
    user = make_member(project, A).user
    make_member(project, J, user)
    assert can_annotate(user, project)
    assert can_adjudicate(user, project)
    assert not can_manage(user, project)


def test_a_page_reads_the_roles_once_and_a_service_reads_them_anew(project: Project) -> None:
    membership = make_member(project, J)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        opened = open_project(membership.user, project.slug, can_see_results)
        context = project_context(membership.user, opened, "alignment:overview")
        assert can_adjudicate(membership.user, opened)
    assert context["can"]["adjudicate"]
    assert len(asked) == 4, "the project with the roles, changes to count, what waits, and whether a job runs"
    Membership.objects.filter(pk=membership.pk).update(state=Membership.State.REMOVED)
    with pytest.raises(RoleRequired):
        require(can_see_results, membership.user, opened)
    assert not can_adjudicate(membership.user, opened)


def test_roles_that_were_prefetched_are_not_read_again(project: Project) -> None:
    membership = make_member(project, J)
    remember_roles(membership.user, project, [J])
    with CaptureQueriesContext(connection) as asked:
        assert can_adjudicate(membership.user, project)
    assert not len(asked)


def test_the_membership_of_an_annotator_is_their_own(project: Project) -> None:
    own, other = make_member(project), make_member(project)
    assert require_annotator(own.user, project) == own != other
    with pytest.raises(RoleRequired, match=r"^Only a project's annotator can do this.$"):
        require_annotator(project.created_by, project)


def test_a_project_opens_for_members_of_its_kind_only(project: Project) -> None:
    manager = project.created_by
    assert open_project(manager, project.slug, kinds=[Project.Kind.ALIGNMENT]) == project
    for user, slug, kinds in (
        (manager, project.slug, [Project.Kind.EVALUATION]),
        (make_user(), project.slug, ()),
        (AnonymousUser(), project.slug, ()),
        (manager, "no\x00ne", ()),
    ):
        with pytest.raises(Http404):
            open_project(user, slug, kinds=kinds)  # type: ignore[arg-type]  # nobody signed in reaches a page


def test_who_starts_projects() -> None:
    manager = make_project().created_by
    manager.can_create_projects = False
    for user in (manager, make_user(can_create_projects=True), make_user(is_superuser=True)):
        assert can_create_projects(user)
        require_creator(user)
    stranger = make_user()
    assert not can_create_projects(stranger)
    with pytest.raises(RoleRequired, match="Your account cannot create projects"):
        require_creator(stranger)
