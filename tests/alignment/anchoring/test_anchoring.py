"""The effects of suggestions of a project: counted from its readings and gold, on the page and by the API."""

import pytest
from django.test import Client
from django.urls import reverse

from alignment.anchoring.effects import CountedReading
from alignment.anchoring.jobs import measure_anchoring
from alignment.anchoring.queries import read_counted
from alignment.anchoring.services import request_effects
from alignment.projects.models import AlignmentSettings
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from tests.alignment.deciding import decide
from tests.annotation_site.machines.making import work
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db


def make_suggested(pairs: int = 4, share: int = 50):
    """Return a project whose every pair has the suggestions 0-0 and 1-1, and the items by number."""
    project = make_project(pairs=pairs)
    AlignmentSettings.objects.filter(project=project).update(suggestion_control_share=share)
    items = list(project.items.order_by("number"))
    for place, item in enumerate(items):
        Item.objects.filter(pk=item.pk).update(ring_place=place / pairs)
        for cell in ((0, 0), (1, 1)):
            Suggestion.objects.create(item=item, source_index=cell[0], target_index=cell[1], label="S")
    return project, items


def test_readings_are_counted_by_group():
    project, items = make_suggested()
    annotator = make_member(project)
    for _ in items:
        make_reading(annotator, "0-0S 1-2S")
    counted = list(read_counted(project))
    assert sorted(is_control for is_control, _ in counted) == [False, False, True, True]
    for _, reading in counted:
        assert (reading.suggested, reading.drawn, reading.right, reading.wrong, reading.words) == (2, 1, 0, 0, 6)


def test_gold_tells_right_suggestions_from_wrong_ones():
    project, _ = make_suggested(pairs=1, share=0)
    first, second = make_member(project), make_member(project)
    make_reading(first, "0-0S 1-1S")
    make_reading(second, "0-0S 1-2S")
    item = project.items.get()
    decide(item, project.created_by, (1, 1, "none"), (1, 2, "S"), version=0)
    rows = {reading for _, reading in read_counted(project)}
    assert {(row.right, row.right_drawn, row.wrong, row.wrong_drawn) for row in rows} == {(1, 1, 1, 1), (1, 1, 1, 0)}
    assert isinstance(rows.pop(), CountedReading)


def test_the_page_and_the_api_show_the_report():
    project, items = make_suggested()
    annotator = make_member(project)
    browser = Client()
    browser.force_login(project.created_by)
    page, api = (reverse(name, args=[project.slug]) for name in ("alignment:anchoring", "api:anchoring"))
    assert browser.get(page).status_code == 200
    assert browser.get(api).status_code == 404
    for _ in items:
        make_reading(annotator, "0-0S 1-2S")
    assert browser.post(page).status_code == 302
    work(Job.objects.get(kind="anchoring"), measure_anchoring)
    assert "50.0" in browser.get(page).content.decode()
    told = browser.get(api).json()
    assert told["is_current"]
    assert told["report"]["readings"] == {"shown": 2, "controls": 2}
    assert told["report"]["effects"][0]["effect"]["value"] == 0
    make_reading(make_member(project), "0-0S 1-2S")
    assert not browser.get(api).json()["is_current"]
    assert browser.post(api, {}, content_type="application/json").status_code == 202


def test_without_control_pairs_there_is_nothing_to_compare_with():
    project, _ = make_suggested(share=0)
    make_reading(make_member(project), "0-0S 1-2S")
    with pytest.raises(DomainError, match="no submitted readings of control pairs"):
        work(request_effects(user=project.created_by, project=project), measure_anchoring)
