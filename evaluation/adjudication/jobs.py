"""The job that compares the judgements of items that were closed without all of them."""

from __future__ import annotations

from django.db import transaction

from annotation_site.assignments.models import Item
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.texts.batches import in_batches
from evaluation.adjudication.services import note_differences
from evaluation.judging.models import JudgingRound

# An annotator who submits one of these items waits for the batch.
BATCH = 100


@job(
    "compare_judgements",
    "Comparison of judgements",
    result=ResultPage("evaluation:judging_round", "Show judging round", by="judging_round"),
)
def compare_judgements(run: JobRun) -> None:
    """Store the differences that call for an adjudicator, batch by batch: each stands by itself, so that another try
    goes on where this one ended.
    """
    judging_round = JudgingRound.objects.get(project=run.job.project, number=run.parameters["judging_round"])
    closed = Item.objects.filter(judgement_task__judging_round=judging_round, state=Item.State.ANNOTATED)
    keys = list(closed.filter(judgement_difference=None).order_by("pk").values_list("pk", flat=True))
    for number, batch in enumerate(in_batches(keys, BATCH)):
        run.report(number * BATCH, len(keys))
        with transaction.atomic():
            # A submission that comes now compares the item again, after this.
            locked = Item.objects.filter(pk__in=batch).select_for_update(no_key=True, of=("self",)).order_by("pk")
            note_differences(list(locked.values_list("pk", flat=True)))
    run.report(len(keys), len(keys))
    with run.completing() as result:
        result |= {
            "judging_round": judging_round.number,
            "summary": f"The judgements of {len(keys):,} items were compared.",
        }
