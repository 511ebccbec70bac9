"""Sign-in by a provider of OpenID Connect, against a real one on this machine."""

import json
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.own_account import providers
from annotation_site.own_account.providers import DISCOVERY, ENDPOINTS, find_provider
from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
from annotation_site.settings.provider import describe_provider
from tests.factories import PASSWORD, confirm_password, make_project, make_user
from tests.servers import free_port
from tests.stand_ins.outside_hosts import OutsideHost, outside_host, reply
from tests.stand_ins.sign_in_providers import SignInProvider, running_provider

pytestmark = pytest.mark.django_db
NUMBER = "person-at-the-university"


@pytest.fixture(scope="module")
def running() -> Iterator[SignInProvider]:
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(running: SignInProvider, settings: Any) -> SignInProvider:
    settings.SIGN_UP_CONFIRMS_ADDRESS = True
    use(running.issuer, settings)
    cache.clear()
    return running


def use(issuer: str, settings: Any) -> None:
    app = describe_provider(issuer, "interlinea", "secret", "University of Example")
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}


def begin(client: Client, **data: str) -> HttpResponse:
    known = find_provider()
    assert known
    return client.post(reverse("openid_connect_login", args=[known["provider_id"]]), data)


def come_back(client: Client, provider: SignInProvider, **data: str) -> HttpResponse:
    leaves = begin(client, **data)
    assert leaves.status_code == 302
    return client.get(provider.enter(leaves["Location"], NUMBER))


def make_confirmed(**fields: object) -> User:
    user = make_user(**fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def signed_in(client: Client) -> int | None:
    return int(client.session["_auth_user_id"]) if "_auth_user_id" in client.session else None


def invited() -> Client:
    project = make_project()
    _, secret = invite(user=project.created_by, project=project, role=Role.ANNOTATOR, days=7, use_limit=1)
    client = Client()
    client.get(reverse("projects:invitation", args=[secret]))
    return client


def test_no_page_offers_it_and_no_address_answers_unless_it_is_on(client: Client) -> None:
    assert "oidc" not in client.get(reverse("account_login")).content.decode()
    assert client.post(reverse("openid_connect_login", args=["localhost"])).status_code == 404
    client.force_login(make_user())
    assert reverse("socialaccount_connections") not in client.get(reverse("projects:account")).content.decode()
    page = client.get(reverse("socialaccount_connections")).content.decode()
    assert "On this site people sign in with a password." in page


def test_an_address_that_both_sides_have_verified_opens_its_account(client: Client, provider: SignInProvider) -> None:
    user = make_confirmed()
    provider.add_person(NUMBER, email=user.email.upper(), email_verified=True)
    assert "Sign in with University of Example" in client.get(reverse("account_login")).content.decode()
    assert come_back(client, provider, next="/account/")["Location"] == "/account/"
    user.refresh_from_db()
    assert signed_in(client) == user.pk and user.last_login is not None
    assert user.check_password(PASSWORD)


# What the provider says of the address, and whether the account has confirmed it.
UNPROVEN = [(False, True), ("false", True), (None, True), (True, False), (False, False)]


@pytest.mark.parametrize(("at_provider", "at_site"), UNPROVEN)
def test_an_address_that_one_side_has_not_verified_opens_nothing(
    client: Client, provider: SignInProvider, at_provider: object, at_site: bool
) -> None:
    user = make_user()
    EmailAddress.objects.create(user=user, email=user.email, verified=at_site, primary=True)
    claims = {} if at_provider is None else {"email_verified": at_provider}
    provider.add_person(NUMBER, email=user.email, **claims)
    for visitor in (client, invited()):
        answer = come_back(visitor, provider)
        assert answer.status_code == 403 and "sign in with your password" in answer.content.decode()
        assert signed_in(visitor) is None
    user.refresh_from_db()
    assert user.check_password(PASSWORD) and not SocialAccount.objects.exists()


def test_an_account_made_by_command_which_confirmed_nothing_is_not_opened(
    client: Client, provider: SignInProvider
) -> None:
    user = make_user()
    provider.add_person(NUMBER, email=user.email, email_verified=True)
    assert come_back(client, provider).status_code == 403
    assert signed_in(client) is None


def test_somebody_new_gets_an_account_by_invitation_alone(client: Client, provider: SignInProvider) -> None:
    provider.add_person(NUMBER, email="new@example.org", email_verified=True, name="Ada Lovelace")
    people = User.objects.count()
    assert come_back(client, provider).status_code == 403
    assert User.objects.count() == people
    guest = invited()
    assert come_back(guest, provider, next=reverse("projects:join"))["Location"] == reverse("projects:join")
    user = User.objects.get(email="new@example.org")
    assert (user.name, user.has_usable_password(), signed_in(guest)) == ("Ada Lovelace", False, user.pk)
    assert EmailAddress.objects.get(user=user).verified
    # From now on without an invitation, even under another address.
    provider.add_person(NUMBER, email="married@example.org", email_verified=True)
    assert come_back(client, provider).status_code == 302
    assert signed_in(client) == user.pk


def test_of_what_the_provider_says_a_connection_keeps_number_address_and_name_alone(
    client: Client, provider: SignInProvider
) -> None:
    claims = {
        "email_verified": True,
        "groups": ["staff"],
        "picture": "https://example.org/ada.jpg",
        "birthdate": "1815",
    }
    provider.add_person(NUMBER, email="new@example.org", name="Ada Lovelace", **claims)
    come_back(invited(), provider)
    kept = {"sub": NUMBER, "email": "new@example.org", "name": "Ada Lovelace"}
    assert SocialAccount.objects.get().extra_data == kept
    provider.add_person(NUMBER, email="married@example.org", name="Ada King", **claims)
    come_back(client, provider)
    assert SocialAccount.objects.get().extra_data == {**kept, "email": "married@example.org", "name": "Ada King"}
    assert "married@example.org" in client.get(reverse("socialaccount_connections")).content.decode()


def test_an_invited_person_whose_address_the_provider_has_not_verified_gets_no_account(
    provider: SignInProvider,
) -> None:
    provider.add_person(NUMBER, email="new@example.org", email_verified=False)
    guest = invited()
    assert come_back(guest, provider).status_code == 403
    assert not User.objects.filter(email="new@example.org").exists()


def test_the_second_factor_is_asked_for(client: Client, provider: SignInProvider) -> None:
    user = make_confirmed()
    TOTP.activate(user, generate_totp_secret())
    provider.add_person(NUMBER, email=user.email, email_verified=True)
    assert come_back(client, provider)["Location"] == reverse("mfa_authenticate")
    assert signed_in(client) is None


def test_a_deactivated_account_stays_closed(client: Client, provider: SignInProvider) -> None:
    user = make_confirmed(is_active=False)
    provider.add_person(NUMBER, email=user.email, email_verified=True)
    assert come_back(client, provider)["Location"] == reverse("account_inactive")
    assert signed_in(client) is None


def test_connecting_asks_for_the_password_and_opens_the_account_until_disconnected(
    client: Client, provider: SignInProvider
) -> None:
    user = make_user()
    provider.add_person(NUMBER, sub_only=True)
    client.force_login(user)
    assert come_back(client, provider, process="connect")["Location"] == reverse("account_reauthenticate")
    assert not SocialAccount.objects.exists()
    confirm_password(client)
    connection = SocialAccount.objects.get(user=user)
    visitor = Client()
    assert come_back(visitor, provider).status_code == 302
    assert signed_in(visitor) == user.pk
    page = client.get(reverse("socialaccount_connections"))
    assert NUMBER in page.content.decode()
    client.post(reverse("socialaccount_connections"), {"account": connection.pk})
    assert come_back(Client(), provider).status_code == 403


def test_a_sign_in_of_somebody_else_is_not_connected(client: Client, provider: SignInProvider) -> None:
    owner, user = make_confirmed(), make_user()
    provider.add_person(NUMBER, email=owner.email, email_verified=True)
    client.force_login(user)
    come_back(client, provider, process="connect")
    confirm_password(client)
    page = client.get(reverse("socialaccount_connections"))
    assert "belongs to another account" in page.content.decode()
    assert signed_in(client) == user.pk and not SocialAccount.objects.exists()


def test_without_a_password_the_last_way_in_stays_connected(client: Client, provider: SignInProvider) -> None:
    user = make_user()
    user.set_unusable_password()
    user.save()
    known = find_provider()
    assert known
    connection = SocialAccount.objects.create(user=user, provider=known["provider_id"], uid=NUMBER)
    client.force_login(user)
    page = client.post(reverse("socialaccount_connections"), {"account": connection.pk})
    assert "Set a password first." in page.content.decode()
    assert SocialAccount.objects.filter(pk=connection.pk).exists()


def test_a_number_at_another_provider_opens_nothing(client: Client, provider: SignInProvider) -> None:
    user = make_user()
    connection = SocialAccount.objects.create(user=user, provider="login.example.org", uid=NUMBER)
    provider.add_person(NUMBER, email="stranger@example.org", email_verified=True)
    assert come_back(client, provider).status_code == 403
    client.force_login(user)
    assert client.post(reverse("socialaccount_connections"), {"account": connection.pk}).status_code == 200


def test_a_provider_that_does_not_answer_is_a_page(client: Client, settings: Any) -> None:
    use(f"http://localhost:{free_port()}", settings)
    answer = begin(client)
    assert answer.status_code == 502
    assert "was not completed" in answer.content.decode()


def test_a_page_of_a_proxy_in_place_of_the_provider_is_a_page_of_ours(client: Client, settings: Any) -> None:
    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<h1>Maintenance</h1>")

    with ThreadingHTTPServer(("localhost", 0), Proxy) as server:
        Thread(target=server.serve_forever).start()
        use(f"http://localhost:{server.server_port}", settings)
        answer = begin(client)
        server.shutdown()
    assert answer.status_code == 502
    assert "was not completed" in answer.content.decode()


def describe(host: OutsideHost, **endpoints: object) -> bytes:
    """Return what a provider says of itself, with endpoints of its own unless others are given."""
    return json.dumps({**{name: host.address(f"/{name}") for name in ENDPOINTS}, **endpoints}).encode()


def drip(handler: BaseHTTPRequestHandler) -> None:
    reply(handler, 200, Content_Length="1000")
    for _ in range(300):
        handler.wfile.write(b" ")
        time.sleep(0.1)


def answer_without_end(handler: BaseHTTPRequestHandler) -> None:
    reply(handler, 200, Content_Length=str(1 << 40))
    while True:
        handler.wfile.write(b" " * 65_536)


HOSTILE: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {
    "a byte now and then": drip,
    "an answer without end": answer_without_end,
    "a header without end": lambda handler: reply(handler, 200, b"{}", X_Long="x" * (1 << 20)),
    "a compressed answer": lambda handler: reply(handler, 200, b"\x1f\x8b", Content_Encoding="gzip"),
    "depth": lambda handler: reply(handler, 200, b'{"issuer":' + b"[" * 100_000),
    "a list": lambda handler: reply(handler, 200, b"[]"),
    "no endpoints": lambda handler: reply(handler, 200, b'{"issuer": "https://login.example.org"}'),
    "an endpoint that is no text": lambda handler: reply(handler, 200, b'{"authorization_endpoint": 1}'),
    "a redirect": lambda handler: reply(handler, 302, Location="http://169.254.169.254/latest/meta-data/"),
}


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_answer_of_the_provider_is_a_page_and_holds_nobody(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, answer: Callable[[BaseHTTPRequestHandler], None]
) -> None:
    monkeypatch.setattr(providers, "ANSWER_SECONDS", 1)
    with outside_host() as host:
        host.answer = answer
        use(f"http://{host.place}", settings)
        refused = begin(client)
    assert refused.status_code == 502
    assert "was not completed" in refused.content.decode()
    assert [request.path for request in host.requests] == [DISCOVERY]


@pytest.mark.parametrize("inside", ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0177.0.0.1"])
def test_the_provider_leads_to_no_address_inside_but_its_own(client: Client, settings: Any, inside: str) -> None:
    with outside_host() as host, outside_host() as other:
        port = other.place.split(":")[1]
        for scheme, at_port in (("http", f":{port}"), ("https", f":{port}"), ("https", "")):
            described = describe(host, token_endpoint=f"{scheme}://{inside}{at_port}/token")
            host.answer = lambda handler, described=described: reply(handler, 200, described)  # type: ignore[misc]
            use(f"http://{host.place}", settings)
            leaves = begin(client)
            state = leaves["Location"].split("state=")[1].split("&")[0]
            known = find_provider()
            assert known
            comes_back = reverse("openid_connect_callback", args=[known["provider_id"]])
            assert client.get(comes_back, {"state": state, "code": "given"}).status_code == 502
    assert not other.requests


def test_an_answer_that_nobody_asked_for_signs_nobody_in(client: Client, provider: SignInProvider) -> None:
    provider.add_person(NUMBER, email=make_confirmed().email, email_verified=True)
    comes_back = provider.enter(begin(Client())["Location"], NUMBER)
    assert "You are not signed in" in client.get(comes_back).content.decode()
    assert signed_in(client) is None
