"""A campaign of three annotators and machines whose answers come in from files, drawn with a seed."""

import random
from collections.abc import Mapping

from annotation_site.assignments.models import Submission
from annotation_site.jobs.models import Job
from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from evaluation.machines.jobs import compare_machine
from evaluation.machines.services import request_machine_report
from tests.annotation_site.machines.making import work
from tests.factories import draw, lease, make_member, make_pair, make_project, submit

Links = Mapping[str, str]
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


def make_campaign(pairs: int = 36) -> tuple[Project, list[dict[str, str]]]:
    """Return a project of three annotators' readings, and the links that they varied."""
    chance = random.Random(11)
    project = make_project(annotators_per_item=3)
    truth: dict[int, tuple[int, dict[str, str]]] = {}
    for _ in range(pairs):
        length = chance.randrange(3, 13)
        item = make_pair(project, " ".join(WORDS[:length]), " ".join(WORDS[:length]))
        truth[item.pk] = length, {f"{place}-{place}": chance.choice("SSP") for place in range(length)}
    for share in (0.1, 0.2, 0.4):
        annotator = make_member(project)
        # Varied before the first lease: the order in which pairs are given out differs from run to run.
        drawn = {item: vary(links, length, chance, share) for item, (length, links) in truth.items()}
        for _ in range(pairs):
            assignment = lease(annotator)
            varied = drawn[assignment.item_id]
            submit(draw(assignment, " ".join(f"{cell}{label}" for cell, label in varied.items()) or "0-0S"))
    return project, [links for _, links in truth.values()]


def read_people(project: Project) -> dict[int, dict[str, dict[str, str]]]:
    """Return the links of every submission, by number of the pair and pseudonym, from the JSON as it is stored."""
    found: dict[int, dict[str, dict[str, str]]] = {}
    for submission in Submission.objects.filter(assignment__item__project=project):
        item, name = submission.assignment.item.number, submission.assignment.annotator.pseudonym
        reading = submission.reading
        labels = {cell: label for key, label in (("sure", "S"), ("possible", "P")) for cell in reading[key].split()}
        found.setdefault(item, {})[name] = labels
    return found


def report_on(machine: Machine, epsilon: float = 0.2) -> Job:
    job = request_machine_report(user=machine.project.created_by, machine=machine, epsilon=epsilon)
    return work(job, compare_machine)
