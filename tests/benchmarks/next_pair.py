"""Latency of the next pair in a project of 100,000, at the start and for somebody who is far ahead of the others.

Beside it: the same route when the pair is leased already, which is everything but the search.
"""

import asyncio
import time

from django.db import connection

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from tests.factories import make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.machine import describe_machine, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

FILL = """
    WITH items AS (
        INSERT INTO projects_item (project_id, number, identifier, state, required_count, assigned_count,
                                   submitted_count, ring_place)
        SELECT %(project)s, number, '', 'open', 2, 0, 0, random() FROM generate_series(1, %(pairs)s) number
        RETURNING id
    )
    INSERT INTO alignment_sentencepair (item_id, source_tokens, target_tokens, source_text, target_text,
                                        source_target_words, target_target_words)
    SELECT id, string_to_array(repeat('word ', 20), ' '), string_to_array(repeat('parola ', 20), ' '), '', '',
           '{}', '{}'
    FROM items
"""
GET_AHEAD = """
    WITH taken AS (
        UPDATE projects_item SET assigned_count = 1, submitted_count = 1
        WHERE id IN (SELECT id FROM projects_item WHERE project_id = %(project)s AND assigned_count = 0
                     ORDER BY random() LIMIT %(done)s)
        RETURNING id
    )
    INSERT INTO projects_assignment (item_id, annotator_id, state, version, lease_expires_at, skip_reason, created_at,
                                     submitted_at, purpose, active_seconds)
    SELECT id, %(annotator)s, 'submitted', 1, now(), '', now(), now(), 'work', 0 FROM taken
"""


@script(small={"pairs": 200, "done": 20, "times": 5})
def measure_next_pair(stage: Stage, pairs: int = 100_000, done: int = 5_000, times: int = 300) -> None:
    """Print the table."""
    print(describe_machine())
    address = stage.need_site()
    project = make_project(make_manager())
    [member] = make_annotators(project, 1)
    _execute(FILL, project=project.pk, pairs=pairs)
    _execute("ANALYZE projects_item, projects_assignment")
    person = Person(address, sign_in(member.user))
    asyncio.run(_ask(person, project, times, submits=False))  # warms the threads up
    rows = [
        _describe("leased already", asyncio.run(_ask(person, project, times, submits=False))),
        _describe("a new one, at the start", asyncio.run(_ask(person, project, times))),
    ]
    _execute(GET_AHEAD, project=project.pk, annotator=member.pk, done=done)
    _execute("ANALYZE projects_item, projects_assignment")  # as the database does itself while such work goes on
    rows.append(_describe(f"a new one, {done:,} done by this one alone", asyncio.run(_ask(person, project, times))))
    title = f"The next pair of {pairs:,} through the web server ({times} times each)"
    print_table(title, ("pair", "p50 ms", "p95 ms", "longest ms"), rows)


async def _ask(person: Person, project: Project, times: int, *, submits: bool = True) -> list[float]:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        state = await person.next_pair(project.slug)
        took.append(time.perf_counter() - began)
        assert state is not None
        if submits:
            await asyncio.to_thread(_submit, state["assignment"])
    person.close()
    return took


def _submit(assignment: int) -> None:
    # Beside the site, because its own route would lease the next pair at once.
    Assignment.objects.filter(pk=assignment).update(state=Assignment.State.SUBMITTED)
    connection.close()


def _describe(what: str, took: list[float]) -> list[object]:
    return [what, milliseconds(took, 0.5), milliseconds(took, 0.95), f"{max(took) * 1000:.1f}"]


def _execute(statement: str, **values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)


if __name__ == "__main__":
    measure_next_pair.main()
