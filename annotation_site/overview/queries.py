"""Annotators as the overview lists them."""

from django.db.models import OuterRef, QuerySet, Subquery

from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.projects import queries
from annotation_site.projects.models import Membership, Project

# The last action of a person is sought among their latest assignments: a bounded look, however old the project.
RECENT_ASSIGNMENTS = 10


def list_annotators(project: Project) -> QuerySet[Membership]:
    """Return annotators in order of joining, with `last_action`; those who left are kept if they have work here."""
    own = Assignment.objects.filter(annotator=OuterRef(OuterRef("pk"))).order_by("-pk").values("pk")
    latest = Operation.objects.filter(assignment__in=own[:RECENT_ASSIGNMENTS]).order_by("-pk")
    return queries.list_annotators(project).annotate(last_action=Subquery(latest.values("created_at")[:1]))
