"""Campaigns of three annotators, drawn with a seed, and machines whose answers come in from files."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from annotation_site.assignments.models import Submission
from annotation_site.jobs.models import Job
from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from evaluation.judging.models import JudgingRound
from evaluation.machines.jobs import compare_machine
from evaluation.machines.services import request_machine_report
from tests.annotation_site.machines.making import work
from tests.factories import draw, lease, make_member, make_pair, make_project, submit

Links = Mapping[str, str]
# Words of both sentences, and the links that annotators vary.
Text = tuple[list[str], list[str], dict[str, str]]
TRAINING = Path("alignment/suggestions/encoder/training")
WORDS = ("a", "black", "cat", "sees", "the", "old", "house", "by", "night", "again", "and", "then")


def vary(links: Links, length: int, chance: random.Random, share: float) -> dict[str, str]:
    """Return links of which a share is left out, relabelled, or joined by others."""
    varied = {}
    for cell, label in links.items():
        fate = chance.random()
        if fate > share:
            varied[cell] = label
        elif fate > share / 2:
            varied[cell] = "P" if label == "S" else "S"
    while chance.random() < share:
        varied.setdefault(f"{chance.randrange(length)}-{chance.randrange(length)}", "P")
    return varied


def invent_texts(pairs: int = 36) -> list[Text]:
    """Return sentences of 3 to 12 words, each linked with itself."""
    chance = random.Random(11)
    texts = []
    for _ in range(pairs):
        words = list(WORDS[: chance.randrange(3, 13)])
        texts.append((words, words, {f"{place}-{place}": chance.choice("SSP") for place in range(len(words))}))
    return texts


def read_own_texts(pairs: int = 40) -> list[Text]:
    """Return translated sentences of our own, with their gold links."""
    files = ((TRAINING / f"{name}.txt").read_text().splitlines() for name in ("source", "target", "links"))
    rows = list(zip(*files, strict=True))[:pairs]
    return [
        (
            source.split(),
            target.split(),
            {link.replace("p", "-"): "P" if "p" in link else "S" for link in links.split()},
        )
        for source, target, links in rows
    ]


def make_campaign(texts: Sequence[Text]) -> Project:
    """Return a project of three annotators' readings, who vary the texts' links."""
    chance = random.Random(11)
    project = make_project(annotators_per_item=3)
    truth: dict[int, tuple[int, dict[str, str]]] = {}
    for source, target, links in texts:
        item = make_pair(project, " ".join(source), " ".join(target))
        truth[item.pk] = min(len(source), len(target)), links
    for share in (0.1, 0.2, 0.4):
        annotator = make_member(project)
        # Varied before the first lease: the order in which pairs are given out differs from run to run.
        drawn = {item: vary(links, length, chance, share) for item, (length, links) in truth.items()}
        for _ in texts:
            assignment = lease(annotator)
            varied = drawn[assignment.item_id]
            submit(draw(assignment, " ".join(f"{cell}{label}" for cell, label in varied.items()) or "0-0S"))
    return project


def read_people(project: Project) -> dict[int, dict[str, dict[str, str]]]:
    """Return the links of every submission, by number of the pair and pseudonym, from the JSON as it is stored."""
    found: dict[int, dict[str, dict[str, str]]] = {}
    for submission in Submission.objects.filter(assignment__item__project=project):
        item, name = submission.assignment.item.number, submission.assignment.annotator.pseudonym
        reading = submission.reading
        labels = {cell: label for key, label in (("sure", "S"), ("possible", "P")) for cell in reading[key].split()}
        found.setdefault(item, {})[name] = labels
    return found


def report_on(machine: Machine, epsilon: float = 0.2, judging_round: JudgingRound | None = None) -> Job:
    job = request_machine_report(
        user=machine.project.created_by, machine=machine, epsilon=epsilon, judging_round=judging_round
    )
    return work(job, compare_machine)
