"""Checks come unseen, look like work, and count in annotator quality alone."""

from itertools import pairwise
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from idiomaticity.compounds.models import Compound
from idiomaticity.results.queries.results import read_paraphrases, read_scores
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.annotator_quality import Limits
from idiomaticity.screening.queries.annotator_quality import read_annotator_qualities
from idiomaticity.screening.services.known_ratings import set_screening
from tests.authorisation.asking import ONCE_ONLY
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.idiomaticity.screening.known import ROWS, always, choose, rate_everything


def test_an_attention_item_is_nobodys_work(project: Project) -> None:
    known = choose(project)
    assert known
    assert known.item.state == Item.State.WITHDRAWN
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=70)
    assert known.item.pk not in {each.item_id for each in rate_everything(project, 5)}


def test_attention_items_come_unseen_and_count_in_annotator_quality_alone(project: Project) -> None:
    choose(project)
    always(project)
    for whole in [5, 1] * 6:
        rate_everything(project, whole)
    checks = Assignment.objects.filter(purpose="check")
    assert 0 < checks.count() <= 12
    assert set(checks.values_list("item__identifier", flat=True)) == {"fish tank-1"}
    assert Item.objects.get(project=project, identifier="fish tank-1").submitted_count == 0
    assert "fish tank" not in {row.compound.text for row in read_scores(project)}
    assert read_paraphrases(Compound.everything.get(project=project, text="fish tank")) == []
    assert len(read_score_table(project)) == 3 * project.annotators_per_item
    rows = read_annotator_qualities(project, list(list_annotators(project)), Limits())
    passed, failed = (sum(getattr(row.habits, name) for row in rows) for name in ("passed", "failed"))
    right = checks.filter(rating__whole=5).count()
    assert (passed, failed) == (right, checks.count() - right)


def test_nothing_in_the_state_tells_a_check_from_work(project: Project) -> None:
    choose(project)
    always(project)
    annotator = make_member(project)
    states = {}
    # At half, two of the first four are checks; here there is one, and what comes for the other is work.
    for _ in range(4):
        assignment = lease_rating(annotator)
        states[assignment.purpose] = describe_state(Assignment.objects.get(pk=assignment.pk))
        submit_rating(assignment)
    assert states["work"].keys() == states["check"].keys()
    assert "check" not in str(states["check"])


def look(client: Client, assignment: Assignment) -> list[bytes]:
    """Return everything the annotator can read of an assignment, without what must differ between two requests."""
    slug, own = assignment.item.project.slug, assignment.annotator_id
    addresses = [
        reverse("idiomaticity:rate", args=[assignment.pk]),
        reverse("api:assignment-detail", args=[assignment.pk]),
        reverse("idiomaticity:assignments", args=[slug]),
        reverse("idiomaticity:overview", args=[slug]),
        reverse("projects:home"),
        reverse("api:assignments"),
        reverse("idiomaticity:annotator_quality_detail", args=[slug, own]),
        reverse("api:rating-annotator-quality", args=[slug, own]),
    ]
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return [ONCE_ONLY.sub(b"", answer.content) for answer in answers]


@pytest.mark.django_db
def test_a_check_is_byte_for_byte_what_work_is() -> None:
    """The same assignment is looked at as a check and as work, in every state it goes through. The time that each took
    differs, so that a median without checks would show.
    """
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=20)
    choose(project)
    always(project)
    all_done = (rate_everything(project, 5) for _ in range(20))
    done = next(done for done in all_done if "check" in [each.purpose for each in done[1:]])
    check = next(each for each in done if each.purpose == "check")
    for place, each in enumerate(done):
        Assignment.objects.filter(pk=each.pk).update(active_seconds=float(5 ** (1 + place)))
    client = Client()
    client.force_login(check.annotator.user)
    known = {"user": check.annotator.user, "assignment_id": check.pk}

    def compare() -> None:
        as_check = look(client, check)
        Assignment.objects.filter(pk=check.pk).update(purpose="work")
        Item.objects.filter(pk=check.item_id).update(state=Item.State.OPEN)
        as_work = look(client, check)
        Assignment.objects.filter(pk=check.pk).update(purpose="check")
        Item.objects.filter(pk=check.item_id).update(state=Item.State.WITHDRAWN)
        assert as_check == as_work

    compare()
    reopened = reopen_assignment(**known, operation_id=uuid4(), version=check.version)
    compare()
    skipped = skip_assignment(**known, operation_id=uuid4(), version=reopened.version, reason="odd")
    compare()
    assert skipped.state == Assignment.State.SKIPPED


def test_what_counts_is_the_first_answer_to_a_check(project: Project) -> None:
    choose(project)
    always(project)
    check = next(each for _ in range(12) for each in rate_everything(project, 1) if each.purpose == "check")
    known = {"user": check.annotator.user, "assignment_id": check.pk, "operation_id": uuid4()}
    reopened = reopen_assignment(**known, version=check.version)
    [row] = read_annotator_qualities(project, [check.annotator], Limits())
    assert (row.habits.passed, row.habits.failed) == (0, 1), "reopening does not take it back"
    submit_rating(reopened, 3, 3, 5)
    [row] = read_annotator_qualities(project, [check.annotator], Limits())
    assert (row.habits.passed, row.habits.failed) == (0, 1)


@pytest.mark.django_db
def test_a_check_does_not_follow_on_another_item_of_its_compound() -> None:
    rows = "fish tank\tA fish tank.\nfish tank\tTwo fish tanks.\n" + ROWS.replace("fish", "water")
    project = make_rating_project(text="compound\tsentence\n" + rows)
    choose(project)
    always(project)
    for _ in range(8):
        done = [each.item.identifier for each in rate_everything(project, 5)]
        after = dict(pairwise(done))
        assert after.get("fish tank-2") != "fish tank-1"


def test_a_check_can_be_reopened_like_work(project: Project) -> None:
    choose(project)
    always(project)
    done = next(each for _ in range(12) for each in rate_everything(project, 5) if each.purpose == "check")
    before = done.annotator.submitted_count
    reopened = reopen_assignment(
        user=done.annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version
    )
    assert reopened.state == Assignment.State.IN_PROGRESS
    reopened.annotator.refresh_from_db()
    assert reopened.annotator.submitted_count != before
    assert Item.objects.get(pk=done.item_id).state == Item.State.WITHDRAWN
