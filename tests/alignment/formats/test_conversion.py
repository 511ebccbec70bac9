"""`convert` as people use it: one JSON object, what was lost in a sentence, and nothing written on an error."""

import json
import subprocess
import sys
import zipfile
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from alignment.formats import ALIGNMENT_FORMATS, PARALLEL_FORMATS
from tests.shared_data import shared

MANAGE = Path(__file__).parents[3] / "manage.py"


def convert(*arguments):
    """Return the JSON object and the lines on standard error."""
    out, err = StringIO(), StringIO()
    call_command("convert", *map(str, arguments), stdout=out, stderr=err)
    return json.loads(out.getvalue()), err.getvalue().splitlines()


def refuse(*arguments):
    """Return the sentence on standard error; the exit status must be 2."""
    with pytest.raises(CommandError) as caught:
        convert(*arguments)
    assert caught.value.returncode == 2
    return str(caught.value)


@pytest.fixture
def folder(tmp_path):
    class Folder:
        def write(self, name, text, encoding="utf-8"):
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode(encoding))
            return path

        def path(self, name):
            return tmp_path / name

        def names(self):
            return sorted(path.name for path in tmp_path.iterdir())

    return Folder()


def test_labels_are_lost_in_pharaoh_and_it_says_so(folder):
    given, out = folder.write("gold.talp", "1-1 2p2\n\n3p1"), folder.path("gold.pharaoh")
    result, said = convert(given, out, "--from", "talp", "--to", "pharaoh")
    assert result == {"read": 3, "written": 3, "rejected": 0, "lost": {"labels": 2}}
    assert said == ["pharaoh has no labels: 2 Possible links were written as plain links."]
    assert out.read_text() == "0-0 1-1\n\n2-0\n"
    assert folder.names() == ["gold.pharaoh", "gold.talp"]


def test_bases_and_direction_are_turned(folder):
    given, out = folder.write("a.txt", "0-1 0?2"), folder.path("b.txt")
    result, said = convert(given, out, "--from", "question", "--to", "talp", "--to-base", "0", "--reverse")
    assert (out.read_text(), result["lost"], said) == ("1-0 2p0\n", {}, [])
    convert(out, out, "--from", "talp", "--to", "suffix", "--from-base", "0")
    assert out.read_text() == "1-0S 2-0P\n"


def test_texts_are_joined_where_the_format_needs_them(folder):
    given = folder.write("links", "1 1 1 S 0.9\n3 2 0\n")
    texts = folder.write("s", "a b\nc\nd e\nf"), folder.write("t", "A\nC\nD\nF")
    out = folder.path("out.giza")
    result, said = convert(given, out, "--from", "naacl", "--to", "giza-sp", "--texts", *texts)
    assert out.read_text().splitlines()[::3] == [f"# sentence pair {number}" for number in (1, 2, 3, 4)]
    assert out.read_text().splitlines()[2] == "NULL ({ / / }) a ({ 1 / / }) b ({ / / })"
    assert result == {"read": 2, "written": 4, "rejected": 0, "lost": {"confidences": 1}}
    assert said == ["giza-sp has no confidences: 1 were left out."]


def test_texts_of_the_shared_task_are_known_by_their_first_line(folder):
    texts = folder.write("s", "<s snum=1>naïve b</s>\n", "latin-1"), folder.write("t", "<s snum=1>x y</s>\n")
    out = folder.path("out.tsv")
    convert(folder.write("links", "1-1"), out, "--from", "talp", "--to", "xl-wa", "--texts", *texts)
    assert out.read_text() == "naïve b\tx y\t0-0\n"


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("0-0\nnonsense", ["talp", "pharaoh", "--from-base", "0"], "in.txt, line 2: “nonsense” is not a link"),
        ("0-0", ["talp", "pharaoh"], "in.txt, line 1: “0-0” contains the index 0, but counting starts at 1."),
        ("1-1", ["talp", "giza"], "in.txt, line 1: Sentence 1 has no tokens, and giza holds text and links."),
        ("2 1 1\n1 1 1", ["naacl", "talp"], "in.txt, line 2: Sentence 1 comes after sentence 2."),
        ("2 1 1", ["naacl", "xl-wa"], "in.txt, line 1: Sentence 2 has no tokens"),
        ('{"annotator": "a"}\n{"annotator": "b"}', ["jsonl", "talp"], "line 2: The file has readings by a and b"),
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


def test_two_files_become_a_memory_and_two_files_again(folder):
    source, target = folder.write("a.it", "là\ngatto\n", "latin-1"), folder.write("a.en", "there\ncat\n")
    memory, again = folder.path("a.tmx"), (folder.path("b.it"), folder.path("b.en"))
    languages = "--source-language", "it", "--target-language", "en"
    result, said = convert(source, target, memory, "--from", "moses", "--to", "tmx", *languages)
    assert (result["written"], said) == (2, [])
    assert '<tuv xml:lang="it"><seg>là</seg></tuv>' in memory.read_text()
    convert(memory, *again, "--from", "tmx", "--to", "moses", *languages)
    assert [path.read_text() for path in again] == ["là\ngatto\n", "there\ncat\n"]


def test_ids_and_words_that_a_text_format_cannot_keep_are_counted(folder):
    line = '{"id": "x1", "source": "dall\'alto", "target": "b", "source_tokens": ["dall\'", "alto"]}'
    result, said = convert(folder.write("a", line), folder.path("b"), "--from", "jsonl", "--to", "bitext")
    assert result["lost"] == {"identifiers": 1, "tokens": 1}
    assert len(said) == 2


def test_annotators_go_into_folders_and_come_out_one_by_one(folder):
    rows = [
        {"sure": "0-0", "unaligned_target": [3], "annotator": "A1", "number": 11},
        {"possible": "1-0", "annotator": "B", "number": 11},
    ]
    given = folder.write("a.jsonl", "\n".join(map(json.dumps, rows)))
    result, _ = convert(given, folder.path("out"), "--from", "jsonl", "--to", "blinker")
    assert result["lost"] == {"labels": 1}
    assert (folder.path("out") / "A1/samp2.SentPair0").read_text() == "1 1\n0 4\n"
    assert "already exists" in refuse(given, folder.path("out"), "--from", "jsonl", "--to", "blinker")
    convert(folder.path("out"), folder.path("b.zip"), "--from", "blinker", "--to", "blinker")
    assert "readings by A1 and B" in refuse(folder.path("b.zip"), folder.path("x"), "--from", "blinker", "--to", "talp")
    result, _ = convert(folder.path("b.zip"), folder.path("x"), "--from", "blinker", "--to", "talp", "--annotator", "B")
    assert folder.path("x").read_text() == "\n" * 10 + "2-1\n"
    assert (result["read"], result["lost"]) == (1, {"annotators": 1})


def test_a_name_that_leaves_the_folder_is_refused(folder):
    given = folder.write("a.jsonl", '{"annotator": "../../x"}')
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


def test_detection_is_shown_and_nothing_written(folder):
    given = folder.write("in.txt", "0-0 1?1\n", "utf-16")
    result, _ = convert(given, "--detect")
    assert result["encoding"] == "utf-16"
    assert result["candidates"][0]["name"] == "question"
    assert result["candidates"][0]["base"] == 0
    assert result["questions"] == ["Does a link name the source word first, or the target word?"]
    assert folder.names() == ["in.txt"]


def test_it_runs_without_a_database_and_exits_with_2(folder):
    given = folder.write("in", "nonsense")
    command = [sys.executable, str(MANAGE), "convert", str(given), str(folder.path("out")), "--from", "talp"]
    done = subprocess.run([*command, "--to", "pharaoh"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{given}, line 1: “nonsense” is not a link" in done.stderr


def test_the_real_gold_loses_its_labels_and_nothing_else(folder):
    gold = shared("data/alignment/hansards-enfr/enfr.gold")
    result, _ = convert(gold, folder.path("out"), "--from", "talp", "--to", "pharaoh")
    assert result == {"read": 447, "written": 447, "rejected": 0, "lost": {"labels": 13400}}


def test_the_real_sample_joins_its_texts(folder):
    sample = shared("data/alignment/blinker-sample")
    texts = sample / "EN.sample.1", sample / "FR.sample.1"
    convert(sample / "A1", folder.path("out"), "--from", "blinker", "--to", "giza", "--texts", *texts)
    assert folder.path("out").read_text().count("\n") == 30


LINKS = {"id": "1", "sure": "0-0", "possible": "1-1", "source_tokens": ["il", "gatto"], "target_tokens": ["the", "cat"]}


@pytest.mark.parametrize("source", sorted(ALIGNMENT_FORMATS))
@pytest.mark.parametrize("target", sorted(ALIGNMENT_FORMATS))
def test_links_go_from_every_format_to_every_other(folder, source, target):
    folder.write("a.it", "il gatto\n")
    folder.write("a.en", "the cat\n")
    texts = ["--texts", folder.path("a.it"), folder.path("a.en")]
    given = folder.write("given", json.dumps(LINKS) + "\n")
    first, second, back = (folder.path(name) for name in ("first", "second", "back.jsonl"))
    convert(given, first, "--from", "jsonl", "--to", source, "--kind", "links", *texts)
    convert(first, second, "--from", source, "--to", target, "--kind", "links", *texts)
    convert(second, back, "--from", target, "--to", "jsonl", "--kind", "links", *texts)
    row = json.loads(back.read_text())
    are_labelled = ALIGNMENT_FORMATS[source].labelled and ALIGNMENT_FORMATS[target].labelled
    assert (row["sure"], row["possible"]) == (("0-0", "1-1") if are_labelled else ("0-0 1-1", ""))


@pytest.mark.parametrize("source", sorted(PARALLEL_FORMATS))
@pytest.mark.parametrize("target", sorted(PARALLEL_FORMATS))
def test_texts_go_from_every_format_to_every_other(folder, source, target):
    def files(name, text_format):
        count = PARALLEL_FORMATS[text_format].files
        return [folder.path(f"{name}.{place}") for place in range(count)]

    options = ["--kind", "text", "--source-language", "it", "--target-language", "en"]
    given = folder.write("given.tsv", "il gatto\tthe cat\nil cane\tthe dog\n")
    steps = [("tsv", [given]), (source, files("a", source)), (target, files("b", target)), ("tsv", [folder.path("c")])]
    for (before, read), (after, written) in pairwise(steps):
        convert(*read, *written, "--from", before, "--to", after, *options)
    rows = [line.split("\t")[-2:] for line in folder.path("c").read_text().splitlines()]
    assert rows[-2:] == [["il gatto", "the cat"], ["il cane", "the dog"]]
