"""A judging round as a folder of mt-metrics-eval, read back by the rules of its README."""

import zipfile
from collections import defaultdict
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import pytest
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse

from evaluation.correlation.queries.human_sources import HumanSource, read_metrics
from evaluation.test_sets.models import TestSet
from tests.evaluation.external_scores.test_services import upload_scores
from tests.evaluation.judgements import (
    answer_everything,
    bring_study,
    make_correlation,
    make_evaluation_project,
    make_round,
    measure_all,
)
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.measure_command import measure
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
SYSTEMS = ["system_one", "system_two"]


def download(test_set: TestSet, route: str, *arguments: object) -> dict[str, str]:
    """Return the texts of the folder's files by their paths in it."""
    client = Client()
    client.force_login(test_set.project.created_by)
    sent = client.get(reverse(route, args=[test_set.project.slug, test_set.pk, *arguments]))
    assert sent.status_code == 200 and isinstance(sent, StreamingHttpResponse)
    with zipfile.ZipFile(BytesIO(b"".join(sent.streaming_content))) as archive:
        assert {name.partition("/")[0] for name in archive.namelist()} == {"idioms"}
        return {name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist()}


def read_score_file(text: str) -> dict[str, list[float | None]]:
    """Read as `data.ReadScoreFile` of mt-metrics-eval does."""
    scores = defaultdict(list)
    for line in text.splitlines():
        system, score = line.split()
        scores[system].append(None if score == "None" else float(score))
    return dict(scores)


def make_judged() -> TestSet:
    test_set = make_test_set(make_evaluation_project())
    make_round(test_set.project, test_set)
    for _ in range(2):
        answer_everything(make_member(test_set.project), SCORES)
    measure_all(test_set, "bleu", "ter")
    return test_set


made = made_for_module(make_judged)


@pytest.fixture
def judged(made: TestSet) -> TestSet:
    return deepcopy(made)


def test_a_round_goes_out_and_is_read_back(judged: TestSet, tmp_path: Path) -> None:
    upload_scores(judged, "system one,system two\n1,2\n3,4\n,5\n6,7\n", "c.csv", "COMET 22")
    files = download(judged, "evaluation:eval_set_of_round", 1)
    sources = [each.source for each in judged.segments.order_by("number")]
    assert files["sources/en-it.txt"].splitlines() == sources
    assert files["references/en-it.refA.txt"].splitlines() == [each.references[0] for each in judged.segments.all()]
    assert files["documents/en-it.docs"] == "all idioms\n" * 4
    outputs = [path for path in files if path.startswith("system-outputs/en-it/")]
    assert outputs == [f"system-outputs/en-it/{name}.txt" for name in SYSTEMS]
    assert all(files[path].count("\n") == 4 for path in outputs)
    # Every score file has a block of each system; people's may have None, a measure's not.
    lengths = {"seg": 4, "sys": 1}
    for path, text in files.items():
        if path.endswith(".score"):
            scores = read_score_file(text)
            assert list(scores) == SYSTEMS
            assert {len(row) for row in scores.values()} == {lengths[path.split(".")[-2]]}
            assert path.startswith("human-scores/") or not any(None in row for row in scores.values())
    scored = {path for path in files if path.startswith("metric-scores/en-it/")}
    assert {path.rpartition("/")[2] for path in scored} == {
        f"{name}-refA.{level}.score" for name in ("BLEU", "TER") for level in ("seg", "sys")
    } | {"COMET_22-refA.sys.score"}
    assert "Left out, as not every system or segment has a score: COMET 22 of segments." in files["README.txt"]
    assert "System system_one: system one" in files["README.txt"]
    # The figures that the site finds come out of the files.
    for path, text in files.items():
        if path.endswith(".seg.score"):
            (tmp_path / Path(path).name).write_text(text)
    names = [tmp_path / f"{name}-refA.seg.score" for name in ("BLEU", "TER")]
    (people,) = tmp_path.glob("en-it.*.seg.score")
    found = measure("meta-evaluation", *names, "--human", people)
    result = make_correlation(judged, judged.judging_rounds.get()).result
    segments = {each["name"]: each["segments"]["pearson"]["value"] for each in result["measures"]}
    ranked = {row["name"]: row["value"] for row in found["rankings"][-1]["measures"]}
    assert ranked["BLEU-refA"] == pytest.approx(segments["bleu"])
    assert ranked["TER-refA"] == pytest.approx(segments["ter"])


def test_scores_of_errors_are_turned_and_preferences_are_shares(judged: TestSet) -> None:
    study = bring_study(judged)
    files = download(judged, "api:eval-set-of-study", study.pk)
    source = HumanSource(judged, None, study)
    (ter,) = [each for each in read_metrics(judged, {"1", "2", "3", "4"}) if each.name == "ter"]
    written = read_score_file(files["metric-scores/en-it/TER-refA.seg.score"])
    for system in ("system one", "system two"):
        expected = [-ter.scores[system, str(number)] for number in range(1, 5)]
        assert written[system.replace(" ", "_")] == expected
    shares = read_score_file(files[f"human-scores/en-it.{source.name.lower()}.sys.score"])
    assert sum(row[0] or 0.0 for row in shares.values()) == pytest.approx(1.0)


def test_a_source_that_is_not_there_is_not_found(judged: TestSet) -> None:
    client = Client()
    client.force_login(judged.project.created_by)
    for route in ("evaluation:eval_set_of_round", "api:eval-set-of-study"):
        assert client.get(reverse(route, args=[judged.project.slug, judged.pk, 99])).status_code == 404
