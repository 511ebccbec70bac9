"""Predictors of a project: a name is taken once, and what is asked for twice is done once."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from idiomaticity.predictors.models import PairPrediction, Predictor, SentencePrediction
from idiomaticity.predictors.queries.values import ValueTable
from idiomaticity.predictors.services import remove_predictor, request_correlations, request_predictor
from tests.factories import make_member
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.predicting import (
    CORPUS,
    TRANSLATIONS,
    ask_for,
    make_predictor,
    make_study,
    work_on_predictor,
    write_vectors,
)

pytestmark = pytest.mark.django_db


def test_a_name_is_taken_once() -> None:
    project = make_rating_project()
    waiting = ask_for(project, "translations", TRANSLATIONS, "Twice")
    make_predictor(project, "translations", TRANSLATIONS, "Twice")
    with pytest.raises(DomainError, match="already has a predictor called “Twice”"):
        work_on_predictor(waiting)
    with pytest.raises(DomainError, match="already has a predictor called “Twice”"):
        ask_for(project, "translations", TRANSLATIONS, "Twice")


def test_options_are_checked_when_it_is_asked_for() -> None:
    project, foreign = make_rating_project(), make_rating_project()
    corpus = make_predictor(foreign, "corpus", CORPUS)
    for options, sentence in (
        ({"window": 51}, "The window must be 0"),
        ({"encoding": "bz2"}, "is not an encoding"),
        ({"corpus": corpus}, "not a corpus of this project"),
        ({"name": "x" * 81}, "longer than 80"),
    ):
        with pytest.raises(DomainError, match=sentence):
            ask_for(project, "translations", TRANSLATIONS, **options)


def test_only_managers_take_predictors_in_and_out() -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "translations", TRANSLATIONS)
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    upload = project.uploads.latest("pk")
    with pytest.raises(DomainError):
        request_predictor(
            user=adjudicator, project=project, name="x", source="corpus", upload=upload, request_id=uuid4()
        )
    with pytest.raises(DomainError):
        request_correlations(user=adjudicator, project=project, request_id=uuid4())
    with pytest.raises(DomainError):
        remove_predictor(user=adjudicator, project=project, predictor=predictor)


def test_what_is_removed_is_gone_and_the_history_says_so() -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "vectors", write_vectors(project))
    remove_predictor(user=project.created_by, project=project, predictor=predictor)
    assert not SentencePrediction.objects.exists() and not PairPrediction.objects.exists()
    assert Operation.objects.filter(project=project, kind="remove_predictor").exists()
    make_predictor(project, "vectors", write_vectors(project))


def test_the_form_sent_twice_gives_one_job() -> None:
    project = make_rating_project()
    client = Client()
    client.force_login(project.created_by)
    address = reverse("idiomaticity:predictor_new", args=[project.slug])
    request_id = str(uuid4())
    for _ in range(2):
        data = {"request_id": request_id, "source": "corpus", "name": "C", "window": "3", "file": _file(CORPUS)}
        assert client.post(address, data).status_code == 302
    (job,) = project.jobs.filter(kind="predictor")
    assert job.parameters["options"] == {"encoding": "", "window": 3, "lemmas": False}
    assert client.post(address, {"source": "corpus"}).status_code == 400


def test_asked_for_again_once_it_is_there_it_is_the_same_job() -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "vectors", write_vectors(project), "A")
    client = Client()
    client.force_login(project.created_by)
    body = {
        "request_id": predictor.job.idempotency_key,
        "name": "A",
        "source": "vectors",
        "upload": predictor.job.parameters["upload"],
    }
    answer = client.post(f"/api/v1/projects/{project.slug}/predictors/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["id"]) == (202, predictor.job_id)


def test_a_file_for_a_name_that_is_taken_is_not_kept() -> None:
    project = make_rating_project()
    make_predictor(project, "corpus", CORPUS, "C")
    client = Client()
    client.force_login(project.created_by)
    data = {"request_id": str(uuid4()), "source": "corpus", "name": "C", "file": _file(CORPUS)}
    before = project.uploads.count()
    assert client.post(reverse("idiomaticity:predictor_new", args=[project.slug]), data).status_code == 400
    assert project.uploads.count() == before


def test_a_page_of_values_reads_no_more_than_it_shows() -> None:
    project = make_rating_project()
    first, *_, last = make_study(project)
    for predictor, measures in ((first, 3), (last, 2)):
        table = ValueTable(predictor)
        rows = list(table)
        assert [row.compound.number for row in rows] == [1, 2, 3]
        assert len(table.names) == len(rows[0].values) == measures
    table = ValueTable(Predictor.objects.get(name="Model A"))
    assert [(row.compound.number, row.sentence) for row in table] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        (row,) = table[3:4]
        assert (row.compound.text, row.sentence) == ("olive oil", 1)
    assert "LIMIT 1 OFFSET 3" in queries[0]["sql"]
    assert len(queries) == 1


def test_a_compounds_page_shows_what_machines_say() -> None:
    project = make_rating_project()
    make_study(project)
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:compound", args=[project.slug, 1])).content.decode()
    for name in ("Our corpus", "Model A", "SS+DS", "NC_out"):
        assert name in page


def test_the_api_lists_adds_and_removes() -> None:
    project = make_rating_project()
    predictor = make_predictor(project, "vectors", write_vectors(project))
    client = Client()
    client.force_login(project.created_by)
    root = f"/api/v1/projects/{project.slug}/predictors/"
    (row,) = client.get(root).json()["results"]
    assert row["correlations"] == predictor.cells
    values = client.get(f"{root}{predictor.pk}/values/").json()["results"]
    assert [each["sentence"] for each in values] == [1, 2, 3, 1, 2, 1]
    upload = project.uploads.latest("pk").pk
    body = {"request_id": str(uuid4()), "name": "B", "source": "vectors", "upload": upload}
    made = client.post(root, body, content_type="application/json")
    assert (made.status_code, made.json()["kind"]) == (202, "predictor")
    for wrong in ({"upload": 10**9}, {"corpus": 10**9}):
        answer = client.post(root, {**body, **wrong, "request_id": str(uuid4())}, content_type="application/json")
        assert answer.status_code == 400
    assert client.delete(f"{root}{predictor.pk}/").status_code == 204
    assert client.get(f"{root}{predictor.pk}/").status_code == 404


def _file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("corpus.txt", data)
