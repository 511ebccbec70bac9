"""Withdrawing items and bringing them back, in every kind of project."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.agreement.services.recount import recount_agreement
from alignment.overview.queries import sum_agreement
from alignment.releases.queries.pairs import count_released_pairs
from alignment.rounds.services.rounds import open_round
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.assignments.services.withdrawal import bring_back_items, withdraw_items
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.judging.services.judging_rounds import close_judging_round
from evaluation.sources.ratings import count_rating_changes
from idiomaticity.ratings.models import Paraphrase, Rating
from tests.alignment.rounds.two import Two, adjudicate
from tests.evaluation.judgements import answer, lease_judgement, make_round
from tests.factories import draw, lease, make_member, make_project, make_reading, submit
from tests.idiomaticity.making import make_rating, make_rating_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def withdraw(project: Project, *numbers: int, **more: Any) -> int:
    known = {"user": project.created_by, "operation_id": uuid4(), **more}
    return withdraw_items(project=project, numbers=numbers, **known)


def bring_back(project: Project, *numbers: int, **more: Any) -> int:
    known = {"user": project.created_by, "operation_id": uuid4(), **more}
    return bring_back_items(project=project, numbers=numbers, **known)


def states(project: Project) -> dict[int, str]:
    return dict(Item.objects.filter(project=project).values_list("number", "state"))


def figures(project: Project) -> tuple[Any, ...]:
    return sum_agreement(project), count_released_pairs(project), states(project)


def test_a_withdrawn_pair_is_not_assigned_and_is_when_it_is_brought_back() -> None:
    project = make_project(pairs=2)
    annotator = make_member(project)
    withdraw(project, 1, 2)
    assert lease_next(user=annotator.user, project=project) is None
    bring_back(project, 1, 2)
    assert lease_next(user=annotator.user, project=project) is not None


def test_readings_of_a_withdrawn_pair_leave_agreement_and_releases_and_return() -> None:
    two = Two()
    before = figures(two.project)
    number, submissions = two.mine.item.number, Submission.objects.count()
    withdraw(two.project, number)
    line = sum_agreement(two.project)
    assert line is not None and (line.comparisons, line.both) == (1, 1.0)
    assert count_released_pairs(two.project) == 1
    assert not recount_agreement(two.project)
    assert Submission.objects.count() == submissions
    bring_back(two.project, number)
    assert figures(two.project) == before
    assert not recount_agreement(two.project)


def test_an_adjudicated_pair_is_adjudicated_again_with_its_decisions() -> None:
    two = Two()
    adjudicate(two, [(0, 0, "S"), (1, 2, "S"), (1, 1, "none")])
    before, number = figures(two.project), two.mine.item.number
    assert states(two.project)[number] == Item.State.ADJUDICATED
    withdraw(two.project, number)
    with pytest.raises(NotEditable):
        adjudicate(two, [(0, 0, "P")])
    bring_back(two.project, number)
    assert figures(two.project) == before


def test_whoever_has_it_open_may_finish_and_it_counts_when_it_is_back() -> None:
    project = make_project(pairs=1, annotators_per_item=1)
    assignment = lease(make_member(project))
    withdraw(project, 1)
    submit(draw(assignment))
    assert states(project) == {1: Item.State.WITHDRAWN}
    assignment.refresh_from_db()
    with pytest.raises(NotEditable, match="closed"):
        reopen_assignment(
            user=assignment.annotator.user,
            assignment_id=assignment.pk,
            operation_id=uuid4(),
            version=assignment.version,
        )
    bring_back(project, 1)
    assert states(project) == {1: Item.State.ANNOTATED}


def test_all_or_none_with_the_reason() -> None:
    project = make_project(pairs=3)
    withdraw(project, 2)
    for numbers, reason in (((1, 2), "Pair 2 is withdrawn already"), ((1, 9), "There is no pair 9")):
        with pytest.raises(DomainError, match=reason):
            withdraw(project, *numbers)
    with pytest.raises(NotEditable, match="Pair 1 was not withdrawn"):
        bring_back(project, 1, 2)
    assert states(project) == {1: "open", 2: "withdrawn", 3: "open"}


def test_a_pair_that_others_work_with_is_refused() -> None:
    two = Two()
    open_round(user=two.manager, project=two.project, operation_id=uuid4())
    with pytest.raises(NotEditable, match="open reconciliation round"):
        withdraw(two.project, two.mine.item.number)
    project = make_project(pairs=1)
    item = Item.objects.get(project=project)
    KnownGold.objects.create(
        item=item, project=project, use="check", origin="imported", reading={}, added_by=project.created_by
    )
    with pytest.raises(NotEditable, match="used for training or checks"):
        withdraw(project, 1)


def test_the_same_request_twice_is_once_and_only_a_manager_makes_it() -> None:
    project = make_project(pairs=2)
    operation_id = uuid4()
    for _ in range(2):
        assert withdraw(project, 1, 2, operation_id=operation_id, reason=" two\nsentences ") == 2
    made = Operation.objects.filter(project=project, kind="withdraw")
    assert [each.payload["reason"] for each in made] == ["two sentences", "two sentences"]
    with pytest.raises(RoleRequired):
        withdraw(project, 1, user=make_member(project).user)


def test_ratings_of_a_withdrawn_compound_leave_every_figure_and_return() -> None:
    project = make_rating_project()
    annotator = make_member(project)
    rated = make_rating(annotator, 1, "barrier")
    changes, number = count_rating_changes(project), rated.item.number
    withdraw(project, number)
    assert not Rating.objects.counted(project) and not Paraphrase.objects.submitted(project)
    assert count_rating_changes(project) > changes
    bring_back(project, number)
    assert Rating.objects.counted(project).count() == Paraphrase.objects.submitted(project).count() == 1


def test_judgements_of_a_withdrawn_item_leave_the_report_and_return() -> None:
    opened = make_round(required_count=1)
    judged = answer(lease_judgement(make_member(opened.project)))
    before = find_judging_round_report(opened).judgements
    withdraw(opened.project, judged.item.number)
    assert (before, find_judging_round_report(opened).judgements) == (2, 0)
    bring_back(opened.project, judged.item.number)
    assert find_judging_round_report(opened).judgements == before


def test_an_item_of_a_closed_judging_round_is_not_assigned_when_it_is_brought_back() -> None:
    opened = make_round()
    withdraw(opened.project, 1)
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    bring_back(opened.project, 1)
    item = Item.objects.get(number=1)
    assert (item.state, item.withdrawn_from) == (Item.State.WITHDRAWN, "")
    with pytest.raises(NotEditable, match="its judging round is closed"):
        withdraw(opened.project, 2)


def test_an_item_that_nobody_has_is_not_being_annotated() -> None:
    project = make_project(pairs=2)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("projects:items", args=[project.slug])
    assert markup_of(client.get(address)).count(">Not started<") == 2
    lease(make_member(project))
    page = markup_of(client.get(address))
    assert page.count(">Not started<") == page.count(">Being annotated<") == 1


def test_the_pages_choose_say_what_will_happen_and_do_it() -> None:
    project = make_project(pairs=3)
    make_reading(make_member(project))
    client = Client()
    client.force_login(project.created_by)
    listed = markup_of(client.get(reverse("projects:items", args=[project.slug])))
    assert listed.count('type="checkbox"') == 3 and "a black cat" in listed
    address = reverse("projects:items_withdraw", args=[project.slug])
    shown = markup_of(client.get(address, {"item": [1, 2, 3]}))
    assert "Withdraw 3 pairs?" in shown and "<dt>Submitted</dt><dd>1</dd>" in shown
    form = {"item": [1, 3], "operation_id": str(uuid4()), "reason": "twice in the text"}
    assert "2 pairs were withdrawn." in markup_of(client.post(address, form, follow=True))
    assert list(states(project).values()).count("withdrawn") == 2
    history = markup_of(client.get(reverse("alignment:pair", args=[project.slug, 1])))
    assert "withdrew the pair" in history and "twice in the text" in history
    only = markup_of(client.get(reverse("projects:items", args=[project.slug]), {"state": "withdrawn"}))
    assert only.count('type="checkbox"') == 2
    back = reverse("projects:items_bring_back", args=[project.slug])
    assert "Bring 1 pair back?" in markup_of(client.get(back, {"item": 1}))
    client.post(back, {"item": [1, 3], "operation_id": str(uuid4())})
    assert "withdrawn" not in states(project).values()
    refused = markup_of(client.post(back, {"item": [1], "operation_id": str(uuid4())}, follow=True))
    assert "Pair 1 was not withdrawn." in refused
    assert "Choose the pairs first." in markup_of(client.get(back, {"item": "x"}, follow=True))
    offered = markup_of(client.get(back, {"item": 1}))
    assert "Pair 1 was not withdrawn." in offered
    assert ">Bring back</button>" not in offered


def test_what_cannot_be_withdrawn_is_not_offered() -> None:
    """The confirmation page had a button that was refused."""
    project = make_project(pairs=2)
    withdraw(project, 2)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("projects:items_withdraw", args=[project.slug])
    for numbers in ([2], [1, 2]):
        page = markup_of(client.get(address, {"item": numbers}))
        assert "Pair 2 is withdrawn already." in page
        assert 'name="reason"' not in page
    assert 'name="reason"' in markup_of(client.get(address, {"item": [1]}))


def test_pages_of_the_list_follow_one_another_within_state_and_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation_site.assignments.views.items.PAGE_SIZE", 2)
    project = make_project(pairs=5)
    withdraw(project, 1, 2, 4)
    client = Client()
    client.force_login(project.created_by)

    def find(page: int, **query: str) -> tuple[list[int], int]:
        context = client.get(reverse("projects:items", args=[project.slug]), {"page": page, **query}).context
        assert (context["counted"].current, context["counted"].withdrawn) == (5, 3)
        return [item.number for item, _ in context["rows"]], context["page"].paginator.count

    assert [find(page) for page in (1, 2, 3)] == [([1, 2], 5), ([3, 4], 5), ([5], 5)]
    assert [find(page, state="withdrawn") for page in (1, 2)] == [([1, 2], 3), ([4], 3)]
    assert find(1, state="withdrawn", search="pair-4") == ([4], 1)
    assert find(1, search="none") == ([], 0)


@pytest.mark.parametrize("make", [make_rating_project, lambda: make_round().project])
def test_the_list_serves_every_kind(make: Any) -> None:
    project = make()
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:items", args=[project.slug]))
    assert page.status_code == 200 and markup_of(page).count('type="checkbox"') == project.items.count()


def test_the_api_withdraws_and_brings_back() -> None:
    project = make_project(pairs=2)
    client = Client()
    client.force_login(project.created_by)
    for route, state in (("items-withdraw", "withdrawn"), ("items-bring-back", "open")):
        body = {"operation_id": str(uuid4()), "numbers": [1, 2]}
        address = reverse(f"api:{route}", args=[project.slug])
        answered = client.post(address, body, content_type="application/json")
        assert (answered.status_code, answered.json()) == (200, {"items": 2})
        assert set(states(project).values()) == {state}
    assert not Assignment.objects.exists()
