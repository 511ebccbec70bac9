"""`measure link-agreement` on examples worked out by hand and on real annotators."""

import pytest
from django.core.management import CommandError

from tests.evaluation.cli.measuring import measure
from tests.shared_data import shared


def test_link_agreement_by_hand(write):
    files = write("anna", "0-0 1-1 2p2\n"), write("bert", "0-0 1p1 2p2 3p3\n")
    result = measure("link-agreement", *files, "--format", "talp", "--base", 0)
    assert result["pairs"] == [
        {
            "annotators": ["anna", "bert"],
            "any": pytest.approx(6 / 7),
            "both": pytest.approx(4 / 7),
            "sure": pytest.approx(2 / 3),
            "possible": pytest.approx(0.5),
        }
    ]
    # items: 0-0 S S, 1-1 S P, 2-2 P P, 3-3 N P, 3-null N N
    assert (result["items"], result["labels"]) == (5, {"S": 3, "P": 4, "N": 3})
    assert result["fleiss_kappa"] == pytest.approx((0.6 - 0.34) / (1 - 0.34))


def test_unaligned_tokens_count_when_asked_for(write):
    row = '{"sure": "0-0", "unaligned_source": [1]}'
    files = write("anna", row), write("bert", row.replace("0-0", "0-1"))
    assert measure("link-agreement", *files, "--format", "jsonl")["pairs"][0]["any"] == 0
    counted = measure("link-agreement", *files, "--format", "jsonl", "--count-unaligned")
    assert counted["pairs"][0]["any"] == pytest.approx(0.5)


def test_undefined_agreement_is_null_with_a_reason(write):
    files = write("anna", "1-1\n"), write("bert", "1-1\n")
    result = measure("link-agreement", *files, "--format", "talp")
    assert result["pairs"][0]["possible"] is None
    assert result["fleiss_kappa"] is None
    assert result["reasons"]["possible"] == "Neither annotator has a Possible link."
    assert "All labels are identical, so chance agreement is 1." in result["reasons"]["fleiss_kappa"]


def test_agreement_needs_two_files_of_the_same_sentences(write):
    anna, bert = write("anna", "1-1\n1-1\n"), write("bert", "1-1\n")
    with pytest.raises(CommandError, match="at least two annotators"):
        measure("link-agreement", anna, "--format", "talp")
    with pytest.raises(CommandError, match=r"bert: Sentence 2 is missing, but .*anna has it"):
        measure("link-agreement", anna, bert, "--format", "talp")


def test_rte2_through_the_command_line():
    folder = shared("data/alignment/rte2-three-annotators")
    files = [folder / f"RTE2_test_{name}.align.txt" for name in "ABC"]
    result = measure("link-agreement", *files, "--format", "giza-sp")
    assert (round(result["fleiss_kappa"], 5), result["items"]) == (0.72887, 11438)
    assert [round(pair["any"], 4) for pair in result["pairs"]] == [0.8310, 0.8346, 0.9862]


def test_agreement_reads_folders_of_annotators(tmp_path):
    for annotator, lines in (("A1", "1 1\n2 0\n"), ("A2", "1 1\n2 1\n")):
        (tmp_path / annotator).mkdir()
        (tmp_path / annotator / "samp1.SentPair0").write_text(lines)
    result = measure("link-agreement", tmp_path / "A1", tmp_path / "A2", "--format", "blinker")
    assert result["pairs"][0]["annotators"] == ["A1", "A2"]
    assert result["n"] == 1


def test_two_files_with_the_same_links_are_named(write, capsys):
    same, other = ("0-0 1-1\n0-1\n", "0-0\n0-1\n")
    files = write("a", same), write("b", same.replace("0-0 1-1", "1-1 0-0")), write("c", other)
    result = measure("link-agreement", *files, "--format", "pharaoh")
    assert result["identical"] == [["a", "b"]]
    assert result["notes"] == [
        "a and b have the same links in all 2 pairs. Check that they are the work of two annotators."
    ]
    assert result["notes"][0] in capsys.readouterr().err
    assert "identical" not in measure("link-agreement", *files[1:], "--format", "pharaoh")
