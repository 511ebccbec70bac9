"""Pages of those who draw links, and of those who decide."""

from itertools import islice
from uuid import uuid4

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.jobs.frequency import count_by_frequency
from alignment.agreement.queries.changes import count_changes
from alignment.agreement.services.frequency import request_frequency_agreement
from alignment.rounds.services.rounds import open_round
from alignment.training.services.known_gold import mark_known_gold
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import post_comment, skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.feedback.services.replies import dispute_gold
from annotation_site.projects.models import Project, Role
from tests.browser.world.visiting import Visit, do, page
from tests.factories import (
    draw,
    make_member,
    make_pair,
    make_project,
    make_reading,
    submit,
)

# What is drawn already in the waiting pair of the demo that is begun.
BEGUN = {
    "demo-28": "1-0S 1-1S 1-2S 2-0S 2-1S 2-2S 3-3S 4-4S 5-4P 6-5S",
    "demo-29": "0-0S 1-1S 3-4S 4-4S 5-4S 3-5P 4-5P 5-5P 3-6S 4-6S 5-6S",
    "demo-30": "0-0P 1-0S 2-0S 3-1P 4-3P 5-2S 6-3S 6-4S 8-3S 8-4S",
}
RECONCILED = (
    "The committee finally called off the meeting at the last minute .",
    "Alla fine il comitato ha annullato la riunione all' ultimo momento .",
)
THEIRS = (
    "0-2S 1-3S 2-0S 2-1S 3-4P 3-5S 4-5S 5-6S 6-7S 7-8S 9-9S 10-10S 11-11S",
    "0-2S 1-3S 2-0S 2-1S 3-4S 3-5S 4-4S 4-5S 5-6S 6-7S 7-8S 8-8P 9-9S 10-10S 11-11S",
)


def visit_annotation(people: dict[str, User], project: Project) -> list[Visit]:
    user = people["annotator A"]
    done = Assignment.objects.filter(annotator__user=user, state=Assignment.State.SUBMITTED).order_by("pk").first()
    skipped = lease_next(user=user, project=project)
    assert done
    assert skipped
    skip_assignment(
        user=user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason="The sentence is cut off."
    )
    begun = lease_next(user=user, project=project)
    assert begun
    draw(begun, BEGUN[begun.item.identifier])
    post_comment(user=user, assignment_id=begun.pk, operation_id=uuid4(), text="Is this one expression or two?")
    pages = ["alignment:overview", "alignment:assignments", "projects:guidelines"]
    return [
        *[page(f"{route.partition(':')[2]}-annotator", "annotator A", route, project.slug) for route in pages],
        page("annotate", "annotator A", "alignment:annotate", begun.pk),
        page("annotate-submitted", "annotator A", "alignment:annotate", done.pk),
        page("annotate-skipped", "annotator A", "alignment:annotate", skipped.pk),
        page("refused-by-role", "annotator A", "projects:members", project.slug),
    ]


def visit_adjudication(project: Project) -> list[Visit]:
    count_changes(project.pk)
    ready = Item.objects.filter(project=project, state=Item.State.ANNOTATED).order_by("number")
    disputed = ready.filter(agreement__undecided_count__gt=0).order_by("-agreement__disagreement_share")
    decided = Item.objects.filter(project=project, state=Item.State.ADJUDICATED, link_decisions__isnull=False).first()
    unread = Item.objects.filter(project=project, state=Item.State.OPEN).first()
    assert decided
    assert unread
    who = "adjudicator"
    asked = {"user": project.created_by, "project": project, "side": "source", "starts": "2, 4"}
    do(request_frequency_agreement(**asked), count_by_frequency)
    return [
        page("overview-adjudicator", who, "alignment:overview", project.slug),
        page("adjudication", who, "alignment:adjudication", project.slug),
        page("adjudication-decided", who, "alignment:adjudication", project.slug, query="?show=decided"),
        page("adjudication-of-two", who, "alignment:adjudication", project.slug, query="?annotators=A-B"),
        page("adjudication-agreed", who, "alignment:adjudication", project.slug, query="?show=agreed"),
        *[
            page(f"adjudicate-{place}", who, "alignment:adjudicate", project.slug, item.number)
            for place, item in zip(("worst", "second"), islice(disputed, 2), strict=True)
        ],
        page(
            "adjudicate-own-links",
            who,
            "alignment:adjudicate",
            project.slug,
            disputed[0].number,
            query="?own_links=new",
        ),
        page("adjudicate-decided", who, "alignment:adjudicate", project.slug, decided.number),
        page("adjudicate-not-ready", who, "alignment:adjudicate", project.slug, unread.number),
        page("agreement", who, "projects:agreement", project.slug),
        page("agreement-with-unaligned", who, "projects:agreement", project.slug, query="?unaligned=1"),
    ]


def visit_reconciliation(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_project(manager, name="Reconciliation")
    for _ in range(2):
        make_pair(project, *RECONCILED)
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    mine, _ = make_reading(own, THEIRS[0]), make_reading(other, THEIRS[1])
    known = {"user": manager, "project": project}
    before = page("rounds-none-yet", "manager", "alignment:rounds", project.slug)
    open_round(**known, operation_id=uuid4(), note="Articles and auxiliaries")
    return [
        before,
        page("round", "manager", "alignment:round", project.slug, 1),
        page("agreement-in-a-round", "manager", "projects:agreement", project.slug),
        page("adjudicate-in-a-round", "manager", "alignment:adjudicate", project.slug, mine.item.number),
        page("reconciliation", "annotator A", "alignment:reconciliation", project.slug),
        page("reconcile", "annotator A", "alignment:reconcile", mine.pk),
    ]


def visit_feedback(people: dict[str, User]) -> list[Visit]:
    project = make_project(people["manager"], pairs=2, name="Feedback")
    Project.objects.filter(pk=project.pk).update(shows_feedback=True)
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    make_member(project, Role.ADJUDICATOR, people["adjudicator"])
    mine, _ = make_reading(own), make_reading(other, "0-0P 1-1S 2-1S")
    decisions = [(0, 0, "P"), (1, 1, "none"), (1, 2, "P")]
    known = {"user": people["adjudicator"], "item_id": mine.item_id}
    decide_links(
        **known, operation_id=uuid4(), version=0, decisions=decisions, note="Articles are Possible, guidelines 3.2."
    )
    text = "Both languages have it here."
    dispute_gold(user=own.user, assignment_id=mine.pk, operation_id=uuid4(), version=0, place="0-0", text=text)
    return [
        page("feedback", "annotator A", "alignment:feedback", project.slug),
        page("feedback-pair", "annotator A", "alignment:feedback_item", mine.pk),
        page("adjudication-disputed", "adjudicator", "alignment:adjudication", project.slug),
        page("adjudicate-disputed", "adjudicator", "alignment:adjudicate", project.slug, mine.item.number),
    ]


def visit_training(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_project(manager, pairs=4, name="Training")
    elders = [make_member(project), make_member(project)]
    for elder in elders:
        make_reading(elder)
        make_reading(elder)
    settled = project.items.filter(state=Item.State.ANNOTATED).values_list("number", flat=True)
    known = {"user": manager, "project": project, "operation_id": uuid4()}
    empty = page("known-gold-none", "manager", "alignment:known_gold", make_project(manager, name="No gold yet").slug)
    mark_known_gold(**known, numbers=list(settled), use="training")
    newcomer = make_member(project, user=people["annotator B"])
    assignment = lease_next(user=newcomer.user, project=project)
    assert assignment
    done = submit(draw(assignment, "0-0P 1-1S 2-1S"))
    under_way = lease_next(user=newcomer.user, project=project)
    assert under_way
    return [
        empty,
        page("known-gold", "manager", "alignment:known_gold", project.slug),
        page("training", "annotator B", "alignment:training", project.slug),
        page("training-pair", "annotator B", "alignment:training_pair", done.pk),
        page("training-annotate", "annotator B", "alignment:annotate", under_way.pk),
        page("training-work", "annotator B", "alignment:assignments", project.slug),
        page("quality", "manager", "alignment:annotator_quality", project.slug),
        page("quality-annotator", "manager", "alignment:annotator_quality_detail", project.slug, elders[0].pk),
        page("quality-own", "annotator B", "alignment:annotator_quality_detail", project.slug, newcomer.pk),
    ]
