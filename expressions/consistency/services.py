"""Correcting occurrences of lexical items in the gold standard, many at once, and undoing it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from expressions.consistency.gold import Correction, PassageCorrection, correct
from expressions.consistency.items import GoldText
from expressions.consistency.models import ConsistencyChange, GoldCorrection
from expressions.consistency.queries.items import read_gold
from expressions.marks.marking import MarkingRules
from expressions.marks.queries import make_rules, say_fault

CORRECT, UNDO = "correct_expressions", "undo_correct_expressions"
MOST_CORRECTIONS = 5_000


@transaction.atomic
def correct_expressions(
    *, user: User, project: Project, corrections: Sequence[PassageCorrection], operation_id: UUID
) -> ConsistencyChange:
    """Store corrections as one change. Raise StaleVersion if an occurrence is no longer as it was seen."""
    require(can_adjudicate, user, project)
    if not corrections:
        raise DomainError(_("There is nothing to change: the occurrences have this category."))
    if len(corrections) > MOST_CORRECTIONS:
        raise DomainError(_("Change at most {n} occurrences at once.").format(n=MOST_CORRECTIONS))
    items = _lock({each.passage for each in corrections}, project)
    if is_repeat(actor=user, operation_id=operation_id, kind=CORRECT, project=project):
        return ConsistencyChange.objects.filter(project=project, decided_by=user).latest("pk")
    _check(corrections, items, project)
    change = ConsistencyChange.objects.create(project=project, decided_by=user)
    GoldCorrection.objects.bulk_create(
        GoldCorrection(change=change, item=items[passage], **correction.to_json())
        for passage, correction in corrections
    )
    told = [{"passage": passage, **correction.to_json()} for passage, correction in corrections]
    payload = {"change": change.pk, "corrections": told}
    record_operation(actor=user, project=project, kind=CORRECT, payload=payload, operation_id=operation_id)
    return change


@transaction.atomic
def undo_change(*, user: User, project: Project, change: ConsistencyChange, operation_id: UUID) -> int:
    """Undo a change, and return the number of its corrections; 0 if it was undone before. Raise NotEditable if a later
    one concerns the same words.
    """
    require(can_adjudicate, user, project)
    change = ConsistencyChange.objects.select_for_update(no_key=True, of=("self",)).get(project=project, pk=change.pk)
    if change.is_undone:
        return 0
    corrections = list(change.corrections.select_related("item"))
    _lock({each.item.number for each in corrections}, project)
    touched = {(each.item_id, tuple(each.words)) for each in corrections}
    later = GoldCorrection.objects.standing().filter(item__in={key for key, _words in touched}, change__gt=change)
    if any((item, tuple(words)) in touched for item, words in later.values_list("item", "words")):
        raise NotEditable(_("A later change concerns the same words. Undo it first."))
    change.is_undone = True
    change.save(update_fields=["is_undone"])
    payload = {"change": change.pk, "corrections": len(corrections)}
    record_operation(actor=user, project=project, kind=UNDO, payload=payload, operation_id=operation_id)
    return len(corrections)


def _lock(numbers: Collection[int], project: Project) -> dict[int, Item]:
    items = (
        Item.objects.filter(project=project, number__in=numbers)
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
    )
    found = {item.number: item for item in items}
    if missing := set(numbers) - found.keys():
        raise DomainError(_("There is no passage {number}.").format(number=min(missing)))
    return found


def _check(corrections: Sequence[PassageCorrection], items: Mapping[int, Item], project: Project) -> None:
    texts = {
        text.passage: text for text in read_gold(project, Item.objects.filter(pk__in=[i.pk for i in items.values()]))
    }
    by_passage: dict[int, list[Correction]] = {number: [] for number in items}
    for passage, correction in corrections:
        by_passage[passage].append(correction)
    for number, asked in by_passage.items():
        text = texts.get(number)
        if text is None:
            sentence = _("Passage {number} has no gold standard: its readings differ or are not complete.")
            raise NotEditable(sentence.format(number=number))
        _require_seen(text, asked)
        rules = make_rules(project, [len(sentence.forms) for sentence in text.sentences])
        _require_allowed(text, asked, rules)


def _require_seen(text: GoldText, asked: Sequence[Correction]) -> None:
    standing = {mark.words: mark.category for mark in text.gold}
    for each in asked:
        if standing.get(each.words, "") != each.before:
            raise StaleVersion(
                _(
                    "Passage {number} has changed since you opened this page. Nothing was changed; look at it again."
                ).format(number=text.passage)
            )


def _require_allowed(text: GoldText, asked: Sequence[Correction], rules: MarkingRules) -> None:
    if len({each.words for each in asked}) != len(asked):
        raise DomainError(_("An occurrence is named twice."))
    after = correct(text.gold, asked)
    changed = {each.words for each in asked}
    for mark in after:
        if mark.words in changed and (fault := rules.find_fault([mark])):
            raise DomainError(say_fault(fault))
