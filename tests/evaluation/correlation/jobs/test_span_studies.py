"""Files of error spans as studies: scores a segment and annotator, by source text."""

import csv
import json
from copy import deepcopy
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.jobs.studies import import_study
from evaluation.correlation.models import HumanStudy
from evaluation.correlation.queries.human_sources import HumanSource, read_people
from evaluation.files.error_spans.mqm_tsv import COLUMNS, read_mqm_tsv
from evaluation.files.error_spans.records import RatingFile
from evaluation.metrics.correlation.judgements import average_items
from evaluation.test_sets.models import Segment, TestSet
from tests.evaluation.correlation.test_views import manager_of
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set, run
from tests.running.module_rows import made_for_module
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
WOKE, RAINS = "She woke up early.", "It rains."
MQM = [
    ("system one", "1", "r1", WOKE, "Si <v>sveglia</v> presto.", "Accuracy/Mistranslation", "Major"),
    ("system one", "1", "r1", WOKE, "Si sveglia presto<v>.</v>", "Fluency/Punctuation", "Minor"),
    ("system one", "1", "r2", WOKE, "Si sveglia presto.", "No-error", "No-error"),
    ("system two", "1", "r1", WOKE, "Si è <v>svegliata</v> presto.", "Style/Awkward", "minor"),
    ("system two", "4", "r1", RAINS, "Nevica.", "Non-translation!", "Major"),
]


made = made_for_module(lambda: make_test_set(make_evaluation_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


def mqm(*rows: tuple[str, ...]) -> str:
    lines = [(system, "doc", number, number, *rest) for system, number, *rest in rows]
    return "".join("\t".join(cells) + "\n" for cells in [COLUMNS, *lines])


def bring(test_set: TestSet, text: str, file_name: str = "mqm.tsv", name: str = "Spans") -> Job:
    address = reverse("api:human-studies", args=[test_set.project.slug, test_set.pk])
    file = SimpleUploadedFile(file_name, text.encode())
    assert manager_of(test_set).post(address, {"name": name, "file": file}).status_code == 202
    return run(Job.objects.get(kind="human_study", parameters__name=name), import_study)


def read_back(test_set: TestSet) -> set[tuple[str, str, str, float]]:
    scores, preferences = read_people(HumanSource(test_set, None, HumanStudy.objects.get()))
    assert not preferences
    return {(each.segment, each.system, each.annotator, each.score) for each in scores}


def test_errors_weigh_as_in_mqm_and_higher_is_better(test_set: TestSet) -> None:
    done = bring(test_set, mqm(*MQM))
    assert done.result["summary"] == "4 scores by 2 annotators."
    page = manager_of(test_set).get(reverse("evaluation:correlations", args=[test_set.project.slug, test_set.pk]))
    assert "Scores from MQM TSV (Google)" in page.text
    assert read_back(test_set) == {
        ("1", "system one", "r1", -5.1),
        ("1", "system one", "r2", 0),
        ("1", "system two", "r1", -1),
        ("4", "system two", "r1", -25),
    }


def test_a_file_on_the_whole_text_fits_what_was_found_in_it(test_set: TestSet) -> None:
    """The numbers of the whole text are others, and one segment repeats the source of another."""
    Segment.objects.filter(test_set=test_set, number=2).update(source=WOKE, text_line=70)
    Segment.objects.filter(test_set=test_set, number=1).update(text_line=50)
    marked = ("Text.", "Other", "major")
    rows = [("system one", "70", "r1", WOKE, *marked), ("system one", "99", "r1", " It  rains.", *marked)]
    rows += [("system two", "71", "r1", WOKE, *marked), ("system two", "1", "r1", "Not here.", *marked)]
    done = bring(test_set, mqm(*rows))
    assert read_back(test_set) == {("2", "system one", "r1", -5), ("4", "system one", "r1", -5)}
    left = "Left out because no segment has this source text or number: 1 of “She woke up early.”, 1 of “Not here.”."
    assert done.result["summary"] == f"2 scores by 1 annotator. {left}"


def test_ratings_of_other_systems_are_left_out_and_told(test_set: TestSet) -> None:
    other = ("ref", "1", "r1", WOKE, "x", "Other", "major")
    done = bring(test_set, mqm(*MQM, other))
    assert done.result["summary"].endswith("no translation by these systems: 1 of “ref”.")
    with pytest.raises(DomainError, match=r"no judgements. Left out because.*1 of “ref”"):
        bring(test_set, mqm(other), name="Reference")


def rating(system: str, source: str, score: float | None, annotator: str = "a") -> dict[str, object]:
    spans = [{"start_i": 0, "end_i": 1, "severity": "major"}]
    return {"system": system, "src": source, "tgt": "Si.", "annotator": annotator, "esa_score": score,
            "esa_spans": spans, "langs": "en-it", "line_id": 0, "doc_id": "d"}  # fmt: skip


def test_scores_of_raters_are_kept(test_set: TestSet) -> None:
    ratings = [rating("system one", WOKE, 40), rating("system two", WOKE, 90), rating("system one", RAINS, None)]
    ratings.append(rating("system one", WOKE, 55))
    done = bring(test_set, "".join(json.dumps(each) + "\n" for each in ratings), "e.jsonl")
    assert read_back(test_set) == {("1", "system one", "a", 55), ("1", "system two", "a", 90)}
    said = "Replaced by a later rating of the same translation by the same annotator: 1."
    assert done.result["summary"] == f"2 scores by 1 annotator. {said}"


def test_pearmut_comes_in_as_its_dashboard_gives_it(test_set: TestSet) -> None:
    answer = {
        "annotation": [{"system one": {"score": None, "error_spans": [
            {"start_i": 0, "end_i": 1, "severity": "minor", "category": "Style/Awkward"}]}}],
        "item": [{"item_id": "x", "src": RAINS, "tgt": {"system one": "Piove."}}], "user_id": "u", "item_i": 0,
    }  # fmt: skip
    bring(test_set, json.dumps({"campaign": [answer]}), "annotations.json")
    assert read_back(test_set) == {("4", "system one", "u", -1)}


def test_appraise_without_texts_names_segments_by_number(test_set: TestSet) -> None:
    rows = ["u,system one,4,TGT,eng,ita,80,d#one,False,[],1,2", "u,system one,9,TGT,eng,ita,80,e#one,False,[],1,2"]
    done = bring(test_set, "\n".join(rows), "scores.csv")
    assert read_back(test_set) == {("4", "system one", "u", 80)}
    assert "no segment has this source text or number: 1 of “9”" in done.result["summary"]


def test_a_line_that_cannot_be_read_refuses_no_file(test_set: TestSet) -> None:
    broken = ("system two", "4", "r2", RAINS, "Nevica</v>.", "Other", "Major")
    done = bring(test_set, mqm(*MQM, broken))
    said = "because of lines that cannot be read: 1 (line 7: A text has one <v> and one </v> after it, or none)."
    assert done.result["summary"] == f"4 scores by 2 annotators. Ratings left out {said}"


def test_scores_of_mt_metrics_eval_are_a_study(test_set: TestSet) -> None:
    lines = ["system one\t-5", "system one\tNone", "system one\t-0.1", "system one\t0"]
    other = [f"refA\t{score}" for score in (0, 0, 0, 0)]
    for name in ("en-it.mqm.seg.score", "scores.txt"):
        text = "\n".join([*lines, *other]).replace("system one", "system-one")
        done = bring(test_set, text, name, name=name)
        assert done.result["format"] == "mt-metrics-eval"
        left = "Left out because this test set has no translation by these systems: 1 of “refA”."
        assert done.result["summary"] == f"3 scores. {left}"
        assert read_back(test_set) == {
            ("1", "system one", "", -5),
            ("3", "system one", "", -0.1),
            ("4", "system one", "", 0),
        }
        HumanStudy.objects.all().delete()
    with pytest.raises(DomainError, match=r"scores of whole systems. Choose those of segments \(.seg.score\)"):
        bring(test_set, "system-one\t-5\n", "en-it.mqm.sys.score", name="whole")


def test_ratings_of_mt_metrics_eval_are_a_study(test_set: TestSet) -> None:
    error = {"start": 0, "end": 2, "category": "Other", "severity": "major", "is_source_error": False}
    lines = [
        f"system one\t{json.dumps({'errors': errors})}\tr{number}"
        for number, errors in enumerate([[error], [], [], []])
    ]
    done = bring(test_set, "\n".join(lines), "en-it.mqm.seg.rating")
    assert done.result["summary"] == "4 scores by 4 annotators."
    assert ("1", "system one", "r0", -5) in read_back(test_set)


def test_published_averages_of_ted_talks_come_out() -> None:
    """Compare with `mqm_ted_ende.avg_seg_scores.tsv`, published beside the ratings (WMT21)."""
    found = sorted(shared("data/evaluation").rglob("mqm_ted_ende.tsv"))
    if not found:
        pytest.skip("mqm_ted_ende.tsv of google/wmt-mqm-human-evaluation is not in data/evaluation")
    rated = list(read_mqm_tsv(RatingFile(str(found[0]))))
    sources = {int(each.seg_id): each.source for each in rated}
    outputs = {(each.system, int(each.seg_id)): each.target for each in rated}
    systems = sorted({each.system for each in rated})
    table = StringIO()
    # Segments that nobody rated keep the numbers of the others.
    csv.writer(table, delimiter="\t").writerows(
        [["source", *systems]]
        + [
            [sources.get(n, f"Not rated {n}."), *(outputs.get((s, n), "") for s in systems)]
            for n in range(1, max(sources) + 1)
        ]
    )
    test_set = make_test_set(make_evaluation_project(), table.getvalue(), {"source": "source"}, systems)
    done = bring(test_set, found[0].read_text(encoding="utf-8"))
    assert "Left out" not in done.result["summary"]
    scores = average_items(read_people(HumanSource(test_set, None, HumanStudy.objects.get()))[0])
    averages = found[0].with_suffix(".avg_seg_scores.tsv").read_text(encoding="utf-8").splitlines()[1:]
    published = {(system, number): value for system, value, number in map(str.split, averages) if value != "None"}
    assert scores.keys() == published.keys()
    assert scores == pytest.approx({key: float(value) for key, value in published.items()})


def test_the_form_names_its_formats(test_set: TestSet) -> None:
    page = manager_of(test_set).get(reverse("evaluation:study_new", args=[test_set.project.slug, test_set.pk]))
    for words in ("MQM ratings", "ESA ratings", "Appraise", "Pearmut"):
        assert words in page.content.decode()
