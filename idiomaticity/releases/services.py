"""Requests for a release of a compositionality study."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.releases.services import queue_release
from annotation_site.web.exceptions import DomainError
from idiomaticity.paraphrases.counts import PAPER, Thresholds

RELEASE = "compound_release"


@transaction.atomic
def request_release(
    *, user: User, project: Project, request_id: UUID, thresholds: Thresholds = PAPER, **terms: Any
) -> Job:
    """Queue a release of all submitted work.

    `terms` are note, licence, citation and creators as in every release, `thresholds` the rule for the levels of
    paraphrases.
    """
    if thresholds.several_sentences < 2 or thresholds.one_sentence < 1:
        raise DomainError("Thresholds must be at least 2 for several sentences and 1 for one.")
    return queue_release(
        user=user,
        project=project,
        kind=RELEASE,
        request_id=request_id,
        paraphrases=asdict(thresholds),
        **terms,
    )
