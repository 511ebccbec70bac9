"""A judging round with error spans is deleted with them, and comes back with them."""

from uuid import uuid4

import pytest

from annotation_site.assignments.services.submissions import submit_assignment
from evaluation.judging.models import MarkedSpan
from tests.evaluation.deletions.deleting import delete, restore
from tests.evaluation.judgements import lease_judgement, make_round
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


def test_error_spans_go_and_come_back_with_their_round(files_folder: object) -> None:
    opened = make_round(method="esa", sample=1)
    given = lease_judgement(make_member(opened.project))
    span = {"side": "source", "start": 0, "end": 1, "category": "Omission", "severity": "minor"}
    spans = [[{**span, "start": start, "end": end}] for start, end in given.item.judgement_task.source_spans[:1]]
    outputs = len(given.item.judgement_task.outputs)
    submit_assignment(
        user=given.annotator.user,
        assignment_id=given.pk,
        operation_id=uuid4(),
        version=0,
        answers=[50] * outputs,
        spans=[spans[0], *[[]] * (outputs - 1)],
    )
    before = list(MarkedSpan.objects.values())
    assert before
    deletion = delete(opened.project, "judging-round", opened.pk)
    assert not MarkedSpan.objects.exists()
    restore(deletion)
    assert list(MarkedSpan.objects.values()) == before
