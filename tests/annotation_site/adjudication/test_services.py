"""Every way in which an item is settled tells webhooks of it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from annotation_site.assignments.models import Item
from annotation_site.webhooks.models import Delivery
from tests.alignment.corrections.correcting import correct
from tests.alignment.feedback.cases import Case
from tests.annotation_site.webhooks.making import make_webhook
from tests.factories import draw, submit
from tests.stand_ins.outside_hosts import OutsideHost, outside_host

pytestmark = pytest.mark.django_db


@pytest.fixture
def outside(settings: Any) -> Iterator[OutsideHost]:
    with outside_host(settings) as host:
        yield host


def list_events() -> list[dict[str, Any]]:
    return [json.loads(body)["data"] for body in Delivery.objects.order_by("pk").values_list("body", flat=True)]


def test_a_decision_that_leaves_nothing_to_decide_tells_webhooks(outside: OutsideHost) -> None:
    case = Case()
    make_webhook(case.project, outside, "adjudicated")
    case.decide((0, 0, "P"))
    assert list_events() == [], "another disagreement is left"
    case.decide_all()
    [event] = list_events()
    assert (event["item"], event["version"]) == (1, 3)


def test_a_correction_after_which_nothing_is_left_to_decide_tells_webhooks(outside: OutsideHost) -> None:
    case = Case()
    case.decide((0, 0, "P"))
    make_webhook(case.project, outside, "adjudicated")
    new = correct(case.project, "a cat", "un gatto")
    assert new.state == Item.State.ADJUDICATED
    [event] = list_events()
    assert event["item"] == new.number
    assert event["api"].endswith(f"/api/v1/projects/{case.project.slug}/adjudication/{new.number}/")


def test_a_last_reading_after_which_nothing_is_left_to_decide_tells_webhooks(outside: OutsideHost) -> None:
    case = Case()
    case.decide_all()
    new = correct(case.project, "a big black cat", "un gatto nero")
    make_webhook(case.project, outside, "adjudicated")
    submit(draw(case.annotator.assignments.get(item=new), "1-0P"))
    assert list_events() == [], "the other reading is missing"
    submit(draw(case.other.assignments.get(item=new), "1-0P"))
    [event] = list_events()
    adjudication = new.adjudication
    assert (event["item"], event["version"]) == (new.number, adjudication.version)
