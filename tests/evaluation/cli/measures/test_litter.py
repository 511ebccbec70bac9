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
        "|languages:en-fr|tokens:moses|case:lower|accents:stripped|lemmas:none|stop-words:no|n:2|"
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
