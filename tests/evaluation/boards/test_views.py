"""Human judgement of the hundred expressions by four simulated people, one of them through the API, and Pearson against
numpy.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from uuid import uuid4

import numpy as np
import pytest
from openpyxl import load_workbook
from scipy import stats

from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from evaluation.correlation.jobs.correlations import compute_correlation
from evaluation.judging.models import JudgingRound
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues
from tests.evaluation.judgements import finish_round, make_evaluation_project, measure_all, store_judgements
from tests.evaluation.judging.test_api import Caller
from tests.evaluation.measures.services.test_measures import HUNDRED
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_member
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
FILE = "data/evaluation/mwe-100/test_100.annot.xlsx"
COLUMNS = {"source": "Example MWE", "reference": "Reference", "expression": "MWE ref. trans."}
# Who is strict, and how much everybody wavers. The last judges through the API, and completes each item.
BIASES = {"strict": -0.6, "fair": 0.0, "kind": 0.5, "rash": 0.1}
BY_API = "rash"


def read_texts() -> list[dict[str, str]]:
    """Return the file by itself: for each sentence the systems' texts, spaces evened."""
    # From memory: a workbook that is read as it goes keeps its file open.
    rows = load_workbook(BytesIO(shared(FILE).read_bytes()), read_only=True).active.iter_rows(values_only=True)
    head = next(rows)
    return [{name: " ".join(str(cell or "").split()) for name, cell in zip(head, row, strict=True)} for row in rows]


def judge_all(judging_round: JudgingRound, name: str) -> dict[tuple[str, str], int]:
    """One simulated annotator: what they said of each text beside each reference (one source stands there twice)."""
    generator = np.random.default_rng(len(name) * 7)
    said: dict[tuple[str, str], int] = {}

    def score(reference: str, texts: Sequence[str]) -> list[int]:
        answers = []
        for text in texts:
            likeness = SequenceMatcher(None, text.lower(), reference.lower()).ratio()
            value = int(np.clip(round(1 + 4 * likeness + BIASES[name] + generator.normal(0, 0.6)), 1, 5))
            said[" ".join(reference.split()), text] = value
            answers.append(value)
        return answers

    annotator = make_member(judging_round.project)
    if name == BY_API:
        answer_by_api(Caller(annotator.user, judging_round.project), score)
    else:
        store_judgements(
            judging_round, annotator, lambda task: score(task.reference, [each["text"] for each in task.outputs])
        )
    return said


def answer_by_api(caller: Caller, score: Callable[[str, Sequence[str]], list[int]]) -> None:
    state = caller.send("post", "next/", 200)
    while state is not None:
        answers = score(state["reference"]["text"], state["outputs"])
        body = {"operation_id": str(uuid4()), "version": state["version"], "answers": answers}
        following = caller.send("post", state["urls"]["submit"], 200, **body)["next_assignment"]
        state = following and caller.send("get", f"/api/v1/assignments/{following}/", 200)


def test_four_people_judge_the_hundred_and_the_page_shows_the_right_pearson() -> None:
    data, texts = shared(FILE).read_bytes(), read_texts()
    project = make_evaluation_project()
    test_set = make_test_set(project, data, COLUMNS, list(HUNDRED), file_name="test_100.annot.xlsx")
    manager = Caller(project.created_by, project)
    body = {"operation_id": str(uuid4()), "test_set": test_set.pk, "name": "Hundred", "required_count": 4}
    asked = manager.send("post", "judging-rounds/", 202, **body)
    opened = finish_round(Job.objects.get(pk=asked["id"]))
    said = {name: judge_all(opened, name) for name in BIASES}
    assert set(project.items.values_list("state", flat=True)) == {Item.State.ANNOTATED}
    measure_all(test_set, "mwe-score", "chrf", "ter")
    job = manager.send("post", f"test-sets/{test_set.pk}/correlations/", 202, judging_round=opened.number)
    done = run(Job.objects.get(pk=job["id"]), compute_correlation)
    found = manager.send("get", f"test-sets/{test_set.pk}/correlations/{done.result['correlation']}/", 200)["result"]

    human = {
        system: np.array([[said[name][row["Reference"], row[system]] for row in texts] for name in BIASES])
        for system in HUNDRED
    }
    means = {system: float(scores.mean()) for system, scores in human.items()}
    shown = {row["system"]: row["human"] for row in found["systems"]}
    assert shown == pytest.approx(means)
    mwe = next(measure for measure in found["measures"] if measure["name"] == "mwe-score")
    expected = np.corrcoef([means[system] for system in HUNDRED], list(HUNDRED.values()))[0, 1]
    assert mwe["corpus"]["value"] == pytest.approx(expected, abs=2e-4)  # published to four decimals

    scores = _read_segment_scores(test_set, "mwe-score")
    pairs = [(human[system][:, place].mean(), scores[system][place]) for system in HUNDRED for place in range(100)]
    people, measured = zip(*pairs, strict=True)
    assert mwe["segments"]["pearson"]["value"] == pytest.approx(stats.pearsonr(people, measured).statistic)
    assert mwe["segments"]["spearman"]["value"] == pytest.approx(stats.spearmanr(people, measured).statistic)
    assert (mwe["items"], mwe["missing"], found["scores"]) == (700, 0, 2800)

    where = f"/evaluation/{project.slug}/test-sets/{test_set.pk}/people/{done.result['correlation']}/"
    page = manager.client.get(where).content.decode()
    assert f"{mwe['corpus']['value']:.3f}" in page
    assert "Hundred" in page
    _check_agreement(manager, opened.number, human)


def _read_segment_scores(test_set: TestSet, measure: str) -> dict[str, list[float]]:
    scores: dict[str, list[float]] = defaultdict(list)
    for chunk in SegmentValues.objects.filter(translation__test_set=test_set, measure=measure).order_by("first"):
        scores[str(chunk.translation.system)] += chunk.scores
    return scores


def _check_agreement(manager: Caller, number: int, human: dict[str, np.ndarray]) -> None:
    """Pearson between annotators' system means, and alpha above chance."""
    report = manager.send("get", f"judging-rounds/{number}/", 200)["report"]
    by_annotator = np.array([scores.mean(axis=1) for scores in human.values()]).T  # annotators × systems
    expected = sorted(
        np.corrcoef(by_annotator[first], by_annotator[second])[0, 1] for first in range(4) for second in range(first)
    )
    assert sorted(row["pearson"]["value"] for row in report["pairs"]) == pytest.approx(expected)
    alphas = {row["level"]: row["alpha"]["value"] for row in report["alphas"]}
    assert 0.3 < alphas["interval"] < 1
    assert all(row["rho"]["value"] > 0.4 for row in report["annotators"])
