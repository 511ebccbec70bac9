"""The second factor: no way past it, no code twice, no guessing on."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import ApiToken, User
from annotation_site.own_account.services import create_token
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
SECONDS_TO_SEND = 10


@pytest.fixture(autouse=True)
def no_earlier_tries() -> None:
    cache.clear()


def set_up(user: User) -> str:
    """Give the account a second factor and return its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def present_code(secret: str) -> str:
    return f"{hotp_value(secret, next(iter(yield_hotp_counters_from_time()))):06}"


def wait_for_fresh_codes() -> None:
    """Wait until a code stays valid for some seconds: on a busy machine it takes long to send it."""
    left = app_settings.TOTP_PERIOD - time.time() % app_settings.TOTP_PERIOD
    if left < SECONDS_TO_SEND:
        time.sleep(left)


def enter_password(user: User, client: Client | None = None) -> Client:
    client = client or Client()
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    return client


def enter_code(client: Client, code: str) -> str:
    return str(client.post(reverse("mfa_authenticate"), {"code": code}).content.decode())


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_the_password_alone_opens_nothing() -> None:
    user = make_user()
    set_up(user)
    client = enter_password(user)
    for name in (
        "projects:home",
        "projects:account",
        "mfa_index",
        "mfa_deactivate_totp",
        "account_email",
        "api:projects",
    ):
        assert client.get(reverse(name)).status_code in (302, 401), name
    for name in (
        "mfa_deactivate_totp",
        "mfa_generate_recovery_codes",
        "account_change_password",
        "projects:token_create",
    ):
        assert client.post(reverse(name)).status_code == 302, name
    assert Authenticator.objects.filter(user=user).exists()
    assert not is_signed_in(client)


def test_a_code_is_good_once() -> None:
    user = make_user()
    code = present_code(set_up(user))
    first, second = enter_password(user), enter_password(user)
    enter_code(first, code)
    enter_code(second, code)
    assert (is_signed_in(first), is_signed_in(second)) == (True, False)


def test_guesses_count_for_the_account_however_often_the_password_is_entered_anew() -> None:
    user = make_user()
    code = present_code(set_up(user))
    for _ in range(5):
        enter_code(enter_password(user), "000000" if code != "000000" else "111111")
    client = enter_password(user)
    assert "Too many" in enter_code(client, code)
    assert not is_signed_in(client)


def test_recovery_codes_are_guessed_no_more_often_and_are_good_once() -> None:
    user = make_user()
    set_up(user)
    code = RecoveryCodes.activate(user).generate_codes()[0]
    first, second = enter_password(user), enter_password(user)
    enter_code(first, code)
    enter_code(second, code)
    assert (is_signed_in(first), is_signed_in(second)) == (True, False)
    for _ in range(5):
        enter_code(enter_password(user), "00000000")
    assert "Too many" in enter_code(enter_password(user), RecoveryCodes.activate(user).generate_codes()[1])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["code", "recovery code"])
def test_of_many_who_send_one_code_at_the_same_moment_one_is_let_in(kind: str) -> None:
    user = make_user()
    secret = set_up(user)
    recovery_codes = RecoveryCodes.activate(user).generate_codes()
    clients = [enter_password(user) for _ in range(4)]
    start = Barrier(len(clients))
    if kind == "code":
        wait_for_fresh_codes()
    code = present_code(secret) if kind == "code" else recovery_codes[0]

    def send(client: Client) -> bool:
        try:
            start.wait()
            enter_code(client, code)
            return is_signed_in(client)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(clients)) as pool:
        assert sum(pool.map(send, clients)) == 1


def forget_sign_in(client: Client) -> None:
    """Let the sign-in be an hour ago."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()


@pytest.mark.parametrize("name", ["mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_view_recovery_codes"])
def test_a_browser_left_open_neither_ends_the_second_factor_nor_shows_its_codes(name: str) -> None:
    user = make_user()
    secret = set_up(user)
    RecoveryCodes.activate(user)
    client = enter_password(user)
    enter_code(client, present_code(secret))
    forget_sign_in(client)
    for method in ("get", "post"):
        answer = getattr(client, method)(reverse(name))
        assert answer.status_code in (302, 405), method
        assert answer.status_code == 405 or "reauthenticate" in answer["Location"]
    assert Authenticator.objects.filter(user=user, type="totp").exists()


def by_password_change(client: Client, user: User) -> Any:
    fields = {"oldpassword": PASSWORD, "password1": "a new long phrase", "password2": "a new long phrase"}
    return client.post(reverse("account_change_password"), fields)


def by_address(client: Client, user: User) -> Any:
    EmailAddress.objects.create(user=user, email="second@example.org", verified=True)
    return client.post(reverse("account_email"), {"email": "second@example.org", "action_primary": ""})


@pytest.mark.parametrize("change", [by_password_change, by_address])
def test_no_other_change_of_the_account_ends_the_second_factor(change: Callable[[Client, User], Any]) -> None:
    user = make_user()
    secret = set_up(user)
    client = enter_password(user)
    enter_code(client, present_code(secret))
    change(client, user)
    assert Authenticator.objects.filter(user=user, type="totp").exists()


def test_a_token_opens_no_page_and_changes_nothing_of_the_account() -> None:
    """A stolen token of a program is that program's way in, and leads to no other."""
    user = make_user()
    set_up(user)
    _, secret = create_token(user=user, name="script", scope=ApiToken.Scope.WRITE, days=1)
    bearer = Client(headers={"Authorization": f"Bearer {secret}"})
    for name in ("projects:home", "projects:account", "mfa_index", "account_email", "account_change_password"):
        assert bearer.get(reverse(name)).status_code == 302, name
    for name in ("projects:token_create", "mfa_deactivate_totp", "account_email", "account_change_password"):
        assert bearer.post(reverse(name), {"email": "thief@example.org", "action_add": ""}).status_code == 302, name
    assert not EmailAddress.objects.filter(email="thief@example.org").exists()
    assert ApiToken.objects.filter(user=user).count() == 1
