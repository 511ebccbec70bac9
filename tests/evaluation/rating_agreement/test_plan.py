"""The planner: foretold widths against widths of new ratings, its parts by hand, its page; raising what is wanted."""

from uuid import uuid4
from xml.etree import ElementTree

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.coefficients.unit_counts import UnitCounts
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from evaluation.rating_agreement.plan import NEEDS_THREE, extrapolate, jackknife_variance, plan_ratings, sample_ratings
from idiomaticity.ratings.models import Rating
from idiomaticity.required_ratings.queries import read_item_needs
from idiomaticity.required_ratings.services import raise_required_ratings
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating

SCALE = tuple(range(6))


def make_units(shares: np.ndarray, ratings: int, seed: int) -> UnitCounts:
    return UnitCounts.from_table(SCALE, np.random.default_rng(seed).multinomial(ratings, shares))


def test_foretold_widths_are_those_of_new_ratings() -> None:
    shares = np.random.default_rng(4).dirichlet([0.6] * 6, 800)
    plan = plan_ratings(make_units(shares, 6, 1), "ordinal", 800, numbers=(3, 5, 12))
    assert [each.is_sampled for each in plan.widths] == [True, True, False]
    for place, each in enumerate(plan.widths):
        widths = []
        for seed in range(4):
            interval = make_units(shares, each.ratings, 10 * place + seed).intervals(["ordinal"])["ordinal"]
            widths.append((interval.high or 0) - (interval.low or 0))
        assert each.width == pytest.approx(np.mean(widths), rel=0.15)
    half = plan_ratings(make_units(shares, 6, 1), "ordinal", 3_200, numbers=(3,)).widths[0]
    assert half.width == pytest.approx(plan.widths[0].width / 2)


def test_the_same_seed_foretells_the_same() -> None:
    counts = make_units(np.full((60, 6), 1 / 6), 4, 2)
    assert plan_ratings(counts, "interval", 60) == plan_ratings(counts, "interval", 60)
    assert plan_ratings(counts, "interval", 60, seed=2) != plan_ratings(counts, "interval", 60)


def test_ratings_are_sampled_without_replacement() -> None:
    rows = np.array([[3, 0, 1, 0, 0, 2], [0, 5, 0, 0, 0, 0]])
    random = np.random.default_rng(1)
    sampled = np.array([sample_ratings(rows, 4, random) for _ in range(3_000)])
    assert (sampled <= rows).all()
    assert (sampled.sum(axis=2) == 4).all()
    # Each of six ratings is among the four with a chance of 4/6.
    assert sampled[:, 0].mean(axis=0) == pytest.approx([2, 0, 2 / 3, 0, 0, 4 / 3], abs=0.05)
    with pytest.raises(ValueError, match="fewer than 6"):
        sample_ratings(rows, 6, random)


def test_the_jackknife_leaves_out_each_unit() -> None:
    rows = np.random.default_rng(3).multinomial(4, [1 / 6] * 6, size=12)
    without = []
    for left_out in range(12):
        units, values = [], []
        for unit, counts in enumerate(rows):
            for value, count in enumerate(counts):
                if unit != left_out:
                    units += [unit] * int(count)
                    values += [value] * int(count)
        without.append(krippendorff_alpha(units, list(range(len(units))), values, "ordinal").value)
    expected = 11 / 12 * sum((alpha - np.mean(without)) ** 2 for alpha in without)
    assert jackknife_variance(rows, SCALE, "ordinal") == pytest.approx(expected)


def test_the_formula_is_found_again() -> None:
    def variance(r: int) -> float:
        return 0.3 + 0.8 * (r - 2) / (r * (r - 1)) + 1.1 / (r * (r - 1))

    found = extrapolate({r: variance(r) for r in (2, 3, 4, 5)}, (2, 8, 20))
    assert found == pytest.approx({2: variance(2), 8: variance(8), 20: variance(20)})
    assert extrapolate({2: 1.0}, (2, 3)) == {2: 1.0}


def test_what_cannot_be_foretold_says_why() -> None:
    assert "30 units" in plan_ratings(make_units(np.full((20, 6), 1 / 6), 4, 1), "ordinal", 20).reason
    equal = UnitCounts.from_table(SCALE, [[0, 4, 0, 0, 0, 0]] * 50)
    assert "equal" in plan_ratings(equal, "ordinal", 50).reason
    twice = plan_ratings(make_units(np.full((50, 6), 1 / 6), 2, 1), "ordinal", 50)
    assert ([each.ratings for each in twice.widths], twice.reason) == ([2], NEEDS_THREE)
    # One list of four was rated by a third annotator, who agrees with its two others.
    of_lists = UnitCounts.from_table(SCALE, [[0, 3, 0, 0, 0, 0], [0, 0, 0, 0, 3, 0]] * 20 + [[1, 0, 0, 1, 0, 0]] * 120)
    mixed = plan_ratings(of_lists, "ordinal", 160)
    assert [(each.ratings, each.units) for each in mixed.widths] == [(2, 160)]
    assert mixed.reason == "40 of 160 units have three ratings; an estimate for more than two needs half of them."


@pytest.fixture
def project(db: None) -> Project:
    rows = "".join(f"thing{n} tank\tIt is a thing{n} tank.\n" for n in range(35))
    return make_rating_project(text="compound\tsentence\n" + rows, annotators_per_item=3)


def rate(project: Project, people: int, items: int) -> None:
    for person in range(people):
        member = make_member(project)
        for _ in range(items):
            assignment = lease_rating(member)
            submit_rating(assignment, person % 6, 2, (assignment.item.number * (person + 1)) % 6)


def manager_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def test_page_plot_and_api_say_the_same(project: Project) -> None:
    rate(project, 3, 35)
    client = manager_of(project)
    page, plot, api = (
        reverse(name, args=[project.slug])
        for name in ("evaluation:rating_plan", "evaluation:rating_plan_plot", "api:rating-plan")
    )
    query = {"scale": "whole", "level": "interval"}
    answer = client.get(api, query).json()
    assert (answer["level"], answer["units"], answer["rated"], answer["mean_ratings"]) == ("interval", 35, 35, 3.0)
    assert [each["ratings"] for each in answer["widths"] if each["is_sampled"]] == [2, 3]
    shown = client.get(page, query).content.decode()
    assert all(f"{each['width']:.4f}" in shown for each in answer["widths"])
    assert ElementTree.fromstring(client.get(plot, query).content).tag.endswith("svg")
    assert client.get(api).json()["units"] == 105
    assert client.get(api, {"level": "none"}).status_code == 400


def test_before_ratings_the_page_says_what_is_missing(project: Project) -> None:
    client = manager_of(project)
    shown = client.get(reverse("evaluation:rating_plan", args=[project.slug])).content.decode()
    assert "An estimate needs 30 units with two or more ratings." in shown
    assert "Fewer than two whole scores" in shown
    assert client.get(reverse("evaluation:rating_plan_plot", args=[project.slug])).status_code == 404
    empty = make_rating_project(text="")
    assert (
        "Nothing to rate yet"
        in manager_of(empty).get(reverse("evaluation:rating_plan", args=[empty.slug])).content.decode()
    )


def test_items_with_too_few_and_uncertain_scores_come_first(project: Project) -> None:
    items = {item.number: item for item in Item.objects.filter(project=project)}
    given = {1: (0, 5), 2: (3, 3), 3: (2, 4), 4: (1,)}
    members = make_member(project), make_member(project)
    for number, scores in given.items():
        for member, score in zip(members, scores, strict=False):
            assignment = Assignment.objects.create(
                item=items[number],
                annotator=member,
                state=Assignment.State.SUBMITTED,
                lease_expires_at=timezone.now(),
                submitted_at=timezone.now(),
            )
            Rating.objects.create(assignment=assignment, head=0, modifier=0, whole=score)
    fewest, least_certain = read_item_needs(project, "whole", 5)
    assert [each.number for each in least_certain] == [1, 3, 2]
    assert least_certain[0].error == pytest.approx(np.std([0, 5], ddof=1) / np.sqrt(2))
    assert (least_certain[1].mean, least_certain[2].error) == (3.0, 0.0)
    assert all(each.scores < 2 for each in fewest)
    assert 4 not in [each.number for each in least_certain]


def test_what_wants_more_is_given_out_again_and_evenly(project: Project) -> None:
    Item.objects.filter(project=project, number__gt=4).update(state=Item.State.WITHDRAWN)
    rate(project, 3, 4)
    newcomer = make_member(project)
    operation_id = uuid4()
    said = {"user": project.created_by, "project": project, "numbers": [1, 3], "operation_id": operation_id}
    assert raise_required_ratings(**said, required=4) == 2
    assert raise_required_ratings(**said, required=4) == 0
    assert Operation.objects.filter(kind="raise_required_ratings").count() == 1
    given = set()
    for _ in range(2):
        assignment = lease_rating(newcomer)
        given.add(assignment.item.number)
        submit_rating(assignment)
    assert given == {1, 3}
    counts = dict(Item.objects.filter(project=project, number__lte=4).values_list("number", "submitted_count"))
    assert counts == {1: 4, 2: 3, 3: 4, 4: 3}


def test_only_a_manager_raises_and_only_what_can_be(project: Project) -> None:
    said = {"project": project, "numbers": [1], "required": 4}
    with pytest.raises(RoleRequired):
        raise_required_ratings(user=make_member(project).user, **said)
    for wrong in ({"numbers": [99]}, {"required": 51}, {"numbers": []}):
        with pytest.raises(DomainError):
            raise_required_ratings(user=project.created_by, **{**said, **wrong})
    Item.objects.filter(project=project, number=1).update(state=Item.State.ADJUDICATED)
    with pytest.raises(NotEditable):
        raise_required_ratings(user=project.created_by, **said)


def test_the_page_and_the_api_raise(project: Project) -> None:
    client = manager_of(project)
    address = reverse("idiomaticity:raise_required", args=[project.slug])
    sent = {"operation_id": str(uuid4()), "numbers": ["1", "2"], "required": "5"}
    answer = client.post(address, sent, follow=True)
    assert "2 items now require 5 ratings." in answer.content.decode()
    again = client.post(address, {"operation_id": str(uuid4()), "required": "5"}, follow=True)
    assert "Choose at least one" in again.content.decode()
    api = reverse("api:required-ratings", args=[project.slug])
    body = {"operation_id": str(uuid4()), "numbers": [2, 3], "required": 6}
    assert client.post(api, body, content_type="application/json").json() == {"raised": 2}
    required = dict(Item.objects.filter(project=project, number__lte=4).values_list("number", "required_count"))
    assert required == {1: 5, 2: 6, 3: 6, 4: 3}
