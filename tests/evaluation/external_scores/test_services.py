"""Scores of a measure computed elsewhere: taken in whole, and shown beside the others."""

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.breakdowns import read_groups
from evaluation.comparisons.queries import ComparedSegments
from evaluation.external_scores.formats import read_system_scores
from evaluation.external_scores.jobs.importing import import_external_scores, preview_external_scores
from evaluation.external_scores.services import add_external_scores
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, TranslationScore
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
TABLE = "system one,system two\n-0.5,0.8\n0.1,0.9\n,\n0.7,0.7\n"


made = made_for_module(lambda: make_test_set(make_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


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
    assert [(row.name, row.cells[0].value) for row in board.rows] == [
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


def test_empty_rows_after_the_last_segment_do_not_matter(test_set):
    """A spreadsheet writes them where cells were once filled."""
    upload_scores(test_set, f"{TABLE},\n,\n")
    assert TranslationScore.objects.get(translation__system__name="system one").result["n"] == 3


def test_a_table_with_a_score_per_row_is_of_several_systems(test_set):
    rows = "segment,system,score,rater\n3,system one,0.3,x\n1,system one,0.1,x\n2,system two,,x\n4,system two,0.9,x\n"
    upload_scores(test_set, rows)
    stored = SegmentValues.objects.order_by("translation").values_list("translation__system__name", "scores")
    assert list(stored) == [("system one", [0.1, None, 0.3, None]), ("system two", [None, None, None, 0.9])]


@pytest.mark.parametrize(
    ("text", "name", "more"),
    [
        ("system,segment,score\nsystem one,1,NaN\nsystem one,2.0,0.5\nsystem one,4,1.234\n", "x.csv", {}),
        ("system\tsegment\tscore\nsystem one\t2\t0,5\nsystem one\t4\t1,234\nsystem one\t1\tNA\n", "x.tsv", {}),
        ("system one\nNA\n0,5\n-\n1,234\n", "x.tsv", {}),
        ("null\n0,5\nnan\n1,234\n", "x.txt", {"system": "system one"}),
        ("system one None\nsystem one 0.5\nsystem one NaN\nsystem one 1.234\n", "x.seg.score", {}),
    ],
)  # fmt: skip
def test_decimal_commas_and_missing_scores_are_read_in_every_format(test_set, text, name, more):
    upload_scores(test_set, text, name, **more)
    stored = SegmentValues.objects.filter(translation__system__name="system one").values_list("scores", flat=True)
    assert list(stored) == [[None, 0.5, None, 1.234]]


def test_a_program_writes_a_missing_score_as_nan_or_none(tmp_path):
    path = tmp_path / "x.json"
    path.write_text('{"one": [{"COMET": NaN}, {"COMET": 0.5}, {"COMET": "None"}, {"COMET": null}]}', encoding="utf-8")
    [found] = read_system_scores(str(path), "x.json", system="", segments=4)
    assert found.scores == [None, 0.5, None, None]


def test_lines_are_of_the_system_that_is_named_and_lower_may_be_better(test_set):
    upload_scores(test_set, "1\n2\n\n3\n", "ter.txt", "MetricX", system="system one", lower_is_better=True)
    upload_scores(test_set, "2\n3\n\n4\n", "ter.txt", "MetricX", system="system two", lower_is_better=True)
    board = read_board(test_set)
    assert [(head.name, head.is_error) for head in board.heads] == [("MetricX", True)]
    # The first is better, but lacks an output, which comes last.
    assert [row.name for row in board.rows] == ["system two", "system one"]
    test_set.translations.update(missing_count=0)
    assert [row.name for row in read_board(test_set).rows] == ["system one", "system two"]


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
        ("1\ninf\n3\n4\n", "x.txt", {"system": "system one"}, "x.txt, line 2: “inf” is not a score."),
        ('1\n"1,234"\n3\n4\n'.replace('"', ""), "x.txt", {"system": "system one"}, "“1,234” may be 1234 or 1.234."),
        (
            "segment,system one\n4,0.1\n2,b\n",
            "x.csv",
            {},
            "x.csv, line 3: column “system one”: “b” is not a score.",
        ),
        ("\n\n\n\n", "x.txt", {"system": "system one"}, "x.txt: There are no scores."),
        ("1\n2\n3\n4\n", "x.txt", {}, "x.txt does not name the system. Choose it."),
        ("1\n2\n3\n4\n", "x.txt", {"system": "nobody"}, "This test set has no system called “nobody”."),
        ("nobody\n1\n2\n3\n4\n", "x.csv", {}, "x.csv: This test set has no system called “nobody”."),
        ("system,segment,score\none,5,1\n", "x.csv", {}, "x.csv, line 2: “5” is not a segment; the test set has 4"),
        ("system,segment,score\none,1,1\none,1,2\n", "x.csv", {}, "x.csv, line 3: Segment 1 of one occurs twice."),
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


def test_the_page_shows_a_preview_and_the_api_takes_scores_in(test_set):
    client = Client()
    client.force_login(test_set.project.created_by)
    route = [test_set.project.slug, test_set.pk]
    text = "nobody,system one\n1,-0.5\n1,0.1\n1,\n1,0.7\n"
    asked = {"name": "COMET", "request_id": str(uuid4()), "file": ContentFile(text.encode(), name="comet.csv")}
    form = markup_of(client.get(reverse("evaluation:external_scores_new", args=route)))
    assert 'name="request_id"' in form
    answer = client.post(reverse("evaluation:external_scores_new", args=route), asked)
    job = Job.objects.get(kind="external_scores_preview")
    shown = reverse("evaluation:external_scores_preview", args=[test_set.project.slug, job.pk])
    assert (answer.status_code, answer.url) == (302, shown)
    run(job, preview_external_scores)
    page = markup_of(client.get(shown))
    for words in (
        "higher is better",
        "<dt>Format</dt><dd>Table",
        "<bdi>nobody</bdi>: no such system",
        "Without scores",
    ):
        assert words in page
    assert not TranslationScore.objects.exists()
    assert client.post(shown).status_code == 302
    imported = run(Job.objects.get(kind="external_scores"), import_external_scores)
    assert imported.result["summary"] == (
        "COMET of system one. Left out because this test set has no such system: “nobody”."
    )
    page = markup_of(client.get(reverse("evaluation:segment", args=[*route, 1])))
    assert "COMET -0.500" in page
    measure = "external-up:COMET"
    for name in ("groups", "compare"):
        assert client.get(reverse(f"evaluation:{name}", args=route), {"measure": measure}).status_code == 200
    file = ContentFile(TABLE.encode(), name="comet.csv")
    answer = client.post(reverse("api:external-scores", args=route), {"name": "Another", "file": file})
    assert answer.status_code == 202, answer.content


# As `comet-score --to_json` with an xCOMET model writes it: spans begin with the space before the word.
XCOMET = {
    "outputs/system_one.txt": [
        {"src": "She woke up early.", "mt": "Si sveglia presto.", "ref": "Si è svegliata presto.", "COMET": 0.5,
         "errors": [{"text": "sveglia", "confidence": 0.41, "severity": "minor", "start": 2, "end": 10}]},
        {"src": "He broke the ice.", "mt": "Ha spaccato il gelo.", "COMET": 0.25,
         "errors": [{"text": "spaccato il gelo", "confidence": 0.8, "severity": "major", "start": 2, "end": 19}]},
        {"src": "They broke the ice at last.", "mt": "", "COMET": 0.0},
        {"src": "It rains.", "mt": "Es regnet.", "COMET": 0.9},
    ],
    "outputs/other.txt": [{"mt": "x", "COMET": 0.1}] * 4,
}  # fmt: skip


def test_errors_of_a_model_stand_on_the_segment_page(test_set):
    job = upload_scores(test_set, json.dumps(XCOMET), "scores.json", "xCOMET")
    assert job.result["summary"] == (
        "xCOMET of system one. Left out because this test set has no such system: “outputs/other.txt”. "
        "1 segment of system one without a score: the file has another translation."
    )
    score = TranslationScore.objects.get()
    assert score.result["figures"]["score"]["value"] == pytest.approx((0.5 + 0.25 + 0.0) / 3)
    assert (score.result["n"], score.result["left_out"]) == (3, 1)
    assert SegmentValues.objects.get().scores == [0.5, 0.25, 0.0, None]
    client = Client()
    client.force_login(test_set.project.created_by)
    route = [test_set.project.slug, test_set.pk]
    page = markup_of(client.get(reverse("evaluation:segment", args=[*route, 2])))
    for words in ("xCOMET 0.250", "1 error found by xCOMET", '<mark class="literal">spaccato il gelo</mark>', "major"):
        assert words in page
    told = client.get(reverse("api:segment", args=[*route, 1])).json()["systems"]
    assert told[0]["found_errors"] == [
        {"measure": "xCOMET", "start": 3, "end": 10, "severity": "minor", "confidence": 0.41}
    ]
    assert told[1]["found_errors"] == []
    assert client.get(reverse("evaluation:groups", args=route), {"measure": score.measure}).status_code == 200


METRICX = [
    {"source": "s", "hypothesis": text, "reference": "r", "prediction": score}
    for text, score in (("Si sveglia presto.", 3.5), ("Ha spaccato il gelo.", 9.0), ("", 25.0), ("Piove.", 0.25))
]


def to_lines(rows: list[dict[str, object]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_predictions_of_metricx_are_of_the_system_chosen_or_named(test_set):
    upload_scores(test_set, to_lines(METRICX), "m.jsonl", "MetricX", system="system one", lower_is_better=True)
    assert SegmentValues.objects.get().scores == [3.5, 9.0, 25.0, 0.25]
    named = [{**row, "system_id": "System-One", "segment_id": 3 - place} for place, row in enumerate(METRICX[::-1])]
    upload_scores(test_set, to_lines(named[:2]), "n.jsonl", "MetricX-QE", lower_is_better=True)
    of_two = TranslationScore.objects.get(measure="external-down:MetricX-QE")
    assert (of_two.result["n"], of_two.result["left_out"]) == (2, 2)
    assert of_two.result["figures"]["score"]["value"] == pytest.approx((0.25 + 25.0) / 2)
    with pytest.raises(DomainError, match="The file has 3 rows, but the test set has 4 segments"):
        upload_scores(test_set, to_lines(METRICX[:3]), "k.jsonl", "M")
    with pytest.raises(DomainError, match="line 2: Segment 3 of System-One occurs twice"):
        upload_scores(test_set, to_lines([named[0], named[0]]), "k.jsonl", "M")
    elsewhere = [{**row, "hypothesis": "Es regnet."} for row in METRICX]
    with pytest.raises(DomainError, match="The translations of “system one” are not those of this test set"):
        upload_scores(test_set, to_lines(elsewhere), "k.jsonl", "M", system="system one")


def test_score_files_of_mt_metrics_eval_hold_segments_or_the_whole(test_set):
    segments = [f"{name}\t{score}\n" for name in ("system_one", "system_two") for score in (1, 2.5, "None", 4)]
    upload_scores(test_set, "".join(segments), "BLEURT.seg.score", "BLEURT")
    assert {tuple(row) for row in SegmentValues.objects.values_list("scores", flat=True)} == {(1.0, 2.5, None, 4.0)}
    upload_scores(test_set, "system_one 0.81\nsystem_two 0.84\n", "GEMBA.sys.score", "GEMBA")
    board = read_board(test_set, by="external-up:GEMBA.score")
    assert [(row.name, row.cells[1].value) for row in board.rows] == [
        ("system two", "0.8400"),
        ("system one", "0.8100"),
    ]
    client = Client()
    client.force_login(test_set.project.created_by)
    route = [test_set.project.slug, test_set.pk]
    for name in ("test_set", "groups", "compare"):
        sent = client.get(reverse(f"evaluation:{name}", args=route), {"measure": "external-up:GEMBA"})
        assert sent.status_code == 200
    with pytest.raises(DomainError, match="system_one has 2 lines, but the test set has 4 segments"):
        upload_scores(test_set, "system_one 1\nsystem_one 2\n", "x.seg.score", "X")


def test_a_measure_has_scores_of_segments_or_figures_of_the_whole(test_set):
    """Tables and comparisons read the segments of all systems side by side."""
    upload_scores(test_set, "system_one 0.81\n", "a.sys.score", "GEMBA")
    with pytest.raises(DomainError, match="GEMBA has figures of the whole of other systems; give these another name"):
        upload_scores(test_set, "1\n2\n3\n4\n", "b.txt", "GEMBA", system="system two")
    upload_scores(test_set, "1\n2\n3\n4\n", "b.txt", "BLEURT", system="system two")
    with pytest.raises(DomainError, match="BLEURT has scores of segments of other systems; give these another name"):
        upload_scores(test_set, "system_one 0.81\n", "c.sys.score", "BLEURT")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "x.json: The file is not JSON."),
        ("[1]", "The file is not that of comet-score --to_json"),
        ('{"system one": []}', "system one has 0 segments, but the test set has 4."),
        (
            json.dumps({"system one": [{"mt": "", "COMET": "high"}] * 4}),
            "Segment 1 of system one: “high” is not a score.",
        ),
        (json.dumps({"system one": [{"mt": ""}] * 4}), "x.json: There are no scores."),
        (
            json.dumps({"system one": [{"mt": "a", "COMET": 1, "errors": [{"start": 1}]}] * 4}),
            "Segment 1 has an error span without start, end or severity.",
        ),
    ],
)
def test_json_that_does_not_fit_is_refused(test_set, text, sentence):
    with pytest.raises(DomainError) as caught:
        upload_scores(test_set, text, "x.json")
    assert sentence in str(caught.value)
    assert not TranslationScore.objects.exists()
