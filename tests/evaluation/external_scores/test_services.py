"""Scores of a measure computed elsewhere: taken in whole, and shown beside the others."""

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.breakdowns import read_groups
from evaluation.comparisons.queries import ComparedSegments
from evaluation.external_scores.jobs import import_external_scores
from evaluation.external_scores.services import add_external_scores
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, TranslationScore
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = "system one,system two\n-0.5,0.8\n0.1,0.9\n,\n0.7,0.7\n"


@pytest.fixture
def test_set() -> TestSet:
    return make_test_set(make_project())


def upload_scores(
    test_set: TestSet, text: str, file_name: str = "comet.csv", name: str = "COMET", **more: object
) -> Job:
    project = test_set.project
    file = ContentFile(text.encode())
    job = add_external_scores(
        user=project.created_by,
        project=project,
        test_set=test_set,
        name=name,
        file=file,
        file_name=file_name,
        **more,  # type: ignore[arg-type]
    )
    return job if job.is_finished else run(job, import_external_scores)


def test_a_table_stands_on_the_board_with_intervals_and_groups(test_set):
    upload_scores(test_set, TABLE)
    board = read_board(test_set)
    assert [(head.name, head.is_error) for head in board.heads] == [("COMET", False)]
    assert [(row.system.name, cells[0].value) for row, cells in board.rows] == [
        ("system two", "0.8000"),
        ("system one", "0.1000"),
    ]
    score = TranslationScore.objects.get(translation__system__name="system one")
    assert score.result["n"] == 3 and score.result["left_out"] == 1
    assert score.signature.startswith("COMET|n:3|bs:1000|seed:12345|file:")
    _, parts = read_groups(test_set, score.measure)
    assert "Words of the sentence" in {part.title for part in parts}
    pair = list(test_set.translations.order_by("pk"))
    assert ComparedSegments(test_set, score.measure, pair, best_of_first=False)[0:1][0].difference == pytest.approx(1.3)


def test_lines_are_of_the_system_that_is_named_and_lower_may_be_better(test_set):
    upload_scores(test_set, "1\n2\n\n3\n", "ter.txt", "MetricX", system="system one", lower_is_better=True)
    upload_scores(test_set, "2\n3\n\n4\n", "ter.txt", "MetricX", system="system two", lower_is_better=True)
    board = read_board(test_set)
    assert [(head.name, head.is_error) for head in board.heads] == [("MetricX", True)]
    assert [row.system.name for row, _ in board.rows] == ["system one", "system two"]


def test_systems_are_compared_by_them_where_one_lacks_some(test_set):
    upload_scores(test_set, "system one,system two\n0.1,0.8\n,0.9\n0.2,\n0.3,0.7\n")
    client = Client()
    client.force_login(test_set.project.created_by)
    route = [test_set.project.slug, test_set.pk]
    for measure in ("COMET", "external-up:COMET"):
        told = client.get(reverse("api:test-set-comparison", args=route), {"measure": measure}).json()
        figure = told["figures"][0]
        assert (figure["first"], figure["second"]) == (pytest.approx(0.2), pytest.approx(0.8))
        low, high = figure["difference"]["interval"]
        assert low <= 0.6 <= high and 0 < figure["randomisation"]["p"] <= 1
        groups = client.get(reverse("api:test-set-groups", args=route), {"measure": measure}).json()
        assert {row["system"] for row in groups["rows"]} == {"system one", "system two"}
    resampled = {score.translation.system.name: score.resampled["score"] for score in TranslationScore.objects.all()}
    assert any(each is None for each in resampled["system one"])  # resamples are of all four segments


@pytest.mark.parametrize(
    ("text", "name", "more", "sentence"),
    [
        ("1\n2\n", "x.txt", {"system": "system one"}, "x.txt, line 3: The file ends here, but the test set has 4"),
        ("1\nb\n3\n4\n", "x.txt", {"system": "system one"}, "x.txt, line 2: “b” is not a score."),
        ("1\nnan\n3\n4\n", "x.txt", {"system": "system one"}, "x.txt, line 2: “nan” is not a score."),
        (
            "segment,system one\n4,0.1\n2,b\n",
            "x.csv",
            {},
            "x.csv: Segment 2 in the column “system one”: “b” is not a score.",
        ),
        ("\n\n\n\n", "x.txt", {"system": "system one"}, "x.txt: There are no scores."),
        ("1\n2\n3\n4\n", "x.txt", {}, "Choose the system of the scores, or upload a table with columns for systems."),
        ("nobody\n1\n2\n3\n4\n", "x.csv", {}, "x.csv: This test set has no system called “nobody”."),
        ("system one\n1\n2\n", "x.csv", {}, "x.csv: The table has 2 rows, but the test set has 4 segments"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_whole(test_set, text, name, more, sentence):
    with pytest.raises(DomainError) as caught:
        upload_scores(test_set, text, name, **more)
    assert sentence in str(caught.value)
    assert not TranslationScore.objects.exists() and not SegmentValues.objects.exists()


def test_a_measure_is_better_one_way_only(test_set):
    """Two columns of one name would stand on the board, and be asked for by it."""
    upload_scores(test_set, "1\n2\n\n3\n", "one.txt", "MetricX", system="system one", lower_is_better=True)
    with pytest.raises(DomainError, match="MetricX already exists as a measure with lower scores being better"):
        upload_scores(test_set, "1\n2\n\n3\n", "two.txt", "MetricX", system="system two")
    assert TranslationScore.objects.count() == 1


def test_a_name_is_given_once(test_set):
    upload_scores(test_set, TABLE)
    with pytest.raises(DomainError, match="has scores of COMET already"):
        upload_scores(test_set, TABLE.replace("0.8", "0.7"))
    with pytest.raises(DomainError, match="BLEU is a built-in measure"):
        upload_scores(test_set, TABLE, name="bleu".upper())


def test_the_page_and_the_api_take_scores_in(test_set):
    client = Client()
    client.force_login(test_set.project.created_by)
    route = [test_set.project.slug, test_set.pk]
    file = ContentFile(TABLE.encode(), name="comet.csv")
    assert client.get(reverse("evaluation:external_scores_new", args=route)).status_code == 200
    answer = client.post(reverse("evaluation:external_scores_new", args=route), {"name": "COMET", "file": file})
    assert answer.status_code == 302
    run(Job.objects.get(kind="external_scores"), import_external_scores)
    page = client.get(reverse("evaluation:segment", args=[*route, 1])).content.decode()
    assert "COMET -0.500" in page
    measure = "external-up:COMET"
    for name in ("groups", "compare"):
        assert client.get(reverse(f"evaluation:{name}", args=route), {"measure": measure}).status_code == 200
    file = ContentFile(TABLE.encode(), name="comet.csv")
    answer = client.post(reverse("api:external-scores", args=route), {"name": "Another", "file": file})
    assert answer.status_code == 202, answer.content
