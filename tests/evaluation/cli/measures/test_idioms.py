"""Real sentences with idioms: a system that says what the reference says, and one whose lines are shuffled."""

import random

import pytest

from evaluation.metrics.surface import SurfaceMeasure
from tests.evaluation.idioms import COUNT, aligned_expressions, make_dictionary
from tests.evaluation.measure_command import apt, litter, measure
from tests.evaluation.wordnet_files import real_wordnet


@pytest.fixture
def systems(idioms, write):
    """Files of the test set and of both systems: the bad one has the lines of the good one in another order."""
    order = list(range(COUNT))
    random.Random(2026).shuffle(order)
    files = {name: write(name, "\n".join(lines)) for name, lines in idioms.items()}
    for name in ("reference", "words", "links"):
        files[f"bad-{name}"] = write(f"bad-{name}", "\n".join(idioms[name][place] for place in order))
    return files


def test_idioms_mwe_score_orders_systems(systems, idioms, write):
    expressions = write("expressions", "\n".join(aligned_expressions(idioms)))
    good, bad = (
        measure("mwe-score", "--expressions", expressions, "--hypotheses", systems[name])
        for name in ("words", "bad-words")
    )
    assert good["score"] > 0.999
    assert bad["score"] < 0.6
    assert good["n"] == bad["n"] > 2000


def test_idioms_litter_orders_systems(systems, idioms, write):
    dictionary = write("en-fr", make_dictionary(idioms))
    files = {name: systems[name] for name in ("source", "reference", "spans")} | {"dictionary": dictionary}
    good, bad = (litter({**files, "hypothesis": systems[name]}) for name in ("reference", "bad-reference"))
    assert (good["macro"], good["micro"], good["triggered"]) == (0, 0, [])
    assert bad["macro"] > 0.03  # another sentence says few of these words by chance
    assert good["n"] == bad["n"] == COUNT


def test_idioms_apt_orders_systems(systems):
    files = {
        "source": "source",
        "source-tokens": "tokens",
        "spans": "spans",
        "reference": "words",
        "reference-alignment": "links",
    }
    shared_files = {name: systems[key] for name, key in files.items()}
    good, bad = (
        apt({**shared_files, "hypothesis": systems[f"{kind}words"], "hypothesis-alignment": systems[f"{kind}links"]})
        for kind in ("", "bad-")
    )
    assert good["macro"]["chrf"] == 1
    assert good["macro"]["unigram"] > 0.99  # a word that stands twice in the reference counts once in the hypothesis
    assert bad["macro"]["chrf"] < 0.15
    assert bad["macro"]["unigram"] < 0.15


def test_idioms_tesla_orders_systems(systems):
    good, bad = (
        measure("tesla", "--reference", systems["reference"], "--hypothesis", systems[name], "--language", "fr")
        for name in ("reference", "bad-reference")
    )
    assert good["score"] == pytest.approx(1)
    assert bad["score"] < 0.3
    assert good["n"] == bad["n"] == COUNT


def test_idioms_tesla_with_the_real_wordnet(systems):
    folder = real_wordnet()
    english = ("--reference", systems["source"], "--language", "en", "--wordnet", folder, "--exact-compounds")
    good = measure("tesla", *english, "--hypothesis", systems["source"])
    assert good["score"] == pytest.approx(1)
    assert good["compounds"] > 300
    assert measure("tesla", *english, "--hypothesis", systems["reference"])["score"] < 0.5


def test_idioms_surface_measures_order_systems(systems):
    from evaluation.metrics.surface import SURFACE_NAMES

    references = systems["reference"].read_text().split("\n")[:300]
    bad = systems["bad-reference"].read_text().split("\n")[:300]
    for name in SURFACE_NAMES:
        counts = SurfaceMeasure(name)
        texts = [[reference] for reference in references]
        scores = [counts.score(counts.count(lines, texts).sum(axis=0)) for lines in (references, bad)]
        assert scores[0] == pytest.approx(0 if name == "ter" else 100)
        assert scores[1] > 80 if name == "ter" else scores[1] < 35
