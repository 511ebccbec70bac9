"""Figures for LaTeX."""

import re

import pytest

from alignment.figures.tikz import escape_latex, write_tikz
from alignment.readings.links import Reading
from tests.alignment.figures.test_drawing import compose


def test_words_are_nodes_and_links_join_them() -> None:
    text = write_tikz(compose(Reading({(1, 2): "S", (2, 1): "P"})))
    assert re.findall(r"\((s\d)\) at", text) == ["s1", "s2", "s3"]
    assert r"\draw[sure, both] (s2.south) -- (t3.north);" in text
    assert r"\draw[possible, both] (s3.south) -- (t2.north);" in text
    assert text.count("{") == text.count("}")


def test_words_from_right_to_left_keep_their_numbers() -> None:
    text = write_tikz(compose(Reading({}), is_right_to_left=True))
    assert re.findall(r"\((t\d)\) at", text) == ["t3", "t2", "t1"]


def test_columns_join_sides_and_doubled_links_are_shifted_apart() -> None:
    text = write_tikz(compose(Reading({(0, 0): "S"}), Reading({(0, 0): "P"}), direction="columns"))
    assert r"\draw[sure, first] ([yshift=-1.2pt]s1.east) -- ([yshift=-1.2pt]t1.west);" in text
    assert r"\draw[possible, second] ([yshift=1.2pt]s1.east) -- ([yshift=1.2pt]t1.west);" in text
    assert "{Sure, A only}" in text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("50 % & more_", r"50 \% \& more\_"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("a~b^c", r"a\textasciitilde{}b\textasciicircum{}c"),
    ],
)
def test_what_means_something_to_latex_is_printed_as_it_stands(text: str, printed: str) -> None:
    assert escape_latex(text) == printed
