"""Mail between a request that stores it and a real SMTP server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage, send_mail
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from annotation_site.jobs.jobs import sweep
from annotation_site.mail import jobs
from annotation_site.mail.models import Mail
from annotation_site.web.exceptions import DomainError
from tests.factories import make_user
from tests.servers import free_port, running_worker, wait_until
from tests.stand_ins.mail_servers import MailServer, running_mail_server

pytestmark = pytest.mark.django_db
STORING = "annotation_site.mail.backend.StoringBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def storing() -> Iterator[None]:
    """Send mail as the site does; tests otherwise collect it in memory."""
    with override_settings(EMAIL_BACKEND=STORING, MAIL_TRANSPORT=SMTP, EMAIL_TIMEOUT=4):
        yield


@contextmanager
def mail_server(**behaviour: object) -> Iterator[MailServer]:
    with running_mail_server(**behaviour) as server, override_settings(EMAIL_HOST="127.0.0.1", EMAIL_PORT=server.port):
        yield server


def write(*addresses: str) -> None:
    for address in addresses or ("ada@example.org",):
        send_mail("A subject", "A text", None, [address])


def make_due() -> None:
    Mail.objects.filter(state=Mail.State.WAITING).update(next_try_at=timezone.now())


def list_states() -> list[str]:
    return list(Mail.objects.order_by("pk").values_list("state", flat=True))


def test_sending_stores_and_a_worker_delivers_it_once() -> None:
    with mail_server() as server:
        write()
        assert server.received == []
        jobs.send_mail()
        jobs.send_mail()
    ((recipient, message),) = server.received
    stored = Mail.objects.get()
    assert (recipient, message["Subject"], message.get_payload().strip()) == ("ada@example.org", "A subject", "A text")
    assert (stored.state, stored.attempt, stored.error) == ("sent", 1, "")
    assert stored.finished_at is not None


def test_the_text_is_gone_once_it_is_sent() -> None:
    with mail_server():
        write()
        assert "A text" in str(Mail.objects.get().content)
        jobs.send_mail()
    assert Mail.objects.get().content == {}


def test_mail_of_a_transaction_that_fails_is_never_sent() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        write()
        1 / 0  # noqa: B018
    assert not Mail.objects.exists()


def test_every_recipient_gets_a_message_of_their_own() -> None:
    with mail_server() as server:
        EmailMessage("S", "T", None, ["Ada <ada@example.org>"], bcc=["bob@example.org"], reply_to=["c@d.org"]).send()
        jobs.send_mail()
    assert [(to, message["To"], message["Reply-To"]) for to, message in server.received] == [
        ("ada@example.org", "ada@example.org", "c@d.org"),
        ("bob@example.org", "bob@example.org", "c@d.org"),
    ]


def test_an_attachment_is_refused_rather_than_lost() -> None:
    message = EmailMessage("S", "T", None, ["ada@example.org"])
    message.attach("a.txt", "a", "text/plain")
    with pytest.raises(DomainError):
        message.send()


def test_a_server_that_hangs_puts_off_all_mail_after_one_attempt() -> None:
    with mail_server(is_hanging=True) as server:
        write("a@example.org", "b@example.org", "c@example.org")
        jobs.send_mail()
        jobs.send_mail()  # nothing is due: the clock's next ring costs nothing
        assert server.calls == 1
        assert {(mail.state, mail.attempt) for mail in Mail.objects.all()} == {("waiting", 1)}
        assert all("timed out" in mail.error and mail.next_try_at > timezone.now() for mail in Mail.objects.all())
        server.is_hanging = False
        make_due()
        jobs.send_mail()
    assert sorted(to for to, _ in server.received) == ["a@example.org", "b@example.org", "c@example.org"]
    assert list_states() == ["sent"] * 3


def test_a_server_that_is_not_there_is_tried_ever_more_rarely() -> None:
    write()
    waits = []
    with override_settings(EMAIL_HOST="127.0.0.1", EMAIL_PORT=free_port()):
        for _ in range(9):
            make_due()
            jobs.send_mail()
            waits.append((Mail.objects.get().next_try_at - timezone.now()).total_seconds())
    # A busy machine takes a while from the try to the question.
    for wait, most in zip(waits, [30, 60, 120, 240, 480, 960, 1800, 1800, 1800], strict=True):
        assert most - 15 < wait <= most
    assert "refused" in Mail.objects.get().error


def test_a_server_that_hangs_in_the_middle_puts_off_only_that_message() -> None:
    with mail_server() as server:
        write("a@example.org", "b@example.org")
        server.answers = {"a@example.org": "451 come back later"}
        jobs.send_mail()
    assert list_states() == ["waiting", "sent"]
    assert Mail.objects.get(address="a@example.org").error == "451 come back later"


def test_an_address_that_does_not_exist_fails_at_once_and_is_not_quoted() -> None:
    with mail_server(answers={"gone@example.org": "550 <gone@example.org>: no such user"}) as server:
        write("gone@example.org", "b@example.org")
        jobs.send_mail()
    failed = Mail.objects.get(address="gone@example.org")
    assert (failed.state, failed.error) == ("failed", "550 <the address>: no such user")
    assert [to for to, _ in server.received] == ["b@example.org"]


def test_a_text_that_the_server_refuses_is_tried_again_and_given_up_after_two_days() -> None:
    with mail_server(after_data="554 looks like spam"):
        write()
        jobs.send_mail()
        assert Mail.objects.get().state == "waiting"
        Mail.objects.update(created_at=timezone.now() - jobs.GIVEN_UP_AFTER - timedelta(seconds=1))
        make_due()
        jobs.send_mail()
    assert (Mail.objects.get().state, Mail.objects.get().error) == ("failed", "554 looks like spam")


def test_a_greeting_that_refuses_is_a_server_that_is_away() -> None:
    with mail_server(greeting="554 too busy"):
        write("a@example.org", "b@example.org")
        jobs.send_mail()
    assert list(Mail.objects.values_list("attempt", flat=True)) == [1, 1]


def test_only_one_worker_sends_and_one_that_fell_silent_is_followed_with_the_same_message_id() -> None:
    with mail_server() as server:
        write("a@example.org", "b@example.org")
        claimed = jobs._claim()
        assert claimed
        jobs.send_mail()
        assert server.received == []
        sent_id = claimed.content["headers"]["Message-ID"]
        Mail.objects.filter(pk=claimed.pk).update(lease_expires_at=timezone.now())
        jobs.send_mail()
    assert {to: message["Message-ID"] for to, message in server.received}["a@example.org"] == sent_id
    assert list_states() == ["sent", "sent"]


def test_a_worker_that_lost_its_claim_records_nothing() -> None:
    write()
    first = jobs._claim()
    Mail.objects.update(lease_expires_at=timezone.now())
    second = jobs._claim()
    assert first and second
    jobs._finish(first, Mail.State.FAILED, error="late")
    assert (Mail.objects.get().state, Mail.objects.get().attempt) == ("sending", 2)


def test_old_mail_is_deleted_and_mail_that_waits_is_not() -> None:
    write("a@example.org", "b@example.org", "c@example.org")
    old = timezone.now() - timedelta(days=31)
    Mail.objects.update(created_at=old)
    sent, failed, _ = Mail.objects.order_by("pk")
    Mail.objects.filter(pk=sent.pk).update(state="sent", finished_at=old)
    Mail.objects.filter(pk=failed.pk).update(state="failed", finished_at=old)
    with override_settings(MAIL_KEPT_DAYS=32):
        sweep()
    assert Mail.objects.count() == 3
    sweep()
    assert list_states() == ["waiting"]


def test_twenty_resets_do_not_ask_a_server_that_hangs_and_arrive_after_it_recovers(client: Client) -> None:
    people = [make_user() for _ in range(20)]
    with mail_server(is_hanging=True) as server:
        for person in people:
            assert client.post(reverse("account_reset_password"), {"email": person.email}).status_code == 302
        assert server.calls == 0
        jobs.send_mail()
        assert server.received == []
        server.is_hanging = False
        make_due()
        jobs.send_mail()
    assert sorted(to for to, _ in server.received) == sorted(person.email for person in people)
    link = re.search(r"http://testserver(\S+)", str(server.received[0][1].get_payload()))
    assert link
    assert client.get(link[1]).status_code == 302
    assert set(Mail.objects.values_list("recipient", flat=True)) == {person.pk for person in people}


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_called_and_sends_in_its_own_process(client: Client) -> None:
    person = make_user()
    with mail_server() as server:
        variables = {"EMAIL_BACKEND": SMTP, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(server.port)}
        with running_worker(**variables):
            client.post(reverse("account_reset_password"), {"email": person.email})
            wait_until(lambda: bool(server.received), "no mail arrived")
            wait_until(lambda: list_states() == ["sent"], "it was not recorded")
