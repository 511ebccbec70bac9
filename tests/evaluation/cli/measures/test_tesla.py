import pytest

from tests.evaluation.measure_command import measure, refuse
from tests.evaluation.wordnet_files import write_wordnet


@pytest.fixture
def tesla_files(write):
    reference = write("reference", "I felt like I was in a luxury store\nThey left\n")
    return "--reference", reference, "--hypothesis", write("hypothesis", "I felt like I was in a luxury trade\n\n")


def test_tesla_with_and_without_compositionality(tesla_files, write, tmp_path):
    options = ("tesla", *tesla_files, "--language", "en", "--wordnet", write_wordnet(tmp_path))
    plain = measure(*options, "--segments", "--bootstrap", 20)
    assert plain["segments"][1] == {"line": 2, "score": 0.0}
    assert (plain["n"], plain["left_out"], plain["compounds"]) == (2, 0, 0)
    assert "|similarities:ms+pos|pos:textblob-0.20.1|synsets:wordnet-3.0|compounds:none|" in plain["signature"]
    table = write("compounds.csv", "compound,score\nluxury store,1.1\nivory tower,\n")
    columns = ("--compounds", table, "--compositionality", "score", "--highest", 5)
    weighed = measure(*options, *columns)
    assert weighed["compounds"] == 1
    assert weighed["score"] < plain["score"]
    exact = measure(*options, *columns, "--exact-compounds")
    assert exact["score"] < weighed["score"]
    assert measure(*options, "--exact-compounds")["score"] == exact["score"]  # found by WordNet
    listed = write("list.csv", "compound\nluxury store\n")  # 0/1 asks for no scores
    assert measure(*options, "--compounds", listed, "--exact-compounds")["score"] == exact["score"]
    assert measure(*options, *columns, "--scope", "covering")["score"] < weighed["score"]
    assert measure(*options, *columns, "--moment", "after")["score"] <= weighed["score"]


def test_tesla_without_wordnet_says_so(tesla_files):
    result = measure("tesla", *tesla_files, "--language", "en")
    assert list(result["f"]) == ["ms", "pos"]
    assert "|similarities:ms+pos|pos:textblob-0.20.1|synsets:none|" in result["signature"]


def test_tesla_of_conllu(write):
    row = "{}\t{}\t{}\t{}\t_\t_\t0\t_\t_\t_\n"
    reference = write("r.conllu", row.format(1, "luxury", "luxury", "NOUN") + row.format(2, "stores", "store", "NOUN"))
    hypothesis = write("h.conllu", row.format(1, "luxury", "luxury", "NOUN") + row.format(2, "trade", "trade", "NOUN"))
    options = ("--format", "conllu", "--language", "xx")
    result = measure("tesla", "--reference", reference, "--hypothesis", hypothesis, *options)
    assert result["f"]["ms"] == [0.75, 0.75, None]
    assert "|pos:conllu|" in result["signature"]
    bad = write("bad.conllu", "one two\n")
    refuse(
        "bad.conllu, line 1: A CoNLL-U word line needs 10 columns",
        "tesla",
        "--reference",
        bad,
        "--hypothesis",
        bad,
        *options,
    )
    two = write("two.conllu", reference.read_text() + "\n" + reference.read_text())
    line = write("line.txt", "luxury trade\n")
    mixed = ("tesla", "--reference", two, "--reference-format", "conllu", "--hypothesis", line, "--language", "fr")
    refuse("line.txt, line 2: The file ends before this line", *mixed)
    refuse("Sentence 2 is missing", "tesla", "--reference", two, "--hypothesis", hypothesis, *options)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("compound,compositionality\ntower,0.5\n", "c.csv, line 2: “tower” is not a compound of two words or more."),
        ("compound,compositionality\nivory tower,5\n", "c.csv, line 2: Compositionality must be between 0 and 1"),
        ("compound,compositionality\nivory tower,x\n", "c.csv, line 2: “x” is not a number."),
        ("compound,compositionality\na b,1\nA B,1\n", "c.csv, line 3: “A B” already has a score."),
        ("compound,compositionality\n", "c.csv: The table has no compounds with scores."),
    ],
)
def test_tesla_names_the_compound_that_cannot_be_used(tesla_files, write, table, sentence):
    refuse(sentence, "tesla", *tesla_files, "--language", "en", "--compounds", write("c.csv", table))


def test_tesla_takes_words_of_scripts_without_spaces_for_lemmas(write):
    texts = write("r", "他打破了沉默。\n"), write("h", "她打破了沉默。\n")
    found = measure("tesla", "--reference", texts[0], "--hypothesis", texts[1], "--language", "zh")
    assert 0 < found["score"] < 1
    assert found["signature"].startswith("tesla|tokens:icu-") and "|language:zh|lemmas:none|" in found["signature"]


def test_tesla_says_what_it_needs(tesla_files, tmp_path):
    refuse("Give --compounds or --wordnet.", "tesla", *tesla_files, "--language", "en", "--exact-compounds")
    refuse("There is no lemmatiser for the language “xx”", "tesla", *tesla_files, "--language", "xx")
    refuse(
        "index.noun: The file cannot be read", "tesla", *tesla_files, "--language", "en", "--wordnet", tmp_path / "no"
    )
