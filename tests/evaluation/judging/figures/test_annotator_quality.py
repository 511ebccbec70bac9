"""Annotator quality of judging: pace, straight-lining, repeats, the hidden reference; and figures with and without
excluded work.
"""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.models import Membership, Role
from evaluation.correlation.queries.human_scores import find_judging_round_report, list_judgements, read_scores
from evaluation.judging.figures.annotator_quality import JudgeHabits, Judgement, describe_judges
from evaluation.judging.methods import CANNOT_JUDGE, as_shown
from evaluation.judging.models import JudgingRound, ShownOrder
from evaluation.judging.queries.annotator_quality import read_judging_annotator_quality
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    make_correlation,
    make_evaluation_project,
    make_round,
    measure_all,
)
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

CONTRARY = {text: 6 - score for text, score in SCORES.items()}


def describe(given: list[Judgement], method: str = "score", annotator: int = 1, **more: object) -> JudgeHabits:
    return describe_judges(given, method, [annotator], **more)[0]  # type: ignore[arg-type]


def judged(annotator: int, task: int, *values: int, **more: object) -> Judgement:
    known = {"shown": tuple(range(max(2, len(values)))), **more}
    return Judgement(annotator, task, values, **known)  # type: ignore[arg-type]


def test_everybody_is_held_against_the_others_who_count() -> None:
    said = {1: [(1, 2), (4, 5)], 2: [(2, 2), (4, 4)], 3: [(5, 4), (2, 1)]}
    given = [judged(who, task, *values) for who, rows in said.items() for task, values in enumerate(rows)]
    assert describe(given).habits.compared == 4
    with_all, without = describe(given).habits.rho.value, describe(given, excluded=[3]).habits.rho.value
    assert with_all is not None and without is not None and without > with_all
    # Whoever is excluded is held against those who count, not against themselves.
    left_out = describe(given, annotator=3, excluded=[3]).habits.rho.value
    assert left_out is not None and left_out < 0


def test_a_run_is_of_what_was_shown() -> None:
    shown = [(0, 1), (1, 0)] * 6
    first_best = [judged(1, task, *((5, 1) if order == (0, 1) else (1, 5)), shown=order)
                  for task, order in enumerate(shown)]  # fmt: skip
    found = describe(first_best)
    assert found.habits.longest_run == 12
    assert [flag.name for flag in found.flags] == ["run"]
    by_text = [judged(1, task, 5, 1, shown=order) for task, order in enumerate(shown)]
    assert describe(by_text).habits.longest_run == 1


def test_a_preference_is_turned_round_as_it_was_shown() -> None:
    given = [judged(1, task, 1 if task % 2 else 3, shown=(0, 1) if task % 2 else (1, 0)) for task in range(4)]
    given += [judged(2, task, 1 if task % 2 else 3) for task in range(4)]
    found = describe(given, "preference")
    assert found.habits.longest_run == 4  # always the first that was shown
    assert found.habits.rho.value == 1.0  # in the order of the tasks, in which both say the same
    assert describe(given, "preference", annotator=2).habits.longest_run == 1


@pytest.mark.parametrize(("method", "first", "again", "alike"), [
    ("score", (5, 2), (5, 3), 1),
    ("percent", (50, 20), (60, 31), 1),
    ("preference", (1,), (1,), 1),
    ("score", (CANNOT_JUDGE, 2), (CANNOT_JUDGE, CANNOT_JUDGE), 1),
])  # fmt: skip
def test_what_is_asked_again_is_held_against_the_first_answer(
    method: str, first: tuple[int, ...], again: tuple[int, ...], alike: int
) -> None:
    given = [judged(1, 7, *first), judged(1, 9, *again, repeats=7)]
    found = describe(given, method)
    assert (found.again, found.alike) == (len(first), alike)
    assert found.habits.compared == 0


def test_a_repeat_whose_first_answer_is_not_there_says_nothing() -> None:
    assert describe([judged(1, 9, 5, 5, repeats=7)]).again == 0


@pytest.mark.parametrize(("method", "rows", "low"), [
    ("score", [((1, 5), 1), ((1, 2), 1), ((3, 3), 1)], 1),
    ("percent", [((0, 49), 1), ((0, 50), 1)], 1),
    ("preference", [((1,), 0), ((3,), 0), ((1,), 1), ((2,), 1)], 2),
    ("score", [((1, CANNOT_JUDGE), 1)], 0),
])  # fmt: skip
def test_the_hidden_reference_is_low_beneath_the_middle_or_where_the_other_is_better(
    method: str, rows: list[tuple[tuple[int, ...], int]], low: int
) -> None:
    given = [judged(1, task, *values, reference=place) for task, (values, place) in enumerate(rows)]
    assert describe(given, method).low == low


def test_whoever_scores_references_low_or_answers_otherwise_is_worth_a_look() -> None:
    given = [judged(1, task, 5, 1, reference=1) for task in range(3)]
    given += [judged(1, 10 + task, 1, 5, repeats=task) for task in range(3)]
    flags = {flag.name: flag for flag in describe(given).flags}
    assert flags["reference"].sentence == "3 of 3 hidden references scored low" and flags["reference"].is_grave
    assert flags["again"].sentence == "0 of 6 repeats with the same answer"


def make_opened() -> JudgingRound:
    """Open a judging round in which A, B and C judge everything, C the opposite of A and B."""
    project = make_evaluation_project()
    opened = make_round(project, make_test_set(project), required_count=3, hides_reference=True)
    for scores in (SCORES, SCORES, CONTRARY):
        answer_everything(make_member(project), scores)
    return opened


made = made_for_module(make_opened)


@pytest.fixture
def opened(db: None, made: JudgingRound) -> JudgingRound:
    return deepcopy(made)


def annotator(opened: JudgingRound, pseudonym: str) -> Membership:
    return opened.project.memberships.get(pseudonym=pseudonym)


def exclude(opened: JudgingRound, pseudonym: str = "C") -> None:
    known = {"user": opened.project.created_by, "project": opened.project, "operation_id": uuid4()}
    exclude_annotator(**known, annotator_id=annotator(opened, pseudonym).pk, reason="Contrary.")


def signed_in(opened: JudgingRound) -> Client:
    client = Client()
    client.force_login(opened.project.created_by)
    return client


def test_a_round_lists_those_least_like_the_others_first(opened: JudgingRound) -> None:
    Assignment.objects.filter(annotator=annotator(opened, "A")).update(active_seconds=2.0)
    rows = read_judging_annotator_quality(opened)
    assert [row.annotator.pseudonym for row in rows] == ["C", "A", "B"]
    assert rows[0].found.habits.rho.value < 0
    assert {flag.name for flag in rows[0].found.flags} >= {"agreement"}
    assert {flag.name for flag in rows[1].found.flags} >= {"speed"}
    assert rows[0].found.references == 3 and rows[1].found.low == 0


def test_every_figure_is_there_with_and_without_whoever_is_excluded(opened: JudgingRound) -> None:
    before = find_judging_round_report(opened)
    exclude(opened)
    without, with_all = find_judging_round_report(opened), find_judging_round_report(opened, with_excluded=True)
    assert (without.judgements, with_all) == (before.judgements * 2 // 3, before)
    assert without.alphas[0].alpha.value == 1
    assert len(read_scores(opened)) * 3 == len(read_scores(opened, with_excluded=True)) * 2
    assert "C" not in {row[2] for row in list_judgements(opened)}
    assert {row.annotator.pseudonym: row.excluded for row in read_judging_annotator_quality(opened)}["C"] == "Contrary."
    assert read_judging_annotator_quality(opened)[-1].found.habits.rho.value == pytest.approx(1)
    lift_exclusion(user=opened.project.created_by, project=opened.project, annotator_id=annotator(opened, "C").pk)
    assert find_judging_round_report(opened) == before


def test_correlations_are_computed_with_and_without(opened: JudgingRound) -> None:
    measure_all(opened.test_set, "chrf", "mwe-score")
    first = make_correlation(opened.test_set, opened)
    assert "with_excluded" not in first.result
    exclude(opened)
    shown = make_correlation(opened.test_set, opened)
    assert shown.pk != first.pk
    assert (shown.result["excluded"], shown.result["annotators"]) == (1, 2)
    assert shown.result["with_excluded"]["systems"] == first.result["systems"]
    client = signed_in(opened)
    where = [opened.project.slug, opened.test_set_id, shown.pk]
    address = reverse("evaluation:correlation", args=where)
    assert "1 excluded annotator left out." in markup_of(client.get(address))
    page = markup_of(client.get(address + "?excluded=with"))
    assert "Including 1 excluded annotator." in page and "by 3 annotators" in page
    table = reverse("evaluation:correlation_table", args=[*where, "systems", "csv"])
    assert client.get(table).getvalue() != client.get(table + "?excluded=with").getvalue()


def test_the_pages_tell_exclude_and_count_again(opened: JudgingRound) -> None:
    client, where = signed_in(opened), [opened.project.slug, opened.number]
    page = markup_of(client.get(reverse("evaluation:judging_annotator_quality", args=where)))
    assert "below 0.2" in page and "Reference low" in page
    who = [opened.project.slug, annotator(opened, "C").pk]
    of_one = reverse("evaluation:judging_annotator_quality_detail", args=who)
    assert "Idioms by people" in markup_of(client.get(of_one))
    sent = client.post(reverse("projects:exclude", args=who), {"operation_id": uuid4(), "reason": "Contrary."})
    assert sent["Location"] == of_one
    assert "Contrary." in markup_of(client.get(of_one))
    assert "1 excluded" in markup_of(client.get(reverse("evaluation:judging_round", args=where)))
    lines = (
        client.get(reverse("evaluation:judging_annotator_quality_table", args=where)).getvalue().decode().splitlines()
    )
    assert lines[0].startswith("annotator,judgements,median_seconds,rho") and lines[1].endswith(",Contrary.")
    client.post(reverse("projects:lift", args=who), {"operation_id": uuid4()})
    assert "excluded annotator" not in markup_of(client.get(reverse("evaluation:judging_round", args=where)))


def test_the_api_tells_annotator_quality_and_excludes(opened: JudgingRound) -> None:
    client, root = signed_in(opened), f"/api/v1/projects/{opened.project.slug}/"
    told = client.get(f"{root}judging-rounds/{opened.number}/annotator-quality/").json()
    assert [row["annotator"] for row in told] == ["C", "A", "B"]
    assert told[0]["rho"] < 0 and told[0]["references"] == 3
    address = f"{root}annotators/{annotator(opened, 'C').pk}/exclusion/"
    body = {"operation_id": str(uuid4()), "reason": "Contrary."}
    assert client.post(address, body, content_type="application/json").status_code == 200
    report = client.get(f"{root}judging-rounds/{opened.number}/").json()["report"]
    assert (report["count"], report["with_excluded"], report["alphas"][0]["alpha"]["value"]) == (1, False, 1)
    with_all = client.get(f"{root}judging-rounds/{opened.number}/?excluded=with").json()["report"]
    assert with_all["judgements"] == report["judgements"] * 3 // 2
    assert client.delete(address).status_code == 204


def test_a_manager_who_judges_too_is_told_nothing_of_themselves(opened: JudgingRound) -> None:
    manager = opened.project.created_by
    own = annotator(opened, "A")
    Membership.objects.filter(pk=own.pk).update(user=manager)
    client = signed_in(opened)
    page = client.get(reverse("evaluation:judging_annotator_quality", args=[opened.project.slug, opened.number]))
    assert "hidden while you annotate" in markup_of(page)
    told = client.get(
        f"/api/v1/projects/{opened.project.slug}/judging-rounds/{opened.number}/annotator-quality/"
    ).json()
    assert set(next(row for row in told if row["annotator"] == "A")) == {
        "id",
        "annotator",
        "judgements",
        "median_seconds",
    }
    assert "ρ" not in markup_of(
        client.get(reverse("evaluation:judging_annotator_quality_detail", args=[opened.project.slug, own.pk]))
    )


def test_annotators_see_their_own_pace_alone(opened: JudgingRound) -> None:
    client, own = Client(), annotator(opened, "B")
    client.force_login(own.user)
    page = markup_of(
        client.get(reverse("evaluation:judging_annotator_quality_detail", args=[opened.project.slug, own.pk]))
    )
    assert "Your work" in page and "Exclusion" not in page
    other = reverse(
        "evaluation:judging_annotator_quality_detail", args=[opened.project.slug, annotator(opened, "C").pk]
    )
    assert client.get(other).status_code == 404
    assert not own.project.memberships.filter(user=own.user, role=Role.MANAGER).exists()


@pytest.mark.django_db
def test_both_pages_tell_the_same_correlation_with_the_others() -> None:
    """Of preferences, too, of which half the people saw the second output first."""
    project = make_evaluation_project(annotators_per_item=3)
    judging_round = make_round(project, make_test_set(project), method="preference", required_count=3)
    for said in ((1, 2, 3), (1, 3, 3), (2, 1, 3)):
        annotator = make_member(project)
        while (assignment := lease_next(user=annotator.user, project=project)) is not None:
            wanted = said[(assignment.item.number - 1) % 3]
            answer(assignment, as_shown("preference", [wanted], assignment.shown_order.places))
    orders = {tuple(places) for places in ShownOrder.objects.values_list("places", flat=True)}
    assert len(orders) == 2
    of_round = {row.annotator: row.rho.value for row in find_judging_round_report(judging_round).annotators}
    of_quality = {
        row.annotator.pseudonym: row.found.habits.rho.value for row in read_judging_annotator_quality(judging_round)
    }
    assert all(value is not None for value in of_round.values()), of_round
    assert of_quality == pytest.approx(of_round)
