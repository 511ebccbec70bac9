import pytest
from django.core.management import CommandError

from tests.evaluation.measure_command import litter


@pytest.fixture
def litter_files(write):
    return {
        "source": write("source", "It would bark up the wrong tree.\nIt is bread and butter.\nNothing.\n"),
        "reference": write("reference", "se tromper de cible\nc’est la routine\nRien.\n"),
        "hypothesis": write("hypothesis", "se tromper d’arbre\ncomme du pain et du beurre\nRien.\n"),
        "spans": write("spans", "wrong tree\t[(21, 31)]\nbread and butter\t[(6, 22)]\n\n"),
        "dictionary": write("en-fr", "tree arbre\ntree sapin\nthree word line\nwrong faux\n"),
        "reverse_dictionary": write("fr-en", "pain bread\nbeurre butter\n"),
    }


def test_litter_says_which_words_triggered(litter_files):
    result = litter(litter_files, "--bootstrap", 20)
    assert (result["macro"], result["micro"], result["n"], result["not_counted"]) == (1.0, 1.0, 2, 0)
    assert result["triggered"] == [
        {"segment": 1, "label": "wrong tree", "words": ["arbre"]},
        {"segment": 2, "label": "bread and butter", "words": ["pain", "beurre"]},
    ]
    assert result["rows"][0] == {"label": "bread and butter", "score": 1.0, "n": 1}
    assert result["interval"] == {"macro": [1.0, 1.0], "micro": [1.0, 1.0]}
    assert result["skipped_dictionary_lines"][0].endswith(
        "en-fr, line 3: A dictionary line must have two words; this one has 3."
    )
    assert (
        "|languages:en-fr|tokens:moses|case:lower|accents:stripped|empty:error|lemmas:none|stop-words:no|n:2|"
        in result["signature"]
    )


def test_litter_takes_stop_words_and_lemmas(litter_files, write):
    assert litter(litter_files, "--stop-words", write("stop", "Tree\n"))["micro"] == 0.5
    litter_files["hypothesis"].write_text("des arbres\nrien\nrien\n")
    assert litter(litter_files)["micro"] == 0
    assert litter(litter_files, "--lemmas", "target")["micro"] == 0.5
    with pytest.raises(CommandError, match="There is no lemmatiser for the language “xx”"):
        litter(litter_files, "--lemmas", "both", source="xx")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("spans", "wrong tree\t[(21, 99)]\n\n\n", "spans, line 1: The span (21, 99) is not inside the sentence"),
        ("spans", "wrong tree\t[(31, 21)]\n\n\n", "spans, line 1: The span (31, 21) ends before it begins."),
        ("spans", "\nwrong tree (21, 31)\n\n", "spans, line 2: “wrong tree (21, 31)” is not an expression"),
        ("hypothesis", "x\n", "hypothesis, line 2: The file ends before this line, but"),
        ("hypothesis", "", "hypothesis, line 1: The file ends before this line, but"),
        ("dictionary", "one\n", "en-fr: The dictionary has no lines with two words."),
    ],
)
def test_litter_names_the_file_and_line_that_is_wrong(litter_files, name, text, sentence):
    litter_files[name].write_text(text)
    with pytest.raises(CommandError) as caught:
        litter(litter_files)
    assert sentence in str(caught.value)
    assert caught.value.returncode == 2


def shift(litter_files, units):
    """Put emoji before the sentences, and spans that count in these units."""
    codec, width = {"code-points": ("utf-32-le", 4), "utf-16": ("utf-16-le", 2), "utf-8": ("utf-8", 1)}[units]
    lines = ["🐍🐍🐍🐍 It would bark up the wrong tree.", "🐍 It is bread and butter.", "Nothing."]
    litter_files["source"].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    spans = []
    for line, words in zip(lines, ("wrong tree", "bread and butter"), strict=False):
        start = line.index(words)
        places = [len(line[:end].encode(codec)) // width for end in (start, start + len(words))]
        spans.append(f"{words}\t[({places[0]}, {places[1]})]\n")
    litter_files["spans"].write_text("".join([*spans, "\n"]), encoding="utf-8")


@pytest.mark.parametrize("units", ["utf-16", "utf-8"])
def test_spans_of_other_programs_are_recognised_and_read_when_asked(litter_files, units):
    plain = litter(litter_files)
    shift(litter_files, units)
    with pytest.raises(CommandError, match=f"--span-units {units}") as caught:
        litter(litter_files)
    assert caught.value.returncode == 2
    assert litter(litter_files, "--span-units", units) == plain
    shift(litter_files, "code-points")
    assert litter(litter_files) == plain and plain["expressions"] == {"found": 2, "of": 2}


def test_spans_of_other_words_are_refused_with_the_count(litter_files):
    litter_files["spans"].write_text("wrong tree\t[(3, 8)]\nbread and butter\t[(7, 9)]\n\n")
    with pytest.raises(CommandError, match="Only 0 of 2 expressions are marked by their span in the source, unlike"):
        litter(litter_files)
    assert litter(litter_files, "--allow-missing-expressions")["expressions"] == {"found": 0, "of": 2}
