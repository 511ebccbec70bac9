"""Sign-up, sign-in and reset answer alike for an address with an account and one without."""

import re
from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from annotation_site.accounts.models import User
from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
from tests.authorisation.asking import ONCE_ONLY
from tests.factories import PASSWORD, make_project, make_user

pytestmark = pytest.mark.django_db
NEW = "nobody@example.org"
CHOSEN = "a long phrase of my own"


@pytest.fixture(autouse=True)
def production(settings: Settings) -> None:
    settings.SIGN_UP_CONFIRMS_ADDRESS = True
    cache.clear()


@pytest.fixture
def hashed() -> Iterator[list[str]]:
    """List every time that a password is hashed, which is what takes long."""
    times: list[str] = []
    encode, verify = Argon2PasswordHasher.encode, Argon2PasswordHasher.verify

    def note_encode(self: Argon2PasswordHasher, *args: object) -> str:
        times.append("hashed")
        return encode(self, *args)  # type: ignore[arg-type]

    def note_verify(self: Argon2PasswordHasher, *args: object) -> bool:
        times.append("hashed")
        return bool(verify(self, *args))  # type: ignore[arg-type]

    both = {"encode": note_encode, "verify": note_verify}
    with patch.multiple(Argon2PasswordHasher, **both):
        yield times


def read(answer: HttpResponse, email: str) -> tuple[object, ...]:
    """Return what an answer tells, without what must differ between two addresses and requests."""
    text = ONCE_ONLY.sub(b"", answer.content).decode().replace(email, "ADDRESS")
    return answer.status_code, answer.get("Location"), text, sorted(answer.headers)


def invited() -> Client:
    project = make_project()
    _, secret = invite(user=project.created_by, project=project, role=Role.ANNOTATOR, days=1, use_limit=9)
    client = Client()
    client.get(reverse("projects:invitation", args=[secret]))
    return client


def sign_up(client: Client, email: str) -> tuple[object, ...]:
    values = {"name": "Ada", "email": email, "password1": CHOSEN, "password2": CHOSEN}
    answer = client.post(reverse("account_signup"), values)
    return read(answer, email), read(client.get(answer["Location"]), email)


def sign_in(client: Client, email: str, password: str = CHOSEN) -> tuple[object, ...]:
    return read(client.post(reverse("account_login"), {"login": email, "password": password}), email)


def ask_for_reset(client: Client, email: str) -> tuple[object, ...]:
    answer = client.post(reverse("account_reset_password"), {"email": email})
    return read(answer, email), read(client.get(answer["Location"]), email)


def mails_to(email: str) -> list[EmailMessage]:
    return [each for each in mail.outbox if each.to == [email]]


def last_link(email: str) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mails_to(email)[-1].body))
    assert found
    return found[1]


@pytest.mark.parametrize("step", [sign_up, sign_in, ask_for_reset])
def test_nothing_differs_for_an_address_with_an_account(
    step: Callable[[Client, str], tuple[object, ...]], hashed: list[str]
) -> None:
    known = make_user().email
    told, cost = [], []
    for email in (known, NEW):
        client = invited()
        hashed.clear()
        told.append(step(client, email))
        cost.append(len(hashed))
    assert told[0] == told[1]
    assert cost[0] == cost[1]


def test_signing_in_after_signing_up_does_not_tell_either() -> None:
    known = make_user().email
    told = []
    for email in (known, NEW):
        cache.clear()  # one limit counts all attempts from an address of the network
        client = invited()
        sign_up(client, email)
        assert "_auth_user_id" not in client.session
        told.append([sign_in(client, email) for _ in range(7)])  # up to the limit of failed attempts
    assert told[0] == told[1]


def test_who_confirms_the_address_signs_in_and_goes_on_with_the_invitation() -> None:
    client = invited()
    sign_up(client, NEW)
    confirmed = client.post(last_link(NEW))
    assert confirmed["Location"] == f"{reverse('account_login')}?next=%2Finvitation%2F"
    signed_in = client.post(confirmed["Location"], {"login": NEW, "password": CHOSEN, "next": "/invitation/"})
    assert signed_in["Location"] == "/invitation/"
    assert User.objects.get(email=NEW).name == "Ada"


def test_who_has_an_account_learns_it_by_mail_and_keeps_the_password() -> None:
    user = make_user()
    sign_up(invited(), user.email.upper())
    assert "already" in str(mails_to(user.email)[-1].body)
    assert User.objects.get(pk=user.pk).check_password(PASSWORD)


def test_a_lost_mail_is_sent_again_and_a_reset_confirms_as_well() -> None:
    client = invited()
    sign_up(client, NEW)
    cache.clear()
    sign_up(client, NEW)
    assert len(mails_to(NEW)) == 2
    ask_for_reset(client, NEW)
    form = client.get(last_link(NEW), follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "another long phrase", "password2": "another long phrase"})
    assert EmailAddress.objects.get(user__email=NEW).verified
    client.post(reverse("account_login"), {"login": NEW, "password": "another long phrase"})
    assert "_auth_user_id" in client.session


def test_accounts_made_by_command_or_used_before_sign_in_as_they_did() -> None:
    for is_recorded in (False, True):
        user = make_user(last_login="2026-01-01T00:00Z" if is_recorded else None)
        if is_recorded:
            EmailAddress.objects.create(user=user, email=user.email, primary=True)
        client = Client()
        sign_in(client, user.email, PASSWORD)
        assert "_auth_user_id" in client.session
