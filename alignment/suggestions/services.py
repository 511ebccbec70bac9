"""Requesting suggested links from a file or an aligner."""

from collections.abc import Collection
from uuid import UUID

from django.core.files.base import File

from alignment.formats.link_files import DETECT, find_fault_in_options
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Cell
from alignment.suggestions.aligners import Encoder
from alignment.suggestions.jobs.suggesting import ALL_PAIRS, NEW_PAIRS, open_aligner
from alignment.suggestions.models import AlignerPriors, Suggestion
from alignment.suggestions.queries import adjudicated_items
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import Keep, keep_and_request
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.tokens import TOKEN_METHODS
from annotation_site.web.exceptions import DomainError

SUGGESTIONS = "suggestions"


def request_suggestions(
    *,
    user: User,
    project: Project,
    request_id: UUID,
    file: File[bytes],
    file_name: str,
    alignment_format: str = DETECT,
    base: str = DETECT,
    is_reversed: bool = False,
) -> Job:
    """Queue the import of a file of links as suggestions; repeating the request gives the same job."""
    require(can_manage, user, project)
    if fault := find_fault_in_options(alignment_format, base):
        raise DomainError(fault)
    if not project.item_count:
        raise DomainError("Import text before you add suggestions.")
    described = {"format": alignment_format, "base": base, "is_reversed": is_reversed}
    return keep_and_request(
        lambda keep: request_job(
            user=user,
            project=project,
            kind=SUGGESTIONS,
            idempotency_key=str(request_id),
            parameters={"upload": keep(file, file_name), **described},
        ),
        user=user,
        project=project,
        kinds=[SUGGESTIONS],
        request_id=request_id,
    )


ALIGNER = "aligner"


def request_aligner(
    *,
    user: User,
    project: Project,
    request_id: UUID,
    aligner: str,
    pairs: str = ALL_PAIRS,
    source_text: File[bytes] | None = None,
    target_text: File[bytes] | None = None,
    tokens: str = "spaces",
) -> Job:
    """Queue an aligner's suggestions for `all` pairs that nobody has begun, or for the `new` ones that have none; a
    training text, if given, is read before the project's own. Repeating the request gives the same job.
    """
    require(can_manage, user, project)

    def ask(keep: Keep) -> Job:
        _require_possible(project, aligner, pairs, tokens)
        if (source_text is None) != (target_text is None):
            raise DomainError("A training text needs two files, one per language.")
        training = [keep(file) for file in (source_text, target_text) if file is not None]
        return request_job(
            user=user,
            project=project,
            kind=ALIGNER,
            idempotency_key=str(request_id),
            parameters={
                "aligner": aligner,
                "pairs": pairs,
                "training": training,
                "tokens": tokens,
                "source_language": project.alignment.source_language,
                "target_language": project.alignment.target_language,
            },
        )

    return keep_and_request(ask, user=user, project=project, kinds=[ALIGNER], request_id=request_id)


LEARNING = "learn_links"
# Fewer say little: of 30 pairs, six are left to measure on at a time.
LEAST_PAIRS = 30


def request_learning(*, user: User, project: Project, request_id: UUID) -> Job:
    """Queue the encoder's learning from the project's adjudicated pairs; repeating the request gives the same job."""
    require(can_manage, user, project)
    open_aligner(Encoder.name)
    if project.alignment.scope != AlignmentSettings.Scope.FULL:
        raise DomainError("The encoder learns from whole sentences. In this project only target words are linked.")
    known = adjudicated_items(project).count()
    if known < LEAST_PAIRS:
        raise DomainError(f"Learning needs {LEAST_PAIRS} adjudicated pairs; this project has {known}.")
    return request_job(user=user, project=project, kind=LEARNING, idempotency_key=str(request_id), parameters={})


def prioritise_by_difference(item: Item, links: Collection[Cell]) -> None:
    """Give a pair that was read once the share of links that only the reading or only the suggestions have as its
    priority, so that the pairs on which machine and annotator differ are read again first.
    """
    suggested = set(Suggestion.objects.filter(item=item).values_list("source_index", "target_index").order_by())
    if suggested:
        difference = 1 - len(suggested & set(links)) / len(suggested | set(links))
        Item.objects.filter(pk=item.pk).update(priority=difference)


def _require_possible(project: Project, aligner: str, pairs: str, tokens: str) -> None:
    installed = open_aligner(aligner)
    if pairs not in (ALL_PAIRS, NEW_PAIRS):
        raise DomainError("Choose all pairs or new pairs.")
    if tokens not in TOKEN_METHODS:
        raise DomainError(f"Tokenisation must be one of: {', '.join(TOKEN_METHODS)}.")
    if not project.item_count:
        raise DomainError("Import text before you add suggestions.")
    if pairs == NEW_PAIRS and not installed.learns:
        return
    if pairs == NEW_PAIRS and not installed.keeps_priors:
        raise DomainError(f"{aligner} has no priors. Align all pairs instead.")
    learnt = AlignerPriors.objects.filter(project=project, aligner=aligner)
    if pairs == NEW_PAIRS and not learnt.exists():
        raise DomainError(f"{aligner} has not been trained on this project. Align all pairs first.")
