"""Exports of annotation tools as compounds with their sentences."""

import json

import pytest

from annotation_site.texts.faults import FormatError
from idiomaticity.formats import Naming, read_compounds
from idiomaticity.formats.columns import COMPOUND_ROLES
from idiomaticity.formats.combined_tables import combine_tables
from tests.annotation_site.texts.marked_texts import examples
from tests.shared_data import shared


def read(*files, naming=None):
    named = [(text.encode() if isinstance(text, str) else text, name) for name, text in files]
    return read_compounds(named, naming=naming or Naming())


def test_marked_words_are_compounds_and_labels_that_name_classes_are_theirs():
    (compound,), rejected = read(("a.json", examples.label_studio(examples.ANNOTATION)))
    assert (compound.compound, compound.compound_class, rejected) == ("cash cow", "NC", [])
    assert compound.sentences[1].spans == ((4, 12),)
    assert compound.is_marked


def test_another_column_can_be_the_compound():
    files = [("w.tsv", examples.WEBANNO)]
    others = {"sentence": ["sentence"], "span": ["span"]}
    compounds, _ = read(*files, naming=Naming(columns={**others, "compound": ["lemma"]}))
    assert [each.compound for each in compounds] == ["let down", "let", "let 😊", "cash", "."]
    compounds, _ = read(*files, naming=Naming(columns={**others, "compound": ["label"]}))
    assert [each.compound for each in compounds] == ["VPC", "LVC", "Bare", "NC"]
    tables = combine_tables([(examples.WEBANNO.encode(), "w.tsv")])
    assert set(tables.columns) == {"expression", "label", "lemma", "sentence", "span", "document", "annotator"}
    assert tables.propose(COMPOUND_ROLES)["compound"] == ["expression"]


def test_a_mark_of_two_annotators_is_one_sentence():
    second = {**examples.ANNOTATION, "completed_by": 4}
    (compound,), rejected = read(("a.json", examples.label_studio(examples.ANNOTATION, second)))
    assert (len(compound.sentences), rejected) == (1, [])


def test_brat_is_chosen_as_two_files():
    compounds, rejected = read(("d.txt", examples.BRAT_TEXT), ("d.ann", examples.BRAT_MARKS))
    assert [(each.compound, each.sentences[1].spans) for each in compounds] == [
        ("spilled the beans", ((3, 10), (15, 24))),
        ("cash cow", ((2, 10),)),
    ]
    assert rejected == []


@pytest.mark.parametrize("value", ["NaN", "null"])
def test_a_missing_value_of_pandas_is_missing(value):
    row = '{"compound": "cash cow", "class": V, "type_score": V, "sentences": [{"text": "A cash cow.", "mean": V}]}'
    (compound,), rejected = read(("a.jsonl", row.replace("V", value)))
    assert (compound.type_score, compound.compound_class, compound.sentences[1].mean) == (None, "", None)
    assert rejected == []


def test_an_array_is_read_as_lines_are():
    rows = [{"compound": "cash cow", "sentence": "A cash cow."}, {"compound": "car park", "sentence": "A car park."}]
    as_array, as_lines = json.dumps(rows, indent=1), "\n".join(map(json.dumps, rows))
    assert [each.compound for each in read(("a.json", as_array))[0]] == ["cash cow", "car park"]
    assert len(read(("a.json", as_array))[0]) == len(read(("a.jsonl", as_lines))[0])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "# global.columns = ID FORM LEMMA PARSEME:MWE\n1\ta\tb\t*\n",
            "This is .cupt (PARSEME).",
        ),
        ("1\tA\ta\tDET\t_\t_\t2\tdet\t_\t_\n", "This is CoNLL-U."),
        ('<tmx version="1.4"><header/>', "This is TMX. Import it as the text of a word alignment project."),
        ("<aligned-text><sentence/>", "This is an alignment of words. Import it as annotation"),
    ],
)
def test_a_format_that_is_read_elsewhere_says_where(text, sentence):
    with pytest.raises(FormatError) as refused:
        read(("a.txt", text))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", ["array.json", "labelstudio.json", "nan.jsonl"])
def test_the_json_of_strangers_comes_in(name):
    (compound,), rejected = read((name, (shared("cases/39-json") / name).read_bytes()))
    assert (compound.compound, compound.compound_class, rejected) == ("cash cow", "NC", [])
    assert compound.sentences[1].spans == ((2, 10),)


def test_tagged_tokens_are_compounds_of_their_sentences():
    (compound,), rejected = read(("a.conll", examples.CONLL))
    assert (compound.compound, rejected) == ("spilled the beans", [])
    assert compound.sentences[1].text == "He spilled the beans ."


def test_an_export_without_marks_says_so():
    choice = {"type": "choices", "value": {"choices": ["idiomatic"]}}
    with pytest.raises(FormatError, match="This export of Label Studio has no marked expressions"):
        read(("a.json", examples.label_studio({**examples.ANNOTATION, "result": [choice]})))
