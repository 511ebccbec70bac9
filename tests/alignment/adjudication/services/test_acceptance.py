"""Accepting pairs on which all readings agree: one action, reported in numbers, undone without loss."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from alignment.adjudication.models import Acceptance, Adjudication
from alignment.adjudication.queries.queue import count_queue
from alignment.adjudication.services.acceptance import accept_agreed, undo_acceptance
from alignment.adjudication.services.decisions import set_own_links
from alignment.agreement.models import ItemAgreementTotal
from alignment.agreement.queries.changes import count_changes, up_to_date
from alignment.agreement.services.recount import recount_agreement, recount_readings
from alignment.corrections.services.corrections import correct_pair
from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.factories import make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db
LINKS = "0-0S 1-2S 2-1S"


def agreed_project(*, pairs: int = 3, disputed: int = 1) -> tuple[Project, User]:
    """Make a project whose first pairs are disputed; all agree on the others, and one more is being read."""
    project = make_project(pairs=pairs + 1)
    first, second = make_member(project), make_member(project)
    for number in range(pairs):
        assignment = make_reading(first)
        make_reading(second, "0-1P" if number < disputed else LINKS)
        assert assignment.item.number <= pairs + 1
    make_reading(first)
    return project, make_member(project, Role.ADJUDICATOR).user


def states(project: Project) -> list[str]:
    return sorted(Item.objects.filter(project=project).values_list("state", flat=True))


def accept(project: Project, user: User, operation_id: UUID | None = None) -> Acceptance:
    return accept_agreed(user=user, project=project, operation_id=operation_id or uuid4())


def undo(project: Project, user: User, number: int, operation_id: UUID | None = None) -> Acceptance:
    return undo_acceptance(user=user, project=project, operation_id=operation_id or uuid4(), number=number)


def test_pairs_without_dispute_are_adjudicated_and_no_others() -> None:
    project, judge = agreed_project()
    assert count_queue(project).to_accept == 2
    assert accept(project, judge).pairs == 2
    assert states(project) == ["adjudicated", "adjudicated", "annotated", "open"]
    counts = count_queue(project)
    assert (counts.to_accept, counts.pairs) == (0, {"to-decide": 1, "decided": 0, "agreed": 2})


def test_undone_they_wait_again_and_the_acceptance_stays_on_record() -> None:
    project, judge = agreed_project()
    accept(project, judge)
    accepted = undo(project, judge, 1)
    assert accepted.undone_by == judge
    assert states(project) == ["annotated", "annotated", "annotated", "open"]
    assert count_queue(project).to_accept == 2
    assert accept(project, judge).number == 2
    kinds = Operation.objects.filter(project=project, kind__endswith="accept_agreed").order_by("pk")
    assert [(row.kind, row.payload["pairs"]) for row in kinds] == [
        ("accept_agreed", 2),
        ("undo_accept_agreed", 2),
        ("accept_agreed", 2),
    ]


def test_a_pair_decided_since_keeps_its_decision_when_the_acceptance_is_undone() -> None:
    project, judge = agreed_project()
    accept(project, judge)
    item = Item.objects.filter(project=project, state=Item.State.ADJUDICATED).earliest("pk")
    version = Adjudication.objects.get(item=item).version
    set_own_links(user=judge, item_id=item.pk, operation_id=uuid4(), version=version, cells={(0, 1): "P"})
    undo(project, judge, 1)
    item.refresh_from_db()
    assert item.state == Item.State.ADJUDICATED
    assert states(project).count("adjudicated") == 1
    assert count_queue(project).to_accept == 1


def test_both_are_harmless_twice() -> None:
    project, judge = agreed_project()
    first, second = uuid4(), uuid4()
    assert accept(project, judge, first) == accept(project, judge, first)
    assert undo(project, judge, 1, second) == undo(project, judge, 1, second)
    assert Acceptance.objects.filter(project=project).count() == 1
    with pytest.raises(NotEditable, match="already"):
        undo(project, judge, 1)
    with pytest.raises(DomainError, match="no acceptance 9"):
        undo(project, judge, 9)


def test_nothing_to_accept_is_said_so() -> None:
    project, judge = agreed_project(pairs=1)
    with pytest.raises(DomainError, match="There are no pairs with full agreement left to accept"):
        accept(project, judge)


def test_annotators_may_not() -> None:
    project, _ = agreed_project()
    annotator = project.memberships.filter(role=Role.ANNOTATOR).earliest("pk").user
    with pytest.raises(RoleRequired):
        accept(project, annotator)


def test_an_accepted_pair_is_not_reopened_until_it_is_undone() -> None:
    project, judge = agreed_project()
    accept(project, judge)
    item = Item.objects.filter(project=project, state=Item.State.ADJUDICATED).earliest("pk")
    assignment = item.assignments.earliest("pk")
    known = {"user": assignment.annotator.user, "assignment_id": assignment.pk, "version": assignment.version}
    with pytest.raises(NotEditable):
        reopen_assignment(**known, operation_id=uuid4())
    undo(project, judge, 1)
    submit(reopen_assignment(**known, operation_id=uuid4()))
    assert accept(project, judge).pairs == 2


def correct_first(project: Project, *, keep_respelled: bool) -> Item:
    """Correct the first accepted pair, with another spelling of its last word."""
    item = Item.objects.filter(project=project, state=Item.State.ADJUDICATED).earliest("pk")
    pair = SentencePair.objects.get(item=item)
    return correct_pair(
        user=project.created_by,
        project=project,
        number=item.number,
        version=item.version,
        operation_id=uuid4(),
        source_tokens=[*pair.source_tokens[:-1], "katze"],
        target_tokens=pair.target_tokens,
        keep_respelled=keep_respelled,
    )


@pytest.mark.parametrize("keep_respelled", [True, False])
def test_a_pair_corrected_since_is_undone_where_it_still_stands(*, keep_respelled: bool) -> None:
    project, judge = agreed_project()
    accept(project, judge)
    new = correct_first(project, keep_respelled=keep_respelled)
    assert (new.state == Item.State.ADJUDICATED) == keep_respelled
    undo(project, judge, 1)
    assert states(project).count("adjudicated") == 0
    assert recount_agreement(project) == []
    assert count_queue(project).to_accept == (2 if keep_respelled else 1)


def test_the_running_sums_are_those_of_the_rows() -> None:
    project, judge = agreed_project()
    accept(project, judge)
    assert recount_agreement(project) == []
    stored = list(up_to_date(ItemAgreementTotal, project).filter(pairs__gt=0).values_list("pairs_accepted"))
    recount_readings(project)
    assert list(up_to_date(ItemAgreementTotal, project).filter(pairs__gt=0).values_list("pairs_accepted")) == stored


def test_the_number_of_statements_does_not_grow_with_the_pairs() -> None:
    counts = []
    for pairs in (2, 6):
        project, judge = agreed_project(pairs=pairs)
        count_changes(project.pk)
        with CaptureQueriesContext(connection) as queries:
            accept(project, judge)
        counts.append(len(queries))
    assert counts[0] == counts[1]
