"""LitTER's and TESLA's options on the site: files, lemmas, compounds of tables and projects, and WordNet."""

from copy import deepcopy
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.registry import MEASURES, complete_options
from evaluation.measures.services.measures import request_measures
from evaluation.sources.compositionality import ScoreSource
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from tests.evaluation.cli.measuring import measure
from tests.evaluation.translated import make_test_set, run
from tests.evaluation.wordnet_files import write_whole_wordnet, write_wordnet
from tests.factories import make_member, make_project
from tests.idiomaticity.making import make_rating_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
STORES = (
    "source\treference\texpression\tspans\tone\n"
    "Mi sentivo in un negozio di lusso.\tI felt like I was in a luxury store.\tluxury store\t[(17, 33)]\t"
    "I felt like I was in a luxury trade.\n"
    "Sono andati.\tThey left.\t\t\tThey left.\n"
)
TABLE = "compound,compositionality\nluxury store,1.1\n"


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


def make_stores() -> TestSet:
    project = make_project(source_language="it", target_language="en")
    columns = {name: name for name in ("source", "reference", "expression", "spans")}
    return make_test_set(project, STORES, columns, ["one"])


made = made_for_module(make_stores)


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


def keep(test_set: TestSet, text: str, name: str = "file.csv") -> Upload:
    project = test_set.project
    return store_upload(user=project.created_by, project=project, file=ContentFile(text.encode()), name=name)


def score(
    test_set: TestSet,
    measure: str,
    options: dict[str, Any] | None = None,
    source: ScoreSource | None = None,
    **files: Upload,
) -> TranslationScore:
    project = test_set.project
    job = request_measures(
        user=project.created_by,
        project=project,
        test_set=test_set,
        measures=[measure],
        options=options,
        files={part: [file] for part, file in files.items()},
        scores=source,
    )
    run(job, measure_translations)
    return TranslationScore.objects.order_by("pk").last()


def test_tesla_is_the_same_as_by_the_command(test_set, tmp_path, settings):
    settings.WORDNET_FOLDER = str(write_wordnet(tmp_path))
    for name, place in (("reference", 1), ("hypothesis", 4)):
        rows = [line.split("\t") for line in STORES.splitlines()[1:]]
        (tmp_path / name).write_text("".join(f"{row[place]}\n" for row in rows))
    files = ("--reference", tmp_path / "reference", "--hypothesis", tmp_path / "hypothesis")
    command = ("tesla", *files, "--language", "en", "--wordnet", tmp_path)
    plain = score(test_set, "tesla")
    assert plain.result["figures"]["score"]["value"] == pytest.approx(measure(*command)["score"])
    assert "|similarities:ms+pos|pos:textblob-0.20.1|synsets:wordnet-3.0|" in plain.signature
    (tmp_path / "compounds.csv").write_text(TABLE)
    expected = measure(*command, "--compounds", tmp_path / "compounds.csv", "--highest", 5)
    weighed = score(test_set, "tesla-compounds", {"highest": 5}, compounds=keep(test_set, TABLE))
    found = {name: figure["value"] for name, figure in weighed.result["figures"].items()}
    assert found == {
        "score": pytest.approx(expected["score"]),
        "with_compounds": pytest.approx(expected["with_compounds"]["score"]),
    }
    assert found["score"] < plain.result["figures"]["score"]["value"]
    exact = score(test_set, "tesla-compounds", {"compounds": "wordnet"})
    assert exact.result["figures"]["score"]["value"] == pytest.approx(measure(*command, "--exact-compounds")["score"])
    assert "|compounds:wordnet-0/1|" in exact.signature


def test_meteor_has_the_synonyms_of_the_site_and_the_score_of_the_command(test_set, tmp_path, settings):
    settings.WORDNET_FOLDER = ""
    bare = score(test_set, "meteor")
    assert "|stemmer:porter|synonyms:none|" in bare.signature
    settings.WORDNET_FOLDER = str(write_whole_wordnet(tmp_path, {"noun": [["store", "trade"], ["luxury"]]}))
    for name, place in (("reference", 1), ("hypothesis", 4)):
        rows = [line.split("\t") for line in STORES.splitlines()[1:]]
        (tmp_path / name).write_text("".join(f"{row[place]}\n" for row in rows))
    files = ("--reference", tmp_path / "reference", "--hypothesis", tmp_path / "hypothesis")
    command = ("meteor", *files, "--target-language", "en")
    found = score(test_set, "meteor")
    assert "|stemmer:porter|synonyms:wordnet-3.0|" in found.signature
    for each, expected in ((bare, measure(*command)), (found, measure(*command, "--wordnet", tmp_path))):
        assert each.result["figures"]["score"]["value"] == pytest.approx(expected["score"])
    assert found.result["figures"]["score"]["value"] > bare.result["figures"]["score"]["value"]
    none = score(test_set, "meteor", {"meteor_stemmer": "none"})
    assert "|stemmer:none|" in none.signature and none.key != found.key != bare.key


def test_tesla_without_wordnet_says_so_in_its_signature(test_set, settings):
    settings.WORDNET_FOLDER = ""
    assert "|similarities:ms+pos|pos:textblob-0.20.1|synsets:none|" in score(test_set, "tesla").signature


def test_another_option_is_another_score(test_set, tmp_path, settings):
    settings.WORDNET_FOLDER = str(write_wordnet(tmp_path))
    first = score(test_set, "tesla-compounds", {"highest": 5}, compounds=keep(test_set, TABLE))
    second = score(test_set, "tesla-compounds", {"highest": 2}, compounds=keep(test_set, TABLE))
    assert first.key != second.key
    assert second.result["figures"]["score"]["value"] > first.result["figures"]["score"]["value"]


def test_litter_takes_stop_words_and_lemmas(test_set):
    dictionary = keep(test_set, "negozio shop\nlusso trade\n", "it-en.txt")
    assert score(test_set, "litter", dictionaries=dictionary).result["figures"]["micro"]["value"] == 1
    stop = keep(test_set, "Lusso\n", "stop.txt")
    stopped = score(test_set, "litter", dictionaries=dictionary, stop_words=stop)
    assert stopped.result["figures"]["micro"]["value"] == 0
    assert f"|stop-words:{stop.sha256[:12]}|" in stopped.signature
    plural = keep(test_set, "negozio trades\n", "it-en.txt")
    assert score(test_set, "litter", dictionaries=plural).result["figures"]["micro"]["value"] == 0
    lemmas = score(test_set, "litter", {"lemmas": "target"}, dictionaries=plural)
    assert lemmas.result["figures"]["micro"]["value"] == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("compound,score\na b,1\n", "compounds.csv, line 1: There is no column for “Compositionality”"),
        ("compound,compositionality\ntower,1\n", "compounds.csv, line 2: “tower” is not a compound"),
        ("compound,compositionality\na b,7\n", "compounds.csv, line 2: Compositionality must be between 0 and 1"),
        ("compound,compositionality\na b,1\nA B,1\n", "compounds.csv, line 3: “A B” already has a score."),
        ("compound,compositionality\n", "compounds.csv: The table has no compounds with scores."),
    ],
)
def test_a_table_of_compounds_that_cannot_be_used_is_named(test_set, text, sentence):
    with pytest.raises(DomainError) as caught:
        score(test_set, "tesla-compounds", compounds=keep(test_set, text, "compounds.csv"))
    assert sentence in str(caught.value)
    assert not TranslationScore.objects.exists()


def test_columns_of_compounds_may_have_any_name(test_set):
    usual = score(test_set, "tesla-compounds", {"highest": 5}, compounds=keep(test_set, TABLE))
    other = keep(test_set, "Nr.;Kompositum;Mittel\n1;luxury store;1,1\n", "Mittelwerte.csv")
    named = {"compound": "Kompositum", "compositionality": "Mittel"}
    found = score(test_set, "tesla-compounds", {"highest": 5, **named}, compounds=other)
    assert found.result["figures"] == usual.result["figures"] and found.key != usual.key
    with pytest.raises(DomainError, match=r"Mittelwerte\.csv, line 1: .*“Mitel”.* Nr\., Kompositum, Mittel"):
        score(test_set, "tesla-compounds", {**named, "compositionality": "Mitel"}, compounds=other)


def test_values_of_before_columns_could_be_named_keep_their_key(test_set):
    measure = MEASURES["tesla-compounds"]
    options = measure.of_options(complete_options({"highest": 5}))
    assert not {"compound", "compositionality"} & set(options)


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("tesla-compounds", {"compound": 7}, "compound is the name of a column"),
        ("tesla-compounds", {}, "TESLA-M with compounds needs a table or a compositionality project."),
        ("tesla-compounds", {"compounds": "wordnet"}, "This site has no WordNet"),
        ("tesla-compounds", {"highest": 0}, "The score of a fully compositional compound must be above 0."),
    ],
)
def test_what_an_option_needs_is_said(test_set, settings, name, options, sentence):
    settings.WORDNET_FOLDER = ""
    with pytest.raises(DomainError, match=sentence):
        score(test_set, name, options)


def test_scores_of_a_project_are_those_of_the_moment(test_set):
    text = "compound\tsentence\tclass\ttype_score\nluxury store\tThe luxury store is closed.\tC\t1.1\n"
    compounds = make_rating_project(test_set.project.created_by, text)
    table = score(test_set, "tesla-compounds", {"highest": 5}, compounds=keep(test_set, TABLE))
    options = {"compounds": "project"}
    of_project = score(test_set, "tesla-compounds", options, source=ScoreSource(compounds))
    assert of_project.result["figures"] == table.result["figures"]
    before = Upload.objects.count()
    again = request_measures(
        user=test_set.project.created_by,
        project=test_set.project,
        test_set=test_set,
        measures=["tesla-compounds"],
        options={"compounds": "project"},
        scores=ScoreSource(compounds),
    )
    assert again == of_project.job and Upload.objects.count() == before


def test_a_project_of_others_gives_no_scores(test_set):
    with pytest.raises(
        DomainError, match="There are no such compound scores in projects with results that you can see"
    ):
        score(
            test_set,
            "tesla-compounds",
            {"compounds": "project"},
            source=ScoreSource(make_rating_project()),
        )


def test_the_segment_page_shows_the_matching_and_the_blocklists(test_set):
    dictionary = keep(test_set, "negozio shop\nlusso trade\n", "it-en.txt")
    score(test_set, "litter", dictionaries=dictionary)
    score(test_set, "tesla-compounds", {"highest": 5}, compounds=keep(test_set, TABLE))
    client = Client()
    client.force_login(make_member(test_set.project, Role.ADJUDICATOR).user)
    page = markup_of(client.get(reverse("evaluation:segment", args=[test_set.project.slug, test_set.pk, 1])))
    assert '<mark class="literal">trade</mark>' in page
    assert "<mark>store</mark>" in page and "Words matched by TESLA-M" in page
    assert '<b lang="en"><bdi>luxury store</bdi></b> 0.220' in page
    assert '<th scope="row"><bdi>negozio</bdi></th><td><bdi>shop</bdi></td>' in page


def test_the_form_opens_the_part_that_it_finds_fault_with(test_set):
    client = Client()
    client.force_login(test_set.project.created_by)
    address = reverse("evaluation:measures_new", args=[test_set.project.slug, test_set.pk])
    assert "WordNet" in markup_of(client.get(address))
    refused = client.post(address, {"measures": ["tesla-compounds"], "highest": "x"})
    assert refused.status_code == 400
    assert '<details id="tesla-options" open>' in markup_of(refused)
    table = ContentFile(TABLE.encode(), name="compounds.csv")
    chosen = {"measures": ["tesla-compounds"], "compound_table": table, "highest": "5", "compound": "compound"}
    answer = client.post(address, chosen)
    assert answer.status_code == 302
    job = Job.objects.get(kind="measures")
    assert job.parameters["options"]["compound"] == "compound" and job.parameters["options"]["compositionality"] == ""
    assert job.parameters["options"]["highest"] == 5 and job.parameters["options"]["scope"] == "compound"
