"""Mails for a new password: what the link opens, to whom it goes, and how many there are."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
CHOSEN = "a new long phrase"


@pytest.fixture(autouse=True)
def no_earlier_tries() -> None:
    cache.clear()


def ask_for_link(email: str, client: Client | None = None, **headers: str) -> str:
    """Return the path in the mail that was sent to the address."""
    (client or Client()).post(reverse("account_reset_password"), {"email": email}, headers=headers)
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def choose_password(client: Client, link: str, password: str = CHOSEN) -> HttpResponse:
    """Open a link and send the form to which it leads, if it does."""
    page = client.get(link, follow=True)
    return client.post(page.request["PATH_INFO"], {"password1": password, "password2": password})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_link_is_used_once_and_signs_nobody_in(client: Client) -> None:
    user = make_user()
    link = ask_for_link(user.email)
    choose_password(client, link)
    assert not is_signed_in(client)
    choose_password(client, link, "another long phrase")
    choose_password(Client(), link, "another long phrase")
    assert User.objects.get(pk=user.pk).check_password(CHOSEN)


def test_of_several_links_the_first_that_is_used_ends_the_others(client: Client) -> None:
    user = make_user()
    links = [ask_for_link(user.email) for _ in range(3)]
    choose_password(client, links[1])
    for link in (links[0], links[2]):
        choose_password(Client(), link, "another long phrase")
    assert User.objects.get(pk=user.pk).check_password(CHOSEN)


def test_a_form_that_was_opened_before_is_of_no_use_after_another_change(client: Client) -> None:
    user = make_user()
    opened = client.get(ask_for_link(user.email), follow=True).request["PATH_INFO"]
    user.set_password("changed by its owner")
    user.save()
    client.post(opened, {"password1": CHOSEN, "password2": CHOSEN})
    assert User.objects.get(pk=user.pk).check_password("changed by its owner")


@pytest.mark.parametrize("change", ["password", "address", "sign-in"])
def test_what_happens_to_the_account_ends_the_link(client: Client, change: str) -> None:
    user = make_user()
    link = ask_for_link(user.email)
    if change == "password":
        user.set_password("changed by its owner")
        user.save()
    elif change == "address":
        EmailAddress.objects.filter(user=user).delete()
        user.email = "moved@example.org"
        user.save()
    else:
        client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    choose_password(Client(), link)
    assert not User.objects.get(pk=user.pk).check_password(CHOSEN)


def test_a_reset_leads_past_no_second_factor(client: Client) -> None:
    user = make_user()
    TOTP.activate(user, generate_totp_secret())
    choose_password(client, ask_for_link(user.email))
    assert not is_signed_in(client)
    answer = client.post(reverse("account_login"), {"login": user.email, "password": CHOSEN})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    assert not is_signed_in(client)


def test_a_reset_ends_every_session(client: Client) -> None:
    user = make_user()
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    assert client.get("/account/").status_code == 200
    choose_password(Client(), ask_for_link(user.email))
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("header", ["X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-Host", "X-Forwarded-Server"])
def test_no_header_leads_the_link_elsewhere(header: str) -> None:
    ask_for_link(make_user().email, **{header: "evil.example"})
    assert "evil.example" not in str(mail.outbox[-1].message())


@pytest.mark.parametrize("typed", ["ad\u0131n@example.org", "adin@example.org\u200b", "adin@ex\u0430mple.org"])
def test_a_mail_goes_to_the_address_of_the_account_and_to_no_lookalike(typed: str) -> None:
    User.objects.create(email="adin@example.org", name="Adin")
    Client().post(reverse("account_reset_password"), {"email": typed})
    for each in mail.outbox:  # somebody without an account is told so
        assert each.to == ["adin@example.org"] or "/password/reset/key/" not in str(each.message())


def test_nobody_fills_somebody_elses_inbox(monkeypatch: Any) -> None:
    """From many networks and over hours: a few mails an hour, whatever the spelling, and others get theirs."""
    victim, other = User.objects.create(email="victim@example.org", name="Vic"), make_user()
    now = 1_800_000_000.0
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: now)
    for number in range(60):
        now += 60
        spelling = ("victim@example.org", "VICTIM@example.org", " Victim@Example.org ")[number % 3]
        address = {"REMOTE_ADDR": f"192.0.2.{number}"}
        Client().post(reverse("account_reset_password"), {"email": spelling}, **address)
    assert 1 <= len(mail.outbox) <= 5
    assert {recipient.lower() for each in mail.outbox for recipient in each.to} == {victim.email}
    mail.outbox.clear()
    ask_for_link(other.email)
    assert len(mail.outbox) == 1


def test_who_is_signed_in_is_signed_out_by_no_link_of_somebody_else(client: Client) -> None:
    """Another site leads an annotator to the attacker's own link: a visit ends nobody's session, and a new password
    is set for nobody who does not mean to.
    """
    annotator, attacker = make_user(), make_user()
    link = ask_for_link(attacker.email)
    client.force_login(annotator)
    page = client.get(link, follow=True)
    assert client.session["_auth_user_id"] == str(annotator.pk)
    assert "You are signed in with another account" in page.content.decode()
    client.post(page.request["PATH_INFO"], {"password1": CHOSEN, "password2": CHOSEN})
    assert not User.objects.get(pk=attacker.pk).check_password(CHOSEN)
    client.post(reverse("account_logout"))
    choose_password(client, link)
    assert User.objects.get(pk=attacker.pk).check_password(CHOSEN)


def test_who_is_signed_in_can_follow_their_own_link(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    choose_password(client, ask_for_link(user.email))
    assert User.objects.get(pk=user.pk).check_password(CHOSEN)


def test_nobody_sends_mail_to_many_strangers_by_adding_their_addresses(client: Client) -> None:
    client.post(reverse("account_login"), {"login": make_user().email, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = reverse("account_email")
    answers = [client.post(page, {"email": f"stranger{number}@example.org", "action_add": ""}) for number in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 200, 200]
    assert len(mail.outbox) == 2
    for number in range(30):
        client.post(page, {"email": f"stranger{number}@example.org", "action_remove": ""})
        client.post(page, {"email": f"other{number}@example.org", "action_add": ""})
    strangers = {recipient for each in mail.outbox for recipient in each.to if recipient.startswith(("str", "oth"))}
    assert len(strangers) <= 10
