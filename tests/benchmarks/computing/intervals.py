"""Intervals of agreement over 300,000 pairs that three annotators read, by the real worker: time and peak memory.

Beside it: the same resamples of the pooled table alone, which is held in memory whole.
"""

import time

import numpy as np
from django.db import connection

from alignment.agreement.intervals import LINK_COLUMNS
from alignment.agreement.views import LinkOptions
from annotation_site.agreement.services import request_agreement
from annotation_site.coefficients.resampling import resample_sums
from annotation_site.projects.models import Membership, Project
from tests.benchmarks.imports import wait_for
from tests.factories import make_project
from tests.scripts.clients import make_annotators
from tests.scripts.machine import PeakMemory, describe_machine, megabytes, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

ITEMS = """
    WITH items AS (
        INSERT INTO projects_item (project_id, number, identifier, state, required_count, assigned_count,
                                   submitted_count, ring_place)
        SELECT %(project)s, number, '', 'annotated', 3, 3, 3, random() FROM generate_series(1, %(pairs)s) number
        RETURNING id
    )
    INSERT INTO alignment_itemagreement (item_id, project_id, raters, link_items, agreement_sum, sure_count,
        possible_count, absent_count, disagreement_count, undecided_count, disagreement_share, is_ready, is_accepted)
    SELECT id, %(project)s, 3, 20, 20 - disputed * 2 / 3.0, 40, 60 - disputed - 40, disputed, disputed, disputed,
        disputed / 20.0, true, false
    FROM (SELECT id, (random() * 10)::int AS disputed FROM items) counted
"""
PAIRS = """
    INSERT INTO alignment_pairagreement (item_id, project_id, first_id, second_id, first_any, second_any, both_any,
        both_same_label, first_sure, second_sure, both_sure, first_possible, second_possible, both_possible,
        first_unaligned, second_unaligned, both_unaligned, sure_possible, possible_sure, day, agr)
    SELECT item_id, project_id, %(first)s, %(second)s, 20, 20, 20 - disagreement_count, 20 - disagreement_count, 14, 14,
        14 - disagreement_count, 6, 6, 6, 0, 0, 0, 0, 0, current_date, 1 - disagreement_share
    FROM alignment_itemagreement WHERE project_id = %(project)s
"""
TOTALS = """
    INSERT INTO alignment_agreementtotal (project_id, first_id, second_id, part, key, pairs, first_any, second_any,
        both_any, both_same_label, first_sure, second_sure, both_sure, first_possible, second_possible, both_possible,
        first_unaligned, second_unaligned, both_unaligned, sure_possible, possible_sure)
    SELECT project_id, first_id, second_id, 'all', 0, count(*), sum(first_any), sum(second_any), sum(both_any),
        sum(both_same_label), sum(first_sure), sum(second_sure), sum(both_sure), sum(first_possible),
        sum(second_possible), sum(both_possible), 0, 0, 0, 0, 0
    FROM alignment_pairagreement WHERE project_id = %(project)s GROUP BY 1, 2, 3
"""
ITEM_TOTALS = """
    INSERT INTO alignment_itemagreementtotal (project_id, raters, is_ready, pairs, link_items, agreeing, sure_count,
        possible_count, absent_count, disagreement_count, undecided_count, pairs_to_decide, pairs_decided, pairs_agreed,
        pairs_accepted, changes)
    SELECT project_id, 3, true, count(*), sum(link_items), sum(round(agreement_sum * 6)), sum(sure_count),
        sum(possible_count), sum(absent_count), sum(disagreement_count), sum(undecided_count), 0, 0, 0, 0, 1
    FROM alignment_itemagreement WHERE project_id = %(project)s GROUP BY 1
"""


@script(small={"pairs": 300})
def measure_intervals(stage: Stage, pairs: int = 300_000) -> None:
    """Print the table."""
    print(describe_machine())
    manager = make_manager()
    project = make_project(manager, annotators_per_item=3)
    annotators = make_annotators(project, 3)
    fill_project(project, annotators, pairs)
    worker = stage.need_worker(concurrency=1)
    assert worker.process is not None
    with PeakMemory(worker.process.pid) as memory:
        took = wait_for(request_agreement(user=manager, project=project, options=LinkOptions()))
    plain = time.monotonic()
    resample_sums(np.random.default_rng(1).random((pairs, len(LINK_COLUMNS))), resamples=1000, seed=1)
    plain = time.monotonic() - plain
    rows = [
        ("the job: five tables, read from the database", f"{took:.1f} s", megabytes(memory.peak)),
        ("a worker at rest", "", megabytes(memory.at_rest)),
        ("one table in memory, beside it", f"{plain:.1f} s", ""),
    ]
    title = f"1,000 resamples of {pairs:,} pairs with three readings each"
    print_table(title, ("", "time", "peak memory"), rows)


def fill_project(project: Project, annotators: list[Membership], pairs: int) -> None:
    """Insert counts as submissions would have left them, without the submissions."""
    first, second, third = sorted(annotator.pk for annotator in annotators)
    with connection.cursor() as cursor:
        cursor.execute(ITEMS, {"project": project.pk, "pairs": pairs})
        for one, other in ((first, second), (first, third), (second, third)):
            cursor.execute(PAIRS, {"project": project.pk, "first": one, "second": other})
        cursor.execute(TOTALS, {"project": project.pk})
        cursor.execute(ITEM_TOTALS, {"project": project.pk})
        cursor.execute("ANALYZE alignment_pairagreement, alignment_itemagreement")


if __name__ == "__main__":
    measure_intervals.main()
