"""Health of the site: for machines as JSON, for people as a page."""

from typing import NamedTuple

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.jobs.models import WorkerSighting
from annotation_site.server.database import watch

PING_SECONDS = 1


class Finding(NamedTuple):
    """The state of one part."""

    name: str
    sentence: str
    is_well: bool


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 if database, broker and worker respond, else 503; the session is not read, because it may be
    unavailable.

    `?web` leaves out broker and worker: a web server is not to be restarted because its worker is missing.
    """
    database = _check_database()
    findings = [database]
    if "web" not in request.GET:
        findings += [_check_broker(), _check_worker(database)]
    is_well = all(finding.is_well for finding in findings)
    status = 200 if is_well else 503
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        context = {"findings": findings, "is_well": is_well, "version": settings.VERSION}
        return HttpResponse(render_to_string("web/health.html", context), status=status)
    answer = {finding.name: {"ok": finding.is_well, "detail": finding.sentence} for finding in findings}
    return JsonResponse({"ok": is_well, "version": settings.VERSION, **answer}, status=status)


def _check_database() -> Finding:
    if not _answers():
        return Finding(
            "database", "The database does not respond. Pages that require signing in do not work.", is_well=False
        )
    return Finding("database", "The database responds.", is_well=True)


def _answers() -> bool:
    if watch.is_silent:
        return False
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _check_broker() -> Finding:
    try:
        with redis.Redis.from_url(
            settings.CELERY_BROKER_URL,
            socket_connect_timeout=PING_SECONDS,
            socket_timeout=PING_SECONDS,
            retry=None,
        ) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError):
        return Finding("broker", "The broker does not respond. Annotation works, but new jobs wait.", is_well=False)
    return Finding("broker", "The broker responds.", is_well=True)


def _check_worker(database: Finding) -> Finding:
    if not database.is_well:
        return Finding(
            "worker", "The state of the workers is unknown, because the database does not respond.", is_well=False
        )
    if not WorkerSighting.is_any_alive():
        return Finding(
            "worker",
            "No worker has responded for 30 seconds. Annotation works, but imports and releases wait.",
            is_well=False,
        )
    return Finding("worker", "A worker is running.", is_well=True)
