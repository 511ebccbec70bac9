"""`convert` reads the files of alignment tools, and writes that of Alpheios."""

import json

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, choose_format
from tests.alignment.formats.converting import convert, refuse
from tests.alignment.formats.links.documents import examples


def write(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_ugarit_becomes_lines_with_words_and_alpheios_comes_back(tmp_path):
    given = write(tmp_path, "in.xml", examples.ugarit_xml())
    first, second = tmp_path / "out.xml", tmp_path / "out.tsv"
    convert(given, first, "--from", "ugarit", "--to", "alpheios")
    result, said = convert(first, second, "--from", "alpheios", "--to", "xl-wa")
    assert second.read_text() == "gatto\ta cat\t0-1\n"
    assert (result["written"], said) == (1, ["xl-wa does not support these IDs: 1 IDs were left out."])


def test_what_the_original_is_needed_for_is_said(tmp_path):
    given = write(tmp_path, "en.usfm", examples.ALIGNED_USFM)
    _, said = convert(given, tmp_path / "out", "--from", "usfm", "--to", "jsonl", "--kind", "links")
    assert said == ["Without the original text in the same ZIP, the source has aligned words only, in the translation's order."]  # fmt: skip  # noqa: E501
    rows = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["TIT 1:1", "TIT 1:2"]


def test_a_zip_is_detected_and_what_is_missing_is_refused_in_a_sentence(tmp_path):
    given = write(tmp_path, "all.zip", examples.BURRITO_ZIP)
    found, _ = convert(given, "--detect")
    assert [each["name"] for each in found["candidates"]] == ["burrito"]
    alone = write(tmp_path, "a.json", json.dumps(examples.burrito(*examples.RECORDS)))
    assert "Put it into one ZIP" in refuse(alone, tmp_path / "out", "--from", "burrito", "--to", "giza")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (examples.ALPHEIOS_XML, "This is an alignment of words. Import it as annotation of a word alignment project"),
        (examples.ALIGNED_USFM, "This is an alignment of words."),
        ("# global.columns = ID FORM PARSEME:MWE\n1\ta\t*\n", "This is .cupt (PARSEME)."),
        ('{"text": "A cash cow.", "label": [[2, 10, "NC"]]}', "This is an export of doccano. Import it as compounds"),
    ],
)
def test_as_a_text_they_are_called_by_their_names(tmp_path, data, sentence):
    with write(tmp_path, "text", data).open("rb") as file, pytest.raises(FormatError) as refused:
        choose_format(file, "text", "text")
    assert sentence in str(refused.value)


def test_a_text_as_a_json_array_is_read_as_lines_are(tmp_path):
    rows = [{"id": "7", "source": "il gatto", "target": "the cat", "score": None}]
    given = write(tmp_path, "a.json", json.dumps(rows, indent=1).replace("null", "NaN"))
    with given.open("rb") as file:
        assert choose_format(file, "a.json", "text").name == "jsonl"
        (pair,) = PARALLEL_FORMATS["jsonl"].read_files([file], ["a.json"], ["utf-8"])
    assert (pair.identifier, pair.source, pair.target) == ("7", "il gatto", "the cat")


def test_pairs_that_are_left_out_keep_the_places_of_the_others(tmp_path):
    rows = [{"number": 2, "source_tokens": ["a"], "target_tokens": ["b"], "sure": "0-0"}]
    given = write(tmp_path, "in", "".join(json.dumps(row) + "\n" for row in rows))
    convert(given, tmp_path / "out.xml", "--from", "jsonl", "--to", "alpheios", "--kind", "links")
    convert(tmp_path / "out.xml", tmp_path / "out", "--from", "alpheios", "--to", "pharaoh")
    assert (tmp_path / "out").read_text() == "\n0-0\n"
