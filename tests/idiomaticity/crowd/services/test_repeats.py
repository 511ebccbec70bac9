"""Items that participants with lists are asked a second time."""

from collections import Counter
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.annotator_quality.columns import describe_row
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.progress import read_own_progress
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.answers.queries import read_answers
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.people import list_workers, read_funnel, read_participants
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.lists.models import ListedItem
from idiomaticity.lists.queries import read_lists, sum_up
from idiomaticity.results.queries.results import read_scores
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.annotator_quality import USUAL
from idiomaticity.screening.queries.annotator_quality import read_annotator_qualities
from idiomaticity.screening.queries.quality import COLUMNS
from idiomaticity.screening.repeat_consistency import NO_REPEATS
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.idiomaticity.crowd.entering import enter, set_up
from tests.idiomaticity.crowd.services.test_lists import number_of
from tests.idiomaticity.making import bring_in, lease_rating, make_rating_project, submit_rating
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
WORDS = ("rain", "fish", "gas", "oil", "wine", "tea", "salt", "corn")
TEXT = "compound\tsentence\n" + "".join(f"{word} tank\tA {word} tank, {n}.\n" for word in WORDS for n in "ab")


def make_study(repeats: int, **changes: Any) -> Project:
    """Make a crowd of eight compounds with two sentences each, in two lists of eight, for two participants each."""
    project = make_rating_project(text=TEXT, annotators_per_item=2)
    Project.objects.filter(pk=project.pk).update(seed=5)
    project.refresh_from_db()
    set_up(project, **{"lists": "apart", "limit_each": 8, "most_people": 20, "repeats": repeats, **changes})
    open_crowd(user=project.created_by, project=project, is_open=True)
    return project


def answer_of(assignment: Assignment, worker: CrowdWorker) -> int:
    """Return a score that depends on item and rater, and is another the second time."""
    return (assignment.item.number + worker.pk % 2 + (assignment.purpose == "repeat")) % 6


def rate(worker: CrowdWorker) -> list[Assignment]:
    membership = worker.membership
    done = []
    while (assignment := lease_next(user=membership.user, project=membership.project)) is not None:
        done.append(submit_rating(assignment, 3, 3, answer_of(assignment, worker)))
    worker.refresh_from_db()
    return done


@pytest.mark.parametrize("repeats", [1, 3, 4])
def test_every_participant_is_asked_the_repeats_of_their_list(repeats: int) -> None:
    study = make_study(repeats)
    for worker in [enter(study) for _ in range(4)]:
        done = rate(worker)
        assert Counter(each.purpose for each in done) == {"work": 8, "repeat": repeats}
        items = [each.item_id for each in done]
        marked = ListedItem.objects.filter(project=study, number=number_of(worker), is_repeated=True)
        again = {each.item_id for each in done if each.purpose == "repeat"}
        assert again == set(marked.values_list("item", flat=True))
        for item in again:
            first, second = (place for place, each in enumerate(items) if each == item)
            assert done[first].purpose == "work"
            assert second - first > repeats
        assert worker.state == "done"
        worker.membership.refresh_from_db()
        assert read_own_progress(worker.membership).submitted == 8 + repeats
    assert set(study.items.values_list("submitted_count", "state")) == {(2, "annotated")}


def test_each_submission_moves_one_item_from_left_to_submitted() -> None:
    study = make_study(3)
    worker = enter(study)
    totals = []
    while (assignment := lease_next(user=worker.membership.user, project=study)) is not None:
        worker.membership.refresh_from_db()
        totals.append(read_own_progress(worker.membership).total)
        submit_rating(assignment)
    assert totals == [11] * 11


def test_no_count_changes_with_repeats() -> None:
    """The same people give the same answers, once with repeats and once without."""
    found = []
    for repeats in (0, 4):
        study = make_study(repeats, payment=2, currency="EUR")
        workers = [enter(study) for _ in range(4)]
        for place, worker in enumerate(workers):
            while (assignment := lease_next(user=worker.membership.user, project=study)) is not None:
                first = study.items.order_by("number").values_list("number", flat=True)[0]
                score = (assignment.item.number - first + place + (assignment.purpose == "repeat")) % 6
                submit_rating(assignment, 3, 3, score, "a tank")
        table = read_score_table(study)
        rows = list_workers(study)
        quality = read_annotator_qualities(study, [each.membership for each in rows], USUAL)
        described = [describe_row(COLUMNS, row, is_own=False) for row in quality]
        # The order of work is each rater's own, and so are runs and seconds.
        others = ("longest_run", "flags", "median_seconds", *NO_REPEATS.to_json())
        told = [{name: value for name, value in row.items() if name not in others} for row in described]
        found.append(
            {
                "funnel": read_funnel(study.crowd_call),
                "payable": [each.payment for each in read_participants(study, list(rows))],
                "rated": [each.rated_count for each in rows],
                "means": [(row.compound.text, row.score.token, row.ratings) for row in read_scores(study)],
                "alpha": table.count_all_units().alpha("ordinal"),
                "quality": told,
                "needed": sum_up(read_lists(study)),
                "items": list(study.items.order_by("number").values_list("submitted_count", "assigned_count", "state")),
            }
        )
    assert found[0] == found[1]
    assert found[0]["rated"] == [8] * 4


def test_repeat_consistency_is_shown_to_the_manager() -> None:
    study = make_study(2, limit_each=8)
    worker = enter(study)
    again = [each for each in rate(worker) if each.purpose == "repeat"]
    # Head and modifier are the same both times, the whole is one higher, or falls from 5 to 0.
    firsts = Assignment.objects.filter(annotator=worker.membership, purpose="work", item__in=[a.item_id for a in again])
    distances = [
        abs(each.rating.whole - firsts.get(item=each.item_id).rating.whole)
        for each in Assignment.objects.filter(annotator=worker.membership, purpose="repeat")
    ]
    [participant] = read_participants(study, list(list_workers(study)))
    assert participant.repeats.to_json() == {
        "repeated_answers": 6,
        "repeats_identical_share": pytest.approx(4 / 6, abs=1e-6),
        "repeats_mean_difference": pytest.approx(sum(distances) / 6, abs=1e-6),
    }
    manager = Client()
    manager.force_login(study.created_by)
    page = markup_of(manager.get(reverse("idiomaticity:crowd", args=[study.slug])))
    assert "2 asked a second time" in page
    assert "Repeat consistency" in page
    assert "66.7 %" in page
    quality = markup_of(manager.get(reverse("idiomaticity:annotator_quality", args=[study.slug])))
    assert "Repeat consistency" in quality
    detail = reverse("idiomaticity:annotator_quality_detail", args=[study.slug, worker.pk])
    assert "of 6 answers identical" in markup_of(manager.get(detail))
    told = manager.get(reverse("api:rating-annotator-quality", args=[study.slug, worker.pk])).json()
    assert told["repeated_answers"] == 6
    people = manager.get(reverse("idiomaticity:crowd_people", args=[study.slug])).getvalue().decode()
    header, row = (line.split(",") for line in people.splitlines())
    assert dict(zip(header, row, strict=True))["repeated_answers"] == "6"
    rows = manager.get(reverse("api:crowd-lists", args=[study.slug])).json()["results"]
    assert sum(each["is_repeated"] for each in rows) == 4


def test_the_table_of_answers_has_repeats_with_purpose_and_trial() -> None:
    study = make_study(2)
    done = rate(enter(study))
    told = {row.trial: row.purpose for row in read_answers(study)}
    assert told == {trial: each.purpose for trial, each in enumerate(done, start=1)}
    assert list(told.values()).count("repeat") == 2


def test_attention_items_stay_as_many_beside_repeats() -> None:
    project = make_rating_project(text=TEXT, annotators_per_item=2)
    known = {"user": project.created_by, "project": project}
    for number in (1, 2):
        add_known_rating(**known, item=f"corn tank-{number}", use="attention", expected={"whole": [0, 5]})
    set_screening(**known, attention_share=25, pass_mark=70)
    set_up(project, lists="apart", limit_each=7, most_people=20, repeats=3)
    open_crowd(**known, is_open=True)
    for _ in range(3):
        worker = enter(project)
        membership = worker.membership
        totals = set()
        purposes: Counter[str] = Counter()
        while (assignment := lease_next(user=membership.user, project=project)) is not None:
            membership.refresh_from_db()
            totals.add(read_own_progress(membership).total)
            purposes[submit_rating(assignment).purpose] += 1
        assert purposes == {"work": 7, "check": 2, "repeat": 3}
        assert totals == {12}


def test_what_is_skipped_is_not_asked_again_and_nothing_follows_directly() -> None:
    study = make_study(4)
    worker = enter(study)
    shown, skipped = [], set()
    while (assignment := lease_next(user=worker.membership.user, project=study)) is not None:
        shown.append(assignment.item_id)
        is_marked = ListedItem.objects.get(item=assignment.item_id).is_repeated
        if is_marked and len(skipped) < 2:
            skipped.add(assignment.item_id)
            skip_assignment(
                user=worker.membership.user,
                assignment_id=assignment.pk,
                operation_id=uuid4(),
                version=assignment.version,
                reason="garbled",
            )
        else:
            submit_rating(assignment)
    assert all(one != two for one, two in pairwise(shown))
    purposes = Counter(worker.membership.assignments.submitted().values_list("purpose", flat=True))
    assert purposes == {"work": 6, "repeat": 2}
    assert not skipped & set(worker.membership.assignments.filter(purpose="repeat").values_list("item", flat=True))


def test_a_repeat_that_went_back_comes_again_as_a_repeat() -> None:
    study = make_study(1)
    worker = enter(study)
    while (assignment := lease_rating(worker.membership)).purpose == "work":
        submit_rating(assignment)
    Assignment.objects.filter(pk=assignment.pk).update(state="returned")
    again = lease_rating(worker.membership)
    assert (again.pk, again.purpose) == (assignment.pk, "repeat")
    submit_rating(again)
    worker.refresh_from_db()
    assert lease_next(user=worker.membership.user, project=study) is None
    assert worker.membership.assignments.filter(item=again.item_id).count() == 2


def test_original_and_repeat_can_be_reopened_until_the_end() -> None:
    study = make_study(4)
    worker = enter(study)
    while (assignment := lease_rating(worker.membership)).purpose == "work":
        submit_rating(assignment)
    repeat = submit_rating(assignment)
    before = Item.objects.get(pk=repeat.item_id).submitted_count
    known = {"user": worker.membership.user, "operation_id": uuid4()}
    opened = reopen_assignment(**known, assignment_id=repeat.pk, version=repeat.version)
    assert (opened.state, Item.objects.get(pk=repeat.item_id).submitted_count) == ("in_progress", before)


def test_repeats_need_lists_that_are_long_enough() -> None:
    project = make_rating_project(text=TEXT)
    with pytest.raises(DomainError, match="Repeats need lists"):
        set_up(project, repeats=1)
    with pytest.raises(DomainError, match="A list of 8 has room for 4 repeats at most"):
        set_up(project, lists="apart", limit_each=8, repeats=5)
    set_up(project, lists="apart", limit_each=8, repeats=4)
    assert [row.repeats for row in read_lists(project)] == [4, 4]


def test_lists_of_later_items_have_as_many_repeats_as_fit() -> None:
    study = make_study(3)
    lease_rating(enter(study).membership)
    open_crowd(user=study.created_by, project=study, is_open=False)
    bring_in(study, "compound\tsentence\n" + "".join(f"{word} cup\tA {word} cup.\n" for word in ("tea", "egg", "ice")))
    open_crowd(user=study.created_by, project=study, is_open=True)
    assert [(row.items, row.repeats) for row in read_lists(study)] == [(8, 3)] * 2 + [(3, 1)]


def test_the_preview_shows_repeats_after_the_list(client: Client) -> None:
    study = make_study(2)
    client.force_login(study.created_by)
    address = reverse("idiomaticity:list", args=[study.slug, 1])
    texts = [markup_of(client.get(f"{address}?page={page}")) for page in range(1, 11)]
    assert ["asked a second time" in text for text in texts] == [False] * 8 + [True] * 2
    marked = ListedItem.objects.filter(project=study, number=1, is_repeated=True).order_by("item__number")
    for text, each in zip(texts[8:], marked, strict=True):
        assert f"<mark>{each.item.occurrence.compound.text}</mark>" in text
