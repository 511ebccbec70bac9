"""The page of consistency for 10,000 sentences of 17 words, read by one annotator: the list, an item, a correction."""

import random
import tracemalloc
from time import perf_counter, process_time
from uuid import uuid4

from expressions.consistency.gold import list_corrections
from expressions.consistency.queries.items import find_item, list_items
from expressions.consistency.services import correct_expressions
from tests.expressions.making import import_files, make_empty_project, write_cupt
from tests.scripts.machine import describe_machine, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS, VOCABULARY, SEED, RUNS = 17, 8_000, 20261127, 10


@script(small={"sentences": 200})
def measure_consistency(stage: Stage, sentences: int = 10_000) -> None:
    """Print the table."""
    print(describe_machine())
    # The import runs here: a worker that an earlier script left would take its jobs.
    stage.end_workers()
    project = make_empty_project(make_manager(), annotators_per_item=1)
    import_files(project, write_text(sentences), use="readings")
    project.refresh_from_db()
    items = list_items(project)
    worst = items[0].item
    first = next(each for each in worst.occurrences if each.stands)
    skipped = sum(each.item.counts[""] for each in items)

    def correct() -> None:
        stands = next(mark for mark in find_item(project, worst.lemmas)[0].item.occurrences if mark[:2] == first[:2])  # type: ignore[union-attr]
        wanted = "IRV" if stands.stands == "VID" else "VID"
        corrections = list_corrections([(first.passage, first.words, stands.stands)], wanted)
        correct_expressions(user=project.created_by, project=project, corrections=corrections, operation_id=uuid4())

    steps = {
        f"{len(items):,} items, {skipped:,} skipped": lambda: list_items(project),
        "one item": lambda: find_item(project, worst.lemmas),
        "one item, and a correction of it": correct,
    }
    rows = []
    for name, step in steps.items():
        seconds, processor = [], []
        for _ in range(RUNS):
            began, busy = perf_counter(), process_time()
            step()
            seconds.append(perf_counter() - began)
            processor.append(process_time() - busy)
        tracemalloc.start()
        step()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        figures = (milliseconds(seconds, 0.5), milliseconds(seconds, 0.95), milliseconds(processor, 0.5))
        rows.append((name, *figures, f"{peak / 1e6:.0f}"))
    print_table(
        f"Consistency of {sentences:,} sentences, in ms and MB", ("what", "p50", "p95", "processor", "memory"), rows
    )


def write_text(sentences: int) -> str:
    """Return a .cupt file whose words are as unevenly frequent as in a text; one sentence in nine has an expression."""
    chance = random.Random(SEED)
    words, marks = [], []
    for number in range(sentences):
        drawn = [f"word{int(chance.random() ** 3 * VOCABULARY)}" for _ in range(WORDS)]
        words.append([(word, word, "NOUN") for word in drawn])
        start = chance.randrange(WORDS - 4)
        category = chance.choice(["VID", "VID", "LVC.full"])
        marks.append([([start, start + 1 + number % 3], category)] if number % 9 == 0 else [])
    return write_cupt(words, marks, documents=False)


if __name__ == "__main__":
    measure_consistency.main()
