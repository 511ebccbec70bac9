"""The study of NCTTI played again: 8,725 ratings of 840 sentences by 412 annotators, entered through the API at once.

Every seventh answer counts as lost and is asked for again. At the end: what was lost or counted twice, how evenly the
sentences were given out, and how often an annotator met the same compound twice in a row.
"""

import argparse
import time
from collections import Counter

from annotation_site.projects.models import Item, Operation, Submission
from idiomaticity.models import Rating
from tests.benchmarks.machine import describe_machine, print_table
from tests.faults.clients import make_annotators
from tests.faults.stage import Stage, set_stage
from tests.idiomaticity.crowd import make_study, rate_together

HEADER = (
    "ratings",
    "acknowledged",
    "lost",
    "twice",
    "seconds",
    "ratings/s",
    "given out, by sentence",
    "same compound next",
)


def play_study(stage: Stage, ratings: int, compounds: int, people: int) -> None:
    """Print what came of it."""
    wanted = -(-ratings // (3 * compounds))
    project = make_study(compounds, wanted)
    members = make_annotators(project, people)
    address = stage.start_site()
    quotas = [ratings // people + (index < ratings % people) for index in range(people)]
    began = time.monotonic()
    tally = rate_together(address, project, members, quotas)
    took = time.monotonic() - began
    stored = Operation.objects.filter(operation_id__in=tally.acknowledged, kind="submit").count()
    submitted = Rating.objects.submitted(project).count()
    # Handing in leases the next one: whoever stops leaves it to the others only when its lease runs out.
    spread = Counter(Item.objects.filter(project=project).values_list("assigned_count", flat=True))
    row = [
        f"{ratings:,}",
        f"{len(tally.acknowledged):,}",
        len(tally.acknowledged) - stored,
        Submission.objects.count() - submitted,
        f"{took:.0f}",
        f"{len(tally.acknowledged) / took:.1f}",
        ", ".join(f"{count} × {given}" for given, count in sorted(spread.items())),
        tally.followed_itself,
    ]
    print_table(f"{people} annotators, {3 * compounds} sentences, {wanted} ratings wanted of each", HEADER, [row])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ratings", type=int, default=8_725)
    parser.add_argument("--compounds", type=int, default=280)
    parser.add_argument("--people", type=int, default=412)
    arguments = parser.parse_args()
    with set_stage() as stage:
        print(describe_machine())
        play_study(stage, arguments.ratings, arguments.compounds, arguments.people)
