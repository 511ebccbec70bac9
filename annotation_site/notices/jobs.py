"""Mail about what waits: as soon as something arises, or every morning where the person lives."""

from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import NoticeMails, User
from annotation_site.jobs.registry import kept, periodic
from annotation_site.languages.locales import using_locale
from annotation_site.languages.queries import find_user_locale
from annotation_site.notices.models import Notice
from annotation_site.notices.queries import Waiting, list_waiting
from annotation_site.notices.services import sign_stopping
from annotation_site.projects.models import Project
from annotation_site.web.mail import sends_mail

# Immediate mail waits for the rest of a burst; between two there is some peace.
SETTLING, PEACE = timedelta(minutes=1), timedelta(minutes=15)
MORNING = time(8)


class Section(NamedTuple):
    """A project in a mail: what arose in it, and what waits besides."""

    project: Project
    news: list[Waiting]
    others: list[Waiting]


@kept("notices that were never sent", "NOTICES_KEPT_DAYS")
def find_old_notices(limit: Any) -> QuerySet[Notice]:
    """Return notices to people who get no mail, such as deactivated ones."""
    return Notice.objects.filter(arose_at__lt=limit)


@periodic(30)
def mail_notices() -> None:
    """Send everybody the mail that is due, each in a transaction of their own; without a mail server, notices stay."""
    if not sends_mail():
        return
    for pk in list(_due(timezone.now()).values_list("pk", flat=True)):
        _mail_to(pk)


@transaction.atomic
def _mail_to(pk: int) -> None:
    """Tell one person what arose and still waits, and forget that it arose; a second worker finds nothing due."""
    now = timezone.now()
    if User.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(pk=pk).first() is None:
        return
    user = _due(now).filter(pk=pk).first()
    if user is None:
        return
    notices = list(Notice.objects.filter(user=user))
    sections = _list_sections(user, {(notice.project_id, notice.task) for notice in notices})
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).delete()
    if sections:
        with using_locale(find_user_locale(user)):
            _write_mail(user, sections)
        User.objects.filter(pk=user.pk).update(noticed_at=now)


def _list_sections(user: User, arose: set[tuple[int, str]]) -> list[Section]:
    """Return the projects in which something that arose still waits."""
    projects = list(Project.objects.for_user(user).filter(pk__in={project for project, _ in arose}))
    sections = []
    for rows in list_waiting(user, projects).values():
        news = [row for row in rows if (row.project.pk, row.task.name) in arose]
        if news:
            sections.append(Section(news[0].project, news, [row for row in rows if row not in news]))
    return sections


def _write_mail(user: User, sections: list[Section]) -> None:
    site, first = settings.SITE_ADDRESS, sections[0].news[0]
    stop = site + reverse("projects:notices_stop", args=[sign_stopping(user)])
    count = sum(len(section.news) for section in sections)
    one = _("{sentence} in {project}").format(sentence=first.sentence, project=first.project)
    subject = one if count == 1 else _("{n} things wait for you").format(n=count)
    EmailMessage(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string("notices/mail.txt", {"user": user, "sections": sections, "site": site, "stop": stop}),
        to=[user.email],
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    ).send()


def _due(now: datetime) -> QuerySet[User]:
    """Return people who are to be notified of an event now."""
    is_calm = Q(noticed_at=None) | Q(noticed_at__lte=now - PEACE)
    is_due = Q(notice_mails=NoticeMails.IMMEDIATELY, notices__arose_at__lte=now - SETTLING) & is_calm
    zones = User.objects.filter(notice_mails=NoticeMails.DAILY, notices__isnull=False)
    for zone in zones.order_by().values_list("time_zone", flat=True).distinct():
        here = now.astimezone(ZoneInfo(zone))
        morning = datetime.combine(here.date(), MORNING, here.tzinfo).astimezone(UTC)
        midnight = datetime.combine(here.date(), time(), here.tzinfo).astimezone(UTC)
        if now >= morning:
            is_first_today = Q(noticed_at=None) | Q(noticed_at__lt=midnight)
            is_due |= Q(notice_mails=NoticeMails.DAILY, time_zone=zone, notices__arose_at__lte=morning) & is_first_today
    return User.objects.filter(is_due, is_active=True).distinct()
