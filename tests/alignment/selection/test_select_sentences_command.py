"""The command, as somebody runs it on files."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from alignment.formats.parallel.pairs import Pair
from alignment.selection import SelectionSettings, Selector
from tests.alignment.selection.corpora import Text, make_rows, make_vocabularies


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    pairs = [row for row in make_rows(600) if isinstance(row, Pair)]
    vocabularies = make_vocabularies()
    (tmp_path / "text.s").write_text("".join(f"{pair.source}\n" for pair in pairs))
    (tmp_path / "text.t").write_text("".join(f"{pair.target}\n" for pair in pairs))
    for side, vocabulary in zip("st", vocabularies, strict=True):
        lines = [f"{word} {count}\n" for word, count in vocabulary.frequencies.items()]
        (tmp_path / f"list.{side}").write_text("".join(lines))
    return {name: str(tmp_path / name) for name in ("text.s", "text.t", "list.s", "list.t", "out.jsonl", "train.s")}


def run(*arguments: str) -> dict:
    out = StringIO()
    call_command("select-sentences", *arguments, stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def test_command_writes_what_the_selector_chooses(files: dict[str, str]) -> None:
    lists = ["--source-frequencies", files["list.s"], "--target-frequencies", files["list.t"]]
    told = run(
        files["text.s"], files["text.t"], "--format", "moses", *lists, "--out", files["out.jsonl"], "--size", "50"
    )
    rows = [json.loads(line) for line in Path(files["out.jsonl"]).read_text().splitlines()]
    text = Text([row for row in make_rows(600) if isinstance(row, Pair)])
    selector = Selector(text.open, (str.split, str.split), make_vocabularies(), SelectionSettings(size=50))
    expected = list(selector.read_chosen(selector.select()))
    assert [row["source"] for row in rows] == [pair.source for pair in expected]
    assert [tuple(row["target_target_words"]) for row in rows] == [pair.target_target_words for pair in expected]
    assert told["chosen"]["pairs"] == len(rows) == 50
    assert told["settings"] == SelectionSettings(size=50).to_json()
    assert [file["name"] for file in told["files"]] == ["text.s", "text.t", "list.s", "list.t"]


def test_training_text_is_counted_as_its_list_says(files: dict[str, str]) -> None:
    Path(files["train.s"]).write_text("".join(f"{word} " * count + "\n" for word, count in _frequencies().items()))
    arguments = (files["text.s"], files["text.t"], "--format", "moses", "--out", files["out.jsonl"])
    counted = run(*arguments, "--source-training", files["train.s"])
    chosen = Path(files["out.jsonl"]).read_bytes()
    listed = run(*arguments, "--source-frequencies", files["list.s"])
    assert chosen == Path(files["out.jsonl"]).read_bytes()
    assert counted["training"]["source"]["sentences"] == len(_frequencies())
    assert counted["training"]["source"]["tokens"] == listed["training"]["source"]["tokens"]


def _frequencies() -> dict[str, int]:
    return dict(make_vocabularies()[0].frequencies)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--choose", "0,0"], "overlap"),
        (["--source-frequencies", "nowhere"], "cannot be read"),
        (["--source-frequencies", "text.s"], "The line must have a word and its count."),
        (["--size", "0"], "at least one pair"),
        ([], "Give a training text"),
    ],
)
def test_wrong_input_is_one_sentence_and_writes_nothing(files: dict[str, str], wrong: list[str], sentence: str) -> None:
    known = [] if not wrong or "frequencies" in wrong[0] else ["--source-frequencies", files["list.s"]]
    with pytest.raises(CommandError, match=sentence) as caught:
        run(
            files["text.s"],
            files["text.t"],
            "--format",
            "moses",
            "--out",
            files["out.jsonl"],
            *known,
            *(files.get(part, part) for part in wrong),
        )
    assert caught.value.returncode == 2
    assert not Path(files["out.jsonl"]).exists()
