import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import ApiToken, User
from annotation_site.own_account.services import MOST_TOKENS, create_token, revoke_token
from annotation_site.web.exceptions import DomainError, LimitReached
from tests.factories import PASSWORD, confirm_password, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client: Client) -> User:
    person = make_user()
    client.force_login(person)
    confirm_password(client)
    return person


def form(**changes: object) -> dict[str, object]:
    return {"operation_id": uuid4(), "name": "reporter", "scope": "read", "days": 30, **changes}


def find_secret(page: str) -> str:
    found = re.search(r'<input id="token" readonly value="([^"]+)"', page)
    assert found, "the page shows no token"
    return found[1]


def test_a_token_is_shown_once_and_only_its_digest_is_kept(client: Client, user: User) -> None:
    response = client.post("/account/tokens/", form())
    secret = find_secret(markup_of(response))
    assert "no-store" in response["Cache-Control"]
    stored = ApiToken.objects.values().get(user=user)
    assert secret not in str(stored)
    assert secret not in markup_of(client.get("/account/"))


def test_a_browser_left_open_makes_no_token(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    asked = client.post("/account/tokens/", form())
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert client.post(asked["Location"], {"password": "a wrong guess"}).status_code == 200
    assert not ApiToken.objects.exists()
    answer = client.post(asked["Location"], {"password": PASSWORD, "next": "/account/tokens/"})
    assert find_secret(markup_of(answer))
    assert "no-store" in answer["Cache-Control"]
    assert ApiToken.objects.filter(user=user).count() == 1


def change_on_the_page(client: Client, user: User) -> None:
    page = reverse("account_change_password")
    values = {"oldpassword": PASSWORD, "password1": "a new long phrase", "password2": "a new long phrase"}
    assert client.post(page, values).status_code == 302


def change_by_command(client: Client, user: User) -> None:
    with patch("getpass.getpass", return_value="a new long phrase"):
        call_command("changepassword", user.email, stdout=StringIO())


@pytest.mark.parametrize("change", [change_on_the_page, change_by_command])
def test_tokens_end_with_the_password(client: Client, user: User, change: Callable[[Client, User], None]) -> None:
    tokens = [create_token(user=each, name="script", scope="read", days=1)[0] for each in (user, make_user())]
    change(client, user)
    user.refresh_from_db()
    assert user.check_password("a new long phrase")
    usable = ApiToken.objects.usable().filter(pk__in=[token.pk for token in tokens])
    assert list(usable) == tokens[1:]


def test_a_sign_in_that_strengthens_the_hash_and_a_new_name_keep_tokens(user: User) -> None:
    create_token(user=user, name="script", scope="read", days=1)
    hasher = Argon2PasswordHasher()
    hasher.time_cost += 1
    User.objects.filter(pk=user.pk).update(password=hasher.encode(PASSWORD, hasher.salt()))
    user.refresh_from_db()
    old = user.password
    assert user.check_password(PASSWORD)
    assert user.password != old
    user.name = "Ada"
    user.save()
    assert ApiToken.objects.usable().filter(user=user).exists()


def test_the_same_form_sent_twice_makes_one_token(client: Client, user: User) -> None:
    sent = form()
    client.post("/account/tokens/", sent)
    again = client.post("/account/tokens/", sent, follow=True)
    assert "already been shown" in markup_of(again)
    assert ApiToken.objects.filter(user=user).count() == 1


def test_every_opened_page_has_a_form_of_its_own(client: Client, user: User) -> None:
    ids = {re.search(r'name="operation_id" value="([^"]+)"', markup_of(client.get("/account/")))[1] for _ in "12"}
    assert len(ids) == 2


@pytest.mark.parametrize("change", [{"days": 0}, {"days": 366}, {"scope": "all"}, {"name": ""}, {"operation_id": "x"}])
def test_a_wrong_form_makes_nothing_and_says_so(client: Client, user: User, change: dict[str, object]) -> None:
    response = client.post("/account/tokens/", form(**change))
    assert response.status_code == 400
    assert not ApiToken.objects.filter(user=user).exists()


def test_a_refused_form_can_be_sent_again_when_there_is_room(client: Client, user: User) -> None:
    for number in range(MOST_TOKENS):
        create_token(user=user, name=str(number), scope="read", days=1)
    sent = form()
    response = client.post("/account/tokens/", sent)
    assert response.status_code == 400
    assert f"You already have {MOST_TOKENS} tokens. Revoke one first." in markup_of(response)
    revoke_token(user=user, token_id=ApiToken.objects.filter(user=user).latest("pk").pk)
    assert find_secret(markup_of(client.post("/account/tokens/", sent)))


def test_revoking_ends_ones_own_token(client: Client, user: User) -> None:
    token, _ = create_token(user=user, name="old", scope="read", days=1)
    client.post(f"/account/tokens/{token.pk}/revoke/")
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_revoking_twice_keeps_the_first_moment(user: User) -> None:
    token, _ = create_token(user=user, name="old", scope="read", days=1)
    revoke_token(user=user, token_id=token.pk)
    first = ApiToken.objects.get(pk=token.pk).revoked_at
    revoke_token(user=user, token_id=token.pk)
    assert ApiToken.objects.get(pk=token.pk).revoked_at == first


def test_somebody_elses_token_stays(client: Client, user: User) -> None:
    token, _ = create_token(user=make_user(), name="theirs", scope="write", days=1)
    client.post(f"/account/tokens/{token.pk}/revoke/")
    token.refresh_from_db()
    assert token.revoked_at is None
    assert "theirs" not in markup_of(client.get("/account/"))


def test_tokens_past_their_end_do_not_count_as_usable(user: User) -> None:
    token, _ = create_token(user=user, name="short", scope="read", days=1)
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not ApiToken.objects.usable().filter(pk=token.pk).exists()


def test_tokens_of_somebody_inactive_open_nothing(user: User) -> None:
    token, _ = create_token(user=user, name="left", scope="read", days=1)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not ApiToken.objects.usable().filter(pk=token.pk).exists()


def test_a_person_has_a_limited_number_of_tokens(user: User) -> None:
    for number in range(MOST_TOKENS):
        create_token(user=user, name=str(number), scope="read", days=1)
    with pytest.raises(LimitReached):
        create_token(user=user, name="one more", scope="read", days=1)


@pytest.mark.parametrize(("scope", "days"), [("admin", 1), ("read", 0), ("read", 366)])
def test_the_service_refuses_what_the_form_would(user: User, scope: str, days: int) -> None:
    with pytest.raises(DomainError):
        create_token(user=user, name="x", scope=scope, days=days)


def test_somebody_unknown_can_make_no_token(client: Client) -> None:
    assert client.post("/account/tokens/", form()).status_code == 302
    assert not ApiToken.objects.exists()
