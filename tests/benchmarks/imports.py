"""Import of 100,000 pairs by the real worker, beside a bare COPY of the same rows into the same tables.

The bare COPY writes the two tables, with their indexes, constraints and triggers, from text that is ready to be
copied; the import also reads the file, detects its encoding, splits and checks every row, and escapes it.
"""

import random
import time
from collections.abc import Iterator
from io import StringIO
from uuid import uuid4

from django.core.files.base import ContentFile
from django.db import connection, transaction

from alignment.imports.jobs.storing import ITEM_COLUMNS, PAIR_COLUMNS
from alignment.imports.services import confirm_import, request_import_preview
from alignment.pairs.models import SentencePair
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.factories import make_project
from tests.scripts.machine import PeakMemory, describe_machine, megabytes, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS, VOCABULARY, SEED = 20, 30_000, 20261121
LONGEST_SECONDS = 600


@script(small={"pairs": 300})
def measure_import(stage: Stage, pairs: int = 100_000) -> None:
    """Print the table."""
    print(describe_machine())
    text = "".join(make_lines(pairs)).encode()
    manager = make_manager()
    project, bare_project = make_project(manager), make_project(manager)
    worker = stage.need_worker(concurrency=1)
    assert worker.process is not None
    upload = store_upload(user=manager, project=project, file=ContentFile(text), name="text.tsv")
    with PeakMemory(worker.process.pid) as preview_memory:
        preview = request_import_preview(
            user=manager, project=project, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4()
        )
        preview_seconds = wait_for(preview)
    with PeakMemory(worker.process.pid) as import_memory:
        job = confirm_import(user=manager, project=project, preview=preview, leave_out_rejected=False)
        import_seconds = wait_for(job)
        index_seconds = wait_for_words()
    copy_seconds = copy_bare(project, bare_project)
    ratio = import_seconds / copy_seconds
    rows = [
        ("preview, by the worker", f"{preview_seconds:.1f}", "", megabytes(preview_memory.peak), ""),
        (
            "import, by the worker",
            f"{import_seconds:.1f}",
            f"{ratio:.1f} ×",
            megabytes(import_memory.peak),
            "≤ 5 ×, < 200 MB",
        ),
        ("index of words, by the worker afterwards", f"{index_seconds:.1f}", "", "", ""),
        ("bare COPY of the same rows", f"{copy_seconds:.1f}", "1.0 ×", "", ""),
    ]
    print_table(
        f"Import of {pairs:,} pairs of {WORDS} and {WORDS} words ({len(text) / 1e6:.0f} MB; a worker at rest has "
        f"{megabytes(preview_memory.at_rest)})",
        ("what", "seconds", "ratio", "peak memory", "aim"),
        rows,
    )


def make_lines(pairs: int) -> Iterator[str]:
    """Yield tab-separated pairs of common and rare words, the same at every run."""
    chance = random.Random(SEED)
    words = ["".join(chance.choices("aeiourstlnmdcpbgvè'", k=chance.randint(1, 11))) for _ in range(VOCABULARY)]
    weights = [1 / rank for rank in range(1, VOCABULARY + 1)]
    stream = chance.choices(words, weights, k=pairs * WORDS * 2)
    for start in range(0, len(stream), WORDS * 2):
        source, target = stream[start : start + WORDS], stream[start + WORDS : start + WORDS * 2]
        yield f"{' '.join(source)}\t{' '.join(target)}\n"


def wait_for(job: Job) -> float:
    """Return seconds between claim and end of the job, from its row; fail when the job does."""
    end = time.monotonic() + LONGEST_SECONDS
    while not job.is_finished and time.monotonic() < end:
        time.sleep(0.1)
        job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, f"{job.kind}: {job.state} {job.error}"
    return (job.finished_at - job.started_at).total_seconds()  # type: ignore[operator]


def wait_for_words() -> float:
    """Return seconds until the words of all pairs are in the index."""
    began = time.monotonic()
    while SentencePair.objects.filter(is_indexed=False).exists() and time.monotonic() < began + LONGEST_SECONDS:
        time.sleep(0.1)
    return time.monotonic() - began


def copy_bare(project: Project, bare_project: Project) -> float:
    """Copy the imported rows out, then into another project under new ids, timing only the way in."""
    shift = "item.id + 1000000000000"  # the sequence of ids never comes so far
    columns = ", ".join(
        {"id": shift, "project_id": str(bare_project.pk)}.get(column, column) for column in ITEM_COLUMNS
    )
    contents = ", ".join(
        {"item_id": shift, "is_indexed": "false"}.get(column, f"pair.{column}") for column in PAIR_COLUMNS
    )
    imported = f"FROM projects_item item WHERE project_id = {project.pk} ORDER BY id"
    joined = (
        "FROM alignment_sentencepair pair JOIN projects_item item ON item.id = pair.item_id"
        f" WHERE project_id = {project.pk} ORDER BY item.id"
    )
    items, texts = StringIO(), StringIO()
    with connection.cursor() as cursor:
        cursor.copy_expert(f"COPY (SELECT {columns} {imported}) TO STDOUT", items)
        cursor.copy_expert(f"COPY (SELECT {contents} {joined}) TO STDOUT", texts)
        items.seek(0)
        texts.seek(0)
        began = time.perf_counter()
        with transaction.atomic():
            cursor.copy_expert(f"COPY projects_item ({', '.join(ITEM_COLUMNS)}) FROM STDIN", items)
            cursor.copy_expert(f"COPY alignment_sentencepair ({', '.join(PAIR_COLUMNS)}) FROM STDIN", texts)
        took = time.perf_counter() - began
    assert Item.objects.filter(project=bare_project).count() == Item.objects.filter(project=project).count() > 0
    return took


if __name__ == "__main__":
    measure_import.main()
