"""Recording of events, and choosing when to be notified."""

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from annotation_site.accounts.models import NoticeMails, User
from annotation_site.notices.models import Notice
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.pending_tasks import PendingTask

STOPPING = "notices.stop"


def notify(
    *, task: PendingTask, project: Project, actor: User | None = None, annotators: QuerySet[Membership] | None = None
) -> None:
    """Record in the caller's transaction that something of the task arose, for everybody who may act on it, or for
    these annotators only; not for the person who caused it, nor for those who want no mail.
    """
    members = project.memberships.filter(role__in=task.ability.roles) if annotators is None else annotators
    people = User.objects.filter(memberships__in=members.filter(state=Membership.State.ACTIVE), is_active=True)
    wanting = people.exclude(notice_mails=NoticeMails.NEVER).exclude(pk__in=[actor.pk] if actor else []).distinct()
    now = timezone.now()
    Notice.objects.bulk_create(
        [
            Notice(user=user, project=project, task=task.name, arose_at=now)
            for user in wanting.only("email").order_by("pk")
            if user.has_account
        ]
    )


@transaction.atomic
def choose_notice_mails(*, user: User, notice_mails: str, time_zone: str | None = None) -> None:
    """Store when the person gets notices; what arose before they asked for none is not sent later."""
    user.notice_mails = NoticeMails(notice_mails).value
    user.time_zone = user.time_zone if time_zone is None else time_zone
    user.save(update_fields=["notice_mails", "time_zone"])
    if user.notice_mails == NoticeMails.NEVER:
        Notice.objects.filter(user=user).delete()


def sign_stopping(user: User) -> str:
    """Return the part of a link by which whoever holds the person's mail can stop it, and do nothing else."""
    return signing.dumps(user.pk, salt=STOPPING)


def read_stopping(signed: str) -> User:
    """Return the person of such a link, or raise Http404."""
    try:
        return User.objects.get(pk=signing.loads(signed, salt=STOPPING))
    except (signing.BadSignature, User.DoesNotExist) as error:
        raise Http404 from error
