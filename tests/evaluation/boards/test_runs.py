"""Runs of systems: from the upload to board, page, API, LaTeX, export and release."""

import json
from statistics import mean, stdev
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from scipy.stats import ttest_ind

from annotation_site.figures.latex import print_table
from annotation_site.jobs.models import Job
from annotation_site.releases.verification import verify_release
from evaluation.aligner_scores.models import System
from evaluation.boards.folding import FoldedFigure, RunFigure, find_better_systems, fold_runs
from evaluation.boards.queries.boards import read_board, table_of_board
from evaluation.boards.queries.breakdowns import ExpressionRow, print_expressions
from evaluation.downloads.queries.files import write_jsonl
from evaluation.imports.jobs.translations import preview_translations, take_translations
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from evaluation.translations.services import set_runs
from tests.alignment.releasing import save_release
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.releases.making import make_evaluation_release
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_member
from tests.markup import markup_of
from tests.running.kept_rows import made_once

pytestmark = pytest.mark.django_db(transaction=True)
# Six times as many as fit the numbers of wrong outputs below: with fewer than 30 nothing is ranked.
SOURCES = [f"Sentence number {number} is here." for number in range(1, 37)]
REFERENCES = [f"La frase numero {number} è qui." for number in range(1, 37)]
TABLE = "source\treference\n" + "".join(f"{a}\t{b}\n" for a, b in zip(SOURCES, REFERENCES, strict=True))


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


def output(wrong: int) -> bytes:
    """Return outputs of which so many in six differ from the reference."""
    return "".join(
        f"{'Ecco una cosa.' if place % 6 < wrong else text}\n" for place, text in enumerate(REFERENCES)
    ).encode()


def make_measured() -> TestSet:
    """Make a test set with two systems of three runs, uploaded on the page, and one with a single run."""
    project = make_evaluation_project()
    test_set = make_test_set(project, TABLE, {"source": "source", "reference": "reference"}, ())
    client = Client()
    client.force_login(project.created_by)
    address = reverse("evaluation:translations_new", args=[project.slug, test_set.pk])
    for name, wrongs in {"Big": (1, 2, 1), "Small": (4, 5, 4)}.items():
        files = [SimpleUploadedFile(f"{name}.seed{seed}.it", output(wrong)) for seed, wrong in enumerate(wrongs, 1)]
        asked = {"file": files, "name": name, "request_id": str(uuid4())}
        assert client.post(address, asked).status_code == 302
        run(Job.objects.filter(kind="translations").latest("pk"), take_translations)
    table = SimpleUploadedFile("t.tsv", b"Alone\n" + output(3))
    assert client.post(address, {"file": table, "request_id": str(uuid4())}).status_code == 302
    preview = run(Job.objects.get(kind="translations_preview"), preview_translations)
    client.post(reverse("evaluation:translations_preview", args=[project.slug, preview.pk]))
    run(Job.objects.filter(kind="translations").latest("pk"), take_translations)
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": ["bleu", "ter"]}
    run(request_measures(**asked, options={}), measure_translations)
    return test_set


@pytest.fixture
def measured():
    test_set = made_once(make_measured)
    test_set.client = Client()
    test_set.client.force_login(test_set.project.created_by)
    return test_set


def values(test_set: TestSet, measure: str, system: str) -> list[float]:
    scores = TranslationScore.objects.filter(translation__test_set=test_set, measure=measure)
    named = scores.filter(translation__system__run_of=system) | scores.filter(translation__system__name=system)
    return [each.result["figures"]["score"]["value"] for each in named.order_by("translation")]


def test_runs_are_one_row_with_mean_and_deviation(measured):
    board = read_board(measured, by="bleu.score")
    assert [(row.name, len(row.translations)) for row in board.rows] == [("Big", 3), ("Alone", 1), ("Small", 3)]
    big, alone, small = board.rows
    found = values(measured, "bleu", "Big")
    assert (big.cells[0].value, big.cells[0].deviation) == (f"{mean(found):.2f}", f"{stdev(found):.2f}")
    assert [cells[0].value for _, cells in big.runs] == [f"{each:.2f}" for each in found]
    assert (alone.cells[0].deviation, alone.runs) == ("", [])
    assert big.cells[0].rank == 1 and small.cells[0].rank > 1
    text = print_table(table_of_board(board))
    assert rf"Big & \textbf{{{mean(found):.2f} $\pm$ {stdev(found):.2f}}}" in text
    page = measured.client.get(reverse("evaluation:test_set", args=[measured.project.slug, measured.pk]))
    told = markup_of(page)
    assert "<details><summary><bdi>Big</bdi>" in told and told.count('class="is-folded"') == 6
    assert "<bdi>Big-seed2</bdi>" in told and "Welch’s t test" in told


def test_the_api_compares_systems_over_runs_as_scipy_does(measured):
    api = measured.client
    address = f"/api/v1/projects/{measured.project.slug}/test-sets/{measured.pk}/runs/"
    told = api.get(address, {"figure": "ter.score"}).json()
    assert told["run_of"]["Small-seed3"] == "Small" and told["run_of"]["Alone"] == ""
    [pair] = told["pairs"]
    expected = ttest_ind(values(measured, "ter", "Small"), values(measured, "ter", "Big"), equal_var=False)
    assert (pair["first"], pair["second"]) == ("Big", "Small")
    assert pair["over_runs"]["p"] == pytest.approx(expected.pvalue)
    assert pair["over_runs"]["degrees"] == pytest.approx(expected.df)
    assert pair["over_runs"]["interval"] == pytest.approx(list(expected.confidence_interval(0.95)))
    assert [row["system"] for row in told["systems"]] == ["Big", "Alone", "Small"]
    assert told["systems"][0]["deviation"] == pytest.approx(stdev(values(measured, "ter", "Big")))
    changed = api.patch(
        address, {"run_of": {"Alone": "Small", "Big-seed1": ""}}, content_type="application/json"
    ).json()
    assert changed["run_of"]["Alone"] == "Small" and changed["run_of"]["Big-seed1"] == ""
    assert (
        api.patch(address, {"pattern": "{system}-seed{run}"}, content_type="application/json").json()["run_of"][
            "Big-seed1"
        ]
        == "Big"
    )
    refused = api.patch(address, {"run_of": {"Nobody": "Small"}}, content_type="application/json")
    assert refused.status_code == 400 and "no system “Nobody”" in markup_of(refused)


def test_the_page_changes_runs_and_shows_the_tests(measured):
    address = reverse("evaluation:runs", args=[measured.project.slug, measured.pk])
    page = markup_of(measured.client.get(address))
    assert "p over runs" in page and "Big-seed1" in page
    form = {f"run_of_{each.pk}": "" for each in measured.translations.all()}
    assert measured.client.post(address, {**form, "pattern": "Big-seed{run}"}).status_code == 400
    assert measured.client.post(address, form).status_code == 302
    assert {row.name for row in read_board(measured).rows} == set(System.objects.values_list("name", flat=True))
    measured.client.post(address, {**form, "pattern": "{system}-{run}"})
    assert System.objects.get(name="Big-seed2").run_of == "Big"
    reviewer = Client()
    reviewer.force_login(make_member(measured.project, role="adjudicator").user)
    assert "run of <bdi>Big</bdi>" in markup_of(reviewer.get(address))
    assert reviewer.post(address, form).status_code == 403


@pytest.mark.django_db
def test_runs_of_many_systems_are_set_by_one_statement():
    project = make_evaluation_project()
    names = [f"mBART.seed{number}" for number in range(5)]
    System.objects.bulk_create(System(project=project, name=name, created_by=project.created_by) for name in names)
    with CaptureQueriesContext(connection) as queries:
        set_runs(user=project.created_by, project=project, run_of=dict.fromkeys(names, "mBART"))
    assert sum('UPDATE "evaluation_system"' in each["sql"] for each in queries) == 1
    assert set(System.objects.values_list("run_of", flat=True)) == {"mBART"}


def test_runs_go_out_and_come_in_again(measured, tmp_path):
    lines = b"".join(write_jsonl(measured))
    first, second = (json.loads(line) for line in lines.splitlines()[:2])
    assert first["runs"]["Small-seed1"] == "Small" and "runs" not in second
    other = make_test_set(make_evaluation_project(), lines, {}, (), file_name="test-set.jsonl")
    assert other.project_id != measured.project_id
    told = {each.system.name: each.system.run_of for each in other.translations.all()}
    assert told == {each.system.name: each.system.run_of for each in measured.translations.all()}
    assert b"".join(write_jsonl(other)) == lines
    release = make_evaluation_release(measured.project, measured)
    path = save_release(release, tmp_path)
    assert release.manifest["systems"]["Big-seed1"]["run_of"] == "Big"
    assert verify_release(path)["differences"] == []


def test_several_files_without_a_system_are_systems(measured):
    from evaluation.translations.services import add_translations

    project = measured.project
    files = [(name, ContentFile(output(2))) for name in ("one.txt", "two.txt")]
    run(add_translations(user=project.created_by, project=project, test_set=measured, files=files), take_translations)
    assert System.objects.filter(project=project, run_of="", name__in=("one", "two")).count() == 2


def test_groups_and_expressions_fold_runs_and_mark_the_best(measured):
    route = [measured.project.slug, measured.pk]
    groups = measured.client.get(reverse("evaluation:groups_table", args=[*route, "tex"]), {"measure": "ter"})
    big = values(measured, "ter", "Big")
    text = markup_of(groups)
    assert rf"\textbf{{{mean(big):.2f} $\pm$ {stdev(big):.2f}}}" in text and "% Bold: best." in text
    assert [name in text for name in ("Big", "Small", "Alone", "seed")] == [True, True, True, False]
    listed = measured.client.get(reverse("evaluation:groups_table", args=[*route, "csv"]), {"measure": "ter"})
    assert b",3,1,\r\n" in b"".join(listed)
    rows = [ExpressionRow("ice", 30, 0.5, [0.25, None, 0.75]), ExpressionRow("tea", 40, 0.5, [0.5, 0.5, 0.6])]
    best, worst = (print_table(print_expressions(["a", "b", "c"], rows, {}, is_error=each)) for each in (False, True))
    assert r"ice & 30 & 0.500 & 0.250 & – & \textbf{0.750}" in best
    assert r"tea & 40 & 0.500 & \textbf{0.500} & \textbf{0.500} & 0.600" in worst
    few = print_table(print_expressions(["a", "b"], [ExpressionRow("ice", 29, 0.5, [0.25, 0.75])], {}, is_error=False))
    assert "ice & 29" in few and "textbf" not in few


def test_seeds_that_scatter_are_not_significantly_apart():
    sure = [float(place) for place in range(100)]
    near = {"a": [0.5, 0.9, 0.1], "b": [0.4, 0.8, 0.0]}
    figures = {
        name: FoldedFigure(sum(runs) / 3, stdev(runs), None, [each + runs[0] for each in sure], runs)
        for name, runs in near.items()
    }
    assert find_better_systems(figures, lower_is_better=False) == set()
    single = {
        name: FoldedFigure(each.value, None, None, each.resampled, each.runs[:1]) for name, each in figures.items()
    }
    assert find_better_systems(single, lower_is_better=False) == {("a", "b")}
    folded = fold_runs([RunFigure(1.0, None, [1.0, None]), RunFigure(3.0, None, [2.0, 4.0])])
    assert (folded.value, folded.resampled, folded.interval) == (2.0, [1.5, None], (1.5, 1.5))
    assert fold_runs([RunFigure(1.0, None, []), RunFigure(3.0, None, [2.0])]).interval is None
