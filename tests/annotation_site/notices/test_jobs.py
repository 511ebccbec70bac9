"""Mail about what waits: to whom, when, how often, and how it stops."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone

from alignment.rounds.services.rounds import open_round
from annotation_site.accounts.models import User
from annotation_site.feedback.services.replies import dispute_gold
from annotation_site.mail.models import Mail
from annotation_site.notices import jobs
from annotation_site.notices.jobs import mail_notices
from annotation_site.notices.models import Notice
from annotation_site.notices.services import choose_notice_mails, sign_stopping
from annotation_site.projects.models import Membership, Project
from tests.alignment.feedback.cases import Case
from tests.alignment.rounds.two import MINE, THEIRS, Two
from tests.factories import make_member, make_pair, make_project, make_reading, make_user

pytestmark = pytest.mark.django_db
NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> "Clock":
    return Clock(monkeypatch)


class Clock:
    """The time of the mail job and of what arises."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def go(self, **more: float) -> list[EmailMessage]:
        """Let time pass, and return the mail that is sent then."""
        self.now += timedelta(**more)
        return self.at(self.now)

    def at(self, moment: datetime) -> list[EmailMessage]:
        self.now, known = moment, len(mail.outbox)
        mail_notices()
        return mail.outbox[known:]


def prefer(user: User, notice_mails: str, time_zone: str = "UTC") -> User:
    choose_notice_mails(user=user, notice_mails=notice_mails, time_zone=time_zone)
    return user


def make_round(pairs: int, **preferences: str) -> tuple[Project, Membership, Membership]:
    """Open a round of so many pairs and return its two annotators."""
    project = make_project(pairs=pairs)
    first, second = make_member(project), make_member(project)
    for _ in range(pairs):
        make_reading(first, MINE)
        make_reading(second, THEIRS)
    prefer(first.user, preferences.get("first", "immediately"))
    prefer(second.user, preferences.get("second", "never"))
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    return project, first, second


def test_thirty_pairs_put_into_a_round_are_one_mail_after_a_minute(clock: Clock) -> None:
    project, first, _ = make_round(30)
    assert clock.go(seconds=30) == []
    [message] = clock.go(seconds=31)
    assert message.to == [first.user.email]
    assert message.subject == f"Interlinea: Reconcile 30 pairs in {project}"
    assert f"http://localhost:8000/alignment/{project.slug}/reconciliation/" in message.body
    assert "A reconciliation round was opened." in message.body
    assert clock.go(days=3) == []


def test_feedback_given_one_after_another_is_one_mail_in_a_quarter_of_an_hour(clock: Clock) -> None:
    cases = [Case(), Case()]
    annotator = prefer(cases[0].annotator.user, "immediately")
    Membership.objects.filter(pk=cases[1].annotator.pk).update(user=annotator)
    for case in cases:
        prefer(case.other.user, "never")
    cases[0].decide_all()
    assert len(clock.go(minutes=2)) == 1
    cases[1].decide_all()
    assert clock.go(minutes=5) == []
    [message] = clock.go(minutes=10)
    assert message.subject == f"Interlinea: Read feedback on 1 pair in {cases[1].project}"


def test_a_dispute_is_told_to_those_who_decide_and_not_to_its_author(clock: Clock) -> None:
    case = Case()
    case.decide_all()
    for user in User.objects.all():
        prefer(user, "immediately")
    Notice.objects.all().delete()
    version = case.feedback().version
    step = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": uuid4(), "version": version}
    dispute_gold(**step, place="0-0", text="No.")
    sent = clock.go(minutes=2)
    assert {to for message in sent for to in message.to} == {case.adjudicator.email, case.project.created_by.email}
    assert "An annotator disputed gold. Answer 1 dispute:" in sent[0].body


def test_whoever_causes_it_or_wants_none_is_not_told(clock: Clock) -> None:
    _, _, second = make_round(1, first="never")
    prefer(second.user, "daily")
    assert not Notice.objects.exists()
    assert clock.go(days=2) == []


def test_what_was_done_meanwhile_is_not_mailed(clock: Clock) -> None:
    two = Two()
    prefer(two.a.user, "immediately")
    two.open()
    two.close()
    assert clock.go(minutes=2) == []
    assert not Notice.objects.filter(user=two.a.user).exists()


def test_whoever_left_the_project_is_not_told(clock: Clock) -> None:
    _, first, _ = make_round(1)
    Membership.objects.filter(pk=first.pk).update(state="removed")
    assert clock.go(minutes=2) == []


def test_a_daily_mail_comes_at_eight_where_the_person_lives_and_once(clock: Clock) -> None:
    make_round(1, first="daily", second="daily")
    rome, tokyo = User.objects.filter(notices__isnull=False).order_by("pk")
    prefer(rome, "daily", "Europe/Rome")
    prefer(tokyo, "daily", "Asia/Tokyo")
    assert clock.go(hours=1) == []
    assert clock.at(datetime(2027, 3, 10, 22, 59, tzinfo=UTC)) == []
    assert [message.to for message in clock.at(datetime(2027, 3, 10, 23, 0, tzinfo=UTC))] == [[tokyo.email]]
    assert clock.at(datetime(2027, 3, 11, 6, 59, tzinfo=UTC)) == []
    assert [message.to for message in clock.at(datetime(2027, 3, 11, 7, 0, tzinfo=UTC))] == [[rome.email]]
    assert clock.at(datetime(2027, 3, 11, 7, 1, tzinfo=UTC)) == []


def test_a_daily_mail_is_never_sent_twice_in_a_day(clock: Clock) -> None:
    two, other = Two(), Two()
    Membership.objects.filter(pk=other.a.pk).update(user=two.a.user)
    prefer(two.a.user, "daily")
    for user in User.objects.exclude(pk=two.a.user.pk):
        prefer(user, "never")
    two.open()
    assert len(clock.at(datetime(2027, 3, 11, 8, 0, tzinfo=UTC))) == 1
    other.open()
    Notice.objects.update(arose_at=datetime(2027, 3, 11, 7, tzinfo=UTC))  # told late
    assert clock.at(datetime(2027, 3, 11, 8, 1, tzinfo=UTC)) == []
    assert clock.at(datetime(2027, 3, 11, 23, 59, tzinfo=UTC)) == []
    assert clock.at(datetime(2027, 3, 12, 7, 59, tzinfo=UTC)) == []
    [message] = clock.at(datetime(2027, 3, 12, 8, 0, tzinfo=UTC))
    assert str(other.project) in message.subject


def test_a_daily_mail_gathers_projects_and_says_what_waits_besides(clock: Clock) -> None:
    case, two = Case(), Two()
    Membership.objects.filter(pk=two.a.pk).update(user=case.adjudicator)
    prefer(case.adjudicator, "daily")
    case.decide_all()
    step = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": uuid4()}
    dispute_gold(**step, version=case.feedback().version, place="0-0", text="No.")
    two.open()
    for _ in range(2):
        make_pair(case.project)
        make_reading(case.annotator, MINE)
        make_reading(case.other, THEIRS)
    clock.at(datetime(2027, 3, 11, 8, tzinfo=UTC))
    [message] = [each for each in mail.outbox if each.to == [case.adjudicator.email]]
    assert message.subject == "Interlinea: 2 things wait for you"
    body = message.body
    assert "Answer 1 dispute:" in body
    assert "Reconcile 1 pair:" in body
    assert "- Also waiting: Adjudicate 2 pairs:" in body
    assert body.index(case.project.name) < body.index("Answer 1 dispute")


def test_names_stand_in_a_mail_as_they_were_written(clock: Clock) -> None:
    project, first, _ = make_round(1)
    Project.objects.filter(pk=project.pk).update(name="Fish & <chips>")
    User.objects.filter(pk=first.user.pk).update(name="O'Hara")
    [message] = clock.go(minutes=2)
    assert "Hello O'Hara," in message.body
    assert "Fish & <chips>" in message.body


def test_a_link_in_the_mail_stops_them_without_signing_in_after_a_question(clock: Clock, client: Client) -> None:
    _, first, _ = make_round(1)
    [message] = clock.go(minutes=2)
    link = re.search(r"Stop these messages: http://localhost:8000(\S+)", message.body)
    assert link
    assert message.extra_headers["List-Unsubscribe"] == f"<http://localhost:8000{link[1]}>"
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Stop notices by email?" in client.get(link[1]).content.decode()
    first.user.refresh_from_db()
    assert first.user.notice_mails == "immediately"
    # As a mail program does: no page before, no cookie, no token.
    one_click = Client(enforce_csrf_checks=True)
    answer = one_click.post(link[1], {"List-Unsubscribe": "One-Click"})
    assert "You get no more notices" in answer.content.decode()
    first.user.refresh_from_db()
    assert (first.user.notice_mails, first.user.name) == ("never", first.user.name)
    assert "_auth_user_id" not in one_click.session


def test_such_a_link_cannot_be_made_up(client: Client) -> None:
    signed = sign_stopping(make_user())
    for forged in ("x", signed[:-1] + ("a" if signed[-1] != "a" else "b"), f"x{signed}"):
        assert client.get(f"/notices/stop/{forged}/").status_code == 404
        assert client.post(f"/notices/stop/{forged}/").status_code == 404


def test_whoever_wants_none_does_not_get_old_news_later(clock: Clock) -> None:
    _, first, _ = make_round(1)
    prefer(first.user, "never")
    prefer(first.user, "immediately")
    assert clock.go(minutes=2) == []


def test_the_choice_is_made_on_the_account_page(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    assert 'value="daily"' in client.get("/account/").content.decode()
    chosen = {"notice_mails": "immediately", "time_zone": "America/Argentina/Buenos_Aires"}
    assert client.post("/account/notices/", chosen)["Location"] == "/account/"
    user.refresh_from_db()
    assert (user.notice_mails, user.time_zone) == tuple(chosen.values())
    for wrong in ({"notice_mails": "hourly"}, {"time_zone": "Mars/Olympus"}, {"time_zone": "../../etc/passwd"}):
        client.post("/account/notices/", {**chosen, "notice_mails": "never", **wrong})
        user.refresh_from_db()
        assert (user.notice_mails, user.time_zone) == tuple(chosen.values())


def test_mail_and_forgetting_are_one_transaction(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    _, first, _ = make_round(1)
    clock.now += timedelta(minutes=2)
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError), transaction.atomic():
        patch.setattr(jobs, "_write_mail", lambda *_: 1 / 0)
        mail_notices()
    assert Notice.objects.filter(user=first.user).exists()
    with override_settings(EMAIL_BACKEND="annotation_site.mail.backend.StoringBackend"):
        mail_notices()
        mail_notices()
    assert Mail.objects.get().recipient == first.user
    assert not Notice.objects.exists()


def test_mail_is_in_the_language_that_the_person_chose(clock: Clock) -> None:
    project, first, _ = make_round(1)
    type(first.user).objects.filter(pk=first.user_id).update(language="de")
    [message] = clock.go(seconds=61)
    assert message.subject == f"Interlinea: 1 Satzpaar abgleichen in {project}"
    assert "Eine Abgleichsrunde wurde eröffnet." in message.body
    assert "reconciliation round" not in message.body
