"""Annotators' rating quality: the figures by hand, the reads, the pages and the API."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators
from idiomaticity.ratings.scores import order_by_rho
from idiomaticity.screening.annotator_quality import GivenRating, Habits, Limits, find_flags, measure_habits
from idiomaticity.screening.queries.annotator_quality import (
    read_annotator_qualities,
    read_shared_paraphrases,
    sort_worst_first,
)
from tests.factories import make_member, make_user
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.running.module_rows import made_for_module

NOBODY = ((0, 0),) * 3
ROWS = "".join(f"{name} tank\tA {name} tank.\n" for name in ("fish", "gas", "oil", "rain"))
SCORES = {"A": (0, 1, 4, 5), "B": (0, 2, 4, 5), "C": (5, 4, 1, 0)}


def given(*scores: int | None, others: tuple[tuple[int, int], ...] = NOBODY, seconds: float = 0) -> GivenRating:
    return GivenRating(scores, others, seconds)


def test_an_annotator_is_compared_with_the_mean_of_the_others() -> None:
    # Own 0, 1, 4 on the whole; the others' means 0.5, 3 and 2: ranks 1 2 3 and 1 3 2, so ρ = 1 − 6·2/(3·8) = 0.5.
    rows = [given(None, None, own, others=((9, 3), (9, 3), (total, 2))) for own, total in ((0, 1), (1, 6), (4, 4))]
    habits = measure_habits(rows)
    assert habits.rho.value == pytest.approx(0.5)
    assert (habits.ratings, habits.compared) == (3, 3)


def test_what_nobody_else_scored_and_those_who_cannot_judge_are_not_compared() -> None:
    habits = measure_habits([given(-1, 3, 2, others=((4, 1), (0, 0), (5, 1)))])
    assert habits.compared == 1
    assert habits.rho.value is None
    assert habits.cannot_share.value == pytest.approx(1 / 3)


def test_speed_is_the_median_of_what_was_timed() -> None:
    habits = measure_habits([given(1, 1, 1, seconds=seconds) for seconds in (4.0, 0.0, 10.0, 5.0)])
    assert habits.seconds.value == 5.0
    assert measure_habits([given(1, 1, 1)]).seconds.value is None


def test_straight_lines_show_as_share_and_as_run() -> None:
    habits = measure_habits([given(3, 3, 3), given(3, 3, 3), given(0, 3, 5), given(3, 3, 3)])
    assert habits.same_share.value == pytest.approx(10 / 12)
    assert habits.longest_run == 2


@pytest.mark.parametrize(("number", "names"), [(4, []), (5, ["run"]), (8, ["run"]), (30, ["run"])])
def test_a_straight_line_is_flagged_by_the_number_of_ratings(number: int, names: list[str]) -> None:
    assert [flag.name for flag in find_flags(measure_habits([given(5, 5, 5)] * number))] == names


def test_few_ratings_are_not_flagged_for_a_short_run() -> None:
    eight = [given(5, 5, 5)] * 5 + [given(0, 1, 2), given(4, 2, 3), given(1, 1, 0)]
    assert find_flags(measure_habits(eight)) == []
    assert [flag.name for flag in find_flags(measure_habits([*[given(5, 5, 5)] * 7, given(5, 5, 4)]))] == ["same"]


def test_whoever_always_gives_the_same_score_is_listed_first() -> None:
    """Not whoever has no ρ because the others always agree, or because too little is compared."""
    others = ((1, 1), (2, 1), (3, 1))
    found = {
        "always five": measure_habits([given(5, 5, 5, others=others)]),
        "contrary": measure_habits([given(3, 2, 1, others=others)]),
        "good": measure_habits([given(1, 2, 3, others=others)]),
        "alone": measure_habits([given(1, 2, 3, others=((2, 1), (2, 1), (2, 1)))]),
        "began": measure_habits([]),
    }
    keys = {name: order_by_rho(habits.rho, is_constant=habits.is_constant) for name, habits in found.items()}
    assert sorted(keys, key=keys.__getitem__) == ["always five", "contrary", "good", "alone", "began"]


def test_thresholds_are_those_of_the_paper_and_can_be_moved() -> None:
    def name(rho: float, limits: Limits) -> list[tuple[str, bool]]:
        rows = measure_habits([given(1, 2, 3, others=((1, 1), (2, 1), (3, 1)))])
        moved = Habits(ratings=9, rho=type(rows.rho)(rho))
        return [(flag.sentence, flag.is_grave) for flag in find_flags(moved, limits)]

    assert name(0.19, Limits()) == [("below 0.2", True)]
    assert name(0.2, Limits()) == [("below 0.4", False)]
    assert name(0.4, Limits()) == []
    assert name(0.4, Limits(poor=0.5, doubtful=0.6)) == [("below 0.5", True)]


def test_every_other_habit_worth_a_look_is_named() -> None:
    rows = [given(-1, -1, 3, seconds=1.0)] * 10
    habits = measure_habits(rows, same_paraphrase=("sweet", 5), passed=1, failed=2)
    names = [flag.name for flag in find_flags(habits)]
    assert names == ["attention", "speed", "run", "cannot_judge", "paraphrase"]
    mixed = measure_habits([*[given(3, 3, 3)] * 9, given(3, 3, 2), *[given(3, 3, 3)] * 9])
    assert [flag.name for flag in find_flags(mixed)] == ["same"]
    assert find_flags(measure_habits([])) == []


def make_rated() -> Project:
    """Four compounds, each rated by A, B and C, who is the opposite of A."""
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=3)
    for name in SCORES:
        annotator = make_member(project)
        for _ in range(4):
            assignment = lease_rating(annotator)
            score = SCORES[name][assignment.item.number - 1]
            submit_rating(assignment, -1, -1, score, "sweet" if name == "C" else f"vessel {assignment.item.number}")
    return project


made = made_for_module(make_rated)


@pytest.fixture
def project(db: None, made: Project) -> Project:
    return deepcopy(made)


def read(project: Project, **known: bool) -> dict[str, Habits]:
    rows = read_annotator_qualities(project, list(list_annotators(project)), Limits(), **known)
    return {row.annotator.pseudonym: row.habits for row in rows}


def exclude(project: Project, pseudonym: str) -> Membership:
    annotator: Membership = project.memberships.get(pseudonym=pseudonym)
    exclude_annotator(user=project.created_by, project=project, annotator_id=annotator.pk, reason="Contrary.")
    return annotator


def test_the_database_gives_the_same_as_by_hand(project: Project) -> None:
    found = read(project)
    # A: 0 1 4 5 against (B + C)/2 = 2.5, 3, 2.5, 2.5, of ranks 2 4 2 2.
    assert found["A"].rho.value == pytest.approx(-0.2581988897)
    assert found["C"].rho.value == pytest.approx(-1)
    assert found["C"].same_paraphrase == ("sweet", 4)
    assert found["A"].same_paraphrase == ("", 0)
    rows = sort_worst_first(read_annotator_qualities(project, list(list_annotators(project)), Limits()))
    assert rows[0].annotator.pseudonym == "C"


def test_the_others_are_those_who_count(project: Project) -> None:
    exclude(project, "C")
    without, with_all = read(project), read(project, with_excluded=True)
    assert without["A"].rho.value == pytest.approx(1)
    assert with_all["A"].rho.value == pytest.approx(-0.2581988897)
    # The excluded one is still compared, with those who count.
    assert without["C"].rho.value == pytest.approx(-1)
    shared = read_shared_paraphrases(project, 4)
    assert not shared
    assert [(row.form, row.compounds) for row in read_shared_paraphrases(project, 4, with_excluded=True)] == [
        ("sweet", 4)
    ]


def test_queries_do_not_grow_with_annotators(project: Project) -> None:
    def count(annotators: list[Membership]) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            read_annotator_qualities(project, annotators, Limits())
        return len(queries)

    annotators = list(list_annotators(project))
    assert count(annotators[:1]) == count(annotators) <= 8


def test_work_is_timed_by_active_seconds(project: Project) -> None:
    Assignment.objects.filter(annotator__pseudonym="A").update(active_seconds=12)
    assert read(project)["A"].seconds.value == 12.0


def test_the_page_tells_everything_to_the_manager_and_the_file_holds_it(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:annotator_quality", args=[project.slug])).content.decode()
    assert "below 0.2" in page
    assert "−1.000" in page
    moved = {"poor": -2, "doubtful": -1, "seconds": 0, "run": 99, "same_share": 1, "cannot_share": 1}
    loose = client.get(
        reverse("idiomaticity:annotator_quality", args=[project.slug]), {**moved, "poor": -1, "same_paraphrase": 4}
    )
    assert "below 0.2" not in loose.content.decode()
    assert "sweet" in loose.content.decode()
    lines = (
        client.get(reverse("idiomaticity:annotator_quality_table", args=[project.slug]))
        .getvalue()
        .decode()
        .splitlines()
    )
    assert lines[0].startswith("annotator,ratings,median_seconds,rho")
    assert len(lines) == 4
    listed = client.get(reverse("api:rating-annotator-qualities", args=[project.slug])).json()["results"]
    assert {row["annotator"]: row["rho"] for row in listed}["C"] == pytest.approx(-1)


def test_an_annotator_sees_their_own_speed_and_nothing_of_others(project: Project) -> None:
    annotator = project.memberships.select_related("user").get(pseudonym="A")
    client = Client()
    client.force_login(annotator.user)
    landed = client.get(reverse("idiomaticity:annotator_quality", args=[project.slug]), follow=True)
    page = landed.content.decode()
    assert "Your work" in page
    assert "ρ" not in page
    assert "Attention" not in page
    told = client.get(reverse("api:rating-annotator-quality", args=[project.slug, annotator.pk])).json()
    assert set(told) == {"id", "annotator", "ratings", "median_seconds"}
    other = project.memberships.get(pseudonym="B")
    assert client.get(reverse("api:rating-annotator-quality", args=[project.slug, other.pk])).status_code == 404


def test_a_manager_who_annotates_is_told_no_more_of_themselves(project: Project) -> None:
    manager = project.created_by
    own = make_member(project, user=manager)
    client = Client()
    client.force_login(manager)
    told = client.get(reverse("api:rating-annotator-quality", args=[project.slug, own.pk])).json()
    assert set(told) == {"id", "annotator", "ratings", "median_seconds"}
    rows = (
        client.get(reverse("idiomaticity:annotator_quality_table", args=[project.slug]))
        .getvalue()
        .decode()
        .splitlines()
    )
    assert next(row for row in rows if row.startswith(own.pseudonym)) == f"{own.pseudonym},0" + "," * 15


def test_the_page_excludes_and_counts_again(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    annotator = project.memberships.get(pseudonym="C")
    known = [project.slug, annotator.pk]
    refused = client.post(reverse("projects:exclude", args=known), {"operation_id": uuid4(), "reason": ""})
    assert "Give a reason for the exclusion." in client.get(refused["Location"]).content.decode()
    assert not annotator.exclusions.exists()
    sent = {"operation_id": uuid4(), "reason": "Contrary."}
    for _ in "ab":
        assert client.post(reverse("projects:exclude", args=known), sent).status_code == 302
    assert "Contrary." in client.get(reverse("idiomaticity:annotator_quality_detail", args=known)).content.decode()
    client.post(reverse("projects:lift", args=known), {"operation_id": uuid4()})
    assert annotator.exclusions.get().lifted_by == project.created_by


def test_another_project_is_not_to_be_seen(project: Project) -> None:
    client = Client()
    client.force_login(make_user())
    assert client.get(reverse("idiomaticity:annotator_quality", args=[project.slug])).status_code == 404
