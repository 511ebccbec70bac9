import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import ApiToken
from annotation_site.own_account.services import create_token
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def test_somebody_unknown_signs_in_first(client: Client) -> None:
    assert client.get("/account/")["Location"] == "/accounts/login/?next=/account/"


def test_the_page_leads_to_password_address_and_second_factor(client: Client) -> None:
    client.force_login(make_user())
    page = client.get("/account/").content.decode()
    for address in ("/accounts/password/change/", "/accounts/email/", "/accounts/2fa/"):
        assert f'href="{address}"' in page


def test_ones_name_can_be_changed(client: Client) -> None:
    user = make_user("Ada")
    client.force_login(user)
    response = client.post("/account/", {"name": "Ada Lovelace", "language": "en-gb"})
    assert response["Location"] == "/account/"
    user.refresh_from_db()
    assert user.name == "Ada Lovelace"


def test_the_language_has_a_form_of_its_own(client: Client) -> None:
    user = make_user("Ada")
    client.force_login(user)
    assert client.post("/account/", {"language": "de"})["Location"] == "/account/"
    user.refresh_from_db()
    assert (user.name, user.language) == ("Ada", "de")
    assert "Sprache speichern" in client.get("/account/").content.decode()
    assert client.post("/account/", {"language": "xx"}).status_code == 400


def test_nothing_but_the_name_can_be_changed_by_that_form(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    client.post(
        "/account/",
        {"name": "N", "language": "it", "email": "other@example.org", "is_superuser": "1", "can_create_projects": "1"},
    )
    stored = type(user).objects.get(pk=user.pk)
    assert (stored.email, stored.is_superuser, stored.can_create_projects) == (user.email, False, False)


def test_a_name_too_long_is_refused_and_the_old_one_stays_in_the_header(client: Client) -> None:
    user = make_user("Ada")
    client.force_login(user)
    response = client.post("/account/", {"name": "x" * 121})
    assert response.status_code == 400
    assert f'<a href="/account/">{"x" * 121}</a>' not in response.content.decode()
    user.refresh_from_db()
    assert user.name == "Ada"


def test_a_browser_left_open_does_not_move_the_account(client: Client) -> None:
    user = make_user()
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    answer = client.post(reverse("account_email"), {"email": "thief@example.org", "action_add": ""})
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not EmailAddress.objects.filter(email="thief@example.org").exists()


def test_a_password_reset_ends_every_token(client: Client) -> None:
    user = make_user()
    _, secret = create_token(user=user, name="script", scope=ApiToken.Scope.READ, days=30)
    header = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/projects/", headers=header).status_code == 200
    client.post(reverse("account_reset_password"), {"email": user.email})
    link = re.search(r"https?://\S+", str(mail.outbox[-1].body))
    assert link
    form = client.get(link.group().split("testserver", 1)[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "a new long phrase", "password2": "a new long phrase"})
    user.refresh_from_db()
    assert user.check_password("a new long phrase")
    assert client.get("/api/v1/projects/", headers=header).status_code == 401


def test_pages_stay_with_the_person_they_were_made_for(client: Client) -> None:
    client.force_login(make_user())
    assert "private" in client.get("/account/")["Cache-Control"]
    assert client.post(reverse("account_logout"))["Clear-Site-Data"] == '"cache"'
