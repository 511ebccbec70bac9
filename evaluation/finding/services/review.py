"""Decisions on hits: accept, reject, decide a whole phrase, and undo."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import F

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.web.exceptions import DomainError, StaleVersion
from evaluation.finding.models import Finding, FoundPhrase, Hit, HitDecision

OPEN, ACCEPTED, REJECTED = Hit.Verdict.values


@transaction.atomic
def decide_hit(*, user: User, finding: Finding, hit: Hit, verdict: str, seen: int, operation_id: UUID) -> Hit:
    """Accept or reject a hit, or make it undecided again; repeating an operation id has no effect.

    `seen` is the decision that the user saw (0: none). Raise StaleVersion if a different one is in force by now.
    """
    require(can_adjudicate, user, finding.project)
    phrase = _lock_phrase(finding, hit.phrase_id)
    hit = Hit.objects.select_for_update(no_key=True, of=("self",)).select_related("phrase", "sentence").get(pk=hit.pk)
    if _find_repeat(user, operation_id, finding, hit.phrase_id) or hit.verdict == verdict:
        return hit
    if hit.seen != seen:
        raise StaleVersion(
            "Someone else has reviewed this hit since. Nothing was changed.",
            state={"id": hit.pk, "verdict": hit.verdict, "seen": hit.seen},
        )
    decision = _record(user, phrase, verdict, 1, operation_id, hit.decision)
    _move(phrase, hit.verdict, verdict, 1)
    hit.verdict, hit.decision = verdict, decision
    hit.save(update_fields=["verdict", "decision"])
    return hit


@transaction.atomic
def decide_phrase(*, user: User, finding: Finding, phrase: FoundPhrase, verdict: str, operation_id: UUID) -> int:
    """Accept or reject every undecided hit of a phrase, and return their number."""
    require(can_adjudicate, user, finding.project)
    if verdict not in (ACCEPTED, REJECTED):
        raise DomainError("Hits must be accepted or rejected.")
    phrase = _lock_phrase(finding, phrase.pk)
    if repeat := _find_repeat(user, operation_id, finding, phrase.pk):
        return repeat.hit_count
    open_hits = Hit.objects.filter(finding=finding, phrase=phrase, verdict=OPEN)
    count = phrase.open_count
    if not count:
        return 0
    decision = _record(user, phrase, verdict, count, operation_id, None)
    open_hits.update(verdict=verdict, decision=decision)
    _move(phrase, OPEN, verdict, count)
    return count


@transaction.atomic
def undo_decision(*, user: User, finding: Finding, decision: HitDecision) -> int:
    """Undo the user's decision if it is still in force, and return the number of hits restored.

    0 if it was undone before, or if somebody has decided the hits since.
    """
    require(can_adjudicate, user, finding.project)
    if decision.decided_by_id != user.pk or decision.finding_id != finding.pk:
        raise DomainError("You can undo only your own decisions.")
    phrase = _lock_phrase(finding, decision.phrase_id)
    before = decision.previous.verdict if decision.previous else OPEN
    count = Hit.objects.filter(finding=finding, phrase=phrase, decision=decision).update(
        verdict=before, decision=decision.previous
    )
    if count:
        _move(phrase, decision.verdict, before, count)
        payload = {"finding": finding.pk, "decision": decision.pk, "hits": count}
        record_operation(actor=user, project=finding.project, kind="undo_hits", payload=payload)
    return count


def _lock_phrase(finding: Finding, pk: int) -> FoundPhrase:
    """Lock the phrase; its sums and its hits change under this lock only."""
    return FoundPhrase.objects.select_for_update(no_key=True, of=("self",)).get(finding=finding, pk=pk)


def _find_repeat(user: User, operation_id: UUID, finding: Finding, phrase: int) -> HitDecision | None:
    earlier = HitDecision.objects.filter(decided_by=user, operation_id=operation_id).first()
    if earlier is not None and (earlier.finding_id, earlier.phrase_id) != (finding.pk, phrase):
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    return earlier


def _record(
    user: User, phrase: FoundPhrase, verdict: str, count: int, operation_id: UUID, previous: HitDecision | None
) -> HitDecision:
    finding = phrase.finding
    decision = HitDecision.objects.create(
        finding=finding,
        phrase=phrase,
        verdict=verdict,
        hit_count=count,
        previous=previous,
        decided_by=user,
        operation_id=operation_id,
    )
    payload = {"finding": finding.pk, "decision": decision.pk, "verdict": verdict, "hits": count}
    record_operation(
        actor=user, project=finding.project, kind="decide_hits", payload=payload, operation_id=operation_id
    )
    return decision


def _move(phrase: FoundPhrase, before: str, after: str, count: int) -> None:
    changes = {f"{before}_count": F(f"{before}_count") - count, f"{after}_count": F(f"{after}_count") + count}
    changes.pop("open_count", None)
    FoundPhrase.objects.filter(pk=phrase.pk).update(**changes)
