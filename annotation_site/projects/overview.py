"""The part of the overview that a kind of project declares: counts of the work, a manager's steps, and a template."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from annotation_site.projects.checklist import Task
from annotation_site.projects.models import Membership, Project


class Overview:
    """The kind's part of the page that every overview is. A kind without a part of its own has the shared page."""

    template: ClassVar[str] = "overview/overview.html"
    # What annotators do to an item, as the head of their number.
    done: ClassVar[str] = "submitted"

    def count_work(self, project: Project) -> Mapping[str, Any]:
        """Return counts of everybody's work by name, on which the manager's steps rest and which the page shows to
        those who can see everyone's work.
        """
        return {}

    def describe_work(self, project: Project, counts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the page shows of everybody's work beside the counts."""
        return {}

    def describe_own_work(self, annotator: Membership) -> Mapping[str, Any]:
        """Return what the page shows an annotator beside their progress."""
        return {}

    def list_tasks(self, project: Project, counts: Mapping[str, Any]) -> list[Task]:
        """Return the steps of the project's manager, done and next."""
        return []
