"""Deciding on lexical items, one or a list of them; operations keep what was decided before."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.categories.presets import NOT_AN_EXPRESSION
from expressions.lexicon.cases import Case
from expressions.lexicon.models import LONGEST_LEMMA, LONGEST_NOTE, MOST_LEMMAS, SolvedCase

DECIDE, REMOVE = "decide_lexical_items", "remove_lexical_item"
MOST_CASES = 50_000


@transaction.atomic
def decide_cases(*, user: User, project: Project, cases: Iterable[Case], operation_id: UUID) -> int:
    """Store decisions about lexical items, which replace earlier ones, and return their number."""
    require(can_adjudicate, user, project)
    wanted = {case.lemmas: case for case in cases}
    _check(wanted, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if is_repeat(actor=user, operation_id=operation_id, kind=DECIDE, project=project):
        return len(wanted)
    earlier = {tuple(case.lemmas): case for case in SolvedCase.objects.filter(project=project)}
    before = [_case_to_json(earlier[lemmas]) for lemmas in wanted if lemmas in earlier]
    SolvedCase.objects.bulk_create(
        [
            SolvedCase(project=project, lemmas=list(lemmas), category=category, note=note, decided_by=user)
            for lemmas, category, note in wanted.values()
        ],
        update_conflicts=True,
        unique_fields=["project", "lemmas"],
        update_fields=["category", "note", "decided_by", "decided_at"],
        batch_size=2_000,
    )
    payload = {"cases": [{**case._asdict(), "lemmas": list(case.lemmas)} for case in wanted.values()], "before": before}
    record_operation(actor=user, project=project, kind=DECIDE, payload=payload, operation_id=operation_id)
    return len(wanted)


@transaction.atomic
def remove_case(*, user: User, project: Project, lemmas: tuple[str, ...], operation_id: UUID) -> bool:
    """Remove the decision about a lexical item, and return whether there was one."""
    require(can_adjudicate, user, project)
    case = (
        SolvedCase.objects.select_for_update(no_key=True, of=("self",))
        .filter(project=project, lemmas=list(lemmas))
        .first()
    )
    if case is None:
        return False
    payload = {"before": [_case_to_json(case)]}
    case.delete()
    record_operation(actor=user, project=project, kind=REMOVE, payload=payload, operation_id=operation_id)
    return True


def _check(wanted: dict[tuple[str, ...], Case], project: Project) -> None:
    if not wanted:
        raise DomainError(_("There are no decisions."))
    if len(wanted) > MOST_CASES:
        raise DomainError(f"Import at most {MOST_CASES:,} decisions at once.")
    known = {"", NOT_AN_EXPRESSION, *project.expressions.used_categories}
    for lemmas, category, note in wanted.values():
        if category not in known:
            raise DomainError(_("“{category}” is no category of this project.").format(category=category[:40]))
        if not 0 < len(lemmas) <= MOST_LEMMAS or max(map(len, lemmas)) > LONGEST_LEMMA or not all(lemmas):
            raise DomainError(f"A lexical item has 1 to {MOST_LEMMAS} lemmas of at most {LONGEST_LEMMA} characters.")
        if len(note) > LONGEST_NOTE:
            raise DomainError(f"A note has at most {LONGEST_NOTE} characters.")


def _case_to_json(case: SolvedCase) -> dict[str, object]:
    return {"lemmas": case.lemmas, "category": case.category, "note": case.note, "decided_by": case.decided_by_id}
