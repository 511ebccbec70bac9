"""Another site in the browser of somebody who is signed in here can send nothing, frame no page, read no answer and
lead nobody away: tried on every address.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse

from annotation_site.machines.authentication import MACHINES
from tests.authorisation.accounts import ACCOUNTS, KEYS
from tests.authorisation.admission import find_rule, read_admission
from tests.authorisation.asking import count_writes, request_options
from tests.authorisation.row import OK
from tests.authorisation.rows import TABLE
from tests.authorisation.world import World
from tests.factories import PASSWORD, make_user
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db
FOREIGN = "https://evil.example"
CHANGING = ("post", "put", "patch", "delete")
VIEWERS = ("annotator", "adjudicator", "manager")
# Mail programs send it for whoever reads a mail; the signature in its address is what allows it.
SIGNED = ("projects:notices_stop",)
HOSTS = ("evil.example", "localhost.evil.example", "localhost@evil.example", "evil.example:80")
AWAY = [
    *("https://evil.example/", "//evil.example/", "///evil.example/", "/\\evil.example/", "\\\\evil.example/"),
    *(
        "http:evil.example",
        "https:///evil.example/",
        "javascript:alert(1)",
        "//localhost@evil.example/",
        "/\t/evil.example/",
    ),
]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        yield World.build()


@pytest.fixture(autouse=True)
def many_requests(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = 100_000


def test_no_address_takes_a_form_that_another_site_sent(world: World) -> None:
    """Without the page's token, with the session of each person who would be allowed to."""
    strict = ClientHandler(enforce_csrf_checks=True)
    tried = 0
    for name, row in TABLE.items():
        if name in SIGNED:
            continue
        address = reverse(name, args=row.arguments(world.own))
        for viewer in VIEWERS:
            for method in row.methods.keys() & set(CHANGING):
                if find_rule(name, method).get(viewer) != OK:
                    continue
                with undone():
                    browser = world.browser(viewer)
                    browser.handler = strict
                    before = count_writes()
                    answer = getattr(browser, method)(
                        address, **request_options(name, method, world.own), headers={"origin": FOREIGN}
                    )
                    assert answer.status_code in (403, 404), f"{viewer} {method} {address}: {answer.status_code}"
                    assert count_writes() == before, f"{viewer} {method} {address} has changed something"
                tried += 1
    assert tried > 200


def test_no_address_of_an_account_takes_a_form_that_another_site_sent(world: World) -> None:
    strict = ClientHandler(enforce_csrf_checks=True)
    for name in ACCOUNTS:
        for viewer in ("anonymous", "annotator"):
            with undone():
                browser = world.browser(viewer)
                browser.handler = strict
                answer = browser.post(reverse(name, args=KEYS.get(name, ())), {}, headers={"origin": FOREIGN})
                assert answer.status_code in (302, 403, 404, 405), f"{viewer} {name}: {answer.status_code}"
                if answer.status_code == 302 and viewer == "annotator":
                    assert "_auth_user_id" in browser.session, f"{name} signed the person out"


@pytest.mark.parametrize("viewer", ["anonymous", "annotator", "manager"])
def test_no_answer_may_be_framed_read_or_guessed_by_another_site(world: World, viewer: str) -> None:
    pages = 0
    for name, row in TABLE.items():
        if not row.get or read_admission(name, "get") is MACHINES:
            continue
        with undone():
            browser = world.browser(viewer)
            address = reverse(name, args=row.arguments(world.own))
            answer = browser.get(address, headers={"origin": FOREIGN})
            answer.getvalue()
        headers = answer.headers
        shown = f"{viewer} {address} {dict(headers)}"
        assert not [header for header in headers if header.lower().startswith("access-control-")], shown
        assert headers["X-Content-Type-Options"] == "nosniff", shown
        assert headers["X-Frame-Options"] == "DENY", shown
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], shown
        assert "unsafe" not in headers["Content-Security-Policy"], shown
        assert headers["Referrer-Policy"] == "same-origin", shown
        if viewer != "anonymous" and answer.status_code == 200 and find_rule(name, "get").get("anonymous") != OK:
            assert "private" in headers["Cache-Control"] or "no-store" in headers["Cache-Control"], shown
            assert "public" not in headers["Cache-Control"], shown
            pages += 1
    assert viewer == "anonymous" or pages > 20


def test_every_address_of_the_api_says_what_it_is_and_lets_no_other_site_in(world: World) -> None:
    asks = {"origin": FOREIGN, "access-control-request-method": "POST"}
    for name, row in TABLE.items():
        if not name.startswith("api:"):
            continue
        for viewer in ("anonymous", "manager"):
            address = reverse(name, args=row.arguments(world.own))
            answer = world.browser(viewer).options(address, headers=asks)
            assert answer.status_code < 500, f"{viewer} {address}: {answer.status_code}"
            assert not [header for header in answer.headers if header.lower().startswith("access-control-")]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_not_this_site_is_refused_everywhere(world: World, host: str) -> None:
    """Links in mails and on pages are made from it."""
    for name in ("projects:home", "account_login", "account_reset_password", "api:projects"):
        answer = world.browser("annotator").get(reverse(name), headers={"host": host})
        assert answer.status_code == 400, f"{name}: {answer.status_code}"
        assert "evil" not in str(answer.headers)
    sent = {"email": world.own.manager.email}
    assert (
        world.browser("anonymous").post(reverse("account_reset_password"), sent, headers={"host": host}).status_code
        == 400
    )
    step = reverse("api:assignment-skip", args=[world.own.mine.pk])
    answer = world.browser("annotator").post(step, "{}", content_type="application/json", headers={"host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize("header", ["x-forwarded-host", "x-original-url", "x-rewrite-url", "forwarded", "x-host"])
def test_headers_of_proxies_change_no_address(world: World, header: str) -> None:
    address = reverse("projects:members", args=[world.own.slug])
    with undone():
        answer = world.browser("manager").get(address, headers={header: "evil.example"})
    assert answer.status_code == 200
    assert "evil.example" not in answer.content.decode()


@pytest.mark.parametrize("away", AWAY)
def test_no_address_leads_away_from_the_site(client: Client, away: str) -> None:
    user = make_user()
    for field in ("next", "redirect_to", "return_to", "url"):
        client.logout()
        form = {"login": user.email, "password": PASSWORD, field: away}
        answers = [
            client.post(f"{reverse('account_login')}", form),
            client.get(reverse("account_login"), {field: away}),
            client.post(reverse("account_reauthenticate"), {"password": PASSWORD, field: away}),
            client.get(reverse("account_logout"), {field: away}),
            client.post(reverse("account_logout"), {field: away}),
        ]
        for answer in answers:
            assert "evil" not in answer.headers.get("Location", ""), answer.headers["Location"]
            assert "javascript" not in answer.headers.get("Location", "")


def test_a_session_that_somebody_else_began_is_not_the_one_that_signs_in(client: Client) -> None:
    user = make_user()
    client.get(reverse("account_login"))
    client.cookies["sessionid"] = "a" * 32
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    signed_in = client.cookies["sessionid"].value
    assert signed_in != "a" * 32
    planted = Client()
    planted.cookies["sessionid"] = "a" * 32
    assert planted.get(reverse("projects:account")).status_code == 302
    session = client.session
    assert session["_auth_user_id"] == str(user.pk)


def test_a_new_password_signs_every_other_browser_out(client: Client) -> None:
    user = make_user()
    others = [Client() for _ in range(3)]
    for browser in (client, *others):
        browser.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
        assert browser.get(reverse("projects:account")).status_code == 200
    new = "a quite new pass phrase 7"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    client.post(reverse("account_change_password"), form)
    for browser in others:
        assert browser.get(reverse("projects:account")).status_code == 302
        assert browser.get(reverse("api:projects")).status_code == 401
