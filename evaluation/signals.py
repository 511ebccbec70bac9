"""Receivers for signals of projects."""

from typing import Any

from annotation_site.exclusions.queries import counting_changed
from annotation_site.projects.models import Membership
from evaluation.adjudication.services import follow_exclusion


def connect() -> None:
    """Register the handlers; called once when the app is ready."""
    counting_changed.connect(compare_readings_again, dispatch_uid="evaluation.compare_readings_again")


def compare_readings_again(annotator: Membership, **kwargs: Any) -> None:
    """Bring the adjudicators' queue up to date when an annotator is excluded or readmitted."""
    follow_exclusion(annotator)
