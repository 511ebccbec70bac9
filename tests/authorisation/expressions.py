"""The project that marks expressions in text, made through the services."""

from uuid import uuid4

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.jobs.models import Upload
from annotation_site.projects.models import Membership, Role
from expressions.adjudication.queries import compare_item, find_passage
from expressions.adjudication.services import PassageVerdict, adjudicate_passage
from expressions.consistency.gold import list_corrections
from expressions.consistency.services import correct_expressions
from expressions.marks.marking import Mark
from tests.authorisation.sides import ExpressionSide
from tests.expressions.making import (
    TEXT,
    import_files,
    make_empty_project,
    preview_files,
    submit_marking,
    write_cupt,
)
from tests.factories import lease, make_member

Marked = tuple[tuple[int, ...], str]
VID: Marked = ((1, 2), "VID")
LVC: Marked = ((1, 2), "LVC.full")


def build_expressions(manager: User, adjudicator: User, annotator: User, other: User) -> ExpressionSide:
    project = make_empty_project(manager)
    import_files(project, write_cupt(TEXT * 3))
    project.refresh_from_db()
    make_member(project, Role.ADJUDICATOR, adjudicator)
    first, second = make_member(project, user=annotator), make_member(project, user=other)
    decided, disputed, agreed = [read(first, VID) for _ in range(3)]
    for _ in range(3):  # what is begun comes first
        read(second, LVC, unless=(agreed, VID))
    adjudicate_passage(
        user=adjudicator,
        project=project,
        number=decided.item.number,
        version=0,
        verdict=PassageVerdict([Mark(*VID)], "an idiom"),
        operation_id=uuid4(),
    )
    seen = [(decided.item.number, VID[0], VID[1])]
    change = correct_expressions(
        user=adjudicator, project=project, corrections=list_corrections(seen, "IRV"), operation_id=uuid4()
    )
    given_back = lease(first)
    skip_assignment(user=annotator, assignment_id=given_back.pk, operation_id=uuid4(), version=0, reason="odd")
    preview = preview_files(project, write_cupt())
    return ExpressionSide(
        project=project,
        other=second,
        mine=lease(first),
        submitted=agreed,
        skipped=given_back,
        upload=Upload.objects.get(pk=preview.parameters["uploads"][0]),
        preview=preview,
        disputed_number=disputed.item.number,
        decided_number=decided.item.number,
        seen=compare_item(find_passage(project, disputed.item.number))[1],
        change=change,
    )


def read(annotator: Membership, mark: Marked, unless: tuple[Assignment, Marked] | None = None) -> Assignment:
    """Submit the annotator's next passage with the mark, or with another one if it is a certain passage."""
    assignment = lease(annotator)
    if unless and assignment.item_id == unless[0].item_id:
        mark = unless[1]
    return submit_marking(assignment, mark)
