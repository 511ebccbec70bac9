"""Places of marks: inside the text, never inside a character, inside the expression where marking is limited."""

import pytest

from evaluation.metrics.error_spans.boundaries import find_fault_in_places
from evaluation.metrics.error_spans.schemes import ErrorSpan


def fault(text: str, start: int, end: int, within: list[list[int]] | None = None) -> str | None:
    return find_fault_in_places(ErrorSpan("target", start, end, "Error", "minor"), text, within or [])


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Er ging heim.", 3, 7),
        ("冰はとても冷たい", 0, 1),
        ("ภาษาไทย", 0, 4),
        ("كسر الجليد", 0, 3),
        ("e\u0301té", 0, 2),
        ("👩‍👩‍👧 ja", 0, 5),
    ],
)
def test_whole_characters_of_any_script_can_be_marked(text: str, start: int, end: int) -> None:
    assert fault(text, start, end) is None


@pytest.mark.parametrize(
    ("text", "start", "end", "said"),
    [
        ("kurz", 2, 5, "not inside"),
        ("kurz", 2, 2, "not inside"),
        ("e\u0301té", 0, 1, "divides"),
        ("👩‍👩‍👧 ja", 2, 5, "divides"),
        ("a  b", 1, 3, "no words"),
    ],
)
def test_other_places_are_refused(text: str, start: int, end: int, said: str) -> None:
    assert said in (fault(text, start, end) or "")


def test_a_limit_allows_the_expression_its_parts_and_its_gap() -> None:
    text = "They broke it, the ice."
    spans = [[5, 10], [15, 22]]
    assert fault(text, 5, 10, spans) is None
    assert fault(text, 6, 9, spans) is None
    assert fault(text, 5, 22, spans) is None
    assert "outside" in (fault(text, 0, 10, spans) or "")
