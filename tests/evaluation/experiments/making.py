"""A parallel text of our own, made of a small grammar with idioms, and experiments on it."""

import io
import random
import zipfile
from typing import Any
from uuid import uuid4

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from evaluation.experiments.configuration import BASELINE, FACTORS, SPACES, Configuration
from evaluation.experiments.jobs.preparing import prepare_experiment
from evaluation.experiments.models import Experiment
from evaluation.experiments.services import request_experiment
from evaluation.finding.models import Finding
from evaluation.test_sets.models import TestSet
from tests.evaluation.findings import make_finding
from tests.evaluation.translated import make_test_set, run

SUBJECTS = {"the men": "gli uomini", "the cat": "il gatto", "the girl": "la ragazza", "a dog": "un cane"}
VERBS = {"sees": "vede", "wants": "vuole", "finds": "trova"}
OBJECTS = {"the house": "la casa", "a book": "un libro", "the ice": "il ghiaccio", "the beans": "i fagioli"}
IDIOMS = {"spills the beans": "vuota il sacco", "breaks the ice": "rompe il silenzio"}
ENDINGS = {"today": "oggi", "here": "qui", "again": "di nuovo", "slowly": "piano"}
PHRASES = "spill the beans\nbreak the ice\n"
# Sentences of the test set, which the text has, too: the experiment must leave them out.
TESTED = ["The men spills the beans today.", "A dog sees the ice here.", "The girl breaks the ice slowly."]
REFERENCES = ["Gli uomini vuota il sacco oggi.", "Un cane vede il ghiaccio qui.", "La ragazza rompe il silenzio piano."]
TINY = Configuration(
    pieces=120, layers=1, model_size=32, feed_forward=64, heads=2, batch_words=512, steps=60, checkpoint_steps=20,
    dev_pairs=20, dropout=0.0, learning_rate=0.003, beam=2,
)  # fmt: skip


def make_pairs(count: int = 240) -> list[tuple[str, str]]:
    """Return the pairs, the same each time; those of the test set are the first."""
    draw = random.Random(1)
    pairs = list(zip(TESTED, REFERENCES, strict=True))
    for _ in range(count):
        (subject, subjekt), (ending, end) = (draw.choice(list(table.items())) for table in (SUBJECTS, ENDINGS))
        if draw.random() < 0.4:
            source, target = draw.choice(list(IDIOMS.items()))
        else:
            (verb, verbo), (thing, cosa) = (draw.choice(list(table.items())) for table in (VERBS, OBJECTS))
            source, target = f"{verb} {thing}", f"{verbo} {cosa}"
        words = f"{subject} {source} {ending}.", f"{subjekt} {target} {end}."
        pairs.append((words[0].capitalize(), words[1].capitalize()))
    return pairs


def make_text(project: Project, count: int = 240) -> Finding:
    pairs = make_pairs(count)
    texts = ("".join(f"{source}\n" for source, _ in pairs), "".join(f"{target}\n" for _, target in pairs))
    return make_finding(project, PHRASES, texts, name="Idioms in a small text")


def make_tested(project: Project, name: str = "Small test") -> TestSet:
    spans = ["[(8, 14), (15, 18), (19, 24)]", "", "[(9, 15), (16, 19), (20, 23)]"]
    labels = ["spill the beans", "", "break the ice"]
    rows = ["source\treference\tlabel\tspans"]
    rows += ["\t".join(cells) for cells in zip(TESTED, REFERENCES, labels, spans, strict=True)]
    columns = {name: name for name in ("source", "reference", "label", "spans")}
    return make_test_set(project, "\n".join(rows) + "\n", columns, systems=(), name=name, file_name="small.tsv")


def ask(finding: Finding, test_set: TestSet, **more: Any) -> Job:
    asked: dict[str, Any] = {
        "name": "Small",
        "variants": [BASELINE, SPACES, FACTORS],
        "seeds": [1],
        "configuration": TINY,
        "request_id": uuid4(),
        **more,
    }
    return request_experiment(
        user=finding.created_by, project=finding.project, finding=finding, test_sets=[test_set], **asked
    )


def make_experiment(project: Project, **more: Any) -> Experiment:
    job = run(ask(make_text(project), make_tested(project), **more), prepare_experiment)
    return Experiment.objects.get(pk=job.pk)


def unpack(experiment: Experiment) -> dict[str, str]:
    """Return the text files of the archive."""
    with experiment.archive.file.open("rb") as file:
        archive = zipfile.ZipFile(io.BytesIO(file.read()))
    names = [name for name in archive.namelist() if not name.endswith(".model")]
    return {name: archive.read(name).decode() for name in names}
