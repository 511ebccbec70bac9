"""Conversion between the formats of marked expressions, what is lost, and files that cannot be used."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation_site.texts.faults import FormatError
from expressions.formats.conversion import convert_expressions
from expressions.formats.registry import EXPRESSION_FORMATS, detect_format, read_file
from tests.expressions.formats.test_cupt import FRENCH
from tests.expressions.sentences import HEADER, write_sentence
from tests.shared_data import shared

# Words of our own with everything that some format cannot hold.
CUPT = FRENCH + write_sentence("she made up her mind", "* 1:VID;2:VPC.full 1;2 1 1") + write_sentence("no one", "_ _")
FOLIA = """<?xml version="1.0"?><FoLiA xmlns="http://ilk.uvt.nl/folia" xml:id="x"><text xml:id="x.t"><s xml:id="x.s">
<w xml:id="w1"><t>give</t></w><w xml:id="w2"><t>it</t></w><w xml:id="w3" space="no"><t>up</t></w>
<w xml:id="w4"><t>.</t></w>
<entities><entity class="VPC.full" annotator="ann" confidence="0.5"><wref id="w3"/><wref id="w1"/>
<comment>sure?</comment></entity></entities></s></text></FoLiA>"""
PARSEME_TSV = "1\tgive\t_\t1:VPC\n2\tit\t_\t_\n3\tup\tnsp\t1\n4\t.\t_\t_\n\n"
CONLLULEX = (
    "# text = give it up\n"
    "1\tgive\tgive\tVERB\tVB\t_\t0\troot\t_\t_\t1:1\tV.VPC.full\tgive up\t_\t_\t_\t_\t_\tB\n"
    "2\tit\tit\tPRON\tPR\t_\t1\tobj\t_\t_\t_\tPRON\tit\t_\t_\t_\t_\t_\to\n"
    "3\tup\tup\tADP\tRP\t_\t1\tcompound\t_\t_\t1:2\t_\t_\t_\t_\t_\t_\t_\tI_\n\n"
)
MAGPIE = json.dumps({
    "id": 1, "idiom": "spill the beans", "label": "l", "confidence": 1.0, "offsets": [[3, 10], [15, 20]],
    "context": ["a", "b", "He spilled his beans on the floor.", "c", "d"],
}) + "\n"  # fmt: skip


def write(tmp_path, name: str, text: str) -> str:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return str(tmp_path / name)


def test_detection_prints_the_format(tmp_path) -> None:
    out = StringIO()
    call_command("convert", write(tmp_path, "a", CUPT), detect=True, stdout=out)
    assert [each["name"] for each in json.loads(out.getvalue())["candidates"]] == ["cupt"]


def list_marks(path: str, name: str) -> list[tuple[tuple[int, ...], str]]:
    return [(each.words, each.category) for sentence in read_file(path, name) for each in sentence.expressions]


@pytest.mark.parametrize("name", ["cupt", "folia", "jsonl"])
def test_nothing_is_lost_and_the_way_back_gives_the_same_file(tmp_path, name: str) -> None:
    source = write(tmp_path, "a.cupt", CUPT)
    report = convert_expressions([source, str(tmp_path / "b")], "cupt", name)
    assert report.lost == ({"not marked": 1} if name == "folia" else {})
    convert_expressions([str(tmp_path / "b"), str(tmp_path / "c")], name, "cupt")
    back = (tmp_path / "c").read_text(encoding="utf-8")
    expected = CUPT.replace("no\tno\tX\t_\t_\t0\t_\t_\t_\t_", "no\tno\tX\t_\t_\t0\t_\t_\t_\t*")
    expected = expected.replace("one\tone\tX\t_\t_\t0\t_\t_\t_\t_", "one\tone\tX\t_\t_\t0\t_\t_\t_\t*")
    assert back == (expected if name == "folia" else CUPT)


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("conllu", {"categories": 4, "not marked": 1, "overlaps": 1}),
        ("parseme-tsv", {"columns": 4, "empty nodes": 1, "lemmas": 4, "tags": 4}),
        ("conllulex", {"not marked": 1, "overlaps": 1}),
        (
            "brat",
            {
                "columns": 4,
                "empty nodes": 1,
                "lemmas": 4,
                "not marked": 1,
                "ranges": 3,
                "sentence comments": 2,
                "tags": 4,
            },
        ),
    ],
)
def test_what_a_format_cannot_hold_is_counted(tmp_path, name: str, lost: dict[str, int]) -> None:
    paths = [str(tmp_path / f"b{place}") for place in range(EXPRESSION_FORMATS[name].files)]
    report = convert_expressions([write(tmp_path, "a.cupt", CUPT), *paths], "cupt", name)
    assert dict(report.lost) == lost
    assert len(report.explain(name)) == len(lost)


def test_each_format_gives_the_words_of_a_mark_with_a_gap(tmp_path) -> None:
    files = {"folia": FOLIA, "parseme-tsv": PARSEME_TSV, "conllulex": CONLLULEX, "magpie": MAGPIE}
    found = {name: list_marks(write(tmp_path, f"{name}.x", text), name) for name, text in files.items()}
    assert found == {
        "folia": [((0, 2), "VPC.full")],
        "parseme-tsv": [((0, 2), "VPC")],
        "conllulex": [((0, 2), "VPC.full")],
        "magpie": [((1, 3), "literal")],
    }
    assert {name: detect_format(str(tmp_path / f"{name}.x")) for name in files} == {name: name for name in files}


def test_folia_keeps_annotator_confidence_and_comment(tmp_path) -> None:
    source = write(tmp_path, "a.xml", FOLIA)
    for _ in range(2):
        (sentence,) = read_file(source, "folia")
        (expression,) = sentence.expressions
        assert (expression.annotator, expression.confidence, expression.comment) == ("ann", 0.5, "sure?")
        assert [row.is_spaced for row in sentence.conllu.words] == [True, True, False, True]
        convert_expressions([source, str(tmp_path / "b.xml")], "folia", "folia")
        source = str(tmp_path / "b.xml")


def test_brat_comes_back_as_fragments_of_the_same_words(tmp_path) -> None:
    source = write(tmp_path, "a.tsv", PARSEME_TSV * 2)
    convert_expressions([source, str(tmp_path / "b.txt"), str(tmp_path / "b.ann")], "parseme-tsv", "brat")
    assert (tmp_path / "b.txt").read_text() == "give it up.\ngive it up.\n"
    assert (tmp_path / "b.ann").read_text() == "T1\tVPC 0 4;8 10\tgive up\nT2\tVPC 12 16;20 22\tgive up\n"
    assert list_marks(str(tmp_path / "b.txt"), "brat") == [((0, 2), "VPC")] * 2


def test_conllulex_has_groups_lemmas_and_tags(tmp_path) -> None:
    source = write(tmp_path, "a.conllulex", CONLLULEX)
    convert_expressions([source, str(tmp_path / "b.cupt")], "conllulex", "cupt")
    convert_expressions([str(tmp_path / "b.cupt"), str(tmp_path / "c")], "cupt", "conllulex")
    cells = [line.split("\t") for line in (tmp_path / "c").read_text().splitlines() if line[:1].isdigit()]
    assert [row[10] for row in cells] == ["1:1", "_", "1:2"]
    assert (cells[0][11], cells[0][12], [row[18] for row in cells]) == ("V.VPC.full", "give up", ["B", "o", "I_"])


def test_folia_and_cupt_of_one_corpus_have_the_same_expressions() -> None:
    folder = shared("data/expressions/parseme-utilities-test")
    assert list_marks(str(folder / "pt.folia.xml"), "folia") == list_marks(str(folder / "pt.cupt"), "cupt")


def test_the_command_renames_categories_and_says_what_is_lost(tmp_path) -> None:
    source, out, told = write(tmp_path, "a.tsv", PARSEME_TSV), StringIO(), StringIO()
    arguments = {"source": "parseme-tsv", "target": "cupt", "rename_categories": ["1.0", "2.0"]}
    call_command("convert", source, str(tmp_path / "b"), **arguments, stdout=out, stderr=told)
    assert json.loads(out.getvalue()) == {"read": 1, "written": 1, "expressions": 1, "lost": {}}
    assert "1:IVPC.full" in (tmp_path / "b").read_text()
    call_command("convert", str(tmp_path / "b"), str(tmp_path / "c"), source="cupt", target="conllu", stderr=told,
                 stdout=out)  # fmt: skip
    assert "conllu has no expressions: 1 were left out." in told.getvalue()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("folia", FOLIA[:-9], "not well-formed XML"),
        ("folia", '<!DOCTYPE a [<!ENTITY x "y">]>' + FOLIA.partition("?>")[2], "or declares entities"),
        ("folia", "<html><s/></html>", "XML, but not FoLiA: it begins with <html>"),
        (
            "folia",
            FOLIA.replace('<wref id="w1"/>', '<wref id="w9"/>'),
            "an expression with the word “w9”",
        ),
        ("folia", FOLIA.replace("0.5", "high"), "Sentence 1 has the confidence “high”, which is no number"),
        ("parseme-tsv", "1\tgive\n", "line 1: A line of parseme-tsv has rank, token, nsp and codes"),
        ("parseme-tsv", "1-3\tgive\t_\t_\n1\tg\t_\t_\n", "“1-3” is no range of the 1 words"),
        ("conllulex", CONLLULEX.replace("\tB\n", "\n", 1), "line 2: A word line of .conllulex has 19 columns"),
        ("magpie", MAGPIE.replace('"l"', '"x"'), "line 1: An occurrence of MAGPIE needs"),
        ("magpie", MAGPIE.replace("20]", "99]"), "are not inside the third sentence"),
        ("jsonl", '{"lines": []}\n', "line 1: The line is no sentence with “lines”"),
        ("parseme-pilot", "Rank\tToken\n\t\tMWE identifier\tType\n1\t\t\n", "line 3: The line has no token"),
        ("parseme-pilot", "Rank\tToken\n\t\n1\ta\t\n", "line 2: The second line does not name the columns"),
        ("cupt", HEADER + "\n", "The file has no sentences"),
    ],
)
def test_files_that_cannot_be_used_say_why_and_nothing_is_written(tmp_path, name: str, text: str, message: str) -> None:
    source, target = write(tmp_path, "a", text), tmp_path / "b"
    with pytest.raises(CommandError) as refused:
        call_command("convert", source, str(target), source=name, target="jsonl" if name != "jsonl" else "cupt")
    assert refused.value.returncode == 2
    assert message in str(refused.value)
    assert not target.exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("113\tit_en\tsys1\t1\tSure alignment\n", None),
        ("1\ta cat\tun gatto\tfine\n", None),
        ("1-0 2-1\n", None),
        ('{"id": 1, "source": "a", "target": "b"}\n', None),
        ("<tmx version='1.4'><body/></tmx>", None),
        ("\n".join(line.rpartition("\t")[0] or line for line in FRENCH.partition("\n")[2].split("\n")), "conllu"),
        (FRENCH.partition("\n")[2], "cupt"),
    ],
)
def test_only_expressions_are_detected_as_such(tmp_path, text: str, expected: str | None) -> None:
    assert detect_format(write(tmp_path, "a", text)) == expected


def test_a_character_that_xml_cannot_hold_is_named_and_nothing_written(tmp_path) -> None:
    source = write(tmp_path, "a", CUPT.replace("mind", "mi\x02nd"))
    with pytest.raises(CommandError, match="Sentence 3 has the character U\\+0002, which XML cannot hold"):
        call_command("convert", source, str(tmp_path / "b"), source="cupt", target="folia")
    assert not (tmp_path / "b").exists()


def test_formats_of_other_things_are_refused(tmp_path) -> None:
    with pytest.raises(CommandError, match="Expressions in text are not written as pharaoh, but as cupt"):
        call_command("convert", write(tmp_path, "a", CUPT), str(tmp_path / "b"), source="cupt", target="pharaoh")
    with pytest.raises(FormatError, match="magpie is only read"):
        convert_expressions([write(tmp_path, "a", CUPT), str(tmp_path / "b")], "cupt", "magpie")
