"""A site without a mail server: nothing is stored, and no page promises mail."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.mail import send_mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from annotation_site.mail import jobs
from annotation_site.mail.models import Mail
from annotation_site.notices.jobs import mail_notices
from annotation_site.notices.models import Notice
from annotation_site.notices.services import sign_stopping
from annotation_site.projects.services.members import invite
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_server() -> Iterator[None]:
    with override_settings(MAIL_TRANSPORT="", EMAIL_BACKEND="annotation_site.mail.backend.StoringBackend"):
        yield


def test_a_message_is_not_stored_and_none_counts_as_sent() -> None:
    send_mail("A subject", "A text", None, ["ada@example.org"])
    assert not Mail.objects.exists()
    earlier = Mail.objects.create(address="ada@example.org", subject="Of a time with a server")
    jobs.send_mail()
    earlier.refresh_from_db()
    assert earlier.state == Mail.State.WAITING and earlier.attempt == 0


def test_notices_stay_until_there_is_a_server() -> None:
    project = make_project()
    long_ago = timezone.now() - timedelta(days=1)
    notice = Notice.objects.create(user=project.created_by, project=project, task="feedback", arose_at=long_ago)
    mail_notices()
    assert Notice.objects.filter(pk=notice.pk).exists()


@pytest.mark.parametrize("address", ["/accounts/password/reset/", "/accounts/password/reset/done/"])
def test_a_password_reset_promises_no_mail(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "This site cannot send email, so it cannot send a link for a new password." in page
    assert "Send link" not in page and "we have sent" not in page


def test_the_account_promises_no_notices_and_no_confirmation(client: Client) -> None:
    client.force_login(make_user())
    assert "This site cannot send email, so no notices are sent." in client.get("/account/").content.decode()
    page = client.get("/accounts/email/").content.decode()
    assert "Change address" not in page and "Resend confirmation" not in page


@pytest.mark.parametrize("route", ["account_reset_password_done", "account_email_verification_sent"])
def test_no_page_speaks_of_a_message(client: Client, route: str) -> None:
    page = client.get(reverse(route)).content.decode()
    assert "This site cannot send email" in page
    assert not re.search(r"\bsent\b|we (will )?send|spam", page)


def test_whoever_stops_notices_reads_that_there_are_none(client: Client) -> None:
    page = client.get(reverse("projects:notices_stop", args=[sign_stopping(make_user())])).content.decode()
    assert "This site cannot send email, so no notices are sent." in page
    assert "still arrive" not in page


def test_with_a_server_pages_say_what_will_be_sent_and_not_that_it_was(client: Client) -> None:
    """Mail is stored when the page is shown; the server may be away."""
    user = make_user()
    with override_settings(MAIL_TRANSPORT="django.core.mail.backends.smtp.EmailBackend"):
        page = client.post("/accounts/password/reset/", {"email": user.email}, follow=True).content.decode()
    assert Mail.objects.get().state == Mail.State.WAITING
    assert "we will send it a link" in page
    assert not re.search(r"\bsent\b", page)


def test_whoever_signs_up_by_a_link_gets_in_and_reads_of_no_message(client: Client) -> None:
    project = make_project()
    _, secret = invite(user=project.created_by, project=project, role="annotator", days=7, use_limit=1)
    client.get(f"/invitations/{secret}/")
    form = {"name": "Ada", "email": "ada@example.org", "password1": "an-Unusual-1", "password2": "an-Unusual-1"}
    page = client.post("/accounts/signup/?next=/invitation/", form, follow=True).content.decode()
    assert "Join project" in page
    assert not re.search(r"\bsent\b", page)
