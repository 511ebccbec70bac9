"""Prepared queries: the same rows as the QuerySet gives, on every connection, whatever happens around them."""

import random
import threading
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.prepared import Insert, Prepared, Statement, Update
from annotation_site.projects.models import Membership, Role
from tests.alignment.random_steps import play
from tests.alignment.training.training_project import TrainingProject
from tests.factories import lease, make_member, make_pair, make_project, make_user

find_by_name = Prepared(lambda name: User.objects.filter(name=name).order_by("pk"))
find_roles = Prepared(
    lambda user, state: (
        Membership.objects.active().filter(user=user, state=state).select_related("project").order_by("pk")
    )
)
lock_by_name = Prepared(
    lambda name: User.objects.filter(name=name).order_by("pk").select_for_update(no_key=True, of=("self",))
)
lock_first = Prepared(
    lambda one, other: [
        User.objects.filter(name=name).select_for_update(no_key=True, skip_locked=True).order_by("pk")[:1]
        for name in (one, other)
    ]
)
list_emails = Prepared(lambda name: User.objects.filter(name=name).order_by("pk").values_list("email", flat=True))
add_operation = Insert(Operation)
store_lease = Update(Assignment, "lease_expires_at", "version")


@pytest.mark.django_db
def test_rows_are_those_of_the_queryset_for_every_value() -> None:
    people = {name: [make_user(name) for _ in range(count)] for name, count in (("Ada", 2), ("O'Hara 100 %", 1))}
    for name in ("Ada", "O'Hara 100 %", "nobody", "Ada"):
        assert find_by_name(name) == people.get(name, [])
        assert list_emails(name) == [user.email for user in people.get(name, [])]
    assert find_by_name.first("Ada") == people["Ada"][0]
    assert find_by_name.first("nobody") is None


@pytest.mark.django_db
def test_related_objects_come_with_their_rows() -> None:
    project = make_project()
    make_member(project)
    [membership] = find_roles(project.created_by_id, "active")
    with CaptureQueriesContext(connection) as asked:
        assert membership.project.name == project.name
    assert not asked
    assert membership == Membership.objects.get(user=project.created_by)


@pytest.mark.django_db
def test_a_statement_is_prepared_once_and_survives_what_undoes_its_transaction() -> None:
    double = Statement("SELECT $1::int * 2")
    with pytest.raises(KeyError), transaction.atomic():
        assert double(1) == [(2,)]
        raise KeyError
    with CaptureQueriesContext(connection) as asked:
        assert double(21) == [(42,)]
    assert [each["sql"].split("_")[0] for each in asked] == ["EXECUTE prepared"]


@pytest.mark.django_db(transaction=True)
def test_of_several_queries_the_first_row_is_taken_and_nothing_else_is_locked() -> None:
    ada, grace = make_user("Ada"), make_user("Grace")
    found: list[list[User]] = []

    def lock_another() -> None:
        with transaction.atomic():
            found.append(lock_first("Ada", "Grace"))
            found.append(lock_first("Ada", "nobody"))
        connection.close()

    with transaction.atomic():
        assert lock_first("nobody", "Ada") == [ada]
        assert lock_first("Ada", "Grace") == [ada]
        second = threading.Thread(target=lock_another)
        second.start()
        second.join()
    assert found == [[grace], []]


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only() -> None:
    ada = make_user("Ada")
    with transaction.atomic():
        assert lock_by_name("Ada") == [ada]
    with pytest.raises(TransactionManagementError):
        lock_by_name("Ada")


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_failed_takes_no_more_statements() -> None:
    divide = Statement("SELECT 1 / $1::int")
    with transaction.atomic():
        with pytest.raises(DataError, match="division by zero"), transaction.atomic():
            divide(0)
        assert divide(1) == [(1,)]
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            divide(1)


@pytest.mark.django_db(transaction=True)
def test_every_connection_prepares_for_itself() -> None:
    make_user("Ada")
    found = []

    def ask() -> None:
        found.append(list_emails("Ada"))
        connection.close()

    for _ in range(2):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    connection.close()
    assert found == [list_emails("Ada")] * 2


@pytest.mark.django_db
@pytest.mark.parametrize(("seed", "use"), [(1, "training"), (2, "check")])
def test_every_prepared_query_gives_what_its_queryset_does(
    seed: int, use: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[str] = Counter()
    ask = Prepared.__call__

    def compare(self: Prepared[Any], *values: Any) -> list[Any]:
        built, found = self.build(*values), ask(self, *values)
        queryset: Any = next((each for each in built if each), built[0]) if isinstance(built, list) else built
        expected, rows = [[_columns(row) for row in each] for each in (queryset, found)]
        assert rows == expected if queryset.ordered else sorted(rows) == sorted(expected)
        asked[queryset.model.__name__] += 1
        return found

    monkeypatch.setattr(Prepared, "__call__", compare)
    training = TrainingProject(use=use, check_share=50)
    project = training.project
    for _ in range(8):
        make_pair(project)
    annotators = [*training.elders, training.newcomer, make_member(project)]
    play(random.Random(seed), project, annotators, make_member(project, Role.ADJUDICATOR).user, steps=60)
    for annotator in annotators:
        browser = Client()
        browser.force_login(annotator.user)
        browser.post(reverse("api:next", args=[project.slug]))
    assert asked.keys() >= {"Session", "Project", "Membership", "Assignment", "Item", "Operation"}


def _columns(row: Any) -> str:
    """Return a row's values in a form that can be compared and sorted."""
    if isinstance(row, Model):
        return repr(sorted((name, value) for name, value in vars(row).items() if name != "_state"))
    return repr(row)


@pytest.mark.django_db
def test_inserted_and_updated_objects_are_stored_as_django_would() -> None:
    assignment = lease(make_member(make_project(pairs=1)))
    actor, operation_id = assignment.annotator.user, uuid4()
    fields = {"actor": actor, "project": assignment.item.project, "assignment": assignment, "kind": "set"}
    new = add_operation(Operation(**fields, payload={"links": [[0, 1, None, "S"]]}, operation_id=operation_id))
    stored = Operation.objects.get(operation_id=operation_id)
    assert new.pk == stored.pk
    for field in Operation._meta.concrete_fields:
        assert getattr(new, field.attname) == getattr(stored, field.attname)
    with pytest.raises(IntegrityError), transaction.atomic():
        add_operation(Operation(**fields, operation_id=operation_id))
    assignment.version, assignment.lease_expires_at = 7, timezone.now() + timedelta(days=1)
    assignment.skip_reason = "not among the fields to store"
    store_lease(assignment)
    kept = Assignment.objects.get(pk=assignment.pk)
    assert (kept.version, kept.lease_expires_at, kept.skip_reason) == (7, assignment.lease_expires_at, "")


@pytest.mark.django_db
def test_an_object_and_the_one_that_changes_with_it_are_one_statement() -> None:
    assignment = lease(make_member(make_project(pairs=1)))
    append = Insert(Operation, Update(Assignment, "version", "skip_reason"))
    assignment.version, assignment.skip_reason, assignment.state = 3, "it's 100 %", "not among the fields to store"
    fields = {"actor": assignment.annotator.user, "project": assignment.item.project, "assignment": assignment}
    with CaptureQueriesContext(connection) as asked:
        new = append(Operation(**fields, kind="set", operation_id=uuid4()), assignment)
    assert len(asked) == 1
    kept = Assignment.objects.get(pk=assignment.pk)
    assert (kept.version, kept.skip_reason, kept.state) == (3, "it's 100 %", "in_progress")
    assert Operation.objects.latest("pk") == new
    assignment.version = 4
    with pytest.raises(IntegrityError), transaction.atomic():
        append(Operation(**fields, kind="set", operation_id=new.operation_id), assignment)
    assert Assignment.objects.get(pk=assignment.pk).version == 3


@pytest.mark.django_db
def test_an_object_is_stored_unless_one_is_there_that_excludes_it() -> None:
    project = make_project(pairs=1)
    held, other = lease(make_member(project)), make_member(project)
    add = Insert(Assignment)
    fields = {"item": held.item, "lease_expires_at": timezone.now()}
    assert add.unless_there(Assignment(annotator=held.annotator, **fields)) is None
    new = add.unless_there(Assignment(annotator=other, **fields))
    assert new is not None
    assert list(Assignment.objects.order_by("pk")) == [held, new]
