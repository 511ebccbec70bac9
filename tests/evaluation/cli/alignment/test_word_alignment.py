"""`measure word-alignment` on examples worked out by hand and on real files."""

import pytest
from django.core.management import CommandError

from tests.alignment.formats.links.documents import examples
from tests.evaluation.cli.measuring import align
from tests.shared_data import shared


def test_word_alignment_by_hand(write):
    result = align(write("gold", "1-1 2-2 3p3\n\n"), write("system", "0-0 2-2 5-5\n1-0"))
    signature = result.pop("signature")
    assert result == {
        "aer": pytest.approx(1 - 3 / 6),
        "precision": pytest.approx(0.5),
        "recall": pytest.approx(0.5),
        "f": pytest.approx(0.5),
        "n": 2,
        "sure": 2,
        "possible": 1,
        "links": 4,
    }
    assert signature.startswith("word-alignment|average:micro|nulls:dropped|a:0.5|pairs:2|version:")


def test_bases_and_direction_are_arguments(write):
    gold, system = write("gold", "0p1 1-1"), write("system", "2-1 2-2")
    options = ("--gold-base", 0, "--system-base", 1)
    assert align(gold, system, *options, "--reverse-system")["aer"] == 0
    assert align(gold, system, *options)["aer"] > 0


def test_sentences_without_links_may_be_missing_from_naacl(write):
    gold = write("gold", "1 1 1 S\n3 1 2 P\n3 1 0\n")
    system = write("system", "0-0\n0-0\n0-1\n")
    result = align(gold, system, gold_format="naacl")
    assert (result["n"], result["links"], result["sure"], result["possible"]) == (3, 3, 1, 1)


def test_interval_names_its_seed(write):
    gold, system = write("gold", "1-1 2-2\n1-2\n" * 20), write("system", "0-0 1-1\n0-0\n" * 20)
    result = align(gold, system, "--bootstrap", 100, "--seed", 7)
    low, high = result["interval"]["aer"]
    assert low <= result["aer"] <= high
    assert "|bs:100|seed:7|" in result["signature"]


@pytest.mark.parametrize(
    ("gold", "system", "sentence"),
    [
        ("1-1\n", "0-0\nx-1\n", "system, line 2: “x-1” is not a link"),
        ("1-1\n0-1\n", "0-0\n0-0\n", "gold, line 2: “0-1” contains the index 0"),
        ("1-1\n1-1\n", "0-0\n", "system: Sentence 2 is missing, but"),
        ("1-1\n", "\n", "system: The system output has no links."),
        ("\n", "0-0\n", "gold: The gold standard has no links."),
        ("", "", "gold: The gold standard has no links."),
    ],
)
def test_bad_alignments_are_one_sentence_and_status_2(write, gold, system, sentence):
    with pytest.raises(CommandError) as caught:
        align(write("gold", gold), write("system", system))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.returncode == 2


def test_hansards_through_the_command_line():
    folder = shared("data/alignment/hansards-enfr")
    bases = ("--gold-base", 1, "--system-base", 0)
    result = align(folder / "enfr.gold", folder / "giza/test.enfr.reverse.talp", *bases, "--reverse-system")
    assert round(100 * result["aer"], 1) == 9.8
    assert (result["n"], result["sure"], result["possible"]) == (447, 4038, 13400)


def test_ids_before_a_tab_are_no_words_of_the_texts(write, capsys):
    texts = write("s", "0\tI see .\n1\tYou go .\n"), write("t", "0\tIch sehe .\n1\tDu gehst .\n")
    lists = write("fs", "I 3\nsee 1\n"), write("ft", "Ich 4\n")
    links = write("gold", "0\t0-0 2-2\n1\t0-0 2-2\n"), write("system", "0-0 2-2\n0-0 2-2\n\n\n")
    frequencies = ("--source-frequencies", lists[0], "--target-frequencies", lists[1])
    result = align(*links, "--gold-base", 0, "--bands", "0,1-", "--texts", *texts, *frequencies)
    assert result["n"] == 2
    assert result["notes"] == ["Line numbers before a tab were read as IDs."]
    assert result["notes"][0] in capsys.readouterr().err
    links = {(row["source"], row["target"]): row["links"] for row in result["rows"]}
    assert links["1-", "1-"] == 1


def test_blank_lines_at_the_end_of_a_file_do_not_count(write):
    assert align(write("gold", "1-1\n2-2\n\n \n"), write("system", "0-0\n1-1\n"))["n"] == 2
    assert align(write("gold", "1-1\n2-2\n"), write("system", "0-0\n1-1\n\n"))["n"] == 2


def test_links_of_another_id_than_the_text_are_refused_with_the_line(write):
    texts = write("s", "0\tI see .\n1\tYou go .\n"), write("t", "0\tIch sehe .\n1\tDu gehst .\n")
    lists = write("fs", "I 3\n"), write("ft", "Ich 4\n")
    frequencies = ("--source-frequencies", lists[0], "--target-frequencies", lists[1], "--bands", "0,1-")
    with pytest.raises(CommandError, match="gold, line 2: The links are those of “5”, but --texts has “1” here"):
        align(write("gold", "0\t1-1\n5\t1-1\n"), write("system", "0-0\n0-0\n"), "--texts", *texts, *frequencies)


def test_alignments_of_other_tools_are_measured(tmp_path):
    for name, text in (("gold.xml", examples.ugarit_xml()), ("system.json", examples.UGARIT_JSON)):
        (tmp_path / name).write_text(text)
    (tmp_path / "system.json").write_text(examples.UGARIT_JSON.replace("4712", "4711"))
    found = align(tmp_path / "gold.xml", tmp_path / "system.json", gold_format="ugarit", system_format="ugarit")
    assert (found["aer"], found["n"], found["links"]) == (0, 1, 1)


def test_words_in_another_order_are_never_compared(tmp_path):
    """Without the original, two files name the words of a verse in the order of their own translations."""
    marks = [rf'\zaln-s |x-content="{word}"\*\w {word}\w*\zaln-e\*' for word in ("a", "b")]
    for name, order in (("gold", marks), ("system", marks[::-1])):
        (tmp_path / name).write_text("\\id TIT\n\\c 1\n\\v 1 " + " ".join(order))
    with pytest.raises(CommandError, match="has other words, or another order, than in"):
        align(tmp_path / "gold", tmp_path / "system", gold_format="usfm", system_format="usfm")
