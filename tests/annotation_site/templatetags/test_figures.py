"""Figures as pages write them."""

import pytest

from annotation_site.templatetags.figures import figure, fixed, p_value, per_cent


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, "–"), (0.0, "< 0.001"), (0.00099, "< 0.001"), (0.001, "0.001"), (0.0412, "0.041"), (1.0, "1.000")],
)
def test_no_p_value_is_written_as_zero(value, written):
    assert p_value(value) == written


def test_figures_have_a_true_minus():
    assert [figure(-0.5), fixed(-0.5, 2), per_cent(-0.186)] == ["−0.500", "−0.50", "−18.6"]


def test_no_zero_has_a_sign():
    assert [figure(-0.0001), fixed(-0.001, 2), per_cent(-0.0001)] == ["0.000", "0.00", "0.0"]
