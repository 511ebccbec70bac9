"""Boards of a test set's systems, from measures as their jobs store them."""

import pgtrigger
import pytest
from django.test import Client
from django.urls import reverse

from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.contents import describe_contents
from evaluation.boards.queries.reasons import merge_readings, read_segment
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from tests.evaluation.judgements import answer, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.translated import COLUMNS, TABLE, keep, make_test_set, run
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db
SYSTEMS = ["system one", "system two"]


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "ring_helper", lambda job: None)


def measure(test_set: TestSet, *names: str, **options: object) -> None:
    project = test_set.project
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": names}
    run(request_measures(**asked, options=options), measure_translations)


def test_a_column_without_a_figure_does_not_order_the_systems():
    plain = "source\treference\tsystem one\tsystem two\nIt rains.\tPiove molto.\tPiove un po’.\tPiove molto.\n"
    columns = {"source": "source", "reference": "reference"}
    test_set = make_test_set(make_project(), plain, columns, SYSTEMS)
    measure(test_set, "mwe-score", "ter")
    board = read_board(test_set)
    assert [head.key for head in board.heads] == ["ter.score"]
    assert [head.key for head in board.folded] == ["mwe-score.paper"]
    assert board.by.key == "ter.score"
    assert [row.name for row in board.rows] == ["system two", "system one"]
    assert read_board(test_set, by="mwe-score.paper").by.key == "mwe-score.paper"
    shown = read_board(test_set, shown=["mwe-score.paper"])
    assert [head.key for head in shown.heads] == ["mwe-score.paper"] and not shown.folded


def test_the_strip_counts_what_is_there():
    project = make_evaluation_project()
    test_set = make_test_set(project, TABLE, COLUMNS, SYSTEMS)
    align(test_set, "system one")
    words = keep(project, "en-it.txt", b"ice gelo\nwoke sveglia\n")
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": ["litter", "bleu"]}
    run(request_measures(**asked, files={"dictionaries": [words]}), measure_translations)
    opened = make_round(project, test_set)
    answer(lease_judgement(make_member(project)))
    scores = newest_scores(test_set)
    parts = {part.name: (part.count, part.of) for part in describe_contents(test_set, scores)}
    missing = sum(1 for each in test_set.translations.all() if each.missing_count)
    assert parts == {
        "Translations": (2 - missing, 2),
        "Alignments": (1, 2),
        "Dictionaries": (1, None),
        "Measures": (2, None),
        "Judgements": (1, 2 * opened.task_count),
        "Correlations": (0, None),
    }


def test_figures_without_resamples_have_no_rank():
    test_set = make_test_set(make_project(source_language="en", target_language="it"), TABLE, COLUMNS, SYSTEMS)
    measure(test_set, "bleu")
    assert {row.cells[0].rank for row in read_board(test_set).rows} <= {1, 2}
    with pgtrigger.ignore("evaluation.TranslationScore:immutable"):
        TranslationScore.objects.update(resampled={})
    assert {row.cells[0].rank for row in read_board(test_set).rows} == {None}


def test_options_of_a_measure_are_kept_with_its_score():
    project = make_project(source_language="en", target_language="it")
    test_set = make_test_set(project, TABLE, COLUMNS, SYSTEMS)
    measure(test_set, "bleu", max_ngram_order=1)
    score = TranslationScore.objects.filter(translation__system__name="system one").get()
    assert score.options["max_ngram_order"] == 1 and score.options["tokenize"] == "language"
    # Of "Ha spaccato il gelo." against "Ha rotto il ghiaccio.", three words of five with the full stop.
    reading = next(each for each in read_segment(test_set.segments.get(number=2)) if each.name == "system one")
    assert reading.scores["bleu"] == pytest.approx(60)
    measure(test_set, "bleu", "ter")
    assert TranslationScore.objects.filter(measure="bleu").count() == 4


def test_identical_outputs_are_one_reading_with_the_words_that_the_reference_lacks():
    table = "source\treference\tone\ttwo\tthree\nIt rains.\tPiove molto.\tPiove poco.\tPiove molto.\tPiove poco.\n"
    columns = {"source": "source", "reference": "reference"}
    test_set = make_test_set(make_project(), table, columns, ["one", "two", "three"])
    measure(test_set, "ter")
    segment = test_set.segments.get()
    first, second = merge_readings(read_segment(segment), segment.references)
    assert (first.names, first.is_reference) == (["one", "three"], False)
    assert first.reading.pieces == [("Piove ", ""), ("poco", "differs"), (".", "")]
    assert (second.names, second.is_reference, second.reading.pieces) == (["two"], True, [("Piove molto.", "")])
    client = Client()
    client.force_login(test_set.project.created_by)
    page = client.get(reverse("evaluation:segment", args=[test_set.project.slug, test_set.pk, 1])).content.decode()
    assert "Piove <u>poco</u>." in page and "same as the reference" in page and page.count("<table") == 1
