import pytest
from django.core.management import CommandError

from tests.evaluation.measure_command import apt


@pytest.fixture
def apt_files(write):
    return {
        "source": write("source", "They broke the ice.\nHe kicked it.\n"),
        "source-tokens": write("tokens", "They broke the ice .\nHe kicked it .\n"),
        "spans": write("spans", "break the ice\t[(5, 18)]\nkick\t[(3, 9)]\n"),
        "reference": write("reference", "ils ont brisé la glace\nil l' a tapé\n"),
        "reference-alignment": write("ref.align", "0-0 1-2 2-3 3-4\n0-0\n"),
        "hypothesis": write("hypothesis", "ils cassent la glace\nil tape\n"),
        "hypothesis-alignment": write("hyp.align", "0-0 1-1 2-2 3-3\n1-1\n"),
    }


def test_apt_compares_the_aligned_words(apt_files):
    result = apt(apt_files, "--bootstrap", 20)
    assert (result["n"], result["left_out"], result["empty_hypotheses"]) == (1, 1, 0)
    assert result["macro"]["unigram"] == pytest.approx(2 / 3)
    assert 0.4 < result["macro"]["chrf"] < 0.5
    assert result["rows"][0]["label"] == "break the ice"
    assert set(result["interval"]) == {"macro", "micro"}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("hypothesis-alignment", "0-0 1-9\n\n", "hyp.align, line 1: A link points to token 9, but"),
        ("hypothesis-alignment", "0-0\n", "hyp.align: Sentence 2 is missing."),
        ("reference-alignment", "0-0\n1-x\n", "ref.align, line 2: “1-x” is not a link"),
        (
            "source-tokens",
            "They breaked the ice .\nHe kicked it .\n",
            "tokens, line 1: The token “breaked” does not occur in",
        ),
        ("spans", "x\t[(0, 500)]\n\n", "spans, line 1: The span (0, 500) is not inside"),
    ],
)
def test_apt_names_the_file_and_line_that_is_wrong(apt_files, name, text, sentence):
    apt_files[name].write_text(text)
    with pytest.raises(CommandError) as caught:
        apt(apt_files, "--alignment-format", "pharaoh")
    assert sentence in str(caught.value)
