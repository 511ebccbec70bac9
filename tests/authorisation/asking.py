"""Requests of every person to every route, undone afterwards, and the answers that are right."""

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any
from unittest import mock
from uuid import uuid4

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.urls import reverse
from django.views import defaults

from annotation_site.assignments.services.assignments import post_comment, resume_assignment, skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.closing.ownership import list_owned
from annotation_site.projects.models import Membership
from tests.authorisation.admission import find_rule
from tests.authorisation.row import OK, Row
from tests.authorisation.rows import TABLE
from tests.authorisation.sides import Side
from tests.authorisation.world import World
from tests.expressions.making import submit_marking
from tests.factories import draw, submit
from tests.idiomaticity.making import submit_rating
from tests.running.module_rows import undone

Seen = tuple[int, dict[str, str], bytes]
# Made anew for every answer: CSRF tokens and the operation ids of forms.
ONCE_ONLY = re.compile(
    rb'(?<=name="csrf-token" content=")\w+|(?<=name="csrfmiddlewaretoken" value=")\w+|(?<="X-CSRFToken": ")\w+|'
    rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
)
MULTIPART = {
    "api:uploads",
    "api:systems",
    "api:suggestions",
    "api:suggestions-aligner",
    "api:band-scores",
    "api:translations",
    "api:alignments",
    "api:linguistic-annotations",
    "api:human-studies",
    "api:external-scores",
    "api:expression-candidates",
}


def work_through(annotator: Membership) -> None:
    """Lease, comment, draw and submit every pair that is left, skip one and resume it."""
    is_skipped = False
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        known = {"user": annotator.user, "assignment_id": assignment.pk}
        post_comment(**known, operation_id=uuid4(), text="Is this one sentence?")
        draw(assignment, "0-1P 2-2S")
        if not is_skipped:
            skip_assignment(**known, operation_id=uuid4(), version=assignment.version, reason="odd")
            resume_assignment(**known, operation_id=uuid4())
            assignment.refresh_from_db()
            is_skipped = True
        submit(assignment)


def rate_through(annotator: Membership) -> None:
    """Rate everything that is left, with a comment on each."""
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        known = {"user": annotator.user, "assignment_id": assignment.pk}
        post_comment(**known, operation_id=uuid4(), text="Is this one compound?")
        submit_rating(assignment, 5, 5, 5, "something else")


def mark_through(annotator: Membership) -> None:
    """Mark one expression in every passage that is left, with a comment on each passage."""
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        known = {"user": annotator.user, "assignment_id": assignment.pk}
        post_comment(**known, operation_id=uuid4(), text="Is this one expression?")
        submit_marking(assignment, ([0, 1], "VID"))


def look_everywhere(world: World, viewer: str) -> dict[str, Seen]:
    """Return what the person sees of everything that can be read, refusals included."""
    return look_at(world, viewer, [name for name, row in TABLE.items() if row.get and name != "projects:health"])


def look_at(world: World, viewer: str, names: Iterable[str]) -> dict[str, Seen]:
    """Return status, headers and body of the answer of each route."""
    seen = {}
    for name in names:
        row = TABLE[name]
        with undone():
            answer = world.browser(viewer).get(reverse(name, args=row.arguments(world.own)))
            body = answer.getvalue()
        headers = {
            key: value for key, value in answer.headers.items() if key not in ("Date", "Expires", "X-Request-ID")
        }
        seen[name] = (answer.status_code, headers, ONCE_ONLY.sub(b"", body))
    return seen


def ask(world: World, viewer: str, name: str, method: str, address: str, side: Side) -> int:
    """Return the status of one request by a fresh browser; its effects are undone."""
    with undone(), mock.patch.object(defaults, "page_not_found", answer_briefly):
        answer = getattr(world.browser(viewer), method)(address, **request_options(name, method, side))
        if answer.streaming:
            answer.getvalue()  # read to its end, so that the file is closed
        return int(answer.status_code)


def answer_briefly(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 without its page: drawing it thousands of times took a fifth of all."""
    return HttpResponseNotFound()


def request_options(name: str, method: str, side: Side) -> dict[str, Any]:
    """Return the body of a request to the route, as its row has it."""
    row, options = TABLE[name], {}
    if method != "get":
        options["data"] = row.data(side) if method in row.methods else {}
        if name.startswith("api:") and name not in MULTIPART:
            options["content_type"] = "application/json"
    return options


def read_refusal(world: World, viewer: str, name: str, method: str, address: str) -> str:
    """Return the text of the answer, or of the page that it leads to."""
    browser = world.browser(viewer)
    response = getattr(browser, method)(address, **request_options(name, method, world.own))
    if response.status_code == 302:
        response = browser.get(response.headers["Location"], follow=True)
    return html.unescape(response.getvalue().decode())


def refused_without_a_trace(world: World, viewer: str, name: str, method: str, address: str) -> str:
    """Return the text of the refusal; AssertionError if a table that holds rows of projects has changed."""
    with undone():
        before, told = count_writes(), read_refusal(world, viewer, name, method, address)
        written = [table for table, rows in count_writes().items() if rows != before.get(table)]
    if written:  # which may have been taken back: only then, and only there, is it worth it to compare all rows
        with undone():
            rows = digest(written)
            read_refusal(world, viewer, name, method, address)
            assert digest(written) == rows, f"{viewer} {method} {address} changed an archived project"
    return told


def count_writes() -> dict[str, int]:
    """Return how many rows this transaction has written in each table of projects, those taken back included."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables"
            " WHERE relname = ANY(%s) AND n_tup_ins + n_tup_upd + n_tup_del > 0",
            [[owned.model._meta.db_table for owned in list_owned()]],
        )
        return dict(cursor.fetchall())


def digest(tables: Sequence[str]) -> dict[str, str]:
    """Return a digest of each table."""
    digests = " UNION ALL ".join(
        f"SELECT '{table}', md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM {table} t"
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(digests)
        return dict(cursor.fetchall())


def expect(row: Row, name: str, viewer: str, method: str) -> set[int]:
    """Return statuses that are right for this person and method."""
    outcome = find_rule(name, method).get(viewer, "sign in")
    if name == "projects:health" and method == "get":
        return {200, 503}  # well or not, depending on whether a worker of other tests still runs
    if outcome == "sign in":
        return {signed_out(name)}
    return {row.methods[method] if outcome == OK else int(outcome)}


def signed_out(name: str) -> int:
    """Return status for somebody who is not signed in."""
    return 286 if TABLE[name].is_fragment else 401 if name.startswith("api:") else 302
