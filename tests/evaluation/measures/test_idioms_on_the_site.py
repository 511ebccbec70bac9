"""600 real sentences with idioms on the site: a system that says what the reference says, and one whose lines are
shuffled, as every measure orders them; the edit rate orders 100 of them."""

import random
from typing import Any

import pytest
from django.core.files.base import ContentFile

from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.registry import MEASURES, find_columns
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.services import confirm_test_set
from tests.evaluation.idioms import aligned_expressions, make_dictionary
from tests.evaluation.measures.services.test_measures import align, figures
from tests.evaluation.translated import TestSet, add, keep, request_preview, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)


# Two chunks for each system. Of lines that have nothing in common, the edit rate takes as long as all others.
MANY, FEW = 600, 100


def bring_in(idioms: dict[str, list[str]]) -> TestSet:
    project = make_project(source_language="en", target_language="fr")
    files = {
        "source": ("sents.en", "\n".join(idioms["source"])),
        "spans": ("sents.spans.en", "\n".join(idioms["spans"])),
        "expressions": ("expressions.fr", "\n".join(aligned_expressions(idioms))),
    }
    preview = run(request_preview(project, files, ["\n".join(idioms["reference"])]), preview_test_set)
    job = confirm_test_set(user=project.created_by, project=project, preview=preview)
    return TestSet.objects.get(pk=run(job, import_test_set).result["test_set"])


def add_systems(test_set: TestSet, idioms: dict[str, list[str]]) -> None:
    """Add a perfect system, and one with shuffled lines."""
    order = list(range(len(idioms["source"])))
    random.Random(2026).shuffle(order)
    shuffled = {name: [idioms[name][place] for place in order] for name in ("reference", "words", "links")}
    lengths = [len(tokens.split()) for tokens in idioms["tokens"]]
    shuffled["links"] = [clip(*pair) for pair in zip(shuffled["links"], lengths, strict=True)]
    good = {name: idioms[name] for name in ("reference", "words", "links")}
    for system, lines in (("", good), ("perfect", good), ("shuffled", shuffled)):
        if system:
            add(test_set, system, "\n".join(lines["reference"]) + "\n")
        tokens = {
            side: ContentFile("\n".join(each).encode(), name=f"{side}.txt")
            for side, each in (("source_tokens", idioms["tokens"]), ("target_tokens", lines["words"]))
        }
        align(test_set, system, "\n".join(lines["links"]) + "\n", **tokens)


def clip(links: str, sources: int) -> str:
    """Links of another sentence, as far as this one has the words."""
    return " ".join(link for link in links.split() if int(link.split("-")[0]) < sources)


def measure(idioms: dict[str, list[str]], measures: list[str]) -> Any:
    """Figures of both systems by these measures."""
    test_set = bring_in(idioms)
    add_systems(test_set, idioms)
    files: dict[str, Any] = {}
    if "litter" in measures:
        files["dictionaries"] = [keep(test_set.project, "en-fr.txt", make_dictionary(idioms))]
    if "tesla-compounds" in measures:
        table = "compound,compositionality\nmarché noir,0.3\n"
        files["compounds"] = [keep(test_set.project, "compounds.csv", table)]
    job = request_measures(
        user=test_set.project.created_by,
        project=test_set.project,
        test_set=test_set,
        measures=measures,
        files=files,
    )
    run(job, measure_translations)
    return figures(test_set)


def test_every_measure_puts_the_perfect_system_before_the_shuffled_one(idioms, monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    found = measure(
        {name: lines[:MANY] for name, lines in idioms.items()}, [each for each in MEASURES if each != "ter"]
    )
    found |= measure({name: lines[:FEW] for name, lines in idioms.items()}, ["ter"])
    for each, figure, name, _ in find_columns(MEASURES):
        perfect, bad = (found[system, each][figure] for system in ("perfect", "shuffled"))
        if perfect is None:
            assert figure == "with_compounds"
            continue
        assert perfect < bad if MEASURES[each].lower_is_better else perfect > bad, name
    assert found["perfect", "bleu"]["score"] == pytest.approx(100)
    assert found["perfect", "tesla"]["score"] == pytest.approx(1)
    assert found["perfect", "apt"]["chrf"] == pytest.approx(1)
    assert found["perfect", "litter"] == {"macro": 0, "micro": 0}
