"""Incidents of the database: slow queries, sessions that keep others waiting, few free connections, slow requests."""

import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Count, Max, Min, Q
from django.db.models.functions import Now

from annotation_site.monitoring.commands import find_in_log
from annotation_site.monitoring.incidents import Incident, Level, count_noun, spell_seconds
from annotation_site.monitoring.models import SlowRequest
from annotation_site.monitoring.queries.figures import read_database

# A web request's statement is stopped after 20 s; jobs read and write whole projects.
SLOW_QUERY_SECONDS, SLOW_JOB_QUERY_SECONDS = 10, 60
BLOCKING_SECONDS = 5
SLOW_REQUEST_SECONDS = 5
MOST_CONNECTIONS_USED = 0.85
MOST_PAGES = 5
SESSIONS = """
    SELECT pid, application_name, state, query_start, extract(epoch FROM clock_timestamp() - query_start)::float,
        left(query, 400), wait_event_type = 'Lock', pg_blocking_pids(pid),
        extract(epoch FROM clock_timestamp() - xact_start)::float
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        AND usename = current_user AND application_name NOT IN ('pg_dump', 'pg_restore')
        AND (state = 'active' OR state LIKE 'idle in transaction%') AND query_start IS NOT NULL
    ORDER BY query_start
"""
JOB = re.compile(r"interlinea job (\d+)\.")
# People's texts and addresses are in them.
LITERAL = re.compile(r"'(?:[^']|'')*(?:'|$)")


class Session(NamedTuple):
    """A session of the site at the database, at work or in a transaction."""

    pid: int
    application: str
    state: str
    query_start: datetime
    seconds: float
    query: str
    waits_for_lock: bool
    blockers: list[int]
    transaction_seconds: float | None

    @property
    def job(self) -> int | None:
        """The job whose process it is."""
        match = JOB.match(self.application)
        return int(match[1]) if match else None

    @property
    def is_slow(self) -> bool:
        """Return whether its query takes unusually long; waiting for a lock is counted where the lock is held."""
        most = SLOW_QUERY_SECONDS if self.job is None else SLOW_JOB_QUERY_SECONDS
        return self.state == "active" and not self.waits_for_lock and self.seconds >= most

    @property
    def owner(self) -> str:
        return f"Job {self.job}" if self.job is not None else f"Session {self.pid}"

    @property
    def statement(self) -> str:
        """Return its statement in one line without what people wrote."""
        return " ".join(LITERAL.sub("'…'", self.query).split())[:160]


def list_sessions() -> list[Session]:
    """Return the sessions of the site that are at work or in a transaction, the longest query first."""
    with connection.cursor() as cursor:
        cursor.execute(SESSIONS)
        return [Session(*row) for row in cursor.fetchall()]


def read_longest_queries() -> dict[str, float]:
    """Return how many seconds the longest query has run by now, of jobs and of the others; 0 where none runs."""
    longest = {"job": 0.0, "other": 0.0}
    for session in list_sessions():
        owner = "other" if session.job is None else "job"
        if session.state == "active":
            longest[owner] = max(longest[owner], session.seconds)
    return longest


def list_session_incidents() -> list[Incident]:
    """Return an incident for each slow query, and for each session that keeps others waiting."""
    sessions = list_sessions()
    waiting = [session for session in sessions if session.waits_for_lock and session.seconds >= BLOCKING_SECONDS]
    kept_waiting = {session.pid: 0 for session in sessions}
    for session in waiting:
        for pid in session.blockers:
            if pid in kept_waiting:
                kept_waiting[pid] += 1
    blockers = {session.pid for session in waiting}
    # Of a queue at a lock only its head is to be ended.
    heads = [session for session in sessions if kept_waiting[session.pid] and session.pid not in blockers]
    slow = [session for session in sessions if session.is_slow and session not in heads]
    return [
        *(_describe_blocking(session, kept_waiting[session.pid]) for session in heads),
        *(_describe_slow(session) for session in slow),
    ]


def _describe_blocking(session: Session, number: int) -> Incident:
    seconds = spell_seconds(session.transaction_seconds or session.seconds)
    return Incident(
        f"session {session.pid}",
        Level.URGENT,
        f"{session.owner} keeps {count_noun(number, 'other session')} waiting: in a transaction for {seconds}, "
        f"{'running' if session.state == 'active' else 'idle after'} “{session.statement}”.",
        _name_way_out(session, "End the session; its transaction is undone and the others go on."),
        since=session.query_start,
        job=session.job,
        session=None if session.job else session.pid,
    )


def _describe_slow(session: Session) -> Incident:
    return Incident(
        f"session {session.pid}",
        Level.SOON if session.job is None else Level.CHECK,
        f"Slow query: {session.owner} has been running “{session.statement}” for {spell_seconds(session.seconds)}.",
        _name_way_out(
            session,
            "End the query; whoever started it sees an error and nothing is changed. A query that returns daily needs "
            "an index: report it with the statement.",
        ),
        since=session.query_start,
        job=session.job,
        session=None if session.job else session.pid,
    )


def _name_way_out(session: Session, otherwise: str) -> str:
    if session.job is None:
        return otherwise
    return "Cancel the job if it does not go on; its project can start it again."


def find_connection_shortage() -> Incident | None:
    """Return that the database server has few free connections."""
    database = read_database()
    if database.connections <= MOST_CONNECTIONS_USED * database.most_connections:
        return None
    return Incident(
        "connections",
        Level.SOON,
        f"{database.connections:,} of {database.most_connections:,} connections of the database server are in use. "
        "Without a free one, pages answer that the database does not respond.",
        "Raise max_connections of PostgreSQL, or run fewer web servers and workers.",
    )


def find_slow_requests() -> list[Incident]:
    """Return an incident for each page that was slow within the last hour, the slowest first."""
    lately = SlowRequest.objects.filter(ended_at__gt=Now() - timedelta(hours=1)).order_by()
    pages = lately.values("view").annotate(
        number=Count("pk"),
        stopped=Count("pk", filter=Q(was_stopped=True)),
        longest=Max("seconds"),
        since=Min("ended_at"),
        last=Max("pk"),
    )
    slowest = list(pages.order_by("-longest")[:MOST_PAGES])
    ids = dict(SlowRequest.objects.filter(pk__in=[page["last"] for page in slowest]).values_list("pk", "request_id"))
    return [_describe_slow_page(page, ids[page["last"]]) for page in slowest]


def _describe_slow_page(page: dict[str, Any], request_id: str) -> Incident:
    stopped = f" {count_noun(page['stopped'], 'request')} stopped by the database." if page["stopped"] else ""
    return Incident(
        f"page {page['view']}",
        Level.SOON if page["stopped"] else Level.CHECK,
        f"Slow page: {page['view']} took up to {page['longest']:.0f} seconds in the last hour "
        f"({count_noun(page['number'], 'request')} over {SLOW_REQUEST_SECONDS} seconds).{stopped}",
        f"Look for slow queries and large jobs at that time. The log has the last request under the ID {request_id}.",
        since=page["since"],
        commands=(find_in_log(request_id, settings.INSTALLATION),),
    )
