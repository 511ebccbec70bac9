"""Head and modifier by language."""

import pytest

from idiomaticity.compounds.heads import split_compound


@pytest.mark.parametrize(
    ("compound", "language", "modifier", "head"),
    [
        ("glass ceiling", "en", "glass", "ceiling"),
        ("bebida alcoólica", "pt", "alcoólica", "bebida"),
        ("disco voador", "pt-br", "voador", "disco"),
        ("pé-direito", "pt", "direito", "pé"),
        ("pomme de terre", "fr", "terre", "pomme"),
        ("Schwarzer Markt", "de", "Schwarzer", "Markt"),
    ],
)
def test_the_head_stands_where_the_language_puts_it(compound: str, language: str, modifier: str, head: str) -> None:
    assert split_compound(compound, language) == (modifier, head)


@pytest.mark.parametrize("compound", ["Schwarzmarkt", "credit card fraud", ""])
def test_a_compound_that_does_not_say_is_not_split(compound: str) -> None:
    assert split_compound(compound, "en") is None
