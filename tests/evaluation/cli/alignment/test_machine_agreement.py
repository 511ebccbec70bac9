"""`measure machine-agreement`: by hand, and on three real annotators of whom one stands in for a machine."""

import pytest
from django.core.management import CommandError

from tests.evaluation.cli.measuring import measure


def test_by_hand(write):
    files = write("anna", "0-0 1-1\n0-0\n"), write("bert", "0-0 1p1\n0-0\n")
    machine = write("machine", "0-0\n0-0\n")
    result = measure("machine-agreement", *files, "--machine", machine, "--format", "talp", "--base", 0)
    figures = {row["figure"]: row for row in result["groups"][0]["figures"]}
    # Anna and Bert have 2 of 3 labels in common; the machine has 2 links, each with the same label as theirs.
    assert figures["both"]["people"]["value"] == pytest.approx(4 / 6)
    assert figures["both"]["machine"]["value"] == pytest.approx(8 / 10)
    assert figures["both"]["difference"]["value"] == pytest.approx(8 / 10 - 4 / 6)
    assert result["alternative"]["winning_rate"] is None
    assert result["n"] == 2
    assert "machine-agreement|epsilon:0.2|pairs:2|bs:1000|seed:12345" in result["signature"]


def test_people_agree_as_link_agreement_says(write):
    rows = ("0-0 1-1 2p2\n1-0\n", "0-0 1p1\n1-0\n", "0-0 2p2\n0-0\n")
    files = [write(name, row) for name, row in zip(("anna", "bert", "cleo"), rows, strict=True)]
    agreement = measure("link-agreement", *files, "--format", "talp", "--base", 0)
    compared = measure("machine-agreement", *files, "--machine", files[0], "--format", "talp", "--base", 0)
    figures = {row["figure"]: row["people"]["value"] for row in compared["groups"][0]["figures"]}
    assert figures["both"] == pytest.approx(agreement["pooled"]["both"])
    assert figures["any"] == pytest.approx(agreement["pooled"]["any"])


def test_one_annotator_is_no_agreement(write):
    anna = write("anna", "0-0\n")
    with pytest.raises(CommandError, match="at least two annotators"):
        measure("machine-agreement", anna, "--machine", anna, "--format", "talp")
