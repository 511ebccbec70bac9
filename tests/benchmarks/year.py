"""A site after a year: five projects of 20,000 pairs, 300 members and 1,000,000 saves; the size of every table and the
time of the pages that people open most.

Readings are stored by SQL that copies the rows of one reading made by the services, save by save; sessions, jobs and
mail are those that the sweep leaves. Pages are asked for
over HTTP, one after another, by those who open them; beside the time that a page takes stands the processor time of
the web server and the database, which depends little on what else the machine does.
"""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from tests.benchmarks.exports import KINDS, SEED, WORDS, change_some, draw_reading
from tests.factories import draw, lease, make_pair, make_project, submit
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.machine import announce, describe_machine, measure_spent, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

SAVES_OF_READING = 20
READINGS_OF_PAIR = 2
AIM_MS = 150
LISTED_MB = 0.1
PAIRS = """
    WITH items AS (
        INSERT INTO projects_item (project_id, number, identifier, state, required_count, assigned_count,
                                   submitted_count, ring_place)
        SELECT %(project)s, number, 'pair-' || number, CASE WHEN number <= %(done)s THEN 'annotated' ELSE 'open' END, 2,
               CASE WHEN number <= %(done)s THEN 2 ELSE 0 END, CASE WHEN number <= %(done)s THEN 2 ELSE 0 END, random()
        FROM generate_series(%(first)s, %(pairs)s) number
        RETURNING id
    )
    INSERT INTO alignment_sentencepair (item_id, source_tokens, target_tokens, source_text, target_text,
                                        source_target_words, target_target_words)
    SELECT items.id, source, target, '', '', '{}', '{}' FROM items, LATERAL (
        SELECT array_agg('word' || (power(random(), 3) * 20000)::int) source,
               array_agg('parola' || (power(random(), 3) * 20000)::int) target
        FROM generate_series(1, 20) WHERE items.id > 0
    ) text
"""
ASSIGNMENTS = """
    INSERT INTO projects_assignment (item_id, annotator_id, state, version, lease_expires_at, skip_reason, created_at,
                                     submitted_at, purpose, active_seconds)
    SELECT id, (%(annotators)s::bigint[])[1 + (number * 2 + turn) %% %(people)s], 'submitted', %(saves)s + 1, now(), '',
           now() - random() * interval '365 days', now(), 'work', 60
    FROM projects_item, generate_series(0, 1) turn
    WHERE project_id = %(project)s AND state = 'annotated'
"""
OF_PROJECT = """
    FROM projects_assignment a JOIN projects_item i ON i.id = a.item_id
    JOIN projects_membership m ON m.id = a.annotator_id WHERE i.project_id = %(project)s AND i.number > 1
"""
SUBMISSIONS = (
    """
    INSERT INTO projects_submission (assignment_id, number, reading, created_at)
    SELECT a.id, 1, (%(readings)s::jsonb) -> (a.annotator_id %% 10)::int -> (a.item_id %% %(kinds)s)::int, a.created_at
    """
    + OF_PROJECT
)
LINKS = """
    INSERT INTO alignment_alignmentlink (assignment_id, source_index, target_index, label, origin)
    SELECT s.assignment_id, split_part(cell, '-', 1)::int, split_part(cell, '-', 2)::int, 'S', 'manual'
    FROM projects_submission s JOIN projects_assignment a ON a.id = s.assignment_id
    JOIN projects_item i ON i.id = a.item_id, string_to_table(s.reading ->> 'sure', ' ') cell
    WHERE i.project_id = %(project)s AND i.number > 1
"""
OPERATIONS = """
    INSERT INTO projects_operation (project_id, item_id, assignment_id, actor_id, kind, payload, operation_id, version,
                                    created_at)
    SELECT i.project_id, i.id, a.id, m.user_id, o ->> 'kind', o -> 'payload', gen_random_uuid(), step,
           a.created_at + step * interval '3 seconds'
    """ + OF_PROJECT.replace(
    "WHERE", ", jsonb_array_elements(%(operations)s::jsonb) WITH ORDINALITY rows(o, step) WHERE"
)
ENDED = """
    INSERT INTO projects_job (project_id, kind, requested_by_id, idempotency_key, parameters, state, done, attempt,
                              attempt_limit, error, result, created_at, started_at, finished_at, web_request)
    SELECT %(project)s, 'release', %(manager)s, gen_random_uuid(), '{"policy": "wags"}', 'succeeded', 20000, 1, 3, '',
           '{"number": 1, "pairs": 20000}', now() - number * interval '1 day', now(), now(), gen_random_uuid()
    FROM generate_series(1, %(jobs)s) number
"""
# Of a sign-in each week; those that have ended are deleted every hour, so that two of 14 days are there.
SESSIONS = """
    INSERT INTO projects_session (session_key, session_data, expire_date, user_id)
    SELECT left(md5(random()::text), 32), session_data, expire_date, m.user_id
    FROM projects_session, projects_membership m, generate_series(1, 2)
    WHERE session_key = %(session)s AND m.project_id = %(project)s
"""
# Of a month; older mail is deleted, and the text of mail that was sent at once.
MAIL = """
    INSERT INTO projects_mail (recipient_id, address, subject, content, state, attempt, error, finished_at)
    SELECT user_id, 'annotator@example.org', 'Interlinea: 3 things wait for you', '{}', 'sent', 1, '', now()
    FROM projects_membership, generate_series(1, 20) WHERE project_id = %(project)s
"""
SIZES = """
    SELECT relname, greatest(reltuples, 0)::bigint, pg_table_size(oid), pg_indexes_size(oid)
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_total_relation_size(oid) DESC
"""


class Visit(NamedTuple):
    """A page, and who opens it."""

    name: str
    address: str
    session: str


@script(small={"pairs": 40, "members": 10, "saves": 400, "jobs": 2, "times": 2, "projects": 2})
def measure_year(
    stage: Stage,
    projects: int = 5,
    pairs: int = 20_000,
    members: int = 300,
    saves: int = 1_000_000,
    jobs: int = 100,
    times: int = 40,
) -> None:
    """Print the tables."""
    print(describe_machine())
    manager = make_manager()
    readings = saves // SAVES_OF_READING // projects
    made = []
    for number in range(1, projects + 1):
        announce(f"project {number} of {projects}: {pairs:,} pairs, {readings:,} readings")
        made.append(fill(manager, pairs, members // projects, readings, jobs))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    stored = Operation.objects.filter(kind="set").count()
    print_sizes(stored)
    print_pages(stage, manager, made[-1], times)


def fill(manager: User, pairs: int, members: int, readings: int, jobs: int) -> Project:
    """Return a project with so many pairs and readings, the first of which was made by the services."""
    project = make_project(manager, annotators_per_item=READINGS_OF_PAIR)
    annotators = make_annotators(project, members)
    words = " ".join(f"word{index}" for index in range(WORDS))
    make_pair(project, words, words)
    assignment = lease(annotators[0])
    for index in range(SAVES_OF_READING):
        draw(assignment, f"{index}-{index}S")
    submit(assignment)
    operations = list(Operation.objects.filter(assignment=assignment).order_by("pk").values("kind", "payload"))
    chance = random.Random(SEED)
    drawn = [draw_reading(chance) for _ in range(KINDS)]
    varied = [[change_some(reading, chance).to_json() for reading in drawn] for _ in range(10)]
    values = {
        "project": project.pk,
        "manager": manager.pk,
        "first": 2,
        "pairs": pairs,
        "done": 1 + readings // READINGS_OF_PAIR,
        "annotators": [annotator.pk for annotator in annotators],
        "people": len(annotators),
        "saves": SAVES_OF_READING,
        "readings": json.dumps(varied),
        "kinds": KINDS,
        "operations": json.dumps(operations),
        "jobs": jobs,
        "session": sign_in(annotators[0].user),
    }
    with connection.cursor() as cursor:
        for statement in (PAIRS, ASSIGNMENTS, SUBMISSIONS, LINKS, OPERATIONS, ENDED, SESSIONS, MAIL):
            cursor.execute(statement, values)
    Project.objects.filter(pk=project.pk).update(item_count=pairs)
    return project


def print_sizes(saves: int) -> None:
    """Print rows and size of every table of some size, for what there is and for a million saves."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        tables = cursor.fetchall()
    rows = [
        (
            *(name, f"{number:,}", f"{table / 1e6:.1f}", f"{index / 1e6:.1f}"),
            *(f"{number * 1e6 / saves:,.0f}", f"{(table + index) / saves:.1f}"),
        )
        for name, number, table, index in tables
        if table + index >= LISTED_MB * 1e6
    ]
    total = sum(table + index for _, _, table, index in tables)
    rows.append(("all tables", "", f"{total / 1e6:.1f}", "", "", f"{total / saves:.1f}"))
    header = ("table", "rows", "MB", "MB of indexes", "rows per million saves", "MB per million saves")
    print_table(f"After {saves:,} saves", header, rows)


def print_pages(stage: Stage, manager: User, project: Project, times: int) -> None:
    """Print the time and the processor time of each page."""
    address = stage.need_site()
    visits = list_visits(manager, project)
    web = stage.running("web")[0]
    rows = []
    for visit in visits:
        announce(visit.name)
        person = Person(address, visit.session)
        asyncio.run(open_often(person, visit.address, max(3, times // 5)))  # every thread loads it once
        before = measure_spent(web)
        took = asyncio.run(open_often(Person(address, visit.session), visit.address, times))
        spent = measure_spent(web) - before
        processor = (f"{part / times * 1000:.1f}" for part in (spent.child, spent.database))
        rows.append((visit.name, milliseconds(took, 0.5), milliseconds(took, 0.95), *processor))
    header = ("page", "p50 ms", "p95 ms", "web ms", "database ms")
    print_table(f"Pages, {times} times each; aim: p95 under {AIM_MS} ms", header, rows)


def list_visits(manager: User, project: Project) -> list[Visit]:
    """Return the pages that people open most, each with a session of somebody who does."""
    User.objects.filter(pk=manager.pk).update(is_superuser=True)
    managing, membership = sign_in(manager), busiest(project)
    annotating = sign_in(membership.user)
    opened = lease(membership)
    slug = project.slug
    pages: list[tuple[str, str, Sequence[Any], str]] = [
        ("start page, manager", "projects:home", (), managing),
        ("start page, annotator", "projects:home", (), annotating),
        ("overview", "alignment:overview", (slug,), managing),
        ("own assignments", "alignment:assignments", (slug,), annotating),
        ("editor", "alignment:annotate", (opened.pk,), annotating),
        ("list of pairs", "alignment:pairs", (slug,), managing),
        ("page of a pair", "alignment:pair", (slug, 2), managing),
        ("adjudication", "alignment:adjudication", (slug,), managing),
        ("adjudicate a pair", "alignment:adjudicate", (slug, 3), managing),
        ("agreement", "projects:agreement", (slug,), managing),
        ("annotator quality", "alignment:annotator_quality", (slug,), managing),
        ("members", "projects:members", (slug,), managing),
        ("jobs", "projects:jobs", (slug,), managing),
        ("releases", "projects:releases", (slug,), managing),
        ("settings", "alignment:settings", (slug,), managing),
        ("status", "projects:operation", (), managing),
        ("all projects", "projects:all_projects", (), managing),
        ("people", "projects:people", (), managing),
    ]
    return [Visit(name, reverse(route, args=arguments), session) for name, route, arguments, session in pages]


def busiest(project: Project) -> Membership:
    """Return an annotator with as many readings as any."""
    first = Assignment.objects.filter(item__project=project).order_by("pk").first()
    assert first is not None and Item.objects.filter(project=project, state="open").exists()
    return first.annotator


async def open_often(person: Person, address: str, times: int) -> list[float]:
    """Open a page again and again; return the seconds of each answer."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        status, answer = await person.get(address)
        took.append(time.perf_counter() - began)
        assert status == 200, (address, status, answer)
    return took


if __name__ == "__main__":
    measure_year.main()
