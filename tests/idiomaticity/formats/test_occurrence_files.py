"""Labelled occurrences from published formats, with sentences of our own."""

import json

import pytest

from annotation_site.tables.columns import ColumnsError
from idiomaticity.formats import CompoundEntry, Naming, SentenceEntry, read_compounds

SEMEVAL = """DataID,Language,MWE,Setting,Previous,Target,Next,Label
train.EN.1.1,EN,cold feet,zero_shot,The wedding was near.,He got cold feet at last.,Nobody was surprised.,0
train.EN.1.2,EN,cold feet,zero_shot,,"She had cold feet, so she put on socks.",,1
train.PT.2.1,PT,pé frio,zero_shot,,Ele tem pé frio.,,1
"""
MAGPIE = {
    "confidence": 1.0,
    "context": ["One.", "Two.", "They  broke the ice at dinner.", "Four.", "Five."],
    "document_id": "A0X",
    "idiom": "break the ice",
    "label": "i",
    "offsets": [[6, 11], [12, 15], [16, 19]],
    "split": "training",
}
ID10M = "".join(
    f"{token}\t{tag}\n" if token else "\n"
    for token, tag in [
        ("We ", "O"), ("broke ", "B-IDIOM"), ("the ", "I-IDIOM"), ("ice", "I-IDIOM"), (".", "O"), ("", ""),
        ("A ", "O"), ("ship ", "O"), ("broke ", "O"), ("the ", "O"), ("ice", "O"), (".", "O"), ("", ""),
        ("Nothing ", "O"), ("here", "O"), (".", "O"),
    ]
)  # fmt: skip
VNC = "I blow_whistle A/A0/A0X 12\nL blow_whistle B/B1/B1Y 7\nQ hit_road C/C8/C8T 330\n"


def read(text: str, name: str = "file.tsv", **options: object) -> tuple[list[CompoundEntry], list[str]]:
    entries, rejected = read_compounds([(text.encode(), name)], **options)  # type: ignore[arg-type]
    return entries, [row.reason for row in rejected]


def list_sentences(entries: list[CompoundEntry]) -> list[SentenceEntry]:
    return [sentence for entry in entries for sentence in entry.sentences.values()]


def test_semeval_comes_in_with_contexts_and_zero_is_idiomatic() -> None:
    (entry,), (reason,) = read(SEMEVAL, "train_zero_shot.csv", languages={"en", "english"})
    assert [(each.label, each.previous, each.text, each.next) for each in entry.sentences.values()] == [
        ("idiomatic", "The wedding was near.", "He got cold feet at last.", "Nobody was surprised."),
        ("literal", "", "She had cold feet, so she put on socks.", ""),
    ]
    assert reason == "The row is in “PT”, which is not the language of the project."


@pytest.mark.parametrize(
    ("column", "idiomatic", "literal"),
    [("Bedeutung", "idiomatisch", "wörtlich"), ("Emploi", "Figuré", "littéral"), ("uso", "idiomatico", "letterale")],
)
def test_labels_are_known_in_the_languages_of_the_pages(column: str, idiomatic: str, literal: str) -> None:
    table = f"compound;sentence;{column}\ncash cow;A cash cow pays.;{idiomatic}\ncash cow;The cash cow ate.;{literal}\n"
    entries, reasons = read(table, "a.csv")
    assert [each.label for each in list_sentences(entries)] == ["idiomatic", "literal"]
    assert not reasons


def test_a_bare_number_is_a_name_where_nothing_says_what_it_means() -> None:
    entries, _ = read("compound,sentence,label\ncash cow,It is a cash cow.,1\n", "a.csv")
    assert [each.label for each in list_sentences(entries)] == ["1"]
    naming = Naming(labels={"1": "idiomatic"})
    entries, _ = read("compound,sentence,label\ncash cow,It is a cash cow.,1\n", "a.csv", naming=naming)
    assert [each.label for each in list_sentences(entries)] == ["idiomatic"]


@pytest.mark.parametrize(
    ("letter", "label"),
    [("i", "idiomatic"), ("l", "literal"), ("o", "other"), ("f", "false extraction"), ("?", "unclear")],
)
def test_magpie_names_the_middle_sentence_and_its_offsets(letter: str, label: str) -> None:
    (entry,), rejected = read(json.dumps({**MAGPIE, "label": letter}), "MAGPIE.jsonl")
    (sentence,) = entry.sentences.values()
    assert rejected == []
    assert (entry.compound, entry.head) == ("break the ice", "-")
    assert (sentence.previous, sentence.text, sentence.next) == (
        "One. Two.",
        "They broke the ice at dinner.",
        "Four. Five.",
    )
    # The file's two spaces are one here, and the places follow.
    assert [sentence.text[start:end] for start, end in sentence.spans] == ["broke", "the", "ice"]
    assert sentence.label == label


def test_a_sentence_beside_its_context_is_looked_up_in_it() -> None:
    row = {"idiom": "break the ice", "sentence": "Two.", "context": ["One.", "Two.", "Three."], "label": "l"}
    entries, _ = read(json.dumps(row), "PIE.jsonl")
    (sentence,) = list_sentences(entries)
    assert (sentence.previous, sentence.text, sentence.next) == ("One.", "Two.", "Three.")


def test_id10m_marks_idioms_and_their_words_unmarked_are_literal() -> None:
    (entry,), (reason,) = read(ID10M, "test_english.tsv")
    assert (entry.compound, entry.head) == ("broke the ice", "-")
    assert [(each.label, each.text, each.spans) for each in entry.sentences.values()] == [
        ("idiomatic", "We broke the ice.", ((3, 16),)),
        ("literal", "A ship broke the ice.", ()),
    ]
    assert reason == "No idiom is marked in this sentence, and none of the file occurs in it."


def test_id10m_without_spaces_after_its_tokens_is_joined_by_spaces() -> None:
    entries, _ = read("take\tB-IDIOM\nit\tO\neasy\tI-IDIOM\n.\tO\n")
    (entry,) = entries
    (sentence,) = entry.sentences.values()
    assert (entry.compound, sentence.text) == ("take easy", "take it easy .")
    assert [sentence.text[start:end] for start, end in sentence.spans] == ["take", "easy"]


def test_vnc_tokens_keep_their_labels_and_point_into_the_corpus() -> None:
    entries, rejected = read(VNC, "VNC-Tokens")
    assert rejected == []
    assert [(entry.compound, [each.label for each in entry.sentences.values()]) for entry in entries] == [
        ("blow whistle", ["idiomatic", "literal"]),
        ("hit road", ["unclear"]),
    ]
    assert entries[0].sentences[1].text == "sent12: (A/A0/A0X, 12)"


def test_admire_names_the_kind_of_sentence() -> None:
    text = (
        "compound\tsubset\tsentence_type\tsentence\texpected_order\n"
        "elbow grease\tTrain\tidiomatic\tUse elbow grease.\t\n"
    )
    entries, _ = read(text, "subtask_a_train.tsv")
    assert [each.label for each in list_sentences(entries)] == ["idiomatic"]


def mix(rows: int = 140) -> str:
    """Return a table in which ten compounds of fourteen sentences are now idiomatic, now literal."""
    lines = ["compound,sentence,class"]
    for number in range(rows):
        compound = f"{chr(97 + number % 10)}bc owl"
        lines.append(f"{compound},Sentence {number} has the {compound} in it.,{('NC', 'C')[number % 7 == 3]}")
    return "\n".join(lines)


def test_a_column_of_classes_that_changes_within_a_compound_labels_occurrences() -> None:
    entries, rejected = read(mix(), "mixed.csv")
    labels = [each.label for each in list_sentences(entries)]
    assert rejected == []
    assert (labels.count("idiomatic"), labels.count("literal")) == (120, 20)
    assert {entry.compound_class for entry in entries} == {""}


def test_it_is_read_as_the_class_of_compounds_if_that_is_chosen() -> None:
    entries, rejected = read(mix(), "mixed.csv", naming=Naming(classes_of="compound"))
    assert all(entry.compound_class for entry in entries)
    assert set(rejected) == {"The compound class of this compound differs from an earlier row."}


def test_one_class_a_compound_stays_its_class() -> None:
    (entry,), _ = read("compound,sentence,class\ncash cow,A cash cow.,NC\ncash cow,The cash cow!,NC\n", "a.csv")
    assert entry.compound_class == "NC"
    assert [each.label for each in entry.sentences.values()] == ["", ""]


def test_several_sentences_of_a_row_have_labels_and_contexts_of_their_own() -> None:
    text = (
        "compound\tsentence1\tlabel1\tprevious1\tsentence2\tlabel2\tnext2\n"
        "cash cow\tA cash cow.\tI\tBefore.\tThe cash cow!\tL\tAfter.\n"
    )
    entries, rejected = read(text)
    assert rejected == []
    assert [(each.label, each.previous, each.next) for each in list_sentences(entries)] == [
        ("idiomatic", "Before.", ""),
        ("literal", "", "After."),
    ]


def test_a_label_that_is_too_long_is_refused() -> None:
    entries, (reason,) = read(f"compound\tsentence\tlabel\ncash cow\tA cash cow.\t{'x' * 41}\n")
    assert (entries, reason) == ([], "The label is longer than 40 characters.")


def test_a_column_of_many_values_is_no_column_of_labels() -> None:
    rows = "".join(f"night owl\tSentence {place} has a night owl.\tnote {place}\n" for place in range(40))
    with pytest.raises(ColumnsError, match="The column of labels has 40 different values, more than 30 labels"):
        read(f"compound\tsentence\tlabel\n{rows}")
    entries, rejected = read(
        f"compound\tsentence\tlabel\n{rows}",
        naming=Naming(columns={"compound": ["compound"], "sentence": ["sentence"]}),
    )
    assert (len(list_sentences(entries)), rejected) == (40, [])


def test_labels_may_be_numbers_of_json() -> None:
    rows = [{"compound": "night owl", "sentence": f"Night owl {place}.", "label": place} for place in (0, 1)]
    entries, rejected = read("\n".join(map(json.dumps, rows)), naming=Naming(labels={"0": "idiomatic", "1": "literal"}))
    assert rejected == []
    assert [each.label for each in list_sentences(entries)] == ["idiomatic", "literal"]


def test_semeval_in_json_lines_has_the_same_labels() -> None:
    row = {"DataID": "a", "Language": "EN", "MWE": "night owl", "Target": "A night owl.", "Label": 0, "Next": None}
    entries, rejected = read(json.dumps(row), languages={"en"})
    assert rejected == []
    assert [(each.label, each.next) for each in list_sentences(entries)] == [("idiomatic", "")]


def test_the_variants_of_magpie_are_no_classes() -> None:
    (entry,), rejected = read(json.dumps({**MAGPIE, "variant_type": "inflection"}), "MAGPIE.jsonl")
    assert (entry.compound_class, rejected) == ("", [])
