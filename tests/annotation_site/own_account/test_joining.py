import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from annotation_site.accounts.models import User, digest_secret
from annotation_site.own_account.views import joining
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.services.members import accept_invitation, invite, remove_member, revoke_invitation
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.factories import PASSWORD, make_member, make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


def make_invitation(project: Project, role: str = Role.ANNOTATOR, **values: int) -> tuple[Invitation, str]:
    return invite(user=project.created_by, project=project, role=role, **{"days": 7, "use_limit": 1, **values})


def open_link(client: Client, secret: str) -> str:
    response = client.get(f"/invitations/{secret}/", follow=True)
    assert response.status_code == 200
    return response.content.decode()


def without_tokens(page: str) -> str:
    """Return the page without its forms' tokens, which differ in every answer."""
    return re.sub(r"[A-Za-z0-9]{64}", "", page)


def press_join(client: Client) -> object:
    invitation = client.get("/invitation/").context["invitation"]
    return client.post("/invitation/", {"invitation": invitation.pk})


def test_only_the_digest_of_the_secret_is_kept(project: Project) -> None:
    invitation, secret = make_invitation(project)
    assert invitation.digest == digest_secret(secret)
    assert secret not in str(Invitation.objects.values().get())


def test_the_link_shows_project_and_role_to_somebody_unknown(client: Client, project: Project) -> None:
    _, secret = make_invitation(project, Role.ADJUDICATOR)
    page = open_link(client, secret)
    assert project.name in page
    assert "adjudicator" in page
    assert "Create account" in page


def test_no_page_that_is_shown_carries_the_secret(client: Client, project: Project) -> None:
    _, secret = make_invitation(project)
    first = client.get(f"/invitations/{secret}/")
    assert first["Location"] == "/invitation/"
    assert "no-store" in first["Cache-Control"]
    assert secret not in client.get("/invitation/").content.decode()
    assert secret not in str(dict(client.session))


@pytest.mark.parametrize(
    ("kind", "caption"),
    [
        (Project.Kind.ALIGNMENT, "An aligned sentence pair."),
        (Project.Kind.IDIOMATICITY, "A compound and how far its meaning comes from"),
        (Project.Kind.EVALUATION, "An expression and two systems’ translations"),
    ],
)
def test_an_invitation_shows_the_work_it_is_for(client: Client, project: Project, kind: str, caption: str) -> None:
    Project.objects.filter(pk=project.pk).update(kind=kind)
    _, secret = make_invitation(project)
    open_link(client, secret)
    assert caption in client.get("/invitation/").content.decode()


def test_one_button_joins(client: Client, project: Project) -> None:
    _, secret = make_invitation(project)
    user = make_user()
    client.force_login(user)
    assert "Join project" in open_link(client, secret)
    assert press_join(client)["Location"] == project.get_absolute_url()
    membership = Membership.objects.get(project=project, user=user)
    assert (membership.role, membership.pseudonym) == (Role.ANNOTATOR, "A")


def test_joining_twice_is_harmless_and_uses_the_link_once(client: Client, project: Project) -> None:
    invitation, secret = make_invitation(project, use_limit=5)
    client.force_login(make_user())
    open_link(client, secret)
    press_join(client)
    assert press_join(client)["Location"] == project.get_absolute_url()
    invitation.refresh_from_db()
    assert invitation.use_count == 1


def test_a_member_who_opens_a_used_up_link_is_led_to_the_project(client: Client, project: Project) -> None:
    _, secret = make_invitation(project)
    client.force_login(make_user())
    open_link(client, secret)
    press_join(client)
    page = open_link(client, secret)
    assert "already" in page
    assert project.get_absolute_url() in page


def test_a_newcomer_signs_up_comes_back_and_joins(client: Client, project: Project) -> None:
    _, secret = make_invitation(project)
    open_link(client, secret)
    signup = client.get("/invitation/").context["signup_url"]
    form = {"name": "Grace", "email": "grace@example.org", "password1": PASSWORD, "password2": PASSWORD}
    form["time_zone"] = "Asia/Tokyo"
    response = client.post(signup, {**form, "next": parse_qs(urlsplit(signup).query)["next"][0]})
    assert response["Location"] == "/invitation/"
    press_join(client)
    user = User.objects.get(email="grace@example.org")
    assert user.time_zone == "Asia/Tokyo"
    assert Membership.objects.filter(project=project, user=user, role=Role.ANNOTATOR).exists()


def test_who_signs_in_comes_back_to_the_invitation(client: Client, project: Project) -> None:
    _, secret = make_invitation(project)
    user = make_user()
    open_link(client, secret)
    login = client.get("/invitation/").context["login_url"]
    response = client.post(login, {"login": user.email, "password": PASSWORD, "next": "/invitation/"})
    assert response["Location"] == "/invitation/"
    assert "Join project" in client.get("/invitation/").content.decode()


def test_nobody_signs_up_without_an_invitation(client: Client) -> None:
    form = {"name": "E", "email": "eve@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", form)
    assert not User.objects.filter(email="eve@example.org").exists()


def test_signing_up_leads_nowhere_else(client: Client, project: Project) -> None:
    _, secret = make_invitation(project)
    open_link(client, secret)
    form = {"name": "G", "email": "g@example.org", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/accounts/signup/", {**form, "next": "https://evil.example/"})
    assert response.status_code == 302
    assert "evil" not in response["Location"]


def test_unknown_revoked_expired_and_used_up_cannot_be_told_apart(client: Client, project: Project) -> None:
    revoked, revoked_secret = make_invitation(project)
    revoke_invitation(user=project.created_by, invitation=revoked)
    expired, expired_secret = make_invitation(project)
    Invitation.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    used, used_secret = make_invitation(project)
    accept_invitation(user=make_user(), digest=used.digest)
    answers = [
        client.get(f"/invitations/{secret}/") for secret in ("x" * 43, revoked_secret, expired_secret, used_secret)
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({without_tokens(answer.content.decode()) for answer in answers}) == 1
    assert "This invitation is not valid" in answers[0].content.decode()


def test_an_invitation_revoked_between_opening_and_joining_does_not_let_in(client: Client, project: Project) -> None:
    invitation, secret = make_invitation(project)
    user = make_user()
    client.force_login(user)
    open_link(client, secret)
    revoke_invitation(user=project.created_by, invitation=invitation)
    assert client.post("/invitation/", {"invitation": invitation.pk}).status_code == 404
    assert not Membership.objects.filter(user=user).exists()


def test_the_page_without_an_opened_link_is_closed(client: Client) -> None:
    assert client.get("/invitation/").status_code == 404


def test_with_two_links_open_the_button_joins_only_what_it_says(client: Client, project: Project) -> None:
    first, first_secret = make_invitation(project)
    second, second_secret = make_invitation(make_project())
    user = make_user()
    client.force_login(user)
    open_link(client, first_secret)
    open_link(client, second_secret)
    response = client.post("/invitation/", {"invitation": first.pk}, follow=True)
    assert "You have opened a different invitation since. This is the latest one." in response.content.decode()
    assert not Membership.objects.filter(user=user).exists()
    client.post("/invitation/", {"invitation": second.pk})
    assert Membership.objects.get(user=user).project_id == second.project_id


def test_joining_needs_an_account(client: Client, project: Project) -> None:
    invitation, secret = make_invitation(project)
    open_link(client, secret)
    response = client.post("/invitation/", {"invitation": invitation.pk})
    assert response["Location"] == "/accounts/login/?next=/invitation/"


def test_joining_needs_the_forms_token(project: Project) -> None:
    invitation, secret = make_invitation(project)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user())
    strict.get(f"/invitations/{secret}/")
    assert strict.post("/invitation/", {"invitation": invitation.pk}).status_code == 403


def test_many_links_that_do_not_open_make_a_pause(client: Client, project: Project) -> None:
    cache.clear()
    _, secret = make_invitation(project)
    for number in range(joining.MISSES_ALLOWED):
        assert client.get(f"/invitations/guess-{number}/").status_code == 404
    assert client.get("/invitations/guess/").status_code == 429
    assert client.get(f"/invitations/{secret}/").status_code == 429
    cache.clear()
    assert client.get(f"/invitations/{secret}/").status_code == 302


def test_only_managers_invite(project: Project) -> None:
    adjudicator = make_member(project, Role.ADJUDICATOR)
    with pytest.raises(RoleRequired):
        invite(user=adjudicator.user, project=project, role=Role.ANNOTATOR, days=1, use_limit=1)


@pytest.mark.parametrize(("days", "use_limit"), [(0, 1), (91, 1), (1, 0), (1, 1001)])
def test_invitations_are_bounded(project: Project, days: int, use_limit: int) -> None:
    with pytest.raises(DomainError):
        invite(user=project.created_by, project=project, role=Role.ANNOTATOR, days=days, use_limit=use_limit)


def test_a_used_up_invitation_lets_nobody_else_in(project: Project) -> None:
    invitation, _ = make_invitation(project)
    accept_invitation(user=make_user(), digest=invitation.digest)
    with pytest.raises(NotEditable):
        accept_invitation(user=make_user(), digest=invitation.digest)


def test_who_was_removed_comes_back_with_their_pseudonym(project: Project) -> None:
    make_member(project)
    annotator = make_member(project)
    annotator.state = Membership.State.REMOVED
    annotator.save()
    invitation, _ = make_invitation(project)
    membership = accept_invitation(user=annotator.user, digest=invitation.digest)
    assert (membership.pk, membership.pseudonym, membership.state) == (annotator.pk, "B", Membership.State.ACTIVE)


def test_a_link_made_before_somebody_was_removed_lets_them_in_no_more(project: Project) -> None:
    annotator = make_member(project)
    link, _ = make_invitation(project, use_limit=10)
    other_role, _ = make_invitation(project, Role.ADJUDICATOR, use_limit=10)
    remove_member(user=project.created_by, membership=annotator)
    for invitation in (link, other_role):
        with pytest.raises(
            NotEditable,
            match="You were removed from the project after this link was created",
        ):
            accept_invitation(user=annotator.user, digest=invitation.digest)
    assert accept_invitation(user=make_user(), digest=link.digest).state == Membership.State.ACTIVE
    fresh, _ = make_invitation(project)
    assert accept_invitation(user=annotator.user, digest=fresh.digest).pk == annotator.pk


def test_who_changes_roles_may_use_the_link_to_the_new_one(project: Project) -> None:
    annotator = make_member(project)
    make_member(project, Role.MANAGER, annotator.user)
    link, _ = make_invitation(project, Role.ADJUDICATOR)
    remove_member(user=project.created_by, membership=annotator)
    assert accept_invitation(user=annotator.user, digest=link.digest).role == Role.ADJUDICATOR


def test_the_links_of_a_manager_who_is_removed_close(project: Project) -> None:
    manager = make_member(project, Role.MANAGER)
    theirs, _ = invite(user=manager.user, project=project, role=Role.MANAGER, days=7, use_limit=1)
    other, _ = make_invitation(project)
    remove_member(user=project.created_by, membership=manager)
    assert list(Invitation.objects.usable()) == [other]
    with pytest.raises(NotEditable):
        accept_invitation(user=make_user(), digest=theirs.digest)
