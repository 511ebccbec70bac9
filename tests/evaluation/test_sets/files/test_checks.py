"""Marks that stand in the text itself."""

import pytest

from evaluation.test_sets.files.checks import ExpressionChecks
from evaluation.test_sets.files.rows import SegmentRow


def describe(*rows: SegmentRow) -> list[str]:
    checks = ExpressionChecks.of("it")
    for row in rows:
        checks.add(row)
    return checks.describe()


@pytest.mark.parametrize(
    "written", ["[[kick the bucket]]", "{{kick}}", "<<kick>>", "**kick**", "<mwe>kick</mwe>", '<e id="1">kick</e>']
)
def test_marks_in_a_text_are_reported(written: str) -> None:
    [sentence] = describe(SegmentRow(3, f"They {written}.", (), ()))
    assert sentence.startswith(f"1 segment has marks in the text (line 3: “{written}”). They are imported as text.")


def test_marks_of_references_count_and_the_first_is_named() -> None:
    [sentence] = describe(
        SegmentRow(1, "No mark.", ("Nessuno.",), ()),
        SegmentRow(2, "They left.", ("[[Tirano]] via.",), ()),
        SegmentRow(3, "[[Left]].", (), ()),
    )
    assert sentence.startswith("2 segments have marks in the text (line 2: “[[Tirano]]”).")


@pytest.mark.parametrize("text", ["a[0] and [1]", "2 ** 3 ** 4", "if a << b", "x < y > z", "[sic]"])
def test_other_signs_are_none(text: str) -> None:
    assert describe(SegmentRow(1, text, (), ())) == []
