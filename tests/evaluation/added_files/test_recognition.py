"""Contents of files, recognised by their names and first lines."""

from pathlib import Path

import pytest

from alignment.formats import FormatError
from evaluation.added_files.recognition import recognise


@pytest.mark.parametrize(
    ("name", "text", "content"),
    [
        ("out.txt", "Ha rotto il ghiaccio.\n\nPiove.\n", "translations"),
        ("out.txt", "Era il 1984.\n3 gatti\n", "translations"),
        ("out.txt", "Capitolo 1\nLa frase numero 2\n", "translations"),
        ("out.txt", "", "translations"),
        ("two.tsv", "segment\tone\ttwo\n1\tPiove.\tPioveva.\n", "translations"),
        ("two.jsonl", '{"one": "Piove.", "two": "3"}\n', "translations"),
        ("bleurt.txt", "0.5\n\n-1e-3\n", "scores"),
        ("counts.txt", "1\n2\n3\n", "scores"),
        ("COMET.seg.score", "one\t0.5\none\t0.25\ntwo\tNone\n", "scores"),
        ("COMET.sys.score", "one 0.5\ntwo 0.25\n", "scores"),
        ("comet.txt", "one\t0.5\ntwo\t0.25\n", "scores"),
        ("comet.json", '{"one.txt": []}', "scores"),
        ("metricx.jsonl", '{"hypothesis": "Piove.", "prediction": 1.5}\n', "scores"),
        ("comet.csv", "segment,one,two\n1,0.5,0.25\n2,,0.5\n", "scores"),
        ("rows.csv", "system,segment,score\none,1,0.5\n", "scores"),
        ("a.pharaoh", "0-0 1-1\n\n2-1\n", "links"),
        ("a.talp", "1-1 2p2\n1-2\n", "links"),
        ("a.jsonl", '{"id": "1", "sure": "0-0"}\n', "links"),
        ("source.conllu", "1\tIt\tit\tPRON\n", "annotation"),
    ],
)
def test_content_is_recognised(tmp_path: Path, name: str, text: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert recognise(str(path), name) == content


def test_tags_of_words_are_no_translations(tmp_path: Path) -> None:
    path = tmp_path / "dev.tags"
    path.write_text("OK OK BAD\nOK\n", encoding="utf-8")
    with pytest.raises(FormatError, match="quality tags of words"):
        recognise(str(path), "dev.tags")
