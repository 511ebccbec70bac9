"""A release holds the error spans of its judging rounds, and recomputes what follows from them."""

from pathlib import Path
from uuid import uuid4

import pytest

from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.verification import verify_release
from tests.alignment.releasing import change, save_release
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.releases.making import make_evaluation_release
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


def test_error_spans_are_released_and_verified(tmp_path: Path, files_folder: object) -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    make_round(project, test_set, method="mqm", scope="segment", sample=1)
    span = {"side": "target", "start": 0, "end": 2, "category": "Fluency/Spelling", "severity": "minor"}
    for severity in ("minor", "major"):
        given = lease_judgement(make_member(project))
        outputs = given.item.judgement_task.outputs
        spans = [
            [{**span, "severity": severity}] if outputs[place]["text"] else [] for place in given.shown_order.places
        ]
        submit_assignment(
            user=given.annotator.user,
            assignment_id=given.pk,
            operation_id=uuid4(),
            version=0,
            answers=[0] * len(outputs),
            spans=spans,
        )
    release = make_evaluation_release(project, test_set)
    (report,) = release.manifest["judging"]
    assert {row["mean"] for row in report["systems"]} <= {3, 0}
    assert report["overlaps"][0]["micro"] == 0.5, "the same characters with another severity"
    path = save_release(release, tmp_path)
    assert verify_release(path)["verified"]
    worse = change(path, "judgements.jsonl", lambda text: text.replace("minor", "major"))
    with pytest.raises((UnreadableReleaseError, AssertionError)):
        assert verify_release(worse)["verified"]
