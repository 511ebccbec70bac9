"""Receivers for signals of projects."""

from typing import Any

from annotation_site.exclusions.queries import counting_changed
from annotation_site.projects.models import Membership
from idiomaticity.classes.services import settle_compounds_of


def connect() -> None:
    """Register the handlers; called once when the app is ready."""
    counting_changed.connect(follow_exclusion, dispatch_uid="idiomaticity.follow_exclusion")


def follow_exclusion(annotator: Membership, **kwargs: Any) -> None:
    """Recompute the classes of compounds that an excluded or readmitted expert classified."""
    settle_compounds_of(annotator)
