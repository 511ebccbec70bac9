"""Keeping a reading as it was handed in, and what follows for its pair."""

from django.db.models import F, Max

from alignment.adjudication.models import Adjudication
from alignment.quality.counting import refresh_check
from alignment.readings.queries import read_links
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.projects.models import Membership


def keep_snapshot(assignment: Assignment) -> Submission:
    latest = assignment.submissions.aggregate(latest=Max("number"))["latest"] or 0
    return Submission.objects.create(
        assignment=assignment,
        number=latest + 1,
        reading=read_links(assignment).to_json(),
        guideline=assignment.item.project.guidelines.first(),
    )


def count_reading(item: Item, assignment: Assignment) -> None:
    item.submitted_count += 1
    if item.submitted_count == item.wanted_count:
        item.state = Item.State.ANNOTATED
    item.save(update_fields=["submitted_count", "state"])
    Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") + 1)


def count_check(assignment: Assignment, *, by: int) -> None:
    # The annotator's own count tells checks from nothing; the item does not know of them.
    Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") + by)
    refresh_check(assignment)


def outdate_adjudication(item: Item) -> None:
    # An adjudicator who has the old reading on the screen must look again before deciding.
    adjudication, _ = Adjudication.objects.get_or_create(item=item)
    Adjudication.objects.filter(pk=adjudication.pk).update(version=F("version") + 1)
