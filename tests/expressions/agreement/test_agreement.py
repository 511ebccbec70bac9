"""Agreement on expressions: published tables, the authors' program, and examples by hand."""

import json
from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation_site.coefficients.kappa import cohen_kappa
from annotation_site.coefficients.sets import masi_distance
from expressions.agreement.spans import PairAgreement, find_disagreements, span_f, span_kappa
from expressions.agreement.tokens import WordSums
from tests.expressions.sentences import make_sentences, write_cupt_file, write_sentence
from tests.shared_data import shared

# Savary et al. 2018, table 3: sentences, expressions of each annotator, F (from which the common ones follow), and κ.
PUBLISHED = {
    "BG": (608, 298, 261, 0.816, 0.738), "EL": (1383, 217, 299, 0.686, 0.632), "ES": (524, 54, 61, 0.383, 0.319),
    "FA": (200, 302, 250, 0.739, 0.479), "FR": (1000, 220, 205, 0.819, 0.782), "HE": (1000, 196, 206, 0.522, 0.435),
    "HU": (308, 229, 247, 0.899, 0.827), "IT": (2000, 336, 316, 0.417, 0.331), "PL": (1175, 336, 220, 0.529, 0.434),
    "PT": (2000, 411, 448, 0.771, 0.724), "RO": (2500, 183, 243, 0.709, 0.685),
}  # fmt: skip
# PARSEME's pilot of 2016, as the authors' program counts and computes: a, b, c, F, estimated κ, κ of categories, F of
# words. Then nominal α, α with MASI (nltk agrees) and κ of words in and out, where they are known.
PILOT = {
    "farsi": (326, 267, 210, 0.7083, 0.4124, 0.6386, 0.8122),
    "french": (52, 43, 27, 0.5684, 0.4765, 0.0760, 0.6171),
    "greek": (262, 249, 163, 0.6380, 0.3385, 0.4282, 0.8292),
    "hungarian": (93, 24, 19, 0.3248, 0.2271, 0.9140, 0.3636),
    "italian": (21, 31, 7, 0.2692, 0.1860, 0.2222, 0.5644),
    "portuguese": (26, 28, 8, 0.2963, 0.2097, 0.3846, 0.4626),
    "spanish": (164, 166, 78, 0.4727, 0.1609, 0.1722, 0.5964),
}
WORDS = {
    "french": (0.397191, 0.397191, 0.605363),
    "greek": (0.657499, 0.657978, 0.809074),
    "spanish": (0.393672, 0.397158, 0.576841),
}


def measure(*paths, **options) -> tuple[dict, str]:
    out, told = StringIO(), StringIO()
    call_command("measure", "expression-agreement", *map(str, paths), stdout=out, stderr=told, **options)
    return json.loads(out.getvalue()), told.getvalue()


def write(tmp_path, name: str, *rows) -> str:
    (tmp_path / name).write_text(write_cupt_file(*(write_sentence(*row) for row in rows)), encoding="utf-8")
    return str(tmp_path / name)


@pytest.mark.parametrize("language", PUBLISHED)
def test_the_published_table_comes_out(language: str) -> None:
    sentences, first, second, f, kappa = PUBLISHED[language]
    common = round(f * (first + second) / 2)
    assert span_f(first, second, common).value == pytest.approx(f, abs=5.1e-4)
    assert span_kappa(first, second, common, sentences).value == pytest.approx(kappa, abs=5.1e-4)


def test_of_the_turkish_row_one_expression_less_is_common_than_its_f_says() -> None:
    assert span_f(3093, 3241, 2251).value == pytest.approx(0.711, abs=5e-4)
    assert span_kappa(3093, 3241, 2251, 6000).value == pytest.approx(0.578, abs=5e-4)


def test_items_are_more_than_the_sentences() -> None:
    """Were the sentences all items there are, Bulgarian would have .660."""
    assert span_kappa(298, 261, 228, 608 - 298 - 261 + 228).value == pytest.approx(0.660, abs=5e-4)


@pytest.mark.parametrize("language", PILOT)
def test_the_pilot_comes_out_as_by_the_authors_program(language: str) -> None:
    folder = shared(f"data/expressions/parseme-pilot/{language}")
    result, told = measure(folder / "annotator-1.tsv", folder / "annotator-2.tsv")
    (pair,) = result["pairs"]
    first, second, common, *figures = PILOT[language]
    assert told == ""
    assert (pair["first"], pair["second"], pair["common"]) == (first, second, common)
    assert pair["items"] == result["sentences"] + first + second - common
    names = ("f_span", "kappa_span", "kappa_cat", "token_f")
    assert [pair[name] for name in names] == pytest.approx(figures, abs=5e-5)
    assert sum(row["count"] for row in pair["confusion"]) == common
    if language in WORDS:
        found = [result["alpha"], result["alpha_masi"], pair["kappa_token"]]
        assert found == pytest.approx(list(WORDS[language]), abs=5e-7)


def test_the_silence_pair_agrees_on_every_category() -> None:
    folder = shared("data/expressions/mwe-coref-silence")
    result, _ = measure(folder / "gold.cupt", folder / "sys.cupt")
    (pair,) = result["pairs"]
    assert (pair["kappa_span"], pair["kappa_cat"]) == (pytest.approx(0.605114, abs=5e-7), 1)
    found = [result["alpha"], result["alpha_masi"], pair["kappa_token"]]
    assert found == pytest.approx([0.696524, 0.697798, 0.700192], abs=5e-7)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("", "", 0), ("a", "", 1), ("a", "a", 0), ("a", "b", 1), ("a", "ab", 2 / 3), ("ab", "bc", 8 / 9)],
)
def test_masi_distance(one: str, other: str, distance: float) -> None:
    assert masi_distance(frozenset(one), frozenset(other)) == pytest.approx(distance)
    assert masi_distance(frozenset(other), frozenset(one)) == pytest.approx(distance)


def test_cohens_kappa_of_two() -> None:
    """Cohen 1960's example in counts: P_o = .7, P_e = .41."""
    table = {("a", "a"): 44, ("a", "b"): 5, ("a", "c"): 1, ("b", "a"): 7, ("b", "b"): 20, ("b", "c"): 3,
             ("c", "a"): 9, ("c", "b"): 5, ("c", "c"): 6}  # fmt: skip
    assert cohen_kappa(table).value == pytest.approx((0.7 - 0.41) / (1 - 0.41))
    assert cohen_kappa({("a", "a"): 3}).reason == "All labels are identical, so chance agreement is 1."
    assert cohen_kappa({}).value is None


def test_kinds_of_disagreement() -> None:
    one = {(0, 1): "VID", (3, 4, 5): "VID", (6, 7): "IRV", (9,): "NID", (11, 12): "VID"}
    other = {(0, 1): "IRV", (3, 5): "VID", (7, 8): "IRV", (11, 12): "VID", (14, 15): "MVC"}
    assert find_disagreements(one, other) == Counter(category=1, subset=1, overlap=1, only_first=1, only_second=1)


def test_a_small_example_by_hand() -> None:
    """Two sentences; a = 2, b = 2, c = 1: F = 2/4, N = 2 + 3, P_o = 3/5, P_e = (4 + 9)/25."""
    first = make_sentences(("a b c d", "1:VID * 1 *"), ("e f", "1:IRV 1"))
    second = make_sentences(("a b c d", "1:VID * 1 *"), ("e f", "1:IRV *"))
    found = PairAgreement.of(list(zip(first, second, strict=True)))
    figures = {name: figure.value for name, figure in found.figures.items()}
    assert figures["f_span"] == 0.5
    assert figures["kappa_span"] == pytest.approx((3 / 5 - 13 / 25) / (12 / 25))
    assert (figures["kappa_cat"], figures["token_f"]) == (None, 6 / 7)
    sums = WordSums.of(2, [{0: frozenset({"IRV"}), 1: frozenset({"IRV"})}, {0: frozenset({"IRV"})}])
    assert (sums.values.total(), sums.nominal) == (4, 2)


def test_more_than_two_annotators_have_every_pair_and_the_mean(tmp_path) -> None:
    rows = ["1:VID 1 * 2:IRV 2", "1:VID 1 * 2:VID 2", "1:VID 1 * * *"]
    paths = [write(tmp_path, f"{name}.cupt", ("a b c d e", row)) for name, row in zip("abc", rows, strict=True)]
    result, _ = measure(*paths, bootstrap=50, seed=2)
    assert [pair["annotators"] for pair in result["pairs"]] == [
        ["a.cupt", "b.cupt"], ["a.cupt", "c.cupt"], ["b.cupt", "c.cupt"],
    ]  # fmt: skip
    assert [pair["f_span"] for pair in result["pairs"]] == pytest.approx([1, 2 / 3, 2 / 3])
    assert result["mean"]["f_span"] == pytest.approx(7 / 9)
    assert [pair["disagreements"]["category"] for pair in result["pairs"]] == [1, 0, 0]
    # Of 15 values, VID 8, none 5, IRV 2; each of the last two words has three different values: 6 / (3 − 1) apiece.
    assert result["alpha"] == pytest.approx(1 - (6 / 15) / ((15**2 - 8**2 - 5**2 - 2**2) / (15 * 14)))
    assert result["signature"].startswith("expression-agreement|spans:estimated|notmwe:left-out|raters:3|sentences:1")
    assert set(result["interval"]) == {"pairs", "alpha", "alpha_masi"}


def test_figures_without_a_value_have_a_reason(tmp_path) -> None:
    nothing = [write(tmp_path, f"{name}.cupt", ("a b", "* *")) for name in "ab"]
    result, _ = measure(*nothing)
    (pair,) = result["pairs"]
    assert [pair[name] for name in ("f_span", "kappa_span", "kappa_cat", "token_f", "kappa_token")] == [None] * 5
    assert (result["alpha"], result["reasons"]["alpha"]) == (None, "All values are equal, so chance agreement is 1.")
    assert result["reasons"]["a.cupt b.cupt kappa_cat"] == "No expression was marked by both."


def test_two_copies_of_one_reading_are_noted(tmp_path) -> None:
    paths = [write(tmp_path, f"{name}.cupt", ("a b", "1:VID 1")) for name in "ab"]
    assert "a.cupt and b.cupt have the same expressions throughout" in measure(*paths)[1]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("a b c", "* * *"), "b.cupt, line 2: Sentence 1 has 3 words; that of .*a.cupt has 2"),
        (("c d", "* *"), "b.cupt, line 2: 1 of 1 sentences, .* have other words than"),
        (("a b", "_ _"), "b.cupt, line 2: There is no annotation in this file"),
    ],
)
def test_files_of_different_texts_give_no_number(tmp_path, row: tuple[str, str], message: str) -> None:
    with pytest.raises(CommandError, match=message) as refused:
        measure(write(tmp_path, "a.cupt", ("a b", "1:VID 1")), write(tmp_path, "b.cupt", row))
    assert refused.value.returncode == 2


def test_one_file_is_not_enough(tmp_path) -> None:
    with pytest.raises(CommandError, match="the files of at least two annotators"):
        measure(write(tmp_path, "a.cupt", ("a b", "* *")))
