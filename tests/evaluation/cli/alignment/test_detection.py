"""Formats of links are detected unless they are named."""

import pytest
from django.core.management import CommandError

from tests.evaluation.cli.measuring import measure

LABELLED = "0-0 1-1 2p1\n0-0 1p2\n"
PLAIN = "0-0 1-1\n0-0 1-2\n"


def test_what_an_aligner_writes_with_possible_links_is_read_without_naming_it(write, capsys):
    gold, system = write("gold", LABELLED), write("system", LABELLED)
    named = ("--gold-format", "talp", "--gold-base", 0)
    found = measure("word-alignment", gold, system, *named)
    assert (found["aer"], found["sure"], found["possible"]) == (0, 3, 2)
    assert f"{system}: Read as talp, words counted from 0." in capsys.readouterr().err
    assert found == measure("word-alignment", gold, system)
    assert found == measure("word-alignment", gold, system, *named, "--system-format", "talp", "--system-base", 0)


def test_a_named_format_that_does_not_fit_is_refused_with_the_other_one(write):
    gold, system = write("gold", LABELLED), write("system", LABELLED)
    with pytest.raises(CommandError, match=r"“2p1” is not a link.* It looks like talp; without a named format"):
        measure("word-alignment", gold, system, "--system-format", "pharaoh")


def test_links_that_do_not_show_where_counting_begins_are_not_guessed(write):
    gold, system = write("gold", "1-1 2-2\n1-1\n"), write("system", "1-1 2-2\n1-1\n")
    with pytest.raises(CommandError, match=r"counted from 0 or from 1\. Give --gold-base\."):
        measure("word-alignment", gold, system)
    assert measure("word-alignment", gold, system, "--gold-base", 1, "--system-base", 1)["aer"] == 0
    with pytest.raises(CommandError, match=r"Give --base\."):
        measure("link-agreement", gold, system)


def test_agreement_and_machines_detect_links_too(write):
    first, second = write("a.txt", PLAIN), write("b.txt", PLAIN.replace("1-2", "1-1"))
    named = ("--format", "pharaoh")
    agreement = measure("link-agreement", first, second)
    assert agreement == measure("link-agreement", first, second, *named)
    machine = ("--machine", write("m.txt", PLAIN))
    compared = measure("machine-agreement", first, second, *machine)
    assert compared == measure("machine-agreement", first, second, *machine, *named)


def test_what_is_no_file_of_links_is_refused(write):
    text, links = write("t.txt", "The old house.\nA tree.\n"), write("l.txt", PLAIN)
    with pytest.raises(CommandError, match=r"t\.txt: Interlinea could not recognise this file\. Choose its format\."):
        measure("link-agreement", text, links)
