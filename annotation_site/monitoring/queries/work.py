"""Incidents of workers, jobs and mail."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Max, Min, QuerySet
from django.db.models.functions import Greatest, Now
from django.utils import timezone

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.workers.turns import count_processes
from annotation_site.mail.models import Mail
from annotation_site.monitoring.commands import start_part
from annotation_site.monitoring.incidents import Incident, Level, count_noun, spell_seconds
from annotation_site.monitoring.parts import MAIL_WAITS
from annotation_site.web.mail import sends_mail

# Every job of ours reports more often, but for steps of large imports and releases: those are worth a look, no more.
STALLED = timedelta(seconds=90)
# A job that lasts so many times as long as the longest of its kind lately has most likely no end.
UNUSUAL = 3
COMPARED_DAYS = 30
JOBS_WAIT = timedelta(minutes=10)
# The clock asks for due mail every few seconds.
MAIL_UNTRIED = timedelta(minutes=2)
MOST_LISTED = 10


def find_worker_incident() -> Incident | None:
    """Return that no worker has given a sign of life in the last 30 seconds."""
    if WorkerSighting.is_any_alive():
        return None
    return Incident(
        "worker",
        Level.URGENT,
        "No worker is running. Imports, releases, mail and webhooks wait; annotation works.",
        "Start the worker. Jobs go on by themselves, and waiting mail is sent.",
        since=WorkerSighting.objects.aggregate(seen=Max("seen_at"))["seen"],
        commands=start_part("worker", settings.INSTALLATION),
    )


def list_stalled_jobs() -> QuerySet[Any]:
    """Return running jobs without progress for a while, each with the moment of its last `sign` of progress."""
    sign = Greatest("progressed_at", "started_at")
    running = Job.objects.filter(state=Job.State.RUNNING).annotate(sign=sign)
    return running.filter(sign__lt=Now() - STALLED).select_related("project").order_by("sign")


def find_stalled_jobs() -> list[Incident]:
    """Return an incident for each running job without progress."""
    jobs = list(list_stalled_jobs()[:MOST_LISTED])
    longest = _find_longest({job.kind for job in jobs})
    return [_describe_stalled(job, longest.get(job.kind)) for job in jobs]


def _describe_stalled(job: Any, longest: timedelta | None) -> Incident:
    now = timezone.now()
    lasts = now - job.started_at
    is_unusual = longest is not None and lasts > UNUSUAL * longest
    usual = (
        f"The longest job of this kind in the last {COMPARED_DAYS} days took {spell_seconds(longest.total_seconds())}."
        if longest is not None
        else f"No job of this kind has finished in the last {COMPARED_DAYS} days to compare it with."
    )
    progress = f"{job.done:,} of {job.total:,}" if job.total else "no total reported"
    end = timezone.localtime(job.started_at + timedelta(seconds=settings.JOB_SECONDS))
    return Incident(
        f"job {job.pk}",
        Level.SOON if is_unusual or longest is None else Level.CHECK,
        f"“{job.title}”, job {job.pk} of {job.project.name}, has made no progress for "
        f"{spell_seconds((now - job.sign).total_seconds())} ({progress}).",
        f"{usual} Cancel it if it does not go on; its project can start it again. "
        f"It is stopped at {end:%H:%M} in any case.",
        since=job.sign,
        job=job.pk,
    )


def _find_longest(kinds: set[str]) -> dict[str, timedelta]:
    """Return how long the longest job of each kind took lately."""
    if not kinds:
        return {}
    lately = Job.objects.filter(
        kind__in=kinds, state=Job.State.SUCCEEDED, finished_at__gt=Now() - timedelta(days=COMPARED_DAYS)
    )
    return dict(lately.order_by().values_list("kind").annotate(longest=Max(F("finished_at") - F("started_at"))))


def find_waiting_jobs() -> Incident | None:
    """Return that jobs have waited long although workers run."""
    waiting = Job.objects.filter(state=Job.State.QUEUED, created_at__lt=Now() - JOBS_WAIT)
    figures = waiting.order_by().aggregate(since=Min("created_at"))
    processes = count_processes()
    if figures["since"] is None or not processes:
        return None
    number, running = waiting.count(), Job.objects.filter(state=Job.State.RUNNING).count()
    return Incident(
        "waiting jobs",
        Level.SOON,
        f"{count_noun(number, 'job')} waiting for more than {spell_seconds(JOBS_WAIT.total_seconds())}; "
        f"{count_noun(running, 'job')} running, {processes:,} at most at once.",
        "Start more workers, or cancel the job that holds them.",
        since=figures["since"],
    )


def find_mail_incidents() -> list[Incident]:
    """Return what keeps mail from leaving; nothing on a site without a mail server."""
    if not sends_mail():
        return []
    return [
        incident
        for incident in (_find_refused_mail(), _find_untried_mail(), _find_failed_mail())
        if incident is not None
    ]


def _find_refused_mail() -> Incident | None:
    """Return that the last attempt to send anything failed, with the answer of the mail server."""
    tried = Mail.objects.filter(state__in=[Mail.State.WAITING, Mail.State.SENDING]).exclude(error="")
    last = tried.order_by("-pk").first()
    sent_at = Mail.objects.filter(state=Mail.State.SENT).aggregate(sent=Max("finished_at"))["sent"]
    if last is None:
        return None
    since = tried.aggregate(since=Min("created_at"))["since"]
    # Nothing left after the newest of them came, nor lately: it is the server and not one message.
    is_away = sent_at is None or sent_at < max(last.created_at, timezone.now() - MAIL_WAITS)
    return Incident(
        "mail server" if is_away else "delayed mail",
        Level.URGENT if is_away else Level.CHECK,
        f"{'No mail is leaving' if is_away else 'Some mail is delayed'}. "
        f"{count_noun(tried.count(), 'message')} could not be sent yet. The mail server's last answer: {last.error}",
        f"Check the mail server at {settings.EMAIL_HOST}, port {settings.EMAIL_PORT}. Messages are tried again for two "
        "days; “Send now” tries one at once.",
        since=since,
        is_mail=True,
    )


def _find_untried_mail() -> Incident | None:
    """Return that due mail is not even tried although a worker runs."""
    due = Mail.objects.filter(state=Mail.State.WAITING, next_try_at__lt=Now() - MAIL_UNTRIED)
    since = due.aggregate(since=Min("next_try_at"))["since"]
    if since is None or not WorkerSighting.is_any_alive():
        return None
    return Incident(
        "clock",
        Level.URGENT,
        f"{count_noun(due.count(), 'message')} due and not tried, although a worker is running. "
        "The clock (beat), which starts all periodic work, is not running or the worker is busy.",
        "Start the clock. Mail, notices, webhooks, deletions and backups depend on it.",
        since=since,
        commands=start_part("beat", settings.INSTALLATION),
        is_mail=True,
    )


def _find_failed_mail() -> Incident | None:
    """Return that messages were given up within the last day."""
    failed = Mail.objects.filter(state=Mail.State.FAILED, finished_at__gt=Now() - timedelta(days=1))
    last = failed.order_by("-finished_at").first()
    if last is None:
        return None
    return Incident(
        "failed mail",
        Level.CHECK,
        f"{count_noun(failed.count(), 'message')} could not be delivered in the last day. "
        f"The mail server's last answer: {last.error}",
        "Read the answers under Outgoing mail. A wrong address needs a new invitation; for other answers, mend the "
        "cause and choose “Send now”.",
        since=failed.aggregate(since=Min("finished_at"))["since"],
        is_mail=True,
    )
