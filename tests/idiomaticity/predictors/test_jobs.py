"""Uploaded predictors are read, stored and correlated with people, whole or not at all."""

import gzip
from uuid import uuid4

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from scipy import stats

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped
from annotation_site.web.exceptions import DomainError
from idiomaticity.formats import read_compounds
from idiomaticity.predictors.jobs import predictors as predictor_runs
from idiomaticity.predictors.jobs.storing import correlate
from idiomaticity.predictors.models import CompoundPrediction, PairPrediction, Predictor, SentencePrediction
from idiomaticity.predictors.services import remove_predictor, request_correlations
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, lease_rating, make_rating, make_rating_project, submit_rating
from tests.idiomaticity.predicting import (
    CORPUS,
    ask_for,
    make_predictor,
    make_study,
    work_on_predictor,
    write_vectors,
)
from tests.markup import markup_of
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


def find_cell(predictor: Predictor, experiment: str, level: str, name: str = "", against: str = "human") -> dict:
    (cell,) = [
        each
        for each in predictor.cells
        if (each["experiment"], each["level"], each["compound_class"], each["against"])
        == (experiment, level, name, against)
        and each["measure"] != "nc_out_comp"
    ]
    return cell


def read_value(predictor: Predictor, compound: str, measure: str) -> CompoundPrediction:
    return CompoundPrediction.objects.get(predictor=predictor, compound__text=compound, measure=measure)


def test_vectors_of_words_compare_the_sentences_of_each_compound() -> None:
    """The static baseline of Table 6: sentences by the mean of their words; NC_outComp by the compound as one word."""
    project = make_rating_project()
    words = "glass 1 0\nceiling 0 1\nglass_ceiling 1 1\nolive 1 0\nhead 0 2\nlight 2 0\nbread 0 1\n"
    predictor = make_predictor(project, "vectors", words.encode(), name="GloVe")
    assert predictor.counted["words_found"] == 7
    rows = SentencePrediction.objects.filter(predictor=predictor, occurrence__compound__text="glass ceiling")
    assert list(rows.values_list("nc_out", "nc_out_comp")) == [(None, pytest.approx(1.0))] * 3
    pairs = PairPrediction.objects.filter(predictor=predictor, first__compound__text="glass ceiling")
    # (glass, ceiling), (head, and neither of "two glass ceilings" but glass), (glass, ceiling, light): means by hand.
    means = {1: np.array([0.5, 0.5]), 2: np.array([0.5, 1.0]), 3: np.array([1.0, 1 / 3])}
    for first, second, value in pairs.values_list("first__number", "second__number", "sentence_similarity"):
        one, other = means[first], means[second]
        assert value == pytest.approx(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
    assert pairs.count() == 3
    assert {cell["experiment"] for cell in predictor.cells} >= {"prediction", "pairs"}


def test_each_kind_of_file_is_stored_and_shown_on_one_page() -> None:
    project = make_rating_project()
    corpus, vectors, similarities, translations = make_study(project)
    assert SentencePrediction.objects.filter(predictor=vectors).count() == 6
    assert PairPrediction.objects.filter(predictor=vectors).count() == 4
    assert similarities.counted["missing"] == 5
    assert read_value(corpus, "glass ceiling", "frequency").value == 1
    assert read_value(corpus, "cash cow", "ds").reason == "The compound does not occur in the corpus."
    ss = read_value(translations, "glass ceiling", "ss").value
    assert ss == pytest.approx(0.7 * 2 * 3 / 26 + 0.3 * 2 * 8 / 29)
    ds = read_value(corpus, "glass ceiling", "ds").value
    both = read_value(translations, "glass ceiling", "ss_ds")
    assert (both.value, both.reason) == ((None, "SS or DS is missing.") if ds is None else ((ss + ds) / 2, ""))
    client = Client()
    client.force_login(project.created_by)
    page = markup_of(client.get(reverse("idiomaticity:predictors", args=[project.slug])))
    for name in (
        "Our corpus",
        "Model A",
        "Model B",
        "Dictionary",
        "NC_outComp",
        "frequency, type level",
    ):
        assert name in page
    assert page.count("<table") == 1 and ">–<" not in page
    for each in (corpus, vectors, similarities, translations):
        detail = markup_of(client.get(reverse("idiomaticity:predictor", args=[project.slug, each.pk])))
        assert "glass ceiling" in detail
    tables = client.get(reverse("idiomaticity:correlations_table", args=[project.slug]))
    assert b"".join(tables).decode().startswith("predictor,experiment,measure")  # type: ignore[arg-type]
    values = client.get(reverse("idiomaticity:predictor_table", args=[project.slug, vectors.pk]))
    assert b"".join(values).decode().splitlines()[0] == "compound,sentence,NC_out,NC_outComp"  # type: ignore[arg-type]


def test_new_ratings_count_when_it_is_correlated_again() -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "vectors", write_vectors(project))
    assert find_cell(predictor, "prediction", "token")["n"] == 0
    annotator = make_member(project)
    for whole in (0, 1, 2, 3, 4, 5):
        make_rating(annotator, whole)
    job = request_correlations(user=project.created_by, project=project, request_id=uuid4())
    assert work_on_predictor(job).state == Job.State.SUCCEEDED
    predictor.refresh_from_db()
    cell = find_cell(predictor, "prediction", "token")
    pairs = [
        (each.nc_out, each.occurrence.item.assignments.get().rating.whole)
        for each in predictor.sentences.select_related("occurrence")
    ]
    assert cell["rho"] == pytest.approx(stats.spearmanr(*zip(*pairs, strict=True)).statistic)
    assert (cell["n"], predictor.ratings) == (6, 6)


def test_every_figure_is_told_with_and_without_excluded_annotators(client: Client) -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "vectors", write_vectors(project))
    for scores in ((0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 1)):
        annotator = make_member(project)
        for _ in scores:
            # By the item, for the order in which items are given out differs from project to project.
            assignment = lease_rating(annotator)
            submit_rating(assignment, whole=scores[assignment.item.number - 1])
    exclude_annotator(user=project.created_by, project=project, annotator_id=annotator.pk, reason="random")
    job = request_correlations(user=project.created_by, project=project, request_id=uuid4())
    assert work_on_predictor(job).state == Job.State.SUCCEEDED
    predictor.refresh_from_db()
    assert (predictor.ratings, predictor.ratings_with_excluded) == (6, 12)
    without = find_cell(predictor, "prediction", "token")["rho"]
    means = [
        (each.nc_out, float(np.mean([own.rating.whole for own in each.occurrence.item.assignments.all()])))
        for each in predictor.sentences.select_related("occurrence")
    ]
    everybody = stats.spearmanr(*zip(*means, strict=True)).statistic
    assert without != pytest.approx(everybody)
    client.force_login(project.created_by)
    address = reverse("idiomaticity:predictor", args=[project.slug, predictor.pk])
    assert "Compared with 6 ratings" in markup_of(client.get(address))
    page = markup_of(client.get(f"{address}?excluded=with"))
    assert "Compared with 12 ratings" in page
    assert f"{everybody:.3f}".replace("-", "−") in page
    table = reverse("idiomaticity:correlations_table", args=[project.slug])
    first, second = (b"".join(client.get(f"{table}{query}")).decode() for query in ("", "?excluded=with"))
    assert f",token,,{without}," in first
    assert f",token,,{without}," not in second
    told = client.get(reverse("api:predictor", args=[project.slug, predictor.pk])).json()
    assert (told["ratings"], told["ratings_with_excluded"]) == (6, 12)
    assert told["correlations"] != told["correlations_with_excluded"]


def test_published_means_stand_in_for_ratings_as_in_the_release() -> None:
    data = (shared("data/idiomaticity/nctti") / "data_en.tsv").read_bytes()
    project = make_rating_project(text="", level="type")
    bring_in(project, data)
    entries, _ = read_compounds([(data, "data_en.tsv")])
    lines = [
        f"{entry.compound},{number},{(sentence.mean or 0) / 5}"
        for entry in entries
        for number, sentence in entry.sentences.items()
    ]
    table = "\n".join(["compound,sentence,nc_out", *lines]).encode()
    predictor = make_predictor(project, "similarities", table)
    token, types = (find_cell(predictor, "prediction", level) for level in ("token", "type"))
    # The mean of the sentence means against the type score is what the release itself gives (measures.md).
    assert (token["rho"], token["n"]) == (pytest.approx(1), 840)
    assert (round(types["rho"], 3), types["n"]) == (0.920, 279)
    by_class = [round(find_cell(predictor, "prediction", "type", name)["rho"], 3) for name in ("NC", "PC", "C")]
    assert by_class == [0.712, 0.775, 0.659]


@pytest.mark.parametrize(
    ("source", "data", "sentence"),
    [
        ("vectors", b"PK no archive", "vectors.npz: The file is not a valid NumPy .npz file"),
        (
            "similarities",
            b"compound,sentence,nc_out\nno such thing,1,0.5\n",
            ": none of the compounds and sentences are in this project.",
        ),
        ("corpus", gzip.compress(CORPUS)[:-9], "corpus.txt: The gzip file is damaged."),
        ("corpus", b"x" * 1_000_002, "corpus.txt, line 1: The line is longer than 1 MB"),
        ("translations", b"word,it\n,x\n", "translations.csv, line 2: The row has no word."),
    ],
    ids=["vectors", "similarities", "gzip", "line", "translations"],
)
def test_a_bad_file_leaves_nothing_behind(source: str, data: bytes, sentence: str) -> None:
    project = make_rating_project()
    with pytest.raises(DomainError) as caught:
        work_on_predictor(ask_for(project, source, data))
    assert sentence in caught.value.sentence
    assert not project.predictors.exists()


def test_models_are_held_against_no_corpus_that_is_gone() -> None:
    project = make_rating_project()
    corpus = make_predictor(project, "corpus", CORPUS, "C")
    model = make_predictor(project, "vectors", write_vectors(project), "M")
    assert model.counted["corpus"] == "C"
    assert {each["against"] for each in model.cells} > {"frequency"}
    remove_predictor(user=project.created_by, project=project, predictor=corpus)
    work_on_predictor(project.jobs.get(kind="predictor_correlation"))
    model.refresh_from_db()
    assert model.counted["corpus"] == ""
    assert {each["against"] for each in model.cells} == {"human"}


def test_a_double_click_correlates_once() -> None:
    project = make_rating_project()
    make_predictor(project, "vectors", write_vectors(project))
    client = Client()
    client.force_login(project.created_by)
    shown = client.get(reverse("idiomaticity:predictors", args=[project.slug])).context["request_id"]
    address = reverse("idiomaticity:predictors_again", args=[project.slug])
    for request_id in (str(shown), str(shown), "no id"):
        assert client.post(address, {"request_id": request_id}).status_code == 302
    assert project.jobs.filter(kind="predictor_correlation").count() == 1


def test_what_is_removed_while_it_is_correlated_stays_out() -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "vectors", write_vectors(project))
    remove_predictor(user=project.created_by, project=project, predictor=Predictor.objects.get(pk=predictor.pk))
    correlate([predictor], project)
    assert not Predictor.objects.exists()


def test_a_job_that_is_cancelled_while_it_reads_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predictor_runs, "REPORT_EVERY", 1)
    project = make_rating_project()
    job = ask_for(project, "corpus", CORPUS)
    run = JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1)
    reported: list[tuple[int, int | None]] = []

    def cancel_in_the_second_pass(done: int, total: int | None = None) -> None:
        reported.append((done, total))
        if done > len(CORPUS):
            raise JobStopped

    run.report = cancel_in_the_second_pass  # type: ignore[method-assign]
    with pytest.raises(JobStopped):
        predictor_runs.take_predictor(run)
    assert not project.predictors.exists()
    assert reported == sorted(reported) and reported[-1][1] == 2 * len(CORPUS)
