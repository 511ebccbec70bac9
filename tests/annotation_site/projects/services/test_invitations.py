"""Invitations by email: who gets one, who needs none, sending again, and the page it opens."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from annotation_site.projects.models import Invitation, Project, Role
from annotation_site.projects.services import invitations
from annotation_site.projects.services.invitations import invite_by_mail, renew_invitation, resend_invitation
from annotation_site.projects.services.members import accept_invitation, revoke_invitation
from annotation_site.web.exceptions import LimitReached, NotEditable, RoleRequired
from tests.factories import make_member, make_project, make_user
from tests.markup import markup_of

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
    return answer.status_code, markup_of(answer)


def invite_one(project: Project, address: str = "ada@example.org", role: str = Role.ANNOTATOR) -> Invitation:
    asked = {"user": project.created_by, "project": project, "role": role, "days": 7, "addresses": [address]}
    [new] = invite_by_mail(**asked).links
    return new.invitation


def shown_links(page: str) -> list[str]:
    """Return the addresses of links that the page lets one copy, which need no script."""
    return re.findall(r'<input [^>]*readonly value="http://testserver(/invitations/[^"]+/)"', page)


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
        assert project.name in markup_of(newcomer.get(link, follow=True))
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
    assert "Invited before, not again: waiting@example.org." in page
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
    assert "These people have already been invited." in page
    assert len(mail.outbox) == 1


def test_a_days_mail_is_bounded(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_A_DAY", 2)
    invite_one(project, "a@example.org")
    asked = {"user": project.created_by, "project": project, "role": "annotator", "days": 7}
    with pytest.raises(LimitReached), transaction.atomic():
        invite_by_mail(**asked, addresses=["b@example.org", "c@example.org"])
    assert len(invite_by_mail(**asked, addresses=["b@example.org"]).links) == 1


def test_only_managers_send_them(project: Project) -> None:
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    invitation = invite_one(project)
    with pytest.raises(RoleRequired):
        invite_by_mail(user=adjudicator, project=project, role="annotator", days=1, addresses=["b@example.org"])
    for renew in (resend_invitation, renew_invitation):
        with pytest.raises(RoleRequired):
            renew(user=adjudicator, invitation=invitation)


def test_sent_again_the_new_link_works_and_the_old_one_does_not(manager: Client, project: Project) -> None:
    invitation = invite_one(project)
    again = f"/projects/{project.slug}/members/invitations/{invitation.pk}/resend/"
    form = {"operation_id": str(uuid4())}
    assert manager.post(again, form).status_code == 409  # just now
    long_ago = timezone.now() - timedelta(days=30)
    Invitation.objects.update(created_at=long_ago, expires_at=long_ago + timedelta(days=7))
    assert "Send again" in markup_of(manager.get(f"/projects/{project.slug}/members/"))
    page = manager.post(again, form)
    assert page.status_code == 200
    first, second = (link_of(message) for message in mail.outbox)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 302
    assert shown_links(markup_of(page)) == [second], "a link to copy stands beside the one that is sent"
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
    assert "This invitation is for <bdi>ada@example.org</bdi>." in markup_of(page)
    assert 'value="ada@example.org"' in markup_of(client.get(page.context["signup_url"]))


def test_the_api_sends_and_names_them_too(client: Client, project: Project) -> None:
    member = make_member(project)
    client.force_login(project.created_by)
    body = {"role": "annotator", "addresses": ["ada@example.org", member.user.email]}
    address = f"/api/v1/projects/{project.slug}/invitations/by-email/"
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 201
    told = answer.json()
    [invited] = told.pop("invited")
    assert told == {"members": [member.user.email], "waiting": []}
    assert (invited["address"], invited["is_mailed"]) == ("ada@example.org", True)
    assert invited["link"] == f"http://testserver{link_of(mail.outbox[0])}"
    wrong = client.post(address, {**body, "addresses": ["x"]}, content_type="application/json")
    assert wrong.status_code == 400


@pytest.fixture
def without_mail(settings: Any) -> None:
    settings.MAIL_TRANSPORT = ""


def test_with_a_mail_server_each_link_can_be_copied_too(manager: Client, project: Project) -> None:
    _, page = send(manager, project, "ada@example.org\nbob@example.org")
    assert sorted(shown_links(page)) == sorted(link_of(message) for message in mail.outbox)
    assert shown_links(markup_of(manager.get(f"/projects/{project.slug}/members/"))) == []


@pytest.mark.usefixtures("without_mail")
def test_without_a_mail_server_the_page_shows_links_to_copy_and_promises_no_mail(
    manager: Client, project: Project
) -> None:
    before = markup_of(manager.get(f"/projects/{project.slug}/members/"))
    assert "This site has no mail server. Copy the links and send them yourself." in before
    _, page = send(manager, project, "ada@example.org\nbob@example.org")
    assert "No mail server: copy these links" in page
    assert not re.search(r"\bsent\b", page)
    assert mail.outbox == []
    first, second = shown_links(page)
    assert first != second
    for link in (first, second):
        assert project.name in markup_of(Client().get(link, follow=True))
    after = markup_of(manager.get(f"/projects/{project.slug}/members/"))
    assert shown_links(after) == [] and "New link" in after and "Send again" not in after


def test_the_browser_forgets_addresses_that_were_taken_and_keeps_refused_ones(
    manager: Client, project: Project
) -> None:
    kept = {"typed_texts": str(uuid4())}
    send(manager, project, "not an address", **kept)
    assert "taken_texts" not in manager.cookies
    send(manager, project, "ada@example.org", **kept)
    assert manager.cookies["taken_texts"].value == kept["typed_texts"]


@pytest.mark.usefixtures("without_mail")
def test_a_copied_link_admits_one_person(client: Client, project: Project) -> None:
    [new] = invite_by_mail(
        user=project.created_by, project=project, role="annotator", days=7, addresses=["ada@example.org"]
    ).links
    assert not new.is_mailed
    accept_invitation(user=make_user(), digest=new.invitation.digest)
    client.force_login(make_user())
    assert client.get(f"/invitations/{new.secret}/").status_code == 404


@pytest.mark.usefixtures("without_mail")
def test_a_new_link_ends_the_earlier_one_and_is_shown_once(manager: Client, project: Project) -> None:
    _, page = send(manager, project, "ada@example.org")
    [first] = shown_links(page)
    invitation = Invitation.objects.get()
    form = {"operation_id": str(uuid4())}
    renew = f"/projects/{project.slug}/members/invitations/{invitation.pk}/renew/"
    answer = manager.post(renew, form)
    [second] = shown_links(markup_of(answer))
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 302
    reloaded = markup_of(manager.post(renew, form, follow=True))
    assert shown_links(reloaded) == [] and "A link is shown only once." in reloaded
    assert Client().get(second).status_code == 302, "a reload does not end the link that was copied"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.usefixtures("without_mail")
def test_without_a_mail_server_nothing_is_mailed_again(project: Project) -> None:
    invitation = invite_one(project)
    Invitation.objects.update(created_at=timezone.now() - timedelta(hours=1))
    with pytest.raises(NotEditable, match="no mail server"):
        resend_invitation(user=project.created_by, invitation=invitation)


def test_a_revoked_or_used_up_invitation_gets_no_new_link(project: Project) -> None:
    accepted, revoked = invite_one(project), invite_one(project, "b@example.org")
    accept_invitation(user=make_user(), digest=accepted.digest)
    revoke_invitation(user=project.created_by, invitation=revoked)
    for invitation in (accepted, revoked):
        with pytest.raises(NotEditable):
            renew_invitation(user=project.created_by, invitation=invitation)


@pytest.mark.usefixtures("without_mail")
def test_without_a_mail_server_the_api_says_so_and_answers_the_links(client: Client, project: Project) -> None:
    client.force_login(project.created_by)
    invitations_address = f"/api/v1/projects/{project.slug}/invitations/"
    body = {"role": "annotator", "addresses": ["ada@example.org"]}
    answer = client.post(f"{invitations_address}by-email/", body, content_type="application/json")
    [invited] = answer.json()["invited"]
    assert invited["is_mailed"] is False
    assert Client().get(invited["link"]).status_code == 302
    assert "link" not in client.get(invitations_address).json()["results"][0]
    renewed = client.post(f"{invitations_address}{invited['id']}/renew/").json()
    assert Client().get(invited["link"]).status_code == 404
    assert Client().get(renewed["link"]).status_code == 302
    assert client.post(f"{invitations_address}{invited['id']}/resend/").status_code == 409
