"""An annotator's reading: the parts of saving, submitting and reopening that are specific to links."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alignment.adjudication.models import LinkDecision
from alignment.agreement.services.changes import note_changes
from alignment.annotator_quality.queries.counts import refresh_check
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Reading
from alignment.readings.queries.drawn import Drawn, find_untouched, take_drawn, with_drawn
from alignment.readings.services.changes import (
    DismissalEntry,
    LinkEntry,
    MarkEntry,
    apply_change,
    change_from_history,
    describe_change,
)
from alignment.readings.services.outdating import outdate_adjudication
from alignment.rounds.models import RoundItem, RoundReading
from alignment.rounds.services.readings import note_change, settle_in_round
from alignment.suggestions.services import prioritise_by_difference
from alignment.training.services.training import keep_training
from annotation_site.assignments.history import SET, Change
from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.queries import find_deciding_item
from annotation_site.assignments.services.locks import lock_item
from annotation_site.feedback.models import Feedback
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable, Untouched

Purpose = Assignment.Purpose
_find_with_drawn = Prepared(
    lambda pk, assignment: (
        with_drawn(Item.versions.filter(pk=pk), assignment)
        .annotate(is_in_round=Exists(RoundItem.objects.filter(item=OuterRef("pk"), is_open=True)))
        .select_related("sentence_pair", "project__alignment")
        .order_by()
    )
)


def save_reading(
    assignment: Assignment,
    in_round: RoundReading | None,
    *,
    kind: str,
    links: Sequence[LinkEntry] = (),
    unaligned: Sequence[MarkEntry] = (),
    dismissed: Sequence[DismissalEntry] = (),
    drawn: Drawn | None = None,
) -> Change:
    """Apply one action of the editor: cells, marks and dismissed suggestions, an undo or a redo.

    An undo is recorded as the change that it made, so that every state can be rebuilt from operations alone.
    """
    if kind == SET:
        change = describe_change(assignment, links, unaligned, dismissed, drawn)
    else:
        change = change_from_history(assignment, kind)
    apply_change(assignment, change)
    if in_round is not None:
        note_change(in_round, change)
    return change


def finish_reading(assignment: Assignment, save: Save, *, mark_rest: bool = False) -> dict[str, Any]:
    """Return the whole reading. In full text every word needs a link or a mark; `mark_rest` marks the others as
    unaligned.
    """
    # Counting reads pair and settings from it afterwards.
    [item] = _find_with_drawn(assignment.item_id, assignment.pk)
    assignment.item = item
    drawn = take_drawn(item)
    reading = drawn.reading
    untouched = find_untouched(reading, item.sentence_pair, item.project.alignment.scope)
    count = len(untouched["source"]) + len(untouched["target"])
    if not count:
        return reading.to_json()
    can_mark_rest = item.project.alignment.scope == AlignmentSettings.Scope.FULL
    if not (mark_rest and can_mark_rest):
        sentence = ngettext(
            "1 word has neither a link nor a mark.", "{n} words have neither a link nor a mark.", count
        ).format(n=count)
        raise Untouched(sentence, can_mark_rest=can_mark_rest, **untouched)
    rest = [(side, index, True) for side, indices in untouched.items() for index in indices]
    save(kind=SET, unaligned=rest, drawn=drawn)
    return Reading(
        reading.links,
        reading.unaligned_source | frozenset(untouched["source"]),
        reading.unaligned_target | frozenset(untouched["target"]),
    ).to_json()


def follow_submission(assignment: Assignment, submission: Submission, in_round: RoundReading | None) -> dict[str, Any]:
    """Update training, checks, the round and agreement after a submission."""
    if assignment.purpose == Purpose.TRAINING:
        keep_training(assignment, submission)
    elif assignment.purpose == Purpose.CHECK:
        refresh_check(assignment)
    elif in_round is not None:
        lock_item(assignment)
        settle_in_round(in_round, submission)
        note_changes([assignment.item])
        return {"round": in_round.round_item.round.number}
    elif assignment.purpose == Purpose.WORK:
        note_changes([assignment.item])
        _note_difference(assignment.item, submission)
    return {}


def _note_difference(item: Item, submission: Submission) -> None:
    if item.project.spread == Project.Spread.PRIORITY and item.submitted_count == 1:
        prioritise_by_difference(item, Reading.from_json(submission.reading).links)


def follow_reopening(assignment: Assignment) -> None:
    """Update checks and agreement; refuse once others have gone on with the pair."""
    if item := find_deciding_item(assignment):
        _require_undecided(item)
    if assignment.purpose == Purpose.CHECK:
        refresh_check(assignment)
    elif assignment.purpose == Purpose.WORK:
        outdate_adjudication(assignment.item)
        note_changes([assignment.item])


def find_settled(assignments: Sequence[Assignment]) -> set[int]:
    """Return which assignments cannot be reopened since others have gone on with their pair, as `follow_reopening`
    refuses them.
    """
    deciding = {assignment.pk: item.pk for assignment in assignments if (item := find_deciding_item(assignment))}
    rows = (
        LinkDecision.objects.filter(item__in=deciding.values()).values_list("item"),
        Feedback.objects.filter(assignment__item__in=deciding.values(), is_shown=True).values_list("assignment__item"),
        RoundItem.objects.filter(item__in=deciding.values(), is_open=True).values_list("item"),
    )
    settled = {item for (item,) in rows[0].union(*rows[1:])} if deciding else set()
    return {pk for pk, item in deciding.items() if item in settled}


def _require_undecided(item: Item) -> None:
    if LinkDecision.objects.filter(item=item).exists():
        raise NotEditable(_("Adjudication of this pair has begun. You can no longer reopen it."))
    if Feedback.objects.filter(assignment__item=item, is_shown=True).exists():
        raise NotEditable(
            _("The gold standard of this pair has been shown to its annotators. You can no longer reopen it.")
        )
    if RoundItem.objects.filter(item=item, is_open=True).exists():
        raise NotEditable(_("This pair is in a reconciliation round. You can change your reading there."))
