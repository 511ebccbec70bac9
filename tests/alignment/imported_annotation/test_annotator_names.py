"""Annotators are named after the parts in which the names of their files differ."""

import pytest

from alignment.imported_annotation.annotator_names import name_annotators
from tests.shared_data import shared


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["RTE2_test_A.align.txt", "RTE2_test_B.align.txt"], ["A", "B"]),
        (["anna.txt", "bea.txt"], ["anna", "bea"]),
        (["gold-Anna-Rossi.A3", "gold-Bea.A3"], ["Anna Rossi", "Bea"]),
        (["annotator 1.txt", "annotator 2.txt"], ["annotator 1", "annotator 2"]),
        (["1.txt", "2.txt"], ["1", "2"]),
        (["links.txt"], ["links"]),
        (["a.txt", "a.txt"], ["a", "a"]),
        (["set.A.txt", "set.txt"], ["set.A", "set"]),
        (["no ending", "none"], ["no ending", "none"]),
    ],
)
def test_the_parts_that_differ_are_the_names(files: list[str], names: list[str]) -> None:
    assert name_annotators(files) == names


def test_the_three_real_annotators_are_a_b_and_c() -> None:
    files = sorted(path.name for path in shared("data/alignment/rte2-three-annotators").glob("RTE2*"))
    assert name_annotators(files) == ["A", "B", "C"]
