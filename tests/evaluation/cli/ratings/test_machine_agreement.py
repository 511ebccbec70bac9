"""`measure machine-agreement` of ratings: as the site computes it, and its refusals."""

import csv
import json
import random

import pytest
from django.core.management import CommandError
from django.test import Client

from annotation_site.assignments.models import Item, Submission
from tests.annotation_site.machines.making import import_file, make_machine
from tests.evaluation.cli.measuring import measure
from tests.evaluation.machine_judges.making import make_judge, make_judged_round
from tests.evaluation.machines.campaign import report_on
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating

SCALES = ("head", "modifier", "whole")
TEXT = "compound\tsentence\tclass\n" + "".join(
    f"word{place} thing\tHere is a word{place} thing.\t{'C' if place % 2 else 'NC'}\n" for place in range(8)
)
PEOPLE = "unit,annotator,value\n" + "".join(
    f"u{place},{name},{(place * step) % 6}\n" for place in range(12) for step, name in ((1, "a"), (5, "b"), (7, "c"))
)
MACHINE = "unit,value\n" + "".join(f"u{place},{place % 6}\n" for place in range(12))
COLUMNS = ("--unit", "unit", "--annotator", "annotator", "--value", "value")


@pytest.mark.django_db
def test_it_prints_what_the_page_shows(tmp_path):
    chance = random.Random(7)
    project = make_rating_project(text=TEXT, annotators_per_item=3)
    numbers = list(project.items.order_by("number").values_list("number", flat=True))
    for _ in range(3):
        annotator = make_member(project)
        scores = {number: [chance.randrange(6) for _ in SCALES] for number in numbers}
        for _ in numbers:
            assignment = lease_rating(annotator)
            submit_rating(assignment, *scores[assignment.item.number])
    machine = make_machine(project)
    answers = {number: {scale: chance.randrange(6) for scale in SCALES} for number in numbers}
    import_file(machine, *({"number": number, **each} for number, each in answers.items()))
    shown = report_on(machine).result

    people, own = tmp_path / "ratings.csv", tmp_path / "machine.jsonl"
    with people.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["item", "scale", "annotator", "value"])
        for item in Item.objects.filter(project=project).order_by("pk"):
            for scale in SCALES:
                for each in Submission.objects.filter(assignment__item=item).order_by("assignment__annotator"):
                    table.writerow([item.number, scale, each.assignment.annotator.pseudonym, each.reading[scale]])
    own.write_text(
        "".join(
            json.dumps({"item": str(number), "scale": scale, "value": str(value)}) + "\n"
            for number, each in answers.items()
            for scale, value in each.items()
        )
    )
    columns = ("--unit", "item,scale", "--annotator", "annotator", "--value", "value", "--group", "scale")
    printed = measure("machine-agreement", people, "--machine", own, *columns)
    assert printed["alternative"] == shown["alternative"]
    groups = {group["group"]: group for group in shown["groups"]}
    assert [group["group"] for group in printed["groups"]] == ["all", "scale head", "scale modifier", "scale whole"]
    for group in printed["groups"]:
        assert flatten(group) == pytest.approx(flatten(groups[group["group"]]), abs=1e-12)
    assert printed["n"] == 24


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["score", "preference"])
def test_of_judgements_it_prints_what_the_page_shows(tmp_path, method):
    opened = make_judged_round(method)
    machine = make_judge(opened)
    shown = {group["group"]: group for group in report_on(machine, judging_round=opened).result["groups"]}
    client = Client()
    client.force_login(opened.project.created_by)
    files = []
    address = f"/api/v1/projects/{opened.project.slug}/judging-rounds/{opened.number}/answers/"
    for name, of in (("people.csv", {}), ("machine.csv", {"of": "machines"})):
        found = client.get(address, of).json()
        files.append(tmp_path / name)
        with files[-1].open("w", newline="") as file:
            csv.writer(file).writerows([found["columns"], *found["rows"]])
    is_preference = method == "preference"
    unit = "segment,system,against" if is_preference else "segment,system"
    value = "answer" if is_preference else "score"
    columns = ("--unit", unit, "--annotator", "annotator", "--value", value, "--leave-out", "repeat=1")
    groups = ("--preference",) if is_preference else ("--group", "system")
    printed = measure("machine-agreement", files[0], "--machine", files[1], *columns, *groups)
    assert len(printed["groups"]) == (1 if is_preference else 4)
    for group in printed["groups"]:
        assert flatten(group) == pytest.approx(flatten(shown[group["group"]]), abs=1e-12)


def flatten(group):
    """Return every number of a group with its intervals."""
    return {
        (row["figure"], side, place): number
        for row in group["figures"]
        for side in ("people", "machine", "difference")
        for place, number in enumerate([row[side]["value"], *row[side]["interval"]])
    }


def test_without_a_database_it_is_signed(write):
    result = measure("machine-agreement", write("p.csv", PEOPLE), "--machine", write("m.csv", MACHINE), *COLUMNS)
    assert "machine-agreement|epsilon:0.2|units:12|bs:1000|seed:12345" in result["signature"]
    assert [row["figure"] for row in result["groups"][0]["figures"]] == ["alpha_ordinal", "alpha_interval", "spearman"]


@pytest.mark.parametrize(
    ("people", "machine", "columns", "sentence"),
    [
        (PEOPLE, MACHINE + "u1,3\n", COLUMNS, "The machine has already rated “u1”"),
        (PEOPLE + "u1,a,3\n", MACHINE, COLUMNS, "a has already rated “u1”"),
        (PEOPLE, "unit,value\nv1,3\n", COLUMNS, "No unit has scores of the machine and of two annotators"),
        (PEOPLE, "unit,value\nu1,many\n", COLUMNS, "not a number"),
        (PEOPLE.replace("value", "points x"), MACHINE, COLUMNS[:4], "There is no column for “Value”. Columns: unit"),
    ],
)
def test_what_cannot_be_measured_is_refused(write, people, machine, columns, sentence):
    with pytest.raises(CommandError, match=sentence):
        measure("machine-agreement", write("p.csv", people), "--machine", write("m.csv", machine), *columns)


def test_preferences_are_compared_by_equality_and_rows_can_be_left_out(write):
    """Half of the couples of people agree; the machine always sides with a, so that it differs from b where a does."""
    header = "segment,system,annotator,answer,repeat\n"
    rows = [
        (f"s{place}", name, 1 + place % 3 if name == "a" or place % 2 else 1 + (place + 1) % 3)
        for place in range(12)
        for name in ("a", "b")
    ]
    people = header + "".join(f"{segment},x,{name},{answer},0\n" for segment, name, answer in rows)
    people += "s0,x,a,3,1\n"
    machine = "segment,system,answer,repeat\n" + "".join(
        f"{segment},x,{answer},0\n" for segment, name, answer in rows if name == "a"
    )
    columns = ("--unit", "segment,system", "--annotator", "annotator", "--value", "answer", "--preference")
    files = write("p.csv", people), "--machine", write("m.csv", machine)
    result = measure("machine-agreement", *files, *columns, "--leave-out", "repeat=1")
    [group] = result["groups"]
    assert [row["figure"] for row in group["figures"]] == ["agreement", "fleiss_kappa", "alpha"]
    assert (group["figures"][0]["people"]["value"], group["figures"][0]["machine"]["value"]) == (0.5, 0.75)
    with pytest.raises(CommandError, match="a has already rated “s0, x”"):
        measure("machine-agreement", *files, *columns)
    with pytest.raises(CommandError, match="COLUMN=VALUE"):
        measure("machine-agreement", *files, *columns, "--leave-out", "repeat")
