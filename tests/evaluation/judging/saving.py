"""Answers of an annotator, as a form sends them."""

from uuid import uuid4

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.operations.models import Operation

# The two systems' texts, and how good they are.
SCORES = {
    "Si sveglia presto.": 4,
    "Si è svegliata presto.": 5,
    "Ha spaccato il gelo.": 1,
    "Ha rotto il ghiaccio.": 5,
    "": 1,
    "Hanno rotto il ghiaccio.": 4,
}


def save(assignment: Assignment, answers: list[int | None], **changes: object) -> Operation:
    values = {"operation_id": uuid4(), "version": assignment.version, "answers": answers, **changes}
    return change_assignment(user=assignment.annotator.user, assignment_id=assignment.pk, **values)  # type: ignore[arg-type]
