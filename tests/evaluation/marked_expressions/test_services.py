"""Expressions marked by words: storage, authorship, refusals, and the expressions on which scores are based."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from evaluation.boards.queries.scores import newest_scores
from evaluation.marked_expressions.marking import choose_words, make_spans, split_into_words
from evaluation.marked_expressions.models import ExpressionChange
from evaluation.marked_expressions.services import change_marked_expressions, undo_marked_expressions
from evaluation.measures.jobs import measure_translations
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import read_marked_expressions
from evaluation.translations.models import SegmentValues, TranslationScore
from tests.evaluation.measures.services.test_measures import ask
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_member, make_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


made = made_for_module(lambda: make_test_set(make_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


def change(test_set: TestSet, expressions, version=0, number=2, user=None, operation_id=None):
    return change_marked_expressions(
        user=user or test_set.project.created_by, test_set=test_set, number=number, version=version,
        expressions=expressions, operation_id=operation_id or uuid4(),
    )  # fmt: skip


def undo(test_set: TestSet, version: int, number=2):
    user = test_set.project.created_by
    return undo_marked_expressions(user=user, test_set=test_set, number=number, version=version, operation_id=uuid4())


def stored(test_set: TestSet, number=2) -> list[dict]:
    return read_marked_expressions(test_set.segments.get(number=number))


@pytest.mark.parametrize(
    ("sentence", "language", "marked", "words"),
    [
        ("L'hanno  delusa.", "it", [], ["L'", "hanno", "delusa", "."]),
        ("non so", "it", [[(0, 2)]], ["no", "n", "so"]),
        ("猫が好き", "ja", [], ["猫", "が", "好", "き"]),
        (" a\u00a0b ", "en", [], ["a", "b"]),
    ],
)
def test_every_character_is_in_a_word_that_ends_where_a_span_does(sentence, language, marked, words):
    found = split_into_words(sentence, language, marked)
    assert [word.text for word in found] == words
    assert "".join(word.before + word.text for word in found) == sentence.rstrip()


def test_words_side_by_side_are_one_span_and_others_are_apart():
    sentence = "They let her down."
    words = split_into_words(sentence, "en")
    assert make_spans(sentence, words, [0, 1, 3]) == [(0, 8), (13, 17)]
    assert choose_words(words, [(5, 8), (13, 17)]) == [1, 3]


def test_a_change_is_stored_with_who_and_when_and_gives_the_test_set_another_hash(test_set):
    before = stored(test_set)
    marking = {"source_spans": [[9, 16], [3, 8]], "reference_spans": [[3, 21]], "expression_class": "NC"}
    segment = change(test_set, [{**marking, "label": " break  the ice "}])
    assert segment.expressions_version == 1
    [expression] = stored(test_set)
    assert (expression["label"], expression["source_spans"], expression["expression_class"]) == (
        "break the ice", [[3, 8], [9, 16]], "idiomatic"
    )  # fmt: skip
    assert expression["reference_text"] == "rotto il ghiaccio."
    made = ExpressionChange.objects.get()
    assert (made.before, made.after, made.operation.actor) == (before, [expression], test_set.project.created_by)
    test_set.refresh_from_db()
    assert len(test_set.expressions_sha256) == 64


def test_a_change_that_changes_nothing_leaves_no_trace(test_set):
    assert change(test_set, stored(test_set)).expressions_version == 0
    assert not ExpressionChange.objects.exists()


def test_changes_are_undone_one_after_the_other_and_never_give_the_same_hash(test_set):
    first = stored(test_set)
    hashes = {test_set.expressions_sha256}
    change(test_set, [{"label": "one"}])
    change(test_set, [{"label": "one"}, {"label": "two"}], version=1)
    test_set.refresh_from_db()
    assert test_set.expression_count == 4
    for version, expected in ((2, ["one"]), (3, [first[0]["label"]])):
        undo(test_set, version)
        test_set.refresh_from_db()
        assert [each["label"] for each in stored(test_set)] == expected
        assert test_set.expressions_sha256 not in hashes
        hashes.add(test_set.expressions_sha256)
    assert stored(test_set) == first and test_set.expression_count == 3
    with pytest.raises(NotEditable, match="no change to undo"):
        undo(test_set, 4)


def test_a_change_after_undoing_is_what_the_next_undo_reverts(test_set):
    change(test_set, [{"label": "one"}])
    undo(test_set, 1)
    change(test_set, [{"label": "two"}], version=2)
    undo(test_set, 3)
    assert [each["label"] for each in stored(test_set)] == ["break the ice"]


def test_who_saw_an_older_version_is_refused_with_what_is_stored_now(test_set):
    change(test_set, [{"label": "one"}])
    with pytest.raises(StaleVersion) as refused:
        change(test_set, [{"label": "two"}])
    assert refused.value.details["state"]["version"] == 1
    assert [each["label"] for each in refused.value.details["state"]["expressions"]] == ["one"]


def test_the_same_operation_twice_is_one_change(test_set):
    operation_id = uuid4()
    for _ in range(2):
        change(test_set, [{"label": "one"}], operation_id=operation_id)
    assert ExpressionChange.objects.count() == 1


def test_an_operation_of_another_segment_is_no_repeat(test_set):
    """It would be told as saved, and nothing would be."""
    operation_id = uuid4()
    change(test_set, [{"label": "one"}], operation_id=operation_id)
    with pytest.raises(DomainError, match="already used for a different action"):
        change(test_set, [{"label": "two"}], number=1, operation_id=operation_id)
    assert [each["label"] for each in stored(test_set, 2)] == ["one"]


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ({"source_spans": [[3, 99]]}, "In the source: The span (3, 99) is not inside the sentence"),
        ({"reference_spans": [[4, 4]]}, "In the reference: The span (4, 4) is empty"),
        ({}, "Select the words of the expression, or enter a label."),
        ({"label": "x" * 301}, "The expression’s label is longer than 300 characters."),
        ({"label": "x", "expression_class": "green"}, "“green” is not a compound class"),
        ({"label": "a\0b"}, "A text contains a character that cannot be stored."),
    ],
)
def test_what_cannot_be_an_expression_is_refused(test_set, expression, sentence):
    with pytest.raises(DomainError) as refused:
        change(test_set, [expression])
    assert refused.value.sentence.startswith(sentence)
    assert not ExpressionChange.objects.exists()


def sign_in(test_set: TestSet, role: str = Role.MANAGER) -> Client:
    client = Client()
    client.force_login(make_member(test_set.project, role).user)
    return client


def address(test_set: TestSet, route: str = "marked_expressions", number: int = 2) -> str:
    return reverse(f"evaluation:{route}", args=[test_set.project.slug, test_set.pk, number])


def fill(**fields: object) -> dict:
    return {"version": 0, "operation_id": str(uuid4()), "count": 2, **fields}


def test_words_are_ticked_without_a_script(test_set):
    client = sign_in(test_set)
    page = markup_of(client.get(address(test_set)))
    assert '<input type="checkbox" name="e0-source" value="1" checked><span>broke</span>' in page
    # He broke the ice . – Ha rotto il ghiaccio .
    sent = fill(**{"e0-source": [1, 3], "e0-reference": [1, 3], "e0-label": "break ice", "e1-source": [0]})
    answer = client.post(address(test_set), {**sent, "e0-reference_text": "ha rotto il ghiaccio"}, follow=True)
    assert "Saved." in markup_of(answer)
    first, second = stored(test_set)
    assert first["source_spans"] == [[3, 8], [13, 16]] and second["label"] == "He"
    # The translation was that of words that are not chosen any more.
    assert first["reference_text"] == "rotto ghiaccio"
    client.post(address(test_set, "marked_expressions_undo"), {"version": 1, "operation_id": str(uuid4())})
    assert [each["label"] for each in stored(test_set)] == ["break the ice"]


def test_spans_that_touch_stay_two_while_their_words_stay_chosen(test_set):
    change(test_set, [{"label": "x", "source_spans": [[3, 8], [9, 12]]}])
    client = sign_in(test_set)
    client.post(address(test_set), fill(version=1, **{"e0-source": [1, 2], "e0-label": "y"}))
    [expression] = stored(test_set)
    assert (expression["label"], expression["source_spans"]) == ("y", [[3, 8], [9, 12]])


def test_an_expression_is_removed_by_its_box(test_set):
    sign_in(test_set).post(address(test_set), fill(**{"e0-label": "x", "e0-remove": "on"}))
    assert stored(test_set) == []


def test_a_page_of_an_older_version_is_answered_with_what_is_stored(test_set):
    change(test_set, [{"label": "a new label"}])
    answer = sign_in(test_set).post(address(test_set), fill(**{"e0-label": "x"}))
    assert answer.status_code == 409
    page = markup_of(answer)
    assert "The marked expressions of this segment have been changed since. The saved version is shown below." in page
    assert "a new label" in page


def test_the_api_gives_and_changes_marked_expressions(test_set):
    client = sign_in(test_set)
    path = f"/api/v1/projects/{test_set.project.slug}/test-sets/{test_set.pk}/segments/2/marked-expressions/"
    state = client.get(path).json()
    assert state["version"] == 0 and state["changes"] == []
    body = {"operation_id": str(uuid4()), "version": 0, "expressions": [{"source_spans": [[3, 8]]}]}
    told = client.post(path, body, content_type="application/json").json()
    assert told["expressions"][0]["label"] == "broke" and told["changes"][0]["is_undo"] is False
    body["operation_id"] = str(uuid4())
    refused = client.post(path, body, content_type="application/json")
    assert refused.status_code == 409 and refused.json()["state"]["version"] == 1
    step = {"operation_id": str(uuid4()), "version": 1}
    told = client.post(path + "undo/", step, content_type="application/json").json()
    assert told["expressions"] == state["expressions"] and told["changes"][0]["is_undo"] is True


@pytest.mark.parametrize("role", [Role.ADJUDICATOR, Role.ANNOTATOR])
def test_only_a_manager_marks_expressions(test_set, role):
    assert sign_in(test_set, role).get(address(test_set)).status_code == 403


def test_scores_keep_to_the_expressions_they_saw_and_measuring_begins_anew(test_set):
    first = run(ask(test_set, "mwe-score"), measure_translations)
    [old, _] = newest_scores(test_set)
    page = address_of_test_set(test_set)
    assert "Measure again" not in markup_of(sign_in(test_set).get(page))
    change(test_set, [{"label": "ice", "source_spans": [[13, 16]], "reference_spans": [[12, 20]]}])
    shown = markup_of(sign_in(test_set).get(page))
    assert "Measure again" in shown and old.signature.partition("testset:")[2][:12] in shown
    second = run(ask(test_set, "mwe-score"), measure_translations)
    assert second.pk != first.pk
    [new, _] = newest_scores(TestSet.objects.get(pk=test_set.pk))
    assert new.signature != old.signature and new.key != old.key
    assert TranslationScore.objects.get(pk=old.pk).signature == old.signature
    assert "Measure again" not in markup_of(sign_in(test_set).get(page))


def test_a_job_that_was_asked_before_a_change_counts_nothing_of_it(test_set):
    job = ask(test_set, "mwe-score")
    change(test_set, [{"label": "one"}])
    with pytest.raises(DomainError, match="The marked expressions have changed since the request"):
        run(job, measure_translations)
    assert not SegmentValues.objects.exists() and not TranslationScore.objects.exists()


def address_of_test_set(test_set: TestSet) -> str:
    return reverse("evaluation:test_set", args=[test_set.project.slug, test_set.pk])
