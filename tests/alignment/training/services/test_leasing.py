"""Silent checks: the figures they count in, and that nobody can tell them from work."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from alignment.adjudication.models import LinkDecision
from alignment.agreement.models import PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.annotator_quality.queries.reports import read_annotator_quality
from alignment.releases.queries.pairs import read_released_pairs
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from annotation_site.assignments.services.leases import return_abandoned
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership
from tests.alignment.training.training_project import GOLD, WRONG, TrainingProject, client_of
from tests.authorisation.asking import ONCE_ONLY
from tests.factories import draw, make_member, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def checked() -> TrainingProject:
    """Half of what is assigned is a check, while there are any: here the newcomer's first two leases or so."""
    return TrainingProject(use="check", check_share=50)


def lease_until(training: TrainingProject, purpose: str) -> Assignment:
    """Return the first such lease of one newcomer after another; the chance that none of 24 has one is negligible."""
    for _ in range(24):
        assignment = training.next()
        if assignment is not None and assignment.purpose == purpose:
            return assignment
        training.newcomer = make_member(training.project)
    raise AssertionError(f"24 newcomers got no {purpose}")


def test_checks_are_mixed_in_among_others() -> None:
    training = TrainingProject(use="check", check_share=50)
    purposes: list[str] = []
    for _ in range(24):
        member = make_member(training.project)
        assignment = training.next(member)
        purposes.append(assignment.purpose if assignment else "none")
    assert 1 <= purposes.count("check") <= 23


def test_without_a_share_there_are_none() -> None:
    training = TrainingProject(use="check", check_share=0)
    assert {training.read(GOLD).purpose, training.read(GOLD).purpose} == {"work"}


def look(client: Client, assignment: Assignment) -> list[bytes]:
    """Return everything the annotator can read of an assignment, without what must differ between two pairs."""
    slug = assignment.item.project.slug
    addresses = [
        reverse("alignment:annotate", args=[assignment.pk]),
        reverse("api:assignment-detail", args=[assignment.pk]),
        reverse("alignment:assignments", args=[slug]),
        reverse("alignment:overview", args=[slug]),
        reverse("api:assignments"),
        reverse("alignment:feedback", args=[slug]),
        reverse("alignment:training", args=[slug]),
        reverse("alignment:annotator_quality_detail", args=[slug, assignment.annotator_id]),
        reverse("api:annotator-quality", args=[slug, assignment.annotator_id]),
    ]
    return [ONCE_ONLY.sub(b"", client.get(address).content) for address in addresses]


def test_a_check_is_byte_for_byte_what_work_is(checked: TrainingProject) -> None:
    """The same assignment is looked at as a check and as work, in every state it goes through."""
    assignment = lease_until(checked, "check")
    client = client_of(checked.newcomer)
    # What work on a pair that is still being annotated shows: the item of a check is settled, and has no place for it.
    item = Item.objects.get(pk=assignment.item_id)
    counts = ("state", "assigned_count", "submitted_count")
    settled = {name: getattr(item, name) for name in counts}
    begun = dict(zip(counts, (Item.State.OPEN, item.required_count - 1, item.required_count - 1), strict=True))
    known = {"user": checked.newcomer.user, "assignment_id": assignment.pk}

    def compare() -> None:
        as_check = look(client, assignment)
        Assignment.objects.filter(pk=assignment.pk).update(purpose="work")
        Item.objects.filter(pk=item.pk).update(**begun)
        as_work = look(client, assignment)
        Assignment.objects.filter(pk=assignment.pk).update(purpose="check")
        Item.objects.filter(pk=item.pk).update(**settled)
        assert as_check == as_work

    compare()
    draw(assignment, WRONG)
    compare()
    skip_assignment(**known, operation_id=uuid4(), version=assignment.version, reason="odd")
    compare()
    resume_assignment(**known, operation_id=uuid4())
    assignment.refresh_from_db()
    submit(assignment)
    compare()
    assignment.refresh_from_db()
    reopen_assignment(**known, operation_id=uuid4(), version=assignment.version)
    compare()


def test_an_adjudicated_pair_as_a_check_says_nothing_of_it(checked: TrainingProject) -> None:
    Item.objects.filter(number__in=checked.numbers).update(state=Item.State.ADJUDICATED)
    assignment = lease_until(checked, "check")
    submit(draw(assignment, WRONG))
    state = client_of(checked.newcomer).get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    assert (state["can_reopen"], state["cannot_edit_reason"]) == (True, "You submitted this item.")


def lease_both(training: TrainingProject) -> dict[str, Assignment]:
    """Return a submitted check and submitted work of the first newcomer who gets one of each.

    What others did is undone: two with work alone would leave none to the next.
    """
    for _ in range(24):
        with transaction.atomic():
            training.newcomer = make_member(training.project)
            both = {each.purpose: each for each in (training.read(GOLD), training.read(GOLD))}
            if len(both) == 2:
                return both
            transaction.set_rollback(True)
    raise AssertionError("24 newcomers got no check beside their work")


def read_states(both: dict[str, Assignment]) -> dict[str, tuple[object, ...]]:
    """Return what the annotator is told of reopening: on the page, by trying, and in the list of their work."""
    found: dict[str, tuple[object, ...]] = {}
    for purpose, assignment in both.items():
        client = client_of(assignment.annotator)
        state = client.get(reverse("api:assignment-detail", args=[assignment.pk])).json()
        page = client.get(reverse("alignment:assignments", args=[assignment.item.project.slug])).content.decode()
        step = {"operation_id": str(uuid4()), "version": state["version"]}
        address = reverse("api:assignment-reopen", args=[assignment.pk])
        with transaction.atomic():
            tried = client.post(address, step, content_type="application/json")
            transaction.set_rollback(True)
        told = tried.json().get("detail", "") if tried.status_code != 200 else ""
        offers = reverse("alignment:reopen", args=[assignment.pk]) in page
        found[purpose] = (state["can_reopen"], state["cannot_edit_reason"], offers, tried.status_code, told)
    return found


def test_a_check_closes_when_the_work_beside_it_does(checked: TrainingProject) -> None:
    both = lease_both(checked)
    beside = Item.objects.filter(pk=both["work"].item_id)
    for state in (Item.State.OPEN, Item.State.ANNOTATED, Item.State.ADJUDICATED, Item.State.WITHDRAWN):
        beside.update(state=state)
        states = read_states(both)
        assert states["check"] == states["work"], state
    beside.update(state=Item.State.ANNOTATED)
    LinkDecision.objects.create(
        item=beside.get(), source_index=0, target_index=1, decision="S", decided_by=checked.manager
    )
    states = read_states(both)
    assert states["check"] == states["work"]
    assert states["check"][3] == 409


def test_answering_a_check_again_changes_nothing_in_quality(checked: TrainingProject) -> None:
    assignment = submit(draw(lease_until(checked, "check"), WRONG))
    agreement = read_annotator_quality(checked.newcomer).checks.agr.value
    known = {"user": checked.newcomer.user, "assignment_id": assignment.pk, "operation_id": uuid4()}
    reopened = reopen_assignment(**known, version=assignment.version)
    report = read_annotator_quality(checked.newcomer)
    assert (report.readings.pairs, report.checks.pairs) == (0, 1)
    submit(draw(reopened, GOLD))
    report = read_annotator_quality(checked.newcomer)
    assert (report.readings.pairs, report.checks.pairs, report.checks.agr.value) == (1, 1, agreement)


def test_a_returned_check_comes_back_as_work_does(checked: TrainingProject) -> None:
    assignment = lease_until(checked, "check")
    Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=timezone.now() - timedelta(days=1))
    assert return_abandoned() == 1
    given = [checked.next()]
    while given[-1] is not None:
        submit(draw(given[-1], GOLD))
        given.append(checked.next())
    assert assignment.pk in [each.pk for each in given if each is not None]


def test_a_check_counts_for_its_annotator_and_for_nothing_else(checked: TrainingProject) -> None:
    assignment = lease_until(checked, "check")
    count = Membership.objects.get(pk=checked.newcomer.pk).submitted_count
    item = Item.objects.filter(pk=assignment.item_id).values_list("assigned_count", "submitted_count", "state").get()
    comparisons = up_to_date(PairAgreement, checked.project).count()
    released = list(read_released_pairs(checked.project))
    submit(draw(assignment, WRONG))
    assert Membership.objects.get(pk=checked.newcomer.pk).submitted_count == count + 1
    now = Item.objects.filter(pk=assignment.item_id).values_list("assigned_count", "submitted_count", "state").get()
    assert now == item
    assert up_to_date(PairAgreement, checked.project).count() == comparisons
    assert list(read_released_pairs(checked.project)) == released


def test_nobody_is_checked_on_what_they_read_before(checked: TrainingProject) -> None:
    for elder in checked.elders:
        for _ in range(2):
            assignment = checked.next(elder)
            if assignment is not None:
                assert assignment.item.number not in checked.numbers
                submit(draw(assignment, GOLD))


def test_the_managers_page_of_a_pair_does_not_mix_checks_in(checked: TrainingProject) -> None:
    assignment = lease_until(checked, "check")
    draw(assignment, WRONG)
    client = Client()
    client.force_login(checked.manager)
    page = client.get(reverse("alignment:pair", args=[checked.project.slug, assignment.item.number])).content.decode()
    assert f"Annotator {checked.newcomer.pseudonym}" not in page
    assert Operation.objects.filter(assignment=assignment).count() == 2
