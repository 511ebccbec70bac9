"""Several open judging rounds: one is finished before the next, in the judge's order, unless the manager mixes them."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import change_settings
from annotation_site.web.exceptions import DomainError
from evaluation.judging.models import JudgingRound
from evaluation.judging.services.judging_rounds import choose_judging_round, close_judging_round
from tests.evaluation.attention import make_attention_round
from tests.evaluation.judgements import answer, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def make_rounds(**settings: object) -> tuple[Project, list[JudgingRound]]:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    rounds = [make_round(project, test_set, name=f"Round {name}", **settings) for name in "ABC"]
    return project, rounds


def judge_all(annotator: Membership) -> list[str]:
    """Judge everything and return the names of the rounds in the order of their items."""
    names = []
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        names.append(assignment.item.judgement_task.judging_round.name[-1])
        answer(assignment)
    return names


def test_one_round_is_finished_before_the_next() -> None:
    project, _ = make_rounds()
    assert "".join(judge_all(make_member(project))) == "AAABBBCCC"
    assert "".join(judge_all(make_member(project))) == "AAABBBCCC"


def test_a_judge_chooses_which_round_comes_first() -> None:
    project, rounds = make_rounds()
    judge = make_member(project)
    choose_judging_round(user=judge.user, project=project, judging_round=rounds[2])
    first = lease_next(user=judge.user, project=project)
    assert first is not None and first.item.judgement_task.judging_round == rounds[2]
    # What is open already stays the next item.
    choose_judging_round(user=judge.user, project=project, judging_round=rounds[1])
    assert lease_next(user=judge.user, project=project) == first
    answer(first)
    assert "".join(judge_all(judge)) == "BBB" + "AAACC"
    assert Operation.objects.of_project(project, "choose_judging_round").count() == 2


def test_a_manager_may_mix_them() -> None:
    project, rounds = make_rounds()
    change_settings(user=project.created_by, project=project, mixes_rounds=True)
    judge = make_member(project)
    orders = {"".join(judge_all(make_member(project))) for _ in range(2)}
    assert all(len(order) == 9 for order in orders) and "AAABBBCCC" not in orders
    with pytest.raises(DomainError, match="come mixed"):
        choose_judging_round(user=judge.user, project=project, judging_round=rounds[0])


def test_a_closed_round_is_neither_offered_nor_chosen() -> None:
    project, rounds = make_rounds()
    judge = make_member(project)
    choose_judging_round(user=judge.user, project=project, judging_round=rounds[1])
    close_judging_round(user=project.created_by, judging_round=rounds[1])
    assert "".join(judge_all(judge)) == "AAACCC"
    rounds[1].refresh_from_db()
    with pytest.raises(DomainError, match="is not open"):
        choose_judging_round(user=judge.user, project=project, judging_round=rounds[1])


def test_attention_items_of_a_round_come_before_the_next_round() -> None:
    first = make_attention_round()
    project = first.project
    make_round(project, first.test_set, name="Round Z", attention_share=50, required_count=1)
    judge = make_member(project)
    order = "".join(judge_all(judge))
    assert order == first.name[-1] * 18 + "Z" * 18
    assert Assignment.objects.filter(annotator=judge, purpose=Assignment.Purpose.CHECK).count() == 12


def test_rounds_of_an_earlier_version_are_judged_too() -> None:
    project, rounds = make_rounds()
    JudgingRound.objects.filter(pk__in=[each.pk for each in rounds[:2]]).update(first_number=None, last_number=None)
    order = "".join(judge_all(make_member(project)))
    assert len(order) == 9 and order.startswith("CCC")


def test_judges_choose_on_the_page_and_by_the_api() -> None:
    project, rounds = make_rounds()
    judge = make_member(project)
    client = Client()
    client.force_login(judge.user)
    work = reverse("evaluation:assignments", args=[project.slug])
    page = client.get(work).content.decode()
    assert page.index("Round A") < page.index("Round B") and page.count("Judge this round first") == 2
    assert "3 items left" in page
    opened = client.post(reverse("evaluation:judging_round_choose", args=[project.slug, rounds[1].number]), follow=True)
    assert "<bdi>Round B</bdi>" in opened.content.decode()
    own = reverse("api:own-judging-rounds", args=[project.slug])
    told = client.get(own).json()
    assert [(row["name"], row["left"], row["is_next"]) for row in told] == [
        ("Round B", 2, True),
        ("Round A", 3, False),
        ("Round C", 3, False),
    ]
    body = {"number": rounds[2].number}
    assert client.post(own, body, content_type="application/json").json()[0]["name"] == "Round C"
    assert client.post(own, {"number": 77}, content_type="application/json").status_code == 404
    client.force_login(make_member(project, role="adjudicator").user)
    assert client.get(own).status_code == 403


def test_with_one_round_there_is_nothing_to_choose() -> None:
    judging_round = make_round()
    judge = make_member(judging_round.project)
    client = Client()
    client.force_login(judge.user)
    page = client.get(reverse("evaluation:assignments", args=[judging_round.project.slug])).content.decode()
    assert "Judge this round first" not in page
    assert client.get(reverse("api:own-judging-rounds", args=[judging_round.project.slug])).json() == []
