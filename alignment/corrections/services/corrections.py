"""Correcting the words of a pair: a new version replaces it and keeps as much of people's work as possible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.http import Http404

from alignment.adjudication.services.settling import settle_pair
from alignment.agreement.services.changes import note_changes
from alignment.corrections.matching import Correction
from alignment.corrections.queries import find_obstacle
from alignment.corrections.services.carrying import CarriedReading, carry_acceptance, copy_cells, go_on, state_after
from alignment.feedback.queries.disputes import list_disputed_cells
from alignment.feedback.services import follow_correction
from alignment.formats import find_fault_in_tokens
from alignment.formats.parallel.pairs import clean_token
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell
from alignment.readings.queries.drawn import find_untouched, read_links
from alignment.readings.queries.submissions import item_decisions
from alignment.suggestions.models import Suggestion
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_annotate, can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion

CORRECT = "correct_pair"


@dataclass(frozen=True, slots=True)
class CarriedCells:
    """Numbers of cells between unchanged words, which are kept, and of others."""

    kept: int
    lost: int

    @property
    def total(self) -> int:
        return self.kept + self.lost


@dataclass(frozen=True, slots=True)
class CorrectionPlan:
    """The effect of a correction that has not been saved."""

    item: Item
    content: SentencePair
    correction: Correction
    readings: list[CarriedReading]
    suggestions: CarriedCells
    decisions: CarriedCells
    disputes: CarriedCells
    # Who may still have to read the pair must not learn from the counts what others drew.
    is_blind: bool


def plan_correction(
    *, user: User, item: Item, source_tokens: Sequence[str], target_tokens: Sequence[str], keep_respelled: bool = False
) -> CorrectionPlan:
    """Return the effect on everybody's work. Raise DomainError if the text cannot be corrected like this."""
    require(can_manage, user, item.project)
    source_tokens, target_tokens = list(map(clean_token, source_tokens)), list(map(clean_token, target_tokens))
    before: SentencePair = item.sentence_pair
    for side, tokens in (("source", source_tokens), ("target", target_tokens)):
        if fault := find_fault_in_tokens(tokens, side):
            raise DomainError(fault)
    if (source_tokens, target_tokens) == (before.source_tokens, before.target_tokens):
        raise DomainError("The text has not changed.")
    if obstacle := find_obstacle(item):
        raise NotEditable(obstacle)
    correction = Correction(
        (before.source_tokens, before.target_tokens), (source_tokens, target_tokens), keep_respelled
    )
    content = _new_content(before, correction)
    readings = [_carry(assignment, content, correction) for assignment in _assignments(item)]
    suggested = Suggestion.objects.filter(item=item).values_list("source_index", "target_index")
    return CorrectionPlan(
        item,
        content,
        correction,
        readings,
        suggestions=_count_cells(correction, suggested),
        decisions=_count_cells(correction, item_decisions(item)),
        disputes=_count_cells(correction, list_disputed_cells(item)),
        is_blind=can_annotate(user, item.project) and item.state == Item.State.OPEN,
    )


@transaction.atomic
def correct_pair(
    *,
    user: User,
    project: Project,
    number: int,
    version: int,
    operation_id: UUID,
    source_tokens: Sequence[str],
    target_tokens: Sequence[str],
    keep_respelled: bool = False,
) -> Item:
    """Replace the pair by a new version and return that; the old one stays unchanged, marked as replaced.

    Readings keep their links between unchanged words; one with untouched words is reopened. Decisions and suggestions
    between unchanged words are kept too. Existing releases are not affected.
    """
    require(can_manage, user, project)
    item = _lock(project, number)
    if earlier := _find_repeat(user, project, operation_id):
        return earlier.item or item
    if item.version != version:
        raise StaleVersion("The text of this pair has been corrected since.")
    plan = plan_correction(
        user=user,
        item=item,
        source_tokens=source_tokens,
        target_tokens=target_tokens,
        keep_respelled=keep_respelled,
    )
    new = _make_version(item, plan)
    for carried in plan.readings:
        go_on(user, new, carried, plan.correction)
    copy_cells(item, new, plan.correction)
    state = state_after(item, new)
    settle_pair(new, is_done=state == Item.State.ADJUDICATED, waiting=state)
    carry_acceptance(item, new)
    follow_correction(user, item, new, plan.correction.source, plan.correction.target)
    item.state = Item.State.REPLACED
    note_changes([item, new])
    payload = {
        "replaced": item.pk,
        "version": new.version,
        "kept": sum(carried.kept for carried in plan.readings),
        "lost": sum(carried.lost for carried in plan.readings),
        "reopened": [carried.assignment.annotator.pseudonym for carried in plan.readings if carried.is_reopened],
    }
    record_operation(actor=user, item=new, kind=CORRECT, payload=payload, operation_id=operation_id)
    return new


def _find_repeat(user: User, project: Project, operation_id: UUID) -> Operation | None:
    """Return the correction that this operation ID was sent for before, or None."""
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    if earlier is not None and (earlier.kind != CORRECT or earlier.project_id != project.pk):
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    return earlier


def _lock(project: Project, number: int) -> Item:
    """Return the pair with everybody's work on it, locked in the order used for leasing: members, assignments, item."""
    wanted = Item.objects.filter(project=project, number=number).values("pk")
    own = Assignment.objects.filter(item__in=wanted)
    members = Membership.objects.filter(assignments__in=own).order_by("pk")
    list(members.select_for_update(no_key=True, of=("self",)).values_list("pk"))
    locked = set(own.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk", flat=True))
    items = Item.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "sentence_pair", "project__alignment"
    )
    item = items.filter(project=project, number=number).first()
    if item is None:
        raise Http404(f"There is no pair {number}.")
    if {assignment.pk for assignment in item.assignments.all()} != locked:
        raise NotEditable("This pair was assigned just now. Try again.")
    return item


def _assignments(item: Item) -> list[Assignment]:
    related = ("annotator", "item__sentence_pair", "item__project__alignment")
    return list(
        item.assignments.work().exclude(state=Assignment.State.REPLACED).select_related(*related).order_by("pk")
    )


def _new_content(before: SentencePair, correction: Correction) -> SentencePair:
    target_words = correction.target_words(before.source_target_words, before.target_target_words)
    return SentencePair(
        source_tokens=list(correction.after[0]),
        target_tokens=list(correction.after[1]),
        source_target_words=target_words[0],
        target_target_words=target_words[1],
    )


def _carry(assignment: Assignment, content: SentencePair, correction: Correction) -> CarriedReading:
    before = read_links(assignment)
    after = correction.carry(before)
    scope = assignment.item.project.alignment.scope
    rest = find_untouched(after, content, scope)
    is_reopened = assignment.state == Assignment.State.SUBMITTED and any(rest.values())
    return CarriedReading(assignment, before, after, is_reopened)


def _count_cells(correction: Correction, cells: Iterable[Cell]) -> CarriedCells:
    source, target = correction.source, correction.target
    is_kept = [i in source and j in target for i, j in cells]
    return CarriedCells(sum(is_kept), len(is_kept) - sum(is_kept))


def _make_version(item: Item, plan: CorrectionPlan) -> Item:
    Item.versions.filter(pk=item.pk).update(state=Item.State.REPLACED)
    kept = [
        carried
        for carried in plan.readings
        if carried.assignment.state == Assignment.State.SUBMITTED and not carried.is_reopened
    ]
    new = Item.objects.create(
        project=item.project,
        number=item.number,
        version=item.version + 1,
        identifier=item.identifier,
        ring_place=item.ring_place,
        priority=item.priority,
        required_count=item.required_count,
        assigned_count=item.assigned_count,
        submitted_count=len(kept),
    )
    plan.content.item = new
    plan.content.save(force_insert=True)
    Item.versions.filter(pk=item.pk).update(replaced_by=new)
    return new
