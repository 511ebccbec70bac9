"""A measures job by one worker and by two, and going on after a killed one.

Every run measures the same segments with the same measures, in a project of its own, and must give the same numbers.
In the last run the worker that holds the job is killed half-way, and the sweep gives the job to another; what was
counted before is not counted again.
"""

import random
import time
from collections.abc import Sequence
from uuid import uuid4

from django.core.files.base import ContentFile

from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview
from evaluation.translations.models import SegmentValues, TranslationScore
from tests.benchmarks.computing.measures import make_words
from tests.factories import make_project
from tests.scripts.machine import PeakMemory, Processor, describe_machine, megabytes, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage, kill
from tests.scripts.work import QUICK_LEASES, RECOVERY_SECONDS, make_manager
from tests.servers import wait_until

WORDS, SEED, SYSTEMS = 20, 20261121, ("first", "second")
MEASURES = ("mwe-score", "bleu", "chrf", "ter", "tesla")
# How long a job took tells its row: whoever asks often takes from the workers what is measured.
LONGEST_SECONDS, POLL_SECONDS = 900, 0.5


def make_table(segments: int) -> str:
    """Source, reference, expression and two systems; one word in three differs. The same at every run."""
    chance = random.Random(SEED)
    words = make_words(chance)
    lines = ["\t".join(("source", "reference", "expression", *SYSTEMS))]
    for _ in range(segments):
        reference = chance.choices(words, k=WORDS)
        systems = [[chance.choice(words) if chance.random() < 1 / 3 else word for word in reference] for _ in SYSTEMS]
        cells = (reference, reference, reference[6:9], *systems)
        lines.append("\t".join(" ".join(cell) for cell in cells))
    return "\n".join(lines) + "\n"


def make_test_set(project: Project, table: str) -> TestSet:
    """Taken in by the worker that runs."""
    user = project.created_by
    upload = store_upload(user=user, project=project, file=ContentFile(table.encode()), name="table.tsv")
    preview = wait_for(
        request_test_set_preview(user=user, project=project, name="B", files={"table": upload}, request_id=uuid4())
    )
    columns = {"source": "source", "reference": "reference", "expression": "expression", "systems": list(SYSTEMS)}
    job = wait_for(confirm_test_set(user=user, project=project, preview=preview, columns=columns))
    return TestSet.objects.get(pk=job.result["test_set"])


def wait_for(job: Job) -> Job:
    """Until it has succeeded; fails when it does."""
    end = time.monotonic() + LONGEST_SECONDS
    while not job.is_finished and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
        job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, f"{job.kind}: {job.state} {job.error}"
    return job


def ask(test_set: TestSet, measures: Sequence[str]) -> Job:
    project = test_set.project
    return request_measures(user=project.created_by, project=project, test_set=test_set, measures=measures)


def seconds_of(job: Job) -> float:
    """Between claim and end, as its row tells."""
    return (job.finished_at - job.started_at).total_seconds()  # type: ignore[operator]


def results_of(test_set: TestSet) -> list[tuple[object, ...]]:
    scores = TranslationScore.objects.filter(translation__test_set=test_set)
    return list(scores.order_by("translation__system__name", "measure").values_list("measure", "result", "resampled"))


@script(
    small={"segments": 1_000, "measures": ("bleu", "chrf")},
    small_settings=QUICK_LEASES,
)
def measure_workers(stage: Stage, segments: int = 20_000, measures: Sequence[str] = MEASURES) -> None:
    """Print the table."""
    print(describe_machine())
    manager, table = make_manager(), make_table(segments)
    worker = stage.need_worker(concurrency=1)
    sets = [make_test_set(make_project(manager, target_language="it"), table) for _ in range(3)]
    assert worker.process is not None
    with PeakMemory(worker.process.pid, every=POLL_SECONDS) as memory, Processor() as used_alone:
        alone = seconds_of(wait_for(ask(sets[0], measures)))
    other = stage.start_worker(concurrency=1)
    with Processor() as used_shared:
        shared = seconds_of(wait_for(ask(sets[1], measures)))
    other.stop(8)
    kept, recovery, resumed = measure_resuming(stage, sets[2], measures)
    results = [results_of(each) for each in sets]
    assert results[0] == results[1] == results[2], "The numbers differ."
    rows = [
        ("one worker", f"{alone:.1f}", f"{used_alone.seconds:.1f}", "1.0 ×", megabytes(memory.peak), ""),
        ("two workers", f"{shared:.1f}", f"{used_shared.seconds:.1f}", f"{alone / shared:.2f} ×", "", "≥ 1.8 ×"),
        (
            f"killed half-way, {kept:.0%} kept; at work again after",
            f"{recovery:.1f}",
            "",
            "",
            "",
            f"≤ {RECOVERY_SECONDS:.0f} s",
        ),
        ("killed half-way, done after", f"{resumed:.1f}", "", "", "", "the rest, and lease"),
    ]
    title = f"{segments:,} segments, {len(SYSTEMS)} systems, {', '.join(measures)}; equal numbers in all three"
    print_table(title, ("what", "seconds", "processor, s", "speed-up", "peak memory", "aim"), rows)


def measure_resuming(stage: Stage, test_set: TestSet, measures: Sequence[str]) -> tuple[float, float, float]:
    """Return the share of chunks that were there when the worker was killed, and the seconds from then until another
    one worked on them and until the end, its start and the old one's lease included.
    """
    worker = stage.need_worker(concurrency=1)
    job = ask(test_set, measures)
    values = SegmentValues.objects.filter(translation__test_set=test_set)
    whole = -(-test_set.segment_count // 500) * len(SYSTEMS) * len(measures)
    wait_until(lambda: values.count() >= whole / 2, "half of the chunks are not there", LONGEST_SECONDS)
    kill(worker)
    killed_at = time.monotonic()
    kept: int = values.count()
    stage.start_worker(concurrency=1)
    # It shares in the work of the job before the job itself is taken from the worker that was killed.
    wait_until(lambda: values.count() > min(kept, whole - 1), "no chunk was measured after the kill", LONGEST_SECONDS)
    recovery = time.monotonic() - killed_at
    wait_for(job)
    return kept / whole, recovery, time.monotonic() - killed_at


if __name__ == "__main__":
    measure_workers.main()
