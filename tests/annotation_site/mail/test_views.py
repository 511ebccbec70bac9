from typing import Any

import pytest
from django.test import Client

from annotation_site.mail.models import Mail
from tests.factories import make_user

pytestmark = pytest.mark.django_db
CONTENT = {"body": "A link that opens an account"}


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(make_user("Olga", is_superuser=True))
    return client


def make_mail(state: str = "failed", **values: object) -> Mail:
    return Mail.objects.create(
        address="ada@example.org", subject="Reset your password", content=CONTENT, state=state, **values
    )


def test_only_operators_see_mail(client: Client) -> None:
    client.force_login(make_user(can_create_projects=True, is_staff=True))
    mail = make_mail()
    assert client.get("/mail/").status_code == 403
    assert client.post(f"/mail/{mail.pk}/retry/").status_code == 404
    mail.refresh_from_db()
    assert mail.state == "failed"


def test_they_see_state_error_and_account_but_neither_address_nor_text(operator: Client) -> None:
    make_mail(recipient=make_user("Ada"), error="550 no such user", attempt=3)
    page = operator.get("/mail/").content.decode()
    for word in ("Reset your password", "Ada", "550 no such user", "Failed"):
        assert word in page
    assert "ada@example.org" not in page
    assert "opens an account" not in page


def test_states_have_their_own_lists_and_an_unknown_one_is_all(operator: Client) -> None:
    make_mail("sent")
    waiting = make_mail("waiting")
    assert [mail.pk for mail in operator.get("/mail/?state=waiting").context["page"]] == [waiting.pk]
    assert len(operator.get("/mail/?state=nonsense").context["page"]) == 2


def test_failed_mail_can_be_sent_after_all_and_sent_mail_cannot(operator: Client) -> None:
    failed, sent = make_mail(), make_mail("sent")
    assert operator.post(f"/mail/{failed.pk}/retry/")["Location"] == "/mail/"
    failed.refresh_from_db()
    assert (failed.state, failed.finished_at) == ("waiting", None)
    assert operator.post(f"/mail/{sent.pk}/retry/").status_code == 409


def test_without_a_mail_server_the_page_says_so_and_offers_no_sending(operator: Client, settings: Any) -> None:
    mail = make_mail()
    settings.MAIL_TRANSPORT = ""
    page = operator.get("/mail/").content.decode()
    assert "No mail leaves this site" in page and "Send now" not in page
    assert operator.post(f"/mail/{mail.pk}/retry/").status_code == 409
