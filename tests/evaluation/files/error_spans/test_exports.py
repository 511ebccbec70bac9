"""Error spans as WMT, Appraise and Pearmut write them, and their detection."""

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from alignment.formats import FormatError
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.error_spans.registry import FORMATS, detect_format, read_ratings
from evaluation.metrics.error_spans.schemes import ErrorSpan

SOURCE, TARGET = "She woke up.", "Sie wacht auf."
SPANS = [
    {"start_i": 4, "end_i": 8, "severity": "major", "error_type": ["Accuracy", "Mistranslation"]},
    {"start_i": "missing", "end_i": "missing", "severity": "Minor", "error_type": None},
]
READ = (
    ErrorSpan("target", 4, 9, "Accuracy/Mistranslation", "major"),
    ErrorSpan("source", 0, 12, "Omission", "minor"),
)
RATING = {
    "langs": "en-de", "line_id": 6, "src": SOURCE, "tgt": TARGET, "doc_id": "news", "domain": "x", "system": "A",
    "annotator": "engdeu1", "esa_score": 71, "esa_spans": SPANS,
}  # fmt: skip
SEGMENT = {
    "doc_id": "en-de_#_news_#_1", "src_text": SOURCE, "tgt_text": {"A": TARGET, "refA": "x"},
    "scores": {"A": {"human": 71.0, "errors": SPANS}, "refA": {"human": 90.0, "errors": []}},
}  # fmt: skip
ITEM = {"item_id": "news_#_0", "src": SOURCE, "tgt": {"A": TARGET, "B": "x"}}
ANSWER = {
    "annotation": [{"A": {"score": 71, "error_spans": SPANS}, "B": {"score": 90, "error_spans": []}}],
    "actions": [{"time": 1, "action": "load"}, {"time": 2, "action": "submit"}],
    "item": [ITEM], "user_id": "calm-fox", "item_i": 3,
}  # fmt: skip
APPRAISE = {
    "annotator": "engdeu1", "source_id": "s", "source_text": SOURCE, "target_id": "A", "target_text": TARGET,
    "score": 71, "mqm_annotations": json.dumps(SPANS), "item_id": 7, "item_type": "TGT", "source_language": "eng",
    "target_language": "deu", "document_id": "news", "task_type": "Document",
}  # fmt: skip


def write(folder: Path, name: str, *lines: Any) -> str:
    path = folder / name
    path.write_text(
        "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in lines), encoding="utf-8"
    )
    return str(path)


def row(item: int = 7, kind: str = "TGT", document: str = "news#A", score: int = 71, spans: Any = SPANS) -> str:
    cell = json.dumps(spans).replace('"', '""')
    return f'engdeu1,A,{item},{kind},eng,deu,{score},{document},False,"{cell}",1717331262.0,1717331440.5'


def read(path: str) -> list[RatedTranslation]:
    found = detect_format(path)
    assert found
    return read_ratings(found, RatingFile(path))


@pytest.mark.parametrize(
    ("name", "line", "title", "told"),
    [
        ("a.jsonl", RATING, "ESA ratings (WMT)", ("A", "news", "7", "engdeu1")),
        ("a.json", [RATING], "ESA ratings (WMT)", ("A", "news", "7", "engdeu1")),
        ("a.json", RATING, "ESA ratings (WMT)", ("A", "news", "7", "engdeu1")),
        ("a.jsonl", SEGMENT, "ESA ratings (WMT)", ("A", "en-de_#_news_#_1", "line 1", "")),
        ("a.jsonl", ANSWER, "Pearmut", ("A", "news_#_0", "news_#_0", "calm-fox")),
        ("annotations.json", {"campaign": [ANSWER]}, "Pearmut", ("A", "news_#_0", "news_#_0", "calm-fox")),
        ("a.jsonl", APPRAISE, "Appraise (JSON Lines)", ("A", "news", "7", "engdeu1")),
    ],
)
def test_a_rating_is_read_whole(tmp_path: Path, name: str, line: Any, title: str, told: tuple[str, ...]) -> None:
    path = write(tmp_path, name, line)
    found = detect_format(path)
    assert found and found.title == title
    first = read(path)[0]
    assert (first.system, first.doc, first.seg_id, first.rater) == told
    assert (first.source, first.target, first.score, first.spans) == (SOURCE, TARGET, 71, READ)


def test_appraise_has_no_texts_in_its_csv(tmp_path: Path) -> None:
    (only,) = read(write(tmp_path, "scores.csv", row()))
    assert (only.system, only.doc, only.seg_id, only.rater, only.score) == ("A", "news", "7", "engdeu1", 71)
    assert only.spans == (READ[0], ErrorSpan("source", 0, 0, "Omission", "minor"))


def test_appraise_says_which_translations_are_genuine(tmp_path: Path) -> None:
    rows = [row(), row(8, "BAD", "news#A#bad2"), row(9, "CHK"), row(10, document="news#dup"), row(11)]
    assert [each.seg_id for each in read(write(tmp_path, "scores.csv", *rows))] == ["7", "11"]


def test_scores_that_are_all_0_are_none(tmp_path: Path) -> None:
    assert [each.score for each in read(write(tmp_path, "a.csv", row(score=0), row(8, score=0)))] == [None, None]
    assert [each.score for each in read(write(tmp_path, "b.csv", row(score=0), row(8, score=9)))] == [0, 9]


def test_items_numbered_by_batch_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"Item 7 belongs to news and to blog.*into one ZIP archive"):
        read(write(tmp_path, "scores.csv", row(), row(document="blog#A")))


def item(number: int, document: str, source: str, target: str = TARGET, kind: str = "TGT") -> dict[str, Any]:
    texts = {"sourceText": source, "targetText": target, "sourceID": "src", "isCompleteDocument": False}
    return {"itemID": number, "documentID": document, "targetID": "A", "itemType": kind, **texts}


def pack(folder: Path, table: str, *batches: Any) -> str:
    path = folder / "scores.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("exported/scores.csv", table)
        for number, batch in enumerate(batches):
            archive.writestr(f"batches/{number}.json", json.dumps(batch))
    return str(path)


def test_batches_give_the_texts_of_items_that_they_number_alike(tmp_path: Path) -> None:
    one = [{"task": {"batchNo": 1}, "items": [item(7, "news#A", SOURCE), item(7, "news#A", "Bad.", kind="BAD")]}]
    two = [{"task": {"batchNo": 2}, "items": [[item(7, "blog#A", "It rains."), item(8, "blog#A", "It snows.")]]}]
    whole = row(9, document="blog#A").replace(",False,", ",True,")
    table = "\n".join([row(), row(document="blog#A"), row(8, document="blog#A", score=9), whole])
    path = pack(tmp_path, table, one, two)
    found = detect_format(path)
    assert found and found.title == "Appraise (CSV with its batches)"
    assert [(each.source, each.target, each.doc, each.score) for each in read(path)] == [
        (SOURCE, TARGET, "news", 71),
        ("It rains.", TARGET, "blog", 71),
        ("It snows.", TARGET, "blog", 9),
    ]
    assert read(path)[0].spans == READ


def test_items_without_a_text_or_with_two_are_left_out_and_named(tmp_path: Path) -> None:
    items = [item(7, "news#A", SOURCE), item(8, "news#A", "It rains."), item(8, "news#A", "It snows.")]
    path = pack(tmp_path, "\n".join([row(), row(8), row(9)]), [{"items": items}])
    file = RatingFile(path)
    assert [each.seg_id for each in read_ratings(FORMATS["appraise-zip"], file)] == ["7"]
    assert "2 (line 2: The batches have several texts as item 8 of A in news#A; line 3:" in file.describe_rejected()
    with pytest.raises(FormatError, match="no items of batches"):
        read(pack(tmp_path, row(), {"other": 1}))


def test_ratings_of_mt_metrics_eval_name_segments_by_their_order(tmp_path: Path) -> None:
    errors = [
        {"start": 4, "end": 9, "category": "Accuracy/Mistranslation", "severity": "Major", "is_source_error": False},
        {"start": 0, "end": 3, "category": None, "severity": "minor", "score": 1.0, "is_source_error": True},
        {"start": 0, "end": 0, "category": "No-error", "severity": "No-error"},
    ]
    lines = [f"A\t{json.dumps({'errors': errors})}\tr1", "A\tNone", 'A\t{"errors": [}\tr2', 'B\t{"errors": []}']
    path = write(tmp_path, "en-de.mqm.seg.rating", *lines)
    found = detect_format(path)
    assert found and found.title == "mt-metrics-eval (.seg.rating)"
    file = RatingFile(path)
    first, other = read_ratings(found, file)
    assert (first.system, first.seg_id, first.rater) == ("A", "1", "r1")
    assert first.spans == (READ[0], ErrorSpan("source", 0, 3, "Error", "minor"))
    assert (other.system, other.seg_id, other.rater, other.spans) == ("B", "1", "", ())
    assert "1 (line 3: The errors are not JSON)" in file.describe_rejected()


def test_appraise_may_have_several_systems_a_line(tmp_path: Path) -> None:
    shared = {key: value for key, value in APPRAISE.items() if key not in ("target_id", "target_text", "score")}
    targets = [{"target_id": name, "target_text": name, "score": score} for name, score in (("A", 5), ("B", 6))]
    both = read(write(tmp_path, "a.jsonl", {**shared, "targets": targets}))
    assert [(each.system, each.score, each.spans) for each in both] == [("A", 5, ()), ("B", 6, ())]
    with pytest.raises(FormatError, match="several segments of a system"):
        read(write(tmp_path, "b.jsonl", {**shared, "targets": [targets[0], targets[0]]}))


def test_pearmut_counts_the_last_answer_only(tmp_path: Path) -> None:
    again = {**ANSWER, "annotation": [{"A": {"score": 20, "error_spans": []}}]}
    tutorial = {**ANSWER, "item_i": "welcome_0"}
    skipped = {**ANSWER, "item_i": 4, "actions": [{"time": 1, "action": "submit_skip"}]}
    reset = {"annotation": "RESET", "user_id": "calm-fox", "item_i": 5}
    lines = [tutorial, ANSWER, again, skipped, {**ANSWER, "item_i": 5}, reset]
    assert [(each.system, each.score) for each in read(write(tmp_path, "a.jsonl", *lines))] == [("A", 20)]


def test_pearmut_tests_attention_with_a_validation(tmp_path: Path) -> None:
    checked = {**ANSWER, "item": [{**ITEM, "validation": {"A": {"score": [0, 20]}}}]}
    assert [each.system for each in read(write(tmp_path, "a.jsonl", checked))] == ["B"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({**RATING, "esa_score": "high"}, "line 2: “high” is not a score"),
        (
            {**RATING, "esa_spans": [{"start_i": 3, "end_i": 1, "severity": "minor"}]},
            "line 2: “3” to “1” is not a place",
        ),
        ({**RATING, "esa_spans": [{"start_i": 1, "end_i": 3}]}, "line 2: An error span has no severity"),
        ({**RATING, "annotator": None}, "line 2: “annotator” must be a text"),
        ({"system": "A"}, "line 2: The line has no ESA ratings"),
    ],
)
def test_a_rating_with_a_fault_is_left_out_and_its_line_named(tmp_path: Path, line: Any, said: str) -> None:
    file = RatingFile(write(tmp_path, "a.jsonl", RATING, line))
    assert len(read_ratings(FORMATS["esa-jsonl"], file)) == 1
    assert said in file.describe_rejected()


def test_faults_of_other_tools_leave_their_rating_out_too(tmp_path: Path) -> None:
    bad = [{"start_i": 3, "end_i": 1, "severity": "minor"}]
    files = {
        "a.csv": [row(), row(8, spans=bad), "engdeu1,A,9,TGT"],
        "b.jsonl": [APPRAISE, {**APPRAISE, "mqm_annotations": json.dumps(bad)}, {**APPRAISE, "annotator": None}],
        "c.jsonl": [
            {**ANSWER, "annotation": [{"A": ANSWER["annotation"][0]["A"]}]},
            {**ANSWER, "user_id": "u", "annotation": [{"A": {"score": "x"}}]},
            {**ANSWER, "user_id": "v", "item": []},
        ],
    }
    for name, lines in files.items():
        file = RatingFile(write(tmp_path, name, *lines))
        found = detect_format(file.path)
        assert found and len(read_ratings(found, file)) == 1, name
        assert "cannot be read: 2 (line 2: " in file.describe_rejected(), name


def test_a_file_has_one_language_pair(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="line 2: The file has two language pairs, en-de and en-cs"):
        read(write(tmp_path, "a.jsonl", RATING, {**RATING, "langs": "en-cs"}))


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json"])
def test_other_files_hold_no_error_spans(tmp_path: Path, name: str) -> None:
    line = {"system": "A", "segment": 1} if name.endswith(("l", "n")) else "system,segment,annotator,score"
    assert detect_format(write(tmp_path, name, line)) is None
    assert detect_format(write(tmp_path, f"empty-{name}")) is None
    assert FORMATS.keys() >= {"mqm-tsv", "esa-jsonl", "appraise-csv", "appraise-jsonl", "pearmut"}


def test_a_table_whose_first_line_is_long_holds_no_error_spans(tmp_path: Path) -> None:
    assert detect_format(write(tmp_path, "long.csv", "x" * 200_000)) is None
