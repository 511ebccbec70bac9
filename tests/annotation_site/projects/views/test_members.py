import re
from datetime import datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from alignment.adjudication.services.decisions import decide_links
from annotation_site.accounts.models import User, digest_secret
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.services.members import add_member, remove_member, take_role
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.factories import lease, make_member, make_project, make_reading, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(client: Client) -> Project:
    made = make_project(pairs=2)
    client.force_login(made.created_by)
    return made


def read_members(client: Client, project: Project, query: str = "") -> str:
    response = client.get(f"/projects/{project.slug}/members/{query}")
    assert response.status_code == 200
    return markup_of(response)


def invitation_form(**changes: object) -> dict[str, object]:
    return {"operation_id": uuid4(), "role": "annotator", "note": "Tom", "days": 14, "use_limit": 1, **changes}


def find_secret(page: str) -> str:
    found = re.search(r'<input id="link" readonly value="http://testserver/invitations/([^"/]+)/"', page)
    assert found, "the page shows no link"
    return found[1]


def test_a_manager_sees_names_addresses_pseudonyms_and_progress(client: Client, project: Project) -> None:
    annotator = make_member(project)
    make_reading(annotator)
    page = read_members(client, project)
    assert annotator.user.name in page
    assert annotator.user.email in page
    assert '<span class="pill">A</span>' in page
    assert '<td class="number">1</td>' in page


def test_somebody_who_never_came_is_not_yet_active_and_a_reader_is(client: Client, project: Project) -> None:
    annotator = make_member(project)
    people = {person.pk: person for person in client.get(f"/projects/{project.slug}/members/").context["page"]}
    assert people[annotator.user_id].active_at is None
    assignment = make_reading(annotator)
    people = {person.pk: person for person in client.get(f"/projects/{project.slug}/members/").context["page"]}
    assert people[annotator.user_id].active_at == assignment.submitted_at


def test_a_sign_in_is_no_action_and_a_decision_is(client: Client, project: Project) -> None:
    adjudicator = make_member(project, Role.ADJUDICATOR)
    for label in "SP":
        make_reading(make_member(project), f"0-0{label} 1-2S 2-1S")
    Client().force_login(adjudicator.user)

    def last_actions() -> dict[int, datetime | None]:
        page = client.get(f"/projects/{project.slug}/members/").context["page"]
        return {person.pk: person.active_at for person in page}

    assert last_actions()[adjudicator.user_id] is None
    made = last_actions()[project.created_by_id]
    assert made == Operation.objects.filter(actor=project.created_by).latest("pk").created_at
    item = Item.objects.get(state=Item.State.ANNOTATED)
    decide_links(user=adjudicator.user, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(0, 0, "P")])
    decided = Operation.objects.filter(actor=adjudicator.user).latest("pk").created_at
    assert last_actions()[adjudicator.user_id] == decided
    Client().force_login(project.created_by)
    assert last_actions()[project.created_by_id] == made


def test_what_is_begun_skipped_or_reopened_is_an_action(client: Client, project: Project) -> None:
    annotator = make_member(project)

    def last_action() -> datetime | None:
        page = client.get(f"/projects/{project.slug}/members/").context["page"]
        found: datetime | None = next(person.active_at for person in page if person.pk == annotator.user_id)
        return found

    known = {"user": annotator.user, "operation_id": uuid4()}
    begun = lease(annotator)
    assert last_action() == begun.begun_at
    skip_assignment(**known, assignment_id=begun.pk, version=begun.version, reason="Odd.")
    assert last_action() == Operation.objects.latest("pk").created_at
    first = make_reading(annotator)
    reopen_assignment(user=annotator.user, assignment_id=first.pk, operation_id=uuid4(), version=first.version)
    assert last_action() == Operation.objects.latest("pk").created_at


def test_more_members_cost_no_more_queries(client: Client, project: Project) -> None:
    make_member(project)
    with CaptureQueriesContext(connection) as few:
        read_members(client, project)
    for role in (Role.ANNOTATOR, Role.ADJUDICATOR, Role.ANNOTATOR):
        make_member(project, role)
    with CaptureQueriesContext(connection) as many:
        read_members(client, project)
    assert len(many) == len(few)


def test_the_link_is_shown_once_and_only_its_digest_is_kept(client: Client, project: Project) -> None:
    response = client.post(f"/projects/{project.slug}/members/invite/", invitation_form())
    secret = find_secret(markup_of(response))
    assert "no-store" in response["Cache-Control"]
    assert Invitation.objects.get(project=project).digest == digest_secret(secret)
    assert secret not in read_members(client, project)


def test_the_same_form_sent_twice_makes_one_invitation(client: Client, project: Project) -> None:
    sent = invitation_form()
    client.post(f"/projects/{project.slug}/members/invite/", sent)
    again = client.post(f"/projects/{project.slug}/members/invite/", sent, follow=True)
    assert "already been shown" in markup_of(again)
    assert project.invitations.count() == 1


@pytest.mark.parametrize(
    "change", [{"role": "owner"}, {"days": 0}, {"days": 91}, {"use_limit": 0}, {"use_limit": 1001}, {"note": "x" * 121}]
)
def test_a_wrong_invitation_makes_nothing_and_says_so(
    client: Client, project: Project, change: dict[str, object]
) -> None:
    response = client.post(f"/projects/{project.slug}/members/invite/", invitation_form(**change))
    assert response.status_code == 400
    assert not project.invitations.exists()


def test_an_invitation_is_listed_with_its_state_until_revoked(client: Client, project: Project) -> None:
    client.post(f"/projects/{project.slug}/members/invite/", invitation_form(use_limit=3))
    invitation = project.invitations.get()
    page = read_members(client, project)
    assert "0 of 3 used" in page
    assert "expires" in page
    client.post(f"/projects/{project.slug}/members/invitations/{invitation.pk}/revoke/")
    assert "revoked" in read_members(client, project)
    invitation.refresh_from_db()
    assert not invitation.is_usable


def test_somebody_elses_invitation_cannot_be_revoked(client: Client, project: Project) -> None:
    other = make_project()
    invitation = Invitation.objects.create(
        project=other, role="annotator", digest="d", expires_at="2100-01-01T00:00Z", created_by=other.created_by
    )
    address = f"/projects/{project.slug}/members/invitations/{invitation.pk}/revoke/"
    assert client.post(address).status_code == 404
    invitation.refresh_from_db()
    assert invitation.revoked_at is None


def test_removing_asks_first_and_keeps_the_work(client: Client, project: Project) -> None:
    annotator = make_member(project)
    make_reading(annotator)
    address = f"/projects/{project.slug}/members/{annotator.pk}/remove/"
    assert "Their 1 submitted pair stay" in markup_of(client.get(address))
    annotator.refresh_from_db()
    assert annotator.state == Membership.State.ACTIVE
    client.post(address)
    annotator.refresh_from_db()
    assert annotator.state == Membership.State.REMOVED
    assert annotator.assignments.submitted().count() == 1
    assert annotator.user.email not in read_members(client, project)
    assert annotator.user.email in read_members(client, project, "?state=removed")


def test_removing_twice_is_harmless(client: Client, project: Project) -> None:
    annotator = make_member(project)
    address = f"/projects/{project.slug}/members/{annotator.pk}/remove/"
    assert client.post(address)["Location"] == client.post(address)["Location"]


def test_the_last_manager_stays(client: Client, project: Project) -> None:
    manager = project.memberships.get(role=Role.MANAGER)
    response = client.post(f"/projects/{project.slug}/members/{manager.pk}/remove/")
    assert response.status_code == 409
    assert "A project needs a manager" in markup_of(response)


def test_a_manager_who_leaves_is_led_to_their_projects(client: Client, project: Project) -> None:
    make_member(project, Role.MANAGER)
    own = project.memberships.get(user=project.created_by)
    response = client.post(f"/projects/{project.slug}/members/{own.pk}/remove/")
    assert response["Location"] == "/"
    assert client.get(f"/projects/{project.slug}/members/").status_code == 404


def test_a_manager_takes_a_further_role_with_one_button(client: Client, project: Project) -> None:
    assert "Become annotator" in read_members(client, project)
    for _ in "twice":
        client.post(f"/projects/{project.slug}/members/take-role/", {"role": "annotator"})
    assert project.memberships.filter(user=project.created_by, role=Role.ANNOTATOR).count() == 1
    assert "Become annotator" not in read_members(client, project)


def test_an_unknown_role_cannot_be_taken(client: Client, project: Project) -> None:
    assert client.post(f"/projects/{project.slug}/members/take-role/", {"role": "owner"}).status_code == 400


def test_names_are_shown_as_text(client: Client, project: Project) -> None:
    make_member(project, user=make_user("<b>Bold</b>"))
    assert "<b>Bold" not in read_members(client, project)


def test_pseudonyms_go_on_after_z_and_are_never_used_twice(project: Project) -> None:
    people = User.objects.bulk_create([User(email=f"many{number}@example.org") for number in range(28)])
    pseudonyms = [add_member(project=project, user=person, role=Role.ANNOTATOR).pseudonym for person in people]
    assert pseudonyms[:2] == ["A", "B"]
    assert pseudonyms[25:] == ["Z", "AA", "AB"]


def test_a_pseudonym_of_somebody_removed_is_not_given_again(project: Project) -> None:
    first = make_member(project)
    remove_member(user=project.created_by, membership=first)
    assert make_member(project).pseudonym == "B"


def test_only_managers_remove_and_take_roles(project: Project) -> None:
    adjudicator = make_member(project, Role.ADJUDICATOR)
    with pytest.raises(RoleRequired):
        remove_member(user=adjudicator.user, membership=adjudicator)
    with pytest.raises(RoleRequired):
        take_role(user=adjudicator.user, project=project, role=Role.MANAGER)


def test_the_service_keeps_a_manager_and_knows_its_roles(project: Project) -> None:
    with pytest.raises(NotEditable):
        remove_member(user=project.created_by, membership=project.memberships.get(role=Role.MANAGER))
    with pytest.raises(DomainError):
        take_role(user=project.created_by, project=project, role="owner")
