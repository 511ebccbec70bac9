"""Refusals of `convert`: one sentence each, and nothing is written."""

import json
import subprocess
import sys
import zipfile

import pytest

from tests.alignment.formats.converting import MANAGE, convert, refuse


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("0-0\nnonsense", ["talp", "pharaoh", "--from-base", "0"], "in.txt, line 2: “nonsense” is not a link"),
        ("0-0", ["talp", "pharaoh"], "in.txt, line 1: “0-0” contains the index 0, but counting starts at 1."),
        ("1-1", ["talp", "giza"], "in.txt, line 1: Sentence 1 has no tokens, and giza holds text and links."),
        ("2 1 1\n1 1 1", ["naacl", "talp"], "in.txt, line 2: Sentence 1 comes after sentence 2."),
        ("2 1 1", ["naacl", "xl-wa"], "in.txt, line 1: Sentence 2 has no tokens"),
        (
            '{"annotator": "a", "sure": ""}\n{"annotator": "b", "sure": ""}',
            ["jsonl", "talp"],
            "line 2: The file has readings by a and b",
        ),
        ("a ||| b", ["bitext", "talp"], "bitext and talp are not both link formats or both text formats."),
        ("{}", ["jsonl", "jsonl"], "can be links or text. Choose with --kind links or --kind text."),
        ("a\tb", ["tsv", "moses"], "From tsv to moses takes 3 files, not 2."),
        ("a ||| b\nc", ["bitext", "tsv"], "in.txt, line 2: The row has “|||” 0 times"),
        ("a\tb ||| c", ["bitext", "tsv"], "in.txt, line 1: The text contains a tab"),
        ("<tmx><x></tmx>", ["tmx", "tsv"], "in.txt, line 1: The XML is not well-formed here: mismatched tag."),
        ("caf\u00e9", ["bitext", "tsv", "--encoding", "klingon"], "“klingon” is not an encoding."),
    ],
)
def test_what_cannot_be_converted_is_one_sentence_and_writes_nothing(folder, text, options, sentence):
    given = folder.write("in.txt", text)
    source, target, *more = options
    assert sentence in refuse(given, folder.path("out"), "--from", source, "--to", target, *more)
    assert folder.names() == ["in.txt"]


def test_a_file_that_was_there_survives_an_error(folder):
    given, out = folder.write("in", "1-1\n" * 5000 + "bad"), folder.write("out", "precious")
    refuse(given, out, "--from", "talp", "--to", "pharaoh")
    assert (out.read_text(), folder.names()) == ("precious", ["in", "out"])


def test_a_missing_file_or_folder_is_named(folder):
    assert "nowhere: The file cannot be read" in refuse(folder.path("nowhere"), "x", "--from", "talp", "--to", "suffix")
    given = folder.write("in", "1-1")
    assert "cannot be written" in refuse(given, folder.path("no/out"), "--from", "talp", "--to", "suffix")
    assert "are required" in refuse(given)


def test_rejected_rows_can_be_skipped_and_leave_their_place_empty(folder):
    given, out = folder.write("in", "bad\n1-1"), folder.path("out")
    result, _ = convert(given, out, "--from", "talp", "--to", "pharaoh", "--skip-rejected")
    assert (result["rejected"], out.read_text()) == (1, "\n0-0\n")
    convert(given, out, "--from", "talp", "--to", "jsonl", "--skip-rejected")
    assert json.loads(out.read_text())["number"] == 2


def test_links_past_the_texts_are_refused(folder):
    texts = folder.write("s", "a"), folder.write("t", "b")
    arguments = folder.path("out"), "--from", "talp", "--to", "pharaoh", "--texts", *texts
    assert "line 1: A link points to source token 2, but there are only 1." in refuse(
        folder.write("in", "2-1"), *arguments
    )
    assert "line 2: Sentence 2 is not in the texts, which have 1 pairs." in refuse(
        folder.write("in", "1-1\n1-1"), *arguments
    )


def test_a_name_that_leaves_the_folder_is_refused(folder):
    given = folder.write("a.jsonl", '{"annotator": "../../x", "sure": ""}')
    for out in ("out", "out.zip"):
        assert "” is not a valid folder name." in refuse(given, folder.path(out), "--from", "jsonl", "--to", "blinker")
    assert folder.names() == ["a.jsonl"]


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"x": b""}, "It has no file with a name such as samp1.SentPair0."),
        ({"A1/samp1.SentPair0": b"4-1"}, "A1/samp1.SentPair0, line 1: A line needs a source and a target"),
        ({"A1/samp1.SentPair0": b"1 1\n" * 600_000}, "cannot be longer than 1 MB"),
        ({f"big{n}": bytes(1 << 20) for n in range(201)}, "unpacks to more than 200 MB"),
    ],
)
def test_archives_are_read_within_limits(folder, members, sentence):
    path = folder.path("a.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    assert sentence in refuse(path, folder.path("out"), "--from", "blinker", "--to", "talp")


def test_a_broken_archive_is_named(folder):
    path = folder.path("a.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("A1/samp1.SentPair0", b"1 1\n" * 1000)
    data = bytearray(path.read_bytes())
    data[50:56] = b"\xff" * 6
    path.write_bytes(data)
    assert "This part of the archive is damaged or encrypted." in refuse(
        path, folder.path("out"), "--from", "blinker", "--to", "talp"
    )


def test_it_runs_without_a_database_and_exits_with_2(folder):
    given = folder.write("in", "nonsense")
    command = [sys.executable, str(MANAGE), "convert", str(given), str(folder.path("out")), "--from", "talp"]
    done = subprocess.run([*command, "--to", "pharaoh"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{given}, line 1: “nonsense” is not a link" in done.stderr
