"""Requests that propose candidates or measure their effect, removing candidates, and an annotator's own ones."""

from __future__ import annotations

from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.agreement.queries import find_last_change
from annotation_site.assignments.models import Assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import Keep, keep_and_request
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.lines import is_encoding
from annotation_site.web.exceptions import DomainError
from expressions.candidates.models import PURPOSES, Candidate, OwnCandidate
from expressions.candidates.proposals import MOST_GAP
from expressions.candidates.queries import find_own, list_open
from expressions.imports.services import FORMATS

PROPOSAL, EFFECTS, REMOVE = "expression_candidates", "candidate_effects", "remove_candidates"
SOURCES = Candidate.Source.values


def request_candidates(
    *,
    user: User,
    project: Project,
    source: str,
    gap: int,
    control_share: int,
    request_id: UUID,
    file: File[bytes] | None = None,
    format_name: str = "",
    encoding: str = "",
) -> Job:
    """Queue the proposal of candidates for passages that nobody has begun; repeating the request gives the same job.

    Source `lexicon` are solved cases and expressions of the gold standard, `corpus` those of an annotated file, `marks`
    marks of the same sentences in a file, such as a machine's. Of a control passage, whose share is in per cent,
    annotators see none.
    """
    require(can_manage, user, project)
    if source not in SOURCES:
        raise DomainError(f"source is one of {', '.join(SOURCES)}.")
    if not 0 <= gap <= MOST_GAP or not 0 <= control_share <= 100:
        raise DomainError(f"gap is 0 to {MOST_GAP} words, control_share 0 to 100 per cent.")
    if format_name and format_name not in FORMATS:
        raise DomainError(f"There is no format “{format_name[:40]}”. Choose from {', '.join(FORMATS)}.")
    if encoding and not is_encoding(encoding):
        raise DomainError(f"“{encoding[:40]}” is not an encoding.")
    if (file is None) != (source == Candidate.Source.LEXICON):
        raise DomainError("Sources “corpus” and “marks” need an annotated file, “lexicon” takes none.")

    def ask(keep: Keep) -> Job:
        uploads = [] if file is None else [keep(file)]
        described = {"source": source, "gap": gap, "control_share": control_share}
        described |= {"uploads": uploads, "format_name": format_name, "encoding": encoding}
        return request_job(
            user=user, project=project, kind=PROPOSAL, idempotency_key=str(request_id), parameters=described
        )

    return keep_and_request(ask, user=user, project=project, kinds=[PROPOSAL], request_id=request_id)


def request_effects(*, user: User, project: Project) -> Job:
    """Queue the effects of candidates; a repeated request for the same work returns the same job."""
    require(can_manage, user, project)
    key = f"work-{find_last_change(project)}"
    return request_job(user=user, project=project, kind=EFFECTS, idempotency_key=key, parameters={})


@transaction.atomic
def remove_candidates(*, user: User, project: Project, operation_id: UUID) -> int:
    """Remove the candidates of passages that nobody has begun, and return their number."""
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if is_repeat(actor=user, operation_id=operation_id, kind=REMOVE, project=project):
        return 0
    open_items = list(list_open(project).order_by("pk").select_for_update(no_key=True, of=("self",)).values("pk"))
    count, _ = Candidate.objects.filter(item__in=[row["pk"] for row in open_items]).delete()
    record_operation(actor=user, project=project, kind=REMOVE, payload={"candidates": count}, operation_id=operation_id)
    return int(count)


def propose_own(assignment: Assignment) -> None:
    """Store where a leased passage may have expressions that its annotator has marked in earlier ones, if the project
    proposes them. Words that are a candidate already, of all annotators or by an earlier lease, stay as they are.
    """
    project = assignment.item.project
    if assignment.purpose not in PURPOSES or not project.expressions.proposes_own:
        return
    common = set(map(tuple, Candidate.objects.filter(item=assignment.item_id).values_list("words", flat=True)))
    is_control = assignment.item.ring_place < project.expressions.own_control_share / 100
    OwnCandidate.objects.bulk_create(
        (
            OwnCandidate(assignment=assignment, words=list(words), category=category, is_control=is_control)
            for words, category in find_own(assignment)
            if words not in common
        ),
        ignore_conflicts=True,
    )
