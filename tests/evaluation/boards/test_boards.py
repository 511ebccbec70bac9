"""Boards of a test set's systems, from measures as their jobs store them."""

import pytest

from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.reasons import read_segment
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from tests.evaluation.translated import COLUMNS, TABLE, make_test_set, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)
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
    assert [head.key for head in board.heads] == ["mwe-score.paper", "ter.score"]
    assert board.by.key == "ter.score"
    assert [translation.system.name for translation, _ in board.rows] == ["system two", "system one"]
    assert read_board(test_set, by="mwe-score.paper").by.key == "mwe-score.paper"


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
