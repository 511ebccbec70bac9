"""Figures as pages write them."""

import pytest

from evaluation.templatetags.figures import figure, p_value


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, "–"), (0.0, "< 0.001"), (0.00099, "< 0.001"), (0.001, "0.001"), (0.0412, "0.041"), (1.0, "1.000")],
)
def test_no_p_value_is_written_as_zero(value, written):
    assert p_value(value) == written


def test_a_figure_has_a_true_minus():
    assert figure(-0.5) == "−0.500"
