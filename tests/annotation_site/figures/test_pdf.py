"""Plots as PDF."""

import pytest

from annotation_site.figures.pdf import MissingLetters, convert_to_pdf
from annotation_site.figures.plots import Plot


def plot(word: str) -> str:
    made = Plot("figure", "A figure", "One word.", height=60, width=120)
    made.text("word", 10, 30, word)
    made.line("link-both-possible", (10, 40), (100, 40))
    return made.to_svg(standalone=True)


def test_equal_plots_are_equal_bytes() -> None:
    assert convert_to_pdf(plot("gatto")) == convert_to_pdf(plot("gatto"))
    assert convert_to_pdf(plot("gatto")) != convert_to_pdf(plot("gatti"))


def test_letters_without_a_font_are_refused_by_name() -> None:
    with pytest.raises(MissingLetters, match="No font on this server has “"):
        convert_to_pdf(plot("gatto").replace("gatto", "\U000f1234"))
