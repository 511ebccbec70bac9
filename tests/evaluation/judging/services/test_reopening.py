"""Reopening a closed judging round: its items are assigned again, for a day."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import NotEditable, RoleRequired
from evaluation.judging.models import JudgingRound
from evaluation.judging.services.judging_rounds import close_judging_round, reopen_judging_round
from tests.evaluation.judgements import answer, lease_judgement, make_round
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def close(opened: JudgingRound) -> JudgingRound:
    return close_judging_round(user=opened.project.created_by, judging_round=opened)


def reopen(opened: JudgingRound) -> JudgingRound:
    return reopen_judging_round(user=opened.project.created_by, judging_round=opened)


def picture(opened: JudgingRound) -> tuple[object, ...]:
    opened.refresh_from_db()
    opened.project.refresh_from_db()
    items = Item.objects.filter(project=opened.project).order_by("number")
    return opened.state, opened.closed_at, opened.project.item_count, list(items.values_list("state", "assigned_count"))


def test_everything_is_as_before_and_items_are_assigned_again() -> None:
    opened = make_round(required_count=1)
    annotator = make_member(opened.project)
    answer(lease_judgement(annotator))
    before = picture(opened)
    close(opened)
    assert lease_next(user=annotator.user, project=opened.project) is None
    reopen(opened)
    assert picture(opened) == before
    assert lease_next(user=annotator.user, project=opened.project) is not None


def test_an_item_that_got_its_judgements_meanwhile_is_not_assigned_again() -> None:
    opened = make_round(required_count=1)
    begun = lease_judgement(make_member(opened.project))
    close(opened)
    answer(begun)
    reopen(opened)
    assert Item.objects.get(pk=begun.item_id).state == Item.State.ANNOTATED
    assert picture(opened)[2] == 3


def test_what_a_manager_withdrew_before_stays_out() -> None:
    opened = make_round()
    Item.objects.filter(number=1).update(state=Item.State.WITHDRAWN, withdrawn_from=Item.State.OPEN)
    close(opened)
    reopen(opened)
    assert list(Item.objects.order_by("number").values_list("state", flat=True)) == ["withdrawn", "open", "open"]


@pytest.mark.parametrize(("hours", "is_refused"), [(23, False), (24, True)])
def test_within_a_day_and_not_after(hours: int, is_refused: bool) -> None:
    opened = make_round()
    close(opened)
    JudgingRound.objects.update(closed_at=timezone.now() - timedelta(hours=hours))
    if is_refused:
        with pytest.raises(NotEditable, match="more than 24 hours ago"):
            reopen(opened)
    else:
        assert reopen(opened).state == JudgingRound.State.OPEN


def test_only_a_manager_and_once() -> None:
    opened = make_round()
    close(opened)
    with pytest.raises(RoleRequired):
        reopen_judging_round(user=make_member(opened.project).user, judging_round=opened)
    for _ in range(2):
        reopen(opened)
    assert Operation.objects.of_project(opened.project, "reopen_judging_round").count() == 1


def test_the_page_says_what_will_happen_and_the_history_tells() -> None:
    opened = make_round()
    client = Client()
    client.force_login(opened.project.created_by)
    address = reverse("evaluation:judging_round_reopen", args=[opened.project.slug, opened.number])
    assert "This judging round is open." in markup_of(client.get(address))
    close(opened)
    assert "3 items without all judgements are assigned again" in markup_of(client.get(address))
    shown = markup_of(client.post(address, follow=True))
    assert shown.index("Closed <time") < shown.index("reopened <time")


def test_the_api_closes_and_reopens() -> None:
    opened = make_round()
    client = Client()
    client.force_login(opened.project.created_by)
    address = reverse("api:judging-round", args=[opened.project.slug, opened.number])
    for state in ("closed", "open"):
        answered = client.patch(address, {"state": state}, content_type="application/json")
        assert (answered.status_code, answered.json()["state"]) == (200, state)
