"""Finished studies from tables: scores, preferences, rankings; whole or not at all, every fault with file and line."""

from copy import deepcopy

import pytest
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.jobs import studies as study_runs
from evaluation.correlation.jobs.correlations import compute_correlation
from evaluation.correlation.jobs.studies import import_study
from evaluation.correlation.models import Correlation, HumanStudy, StudyPreference, StudyScore
from evaluation.correlation.queries.human_sources import HumanSource, read_people
from evaluation.correlation.services import request_correlation
from evaluation.test_sets.models import TestSet
from tests.evaluation.correlation.test_views import manager_of, upload_study
from tests.evaluation.judgements import VERDICTS, bring_study, follow_study, make_evaluation_project, measure_all
from tests.evaluation.translated import make_test_set, run
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
RANKED = "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\n"
EXPECTED = [
    ("1", "system two", "system one", "A", False),
    ("2", "system two", "system one", "A", False),
    ("3", "system two", "system one", "A", False),
    ("4", "system one", "system two", "A", True),
    ("1", "system one", "system two", "B", False),
]


made = made_for_module(lambda: make_test_set(make_evaluation_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


def read_back(test_set: TestSet) -> list[tuple[object, ...]]:
    scores, preferences = read_people(HumanSource(test_set, None, HumanStudy.objects.get()))
    assert not scores
    return [(each.segment, each.better, each.worse, each.annotator, each.is_tie) for each in preferences]


def test_preferences_are_taken_in_with_their_annotators_and_ties(test_set: TestSet) -> None:
    done = run(upload_study(test_set, VERDICTS), import_study)
    assert done.result["summary"] == "5 preferences by 2 annotators."
    assert read_back(test_set) == EXPECTED


def test_better_and_worse_need_no_annotator(test_set: TestSet) -> None:
    done = run(upload_study(test_set, "segment,better,worse\n1,system two,system one\n"), import_study)
    assert done.result["summary"] == "1 preference."
    assert read_back(test_set) == [("1", "system two", "system one", "", False)]


def test_rankings_of_five_become_every_pair_that_was_ranked() -> None:
    """Read rankings like those of WMT13: five systems, ties, and −1 where nothing was ranked."""
    project = make_evaluation_project()
    names = [f"s{place}" for place in range(1, 6)]
    table = "\t".join(["source", *names]) + "\nA.\tB.\tC.\tD.\tE.\tF.\n"
    test_set = make_test_set(project, table, {"source": "source"}, names)
    header = ["srclang,trglang,srcIndex,documentId,segmentId,judgeId"]
    header += [f"system{place}Number,system{place}Id" for place in range(1, 6)]
    header += [f"system{place}rank" for place in range(1, 6)]
    row = "English,Italian,1,-1,1,judge7,11,s1,12,s2,13,s3,14,s4,15,s5,2,1,2,-1,5"
    done = run(upload_study(test_set, ",".join(header) + f"\n{row}\n"), import_study)
    assert done.result["summary"] == "6 preferences by 1 annotator."
    found = {(better, worse, is_tie) for _, better, worse, _, is_tie in read_back(test_set)}
    assert found == {
        ("s2", "s1", False),
        ("s1", "s3", True),
        ("s1", "s5", False),
        ("s2", "s3", False),
        ("s2", "s5", False),
        ("s3", "s5", False),
    }


TWO_IN_ONE = (
    "source\texpression\tlabel\tsegment\tone\ttwo\nIt let him down.\tdeluso\tlet down\t1\tdeluso ora\tlasciato\n"
)
TWO_IN_ONE += "It let him down.\tora\tat once\t1\tdeluso ora\tlasciato\nHe left.\tandato\tlet down\t2\tandato\tx\n"
OF_TWO = {"source": "source", "expression": "expression", "label": "label", "segment": "segment"}


def test_scores_of_each_expression_are_held_against_measures_of_each_expression() -> None:
    test_set = make_test_set(make_evaluation_project(), TWO_IN_ONE, OF_TWO, ["one", "two"])
    table = "system,segment,annotator,score,expression\none,1,A,5,1\none,1,A,4,at once\ntwo,1,A,2,1\ntwo,1,A,1,2\n"
    study = bring_study(test_set, table + "one,2,A,5,\ntwo,2,A,3,let down\n")
    scores, _ = read_people(HumanSource(test_set, None, study))
    assert [(each.segment, each.system, each.expression) for each in scores] == [
        ("1", "one", 0), ("1", "one", 1), ("1", "two", 0), ("1", "two", 1), ("2", "one", None), ("2", "two", 0),
    ]  # fmt: skip
    measure_all(test_set, "mwe-score", "chrf")
    found = {each["name"]: each for each in follow_study(study).result["measures"]}
    assert (found["mwe-score"]["unit"], found["mwe-score"]["items"], found["mwe-score"]["missing"]) == (
        "expression",
        5,
        1,
    )
    TestSet.objects.filter(pk=test_set.pk).update(expressions_sha256="0" * 64)
    study.test_set.refresh_from_db()
    moved, _ = read_people(HumanSource(study.test_set, None, study))
    assert {each.expression for each in moved} == {None}


@pytest.mark.parametrize(("cell", "sentence"), [
    ("3", "line 2.*Segment 1 has no expression “3”; give a number from 1 to 2 or a label"),
    ("out", "line 2.*no expression “out”"),
])  # fmt: skip
def test_an_expression_that_is_not_there_is_refused(cell: str, sentence: str) -> None:
    test_set = make_test_set(make_evaluation_project(), TWO_IN_ONE, OF_TWO, ["one", "two"])
    with pytest.raises(DomainError, match=sentence):
        bring_study(test_set, f"segment,better,worse,expression\n1,one,two,{cell}\n")


def test_measures_are_held_against_a_study_of_preferences(test_set: TestSet) -> None:
    run(upload_study(test_set, VERDICTS), import_study)
    measure_all(test_set, "mwe-score", "chrf")
    client = manager_of(test_set)
    root = f"/api/v1/projects/{test_set.project.slug}/test-sets/{test_set.pk}/"
    listed = client.get(root + "studies/").json()[0]
    assert (listed["method"], listed["judgement_count"]) == ("preference", 5)
    asked = client.post(root + "correlations/", {"study": listed["id"]}, content_type="application/json")
    job = run(Job.objects.get(pk=asked.json()["id"]), compute_correlation)
    result = client.get(f"{root}correlations/{job.result['correlation']}/").json()["result"]
    assert (result["preferences"], result["ties"], result["annotators"], result["scores"]) == (4, 1, 2, 0)
    chrf = next(each for each in result["measures"] if each["name"] == "chrf")
    # Three judgements agree with chrF, B's on segment 1 does not.
    assert chrf["preferences"]["wmt13"]["value"] == pytest.approx(0.5)
    assert chrf["preferences"]["judgements"] == 5
    where = [test_set.project.slug, test_set.pk, job.result["correlation"]]
    page = client.get(reverse("evaluation:correlation", args=where))
    for words in ("4 preferences", "and 1 tie", "by 2 annotators", "counted only by τ-b"):
        assert words in markup_of(page)


def test_a_cancelled_import_leaves_nothing(test_set: TestSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_runs, "CHUNK", 1)
    job = upload_study(test_set, VERDICTS)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)

    class Cancelled(JobRun):
        def report(self, done: int, total: int | None = None) -> None:
            if StudyPreference.objects.exists():
                raise JobStopped

    with pytest.raises(JobStopped):
        import_study(Cancelled(Job.objects.get(pk=job.pk), 1))
    assert not HumanStudy.objects.exists()


def test_a_cancelled_correlation_stops_within_a_measure(test_set: TestSet) -> None:
    run(upload_study(test_set, "system,segment,annotator,score\nsystem one,1,A,1\nsystem two,1,A,2\n"), import_study)
    measure_all(test_set, "chrf", "bleu")
    source = HumanSource(test_set, None, HumanStudy.objects.get())
    job = request_correlation(user=test_set.project.created_by, source=source)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    told = []

    class Cancelled(JobRun):
        def report(self, done: int, total: int | None = None) -> None:
            told.append((done, total))
            if done == 500:
                raise JobStopped

    with pytest.raises(JobStopped):
        compute_correlation(Cancelled(Job.objects.get(pk=job.pk), 1))
    assert told[-1] == (500, 2 * 1004 + 1 + 5)
    assert not Correlation.objects.exists()


def test_scores_have_decimal_commas_may_be_missing_and_names_that_are_one_are_told(test_set: TestSet) -> None:
    rows = 'system one,1,Anna,"90,5"\nsystem one,2.0,Anna,NA\nsystem two,1,anna,40\nsystem two,2,Ben,\n'
    job = run(upload_study(test_set, f"system,segment,annotator,score\n{rows}"), import_study)
    assert sorted(StudyScore.objects.values_list("score", flat=True)) == [40, 90.5]
    summary = job.result["summary"]
    assert "2 rows have no score (“NA”) and are left out." in summary
    assert "These names differ in case or spaces only and count as different annotators: “Anna” and “anna”." in summary


@pytest.mark.parametrize(
    "table",
    [
        "system;segment;annotator;score\nsystem one;1;Anna;90,5\n",
        "Bewertung;Modell;Annotator;Satznummer\n90,5;system one;Anna;1\n",
        "juez\tpuntuación\tSistema\tsegmento\nAnna\t90,5\tsystem one\t1\n",
    ],
)
def test_scores_of_any_separator_order_and_language_are_taken_in(test_set: TestSet, table: str) -> None:
    """They were refused: “The columns must be those of scores (system, segment, annotator, score)”."""
    run(upload_study(test_set, table), import_study)
    assert list(StudyScore.objects.values_list("score", flat=True)) == [90.5]


def test_a_column_decides_what_a_comma_before_three_digits_is(test_set: TestSet) -> None:
    rows = 'system one,1,A,"1,234"\nsystem two,1,A,"0,5"\n'
    run(upload_study(test_set, f"system,segment,annotator,score\n{rows}"), import_study)
    assert sorted(StudyScore.objects.values_list("score", flat=True)) == [0.5, 1.234]


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            "system,segment,annotator,score\nnobody,1,A,3\n",
            "no judgements. Left out because this test set has no translation by these systems: 1 of “nobody”",
        ),
        ("system,segment,annotator,score\nsystem one,5,A,3\n", "line 2.*no segment “5”"),
        ("system,segment,annotator,score\nsystem one,1,A,high\n", "line 2.*“high” is not a number"),
        (
            "system,segment,annotator,score\nsystem one,1,A,3\nsystem one,1,A,4\n",
            "line 3: A has already scored",
        ),
        ("system,segment,annotator,score\nsystem one,1,,3\n", "line 2.*1 to 80"),
        ("system,segment,annotator,score\n", "no judgements"),
        (
            "system,segment,score\nsystem one,1,3\n",
            "no column for “Annotator”. Choose it; the columns are",
        ),
        (
            "segment,annotator,first,second,verdict\n1,A,system one,nobody,first\n",
            "no judgements. Left out because.*: 1 of “nobody”",
        ),
        ("segment,annotator,first,second,verdict\n1,A,system one,system two,both\n", "line 2.*“both” is not a verdict"),
        ("segment,annotator,first,second,verdict\n1,A,system one,system one,first\n", "line 2.*with itself"),
        ("segment,annotator,first,second,verdict\n0,A,system one,system two,first\n", "line 2.*no segment “0”"),
        ("segment,annotator,first,second,verdict\n1,A,system one\n", "line 2.*3 cells"),
        ("segment,better,worse\n1,system two,system one\n9,system one,system two\n", "line 3.*no segment “9”"),
        (f"{RANKED}English,Italian,1,A,system one,system two,1,best\n", "line 2.*“best” is not a rank"),
        (
            f"{RANKED}English,Italian,1,A,system one,system two,1,2\nCzech,Italian,1,A,system one,system two,1,2\n",
            "line 3.*English–Italian and Czech–Italian",
        ),
        (f"{RANKED}English,Italian,1,A,system one,system two,-1,2\n", "no judgements"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_whole(test_set: TestSet, table: str, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        run(upload_study(test_set, table), import_study)
    assert not HumanStudy.objects.exists()


@pytest.mark.parametrize(
    ("table", "kept"),
    [
        ("system,segment,annotator,score\nnobody,99,A,3\nsystem one,1,A,3\nnobody,1,B,3\n", 1),
        ("segment,better,worse\n1,system two,nobody\n1,system two,system one\n2,nobody,system one\n", 1),
        (f"{RANKED}English,Italian,1,A,system one,nobody,1,2\nEnglish,Italian,1,A,system one,system two,1,2\n", 1),
    ],
)
def test_judgements_of_other_systems_are_left_out_and_told(test_set: TestSet, table: str, kept: int) -> None:
    job = run(upload_study(test_set, table), import_study)
    assert HumanStudy.objects.get().judgement_count == kept
    assert "no translation by these systems" in job.result["summary"] and "“nobody”" in job.result["summary"]
