"""Expressions found in a text fit back in: several expressions a line, and outputs made for the whole text."""

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command

from annotation_site.closing.models import Deletion
from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.finding.services.review import decide_phrase
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.imports.jobs.translations import take_translations
from evaluation.test_sets.models import Expression, TestSet
from evaluation.test_sets.services import confirm_test_set
from evaluation.transfers.jobs import transfer_hits
from evaluation.transfers.services import request_transfer
from evaluation.translations.models import Hypothesis, Translation, TranslationScore
from evaluation.translations.services import add_translations
from tests.evaluation.findings import SOURCE, make_finding
from tests.evaluation.judgements import make_evaluation_project, measure_all
from tests.evaluation.translated import make_test_set, request_preview, run
from tests.running.module_rows import made_for_module

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("files_folder")]
TEXT = "He broke the ice, and they broke the old ice.\nIt rains.\nShe walked off.\n"
WHOLE = "a\nb\nc\nd\ne\n"


def bring(spans: str, name: str, source: str = TEXT) -> tuple[Job, list[list[tuple[str, list]]]]:
    """Take in a text with a file of expressions; return the preview and the expressions of each line."""
    project = make_evaluation_project()
    files = {"source": ("text.txt", source), "spans": (name, spans)}
    preview = request_preview(project, files)
    try:
        preview = run(preview, preview_test_set)
    except DomainError as error:
        return preview, [[(str(error), [])]]
    job = run(confirm_test_set(user=project.created_by, project=project, preview=preview), import_test_set)
    test_set = TestSet.objects.get(pk=job.result["test_set"])
    return job, [
        [(each.label, each.source_spans) for each in Expression.objects.filter(segment=segment)]
        for segment in test_set.segments.all()
    ]


@pytest.mark.parametrize("output", ["spans", "jsonl", "tsv"])
def test_what_find_expressions_prints_marks_the_text(tmp_path, capsys, output):
    """Twice in one line, once of them in pieces; and a line without any."""
    text, phrases = tmp_path / "text.txt", tmp_path / "phrases.txt"
    text.write_text(TEXT)
    phrases.write_text("break the ice\nwalk off\n")
    call_command("find-expressions", str(text), str(phrases), gap=1, output=output)
    _, found = bring(capsys.readouterr().out, f"hits.{'txt' if output == 'spans' else output}")
    assert found == [
        [("break the ice", [[3, 16]]), ("break the ice", [[27, 36], [41, 44]])],
        [],
        [("walk off", [[4, 14]])],
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("a b\t[(0, 2)]\tc\t[(3, 8)]", [("a b", [[0, 2]]), ("c", [[3, 8]])]),
        ("a\t[(0, 2)]\tidiomatic\tc\t[(3, 8), (9, 12)]\tNC", [("a", [[0, 2]]), ("c", [[3, 8], [9, 12]])]),
        ("idiomatic\t[(0, 2)]\tidiomatic", [("idiomatic", [[0, 2]])]),
        ("a\t[]\tb\t[(0, 2)]", [("a", []), ("b", [[0, 2]])]),
    ],
)
def test_a_line_holds_several_expressions(line, found):
    assert bring(f"{line}\n\n\n", "spans.txt")[1][0] == found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a\t[(0, 2)]\tb", "“b”"),
        ("a\t[(0, 2)]\tb\t[(0, 200)]", "(0, 200) is not inside the sentence"),
        ("a\t[(0, 2)]\t\t[(3, 5)]", "is not an expression"),
    ],
)
def test_a_fault_in_a_further_expression_is_told(line, said):
    _, [[(sentence, _)]] = bring(f"{line}\n\n\n", "spans.txt")
    assert said in sentence
    assert "spans.txt" in sentence


@pytest.mark.parametrize(
    ("hit", "said"),
    [
        ({"line": 9, "phrase": "a", "spans": [[0, 1]]}, "There is no sentence 9"),
        ({"line": 1, "phrase": "a", "spans": []}, "This is not a hit"),
        ({"line": 1, "phrase": "a", "spans": [[0, 999]]}, "is not inside the sentence"),
    ],
)
def test_hits_of_another_text_are_refused(hit, said):
    _, [[(sentence, _)]] = bring(json.dumps(hit) + "\n", "hits.jsonl")
    assert said in sentence


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hits.csv", 'line,phrase,spans\n1,break the ice,"[(3, 16)]"\n3,walk off,"[(4, 14)]"\n'),
        ("hits.csv", 'line;phrase;spans\n1;break the ice;"[(3, 16)]"\n3;walk off;"[(4, 14)]"\n'),
        ("hits.json", '[{"line": 1, "phrase": "break the ice", "spans": [[3, 16]]}, '
         '{"line": 3, "phrase": "walk off", "spans": [[4, 14]]}]'),
    ],
)  # fmt: skip
def test_hits_are_read_from_a_table_of_any_kind(name, text):
    """They were read by rules of their own, which knew tabs and lines of JSON alone."""
    found = [[("break the ice", [[3, 16]])], [], [("walk off", [[4, 14]])]]
    assert bring(text, name)[1] == found


def test_a_line_that_is_no_hit_is_named_among_hits():
    _, [[(sentence, _)]] = bring("1\ta\t[(0, 1)]\nbreak the ice\t[(3, 16)]\n", "hits.tsv")
    assert "hits.tsv, line 2: This is not a hit" in sentence


def make_found_set():
    """Transfer the sentences 1, 2 and 4 of five from accepted hits."""
    project = make_evaluation_project()
    finding = make_finding(project, gap=0)
    for phrase in finding.phrases.all():
        decide_phrase(user=project.created_by, finding=finding, phrase=phrase, verdict="accepted", operation_id=uuid4())
    job = request_transfer(
        user=project.created_by, finding=finding, use="test_set", project=project, name="Found", request_id=uuid4()
    )
    test_set = TestSet.objects.get(pk=run(job, transfer_hits).result["test_set"])
    assert list(test_set.segments.values_list("text_line", flat=True)) == [1, 2, 4]
    return test_set


made = made_for_module(make_found_set)


@pytest.fixture
def found_set(made):
    return deepcopy(made)


def give(test_set, lines, whole=None, **more):
    project = test_set.project
    job = add_translations(
        user=project.created_by, project=project, test_set=test_set,
        files=[("out.txt", ContentFile(lines.encode()))], name="one",
        whole_source=whole and ContentFile(whole.encode(), name="whole.txt"), **more,
    )  # fmt: skip
    return run(job, take_translations)


def texts_of(test_set):
    rows = Hypothesis.objects.filter(translation__test_set=test_set).order_by("translation", "number")
    return list(rows.values_list("text", flat=True))


def test_outputs_of_the_whole_text_are_taken_by_their_line(found_set):
    job = give(found_set, WHOLE)
    assert texts_of(found_set) == ["a", "b", "d"]
    assert job.result["summary"] == "All segments have translations."


def test_outputs_of_the_segments_alone_are_taken_in_their_order(found_set):
    give(found_set, "x\ny\nz\n")
    assert texts_of(found_set) == ["x", "y", "z"]


def test_an_output_that_ends_too_early_is_refused(found_set):
    found_set.segments.filter(number=3).update(text_line=9)
    with pytest.raises(DomainError, match="ends before line 9 of the whole text, which is segment 3"):
        give(found_set, WHOLE)


def test_outputs_are_matched_by_their_source_and_misses_are_named():
    test_set = make_test_set(
        make_evaluation_project(), "source\nIt rains .\nNot there .\nThey broke the  ice , and he walked off .\n",
        {"source": "source"}, systems=(),
    )  # fmt: skip
    job = give(test_set, WHOLE, SOURCE)
    assert texts_of(test_set) == ["c", "", "b"]
    assert job.result["not_found"] == [2]
    assert job.result["summary"] == ("one: 1 of 3 missing; scored as empty. Not in the whole text: segments 2.")
    with pytest.raises(DomainError, match="None of the segments are in this text"):
        give(test_set, WHOLE, "x\n" * 5)
    with pytest.raises(DomainError, match="The file ends before this line"):
        give(test_set, "a\nb\n", SOURCE)


def test_of_a_sentence_that_occurs_twice_the_known_line_counts(found_set):
    twice = SOURCE.splitlines()
    found_set.segments.filter(number=3).update(source=twice[0])
    give(found_set, WHOLE, "\n".join([*twice[:3], twice[0], twice[4]]) + "\n")
    assert texts_of(found_set) == ["a", "b", "d"]


def test_a_table_needs_no_source_of_the_whole_text(found_set):
    project = found_set.project
    with pytest.raises(DomainError, match="is for files with one line per sentence"):
        add_translations(
            user=project.created_by, project=project, test_set=found_set,
            files=[("out.csv", ContentFile(b"one\na\n"))], whole_source=ContentFile(b"a\n", name="w.txt"),
        )  # fmt: skip


def test_translations_are_replaced_with_what_rests_on_them():
    test_set = make_test_set(make_evaluation_project(), systems=())
    give(test_set, "a\nb\nc\nd\n")
    measure_all(test_set, "bleu")
    give(test_set, "e\nf\ng\nh\n", replaces=True)
    assert texts_of(test_set) == ["e", "f", "g", "h"]
    assert not TranslationScore.objects.exists()
    assert Translation.objects.count() == 1
    assert Deletion.objects.get().counts == {"translations": 1, "scores": 1}
    # Back to those of before, from the same file.
    give(test_set, "a\nb\nc\nd\n", replaces=True)
    assert texts_of(test_set) == ["a", "b", "c", "d"]
