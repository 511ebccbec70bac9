"""Corpora of idioms in context: ID10M, SemEval-2022 task 2, VNC-Tokens and MAGPIE, in files of our own."""

import json
import zipfile
from pathlib import Path

import pytest

from annotation_site.texts.faults import FormatError
from expressions.formats.conversion import convert_expressions
from expressions.formats.registry import EXPRESSION_FORMATS, detect_format, read_file
from expressions.formats.sentences import AFTER, BEFORE, MarkedSentence

ID10M = "".join(
    f"{token}\t{tag}\n" if token else "\n"
    for token, tag in [
        ("We ", "O"), ("broke ", "B-IDIOM"), ("the ", "I-IDIOM"), ("ice", "I-IDIOM"), (".", "O"), ("", ""),
        ("A ", "O"), ("ship ", "O"), ("broke ", "O"), ("The ", "O"), ("ice", "O"), (".", "O"), ("", ""),
        ("She ", "O"), ("gave ", "B-IDIOM"), ("it ", "O"), ("up ", "I-IDIOM"), ("on ", "O"), ("cue", "B-IDIOM"),
        ("", ""), ("Nothing ", "O"), ("here", "O"), (".", "O"),
    ]
)  # fmt: skip
SEMEVAL = """DataID,Language,MWE,Setting,Previous,Target,Next,Label
train.EN.1.1,EN,cold foot,zero_shot,The wedding was near.,He got cold feet - Cold feet!,Nobody was surprised.,0
train.EN.1.2,EN,night owl,zero_shot,,"A night-owl, she said.",,1
train.EN.1.3,EN,night owl,zero_shot,,Nobody there.,,1
train.PT.2.1,PT,pé frio,zero_shot,,Ele tem pés frios.,,1
"""
UNLABELLED = "ID,Language,MWE,Previous,Target,Next\n7,EN,night owl,,A night owl sang.,\n"
LABELS = "I blow_whistle A/A0/A0X 3\nQ blow_whistle B/B1/B1Y 1\nL hit_road A/A0/A0X 9\n"
CORPUS = {
    "A0X": """<bncDoc xml:id="A0X"><wtext><div><p>
<s n="1"><w c5="PNP" hw="it" pos="PRON">It </w><w c5="VVD" hw="rain" pos="VERB">rained</w><c c5="PUN">.</c></s>
<s n="2_1"><w c5="ITJ" hw="no" pos="INTERJ">No</w></s>
<s n="3"><w c5="PNP" hw="she" pos="PRON">She </w><w c5="VVD" hw="blow" pos="VERB">blew </w><w c5="AT0" hw="the"
pos="ART">the </w><mw c5="AV0"><w c5="AJ0" hw="old" pos="ADJ">old </w></mw><w c5="NN1" hw="whistle"
pos="SUBST">whistle</w><c c5="PUN">; </c><w c5="NN1" hw="whistle" pos="SUBST">Whistle </w><w c5="VVD" hw="end"
pos="VERB">ended</w><c c5="PUN">.</c></s>
<s n="4"><w c5="PNP" hw="he" pos="PRON">He </w><w c5="VVD" hw="stop" pos="VERB">stopped</w><c c5="PUN">.</c></s>
</p></div></wtext></bncDoc>""",
    "B1Y": """<bncDoc xml:id="B1Y"><stext><u>
<s n="1"><w c5="NN2" hw="whistle" pos="SUBST">Whistles </w><w c5="VVD" hw="go" pos="VERB">went</w></s>
</u></stext></bncDoc>""",
}


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def write_corpus(folder: Path, documents: dict[str, str]) -> str:
    with zipfile.ZipFile(folder / "corpus.zip", "w") as archive:
        for name, text in documents.items():
            archive.writestr(f"download/Texts/{name[0]}/{name[:2]}/{name}.xml", text)
    return str(folder / "corpus.zip")


def show(sentence: MarkedSentence) -> tuple[str, list[tuple[str, str, str]]]:
    """Return the text, and of each expression its words, its category and its comment."""
    forms = sentence.forms
    marks = [
        (" ".join(forms[word] for word in each.words), each.category, each.comment) for each in sentence.expressions
    ]
    return sentence.conllu.text, marks


def test_id10m_marks_idioms_and_their_unmarked_words_are_literal(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", ID10M)
    assert detect_format(path) == "id10m"
    assert list(map(show, read_file(path, None))) == [
        ("We broke the ice.", [("broke the ice", "idiomatic", "broke the ice")]),
        ("A ship broke The ice.", [("broke The ice", "literal", "broke the ice")]),
        ("She gave it up on cue", [("gave up", "idiomatic", "gave up"), ("cue", "idiomatic", "cue")]),
        ("Nothing here.", []),
    ]


def test_id10m_without_spaces_after_its_tokens_is_joined_by_spaces(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", ID10M.replace(" \t", "\t"))
    assert next(show(each)[0] for each in read_file(path, None)) == "We broke the ice ."


def test_tokens_of_id10m_that_show_nothing_are_left_out(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", "We \tO\n\ufeff\tO\nwon\tB-IDIOM\n\n\ufeff\tO\n")
    assert [show(each) for each in read_file(path, "id10m")] == [("We won", [("won", "idiomatic", "won")])]


def test_semeval_has_labels_contexts_and_languages(tmp_path: Path) -> None:
    path = write(tmp_path, "train_zero_shot.csv", SEMEVAL)
    assert detect_format(path) == "semeval-2022"
    sentences = list(read_file(path, None))
    assert list(map(show, sentences)) == [
        ("He got cold feet - Cold feet!", [("cold feet", "idiomatic", "cold foot")]),
        ("A night-owl, she said.", [("night owl", "literal", "night owl")]),
        ("Nobody there.", []),
        ("Ele tem pés frios.", [("pés frios", "literal", "pé frio")]),
    ]
    assert [each.language for each in sentences] == ["en", "en", "en", "pt"]
    first = sentences[0].conllu
    assert (
        first.find_comment(BEFORE) == "The wedding was near." and first.find_comment(AFTER) == "Nobody was surprised."
    )
    assert first.find_comment("source_sent_id") == ". . train.EN.1.1"


def test_semeval_without_labels_has_expressions_without_categories(tmp_path: Path) -> None:
    path = write(tmp_path, "dev.csv", UNLABELLED)
    assert detect_format(path) == "semeval-2022"
    assert [show(each) for each in read_file(path, None)] == [("A night owl sang.", [("night owl", "", "night owl")])]


def test_vnc_tokens_are_joined_with_the_corpus(tmp_path: Path) -> None:
    labels, corpus = write(tmp_path, "VNC-Tokens.csv", LABELS), write_corpus(tmp_path, CORPUS)
    assert detect_format(labels) == "vnc-tokens"
    out = tmp_path / "out.cupt"
    report = convert_expressions([labels, corpus, str(out)], "vnc-tokens", "cupt")
    # Sentence 9 is not in the document, and in that of B1Y the verb is missing.
    assert (report.sentences, report.expressions) == (2, 1)
    first, second = read_file(str(out), "cupt")
    # Of two nouns, the one nearer to the verb.
    assert show(first) == ("She blew the old whistle; Whistle ended.", [("blew whistle", "idiomatic", "")])
    assert first.expressions[0].words == (1, 4)
    assert first.conllu.find_comment(BEFORE) == "It rained." and first.conllu.find_comment(AFTER) == "He stopped."
    assert show(second) == ("Whistles went", [])
    assert first.lemmas[:5] == ["she", "blow", "the", "old", "whistle"]


@pytest.mark.parametrize(
    ("labels", "documents", "fault"),
    [
        (LABELS, {"A0X": CORPUS["A0X"]}, "line 2: .* has no document B1Y"),
        (LABELS, {"A0X": "<s n='3'>", "B1Y": CORPUS["B1Y"]}, "A0X, line 1: The document is not well-formed XML"),
        ("I blow_whistle A/A0/A0X\n", CORPUS, "line 1: A line of VNC-Tokens has a label"),
        ("\n", CORPUS, "The file is empty"),
    ],
)
def test_labels_without_their_corpus_are_refused(
    tmp_path: Path, labels: str, documents: dict[str, str], fault: str
) -> None:
    paths = [write(tmp_path, "a.csv", labels), write_corpus(tmp_path, documents)]
    with pytest.raises(FormatError, match=fault):
        list(EXPRESSION_FORMATS["vnc-tokens"].reader(paths, None))


def test_the_corpus_is_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", LABELS)
    with pytest.raises(FormatError, match="Join them with the XML edition of the British National Corpus first"):
        list(read_file(path, None))
    with pytest.raises(FormatError, match="no ZIP archive"):
        list(EXPRESSION_FORMATS["vnc-tokens"].reader([path, path], None))


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("id10m", "We\tO\nbroke\tB-MWE\n", "line 2: A line of ID10M has a token and B-IDIOM"),
        ("semeval-2022", "MWE,Target\na b,A b.\n", "Missing: language"),
        ("semeval-2022", SEMEVAL.replace("surprised.,0", "surprised.,2"), "line 2: “2” is no label"),
        ("semeval-2022", "Language,MWE,Target\nEN,night owl,\n", "line 2: The column Target has no words"),
    ],
)
def test_faults_are_named_with_their_lines(tmp_path: Path, name: str, text: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        list(read_file(write(tmp_path, "a.csv", text), name))


@pytest.mark.parametrize(("name", "text"), [("id10m", ID10M), ("semeval-2022", SEMEVAL)])
def test_occurrences_come_back_from_cupt(tmp_path: Path, name: str, text: str) -> None:
    path, out = write(tmp_path, "a", text), str(tmp_path / "b.cupt")
    convert_expressions([path, out], name, "cupt")
    written, read = list(read_file(path, name)), list(read_file(out, "cupt"))
    columns = ["# global.columns" in each.conllu.comments[0] for each in read]
    assert columns == [True] + [False] * (len(read) - 1)
    assert [each.conllu.comments for each in written[1:]] == [each.conllu.comments for each in read[1:]]
    assert [[each[:2] for each in sentence.expressions] for sentence in written] == [
        [each[:2] for each in sentence.expressions] for sentence in read
    ]


def test_a_corpus_of_idioms_is_not_taken_for_another(tmp_path: Path) -> None:
    row = json.dumps({"idiom": "a b", "context": [], "offsets": [], "label": "i"}) + "\n"
    assert detect_format(write(tmp_path, "a", row)) == "magpie"
    for text in ("We\tO\nshe\tB-PER\n", "Language,MWE,Target\n", "I saw her there\n", ""):
        assert detect_format(write(tmp_path, "a", text)) is None
