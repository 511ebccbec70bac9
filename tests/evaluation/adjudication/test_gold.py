"""Decided judgements in the report, files, the API, a release and correlations; every figure computed here again."""

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.verification import verify_release
from evaluation.adjudication.queries.readings import find_page_order
from evaluation.correlation.queries.human_scores import find_judging_round_report, read_preferences
from evaluation.correlation.queries.human_sources import HumanSource, list_sources, read_people
from evaluation.judging.models import JudgingRound
from tests.alignment.releasing import change, save_release
from tests.evaluation.adjudication.disputes import (
    BAD,
    GOOD,
    A,
    B,
    decide,
    item_of,
    make_adjudicator,
    make_dispute,
    mark,
)
from tests.evaluation.judgements import make_correlation, measure_all
from tests.evaluation.releases.making import make_evaluation_release

pytestmark = pytest.mark.django_db
# A's marks, of which one is graver, and another score.
GOLD = {GOOD: (95, []), BAD: (30, [mark(BAD, "spaccato", "major"), mark(BAD, "gelo", "major")])}
SYSTEMS = {"one": GOOD, "other": BAD}


def make_gold(**settings: Any) -> JudgingRound:
    opened = make_dispute(**settings)
    task = item_of(opened).judgement_task
    shown = [task.outputs[place]["text"] for place in find_page_order(task)]
    decide(
        opened,
        make_adjudicator(opened.project),
        answers=[GOLD[text][0] for text in shown],
        spans=[GOLD[text][1] for text in shown],
    )
    return opened


def cover(spans: list[dict[str, Any]]) -> dict[int, str]:
    """Return the severity of each marked character, of marks that do not overlap."""
    return {place: span["severity"] for span in spans for place in range(span["start"], span["end"])}


def f1(pairs: list[tuple[dict[int, str], dict[int, str]]]) -> float:
    """Return F1 over characters as WMT's shared task has it: half a match where severities differ."""
    hits = sum(1 if own[place] == gold[place] else 0.5 for own, gold in pairs for place in own.keys() & gold.keys())
    precision = hits / (sum(len(own) for own, _ in pairs) or 1)
    recall = hits / (sum(len(gold) for _, gold in pairs) or 1)
    return 2 * precision * recall / (precision + recall)


def fetch(user: Any, name: str, *where: object, query: str = "") -> bytes:
    client = Client()
    client.force_login(user)
    found = client.get(reverse(name, args=where) + query)
    assert found.status_code == 200
    return b"".join(found)  # type: ignore[arg-type]


def test_the_report_sets_each_annotator_and_system_beside_the_decisions() -> None:
    report = find_judging_round_report(make_gold())
    rows = {row.annotator: row for row in report.adjudicated_annotators}
    assert rows.keys() == {"A", "B"}
    for name, said in (("A", A), ("B", B)):
        expected = f1([(cover(said[text][1]), cover(GOLD[text][1])) for text in (GOOD, BAD)])
        assert rows[name].micro == pytest.approx(expected)
        assert rows[name].distance == pytest.approx(fmean(abs(said[text][0] - GOLD[text][0]) for text in (GOOD, BAD)))
        assert (rows[name].answers, rows[name].same) == (2, 0)
    for row in report.adjudicated_systems:
        text = SYSTEMS[row.system]
        assert row.adjudicated == GOLD[text][0]
        assert row.annotated == fmean([A[text][0], B[text][0]])
    # Decisions are nobody's answers: what was there before stays as it was.
    assert report.judgements == 4
    assert {row.system: row.mean for row in report.systems} == {"one": 95, "other": 45}


def test_drafts_are_no_decisions() -> None:
    opened = make_dispute()
    decide(opened, make_adjudicator(opened.project), answers=[1, 1], is_done=False)
    report = find_judging_round_report(opened)
    assert (report.adjudicated_annotators, report.adjudicated_systems) == ([], [])
    assert [source.is_adjudicated for source in list_sources(opened.test_set)] == [False]


def test_page_files_and_api_have_a_line_of_their_own() -> None:
    opened = make_gold()
    user, where = opened.project.created_by, (opened.project.slug, opened.number)
    assert "Agreement of each annotator with the decisions" in fetch(user, "evaluation:judging_round", *where).decode()
    table = fetch(user, "evaluation:judgement_results", *where, "adjudicated-systems", "csv").decode().splitlines()
    assert table[1:] == ["one,1,95.0,95.0", "other,1,30.0,45.0"]
    rows = fetch(user, "evaluation:judgement_results", *where, "error-spans", "tsv").decode().splitlines()
    raters = [row.split("\t")[4] for row in rows[1:]]
    assert {name: raters.count(name) for name in raters} == {"A": 3, "B": 2, "adjudicated": 3}
    quality = json.loads(fetch(user, "api:judging-annotator-quality", *where))
    assert {row["annotator"]: (row["adjudicated"], row["adjudicated_distance"]) for row in quality} == {
        "A": (2, fmean([5, 10])),
        "B": (2, fmean([5, 40])),
    }
    (item,) = json.loads(fetch(user, "api:judgement-error-spans", *where))["results"]
    (bad,) = [each for each in item["translations"] if each["text"] == BAD]
    assert bad["systems"] == ["other"]
    assert bad["judgements"][-1] == {"annotator": "adjudicated", "score": 30, "spans": GOLD[BAD][1]}


def test_correlations_choose_decisions_where_a_segment_has_them() -> None:
    opened = make_gold()
    judged, adjudicated = list_sources(opened.test_set)
    assert adjudicated.name.endswith(", adjudicated")
    scores, _ = read_people(adjudicated)
    assert {(each.system, each.annotator, each.score) for each in scores} == {
        ("one", "adjudicated", 95),
        ("other", "adjudicated", 30),
    }
    assert len(read_people(judged)[0]) == 4
    measure_all(opened.test_set, "chrf", "bleu")
    make_correlation(opened.test_set, opened)
    found = fetch(
        opened.project.created_by, "evaluation:correlations", opened.project.slug, opened.test_set.pk
    ).decode()
    assert f"{opened.name}, adjudicated" in found
    assert HumanSource(opened.test_set, opened, None, is_adjudicated=True).references()["adjudicated"]
    assert read_preferences(opened, adjudicated=True) == []


@pytest.mark.django_db(transaction=True)
def test_a_release_holds_decisions_and_verifies_them(tmp_path: Path, files_folder: object) -> None:
    opened = make_gold()
    release = make_evaluation_release(opened.project)
    (report,) = release.manifest["judging"]
    assert (release.manifest["counts"]["adjudicated_judgements"], report["adjudicated"]) == (1, 1)
    assert {row["system"]: row["adjudicated"] for row in report["adjudicated_systems"]} == {"one": 95, "other": 30}
    path = save_release(release, tmp_path)
    found = verify_release(path)
    assert (found["verified"], found["differences"]) == (True, [])
    worse = change(path, "adjudicated-judgements.jsonl", lambda text: text.replace("30", "31"))
    with pytest.raises((UnreadableReleaseError, AssertionError)):
        assert not any("adjudicated_systems" in line for line in verify_release(worse)["differences"])
