"""The effects of a machine's scores in a project: counted from its ratings, on the page, by the API and from a file."""

import csv
import io
import random
from itertools import groupby

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.sources.machines import read_machine_ratings
from idiomaticity.anchoring.jobs import measure_anchoring
from idiomaticity.anchoring.models import ShownScores
from idiomaticity.anchoring.services import request_effects
from tests.annotation_site.machines.making import work
from tests.evaluation.cli.measuring import measure
from tests.factories import make_member
from tests.idiomaticity.anchoring.showing import make_shown
from tests.idiomaticity.making import lease_rating, make_rating, submit_rating

pytestmark = pytest.mark.django_db
SIX = "compound\tsentence\n" + "".join(
    f"{name} tank\tA {name} tank.\n" for name in ("fish", "gas", "oil", "rain", "septic", "think")
)


@pytest.fixture
def campaign():
    """Return a project of six raters, of whom those who see the machine's 4 and 3 copy them half of the time."""
    project, _ = make_shown(text=SIX, annotators_per_item=7)
    chance = random.Random(3)
    for _ in range(6):
        annotator = make_member(project)
        for _ in range(project.item_count):
            assignment = lease_rating(annotator)
            is_control = ShownScores.objects.get(assignment=assignment).is_control
            copies = not is_control and chance.random() < 0.5
            head, modifier = (4, 3) if copies else (chance.choice((1, 1, 2, 4)), chance.choice((2, 3, 4)))
            submit_rating(assignment, head, modifier, 1)
    return project


def recompute(rows):
    """Return shares and distances of both groups, counted once more from the rows of the table."""
    rows = [row for row in rows if row["shown"] and row["excluded"] == "FALSE" and row["value"]]
    found = {}
    for shown in ("TRUE", "FALSE"):
        own = [row for row in rows if row["shown"] == shown]
        gaps = [abs(int(row["value"]) - int(row["machine_score"])) for row in own]
        found[shown] = {"distance": sum(gaps) / len(gaps), "taken": gaps.count(0) / len(gaps)}
        right = right_taken = wrong = wrong_taken = 0.0
        for row, gap in zip(own, gaps, strict=True):
            same = [each for each in rows if (each["item"], each["scale"]) == (row["item"], row["scale"])]
            controls = [each for each in same if each["shown"] == "FALSE"]
            left_out = [row] if shown == "FALSE" else controls
            if len(controls) < 2:
                continue
            for out in left_out:
                others = [int(each["value"]) for each in controls if each is not out]
                is_wrong = abs(sum(others) / len(others) - int(row["machine_score"])) >= 1
                wrong += is_wrong / len(left_out)
                wrong_taken += (is_wrong and gap == 0) / len(left_out)
                right += (not is_wrong) / len(left_out)
                right_taken += (not is_wrong and gap == 0) / len(left_out)
        found[shown] |= {"right_taken": right_taken / right, "wrong_taken": wrong_taken / wrong}
    return found


def test_page_api_and_command_agree_with_what_the_table_says(campaign, tmp_path):
    project = campaign
    browser = Client()
    browser.force_login(project.created_by)
    page, api = (reverse(name, args=[project.slug]) for name in ("idiomaticity:anchoring", "api:rating-anchoring"))
    assert browser.get(page).status_code == 200
    assert browser.get(api).status_code == 404
    assert browser.post(page).status_code == 302
    work(Job.objects.get(kind="rating_anchoring"), measure_anchoring)
    told = browser.get(api).json()
    assert told["is_current"]
    table = b"".join(browser.get(reverse("api:answers-csv", args=[project.slug])).streaming_content).decode()
    expected = recompute(list(csv.DictReader(io.StringIO(table))))
    effects = {row["rate"]: row for row in told["report"]["effects"]}
    for name in ("distance", "taken", "right_taken", "wrong_taken"):
        row = effects[name]
        assert (row["shown"]["value"], row["controls"]["value"]) == pytest.approx(
            (expected["TRUE"][name], expected["FALSE"][name])
        )
        assert row["effect"]["value"] == pytest.approx(row["shown"]["value"] - row["controls"]["value"])
        low, high = row["effect"]["interval"]
        assert low <= row["effect"]["value"] <= high
    (tmp_path / "answers.csv").write_text(table)
    printed = measure("anchoring", tmp_path / "answers.csv")
    for row in printed["effects"]:
        assert row["effect"]["value"] == pytest.approx(effects[row["rate"]]["effect"]["value"], abs=1e-6)
        assert row["effect"]["interval"] == pytest.approx(effects[row["rate"]]["effect"]["interval"], abs=1e-6)
    assert printed["ratings"] == told["report"]["ratings"]
    text = browser.get(page).content.decode()
    assert f"{100 * effects['taken']['effect']['value']:.1f}" in text
    assert "Ratings have changed" not in text
    make_rating(make_member(project))
    assert "Ratings have changed" in browser.get(page).content.decode()
    assert browser.post(api, {}, content_type="application/json").status_code == 202


def test_excluded_raters_count_in_no_effect(campaign):
    project = campaign
    raters = [each for each, _ in groupby(ShownScores.objects.order_by("assignment__annotator"), key=annotator_of)]
    exclude_annotator(user=project.created_by, project=project, annotator_id=raters[0].pk, reason="Copies.")
    done = work(request_effects(user=project.created_by, project=project), measure_anchoring)
    assert sum(done.result["ratings"].values()) == (len(raters) - 1) * project.item_count


def test_a_machine_is_not_compared_with_those_who_saw_its_scores(campaign):
    machine = campaign.machines.get()
    seen = {(row.assignment.item_id, row.assignment.annotator.pseudonym): row.is_control for row in list_shown()}
    units = [unit for unit, _ in read_machine_ratings(machine)]
    assert units
    assert all(seen[unit.item, name] for unit in units for name in unit.people)


def list_shown():
    return ShownScores.objects.select_related("assignment__annotator")


def annotator_of(row):
    return row.assignment.annotator


def test_without_ratings_there_is_nothing_to_compare():
    project, _ = make_shown()
    with pytest.raises(DomainError, match="Nobody has submitted"):
        work(request_effects(user=project.created_by, project=project), measure_anchoring)
