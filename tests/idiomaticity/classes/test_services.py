"""Classes by experts: blind, each asked once, excluded and counted again, and their agreement."""

from uuid import uuid4

import pytest
from django.urls import reverse

from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.classes.models import ClassJudgement
from idiomaticity.classes.queries import find_next, measure_project, read_classes, require_expert
from idiomaticity.classes.services import judge_class, name_expert
from idiomaticity.compounds.models import Compound
from idiomaticity.crowd.services.joining import enter_crowd
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.results.queries.results import read_scores
from tests.factories import make_member
from tests.idiomaticity.classes.judging import browser, class_of, decide, judge, make_expert
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_two_experts_who_agree_settle_a_class_that_scores_go_by(project: Project) -> None:
    first, second = make_expert(project), make_expert(project)
    judge(first, 1, "PC")
    assert class_of(project, 1) == "NC", "one is not enough against the file"
    judge(second, 1, "PC")
    assert class_of(project, 1) == read_scores(project)[0].score.compound_class == "PC"
    judge(second, 1, "C")
    assert class_of(project, 1) == "", "they differ, so nothing is settled"
    assert Compound.objects.get(project=project, number=1).imported_class == "NC"


def test_only_the_named_are_asked(project: Project) -> None:
    with pytest.raises(RoleRequired, match="Only experts appointed by the project manager can classify compounds"):
        judge(make_member(project), 1, "C")
    expert = make_expert(project)
    judge(expert, 1, "C")
    known = {"project": project, "annotator_id": expert.pk, "operation_id": uuid4()}
    with pytest.raises(RoleRequired):
        name_expert(user=expert.user, is_asked=True, **known)  # type: ignore[arg-type]
    name_expert(user=project.created_by, is_asked=False, **known)  # type: ignore[arg-type]
    with pytest.raises(RoleRequired):
        judge(expert, 2, "C")
    assert read_classes(project)[0].judgements == {expert.pseudonym: "C"}, "what they said stays"


def test_nobody_of_a_crowd_is_offered_as_an_expert(project: Project) -> None:
    known = make_member(project)
    call = set_up_crowd(user=project.created_by, project=project, consent="Yes.", limit_each=1, most_people=1)
    open_crowd(user=project.created_by, project=project, is_open=True)
    worker = enter_crowd(call_id=call.pk, entry_id=uuid4(), consent_version=1)
    page = markup_of(browser(project.created_by).get(reverse("idiomaticity:classes", args=[project.slug])))
    assert f'<option value="{known.pk}">' in page
    assert f'<option value="{worker.pk}">' not in page


def test_experts_see_nothing_of_one_another(project: Project) -> None:
    first, second = make_expert(project), make_expert(project)
    seen = [client.get(reverse("api:next-class", args=[project.slug])).content for client in [browser(first.user)]]
    page = markup_of(browser(first.user).get(reverse("idiomaticity:classify", args=[project.slug])))
    for number in (1, 2, 3):
        judge(second, number, "C")
    assert browser(first.user).get(reverse("api:next-class", args=[project.slug])).content == seen[0]
    again = markup_of(browser(first.user).get(reverse("idiomaticity:classify", args=[project.slug])))
    assert again.count("compound_class") == page.count("compound_class") == 3
    assert "your answer" not in again


def test_an_expert_is_led_past_what_is_adjudicated_already(project: Project) -> None:
    expert = make_expert(project)
    for number in (1, 2, 3):
        decide(project, number, 0, decided_class="C", is_done=number != 3)
    named = require_expert(expert.user, project)
    following = find_next(named, project)
    assert following
    assert following.number == 3
    judge(expert, 3, "C")
    assert find_next(named, project) is None


def test_an_expert_who_also_reviews_sees_of_each_compound_what_others_said_after_their_own(project: Project) -> None:
    others = [make_expert(project) for _ in range(2)]
    own = make_member(project, user=project.created_by)
    name_expert(user=own.user, project=project, annotator_id=own.pk, is_asked=True, operation_id=uuid4())
    for number in (1, 2):
        judge(others[0], number, "C")
        judge(others[1], number, "NC")
    judge(own, 1, "PC")
    client = browser(project.created_by)
    page = markup_of(client.get(reverse("idiomaticity:classes", args=[project.slug])))
    assert page.count("not shown yet") == 2
    rows = client.get(reverse("api:classes", args=[project.slug])).json()["rows"]
    assert [len(row["judgements"]) for row in rows] == [3, 0, 0]
    assert rows[1]["compound_class"] == rows[1]["origin"] == ""
    listed = client.get(reverse("api:compound-queue", args=[project.slug])).json()["results"]
    assert [row["number"] for row in listed] == [1]
    for route in ("api:compound-decision", "idiomaticity:adjudicate"):
        assert client.get(reverse(route, args=[project.slug, 2])).status_code == 409
        assert client.get(reverse(route, args=[project.slug, 1])).status_code == 200
    with pytest.raises(NotEditable, match="You are an expert for this compound"):
        decide(project, 2, 0, decided_class="C")
    judge(own, 2, "C")
    decide(project, 2, 0, decided_class="C")


def test_each_expert_goes_through_all_in_an_order_of_their_own(project: Project) -> None:
    orders = []
    for _ in range(6):
        expert, order = make_expert(project), []
        named = require_expert(expert.user, project)
        while (compound := find_next(named, project)) is not None:
            order.append(compound.number)
            judge(expert, compound.number, "C")
        orders.append(order)
    assert all(sorted(order) == [1, 2, 3] for order in orders)
    assert len({tuple(order) for order in orders}) > 1


def test_sent_twice_a_class_is_taken_once(project: Project) -> None:
    expert, operation_id = make_expert(project), uuid4()
    for given in ("C", "NC"):
        judge_class(user=expert.user, project=project, number=1, compound_class=given, operation_id=operation_id)
    assert ClassJudgement.objects.get().compound_class == "C"
    with pytest.raises(DomainError, match="Choose one"):
        judge(expert, 1, "X")


def test_an_excluded_experts_classes_count_nowhere_until_they_count_again(project: Project) -> None:
    first, second, third = (make_expert(project) for _ in range(3))
    for expert, given in ((first, "C"), (second, "C"), (third, "NC")):
        judge(expert, 1, given)
    assert class_of(project, 1) == "", "they differ"
    known = {"user": project.created_by, "project": project, "annotator_id": third.pk}
    exclude_annotator(**known, reason="Always idiomatic.")  # type: ignore[arg-type]
    assert (class_of(project, 1), read_classes(project)[0].source) == ("C", "experts")
    assert measure_project(read_classes(project)).unanimous == 1
    assert measure_project(read_classes(project, with_excluded=True)).unanimous == 0
    assert find_next(require_expert(third.user, project), project) is None
    work = markup_of(browser(third.user).get(reverse("idiomaticity:classify", args=[project.slug])))
    assert "no more compounds for you to classify" in work
    client = browser(project.created_by)
    for query, unanimous in (("", 1), ("?excluded=with", 0)):
        assert client.get(reverse("api:classes", args=[project.slug]) + query).json()["unanimous"] == unanimous
    page = markup_of(client.get(reverse("idiomaticity:classes", args=[project.slug])))
    assert "1 excluded annotator left out" in page and ", excluded</span>" in page
    judge(third, 2, "NC")
    judge(first, 2, "C")
    assert class_of(project, 2) == "C", "one who counts is not enough against the file, which says the same"
    lift_exclusion(**known)  # type: ignore[arg-type]
    assert (class_of(project, 1), class_of(project, 2)) == ("", "")


def test_an_operation_id_serves_one_compound_and_one_expert(project: Project) -> None:
    expert, other, operation_id = make_expert(project), make_member(project), uuid4()
    client = browser(expert.user)
    statuses = []
    for number in (1, 2):
        address = reverse("api:class-judge", args=[project.slug, number])
        body = {"operation_id": str(operation_id), "compound_class": "C"}
        statuses.append(client.post(address, body, content_type="application/json").status_code)
    assert statuses == [204, 400], "it would look as if the second were taken"
    known = {"user": project.created_by, "project": project, "is_asked": True, "operation_id": uuid4()}
    name_expert(annotator_id=other.pk, **known)  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="already used for a different action"):
        name_expert(annotator_id=make_member(project).pk, **known)  # type: ignore[arg-type]


def test_agreement_of_experts_is_on_the_page_and_in_the_api(project: Project) -> None:
    first, second = make_expert(project), make_expert(project)
    for number, (one, other) in enumerate((("C", "C"), ("NC", "NC"), ("C", "NC")), start=1):
        judge(first, number, one)
        judge(second, number, other)
    found = measure_project(read_classes(project))
    assert found.kappa.value == pytest.approx(1 / 3)
    client = browser(project.created_by)
    page = markup_of(client.get(reverse("idiomaticity:classes", args=[project.slug]), {"show": "differ"}))
    assert ">0.333<" in page
    assert "cash cow" in page
    assert "olive oil" not in page
    body = client.get(reverse("api:classes", args=[project.slug])).json()
    assert body["alpha_nominal"]["value"] == pytest.approx(found.alpha.value)
    assert body["rows"][2]["judgements"] == {first.pseudonym: "C", second.pseudonym: "NC"}
