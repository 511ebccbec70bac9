"""Scores of compounds, on small numbers and on the released NCTTI means."""

import pytest

from idiomaticity.formats import read_compounds
from idiomaticity.ratings.scores import CompoundScore, count_alike, pooled_mean, spearman, spread, summarise
from tests.shared_data import shared

# measures.md §4, "from the released sentence means": ρ, mean, sd; over all, idiomatic, partly, compositional.
EXPECTED = {
    "en": {
        "": (280, 0.920, None, None),
        "NC": (103, 0.712, 0.949, 0.580),
        "PC": (89, 0.775, 2.339, 1.011),
        "C": (88, 0.659, 4.136, 0.673),
    },
    "pt": {
        "": (180, 0.894, None, None),
        "NC": (None, 0.823, 1.519, 0.813),
        "PC": (None, 0.779, 2.457, 0.905),
        "C": (None, 0.909, 3.616, 0.929),
    },
}
ALIKE = {"en": (238, 280), "pt": (164, 180)}


def read_scores(language: str) -> list[CompoundScore]:
    path = shared(f"data/idiomaticity/nctti/data_{language}.tsv")
    entries, rejected = read_compounds([(path.read_bytes(), path.name)])
    assert rejected == []
    scores = []
    for entry in entries:
        means = tuple(entry.sentences[number].mean for number in (1, 2, 3))
        known = [mean for mean in means if mean is not None]
        scores.append(
            CompoundScore(entry.compound, entry.compound_class, entry.type_score, pooled_mean(known).value, means)
        )
    return scores


@pytest.mark.parametrize("language", ["en", "pt"])
def test_released_means_give_the_published_figures(language: str) -> None:
    rows = {row.compound_class: row for row in summarise(read_scores(language))}
    for name, (count, rho, mean, deviation) in EXPECTED[language].items():
        row = rows[name]
        assert row.rho.value is not None
        assert round(row.rho.value, 3) == rho
        if count is not None:
            assert row.compounds == count
        if mean is not None:
            assert row.mean.value is not None
            assert row.spread.value is not None
            assert (round(row.mean.value, 3), round(row.spread.value, 3)) == (mean, deviation)


def test_a_compound_without_type_score_is_left_out_of_the_correlation_alone() -> None:
    partly = next(row for row in summarise(read_scores("en")) if row.compound_class == "PC")
    assert (partly.compounds, partly.compared) == (89, 88)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_share_of_compounds_whose_sentences_are_alike(language: str) -> None:
    assert count_alike(read_scores(language)) == ALIKE[language]


def test_the_token_score_pools_ratings_rather_than_sentence_means() -> None:
    assert pooled_mean([5, 5, 5, 1]).value == 4.0


def test_spread_uses_one_degree_of_freedom_less() -> None:
    assert spread([1.0, 3.0]).value == pytest.approx(2**0.5)
    assert spread([1.0]).reason == "A spread needs two values."


def test_spearman_gives_ties_their_middle_rank() -> None:
    # By hand: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]).value == pytest.approx(4.5 / (4.5 * 5) ** 0.5)


def test_spearman_says_why_it_is_undefined() -> None:
    assert spearman([1, 2], [1, 2]).value is None
    assert spearman([1, 1, 1], [1, 2, 3]).reason == "All scores on one side are equal."


def test_spearman_refuses_what_is_no_number() -> None:
    with pytest.raises(ValueError, match="finite"):
        spearman([1, 2, float("nan")], [1, 2, 3])
