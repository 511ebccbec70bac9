"""Compounds with sentences from tables of every kind."""

from io import BytesIO

import pytest
from openpyxl import Workbook

from annotation_site.texts.faults import FormatError
from annotation_site.texts.removed_characters import RemovedCharacters
from idiomaticity.formats import CompoundEntry, Naming, read_compounds
from idiomaticity.formats.columns import list_compound_roles
from idiomaticity.formats.combined_tables import combine_tables
from idiomaticity.formats.naming import settle_naming
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale
from tests.shared_data import shared

ROWS = [
    ["compound", "sentence", "span", "class", "type_score"],
    ["cash cow", "It is a cash cow.", "8-16", "NC", "1.5"],
    ["Cash cow", "Sell the cash cow!", "", "", ""],
]


def read(text: str | bytes, name: str = "file.tsv") -> tuple[list[CompoundEntry], list[str]]:
    data = text.encode() if isinstance(text, str) else text
    entries, rejected = read_compounds([(data, name)])
    return entries, [row.reason for row in rejected]


def as_workbook() -> bytes:
    book, file = Workbook(), BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("\n".join("\t".join(row) for row in ROWS).encode(), "a.tsv"),
        (("\ufeff" + "\r\n".join(",".join(row) for row in ROWS)).encode(), "a.csv"),
        (as_workbook(), "a.xlsx"),
        (b'{"compound": "cash cow", "class": "NC", "type_score": 1.5, "sentences": ['
         b'{"text": "It is a cash cow.", "spans": [[8, 16]]}, "Sell the cash cow!"]}', "a.jsonl"),
    ],
)  # fmt: skip
def test_every_kind_of_table_says_the_same(data: bytes, name: str) -> None:
    (entry,), rejected = read(data, name)
    assert rejected == []
    assert (entry.compound, entry.compound_class, entry.type_score) == ("cash cow", "NC", 1.5)
    assert [(each.text, each.spans) for each in entry.sentences.values()] == [
        ("It is a cash cow.", ((8, 16),)),
        ("Sell the cash cow!", ()),
    ]


def test_several_files_say_together_what_each_knows() -> None:
    numbers = b"compound\tCompScale\tCompType\tMeanS1\tMeanS2\ndouble dutch\tNC\t1.2\t0.5\t0.7\n"
    sentences = b'"compound","sentence1","sentence2"\n"double Dutch","it is double Dutch","sent2: (\'x\', 3)"\n'
    (entry,), rejected = read_compounds([(numbers, "data.tsv"), (sentences, "ids.csv")])
    assert rejected == []
    assert entry.sentences[1].text == "it is double Dutch"
    assert (entry.sentences[1].mean, entry.sentences[2].mean) == (0.5, 0.7)


def test_scores_have_decimal_points_or_commas_and_may_be_missing() -> None:
    rows = "cash cow\t4,667\t3,5\nred tape\t4.667\t3.5\nswan song\tNA\tNaN\n"
    entries, rejected = read_compounds([(f"compound\tmeans1\tCompType\n{rows}".encode(), "data.tsv")])
    found = [(entry.type_score, [each.mean for each in entry.sentences.values()]) for entry in entries]
    assert rejected == [] and found == [(3.5, [4.667]), (3.5, [4.667]), (None, [None])]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("\tIt is.\t\t\t", "The row has no compound."),
        ("cash cow\tIt is.\t12\t\t", "is not a span"),
        ("cash cow\tIt is.\t\tXX\t", "” is not a class. Use C, PC or NC, or assign it."),
        ("cash cow\tIt is.\t\t\t7", "” is not a number from 0 to 5."),
        ("cash cow\tIt is.\t\t\tinf", "” is not a number."),
        ("cash cow\tIt \x07 is.\t\t\t", "contains the control character U+0007."),
        ("cash cow\tIt is.\t\t\t\tmore", "6 cells"),
    ],
)
def test_a_row_that_cannot_be_used_is_reported_and_leaves_nothing(row: str, reason: str) -> None:
    entries, rejected = read("\t".join(ROWS[0]) + "\n" + row)
    assert entries == []
    assert len(rejected) == 1
    assert reason in rejected[0]


def test_rows_that_contradict_each_other_are_reported() -> None:
    entries, rejected = read("compound\tclass\ncash cow\tNC\ncash cow\tC\n")
    assert entries[0].compound_class == "NC"
    assert "differs from an earlier row" in rejected[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a\tb\n1\t2\n", "No column is Compound. Choose it; the columns are a, b."),
        ("\n", "The file is empty."),
    ],
)
def test_a_file_that_is_no_table_of_compounds_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read(text)


def test_a_broken_workbook_is_refused() -> None:
    with pytest.raises(FormatError, match="not a workbook"):
        read(b"PK\x03\x04nonsense", "a.xlsx")


def test_nctti_is_read_whole() -> None:
    folder = shared("data/idiomaticity/nctti")
    files = [((folder / name).read_bytes(), name) for name in ("data_en.tsv", "sentids_en.csv")]
    entries, rejected = read_compounds(files)
    assert (len(entries), len(rejected)) == (280, 0)
    assert all(len(entry.sentences) == 3 for entry in entries)
    assert [entry.compound for entry in entries if entry.type_score is None] == ["small fry"]


def test_a_span_may_be_the_words_themselves_and_spans_need_no_order() -> None:
    text = (
        "compound\tsentence\tspan\ncash cow\tThe cow that brings cash.\tcow … cash\n"
        "cash cow\tA cow for cash.\t10-14 2-5\n"
    )
    ((entry,), rejected) = read_compounds([(text.encode(), "a.tsv")])
    assert not rejected
    assert (entry.sentences[1].words, entry.sentences[1].spans) == ("cow … cash", ())
    assert entry.sentences[2].spans == ((2, 5), (10, 14))


def test_the_same_sentence_of_a_compound_is_taken_once() -> None:
    text = (
        "compound\tsentence\tspan\n"
        + 2 * "cash cow\tCash cow, cash cow.\t0-8\n"
        + "cash cow\tCash cow, cash cow.\t10-18\n"
    )
    ((entry,), (rejected,)) = read_compounds([(text.encode(), "a.tsv")])
    assert [each.spans for each in entry.sentences.values()] == [((0, 8),), ((10, 18),)]
    assert (rejected.line, rejected.reason) == (3, "This sentence is a duplicate of line 2.")


def test_a_row_that_names_a_sentence_twice_leaves_nothing_behind() -> None:
    rows = '{"compound": "cash cow", "class": "NC", "sentences": ["A cash cow.", "A cash cow."]}\n'
    entries, (rejected,) = read_compounds([(rows.encode(), "a.jsonl")])
    assert entries == []
    assert "duplicate of line 1" in rejected.reason


def test_a_table_of_names_alone_is_refused() -> None:
    with pytest.raises(FormatError, match="The table has no rows"):
        read_compounds([(b"compound\tsentence\n", "a.tsv")])


def test_a_table_of_names_alone_beside_another_adds_nothing() -> None:
    filled, empty = (b"compound\tsentence\ncash cow\tA cash cow.\n", "a.tsv"), (b"compound\tsentence\n", "b.tsv")
    for files in ([filled, empty], [empty, filled]):
        (entry,), rejected = read_compounds(files)
        assert (entry.compound, rejected) == ("cash cow", [])


def test_sentences_of_a_tsv_keep_their_quotation_marks() -> None:
    """They would lose them, or swallow the sentences that follow."""
    sentences = ['"Sell the cash cow," he said.', '"No cash cow', "A cash cow."]
    text = "compound\tsentence\n" + "".join(f"cash cow\t{each}\n" for each in sentences)
    (entry,), rejected = read(text)
    assert rejected == []
    assert [each.text for each in entry.sentences.values()] == sentences


def test_invisible_characters_are_removed_and_spans_mean_the_same_words():
    sentence = "\u200fA  guinea\u00adpig and\u2060 a کتاب\u200cخانه."
    start = sentence.index("guinea")
    rows = f"compound\tsentence\tspan\nguinea pig\u200e\t{sentence}\t\u200e{start}-{start + 10}\n"
    removed = RemovedCharacters.none()
    ((entry,), rejected) = read_compounds([(rows.encode(), "a.tsv")], removed=removed)
    read = entry.sentences[1]
    assert (rejected, entry.compound, read.text) == ([], "guinea pig", "A guineapig and a کتاب\u200cخانه.")
    assert [read.text[begin:end] for begin, end in read.spans] == ["guineapig"]
    assert removed.counts.total() == 5


ITALIAN = """composto;testa;modificatore;tipo;frase1;frase2;frase3
pesce spada;pesce;spada;PC;Il pesce spada nuota.;Un pesce spada.;I pesci spada dormono.
luna di miele;luna;miele;NC;La luna di miele.;;È luna di miele.
"""


def test_every_sentence_of_a_row_comes_in_from_a_table_of_another_language() -> None:
    """Two of three were dropped without a word."""
    entries, rejected = read(ITALIAN.encode("latin-1"), "composti.csv")
    assert rejected == []
    assert [(each.compound, each.head, each.modifier, each.compound_class) for each in entries] == [
        ("pesce spada", "pesce", "spada", "PC"),
        ("luna di miele", "luna", "miele", "NC"),
    ]
    assert [each.text for each in entries[0].sentences.values()] == [
        "Il pesce spada nuota.",
        "Un pesce spada.",
        "I pesci spada dormono.",
    ]
    assert list(entries[1].sentences) == [1, 3]


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Ausdruck;Satz 1;Satz 2;Mittelwert 2;Mittelwert 1", {}),
        ("Kompositum;Satz;Satz;Mittel;Mittel", {}),
        (
            "was;links;rechts;y;x",
            {"compound": ["was"], "sentence": ["links", "rechts"], "mean": ["x", "y"]},
        ),
    ],
)
def test_means_belong_to_the_sentence_of_their_number_or_place(header: str, columns: dict[str, list[str]]) -> None:
    row = "cash cow;It is a cash cow.;Sell the cash cow!;2,5;1,5"
    entries, rejected = read_compounds([(f"{header}\n{row}\n".encode(), "t.csv")], naming=Naming(columns))
    expected = [2.5, 1.5] if header.startswith("Kompositum") else [1.5, 2.5]
    assert rejected == []
    assert [each.mean for each in entries[0].sentences.values()] == expected


def test_columns_of_several_files_are_assigned_together() -> None:
    first = "Compound,Satz 1\ncash cow,A cash cow.\n"
    second = "Kompositum;Klasse;Satz 2\ncash cow;NC;Sell the cash cow!\n"
    (entry,), rejected = read_compounds([(first.encode(), "a.csv"), (second.encode(), "b.csv")])
    assert rejected == []
    assert (entry.compound_class, [each.text for each in entry.sentences.values()]) == (
        "NC",
        ["A cash cow.", "Sell the cash cow!"],
    )


def test_an_italian_study_of_ninety_sentences_needs_no_assignment() -> None:
    path = shared("cases/60-study/compounds_excel_it.csv")
    entries, rejected = read_compounds([(path.read_bytes(), path.name)])
    assert (len(entries), sum(len(entry.sentences) for entry in entries), rejected) == (30, 90, [])
    assert {entry.compound_class for entry in entries} <= {"NC", "PC", "C"}


def test_words_that_a_corpus_joins_are_parted_unless_a_sentence_has_them_so() -> None:
    lines = "compound\tsentence\tlabel\nfiring_line\tHe was in the firing line.\tNON-LITERAL\n"
    lines += "red-j_tape-n\tMuch red tape.\t\n"
    entries, rejected = read(lines + "snake_case\tWrite it in snake_case here.\t\n")
    assert ([entry.compound for entry in entries], rejected) == (["firing line", "red tape", "snake_case"], [])
    assert entries[0].sentences[1].label == "idiomatic"


def read_in(language: str, text: str, scale: ScoreScale = PAPER_SCALE) -> list[CompoundEntry]:
    files = [(text.encode(), "norms.txt")]
    naming, _ = settle_naming(combine_tables(files), Naming(), roles=list_compound_roles(language))
    entries, rejected = read_compounds(files, naming=naming, scale=scale)
    assert not rejected
    return entries


def test_means_of_the_whole_and_its_words_come_from_one_row() -> None:
    """The table of Reddy et al. 2011: a tab after the compound, spaces between the numbers, tags on the words."""
    header = "#word\tWord1_mean Word1_std Word2_mean Word2_std Cpd_mean Cpd_std mean1*mean2"
    rows = "rat-n race-n\t0.3 0.5 1.6 1.3 0.9 1.0 0.5\nsilver-n spoon-n\t1.6 1.5 1.4 1.8 1.5 1.8 2.3\n"
    rat, spoon = read_in("en", f"{header}\n{rows}")
    assert (rat.compound, rat.published_means) == ("rat race", {"modifier": 0.3, "head": 1.6, "whole": 0.9})
    assert spoon.compound == "silver spoon"
    assert read_in("it", f"{header}\n{rows}")[0].published_means == {"head": 0.3, "modifier": 1.6, "whole": 0.9}


def test_one_word_compounds_have_head_and_modifier_and_missing_means() -> None:
    """As LADEC has them, on its scale from 0 to 100."""
    text = "id,c1,c2,stim,ratingcmp,ratingC1,ratingC2\n1,hog,wash,hogwash,NA,12.0,9.5\n2,air,bag,airbag,61.2,NA,80\n"
    hog, air = read_in("en", text, ScoreScale(0, 100))
    assert (hog.compound, hog.modifier, hog.head) == ("hogwash", "hog", "wash")
    assert hog.published_means == {"modifier": 12.0, "head": 9.5}
    assert air.published_means == {"head": 80.0, "whole": 61.2}


def test_judgements_of_the_parts_are_no_words() -> None:
    text = "Compound,Modifier judgement,Head judgement\nadult form,3.64,3.29\ntest case,1.5,2\n"
    (form, _) = read_in("en", text)
    assert (form.head, form.modifier, form.published_means) == ("", "", {"modifier": 3.64, "head": 3.29})


def test_names_of_missing_values_are_no_text() -> None:
    header = "compound;head;modifier;class;sentence;note"
    rows = ["Handschuh;Schuh;Hand;NA;Ein Handschuh.;#NV", "nan bread;NA;NA;C;A nan bread.;nan"]
    glove, bread = read_in("de", "\n".join([header, *rows]))
    assert (glove.compound_class, glove.note, glove.head) == ("", "", "Schuh")
    assert (bread.compound, bread.head, bread.note) == ("nan bread", "", "nan")
