"""Correlations as jobs, pages and files, and scores of finished studies."""

from copy import deepcopy

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.jobs.correlations import compute_correlation
from evaluation.correlation.jobs.studies import import_study
from evaluation.correlation.models import Correlation, HumanStudy
from evaluation.correlation.queries.human_sources import read_metrics
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    make_correlation,
    make_evaluation_project,
    make_round,
    measure_all,
)
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_member, make_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
STUDY = "system,segment,annotator,score\n" + "".join(
    f"system {name},{segment},{who},{score}\n"
    for segment, (one, two) in enumerate([(4, 5), (1, 5), (1, 4), (5, 5)], 1)
    for who in "AB"
    for name, score in (("one", one), ("two", two))
)


made = made_for_module(lambda: make_test_set(make_evaluation_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def manager_of(test_set: TestSet) -> Client:
    return signed_in(test_set.project.created_by)


def upload_study(test_set: TestSet, table: str = STUDY, name: str = "Study") -> Job:
    address = reverse("api:human-studies", args=[test_set.project.slug, test_set.pk])
    sent = manager_of(test_set).post(address, {"name": name, "file": SimpleUploadedFile("s.csv", table.encode())})
    assert sent.status_code == 202, markup_of(sent)
    return Job.objects.get(kind="human_study", parameters__name=name)


def test_a_round_is_held_against_every_measure_and_shown(test_set: TestSet) -> None:
    opened = make_round(test_set.project, test_set)
    for _ in range(2):
        answer_everything(make_member(test_set.project), SCORES)
    measure_all(test_set)
    client = manager_of(test_set)
    listed = reverse("evaluation:correlations", args=[test_set.project.slug, test_set.pk])
    asked = client.post(listed, {"judging_round": opened.pk})
    assert asked.status_code == 302
    job = run(Job.objects.get(kind="correlation"), compute_correlation)
    shown = client.get(reverse("evaluation:correlation_of_job", args=[test_set.project.slug, job.pk]), follow=True)
    page = markup_of(shown)
    for words in ("Score_mwe", "BLEU", "Williams", "Changed judgements", "<svg", "With two systems, Pearson is always"):
        assert words in page
    assert "Compute<" not in markup_of(client.get(listed))
    result = Correlation.objects.get().result
    assert {measure["name"] for measure in result["measures"]} == {"mwe-score", "bleu", "chrf", "ter"}
    assert all(measure["corpus"]["value"] == pytest.approx(1) for measure in result["measures"])


def test_of_measures_only_the_judged_segments_are_read(test_set: TestSet) -> None:
    """A measure of a hundred thousand segments is held against the few that people saw."""
    measure_all(test_set, "mwe-score", "chrf")
    whole, part = read_metrics(test_set, set("1234")), read_metrics(test_set, {"2"})
    for every, some in zip(whole, part, strict=True):
        assert some.scores == {item: score for item, score in every.scores.items() if item[1] == "2"} != {}
        kept = {item: score for item, score in every.expression_scores.items() if item[1].startswith("2.")}
        assert some.expression_scores == kept
        assert some.corpus == every.corpus


def test_the_same_state_gives_the_same_job_and_a_new_judgement_another(test_set: TestSet) -> None:
    opened = make_round(test_set.project, test_set)
    annotator = make_member(test_set.project)
    answer(lease_next(user=annotator.user, project=test_set.project))  # type: ignore[arg-type]
    measure_all(test_set, "bleu")
    first = make_correlation(test_set, opened)
    client = manager_of(test_set)
    listed = reverse("evaluation:correlations", args=[test_set.project.slug, test_set.pk])
    client.post(listed, {"judging_round": opened.pk})
    assert Job.objects.filter(kind="correlation").count() == 1
    answer(lease_next(user=annotator.user, project=test_set.project))  # type: ignore[arg-type]
    assert "were added since" in markup_of(client.get(listed))
    assert make_correlation(test_set, opened).pk != first.pk


def test_plots_and_tables_are_files(test_set: TestSet) -> None:
    opened = make_round(test_set.project, test_set)
    answer_everything(make_member(test_set.project), SCORES)
    measure_all(test_set, "mwe-score", "ter")
    where = [test_set.project.slug, test_set.pk, make_correlation(test_set, opened).pk]
    client = manager_of(test_set)
    plot = client.get(reverse("evaluation:correlation_plot", args=[*where, "scatter"]) + "?measure=ter")
    assert plot["Content-Type"] == "image/svg+xml" and b"TER" in plot.content
    table = client.get(reverse("evaluation:correlation_table", args=[*where, "systems", "csv"]))
    assert table.getvalue().decode().startswith("system,people,low,high,Score_mwe,TER")
    latex = client.get(reverse("evaluation:correlation_table", args=[*where, "measures", "tex"]))
    assert "Score\\_mwe" in markup_of(latex) and "signature" not in markup_of(latex)
    systems = markup_of(client.get(reverse("evaluation:correlation_table", args=[*where, "systems", "tex"])))
    assert r"System & People $\uparrow$ & Score\_mwe $\uparrow$ & TER $\downarrow$" in systems and r"\textbf" in systems
    heat_map = client.get(reverse("evaluation:correlation_plot", args=[*where, "measures"]))
    assert b"people, Score_mwe: " in heat_map.content and b"people, TER: " in heat_map.content
    pdf = client.get(reverse("evaluation:correlation_plot", args=[*where, "measures"]), {"format": "pdf"})
    assert pdf.content.startswith(b"%PDF")
    assert client.get(reverse("evaluation:correlation_plot", args=[*where, "nothing"])).status_code == 404
    shown = markup_of(client.get(reverse("evaluation:correlation", args=where)))
    assert (
        shown.index('id="scatter-title"') < shown.index('id="measures-title"') < shown.index("Correlation by measure")
    )
    assert client.get(reverse("evaluation:correlation_table", args=[*where, "nothing", "csv"])).status_code == 404


def test_preferences_are_followed_as_well(test_set: TestSet) -> None:
    opened = make_round(test_set.project, test_set, method="preference")
    annotator = make_member(test_set.project)
    while (assignment := lease_next(user=annotator.user, project=test_set.project)) is not None:
        texts = [assignment.item.judgement_task.outputs[place]["text"] for place in assignment.shown_order.places]
        answer(assignment, [1 if SCORES[texts[0]] > SCORES[texts[1]] else 3])
    measure_all(test_set, "mwe-score", "bleu")
    shown = make_correlation(test_set, opened)
    measure = shown.result["measures"][0]
    assert (measure["preferences"]["judgements"], measure["preferences"]["wmt13"]["value"]) == (3, 1.0)
    assert measure["segments"] is None
    client = manager_of(test_set)
    where = [test_set.project.slug, test_set.pk, shown.pk]
    assert "3 preferences" in markup_of(client.get(reverse("evaluation:correlation", args=where)))


def test_without_judgements_or_measures_there_is_a_sentence(test_set: TestSet) -> None:
    opened = make_round(test_set.project, test_set)
    with pytest.raises(DomainError, match="There are no judgements yet"):
        make_correlation(test_set, opened)
    answer_everything(make_member(test_set.project), SCORES)
    with pytest.raises(DomainError, match="There are no measures with scores for two or more systems yet"):
        make_correlation(test_set, opened)


def test_scores_of_a_finished_study_are_taken_in_and_followed() -> None:
    test_set = make_test_set(make_project())  # in a word alignment project as well
    assert run(upload_study(test_set), import_study).result["summary"] == "16 scores by 2 annotators."
    measure_all(test_set, "mwe-score")
    study = HumanStudy.objects.get()
    client = manager_of(test_set)
    root = f"/api/v1/projects/{test_set.project.slug}/test-sets/{test_set.pk}/"
    assert client.get(root + "studies/").json()[0]["judgement_count"] == 16
    asked = client.post(root + "correlations/", {"study": study.pk}, content_type="application/json")
    job = run(Job.objects.get(pk=asked.json()["id"]), compute_correlation)
    found = client.get(f"{root}correlations/{job.result['correlation']}/").json()["result"]
    assert [(row["system"], row["human"]) for row in found["systems"]] == [("system two", 4.75), ("system one", 2.75)]
    assert client.get(root + "correlations/").json()["results"][0]["study"] == study.pk
    wrong = client.post(root + "correlations/", {"judging_round": 5}, content_type="application/json")
    assert (
        wrong.status_code == 400
        and "Give the number of a judging round of this test set, or the ID of a study." in wrong.json()["detail"]
    )
