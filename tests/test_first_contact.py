"""Files of strangers come in right, or each row that does not is named by its line."""

import pytest

from tests.alignment.imports.by_services import preview as preview_text
from tests.evaluation.test_sets.test_services import look
from tests.factories import make_project
from tests.idiomaticity.making import bring_in, make_rating_project, preview, preview_study
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


def cases(*names: str) -> list[bytes]:
    return [shared(f"cases/{name}").read_bytes() for name in names]


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        (["05-sdlxliff/multi.sdlxliff"], 2),
        (["05-sdlxliff/full.sdlxliff"], 3),
        (["05-sdlxliff/v2.xlf"], 3),
        (["07-idtab/s.en", "07-idtab/t.de"], 3),
        (["44-tokens/s", "44-tokens/t"], 24),
        (["44-tokens/ar.s", "44-tokens/ar.t"], 2),
        (["50-first-hour/a.de", "50-first-hour/a.en"], 2),
        (["50-first-hour/tabelle.csv"], 8),
        (["50-first-hour/tabelle.tsv"], 8),
        (["50-first-hour/tabelle_comma.csv"], 2),
    ],
)
def test_texts_become_all_their_pairs(names: list[str], pairs: int) -> None:
    project = make_project(source_language="de", target_language="en")
    counts = preview_text(project, *cases(*names), text_format="detect", tokens="detect").result["counts"]
    assert (counts["pairs"], counts["rejected"]) == (pairs, 0)


@pytest.mark.parametrize(
    ("name", "segments", "systems"),
    [
        ("41-testset/excel.csv", 1, ["system A"]),
        ("41-testset/semi.csv", 2, ["system A"]),
        ("43-studies/ts.tsv", 2, ["sys/A", "B"]),
        ("50-first-hour/testset.csv", 3, []),
        ("50-first-hour/testset_comma.csv", 3, []),
    ],
)
def test_test_sets_become_all_their_segments(name: str, segments: int, systems: list[str]) -> None:
    (data,) = cases(name)
    result = look(make_project(source_language="en", target_language="it"), data, name).result
    assert result["missing"] == "" and result["counts"]["segments"] == segments
    assert result["systems"] == systems


@pytest.mark.parametrize(
    ("name", "language", "sentences"),
    [
        ("33-unicode/fa.tsv", "fa", 2),
        ("33-unicode/km.tsv", "km", 1),
        ("33-unicode/nfd.tsv", "pt", 2),
        ("33-unicode/quotes.tsv", "en", 5),
        ("33-unicode/si.tsv", "si", 1),
        ("33-unicode/zh.tsv", "zh", 2),
        ("39-json/array.json", "en", 1),
        ("39-json/labelstudio.json", "en", 1),
        ("39-json/nan.jsonl", "en", 1),
        ("60-study/compounds_excel_it.csv", "it", 90),
    ],
)
def test_compounds_are_found_in_all_their_sentences(name: str, language: str, sentences: int) -> None:
    counts = preview(make_rating_project(text="", language=language), *cases(name)).result["counts"]
    assert (counts["sentences"], counts["misplaced"], counts["left_out"]) == (sentences, 0, 0)


def test_each_span_that_cannot_be_right_is_named_by_its_line() -> None:
    result = preview(make_rating_project(text=""), *cases("36-spans/spans.tsv")).result
    assert [row["line"] for row in result["misplaced"]] == [2, 3, 6, 7]
    assert [check.partition(":")[0] for check in result["checks"]] == ["Line 4", "Line 5"]


@pytest.mark.parametrize(("name", "ratings", "left_out"), [("float.csv", 2, [4]), ("na.csv", 4, [6, 8])])
def test_ratings_of_other_programs_are_read_and_the_others_named(name: str, ratings: int, left_out: list[int]) -> None:
    base, data = cases("35-ratings/base.tsv", f"35-ratings/{name}")
    project = make_rating_project(text="")
    bring_in(project, base.decode())
    result = preview_study(project, data).result
    assert result["counts"]["ratings"] == ratings
    assert [row["line"] for row in result["left_out"]] == left_out
