import pytest

from annotation_site.coefficients.conventions import Band, Verdict, judge_alpha


@pytest.mark.parametrize(
    ("alpha", "band"),
    [
        (0.800, Band.RELIABLE),
        (0.7999, Band.TENTATIVE),
        (0.667, Band.TENTATIVE),
        (0.6669, Band.UNRELIABLE),
        (-0.2, Band.UNRELIABLE),
    ],
)
def test_the_thresholds_are_those_of_krippendorff(alpha: float, band: Band) -> None:
    assert judge_alpha(alpha) == Verdict(band, is_certain=False)


def test_it_is_certain_only_if_the_whole_interval_lies_in_the_band() -> None:
    assert judge_alpha(0.85, 0.81, 0.89) == Verdict(Band.RELIABLE, is_certain=True)
    assert judge_alpha(0.85, 0.79, 0.89) == Verdict(Band.RELIABLE, is_certain=False)
    assert judge_alpha(0.70, 0.68, 0.81) == Verdict(Band.TENTATIVE, is_certain=False)


def test_without_an_alpha_there_is_no_verdict() -> None:
    assert judge_alpha(None, 0.1, 0.2) is None
