"""Test sets in words."""

import pytest

from evaluation.test_sets.models import TestSet


@pytest.mark.parametrize(
    ("segments", "expressions", "said"),
    [
        (1, 1, "1 segment, 1 expression marked."),
        (2, 0, "2 segments, 0 expressions marked."),
        (12000, 3400, "12,000 segments, 3,400 expressions marked."),
    ],
)
def test_the_size_of_a_test_set_in_words(segments: int, expressions: int, said: str) -> None:
    assert TestSet(segment_count=segments, expression_count=expressions).sum_up() == said
