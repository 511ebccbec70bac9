"""The three commands about expressions, as somebody runs them on files."""

import json
import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

SOURCE = ["They walked off .", "A dog .", "He walks off .", "It broke the ice .", "She walked quickly off .", "A dog ."]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("text.en", SOURCE)
    write("text.it", [f"riga {number}" for number in range(1, 7)])
    write("phrases", ["walk off", "", "to break the ice"])
    return tmp_path


def write(name: str, lines: list[str]) -> None:
    Path(name).write_text("".join(f"{line}\n" for line in lines))


def lines(name: str) -> list[str]:
    return Path(name).read_text().splitlines()


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


def test_hits_are_printed_with_line_phrase_and_spans(folder: Path) -> None:
    rows = [json.loads(line) for line in run("find-expressions", "text.en", "phrases", "--gap", "1")]
    assert [(row["line"], row["phrase"], row["spans"]) for row in rows] == [
        (1, "walk off", [[5, 15]]),
        (3, "walk off", [[3, 12]]),
        (4, "to break the ice", [[3, 16]]),
        (5, "walk off", [[4, 10], [19, 22]]),
    ]
    assert (
        run("find-expressions", "text.en", "phrases", "--output", "tsv")[0]
        == "1\twalk off\t[(5, 15)]\tThey walked off ."
    )


def test_spans_are_those_of_the_file_and_invisible_characters_are_counted(folder: Path, capsys) -> None:
    write("bidi.en", ["\u200fThey walk\u00aded off\u2069 ."])
    write("list", ["walk\u200e off"])
    (row,) = run("find-expressions", "bidi.en", "list")
    assert (json.loads(row)["phrase"], json.loads(row)["spans"]) == ("walk off", [[6, 17]])
    assert "list: 1 invisible character was removed (left-to-right mark (U+200E): 1)." in capsys.readouterr().err


def test_lemmas_come_from_conllu_where_that_is_given(folder: Path) -> None:
    write("text.conllu", ["1\tgexed\twalk\t_\t_\t_\t_\t_\t_\t_", "2\toff\toff\t_\t_\t_\t_\t_\t_\t_", ""])
    (row,) = run("find-expressions", "text.conllu", "phrases", "--corpus-format", "conllu")
    assert json.loads(row)["spans"] == [[0, 9]]


def test_conllu_is_recognised_and_its_comments_are_no_sentences(folder: Path) -> None:
    words = ["1\tThey\tthey\tPRON\t_\t_\t2\tnsubj\t_\t_", "2\twalk\twalk\tVERB\t_\t_\t0\troot\t_\t_"]
    write("corpus.txt", ["# text = They walk off", *words, "3\toff\toff\tADP\t_\t_\t2\tcompound\t_\t_", ""])
    (row,) = run("find-expressions", "corpus.txt", "phrases")
    assert (json.loads(row)["line"], json.loads(row)["text"]) == (1, "They walk off")


def test_a_pipe_is_read_like_a_file(folder: Path) -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as file:
        file.write(b"He walks off .\n")
    try:
        (row,) = run("find-expressions", f"/dev/fd/{reader}", "phrases")
    finally:
        os.close(reader)
    assert json.loads(row)["phrase"] == "walk off"


def test_pairs_are_divided_into_files_line_by_line(folder: Path) -> None:
    arguments = ["split-expressions", "text.en", "text.it", "phrases", "--out", "sets"]
    (told,) = run(*arguments, "--condition", "upsampled", "--times", "3")
    result = json.loads(told)
    assert (result["pairs"], result["regular"], result["train"], result["test"], result["single"]) == (6, 3, 1, 1, 1)
    assert result["phrases"] == {"walk off": {"train": 1, "test": 1}}
    assert len(lines("sets/train.source")) == len(lines("sets/train.target")) == result["train_lines"] == 6
    (tested,) = lines("sets/test.source")
    (spans,) = lines("sets/test.spans")
    assert spans == f"walk off\t[{(5, 15) if tested == SOURCE[0] else (3, 12)}]"
    assert tested not in lines("sets/train.source")
    assert SOURCE[3] not in lines("sets/train.source")
    assert lines("sets/test.target") == [f"riga {SOURCE.index(tested) + 1}"]


def test_training_text_is_marked_and_added_to(folder: Path) -> None:
    write("dictionary", ["walk off\tandarsene; svignarsela"])
    write("mono.en", ["He walked off ."])
    write("mono.it", ["Se ne andò ."])
    (told,) = run(
        "training-data", "text.en", "text.it", "--out", "train", "--phrases", "phrases", "--marking", "spaces",
        "--dictionary", "dictionary", "--back-translated", "mono.en", "mono.it",
    )  # fmt: skip
    counts = {"corpus": 6, "dictionary": 2, "back_translated": 1, "too_long": 0, "uneven": 0, "expressions": 6}
    assert json.loads(told) == counts
    assert lines("train.source")[0] == "They walked_off ."
    assert lines("train.source")[-3:] == ["walk_off", "walk_off", "He walked_off ."]
    assert lines("train.target")[-3:] == ["andarsene", "svignarsela", "Se ne andò ."]
    run("training-data", "text.en", "text.it", "--out", "train", "--phrases", "phrases", "--marking", "factors")
    assert lines("train.source")[0] == "They|they|O walked|walk_off|B off|walk_off|I .|.|O"


def test_pairs_are_left_out_by_length_and_counted(folder: Path) -> None:
    pairs = [("a b c d", "e f g h i j"), ("a b c d", "e f g h i j k"), ("a b c d e f g", "h i j k l m n"), ("a", "b")]
    write("some.en", [source for source, _ in pairs])
    write("some.it", [target for _, target in pairs])
    (told,) = run("training-data", "some.en", "some.it", "--out", "o", "--most-words", "6", "--length-ratio", "1.5")
    counts = json.loads(told)
    assert (counts["corpus"], counts["too_long"], counts["uneven"]) == (2, 2, 0)  # 7 words are over 6
    assert lines("o.source") == ["a b c d", "a"] and lines("o.target") == ["e f g h i j", "b"]
    (told,) = run("training-data", "some.en", "some.it", "--out", "o", "--length-ratio", "1.5")
    counts = json.loads(told)
    assert (counts["corpus"], counts["too_long"], counts["uneven"]) == (3, 0, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["find-expressions", "text.en", "nowhere"], "nowhere: The file cannot be read"),
        (["find-expressions", "text.en", "bad"], "bad, line 2: “someone” has no required word"),
        (
            ["find-expressions", "text.en", "phrases", "--corpus-format", "conllu"],
            "text.en: line 1: A CoNLL-U word line needs 10 columns; this one has 1",
        ),
        (
            ["split-expressions", "text.en", "short", "phrases", "--out", "o"],
            "short, line 2: The file ends before this line",
        ),
        (
            ["split-expressions", "short", "text.it", "phrases", "--out", "o"],
            "short, line 2: The file ends before this line",
        ),
        (
            ["training-data", "text.en", "text.it", "--out", "o", "--marking", "spaces"],
            "--phrases and --marking must be given together.",
        ),
        (
            ["training-data", "text.en", "text.it", "--out", "o", "--length-ratio", "0.5"],
            "The length ratio is 1 to 100.",
        ),
        (
            ["training-data", "text.en", "text.it", "--out", "o", "--most-words", "0"],
            "The most words of a sentence are 1",
        ),
        (
            ["training-data", "text.en", "text.it", "--out", "o", "--dictionary", "short"],
            "short: line 1: The line must be",
        ),
    ],
)
def test_wrong_input_is_one_sentence_and_writes_nothing(folder: Path, arguments: list[str], sentence: str) -> None:
    write("short", ["one line"])
    write("bad", ["fine phrase", "someone"])
    with pytest.raises(CommandError, match=sentence) as caught:
        run(*arguments)
    assert caught.value.returncode == 2
    assert not Path("o.source").exists()
    assert not Path("o/train.source").exists()
