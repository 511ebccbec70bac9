"""Raw ratings in long form."""

from collections import Counter
from io import BytesIO

import pytest

from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.coefficients.figure import Level
from annotation_site.tables.columns import check_assignment, propose_columns
from annotation_site.tables.reading import open_table
from annotation_site.texts.faults import FormatError, Rejected
from idiomaticity.compounds.heads import split_compound
from idiomaticity.formats import RawRating, read_raw_ratings
from idiomaticity.formats.columns import RATING_ROLES
from tests.shared_data import shared

HEADER = "compound,sentence_number,scale,annotator,rating\n"


def list_rows(data: bytes, name: str, missing: Counter[str] | None = None) -> list[RawRating | Rejected]:
    table = open_table(BytesIO(data), name)
    assignment = propose_columns(RATING_ROLES, table.columns)
    check_assignment(RATING_ROLES, assignment, table.columns, name)
    return list(read_raw_ratings(table, assignment, missing_values=missing))


def read(data: bytes, name: str) -> tuple[list[RawRating], list[Rejected]]:
    rows = list_rows(data, name)
    ratings = [row for row in rows if isinstance(row, RawRating)]
    return ratings, [row for row in rows if isinstance(row, Rejected)]


def test_scores_name_their_sentence_scale_and_annotator() -> None:
    ratings, rejected = read((HEADER + "cash cow,2,whole,w1,0\n").encode(), "r.csv")
    assert rejected == []
    assert (ratings[0].compound, ratings[0].sentence, ratings[0].value) == ("cash cow", 2, 0)
    assert ratings[0].find_scale("cash", "cow") == "whole"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("cash cow,1,head,w1,2.5", "The rating “2.5” is not a whole number. Write -1 for “cannot judge”."),
        ('cash cow,1,head,w1,"2,5"', "The rating “2,5” is not a whole number."),
        ('cash cow,1,head,w1,"1,000"', "is not a whole number."),
        ("cash cow,1.5,head,w1,3", "The sentence must be a number from 1."),
        ("cash cow,1,head,,3", "annotator is empty"),
        ("cash cow,first,head,w1,3", "The sentence must be a number from 1."),
    ],
)
def test_a_row_that_cannot_be_used_is_reported(row: str, reason: str) -> None:
    ratings, rejected = read((HEADER + row).encode(), "r.csv")
    assert ratings == []
    assert reason in rejected[0].reason


def test_programs_write_whole_numbers_with_a_fraction() -> None:
    data = b"compound;sentence_number;scale;annotator;rating\ncash cow;2.0;whole;w1;5,0\ncash cow;1,0;whole;w1;-1.0\n"
    ratings, rejected = read(data, "r.csv")
    assert rejected == [] and [(each.sentence, each.value) for each in ratings] == [(2, 5), (1, -1)]


def test_a_missing_rating_is_none_and_is_counted() -> None:
    missing = Counter[str]()
    names = ["NA", "", "None", "nan", "3", "-"]
    data = (HEADER + "".join(f"cash cow,{n},whole,w1,{name}\n" for n, name in enumerate(names, 1))).encode()
    rows = list_rows(data, "r.csv", missing)
    assert [row.value for row in rows if isinstance(row, RawRating)] == [3] and len(rows) == 1
    assert missing == {"NA": 1, "": 1, "None": 1, "nan": 1, "-": 1}
    objects = b'{"compound": "cash cow", "sentence": null, "scale": "whole", "annotator": "w1", "rating": NaN}\n'
    assert list_rows(objects, "r.jsonl") == []
    (rating,) = list_rows(objects.replace(b"NaN", b"4.0"), "r.jsonl")
    assert isinstance(rating, RawRating) and rating.sentence is None


@pytest.mark.parametrize(
    "header",
    [
        "Kompositum;Satznummer;Skala;Annotator;Bewertung",
        "composé;phrase;échelle;annotateur;note",
        "compuesto;frase;escala;anotador;puntuación",
        "composto;numero di frase;scala;annotatore;punteggio",
        "expressão;frase;escala;avaliador;pontuação",
    ],
)
def test_ratings_of_other_languages_need_no_assignment(header: str) -> None:
    ratings, rejected = read(f"{header}\ncash cow;2;whole;w1;4\n".encode(), "r.csv")
    assert rejected == []
    assert [(each.sentence, each.constituent, each.annotator, each.value) for each in ratings] == [
        (2, "whole", "w1", 4)
    ]


def test_a_constituent_that_could_be_either_word_names_no_scale() -> None:
    ratings, _ = read((HEADER + "boogie boogie,1,boogie,w1,3\n").encode(), "r.csv")
    assert ratings[0].find_scale("boogie", "boogie") is None


def test_a_missing_column_is_named() -> None:
    with pytest.raises(
        FormatError, match=r"No column is Annotator\. Choose it; the columns are compound, scale, rating\."
    ):
        read(b"compound,scale,rating\na,b,1\n", "r.csv")


# measures.md §3: all annotators, without the excluded three, then modifier and head without them.
@pytest.mark.parametrize(
    ("scales", "keep_excluded", "nominal", "ordinal", "interval"),
    [
        (("modifier", "head"), True, 0.0428, 0.1083, 0.0976),
        (("modifier", "head"), False, 0.0466, 0.1179, 0.1022),
        (("modifier",), False, 0.0509, 0.1341, 0.1209),
        (("head",), False, 0.0413, 0.0995, 0.0827),
    ],
)
def test_alphas_of_scientific_compounds(
    scales: tuple[str, ...], keep_excluded: bool, nominal: float, ordinal: float, interval: float
) -> None:
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    ratings, rejected = read(path.read_bytes(), path.name)
    assert (len(ratings), len(rejected)) == (6000, 0)
    kept = []
    for rating in ratings:
        parts = split_compound(rating.compound, "en")
        assert parts
        scale = rating.find_scale(parts.modifier, parts.head)
        if scale in scales and (keep_excluded or not rating.annotator.endswith("_excluded")):
            kept.append(((rating.compound, scale), rating.annotator, rating.value))
    units, annotators, values = zip(*kept, strict=True)
    expected: dict[Level, float] = {"nominal": nominal, "ordinal": ordinal, "interval": interval}
    for level, alpha in expected.items():
        found = krippendorff_alpha(units, annotators, values, level).value
        assert found is not None
        assert round(found, 4) == alpha


@pytest.mark.parametrize(
    ("constituent", "scale"),
    [("Kopf", "head"), ("Modifikator", "modifier"), ("Gesamt", "whole"), ("testa", "head"), ("compound", "whole")],
)
def test_scales_are_called_so_in_six_languages(constituent: str, scale: str) -> None:
    ratings, _ = read((HEADER + f"cash cow,1,{constituent},w1,3\n").encode(), "r.csv")
    assert ratings[0].find_scale("cash", "cow") == scale


def test_a_word_of_the_compound_counts_before_a_name_of_a_scale() -> None:
    ratings, _ = read((HEADER + "Kopf Hörer,1,Kopf,w1,3\n").encode(), "r.csv")
    assert ratings[0].find_scale("Kopf", "Hörer") == "modifier"


def test_words_that_a_corpus_joins_are_parted() -> None:
    ratings, _ = read(
        (HEADER + "cash_cow,1,whole,w1,3\nolive-n_oil-n,1,whole,w1,3\n_x,1,head,w1,3\n").encode(), "r.csv"
    )
    assert [rating.compound for rating in ratings] == ["cash cow", "olive oil", "_x"]


def test_a_scale_that_is_missing_is_explained() -> None:
    with pytest.raises(
        FormatError, match=r"No column is Scale \(head, modifier or whole, or the word itself\)\. Choose"
    ):
        read(b"compound,annotator,rating\ncash cow,w1,3\n", "r.csv")
