"""The page and the API of a report on a machine."""

import csv
import io
from copy import deepcopy
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from alignment.training.services.known_gold import import_known_gold
from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.machines.jobs import compare_machine
from tests.alignment.training.gold import gold_file
from tests.annotation_site.machines.making import import_file, make_machine, work
from tests.evaluation.machines.campaign import report_on
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


def make_answered():
    project = make_project(pairs=3)
    first, second = make_member(project), make_member(project)
    for _ in range(3):
        make_reading(first, "0-0S 1-2S 2-1S")
        make_reading(second, "0-0S 1-2P 2-1S")
    found = make_machine(project)
    import_file(found, *({"number": number, "sure": "0-0 1-2"} for number in (1, 2, 3)))
    return found


made = made_for_module(make_answered)


@pytest.fixture
def machine(made):
    return deepcopy(made)


@pytest.fixture
def browser(machine):
    client = Client()
    client.force_login(machine.project.created_by)
    return client


def test_the_page_before_and_after_the_report(machine, browser):
    address = reverse("evaluation:machine_report", args=[machine.project.slug, machine.pk])
    assert "No report yet" in browser.get(address).content.decode()
    asked = browser.post(f"{address}request/", {"epsilon": "0.1"})
    job = Job.objects.get(kind="machine_report")
    assert asked.headers["Location"] == reverse("projects:job", args=[machine.project.slug, job.pk])
    work(job, compare_machine)
    page = browser.get(address).content.decode()
    # Of three links each, two have the same label: 2 · 2 / 6.
    assert "0.667" in page
    assert "needs 3 annotators" in page
    rows = list(csv.DictReader(io.StringIO(b"".join(browser.get(f"{address}report.csv")).decode("utf-8-sig"))))
    both = next(row for row in rows if (row["group"], row["figure"]) == ("all", "both"))
    assert float(both["people"]) == pytest.approx(2 / 3)
    assert float(both["difference"]) == pytest.approx(float(both["machine"]) - 2 / 3)
    plot = ElementTree.fromstring(browser.get(f"{address}report.svg").content)
    assert f"people {float(both['people']):.3f}" in "".join(plot.itertext())
    make_pair(machine.project)
    import_file(make_machine(machine.project, "Other"), {"number": 1, "sure": "0-0"})
    assert "have changed since" not in browser.get(address).content.decode()
    import_file(machine, {"number": 4, "sure": "0-0"})
    assert "have changed since" in browser.get(address).content.decode()


def test_an_epsilon_out_of_range_is_refused_on_the_form(machine, browser):
    address = reverse("evaluation:machine_report_request", args=[machine.project.slug, machine.pk])
    assert browser.post(address, {"epsilon": "7"}).status_code == 400
    assert not Job.objects.filter(kind="machine_report").exists()


def test_the_api_requests_and_gives_the_report(machine, browser):
    address = reverse("api:machine-report", args=[machine.project.slug, machine.pk])
    assert browser.get(address).status_code == 404
    asked = browser.post(address, {}, content_type="application/json")
    assert asked.status_code == 202
    work(Job.objects.get(pk=asked.json()["id"]), compare_machine)
    told = browser.get(address).json()
    assert told["is_current"]
    assert told["report"]["groups"][0]["figures"][0]["people"]["value"] == pytest.approx(2 / 3)
    assert told["report"]["declared"]["model"] == "LaBSE"


def test_a_machine_that_nobody_can_be_compared_with_has_no_report():
    project = make_project(pairs=1)
    machine = make_machine(project)
    import_file(machine, {"number": 1, "sure": "0-0"})
    with pytest.raises(DomainError, match="of two people"):
        report_on(machine)


def test_known_gold_is_compared_with_the_machine(machine):
    project = machine.project
    make_pair(project)
    gold = gold_file('{"id": "pair-4", "sure": "0-0", "possible": "1-1"}\n', "jsonl")
    import_known_gold(user=project.created_by, project=project, file=gold, base="0", use="check", operation_id=uuid4())
    import_file(machine, {"number": 4, "sure": "0-0 1-1"})
    assert report_on(machine).result["known"] == {"items": 1, "figures": {"both": 0.5, "any": 1.0}}
