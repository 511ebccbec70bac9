"""Files are converted as asked, and what is lost on the way is said."""

import json
from itertools import pairwise

import pytest

from alignment.formats import ALIGNMENT_FORMATS, PARALLEL_FORMATS, WRITTEN_FORMATS
from tests.alignment.formats.converting import convert, refuse
from tests.shared_data import shared


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


def test_detection_is_shown_and_nothing_written(folder):
    given = folder.write("in.txt", "0-0 1?1\n", "utf-16")
    result, _ = convert(given, "--detect")
    assert result["encoding"] == "utf-16"
    assert result["candidates"][0]["name"] == "question"
    assert result["candidates"][0]["base"] == 0
    assert result["questions"] == ["Does a link name the source word first, or the target word?"]
    assert folder.names() == ["in.txt"]


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


@pytest.mark.parametrize("source", sorted(WRITTEN_FORMATS))
@pytest.mark.parametrize("target", sorted(WRITTEN_FORMATS))
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


def test_ids_before_a_tab_are_kept_apart_from_the_words_and_it_says_so(folder):
    texts = folder.write("s", "0\tI see .\n1\tYou go .\n"), folder.write("t", "0\tIch sehe .\n1\tDu gehst .\n")
    note = "Line numbers before a tab were read as IDs."
    result, said = convert(*texts, folder.path("out.tsv"), "--from", "moses", "--to", "tsv")
    assert (result["lost"], said) == ({}, [note])
    assert folder.path("out.tsv").read_text().splitlines()[1:] == ["0\tI see .\tIch sehe .", "1\tYou go .\tDu gehst ."]
    links = folder.write("links", "0\t0-0 2-2\n1\t0-0 1-1\n")
    formats = "--from", "talp", "--from-base", "0", "--to", "xl-wa"
    _, said = convert(links, folder.path("out.xl-wa"), *formats, "--texts", *texts)
    assert said[0] == note
    assert folder.path("out.xl-wa").read_text().splitlines()[0] == "I see .\tIch sehe .\t0-0 2-2"


def test_blank_lines_inside_are_refused_by_line_or_skipped(folder):
    texts = folder.write("s", "a\n\nb\n\n\n"), folder.write("t", "x\n\ny\n")
    formats = "--from", "moses", "--to", "bitext"
    assert refuse(*texts, folder.path("out"), *formats).endswith("t, line 2: The line is blank.")
    result, _ = convert(*texts, folder.path("out"), *formats, "--skip-rejected")
    assert (result["written"], result["rejected"]) == (2, 1)
    assert folder.path("out").read_text() == "a ||| x\nb ||| y\n"


def test_blank_lines_inside_are_skipped_or_kept_by_choice_and_named(folder):
    texts = folder.write("s", "a\n\nb\n\n\nc\n\n"), folder.write("t", "x\n\ny\n\n\nz\n")
    outs = folder.path("o"), folder.path("p")
    formats = "--from", "moses", "--to", "moses"
    result, said = convert(*texts, *outs, *formats, "--blank-lines", "skip")
    assert (result["written"], result["rejected"], result["blank_lines"]) == (3, 0, 3)
    assert said == ["3 blank lines (2, 4, 5) were skipped."]
    assert outs[0].read_text() == "a\nb\nc\n"
    result, said = convert(*texts, *outs, *formats, "--blank-lines", "keep")
    assert (result["written"], said) == (6, ["3 blank lines (2, 4, 5) were kept."])
    assert [out.read_text() for out in outs] == ["a\n\nb\n\n\nc\n", "x\n\ny\n\n\nz\n"]
    refused = refuse(*texts, folder.path("q"), "--from", "moses", "--to", "tsv", "--blank-lines", "keep")
    assert refused.endswith("Blank lines can be kept in moses only. Skip them.")
    uneven = folder.write("u", "x\ny\nz\n")
    assert "The target side is empty" in refuse(
        uneven, folder.write("v", "a\n\nb\n"), *outs, *formats, "--blank-lines", "skip"
    )


def test_segments_without_translation_are_counted_and_not_refused(folder):
    units = "".join(
        f"<trans-unit id='{number}'><source>{source}</source><target>{target}</target></trans-unit>"
        for number, source, target in [(1, "a", "x"), (2, "b", ""), (3, "c", " ")]
    )
    given = folder.write("in.xlf", f"<xliff version='1.2'><file><body>{units}</body></file></xliff>")
    result, said = convert(given, folder.path("out"), "--from", "xliff", "--to", "tsv")
    assert (result["written"], result["rejected"], result["untranslated"]) == (1, 0, 2)
    assert said == ["2 segments have no translation yet."]


def test_languages_of_a_memory_with_several_are_asked_for(folder):
    variants = "".join(f'<tuv xml:lang="{tag}"><seg>{tag}</seg></tuv>' for tag in ("de", "en-GB", "en-US"))
    given = folder.write("m.tmx", f"<tmx><body><tu>{variants}</tu></body></tmx>")
    out, formats = folder.path("out"), ("--from", "tmx", "--to", "bitext")
    advice = "Name two with --source-language and --target-language."
    languages = "de (1), en-GB (1), en-US (1)"
    assert refuse(given, out, *formats) == f"{given}: The file has 3 languages: {languages}. {advice}"
    asked = refuse(given, out, *formats, "--source-language", "en", "--target-language", "de")
    assert asked == f"{given}: “en” can be en-GB (1) and en-US (1). The languages of the file are {languages}. {advice}"
    convert(given, out, *formats, "--source-language", "en-US", "--target-language", "de")
    assert out.read_text() == "en-US ||| de\n"


def test_the_prepared_cases_of_id_and_segment_files_are_read(folder):
    ids = shared("cases/07-idtab/s.en"), shared("cases/07-idtab/t.de")
    result, _ = convert(*ids, folder.path("out.tsv"), "--from", "moses", "--to", "tsv")
    assert (result["written"], folder.path("out.tsv").read_text().splitlines()[1][0]) == (3, "0")
    result, _ = convert(shared("cases/05-sdlxliff/multi.sdlxliff"), folder.path("x"), "--from", "xliff", "--to", "tsv")
    assert (result["written"], result["untranslated"]) == (2, 1)
    ends = shared("cases/50-first-hour/a.de"), shared("cases/50-first-hour/a.en")
    assert convert(*ends, folder.path("y"), "--from", "moses", "--to", "tsv")[0]["written"] == 2


def test_links_of_another_id_than_the_text_are_refused_with_the_line(folder):
    texts = folder.write("s", "0\tI see .\n1\tYou go .\n"), folder.write("t", "0\tIch sehe .\n1\tDu gehst .\n")
    links, formats = folder.write("links", "00\t0-0\n7\t0-0\n"), ("--from", "pharaoh", "--to", "xl-wa")
    refused = refuse(links, folder.path("out"), *formats, "--texts", *texts)
    assert refused.endswith("links, line 2: The links are those of “7”, but the texts have “1” here.")


def test_texts_are_read_in_an_encoding_of_the_given_languages(folder):
    turkish = folder.write("t.tr", "ağ\niş\n", "cp1254")
    russian = folder.write("t.ru", "сеть\nда\n", "koi8-r")
    languages = ("--source-language", "tr", "--target-language", "ru")
    convert(turkish, russian, folder.path("out.jsonl"), "--from", "moses", "--to", "jsonl", *languages)
    rows = [json.loads(line) for line in folder.path("out.jsonl").read_text("utf-8").splitlines()]
    assert [(row["source"], row["target"]) for row in rows] == [("ağ", "сеть"), ("iş", "да")]
