"""Sources of TESLA's scores of compounds: people, DS, SS, SS+DS of a compositionality project, and lists."""

import random
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job, Upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.services.measures import request_measures
from evaluation.sources.compositionality import ScoreSource, find_score_sources, read_compositionality
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from idiomaticity.predictors.models import CompoundPrediction, Predictor
from idiomaticity.predictors.services import remove_predictor
from tests.evaluation.judging.test_api import Caller
from tests.evaluation.measures.test_options import STORES, keep
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_project, make_user
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.predicting import make_predictor
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
COMPOUNDS = (
    "compound\tsentence\tclass\ttype_score\n"
    "luxury store\tThe luxury store is closed.\tC\t1.1\n"
    "cash cow\tThe printer is a cash cow.\tNC\t0.5\n"
)
TRANSLATIONS = (
    b"word,it\nluxury store,negozio di lusso\nluxury,lusso\nstore,negozio\ncash cow,gallina\ncash,soldi\ncow,mucca\n"
)


def make_both() -> tuple[TestSet, Project]:
    """Make a test set, and a compositionality project of the same manager with a corpus and two tables of
    translations.
    """
    evaluated = make_project(source_language="it", target_language="en")
    test_set = make_test_set(evaluated, STORES, {name: name for name in ("source", "reference")}, ["one"])
    project = make_rating_project(evaluated.created_by, COMPOUNDS, name="Stores and cows")
    chance = random.Random(3)
    words = [f"word{number}" for number in range(120)]
    lines = [
        " ".join([*chance.sample(words, 12), each]) + "\n"
        for each in ("luxury store", "luxury", "store", "cash cow", "cash", "cow")
        for _ in range(40)
    ]
    corpus = make_predictor(project, "corpus", "".join(lines).encode(), "News")
    make_predictor(project, "translations", TRANSLATIONS, "Dictionary")
    make_predictor(project, "translations", TRANSLATIONS, "Dictionary with News", corpus=corpus)
    return test_set, project


made = made_for_module(make_both)


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


@pytest.fixture
def test_set(settings, made: tuple[TestSet, Project]) -> TestSet:
    settings.WORDNET_FOLDER = ""
    return deepcopy(made[0])


@pytest.fixture
def study(made: tuple[TestSet, Project]) -> Project:
    return deepcopy(made[1])


def ask(test_set: TestSet, source: ScoreSource | None = None, **options: Any) -> Job:
    files = {name: [options.pop(name)] for name in ("compounds",) if isinstance(options.get(name), Upload)}
    return request_measures(
        user=test_set.project.created_by,
        project=test_set.project,
        test_set=test_set,
        measures=["tesla-compounds"],
        options=options,
        files=files,
        scores=source,
    )


def score(test_set: TestSet, source: ScoreSource | None = None, **options: Any) -> TranslationScore:
    job = run(ask(test_set, source, **options), measure_translations)
    return TranslationScore.objects.get(job=job)


def by_label(test_set: TestSet) -> dict[str, ScoreSource]:
    return {each.label: each for each in find_score_sources(test_set.project.created_by)}


def predicted(name: str, measure: str, text: str = "luxury store") -> float:
    found: float = CompoundPrediction.objects.get(predictor__name=name, measure=measure, compound__text=text).value
    return found


def test_a_project_offers_what_its_predictors_say(test_set, study):
    assert list(by_label(test_set)) == [
        "human ratings",
        "DS of News",
        "SS of Dictionary",
        "SS+DS, the mean of Dictionary and News",
        "SS of Dictionary with News",
        "SS+DS of Dictionary with News",
    ]
    assert find_score_sources(make_user()) == []


def test_scores_are_those_of_the_predictor(test_set, study):
    sources = by_label(test_set)
    ds, ss = predicted("News", "ds"), predicted("Dictionary", "ss")
    assert 0 < ds < 1 and 0 < ss < 1 and ds != pytest.approx(ss)
    expected = {
        "human ratings": 1.1 / 5,
        "DS of News": ds,
        "SS of Dictionary": ss,
        "SS+DS, the mean of Dictionary and News": (ss + ds) / 2,
        "SS+DS of Dictionary with News": predicted("Dictionary with News", "ss_ds"),
    }
    for label, value in expected.items():
        assert read_compositionality(sources[label])["luxury store"] == pytest.approx(value), label
        table = keep(test_set, f"compound,compositionality\nluxury store,{value!r}\n")
        by_table, by_source = score(test_set, compounds=table), score(test_set, sources[label])
        assert by_source.result["figures"]["score"] == by_table.result["figures"]["score"]
        assert by_source.key != by_table.key


def test_signature_and_key_say_where_scores_came_from(test_set, study):
    sources = by_label(test_set)
    hashes = {each.name: each.files[0]["sha256"][:12] for each in Predictor.objects.all()}
    found = {label: score(test_set, source) for label, source in sources.items()}
    assert "|compounds:project|scores:" in found["DS of News"].signature
    assert f"|scores-from:ds-{hashes['News']}|" in found["DS of News"].signature
    both = f"|scores-from:ss+ds-mean-{hashes['Dictionary']}+{hashes['News']}|"
    assert both in found["SS+DS, the mean of Dictionary and News"].signature
    assert "|scores-from:people|" in found["human ratings"].signature
    # Two of these are the same numbers, from the same files.
    assert len({each.key for each in found.values()}) == len(found) - 1


def test_scores_are_those_of_the_moment_though_the_predictor_is_removed(test_set, study):
    source = by_label(test_set)["DS of News"]
    value = predicted("News", "ds")
    job = ask(test_set, source)
    for name in ("Dictionary with News", "News"):
        remove_predictor(user=study.created_by, project=study, predictor=Predictor.objects.get(name=name))
    done = TranslationScore.objects.get(job=run(job, measure_translations))
    table = keep(test_set, f"compound,compositionality\nluxury store,{value!r}\n")
    assert done.result["figures"] == score(test_set, compounds=table).result["figures"]
    with pytest.raises(
        DomainError, match="There are no such compound scores in projects with results that you can see"
    ):
        ask(test_set, source)


def test_the_highest_score_of_a_table_is_none_of_a_project(test_set, study):
    source = by_label(test_set)["human ratings"]
    assert score(test_set, source, highest=5.0).key == score(test_set, source).key


def test_a_table_beside_a_project_is_a_list_of_those_that_count(test_set, study):
    source = by_label(test_set)["human ratings"]
    whole = score(test_set, source)
    listed = score(test_set, source, compounds=keep(test_set, "compound\nLuxury Store\n"))
    assert listed.result["figures"] == whole.result["figures"] and listed.key != whole.key
    assert "|compounds:table|" in listed.signature and "|list:" in listed.signature
    other = score(test_set, source, compounds=keep(test_set, "compound\ncash cow\n"))
    assert other.result["figures"]["score"]["value"] > whole.result["figures"]["score"]["value"]
    with pytest.raises(DomainError, match="None of the compounds in the table have scores in the project"):
        score(test_set, source, compounds=keep(test_set, "compound\nivory tower\n"))


def test_a_list_without_scores_will_do_for_an_exact_match(test_set):
    listed = score(test_set, compounds=keep(test_set, "compound\nluxury store\n"), exact_compounds=True)
    table = keep(test_set, "compound,compositionality\nluxury store,0\n")
    assert listed.result["figures"] == score(test_set, compounds=table).result["figures"]
    assert "|compounds:table-0/1|" in listed.signature


def test_the_form_takes_scores_of_a_predictor(test_set, study):
    client = Client()
    client.force_login(test_set.project.created_by)
    address = reverse("evaluation:measures_new", args=[test_set.project.slug, test_set.pk])
    page = client.get(address).content.decode()
    source = by_label(test_set)["SS+DS, the mean of Dictionary and News"]
    assert '<optgroup label="Stores and cows">' in page and f'<option value="{source.code}">' in page
    body = {"measures": ["tesla-compounds"], "compound_scores": source.code, "highest": "1"}
    assert client.post(address, body).status_code == 302
    options = Job.objects.get(kind="measures").parameters["options"]
    assert options["scores_from"] == source.origin and options["compounds"] == "project"
    assert client.post(address, {**body, "compound_scores": "0-ds-1"}).status_code == 400


def test_the_api_takes_scores_of_predictors_by_their_names(test_set, study):
    caller = Caller(test_set.project.created_by, test_set.project)
    address = f"test-sets/{test_set.pk}/measures/"
    body = {"measures": ["tesla-compounds"], "compound_project": study.slug}
    caller.send("post", address, 202, **body)
    caller.send("post", address, 202, **body, compound_scores="ds")
    refused = caller.send("post", address, 400, **body, compound_scores="ss_ds")
    assert "has several such scores. Choose the predictors." in str(refused)
    named = {**body, "compound_scores": "ss_ds", "compound_predictors": ["Dictionary", "News"]}
    job = caller.send("post", address, 202, **named)
    source = by_label(test_set)["SS+DS, the mean of Dictionary and News"]
    assert Job.objects.get(pk=job["id"]).parameters["options"]["scores_from"] == source.origin
    caller.send("post", address, 404, **{**body, "compound_project": "nothing"})
