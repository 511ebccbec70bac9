"""The study of NCTTI played again: 8,725 ratings of 840 sentences by a crowd of 412, entered through the API at once.

Everybody comes by a crowd's link with a limit of their own, so that the wanted numbers add up to the ratings of the
study exactly. Every seventh answer counts as lost and is asked for again. At the end: what was lost or counted twice,
how far each sentence is from its wanted number, how often an annotator met the same compound twice in a row, and
whether everybody has a completion code of their own.
"""

import time
from collections import Counter
from collections.abc import Sequence
from uuid import uuid4

from django.db.models import F

from annotation_site.assignments.models import Item, Submission
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.joining import enter_crowd
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.ratings.models import Rating
from tests.idiomaticity.crowd_people import Tally, make_study, rate_together
from tests.scripts.machine import describe_machine, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage

HEADER = (
    "ratings",
    "acknowledged",
    "lost",
    "twice",
    "seconds",
    "ratings/s",
    "given − wanted, by sentence",
    "ratings of one person",
    "codes",
    "same compound next",
)


def make_crowd(project: Project, people: int) -> list[Membership]:
    """So many people who agreed to the consent."""
    set_up_crowd(user=project.created_by, project=project, consent="Yes.", limit_each=1, most_people=people)
    open_crowd(user=project.created_by, project=project, is_open=True)
    workers = [enter_crowd(call_id=project.pk, entry_id=uuid4(), consent_version=1) for _ in range(people)]
    return [worker.membership for worker in workers]


def rate_by_limit(address: str, project: Project, members: Sequence[Membership], limit: int) -> Tally:
    """Everybody rates until the site gives no more."""
    set_up_crowd(
        user=project.created_by,
        project=project,
        consent="Yes.",
        limit_each=limit,
        most_people=project.crowd_call.most_people,
    )
    return rate_together(address, project, members, [None] * len(members))


def want(project: Project, ratings: int) -> None:
    """Let every so many sentences want one less, so that the wanted numbers add up to the ratings."""
    items = list(Item.objects.filter(project=project).order_by("number").values_list("pk", flat=True))
    less = len(items) * project.annotators_per_item - ratings
    chosen = [items[place * len(items) // less] for place in range(less)]
    Item.objects.filter(pk__in=chosen).update(required_count=project.annotators_per_item - 1)


@script(small={"ratings": 50, "compounds": 6, "people": 8})
def play_study(stage: Stage, ratings: int = 8_725, compounds: int = 280, people: int = 412) -> None:
    """Print what came of it."""
    print(describe_machine())
    # The study is made by jobs in this process, for which a worker left by an earlier script would race.
    stage.end_workers()
    project = make_study(compounds, required=-(-ratings // (3 * compounds)))
    want(project, ratings)
    members = make_crowd(project, people)
    address = stage.need_site()
    few, more = divmod(ratings, people)
    began = time.monotonic()
    tallies = [
        rate_by_limit(address, project, group, limit)
        for group, limit in ((members[:more], few + 1), (members[more:], few))
        if group
    ]
    took = time.monotonic() - began
    acknowledged = set().union(*(tally.acknowledged for tally in tallies))
    stored = Operation.objects.filter(operation_id__in=acknowledged, kind="submit").count()
    submitted = Rating.objects.submitted(project).count()
    away = Counter(
        Item.objects.filter(project=project)
        .annotate(away=F("submitted_count") - F("required_count"))
        .values_list("away", flat=True)
    )
    mine = Membership.objects.filter(pk__in=[each.pk for each in members])
    own = Counter(mine.values_list("submitted_count", flat=True))
    workers = CrowdWorker.objects.filter(membership__in=members).exclude(completion_code="")
    codes = set(workers.values_list("completion_code", flat=True))
    row = [
        f"{ratings:,}",
        f"{len(acknowledged):,}",
        len(acknowledged) - stored,
        Submission.objects.filter(assignment__item__project=project).count() - submitted,
        f"{took:.0f}",
        f"{len(acknowledged) / took:.1f}",
        ", ".join(f"{count} × {given}" for given, count in sorted(away.items())),
        ", ".join(f"{count} × {given}" for given, count in sorted(own.items())),
        len(codes),
        sum(tally.followed_itself for tally in tallies),
    ]
    required = sorted(set(Item.objects.filter(project=project).values_list("required_count", flat=True)))
    each = " or ".join(map(str, required))
    print_table(f"{people} people, {3 * compounds} sentences, {each} ratings wanted of each", HEADER, [row])
    assert row[2:4] == [0, 0], "ratings were lost or counted twice"


if __name__ == "__main__":
    play_study.main()
