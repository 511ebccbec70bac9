"""Invitations by email: who gets one, who needs none, sending again, and the page it opens."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from annotation_site.projects.models import Invitation, Project, Role
from annotation_site.projects.services import invitations
from annotation_site.projects.services.invitations import invite_by_mail, resend_invitation
from annotation_site.projects.services.members import accept_invitation, revoke_invitation
from annotation_site.web.exceptions import LimitReached, NotEditable, RoleRequired
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def manager(client: Client, project: Project) -> Client:
    client.force_login(project.created_by)
    return client


def send(client: Client, project: Project, addresses: str, **more: object) -> tuple[int, str]:
    form = {"operation_id": str(uuid4()), "role": "annotator", "days": 7, "addresses": addresses, **more}
    answer = client.post(f"/projects/{project.slug}/members/invite-by-email/", form, follow=True)
    return answer.status_code, answer.content.decode()


def invite_one(project: Project, address: str = "ada@example.org", role: str = Role.ANNOTATOR) -> Invitation:
    asked = {"user": project.created_by, "project": project, "role": role, "days": 7, "addresses": [address]}
    [invitation] = invite_by_mail(**asked).sent
    return invitation


def link_of(message: object) -> str:
    found = re.search(r"http://localhost:8000(/invitations/\S+/)", str(message.body))  # type: ignore[attr-defined]
    assert found
    return found[1]


def test_each_address_gets_a_link_of_its_own(manager: Client, project: Project) -> None:
    status, page = send(manager, project, "Ada@Example.org, bob@example.org\nCyd Charisse <cyd@example.org>;\n\n")
    assert status == 200
    assert "3 invitations will be sent by email." in page
    assert sorted(message.to[0] for message in mail.outbox) == ["ada@example.org", "bob@example.org", "cyd@example.org"]
    links = {link_of(message) for message in mail.outbox}
    assert len(links) == 3
    for link in links:
        newcomer = Client()
        assert project.name in newcomer.get(link, follow=True).content.decode()
    assert {each.use_limit for each in Invitation.objects.all()} == {1}


def test_the_mail_says_who_invites_to_what_and_nothing_that_needs_an_account(project: Project) -> None:
    make_user("Ada")
    Project.objects.filter(pk=project.pk).update(name="Fish & <chips>")
    project.refresh_from_db()
    invite_one(project)
    [message] = mail.outbox
    assert message.subject == "Interlinea: Invitation to Fish & <chips>"
    assert f"{project.created_by} invites you to join the project “Fish & <chips>”" in message.body
    assert "as annotator" in message.body
    assert "You read sentence pairs and link their words." in message.body


def test_wrong_addresses_are_named_with_their_line_and_nothing_is_sent(manager: Client, project: Project) -> None:
    status, page = send(manager, project, "ada@example.org\nbob@, cyd@example.org\n\n@nowhere <b>")
    assert status == 400
    assert "Line 2: “bob@” is not an email address." in page
    assert "Line 4: “@nowhere &lt;b&gt;” is not an email address." in page
    assert "Line 1" not in page
    assert not Invitation.objects.exists()
    assert mail.outbox == []


@pytest.mark.parametrize("addresses", ["", " , ;\n"])
def test_no_address_at_all_is_said(manager: Client, project: Project, addresses: str) -> None:
    assert send(manager, project, addresses)[0] == 400


def test_more_than_a_hundred_are_refused(manager: Client, project: Project) -> None:
    status, page = send(manager, project, "\n".join(f"a{number}@example.org" for number in range(101)))
    assert status == 400
    assert "There are 101 addresses; send at most 100 at a time." in page


def test_who_is_named_twice_a_member_or_invited_before_is_said_and_gets_none(manager: Client, project: Project) -> None:
    member, other_role = make_member(project), make_member(project, Role.ADJUDICATOR)
    invite_one(project, "waiting@example.org")
    mail.outbox.clear()
    lines = ["new@example.org", "NEW@example.org", member.user.email, other_role.user.email, "waiting@example.org"]
    _, page = send(manager, project, "\n".join(lines))
    assert sorted(message.to[0] for message in mail.outbox) == sorted(["new@example.org", other_role.user.email])
    assert "2 invitations will be sent" in page
    assert f"Already annotator here: {member.user.email}." in page
    assert "Invited before and not sent again: waiting@example.org." in page
    assert "Entered more than once and invited once: new@example.org." in page


def test_an_account_elsewhere_makes_no_difference(manager: Client, project: Project) -> None:
    known, unknown = make_user(), "nobody@example.org"
    answers = []
    for address in (known.email, unknown):
        answers.append(send(manager, project, address)[1].replace(address, "X"))
        Invitation.objects.all().delete()
    told = [re.findall(r"<li[^>]*>[^<]*invitation[^<]*", answer) for answer in answers]
    assert told[0] == told[1] != []
    bodies = [re.sub(r"/invitations/\S+/", "", str(message.body)) for message in mail.outbox]
    assert bodies[0] == bodies[1]


def test_a_form_sent_twice_sends_once(manager: Client, project: Project) -> None:
    form = {"operation_id": str(uuid4())}
    send(manager, project, "ada@example.org", **form)
    Invitation.objects.all().delete()
    _, page = send(manager, project, "ada@example.org", **form)
    assert "These invitations have already been sent." in page
    assert len(mail.outbox) == 1


def test_a_days_mail_is_bounded(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_A_DAY", 2)
    invite_one(project, "a@example.org")
    asked = {"user": project.created_by, "project": project, "role": "annotator", "days": 7}
    with pytest.raises(LimitReached), transaction.atomic():
        invite_by_mail(**asked, addresses=["b@example.org", "c@example.org"])
    assert len(invite_by_mail(**asked, addresses=["b@example.org"]).sent) == 1


def test_only_managers_send_them(project: Project) -> None:
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    invitation = invite_one(project)
    with pytest.raises(RoleRequired):
        invite_by_mail(user=adjudicator, project=project, role="annotator", days=1, addresses=["b@example.org"])
    with pytest.raises(RoleRequired):
        resend_invitation(user=adjudicator, invitation=invitation)


def test_sent_again_the_new_link_works_and_the_old_one_does_not(manager: Client, project: Project) -> None:
    invitation = invite_one(project)
    again = f"/projects/{project.slug}/members/invitations/{invitation.pk}/resend/"
    assert manager.post(again).status_code == 409  # just now
    long_ago = timezone.now() - timedelta(days=30)
    Invitation.objects.update(created_at=long_ago, expires_at=long_ago + timedelta(days=7))
    assert "Send again" in manager.get(f"/projects/{project.slug}/members/").content.decode()
    assert manager.post(again).status_code == 302
    first, second = (link_of(message) for message in mail.outbox)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 302
    invitation.refresh_from_db()
    assert invitation.expires_at - timezone.now() > timedelta(days=6, hours=23)


def test_accepted_revoked_and_open_links_are_not_sent_again(project: Project) -> None:
    accepted, revoked = invite_one(project), invite_one(project, "b@example.org")
    accept_invitation(user=make_user(), digest=accepted.digest)
    revoke_invitation(user=project.created_by, invitation=revoked)
    Invitation.objects.update(created_at=timezone.now() - timedelta(hours=1))
    for invitation in (accepted, revoked):
        with pytest.raises(NotEditable):
            resend_invitation(user=project.created_by, invitation=invitation)


def test_the_page_says_whom_it_was_for_and_fills_in_the_address(client: Client, project: Project) -> None:
    invite_one(project)
    page = client.get(link_of(mail.outbox[0]), follow=True)
    assert "This invitation was sent to <bdi>ada@example.org</bdi>." in page.content.decode()
    assert 'value="ada@example.org"' in client.get(page.context["signup_url"]).content.decode()


def test_the_api_sends_and_names_them_too(client: Client, project: Project) -> None:
    member = make_member(project)
    client.force_login(project.created_by)
    body = {"role": "annotator", "addresses": ["ada@example.org", member.user.email]}
    address = f"/api/v1/projects/{project.slug}/invitations/by-email/"
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 201
    told = answer.json()
    assert ([each["address"] for each in told["sent"]], told["members"], told["waiting"]) == (
        ["ada@example.org"],
        [member.user.email],
        [],
    )
    wrong = client.post(address, {**body, "addresses": ["x"]}, content_type="application/json")
    assert wrong.status_code == 400
