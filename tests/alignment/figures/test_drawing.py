"""Figures as plots: what stands where, and what each kind of line means."""

from xml.etree import ElementTree

from alignment.figures.drawing import draw_figure
from alignment.figures.links import AlignmentFigure, Direction, Sentence, combine_readings
from alignment.readings.links import Reading

SVG = "{http://www.w3.org/2000/svg}"


def compose(
    first: Reading, second: Reading | None = None, direction: Direction = "rows", **sides: bool
) -> AlignmentFigure:
    return AlignmentFigure(
        title="Proverbs, pair 1",
        source=Sentence(["a", "black", "cat"]),
        target=Sentence(["un", "gatto", "nero"], **sides),
        links=combine_readings(first, second),
        names=["A"] if second is None else ["A", "B"],
        direction=direction,
    )


def lines_of(figure: AlignmentFigure) -> list[tuple[str, dict[str, float]]]:
    root = ElementTree.fromstring(draw_figure(figure).to_svg())
    return [
        (line.attrib["class"], {name: float(line.attrib[name]) for name in ("x1", "y1", "x2", "y2")})
        for line in root.iter("line")
    ]


def words_of(figure: AlignmentFigure) -> dict[str, tuple[float, float]]:
    root = ElementTree.fromstring(draw_figure(figure).to_svg())
    return {
        text.text or "": (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in root.iter("text")
        if text.attrib["class"] == "word"
    }


def test_lines_join_the_words_that_are_linked() -> None:
    figure = compose(Reading({(0, 0): "S", (1, 2): "P"}))
    words = words_of(figure)
    (sure, first), (possible, second), *legend = lines_of(figure)
    assert (sure, possible) == ("link-both", "link-both-possible")
    assert (first["x1"], first["x2"]) == (words["a"][0], words["un"][0])
    assert (second["x1"], second["x2"]) == (words["black"][0], words["nero"][0])
    assert first["y1"] > words["a"][1]
    assert first["y2"] < words["un"][1]
    assert [kind for kind, _ in legend] == ["link-both", "link-both-possible"]


def test_two_readings_are_told_apart_and_the_legend_names_what_occurs() -> None:
    figure = compose(Reading({(0, 0): "S", (1, 2): "S"}), Reading({(0, 0): "S", (2, 1): "P"}))
    assert [name for _, _, name in figure.legend()] == ["Sure, both", "Sure, A only", "Possible, B only"]
    kinds = [kind for kind, _ in lines_of(figure)]
    assert kinds[:3] == ["link-both", "link-first", "link-second-possible"]


def test_a_link_labelled_differently_is_drawn_twice_side_by_side() -> None:
    figure = compose(Reading({(0, 0): "S"}), Reading({(0, 0): "P"}))
    (first, here), (second, there), *_ = lines_of(figure)
    assert (first, second) == ("link-first", "link-second-possible")
    assert here["x1"] < there["x1"]


def test_right_to_left_words_stand_from_the_right() -> None:
    words = words_of(compose(Reading({}), is_right_to_left=True))
    assert words["nero"][0] < words["gatto"][0] < words["un"][0]
    assert words["a"][0] < words["black"][0] < words["cat"][0]


def test_columns_put_a_word_on_each_line() -> None:
    words = words_of(compose(Reading({}), direction="columns"))
    assert words["a"][1] == words["un"][1] < words["black"][1] == words["gatto"][1]


def test_everything_stands_inside_the_plot() -> None:
    for direction in ("rows", "columns"):
        figure = compose(Reading({(0, 0): "S", (2, 1): "P"}), Reading({(0, 0): "P"}), direction=direction)
        plot = draw_figure(figure)
        for x, y in words_of(figure).values():
            assert 0 < x < plot.width
            assert 0 < y < plot.height


def test_the_links_are_told_in_words_too() -> None:
    assert draw_figure(compose(Reading({(2, 1): "S"}))).description == "Sure: cat – gatto"
    assert draw_figure(compose(Reading({}))).description == "No links."
