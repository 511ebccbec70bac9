import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

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
    response = client.post("/account/", {"name": "Ada Lovelace"})
    assert response["Location"] == "/account/"
    user.refresh_from_db()
    assert user.name == "Ada Lovelace"


def test_nothing_but_the_name_can_be_changed_by_that_form(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    client.post(
        "/account/", {"name": "N", "email": "other@example.org", "is_superuser": "1", "can_create_projects": "1"}
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
