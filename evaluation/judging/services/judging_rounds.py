"""Requests for judging rounds, changes of their wording, and closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.files.base import File
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import Keep, keeping_uploads
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require, require_annotator
from annotation_site.projects.models import Project, new_seed
from annotation_site.web.exceptions import DomainError, NotEditable
from annotation_site.web.names import require_name
from evaluation.adjudication.services import note_differences
from evaluation.judging.jobs.opening import OPEN
from evaluation.judging.methods import DEFAULTS, METHODS, WHOLE, Wording, find_fault_in_wording, find_scheme
from evaluation.judging.models import JudgingRound, JudgingRoundChoice
from evaluation.judging.queries.judging import has_documents, is_of_text
from evaluation.judging.queries.reopening import (
    CLOSE,
    COMPARABLE,
    REOPEN,
    TOO_LATE,
    closed_items,
    was_closed_lately,
)
from evaluation.projects.job_names import COMPARE_JUDGEMENTS_JOB, JUDGING_ROUND_JOB
from evaluation.test_sets.models import TestSet

REWORD, CHOOSE = "reword_judging_round", "choose_judging_round"
MOST_PAIRS = 45
# So many items with error spans by five judges take half a second of a processor; 10,000 take 18.
COMPARED_AT_ONCE = 250
_BY_VALUE = "Labels of points must be keyed by value, such as 1."


@transaction.atomic
def request_judging_round(
    *,
    user: User,
    project: Project,
    operation_id: UUID,
    test_set: TestSet,
    name: str,
    method: str,
    scope: str = JudgingRound.Scope.EXPRESSION,
    systems: Sequence[str] = (),
    required_count: int,
    wording: Mapping[str, Any] | None = None,
    sample: int | None = None,
    pairs_per_expression: int = 3,
    repeat_share: int = 0,
    attention_share: int = 0,
    hides_reference: bool = False,
    shows_reference: bool = True,
    shows_context: bool | None = None,
    given_file: File[bytes] | None = None,
    given_round: JudgingRound | None = None,
    control_share: int = 0,
    seed: int | None = None,
) -> Job:
    """Queue a judging round on every marked expression, or segment, with outputs of the named systems or, without
    names, of all. Segments of documents are judged in their order, but for preferences. Neighbouring sentences are
    shown of these, and with error spans, by default if it is known which segments are neighbours: a test set may be
    of many texts. Judges begin with the error spans of `given_file` or `given_round`, but
    for `control_share` per cent of the items.

    The same operation id returns the same job.
    """
    require(can_manage, user, project)
    if project.kind != Project.Kind.EVALUATION or test_set.project_id != project.pk:
        raise DomainError("Judging rounds are available only for test sets of translation evaluations.")
    _require_possible(method, required_count, sample, pairs_per_expression)
    _require_shares(repeat_share, attention_share)
    _require_given(test_set, method, scope, given_file, given_round, control_share)
    _require_scope(test_set, method, scope)
    _require_own_operation(user, project, operation_id)
    parameters = {
        "operation_id": str(operation_id),
        "test_set": test_set.pk,
        "translations": _choose_translations(test_set, systems),
        "name": require_name(name, "judging_round"),
        "method": method,
        "scope": scope,
        "wording": _require_wording(method, wording).to_json(),
        "required_count": required_count,
        "sample": sample,
        "pairs_per_expression": pairs_per_expression,
        "repeat_share": repeat_share,
        "attention_share": attention_share,
        "hides_reference": hides_reference,
        "shows_reference": shows_reference,
        "shows_context": is_of_text(test_set) if shows_context is None else shows_context,
        "by_document": method != JudgingRound.Method.PREFERENCE and has_documents(test_set),
        "seed": new_seed() if seed is None else seed,
    }
    with keeping_uploads(user=user, project=project) as keep:
        origin = _name_origin(keep, given_file, given_round)
        if origin is not None:
            parameters |= {"given_marks": origin, "control_share": control_share}
        return request_job(
            user=user,
            project=project,
            kind=JUDGING_ROUND_JOB,
            idempotency_key=str(operation_id),
            parameters=parameters,
        )


def _name_origin(
    keep: Keep, file: File[bytes] | None, judging_round: JudgingRound | None
) -> dict[str, Upload | int] | None:
    """Return where the job finds the given marks, whose file it keeps; None without any."""
    if file is not None:
        return {"upload": keep(file)}
    return None if judging_round is None else {"judging_round": judging_round.number}


def _require_own_operation(user: User, project: Project, operation_id: UUID) -> None:
    """Raise DomainError for an ID that was used for something else: the job records the judging round under it."""
    earlier = project.jobs.filter(kind=JUDGING_ROUND_JOB, idempotency_key=str(operation_id))
    if is_repeat(actor=user, operation_id=operation_id, kind=OPEN) and not earlier.exists():
        raise DomainError("This operation ID was already used in another project. Use a new ID for every action.")


@transaction.atomic
def reword_judging_round(*, user: User, judging_round: JudgingRound, wording: Mapping[str, Any]) -> JudgingRound:
    """Change the judging round's wording; the operation keeps the earlier one."""
    require(can_manage, user, judging_round.project)
    locked = JudgingRound.objects.select_for_update(no_key=True, of=("self",)).get(pk=judging_round.pk)
    words = _require_wording(locked.method, wording).to_json()
    payload = {"judging_round": locked.number, "before": locked.wording, "after": words}
    locked.wording = words
    locked.save(update_fields=["wording"])
    record_operation(actor=user, project=judging_round.project, kind=REWORD, payload=payload)
    return locked


@transaction.atomic
def close_judging_round(*, user: User, judging_round: JudgingRound) -> JudgingRound:
    """Assign no more of its items. Those with two judgements, submitted or begun, count as judged and can be
    adjudicated; others are withdrawn. Leased ones can still be submitted. Closing it again changes nothing.
    """
    project = judging_round.project
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    locked = JudgingRound.objects.select_for_update(no_key=True, of=("self",)).get(pk=judging_round.pk)
    if locked.state == JudgingRound.State.CLOSED:
        return locked
    unfinished = Item.objects.filter(judgement_task__judging_round=locked, state=Item.State.OPEN)
    comparable = list(unfinished.filter(assigned_count__gte=COMPARABLE).values_list("pk", flat=True))
    Item.objects.filter(pk__in=comparable).update(state=Item.State.ANNOTATED)
    withdrawn = unfinished.update(state=Item.State.WITHDRAWN)
    Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - withdrawn)
    locked.state, locked.closed_at = JudgingRound.State.CLOSED, timezone.now()
    locked.save(update_fields=["state", "closed_at"])
    _compare(user, locked, comparable)
    record_operation(
        actor=user, project=project, kind=CLOSE, payload={"judging_round": locked.number, "withdrawn": withdrawn}
    )
    return locked


@transaction.atomic
def reopen_judging_round(*, user: User, judging_round: JudgingRound) -> JudgingRound:
    """Assign the items again that lack judgements, but for decided ones, within a day after closing. Reopening an open
    round changes nothing.
    """
    project = judging_round.project
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    locked = JudgingRound.objects.select_for_update(no_key=True, of=("self",)).get(pk=judging_round.pk)
    if locked.state == JudgingRound.State.OPEN:
        return locked
    if not was_closed_lately(locked):
        raise NotEditable(TOO_LATE)
    closed = closed_items(locked)
    withdrawn = closed.filter(state=Item.State.WITHDRAWN).count()
    # Some were being judged when the round was closed, and may have all their judgements by now.
    is_done = Q(submitted_count__gte=F("required_count"))
    state = Case(When(is_done, then=Value(Item.State.ANNOTATED.value)), default=Value(Item.State.OPEN.value))
    returned = closed.update(state=state)
    Project.objects.filter(pk=project.pk).update(item_count=F("item_count") + withdrawn)
    locked.state, locked.closed_at = JudgingRound.State.OPEN, None
    locked.save(update_fields=["state", "closed_at"])
    record_operation(
        actor=user, project=project, kind=REOPEN, payload={"judging_round": locked.number, "returned": returned}
    )
    return locked


def _compare(user: User, closed: JudgingRound, items: Sequence[int]) -> None:
    """Compare the judgements of items that were closed without all of them, in a job if there are many."""
    if len(items) <= COMPARED_AT_ONCE:
        note_differences(items)
        return
    assert closed.closed_at is not None
    request_job(
        user=user,
        project=closed.project,
        kind=COMPARE_JUDGEMENTS_JOB,
        idempotency_key=f"{closed.pk} {closed.closed_at.isoformat()}",
        parameters={"judging_round": closed.number, "name": closed.name},
    )


def _require_possible(method: str, wanted: int, sample: int | None, pairs: int) -> None:
    if method not in METHODS:
        raise DomainError(f"There is no method “{method}”. Methods: {', '.join(METHODS)}.")
    if not 1 <= wanted <= 50:
        raise DomainError("Annotators per expression must be 1 to 50.")
    if sample is not None and sample < 1:
        raise DomainError("A sample must have at least one expression.")
    if not 1 <= pairs <= MOST_PAIRS:
        raise DomainError(f"Pairs per expression must be 1 to {MOST_PAIRS}.")


def _require_shares(repeat_share: int, attention_share: int) -> None:
    if not 0 <= repeat_share <= 100:
        raise DomainError("The share of repeats must be between 0 and 100 %.")
    if not 0 <= attention_share <= 100:
        raise DomainError("The share of attention items must be between 0 and 100 %.")


def _require_given(
    test_set: TestSet,
    method: str,
    scope: str,
    file: File[bytes] | None,
    judging_round: JudgingRound | None,
    control_share: int,
) -> None:
    if not 0 <= control_share <= 90:
        raise DomainError("The share of control items must be between 0 and 90 %.")
    if file is None and judging_round is None:
        if control_share:
            raise DomainError("Control items need given marks. Choose a file or an earlier judging round.")
        return
    if file is not None and judging_round is not None:
        raise DomainError("Choose a file or an earlier judging round for the given marks, not both.")
    if find_scheme(method) is None:
        raise DomainError("Marks can be given only where error spans are marked. Choose ESA, MQM or expressions.")
    if judging_round is None:
        return
    if judging_round.test_set_id != test_set.pk or find_scheme(judging_round.method) is None:
        raise DomainError("Choose an earlier judging round on this test set in which error spans are marked.")
    if judging_round.scope != scope:
        raise DomainError(
            f"“{judging_round.name}” judges something else. Choose the same scope to begin with its marks."
        )


def _require_scope(test_set: TestSet, method: str, scope: str) -> None:
    if scope not in JudgingRound.Scope.values:
        raise DomainError(f"The scope must be one of: {', '.join(JudgingRound.Scope.values)}.")
    if scope == JudgingRound.Scope.SEGMENT:
        if method not in WHOLE:
            raise DomainError("Only error spans by ESA or MQM can be marked in whole segments.")
    elif not test_set.expression_count:
        raise DomainError("There is nothing to judge: no expressions are marked. Choose error spans in whole segments.")


def _require_wording(method: str, given: Mapping[str, Any] | None) -> Wording:
    default = DEFAULTS[method].to_json()
    data = {**default, **(given or {})}
    if not isinstance(data["points"], Mapping):
        raise DomainError(_BY_VALUE)
    data["points"] = {**default["points"], **data["points"]}
    if not all(isinstance(text, str) for text in (data["question"], data["cannot_judge"], *data["points"].values())):
        raise DomainError("Give a text for each question and answer.")
    try:
        wording = Wording.from_json(data)
    except ValueError as error:
        raise DomainError(_BY_VALUE) from error
    if fault := find_fault_in_wording(method, wording):
        raise DomainError(fault)
    return wording


def _choose_translations(test_set: TestSet, systems: Sequence[str]) -> list[int]:
    keys_by_system = dict(test_set.translations.order_by("pk").values_list("system__name", "pk"))
    if unknown := [name for name in systems if name not in keys_by_system]:
        raise DomainError(f"This test set has no system “{unknown[0]}”.")
    if not keys_by_system:
        raise DomainError("There are no system outputs to judge yet.")
    return [pk for name, pk in keys_by_system.items() if not systems or name in systems]


@transaction.atomic
def choose_judging_round(*, user: User, project: Project, judging_round: JudgingRound) -> None:
    """Let the judge finish this open round before others."""
    annotator = require_annotator(user, project)
    if judging_round.project_id != project.pk or judging_round.state != JudgingRound.State.OPEN:
        raise DomainError("This judging round is not open. Choose another one.")
    if project.evaluation.mixes_rounds:
        raise DomainError("The items of all open judging rounds come mixed in this project.")
    JudgingRoundChoice.objects.update_or_create(annotator=annotator, defaults={"judging_round": judging_round})
    record_operation(actor=user, project=project, kind=CHOOSE, payload={"judging_round": judging_round.number})
