"""Release of 1,000,000 links by the real worker, beside the same links written as JSON lines and a plain COPY of them.

50,000 pairs of 20 and 20 words, two readings of about 20 links each, which differ from pair to pair and in a tenth of
their links.
"""

import json
import random
import tempfile
import time
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from django.db import connection

from alignment.readings.links import Cell, Label, Reading
from alignment.releases.services import request_release
from annotation_site.assignments.models import Submission
from annotation_site.projects.models import Membership, Project
from annotation_site.releases.models import Release
from annotation_site.releases.packing import LEVEL
from tests.benchmarks.imports import wait_for
from tests.factories import make_project
from tests.scripts.clients import make_annotators
from tests.scripts.machine import PeakMemory, announce, cpu_seconds, describe_machine, megabytes, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS, KINDS, SEED = 20, 500, 20261122
FILL = """
    WITH items AS (
        INSERT INTO projects_item (project_id, number, identifier, state, required_count, assigned_count,
                                   submitted_count, ring_place)
        SELECT %(project)s, number, 'pair-' || number, 'annotated', 2, 2, 2, random()
        FROM generate_series(1, %(pairs)s) number
        RETURNING id
    ), texts AS (
        INSERT INTO alignment_sentencepair (item_id, source_tokens, target_tokens, source_text, target_text,
                                            source_target_words, target_target_words)
        SELECT items.id, source, target, '', '', '{}', '{}' FROM items, LATERAL (
            SELECT array_agg('word' || (power(random(), 3) * 20000)::int) source,
                   array_agg('parola' || (power(random(), 3) * 20000)::int) target
            FROM generate_series(1, 20) WHERE items.id > 0
        ) text
    ), assignments AS (
        INSERT INTO projects_assignment (item_id, annotator_id, state, version, lease_expires_at, skip_reason,
                                         created_at, submitted_at, purpose, active_seconds)
        SELECT id, annotator, 'submitted', 1, now(), '', now(), now(), 'work', 0
        FROM items, unnest(%(annotators)s) annotator
        RETURNING id, annotator_id, item_id
    )
    INSERT INTO projects_submission (assignment_id, number, reading, created_at)
    SELECT id, 1, (%(readings)s::jsonb) -> annotator_id::text -> (item_id %% %(kinds)s)::int, now() FROM assignments
"""


@script(small={"links": 2_000})
def measure_export(stage: Stage, links: int = 1_000_000) -> None:
    """Print the table."""
    print(describe_machine())
    pairs = links // WORDS
    manager = make_manager()
    project = make_project(manager)
    announce(f"{pairs:,} pairs are stored")
    fill(project, make_annotators(project, 2), pairs)
    hide_pandas(stage)
    worker = stage.need_worker(concurrency=1)
    assert worker.process is not None
    announce("the worker makes the release")
    busy = cpu_seconds(worker.process.pid)
    with PeakMemory(worker.process.pid) as memory:
        job = request_release(user=manager, project=project, request_id=uuid4())
        seconds = wait_for(job)
    busy = cpu_seconds(worker.process.pid) - busy
    release = Release.objects.get(project=project)
    counts = release.manifest["counts"]
    announce("the plain alternatives")
    json_seconds, json_size = write_json(project)
    copy_seconds, copy_size = copy_out(project)
    rows = [
        (
            *("release, by the worker", f"{seconds:.1f}", f"{busy:.1f}", megabytes(release.size)),
            *(megabytes(memory.peak), "15 s, 250 MB"),
        ),
        ("readings as lines of JSON, by Python", f"{json_seconds:.1f}", "", megabytes(json_size), "", ""),
        ("readings by COPY TO", f"{copy_seconds:.1f}", "", megabytes(copy_size), "", ""),
        *(
            (f"its files by zlib, level {level}", f"{each.seconds:.1f}", "", megabytes(each.size), "", "")
            for level, each in deflate(release).items()
        ),
    ]
    print_table(
        f"Release of {counts['pairs']:,} pairs, {counts['sure'] + counts['possible']:,} gold links from "
        f"{counts['readings']:,} readings (a worker at rest has {megabytes(memory.at_rest)})",
        ("what", "seconds", "processor", "written", "peak memory", "at most"),
        rows,
    )


def hide_pandas(stage: Stage) -> None:
    """Let the stage's processes do without pandas, as those of a site: it comes with what the tests need, and pyarrow
    loads it where it is, which takes 50 MB.
    """
    folder = stage.folder / "hidden"
    folder.mkdir(exist_ok=True)
    (folder / "pandas.py").write_text('raise ImportError("no part of an installation")\n')
    stage.settings["PYTHONPATH"] = str(folder)


def fill(project: Project, annotators: list[Membership], pairs: int) -> None:
    """Store pairs with a reading by each annotator."""
    chance = random.Random(SEED)
    drawn = [draw_reading(chance) for _ in range(KINDS)]
    readings = {
        str(annotator.pk): [change_some(reading, chance).to_json() for reading in drawn] for annotator in annotators
    }
    values = {
        "project": project.pk,
        "pairs": pairs,
        "annotators": [annotator.pk for annotator in annotators],
        "readings": json.dumps(readings),
        "kinds": KINDS,
    }
    with connection.cursor() as cursor:
        cursor.execute(FILL, values)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def draw_reading(chance: random.Random) -> Reading:
    """Return links near the diagonal; here and there a word has none, or two."""
    counterparts = [chance.choices((0, 1, 2), (1, 18, 1))[0] for _ in range(WORDS)]
    links: dict[Cell, Label] = {}
    for source, number in enumerate(counterparts):
        for _ in range(number):
            target = min(max(source + chance.choice((-2, -1, 0, 0, 0, 1, 2)), 0), WORDS - 1)
            links[source, target] = "P" if chance.random() < 0.1 else "S"
    return Reading(links, *mark_rest(links))


def change_some(reading: Reading, chance: random.Random) -> Reading:
    """Return the reading of somebody who sees a tenth of it otherwise."""
    links: dict[Cell, Label] = {}
    for cell, label in reading.links.items():
        if chance.random() < 0.05:
            links[cell] = "P" if label == "S" else "S"
        elif chance.random() > 0.05:
            links[cell] = label
    return Reading(links, *mark_rest(links))


def mark_rest(links: Mapping[Cell, Label]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the words of both sides that have no link."""
    words = frozenset(range(WORDS))
    return words - {source for source, _ in links}, words - {target for _, target in links}


def write_json(project: Project) -> tuple[float, int]:
    """Every reading read and written as a line of JSON, row by row."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "readings.jsonl"
        with path.open("w") as file:
            rows = Submission.objects.filter(assignment__item__project=project).order_by("assignment__item__number")
            for number, reading in rows.values_list("assignment__item__number", "reading").iterator(2_000):
                file.write(json.dumps({"number": number, "reading": reading}) + "\n")
        return time.perf_counter() - began, path.stat().st_size


class Deflated(NamedTuple):
    seconds: float
    size: int


def deflate(release: Release) -> dict[int, Deflated]:
    """Compress the files of a release once more at some levels, the middle one that of releases."""
    found = {}
    for level in (1, LEVEL, 9):
        seconds, size = 0.0, 0
        with release.file.open("rb") as stored, zipfile.ZipFile(stored) as archive:
            for entry in archive.infolist():
                text = archive.read(entry)
                began = time.perf_counter()
                size += len(zlib.compress(text, level))
                seconds += time.perf_counter() - began
        found[level] = Deflated(seconds, size)
    return found


def copy_out(project: Project) -> tuple[float, int]:
    """Copy the same rows with PostgreSQL alone."""
    query = (
        "SELECT item.number, reading FROM projects_submission submission"
        " JOIN projects_assignment assignment ON assignment.id = submission.assignment_id"
        f" JOIN projects_item item ON item.id = assignment.item_id WHERE item.project_id = {project.pk}"
        " ORDER BY item.number"
    )
    began = time.perf_counter()
    with tempfile.TemporaryFile() as file, connection.cursor() as cursor:
        cursor.copy_expert(f"COPY ({query}) TO STDOUT", file)
        return time.perf_counter() - began, file.tell()


if __name__ == "__main__":
    measure_export.main()
