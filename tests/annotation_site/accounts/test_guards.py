"""Limits of sign-in, second factor, reset and API: nobody can push them out of their store."""

import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from annotation_site.accounts import authentication, guards, limits
from annotation_site.accounts.models import ApiToken, GuardEntry, User
from annotation_site.own_account.services import create_token
from tests.annotation_site.jobs.asking import broker_at
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
OTHERS = 10_000


@pytest.fixture(autouse=True)
def no_earlier_tries() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def no_window_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no hour or minute of the site's own limits turn in the midst of a test."""
    monkeypatch.setattr(limits, "time", lambda: 7_200.0)


def fill_with_others() -> None:
    """Store what 10,000 sign-ins with made-up addresses would store, the last few as these do."""
    ends_at = timezone.now() + timedelta(seconds=300)
    GuardEntry.objects.bulk_create(
        GuardEntry(key=f"{number:064}", value=[time.time()], expires_at=ends_at) for number in range(OTHERS)
    )
    for number in range(20):
        cache.set(f"allauth:rl:somebody-{number}", [time.time()], 300)
    assert GuardEntry.objects.count() >= OTHERS


def sign_in(client: Client, user: User, password: str = PASSWORD, address: str = "192.0.2.1") -> HttpResponse:
    return client.post(reverse("account_login"), {"login": user.email, "password": password}, REMOTE_ADDR=address)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def guess_password(client: Client, user: User) -> Callable[[], bool]:
    for _ in range(5):
        sign_in(client, user, "a wrong guess")
    return lambda: "Too many" in sign_in(client, user).content.decode() and not is_signed_in(client)


def guess_code(client: Client, user: User) -> Callable[[], bool]:
    TOTP.activate(user, generate_totp_secret())
    sign_in(client, user)
    page = reverse("mfa_authenticate")
    for _ in range(5):
        client.post(page, {"code": "000000"})
    return lambda: "Too many" in client.post(page, {"code": "000000"}).content.decode()


def ask_for_resets(client: Client, user: User) -> Callable[[], bool]:
    page = reverse("account_reset_password")
    for _ in range(5):
        client.post(page, {"email": user.email})
    return lambda: client.post(page, {"email": user.email}).status_code == 429


def test_limits_outlast_ten_thousand_other_entries() -> None:
    reached = [use_up(Client(), make_user()) for use_up in (guess_password, guess_code, ask_for_resets)]
    assert all(is_limited() for is_limited in reached)
    fill_with_others()
    assert all(is_limited() for is_limited in reached)


def test_a_plan_made_while_the_table_is_empty_stays_good_when_it_has_grown() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE projects_guardentry")
        cursor.execute(f"EXPLAIN (GENERIC_PLAN) {guards._STORE} excluded.value RETURNING key")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    # Expired entries sought once for each row: 2.7 s for each attempt to sign in, beside 10,000 entries.
    assert "InitPlan" in plan and "Nested Loop" not in plan


def test_limits_count_a_household_of_ipv6_once_and_every_address_of_ipv4(client: Client) -> None:
    allowed, over = 30, 5
    for number in range(allowed + over):
        answer = sign_in(client, make_user(), "a wrong guess", f"2001:db8:0:7::{number:x}")
    assert answer.status_code == 429
    assert sign_in(client, make_user(), "a wrong guess", "2001:db8:0:8::1").status_code == 200
    for number in range(allowed + over):
        answer = sign_in(client, make_user(), "a wrong guess", f"::ffff:192.0.2.{number}")
    assert answer.status_code == 200


@pytest.mark.parametrize(("proxies", "given"), [(0, "{}"), (1, "{}, 192.0.2.1"), (1, "{},10.0.0.1, 192.0.2.1")])
def test_nobody_counts_as_another_network_by_a_header_of_their_own(
    client: Client, settings: Settings, proxies: int, given: str
) -> None:
    """Without a proxy the header says nothing; behind one, its last address does, which the proxy wrote."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    for number in range(35):
        headers = {"X-Forwarded-For": given.format(f"198.51.100.{number}"), "X-Real-IP": f"198.51.100.{number}"}
        form = {"login": make_user().email, "password": "a wrong guess"}
        answer = client.post(reverse("account_login"), form, headers=headers, REMOTE_ADDR="192.0.2.1")
    assert answer.status_code == 429


def test_sign_in_does_not_ask_a_broker_that_may_never_answer(client: Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, broker_at(f"redis://127.0.0.1:{silent.getsockname()[1]}/0"):
        sign_in(client, make_user())
        assert is_signed_in(client)
        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.accept()


def test_the_api_limits_a_person_over_session_and_tokens(client: Client, settings: Settings) -> None:
    settings.API_REQUESTS_PER_MINUTE = 4
    user, other = make_user(), make_user()
    header = {"Authorization": f"Bearer {create_token(user=user, name='a', scope=ApiToken.Scope.READ, days=1)[1]}"}
    client.force_login(user)
    answers = [client.get("/api/v1/projects/", headers=headers).status_code for headers in ({}, header) * 2]
    assert answers == [200] * 4
    refused = client.get("/api/v1/projects/", headers=header)
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    client.force_login(other)
    assert client.get("/api/v1/projects/").status_code == 200


def test_unknown_tokens_are_counted_and_a_valid_one_beside_them_works(client: Client) -> None:
    header = {"Authorization": f"Bearer {create_token(user=make_user(), name='a', scope='read', days=1)[1]}"}
    wrong = {"Authorization": "Bearer guess"}
    allowed = authentication.MISSES_ALLOWED
    answers = {client.get("/api/v1/projects/", headers=wrong).status_code for _ in range(allowed)}
    assert answers == {401}
    assert client.get("/api/v1/projects/", headers=wrong).status_code == 429
    assert client.get("/api/v1/projects/", headers=header).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_simultaneous_additions_one_succeeds() -> None:
    key = f"door:{uuid4()}"

    def add(number: int) -> bool:
        try:
            return cache.add(key, number, 60)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(add, range(32)))
    assert added.count(True) == 1
    assert cache.get(key) == added.index(True)


def test_entries_end_when_they_expire_and_writing_deletes_what_has_ended() -> None:
    cache.set_many({f"old-{number}": number for number in range(8)}, 60)
    assert cache.touch("old-0", 0)
    assert cache.get("old-0", "gone") == "gone"
    assert cache.add("old-0", "again", 60)
    GuardEntry.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not cache.touch("old-1")
    for number in range(3):
        cache.set(f"new-{number}", number, 60)
    assert GuardEntry.objects.count() == 3
    assert cache.delete("new-1")
    assert [cache.get(f"new-{number}") for number in range(3)] == [0, None, 2]


def test_the_store_keeps_no_address_of_a_person(client: Client) -> None:
    user = make_user()
    sign_in(client, user, "a wrong guess", "192.0.2.77")
    kept = str(list(GuardEntry.objects.values()))
    assert GuardEntry.objects.exists()
    assert user.email not in kept
    assert "192.0.2.77" not in kept
