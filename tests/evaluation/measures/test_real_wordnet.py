"""TESLA through the site with the real WordNet and a real worker, beside the command on the same texts."""

from pathlib import Path

import pytest

from evaluation.measures.jobs.preparing import has_wordnet
from evaluation.sources.compositionality import ScoreSource
from evaluation.test_sets.models import TestSet
from tests.evaluation.cli.measuring import measure
from tests.evaluation.imports.jobs.with_lemmas import scores, take, upload_annotation, value
from tests.evaluation.wordnet_files import real_wordnet
from tests.idiomaticity.making import make_rating_project

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]
# The site's worker is a process of its own, and looks where its settings say.
needs_wordnet = pytest.mark.skipif(
    not has_wordnet("en"), reason="this site has no WordNet: make wordnet, or set INTERLINEA_WORDNET"
)
REFERENCE = (
    "I felt as though I was in a luxury store.\nThe health insurance of the village is sold at the railway station.\n"
)
OUTPUT = "I felt like I was in a luxury shop.\nThe insurance of health of the village is sold at the train station.\n"
COMPOUNDS = (
    "compound\tsentence\tclass\ttype_score\n"
    "health insurance\tHealth insurance is dear.\tC\t4.8\n"
    "railway station\tA railway station is near.\tC\t4.0\n"
    "luxury store\tThe luxury store is closed.\tPC\t1.1\n"
)


@pytest.fixture
def test_set() -> TestSet:
    found = take(("r.txt", REFERENCE))
    upload_annotation(found, "one", OUTPUT, "h.txt")
    return found


@needs_wordnet
def test_tesla_with_and_without_compounds_is_what_the_command_says(test_set: TestSet, tmp_path: Path) -> None:
    folder = real_wordnet()
    for name, text in (("reference", REFERENCE), ("hypothesis", OUTPUT)):
        (tmp_path / name).write_text(text)
    files = ("--reference", tmp_path / "reference", "--hypothesis", tmp_path / "hypothesis", "--language", "en")
    command = ("tesla", *files, "--wordnet", folder)
    (plain,) = scores(test_set)
    assert value(plain) == pytest.approx(measure(*command)["score"])
    assert value(plain) > measure("tesla", *files)["score"]  # store and shop have a meaning in common
    assert "|synsets:wordnet-3.0|" in plain.signature
    # Health insurance and railway station are nouns of WordNet; luxury store is none.
    (exact,) = scores(test_set, "tesla-compounds", options={"compounds": "wordnet"})
    expected = measure(*command, "--exact-compounds")
    assert expected["compounds"] == 2
    assert value(exact) == pytest.approx(expected["score"]) and value(exact) < value(plain)
    assert "|compounds:wordnet-0/1|scores:no|scores-from:none|" in exact.signature


@needs_wordnet
def test_compounds_of_wordnet_have_the_scores_of_a_project(test_set: TestSet, tmp_path: Path) -> None:
    source = ScoreSource(make_rating_project(test_set.project.created_by, COMPOUNDS))
    (plain,) = scores(test_set)
    (exact,) = scores(test_set, "tesla-compounds", options={"compounds": "wordnet"})
    options = {"compounds": "wordnet"}
    (weighed,) = scores(test_set, "tesla-compounds", options=options, scores=source)
    (listed,) = scores(test_set, "tesla-compounds", scores=source)
    assert value(exact) < value(weighed) < value(plain)
    assert value(listed) < value(weighed)  # luxury store counts too
    assert "|compounds:wordnet|" in weighed.signature and "|compounds:project|" in listed.signature
    assert "|scores-from:people|" in weighed.signature and "|scores-from:people|" in listed.signature
