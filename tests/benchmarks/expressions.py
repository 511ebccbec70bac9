"""Finding a compound in the sentence pairs of other projects, beside reading as many pairs by their keys.

A project of 730,000 made pairs whose words are as unevenly frequent as in a text; the compound is in one of 5,000.
"""

from time import perf_counter

from django.db import connection

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from evaluation.other_projects.queries import MOST_CANDIDATES, read_other_projects
from evaluation.sources.other_projects import SoughtExpression, find_pairs
from tests.factories import make_project
from tests.scripts.machine import describe_machine, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

RUNS = 20
SOUGHT = SoughtExpression("fish tank", "en", ("fish tank", "fish tanks"))
FILL = """
    WITH items AS (
        INSERT INTO projects_item (project_id, number, identifier, state, required_count, assigned_count,
                                   submitted_count, ring_place)
        SELECT %(project)s, number, '', CASE WHEN number %% 7 = 0 THEN 'adjudicated' ELSE 'annotated' END,
               2, 2, 2, random()
        FROM generate_series(1, %(pairs)s) number
        RETURNING id, number
    )
    INSERT INTO alignment_sentencepair (item_id, source_tokens, target_tokens, source_text, target_text,
                                        source_target_words, target_target_words)
    SELECT id, CASE WHEN number %% 5000 = 0 THEN source || '{fish,tank}' ELSE source END, target, '', '', '{}', '{}'
    FROM items, LATERAL (
        SELECT array_agg('word' || (power(random(), 3) * 20000)::int) source,
               array_agg('parola' || (power(random(), 3) * 20000)::int) target
        FROM generate_series(1, 20) WHERE items.id > 0
    ) text
"""


@script(small={"pairs": 5_000})
def measure_expressions(stage: Stage, pairs: int = 730_000) -> None:
    """Print the table."""
    print(describe_machine())
    manager = make_manager()
    project = make_project(manager)
    fill(project, pairs)
    found = find_pairs(manager, SOUGHT, "source", MOST_CANDIDATES + 1)
    assert len(found) == pairs // 5000, "Not every pair with the compound was found."
    keys = [item.pk for item in found]
    steps = {
        "its pairs": lambda: find_pairs(manager, SOUGHT, "source", MOST_CANDIDATES + 1),
        "everything on its page": lambda: read_other_projects(manager, SOUGHT),
        "the same pairs by their keys": lambda: list(
            Item.objects.filter(pk__in=keys).select_related("sentence_pair", "project__alignment")
        ),
    }
    rows = []
    for name, step in steps.items():
        seconds = []
        for _ in range(RUNS):
            began = perf_counter()
            step()
            seconds.append(perf_counter() - began)
        rows.append((name, milliseconds(seconds, 0.5), milliseconds(seconds, 0.95)))
    print_table(f"A compound in {len(found)} of {pairs:,} pairs, in ms", ("what", "p50", "p95"), rows)


def fill(project: Project, pairs: int) -> None:
    """Store made pairs and let the database look at them."""
    with connection.cursor() as cursor:
        cursor.execute(FILL, {"project": project.pk, "pairs": pairs})
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    measure_expressions.main()
