"""Tasks of the manager of a project that marks expressions."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, Q, Sum

from annotation_site.assignments.models import Item
from annotation_site.projects.checklist import Step, Task, count_in_words, invite_annotators, place_steps
from annotation_site.projects.models import Project
from annotation_site.projects.overview import Overview
from annotation_site.projects.queries import guideline_step


class ExpressionOverview(Overview):
    """The steps of the manager; progress and people are those of every kind."""

    template = "expressions/overview/overview.html"
    done = "read"

    def list_tasks(self, project: Project, counts: Mapping[str, Any]) -> list[Task]:
        return _list_tasks(project)


def _list_tasks(project: Project) -> list[Task]:
    """Return the manager's tasks, done and next, from the state of the database."""
    items = Item.objects.filter(project=project).exclude(state=Item.State.WITHDRAWN)
    counts = items.aggregate(
        passages=Count("pk"),
        required=Sum("required_count", default=0),
        given=Sum("submitted_count", default=0),
        # Passages on which annotators agree need no decision.
        undecided=Count("pk", filter=Q(state=Item.State.ANNOTATED, passage_difference__strength__gt=0)),
        complete=Count("pk", filter=Q(submitted_count__gte=F("required_count"))),
    )
    annotators = project.memberships.active().annotators().count()
    passages, given, undecided = counts["passages"], counts["given"], counts["undecided"]
    is_read = passages > 0 and counts["complete"] == passages
    is_released = project.releases.exists()
    return place_steps(
        [
            guideline_step(project),
            Step(
                "Import text",
                f"{count_in_words(passages, 'passage')}." if passages else "As .cupt, CoNLL-U or another format.",
                passages > 0,
                "expressions:import",
                "Import more" if passages else "Import",
            ),
            invite_annotators(annotators, project.annotators_per_item, "passage"),
            Step(
                "Collect readings",
                f"{given:,} of {counts['required']:,} readings submitted."
                if passages
                else "Annotators mark expressions independently.",
                is_read,
                "expressions:passages" if passages else "",
                "Show passages" if passages else "",
            ),
            Step(
                "Adjudicate",
                f"{count_in_words(undecided, 'passage')} to decide."
                if undecided
                else "Passages on which annotators differ are decided here.",
                is_read and not undecided,
                "expressions:adjudication" if given else "",
                "Adjudicate" if undecided else "",
            ),
            Step(
                "Release",
                "The gold standard as .cupt, with single readings and agreement.",
                is_released,
                "projects:releases" if given else "",
                "Show releases" if is_released else "Release" if given else "",
            ),
        ]
    )
