"""The numbers with which a question can be answered."""

import pytest

from idiomaticity.scales.score_scale import MOST_TICKS, PAPER_SCALE, ScoreScale, read_labels, write_labels

SEVEN, SLIDER, FIVES = ScoreScale(1, 7), ScoreScale(0, 100), ScoreScale(0, 100, 5)


def test_the_scale_of_the_papers_is_the_usual_one() -> None:
    assert ScoreScale.from_json({}) == PAPER_SCALE
    assert (list(PAPER_SCALE.values), str(PAPER_SCALE)) == ([0, 1, 2, 3, 4, 5], "0 to 5")


@pytest.mark.parametrize(
    ("scale", "value", "is_held"),
    [
        *((SEVEN, 0, False), (SEVEN, 1, True), (SEVEN, 7, True), (SEVEN, 8, False), (SEVEN, True, False)),
        *((SEVEN, 2.0, False), (FIVES, 15, True), (FIVES, 12, False)),
    ],
)
def test_a_score_lies_on_a_step(scale: ScoreScale, value: object, is_held: bool) -> None:
    assert scale.holds(value) is is_held


@pytest.mark.parametrize("text", ["0", "8", "-1", "3.5", "", "٣", "1" * 5000])
def test_a_text_that_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a score from 1 to 7"):
        SEVEN.parse(text)
    assert SEVEN.parse("7") == 7


def test_means_are_placed_between_the_ends() -> None:
    assert (SEVEN.normalise(1), SEVEN.normalise(4), SEVEN.normalise(7)) == (0, 0.5, 1)
    assert (SEVEN.place(0.5), SLIDER.place(0.25)) == (4, 25)


def test_thresholds_of_the_papers_keep_their_share_of_the_scale() -> None:
    assert [scale.convert(2.5) for scale in (PAPER_SCALE, SEVEN, SLIDER)] == [2.5, 3, 50]


@pytest.mark.parametrize("scale", [PAPER_SCALE, SEVEN, SLIDER, FIVES, ScoreScale(3, 4), ScoreScale(0, 97)])
def test_an_axis_names_both_ends_and_a_few_values_between(scale: ScoreScale) -> None:
    ticks = scale.ticks
    assert (ticks[0], ticks[-1]) == (scale.lowest, scale.highest)
    assert len(ticks) <= MOST_TICKS
    assert all(map(scale.holds, ticks))


def test_more_scores_than_buttons_fit_make_a_slider() -> None:
    assert not ScoreScale(0, 10).is_slider
    assert ScoreScale(0, 11).is_slider


@pytest.mark.parametrize(
    "scale",
    [
        *(ScoreScale(5, 5), ScoreScale(-1, 5), ScoreScale(0, 101), ScoreScale(0, 5, 2), ScoreScale(0, 5, 0)),
        *(ScoreScale(labels=labels) for labels in ({6: "more"}, {1: ""}, {1: "x" * 61})),
    ],
)
def test_a_scale_that_cannot_be_used_is_told(scale: ScoreScale) -> None:
    assert scale.find_fault()
    assert PAPER_SCALE.find_fault() is None


def test_labels_are_written_and_read_back() -> None:
    labels = {0: "not at all", 3: "partly", 5: "literally"}
    assert read_labels(write_labels(labels)) == labels
    scale = ScoreScale(labels=labels)
    assert ScoreScale.from_json(scale.to_json()) == scale
    assert read_labels(" 3: partly \n\n") == {3: "partly"}


@pytest.mark.parametrize("text", ["partly", "3", "3 a\n3 b", "x 3"])
def test_a_line_that_is_no_label_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="label"):
        read_labels(text)
