"""Every number of every measure on our own sentences, by job, API and command line: the same as they always were.

`GOLDEN_NUMBERS=FILE pytest …` also writes what was found, in full, to hold two versions of the code against each other.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings

from annotation_site.jobs.models import Job
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, TranslationScore
from tests.evaluation.judging.test_api import Caller
from tests.evaluation.measure_command import measure
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.translated import keep, make_test_set, run
from tests.evaluation.wordnet_files import write_wordnet
from tests.factories import make_project

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).with_name("golden_numbers.json")
PARTS = ("source", "reference", "expression", "label", "class", "spans")
# The classes are those of `measure mwe-score` only.
COLUMNS = {part: part for part in PARTS if part != "class"}
# Source, reference, expression in the reference, label, class, spans; what two systems make of it; links of the
# reference and of both systems.
ROWS = (
    ("She woke up early.", "Si è svegliata presto.", "si è svegliata", "wake up", "", "[(4, 11)]",
     "Si sveglia presto.", "Si è svegliata presto.", "0-0 1-1 1-2 3-3", "0-0 1-1 3-2", "0-0 1-1 1-2 3-3"),
    ("He broke the ice.", "Ha rotto il ghiaccio.", "ha rotto il ghiaccio", "break the ice", "idiomatic", "[(3, 16)]",
     "Ha spaccato il gelo.", "Ha rotto il gelo.", "1-0 1-1 2-2 3-3", "1-0 1-1 2-2 3-3", "1-0 1-1 2-2 3-3"),
    ("They broke the ice at last.", "Hanno rotto il ghiaccio.", "hanno rotto il ghiaccio", "break the ice", "idiomatic",
     "[(5, 18)]", "", "Hanno spaccato tutto.", "1-0 1-1 2-2 3-3", "", "1-0 1-1 3-2"),
    ("It rains.", "Piove.", "", "", "", "", "Piove.", "Piove molto.", "0-0 1-0", "1-0", "1-0"),
    ("The black market grows.", "Il mercato nero cresce.", "mercato nero", "black market", "partly", "[(4, 16)]",
     "Il mercato è nero.", "Il mercato nero cresce.", "0-0 1-2 2-1 3-3", "0-0 1-3 2-1 3-2", "0-0 1-2 2-1 3-3"),
    ("A black and free market.", "Un mercato nero e libero.", "mercato nero", "black market", "partly",
     "[(2, 7), (17, 23)]", "Un libero mercato nero.", "Un mercato e basta.", "0-0 1-2 4-1", "0-0 1-3 4-2", "0-0 4-1"),
    ("He kicked the bucket.", "È morto.", "è morto", "kick the bucket", "idiomatic", "[(3, 20)]",
     "Calciò il secchio.", "È morto.", "1-0 1-1 2-1 3-1", "1-0 2-1 3-2", "1-0 1-1"),
    ("A luxury store opens.", "Un negozio di lusso apre.", "negozio di lusso", "luxury store", "compositional",
     "[(2, 14)]", "Un lusso negozio apre.", "Apre un negozio di lusso.", "0-0 1-3 2-1 3-4", "0-0 1-1 2-2 3-3",
     "0-1 1-4 2-2 3-0"),
)  # fmt: skip
TABLE = "".join("\t".join(each) + "\n" for each in ([*PARTS, "one", "two"], *(row[:8] for row in ROWS)))
DICTIONARY = (
    "broke spaccato\nice gelo\nice ghiaccio\nwoke sveglia\nbucket secchio\nthree word line\nthe il\nstore lusso\n"
)
REVERSE = "nero black\nmercato market\ncalciò kicked\n"
STORES = (
    "source\treference\texpression\tspans\tone\ttwo\n"
    "Mi sentivo in un negozio di lusso.\tI felt like I was in a luxury store.\tluxury store\t[(17, 33)]\t"
    "I felt like I was in a luxury trade.\tI felt in a shop of luxury.\n"
    "Sono andati.\tThey left the store.\t\t\tThey left.\tThey went from the shop.\n"
    "Il negozio di lusso.\tThe luxury store.\tluxury store\t[(3, 19)]\tThe luxury store.\t\n"
)
COMPOUNDS = "compound,compositionality\nluxury store,1.1\n"


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


def links_of(place: int) -> str:
    return "".join(f"{row[place]}\n" for row in ROWS)


def ask(test_set: TestSet, **body: Any) -> None:
    """Through the API, and the job's body here."""
    caller = Caller(test_set.project.created_by, test_set.project)
    answer = caller.send("post", f"test-sets/{test_set.pk}/measures/", 202, **body)
    run(Job.objects.get(pk=answer["id"]), measure_translations)


def collect(test_set: TestSet) -> dict[str, Any]:
    """Scores as jobs stored them, and what the API says of pairs, groups and segments."""
    found: dict[str, Any] = {}
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    for score in scores.select_related("translation__system"):
        where = {"translation": score.translation, "measure": score.measure, "key": score.key}
        chunks = SegmentValues.objects.filter(**where).order_by("first").values_list("values", "scores")
        row = {
            "result": score.result,
            "resampled": score.resampled,
            "signature": score.signature,
            "chunks": list(chunks),
        }
        found[f"{score.measure} {score.translation.system.name} {score.pk}"] = row
    caller = Caller(test_set.project.created_by, test_set.project)
    base = f"test-sets/{test_set.pk}/"
    for name in dict.fromkeys(score.measure for score in scores):
        for part in ("compare", "groups"):
            found[f"{part} {name}"] = caller.send("get", f"{base}{part}/?measure={name}", 200)
    for number in range(1, test_set.segment_count + 1):
        found[f"segment {number}"] = caller.send("get", f"{base}segments/{number}/", 200)
    for name in ("mwe-score", "mwe-aligned", "litter", "apt"):
        found[f"expressions {name}"] = caller.send("get", f"{base}expressions/?measure={name}", 200)
    return rename_keys(found)


def rename_keys(found: dict[str, Any]) -> dict[str, Any]:
    """Numbers of rows in the database become places."""
    places: dict[str, int] = {}
    return {
        f"{' '.join(parts[:-1])} {places.setdefault(parts[-1], len(places))}" if len(parts) == 3 else name: value
        for name, value in found.items()
        for parts in (name.split(),)
    }


def measure_idioms() -> dict[str, Any]:
    project = make_project(source_language="en", target_language="it")
    test_set = make_test_set(project, TABLE, COLUMNS, ["one", "two"])
    for system, place in (("", 8), ("one", 9), ("two", 10)):
        align(test_set, system, links_of(place))
    files = {
        "dictionaries": [keep(project, "en-it.txt", DICTIONARY).pk],
        "reverse_dictionaries": [keep(project, "it-en.txt", REVERSE).pk],
        "stop_words": [keep(project, "stop.txt", "the\na\n").pk],
    }
    ask(test_set, measures=["mwe-score", "mwe-aligned", "bleu", "chrf", "ter", "litter", "apt"], **files)
    ask(test_set, measures=["litter"], options={"lemmas": "both"}, **files)
    ask(test_set, measures=["meteor"])
    return collect(test_set)


def measure_stores() -> dict[str, Any]:
    project = make_project(source_language="it", target_language="en")
    columns = {name: name for name in ("source", "reference", "expression", "spans")}
    test_set = make_test_set(project, STORES, columns, ["one", "two"])
    compounds = keep(project, "compounds.csv", COMPOUNDS).pk
    ask(test_set, measures=["tesla", "tesla-compounds"], options={"highest": 5}, compounds=compounds)
    more = {"highest": 2, "scope": "covering", "moment": "after"}
    ask(test_set, measures=["tesla-compounds"], options=more, compounds=compounds)
    ask(test_set, measures=["tesla-compounds"], options={"compounds": "wordnet"})
    return collect(test_set)


def run_commands(folder: Path) -> dict[str, Any]:
    """Every command of a measure of translations, with and without intervals."""

    def write(name: str, lines: str) -> Path:
        (folder / name).write_text(lines)
        return folder / name

    def column(place: int) -> str:
        return "".join(f"{row[place]}\n" for row in ROWS)

    table = write("idioms.tsv", TABLE)
    spans = write("spans", "".join(f"{row[3]}\t{row[5]}\n" if row[5] else "\n" for row in ROWS))
    source, reference = write("source", column(0)), write("reference", column(1))
    one, two = write("one", column(6)), write("two", column(7))
    dictionaries = "--dictionary", write("en-it", DICTIONARY), "--reverse-dictionary", write("it-en", REVERSE)
    languages = "--source-language", "en", "--target-language", "it"
    litter = "--source", source, "--reference", reference, "--hypothesis", one, "--spans", spans
    apt = "--source", source, "--spans", spans, "--reference", reference, "--hypothesis", two
    apt += "--reference-alignment", write("reference.links", links_of(8))
    apt += "--hypothesis-alignment", write("two.links", links_of(10))
    stores = [line.split("\t") for line in STORES.splitlines()[1:]]
    tesla = "--reference", write("r", "".join(f"{row[1]}\n" for row in stores)), "--language", "en"
    tesla += "--hypothesis", write("h", "".join(f"{row[5]}\n" for row in stores))
    wordnet = "--wordnet", write_wordnet(folder)
    compounds = "--compounds", write("compounds.csv", COMPOUNDS), "--highest", 5
    expressions = write("expressions", "".join(f"{row[2]}\t{row[4]}\n" for row in ROWS))
    commands: dict[str, tuple[Any, ...]] = {
        "mwe": ("mwe-score", table, "--expression", "expression", "--hypothesis", "one", "--label", "label"),
        "mwe files": ("mwe-score", "--expressions", expressions, "--hypotheses", one, "--references", reference),
        "mwe segments": ("mwe-score", table, "--expression", "expression", "--hypothesis", "two", "--segment", "class"),
        "litter": ("litter", *litter, *dictionaries, *languages),
        "litter lemmas": ("litter", *litter, *dictionaries, *languages, "--lemmas", "both"),
        "apt": ("apt", *apt),
        "tesla": ("tesla", *tesla, *wordnet, "--segments"),
        "tesla bare": ("tesla", *tesla, "--pos", "wordnet"),
        "tesla compounds": ("tesla", *tesla, *wordnet, *compounds),
        "tesla covering": ("tesla", *tesla, *compounds, "--scope", "covering", "--moment", "after"),
        "tesla exact": ("tesla", *tesla, *wordnet, "--exact-compounds", "--segments"),
        **{
            name: (name, "--hypothesis", one, "--reference", reference, "--segments", "--against", two)
            for name in ("bleu", "chrf", "ter")
        },
        "meteor": ("meteor", "--hypothesis", one, "--reference", reference, "--target-language", "it", "--segments"),
    }
    for average in ("code", "macro"):
        commands[f"mwe {average}"] = (*commands["mwe"], "--average", average, "--segments")
    found = {}
    for name, command in commands.items():
        found[name] = measure(*command)
        found[f"{name}, bootstrap"] = measure(*command, "--bootstrap", 200, "--seed", 7)
    return found


def trim(found: Any) -> Any:
    """Three resamples stand for all, and the version of the day is none of a number's business."""
    if isinstance(found, dict):
        return {name: _first_resampled(value) if name == "resampled" else trim(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [trim(value) for value in found]
    if isinstance(found, str):
        return found.replace(f"version:{site_settings.VERSION}", "version:V")
    return found


def _first_resampled(resampled: dict[str, list[float | None]]) -> dict[str, list[float | None]]:
    return {name: values[:3] for name, values in resampled.items()}


def assert_same(found: Any, expected: Any, where: str) -> None:
    """Numbers of another processor may differ in their last bits."""
    if isinstance(expected, dict):
        assert set(found) == set(expected), where
        for name, value in expected.items():
            assert_same(found[name], value, f"{where} / {name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for place, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_same(one, other, f"{where} / {place}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-12), where
    else:
        assert found == expected, where


@pytest.mark.parametrize("name", ["commands", "idioms", "stores"])
def test_numbers_are_as_they_were(name, tmp_path, settings):
    settings.WORDNET_FOLDER = str(write_wordnet(tmp_path))
    if name == "commands":
        found = run_commands(tmp_path)
        told = json.dumps(found).replace(str(tmp_path), "FOLDER")
        found = json.loads(told)
    else:
        found = json.loads(json.dumps(measure_idioms() if name == "idioms" else measure_stores()))
    if path := os.environ.get("GOLDEN_NUMBERS"):
        Path(f"{path}.{name}").write_text(json.dumps(found, indent=1, sort_keys=True))
    assert_same(trim(found), json.loads(GOLDEN.read_text())[name], name)
