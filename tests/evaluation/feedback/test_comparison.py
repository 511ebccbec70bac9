"""A decision changes an answer where a judge would see it."""

import pytest

from evaluation.feedback.comparison import Judgement, differs
from evaluation.metrics.error_spans.schemes import ErrorSpan

MARK = ErrorSpan("target", 0, 5, "Error", "minor")
GRAVER = ErrorSpan("target", 0, 5, "Error", "major")


@pytest.mark.parametrize(
    ("method", "own", "decided", "is_changed"),
    [
        ("score", Judgement(3), Judgement(3), False),
        ("score", Judgement(3), Judgement(4), True),
        ("preference", Judgement(1), Judgement(2), True),
        # Annotators so near each other agree; the decision is the middle of what they said.
        ("percent", Judgement(60), Judgement(80), False),
        ("percent", Judgement(60), Judgement(81), True),
        ("percent", Judgement(-1), Judgement(3), True),
        ("esa", Judgement(60, [MARK]), Judgement(65, [MARK]), False),
        ("esa", Judgement(60, [MARK]), Judgement(60, [GRAVER]), True),
        ("esa", Judgement(60, [MARK]), Judgement(60), True),
        ("mqm", Judgement(1, [MARK]), Judgement(5, [GRAVER]), True),
    ],
)
def test_marks_labels_and_answers_are_compared(
    method: str, own: Judgement, decided: Judgement, is_changed: bool
) -> None:
    assert differs(own, decided, method) is is_changed
    assert differs(decided, own, method) is is_changed
