"""Ratings by the label of an occurrence, on pages, in files and in the API."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Occurrence
from idiomaticity.predictors.jobs.storing import correlate
from idiomaticity.predictors.models import Predictor
from idiomaticity.results.separation.figures import LabelledOccurrence, separate_labels, write_label_report
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.idiomaticity.predicting import make_predictor, write_vectors
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
TEXT = """compound\tsentence\tlabel
cold feet\tHe got cold feet.\ti
cold feet\tWash your cold feet.\tl
night owl\tThe night owl hooted.\tl
night owl\tA night owl works late.\ti
cash cow\tA cash cow pays.\ti
olive oil\tPour the olive oil.\tdoubtful
"""
# Whole scores by sentence, of two raters each.
GIVEN = {"He got": (0, 1), "Wash": (5, 4), "The night": (4, 2), "A night": (1, 3), "A cash": (3, 3), "Pour": (5, 5)}


def make_labelled_project() -> Project:
    project = make_rating_project(text=TEXT)
    for place in range(2):
        annotator = make_member(project)
        for _ in GIVEN:
            assignment = lease_rating(annotator)
            sentence = assignment.item.occurrence.sentence
            scores = next(given for start, given in GIVEN.items() if sentence.startswith(start))
            submit_rating(assignment, 3, 3, scores[place])
    make_predictor(project, "vectors", write_vectors(project), name="Model")
    return project


made = made_for_module(make_labelled_project)


def client_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def test_means_and_separation_of_labels_are_as_computed_by_hand() -> None:
    """Means: idiomatic 0.5, 2 and 3, literal 4.5 and 3; five and a half of six pairs are in order."""
    report = write_label_report(
        [
            LabelledOccurrence("a", 1, "idiomatic", 0.5, 2),
            LabelledOccurrence("a", 2, "literal", 4.5, 2),
            LabelledOccurrence("b", 1, "idiomatic", 2.0, 4),
            LabelledOccurrence("b", 2, "literal", 3.0, 2),
            LabelledOccurrence("c", 1, "idiomatic", 3.0, 2),
            LabelledOccurrence("c", 2, "literal"),
            LabelledOccurrence("c", 3, ""),
        ]
    )
    idiomatic, literal, none = report.labels
    assert (idiomatic.label, idiomatic.occurrences, idiomatic.rated, idiomatic.ratings) == ("idiomatic", 3, 3, 8)
    assert idiomatic.mean.value == pytest.approx((2 * 0.5 + 4 * 2 + 2 * 3) / 8)
    assert (literal.occurrences, literal.rated, none.label) == (3, 2, "")
    assert report.separation.auc.value == pytest.approx(5.5 / 6)
    assert (report.separation.positive, report.separation.negative, report.separation.clusters) == (2, 3, 3)


def test_the_page_of_results_shows_labels_with_their_separation(made: Project) -> None:
    page = client_of(made).get(reverse("idiomaticity:results", args=[made.slug])).content.decode()
    assert "By label of the occurrence" in page
    assert "<svg" in page
    assert "Model" in page
    body = client_of(made).get(reverse("api:labels", args=[made.slug])).json()
    by_label = {row["label"]: row for row in body["labels"]}
    assert list(by_label) == ["idiomatic", "literal", "doubtful"]
    assert (by_label["idiomatic"]["mean"], by_label["idiomatic"]["ratings"]) == (pytest.approx(11 / 6), 6)
    # 4.5 over 0.5, 2 and 3; 3 over 0.5 and 2, and equal to 3.
    assert body["separation"]["auc"] == pytest.approx(5.5 / 6)
    assert (body["separation"]["literal"], body["separation"]["idiomatic"]) == (2, 3)
    assert {row["measure"] for row in body["predictors"]} == {"nc_out", "nc_out_comp"}


def test_a_label_without_ratings_has_a_dash_and_the_reason() -> None:
    project = make_rating_project(text=TEXT)
    page = client_of(project).get(reverse("idiomaticity:results", args=[project.slug])).content.decode()
    assert "There is no literal and no idiomatic value to compare." in page


def test_a_project_without_labels_says_nothing_of_them() -> None:
    project = make_rating_project()
    assert b"By label" not in client_of(project).get(reverse("idiomaticity:results", args=[project.slug])).content


def test_compounds_and_sentences_are_filtered_by_label(made: Project) -> None:
    client = client_of(made)
    page = client.get(reverse("idiomaticity:results", args=[made.slug]), {"label": "literal"}).content.decode()
    shown = page[page.index("Scores by compound") :]
    assert "cold feet" in shown
    assert "cash cow" not in shown
    listed = client.get(reverse("api:compounds", args=[made.slug]), {"label": "doubtful"}).json()["results"]
    assert [row["compound"] for row in listed] == ["olive oil"]
    assert listed[0]["sentences"][0]["label"] == "doubtful"
    one = client.get(reverse("idiomaticity:compound", args=[made.slug, 1]), {"label": "literal"}).content.decode()
    assert "Wash your" in one
    assert "He got" not in one


def test_the_page_of_a_compound_has_its_own_labels(made: Project) -> None:
    page = client_of(made).get(reverse("idiomaticity:compound", args=[made.slug, 1])).content.decode()
    assert "By label of the occurrence" in page
    assert page.count("mean of the whole</td>") == 1
    assert "bootstrap interval" not in page


def test_a_predictor_is_compared_with_the_labels_by_its_values_of_sentences(made: Project) -> None:
    predictor = Predictor.objects.get(project=made)
    rows = predictor.sentences.values_list(
        "occurrence__compound__text", "occurrence__number", "occurrence__label", "nc_out"
    )
    expected = separate_labels(
        {(text, number): label for text, number, label, _ in rows},
        {(text, number): value for text, number, _, value in rows},
    )
    (stored,) = [row for row in predictor.separations if row["measure"] == "nc_out"]
    assert stored["auc"] == pytest.approx(expected.auc.value)
    assert (stored["literal"], stored["idiomatic"], stored["compounds"]) == (2, 3, 3)
    Occurrence.objects.filter(compound__project=made, label="literal").update(label="idiomatic")
    correlate([predictor], made)
    (again,) = [row for row in Predictor.objects.get(project=made).separations if row["measure"] == "nc_out"]
    assert (again["auc"], again["reason"]) == (None, "There is no literal value to compare.")


def test_plot_and_table_are_files(made: Project) -> None:
    client = client_of(made)
    plot = client.get(reverse("idiomaticity:labels_plot", args=[made.slug]))
    assert b"Mean ratings of occurrences by label" in plot.content
    lines = b"".join(client.get(reverse("idiomaticity:labels_table", args=[made.slug])).streaming_content).decode()
    assert lines.splitlines()[0] == "label,occurrences,rated,ratings,mean,sd"
    assert json.dumps(lines).count("idiomatic,3,3,6") == 1
