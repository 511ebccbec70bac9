"""`convert` reads texts with marked expressions and writes them in other forms, and says what is lost."""

import json

import pytest

from tests.alignment.formats.converting import convert, refuse
from tests.annotation_site.texts.marked_texts import examples

SEGMENTS = [
    {
        "source": "He spilled all the beans.",
        "references": ["Er plauderte."],
        "expressions": [
            {"label": "spill the beans", "source_spans": [[3, 10], [15, 24]], "class": "NC", "category": "VID"}
        ],
    },
    {"source": "Nothing here.", "references": [], "expressions": []},
]


@pytest.fixture
def segments(write):
    return write("s.jsonl", "".join(json.dumps(row) + "\n" for row in SEGMENTS))


def test_an_export_of_a_tool_becomes_segments_spans_and_a_table(write, tmp_path):
    export, out = write("export.jsonl", examples.DOCCANO), tmp_path / "out"
    told, said = convert(export, out, "--from", "marked", "--to", "segments")
    assert (told, said) == ({"read": 2, "written": 2, "expressions": 1, "lost": {}}, [])
    first, second = map(json.loads, out.read_text().splitlines())
    assert (first["source"], second["source"], second["expressions"]) == ("A cash cow.", "Nothing here.", [])
    assert [each["source_spans"] for each in first["expressions"]] == [[[2, 10]]]
    spans = tmp_path / "spans"
    convert(export, out, spans, "--from", "marked", "--to", "spans")
    assert (out.read_text(), spans.read_text()) == (
        "A cash cow.\nNothing here.\n",
        "cash cow\t[(2, 10)]\tidiomatic\n\n",
    )
    convert(export, out, "--from", "marked", "--to", "table")
    assert out.read_text().splitlines() == [
        "segment,source,label,spans,class",
        '1,A cash cow.,cash cow,"[(2, 10)]",idiomatic',
        "2,Nothing here.,,,",
    ]


def test_losses_are_counted_and_named(segments, tmp_path):
    out, spans = tmp_path / "out", tmp_path / "spans"
    told, said = convert(segments, out, "--from", "segments", "--to", "doccano")
    assert told["lost"] == {"discontinuous": 1, "labels": 1, "references": 1}
    assert "doccano has no discontinuous marks: 1 expressions were written as one mark a part." in said
    assert json.loads(out.read_text().splitlines()[0])["label"] == [[3, 10, "idiomatic"], [15, 24, "idiomatic"]]
    told, _ = convert(segments, out, spans, "--from", "segments", "--to", "spans")
    assert told["lost"] == {"categories": 1, "references": 1}


def test_spans_come_back_as_they_were(segments, tmp_path):
    text, spans, back = tmp_path / "text", tmp_path / "spans", tmp_path / "back"
    convert(segments, text, spans, "--from", "segments", "--to", "spans")
    convert(text, spans, back, "--from", "spans", "--to", "segments")
    first = json.loads(back.read_text().splitlines()[0])
    [found] = first["expressions"]
    assert (found["label"], found["source_spans"], found["class"]) == (
        "spill the beans",
        [[3, 10], [15, 24]],
        "idiomatic",
    )


def test_what_does_not_fit_is_refused(segments, write, tmp_path):
    out = tmp_path / "out"
    assert "are written as segments, spans, table, doccano, not as tmx" in refuse(
        segments, out, "--from", "segments", "--to", "tmx"
    )
    assert "From segments to spans takes 3 files, not 2." in refuse(
        segments, out, "--from", "segments", "--to", "spans"
    )
    assert "This is no export of Label Studio" in refuse(
        write("t", "A tree.\n"), out, "--from", "marked", "--to", "table"
    )
    assert "Marked texts are converted as a whole." in refuse(
        segments, out, "--from", "segments", "--to", "table", "--skip-rejected"
    )
    assert not out.exists()
