"""Agreement of 1,000,000 ratings by 1,000 annotators of 100,000 items, 1,000 resamples, by the real worker: time and
peak memory.

Beside it, on a size that it can hold: a plain matrix of units and annotators in numpy, as one would write it.
"""

import multiprocessing
import resource
import time
from collections.abc import Callable

import numpy as np
import psutil
from django.db import connection

from annotation_site.agreement.models import AgreementFigures
from annotation_site.agreement.services import request_agreement
from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.coefficients.unit_counts import RESAMPLES, SEED, UnitCounts
from annotation_site.projects.models import Membership, Project
from evaluation.sources.ratings import read_ratings
from idiomaticity.agreement.figures import measure_scales
from idiomaticity.agreement.queries import RatingOptions
from idiomaticity.results.score_table import ScoreTable
from tests.benchmarks.imports import wait_for
from tests.idiomaticity.making import make_rating_project
from tests.scripts.clients import make_annotators
from tests.scripts.machine import PeakMemory, cpu_seconds, describe_machine, megabytes, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

SCALE = tuple(range(6))
EACH = 10
ITEMS = """
    INSERT INTO projects_item (project_id, number, identifier, state, required_count, assigned_count, submitted_count,
                               ring_place)
    SELECT %(project)s, number, '', 'annotated', %(each)s, %(each)s, %(each)s, random()
    FROM generate_series(1, %(items)s) number
"""
ASSIGNMENTS = """
    INSERT INTO projects_assignment (item_id, annotator_id, state, purpose, version, lease_expires_at, active_seconds,
                                     skip_reason, created_at, submitted_at)
    SELECT item.id, (%(annotators)s::bigint[])[1 + (item.number * 7 + place * 97 + item.number / 1000)
           %% cardinality(%(annotators)s::bigint[])], 'submitted', 'work', 1, now(), 0, '', now(),
           now() - random() * interval '300 days'
    FROM projects_item item, generate_series(1, %(each)s) place WHERE item.project_id = %(project)s
"""
RATINGS = """
    INSERT INTO idiomaticity_rating (assignment_id, head, modifier, whole, extra)
    SELECT assignment.id, given.head, given.modifier, given.whole, '{}'
    FROM projects_assignment assignment JOIN projects_item item ON item.id = assignment.item_id
    CROSS JOIN LATERAL (
        SELECT least(5, greatest(0, item.number %% 6 + (random() * 4)::int - 2)) AS head,
               least(5, greatest(0, item.number %% 7 + (random() * 4)::int - 2)) AS modifier,
               least(5, greatest(0, item.number %% 5 + (random() * 4)::int - 2)) AS whole
        WHERE assignment.id > 0
    ) given
    WHERE item.project_id = %(project)s
"""
COUNTS = """
    UPDATE projects_membership SET submitted_count = counted.n
    FROM (SELECT annotator_id, count(*) AS n FROM projects_assignment GROUP BY 1) counted
    WHERE counted.annotator_id = projects_membership.id
"""
OPERATION = """
    INSERT INTO projects_operation (project_id, actor_id, kind, payload, operation_id, version, created_at)
    VALUES (%(project)s, %(actor)s, 'import_ratings', '{}', gen_random_uuid(), 0, now())
"""


@script(small={"items": 300, "annotators": 30, "matrix_units": 200})
def measure_alpha(stage: Stage, items: int = 100_000, annotators: int = 1_000, matrix_units: int = 2_000) -> None:
    """Print the comparison, and then how the job does."""
    compare_in_process(matrix_units, annotators)
    print(describe_machine())
    measure_job(stage, items, annotators)


def measure_job(stage: Stage, items: int, annotators: int) -> None:
    """Print how long the job took, and how much it held."""
    manager = make_manager()
    project = make_rating_project(manager, text="")
    fill_project(project, make_annotators(project, annotators), items)
    worker = stage.need_worker(concurrency=1)
    assert worker.process is not None
    busy = cpu_seconds(worker.process.pid)
    with PeakMemory(worker.process.pid) as memory:
        took = wait_for(request_agreement(user=manager, project=project, options=RatingOptions()))
    busy = cpu_seconds(worker.process.pid) - busy
    report = AgreementFigures.objects.get(project=project).result
    scale = report["scales"][0]
    rows = [
        ("the job: every figure of the page", f"{took:.1f} s", f"{busy:.1f} s", megabytes(memory.peak)),
        ("a worker at rest", "", "", megabytes(memory.at_rest)),
        *time_parts(project),
    ]
    print_table(
        f"{report['ratings']:,} ratings ({scale['values']:,} scores) by {annotators:,} annotators of {items:,} items, "
        f"{RESAMPLES:,} resamples",
        ("", "time", "processor", "peak memory"),
        rows,
    )
    for each in scale["levels"]:
        low, high = each["interval"]
        print(f"  {each['level']:9} {each['alpha']:.4f}  {low:.4f} to {high:.4f}")


def time_parts(project: Project) -> list[tuple[str, str, str, str]]:
    """Time the parts of the job that alpha takes, in this process: reading, and alpha of all scales and levels with
    intervals.
    """
    rows = []
    table: ScoreTable | None = None
    for name in ("of these: reading the ratings", "alpha, four scopes and levels, with intervals"):
        began, busy = time.monotonic(), time.process_time()
        if table is None:
            table = read_ratings(project)
        else:
            measure_scales(table)
        rows.append((name, f"{time.monotonic() - began:.1f} s", f"{time.process_time() - busy:.1f} s", ""))
    return rows


def fill_project(project: Project, annotators: list[Membership], items: int) -> None:
    """Insert rows as submitting would have left them."""
    said = {
        "project": project.pk,
        "items": items,
        "each": EACH,
        "annotators": [annotator.pk for annotator in annotators],
        "actor": project.created_by_id,
    }
    with connection.cursor() as cursor:
        for statement in (ITEMS, ASSIGNMENTS, RATINGS, COUNTS, OPERATION):
            cursor.execute(statement, said)
        cursor.execute("ANALYZE projects_item, projects_assignment, idiomaticity_rating")


def compare_in_process(units: int, annotators: int) -> None:
    """Print both ways on the same ratings, each in a process of its own."""
    matrix, counts = (measure_apart(way, units, annotators) for way in (by_matrix, by_counts))
    rows = [
        (name, f"{seconds:.1f} s", megabytes(peak), f"{alpha:.6f}", f"{low:.4f} to {high:.4f}")
        for name, (alpha, low, high, seconds, peak) in (
            ("a matrix of units and annotators", matrix),
            ("counts of values", counts),
        )
    ]
    header = ("", "time", "peak memory", "ordinal alpha", "95 %")
    print_table(f"In process: {units:,} units, {annotators:,} annotators, {EACH} ratings each", header, rows)
    assert abs(matrix[0] - counts[0]) < 1e-9, "the two do not agree"
    assert max(abs(matrix[1] - counts[1]), abs(matrix[2] - counts[2])) < 0.01, "the intervals do not agree"


def measure_apart(way: Callable[[int, int], tuple[float, float, float]], *size: int) -> tuple[float, ...]:
    """Alpha, both ends, seconds, and bytes held beyond what the process began with."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_measure, (way, *size))


def _measure(way: Callable[[int, int], tuple[float, float, float]], *size: int) -> tuple[float, ...]:
    before = psutil.Process().memory_info().rss
    began = time.monotonic()
    found = way(*size)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return (*found, time.monotonic() - began, float(max(0, peak - before)))


def sample_ratings(units: int, annotators: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return unit, annotator and value of every rating."""
    random = np.random.default_rng(1)
    unit = np.repeat(np.arange(units), EACH)
    annotator = (unit * 7 + np.tile(np.arange(EACH), units) * 97) % annotators
    values = np.clip(random.integers(0, 6, units)[unit] + random.integers(-2, 3, len(unit)), 0, 5)
    return unit, annotator, values


def by_matrix(units: int, annotators: int) -> tuple[float, float, float]:
    """Compute alpha plainly: annotators × units with gaps, and rows of it resampled."""
    unit, annotator, values = sample_ratings(units, annotators)
    matrix = np.full((units, annotators), np.nan)
    matrix[unit, annotator] = values
    random = np.random.default_rng(SEED)
    sampled = [ordinal_alpha(matrix[random.integers(0, units, units)]) for _ in range(RESAMPLES)]
    low, high = np.percentile(sampled, [2.5, 97.5])
    return ordinal_alpha(matrix), float(low), float(high)


def ordinal_alpha(matrix: np.ndarray) -> float:
    """Coincidences of all values, cell by cell."""
    counts = np.stack([(matrix == value).sum(axis=1) for value in SCALE], axis=1).astype(float)
    counts = counts[counts.sum(axis=1) >= 2]
    weights = 1 / (counts.sum(axis=1) - 1)
    coincidences = (counts * weights[:, None]).T @ counts - np.diag((counts * weights[:, None]).sum(axis=0))
    n = coincidences.sum(axis=1)
    ranks = np.cumsum(n) - n / 2
    squared = (ranks[:, None] - ranks[None, :]) ** 2
    return float(1 - (n.sum() - 1) * (coincidences * squared).sum() / (np.outer(n, n) * squared).sum())


def by_counts(units: int, annotators: int) -> tuple[float, float, float]:
    """Compute alpha and its interval from counts, as the job does."""
    unit, annotator, values = sample_ratings(units, annotators)
    cells = np.bincount(unit * len(SCALE) + values, minlength=units * len(SCALE))
    counts = UnitCounts.from_table(SCALE, cells)
    interval = counts.intervals(["ordinal"])["ordinal"]
    alpha = counts.alpha("ordinal").value
    plain = krippendorff_alpha(unit.tolist(), annotator.tolist(), values.tolist(), "ordinal").value
    assert alpha is not None and interval.low is not None and interval.high is not None and plain is not None
    assert abs(alpha - plain) < 1e-9
    return alpha, interval.low, interval.high


if __name__ == "__main__":
    measure_alpha.main()
